// Programs as text, one equation a line.
#include <catch2/catch.hpp>

#include <shardwise/dsl.hpp>

namespace {

namespace sw = shardwise;
using sw::P, sw::unreduced, sw::none;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto options = [](auto x, auto w) {
  auto a = sw::transpose<1, 0>(x);
  auto b = sw::sum<0>(a, sw::keepdims);
  auto c = sw::einsum<"ij,jk->ik">(x, w, P(none, unreduced(Y)));
  auto d = sw::reshard(c, P(X));
  return sw::hana::make_tuple(b / sw::size<0>(x), 2 * d, sw::argmax<1>(w), sw::astype<sw::bf16>(w));
};
using Options = sw::Program<options, "f32[8@X,batch@Y]", "f32[batch@Y,2]">;

inline constexpr auto loops = [](auto start, auto ws) {
  return sw::scan(
      [](auto h, auto w) {
        return sw::scan([](auto h, auto v) { return sw::reshard(sw::reshard(h * v, P()), P(X)); }, h, w);
      },
      start, ws);
};
using Loops = sw::Program<loops, "f32[d@X]", "f32[3,n,d@X]">;

inline constexpr auto trees = [](auto a, auto b) { return sw::reshard(sw::hana::make_tuple(a, b), P()); };
using Trees = sw::Program<trees, "f32[4]{U:X}", "f32[2,2]{U:X}">;

inline constexpr auto manual = [](auto x, auto w) {
  return sw::shard_map(
      [](auto x, auto w) {
        auto place = sw::astype<float>(sw::axis_index(x, X) + sw::axis_size(x, X));
        auto ring = sw::ppermute<sw::shift(-1)>(x, X) + sw::ppermute<sw::pairs({{0, 1}, {1, 2}})>(x, X);
        return sw::psum(ring * w * place, X);
      },
      sw::hana::make_tuple(P(X), P()), P())(x, w);
};
using Manual = sw::Program<manual, "f32[8@X]", "f32[8/X]">;

inline constexpr auto branches = [](auto x, auto go) {
  auto total = sw::cond(
      go, [](auto x) { return sw::sum(x); }, [](auto x) { return sw::max(sw::reshard(x, P())); }, x);
  return sw::while_loop([](auto t) { return t < 100; }, [](auto t) { return 2 * t; }, total);
};
using Branches = sw::Program<branches, "f32[8@X]", "bool[]">;

inline constexpr auto remade = [](auto x) {
  return sw::grad([](auto x) {
    return sw::sum(sw::checkpoint([](auto x) { return sw::exp(sw::checkpoint_name<"t">(sw::tanh(x))); })(x));
  })(x);
};
using Remade = sw::Program<remade, "f32[8@X]">;

}  // namespace

TEST_CASE("a line has the type, the op with its options, operands and collectives") {
  CHECK(sw::to_string(Options{}) == R"(%0: f32[8@X,batch@Y] = input
%1: f32[batch@Y,2] = input
%2: f32[batch@Y,8@X] = transpose<1,0> %0
%3: f32[1,8@X]{U:Y} = sum<0> keepdims %2
%4: f32[1,8@X] = reshard %3    # all-reduce over Y
%5: f32[8@X,2]{U:Y} = contract<"ij,jk->ik"> %0 %1
%6: f32[8,2]{U:Y} = reshard %5    # all-gather over X
%7: f32[8@X,2] = reshard %6    # all-reduce over Y
%8: f32[1,8@X] = divide_by_size 8 %4
%9: f32[8@X,2] = scale 2 %7
%10: i32[batch@Y] = argmax<1> %1
%11: bf16[batch@Y,2] = astype %1
return %8 %9 %10 %11
)");
}

TEST_CASE("loops are indented, and collectives say how deep they stand") {
  CHECK(sw::to_string(Loops{}) == R"(%0: f32[d@X] = input
%1: f32[3,n,d@X] = input
for each of 3:
  %3: f32[d@X] = carry %0 then %11
  %4: f32[n,d@X] = item %1
  for each of n:
    %6: f32[d@X] = carry %3 then %10
    %7: f32[d@X] = item %4
    %8: f32[d@X] = mul %6 %7
    %9: f32[d] = reshard %8    # all-gather over X, in 2 loops
    %10: f32[d@X] = reshard %9
  %11: f32[d@X] = result %6
%12: f32[d@X] = result %3
return %12
)");
}

TEST_CASE("leaves of a tree share a collective") {
  CHECK(sw::to_string(Trees{}) == R"(%0: f32[4]{U:X} = input
%1: f32[2,2]{U:X} = input
%2: f32[4] = reshard %0    # all-reduce over X, tree 1
%3: f32[2,2] = reshard %1    # all-reduce over X, tree 1
return %2 %3
)");
}

TEST_CASE("manual mode shows its views, its casts and what it sends") {
  CHECK(sw::to_string(Manual{}) == R"(%0: f32[8@X] = input
%1: f32[8/X] = input
%2: f32[8/X]{V:X} = view %0
%3: i32[]{V:X} = axis_index<X>
%4: i32[] = axis_size<X>
%5: i32[]{V:X} = reshard %4
%6: i32[]{V:X} = add %3 %5
%7: f32[]{V:X} = astype %6
%8: f32[8/X]{V:X} = permute<shift -1> %2    # permute over X
%9: f32[8/X]{V:X} = permute<0->1,1->2> %2    # permute over X
%10: f32[8/X]{V:X} = add %8 %9
%11: f32[8/X]{V:X} = reshard %1
%12: f32[8/X]{V:X} = mul %10 %11
%13: f32[8/X]{V:X} = broadcast %7
%14: f32[8/X]{V:X} = mul %12 %13
%15: f32[8/X] = reshard %14    # all-reduce over X
return %15
)");
}

TEST_CASE("branches and loops that a predicate ends") {
  CHECK(sw::to_string(Branches{}) == R"(%0: f32[8@X] = input
%1: bool[] = input
if %1:
  %3: f32[]{U:X} = sum<0> %0
  %4: f32[] = reshard %3    # all-reduce over X, in a branch
if not %1:
  %6: f32[8] = reshard %0    # all-gather over X, in a branch
  %7: f32[] = max<0> %6
%8: f32[] = pick %1 %4 %7
while:
  %10: f32[] = carry %8 then %14
  %11: f32[] = constant 100
  %12: bool[] = lt %10 %11
  %13: bool[] = guard %12
  %14: f32[] = scale 2 %10
%15: f32[] = result %10
return %15
)");
}

TEST_CASE("what a checkpoint computes again") {
  CHECK(sw::to_string(Remade{}) == R"(%0: f32[8@X] = input
%1: f32[] = constant 1
%2: f32[]{R:X} = reshard %1
%3: f32[8@X] = broadcast %2
%4: f32[8@X] = tanh %0
%5: f32[8@X] = checkpoint_name<"t"> %4
%6: f32[8@X] = exp %5
%7: f32[8@X] = mul %3 %6
%8: f32[8@X] = square %4
%9: f32[8@X] = constant 1
%10: f32[8@X] = sub %9 %8
%11: f32[8@X] = mul %7 %10
return %11
)");
}
