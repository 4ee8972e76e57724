// An op of a user's own that says of blocks that they are one value.
// GCC: biggest: f32\[8@X,4\]: an operand is split, varying or pending over X, and the op says that its result, P\(\), is the same on all devices: let its judge give a result that is split, varying or unreduced over X, or refuse the operand
// CLANG: biggest: f32[8@X,4]: an operand is split, varying or pending over X, and the op says that its result, P(), is the same on all devices: let its judge give a result that is split, varying or unreduced over X, or refuse the operand
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

struct biggest_op : sw::ops::Own<"biggest", 1> {
  static constexpr bool blocks_gradient = true;
  static constexpr sw::rules::Verdict judge(const sw::TypeDesc& a) {
    sw::rules::Verdict v;
    v.type = a;
    v.type.rank = 1;
    v.type.dims[1] = {};
#ifndef REPAIRED
    v.type.dims[0].axes = {};
#endif
    return v;
  }
};
inline constexpr auto step = [](auto x) { return sw::call(sw::fn::own<biggest_op>{}, x); };
using Step = sw::Program<step, "f32[8@X,4]">;
static_assert(Step::view().inputs.size() < 9);
