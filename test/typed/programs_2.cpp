// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_40 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x0), sw::P())(x0);
    [[maybe_unused]] auto v1 = sw::sigmoid(x1);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v3 = v0 * v1;
    [[maybe_unused]] auto v4 = v3 - v1;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_40(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = total_by_hand(x0);
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v0, v1);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v3, v1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 40") { check<sw::Program<typed_40, "f32[4,4]{U:X}", "f32[4@X,4@Y]">>(dynamic_40); }

constexpr auto typed_41 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = sw::sum<0>(x2, sw::keepdims);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = sw::log_softmax(v0);
    [[maybe_unused]] auto v4 = sw::sum<1>(v3, sw::keepdims, sw::P(X));
    [[maybe_unused]] auto v5 = sw::log_softmax(v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_41(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:X}"); return sw::sum(x2, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = sw::log_softmax(v0, 1);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X)"); return sw::sum(v3, 2u, true, &s); }();
  [[maybe_unused]] const Value v5 = sw::log_softmax(v2, 2);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 41") { check<sw::Program<typed_41, "f32[4@X,4@Y]", "f32[3,4@X,4]", "f32[4]{R:X}">>(dynamic_41); }

constexpr auto typed_42 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(v0);
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::concat<0>(v0, v0);
    [[maybe_unused]] auto v5 = sw::sin(v1);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_42(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::log_softmax(v0, 0);
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = sw::concat({v0, v0}, 0);
  [[maybe_unused]] const Value v5 = apply<ops::sin>(v1);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 42") { check<sw::Program<typed_42, "f32[3,4,4]{R:X}", "f32[4,4@X]">>(dynamic_42); }

constexpr auto typed_43 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max(x0, x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = sw::where(v0 > x0, v0, x0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v4 = sw::reshape<12>(v1);
    [[maybe_unused]] auto v5 = v3 + 1;
    [[maybe_unused]] auto v6 = sw::take(v5, sw::argsort<0>(v4));
    [[maybe_unused]] auto v7 = sw::mean<0>(v4, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v8 = sw::concat<0>(v6, v6);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_43(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(v0, x0), v0, x0);
  [[maybe_unused]] const Value v3 = recomputed(g, v1);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v6 = sw::take(v5, sw::argsort(v4, 0), nullptr);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::mean(v4, 1u, false, &s); }();
  [[maybe_unused]] const Value v8 = sw::concat({v6, v6}, 0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 43") { check<sw::Program<typed_43, "f32[3,4]", "f32[4@X,4]", "f32[4,4]">>(dynamic_43); }

constexpr auto typed_44 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 * x1;
    [[maybe_unused]] auto v1 = sw::flip<0>(x0);
    [[maybe_unused]] auto v2 = sw::sum<0>(v1);
    [[maybe_unused]] auto v3 = sw::gelu(v2);
    [[maybe_unused]] auto v4 = sw::tril(v0);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v6 = v2 + 1;
    [[maybe_unused]] auto v7 = sw::sigmoid(v6);
    [[maybe_unused]] auto v8 = 0.5 * v6;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_44(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::flip(x0, 1u);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){R:Y}"); return sw::sum(v1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::gelu>(v2);
  [[maybe_unused]] const Value v4 = sw::tril(v0, 0);
  [[maybe_unused]] const Value v5 = by_hand(v2);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v7 = apply<ops::sigmoid>(v6);
  [[maybe_unused]] const Value v8 = sw::scale(v6, 0.5);
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 44") { check<sw::Program<typed_44, "f32[4]", "f32[3,4,4]{R:X}">>(dynamic_44); }

constexpr auto typed_45 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::relu(x2);
    [[maybe_unused]] auto v1 = sw::logsumexp<0>(x2);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v3 = v1 + sw::stop_gradient(x2);
    [[maybe_unused]] auto v4 = sw::gelu(v0);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(v2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_45(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::relu>(x2);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x2, 0);
  [[maybe_unused]] const Value v2 = recomputed(g, x2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, sw::stop_gradient(x2));
  [[maybe_unused]] const Value v4 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v2));
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 45") { check<sw::Program<typed_45, "f32[3,4,4]{R:X}", "f32[4,4]{U:X}", "f32[4]">>(dynamic_45); }

constexpr auto typed_46 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = 0.5 * x0;
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::mean<0>(v1);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v5);
    [[maybe_unused]] auto v7 = v6 - v4;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_46(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(X)"); return sw::mean(v1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = recomputed(g, v5);
  [[maybe_unused]] const Value v7 = apply<ops::sub>(v6, v4);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 46") { check<sw::Program<typed_46, "f32[3,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_46); }

constexpr auto typed_47 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x0);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(v2);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_47(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x0, 1);
  [[maybe_unused]] const Value v1 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = sw::slice(v2, 1, 0, 2);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 47") { check<sw::Program<typed_47, "f32[3,4]{R:X}", "f32[]">>(dynamic_47); }

constexpr auto typed_48 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<1>(x0, sw::keepdims, sw::P(X));
    [[maybe_unused]] auto v1 = v0 - x1;
    [[maybe_unused]] auto v2 = x1 * x1;
    [[maybe_unused]] auto v3 = sw::stack<0>(v0, v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_48(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(X)"); return sw::mean(x0, 2u, true, &s); }();
  [[maybe_unused]] const Value v1 = apply<ops::sub>(v0, x1);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(x1, x1);
  [[maybe_unused]] const Value v3 = sw::stack({v0, v0}, 0);
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 48") { check<sw::Program<typed_48, "f32[4@(X,Y),4]", "f32[4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_48); }

constexpr auto typed_49 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x0, sw::argsort<0>(x0));
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v3 = sw::flip<2>(v0);
    [[maybe_unused]] auto v4 = sw::relu(v0);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_49(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x0, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v2 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v3 = sw::flip(v0, 4u);
  [[maybe_unused]] const Value v4 = apply<ops::relu>(v0);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 49") { check<sw::Program<typed_49, "f32[3,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_49); }

constexpr auto typed_50 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::logsumexp<1>(v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = sw::reshard(v3, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v5 = v1 + sw::stop_gradient(v4);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v7 = 0.5 * v6;
    [[maybe_unused]] auto v8 = v7 + 1;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_50(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = sw::logsumexp(v1, 1);
  [[maybe_unused]] const Value v3 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v4 = sw::reshard(v3, spec("P(X){R:Y}"));
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, sw::stop_gradient(v4));
  [[maybe_unused]] const Value v6 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v7, 1.0);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 50") { check<sw::Program<typed_50, "f32[4@(X,Y),4]", "f32[4@X,4@Y]">>(dynamic_50); }

constexpr auto typed_51 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<2, 0, 2>(x2);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v2 = sw::max(x1, x0);
    [[maybe_unused]] auto v3 = sw::cumsum<1>(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_51(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x2, 2, 0, 2);
  [[maybe_unused]] const Value v1 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::max>(x1, x0);
  [[maybe_unused]] const Value v3 = sw::cumsum(v2, 1, false);
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 51") { check<sw::Program<typed_51, "f32[3,4,4]", "f32[3,4,4]", "f32[3,4,4]">>(dynamic_51); }

constexpr auto typed_52 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v1 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v2 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v3 = sw::concat<0>(v2, v0);
    [[maybe_unused]] auto v4 = sw::take(v2, sw::argsort<0>(v0));
    [[maybe_unused]] auto v5 = v2 - v4;
    [[maybe_unused]] auto v6 = sw::flip<0>(v4);
    [[maybe_unused]] auto v7 = sw::concat<0>(v5, v4);
    [[maybe_unused]] auto v8 = sw::where(v6 > v2, v6, v2);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_52(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v3 = sw::concat({v2, v0}, 0);
  [[maybe_unused]] const Value v4 = sw::take(v2, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v5 = apply<ops::sub>(v2, v4);
  [[maybe_unused]] const Value v6 = sw::flip(v4, 1u);
  [[maybe_unused]] const Value v7 = sw::concat({v5, v4}, 0);
  [[maybe_unused]] const Value v8 = sw::where(apply<ops::gt>(v6, v2), v6, v2);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 52") { check<sw::Program<typed_52, "f32[4@X]", "f32[4,4]", "f32[3,4]{R:X}">>(dynamic_52); }

constexpr auto typed_53 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x0, x1, x0);
    [[maybe_unused]] auto v1 = sw::concat<0>(v0, v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v3 = sw::stack<0>(v2, v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_53(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  Value x2{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x1, x0), x1, x0);
  [[maybe_unused]] const Value v1 = sw::concat({v0, v0}, 0);
  [[maybe_unused]] const Value v2 = by_hand(v1);
  [[maybe_unused]] const Value v3 = sw::stack({v2, v2}, 0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 53") { check<sw::Program<typed_53, "f32[4]{R:X}", "f32[]", "f32[3,4]">>(dynamic_53); }

constexpr auto typed_54 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::tanh(v0);
    [[maybe_unused]] auto v2 = sw::sigmoid(x0);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v4 = sw::mean<0>(v3, sw::keepdims, sw::P(sw::none, Y));
    [[maybe_unused]] auto v5 = v4 + 1;
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_54(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(x0);
  [[maybe_unused]] const Value v3 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(none,Y)"); return sw::mean(v3, 1u, true, &s); }();
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 54") { check<sw::Program<typed_54, "f32[4@X,4@Y]", "f32[3,4,4]{R:X}">>(dynamic_54); }

constexpr auto typed_55 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::max<2>(v0, sw::keepdims);
    [[maybe_unused]] auto v4 = v2 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = v3 + 1;
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_55(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X,Y)"); return sw::reduce_max(v0, 4u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 55") { check<sw::Program<typed_55, "f32[4,4@X]", "f32[3,4@X,4]">>(dynamic_55); }

constexpr auto typed_56 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = 0.5 * x2;
    [[maybe_unused]] auto v3 = sw::max(v2, v0);
    [[maybe_unused]] auto v4 = v1 + 1;
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v4);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_56(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::max>(v2, v0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v5 = sw::transpose(v4, 0x01);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 56") { check<sw::Program<typed_56, "f32[4@X,4]", "f32[4,4@X]{R:Y}", "f32[4]{R:X}">>(dynamic_56); }

constexpr auto typed_57 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x0, sw::argsort<0>(x1));
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, v1, x1);
    [[maybe_unused]] auto v3 = v0 + 1;
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v5 = v4 + 1;
    [[maybe_unused]] auto v6 = sw::concat<0>(v5, x0);
    [[maybe_unused]] auto v7 = v3 - v2;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_57(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x0, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = loop(g, v1, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v4 = recomputed(g, v1);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v6 = sw::concat({v5, x0}, 0);
  [[maybe_unused]] const Value v7 = apply<ops::sub>(v3, v2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 57") { check<sw::Program<typed_57, "f32[3,4]{R:X}", "f32[4]{R:X}">>(dynamic_57); }

constexpr auto typed_58 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x2;
    [[maybe_unused]] auto v1 = sw::tanh(x1);
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = sw::where(v2 > v1, v2, v1);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_58(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(x1);
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v2, v1), v2, v1);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 58") { check<sw::Program<typed_58, "f32[4@(X,Y),4]", "f32[4@X]", "f32[4,4]">>(dynamic_58); }

constexpr auto typed_59 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = x0 * x0;
    [[maybe_unused]] auto v2 = sw::max<1>(v1);
    [[maybe_unused]] auto v3 = sw::reshape<16>(v1);
    [[maybe_unused]] auto v4 = sw::max<0>(v3, sw::keepdims);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v6 = v2 + 1;
    [[maybe_unused]] auto v7 = sw::stack<0>(v6, v6);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_59(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x0, x0);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(Y){U:X}"); return sw::reduce_max(v1, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X){U:Y}"); return sw::reduce_max(v3, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v7 = sw::stack({v6, v6}, 0);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 59") { check<sw::Program<typed_59, "f32[4@X,4]", "f32[4@X,4]">>(dynamic_59); }

}  // namespace
