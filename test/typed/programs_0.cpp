// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_0 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 - x1;
    [[maybe_unused]] auto v1 = sw::logsumexp<1>(v0);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = v3 + 1;
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
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x0, x1);
  [[maybe_unused]] const Value v1 = sw::logsumexp(v0, 1);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 0") { check<sw::Program<typed_0, "f32[4]", "f32[3,4]", "f32[4,4@X]">>(dynamic_0); }

constexpr auto typed_1 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x2;
    [[maybe_unused]] auto v1 = x2 + 1;
    [[maybe_unused]] auto v2 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v3 = sw::log_softmax(v1);
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
  [[maybe_unused]] const Value v0 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v3 = sw::log_softmax(v1, 0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 1") { check<sw::Program<typed_1, "f32[4,4]{R:X}", "f32[3,4,4]{R:X}", "f32[4@X]">>(dynamic_1); }

constexpr auto typed_2 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x1 > x1, x1, x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::max<0>(v0, sw::keepdims, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v4 = sw::reshape<16>(v1);
    [[maybe_unused]] auto v5 = sw::reshape<16>(v2);
    [[maybe_unused]] auto v6 = sw::reshape<4>(v3);
    [[maybe_unused]] auto v7 = 0.5 * v3;
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
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){U:X}"); return sw::reduce_max(v0, 1u, true, &s); }();
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v1, e, 1); }();
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(4)}; return sw::reshape(v3, e, 1); }();
  [[maybe_unused]] const Value v7 = sw::scale(v3, 0.5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 2") { check<sw::Program<typed_2, "f32[3,4,4]", "f32[4,4]{R:(X,Y)}", "f32[4@(X,Y),4]">>(dynamic_2); }

constexpr auto typed_3 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x1, x0, x1);
    [[maybe_unused]] auto v1 = v0 - x1;
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(sw::none, Y, sw::unreduced(X)));
    [[maybe_unused]] auto v3 = sw::reshard(v1, sw::P(sw::none, sw::none, X));
    [[maybe_unused]] auto v4 = 0.5 * v3;
    [[maybe_unused]] auto v5 = sw::tanh(v3);
    [[maybe_unused]] auto v6 = 0.5 * v3;
    [[maybe_unused]] auto v7 = v3 + sw::stop_gradient(v4);
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
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x1), x0, x1);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(v0, x1);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(none,Y){U:X}"));
  [[maybe_unused]] const Value v3 = sw::reshard(v1, spec("P(none,none,X)"));
  [[maybe_unused]] const Value v4 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::tanh>(v3);
  [[maybe_unused]] const Value v6 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v3, sw::stop_gradient(v4));
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 3") { check<sw::Program<typed_3, "f32[4]", "f32[3,4,4]", "f32[3,4@X,4]">>(dynamic_3); }

constexpr auto typed_4 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sum<1>(x0);
    [[maybe_unused]] auto v1 = sw::tanh(v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_4(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::sum(x0, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v2 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::slice(v1, 0, 0, 2);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 4") { check<sw::Program<typed_4, "f32[3,4]", "f32[3,4,4]">>(dynamic_4); }

constexpr auto typed_5 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = sw::mean<0>(v0, sw::P(sw::axes(X,Y)));
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v4 = v0 - v1;
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
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P((X,Y))"); return sw::mean(v0, 1u, false, &s); }();
  [[maybe_unused]] const Value v3 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v0, v1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 5") { check<sw::Program<typed_5, "f32[3,4]", "f32[4@X,4@Y]", "f32[4@X,4]">>(dynamic_5); }

constexpr auto typed_6 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sin(x0);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = sw::tanh(x1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_6(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x0);
  [[maybe_unused]] const Value v1 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::tanh>(x1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 6") { check<sw::Program<typed_6, "f32[4@X,4]", "f32[4@X,4@Y]">>(dynamic_6); }

constexpr auto typed_7 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshape<16>(x0);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v3 = sw::mean<0>(v2);
    [[maybe_unused]] auto v4 = sw::reshard(v1, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v3);
    [[maybe_unused]] auto v6 = sw::slice<0, 0, 2>(v5);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_7(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(x0, e, 1); }();
  [[maybe_unused]] const Value v1 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(v2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = sw::reshard(v1, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v5 = sw::slice(v3, 0, 0, 2);
  [[maybe_unused]] const Value v6 = sw::slice(v5, 0, 0, 2);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 7") { check<sw::Program<typed_7, "f32[4,4]{U:X}", "f32[3,4,4]{R:X}">>(dynamic_7); }

constexpr auto typed_8 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::tanh(x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v5 = sw::logsumexp<1>(v3);
    [[maybe_unused]] auto v6 = sw::reshard(v2, sw::P(sw::reduced(Y)));
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_8(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::tanh>(x0);
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v5 = sw::logsumexp(v3, 1);
  [[maybe_unused]] const Value v6 = sw::reshard(v2, spec("P(){R:Y}"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 8") { check<sw::Program<typed_8, "f32[4@X,4@Y]", "f32[4@X,4]">>(dynamic_8); }

constexpr auto typed_9 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v2 = sw::max<1>(v0, sw::keepdims);
    [[maybe_unused]] auto v3 = sw::tanh(v0);
    [[maybe_unused]] auto v4 = v2 - x0;
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
  [[maybe_unused]] const Value v0 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(Y){R:X}"); return sw::reduce_max(v0, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, x0);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 9") { check<sw::Program<typed_9, "f32[4]", "f32[4,4@X]", "f32[3,4,4]{R:X}">>(dynamic_9); }

constexpr auto typed_10 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::where(x0 > v0, x0, v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v3 = x1 - x1;
    [[maybe_unused]] auto v4 = v1 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v6 = sw::sum<0>(v2);
    [[maybe_unused]] auto v7 = sw::slice<0, 0, 2>(v5);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_10(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x0, v0), x0, v0);
  [[maybe_unused]] const Value v2 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v3 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v5 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P((X,Y))"); return sw::sum(v2, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = sw::slice(v5, 0, 0, 2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 10") { check<sw::Program<typed_10, "f32[3,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_10); }

constexpr auto typed_11 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + 1;
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = sw::mean<0>(v0, sw::keepdims);
    [[maybe_unused]] auto v3 = v1 - x1;
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v5 = sw::square(v1);
    [[maybe_unused]] auto v6 = v2 + 1;
    [[maybe_unused]] auto v7 = 0.5 * v3;
    [[maybe_unused]] auto v8 = sw::where(v6 > v6, v6, v6);
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
  [[maybe_unused]] const Value v0 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,X){R:Y}"); return sw::mean(v0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = apply<ops::sub>(v1, x1);
  [[maybe_unused]] const Value v4 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v5 = apply<ops::square>(v1);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, 1.0);
  [[maybe_unused]] const Value v7 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v8 = sw::where(apply<ops::gt>(v6, v6), v6, v6);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 11") { check<sw::Program<typed_11, "f32[]", "f32[4,4]", "f32[4@X,4@Y]">>(dynamic_11); }

constexpr auto typed_12 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::matmul(x1, x1);
    [[maybe_unused]] auto v1 = v0 - v0;
    [[maybe_unused]] auto v2 = v0 * x1;
    [[maybe_unused]] auto v3 = v2 * v0;
    [[maybe_unused]] auto v4 = sw::matmul(v2, v2);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v6 = sw::max<1>(v4, sw::keepdims);
    [[maybe_unused]] auto v7 = 0.5 * v4;
    [[maybe_unused]] auto v8 = sw::max(v4, v3);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_12(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::matmul(x1, x1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::sub>(v0, v0);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(v0, x1);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(v2, v0);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::matmul(v2, v2, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(){U:Y}"); return sw::reduce_max(v4, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v7 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::max>(v4, v3);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 12") { check<sw::Program<typed_12, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]">>(dynamic_12); }

constexpr auto typed_13 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::relu(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = v0 + 1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::sigmoid(v0);
    [[maybe_unused]] auto v5 = v3 + 1;
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_13(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::relu>(x1);
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 1);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, 1.0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 13") { check<sw::Program<typed_13, "f32[4,4@X]", "f32[4@X]">>(dynamic_13); }

constexpr auto typed_14 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::logsumexp<1>(x2);
    [[maybe_unused]] auto v4 = 0.5 * v3;
    [[maybe_unused]] auto v5 = sw::where(v2 > x0, v2, x0);
    [[maybe_unused]] auto v6 = sw::logsumexp<0>(v4);
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
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::logsumexp(x2, 1);
  [[maybe_unused]] const Value v4 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v2, x0), v2, x0);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v4, 0);
  const Value loss = sw::sum(v6, 0u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 14") { check<sw::Program<typed_14, "f32[4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4]{R:X}">>(dynamic_14); }

constexpr auto typed_15 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x1;
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v2 = sw::sigmoid(v0);
    [[maybe_unused]] auto v3 = sw::log_softmax(x1);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v5 = sw::max<0>(v4, sw::P());
    [[maybe_unused]] auto v6 = sw::slice<0, 0, 2>(v5);
    [[maybe_unused]] auto v7 = 0.5 * v4;
    [[maybe_unused]] auto v8 = sw::max<0>(v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_15(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v3 = sw::log_softmax(x1, 1);
  [[maybe_unused]] const Value v4 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P()"); return sw::reduce_max(v4, 1u, false, &s); }();
  [[maybe_unused]] const Value v6 = sw::slice(v5, 0, 0, 2);
  [[maybe_unused]] const Value v7 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){U:X, R:Y}"); return sw::reduce_max(v5, 1u, false, (void(s), nullptr)); }();
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 15") { check<sw::Program<typed_15, "f32[4]", "f32[4,4@X]">>(dynamic_15); }

constexpr auto typed_16 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v2 = sw::reshard(x0, sw::P(sw::none, X, sw::unreduced(Y)));
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, v1, v0);
    [[maybe_unused]] auto v4 = sw::tanh(v3);
    [[maybe_unused]] auto v5 = sw::matmul(v1, v1);
    [[maybe_unused]] auto v6 = sw::max<0>(v3, sw::keepdims);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_16(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v2 = sw::reshard(x0, spec("P(none,X){U:Y}"));
  [[maybe_unused]] const Value v3 = loop(g, v1, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v4 = apply<ops::tanh>(v3);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P()"); return sw::matmul(v1, v1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P()"); return sw::reduce_max(v3, 1u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 16") { check<sw::Program<typed_16, "f32[3,4,4]{R:X}", "f32[4]{R:X}">>(dynamic_16); }

constexpr auto typed_17 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = sw::max(x2, x2);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v4 = sw::sum<2>(v1, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = sw::sum<0>(v2, sw::keepdims);
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
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = apply<ops::max>(x2, x2);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(){R:X}"); return sw::sum(v1, 4u, false, &s); }();
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(Y)"); return sw::sum(v2, 1u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 17") { check<sw::Program<typed_17, "f32[4,4]{U:X}", "f32[4,4]{U:X}", "f32[3,4,4]">>(dynamic_17); }

constexpr auto typed_18 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::einsum<"ij,kj->ik">(x1, x0);
    [[maybe_unused]] auto v2 = sw::log_softmax(v1);
    [[maybe_unused]] auto v3 = sw::sum<1>(v2);
    [[maybe_unused]] auto v4 = sw::sigmoid(v3);
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
  [[maybe_unused]] const Value v2 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P(X){U:Y}"); return sw::sum(v2, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::sigmoid>(v3);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 18") { check<sw::Program<typed_18, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:(X,Y)}">>(dynamic_18); }

constexpr auto typed_19 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = x1 - x1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v5 = sw::logsumexp<1>(v4);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    [[maybe_unused]] auto v7 = sw::mean<0>(v6, sw::keepdims);
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
  [[maybe_unused]] const Value v0 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(x1, x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v5 = sw::logsumexp(v4, 1);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(Y)"); return sw::mean(v6, 1u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 19") { check<sw::Program<typed_19, "f32[4,4@X]", "f32[4,4]{U:X}", "f32[4]{R:X}">>(dynamic_19); }

}  // namespace
