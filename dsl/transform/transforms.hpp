// The transforms of the step compiler: each a function from program value to program value, in a file of its own; and
// what is decided once the sizes are known. None changes what a program means; each can be switched off.
#pragma once

#include <shardwise/dsl/transform/fold_reshards.hpp>
#include <shardwise/dsl/transform/fold_scalings.hpp>
#include <shardwise/dsl/transform/fold_transposes.hpp>
#include <shardwise/dsl/transform/fuse.hpp>
#include <shardwise/dsl/transform/hoist.hpp>
#include <shardwise/dsl/transform/merge_reductions.hpp>
#include <shardwise/dsl/transform/pull_softmax_divisors.hpp>

namespace shardwise {

/// Which transforms run: `Transforms{.hoist = false}` is all but one. Merging equal equations and dropping dead ones
/// belong to freezing and always happen. Those from `pack` on are no transforms of the program: they say what is
/// decided when a step is bound to sizes (backends/executor).
struct Transforms {
  bool fold_transposes = true;        ///< into the labels of contractions
  bool fold_scalings = true;          ///< factors and signs into each other, and into contractions
  bool pull_softmax_divisors = true;  ///< the divisor of a softmax leaves sums along its rows
  bool fold_reshards = true;     ///< reshards of reshards are one: an all-reduce that is sliced is a reduce-scatter
  bool merge_reductions = true;  ///< reductions that are added up are one
  bool hoist = true;             ///< what a loop does not change leaves it
  bool fuse = true;              ///< elementwise ops and reductions of rows into kernels, after all others
  bool pack = true;              ///< matrices that a loop does not change are packed once, before it
  bool gather = true;            ///< a sum of products over a loop takes several iterations at a time
  bool accumulate = true;        ///< a product that is added to what is there adds to it while it multiplies
  bool in_place = true;          ///< an op may write its result over an operand that is not read again
  bool donate = true;            ///< a result may be written over an argument that the caller gives away
  bool stack_in_place = true;    ///< what a scan stacks is made in its slot
  bool side_by_side = true;      ///< arrays that are all-reduced together lie side by side, not packed for it
  bool blocks = true;            ///< products that BLAS is slow on run in blocks of our own
  constexpr bool operator==(const Transforms&) const = default;
};
/// No transform: the program runs as it is written.
inline constexpr Transforms no_transforms{false, false, false, false, false, false, false, false,
                                          false, false, false, false, false, false, false};

/// A step that is compiled with the transforms T; a stateless callable as the step is.
template <Transforms T, class F> struct WithTransforms : F { static constexpr Transforms transforms = T; };
/// `Program<with_transforms<no_transforms>(step), ...>`, `with_transforms<Transforms{.hoist = false}>(step)`.
template <Transforms T, class F> constexpr auto with_transforms(F step) { return WithTransforms<T, F>{step}; }

namespace detail {
template <class F> constexpr Transforms transforms_of() {
  if constexpr (requires { F::transforms; })
    return F::transforms;
  else
    return {};
}
/// A pass over a program's equations, and whether it is to run.
template <class Pass> struct Wanted { bool wanted; };
}  // namespace detail

/// The program as it runs, from the program as it is written.
constexpr DynamicProgram optimise(DynamicProgram p, const Transforms& which = {}) {
  Draft d(static_cast<DynamicProgram&&>(p));
  // One makes room for another: a reduction that was merged may then be sliced, a transpose stand beside a product.
  // They go around until none of them changed anything.
  bool any = false;
  const auto go_around = [&]<class... Pass>(detail::Wanted<Pass>... passes) {
    std::size_t quiet = 0;  // passes in a row that changed nothing
    const auto apply = [&]<class One>(detail::Wanted<One> pass) {
      if (quiet == sizeof...(Pass)) return;
      d.changed = false;
      if (pass.wanted) One{d}.run(d.in_order());
      quiet = d.changed ? 0 : quiet + 1;
      any = any || d.changed;
    };
    while (quiet < sizeof...(Pass)) (apply(passes), ...);
  };
  go_around(detail::Wanted<detail::TransposeFolder>{which.fold_transposes},
            detail::Wanted<detail::ScalingFolder>{which.fold_scalings},
            detail::Wanted<detail::SoftmaxDivisorPuller>{which.pull_softmax_divisors},
            detail::Wanted<detail::ReshardFolder>{which.fold_reshards},
            detail::Wanted<detail::ReductionMerger>{which.merge_reductions},
            detail::Wanted<detail::Hoister>{which.hoist});
  d.changed = any;
  p = d.finish();
  if (which.fuse) p = fuse(static_cast<DynamicProgram&&>(p));
  return p;
}

}  // namespace shardwise
