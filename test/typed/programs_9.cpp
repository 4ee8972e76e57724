// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_180 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_180(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(X){R:Y}"));
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 180") { check<sw::Program<typed_180, "f32[4,4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4@X,4]">>(dynamic_180); }

constexpr auto typed_181 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x2);
    [[maybe_unused]] auto v1 = sw::tanh(x2);
    [[maybe_unused]] auto v2 = sw::max<1>(x2, sw::keepdims);
    [[maybe_unused]] auto v3 = sw::sum<0>(v2);
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v2);
    [[maybe_unused]] auto v5 = v2 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v6 = sw::mean<0>(v3, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v7 = sw::take(v3, sw::argsort<0>(x2));
    [[maybe_unused]] auto v8 = sw::log_softmax(v5);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_181(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x2, 0x01);
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(x2);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){R:X}"); return sw::reduce_max(x2, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X){U:Y}"); return sw::sum(v2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v2, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(v3, 1u, false, &s); }();
  [[maybe_unused]] const Value v7 = sw::take(v3, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v8 = sw::log_softmax(v5, 1);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 181") { check<sw::Program<typed_181, "f32[4,4@X]{R:Y}", "f32[3,4]{R:X}", "f32[4,4@X]{R:Y}">>(dynamic_181); }

constexpr auto typed_182 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + x2;
    [[maybe_unused]] auto v1 = sw::sum<0>(x0, sw::keepdims, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_182(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x2, x2);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:Y}"); return sw::sum(x0, 1u, true, &s); }();
  [[maybe_unused]] const Value v2 = by_hand(x2);
  [[maybe_unused]] const Value v3 = recomputed(g, v0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 182") { check<sw::Program<typed_182, "f32[3,4@X,4]", "f32[4,4]{R:X}", "f32[4,4@X]{R:Y}">>(dynamic_182); }

constexpr auto typed_183 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v1 = sw::mean<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = sw::log_softmax(v3);
    [[maybe_unused]] auto v5 = sw::reshape<4>(v2);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_183(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::mean(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = sw::log_softmax(v3, 1);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v2, e, 1); }();
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 183") { check<sw::Program<typed_183, "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_183); }

constexpr auto typed_184 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x0, x0);
    [[maybe_unused]] auto v1 = sw::stack<1>(x1, x1);
    [[maybe_unused]] auto v2 = sw::stack<0>(x0, v0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_184(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v1 = sw::stack({x1, x1}, 1);
  [[maybe_unused]] const Value v2 = sw::stack({x0, v0}, 0);
  [[maybe_unused]] const Value v3 = by_hand(v0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 184") { check<sw::Program<typed_184, "f32[4@X]", "f32[4@X,4@Y]">>(dynamic_184); }

constexpr auto typed_185 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x0);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v3 = sw::mean<2>(x2, sw::keepdims);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_185(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = by_hand(v1);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P((X,Y))"); return sw::mean(x2, 4u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 185") { check<sw::Program<typed_185, "f32[3,4]{R:X}", "f32[4,4]", "f32[3,4@X,4]">>(dynamic_185); }

constexpr auto typed_186 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::reshape<16>(x2);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v3 = sw::square(v2);
    [[maybe_unused]] auto v4 = sw::tanh(v1);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_186(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x2, e, 1); }();
  [[maybe_unused]] const Value v2 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::square>(v2);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v1);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 186") { check<sw::Program<typed_186, "f32[4]", "f32[4@X,4@Y]", "f32[4,4]{R:(X,Y)}">>(dynamic_186); }

constexpr auto typed_187 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x1);
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v2 = sw::logsumexp<0>(v0);
    [[maybe_unused]] auto v3 = x2 + v1;
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_187(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x1, 0);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){R:X}"));
  [[maybe_unused]] const Value v2 = sw::logsumexp(v0, 0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x2, v1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 187") { check<sw::Program<typed_187, "f32[3,4]{R:X}", "f32[4@X]", "f32[3,4]{R:X}">>(dynamic_187); }

constexpr auto typed_188 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::logsumexp<2>(v0);
    [[maybe_unused]] auto v4 = sw::matmul(v1, x0, sw::P());
    [[maybe_unused]] auto v5 = sw::mean<1>(v3, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v6 = sw::slice<1, 0, 2>(v3);
    [[maybe_unused]] auto v7 = sw::matmul(v4, v4, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v8 = sw::sort<0>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_188(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = branched(g, x0, 7u);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::logsumexp(v0, 2);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::matmul(v1, x0, &s); }();
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(v3, 2u, false, &s); }();
  [[maybe_unused]] const Value v6 = sw::slice(v3, 1, 0, 2);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){R:Y}"); return sw::matmul(v4, v4, &s); }();
  [[maybe_unused]] const Value v8 = sw::sort(v6, 0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 188") { check<sw::Program<typed_188, "f32[3,4,4]", "f32[4@X,4@Y]">>(dynamic_188); }

constexpr auto typed_189 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x1), sw::P())(x1);
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, x0, x0);
    [[maybe_unused]] auto v3 = v2 + v2;
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_189(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = total_by_hand(x1);
  [[maybe_unused]] const Value v2 = loop(g, x0, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, v2);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 189") { check<sw::Program<typed_189, "f32[3,4]{R:X}", "f32[4@X]">>(dynamic_189); }

constexpr auto typed_190 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::logsumexp<0>(x0);
    [[maybe_unused]] auto v2 = sw::gelu(v1);
    [[maybe_unused]] auto v3 = x1 + v1;
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::where(v4 > v2, v4, v2);
    [[maybe_unused]] auto v6 = sw::sum<1>(v3, sw::keepdims);
    [[maybe_unused]] auto v7 = v5 + 1;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_190(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x0, 0);
  [[maybe_unused]] const Value v2 = apply<ops::gelu>(v1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, v1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v4, v2), v4, v2);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(X){U:Y}"); return sw::sum(v3, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = apply<ops::add>(v5, 1.0);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 190") { check<sw::Program<typed_190, "f32[4@X]", "f32[4@X,4]">>(dynamic_190); }

constexpr auto typed_191 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v1 = sw::sort<0>(v0);
    [[maybe_unused]] auto v2 = x0 + 1;
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(Y));
    [[maybe_unused]] auto v4 = sw::reshard(v3, sw::P(X, sw::unreduced(Y)));
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_191(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v1 = sw::sort(v0, 0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(Y)"));
  [[maybe_unused]] const Value v4 = sw::reshard(v3, spec("P(X){U:Y}"));
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 191") { check<sw::Program<typed_191, "f32[4,4]", "f32[3,4]{R:X}">>(dynamic_191); }

constexpr auto typed_192 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x2), sw::P())(x2);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_192(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = total_by_hand(x2);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::transpose(v2, 0x01);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 192") { check<sw::Program<typed_192, "f32[3,4]", "f32[4,4]{R:(X,Y)}", "f32[4@X,4]">>(dynamic_192); }

constexpr auto typed_193 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::flip<0>(x0);
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = 0.5 * v2;
    [[maybe_unused]] auto v4 = sw::tanh(v2);
    [[maybe_unused]] auto v5 = sw::take(v1, sw::argsort<0>(v1));
    [[maybe_unused]] auto v6 = sw::mean<2>(v3);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_193(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::flip(x0, 1u);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v2);
  [[maybe_unused]] const Value v5 = sw::take(v1, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(v3, 4u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 193") { check<sw::Program<typed_193, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]">>(dynamic_193); }

constexpr auto typed_194 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = sw::sin(x1);
    [[maybe_unused]] auto v2 = sw::relu(v0);
    [[maybe_unused]] auto v3 = sw::sum<0>(v0, sw::P(X));
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_194(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v2 = apply<ops::relu>(v0);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X)"); return sw::sum(v0, 1u, false, &s); }();
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 194") { check<sw::Program<typed_194, "f32[4,4]{U:X}", "f32[4@X,4@Y]">>(dynamic_194); }

constexpr auto typed_195 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_195(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P((X,Y))"));
  [[maybe_unused]] const Value v4 = by_hand(v3);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 195") { check<sw::Program<typed_195, "f32[3,4,4]{R:X}", "f32[4]">>(dynamic_195); }

constexpr auto typed_196 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v2 = sw::max<1>(x2);
    [[maybe_unused]] auto v3 = x2 + sw::stop_gradient(x2);
    [[maybe_unused]] auto v4 = sw::max<0>(v3, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v5 = sw::cumsum<1>(v1);
    [[maybe_unused]] auto v6 = sw::log_softmax(v3);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_196(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = recomputed(g, x0);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P()"); return sw::reduce_max(x2, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::add>(x2, sw::stop_gradient(x2));
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(X){R:Y}"); return sw::reduce_max(v3, 1u, false, &s); }();
  [[maybe_unused]] const Value v5 = sw::cumsum(v1, 1, false);
  [[maybe_unused]] const Value v6 = sw::log_softmax(v3, 1);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 196") { check<sw::Program<typed_196, "f32[3,4,4]{R:X}", "f32[3,4]", "f32[3,4]{R:X}">>(dynamic_196); }

constexpr auto typed_197 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::einsum<"ij,kj->ik">(x1, x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v3 = v0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v2);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_197(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(Y)"); return sw::einsum(x1, x0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v2 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = sw::transpose(v2, 0x01);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 197") { check<sw::Program<typed_197, "f32[4,4]", "f32[3,4]">>(dynamic_197); }

constexpr auto typed_198 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x2);
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = v1 - v0;
    [[maybe_unused]] auto v3 = sw::log_softmax(v0);
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v5 = sw::max<0>(v3, sw::P(sw::reduced(Y)));
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_198(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x2, 1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v1, v0);
  [[maybe_unused]] const Value v3 = sw::log_softmax(v0, 0);
  [[maybe_unused]] const Value v4 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:Y}"); return sw::reduce_max(v3, 1u, false, &s); }();
  const Value loss = sw::sum(v5, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 198") { check<sw::Program<typed_198, "f32[3,4]", "f32[4@X]", "f32[4,4]">>(dynamic_198); }

constexpr auto typed_199 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = x1 + x1;
    [[maybe_unused]] auto v2 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v3), sw::P())(v3);
    [[maybe_unused]] auto v7 = sw::log_softmax(v4);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_199(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v3 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v4 = by_hand(v2);
  [[maybe_unused]] const Value v5 = recomputed(g, v4);
  [[maybe_unused]] const Value v6 = total_by_hand(v3);
  [[maybe_unused]] const Value v7 = sw::log_softmax(v4, 0);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 199") { check<sw::Program<typed_199, "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_199); }

}  // namespace
