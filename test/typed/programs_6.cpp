// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_120 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::stack<0>(x1, x1);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_120(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = sw::stack({x1, x1}, 0);
  [[maybe_unused]] const Value v2 = recomputed(g, v0);
  [[maybe_unused]] const Value v3 = branched(g, v1, 3u);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 120") { check<sw::Program<typed_120, "f32[4,4]{U:X}", "f32[4@X]", "f32[3,4@X,4]">>(dynamic_120); }

constexpr auto typed_121 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = sw::max(v0, x1);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v3 = sw::where(v1 > v2, v1, v2);
    [[maybe_unused]] auto v4 = sw::take(v3, sw::argsort<0>(v2));
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_121(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = apply<ops::max>(v0, x1);
  [[maybe_unused]] const Value v2 = by_hand(v1);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v1, v2), v1, v2);
  [[maybe_unused]] const Value v4 = sw::take(v3, sw::argsort(v2, 0), nullptr);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 121") { check<sw::Program<typed_121, "f32[3,4,4]{R:X}", "f32[4,4]{R:X}">>(dynamic_121); }

constexpr auto typed_122 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::gelu(x0);
    [[maybe_unused]] auto v1 = sw::where(x0 > x2, x0, x2);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x2);
    [[maybe_unused]] auto v3 = v0 + 1;
    [[maybe_unused]] auto v4 = sw::tanh(v0);
    [[maybe_unused]] auto v5 = sw::log_softmax(v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v7 = sw::reshard(v5, sw::P(Y, sw::reduced(X)));
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_122(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::gelu>(x0);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x0, x2), x0, x2);
  [[maybe_unused]] const Value v2 = sw::slice(x2, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v5 = sw::log_softmax(v3, 0);
  [[maybe_unused]] const Value v6 = recomputed(g, v2);
  [[maybe_unused]] const Value v7 = sw::reshard(v5, spec("P(Y){R:X}"));
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 122") { check<sw::Program<typed_122, "f32[4]", "f32[4@X,4@Y]", "f32[4]">>(dynamic_122); }

constexpr auto typed_123 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + x0;
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(Y));
    [[maybe_unused]] auto v3 = sw::mean<1>(v2, sw::keepdims);
    [[maybe_unused]] auto v4 = sw::reshape<4>(v3);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_123(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x0);
  [[maybe_unused]] const Value v1 = recomputed(g, x1);
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(Y)"));
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X,Y)"); return sw::mean(v2, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v3, e, 1); }();
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 123") { check<sw::Program<typed_123, "f32[4,4@X]{R:Y}", "f32[]">>(dynamic_123); }

constexpr auto typed_124 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x0);
    [[maybe_unused]] auto v1 = x1 + x1;
    [[maybe_unused]] auto v2 = sw::max<0>(v0, sw::keepdims, sw::P());
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v4 = sw::sort<1>(v1);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_124(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x0, 1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P()"); return sw::reduce_max(v0, 1u, true, &s); }();
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P((X,Y))"));
  [[maybe_unused]] const Value v4 = sw::sort(v1, 1);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 124") { check<sw::Program<typed_124, "f32[4@(X,Y),4]", "f32[3,4,4]{R:X}">>(dynamic_124); }

constexpr auto typed_125 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x0, x0);
    [[maybe_unused]] auto v1 = sw::concat<0>(v0, v0);
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(X, Y));
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_125(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v1 = sw::concat({v0, v0}, 0);
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(X,Y)"));
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 125") { check<sw::Program<typed_125, "f32[4,4@X]", "f32[4]">>(dynamic_125); }

constexpr auto typed_126 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sum<2>(x1, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::take(x0, sw::argsort<0>(x0));
    [[maybe_unused]] auto v2 = sw::matmul(x1, v0);
    [[maybe_unused]] auto v3 = sw::concat<2>(v1, v1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_126(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::sum(x1, 4u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::take(x0, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,(X,Y))"); return sw::matmul(x1, v0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::concat({v1, v1}, 2);
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 126") { check<sw::Program<typed_126, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]{R:X}">>(dynamic_126); }

constexpr auto typed_127 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sum<1>(x1, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::where(v0 > v0, v0, v0);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v5 = v4 + 1;
    [[maybe_unused]] auto v6 = v4 + v2;
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_127(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::sum(x1, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(v0, v0), v0, v0);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = branched(g, v3, 7u);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, v2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 127") { check<sw::Program<typed_127, "f32[4@X]", "f32[3,4,4]{R:X}", "f32[3,4@X,4]">>(dynamic_127); }

constexpr auto typed_128 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::flip<0>(x0);
    [[maybe_unused]] auto v2 = sw::logsumexp<2>(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_128(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = sw::flip(x0, 1u);
  [[maybe_unused]] const Value v2 = sw::logsumexp(v1, 2);
  [[maybe_unused]] const Value v3 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 128") { check<sw::Program<typed_128, "f32[3,4,4]{R:X}", "f32[4@(X,Y),4]">>(dynamic_128); }

constexpr auto typed_129 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v2 = v1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v3 = sw::sigmoid(x1);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::sin(v3);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_129(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x1, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){U:Y, R:X}"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::sin>(v3);
  const Value loss = sw::sum(v5, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 129") { check<sw::Program<typed_129, "f32[4,4]{R:(X,Y)}", "f32[]">>(dynamic_129); }

constexpr auto typed_130 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::take(v0, sw::argsort<0>(x1));
    [[maybe_unused]] auto v2 = sw::stack<1>(x1, x1);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v4 = sw::sum<1>(v2, sw::keepdims);
    [[maybe_unused]] auto v5 = v4 * v2;
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v7 = sw::concat<1>(v6, v4);
    [[maybe_unused]] auto v8 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_130(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v1 = sw::take(v0, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v2 = sw::stack({x1, x1}, 1);
  [[maybe_unused]] const Value v3 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(none,Y)"); return sw::sum(v2, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = apply<ops::mul>(v4, v2);
  [[maybe_unused]] const Value v6 = by_hand(v2);
  [[maybe_unused]] const Value v7 = sw::concat({v6, v4}, 1);
  [[maybe_unused]] const Value v8 = by_hand(v4);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 130") { check<sw::Program<typed_130, "f32[4@X]", "f32[3,4]{R:X}", "f32[3,4]{R:X}">>(dynamic_130); }

constexpr auto typed_131 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v1 = x2 + 1;
    [[maybe_unused]] auto v2 = sw::stack<1>(x2, v1);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P());
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v5 = v1 + sw::stop_gradient(x2);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_131(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v2 = sw::stack({x2, v1}, 1);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P()"));
  [[maybe_unused]] const Value v4 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, sw::stop_gradient(x2));
  [[maybe_unused]] const Value v6 = recomputed(g, v4);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 131") { check<sw::Program<typed_131, "f32[3,4]{R:X}", "f32[3,4]{R:X}", "f32[3,4]">>(dynamic_131); }

constexpr auto typed_132 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x2);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v2 = 0.5 * x2;
    [[maybe_unused]] auto v3 = sw::cumsum<1>(v2);
    [[maybe_unused]] auto v4 = sw::log_softmax(v3);
    [[maybe_unused]] auto v5 = sw::max<0>(v3, sw::keepdims);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_132(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x2, e, 1); }();
  [[maybe_unused]] const Value v1 = by_hand(x2);
  [[maybe_unused]] const Value v2 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v3 = sw::cumsum(v2, 1, false);
  [[maybe_unused]] const Value v4 = sw::log_softmax(v3, 1);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:X}"); return sw::reduce_max(v3, 1u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 132") { check<sw::Program<typed_132, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}", "f32[3,4]{R:X}">>(dynamic_132); }

constexpr auto typed_133 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::sin(x0);
    [[maybe_unused]] auto v2 = sw::gelu(x1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v4 = sw::stack<0>(v2, x1);
    [[maybe_unused]] auto v5 = sw::reshape<16>(v3);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_133(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = apply<ops::sin>(x0);
  [[maybe_unused]] const Value v2 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v3 = recomputed(g, x1);
  [[maybe_unused]] const Value v4 = sw::stack({v2, x1}, 0);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v3, e, 1); }();
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 133") { check<sw::Program<typed_133, "f32[4@X,4]", "f32[4@(X,Y),4]">>(dynamic_133); }

constexpr auto typed_134 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::logsumexp<1>(x0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v4 = 0.5 * v0;
    [[maybe_unused]] auto v5 = sw::reshard(v3, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v6 = sw::reshard(v5, sw::P(sw::unreduced(X, Y)));
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_134(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x0, 1);
  [[maybe_unused]] const Value v2 = by_hand(x1);
  [[maybe_unused]] const Value v3 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v4 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v5 = sw::reshard(v3, spec("P(X){R:Y}"));
  [[maybe_unused]] const Value v6 = sw::reshard(v5, spec("P(){U:(X,Y)}"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 134") { check<sw::Program<typed_134, "f32[4,4]", "f32[3,4]">>(dynamic_134); }

constexpr auto typed_135 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cumsum<0>(x0);
    [[maybe_unused]] auto v1 = sw::mean<0>(x0);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v5 = sw::matmul(v2, v3, sw::P());
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v5), sw::spec(v5))(v5);
    [[maybe_unused]] auto v7 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v6);
    [[maybe_unused]] auto v8 = sw::max(v5, v3);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_135(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::cumsum(x0, 0, false);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(Y,X)"); return sw::mean(x0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = by_hand(v3);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P()"); return sw::matmul(v2, v3, &s); }();
  [[maybe_unused]] const Value v6 = by_hand(v5);
  [[maybe_unused]] const Value v7 = recomputed(g, v6);
  [[maybe_unused]] const Value v8 = apply<ops::max>(v5, v3);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 135") { check<sw::Program<typed_135, "f32[3,4,4]", "f32[4,4]{R:(X,Y)}">>(dynamic_135); }

constexpr auto typed_136 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(X, Y));
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v4 = sw::gelu(v0);
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v6 = v3 + 1;
    [[maybe_unused]] auto v7 = sw::sort<0>(v3);
    [[maybe_unused]] auto v8 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v6 + x); }, v7, v6);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_136(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(X,Y)"));
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = recomputed(g, x2);
  [[maybe_unused]] const Value v4 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P(){R:(X,Y)}"));
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v7 = sw::sort(v3, 0);
  [[maybe_unused]] const Value v8 = loop(g, v7, v6, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v6), x)); });
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 136") { check<sw::Program<typed_136, "f32[4@(X,Y),4]", "f32[4@(X,Y),4]", "f32[3,4@X,4]">>(dynamic_136); }

constexpr auto typed_137 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v4 = sw::cumsum<0>(v3);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_137(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v4 = sw::cumsum(v3, 0, false);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 137") { check<sw::Program<typed_137, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:X}">>(dynamic_137); }

constexpr auto typed_138 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, x0, x0);
    [[maybe_unused]] auto v2 = sw::tanh(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v5 = sw::reshard(v3, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v7 = sw::where(v6 > v2, v6, v2);
    [[maybe_unused]] auto v8 = sw::cond(sw::sum(v4, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v4);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_138(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = loop(g, x0, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v2 = apply<ops::tanh>(v1);
  [[maybe_unused]] const Value v3 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v4 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v5 = sw::reshard(v3, spec("P(){U:X}"));
  [[maybe_unused]] const Value v6 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v7 = sw::where(apply<ops::gt>(v6, v2), v6, v2);
  [[maybe_unused]] const Value v8 = branched(g, v4, 3u);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 138") { check<sw::Program<typed_138, "f32[4,4@X]{R:Y}", "f32[4@(X,Y),4]">>(dynamic_138); }

constexpr auto typed_139 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x1, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v1 = sw::mean<0>(x1, sw::keepdims);
    [[maybe_unused]] auto v2 = sw::square(x2);
    [[maybe_unused]] auto v3 = 0.5 * v2;
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v6 = sw::reshape<4>(v4);
    [[maybe_unused]] auto v7 = sw::logsumexp<1>(v5);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_139(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x1, spec("P(){U:Y, R:X}"));
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(x1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = apply<ops::square>(x2);
  [[maybe_unused]] const Value v3 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v4 = recomputed(g, v1);
  [[maybe_unused]] const Value v5 = recomputed(g, v1);
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v4, e, 1); }();
  [[maybe_unused]] const Value v7 = sw::logsumexp(v5, 1);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 139") { check<sw::Program<typed_139, "f32[]", "f32[4,4@X]{R:Y}", "f32[3,4,4]">>(dynamic_139); }

}  // namespace
