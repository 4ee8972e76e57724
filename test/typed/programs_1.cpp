// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_20 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = x1 + x1;
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    [[maybe_unused]] auto v7 = sw::take(v5, sw::argsort<0>(v1));
    [[maybe_unused]] auto v8 = sw::where(v7 > x0, v7, x0);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_20(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v2 = by_hand(v1);
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = by_hand(v3);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v7 = sw::take(v5, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v8 = sw::where(apply<ops::gt>(v7, x0), v7, x0);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 20") { check<sw::Program<typed_20, "f32[4]{R:X}", "f32[4]", "f32[3,4]">>(dynamic_20); }

constexpr auto typed_21 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x2);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = x1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v3 = sw::max<0>(x2);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    [[maybe_unused]] auto v6 = sw::reshape<16>(v2);
    [[maybe_unused]] auto v7 = sw::reshard(v6, sw::P(X));
    [[maybe_unused]] auto v8 = sw::max(v7, v3);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_21(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x2, 0);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::reduce_max(x2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = total_by_hand(v2);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v7 = sw::reshard(v6, spec("P(X)"));
  [[maybe_unused]] const Value v8 = apply<ops::max>(v7, v3);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 21") { check<sw::Program<typed_21, "f32[4@X,4]", "f32[4]", "f32[4]{R:X}">>(dynamic_21); }

constexpr auto typed_22 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::sin(v0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v4 = v2 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::flip<0>(v4);
    [[maybe_unused]] auto v6 = sw::slice<0, 0, 2>(v4);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_22(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v3 = recomputed(g, x1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = sw::flip(v4, 1u);
  [[maybe_unused]] const Value v6 = sw::slice(v4, 0, 0, 2);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 22") { check<sw::Program<typed_22, "f32[4]", "f32[3,4]">>(dynamic_22); }

constexpr auto typed_23 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::tanh(x2);
    [[maybe_unused]] auto v1 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = sw::sigmoid(v1);
    [[maybe_unused]] auto v5 = sw::relu(v1);
    [[maybe_unused]] auto v6 = sw::logsumexp<2>(v4);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_23(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::tanh>(x2);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v2 = by_hand(v0);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = apply<ops::sigmoid>(v1);
  [[maybe_unused]] const Value v5 = apply<ops::relu>(v1);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v4, 2);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 23") { check<sw::Program<typed_23, "f32[3,4]", "f32[3,4,4]", "f32[]">>(dynamic_23); }

constexpr auto typed_24 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = 0.5 * x2;
    [[maybe_unused]] auto v2 = sw::einsum<"ij,kj->ik">(x2, v0, sw::P());
    [[maybe_unused]] auto v3 = sw::take(x2, sw::argsort<0>(v2));
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v6 = sw::relu(v2);
    [[maybe_unused]] auto v7 = sw::sum<0>(v4, sw::keepdims);
    [[maybe_unused]] auto v8 = v7 + v7;
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_24(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P()"); return sw::einsum(x2, v0, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v3 = sw::take(x2, sw::argsort(v2, 0), nullptr);
  [[maybe_unused]] const Value v4 = recomputed(g, v0);
  [[maybe_unused]] const Value v5 = recomputed(g, v4);
  [[maybe_unused]] const Value v6 = apply<ops::relu>(v2);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::sum(v4, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v8 = apply<ops::add>(v7, v7);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 24") { check<sw::Program<typed_24, "f32[4]", "f32[4@X,4@Y]", "f32[4,4@X]{R:Y}">>(dynamic_24); }

constexpr auto typed_25 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::flip<1>(x0);
    [[maybe_unused]] auto v3 = sw::where(v2 > v2, v2, v2);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v5 = sw::concat<1>(v2, v0);
    [[maybe_unused]] auto v6 = sw::reshape<12>(v4);
    [[maybe_unused]] auto v7 = sw::take(v4, sw::argsort<0>(v2));
    [[maybe_unused]] auto v8 = sw::logsumexp<0>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_25(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = sw::flip(x0, 2u);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v2, v2), v2, v2);
  [[maybe_unused]] const Value v4 = recomputed(g, v2);
  [[maybe_unused]] const Value v5 = sw::concat({v2, v0}, 1);
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v4, e, 1); }();
  [[maybe_unused]] const Value v7 = sw::take(v4, sw::argsort(v2, 0), nullptr);
  [[maybe_unused]] const Value v8 = sw::logsumexp(v6, 0);
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 25") { check<sw::Program<typed_25, "f32[3,4]{R:X}", "f32[4]">>(dynamic_25); }

constexpr auto typed_26 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::square(v0);
    [[maybe_unused]] auto v3 = v1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_26(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::square>(v0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = recomputed(g, v0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 26") { check<sw::Program<typed_26, "f32[4]{R:X}", "f32[3,4@X,4]", "f32[4@X]">>(dynamic_26); }

constexpr auto typed_27 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x0, sw::argsort<0>(x1));
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = v0 * v1;
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::max(v2, v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v7 = 0.5 * v5;
    [[maybe_unused]] auto v8 = sw::where(v5 > v1, v5, v1);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_27(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x0, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v1 = recomputed(g, x0);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v0, v1);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::max>(v2, v3);
  [[maybe_unused]] const Value v6 = recomputed(g, v4);
  [[maybe_unused]] const Value v7 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v8 = sw::where(apply<ops::gt>(v5, v1), v5, v1);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 27") { check<sw::Program<typed_27, "f32[4,4]{R:X}", "f32[3,4]">>(dynamic_27); }

constexpr auto typed_28 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v1 = sw::reshape<16>(v0);
    [[maybe_unused]] auto v2 = v0 - x1;
    [[maybe_unused]] auto v3 = sw::sigmoid(v0);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v5 = v1 + 1;
    [[maybe_unused]] auto v6 = v4 + 1;
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_28(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x2);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v0, x1);
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v4 = recomputed(g, v2);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, 1.0);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 28") { check<sw::Program<typed_28, "f32[3,4,4]", "f32[4]", "f32[4@(X,Y),4]">>(dynamic_28); }

constexpr auto typed_29 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v3 = v0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(x1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_29(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::reshard(x1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v2 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(x1));
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 29") { check<sw::Program<typed_29, "f32[4]", "f32[4,4]{U:X}">>(dynamic_29); }

constexpr auto typed_30 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::stack<1>(x2, x2);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = sw::sum<1>(v1, sw::P(Y));
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v1), sw::P())(v1);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_30(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::stack({x2, x2}, 1);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(Y)"); return sw::sum(v1, 2u, false, &s); }();
  [[maybe_unused]] const Value v3 = by_hand(v0);
  [[maybe_unused]] const Value v4 = total_by_hand(v1);
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 30") { check<sw::Program<typed_30, "f32[3,4]", "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_30); }

constexpr auto typed_31 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::max(v0, v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x2), sw::P())(x2);
    [[maybe_unused]] auto v3 = sw::stack<0>(v0, x0);
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v5 = 0.5 * v1;
    [[maybe_unused]] auto v6 = sw::max(v2, x2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_31(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = apply<ops::max>(v0, v0);
  [[maybe_unused]] const Value v2 = total_by_hand(x2);
  [[maybe_unused]] const Value v3 = sw::stack({v0, x0}, 0);
  [[maybe_unused]] const Value v4 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v5 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v6 = apply<ops::max>(v2, x2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 31") { check<sw::Program<typed_31, "f32[4,4@X]", "f32[4]", "f32[3,4@X,4]">>(dynamic_31); }

constexpr auto typed_32 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 - x0;
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::square(v1);
    [[maybe_unused]] auto v4 = v1 - v3;
    [[maybe_unused]] auto v5 = sw::mean<1>(v2, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v6 = sw::slice<0, 0, 2>(v3);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_32(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x0, x0);
  [[maybe_unused]] const Value v1 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::square>(v1);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v1, v3);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(v2, 2u, false, &s); }();
  [[maybe_unused]] const Value v6 = sw::slice(v3, 0, 0, 2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 32") { check<sw::Program<typed_32, "f32[4@(X,Y),4]", "f32[3,4,4]{R:X}">>(dynamic_32); }

constexpr auto typed_33 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v1 = sw::log_softmax(v0);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = x1 - v2;
    [[maybe_unused]] auto v4 = sw::max(v2, v0);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_33(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v1 = sw::log_softmax(v0, 0);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::sub>(x1, v2);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v2, v0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 33") { check<sw::Program<typed_33, "f32[4@X,4]", "f32[]">>(dynamic_33); }

constexpr auto typed_34 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = v1 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v3 = sw::log_softmax(v0);
    [[maybe_unused]] auto v4 = sw::where(v2 > v1, v2, v1);
    [[maybe_unused]] auto v5 = sw::take(v2, sw::argsort<0>(v2));
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_34(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v3 = sw::log_softmax(v0, 1);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v2, v1), v2, v1);
  [[maybe_unused]] const Value v5 = sw::take(v2, sw::argsort(v2, 0), nullptr);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 34") { check<sw::Program<typed_34, "f32[4,4]{R:X}", "f32[4]{R:X}">>(dynamic_34); }

constexpr auto typed_35 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + x0;
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, x0, v0);
    [[maybe_unused]] auto v2 = sw::flip<1>(v1);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, v0, v0);
    [[maybe_unused]] auto v4 = sw::where(v3 > v2, v3, v2);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v4, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v4);
    [[maybe_unused]] auto v6 = v4 * v1;
    [[maybe_unused]] auto v7 = sw::where(v6 > v1, v6, v1);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_35(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, x0);
  [[maybe_unused]] const Value v1 = loop(g, x0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v2 = sw::flip(v1, 2u);
  [[maybe_unused]] const Value v3 = loop(g, v0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v3, v2), v3, v2);
  [[maybe_unused]] const Value v5 = branched(g, v4, 7u);
  [[maybe_unused]] const Value v6 = apply<ops::mul>(v4, v1);
  [[maybe_unused]] const Value v7 = sw::where(apply<ops::gt>(v6, v1), v6, v1);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 35") { check<sw::Program<typed_35, "f32[3,4,4]", "f32[4@X]">>(dynamic_35); }

constexpr auto typed_36 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v1 = sw::stack<1>(x0, x0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v3 = sw::logsumexp<2>(v2);
    [[maybe_unused]] auto v4 = v1 + 1;
    [[maybe_unused]] auto v5 = sw::square(v3);
    [[maybe_unused]] auto v6 = sw::sum<2>(v4);
    [[maybe_unused]] auto v7 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_36(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v1 = sw::stack({x0, x0}, 1);
  [[maybe_unused]] const Value v2 = recomputed(g, x1);
  [[maybe_unused]] const Value v3 = sw::logsumexp(v2, 2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v5 = apply<ops::square>(v3);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P((X,Y))"); return sw::sum(v4, 4u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = branched(g, v3, 3u);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 36") { check<sw::Program<typed_36, "f32[4@X,4@Y]", "f32[3,4@X,4]">>(dynamic_36); }

constexpr auto typed_37 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sin(x0);
    [[maybe_unused]] auto v1 = sw::cumsum<0>(x0);
    [[maybe_unused]] auto v2 = sw::sort<0>(x1);
    [[maybe_unused]] auto v3 = sw::sigmoid(x2);
    [[maybe_unused]] auto v4 = sw::tanh(v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_37(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x0);
  [[maybe_unused]] const Value v1 = sw::cumsum(x0, 0, false);
  [[maybe_unused]] const Value v2 = sw::sort(x1, 0);
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(x2);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 37") { check<sw::Program<typed_37, "f32[4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4@X]">>(dynamic_37); }

constexpr auto typed_38 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_38(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = by_hand(x0);
  [[maybe_unused]] const Value v3 = recomputed(g, x1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 38") { check<sw::Program<typed_38, "f32[4,4]{R:(X,Y)}", "f32[4,4@X]{R:Y}">>(dynamic_38); }

constexpr auto typed_39 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x2);
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P());
    [[maybe_unused]] auto v2 = sw::square(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v4 = v2 * v1;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v6 = v2 * v1;
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_39(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x2, e, 1); }();
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P()"));
  [[maybe_unused]] const Value v2 = apply<ops::square>(v1);
  [[maybe_unused]] const Value v3 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v2, v1);
  [[maybe_unused]] const Value v5 = by_hand(v1);
  [[maybe_unused]] const Value v6 = apply<ops::mul>(v2, v1);
  [[maybe_unused]] const Value v7 = by_hand(v3);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 39") { check<sw::Program<typed_39, "f32[3,4]{R:X}", "f32[4,4]{U:X}", "f32[4@(X,Y),4]">>(dynamic_39); }

}  // namespace
