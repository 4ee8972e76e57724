// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_20 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::reshard(v1, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = v0 * v2;
    [[maybe_unused]] auto v5 = 0.5 * v3;
    [[maybe_unused]] auto v6 = sw::matmul(v5, v1, sw::P());
    [[maybe_unused]] auto v7 = v5 + 1;
    [[maybe_unused]] auto v8 = sw::slice<0, 0, 2>(v7);
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
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(Y)"); return sw::reduce_max(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = sw::reshard(v1, spec("P((X,Y))"));
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v0, v2);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P()"); return sw::matmul(v5, v1, &s); }();
  [[maybe_unused]] const Value v7 = apply<ops::add>(v5, 1.0);
  [[maybe_unused]] const Value v8 = sw::slice(v7, 0, 0, 2);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 20") { check<sw::Program<typed_20, "f32[4]{R:X}", "f32[4]", "f32[3,4]">>(dynamic_20); }

constexpr auto typed_21 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<1>(x0, sw::P());
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P());
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = sw::reshard(v1, sw::P(Y));
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v5 = sw::reshard(v2, sw::P(X));
    [[maybe_unused]] auto v6 = sw::sigmoid(v2);
    [[maybe_unused]] auto v7 = sw::tanh(v3);
    [[maybe_unused]] auto v8 = sw::sin(v4);
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
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::mean(x0, 2u, false, &s); }();
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P()"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = sw::reshard(v1, spec("P(Y)"));
  [[maybe_unused]] const Value v4 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v5 = sw::reshard(v2, spec("P(X)"));
  [[maybe_unused]] const Value v6 = apply<ops::sigmoid>(v2);
  [[maybe_unused]] const Value v7 = apply<ops::tanh>(v3);
  [[maybe_unused]] const Value v8 = apply<ops::sin>(v4);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 21") { check<sw::Program<typed_21, "f32[4@X,4]", "f32[4]", "f32[4]{R:X}">>(dynamic_21); }

constexpr auto typed_22 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + x0;
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::reshape<12>(v1);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, v1, x1);
    [[maybe_unused]] auto v4 = v2 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::tanh(v4);
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v3);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_22(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v3 = loop(g, v1, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = apply<ops::tanh>(v4);
  [[maybe_unused]] const Value v6 = sw::transpose(v3, 0x01);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 22") { check<sw::Program<typed_22, "f32[4]", "f32[3,4]">>(dynamic_22); }

constexpr auto typed_23 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x1 + x2;
    [[maybe_unused]] auto v1 = sw::sin(v0);
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = sw::max<0>(v1, sw::keepdims);
    [[maybe_unused]] auto v4 = sw::max(v3, v2);
    [[maybe_unused]] auto v5 = sw::matmul(v4, v2, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v6 = v2 + v1;
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
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, x2);
  [[maybe_unused]] const Value v1 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(none,none,Y){U:X}"); return sw::reduce_max(v1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::max>(v3, v2);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:(X,Y)}"); return sw::matmul(v4, v2, &s); }();
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, v1);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 23") { check<sw::Program<typed_23, "f32[3,4]", "f32[3,4,4]", "f32[]">>(dynamic_23); }

constexpr auto typed_24 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sin(x1);
    [[maybe_unused]] auto v1 = v0 + v0;
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(sw::none, Y, sw::reduced(X)));
    [[maybe_unused]] auto v3 = sw::relu(x2);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = v4 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v6 = sw::einsum<"ij,kj->ik">(v3, x2, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v7 = v4 + 1;
    [[maybe_unused]] auto v8 = 0.5 * v4;
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
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, v0);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(none,Y){R:X}"));
  [[maybe_unused]] const Value v3 = apply<ops::relu>(x2);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:Y}"); return sw::einsum(v3, x2, 0x21, 0x23, 0x31, &s); }();
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v8 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 24") { check<sw::Program<typed_24, "f32[4]", "f32[4@X,4@Y]", "f32[4,4@X]{R:Y}">>(dynamic_24); }

constexpr auto typed_25 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max<1>(x0, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = sw::reshape<12>(v1);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v4 = sw::reshard(v1, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = v1 + sw::stop_gradient(v4);
    [[maybe_unused]] auto v6 = sw::log_softmax(v3);
    [[maybe_unused]] auto v7 = v6 + 1;
    [[maybe_unused]] auto v8 = sw::slice<0, 0, 2>(v6);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_25(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:X, R:Y}"); return sw::reduce_max(x0, 2u, false, &s); }();
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v3 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::reshard(v1, spec("P(){R:X}"));
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, sw::stop_gradient(v4));
  [[maybe_unused]] const Value v6 = sw::log_softmax(v3, 0);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v6, 1.0);
  [[maybe_unused]] const Value v8 = sw::slice(v6, 0, 0, 2);
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 25") { check<sw::Program<typed_25, "f32[3,4]{R:X}", "f32[4]">>(dynamic_25); }

constexpr auto typed_26 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v2 = sw::log_softmax(v0);
    [[maybe_unused]] auto v3 = 0.5 * x2;
    [[maybe_unused]] auto v4 = sw::matmul(v3, v3, sw::P());
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
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v2 = sw::log_softmax(v0, 0);
  [[maybe_unused]] const Value v3 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::matmul(v3, v3, &s); }();
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 26") { check<sw::Program<typed_26, "f32[4]{R:X}", "f32[3,4@X,4]", "f32[4@X]">>(dynamic_26); }

constexpr auto typed_27 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v3 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v4 = sw::max(v3, v0);
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v6 = sw::slice<1, 0, 2>(v3);
    [[maybe_unused]] auto v7 = v4 + 1;
    [[maybe_unused]] auto v8 = v4 + sw::stop_gradient(v0);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_27(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v4 = apply<ops::max>(v3, v0);
  [[maybe_unused]] const Value v5 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v6 = sw::slice(v3, 1, 0, 2);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v4, sw::stop_gradient(v0));
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 27") { check<sw::Program<typed_27, "f32[4,4]{R:X}", "f32[3,4]">>(dynamic_27); }

constexpr auto typed_28 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max(x0, x0);
    [[maybe_unused]] auto v1 = sw::relu(x2);
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v6 = sw::tanh(v2);
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
  [[maybe_unused]] const Value v0 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v1 = apply<ops::relu>(x2);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P(none,(X,Y))"));
  [[maybe_unused]] const Value v6 = apply<ops::tanh>(v2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 28") { check<sw::Program<typed_28, "f32[3,4,4]", "f32[4]", "f32[4@(X,Y),4]">>(dynamic_28); }

constexpr auto typed_29 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v2 = sw::square(x0);
    [[maybe_unused]] auto v3 = sw::matmul(v2, v2);
    [[maybe_unused]] auto v4 = v2 - x0;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_29(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v2 = apply<ops::square>(x0);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(none,(X,Y))"); return sw::matmul(v2, v2, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, x0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 29") { check<sw::Program<typed_29, "f32[4]", "f32[4,4]{U:X}">>(dynamic_29); }

constexpr auto typed_30 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::relu(x0);
    [[maybe_unused]] auto v1 = sw::gelu(v0);
    [[maybe_unused]] auto v2 = x1 + x1;
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P());
    [[maybe_unused]] auto v4 = sw::relu(v0);
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
  [[maybe_unused]] const Value v0 = apply<ops::relu>(x0);
  [[maybe_unused]] const Value v1 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P()"));
  [[maybe_unused]] const Value v4 = apply<ops::relu>(v0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 30") { check<sw::Program<typed_30, "f32[3,4]", "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_30); }

constexpr auto typed_31 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sigmoid(x1);
    [[maybe_unused]] auto v1 = sw::max(v0, x1);
    [[maybe_unused]] auto v2 = sw::matmul(v0, x1);
    [[maybe_unused]] auto v3 = v0 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::square(v4);
    [[maybe_unused]] auto v6 = 0.5 * v2;
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
  [[maybe_unused]] const Value v0 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v1 = apply<ops::max>(v0, x1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,X){U:Y}"); return sw::matmul(v0, x1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = apply<ops::square>(v4);
  [[maybe_unused]] const Value v6 = sw::scale(v2, 0.5);
  const Value loss = sw::sum(v6, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 31") { check<sw::Program<typed_31, "f32[4,4@X]", "f32[4]", "f32[3,4@X,4]">>(dynamic_31); }

constexpr auto typed_32 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::gelu(x0);
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::log_softmax(x0);
    [[maybe_unused]] auto v3 = sw::max(v2, v2);
    [[maybe_unused]] auto v4 = sw::sum<0>(v2, sw::keepdims);
    [[maybe_unused]] auto v5 = sw::mean<1>(v2, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v6 = sw::reshape<4>(v4);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_32(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::gelu>(x0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 2);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v3 = apply<ops::max>(v2, v2);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(){U:X}"); return sw::sum(v2, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(v2, 2u, false, &s); }();
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v4, e, 1); }();
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 32") { check<sw::Program<typed_32, "f32[4@(X,Y),4]", "f32[3,4,4]{R:X}">>(dynamic_32); }

constexpr auto typed_33 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v1 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v2 = sw::sin(x1);
    [[maybe_unused]] auto v3 = 0.5 * x1;
    [[maybe_unused]] auto v4 = sw::reshard(v3, sw::P(sw::reduced(Y)));
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
  [[maybe_unused]] const Value v1 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v2 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v3 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v4 = sw::reshard(v3, spec("P(){R:Y}"));
  const Value loss = sw::sum(v4, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 33") { check<sw::Program<typed_33, "f32[4@X,4]", "f32[]">>(dynamic_33); }

constexpr auto typed_34 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P());
    [[maybe_unused]] auto v2 = sw::where(x1 > v0, x1, v0);
    [[maybe_unused]] auto v3 = sw::mean<1>(v1);
    [[maybe_unused]] auto v4 = v2 + 1;
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v4);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_34(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P()"));
  [[maybe_unused]] const Value v2 = sw::where(apply<ops::gt>(x1, v0), x1, v0);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X){R:Y}"); return sw::mean(v1, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v5 = sw::transpose(v4, 0x01);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 34") { check<sw::Program<typed_34, "f32[4,4]{R:X}", "f32[4]{R:X}">>(dynamic_34); }

constexpr auto typed_35 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x0 + x); }, x0, v0);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v4 = v3 + 1;
    [[maybe_unused]] auto v5 = v4 + 1;
    [[maybe_unused]] auto v6 = sw::reshard(v4, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v7 = sw::sum<0>(v4, sw::P());
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_35(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = loop(g, x0, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x0), x)); });
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(){R:(X,Y)}"));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v6 = sw::reshard(v4, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P()"); return sw::sum(v4, 1u, false, &s); }();
  const Value loss = sw::sum(v7, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 35") { check<sw::Program<typed_35, "f32[3,4,4]", "f32[4@X]">>(dynamic_35); }

constexpr auto typed_36 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v1 = sw::max(x0, x0);
    [[maybe_unused]] auto v2 = sw::log_softmax(x1);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v2);
    [[maybe_unused]] auto v4 = sw::logsumexp<2>(v0);
    [[maybe_unused]] auto v5 = sw::square(v3);
    [[maybe_unused]] auto v6 = v5 + 1;
    [[maybe_unused]] auto v7 = sw::where(v5 > v3, v5, v3);
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
  [[maybe_unused]] const Value v1 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v2 = sw::log_softmax(x1, 2);
  [[maybe_unused]] const Value v3 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::logsumexp(v0, 2);
  [[maybe_unused]] const Value v5 = apply<ops::square>(v3);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v5, 1.0);
  [[maybe_unused]] const Value v7 = sw::where(apply<ops::gt>(v5, v3), v5, v3);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 36") { check<sw::Program<typed_36, "f32[4@X,4@Y]", "f32[3,4@X,4]">>(dynamic_36); }

constexpr auto typed_37 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sin(x0);
    [[maybe_unused]] auto v1 = 0.5 * v0;
    [[maybe_unused]] auto v2 = v1 + 1;
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(X, sw::unreduced(Y)));
    [[maybe_unused]] auto v4 = sw::max(v2, v2);
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
  [[maybe_unused]] const Value v1 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(X){U:Y}"));
  [[maybe_unused]] const Value v4 = apply<ops::max>(v2, v2);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 37") { check<sw::Program<typed_37, "f32[4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4@X]">>(dynamic_37); }

constexpr auto typed_38 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max<0>(x1);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v3 = sw::max(v0, v2);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_38(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::reduce_max(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::max>(v0, v2);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 38") { check<sw::Program<typed_38, "f32[4,4]{R:(X,Y)}", "f32[4,4@X]{R:Y}">>(dynamic_38); }

constexpr auto typed_39 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::relu(x0);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::reshape<12>(v1);
    [[maybe_unused]] auto v4 = v1 + 1;
    [[maybe_unused]] auto v5 = sw::where(v1 > v4, v1, v4);
    [[maybe_unused]] auto v6 = sw::mean<0>(v5, sw::keepdims);
    [[maybe_unused]] auto v7 = sw::slice<0, 0, 2>(v5);
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
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::relu>(x0);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, v4), v1, v4);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:X}"); return sw::mean(v5, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = sw::slice(v5, 0, 0, 2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 39") { check<sw::Program<typed_39, "f32[3,4]{R:X}", "f32[4,4]{U:X}", "f32[4@(X,Y),4]">>(dynamic_39); }

}  // namespace
