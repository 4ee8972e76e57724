// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_0 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sum<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x2);
    [[maybe_unused]] auto v2 = sw::where(v0 > x0, v0, x0);
    [[maybe_unused]] auto v3 = v0 + v1;
    [[maybe_unused]] auto v4 = sw::max<0>(v1, sw::P(X));
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_0(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(Y)"); return sw::sum(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::slice(x2, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(v0, x0), v0, x0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, v1);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X)"); return sw::reduce_max(v1, 1u, false, &s); }();
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 0") { check<sw::Program<typed_0, "f32[4]", "f32[3,4]", "f32[4,4@X]">>(dynamic_0); }

constexpr auto typed_1 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v3 = sw::square(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_1(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = recomputed(g, x2);
  [[maybe_unused]] const Value v3 = apply<ops::square>(v2);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 1") { check<sw::Program<typed_1, "f32[4,4]{R:X}", "f32[3,4,4]{R:X}", "f32[4@X]">>(dynamic_1); }

constexpr auto typed_2 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(v0);
    [[maybe_unused]] auto v2 = sw::square(v0);
    [[maybe_unused]] auto v3 = sw::take(v1, sw::argsort<0>(v0));
    [[maybe_unused]] auto v4 = v0 * x1;
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v1);
    [[maybe_unused]] auto v6 = sw::matmul(v4, v4, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v7 = v4 * x1;
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_2(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v1 = sw::log_softmax(v0, 1);
  [[maybe_unused]] const Value v2 = apply<ops::square>(v0);
  [[maybe_unused]] const Value v3 = sw::take(v1, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, x1);
  [[maybe_unused]] const Value v5 = sw::slice(v1, 1, 0, 2);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){R:Y}"); return sw::matmul(v4, v4, &s); }();
  [[maybe_unused]] const Value v7 = apply<ops::mul>(v4, x1);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 2") { check<sw::Program<typed_2, "f32[3,4,4]", "f32[4,4]{R:(X,Y)}", "f32[4@(X,Y),4]">>(dynamic_2); }

constexpr auto typed_3 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 - x0;
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::matmul(x1, x1, sw::P());
    [[maybe_unused]] auto v3 = sw::matmul(v1, x0);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v3);
    [[maybe_unused]] auto v5 = v3 - x1;
    [[maybe_unused]] auto v6 = sw::flip<1>(v2);
    [[maybe_unused]] auto v7 = sw::where(v6 > x0, v6, x0);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_3(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x2, x0);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P()"); return sw::matmul(x1, x1, &s); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){U:Y}"); return sw::matmul(v1, x0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v3));
  [[maybe_unused]] const Value v5 = apply<ops::sub>(v3, x1);
  [[maybe_unused]] const Value v6 = sw::flip(v2, 2u);
  [[maybe_unused]] const Value v7 = sw::where(apply<ops::gt>(v6, x0), v6, x0);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 3") { check<sw::Program<typed_3, "f32[4]", "f32[3,4,4]", "f32[3,4@X,4]">>(dynamic_3); }

constexpr auto typed_4 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::tril(x0);
    [[maybe_unused]] auto v1 = x0 - x0;
    [[maybe_unused]] auto v2 = sw::concat<0>(v0, x0);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_4(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::tril(x0, 0);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(x0, x0);
  [[maybe_unused]] const Value v2 = sw::concat({v0, x0}, 0);
  [[maybe_unused]] const Value v3 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 4") { check<sw::Program<typed_4, "f32[3,4]", "f32[3,4,4]">>(dynamic_4); }

constexpr auto typed_5 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(v1);
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::max<0>(v2);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_5(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = branched(g, x2, 3u);
  [[maybe_unused]] const Value v2 = sw::slice(v1, 1, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::reduce_max(v2, 1u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 5") { check<sw::Program<typed_5, "f32[3,4]", "f32[4@X,4@Y]", "f32[4@X,4]">>(dynamic_5); }

constexpr auto typed_6 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x1);
    [[maybe_unused]] auto v1 = sw::concat<1>(x0, x0);
    [[maybe_unused]] auto v2 = sw::where(v1 > v1, v1, v1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_6(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::mean(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::concat({x0, x0}, 1);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(v1, v1), v1, v1);
  [[maybe_unused]] const Value v3 = by_hand(v0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 6") { check<sw::Program<typed_6, "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_6); }

constexpr auto typed_7 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = v0 + 1;
    [[maybe_unused]] auto v4 = sw::logsumexp<2>(v1);
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v2);
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(v2);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_7(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v1 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v1, 2);
  [[maybe_unused]] const Value v5 = sw::slice(v2, 1, 0, 2);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v2));
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 7") { check<sw::Program<typed_7, "f32[4,4]{U:X}", "f32[3,4,4]{R:X}">>(dynamic_7); }

constexpr auto typed_8 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = sw::sum<0>(v0, sw::keepdims);
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = sw::reshape<4>(v2);
    [[maybe_unused]] auto v5 = sw::sin(v2);
    [[maybe_unused]] auto v6 = sw::slice<0, 0, 2>(v3);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_8(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P()"); return sw::sum(v0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v5 = apply<ops::sin>(v2);
  [[maybe_unused]] const Value v6 = sw::slice(v3, 0, 0, 2);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 8") { check<sw::Program<typed_8, "f32[4@X,4@Y]", "f32[4@X,4]">>(dynamic_8); }

constexpr auto typed_9 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x0, sw::argsort<0>(x0));
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v3 = sw::where(v0 > v0, v0, v0);
    [[maybe_unused]] auto v4 = v0 - v0;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_9(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x0, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v2 = by_hand(v0);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v0, v0), v0, v0);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v0, v0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 9") { check<sw::Program<typed_9, "f32[4]", "f32[4,4@X]", "f32[3,4,4]{R:X}">>(dynamic_9); }

constexpr auto typed_10 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::einsum<"ij,kj->ik">(x1, v0);
    [[maybe_unused]] auto v3 = sw::einsum<"ij,kj->ik">(v1, v1);
    [[maybe_unused]] auto v4 = sw::take(v3, sw::argsort<0>(v0));
    [[maybe_unused]] auto v5 = sw::take(v3, sw::argsort<0>(v0));
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v7 = sw::cumsum<1>(v5);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_10(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,X){U:Y}"); return sw::einsum(x1, v0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(Y,X)"); return sw::einsum(v1, v1, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::take(v3, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v5 = sw::take(v3, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v6 = by_hand(v3);
  [[maybe_unused]] const Value v7 = sw::cumsum(v5, 1, false);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 10") { check<sw::Program<typed_10, "f32[3,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_10); }

constexpr auto typed_11 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x2 > x0, x2, x0);
    [[maybe_unused]] auto v1 = sw::stack<1>(x2, x2);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v3 = sw::where(x2 > v0, x2, v0);
    [[maybe_unused]] auto v4 = sw::logsumexp<1>(v2);
    [[maybe_unused]] auto v5 = sw::mean<0>(v3, sw::keepdims, sw::P(sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v7 = sw::log_softmax(v6);
    [[maybe_unused]] auto v8 = sw::cond(sw::sum(v7, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_11(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x2, x0), x2, x0);
  [[maybe_unused]] const Value v1 = sw::stack({x2, x2}, 1);
  [[maybe_unused]] const Value v2 = recomputed(g, v0);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(x2, v0), x2, v0);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v2, 1);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(none,X){R:Y}"); return sw::mean(v3, 1u, true, &s); }();
  [[maybe_unused]] const Value v6 = by_hand(v2);
  [[maybe_unused]] const Value v7 = sw::log_softmax(v6, 1);
  [[maybe_unused]] const Value v8 = branched(g, v7, 3u);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 11") { check<sw::Program<typed_11, "f32[]", "f32[4,4]", "f32[4@X,4@Y]">>(dynamic_11); }

constexpr auto typed_12 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = x1 - x1;
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v4 = sw::concat<0>(v1, v3);
    [[maybe_unused]] auto v5 = v2 + v1;
    [[maybe_unused]] auto v6 = sw::logsumexp<2>(v3);
    [[maybe_unused]] auto v7 = sw::matmul(v3, v3, sw::P(sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v8 = v6 + 1;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_12(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v2 = branched(g, v0, 7u);
  [[maybe_unused]] const Value v3 = branched(g, v0, 7u);
  [[maybe_unused]] const Value v4 = sw::concat({v1, v3}, 0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v2, v1);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v3, 2);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(none,X){R:Y}"); return sw::matmul(v3, v3, &s); }();
  [[maybe_unused]] const Value v8 = apply<ops::add>(v6, 1.0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 12") { check<sw::Program<typed_12, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]">>(dynamic_12); }

constexpr auto typed_13 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, x0, x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v2 = sw::where(v0 > v1, v0, v1);
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::matmul(v0, x1, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v5 = sw::cumsum<0>(v3);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_13(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = loop(g, x0, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v1 = by_hand(x0);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(v0, v1), v0, v1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(){U:Y}"); return sw::matmul(v0, x1, &s); }();
  [[maybe_unused]] const Value v5 = sw::cumsum(v3, 0, false);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 13") { check<sw::Program<typed_13, "f32[4,4@X]", "f32[4@X]">>(dynamic_13); }

constexpr auto typed_14 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v2 = sw::sin(v0);
    [[maybe_unused]] auto v3 = sw::concat<0>(x2, v2);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v5);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_14(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x2, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v1 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v3 = sw::concat({x2, v2}, 0);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = recomputed(g, v2);
  [[maybe_unused]] const Value v6 = recomputed(g, v5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 14") { check<sw::Program<typed_14, "f32[4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4]{R:X}">>(dynamic_14); }

constexpr auto typed_15 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v1 = v0 * v0;
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::max<1>(x1, sw::keepdims);
    [[maybe_unused]] auto v4 = sw::max<0>(v3, sw::P());
    [[maybe_unused]] auto v5 = sw::reshard(v2, sw::P());
    [[maybe_unused]] auto v6 = sw::where(v4 > v4, v4, v4);
    [[maybe_unused]] auto v7 = sw::logsumexp<1>(v3);
    [[maybe_unused]] auto v8 = sw::sum<0>(v7, sw::P(sw::reduced(X)));
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_15(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x1, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v1 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(none,X){U:Y}"); return sw::reduce_max(x1, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::reduce_max(v3, 1u, false, &s); }();
  [[maybe_unused]] const Value v5 = sw::reshard(v2, spec("P()"));
  [[maybe_unused]] const Value v6 = sw::where(apply<ops::gt>(v4, v4), v4, v4);
  [[maybe_unused]] const Value v7 = sw::logsumexp(v3, 1);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){R:X}"); return sw::sum(v7, 1u, false, &s); }();
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 15") { check<sw::Program<typed_15, "f32[4]", "f32[4,4@X]">>(dynamic_15); }

constexpr auto typed_16 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x1);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v3 = sw::tanh(v2);
    [[maybe_unused]] auto v4 = sw::sin(v3);
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v1);
    [[maybe_unused]] auto v6 = sw::cumsum<2>(v3);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_16(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x1, 0);
  [[maybe_unused]] const Value v1 = recomputed(g, x0);
  [[maybe_unused]] const Value v2 = recomputed(g, x0);
  [[maybe_unused]] const Value v3 = apply<ops::tanh>(v2);
  [[maybe_unused]] const Value v4 = apply<ops::sin>(v3);
  [[maybe_unused]] const Value v5 = sw::slice(v1, 1, 0, 2);
  [[maybe_unused]] const Value v6 = sw::cumsum(v3, 2, false);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 16") { check<sw::Program<typed_16, "f32[3,4,4]{R:X}", "f32[4]{R:X}">>(dynamic_16); }

constexpr auto typed_17 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_17(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = branched(g, x2, 7u);
  [[maybe_unused]] const Value v2 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(){R:X}"));
  [[maybe_unused]] const Value v5 = sw::transpose(v2, 0x01);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 17") { check<sw::Program<typed_17, "f32[4,4]{U:X}", "f32[4,4]{U:X}", "f32[3,4,4]">>(dynamic_17); }

constexpr auto typed_18 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::einsum<"ij,kj->ik">(x1, x0);
    [[maybe_unused]] auto v2 = sw::mean<1>(v1);
    [[maybe_unused]] auto v3 = sw::max(v2, v1);
    [[maybe_unused]] auto v4 = sw::concat<1>(v3, v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_18(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(Y){U:X}"); return sw::einsum(x1, x0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(X){U:Y}"); return sw::mean(v1, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::max>(v2, v1);
  [[maybe_unused]] const Value v4 = sw::concat({v3, v0}, 1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 18") { check<sw::Program<typed_18, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}">>(dynamic_18); }

constexpr auto typed_19 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + 1;
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::stack<0>(x2, v0);
    [[maybe_unused]] auto v3 = sw::stack<0>(v0, x2);
    [[maybe_unused]] auto v4 = sw::tanh(v2);
    [[maybe_unused]] auto v5 = sw::reshape<8>(v2);
    [[maybe_unused]] auto v6 = sw::reshape<8>(v2);
    [[maybe_unused]] auto v7 = sw::sin(v5);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_19(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::stack({x2, v0}, 0);
  [[maybe_unused]] const Value v3 = sw::stack({v0, x2}, 0);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v2);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(8)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(8)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v7 = apply<ops::sin>(v5);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 19") { check<sw::Program<typed_19, "f32[4,4@X]", "f32[4,4]{U:X}", "f32[4]{R:X}">>(dynamic_19); }

}  // namespace
