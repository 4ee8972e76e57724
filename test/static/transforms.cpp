// What the transforms leave of the collectives that a step means, and how they are switched off.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {
/// How often an op stands in a program.
constexpr int count(const sw::ProgramView& p, std::string_view name) {
  int n = 0;
  for (const sw::Eqn& q : p.equations) n += q.op->name == name;
  return n;
}

// ---- reductions that are added up are one
constexpr auto two = [](auto a, auto b) { return sw::reshard(a, P()) + sw::reshard(b, P()); };
using Two = sw::Program<two, "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Two::collectives() == Collectives{.all_reduce = 2});
static_assert(Two::issued() == Collectives{.all_reduce = 1});

constexpr auto four = [](auto a, auto b, auto c) {
  return 0.5f * sw::reshard(a, P(X)) - (sw::reshard(b, P(X)) - -sw::reshard(c, P(X))) + sw::reshard(b * 2, P(X));
};
using Four = sw::Program<four, "f32[8]{U:X}", "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Four::collectives() == Collectives{.reduce_scatter = 4});
static_assert(Four::issued() == Collectives{.reduce_scatter = 1});

constexpr auto manual = [](auto a, auto b) {
  return sw::shard_map([](auto a, auto b) { return sw::psum(a, X) + sw::psum(b, X); }, P(X), P())(a, b);
};
using Manual = sw::Program<manual, "f32[8@X]", "f32[8@X]">;
static_assert(Manual::collectives() == Collectives{.all_reduce = 2});
static_assert(Manual::issued() == Collectives{.all_reduce = 1});

// One that is read elsewhere runs anyway, and so does one over other axes.
constexpr auto kept = [](auto a, auto b) {
  auto r = sw::reshard(a, P());
  return r * (r + sw::reshard(b, P()));
};
using Kept = sw::Program<kept, "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Kept::issued() == Kept::collectives());
using OtherAxes = sw::Program<two, "f32[8]{U:X}", "f32[8]{U:Y}">;
static_assert(OtherAxes::issued() == OtherAxes::collectives());

// The leaves of two trees: one collective for all, and one for the sum of both.
constexpr auto trees = [](auto w, auto b) {
  auto both = [](auto w, auto b) { return sw::reshard(sw::hana::make_tuple(w, b), P()); };
  auto one = both(w, b), other = both(2 * w, -b);
  return sw::hana::make_tuple(one[sw::hana::size_c<0>] + other[sw::hana::size_c<0>],
                              one[sw::hana::size_c<1>] - other[sw::hana::size_c<1>]);
};
using Trees = sw::Program<trees, "f32[8,4]{U:X}", "f32[4]{U:X}">;
static_assert(Trees::collectives() == Collectives{.all_reduce = 2});
static_assert(Trees::issued() == Collectives{.all_reduce = 1});

// Iterations of a loop are never merged: the sum of each microbatch is taken where it is.
constexpr auto microbatches = [](auto zero, auto xs) {
  return sw::scan([](auto sum, auto x) { return sum + sw::sum(x); }, zero, xs);
};
using Microbatches = sw::Program<microbatches, "f32[]", "f32[8,16@X]">;
static_assert(Microbatches::collectives() == Collectives{.all_reduce = 8});
static_assert(Microbatches::issued() == Collectives{.all_reduce = 8});

// ---- what a loop does not change leaves it
constexpr auto in_loop = [](auto h, auto w, auto xs) {
  return sw::scan([&](auto h, auto x) { return sw::tanh(h + sw::matmul(x, sw::reshard(2 * w, P()))); }, h, xs);
};
using InLoop = sw::Program<in_loop, "f32[16@Y,8]", "f32[8@X,8]", "f32[4,16@Y,8]">;
static_assert(InLoop::collectives() == Collectives{.all_gather = 4});
static_assert(InLoop::issued() == Collectives{.all_gather = 1});

// A loop that may not run keeps what is in it.
using Unknown = sw::Program<in_loop, "f32[16@Y,8]", "f32[8@X,8]", "f32[n,16@Y,8]">;
static_assert(Unknown::collectives().all_gather == 1 && Unknown::issued().all_gather == 1);
static_assert(!Unknown::issued().exact);

// Two loops, one in the other.
constexpr auto nested = [](auto h, auto w, auto xs) {
  return sw::fori_loop<0, 3>([&](auto, auto h) { return in_loop(h, w, xs); }, h);
};
using Nested = sw::Program<nested, "f32[16@Y,8]", "f32[8@X,8]", "f32[4,16@Y,8]">;
static_assert(Nested::collectives() == Collectives{.all_gather = 12});
static_assert(Nested::issued() == Collectives{.all_gather = 1});

// ---- reshards of reshards
constexpr auto sliced = [](auto a) { return sw::reshard(sw::reshard(a, P()), P(X)); };
using Sliced = sw::Program<sliced, "f32[8,4]{U:X}">;
static_assert(Sliced::collectives() == Collectives{.all_reduce = 1});
static_assert(Sliced::issued() == Collectives{.reduce_scatter = 1});
using Again = sw::Program<sliced, "f32[8@X,4]">;
static_assert(Again::collectives() == Collectives{.all_gather = 1});
static_assert(Again::issued() == Collectives{} && Again::compiled_view().equations.size() == 1);

constexpr auto scattered = [](auto a) {
  return sw::shard_map([](auto a) { return sw::local_block<0>(sw::psum(a, X), X, sw::tiled); }, P(X), P(X))(a);
};
using Scattered = sw::Program<scattered, "f32[8@X,4]">;
static_assert(Scattered::collectives() == Collectives{.all_reduce = 1});
static_assert(Scattered::issued() == Collectives{.reduce_scatter = 1});

// The sum of what varies is another value: summed twice it is counted twice.
constexpr auto twice = [](auto a) {
  return sw::shard_map([](auto a) { return sw::psum(sw::pcast<sw::varying>(sw::psum(a, X), X), X); }, P(X), P())(a);
};
using Twice = sw::Program<twice, "f32[8@X]">;
static_assert(Twice::issued() == Collectives{.all_reduce = 2});

// ---- factors and transposes go into contractions
constexpr auto product = [](auto a, auto b) {
  return sw::transpose(-(0.5f * sw::matmul(sw::transpose(a * 3), sw::transpose(b)))) / 4;
};
using Product = sw::Program<product, "f32[8,16]", "f32[4,8]">;
static_assert(count(Product::view(), "transpose") == 3);
static_assert(count(Product::compiled_view(), "transpose") == 0 && count(Product::compiled_view(), "scale") == 0 &&
              count(Product::compiled_view(), "neg") == 0 && count(Product::compiled_view(), "div") == 0);
static_assert(sw::contract_alpha(Product::compiled_view().equations[2]) == -0.375);

// A factor that may keep the sums of a product or of a reduction in range stays on its side of them: far ones, of f16
// all.
constexpr float power_of_2(int n) { return n == 0 ? 1 : n < 0 ? power_of_2(n + 1) / 2 : 2 * power_of_2(n - 1); }
template <int N> constexpr auto scaled_product = [](auto a, auto b) { return sw::matmul(-power_of_2(N) * a, b); };
template <int N>
constexpr auto scaled_sums = [](auto a, auto b) { return -power_of_2(N) * sw::reshard(a, P()) + sw::reshard(b, P()); };
template <auto F, sw::fixed_string T> using OfTwo = sw::Program<F, T, T>;
template <int N, sw::fixed_string T>
constexpr int scales = count(OfTwo<scaled_product<N>, T>::compiled_view(), "scale");
static_assert(scales<-3, "f32[8,8]"> == 0 && scales<20, "f32[8,8]"> == 0 && scales<-20, "bf16[8,8]"> == 0);
static_assert(scales<21, "f32[8,8]"> == 1 && scales<-21, "bf16[8,8]"> == 1 && scales<-21, "f64[8,8]"> == 1);
static_assert(scales<-3, "f16[8,8]"> == 1 && count(OfTwo<scaled_product<0>, "f16[8,8]">::compiled_view(), "neg") == 0);
template <int N, sw::fixed_string T> constexpr int all_reduces = OfTwo<scaled_sums<N>, T>::issued().all_reduce;
static_assert(all_reduces<-3, "f32[8]{U:X}"> == 1 && all_reduces<21, "f32[8]{U:X}"> == 2);
static_assert(all_reduces<-3, "f16[8]{U:X}"> == 2 && all_reduces<0, "f16[8]{U:X}"> == 1);
// Factors count together, those of both operands and those of a chain, and one on the far side of a reduction does.
template <int N>
constexpr auto both_scaled = [](auto a, auto b) { return sw::matmul(power_of_2(N) * a, power_of_2(N) * b); };
static_assert(count(OfTwo<both_scaled<10>, "f32[8,8]">::compiled_view(), "scale") == 0);
static_assert(count(OfTwo<both_scaled<11>, "f32[8,8]">::compiled_view(), "scale") == 1);
template <int N>
constexpr auto chain =
    [](auto a, auto b) { return power_of_2(N) * (power_of_2(N) * sw::reshard(a, P())) + sw::reshard(b, P()); };
template <int N>
using Chain =
    sw::Program<sw::with_transforms<sw::Transforms{.fold_scalings = false}>(chain<N>), "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Chain<10>::issued().all_reduce == 1 && Chain<11>::issued().all_reduce == 2);
template <int N>
constexpr auto reduced_product =
    [](auto a, auto b) { return power_of_2(N) * sw::reshard(sw::einsum<"ij,jk->ik">(a, b, P(unreduced(X))), P()); };
template <int N> using Reduced = sw::Program<reduced_product<N>, "f32[8,8@X]", "f32[8@X,8]">;
static_assert(count(Reduced<20>::compiled_view(), "scale") == 0 && count(Reduced<21>::compiled_view(), "scale") == 1);

// ---- divisors of softmax leave sums along its rows
constexpr auto rows = [](auto x, auto y) {
  auto e = sw::exp(x - sw::max<-1>(x, sw::keepdims));
  auto s = sw::sum<-1>(e, sw::keepdims);
  return sw::sum<-1>(-(y * (e / s) / s), sw::keepdims);
};
template <sw::Transforms T> using Rows = sw::Program<sw::with_transforms<T>(rows), "f32[8,4]", "f32[8,4]">;
/// The type of what the last equation of an op gives.
constexpr sw::TypeDesc last(const sw::ProgramView& p, std::string_view name) {
  sw::TypeDesc t;
  for (int i = 0; i < int(p.equations.size()); ++i)
    if (p.equations[std::size_t(i)].op->name == name) t = p.type_of(i);
  return t;
}
static_assert(last(Rows<sw::Transforms{}>::compiled_view(), "div") == sw::type_of("f32[8,1]"));
static_assert(last(Rows<sw::Transforms{}>::compiled_view(), "neg") == sw::type_of("f32[8,1]"));
static_assert(count(Rows<sw::Transforms{}>::compiled_view(), "broadcast") == 1);
static_assert(count(Rows<sw::Transforms{.pull_softmax_divisors = false}>::compiled_view(), "broadcast") == 2);
// What is needed elsewhere stays, other divisors do, since only a softmax's is at least 1, and f16, which ends early.
constexpr auto kept_rows = [](auto x) {
  auto y = sw::softmax<-1>(x);
  return sw::hana::make_tuple(sw::sum<-1>(y, sw::keepdims), y);
};
static_assert(last(sw::Program<kept_rows, "f32[8,4]">::compiled_view(), "div") == sw::type_of("f32[8,4]"));
static_assert(count(sw::Program<rows, "f16[8,4]", "f16[8,4]">::compiled_view(), "broadcast") == 2);
constexpr auto scaled_rows = [](auto x) { return sw::sum<-1>(x / sw::max<-1>(x, sw::keepdims), sw::keepdims); };
static_assert(last(sw::Program<scaled_rows, "f32[8,4]">::compiled_view(), "div") == sw::type_of("f32[8,4]"));

// ---- switches
using AsWritten = sw::Program<sw::with_transforms<sw::no_transforms>(two), "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(AsWritten::issued() == Collectives{.all_reduce = 2});
static_assert(AsWritten::compiled_view().equations.size() == AsWritten::view().equations.size());
using NotHoisted = sw::Program<sw::with_transforms<sw::Transforms{.hoist = false}>(in_loop), "f32[16@Y,8]",
                               "f32[8@X,8]", "f32[4,16@Y,8]">;
static_assert(NotHoisted::issued() == Collectives{.all_gather = 4});
static_assert(sw::testing::result<NotHoisted> == sw::testing::result<InLoop>);
template <sw::Transforms T> using ProductWith = sw::Program<sw::with_transforms<T>(product), "f32[8,16]", "f32[4,8]">;
static_assert(count(ProductWith<sw::Transforms{.fold_transposes = false}>::compiled_view(), "transpose") == 3);
static_assert(count(ProductWith<sw::Transforms{.fold_scalings = false}>::compiled_view(), "scale") == 2);
using Unmerged =
    sw::Program<sw::with_transforms<sw::Transforms{.merge_reductions = false}>(two), "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Unmerged::issued() == Collectives{.all_reduce = 2});
using NotFolded = sw::Program<sw::with_transforms<sw::Transforms{.fold_reshards = false}>(sliced), "f32[8,4]{U:X}">;
static_assert(NotFolded::issued() == Collectives{.all_reduce = 1});
constexpr auto fused_equations(const sw::ProgramView& p) {
  return std::count_if(p.equations.begin(), p.equations.end(), [](const sw::Eqn& e) { return e.fused != 0; });
}
constexpr auto elementwise = [](auto a) { return sw::tanh(sw::sin(a) + a); };
static_assert(fused_equations(sw::Program<elementwise, "f32[8]">::compiled_view()) == 3);
using NotFused = sw::Program<sw::with_transforms<sw::Transforms{.fuse = false}>(elementwise), "f32[8]">;
static_assert(fused_equations(NotFused::compiled_view()) == 0);

// ---- 0 and -0 are two numbers, also as factors and beside equal equations
constexpr auto infinities = [](auto a) { return sw::hana::make_tuple(1 / (a * 0.), 1 / (a * -0.)); };
static_assert(count(sw::Program<infinities, "f32[8]">::view(), "scale") == 2);
// f16 ends early: factors that meet could hide an overflow.
constexpr auto up_and_down = [](auto a) { return (a * 8) * 0.125; };
static_assert(count(sw::Program<up_and_down, "f16[8]">::compiled_view(), "scale") == 2);
static_assert(count(sw::Program<up_and_down, "bf16[8]">::compiled_view(), "scale") == 0);

// ---- a recomputation stays one: its gather runs again, unless a loop keeps the first one anyway
constexpr auto layer = [](auto w, auto x) { return sw::sin(sw::matmul(x, sw::reshard(w, P(none, none, reduced(X))))); };
constexpr auto again = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(sw::square(sw::checkpoint(layer)(w, x)), P(unreduced(X))); })(w,
                                                                                                                    x);
};
using Recomputed = sw::Program<again, "f32[8@X,8]", "f32[16@X,8]">;
static_assert(Recomputed::issued() == Collectives{.all_gather = 2, .reduce_scatter = 1});
constexpr auto accumulated = [](auto w, auto xs) {
  return sw::scan([&](auto sum, auto x) { return sum + again(w, x); }, sw::zeros_like_cotangent(w), xs);
};
using Accumulated = sw::Program<accumulated, "f32[8@X,8]", "f32[4,16@X,8]">;
static_assert(Accumulated::collectives() == Collectives{.all_gather = 8, .reduce_scatter = 4});
static_assert(Accumulated::issued() == Collectives{.all_gather = 1, .reduce_scatter = 4});

// The same with a tree of weights: it leaves the loop as one, and the one that is computed again with it.
constexpr auto tree_loss = [](auto a, auto b, auto x) {
  auto f = [](auto a, auto b, auto x) {
    auto w = sw::reshard(sw::hana::make_tuple(a, b), P(none, none, reduced(X)));
    return sw::sin(sw::matmul(sw::sin(sw::matmul(x, w[sw::hana::size_c<0>])), w[sw::hana::size_c<1>]));
  };
  return sw::sum(sw::square(sw::checkpoint(f)(a, b, x)), P(unreduced(X)));
};
constexpr auto tree_steps = [](auto a, auto b, auto xs) {
  auto zero = sw::hana::make_tuple(sw::zeros_like_cotangent(a), sw::zeros_like_cotangent(b));
  return sw::scan(
      [&](auto sum, auto x) {
        auto d = sw::grad<0, 1>(tree_loss)(a, b, x);
        return sw::hana::make_tuple(sum[sw::hana::size_c<0>] + d[sw::hana::size_c<0>],
                                    sum[sw::hana::size_c<1>] + d[sw::hana::size_c<1>]);
      },
      zero, xs);
};
using TreeSteps = sw::Program<tree_steps, "f32[8@X,8]", "f32[8@X,8]", "f32[4,16@X,8]">;
static_assert(TreeSteps::collectives() == Collectives{.all_gather = 8, .reduce_scatter = 4});
static_assert(TreeSteps::issued() == Collectives{.all_gather = 1, .reduce_scatter = 4});

}  // namespace
