// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_140 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::concat<1>(x0, x0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(sw::none, X));
    [[maybe_unused]] auto v4 = sw::mean<1>(v0, sw::keepdims);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_140(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::concat({x0, x0}, 1);
  [[maybe_unused]] const Value v2 = recomputed(g, x0);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(none,X)"));
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(Y,X)"); return sw::mean(v0, 2u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 140") { check<sw::Program<typed_140, "f32[3,4]{R:X}", "f32[4,4]">>(dynamic_140); }

constexpr auto typed_141 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v3 = sw::einsum<"ij,kj->ik">(v1, v1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_141(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(none,X)"); return sw::einsum(v1, v1, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 141") { check<sw::Program<typed_141, "f32[3,4]{R:X}", "f32[4@X,4]">>(dynamic_141); }

constexpr auto typed_142 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::take(x0, sw::argsort<0>(v0));
    [[maybe_unused]] auto v2 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v3 = sw::matmul(v1, x0);
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::sin(v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_142(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v1 = sw::take(x0, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){R:X}"); return sw::matmul(v1, x0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::sin>(v2);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 142") { check<sw::Program<typed_142, "f32[4,4]", "f32[4,4]", "f32[3,4,4]">>(dynamic_142); }

constexpr auto typed_143 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = v2 + 1;
    [[maybe_unused]] auto v4 = sw::max(v2, v2);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v6 = v4 + 1;
    [[maybe_unused]] auto v7 = 0.5 * v3;
    [[maybe_unused]] auto v8 = sw::relu(v5);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_143(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x2, 3u);
  [[maybe_unused]] const Value v1 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v2, v2);
  [[maybe_unused]] const Value v5 = by_hand(v3);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v7 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::relu>(v5);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 143") { check<sw::Program<typed_143, "f32[4@(X,Y),4]", "f32[4,4@X]{R:Y}", "f32[4@X,4@Y]">>(dynamic_143); }

constexpr auto typed_144 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x0, sw::argsort<0>(x0));
    [[maybe_unused]] auto v1 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = 0.5 * v3;
    [[maybe_unused]] auto v5 = v1 + 1;
    [[maybe_unused]] auto v6 = sw::logsumexp<2>(v4);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_144(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x0, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v4, 2);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 144") { check<sw::Program<typed_144, "f32[3,4]", "f32[4@X]">>(dynamic_144); }

constexpr auto typed_145 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x1 + x1;
    [[maybe_unused]] auto v1 = x1 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v3 = sw::logsumexp<1>(x2);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v2);
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v5);
    [[maybe_unused]] auto v7 = sw::sort<0>(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_145(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v3 = sw::logsumexp(x2, 1);
  [[maybe_unused]] const Value v4 = by_hand(v3);
  [[maybe_unused]] const Value v5 = sw::slice(v2, 1, 0, 2);
  [[maybe_unused]] const Value v6 = sw::transpose(v5, 0x01);
  [[maybe_unused]] const Value v7 = sw::sort(v3, 0);
  const Value loss = sw::sum(v7, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 145") { check<sw::Program<typed_145, "f32[]", "f32[4@(X,Y),4]", "f32[4,4]{R:X}">>(dynamic_145); }

constexpr auto typed_146 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<1>(x2, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v2 = sw::tanh(x1);
    [[maybe_unused]] auto v3 = v2 * v1;
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v5 = 0.5 * v1;
    [[maybe_unused]] auto v6 = sw::take(v2, sw::argsort<0>(x0));
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_146(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:Y}"); return sw::mean(x2, 2u, false, &s); }();
  [[maybe_unused]] const Value v1 = recomputed(g, x1);
  [[maybe_unused]] const Value v2 = apply<ops::tanh>(x1);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v2, v1);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v5 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v6 = sw::take(v2, sw::argsort(x0, 0), nullptr);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 146") { check<sw::Program<typed_146, "f32[4,4]", "f32[4,4@X]{R:Y}", "f32[4@(X,Y),4]">>(dynamic_146); }

constexpr auto typed_147 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::einsum<"ij,kj->ik">(x0, x0);
    [[maybe_unused]] auto v1 = sw::logsumexp<0>(x2);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::max<0>(x2);
    [[maybe_unused]] auto v4 = sw::where(v3 > v3, v3, v3);
    [[maybe_unused]] auto v5 = sw::reshape<6>(v2);
    [[maybe_unused]] auto v6 = sw::mean<0>(v2, sw::P(X, sw::unreduced(Y)));
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_147(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y}"); return sw::einsum(x0, x0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::logsumexp(x2, 0);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::reduce_max(x2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v3, v3), v3, v3);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(6)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(X){U:Y}"); return sw::mean(v2, 1u, false, &s); }();
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 147") { check<sw::Program<typed_147, "f32[3,4]{R:X}", "f32[4,4]{U:X}", "f32[4]{R:X}">>(dynamic_147); }

constexpr auto typed_148 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P(Y, sw::unreduced(X)));
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_148(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P(Y){U:X}"));
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 148") { check<sw::Program<typed_148, "f32[4,4]{R:X}", "f32[4,4]{R:(X,Y)}", "f32[4@X,4@Y]">>(dynamic_148); }

constexpr auto typed_149 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max<0>(x2, sw::keepdims);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = v0 * x2;
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v6 = v3 + v0;
    [[maybe_unused]] auto v7 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v5 + x); }, v3, v3);
    [[maybe_unused]] auto v8 = sw::cond(sw::sum(v6, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v6);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_149(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:Y}"); return sw::reduce_max(x2, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = recomputed(g, x2);
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v0, x2);
  [[maybe_unused]] const Value v4 = branched(g, v2, 1u);
  [[maybe_unused]] const Value v5 = branched(g, v3, 3u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, v0);
  [[maybe_unused]] const Value v7 = loop(g, v3, v3, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v5), x)); });
  [[maybe_unused]] const Value v8 = branched(g, v6, 3u);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 149") { check<sw::Program<typed_149, "f32[4,4]{U:X}", "f32[4@X]", "f32[4,4@X]{R:Y}">>(dynamic_149); }

constexpr auto typed_150 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x0, x1, x0);
    [[maybe_unused]] auto v1 = v0 + 1;
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, v0, v0);
    [[maybe_unused]] auto v3 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v4 = v2 + 1;
    [[maybe_unused]] auto v5 = sw::where(v4 > v1, v4, v1);
    [[maybe_unused]] auto v6 = sw::concat<0>(v5, v1);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v8 = sw::relu(v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_150(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x1, x0), x1, x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v2 = loop(g, v0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v4, v1), v4, v1);
  [[maybe_unused]] const Value v6 = sw::concat({v5, v1}, 0);
  [[maybe_unused]] const Value v7 = by_hand(v3);
  [[maybe_unused]] const Value v8 = apply<ops::relu>(v5);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 150") { check<sw::Program<typed_150, "f32[]", "f32[3,4@X,4]">>(dynamic_150); }

constexpr auto typed_151 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = x1 - v0;
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v3 = v1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v4 = v2 + 1;
    [[maybe_unused]] auto v5 = sw::log_softmax(v1);
    [[maybe_unused]] auto v6 = sw::log_softmax(v2);
    [[maybe_unused]] auto v7 = v4 + sw::stop_gradient(v0);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_151(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(x1, v0);
  [[maybe_unused]] const Value v2 = by_hand(x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v5 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v6 = sw::log_softmax(v2, 1);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, sw::stop_gradient(v0));
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 151") { check<sw::Program<typed_151, "f32[4@(X,Y),4]", "f32[4@X,4@Y]">>(dynamic_151); }

constexpr auto typed_152 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + x1;
    [[maybe_unused]] auto v1 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_152(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = recomputed(g, v1);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 152") { check<sw::Program<typed_152, "f32[4@X]", "f32[4]{R:X}">>(dynamic_152); }

constexpr auto typed_153 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::concat<0>(x1, x1);
    [[maybe_unused]] auto v1 = x0 * x1;
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::logsumexp<1>(v2);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v6 = sw::relu(v3);
    [[maybe_unused]] auto v7 = sw::logsumexp<1>(v3);
    [[maybe_unused]] auto v8 = v6 + 1;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_153(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::concat({x1, x1}, 0);
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x0, x1);
  [[maybe_unused]] const Value v2 = by_hand(v0);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v2, 1);
  [[maybe_unused]] const Value v5 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v6 = apply<ops::relu>(v3);
  [[maybe_unused]] const Value v7 = sw::logsumexp(v3, 1);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v6, 1.0);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 153") { check<sw::Program<typed_153, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}">>(dynamic_153); }

constexpr auto typed_154 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::take(x0, sw::argsort<0>(x1));
    [[maybe_unused]] auto v2 = sw::take(v1, sw::argsort<0>(v0));
    [[maybe_unused]] auto v3 = 0.5 * v2;
    [[maybe_unused]] auto v4 = sw::where(v3 > v2, v3, v2);
    [[maybe_unused]] auto v5 = v1 * x1;
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_154(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::take(x0, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v2 = sw::take(v1, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v3 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v3, v2), v3, v2);
  [[maybe_unused]] const Value v5 = apply<ops::mul>(v1, x1);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 154") { check<sw::Program<typed_154, "f32[3,4,4]", "f32[4]", "f32[4@X]">>(dynamic_154); }

constexpr auto typed_155 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::gelu(x1);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, v1, v1);
    [[maybe_unused]] auto v4 = v3 + 1;
    [[maybe_unused]] auto v5 = sw::stack<1>(v1, v4);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_155(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v2 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v3 = loop(g, v1, v1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v5 = sw::stack({v1, v4}, 1);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 155") { check<sw::Program<typed_155, "f32[4,4@X]{R:Y}", "f32[4,4@X]{R:Y}">>(dynamic_155); }

constexpr auto typed_156 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::gelu(x0);
    [[maybe_unused]] auto v1 = x0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v2 = sw::stack<1>(v0, v1);
    [[maybe_unused]] auto v3 = 0.5 * x2;
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v6 = v4 + 1;
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_156(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::gelu>(x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v2 = sw::stack({v0, v1}, 1);
  [[maybe_unused]] const Value v3 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v4 = branched(g, v3, 3u);
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, 1.0);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 156") { check<sw::Program<typed_156, "f32[4@(X,Y),4]", "f32[4@X,4]", "f32[4,4@X]{R:Y}">>(dynamic_156); }

constexpr auto typed_157 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::take(x1, sw::argsort<0>(x1));
    [[maybe_unused]] auto v1 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v4 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v7 = v6 + x1;
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_157(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::take(x1, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = recomputed(g, x1);
  [[maybe_unused]] const Value v4 = branched(g, v1, 7u);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v6 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v6, x1);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 157") { check<sw::Program<typed_157, "f32[3,4,4]", "f32[4,4]{R:X}">>(dynamic_157); }

constexpr auto typed_158 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(sw::none, Y, sw::unreduced(X)));
    [[maybe_unused]] auto v2 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v3 = sw::sin(v0);
    [[maybe_unused]] auto v4 = sw::cumsum<0>(v1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_158(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(none,Y){U:X}"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v3 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v4 = sw::cumsum(v1, 0, false);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 158") { check<sw::Program<typed_158, "f32[3,4,4]", "f32[3,4,4]{R:X}">>(dynamic_158); }

constexpr auto typed_159 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x2), sw::spec(x2))(x2);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v1 + x); }, v0, v0);
    [[maybe_unused]] auto v4 = sw::log_softmax(v0);
    [[maybe_unused]] auto v5 = sw::where(v4 > v2, v4, v2);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_159(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = by_hand(v0);
  [[maybe_unused]] const Value v2 = by_hand(x2);
  [[maybe_unused]] const Value v3 = loop(g, v0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v1), x)); });
  [[maybe_unused]] const Value v4 = sw::log_softmax(v0, 1);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v4, v2), v4, v2);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 159") { check<sw::Program<typed_159, "f32[4@X]", "f32[4@X,4]", "f32[4@X]">>(dynamic_159); }

}  // namespace
