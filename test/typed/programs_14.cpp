// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_280 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x2;
    [[maybe_unused]] auto v1 = sw::logsumexp<0>(x1);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_280(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x1, 0);
  [[maybe_unused]] const Value v2 = recomputed(g, x2);
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  [[maybe_unused]] const Value v4 = by_hand(v0);
  [[maybe_unused]] const Value v5 = recomputed(g, v3);
  [[maybe_unused]] const Value v6 = sw::transpose(v2, 0x01);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 280") { check<sw::Program<typed_280, "f32[4@X,4@Y]", "f32[4@X]", "f32[4@X,4@Y]">>(dynamic_280); }

constexpr auto typed_281 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::logsumexp<1>(v0);
    [[maybe_unused]] auto v2 = sw::where(x2 > x2, x2, x2);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v4 = 0.5 * v0;
    [[maybe_unused]] auto v5 = sw::flip<1>(v3);
    [[maybe_unused]] auto v6 = sw::flip<1>(v4);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_281(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = sw::logsumexp(v0, 1);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(x2, x2), x2, x2);
  [[maybe_unused]] const Value v3 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v4 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v5 = sw::flip(v3, 2u);
  [[maybe_unused]] const Value v6 = sw::flip(v4, 2u);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 281") { check<sw::Program<typed_281, "f32[3,4]{R:X}", "f32[4,4@X]", "f32[4@X,4]">>(dynamic_281); }

constexpr auto typed_282 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x1 * x1;
    [[maybe_unused]] auto v1 = sw::logsumexp<2>(x1);
    [[maybe_unused]] auto v2 = sw::sigmoid(v0);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P());
    [[maybe_unused]] auto v4 = v3 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v6 = sw::flip<0>(v5);
    [[maybe_unused]] auto v7 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v5);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_282(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x1, 2);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P()"));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v6 = sw::flip(v5, 1u);
  [[maybe_unused]] const Value v7 = recomputed(g, v5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 282") { check<sw::Program<typed_282, "f32[4@X,4]", "f32[3,4,4]{R:X}", "f32[]">>(dynamic_282); }

constexpr auto typed_283 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + x2;
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, x2, v0);
    [[maybe_unused]] auto v2 = x2 + 1;
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v5 = sw::max(v4, x0);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_283(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, x2);
  [[maybe_unused]] const Value v1 = loop(g, x2, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v2 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = branched(g, v3, 1u);
  [[maybe_unused]] const Value v5 = apply<ops::max>(v4, x0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 283") { check<sw::Program<typed_283, "f32[4,4]", "f32[]", "f32[4]">>(dynamic_283); }

constexpr auto typed_284 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::sigmoid(v0);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::sin(v1);
    [[maybe_unused]] auto v4 = 0.5 * v0;
    [[maybe_unused]] auto v5 = sw::square(v2);
    [[maybe_unused]] auto v6 = sw::max(v4, v2);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_284(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v2 = branched(g, x1, 1u);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(v1);
  [[maybe_unused]] const Value v4 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::square>(v2);
  [[maybe_unused]] const Value v6 = apply<ops::max>(v4, v2);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 284") { check<sw::Program<typed_284, "f32[3,4,4]", "f32[4@X]">>(dynamic_284); }

constexpr auto typed_285 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v2 = sw::tanh(v1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v4 = sw::sort<0>(v0);
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::reshard(v2, sw::P(sw::none, Y));
    [[maybe_unused]] auto v7 = sw::where(v6 > v6, v6, v6);
    [[maybe_unused]] auto v8 = sw::log_softmax(v7);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_285(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = by_hand(x0);
  [[maybe_unused]] const Value v2 = apply<ops::tanh>(v1);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  [[maybe_unused]] const Value v4 = sw::sort(v0, 0);
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = sw::reshard(v2, spec("P(none,Y)"));
  [[maybe_unused]] const Value v7 = sw::where(apply<ops::gt>(v6, v6), v6, v6);
  [[maybe_unused]] const Value v8 = sw::log_softmax(v7, 1);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 285") { check<sw::Program<typed_285, "f32[4,4@X]{R:Y}", "f32[4@X,4@Y]">>(dynamic_285); }

constexpr auto typed_286 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::einsum<"ij,kj->ik">(x0, x0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v1 = sw::concat<1>(x0, x0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v4 = sw::max(v3, v3);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_286(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y}"); return sw::einsum(x0, x0, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v1 = sw::concat({x0, x0}, 1);
  [[maybe_unused]] const Value v2 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v3, v3);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 286") { check<sw::Program<typed_286, "f32[4,4]{R:X}", "f32[3,4]">>(dynamic_286); }

constexpr auto typed_287 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 - x2;
    [[maybe_unused]] auto v1 = sw::take(v0, sw::argsort<0>(x2));
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x1), sw::P())(x1);
    [[maybe_unused]] auto v3 = v1 + sw::stop_gradient(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_287(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x2, x2);
  [[maybe_unused]] const Value v1 = sw::take(v0, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v2 = total_by_hand(x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, sw::stop_gradient(v2));
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 287") { check<sw::Program<typed_287, "f32[3,4]{R:X}", "f32[4@X]", "f32[4,4]{R:X}">>(dynamic_287); }

constexpr auto typed_288 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x2, sw::argsort<0>(x2));
    [[maybe_unused]] auto v1 = sw::max(x2, x2);
    [[maybe_unused]] auto v2 = sw::reshard(x2, sw::P());
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::slice<2, 0, 2>(v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_288(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x2, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v1 = apply<ops::max>(x2, x2);
  [[maybe_unused]] const Value v2 = sw::reshard(x2, spec("P()"));
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::slice(v0, 2, 0, 2);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 288") { check<sw::Program<typed_288, "f32[4,4@X]{R:Y}", "f32[4,4]{U:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_288); }

constexpr auto typed_289 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v2 = sw::log_softmax(x1);
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = sw::tanh(v3);
    [[maybe_unused]] auto v5 = sw::matmul(v1, x0);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_289(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = by_hand(x0);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v3);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:Y}"); return sw::matmul(v1, x0, (void(s), nullptr)); }();
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 289") { check<sw::Program<typed_289, "f32[3,4,4]{R:X}", "f32[4@X,4]">>(dynamic_289); }

constexpr auto typed_290 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::take(x1, sw::argsort<0>(x2));
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = v0 - v0;
    [[maybe_unused]] auto v4 = sw::square(v1);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_290(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::take(x1, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v1 = branched(g, x2, 3u);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::sub>(v0, v0);
  [[maybe_unused]] const Value v4 = apply<ops::square>(v1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 290") { check<sw::Program<typed_290, "f32[4@X,4@Y]", "f32[4,4]{R:(X,Y)}", "f32[4,4@X]{R:Y}">>(dynamic_290); }

constexpr auto typed_291 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(X));
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = sw::sigmoid(x1);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v4 = sw::sin(v2);
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v7 = sw::logsumexp<1>(v3);
    [[maybe_unused]] auto v8 = v7 * v6;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_291(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(X)"));
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v3 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v4 = apply<ops::sin>(v2);
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P(){U:X}"));
  [[maybe_unused]] const Value v6 = recomputed(g, v4);
  [[maybe_unused]] const Value v7 = sw::logsumexp(v3, 1);
  [[maybe_unused]] const Value v8 = apply<ops::mul>(v7, v6);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 291") { check<sw::Program<typed_291, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]">>(dynamic_291); }

constexpr auto typed_292 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max<0>(x0, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = v2 + 1;
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_292(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:X}"); return sw::reduce_max(x0, 1u, false, &s); }();
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = branched(g, x1, 1u);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, 1.0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 292") { check<sw::Program<typed_292, "f32[4]", "f32[4]{R:X}">>(dynamic_292); }

constexpr auto typed_293 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v1), sw::P())(v1);
    [[maybe_unused]] auto v6 = sw::tanh(v5);
    [[maybe_unused]] auto v7 = sw::sigmoid(v6);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_293(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x2, 1u);
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v3 = total_by_hand(v2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = total_by_hand(v1);
  [[maybe_unused]] const Value v6 = apply<ops::tanh>(v5);
  [[maybe_unused]] const Value v7 = apply<ops::sigmoid>(v6);
  const Value loss = sw::sum(v7, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 293") { check<sw::Program<typed_293, "f32[3,4]{R:X}", "f32[4,4]{U:X}", "f32[4@X]">>(dynamic_293); }

constexpr auto typed_294 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sort<0>(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = v0 + v1;
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(Y, sw::unreduced(X)));
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_294(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::sort(x1, 0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, v1);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(Y){U:X}"));
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 294") { check<sw::Program<typed_294, "f32[4@X,4]", "f32[4]", "f32[3,4,4]{R:X}">>(dynamic_294); }

constexpr auto typed_295 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::cumsum<0>(v0);
    [[maybe_unused]] auto v2 = sw::max(x0, v0);
    [[maybe_unused]] auto v3 = sw::flip<0>(v1);
    [[maybe_unused]] auto v4 = sw::matmul(v1, v0);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_295(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::cumsum(v0, 0, false);
  [[maybe_unused]] const Value v2 = apply<ops::max>(x0, v0);
  [[maybe_unused]] const Value v3 = sw::flip(v1, 1u);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(){R:X}"); return sw::matmul(v1, v0, (void(s), nullptr)); }();
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 295") { check<sw::Program<typed_295, "f32[4@X]", "f32[]">>(dynamic_295); }

constexpr auto typed_296 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x1);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v4 = sw::where(v3 > v3, v3, v3);
    [[maybe_unused]] auto v5 = sw::concat<0>(v3, v2);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_296(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v1 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = recomputed(g, v1);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v3, v3), v3, v3);
  [[maybe_unused]] const Value v5 = sw::concat({v3, v2}, 0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 296") { check<sw::Program<typed_296, "f32[]", "f32[4,4@X]{R:Y}">>(dynamic_296); }

constexpr auto typed_297 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::tanh(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = sw::max<0>(x0, sw::keepdims, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v3 = sw::concat<0>(x1, v1);
    [[maybe_unused]] auto v4 = sw::logsumexp<2>(v0);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v5), sw::spec(v5))(v5);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_297(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::tanh>(x0);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){U:Y}"); return sw::reduce_max(x0, 1u, true, &s); }();
  [[maybe_unused]] const Value v3 = sw::concat({x1, v1}, 0);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v0, 2);
  [[maybe_unused]] const Value v5 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v6 = by_hand(v5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 297") { check<sw::Program<typed_297, "f32[3,4,4]{R:X}", "f32[3,4]">>(dynamic_297); }

constexpr auto typed_298 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x0);
    [[maybe_unused]] auto v1 = x2 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::none, sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v4 = sw::max<0>(v0);
    [[maybe_unused]] auto v5 = sw::log_softmax(v3);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v7 = sw::sin(v5);
    [[maybe_unused]] auto v8 = v7 + sw::stop_gradient(v6);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_298(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P(none,none,X){R:Y}"));
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(none,(X,Y))"));
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::reduce_max(v0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = sw::log_softmax(v3, 1);
  [[maybe_unused]] const Value v6 = by_hand(v3);
  [[maybe_unused]] const Value v7 = apply<ops::sin>(v5);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v7, sw::stop_gradient(v6));
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 298") { check<sw::Program<typed_298, "f32[4@(X,Y),4]", "f32[]", "f32[3,4,4]{R:X}">>(dynamic_298); }

constexpr auto typed_299 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v1 = sw::sigmoid(x0);
    [[maybe_unused]] auto v2 = sw::max(x0, x0);
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v4 = sw::logsumexp<1>(v1);
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v6), sw::spec(v6))(v6);
    [[maybe_unused]] auto v8 = v7 - v4;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_299(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(x0);
  [[maybe_unused]] const Value v2 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(){U:(X,Y)}"));
  [[maybe_unused]] const Value v4 = sw::logsumexp(v1, 1);
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v7 = by_hand(v6);
  [[maybe_unused]] const Value v8 = apply<ops::sub>(v7, v4);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 299") { check<sw::Program<typed_299, "f32[4@X,4@Y]", "f32[3,4]{R:X}">>(dynamic_299); }

}  // namespace
