// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_160 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + x2;
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v5 = sw::stack<0>(v1, v4);
    [[maybe_unused]] auto v6 = 0.5 * v3;
    [[maybe_unused]] auto v7 = v3 + sw::stop_gradient(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_160(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x2, x2);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v3 = recomputed(g, x2);
  [[maybe_unused]] const Value v4 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v5 = sw::stack({v1, v4}, 0);
  [[maybe_unused]] const Value v6 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v3, sw::stop_gradient(v3));
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 160") { check<sw::Program<typed_160, "f32[3,4,4]{R:X}", "f32[4,4@X]", "f32[4@X,4]">>(dynamic_160); }

constexpr auto typed_161 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v2 = sw::sigmoid(x1);
    [[maybe_unused]] auto v3 = sw::sin(v2);
    [[maybe_unused]] auto v4 = sw::logsumexp<1>(v2);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_161(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(v2);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v2, 1);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 161") { check<sw::Program<typed_161, "f32[4]{R:X}", "f32[4@(X,Y),4]">>(dynamic_161); }

constexpr auto typed_162 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v5 = sw::log_softmax(v1);
    [[maybe_unused]] auto v6 = v5 + sw::stop_gradient(v3);
    [[maybe_unused]] auto v7 = sw::logsumexp<0>(v5);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_162(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(none,X){R:Y}"));
  [[maybe_unused]] const Value v3 = recomputed(g, v1);
  [[maybe_unused]] const Value v4 = recomputed(g, v2);
  [[maybe_unused]] const Value v5 = sw::log_softmax(v1, 0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v5, sw::stop_gradient(v3));
  [[maybe_unused]] const Value v7 = sw::logsumexp(v5, 0);
  const Value loss = sw::sum(v7, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 162") { check<sw::Program<typed_162, "f32[4,4]{U:X}", "f32[4@(X,Y),4]">>(dynamic_162); }

constexpr auto typed_163 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sin(x0);
    [[maybe_unused]] auto v1 = sw::matmul(x0, v0, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, x0, v0);
    [[maybe_unused]] auto v3 = sw::matmul(v0, v0);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_163(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:X}"); return sw::matmul(x0, v0, &s); }();
  [[maybe_unused]] const Value v2 = loop(g, x0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::matmul(v0, v0, (void(s), nullptr)); }();
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 163") { check<sw::Program<typed_163, "f32[3,4,4]{R:X}", "f32[4]{R:X}">>(dynamic_163); }

constexpr auto typed_164 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::flip<1>(x0);
    [[maybe_unused]] auto v1 = sw::sigmoid(x1);
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, x1, v1);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v7 = 0.5 * v5;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_164(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::flip(x0, 2u);
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v2 = loop(g, x1, v1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v3 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v6 = recomputed(g, v3);
  [[maybe_unused]] const Value v7 = sw::scale(v5, 0.5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 164") { check<sw::Program<typed_164, "f32[3,4]{R:X}", "f32[4,4@X]">>(dynamic_164); }

constexpr auto typed_165 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v2 = sw::log_softmax(v1);
    [[maybe_unused]] auto v3 = sw::where(x2 > x1, x2, x1);
    [[maybe_unused]] auto v4 = sw::square(v3);
    [[maybe_unused]] auto v5 = sw::concat<0>(v1, v3);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_165(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x2);
  [[maybe_unused]] const Value v1 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(x2, x1), x2, x1);
  [[maybe_unused]] const Value v4 = apply<ops::square>(v3);
  [[maybe_unused]] const Value v5 = sw::concat({v1, v3}, 0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 165") { check<sw::Program<typed_165, "f32[4@X]", "f32[4,4@X]{R:Y}", "f32[]">>(dynamic_165); }

constexpr auto typed_166 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::where(x1 > x2, x1, x2);
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v3 = sw::where(v1 > v1, v1, v1);
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::sort<1>(v4);
    [[maybe_unused]] auto v6 = sw::max<1>(v4, sw::keepdims, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v7 = sw::concat<1>(v3, v3);
    [[maybe_unused]] auto v8 = v7 + 1;
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_166(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x1, x2), x1, x2);
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v1, v1), v1, v1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = sw::sort(v4, 1);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:(X,Y)}"); return sw::reduce_max(v4, 2u, true, &s); }();
  [[maybe_unused]] const Value v7 = sw::concat({v3, v3}, 1);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v7, 1.0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 166") { check<sw::Program<typed_166, "f32[4@X]", "f32[4,4]{R:(X,Y)}", "f32[]">>(dynamic_166); }

constexpr auto typed_167 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::none, Y, sw::unreduced(X)));
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v3 = v1 * x0;
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_167(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(none,Y){U:X}"));
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(none,X){R:Y}"));
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v1, x0);
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 167") { check<sw::Program<typed_167, "f32[3,4,4]{R:X}", "f32[4@X,4@Y]">>(dynamic_167); }

constexpr auto typed_168 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = x0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x2 + x); }, x2, x1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_168(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v2 = loop(g, x2, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x2), x)); });
  [[maybe_unused]] const Value v3 = branched(g, x2, 3u);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 168") { check<sw::Program<typed_168, "f32[4]{R:X}", "f32[4]{R:X}", "f32[4@X,4]">>(dynamic_168); }

constexpr auto typed_169 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max<1>(x2, sw::P(X));
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::max<0>(v1, sw::keepdims);
    [[maybe_unused]] auto v5 = 0.5 * v1;
    [[maybe_unused]] auto v6 = sw::concat<0>(v3, v3);
    [[maybe_unused]] auto v7 = sw::transpose<1, 0>(v5);
    [[maybe_unused]] auto v8 = sw::max<0>(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_169(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(X)"); return sw::reduce_max(x2, 2u, false, &s); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::reduce_max(v1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v6 = sw::concat({v3, v3}, 0);
  [[maybe_unused]] const Value v7 = sw::transpose(v5, 0x01);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){U:X, R:Y}"); return sw::reduce_max(v7, 1u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 169") { check<sw::Program<typed_169, "f32[3,4]{R:X}", "f32[4,4]{R:(X,Y)}", "f32[4,4@X]">>(dynamic_169); }

constexpr auto typed_170 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 - x1;
    [[maybe_unused]] auto v1 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v3 = sw::cumsum<0>(x1);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = v3 + 1;
    [[maybe_unused]] auto v7 = sw::cond(sw::sum(v4, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v4);
    [[maybe_unused]] auto v8 = v6 + 1;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_170(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v2 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v3 = sw::cumsum(x1, 0, false);
  [[maybe_unused]] const Value v4 = recomputed(g, v3);
  [[maybe_unused]] const Value v5 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v7 = branched(g, v4, 1u);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v6, 1.0);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 170") { check<sw::Program<typed_170, "f32[3,4,4]{R:X}", "f32[4]">>(dynamic_170); }

constexpr auto typed_171 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::where(v0 > x0, v0, x0);
    [[maybe_unused]] auto v2 = sw::where(v1 > x0, v1, x0);
    [[maybe_unused]] auto v3 = sw::max<0>(v2);
    [[maybe_unused]] auto v4 = v2 - v3;
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v6 = v3 + x1;
    [[maybe_unused]] auto v7 = 0.5 * v6;
    [[maybe_unused]] auto v8 = sw::stack<0>(v5, v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_171(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(v0, x0), v0, x0);
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(v1, x0), v1, x0);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::reduce_max(v2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, v3);
  [[maybe_unused]] const Value v5 = by_hand(v3);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, x1);
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  [[maybe_unused]] const Value v8 = sw::stack({v5, v5}, 0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 171") { check<sw::Program<typed_171, "f32[4@X,4@Y]", "f32[]">>(dynamic_171); }

constexpr auto typed_172 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::matmul(x0, x0);
    [[maybe_unused]] auto v1 = sw::where(v0 > v0, v0, v0);
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, v0, x0);
    [[maybe_unused]] auto v3 = sw::tril(x1);
    [[maybe_unused]] auto v4 = sw::tril(v1);
    [[maybe_unused]] auto v5 = v3 + sw::stop_gradient(x1);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_172(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(X,Y)"); return sw::matmul(x0, x0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(v0, v0), v0, v0);
  [[maybe_unused]] const Value v2 = loop(g, v0, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v3 = sw::tril(x1, 0);
  [[maybe_unused]] const Value v4 = sw::tril(v1, 0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, sw::stop_gradient(x1));
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 172") { check<sw::Program<typed_172, "f32[3,4,4]{R:X}", "f32[3,4]">>(dynamic_172); }

constexpr auto typed_173 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x2, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v2), sw::P())(v2);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v0);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_173(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::reshard(x2, spec("P((X,Y))"));
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P(){U:X}"));
  [[maybe_unused]] const Value v3 = total_by_hand(v2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v0));
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 173") { check<sw::Program<typed_173, "f32[3,4]", "f32[4]", "f32[4,4]{R:X}">>(dynamic_173); }

constexpr auto typed_174 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::max<1>(v0, sw::keepdims, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v2 = sw::take(v1, sw::argsort<0>(v1));
    [[maybe_unused]] auto v3 = sw::reshape<12>(x2);
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v3);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = v4 + 1;
    [[maybe_unused]] auto v7 = sw::square(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_174(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:X}"); return sw::reduce_max(v0, 2u, true, &s); }();
  [[maybe_unused]] const Value v2 = sw::take(v1, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x2, e, 1); }();
  [[maybe_unused]] const Value v4 = sw::slice(v3, 0, 0, 2);
  [[maybe_unused]] const Value v5 = branched(g, v2, 7u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v7 = apply<ops::square>(v3);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 174") { check<sw::Program<typed_174, "f32[]", "f32[4,4]{R:(X,Y)}", "f32[3,4]{R:X}">>(dynamic_174); }

constexpr auto typed_175 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::gelu(x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v2 = sw::stack<0>(v1, v1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v4 = v2 - v3;
    [[maybe_unused]] auto v5 = sw::where(v1 > v3, v1, v3);
    [[maybe_unused]] auto v6 = sw::sin(v5);
    [[maybe_unused]] auto v7 = v4 + 1;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_175(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v1 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v2 = sw::stack({v1, v1}, 0);
  [[maybe_unused]] const Value v3 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, v3);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, v3), v1, v3);
  [[maybe_unused]] const Value v6 = apply<ops::sin>(v5);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, 1.0);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 175") { check<sw::Program<typed_175, "f32[4,4@X]", "f32[4@X,4@Y]">>(dynamic_175); }

constexpr auto typed_176 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v4 = sw::reshape<16>(v0);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v7 = sw::tril(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_176(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = by_hand(x1);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(){U:X}"));
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v0, e, 1); }();
  [[maybe_unused]] const Value v5 = branched(g, v2, 7u);
  [[maybe_unused]] const Value v6 = recomputed(g, v2);
  [[maybe_unused]] const Value v7 = sw::tril(v3, 0);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 176") { check<sw::Program<typed_176, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]", "f32[4,4@X]{R:Y}">>(dynamic_176); }

constexpr auto typed_177 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::tril(x1);
    [[maybe_unused]] auto v1 = x2 + 1;
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v4 = sw::reshard(v3, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = sw::tril(v2);
    [[maybe_unused]] auto v6 = sw::max<1>(v3, sw::keepdims);
    [[maybe_unused]] auto v7 = sw::logsumexp<2>(v6);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_177(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::tril(x1, 0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v2 = by_hand(x2);
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  [[maybe_unused]] const Value v4 = sw::reshard(v3, spec("P(){R:X}"));
  [[maybe_unused]] const Value v5 = sw::tril(v2, 0);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){R:Y}"); return sw::reduce_max(v3, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = sw::logsumexp(v6, 2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 177") { check<sw::Program<typed_177, "f32[3,4,4]", "f32[3,4,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_177); }

constexpr auto typed_178 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_178(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v1 = by_hand(v0);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 178") { check<sw::Program<typed_178, "f32[3,4,4]", "f32[3,4]{R:X}", "f32[]">>(dynamic_178); }

constexpr auto typed_179 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::square(x1);
    [[maybe_unused]] auto v2 = sw::gelu(x2);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_179(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = apply<ops::square>(x1);
  [[maybe_unused]] const Value v2 = apply<ops::gelu>(x2);
  [[maybe_unused]] const Value v3 = by_hand(v0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 179") { check<sw::Program<typed_179, "f32[3,4]{R:X}", "f32[3,4]", "f32[4]">>(dynamic_179); }

}  // namespace
