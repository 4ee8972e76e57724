// Making arrays: from host data, from each device's piece, from a constant.
#pragma once

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/host_array.hpp>
#include <shardwise/backends/executor/number.hpp>
#include <shardwise/backends/executor/refusal.hpp>

#include <ranges>

namespace shardwise {

/// A Mesh<...>.
template <class M>
concept MeshLike = requires(const M& m) {
  { M::axes } -> std::convertible_to<AxisList>;
  { m.info() } -> std::convertible_to<const std::shared_ptr<MeshInfo>&>;
};

namespace detail {

ArrayStorage put(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const HostRef& host);
/// Whether host data of rank 1 are the block's elements, row-major.
enum class Flat : std::uint8_t { no, yes };
ArrayStorage put_local(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const HostRef& piece,
                       const Sizes& global, Flat flat);
ArrayStorage fill(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const Number& value, const Sizes& sizes,
                  std::string_view what);
/// Error: the type's dtype does not hold the number.
[[noreturn]] void refuse_number(std::string_view what, const TypeDesc& type, const Number& value);
/// Error: a byte for an element of bool is neither 0 nor 1.
void check_bytes(std::string_view what, const TypeDesc& type, std::span<const std::uint8_t> bytes);

enum class Making : std::uint8_t { device_put, from_local, fill, random };

constexpr std::string_view name_of(Making how) {
  constexpr std::string_view names[] = {"device_put", "from_local", "zeros, ones or full", "random"};
  return names[int(how)];
}
constexpr void print_making(Text& text, Making how) { text << name_of(how); }

/// Why a type cannot be made on a mesh of these axes; empty if it can.
constexpr Text making_problem(Making how, const TypeDesc& t, const AxisList& axes) {
  Text text;
  auto begin = [&]() -> Text& {
    print_making(text, how);
    return text << ": " << t << ": ";
  };
  AxisUnion mentioned;
  mentioned.add(t);
  for (Name axis : mentioned)
    if (!axes.has(axis)) {
      begin() << "axis " << axis << " is not in ";
      print_mesh(text, axes);
      text << "; name an axis of the mesh, or make the mesh with " << axis;
      return text;
    }
  if (t.varying.size)
    begin() << "only values inside shard_map are varying; split a dimension over " << t.varying << " instead";
  else if (t.unreduced.size && t.pending != PendingKind::sum && how != Making::from_local)
    begin() << "a pending maximum or minimum comes from a reduction only; make it replicated";
  else if (how == Making::random && !is_floating(t.dtype))
    begin() << "random numbers are f32, f64, bf16 or f16; draw those and convert";
  else if (how == Making::fill && t.dtype == Dtype::key)
    begin() << "a key is made by random::key";
  return text;
}

/// Host elements that fit a dtype: the same; floats for bf16 and f16, which C++ lacks; bytes for bool, as HostArray
/// keeps it; and for one scalar any number that is no fraction where an integer is wanted.
template <class T> constexpr bool host_fits(Dtype to, bool scalar) {
  constexpr std::optional<Dtype> from = host_dtype<T>();
  if (from == to) return true;
  if (to == Dtype::boolean) return std::is_same_v<T, std::uint8_t>;
  if (from == Dtype::boolean || from == Dtype::key || to == Dtype::key) return false;
  if (scalar) return is_floating(to) || std::is_integral_v<T>;
  return (to == Dtype::bf16 || to == Dtype::f16) && (from == Dtype::f32 || from == Dtype::f64);
}

template <Making How, class A, class M> struct MakingProblem {
  static constexpr Text text = making_problem(How, A::desc, M::axes);
};

template <Making How, class A, class H, Flat F = Flat::no> struct HostProblem {
  static constexpr Text build() {
    using Traits = HostTraits<H>;
    constexpr TypeDesc t = A::desc;
    Text text;
    using E = typename Traits::element;
    if (!host_fits<E>(t.dtype, Traits::rank == 0)) {
      print_making(text, How);
      text << ": " << t << ": the host data are " << host_element_name<E>();
      if (host_dtype<E>())
        text << "; convert them, or write that dtype in the type";
      else
        text << ", which no dtype is; convert them to " << name_of(t.dtype);
    } else if (Traits::rank >= 0 && Traits::rank != t.rank && F == Flat::no) {
      print_making(text, How);
      text << ": " << t << ": expected rank " << t.rank << ", the host data have rank " << Traits::rank
           << (How == Making::device_put ? "; give flat data their extents: device_put"
                                         : "; give flat data the global extents: from_local")
           << "<...>(mesh, data, {8, 4})";
    }
    return text;
  }
  static constexpr Text text = build();
};

/// Host data for device_put with a spec: their elements say the dtype.
template <class H> struct SpecHostProblem {
  static constexpr Text text = [] {
    using E = typename HostTraits<H>::element;
    Text t;
    if (!host_dtype<E>())
      t << "device_put: the host data are " << host_element_name<E>() << ", which no dtype is; "
        << (std::is_same_v<E, std::uint8_t> ? "for bool give the type: device_put<\"bool[?@X]\">(mesh, host)"
                                            : "convert them");
    return t;
  }();
};

/// Host data with elements as type A stores them. Error: a number that A does not hold.
template <Making How, class A, class H> HostRef host_ref(const H& host) {
  using T = kernels::storage<A::desc.dtype>;
  using E = typename HostTraits<H>::element;
  HostRef r = HostTraits<H>::ref(host);
  const E* from = static_cast<const E*>(r.data);
  if constexpr (host_dtype<E>() == A::desc.dtype || !host_fits<E>(A::desc.dtype, HostTraits<H>::rank == 0)) {
    return r;
  } else if constexpr (A::desc.dtype == Dtype::boolean) {
    check_bytes(name_of(How), A::desc, {from, r.shape.size()});
  } else {
    auto converted = std::make_shared<std::vector<T>>(r.shape.size());
    if constexpr (HostTraits<H>::rank == 0) {
      if (!store_number(converted->data(), A::desc.dtype, *from)) refuse_number(name_of(How), A::desc, *from);
    } else {
      using Wide = std::conditional_t<std::is_same_v<E, double>, double, float>;
      for (std::size_t i = 0; i < converted->size(); ++i) (*converted)[i] = T(Wide(from[i]));
    }
    r.data = converted->data();
    r.owned = std::move(converted);
  }
  return r;
}

/// The type that device_put makes from host data and a spec: every extent is `?`.
template <class H, class S> struct HostTypeWithSpec {
  static constexpr TypeDesc value = [] {
    TypeDesc t = scalar_type(host_dtype<typename HostTraits<H>::element>().value_or(Dtype::f32));
    t.rank = HostTraits<H>::rank;
    for (int i = 0; i < t.rank; ++i) t.dims[i].extent = unknown_extent(-1);
    apply_spec(t, S::desc);
    return t;
  }();
};

/// Flat data with extents, as host data of any rank.
template <class T> struct FlatHost { HostRef ref; };

template <class Data>
concept FlatData = std::same_as<Data, std::vector<bool>> || requires(const Data& d) {
  std::span(d);
};

template <FlatData Data> auto flat(const Data& data, const Shape& extents) {
  if (std::ranges::size(data) != extents.size())
    throw Error("device_put: extents " + to_string(extents) + " want " + std::to_string(extents.size()) +
                " elements, got " + std::to_string(std::ranges::size(data)));
  if constexpr (std::is_same_v<Data, std::vector<bool>>) {
    FlatHost<bool> host{HostTraits<Data>::ref(data)};
    host.ref.shape = extents;
    return host;
  } else {
    return FlatHost<std::remove_cv_t<typename decltype(std::span(data))::element_type>>{
        {std::ranges::data(data), extents}};
  }
}

}  // namespace detail

template <class T> struct HostTraits<detail::FlatHost<T>> {
  using element = T;
  static constexpr int rank = -1;
  static HostRef ref(const detail::FlatHost<T>& f) { return f.ref; }
};

/// `device_put<"f32[8@X,4]">(mesh, host)`: an array of that type from the full host array, which every device passes;
/// each keeps its block. A type with U over X gets the copy at index 0 and zeros elsewhere. Floats convert to bf16
/// and f16, and a scalar to any number type that holds it (see full); bytes that are 0 or 1 to bool; else dtypes are
/// equal. Error: extents that differ from the type's, names that disagree (`f32[d,d]` from [4,5]), an extent that an
/// axis size does not divide. The rest does not compile: an axis that the mesh lacks, a wrong dtype or rank, V, Umax,
/// Umin.
template <fixed_string S, MeshLike M, HostData H> Array<type<S>> device_put(const M& mesh, const H& host) {
  using A = type<S>;
  detail::accept<detail::MakingProblem<detail::Making::device_put, A, M>>();
  detail::accept<detail::HostProblem<detail::Making::device_put, A, H>>();
  return Array<A>(detail::put(mesh.info(), A::desc, detail::host_ref<detail::Making::device_put, A>(host)));
}

/// The same from flat row-major data and their extents: `device_put<"f32[8@X,4]">(mesh, data, {8, 4})`.
template <fixed_string S, MeshLike M, detail::FlatData Data>
Array<type<S>> device_put(const M& mesh, const Data& data, const Sizes& extents) {
  return device_put<S>(mesh, detail::flat(data, extents.of(type<S>::desc, *mesh.info(), "device_put")));
}

/// The same from values in braces.
template <fixed_string S, MeshLike M>
Array<type<S>> device_put(const M& mesh, std::initializer_list<kernels::storage<type<S>::desc.dtype>> values) {
  return device_put<S, M, decltype(values)>(mesh, values);
}
template <fixed_string S, MeshLike M>
Array<type<S>> device_put(const M& mesh,
                          std::initializer_list<std::initializer_list<kernels::storage<type<S>::desc.dtype>>> values) {
  return device_put<S, M, decltype(values)>(mesh, values);
}

/// `device_put(mesh, host, P(X))`: as above; dtype and rank are the host data's, and every extent is `?`. Host data
/// whose rank only a run knows want the form with a type.
template <MeshLike M, HostData H, SpecValue S> auto device_put(const M& mesh, const H& host, S) {
  static_assert(HostTraits<H>::rank >= 0,
                "device_put: the rank of these host data is not known to the compiler; give the type: "
                "device_put<\"f32[?@X,?]\">(mesh, host)");
  static_assert(HostTraits<H>::rank < 0 || S::desc.rank <= HostTraits<H>::rank,
                "device_put: the spec has more dimensions than the host data");
  detail::accept<detail::SpecHostProblem<H>>();
  using A = array_type_from<detail::HostTypeWithSpec<H, S>>;
  detail::accept<detail::MakingProblem<detail::Making::device_put, A, M>>();
  return Array<A>(detail::put(mesh.info(), A::desc, detail::host_ref<detail::Making::device_put, A>(host)));
}

/// `from_local<"f32[8@X,4]">(mesh, piece, {8, 4})`: an array from each device's own piece: its block of a split
/// dimension, its term of a pending sum (max, min), the full copy where replicated or reduced (the caller's promise:
/// all pass the same). Without global extents they are the piece's times the axis sizes. With them the piece may be
/// flat, the block's elements row-major. Errors: see device_put.
template <fixed_string S, MeshLike M, HostData H> Array<type<S>> from_local(const M& mesh, const H& piece) {
  using A = type<S>;
  detail::accept<detail::MakingProblem<detail::Making::from_local, A, M>>();
  detail::accept<detail::HostProblem<detail::Making::from_local, A, H>>();
  return Array<A>(detail::put_local(mesh.info(), A::desc, detail::host_ref<detail::Making::from_local, A>(piece), {},
                                    detail::Flat::no));
}
template <fixed_string S, MeshLike M, HostData H>
Array<type<S>> from_local(const M& mesh, const H& piece, const Sizes& global) {
  using A = type<S>;
  constexpr detail::Flat flat = HostTraits<H>::rank == 1 && A::desc.rank != 1 ? detail::Flat::yes : detail::Flat::no;
  detail::accept<detail::MakingProblem<detail::Making::from_local, A, M>>();
  detail::accept<detail::HostProblem<detail::Making::from_local, A, H, flat>>();
  return Array<A>(
      detail::put_local(mesh.info(), A::desc, detail::host_ref<detail::Making::from_local, A>(piece), global, flat));
}
template <fixed_string S, MeshLike M>
Array<type<S>> from_local(const M& mesh, std::initializer_list<kernels::storage<type<S>::desc.dtype>> piece) {
  return from_local<S, M, decltype(piece)>(mesh, piece);
}
template <fixed_string S, MeshLike M>
Array<type<S>> from_local(const M& mesh, std::initializer_list<kernels::storage<type<S>::desc.dtype>> piece,
                          const Sizes& global) {
  return from_local<S, M, decltype(piece)>(mesh, piece, global);
}

/// `full<"f32[batch@X,d]">(mesh, 0.5, {{"batch", 32}, {"d", 16}})`: every element of the true value is `value`. A type
/// whose extents are numbers and axis sizes needs no sizes. Error: a number that an integer dtype or bool does not
/// hold, a finite one that is infinite in a float's.
template <fixed_string S, MeshLike M>
Array<type<S>> full(const M& mesh, const detail::Number& value, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::fill, type<S>, M>>();
  return Array<type<S>>(detail::fill(mesh.info(), type<S>::desc, value, sizes, "full"));
}
/// `zeros<"f32[8@X,4]">(mesh)`: see full.
template <fixed_string S, MeshLike M> Array<type<S>> zeros(const M& mesh, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::fill, type<S>, M>>();
  return Array<type<S>>(detail::fill(mesh.info(), type<S>::desc, 0, sizes, "zeros"));
}
/// `ones<"f32[8@X,4]">(mesh)`: see full.
template <fixed_string S, MeshLike M> Array<type<S>> ones(const M& mesh, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::fill, type<S>, M>>();
  return Array<type<S>>(detail::fill(mesh.info(), type<S>::desc, 1, sizes, "ones"));
}
/// Zeros of the type, the extents and the mesh of an array: what momentum starts from. For trees of arrays:
/// <shardwise/backends/executor/tree_making.hpp>.
template <class A> Array<A> zeros_like(const Array<A>& a) {
  static_assert(A::desc.dtype != Dtype::key, "zeros_like: a key is made by random::key");
  a.storage().require(A::notation, "zeros_like");
  return Array<A>(detail::fill(a.storage().shared_mesh(), A::desc, 0, a.shape(), "zeros_like"));
}

}  // namespace shardwise
