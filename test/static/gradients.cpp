// Gradients: their types, what they communicate, and the forms of grad.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::result;

inline constexpr sw::Axis<"X"> X;

namespace {

constexpr auto linear = [](auto w, auto x) { return sw::sum(sw::matmul(x, w)); };
constexpr auto grad_w = [](auto w, auto x) { return sw::grad(linear)(w, x); };
constexpr auto grad_x = [](auto w, auto x) { return sw::grad<1>(linear)(w, x); };

// A replicated weight meets a split batch: summed there and then. A reduced one costs nothing and gives U.
using Replicated = sw::Program<grad_w, "f32[4,2]", "f32[8@X,4]">;
static_assert(result<Replicated> == "f32[4,2]"_t && Replicated::collectives() == Collectives{.all_reduce = 1});
using Reduced = sw::Program<grad_w, "f32[4,2]{R:X}", "f32[8@X,4]">;
static_assert(result<Reduced> == "f32[4,2]{U:X}"_t && Reduced::collectives() == Collectives{});
using Split = sw::Program<grad_x, "f32[4,2]{R:X}", "f32[8@X,4]">;
static_assert(result<Split> == "f32[8@X,4]"_t && Split::collectives() == Collectives{});
static_assert(Reduced::fingerprint() != Replicated::fingerprint() &&
              Reduced::fingerprint() == sw::Program<grad_w, "f32[4,2]{R:X}", "f32[8@X,4]">::fingerprint());

// FSDP: gathered to reduced, the gradient comes back by one reduce-scatter; gathered to replicated, it is all-reduced
// and sliced.
constexpr auto gathered = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(sw::square(sw::matmul(x, sw::reshard(w, P(reduced(X)))))); })(w,
                                                                                                                    x);
};
using Fsdp = sw::Program<gathered, "f32[4@X,2]", "f32[8@X,4]">;
static_assert(result<Fsdp> == "f32[4@X,2]"_t &&
              Fsdp::collectives() == Collectives{.all_gather = 1, .reduce_scatter = 1});
constexpr auto gathered_to_replicated = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(sw::square(sw::matmul(x, sw::reshard(w, P())))); })(w, x);
};
static_assert(sw::Program<gathered_to_replicated, "f32[4@X,2]", "f32[8@X,4]">::collectives() ==
              Collectives{.all_reduce = 1, .all_gather = 1});

// Tensor parallel: split columns, then contracted; `out` is an all-reduce forward, and its transpose free.
constexpr auto tensor_parallel = [](auto a, auto b, auto x) {
  return sw::grad<0, 1, 2>([](auto a, auto b, auto x) {
    return sw::sum(sw::square(sw::matmul(sw::tanh(sw::matmul(x, a)), b, P())));
  })(a, b, x);
};
using TensorParallel = sw::Program<tensor_parallel, "f32[4,8@X]", "f32[8@X,4]", "f32[16,4]{R:X}">;
static_assert(TensorParallel::collectives() == Collectives{.all_reduce = 1});
static_assert(
    std::is_same_v<TensorParallel::result_type,
                   sw::hana::tuple<sw::type<"f32[4,8@X]">, sw::type<"f32[8@X,4]">, sw::type<"f32[16,4]{U:X}">>>);

// The loss may be U (the sum of its pieces), R (its seed a U worth 1) or varying.
constexpr auto pending_loss = [](auto w, auto x) {
  return sw::value_and_grad([](auto w, auto x) { return sw::sum(sw::matmul(x, w), P(unreduced(X))); })(w, x);
};
using Pending = sw::Program<pending_loss, "f32[4,2]{R:X}", "f32[8@X,4]">;
static_assert(Pending::collectives() == Collectives{});
static_assert(std::is_same_v<decltype(Pending::result_type::value), sw::type<"f32[]{U:X}">> &&
              std::is_same_v<decltype(Pending::result_type::grad), sw::type<"f32[4,2]{U:X}">>);
constexpr auto reduced_loss = [](auto w) { return sw::grad([](auto w) { return sw::sum(sw::square(w)); })(w); };
static_assert(result<sw::Program<reduced_loss, "f32[4]{R:X}">> == "f32[4]{U:X}"_t);
static_assert(sw::Program<reduced_loss, "f32[4]{R:X}">::collectives() == Collectives{});
constexpr auto of_each_device = [](auto w) { return sw::shard_map(reduced_loss, P(X), P(X))(w); };
static_assert(result<sw::Program<of_each_device, "f32[8@X]">> == "f32[8@X]"_t);

// Types: an f32 parameter used in bf16 gets an f32 gradient.
constexpr auto cast = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(sw::astype<sw::f32>(sw::matmul(x, sw::astype<sw::bf16>(w)))); })(
      w, x);
};
static_assert(result<sw::Program<cast, "f32[4,2]{R:X}", "bf16[8@X,4]">> == "f32[4,2]{U:X}"_t);

// f(w, w), and a w that is an argument and captured: both gradients are summed, in their own state.
constexpr auto twice = [](auto w, auto x) {
  return sw::grad([&](auto a, auto b) { return sw::sum(x * a * b); })(w, w);
};
static_assert(result<sw::Program<twice, "f32[4]{R:X}", "f32[8@X,4]">> == "f32[4]{U:X}"_t);
constexpr auto both = [](auto w, auto x) {
  auto [a, b] = sw::grad<0, 1>([&](auto a, auto b) { return sw::sum(x * a * b); })(w, w);
  return a + b;
};
static_assert(sw::Program<both, "f32[4]{R:X}", "f32[8@X,4]">::collectives() == Collectives{});
static_assert(sw::Program<both, "f32[4]", "f32[8@X,4]">::collectives() == Collectives{.all_reduce = 2});
// The captured w is no argument: its part is not differentiated.
constexpr auto captured = [](auto w) { return sw::grad([&](auto a) { return sw::sum(a * w); })(w); };
constexpr auto itself = [](auto w) { return w + 0 * w; };
static_assert(result<sw::Program<captured, "f32[4]">> == "f32[4]"_t &&
              result<sw::Program<itself, "f32[4]">> == "f32[4]"_t);

// has_aux; several arguments; numbers of arguments.
constexpr auto with_aux = [](auto w, auto x) {
  return sw::value_and_grad(
      [](auto w, auto x) {
        auto y = sw::matmul(x, w);
        return sw::hana::make_tuple(sw::sum(y, P(unreduced(X))), y);
      },
      sw::has_aux)(w, x);
};
using WithAux = sw::Program<with_aux, "f32[4,2]{R:X}", "f32[8@X,4]">;
static_assert(std::is_same_v<decltype(WithAux::result_type::aux), sw::type<"f32[8@X,2]">> &&
              std::is_same_v<decltype(WithAux::result_type::result.value), sw::type<"f32[]{U:X}">>);
constexpr auto first_and_last = [](auto a, auto b, auto c) {
  auto [da, dc] = sw::grad<0, 2>([](auto a, auto b, auto c) { return sw::sum(a * b * c); })(a, b, c);
  static_assert(sw::testing::has_type<decltype(da), "f32[4]{U:X}"> &&
                sw::testing::has_type<decltype(dc), "f32[8@X,4]">);
  return sw::hana::make_tuple(da, dc);
};
static_assert(sw::Program<first_and_last, "f32[4]{R:X}", "f32[4]{R:X}", "f32[8@X,4]">::collectives() == Collectives{});

// vjp: a tuple of all arguments' cotangents; also of a result that is no scalar, and of a tree.
constexpr auto pulled = [](auto a, auto b, auto ct) {
  auto y = sw::vjp([](auto a, auto b) { return sw::matmul(a, b); }, a, b);
  return sw::hana::append(y.pullback(ct), y.value);
};
using Pulled = sw::Program<pulled, "f32[8@X,4]", "f32[4,2]{R:X}", "f32[8@X,2]">;
static_assert(
    std::is_same_v<Pulled::result_type,
                   sw::hana::tuple<sw::type<"f32[8@X,4]">, sw::type<"f32[4,2]{U:X}">, sw::type<"f32[8@X,2]">>>);

// The gradient of a gradient.
constexpr auto second = [](auto w, auto x) {
  auto inner = [](auto w, auto x) {
    return sw::sum(sw::grad([](auto w, auto x) { return sw::sum(sw::tanh(sw::matmul(x, w))); })(w, x));
  };
  return sw::grad(inner)(w, x);
};
static_assert(result<sw::Program<second, "f32[4,2]", "f32[8,4]">> == "f32[4,2]"_t);
static_assert(result<sw::Program<second, "f32[4,2]{R:X}", "f32[8@X,4]">> == "f32[4,2]{U:X}"_t);
static_assert(sw::Program<second, "f32[4,2]{R:X}", "f32[8@X,4]">::collectives() == Collectives{});

// stop_gradient, and arguments that the loss does not use: zeros of the cotangent type, and no communication.
constexpr auto stopped = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(sw::matmul(x, sw::stop_gradient(w))); })(w, x);
};
using Stopped = sw::Program<stopped, "f32[4,2]", "f32[8@X,4]">;
static_assert(result<Stopped> == "f32[4,2]"_t && Stopped::collectives() == Collectives{} &&
              Stopped::view().equations.size() == 3);
constexpr auto unused = [](auto w, auto x, auto v) {
  return sw::grad<2>([](auto w, auto x, auto) { return sw::sum(sw::matmul(x, w)); })(w, x, v);
};
using Unused = sw::Program<unused, "f32[4,2]", "f32[8@X,4]", "f32[3]{R:X}">;
static_assert(result<Unused> == "f32[3]{U:X}"_t && Unused::collectives() == Collectives{});
// A reshard of zeros is zeros.
constexpr auto reduced_zeros = [](auto w, auto x, auto v) { return sw::reshard(unused(w, x, v), P()); };
using ReducedZeros = sw::Program<reduced_zeros, "f32[4,2]", "f32[8@X,4]", "f32[3]{R:X}">;
static_assert(result<ReducedZeros> == "f32[3]"_t && ReducedZeros::collectives() == Collectives{} &&
              ReducedZeros::issued() == Collectives{});

// Dead code does not count; what equal expressions share is issued once.
constexpr auto dead = [](auto x) {
  auto never = sw::sum(x);
  (void)never;
  return x;
};
static_assert(sw::Program<dead, "f32[8@X]">::collectives() == Collectives{});
constexpr auto shared = [](auto x) { return sw::sum(x) + sw::sum(x); };
static_assert(sw::Program<shared, "f32[8@X]">::collectives() == Collectives{.all_reduce = 2});
static_assert(sw::Program<shared, "f32[8@X]">::issued() == Collectives{.all_reduce = 1});

}  // namespace
