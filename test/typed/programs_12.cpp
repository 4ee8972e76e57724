// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_240 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::sigmoid(v0);
    [[maybe_unused]] auto v3 = sw::stack<0>(v2, v0);
    [[maybe_unused]] auto v4 = sw::concat<0>(v0, v1);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_240(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 0);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v3 = sw::stack({v2, v0}, 0);
  [[maybe_unused]] const Value v4 = sw::concat({v0, v1}, 0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 240") { check<sw::Program<typed_240, "f32[4,4]{U:X}", "f32[4]{R:X}", "f32[3,4,4]{R:X}">>(dynamic_240); }

constexpr auto typed_241 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x2;
    [[maybe_unused]] auto v1 = sw::mean<0>(x2);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = v1 * v0;
    [[maybe_unused]] auto v4 = sw::sort<0>(v1);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_241(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:(X,Y)}"); return sw::mean(x2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v1, v0);
  [[maybe_unused]] const Value v4 = sw::sort(v1, 0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 241") { check<sw::Program<typed_241, "f32[3,4]", "f32[4,4]{R:(X,Y)}", "f32[4@(X,Y),4]">>(dynamic_241); }

constexpr auto typed_242 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = 0.5 * v0;
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::slice<2, 0, 2>(x2);
    [[maybe_unused]] auto v4 = sw::tril(v2);
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::gelu(v2);
    [[maybe_unused]] auto v7 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v6 + x); }, v5, v2);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_242(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::slice(x2, 2, 0, 2);
  [[maybe_unused]] const Value v4 = sw::tril(v2, 0);
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = apply<ops::gelu>(v2);
  [[maybe_unused]] const Value v7 = loop(g, v5, v2, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v6), x)); });
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 242") { check<sw::Program<typed_242, "f32[3,4]{R:X}", "f32[3,4,4]{R:X}", "f32[3,4,4]">>(dynamic_242); }

constexpr auto typed_243 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::reshape<12>(v0);
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::tril(v0);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::mean<0>(v4, sw::keepdims);
    [[maybe_unused]] auto v6 = sw::reshard(v2, sw::P(sw::none, X));
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_243(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v3 = sw::tril(v0, 0);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:X}"); return sw::mean(v4, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = sw::reshard(v2, spec("P(none,X)"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 243") { check<sw::Program<typed_243, "f32[3,4]", "f32[4@X,4@Y]", "f32[4@(X,Y),4]">>(dynamic_243); }

constexpr auto typed_244 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + x0;
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v2 = v0 * v0;
    [[maybe_unused]] auto v3 = sw::max(x1, v2);
    [[maybe_unused]] auto v4 = v0 * v0;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_244(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, x0);
  [[maybe_unused]] const Value v1 = recomputed(g, x0);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v3 = apply<ops::max>(x1, v2);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, v0);
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 244") { check<sw::Program<typed_244, "f32[]", "f32[]">>(dynamic_244); }

constexpr auto typed_245 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::max(v1, v2);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v2);
    [[maybe_unused]] auto v6 = 0.5 * v3;
    [[maybe_unused]] auto v7 = sw::reshard(v5, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v8 = sw::concat<0>(v7, v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_245(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 1, 0, 2);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v1, v2);
  [[maybe_unused]] const Value v5 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v6 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v7 = sw::reshard(v5, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v8 = sw::concat({v7, v7}, 0);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 245") { check<sw::Program<typed_245, "f32[4,4]", "f32[4]", "f32[4,4]{R:X}">>(dynamic_245); }

constexpr auto typed_246 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::square(v0);
    [[maybe_unused]] auto v2 = sw::log_softmax(x0);
    [[maybe_unused]] auto v3 = x1 + x1;
    [[maybe_unused]] auto v4 = v1 * v1;
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v3);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_246(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v1 = apply<ops::square>(v0);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v1, v1);
  [[maybe_unused]] const Value v5 = sw::slice(v3, 0, 0, 2);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 246") { check<sw::Program<typed_246, "f32[3,4]", "f32[3,4,4]">>(dynamic_246); }

constexpr auto typed_247 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = x0 + x0;
    [[maybe_unused]] auto v2 = sw::stack<0>(x0, v0);
    [[maybe_unused]] auto v3 = sw::relu(v0);
    [[maybe_unused]] auto v4 = v2 - v1;
    [[maybe_unused]] auto v5 = v4 + 1;
    [[maybe_unused]] auto v6 = sw::sort<2>(v5);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    [[maybe_unused]] auto v8 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_247(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, x0);
  [[maybe_unused]] const Value v2 = sw::stack({x0, v0}, 0);
  [[maybe_unused]] const Value v3 = apply<ops::relu>(v0);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, v1);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v6 = sw::sort(v5, 2);
  [[maybe_unused]] const Value v7 = by_hand(v4);
  [[maybe_unused]] const Value v8 = recomputed(g, v6);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 247") { check<sw::Program<typed_247, "f32[4@X,4]", "f32[4]{R:X}">>(dynamic_247); }

constexpr auto typed_248 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::einsum<"ij,kj->ik">(x1, x1, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v2 = sw::sigmoid(x1);
    [[maybe_unused]] auto v3 = sw::flip<1>(v0);
    [[maybe_unused]] auto v4 = sw::max<1>(v3, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v6 = 0.5 * v5;
    [[maybe_unused]] auto v7 = sw::sum<0>(v5);
    [[maybe_unused]] auto v8 = sw::flip<0>(v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_248(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(none,(X,Y))"); return sw::einsum(x1, x1, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v3 = sw::flip(v0, 2u);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X){R:Y}"); return sw::reduce_max(v3, 2u, false, &s); }();
  [[maybe_unused]] const Value v5 = by_hand(v1);
  [[maybe_unused]] const Value v6 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){U:Y}"); return sw::sum(v5, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v8 = sw::flip(v5, 1u);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 248") { check<sw::Program<typed_248, "f32[4,4]", "f32[4,4]">>(dynamic_248); }

constexpr auto typed_249 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x2, sw::argsort<0>(x1));
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v2 = sw::sort<1>(v0);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P(sw::none, Y));
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v5 = sw::cumsum<0>(v4);
    [[maybe_unused]] auto v6 = sw::take(v2, sw::argsort<0>(x1));
    [[maybe_unused]] auto v7 = sw::matmul(v6, v6);
    [[maybe_unused]] auto v8 = sw::reshard(v4, sw::P(X));
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_249(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x2, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v1 = recomputed(g, x1);
  [[maybe_unused]] const Value v2 = sw::sort(v0, 1);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P(none,Y)"));
  [[maybe_unused]] const Value v4 = recomputed(g, v1);
  [[maybe_unused]] const Value v5 = sw::cumsum(v4, 0, false);
  [[maybe_unused]] const Value v6 = sw::take(v2, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(none,X){R:Y}"); return sw::matmul(v6, v6, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v8 = sw::reshard(v4, spec("P(X)"));
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 249") { check<sw::Program<typed_249, "f32[4@X,4]", "f32[4]{R:X}", "f32[3,4,4]">>(dynamic_249); }

constexpr auto typed_250 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::reshape<16>(v0);
    [[maybe_unused]] auto v2 = sw::logsumexp<1>(v0);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_250(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v2 = sw::logsumexp(v0, 1);
  [[maybe_unused]] const Value v3 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v4 = recomputed(g, v0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 250") { check<sw::Program<typed_250, "f32[4,4]", "f32[4,4@X]{R:Y}", "f32[4,4]{U:X}">>(dynamic_250); }

constexpr auto typed_251 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v3 = v1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P());
    [[maybe_unused]] auto v6 = v2 + sw::stop_gradient(v1);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_251(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = recomputed(g, x0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P()"));
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, sw::stop_gradient(v1));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 251") { check<sw::Program<typed_251, "f32[3,4]", "f32[]">>(dynamic_251); }

constexpr auto typed_252 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::stack<0>(x0, x0);
    [[maybe_unused]] auto v2 = sw::reshard(x0, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::axes(X,Y)));
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_252(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = sw::stack({x0, x0}, 0);
  [[maybe_unused]] const Value v2 = sw::reshard(x0, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P((X,Y))"));
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 252") { check<sw::Program<typed_252, "f32[4]{R:X}", "f32[4]">>(dynamic_252); }

constexpr auto typed_253 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<2, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P());
    [[maybe_unused]] auto v2 = x0 + 1;
    [[maybe_unused]] auto v3 = v2 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v4 = sw::concat<0>(v2, x0);
    [[maybe_unused]] auto v5 = sw::concat<0>(v1, v1);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_253(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 2, 0, 2);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P()"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v4 = sw::concat({v2, x0}, 0);
  [[maybe_unused]] const Value v5 = sw::concat({v1, v1}, 0);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 253") { check<sw::Program<typed_253, "f32[4]", "f32[3,4,4]{R:X}">>(dynamic_253); }

constexpr auto typed_254 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_254(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 254") { check<sw::Program<typed_254, "f32[4,4]{U:X}", "f32[3,4]">>(dynamic_254); }

constexpr auto typed_255 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::sin(v0);
    [[maybe_unused]] auto v3 = sw::reshard(x1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v4 = v2 + 1;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_255(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v3 = sw::reshard(x1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 255") { check<sw::Program<typed_255, "f32[3,4,4]", "f32[4]{R:X}">>(dynamic_255); }

constexpr auto typed_256 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x2, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::relu(x1);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::mean<0>(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_256(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P((X,Y))"); return sw::mean(x2, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::relu>(x1);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){U:(X,Y)}"); return sw::mean(v0, 1u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v3, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 256") { check<sw::Program<typed_256, "f32[3,4]{R:X}", "f32[3,4,4]", "f32[4]{R:X}">>(dynamic_256); }

constexpr auto typed_257 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v2 = v0 - v0;
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = 0.5 * v0;
    [[maybe_unused]] auto v5 = sw::sigmoid(v3);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_257(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v0, v0);
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::sigmoid>(v3);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 257") { check<sw::Program<typed_257, "f32[4@X,4@Y]", "f32[4,4]{U:X}">>(dynamic_257); }

constexpr auto typed_258 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::tanh(x2);
    [[maybe_unused]] auto v1 = sw::mean<0>(v0);
    [[maybe_unused]] auto v2 = sw::flip<0>(x1);
    [[maybe_unused]] auto v3 = 0.5 * v0;
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_258(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::tanh>(x2);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(v0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::flip(x1, 1u);
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 258") { check<sw::Program<typed_258, "f32[4,4]", "f32[4]", "f32[4@X,4@Y]">>(dynamic_258); }

constexpr auto typed_259 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::sort<1>(v0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v4 = sw::gelu(v3);
    [[maybe_unused]] auto v5 = sw::reshape<12>(v4);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v7 = v5 + 1;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_259(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = sw::sort(v0, 1);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  [[maybe_unused]] const Value v4 = apply<ops::gelu>(v3);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v4, e, 1); }();
  [[maybe_unused]] const Value v6 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v5, 1.0);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 259") { check<sw::Program<typed_259, "f32[3,4]{R:X}", "f32[3,4,4]{R:X}">>(dynamic_259); }

}  // namespace
