// checkpoint: a function whose values are computed again in the backward pass instead of kept.
#pragma once

#include <shardwise/dsl/program/body.hpp>

namespace shardwise {

/// Policies of checkpoint, which say what is saved: nothing but the arguments (the default), everything, the results of
/// contractions, of those without batch dimensions.
inline constexpr policy::Nothing nothing_saveable{};
inline constexpr policy::Everything everything_saveable{};
inline constexpr policy::Dots dots_saveable{};
inline constexpr policy::DotsWithoutBatch dots_with_no_batch_dims_saveable{};
/// What checkpoint_name gave one of these names, or all else.
template <fixed_string... Names> inline constexpr policy::OnlyNames<Names...> save_only_these_names{};
template <fixed_string... Names> inline constexpr policy::AnythingButNames<Names...> save_anything_except_these_names{};
/// What one of two policies saves.
template <auto A, auto B>
inline constexpr policy::Either<std::remove_cv_t<decltype(A)>, std::remove_cv_t<decltype(B)>> save_from_both_policies{};

namespace fn {
template <fixed_string Name> struct checkpoint_name {
  static constexpr std::string_view name = "checkpoint_name";
  constexpr Value operator()(Value a) const { return shardwise::checkpoint_name<Name>(a); }
};
}  // namespace fn
/// The same value with a name for the policies of a checkpoint around it: `checkpoint_name<"hidden">(h)`.
SHARDWISE_FUNCTION(checkpoint_name, (fixed_string Name, class A), (fn::checkpoint_name<Name>), (A), (Tracer<A> a),
                   (fn::checkpoint_name<Name>{}), (a))

namespace detail {
template <class T>
concept CheckpointPolicy = requires(const Builder& g) {
  { T::saves(g, 0) } -> std::same_as<bool>;
};
template <int Arguments, class F>
inline constexpr Text checkpoint_arguments_text = [] {
  Text t;
  t << "checkpoint: the function cannot be called with " << Arguments << " argument" << (Arguments == 1 ? "" : "s");
  return t;
}();

template <class Policy, class F> struct CheckpointFunction {
  F f;

  template <Tree... X> constexpr auto operator()(const X&... x) const {
    static_assert(sizeof...(X) > 0, "checkpoint: give the function at least one argument");
    Builder& g = builder_of(std::get<0>(std::tie(x...)));
    if constexpr (!takes_arguments<F, X...>) {
      refuse<checkpoint_arguments_text<int(sizeof...(X)), F>>(g);
      return std::get<0>(std::tie(x...));
    } else if constexpr (!requires { f(x...); }) {
      return f(x...);
    } else {
      g.begin_checkpoint(&Policy::saves);
      const auto y = f(x...);
      g.end_checkpoint();
      // The results have ids of their own outside, where they are values like others.
      if constexpr (SoundTree<std::remove_const_t<decltype(y)>>)
        return tree_map(
            [](auto leaf) {
              return leaf.id < 0 ? leaf : decltype(leaf){leaf.builder, alias(leaf.value()).id};
            },
            y);
      else
        return y;
    }
  }
};
}  // namespace detail

/// f, whose values are not kept for its gradient but computed again in the backward pass, where it needs them; but for
/// what the policy saves: `checkpoint<dots_saveable>(layer)(h, w)`. The arguments, captures and results are kept. The
/// gradient is the same, bit for bit. Collectives in f that are not saved run again.
template <auto Policy = nothing_saveable, class F> constexpr auto checkpoint(F f) {
  using P = std::remove_cv_t<decltype(Policy)>;
  static_assert(
      detail::CheckpointPolicy<P>,
      "checkpoint: the policies are nothing_saveable, everything_saveable, dots_saveable, "
      "dots_with_no_batch_dims_saveable, save_only_these_names<...>, save_anything_except_these_names<...> and "
      "save_from_both_policies<p, q>");
  if constexpr (detail::CheckpointPolicy<P>)
    return detail::CheckpointFunction<P, F>{f};
  else
    return f;
}

}  // namespace shardwise
