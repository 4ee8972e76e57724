// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_220 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = x1 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = sw::sigmoid(v0);
    [[maybe_unused]] auto v3 = sw::sort<0>(v2);
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v3);
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v6 = sw::logsumexp<0>(v3);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_220(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v3 = sw::sort(v2, 0);
  [[maybe_unused]] const Value v4 = sw::slice(v3, 0, 0, 2);
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P(){U:(X,Y)}"));
  [[maybe_unused]] const Value v6 = sw::logsumexp(v3, 0);
  const Value loss = sw::sum(v6, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 220") { check<sw::Program<typed_220, "f32[4]{R:X}", "f32[3,4,4]{R:X}", "f32[3,4,4]">>(dynamic_220); }

constexpr auto typed_221 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = sw::log_softmax(x2);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v5);
    [[maybe_unused]] auto v7 = sw::slice<0, 0, 2>(v5);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_221(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x2, 0);
  [[maybe_unused]] const Value v3 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = by_hand(v3);
  [[maybe_unused]] const Value v6 = recomputed(g, v5);
  [[maybe_unused]] const Value v7 = sw::slice(v5, 0, 0, 2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 221") { check<sw::Program<typed_221, "f32[3,4,4]", "f32[4@X,4]", "f32[4@X]">>(dynamic_221); }

constexpr auto typed_222 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x2, sw::argsort<0>(x2));
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v2 = sw::tril(x1);
    [[maybe_unused]] auto v3 = 0.5 * v2;
    [[maybe_unused]] auto v4 = v1 + 1;
    [[maybe_unused]] auto v5 = sw::matmul(v4, v3);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v5, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v5);
    [[maybe_unused]] auto v7 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v8 = sw::flip<1>(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_222(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x2, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v1 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::tril(x1, 0);
  [[maybe_unused]] const Value v3 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(none,Y){R:X}"); return sw::matmul(v4, v3, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = branched(g, v5, 3u);
  [[maybe_unused]] const Value v7 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v8 = sw::flip(v7, 2u);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 222") { check<sw::Program<typed_222, "f32[4,4]{R:X}", "f32[4,4]{R:(X,Y)}", "f32[3,4]{R:X}">>(dynamic_222); }

constexpr auto typed_223 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x1, sw::P(sw::none, Y));
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v3 = sw::sigmoid(v0);
    [[maybe_unused]] auto v4 = v2 + 1;
    [[maybe_unused]] auto v5 = 0.5 * v2;
    [[maybe_unused]] auto v6 = 0.5 * v2;
    [[maybe_unused]] auto v7 = sw::reshape<16>(v4);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_223(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::reshard(x1, spec("P(none,Y)"));
  [[maybe_unused]] const Value v2 = by_hand(v0);
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v5 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v6 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v7 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v4, e, 1); }();
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 223") { check<sw::Program<typed_223, "f32[4]{R:X}", "f32[4@(X,Y),4]">>(dynamic_223); }

constexpr auto typed_224 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_224(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v3 = total_by_hand(v2);
  const Value loss = sw::sum(v3, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 224") { check<sw::Program<typed_224, "f32[3,4@X,4]", "f32[4,4@X]", "f32[3,4,4]">>(dynamic_224); }

constexpr auto typed_225 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v2 = sw::log_softmax(x2);
    [[maybe_unused]] auto v3 = sw::where(v1 > v2, v1, v2);
    [[maybe_unused]] auto v4 = sw::logsumexp<2>(v3);
    [[maybe_unused]] auto v5 = sw::relu(v1);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_225(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x2);
  [[maybe_unused]] const Value v1 = by_hand(v0);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x2, 2);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v1, v2), v1, v2);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v3, 2);
  [[maybe_unused]] const Value v5 = apply<ops::relu>(v1);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 225") { check<sw::Program<typed_225, "f32[3,4@X,4]", "f32[4@(X,Y),4]", "f32[3,4@X,4]">>(dynamic_225); }

constexpr auto typed_226 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v3 = v2 + sw::stop_gradient(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_226(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, sw::stop_gradient(v2));
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 226") { check<sw::Program<typed_226, "f32[4,4]{U:X}", "f32[3,4]", "f32[3,4,4]{R:X}">>(dynamic_226); }

constexpr auto typed_227 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::mean<0>(x0);
    [[maybe_unused]] auto v2 = sw::log_softmax(v1);
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = sw::reshape<16>(v2);
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v6 = sw::max<0>(v4, sw::keepdims);
    [[maybe_unused]] auto v7 = v3 - v5;
    [[maybe_unused]] auto v8 = sw::sum<0>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_227(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(none,X)"); return sw::mean(x0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v5 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(Y){R:X}"); return sw::reduce_max(v4, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = apply<ops::sub>(v3, v5);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::sum(v6, 1u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 227") { check<sw::Program<typed_227, "f32[3,4,4]", "f32[4,4]{R:(X,Y)}">>(dynamic_227); }

constexpr auto typed_228 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x1, sw::argsort<0>(x0));
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v0), sw::P())(v0);
    [[maybe_unused]] auto v2 = 0.5 * x0;
    [[maybe_unused]] auto v3 = sw::reshard(x1, sw::P(sw::none, Y));
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = v4 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v7 = sw::mean<0>(v5, sw::P(Y));
    [[maybe_unused]] auto v8 = sw::slice<0, 0, 2>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_228(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x1, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v1 = total_by_hand(v0);
  [[maybe_unused]] const Value v2 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v3 = sw::reshard(x1, spec("P(none,Y)"));
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v6 = by_hand(v2);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(Y)"); return sw::mean(v5, 1u, false, &s); }();
  [[maybe_unused]] const Value v8 = sw::slice(v6, 0, 0, 2);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 228") { check<sw::Program<typed_228, "f32[4,4@X]", "f32[3,4]{R:X}">>(dynamic_228); }

constexpr auto typed_229 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x2;
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(Y, X));
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = v2 + 1;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_229(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v1 = branched(g, x2, 7u);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(Y,X)"));
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 229") { check<sw::Program<typed_229, "f32[]", "f32[4,4@X]", "f32[3,4,4]{R:X}">>(dynamic_229); }

constexpr auto typed_230 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::stack<0>(x0, x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = sw::stack<0>(x1, v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = sw::concat<0>(v0, x1);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    [[maybe_unused]] auto v6 = sw::reshard(v4, sw::P(sw::unreduced(X), sw::reduced(Y)));
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_230(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::stack({x0, x0}, 0);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = sw::stack({x1, v1}, 0);
  [[maybe_unused]] const Value v3 = branched(g, v2, 7u);
  [[maybe_unused]] const Value v4 = sw::concat({v0, x1}, 0);
  [[maybe_unused]] const Value v5 = by_hand(v4);
  [[maybe_unused]] const Value v6 = sw::reshard(v4, spec("P(){U:X, R:Y}"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 230") { check<sw::Program<typed_230, "f32[4]{R:X}", "f32[4,4]{R:X}", "f32[3,4,4]{R:X}">>(dynamic_230); }

constexpr auto typed_231 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x1);
    [[maybe_unused]] auto v1 = 0.5 * v0;
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v3 = v1 * v0;
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v5 = sw::sum<1>(v1, sw::keepdims);
    [[maybe_unused]] auto v6 = v4 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v7 = sw::transpose<1, 0>(v5);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_231(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v1 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v2 = by_hand(x1);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v1, v0);
  [[maybe_unused]] const Value v4 = by_hand(v2);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(X){R:Y}"); return sw::sum(v1, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v7 = sw::transpose(v5, 0x01);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 231") { check<sw::Program<typed_231, "f32[4,4]{R:X}", "f32[4@X,4@Y]">>(dynamic_231); }

constexpr auto typed_232 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, x0, x0);
    [[maybe_unused]] auto v2 = sw::logsumexp<2>(v1);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v4 = sw::where(v0 > v0, v0, v0);
    [[maybe_unused]] auto v5 = sw::log_softmax(v2);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_232(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = loop(g, x0, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v2 = sw::logsumexp(v1, 2);
  [[maybe_unused]] const Value v3 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v0, v0), v0, v0);
  [[maybe_unused]] const Value v5 = sw::log_softmax(v2, 1);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 232") { check<sw::Program<typed_232, "f32[3,4,4]{R:X}", "f32[4]{R:X}">>(dynamic_232); }

constexpr auto typed_233 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v3 = sw::tanh(v1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_233(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = by_hand(v1);
  [[maybe_unused]] const Value v3 = apply<ops::tanh>(v1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 233") { check<sw::Program<typed_233, "f32[4,4]{R:X}", "f32[4,4@X]{R:Y}">>(dynamic_233); }

constexpr auto typed_234 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::tanh(x2);
    [[maybe_unused]] auto v1 = sw::where(v0 > v0, v0, v0);
    [[maybe_unused]] auto v2 = sw::einsum<"ij,kj->ik">(v0, v0, sw::P(sw::none, Y));
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = 0.5 * v3;
    [[maybe_unused]] auto v5 = v1 - v0;
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_234(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::tanh>(x2);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(v0, v0), v0, v0);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,Y)"); return sw::einsum(v0, v0, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::sub>(v1, v0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 234") { check<sw::Program<typed_234, "f32[4,4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4]{R:(X,Y)}">>(dynamic_234); }

constexpr auto typed_235 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v1 = sw::sigmoid(x1);
    [[maybe_unused]] auto v2 = sw::log_softmax(x2);
    [[maybe_unused]] auto v3 = 0.5 * v2;
    [[maybe_unused]] auto v4 = sw::max(v1, x1);
    [[maybe_unused]] auto v5 = v1 + 1;
    [[maybe_unused]] auto v6 = sw::log_softmax(v5);
    [[maybe_unused]] auto v7 = 0.5 * v4;
    [[maybe_unused]] auto v8 = sw::concat<0>(v5, v5);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_235(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x2, 1);
  [[maybe_unused]] const Value v3 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v1, x1);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v6 = sw::log_softmax(v5, 1);
  [[maybe_unused]] const Value v7 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v8 = sw::concat({v5, v5}, 0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 235") { check<sw::Program<typed_235, "f32[4@(X,Y),4]", "f32[4,4@X]{R:Y}", "f32[4@X,4@Y]">>(dynamic_235); }

constexpr auto typed_236 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P());
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v2 = sw::tril(v1);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v1 + x); }, v2, x0);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = sw::sort<0>(v1);
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(x0);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_236(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P()"));
  [[maybe_unused]] const Value v1 = branched(g, x0, 7u);
  [[maybe_unused]] const Value v2 = sw::tril(v1, 0);
  [[maybe_unused]] const Value v3 = loop(g, v2, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v1), x)); });
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = sw::sort(v1, 0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(x0));
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 236") { check<sw::Program<typed_236, "f32[3,4,4]", "f32[3,4]", "f32[]">>(dynamic_236); }

constexpr auto typed_237 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::sum<0>(x1);
    [[maybe_unused]] auto v2 = sw::reshape<16>(v0);
    [[maybe_unused]] auto v3 = sw::einsum<"ij,kj->ik">(v0, v0);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v4, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v4);
    [[maybe_unused]] auto v6 = v5 + 1;
    [[maybe_unused]] auto v7 = sw::log_softmax(v6);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_237(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:X}"); return sw::sum(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::einsum(v0, v0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = by_hand(v2);
  [[maybe_unused]] const Value v5 = branched(g, v4, 1u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v5, 1.0);
  [[maybe_unused]] const Value v7 = sw::log_softmax(v6, 0);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 237") { check<sw::Program<typed_237, "f32[4]", "f32[4,4]{R:(X,Y)}", "f32[3,4]{R:X}">>(dynamic_237); }

constexpr auto typed_238 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + x1;
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::none, X));
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v5 = sw::reshard(v2, sw::P(sw::reduced(X, Y)));
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_238(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(none,X)"));
  [[maybe_unused]] const Value v2 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v5 = sw::reshard(v2, spec("P(){R:(X,Y)}"));
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 238") { check<sw::Program<typed_238, "f32[]", "f32[4@X,4]">>(dynamic_238); }

constexpr auto typed_239 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::matmul(x2, x1, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v1 = sw::gelu(x1);
    [[maybe_unused]] auto v2 = sw::flip<0>(x1);
    [[maybe_unused]] auto v3 = sw::matmul(v1, v1);
    [[maybe_unused]] auto v4 = v3 + sw::stop_gradient(v2);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_239(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::matmul(x2, x1, &s); }();
  [[maybe_unused]] const Value v1 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v2 = sw::flip(x1, 1u);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(none,X){U:Y}"); return sw::matmul(v1, v1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, sw::stop_gradient(v2));
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 239") { check<sw::Program<typed_239, "f32[4,4@X]{R:Y}", "f32[4]{R:X}", "f32[4@(X,Y),4]">>(dynamic_239); }

}  // namespace
