// Written by generate.cxx.
#include <typed/equal.hpp>

// clang-format off
namespace {
using namespace typed;

constexpr auto typed_260 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v1 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v2 = sw::slice<1, 0, 2>(x0);
    [[maybe_unused]] auto v3 = sw::reshard(v1, sw::P(sw::none, Y));
    [[maybe_unused]] auto v4 = v0 + 1;
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v6 = sw::log_softmax(v2);
    [[maybe_unused]] auto v7 = 0.5 * v5;
    [[maybe_unused]] auto v8 = sw::sin(v5);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_260(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = branched(g, x1, 3u);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v2 = sw::slice(x0, 1, 0, 2);
  [[maybe_unused]] const Value v3 = sw::reshard(v1, spec("P(none,Y)"));
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, 1.0);
  [[maybe_unused]] const Value v5 = recomputed(g, v2);
  [[maybe_unused]] const Value v6 = sw::log_softmax(v2, 1);
  [[maybe_unused]] const Value v7 = sw::scale(v5, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::sin>(v5);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 260") { check<sw::Program<typed_260, "f32[4@(X,Y),4]", "f32[4@X,4]">>(dynamic_260); }

constexpr auto typed_261 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v2 = sw::sum<0>(v1, sw::keepdims);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    [[maybe_unused]] auto v4 = sw::where(v1 > x1, v1, x1);
    [[maybe_unused]] auto v5 = sw::where(v1 > v0, v1, v0);
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(v5);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_261(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x1);
  [[maybe_unused]] const Value v1 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(X){U:Y}"); return sw::sum(v1, 1u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = by_hand(v0);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v1, x1), v1, x1);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, v0), v1, v0);
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v5));
  const Value loss = sw::sum(v6, 1u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 261") { check<sw::Program<typed_261, "f32[4]", "f32[4@X]">>(dynamic_261); }

constexpr auto typed_262 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x0), sw::spec(x0))(x0);
    [[maybe_unused]] auto v1 = sw::stack<1>(x0, v0);
    [[maybe_unused]] auto v2 = sw::max<0>(v1, sw::P(sw::none, X));
    [[maybe_unused]] auto v3 = 0.5 * v0;
    [[maybe_unused]] auto v4 = v0 + sw::stop_gradient(x0);
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v7 = 0.5 * v6;
    [[maybe_unused]] auto v8 = v4 + sw::stop_gradient(x0);
    return sw::sum(v8);
  })(x0, x1);
};
void dynamic_262(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X,4@Y]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = by_hand(x0);
  [[maybe_unused]] const Value v1 = sw::stack({x0, v0}, 1);
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(none,X)"); return sw::reduce_max(v1, 1u, false, &s); }();
  [[maybe_unused]] const Value v3 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v0, sw::stop_gradient(x0));
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = recomputed(g, v2);
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  [[maybe_unused]] const Value v8 = apply<ops::add>(v4, sw::stop_gradient(x0));
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 262") { check<sw::Program<typed_262, "f32[4@X,4@Y]", "f32[3,4]">>(dynamic_262); }

constexpr auto typed_263 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::einsum<"ij,kj->ik">(x1, x1);
    [[maybe_unused]] auto v1 = v0 * v0;
    [[maybe_unused]] auto v2 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v3 = sw::matmul(v0, v2);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v5 = 0.5 * v4;
    [[maybe_unused]] auto v6 = sw::sigmoid(v2);
    [[maybe_unused]] auto v7 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_263(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x2{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = [&] { const auto s = spec("P(){U:Y}"); return sw::einsum(x1, x1, 0x21, 0x23, 0x31, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v1 = apply<ops::mul>(v0, v0);
  [[maybe_unused]] const Value v2 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::matmul(v0, v2, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v4 = recomputed(g, v3);
  [[maybe_unused]] const Value v5 = sw::scale(v4, 0.5);
  [[maybe_unused]] const Value v6 = apply<ops::sigmoid>(v2);
  [[maybe_unused]] const Value v7 = recomputed(g, v3);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 263") { check<sw::Program<typed_263, "f32[3,4@X,4]", "f32[4,4]{R:(X,Y)}", "f32[4,4]">>(dynamic_263); }

constexpr auto typed_264 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::transpose<1, 0>(x1);
    [[maybe_unused]] auto v1 = sw::sin(v0);
    [[maybe_unused]] auto v2 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v1 + x); }, v1, x1);
    [[maybe_unused]] auto v3 = 0.5 * x1;
    [[maybe_unused]] auto v4 = v1 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v5 = sw::transpose<1, 0>(v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v4);
    [[maybe_unused]] auto v7 = sw::matmul(v4, v3);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_264(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{U:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::transpose(x1, 0x01);
  [[maybe_unused]] const Value v1 = apply<ops::sin>(v0);
  [[maybe_unused]] const Value v2 = loop(g, v1, x1, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v1), x)); });
  [[maybe_unused]] const Value v3 = sw::scale(x1, 0.5);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v1, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v5 = sw::transpose(v3, 0x01);
  [[maybe_unused]] const Value v6 = recomputed(g, v4);
  [[maybe_unused]] const Value v7 = [&] { const auto s = spec("P(){R:Y}"); return sw::matmul(v4, v3, (void(s), nullptr)); }();
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 264") { check<sw::Program<typed_264, "f32[4,4]{U:X}", "f32[4,4]">>(dynamic_264); }

constexpr auto typed_265 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::square(x0);
    [[maybe_unused]] auto v1 = sw::sum<0>(v0, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v2 = sw::square(v0);
    [[maybe_unused]] auto v3 = sw::relu(x2);
    [[maybe_unused]] auto v4 = v2 * v2;
    return sw::sum(v4);
  })(x0, x1, x2);
};
void dynamic_265(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4@X]"))};
  Value x2{&g, g.input(type_of("f32[]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::square>(x0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:X}"); return sw::sum(v0, 1u, false, &s); }();
  [[maybe_unused]] const Value v2 = apply<ops::square>(v0);
  [[maybe_unused]] const Value v3 = apply<ops::relu>(x2);
  [[maybe_unused]] const Value v4 = apply<ops::mul>(v2, v2);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 265") { check<sw::Program<typed_265, "f32[4,4]{R:(X,Y)}", "f32[4@X]", "f32[]">>(dynamic_265); }

constexpr auto typed_266 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x0), sw::P())(x0);
    [[maybe_unused]] auto v1 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(x2), sw::P())(x2);
    [[maybe_unused]] auto v2 = x1 * v1;
    [[maybe_unused]] auto v3 = sw::where(v2 > x0, v2, x0);
    [[maybe_unused]] auto v4 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v3);
    [[maybe_unused]] auto v5 = sw::where(v4 > v2, v4, v2);
    [[maybe_unused]] auto v6 = sw::square(v3);
    [[maybe_unused]] auto v7 = v4 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v8 = v5 * v0;
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_266(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = total_by_hand(x0);
  [[maybe_unused]] const Value v1 = total_by_hand(x2);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(x1, v1);
  [[maybe_unused]] const Value v3 = sw::where(apply<ops::gt>(v2, x0), v2, x0);
  [[maybe_unused]] const Value v4 = recomputed(g, v3);
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v4, v2), v4, v2);
  [[maybe_unused]] const Value v6 = apply<ops::square>(v3);
  [[maybe_unused]] const Value v7 = apply<ops::add>(v4, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v8 = apply<ops::mul>(v5, v0);
  const Value loss = sw::sum(v8, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 266") { check<sw::Program<typed_266, "f32[3,4@X,4]", "f32[4]", "f32[4,4@X]">>(dynamic_266); }

constexpr auto typed_267 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x0);
    [[maybe_unused]] auto v1 = sw::matmul(v0, x0);
    [[maybe_unused]] auto v2 = sw::matmul(x1, x2);
    [[maybe_unused]] auto v3 = sw::log_softmax(v1);
    [[maybe_unused]] auto v4 = sw::take(v3, sw::argsort<0>(x0));
    [[maybe_unused]] auto v5 = sw::max<0>(v3, sw::keepdims, sw::P(sw::reduced(X)));
    [[maybe_unused]] auto v6 = sw::flip<1>(v5);
    [[maybe_unused]] auto v7 = sw::slice<1, 0, 2>(v6);
    [[maybe_unused]] auto v8 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v7);
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_267(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x0);
  [[maybe_unused]] const Value v1 = [&] { const auto s = spec("P(){U:X, R:Y}"); return sw::matmul(v0, x0, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v2 = [&] { const auto s = spec("P(){R:Y}"); return sw::matmul(x1, x2, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v3 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v4 = sw::take(v3, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(){R:X}"); return sw::reduce_max(v3, 1u, true, &s); }();
  [[maybe_unused]] const Value v6 = sw::flip(v5, 2u);
  [[maybe_unused]] const Value v7 = sw::slice(v6, 1, 0, 2);
  [[maybe_unused]] const Value v8 = recomputed(g, v7);
  const Value loss = sw::sum(v8, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 267") { check<sw::Program<typed_267, "f32[4,4]", "f32[3,4]", "f32[4,4@X]">>(dynamic_267); }

constexpr auto typed_268 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x1);
    [[maybe_unused]] auto v2 = sw::reshard(x1, sw::P(sw::none, X, sw::unreduced(Y)));
    [[maybe_unused]] auto v3 = sw::log_softmax(x1);
    return sw::sum(v3);
  })(x0, x1);
};
void dynamic_268(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4@X,4]"))};
  Value x1{&g, g.input(type_of("f32[4,4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::slice(x1, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::reshard(x1, spec("P(none,X){U:Y}"));
  [[maybe_unused]] const Value v3 = sw::log_softmax(x1, 1);
  const Value loss = sw::sum(v3, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 268") { check<sw::Program<typed_268, "f32[3,4@X,4]", "f32[4,4@X]">>(dynamic_268); }

constexpr auto typed_269 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::max(x1, x1);
    [[maybe_unused]] auto v1 = sw::where(x0 > x0, x0, x0);
    [[maybe_unused]] auto v2 = sw::cond(sw::sum(x1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x1);
    [[maybe_unused]] auto v3 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(v0), sw::spec(v0))(v0);
    return sw::sum(v3);
  })(x0, x1, x2);
};
void dynamic_269(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]"))};
  Value x2{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::max>(x1, x1);
  [[maybe_unused]] const Value v1 = sw::where(apply<ops::gt>(x0, x0), x0, x0);
  [[maybe_unused]] const Value v2 = branched(g, x1, 7u);
  [[maybe_unused]] const Value v3 = by_hand(v0);
  const Value loss = sw::sum(v3, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 269") { check<sw::Program<typed_269, "f32[4,4]{R:(X,Y)}", "f32[3,4,4]", "f32[3,4@X,4]">>(dynamic_269); }

constexpr auto typed_270 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = 0.5 * x0;
    [[maybe_unused]] auto v1 = sw::slice<1, 0, 2>(x1);
    [[maybe_unused]] auto v2 = sw::concat<0>(x1, x1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v4 = sw::take(v2, sw::argsort<0>(x0));
    [[maybe_unused]] auto v5 = sw::mean<1>(v4, sw::keepdims);
    [[maybe_unused]] auto v6 = sw::sum<1>(v4, sw::keepdims);
    return sw::sum(v6);
  })(x0, x1);
};
void dynamic_270(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::scale(x0, 0.5);
  [[maybe_unused]] const Value v1 = sw::slice(x1, 1, 0, 2);
  [[maybe_unused]] const Value v2 = sw::concat({x1, x1}, 0);
  [[maybe_unused]] const Value v3 = branched(g, v0, 1u);
  [[maybe_unused]] const Value v4 = sw::take(v2, sw::argsort(x0, 0), nullptr);
  [[maybe_unused]] const Value v5 = [&] { const auto s = spec("P(X)"); return sw::mean(v4, 2u, true, (void(s), nullptr)); }();
  [[maybe_unused]] const Value v6 = [&] { const auto s = spec("P(none,X){R:Y}"); return sw::sum(v4, 2u, true, (void(s), nullptr)); }();
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 270") { check<sw::Program<typed_270, "f32[4]{R:X}", "f32[4,4]{U:X}">>(dynamic_270); }

constexpr auto typed_271 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v2 = 0.5 * v0;
    [[maybe_unused]] auto v3 = x1 + sw::stop_gradient(v2);
    [[maybe_unused]] auto v4 = sw::square(v2);
    [[maybe_unused]] auto v5 = sw::take(v4, sw::argsort<0>(x0));
    return sw::sum(v5);
  })(x0, x1);
};
void dynamic_271(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = recomputed(g, x1);
  [[maybe_unused]] const Value v1 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = sw::scale(v0, 0.5);
  [[maybe_unused]] const Value v3 = apply<ops::add>(x1, sw::stop_gradient(v2));
  [[maybe_unused]] const Value v4 = apply<ops::square>(v2);
  [[maybe_unused]] const Value v5 = sw::take(v4, sw::argsort(x0, 0), nullptr);
  const Value loss = sw::sum(v5, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 271") { check<sw::Program<typed_271, "f32[4]{R:X}", "f32[3,4,4]{R:X}">>(dynamic_271); }

constexpr auto typed_272 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sigmoid(x1);
    [[maybe_unused]] auto v1 = sw::cond(sw::sum(v0, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v0);
    [[maybe_unused]] auto v2 = x1 * v1;
    [[maybe_unused]] auto v3 = sw::gelu(v0);
    [[maybe_unused]] auto v4 = sw::reshard(v2, sw::P(X, Y));
    [[maybe_unused]] auto v5 = sw::where(v1 > v1, v1, v1);
    [[maybe_unused]] auto v6 = sw::transpose<1, 0>(v5);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_272(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[4@X,4]"))};
  Value x2{&g, g.input(type_of("f32[4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sigmoid>(x1);
  [[maybe_unused]] const Value v1 = branched(g, v0, 3u);
  [[maybe_unused]] const Value v2 = apply<ops::mul>(x1, v1);
  [[maybe_unused]] const Value v3 = apply<ops::gelu>(v0);
  [[maybe_unused]] const Value v4 = sw::reshard(v2, spec("P(X,Y)"));
  [[maybe_unused]] const Value v5 = sw::where(apply<ops::gt>(v1, v1), v1, v1);
  [[maybe_unused]] const Value v6 = sw::transpose(v5, 0x01);
  const Value loss = sw::sum(v6, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 272") { check<sw::Program<typed_272, "f32[4@X]", "f32[4@X,4]", "f32[4@X,4]">>(dynamic_272); }

constexpr auto typed_273 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::square(x0);
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(x0);
    [[maybe_unused]] auto v2 = sw::reshape<12>(x1);
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(v1, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v1);
    [[maybe_unused]] auto v4 = sw::sigmoid(v3);
    [[maybe_unused]] auto v5 = sw::concat<0>(v3, v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_273(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[3,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4@X]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::square>(x0);
  [[maybe_unused]] const Value v1 = sw::slice(x0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = [&] { const Extent e[] = {extent(12)}; return sw::reshape(x1, e, 1); }();
  [[maybe_unused]] const Value v3 = branched(g, v1, 1u);
  [[maybe_unused]] const Value v4 = apply<ops::sigmoid>(v3);
  [[maybe_unused]] const Value v5 = sw::concat({v3, v2}, 0);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 273") { check<sw::Program<typed_273, "f32[4]{R:X}", "f32[3,4]{R:X}", "f32[4@X]">>(dynamic_273); }

constexpr auto typed_274 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = x2 - x2;
    [[maybe_unused]] auto v1 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v2 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x1);
    [[maybe_unused]] auto v3 = sw::transpose<1, 0>(v1);
    [[maybe_unused]] auto v4 = sw::slice<0, 0, 2>(v2);
    [[maybe_unused]] auto v5 = sw::concat<0>(v2, v2);
    return sw::sum(v5);
  })(x0, x1, x2);
};
void dynamic_274(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[4]"))};
  Value x2{&g, g.input(type_of("f32[4,4]{U:X}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sub>(x2, x2);
  [[maybe_unused]] const Value v1 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v2 = recomputed(g, x1);
  [[maybe_unused]] const Value v3 = sw::transpose(v1, 0x01);
  [[maybe_unused]] const Value v4 = sw::slice(v2, 0, 0, 2);
  [[maybe_unused]] const Value v5 = sw::concat({v2, v2}, 0);
  const Value loss = sw::sum(v5, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 274") { check<sw::Program<typed_274, "f32[4@(X,Y),4]", "f32[4]", "f32[4,4]{U:X}">>(dynamic_274); }

constexpr auto typed_275 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = x1 + sw::stop_gradient(x1);
    [[maybe_unused]] auto v1 = sw::log_softmax(x1);
    [[maybe_unused]] auto v2 = 0.5 * v1;
    [[maybe_unused]] auto v3 = sw::slice<2, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::where(v1 > v0, v1, v0);
    [[maybe_unused]] auto v5 = sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(v3), sw::P())(v3);
    [[maybe_unused]] auto v6 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v2);
    [[maybe_unused]] auto v7 = sw::slice<2, 0, 2>(v4);
    return sw::sum(v7);
  })(x0, x1);
};
void dynamic_275(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@X]"))};
  Value x1{&g, g.input(type_of("f32[3,4@X,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = apply<ops::add>(x1, sw::stop_gradient(x1));
  [[maybe_unused]] const Value v1 = sw::log_softmax(x1, 2);
  [[maybe_unused]] const Value v2 = sw::scale(v1, 0.5);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 2, 0, 2);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v1, v0), v1, v0);
  [[maybe_unused]] const Value v5 = total_by_hand(v3);
  [[maybe_unused]] const Value v6 = recomputed(g, v2);
  [[maybe_unused]] const Value v7 = sw::slice(v4, 2, 0, 2);
  const Value loss = sw::sum(v7, 7u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 275") { check<sw::Program<typed_275, "f32[4@X]", "f32[3,4@X,4]">>(dynamic_275); }

constexpr auto typed_276 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(x2);
    [[maybe_unused]] auto v1 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v0);
    [[maybe_unused]] auto v2 = sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(x1), sw::spec(x1))(x1);
    [[maybe_unused]] auto v3 = sw::log_softmax(v1);
    [[maybe_unused]] auto v4 = sw::reshard(v2, sw::P(sw::unreduced(X)));
    [[maybe_unused]] auto v5 = sw::take(v1, sw::argsort<0>(v1));
    [[maybe_unused]] auto v6 = sw::logsumexp<1>(v2);
    [[maybe_unused]] auto v7 = 0.5 * v6;
    [[maybe_unused]] auto v8 = sw::matmul(v6, v2, sw::P(sw::unreduced(Y), sw::reduced(X)));
    return sw::sum(v8);
  })(x0, x1, x2);
};
void dynamic_276(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4,4]{R:(X,Y)}"))};
  Value x1{&g, g.input(type_of("f32[4,4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = recomputed(g, x2);
  [[maybe_unused]] const Value v1 = recomputed(g, v0);
  [[maybe_unused]] const Value v2 = by_hand(x1);
  [[maybe_unused]] const Value v3 = sw::log_softmax(v1, 1);
  [[maybe_unused]] const Value v4 = sw::reshard(v2, spec("P(){U:X}"));
  [[maybe_unused]] const Value v5 = sw::take(v1, sw::argsort(v1, 0), nullptr);
  [[maybe_unused]] const Value v6 = sw::logsumexp(v2, 1);
  [[maybe_unused]] const Value v7 = sw::scale(v6, 0.5);
  [[maybe_unused]] const Value v8 = [&] { const auto s = spec("P(){U:Y, R:X}"); return sw::matmul(v6, v2, &s); }();
  const Value loss = sw::sum(v8, 1u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 276") { check<sw::Program<typed_276, "f32[4,4]{R:(X,Y)}", "f32[4,4]{R:X}", "f32[4,4]">>(dynamic_276); }

constexpr auto typed_277 = [](auto x0, auto x1) {
  return sw::value_and_grad<0, 1>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1) {
    [[maybe_unused]] auto v0 = sw::logsumexp<1>(x1);
    [[maybe_unused]] auto v1 = sw::concat<0>(x1, x1);
    [[maybe_unused]] auto v2 = sw::slice<0, 0, 2>(v0);
    [[maybe_unused]] auto v3 = sw::slice<0, 0, 2>(v1);
    [[maybe_unused]] auto v4 = sw::where(v1 > v1, v1, v1);
    return sw::sum(v4);
  })(x0, x1);
};
void dynamic_277(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]"))};
  Value x1{&g, g.input(type_of("f32[3,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  [[maybe_unused]] const Value v0 = sw::logsumexp(x1, 1);
  [[maybe_unused]] const Value v1 = sw::concat({x1, x1}, 0);
  [[maybe_unused]] const Value v2 = sw::slice(v0, 0, 0, 2);
  [[maybe_unused]] const Value v3 = sw::slice(v1, 0, 0, 2);
  [[maybe_unused]] const Value v4 = sw::where(apply<ops::gt>(v1, v1), v1, v1);
  const Value loss = sw::sum(v4, 3u);
  results = sw::gradient(g, loss, {x0, x1}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 277") { check<sw::Program<typed_277, "f32[3,4,4]", "f32[3,4]">>(dynamic_277); }

constexpr auto typed_278 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v1 = sw::square(x2);
    [[maybe_unused]] auto v2 = sw::flip<1>(x2);
    [[maybe_unused]] auto v3 = sw::matmul(v0, v2, sw::P());
    [[maybe_unused]] auto v4 = sw::flip<1>(v3);
    [[maybe_unused]] auto v5 = sw::scan([&](auto h, auto x) { return sw::tanh(h * v0 + x); }, v1, v0);
    [[maybe_unused]] auto v6 = v3 + sw::stop_gradient(v5);
    return sw::sum(v6);
  })(x0, x1, x2);
};
void dynamic_278(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[4@(X,Y),4]"))};
  Value x1{&g, g.input(type_of("f32[]"))};
  Value x2{&g, g.input(type_of("f32[3,4,4]"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = branched(g, x2, 7u);
  [[maybe_unused]] const Value v1 = apply<ops::square>(x2);
  [[maybe_unused]] const Value v2 = sw::flip(x2, 2u);
  [[maybe_unused]] const Value v3 = [&] { const auto s = spec("P()"); return sw::matmul(v0, v2, &s); }();
  [[maybe_unused]] const Value v4 = sw::flip(v3, 2u);
  [[maybe_unused]] const Value v5 = loop(g, v1, v0, [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, v0), x)); });
  [[maybe_unused]] const Value v6 = apply<ops::add>(v3, sw::stop_gradient(v5));
  const Value loss = sw::sum(v6, 7u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 278") { check<sw::Program<typed_278, "f32[4@(X,Y),4]", "f32[]", "f32[3,4,4]">>(dynamic_278); }

constexpr auto typed_279 = [](auto x0, auto x1, auto x2) {
  return sw::value_and_grad<0, 1, 2>([]([[maybe_unused]] auto x0, [[maybe_unused]] auto x1, [[maybe_unused]] auto x2) {
    [[maybe_unused]] auto v0 = sw::sin(x2);
    [[maybe_unused]] auto v1 = sw::transpose<1, 0>(v0);
    [[maybe_unused]] auto v2 = v0 - v0;
    [[maybe_unused]] auto v3 = sw::cond(sw::sum(x2, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, x2);
    [[maybe_unused]] auto v4 = v3 + sw::stop_gradient(v0);
    [[maybe_unused]] auto v5 = sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(v1);
    [[maybe_unused]] auto v6 = sw::cond(sw::sum(v5, sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, v5);
    [[maybe_unused]] auto v7 = 0.5 * v3;
    return sw::sum(v7);
  })(x0, x1, x2);
};
void dynamic_279(Builder& g, std::vector<Value>& results) {
  Value x0{&g, g.input(type_of("f32[3,4,4]{R:X}"))};
  Value x1{&g, g.input(type_of("f32[4]{R:X}"))};
  Value x2{&g, g.input(type_of("f32[4,4@X]{R:Y}"))};
  const int from = g.size();
  x0 = sw::alias(x0);
  x1 = sw::alias(x1);
  x2 = sw::alias(x2);
  [[maybe_unused]] const Value v0 = apply<ops::sin>(x2);
  [[maybe_unused]] const Value v1 = sw::transpose(v0, 0x01);
  [[maybe_unused]] const Value v2 = apply<ops::sub>(v0, v0);
  [[maybe_unused]] const Value v3 = branched(g, x2, 3u);
  [[maybe_unused]] const Value v4 = apply<ops::add>(v3, sw::stop_gradient(v0));
  [[maybe_unused]] const Value v5 = recomputed(g, v1);
  [[maybe_unused]] const Value v6 = branched(g, v5, 3u);
  [[maybe_unused]] const Value v7 = sw::scale(v3, 0.5);
  const Value loss = sw::sum(v7, 3u);
  results = sw::gradient(g, loss, {x0, x1, x2}, from);
  results.insert(results.begin(), loss);
}
TEST_CASE("typed equals dynamic 279") { check<sw::Program<typed_279, "f32[3,4,4]{R:X}", "f32[4]{R:X}", "f32[4,4@X]{R:Y}">>(dynamic_279); }

}  // namespace
