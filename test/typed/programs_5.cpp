// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_100 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v2 = sw::tanh(x1);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v2 + x); }, v2, x1);
    [[maybe_unused]] auto v4 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, v0, v0);
    [[maybe_unused]] auto v5 = sw::log_softmax(v1);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_100(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){R:X}"));
  [[maybe_unused]] const Value v2 = apply<ops::tanh>(x1);
  [[maybe_unused]] const Value v3 = loop(g, v2, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v2), x)); });
  [[maybe_unused]] const Value v4 = loop(g, v0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v5 = sw::log_softmax(v1, 0);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 100") { check<sw::Program<typed_100, "f32[4]{R:X}", "f32[3,4]">>(dynamic_100); }

constexpr auto typed_101 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v1 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = sw::take(v1, sw::argsort<0>(v1));
    [[maybe_unused]] auto v3 = sw::take(x1, sw::argsort<0>(v2));
    [[maybe_unused]] auto v4 = sw::tril(v3);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v6 = sw::slice<1, 0, 2>(v5);
    [[maybe_unused]] auto v7 = sw::take(v4, sw::argsort<0>(v0));
    [[maybe_unused]] auto v8 = sw::cond(sw::sum(v6, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_101(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = sw::take(v1, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v3 = sw::take(x1, sw::argsort(v2, 0), nullptr);
  [[maybe_unused]] const Value v4 = sw::tril(v3, 0);
  [[maybe_unused]] const Value v5 = by_hand(v2);
  [[maybe_unused]] const Value v6 = sw::slice(v5, 1, 0, 2);
  [[maybe_unused]] const Value v7 = sw::take(v4, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v8 = branched(g, v6, 7u);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 101") { check<sw::Program<typed_101, "f32[4,4]{R:(X,Y)}", "f32[4]{R:X}">>(dynamic_101); }

constexpr auto typed_102 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::reshard(x2, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = v3 + 1;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_102(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(none,(X,Y))"));
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = sw::reshard(x2, spec("P(){R:X}"));
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 102") { check<sw::Program<typed_102, "f32[4@X,4]", "f32[4,4]{R:(X,Y)}", "f32[4,4@X]">>(dynamic_102); }

constexpr auto typed_103 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v2 = sw::logsumexp<2>(v0);
    [[maybe_unused]] auto v3 = sw::max<0>(v1, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v4 = v0 - x0;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_103(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = recomputed(g, x2);
  [[maybe_unused]] const Value v2 = sw::logsumexp(v0, 2);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){R:X}"); return sw::reduce_max(v1, 1u, false, &s); }();
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v0, x0);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 103") { check<sw::Program<typed_103, "f32[4]{R:X}", "f32[3,4,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_103); }

constexpr auto typed_104 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x1, sw::argsort<0>(x0));
    [[maybe_unused]] auto v1 = sw::log_softmax(x2);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v3 = x2 - v1;
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v3), sw::P())(v3);
    [[maybe_unused]] auto v5 = sw::max(v3, v1);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v5), sw::spec(v5))(v5);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v6), sw::P())(v6);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_104(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x1, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x2, 0);
  [[maybe_unused]] const Value v2 = recomputed(g, x1);
  [[maybe_unused]] const Value v3 = apply<ops::sub>(x2, v1);
  [[maybe_unused]] const Value v4 = total_by_hand(v3);
  [[maybe_unused]] const Value v5 = apply<ops::max>(v3, v1);
  [[maybe_unused]] const Value v6 = by_hand(v5);
  [[maybe_unused]] const Value v7 = total_by_hand(v6);
  const Value loss = sw::sum(v7, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 104") { check<sw::Program<typed_104, "f32[3,4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4@X]">>(dynamic_104); }

constexpr auto typed_105 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + 1;
    [[maybe_unused]] auto v1 = x1 * x1;
    [[maybe_unused]] auto v2 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v4 = sw::slice<1, 0, 2>(v3);
    [[maybe_unused]] auto v5 = sw::where(v1 > x1, v1, x1);
    [[maybe_unused]] auto v6 = v3 + 1;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_105(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  [[maybe_unused]] const Value v4 = sw::slice(v3, 1, 0, 2);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, x1), v1, x1);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 105") { check<sw::Program<typed_105, "f32[4@X,4@Y]", "f32[4@X,4]">>(dynamic_105); }

constexpr auto typed_106 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sin(x1);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::matmul(x2, v0);
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v2);
    [[maybe_unused]] auto v6 = v5 + 1;
    [[maybe_unused]] auto v7 = sw::cond(sw::sum(v5, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v5);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_106(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(X){R:Y}"); return sw::matmul(x2, v0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v5 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v5, 1.0);
  [[maybe_unused]] const Value v7 = branched(g, v5, 3u);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 106") { check<sw::Program<typed_106, "f32[4,4@X]{R:Y}", "f32[4]", "f32[3,4@X,4]">>(dynamic_106); }

constexpr auto typed_107 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::sort<1>(x1);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = x1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v4 = sw::reshape<16>(v1);
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P());
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    [[maybe_unused]] auto v7 = sw::reshard(v5, sw::P());
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_107(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::sort(x1, 1);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P()"));
  [[maybe_unused]] const Value v6 = by_hand(v4);
  [[maybe_unused]] const Value v7 = sw::reshard(v5, spec("P()"));
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 107") { check<sw::Program<typed_107, "f32[4@(X,Y),4]", "f32[4,4]{R:X}">>(dynamic_107); }

constexpr auto typed_108 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::concat<0>(x0, v0);
    [[maybe_unused]] auto v2 = sw::max(v1, v1);
    [[maybe_unused]] auto v3 = sw::concat<0>(v1, v0);
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(sw::none, X));
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    [[maybe_unused]] auto v6 = sw::where(v3 > v5, v3, v5);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_108(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::concat({x0, v0}, 0);
  [[maybe_unused]] const Value v2 = apply<ops::max>(v1, v1);
  [[maybe_unused]] const Value v3 = sw::concat({v1, v0}, 0);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(none,X)"));
  [[maybe_unused]] const Value v5 = total_by_hand(v2);
  [[maybe_unused]] const Value v6 = sw::where(apply<ops::gt>(v3, v5), v3, v5);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 108") { check<sw::Program<typed_108, "f32[3,4@X,4]", "f32[4]">>(dynamic_108); }

constexpr auto typed_109 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::logsumexp<1>(x0);
    [[maybe_unused]] auto v2 = sw::take(v0, sw::argsort<0>(v1));
    [[maybe_unused]] auto v3 = v0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = v0 * v2;
    [[maybe_unused]] auto v5 = v4 + sw::stop_gradient(v3);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v8 = sw::logsumexp<1>(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_109(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x0, 1);
  [[maybe_unused]] const Value v2 = sw::take(v0, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, v2);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, sw::stop_gradient(v3));
  [[maybe_unused]] const Value v6 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v7 = by_hand(v3);
  [[maybe_unused]] const Value v8 = sw::logsumexp(v7, 1);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 109") { check<sw::Program<typed_109, "f32[4,4]{R:(X,Y)}", "f32[4,4@X]", "f32[4,4@X]{R:Y}">>(dynamic_109); }

constexpr auto typed_110 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::sum<1>(x1, sw::keepdims);
    [[maybe_unused]] auto v2 = 0.5 * x2;
    [[maybe_unused]] auto v3 = sw::sort<0>(v2);
    [[maybe_unused]] auto v4 = sw::logsumexp<0>(v0);
    [[maybe_unused]] auto v5 = v2 - v2;
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v7 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_110(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:X}"); return sw::sum(x1, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v3 = sw::sort(v2, 0);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v0, 0);
  [[maybe_unused]] const Value v5 = apply<ops::sub>(v2, v2);
  [[maybe_unused]] const Value v6 = branched(g, v3, 1u);
  [[maybe_unused]] const Value v7 = branched(g, v3, 1u);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 110") { check<sw::Program<typed_110, "f32[4]{R:X}", "f32[3,4,4]{R:X}", "f32[4]">>(dynamic_110); }

constexpr auto typed_111 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::concat<2>(x0, x0);
    [[maybe_unused]] auto v1 = x1 * x1;
    [[maybe_unused]] auto v2 = v1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v3 = sw::take(v1, sw::argsort<0>(x0));
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v5 = sw::sum<2>(v4, sw::keepdims, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v5), sw::spec(v5))(v5);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_111(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::concat({x0, x0}, 2);
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v3 = sw::take(v1, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v4 = branched(g, v3, 7u);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:Y}"); return sw::sum(v4, 4u, true, &s); }();
  [[maybe_unused]] const Value v6 = by_hand(v5);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 111") { check<sw::Program<typed_111, "f32[3,4,4]", "f32[4]">>(dynamic_111); }

constexpr auto typed_112 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + x0;
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::none, X, sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v3 = v2 + 1;
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v3), sw::P())(v3);
    [[maybe_unused]] auto v6 = v3 + 1;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_112(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, x0);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(none,X){U:Y}"));
  [[maybe_unused]] const Value v2 = recomputed(g, x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(){R:X}"));
  [[maybe_unused]] const Value v5 = total_by_hand(v3);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 112") { check<sw::Program<typed_112, "f32[4,4@X]{R:Y}", "f32[4@X]">>(dynamic_112); }

constexpr auto typed_113 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::stack<0>(x1, x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(Y));
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    [[maybe_unused]] auto v7 = v5 - v5;
    [[maybe_unused]] auto v8 = sw::logsumexp<1>(v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_113(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::stack({x1, x1}, 0);
  [[maybe_unused]] const Value v1 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v2 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v3 = by_hand(v0);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(Y)"));
  [[maybe_unused]] const Value v5 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v7 = apply<ops::sub>(v5, v5);
  [[maybe_unused]] const Value v8 = sw::logsumexp(v5, 1);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 113") { check<sw::Program<typed_113, "f32[3,4]", "f32[4@(X,Y),4]">>(dynamic_113); }

constexpr auto typed_114 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 - x2;
    [[maybe_unused]] auto v1 = sw::relu(x0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v3 = sw::sort<1>(v1);
    [[maybe_unused]] auto v4 = sw::einsum<"ij,kj->ik">(v3, v3, sw::P(X, sw::unreduced(Y)));
    [[maybe_unused]] auto v5 = v2 + 1;
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_114(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x2, x2);
  [[maybe_unused]] const Value v1 = apply<ops::relu>(x0);
  [[maybe_unused]] const Value v2 = recomputed(g, v0);
  [[maybe_unused]] const Value v3 = sw::sort(v1, 1);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X){U:Y}"); return sw::einsum(v3, v3, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v5 = apply<ops::add>(v2, 1.0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 114") { check<sw::Program<typed_114, "f32[4,4]{R:X}", "f32[3,4,4]", "f32[4@X,4@Y]">>(dynamic_114); }

constexpr auto typed_115 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v2 = sw::mean<0>(x1);
    [[maybe_unused]] auto v3 = v2 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v4 = sw::log_softmax(v1);
    [[maybe_unused]] auto v5 = sw::where(v1 > v1, v1, v1);
    [[maybe_unused]] auto v6 = sw::mean<0>(v3, sw::P(sw::unreduced(X)));
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_115(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v4 = sw::log_softmax(v1, 0);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, v1), v1, v1);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(v3, 1u, false, &s); }();
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 115") { check<sw::Program<typed_115, "f32[4,4]", "f32[4@(X,Y),4]">>(dynamic_115); }

constexpr auto typed_116 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sum<0>(x0);
    [[maybe_unused]] auto v1 = sw::sort<0>(x0);
    [[maybe_unused]] auto v2 = x0 + v1;
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_116(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::sum(x0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::sort(x0, 0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, v1);
  [[maybe_unused]] const Value v3 = recomputed(g, v1);
  [[maybe_unused]] const Value v4 = by_hand(v0);
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 116") { check<sw::Program<typed_116, "f32[4]", "f32[4@X]">>(dynamic_116); }

constexpr auto typed_117 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x1);
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = sw::mean<1>(x2);
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(X));
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_117(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(Y)"); return sw::mean(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(x2, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(X)"));
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 117") { check<sw::Program<typed_117, "f32[3,4,4]", "f32[3,4,4]{R:X}", "f32[4@X,4]">>(dynamic_117); }

constexpr auto typed_118 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v1 = sw::relu(x0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::logsumexp<1>(v0);
    [[maybe_unused]] auto v4 = v3 + 1;
    [[maybe_unused]] auto v5 = sw::tril(v1);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_118(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v1 = apply<ops::relu>(x0);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::logsumexp(v0, 1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v5 = sw::tril(v1, 0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 118") { check<sw::Program<typed_118, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]{R:X}", "f32[4@X,4@Y]">>(dynamic_118); }

constexpr auto typed_119 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::cumsum<0>(x1);
    [[maybe_unused]] auto v2 = 0.5 * x0;
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    [[maybe_unused]] auto v4 = sw::reshard(v3, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v2);
    [[maybe_unused]] auto v6 = v3 * v1;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_119(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = sw::cumsum(x1, 0, false);
  [[maybe_unused]] const Value v2 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v3 = total_by_hand(v2);
  [[maybe_unused]] const Value v4 = sw::reshard(v3, spec("P(){U:(X,Y)}"));
  [[maybe_unused]] const Value v5 = sw::slice(v2, 1, 0, 2);
  [[maybe_unused]] const Value v6 = apply<ops::mul>(v3, v1);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 119") { check<sw::Program<typed_119, "f32[4,4]{U:X}", "f32[4]">>(dynamic_119); }

}  // namespace
