// The functions that move, join, cut and make arrays, on tracers. Their rules: rules/moving.hpp, joining.hpp,
// dynamic_slice.hpp, making.hpp.
#pragma once

#include <shardwise/dsl/program/operators.hpp>
#include <shardwise/dsl/tree/tree.hpp>

namespace shardwise {

namespace fn {

/// A dimension counted from the end if it is negative; out of range it stays out.
constexpr int dimension_of(Value a, int dim) { return dim < 0 && a.valid() ? dim + a.type().rank : dim; }
template <int... Dims> constexpr unsigned dims_of(Value a) { return a.valid() ? mask_of<Dims...>(a.type().rank) : 0; }

template <int Dim> struct concat {
  static constexpr std::string_view name = "concat";
  constexpr Value operator()(Value a, auto... more) const {
    return shardwise::concat(std::vector<Value>{a, more...}, dimension_of(a, Dim));
  }
};
template <int Dim> struct stack {
  static constexpr std::string_view name = "stack";
  constexpr Value operator()(Value a, auto... more) const {
    return shardwise::stack(std::vector<Value>{a, more...}, Dim < 0 && a.valid() ? Dim + a.type().rank + 1 : Dim);
  }
};
/// Part K.
template <int Dim, int K, std::int64_t... Sizes> struct split {
  static constexpr std::string_view name = "split";
  static constexpr std::int64_t sizes[] = {Sizes...};
  static constexpr int parts = sizeof...(Sizes) == 1 ? int((Sizes + ... + 0)) : int(sizeof...(Sizes));
  static constexpr std::vector<Value> all(Value a) {
    return shardwise::split(a, dimension_of(a, Dim), sizes, int(sizeof...(Sizes)));
  }
  constexpr Value operator()(Value a) const {
    const std::vector<Value> v = all(a);
    return v.empty() ? Value{a.builder, -1} : v[std::size_t(K)];
  }
};
template <int... Dims> struct squeeze {
  static constexpr std::string_view name = "squeeze";
  constexpr Value operator()(Value a) const {
    return shardwise::squeeze(a, sizeof...(Dims) == 0 ? 0 : dims_of<Dims...>(a));
  }
};
template <int... Dims> struct flip {
  static constexpr std::string_view name = "flip";
  constexpr Value operator()(Value a) const { return shardwise::flip(a, dims_of<Dims...>(a)); }
};
template <class Type> struct broadcast_to_type {
  static constexpr std::string_view name = "broadcast_to";
  constexpr Value operator()(Value a) const { return shardwise::broadcast_to(a, Type::desc, true); }
};
template <ShapeDesc S, class Options> struct broadcast_to_shape {
  static constexpr std::string_view name = "broadcast_to";
  constexpr Value operator()(Value a) const {
    if (!a.valid()) return a;
    if (S.mistake) return S.refuse(name, a);
    if (S.inferred >= 0) return ShapeDesc{.mistake = 2}.refuse(name, a);
    TypeDesc to = scalar_type(a.type().dtype);
    to.rank = S.rank;
    for (int i = 0; i < S.rank; ++i) to.dims[i].extent = S.extents[i];
    return Options::with_out([&](const SpecDesc* out) {
      if (out && !apply_spec(to, *out)) {
        const TypeDesc t = a.type();
        rules::Verdict v;
        v.reject("the spec has more dimensions than the array", "name one entry a dimension");
        return a.builder->reject(name, &t, 1, v), Value{a.builder, -1};
      }
      return shardwise::broadcast_to(a, to, out != nullptr);
    });
  }
};
template <std::int64_t Diagonal> struct tril {
  static constexpr std::string_view name = "tril";
  constexpr Value operator()(Value a) const { return shardwise::tril(a, Diagonal); }
};
template <std::int64_t Diagonal> struct triu {
  static constexpr std::string_view name = "triu";
  constexpr Value operator()(Value a) const { return shardwise::triu(a, Diagonal); }
};
/// A number may be any, so U refuses each.
template <int Dim, std::int64_t Before, std::int64_t After, bool Number, bool Floating> struct pad {
  static constexpr std::string_view name = "pad";
  LiteralNumber literal = Number ? 1.0 : 0.0;
  constexpr Value operator()(Value a) const {
    a = beside<Floating>(a, literal);
    return shardwise::pad_with(a, dimension_of(a, Dim), Before, After, literal);
  }
};

/// Extents of a window; -1 is all of a dimension.
template <std::int64_t... Sizes> struct dynamic_slice {
  static constexpr std::string_view name = "dynamic_slice";
  constexpr Value operator()(Value a, auto... starts) const {
    if (!a.valid()) return a;
    const TypeDesc t = a.type();
    if (int(sizeof...(Sizes)) != t.rank || int(sizeof...(starts)) != t.rank) {
      const TypeDesc types[] = {t, starts.type()...};
      rules::Verdict v;
      v.reject("the sizes, or the places, are not one for each dimension",
               "dynamic_slice<size, ...>(a, i, ...), or dynamic_slice_in_dim<dimension, size>(a, i)");
      return a.builder->reject(name, types, 1 + int(sizeof...(starts)), v), Value{a.builder, -1};
    }
    const std::int64_t given[] = {Sizes..., 0};
    Extent sizes[max_rank];
    for (int i = 0; i < t.rank; ++i) sizes[i] = given[i] == -1 ? t.dims[i].extent : extent(given[i]);
    return shardwise::dynamic_slice(a, std::vector<Value>{starts...}, sizes, (1u << t.rank) - 1);
  }
};
template <int Dim, std::int64_t Size> struct dynamic_slice_in_dim {
  static constexpr std::string_view name = "dynamic_slice_in_dim";
  constexpr Value operator()(Value a, Value start) const {
    Extent sizes[max_rank];
    for (Extent& e : sizes) e = extent(Size);
    return shardwise::dynamic_slice(a, std::vector<Value>{start}, sizes, dims_of<Dim>(a));
  }
};
struct dynamic_update_slice {
  static constexpr std::string_view name = "dynamic_update_slice";
  constexpr Value operator()(Value a, Value update, auto... starts) const {
    if (!a.valid()) return a;
    const TypeDesc t = a.type();
    if (int(sizeof...(starts)) != t.rank) {
      const TypeDesc types[] = {t, update.type(), starts.type()...};
      rules::Verdict v;
      v.reject("the places are not one for each dimension",
               "dynamic_update_slice(a, b, i, ...), or dynamic_update_slice_in_dim<dimension>(a, b, i)");
      return a.builder->reject(name, types, 2 + int(sizeof...(starts)), v), Value{a.builder, -1};
    }
    return shardwise::dynamic_update_slice(a, update, std::vector<Value>{starts...}, (1u << t.rank) - 1);
  }
};
template <int Dim> struct dynamic_update_slice_in_dim {
  static constexpr std::string_view name = "dynamic_update_slice_in_dim";
  constexpr Value operator()(Value a, Value update, Value start) const {
    return shardwise::dynamic_update_slice(a, update, std::vector<Value>{start}, dims_of<Dim>(a));
  }
};

enum class Made : std::uint8_t { zeros, ones, full };
/// `full` takes any number, so U refuses it.
template <Made M, class Type, bool Floating = false> struct make {
  static constexpr std::string_view name = M == Made::zeros ? "zeros" : M == Made::ones ? "ones" : "full";
  LiteralNumber literal = M == Made::zeros ? 0.0 : 1.0;
  constexpr Value operator()(Value like) const {
    if (Floating && like.valid() && !is_floating(Type::desc.dtype)) {
      const TypeDesc t = like.type();
      rules::Verdict v;
      v.reject("a floating value is given for elements that are not floating",
               "write a whole number, or a floating type");
      return like.builder->reject(name, &t, 1, v), Value{like.builder, -1};
    }
    return full_of(beside<false>(like, literal), Type::desc, literal, name);
  }
};
template <class Type, int Dim> struct iota {
  static constexpr std::string_view name = "iota";
  constexpr Value operator()(Value like) const {
    return iota_of(like, Type::desc, Dim < 0 ? Dim + Type::desc.rank : Dim);
  }
};
}  // namespace fn

// ---- joining and parting
/// One array after the other along an unsharded dimension: `concat<0>(a, b, c)`. One type but for its extent.
SHARDWISE_FUNCTION(concat, (int Dim, class A, class... B), (fn::concat<Dim>), (A, B...), (Tracer<A> a, Tracer<B>... b),
                   (fn::concat<Dim>{}), (a, b...))
/// Arrays of one type along a new dimension: `stack<0>(a, b)`.
SHARDWISE_FUNCTION(stack, (int Dim, class A, class... B), (fn::stack<Dim>), (A, B...), (Tracer<A> a, Tracer<B>... b),
                   (fn::stack<Dim>{}), (a, b...))

namespace detail {
template <int Dim, std::int64_t... N, class A, std::size_t... K>
constexpr auto split_parts(Tracer<A> a, std::index_sequence<K...>) {
  using F = fn::split<Dim, 0, N...>;
  Builder& g = *a.builder;
  if constexpr (AnyDynamic<A>) {
    const TypeDesc t = a.id < 0 ? TypeDesc{} : g.type_of(a.id);
    const Builder::Caller outer = g.caller;
    if (!outer.n) g.caller = {F::name, &t, 1};
    const std::vector<Value> all = F::all(a.value());
    g.caller = outer;
    return hana::make_tuple(DynamicTracer{&g, all[K].id}...);
  } else {
    const std::vector<Value> all = F::all(a.value());
    return hana::make_tuple(Tracer<array_type_from<Call<fn::split<Dim, int(K), N...>, A>>>{&g, all[K].id}...);
  }
}
/// What a refused split gives on Clang: as many poisoned parts.
template <class Poison, std::size_t... K> constexpr auto poisoned_parts(std::index_sequence<K...>) {
  return hana::make_tuple((void(K), Poison{})...);
}
template <int Dim, std::int64_t... N>
inline constexpr std::size_t parts_of = std::size_t(fn::split<Dim, 0, N...>::parts > 0 ? fn::split<Dim, 0, N...>::parts
                                                                                       : 0);
}  // namespace detail
/// Parts of an unsharded dimension as a Hana tuple: `split<0, 3>(x)` three equal ones, `split<0, 2, 5, 1>(x)` by sizes.
template <int Dim, std::int64_t... N, class A>
  requires(sizeof...(N) > 0 && Accepts<fn::split<Dim, 0, N...>, A>)
constexpr auto split(Tracer<A> a) {
  return detail::split_parts<Dim, N...>(a, std::make_index_sequence<detail::parts_of<Dim, N...>>{});
}
#if defined(__clang__)
template <int Dim, std::int64_t... N, class A>
  requires(sizeof...(N) > 0 && Rejects<fn::split<Dim, 0, N...>, A>)
constexpr auto split(Tracer<A> a) {
  using Refusal = detail::refusal<fn::split<Dim, 0, N...>, A>;
  if (!std::is_constant_evaluated()) Refusal::say();
  detail::fail(fn::split<Dim, 0, N...>{}, a);
  return detail::poisoned_parts<typename Refusal::type>(std::make_index_sequence<detail::parts_of<Dim, N...>>{});
}
template <int Dim, std::int64_t... N, class A>
  requires(!detail::Sound<A>)
constexpr auto split(Tracer<A> a) {
  detail::fail(fn::split<Dim, 0, N...>{}, a);
  return detail::poisoned_parts<Tracer<A>>(std::make_index_sequence<detail::parts_of<Dim, N...>>{});
}
#else
template <int Dim, std::int64_t... N, class A, auto Why = detail::why<fn::split<Dim, 0, N...>, A>>
  requires(sizeof...(N) > 0 && Rejects<fn::split<Dim, 0, N...>, A>)
void split(Tracer<A> a) = delete;
#endif
/// `Before` and `After` zeros along an unsharded dimension: `pad<0, 1, 2>(x)`; or a literal, which U does not take.
SHARDWISE_FUNCTION(pad, (int Dim, std::int64_t Before, std::int64_t After, class A),
                   (fn::pad<Dim, Before, After, false, false>), (A), (Tracer<A> a),
                   (fn::pad<Dim, Before, After, false, false>{}), (a))
SHARDWISE_FUNCTION(pad, (int Dim, std::int64_t Before, std::int64_t After, class A, Literal L),
                   (fn::pad<Dim, Before, After, true, is_fractional<L>>), (A), (Tracer<A> a, L value),
                   (fn::pad<Dim, Before, After, true, is_fractional<L>>{literal_value(value)}), (a))

// ---- moving
/// Without dimensions of extent 1: `squeeze<0, 2>(x)`; none named: without all of them.
SHARDWISE_FUNCTION(squeeze, (int... Dims, class A), (fn::squeeze<Dims...>), (A), (Tracer<A> a),
                   (fn::squeeze<Dims...>{}), (a))
/// Reverses unsharded dimensions: `flip<0>(x)`; none named: all.
SHARDWISE_FUNCTION(flip, (int... Dims, class A), (fn::flip<Dims...>), (A), (Tracer<A> a), (fn::flip<Dims...>{}), (a))
/// Zeros above (below) diagonal K of the last two dimensions, which are unsharded.
SHARDWISE_FUNCTION(tril, (std::int64_t K = 0, class A = void), (fn::tril<K>), (A), (Tracer<A> a), (fn::tril<K>{}), (a))
SHARDWISE_FUNCTION(triu, (std::int64_t K = 0, class A = void), (fn::triu<K>), (A), (Tracer<A> a), (fn::triu<K>{}), (a))

namespace detail {
template <fixed_string S> inline constexpr bool names_type = S.view().find('[') != std::string_view::npos;
template <fixed_string S, class... O> constexpr auto broadcast_function() {
  if constexpr (names_type<S>)
    return fn::broadcast_to_type<type<S>>{};
  else
    return fn::broadcast_to_shape<shape_of_text<S>(), fn::ReductionOptions<O...>>{};
}
template <fixed_string S, class... O> using broadcast_function_of = decltype(broadcast_function<S, O...>());
}  // namespace detail
/// Stretches dimensions of extent 1, and adds leading ones. Either the result's type, `broadcast_to<"f32[8@X,4]">(x)`,
/// or its extents and maybe its spec, `broadcast_to<8, 4>(x, P(X))`, `broadcast_to<"batch,4">(x)`. What is new may be
/// split over an axis over which x is replicated or R; the other states stay.
SHARDWISE_FUNCTION(broadcast_to, (fixed_string S, class A, SpecValue... O), (detail::broadcast_function_of<S, O...>),
                   (A), (Tracer<A> a, O...), (detail::broadcast_function_of<S, O...>{}), (a))
SHARDWISE_FUNCTION(broadcast_to, (std::int64_t... E, class A, SpecValue... O),
                   (fn::broadcast_to_shape<detail::shape_of_numbers<E...>(), fn::ReductionOptions<O...>>), (A),
                   (Tracer<A> a, O...),
                   (fn::broadcast_to_shape<detail::shape_of_numbers<E...>(), fn::ReductionOptions<O...>>{}), (a))

// ---- places found at run time: integer scalars. A place beyond the array is moved back until the part fits.
/// The part of extents `Sizes` (-1: all) that begins at i, ...: `dynamic_slice<1, -1>(x, i, j)`. Unsharded where it is
/// a part.
SHARDWISE_FUNCTION(dynamic_slice, (std::int64_t... Sizes, class A, class... I), (fn::dynamic_slice<Sizes...>),
                   (A, I...), (Tracer<A> a, Tracer<I>... i), (fn::dynamic_slice<Sizes...>{}), (a, i...))
/// `Size` elements of one dimension, from i on.
SHARDWISE_FUNCTION(dynamic_slice_in_dim, (int Dim, std::int64_t Size, class A, class I),
                   (fn::dynamic_slice_in_dim<Dim, Size>), (A, I), (Tracer<A> a, Tracer<I> i),
                   (fn::dynamic_slice_in_dim<Dim, Size>{}), (a, i))
/// a with b put at i, ...: `dynamic_update_slice(x, part, i, j)`.
SHARDWISE_FUNCTION(dynamic_update_slice, (class A, class B, class... I), (fn::dynamic_update_slice), (A, B, I...),
                   (Tracer<A> a, Tracer<B> b, Tracer<I>... i), (fn::dynamic_update_slice{}), (a, b, i...))
SHARDWISE_FUNCTION(dynamic_update_slice_in_dim, (int Dim, class A, class B, class I),
                   (fn::dynamic_update_slice_in_dim<Dim>), (A, B, I), (Tracer<A> a, Tracer<B> b, Tracer<I> i),
                   (fn::dynamic_update_slice_in_dim<Dim>{}), (a, b, i))

// ---- constants of a type. A step has no place of its own to make them in, so any of its values says where:
// `zeros<"f32[8@X,4]{U:Y}">(x)`. Names of extents must be names of an argument's extents, or axes.
#define SHARDWISE_MAKING(NAME)                                                                                    \
  SHARDWISE_FUNCTION(NAME, (fixed_string S, class A), (fn::make<fn::Made::NAME, type<S>>), (A), (Tracer<A> like), \
                     (fn::make<fn::Made::NAME, type<S>>{}), (like))
SHARDWISE_MAKING(zeros)
SHARDWISE_MAKING(ones)
#undef SHARDWISE_MAKING
SHARDWISE_FUNCTION(full, (fixed_string S, class A, Literal L), (fn::make<fn::Made::full, type<S>, is_fractional<L>>),
                   (A), (Tracer<A> like, L value),
                   (fn::make<fn::Made::full, type<S>, is_fractional<L>>{literal_value(value)}), (like))
/// 0, 1, 2, ... along a dimension: `iota<"i32[8@X,4]", 1>(x)`.
SHARDWISE_FUNCTION(iota, (fixed_string S, int Dim = 0, class A = void), (fn::iota<type<S>, Dim>), (A), (Tracer<A> like),
                   (fn::iota<type<S>, Dim>{}), (like))

}  // namespace shardwise
