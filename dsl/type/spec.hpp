// Specs: how an array lies on the mesh, without its dtype and extents. `P(X, none, unreduced(Y))`.
#pragma once

#include <shardwise/dsl/type/notation.hpp>

#include <type_traits>

namespace shardwise {

/// A spec as a value: the axes of each dimension and the sets V, U, R.
struct SpecDesc {
  int rank = 0;  ///< dimensions written; the rest are `none`
  PendingKind pending = PendingKind::sum;
  AxisList dims[max_rank]{};
  AxisList varying{}, unreduced{}, reduced{};

  constexpr bool mentions(Name axis) const {
    for (int i = 0; i < rank; ++i)
      if (dims[i].has(axis)) return true;
    return varying.has(axis) || unreduced.has(axis) || reduced.has(axis);
  }
};

constexpr Text& operator<<(Text& text, const SpecDesc& s) {
  int rank = s.rank;
  while (rank && s.dims[rank - 1].empty()) --rank;
  text << "P(";
  for (int i = 0; i < rank; ++i) {
    if (i) text << ',';
    if (s.dims[i].size)
      text << s.dims[i];
    else
      text << "none";
  }
  text << ')';
  print_states(text, s.varying, s.unreduced, s.reduced, s.pending);
  return text;
}

constexpr SpecDesc spec_of(const TypeDesc& t) {
  SpecDesc s;
  s.rank = t.rank;
  for (int i = 0; i < t.rank; ++i) s.dims[i] = t.dims[i].axes;
  s.varying = t.varying;
  s.unreduced = t.unreduced;
  s.reduced = t.reduced;
  s.pending = t.pending;
  return s;
}

/// The type with the layout that the spec says. False if the spec has more dimensions than the type.
constexpr bool apply_spec(TypeDesc& t, const SpecDesc& s) {
  for (int i = t.rank; i < s.rank; ++i)
    if (s.dims[i].size) return false;
  for (int i = 0; i < t.rank; ++i) t.dims[i].axes = i < s.rank ? s.dims[i] : AxisList{};
  t.varying = s.varying;
  t.unreduced = s.unreduced;
  t.reduced = s.reduced;
  t.pending = s.unreduced.size ? s.pending : PendingKind::sum;
  return true;
}

struct ParsedSpec {
  SpecDesc spec{};
  const char* error = nullptr;
  int position = 0;
};

/// Reads `P(X,none,(Y,Z)){U:W}`.
constexpr ParsedSpec parse_spec(std::string_view text) {
  NotationParser p{text};
  ParsedSpec out;
  TypeDesc& t = p.result.type;
  auto done = [&] {
    out.error = p.result.error;
    out.position = p.result.position;
    out.spec = spec_of(t);
    return out;
  };
  if (!p.eat('P') || !p.eat('(')) return p.fail("expected P("), done();
  if (!p.eat(')')) {
    do {
      if (t.rank == max_rank) return p.fail("the rank is above 8"), done();
      p.skip();
      const bool is_none = text.substr(p.at).starts_with("none") &&
                           (p.at + 4 == text.size() || !(p.is_letter(text[p.at + 4]) || p.is_digit(text[p.at + 4])));
      AxisList list;
      if (is_none)
        p.at += 4;
      else if (!p.axes(list, false))
        return done();
      t.dims[t.rank++].axes = list;
    } while (p.eat(','));
    if (!p.eat(')')) return p.fail("expected ',' or ')'"), done();
  }
  if (!p.states()) return done();
  if (p.peek()) p.fail("text after the spec");
  return done();
}

// ---- specs as C++ values and types

/// A mesh axis. Equal by name, wherever it is declared: `inline constexpr Axis<"X"> X;`
template <fixed_string N> struct Axis { static constexpr Name name{N.view()}; };

struct None {};
/// An unsharded dimension in a spec.
inline constexpr None none{};

namespace detail {
template <class T> inline constexpr bool is_axis = false;
template <fixed_string N> inline constexpr bool is_axis<Axis<N>> = true;

template <class... A> struct AxisGroup {};
enum class StateSet : std::uint8_t { varying, unreduced, unreduced_max, unreduced_min, reduced };
template <StateSet S, class... A> struct StateAxes {};

template <StateSet S> struct StateFunction {
  template <class... A>
    requires(sizeof...(A) > 0 && (is_axis<A> && ...))
  constexpr StateAxes<S, A...> operator()(A...) const { return {}; }
};

struct SpecBuilder {
  SpecDesc spec{};
  bool twice = false;
  constexpr AxisList& note(AxisList& list, Name axis, bool sorted) {
    if (spec.mentions(axis) || list.has(axis)) twice = true;
    if (sorted)
      list.insert(axis);
    else
      list.push(axis);
    return list;
  }
  template <fixed_string N> constexpr void add(Axis<N>) {
    AxisList list;
    note(list, Axis<N>::name, false);
    spec.dims[spec.rank++] = list;
  }
  constexpr void add(None) { ++spec.rank; }
  template <class... A> constexpr void add(AxisGroup<A...>) {
    AxisList list;
    (note(list, A::name, false), ...);
    spec.dims[spec.rank++] = list;
  }
  template <StateSet S, class... A> constexpr void add(StateAxes<S, A...>) {
    AxisList& list = S == StateSet::varying ? spec.varying : S == StateSet::reduced ? spec.reduced : spec.unreduced;
    if constexpr (S == StateSet::unreduced_max) spec.pending = PendingKind::max;
    if constexpr (S == StateSet::unreduced_min) spec.pending = PendingKind::min;
    AxisList given;
    (note(given, A::name, true), ...);
    for (Name axis : given) list.insert(axis);
  }
};
}  // namespace detail

/// Several axes on one dimension, major first: `P(axes(X, Y))`.
template <class... A>
  requires(sizeof...(A) > 0 && (detail::is_axis<A> && ...))
constexpr detail::AxisGroup<A...> axes(A...) { return {}; }
inline constexpr detail::StateFunction<detail::StateSet::unreduced> unreduced{};
inline constexpr detail::StateFunction<detail::StateSet::unreduced_max> unreduced_max{};
inline constexpr detail::StateFunction<detail::StateSet::unreduced_min> unreduced_min{};
inline constexpr detail::StateFunction<detail::StateSet::reduced> reduced{};
inline constexpr detail::StateFunction<detail::StateSet::varying> varying{};

/// The type of a spec value; its text is canonical (trailing `none` stripped), so equal specs are one type.
template <fixed_string S> struct Spec {
  static constexpr SpecDesc desc = parse_spec(S.view()).spec;
  static constexpr std::string_view notation = S.view();
};

namespace detail {
template <class Holder>
inline constexpr Text spec_text = [] {
  Text t;
  t << Holder::value;
  return t;
}();
template <class Holder> using spec_from = Spec<freeze<spec_text<Holder>.size>(spec_text<Holder>)>;

template <class... Parts> struct SpecOfParts {
  static constexpr SpecBuilder build() {
    SpecBuilder b;
    (b.add(Parts{}), ...);
    return b;
  }
  static constexpr SpecBuilder built = build();
  static constexpr SpecDesc value = built.spec;
  static_assert(!built.twice, "P: an axis is mentioned twice; each axis splits one dimension or is in one state");
};
template <class T> struct SpecOfType { static constexpr SpecDesc value = spec_of(T::desc); };
template <class T> inline constexpr bool is_spec = false;
template <fixed_string S> inline constexpr bool is_spec<Spec<S>> = true;
}  // namespace detail

template <class S>
concept SpecValue = detail::is_spec<S>;

/// A spec: one entry a dimension (an axis, `axes(X, Y)` or `none`), then states. Missing dimensions are `none`.
template <class... Parts> constexpr auto P(Parts...) { return detail::spec_from<detail::SpecOfParts<Parts...>>{}; }

template <fixed_string A, fixed_string B> constexpr bool operator==(Spec<A>, Spec<B>) {
  return std::is_same_v<Spec<A>, Spec<B>>;
}

}  // namespace shardwise
