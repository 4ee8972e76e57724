// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_200 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::concat<1>(x0, x0);
    [[maybe_unused]] auto v1 = sw::sum<0>(x1);
    [[maybe_unused]] auto v2 = sw::max<0>(x1);
    [[maybe_unused]] auto v3 = sw::reshard(x2, sw::P(sw::none, Y));
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_200(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::concat({x0, x0}, 1);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){R:X}"); return sw::sum(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){U:Y}"); return sw::reduce_max(x1, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::reshard(x2, spec("P(none,Y)"));
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 200") { check<sw::Program<typed_200, "f32[4@X,4]", "f32[4]{R:X}", "f32[4,4]{U:X}">>(dynamic_200); }

constexpr auto typed_201 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + 1;
    [[maybe_unused]] auto v1 = x2 + 1;
    [[maybe_unused]] auto v2 = x2 + 1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = v1 + 1;
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v4), sw::spec(v4))(v4);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_201(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = by_hand(v4);
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 201") { check<sw::Program<typed_201, "f32[4]{R:X}", "f32[4@X,4]", "f32[4]">>(dynamic_201); }

constexpr auto typed_202 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v1 = 0.5 * x2;
    [[maybe_unused]] auto v2 = sw::mean<2>(v0, sw::keepdims, sw::P(sw::none, Y, sw::reduced(X)));
    [[maybe_unused]] auto v3 = sw::relu(x2);
    [[maybe_unused]] auto v4 = sw::matmul(v0, x2);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_202(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x2);
  [[maybe_unused]] const Value v1 = sw::scale(x2, 0.5);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,Y){R:X}"); return sw::mean(v0, 4u, true, &s); }();
  [[maybe_unused]] const Value v3 = apply<ops::relu>(x2);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(Y,X)"); return sw::matmul(v0, x2, (void(s), nullptr)); }();
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 202") { check<sw::Program<typed_202, "f32[4@X]", "f32[4,4@X]", "f32[3,4,4]">>(dynamic_202); }

constexpr auto typed_203 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v1 = 0.5 * v0;
    [[maybe_unused]] auto v2 = v1 - v1;
    [[maybe_unused]] auto v3 = sw::sin(x1);
    [[maybe_unused]] auto v4 = sw::transpose<1, 0>(v2);
    [[maybe_unused]] auto v5 = sw::stack<0>(v1, v0);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_203(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:X, R:Y}"); return sw::mean(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v1, v1);
  [[maybe_unused]] const Value v3 = apply<ops::sin>(x1);
  [[maybe_unused]] const Value v4 = sw::transpose(v2, 0x01);
  [[maybe_unused]] const Value v5 = sw::stack({v1, v0}, 0);
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 203") { check<sw::Program<typed_203, "f32[4,4]{R:(X,Y)}", "f32[4@X,4@Y]">>(dynamic_203); }

constexpr auto typed_204 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::mean<0>(x0, sw::keepdims);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v3 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v1 + x); }, v1, x0);
    [[maybe_unused]] auto v4 = sw::reshard(v1, sw::P(sw::axes(X,Y)));
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_204(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y}"); return sw::mean(x0, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v3 = loop(g, v1, x0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v1), x)); });
  [[maybe_unused]] const Value v4 = sw::reshard(v1, spec("P((X,Y))"));
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 204") { check<sw::Program<typed_204, "f32[4,4]", "f32[4@X]">>(dynamic_204); }

constexpr auto typed_205 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v1 = sw::flip<0>(x0);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P());
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v5 = sw::take(v2, sw::argsort<0>(v0));
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v4);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v8 = sw::concat<1>(v7, v3);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_205(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v1 = sw::flip(x0, 1u);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(){R:X}"));
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P()"));
  [[maybe_unused]] const Value v4 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v5 = sw::take(v2, sw::argsort(v0, 0), nullptr);
  [[maybe_unused]] const Value v6 = sw::transpose(v4, 0x01);
  [[maybe_unused]] const Value v7 = by_hand(v3);
  [[maybe_unused]] const Value v8 = sw::concat({v7, v3}, 1);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 205") { check<sw::Program<typed_205, "f32[3,4]", "f32[4,4]{R:X}">>(dynamic_205); }

constexpr auto typed_206 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::max<1>(x0, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v1 = sw::flip<1>(x1);
    [[maybe_unused]] auto v2 = sw::sum<0>(v1, sw::keepdims);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v1), sw::P())(v1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_206(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::reduce_max(x0, 2u, false, &s); }();
  [[maybe_unused]] const Value v1 = sw::flip(x1, 2u);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::sum(v1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = total_by_hand(v1);
  const Value loss = sw::sum(v3, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 206") { check<sw::Program<typed_206, "f32[3,4]", "f32[4,4]{U:X}">>(dynamic_206); }

constexpr auto typed_207 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::none, Y, sw::reduced(X)));
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(X, sw::reduced(Y)));
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = 0.5 * v1;
    [[maybe_unused]] auto v4 = v2 + v2;
    [[maybe_unused]] auto v5 = v1 + 1;
    [[maybe_unused]] auto v6 = sw::reshard(v3, sw::P(sw::unreduced(X)));
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_207(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(none,Y){R:X}"));
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(X){R:Y}"));
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, v2);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v6 = sw::reshard(v3, spec("P(){U:X}"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 207") { check<sw::Program<typed_207, "f32[4@X,4]", "f32[4,4]{U:X}", "f32[3,4,4]">>(dynamic_207); }

constexpr auto typed_208 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 - x2;
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v6 = sw::log_softmax(v2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_208(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x2, x2);
  [[maybe_unused]] const Value v1 = by_hand(x1);
  [[maybe_unused]] const Value v2 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v3 = recomputed(g, v1);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = recomputed(g, v2);
  [[maybe_unused]] const Value v6 = sw::log_softmax(v2, 1);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 208") { check<sw::Program<typed_208, "f32[4@X,4]", "f32[3,4]", "f32[3,4@X,4]">>(dynamic_208); }

constexpr auto typed_209 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::square(x0);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P());
    [[maybe_unused]] auto v5 = sw::reshape<12>(v1);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_209(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = apply<ops::square>(x0);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P()"));
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v1, e, 1); }();
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 209") { check<sw::Program<typed_209, "f32[3,4]{R:X}", "f32[]">>(dynamic_209); }

constexpr auto typed_210 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::sort<0>(x0);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v4 = sw::reshape<12>(v2);
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::none, Y));
    [[maybe_unused]] auto v6 = 0.5 * v5;
    [[maybe_unused]] auto v7 = sw::cumsum<0>(v6);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_210(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::sort(x0, 0);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = branched(g, v1, 3u);
  [[maybe_unused]] const Value v4 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P(none,Y)"));
  [[maybe_unused]] const Value v6 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v7 = sw::cumsum(v6, 0, false);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 210") { check<sw::Program<typed_210, "f32[3,4]", "f32[3,4,4]{R:X}">>(dynamic_210); }

constexpr auto typed_211 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sort<0>(x0);
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(sw::none, sw::axes(X,Y)));
    [[maybe_unused]] auto v2 = sw::stack<1>(v0, v0);
    [[maybe_unused]] auto v3 = x1 + 1;
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_211(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::sort(x0, 0);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(none,(X,Y))"));
  [[maybe_unused]] const Value v2 = sw::stack({v0, v0}, 1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, 1.0);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 211") { check<sw::Program<typed_211, "f32[4,4]{R:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_211); }

constexpr auto typed_212 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x1, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = x0 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v3 = sw::mean<1>(v2);
    [[maybe_unused]] auto v4 = v2 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v5 = sw::concat<0>(v2, v2);
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_212(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::reshard(x1, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v2 = apply<ops::add>(x0, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::mean(v2, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v5 = sw::concat({v2, v2}, 0);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 212") { check<sw::Program<typed_212, "f32[4,4@X]", "f32[]">>(dynamic_212); }

constexpr auto typed_213 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::gelu(x1);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v3 = sw::sigmoid(v0);
    [[maybe_unused]] auto v4 = v2 - v3;
    [[maybe_unused]] auto v5 = v3 + sw::stop_gradient(v4);
    [[maybe_unused]] auto v6 = 0.5 * v4;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_213(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::gelu>(x1);
  [[maybe_unused]] const Value v1 = branched(g, x0, 7u);
  [[maybe_unused]] const Value v2 = by_hand(x0);
  [[maybe_unused]] const Value v3 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v4 = apply<ops::sub>(v2, v3);
  [[maybe_unused]] const Value v5 = apply<ops::add>(v3, sw::stop_gradient(v4));
  [[maybe_unused]] const Value v6 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 213") { check<sw::Program<typed_213, "f32[3,4,4]{R:X}", "f32[3,4,4]{R:X}">>(dynamic_213); }

constexpr auto typed_214 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + 1;
    [[maybe_unused]] auto v1 = sw::reshard(v0, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v2 = sw::reshard(v0, sw::P());
    [[maybe_unused]] auto v3 = v2 + 1;
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_214(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v1 = sw::reshard(v0, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v2 = sw::reshard(v0, spec("P()"));
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, 1.0);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 214") { check<sw::Program<typed_214, "f32[4]{R:X}", "f32[4]">>(dynamic_214); }

constexpr auto typed_215 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v1 = 0.5 * x1;
    [[maybe_unused]] auto v2 = sw::take(v1, sw::argsort<0>(x0));
    [[maybe_unused]] auto v3 = v2 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v4 = v2 + v3;
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_215(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(){U:Y, R:X}"));
  [[maybe_unused]] const Value v1 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v2 = sw::take(v1, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v2, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, v3);
  const Value loss = sw::sum(v4, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 215") { check<sw::Program<typed_215, "f32[4,4]{R:(X,Y)}", "f32[4,4]{U:X}">>(dynamic_215); }

constexpr auto typed_216 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::flip<0>(x1);
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = sw::where(v0 > x1, v0, x1);
    [[maybe_unused]] auto v4 = sw::reshard(v0, sw::P(X));
    [[maybe_unused]] auto v5 = sw::reshard(v1, sw::P(sw::none, X, sw::reduced(Y)));
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(v1);
    [[maybe_unused]] auto v7 = sw::sigmoid(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_216(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::flip(x1, 1u);
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v0, x1), v0, x1);
  [[maybe_unused]] const Value v4 = sw::reshard(v0, spec("P(X)"));
  [[maybe_unused]] const Value v5 = sw::reshard(v1, spec("P(none,X){R:Y}"));
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v1));
  [[maybe_unused]] const Value v7 = apply<ops::sigmoid>(v3);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 216") { check<sw::Program<typed_216, "f32[4@X]", "f32[4,4]", "f32[4,4]{R:(X,Y)}">>(dynamic_216); }

constexpr auto typed_217 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = x1 * x2;
    [[maybe_unused]] auto v2 = v0 - x1;
    [[maybe_unused]] auto v3 = x2 + v0;
    [[maybe_unused]] auto v4 = sw::reshard(v1, sw::P(sw::unreduced(Y)));
    [[maybe_unused]] auto v5 = sw::stack<1>(v3, v0);
    [[maybe_unused]] auto v6 = sw::reshard(v3, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v7 = sw::reshape<16>(v4);
    [[maybe_unused]] auto v8 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v5 + x); }, v5, v3);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_217(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = apply<ops::mul>(x1, x2);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v0, x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x2, v0);
  [[maybe_unused]] const Value v4 = sw::reshard(v1, spec("P(){U:Y}"));
  [[maybe_unused]] const Value v5 = sw::stack({v3, v0}, 1);
  [[maybe_unused]] const Value v6 = sw::reshard(v3, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v7 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v4, e, 1); }();
  [[maybe_unused]] const Value v8 = loop(g, v5, v3, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v5), x)); });
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 217") { check<sw::Program<typed_217, "f32[]", "f32[4,4]{R:(X,Y)}", "f32[]">>(dynamic_217); }

constexpr auto typed_218 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x0), sw::P())(x0);
    [[maybe_unused]] auto v1 = x2 + sw::stop_gradient(x2);
    [[maybe_unused]] auto v2 = v1 + 1;
    [[maybe_unused]] auto v3 = x2 * v2;
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    [[maybe_unused]] auto v5 = sw::reshard(v2, sw::P(sw::unreduced(Y), sw::reduced(X)));
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v5);
    [[maybe_unused]] auto v7 = v5 + sw::stop_gradient(v6);
    [[maybe_unused]] auto v8 = sw::mean<1>(v6, sw::P());
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_218(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = total_by_hand(x0);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x2, sw::stop_gradient(x2));
  [[maybe_unused]] const Value v2 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v3 = apply<ops::mul>(x2, v2);
  [[maybe_unused]] const Value v4 = by_hand(v1);
  [[maybe_unused]] const Value v5 = sw::reshard(v2, spec("P(){U:Y, R:X}"));
  [[maybe_unused]] const Value v6 = sw::transpose(v5, 0x01);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v5, sw::stop_gradient(v6));
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P()"); return sw::mean(v6, 2u, false, &s); }();
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 218") { check<sw::Program<typed_218, "f32[4@X]", "f32[4@X]", "f32[4@X,4@Y]">>(dynamic_218); }

constexpr auto typed_219 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::stack<1>(v0, v0);
    [[maybe_unused]] auto v2 = sw::sum<2>(x1, sw::keepdims, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::slice<1, 0, 2>(v0);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_219(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::stack({v0, v0}, 1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){R:Y}"); return sw::sum(x1, 4u, true, &s); }();
  [[maybe_unused]] const Value v3 = sw::slice(v1, 1, 0, 2);
  [[maybe_unused]] const Value v4 = sw::slice(v0, 1, 0, 2);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 219") { check<sw::Program<typed_219, "f32[4,4]{U:X}", "f32[3,4,4]{R:X}">>(dynamic_219); }

}  // namespace
