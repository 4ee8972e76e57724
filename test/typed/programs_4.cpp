// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_80 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v1 = sw::gelu(v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::square(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_80(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v1 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::square>(v0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 80") { check<sw::Program<typed_80, "f32[4@(X,Y),4]", "f32[3,4@X,4]", "f32[4,4]{U:X}">>(dynamic_80); }

constexpr auto typed_81 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sigmoid(x0);
    [[maybe_unused]] auto v1 = sw::tanh(v0);
    [[maybe_unused]] auto v2 = sw::tril(x0);
    [[maybe_unused]] auto v3 = sw::log_softmax(x1);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_81(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sigmoid>(x0);
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v2 = sw::tril(x0, 0);
  [[maybe_unused]] const Value v3 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v5 = branched(g, v2, 7u);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 81") { check<sw::Program<typed_81, "f32[3,4,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_81); }

constexpr auto typed_82 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = x1 + x1;
    [[maybe_unused]] auto v3 = sw::where(v0 > x0, v0, x0);
    [[maybe_unused]] auto v4 = sw::reshard(v1, sw::P());
    [[maybe_unused]] auto v5 = sw::max<0>(v4);
    [[maybe_unused]] auto v6 = v4 + 1;
    [[maybe_unused]] auto v7 = sw::cumsum<0>(v4);
    [[maybe_unused]] auto v8 = sw::log_softmax(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_82(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v0, x0), v0, x0);
  [[maybe_unused]] const Value v4 = sw::reshard(v1, spec("P()"));
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(X){R:Y}"); return sw::reduce_max(v4, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v7 = sw::cumsum(v4, 0, false);
  [[maybe_unused]] const Value v8 = sw::log_softmax(v7, 1);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 82") { check<sw::Program<typed_82, "f32[3,4@X,4]", "f32[4@X,4]", "f32[3,4,4]{R:X}">>(dynamic_82); }

constexpr auto typed_83 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::max<0>(x1);
    [[maybe_unused]] auto v3 = sw::sum<0>(v2, sw::keepdims);
    [[maybe_unused]] auto v4 = v0 * v0;
    [[maybe_unused]] auto v5 = v2 * x1;
    [[maybe_unused]] auto v6 = sw::where(v2 > v3, v2, v3);
    [[maybe_unused]] auto v7 = sw::max<0>(v6, sw::keepdims, sw::P());
    [[maybe_unused]] auto v8 = sw::cumsum<0>(v6);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_83(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){U:Y}"); return sw::reduce_max(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::sum(v2, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v5 = apply<ops::mul>(v2, x1);
  [[maybe_unused]] const Value v6 = sw::where(apply<ops::gt>(v2, v3), v2, v3);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P()"); return sw::reduce_max(v6, 1u, true, &s); }();
  [[maybe_unused]] const Value v8 = sw::cumsum(v6, 0, false);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 83") { check<sw::Program<typed_83, "f32[4@(X,Y),4]", "f32[3,4]", "f32[4,4]{R:(X,Y)}">>(dynamic_83); }

constexpr auto typed_84 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + x0;
    [[maybe_unused]] auto v1 = sw::flip<0>(x1);
    [[maybe_unused]] auto v2 = sw::stack<0>(x1, x1);
    [[maybe_unused]] auto v3 = v2 + 1;
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v5 = sw::sigmoid(v2);
    [[maybe_unused]] auto v6 = 0.5 * v5;
    [[maybe_unused]] auto v7 = v6 + 1;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_84(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, x0);
  [[maybe_unused]] const Value v1 = sw::flip(x1, 1u);
  [[maybe_unused]] const Value v2 = sw::stack({x1, x1}, 0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v4 = recomputed(g, v0);
  [[maybe_unused]] const Value v5 = apply<ops::sigmoid>(v2);
  [[maybe_unused]] const Value v6 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v6, 1.0);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 84") { check<sw::Program<typed_84, "f32[3,4,4]{R:X}", "f32[4]">>(dynamic_84); }

constexpr auto typed_85 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::concat<1>(v2, v1);
    [[maybe_unused]] auto v4 = v3 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P(sw::none, X));
    [[maybe_unused]] auto v6 = sw::mean<0>(v2, sw::P(Y, sw::unreduced(X)));
    [[maybe_unused]] auto v7 = 0.5 * v4;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_85(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = sw::concat({v2, v1}, 1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P(none,X)"));
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(Y){U:X}"); return sw::mean(v2, 1u, false, &s); }();
  [[maybe_unused]] const Value v7 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 85") { check<sw::Program<typed_85, "f32[4,4]", "f32[]">>(dynamic_85); }

constexpr auto typed_86 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x1);
    [[maybe_unused]] auto v1 = 0.5 * x2;
    [[maybe_unused]] auto v2 = sw::sort<0>(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = v2 * v3;
    [[maybe_unused]] auto v5 = v1 + sw::stop_gradient(v4);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_86(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(X){R:Y}"); return sw::mean(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v2 = sw::sort(v1, 0);
  [[maybe_unused]] const Value v3 = branched(g, v2, 7u);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v2, v3);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, sw::stop_gradient(v4));
  [[maybe_unused]] const Value v6 = by_hand(v2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 86") { check<sw::Program<typed_86, "f32[4,4@X]{R:Y}", "f32[4,4]{U:X}", "f32[3,4@X,4]">>(dynamic_86); }

constexpr auto typed_87 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x2);
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = sw::reshape<16>(v0);
    [[maybe_unused]] auto v4 = sw::flip<0>(v0);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_87(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x2, 0);
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v4 = sw::flip(v0, 1u);
  [[maybe_unused]] const Value v5 = total_by_hand(v2);
  const Value loss = sw::sum(v5, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 87") { check<sw::Program<typed_87, "f32[4]{R:X}", "f32[4,4]{U:X}", "f32[4@X]">>(dynamic_87); }

constexpr auto typed_88 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::gelu(v0);
    [[maybe_unused]] auto v3 = sw::tanh(v0);
    [[maybe_unused]] auto v4 = sw::where(v0 > v1, v0, v1);
    [[maybe_unused]] auto v5 = sw::sum<1>(v4, sw::P(sw::reduced(X)));
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_88(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v3 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v0, v1), v0, v1);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:X}"); return sw::sum(v4, 2u, false, &s); }();
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 88") { check<sw::Program<typed_88, "f32[3,4]{R:X}", "f32[4@(X,Y),4]", "f32[3,4@X,4]">>(dynamic_88); }

constexpr auto typed_89 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::sin(x2);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    [[maybe_unused]] auto v6 = sw::logsumexp<1>(v2);
    [[maybe_unused]] auto v7 = sw::reshard(v5, sw::P());
    [[maybe_unused]] auto v8 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_89(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v2 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(x2);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = by_hand(v4);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v2, 1);
  [[maybe_unused]] const Value v7 = sw::reshard(v5, spec("P()"));
  [[maybe_unused]] const Value v8 = by_hand(v4);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 89") { check<sw::Program<typed_89, "f32[3,4,4]{R:X}", "f32[4,4@X]", "f32[4,4]{R:X}">>(dynamic_89); }

constexpr auto typed_90 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x1, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::max<0>(v1, sw::keepdims, sw::P());
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_90(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P((X,Y))"); return sw::mean(x1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = recomputed(g, x1);
  [[maybe_unused]] const Value v2 = branched(g, x1, 1u);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::reduce_max(v1, 1u, true, &s); }();
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 90") { check<sw::Program<typed_90, "f32[4@X,4]", "f32[4@X]">>(dynamic_90); }

constexpr auto typed_91 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_91(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = branched(g, v3, 7u);
  [[maybe_unused]] const Value v5 = branched(g, v1, 7u);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 91") { check<sw::Program<typed_91, "f32[3,4@X,4]", "f32[3,4]", "f32[4,4]{R:X}">>(dynamic_91); }

constexpr auto typed_92 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::flip<0>(x0);
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::stack<0>(v1, v0);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v3);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_92(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::flip(x0, 1u);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = branched(g, x1, 1u);
  [[maybe_unused]] const Value v3 = sw::stack({v1, v0}, 0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v3));
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 92") { check<sw::Program<typed_92, "f32[4]", "f32[4]{R:X}">>(dynamic_92); }

constexpr auto typed_93 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::sin(v0);
    [[maybe_unused]] auto v2 = sw::log_softmax(v1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v4 = v0 * v0;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_93(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v2 = sw::log_softmax(v1, 0);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, v0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 93") { check<sw::Program<typed_93, "f32[4@X]", "f32[3,4,4]{R:X}">>(dynamic_93); }

constexpr auto typed_94 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = sw::cumsum<0>(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v4 = sw::take(v2, sw::argsort<0>(v0));
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_94(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(){R:(X,Y)}"));
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = sw::cumsum(v1, 0, false);
  [[maybe_unused]] const Value v3 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v4 = sw::take(v2, sw::argsort(v0, 0), nullptr);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 94") { check<sw::Program<typed_94, "f32[4]", "f32[4,4]{U:X}">>(dynamic_94); }

constexpr auto typed_95 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = x1 * x1;
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v4 = sw::take(v3, sw::argsort<0>(v2));
    [[maybe_unused]] auto v5 = sw::reshape<16>(v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_95(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(){R:(X,Y)}"));
  [[maybe_unused]] const Value v3 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v4 = sw::take(v3, sw::argsort(v2, 0), nullptr);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 95") { check<sw::Program<typed_95, "f32[4@(X,Y),4]", "f32[3,4,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_95); }

constexpr auto typed_96 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v1 = sw::stack<1>(x0, x0);
    [[maybe_unused]] auto v2 = sw::log_softmax(x1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_96(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v1 = sw::stack({x0, x0}, 1);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x1, 0);
  [[maybe_unused]] const Value v3 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v4 = by_hand(v2);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 96") { check<sw::Program<typed_96, "f32[4@(X,Y),4]", "f32[4@X]">>(dynamic_96); }

constexpr auto typed_97 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P(sw::none, Y, sw::reduced(X)));
    [[maybe_unused]] auto v1 = sw::mean<1>(x2, sw::keepdims, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v4 = 0.5 * v2;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_97(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P(none,Y){R:X}"));
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(x2, 2u, true, &s); }();
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 97") { check<sw::Program<typed_97, "f32[3,4@X,4]", "f32[4,4]{U:X}", "f32[4@X,4]">>(dynamic_97); }

constexpr auto typed_98 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(Y, sw::reduced(X)));
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v3 = 0.5 * x1;
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    [[maybe_unused]] auto v6 = sw::take(v4, sw::argsort<0>(v4));
    [[maybe_unused]] auto v7 = v4 + 1;
    [[maybe_unused]] auto v8 = sw::logsumexp<0>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_98(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(Y){R:X}"));
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v3 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v4 = by_hand(v3);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v6 = sw::take(v4, sw::argsort(v4, 0), nullptr);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v8 = sw::logsumexp(v6, 0);
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 98") { check<sw::Program<typed_98, "f32[4@X,4]", "f32[4]{R:X}">>(dynamic_98); }

constexpr auto typed_99 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = sw::max<1>(x0, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::cumsum<1>(v1);
    [[maybe_unused]] auto v4 = sw::tril(v1);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v5, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v5);
    [[maybe_unused]] auto v7 = 0.5 * v6;
    [[maybe_unused]] auto v8 = v7 + sw::stop_gradient(v7);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_99(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:Y}"); return sw::reduce_max(x0, 2u, false, &s); }();
  [[maybe_unused]] const Value v2 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = sw::cumsum(v1, 1, false);
  [[maybe_unused]] const Value v4 = sw::tril(v1, 0);
  [[maybe_unused]] const Value v5 = by_hand(v4);
  [[maybe_unused]] const Value v6 = branched(g, v5, 3u);
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v7, sw::stop_gradient(v7));
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 99") { check<sw::Program<typed_99, "f32[3,4,4]", "f32[3,4,4]{R:X}">>(dynamic_99); }

}  // namespace
