// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_40 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x1, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v3 = sw::gelu(x1);
    [[maybe_unused]] auto v4 = sw::reshape<8>(v1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_40(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x1, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v1 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v3 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(8)}; return sw::reshape(v1, e, 1); }();
  const Value loss = sw::sum(v4, 1u);
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
    [[maybe_unused]] auto v4 = sw::max(v2, v2);
    [[maybe_unused]] auto v5 = sw::sum<0>(v4, sw::keepdims, sw::P(sw::unreduced(Y)));
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
  [[maybe_unused]] const Value v4 = apply<ops::max>(v2, v2);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){U:Y}"); return sw::sum(v4, 1u, true, &s); }();
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 41") { check<sw::Program<typed_41, "f32[4@X,4@Y]", "f32[3,4@X,4]", "f32[4]{R:X}">>(dynamic_41); }

constexpr auto typed_42 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(v0);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::relu(v1);
    [[maybe_unused]] auto v4 = v2 + 1;
    [[maybe_unused]] auto v5 = v4 + v1;
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
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::relu>(v1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, v1);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 42") { check<sw::Program<typed_42, "f32[3,4,4]{R:X}", "f32[4,4@X]">>(dynamic_42); }

constexpr auto typed_43 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::sigmoid(v0);
    [[maybe_unused]] auto v2 = sw::logsumexp<1>(x2);
    [[maybe_unused]] auto v3 = sw::mean<0>(v1, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v5 = 0.5 * v1;
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v4);
    [[maybe_unused]] auto v7 = v4 + 1;
    [[maybe_unused]] auto v8 = sw::slice<1, 0, 2>(v4);
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
  [[maybe_unused]] const Value v0 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v2 = sw::logsumexp(x2, 1);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){R:Y}"); return sw::mean(v1, 1u, false, &s); }();
  [[maybe_unused]] const Value v4 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v5 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v6 = sw::transpose(v4, 0x01);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v8 = sw::slice(v4, 1, 0, 2);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 43") { check<sw::Program<typed_43, "f32[3,4]", "f32[4@X,4]", "f32[4,4]">>(dynamic_43); }

constexpr auto typed_44 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::matmul(x1, x1);
    [[maybe_unused]] auto v1 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v2 = v0 * v0;
    [[maybe_unused]] auto v3 = sw::sin(x1);
    [[maybe_unused]] auto v4 = sw::max(v2, v0);
    [[maybe_unused]] auto v5 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, v2, x1);
    [[maybe_unused]] auto v6 = sw::mean<2>(v3, sw::keepdims);
    [[maybe_unused]] auto v7 = sw::matmul(v4, v6);
    [[maybe_unused]] auto v8 = v5 + v2;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_44(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:X}"); return sw::matmul(x1, x1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x1, x1), x1, x1);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v2, v0);
  [[maybe_unused]] const Value v5 = loop(g, v2, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P()"); return sw::mean(v3, 4u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(none,Y){R:X}"); return sw::matmul(v4, v6, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v8 = apply<ops::add>(v5, v2);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 44") { check<sw::Program<typed_44, "f32[4]", "f32[3,4,4]{R:X}">>(dynamic_44); }

constexpr auto typed_45 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::relu(x2);
    [[maybe_unused]] auto v1 = sw::max<0>(x2);
    [[maybe_unused]] auto v2 = v0 * v0;
    [[maybe_unused]] auto v3 = v0 + 1;
    [[maybe_unused]] auto v4 = v3 + 1;
    [[maybe_unused]] auto v5 = sw::tanh(v1);
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
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::reduce_max(x2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v5 = apply<ops::tanh>(v1);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v2));
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 45") { check<sw::Program<typed_45, "f32[3,4,4]{R:X}", "f32[4,4]{U:X}", "f32[4]">>(dynamic_45); }

constexpr auto typed_46 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x0);
    [[maybe_unused]] auto v1 = sw::sigmoid(v0);
    [[maybe_unused]] auto v2 = x0 + v1;
    [[maybe_unused]] auto v3 = sw::einsum<"ij,kj->ik">(v1, x0);
    [[maybe_unused]] auto v4 = sw::slice<1, 0, 2>(v3);
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::none, X, sw::unreduced(Y)));
    [[maybe_unused]] auto v6 = sw::mean<1>(v4, sw::keepdims);
    [[maybe_unused]] auto v7 = 0.5 * v6;
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
  [[maybe_unused]] const Value v1 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, v1);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::einsum(v1, x0, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::slice(v3, 1, 0, 2);
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P(none,X){U:Y}"));
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(X,Y)"); return sw::mean(v4, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 46") { check<sw::Program<typed_46, "f32[3,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_46); }

constexpr auto typed_47 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v2 = sw::relu(x1);
    [[maybe_unused]] auto v3 = sw::sin(v1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_47(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::relu>(x1);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(v1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 47") { check<sw::Program<typed_47, "f32[3,4]{R:X}", "f32[]">>(dynamic_47); }

constexpr auto typed_48 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<1>(x0, sw::keepdims, sw::P(X));
    [[maybe_unused]] auto v1 = sw::max<0>(x0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::unreduced(X)));
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
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(Y)"); return sw::reduce_max(x0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(){U:X}"));
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 48") { check<sw::Program<typed_48, "f32[4@(X,Y),4]", "f32[4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_48); }

constexpr auto typed_49 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x0, x0);
    [[maybe_unused]] auto v1 = sw::square(x0);
    [[maybe_unused]] auto v2 = v1 + 1;
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v2);
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
  [[maybe_unused]] const Value v0 = apply<ops::max>(x0, x0);
  [[maybe_unused]] const Value v1 = apply<ops::square>(x0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v3 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v4 = apply<ops::relu>(v0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 49") { check<sw::Program<typed_49, "f32[3,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_49); }

constexpr auto typed_50 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sin(x1);
    [[maybe_unused]] auto v1 = x1 - v0;
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = sw::logsumexp<1>(v2);
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v5 = 0.5 * v1;
    [[maybe_unused]] auto v6 = sw::reshard(v2, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v7 = 0.5 * v5;
    [[maybe_unused]] auto v8 = 0.5 * v4;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_50(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(x1, v0);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = sw::logsumexp(v2, 1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v5 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v6 = sw::reshard(v2, spec("P(){U:(X,Y)}"));
  [[maybe_unused]] const Value v7 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v8 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 50") { check<sw::Program<typed_50, "f32[4@(X,Y),4]", "f32[4@X,4@Y]">>(dynamic_50); }

constexpr auto typed_51 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<2, 0, 2>(x2);
    [[maybe_unused]] auto v1 = x0 - x1;
    [[maybe_unused]] auto v2 = sw::max(v1, x2);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P(sw::none, Y, X));
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
  [[maybe_unused]] const Value v1 = apply<ops::sub>(x0, x1);
  [[maybe_unused]] const Value v2 = apply<ops::max>(v1, x2);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P(none,Y,X)"));
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 51") { check<sw::Program<typed_51, "f32[3,4,4]", "f32[3,4,4]", "f32[3,4,4]">>(dynamic_51); }

constexpr auto typed_52 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x1);
    [[maybe_unused]] auto v1 = sw::sum<0>(v0, sw::keepdims);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::sigmoid(v1);
    [[maybe_unused]] auto v4 = v3 - v2;
    [[maybe_unused]] auto v5 = v4 + 1;
    [[maybe_unused]] auto v6 = sw::sin(v4);
    [[maybe_unused]] auto v7 = sw::reshape<16>(v6);
    [[maybe_unused]] auto v8 = sw::square(v5);
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
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(X){R:Y}"); return sw::sum(v0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(v1);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v3, v2);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v4, 1.0);
  [[maybe_unused]] const Value v6 = apply<ops::sin>(v4);
  [[maybe_unused]] const Value v7 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v6, e, 1); }();
  [[maybe_unused]] const Value v8 = apply<ops::square>(v5);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 52") { check<sw::Program<typed_52, "f32[4@X]", "f32[4,4]", "f32[3,4]{R:X}">>(dynamic_52); }

constexpr auto typed_53 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x1 + 1;
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P());
    [[maybe_unused]] auto v3 = v1 * x0;
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
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 0);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P()"));
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v1, x0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 53") { check<sw::Program<typed_53, "f32[4]{R:X}", "f32[]", "f32[3,4]">>(dynamic_53); }

constexpr auto typed_54 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = sw::tanh(v0);
    [[maybe_unused]] auto v2 = sw::sigmoid(x0);
    [[maybe_unused]] auto v3 = x1 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v4 = sw::mean<0>(v3, sw::keepdims, sw::P(sw::none, Y));
    [[maybe_unused]] auto v5 = sw::max(v1, v0);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_54(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(x0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(none,Y)"); return sw::mean(v3, 1u, true, &s); }();
  [[maybe_unused]] const Value v5 = apply<ops::max>(v1, v0);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 54") { check<sw::Program<typed_54, "f32[4@X,4@Y]", "f32[3,4,4]{R:X}">>(dynamic_54); }

constexpr auto typed_55 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = sw::reshard(x1, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = v2 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = sw::log_softmax(v1);
    [[maybe_unused]] auto v5 = 0.5 * v3;
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_55(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::reshard(x1, spec("P(none,(X,Y))"));
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = sw::log_softmax(v1, 2);
  [[maybe_unused]] const Value v5 = sw::scale(v3, 0.5);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 55") { check<sw::Program<typed_55, "f32[4,4@X]", "f32[3,4@X,4]">>(dynamic_55); }

constexpr auto typed_56 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sigmoid(x2);
    [[maybe_unused]] auto v1 = sw::gelu(x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x2);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v5 = sw::reshard(v4, sw::P(sw::none, sw::axes(X,Y)));
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
  [[maybe_unused]] const Value v0 = apply<ops::sigmoid>(x2);
  [[maybe_unused]] const Value v1 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v2 = sw::slice(x2, 0, 0, 2);
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P(){U:X}"));
  [[maybe_unused]] const Value v4 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v5 = sw::reshard(v4, spec("P(none,(X,Y))"));
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 56") { check<sw::Program<typed_56, "f32[4@X,4]", "f32[4,4@X]{R:Y}", "f32[4]{R:X}">>(dynamic_56); }

constexpr auto typed_57 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::log_softmax(x1);
    [[maybe_unused]] auto v1 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, x1, v0);
    [[maybe_unused]] auto v2 = x0 * v1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::reshape<12>(v2);
    [[maybe_unused]] auto v5 = v2 + 1;
    [[maybe_unused]] auto v6 = sw::logsumexp<0>(v3);
    [[maybe_unused]] auto v7 = v6 + sw::stop_gradient(v2);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_57(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::log_softmax(x1, 0);
  [[maybe_unused]] const Value v1 = loop(g, x1, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v2 = apply<ops::mul>(x0, v1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v5 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v3, 0);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v6, sw::stop_gradient(v2));
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 57") { check<sw::Program<typed_57, "f32[3,4]{R:X}", "f32[4]{R:X}">>(dynamic_57); }

constexpr auto typed_58 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = v1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v3 = sw::reshape<16>(v1);
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
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P(){U:X}"));
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v1, e, 1); }();
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 58") { check<sw::Program<typed_58, "f32[4@(X,Y),4]", "f32[4@X]", "f32[4,4]">>(dynamic_58); }

constexpr auto typed_59 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(Y, sw::unreduced(X)));
    [[maybe_unused]] auto v1 = x1 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = sw::max<1>(v2);
    [[maybe_unused]] auto v4 = v2 + x0;
    [[maybe_unused]] auto v5 = v3 + 1;
    [[maybe_unused]] auto v6 = v4 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v7 = sw::gelu(v4);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_59(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(Y){U:X}"));
  [[maybe_unused]] const Value v1 = apply<ops::add>(x1, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(Y){U:X}"); return sw::reduce_max(v2, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, x0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, 1.0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v7 = apply<ops::gelu>(v4);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 59") { check<sw::Program<typed_59, "f32[4@X,4]", "f32[4@X,4]">>(dynamic_59); }

}  // namespace
