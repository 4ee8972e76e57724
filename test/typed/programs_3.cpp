// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_60 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x0), sw::P())(x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v2 = sw::cumsum<0>(x0);
    [[maybe_unused]] auto v3 = sw::reshape<16>(v2);
    [[maybe_unused]] auto v4 = v2 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::slice<0, 0, 2>(v3);
    [[maybe_unused]] auto v6 = sw::reshard(v4, sw::P());
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_60(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = total_by_hand(x0);
  [[maybe_unused]] const Value v1 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v2 = sw::cumsum(x0, 0, false);
  [[maybe_unused]] const Value v3 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v4 = apply<ops::add>(v2, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = sw::slice(v3, 0, 0, 2);
  [[maybe_unused]] const Value v6 = sw::reshard(v4, spec("P()"));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 60") { check<sw::Program<typed_60, "f32[4,4]{U:X}", "f32[4,4]{R:(X,Y)}">>(dynamic_60); }

constexpr auto typed_61 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::matmul(x1, x2, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::flip<2>(x1);
    [[maybe_unused]] auto v3 = sw::slice<2, 0, 2>(v2);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v5 = sw::tanh(v2);
    [[maybe_unused]] auto v6 = sw::slice<1, 0, 2>(v4);
    [[maybe_unused]] auto v7 = sw::slice<1, 0, 2>(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_61(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:Y}"); return sw::matmul(x1, x2, &s); }();
  [[maybe_unused]] const Value v1 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = sw::flip(x1, 4u);
  [[maybe_unused]] const Value v3 = sw::slice(v2, 2, 0, 2);
  [[maybe_unused]] const Value v4 = recomputed(g, v2);
  [[maybe_unused]] const Value v5 = apply<ops::tanh>(v2);
  [[maybe_unused]] const Value v6 = sw::slice(v4, 1, 0, 2);
  [[maybe_unused]] const Value v7 = sw::slice(v3, 1, 0, 2);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 61") { check<sw::Program<typed_61, "f32[4,4]{R:X}", "f32[3,4,4]", "f32[4,4@X]">>(dynamic_61); }

constexpr auto typed_62 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(X));
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v2 = x2 + 1;
    [[maybe_unused]] auto v3 = sw::where(v2 > v2, v2, v2);
    [[maybe_unused]] auto v4 = sw::max(v0, x2);
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_62(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(X)"));
  [[maybe_unused]] const Value v1 = recomputed(g, x0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x2, 1.0);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v2, v2), v2, v2);
  [[maybe_unused]] const Value v4 = apply<ops::max>(v0, x2);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 62") { check<sw::Program<typed_62, "f32[4@X,4@Y]", "f32[]", "f32[4@X,4]">>(dynamic_62); }

constexpr auto typed_63 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::flip<1>(x2);
    [[maybe_unused]] auto v1 = sw::tanh(x0);
    [[maybe_unused]] auto v2 = x1 + x1;
    [[maybe_unused]] auto v3 = v1 + 1;
    [[maybe_unused]] auto v4 = 0.5 * v2;
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v3, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v3);
    [[maybe_unused]] auto v6 = sw::slice<2, 0, 2>(v4);
    [[maybe_unused]] auto v7 = sw::reshard(v3, sw::P(sw::reduced(X)));
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_63(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::flip(x2, 2u);
  [[maybe_unused]] const Value v1 = apply<ops::tanh>(x0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, x1);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v1, 1.0);
  [[maybe_unused]] const Value v4 = sw::scale(v2, 0.5);
  [[maybe_unused]] const Value v5 = branched(g, v3, 3u);
  [[maybe_unused]] const Value v6 = sw::slice(v4, 2, 0, 2);
  [[maybe_unused]] const Value v7 = sw::reshard(v3, spec("P(){R:X}"));
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 63") { check<sw::Program<typed_63, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]{R:X}", "f32[4,4]{U:X}">>(dynamic_63); }

constexpr auto typed_64 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::scan([&](auto h, auto x) { return sw::tanh(h * x1 + x); }, x1, x1);
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v2 = sw::sigmoid(v0);
    [[maybe_unused]] auto v3 = sw::max(v0, x1);
    [[maybe_unused]] auto v4 = sw::mean<0>(v0);
    [[maybe_unused]] auto v5 = sw::cond(sw::sum(v2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v2);
    [[maybe_unused]] auto v6 = v4 + v5;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_64(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = loop(g, x1, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, x1), x)); });
  [[maybe_unused]] const Value v1 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v2 = apply<ops::sigmoid>(v0);
  [[maybe_unused]] const Value v3 = apply<ops::max>(v0, x1);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P(Y)"); return sw::mean(v0, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = branched(g, v2, 3u);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v4, v5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 64") { check<sw::Program<typed_64, "f32[4,4]{U:X}", "f32[4,4@X]">>(dynamic_64); }

constexpr auto typed_65 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v1 = sw::concat<0>(x1, x1);
    [[maybe_unused]] auto v2 = v0 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v1), sw::spec(v1))(v1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_65(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v1 = sw::concat({x1, x1}, 0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(v0, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = by_hand(v1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 65") { check<sw::Program<typed_65, "f32[3,4@X,4]", "f32[4,4]{R:(X,Y)}">>(dynamic_65); }

constexpr auto typed_66 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::take(x0, sw::argsort<0>(x1));
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(v0);
    [[maybe_unused]] auto v4 = 0.5 * v3;
    [[maybe_unused]] auto v5 = sw::concat<1>(v3, x1);
    [[maybe_unused]] auto v6 = sw::take(v4, sw::argsort<0>(v4));
    [[maybe_unused]] auto v7 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v8 = sw::transpose<1, 0>(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_66(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v1 = sw::take(x0, sw::argsort(x1, 0), nullptr);
  [[maybe_unused]] const Value v2 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v3 = sw::slice(v0, 1, 0, 2);
  [[maybe_unused]] const Value v4 = sw::scale(v3, 0.5);
  [[maybe_unused]] const Value v5 = sw::concat({v3, x1}, 1);
  [[maybe_unused]] const Value v6 = sw::take(v4, sw::argsort(v4, 0), nullptr);
  [[maybe_unused]] const Value v7 = recomputed(g, v4);
  [[maybe_unused]] const Value v8 = sw::transpose(v7, 0x01);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 66") { check<sw::Program<typed_66, "f32[3,4]", "f32[4,4]{R:X}", "f32[4@X,4]">>(dynamic_66); }

constexpr auto typed_67 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::mean<1>(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x0);
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_67(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4@X,4@Y]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){R:Y}"); return sw::mean(x1, 2u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::log_softmax(x0, 2);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = recomputed(g, v2);
  const Value loss = sw::sum(v3, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 67") { check<sw::Program<typed_67, "f32[3,4,4]{R:X}", "f32[4,4]{R:(X,Y)}", "f32[4@X,4@Y]">>(dynamic_67); }

constexpr auto typed_68 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::reshard(x0, sw::P(X));
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(x0);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v1), sw::P())(v1);
    [[maybe_unused]] auto v5 = sw::reshape<16>(v2);
    [[maybe_unused]] auto v6 = sw::reshape<16>(v2);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_68(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::reshard(x0, spec("P(X)"));
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = sw::transpose(x0, 0x01);
  [[maybe_unused]] const Value v3 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v4 = total_by_hand(v1);
  [[maybe_unused]] const Value v5 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  [[maybe_unused]] const Value v6 = [&] { const Extent e[] = {extent(16)}; return sw::reshape(v2, e, 1); }();
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 68") { check<sw::Program<typed_68, "f32[4,4]{U:X}", "f32[4@X,4]">>(dynamic_68); }

constexpr auto typed_69 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::sigmoid(x1);
    [[maybe_unused]] auto v1 = 0.5 * x0;
    [[maybe_unused]] auto v2 = sw::slice<2, 0, 2>(v0);
    [[maybe_unused]] auto v3 = v0 + 1;
    [[maybe_unused]] auto v4 = sw::log_softmax(v2);
    [[maybe_unused]] auto v5 = sw::slice<2, 0, 2>(v4);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v7 = sw::mean<0>(v3);
    [[maybe_unused]] auto v8 = 0.5 * v4;
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_69(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v1 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 2, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v4 = sw::log_softmax(v2, 2);
  [[maybe_unused]] const Value v5 = sw::slice(v4, 2, 0, 2);
  [[maybe_unused]] const Value v6 = recomputed(g, v3);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(Y){R:X}"); return sw::mean(v3, 1u, false, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v8 = sw::scale(v4, 0.5);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 69") { check<sw::Program<typed_69, "f32[4@X,4@Y]", "f32[3,4,4]">>(dynamic_69); }

constexpr auto typed_70 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::matmul(x2, x0);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v3 = v0 + x2;
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v5 = v3 * x2;
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_70(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P()"); return sw::matmul(x2, x0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = apply<ops::add>(v0, x2);
  [[maybe_unused]] const Value v4 = recomputed(g, v0);
  [[maybe_unused]] const Value v5 = apply<ops::mul>(v3, x2);
  const Value loss = sw::sum(v5, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 70") { check<sw::Program<typed_70, "f32[4]{R:X}", "f32[4@X,4]", "f32[4,4]{R:X}">>(dynamic_70); }

constexpr auto typed_71 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::slice<1, 0, 2>(x2);
    [[maybe_unused]] auto v1 = sw::logsumexp<1>(x0);
    [[maybe_unused]] auto v2 = sw::tanh(v0);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v2), sw::spec(v2))(v2);
    [[maybe_unused]] auto v4 = v1 + 1;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_71(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::slice(x2, 1, 0, 2);
  [[maybe_unused]] const Value v1 = sw::logsumexp(x0, 1);
  [[maybe_unused]] const Value v2 = apply<ops::tanh>(v0);
  [[maybe_unused]] const Value v3 = by_hand(v2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, 1.0);
  const Value loss = sw::sum(v4, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 71") { check<sw::Program<typed_71, "f32[4@X,4@Y]", "f32[4@X]", "f32[4@(X,Y),4]">>(dynamic_71); }

constexpr auto typed_72 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = 0.5 * v0;
    [[maybe_unused]] auto v2 = sw::take(x1, sw::argsort<0>(x0));
    [[maybe_unused]] auto v3 = sw::where(v0 > x1, v0, x1);
    [[maybe_unused]] auto v4 = sw::stack<1>(v0, x1);
    [[maybe_unused]] auto v5 = sw::mean<1>(v2, sw::keepdims);
    [[maybe_unused]] auto v6 = sw::sigmoid(v2);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_72(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v2 = sw::take(x1, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v0, x1), v0, x1);
  [[maybe_unused]] const Value v4 = sw::stack({v0, x1}, 1);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(none,none,X)"); return sw::mean(v2, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = apply<ops::sigmoid>(v2);
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 72") { check<sw::Program<typed_72, "f32[4,4@X]", "f32[4,4]{R:X}">>(dynamic_72); }

constexpr auto typed_73 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = v0 - v0;
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::mean<0>(v2, sw::keepdims);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_73(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v1 = apply<ops::sub>(v0, v0);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::mean(v2, 1u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 73") { check<sw::Program<typed_73, "f32[3,4@X,4]", "f32[3,4,4]{R:X}">>(dynamic_73); }

constexpr auto typed_74 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v1 = sw::max<1>(v0, sw::P(X));
    [[maybe_unused]] auto v2 = 0.5 * x1;
    [[maybe_unused]] auto v3 = sw::reshard(v0, sw::P(sw::unreduced(X), sw::reduced(Y)));
    [[maybe_unused]] auto v4 = 0.5 * v1;
    [[maybe_unused]] auto v5 = sw::tanh(v1);
    [[maybe_unused]] auto v6 = sw::reshard(v4, sw::P(sw::reduced(Y)));
    [[maybe_unused]] auto v7 = sw::slice<0, 0, 2>(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_74(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(X)"); return sw::reduce_max(v0, 2u, false, &s); }();
  [[maybe_unused]] const Value v2 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v3 = sw::reshard(v0, spec("P(){U:X, R:Y}"));
  [[maybe_unused]] const Value v4 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v5 = apply<ops::tanh>(v1);
  [[maybe_unused]] const Value v6 = sw::reshard(v4, spec("P(){R:Y}"));
  [[maybe_unused]] const Value v7 = sw::slice(v3, 0, 0, 2);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 74") { check<sw::Program<typed_74, "f32[4@X,4@Y]", "f32[4@X]", "f32[4,4@X]{R:Y}">>(dynamic_74); }

constexpr auto typed_75 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::sin(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v3 = 0.5 * x1;
    [[maybe_unused]] auto v4 = sw::matmul(v1, x1);
    [[maybe_unused]] auto v5 = sw::logsumexp<0>(v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v7 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v5), sw::spec(v5))(v5);
    [[maybe_unused]] auto v8 = sw::matmul(v6, v4);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_75(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v2 = by_hand(x0);
  [[maybe_unused]] const Value v3 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v4 = [&] { const auto s = spec("P()"); return sw::matmul(v1, x1, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v5 = sw::logsumexp(v3, 0);
  [[maybe_unused]] const Value v6 = recomputed(g, v4);
  [[maybe_unused]] const Value v7 = by_hand(v5);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){R:(X,Y)}"); return sw::matmul(v6, v4, (void(s), nullptr)); }();
  const Value loss = sw::sum(v8, 0u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 75") { check<sw::Program<typed_75, "f32[4,4]{R:X}", "f32[4]{R:X}">>(dynamic_75); }

constexpr auto typed_76 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cumsum<2>(x0);
    [[maybe_unused]] auto v1 = x0 + 1;
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v4 = v0 + v0;
    [[maybe_unused]] auto v5 = sw::where(v4 > v0, v4, v0);
    [[maybe_unused]] auto v6 = v5 + 1;
    [[maybe_unused]] auto v7 = sw::max<1>(v3, sw::keepdims, sw::P(sw::reduced(Y)));
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_76(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::cumsum(x0, 2, false);
  [[maybe_unused]] const Value v1 = apply<ops::add>(x0, 1.0);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, v0);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v4, v0), v4, v0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v5, 1.0);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){R:Y}"); return sw::reduce_max(v3, 2u, true, &s); }();
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 76") { check<sw::Program<typed_76, "f32[3,4,4]{R:X}", "f32[3,4,4]">>(dynamic_76); }

constexpr auto typed_77 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::reshard(x0, sw::P(sw::unreduced(X, Y)));
    [[maybe_unused]] auto v2 = sw::mean<0>(v1, sw::P(Y, sw::unreduced(X)));
    [[maybe_unused]] auto v3 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v4 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v3), sw::spec(v3))(v3);
    [[maybe_unused]] auto v5 = sw::log_softmax(v4);
    [[maybe_unused]] auto v6 = v3 + v5;
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_77(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::reshard(x0, spec("P(){U:(X,Y)}"));
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(Y){U:X}"); return sw::mean(v1, 1u, false, &s); }();
  [[maybe_unused]] const Value v3 = recomputed(g, x1);
  [[maybe_unused]] const Value v4 = by_hand(v3);
  [[maybe_unused]] const Value v5 = sw::log_softmax(v4, 1);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, v5);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 77") { check<sw::Program<typed_77, "f32[4@X,4@Y]", "f32[4,4@X]{R:Y}">>(dynamic_77); }

constexpr auto typed_78 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v0), sw::P())(v0);
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::reshard(v2, sw::P(sw::none, sw::axes(X,Y)));
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_78(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4@X]"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x0, 3u);
  [[maybe_unused]] const Value v1 = total_by_hand(v0);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = sw::reshard(v2, spec("P(none,(X,Y))"));
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 78") { check<sw::Program<typed_78, "f32[4,4@X]", "f32[4]{R:X}", "f32[3,4,4]">>(dynamic_78); }

constexpr auto typed_79 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::reshard(x2, sw::P(sw::reduced(X, Y)));
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v2 = x1 + 1;
    [[maybe_unused]] auto v3 = sw::take(v1, sw::argsort<0>(x2));
    [[maybe_unused]] auto v4 = sw::reshard(v2, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v5 = sw::slice<1, 0, 2>(v4);
    [[maybe_unused]] auto v6 = v2 + sw::stop_gradient(v2);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_79(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  Value x2{&g, g.input(type_of("f32[4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = sw::reshard(x2, spec("P(){R:(X,Y)}"));
  [[maybe_unused]] const Value v1 = by_hand(v0);
  [[maybe_unused]] const Value v2 = apply<ops::add>(x1, 1.0);
  [[maybe_unused]] const Value v3 = sw::take(v1, sw::argsort(x2, 0), nullptr);
  [[maybe_unused]] const Value v4 = sw::reshard(v2, spec("P(){R:X}"));
  [[maybe_unused]] const Value v5 = sw::slice(v4, 1, 0, 2);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v2, sw::stop_gradient(v2));
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 79") { check<sw::Program<typed_79, "f32[4]{R:X}", "f32[4,4@X]{R:Y}", "f32[4,4]{R:X}">>(dynamic_79); }

}  // namespace
