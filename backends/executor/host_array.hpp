// Arrays in this process's memory: what device_put takes and to_host gives.
#pragma once

#include <shardwise/backends/executor/error.hpp>
#include <shardwise/backends/executor/given_sizes.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>

#include <array>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shardwise {

namespace detail {
// std::vector<bool> has no elements in memory.
template <class T> using host_element = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

/// Elements of a HostArray. Error where they are more than 2^63 - 1.
std::size_t checked_elements(const Shape& extents);
std::size_t checked_flat_index(const Shape& shape, std::initializer_list<std::size_t> index);
void print_array(std::ostream& out, Dtype dtype, const Shape& shape, const void* data);
}  // namespace detail

/// A whole array, row-major. Elements of bool are kept as std::uint8_t, 0 or 1.
template <class T> struct HostArray {
  Shape shape;
  std::vector<detail::host_element<T>> data;

  HostArray() = default;
  /// Zeros.
  explicit HostArray(const Shape& extents) : shape(extents), data(detail::checked_elements(extents)) {}
  HostArray(const Shape& extents, std::vector<detail::host_element<T>> elements)
      : shape(extents), data(std::move(elements)) {
    if (data.size() != detail::checked_elements(shape))
      throw Error("HostArray: extents " + to_string(shape) + " want " + std::to_string(shape.size()) +
                  " elements, got " + std::to_string(data.size()));
  }

  std::size_t size() const { return data.size(); }
  /// The element at an index per dimension. Error where it is out of range.
  template <std::integral... I> T operator()(I... index) const {
    return T(data[detail::checked_flat_index(shape, {std::size_t(index)...})]);
  }
  /// The only element, whatever the rank. Error where there are more or none.
  T item() const {
    if (data.size() != 1) throw Error("item() of a host array with extents " + to_string(shape) + ": not one element");
    return T(data[0]);
  }
  bool operator==(const HostArray&) const = default;

  /// As numpy prints it.
  friend std::ostream& operator<<(std::ostream& out, const HostArray& a) {
    detail::print_array(out, kernels::dtype_of<T>, a.shape, a.data.data());
    return out;
  }
};

/// Host data that something else owns, or that `owned` does.
struct HostRef {
  const void* data = nullptr;
  Shape shape;
  std::shared_ptr<const void> owned{};
};

/// How a C++ type is read as host data: `element` (its C++ element type), `rank` (-1: known at run time only), and
/// `ref(host)`, a row-major HostRef. Specialise it for a type of your own; <shardwise/xtensor.hpp> does for xtensor.
template <class H> struct HostTraits;

namespace detail {
template <class T>
concept DtypeElement = requires {
  kernels::detail::DtypeOf<T>::value;
};
/// Of other numbers than dtypes have, so that a sentence refuses them.
template <class T>
concept HostElement = DtypeElement<T> || std::is_arithmetic_v<T>;

/// The dtype of host elements of type T, if there is one: long and long long are both i64 where they have 8 bytes.
template <class T> constexpr std::optional<Dtype> host_dtype() {
  constexpr bool is_long = std::is_same_v<T, long> || std::is_same_v<T, long long>;
  if constexpr (DtypeElement<T>)
    return kernels::dtype_of<T>;
  else if constexpr (is_long && sizeof(T) == 8)
    return Dtype::i64;
  else
    return {};
}

/// What messages call host elements: the dtype, or the C++ type.
template <class T> constexpr std::string_view host_element_name() {
  if constexpr (constexpr auto dtype = host_dtype<T>(); dtype) return name_of(*dtype);
  // clang-format off
  if (std::is_same_v<T, char>) return "char";
  if (std::is_same_v<T, signed char>) return "signed char";
  if (std::is_same_v<T, unsigned char>) return "unsigned char";
  if (std::is_same_v<T, short>) return "short";
  if (std::is_same_v<T, unsigned short>) return "unsigned short";
  if (std::is_same_v<T, unsigned long>) return "unsigned long";
  if (std::is_same_v<T, unsigned long long>) return "unsigned long long";
  if (std::is_same_v<T, long double>) return "long double";
  // clang-format on
  return "of another C++ type";
}
}  // namespace detail

/// What device_put and from_local take.
template <class H>
concept HostData = requires(const H& h) {
  typename HostTraits<H>::element;
  { HostTraits<H>::ref(h) } -> std::same_as<HostRef>;
};

template <class T>
  requires(detail::HostElement<T>)
struct HostTraits<T> {
  using element = T;
  static constexpr int rank = 0;
  static HostRef ref(const T& v) { return {&v, {}}; }
};

template <class T>
  requires(detail::HostElement<T>)
struct HostTraits<HostArray<T>> {
  using element = T;
  static constexpr int rank = -1;
  static HostRef ref(const HostArray<T>& a) { return {a.data.data(), a.shape}; }
};

template <class T, std::size_t Extent>
  requires(detail::HostElement<std::remove_const_t<T>>)
struct HostTraits<std::span<T, Extent>> {
  using element = std::remove_const_t<T>;
  static constexpr int rank = 1;
  static HostRef ref(std::span<T, Extent> s) { return {s.data(), {s.size()}}; }
};

namespace detail {
// Nested vectors and arrays, flattened. Rows of different lengths are an Error.
template <class T> struct Nested {
  static constexpr int rank = 0;
  using element = T;
};
template <class T> struct NestedSequence {
  static constexpr int rank = 1 + Nested<T>::rank;
  using element = typename Nested<T>::element;
};
template <class T> struct Nested<std::vector<T>> : NestedSequence<T> {};
template <class T, std::size_t N> struct Nested<std::array<T, N>> : NestedSequence<T> {};
template <class T> struct Nested<std::initializer_list<T>> : NestedSequence<T> {};

template <class H, class Out> void flatten(const H& h, Shape& shape, int depth, bool first, std::vector<Out>& out) {
  if constexpr (Nested<H>::rank == 0) {
    out.push_back(Out(h));
  } else {
    if (first) {
      shape.rank = depth + 1;
      shape.dim[depth] = h.size();
    } else if (shape.rank <= depth || shape[depth] != h.size()) {
      throw Error("nested host data: a row of dimension " + std::to_string(depth) + " has " + std::to_string(h.size()) +
                  " elements, an earlier one " + std::to_string(shape[depth]));
    }
    bool first_row = first;
    for (const auto& row : h) {
      flatten(row, shape, depth + 1, first_row, out);
      first_row = false;
    }
  }
}

template <class H> HostRef flattened(const H& h) {
  auto out = std::make_shared<std::vector<host_element<typename Nested<H>::element>>>();
  HostRef r;
  flatten(h, r.shape, 0, true, *out);
  r.shape.rank = Nested<H>::rank;  // an empty outer list
  r.data = out->data();
  r.owned = std::move(out);
  return r;
}
}  // namespace detail

template <class T>
  requires(detail::HostElement<typename detail::Nested<std::vector<T>>::element>)
struct HostTraits<std::vector<T>> {
  using element = typename detail::Nested<std::vector<T>>::element;
  static constexpr int rank = detail::Nested<std::vector<T>>::rank;
  static HostRef ref(const std::vector<T>& v) {
    if constexpr (rank == 1 && !std::is_same_v<T, bool>)
      return {v.data(), {v.size()}};
    else
      return detail::flattened(v);
  }
};

template <class T, std::size_t N>
  requires(detail::HostElement<typename detail::Nested<std::array<T, N>>::element>)
struct HostTraits<std::array<T, N>> {
  using element = typename detail::Nested<std::array<T, N>>::element;
  static constexpr int rank = detail::Nested<std::array<T, N>>::rank;
  static HostRef ref(const std::array<T, N>& a) {
    if constexpr (rank == 1)
      return {a.data(), {N}};
    else
      return detail::flattened(a);
  }
};

template <class T>
  requires(detail::HostElement<typename detail::Nested<std::initializer_list<T>>::element>)
struct HostTraits<std::initializer_list<T>> {
  using element = typename detail::Nested<std::initializer_list<T>>::element;
  static constexpr int rank = detail::Nested<std::initializer_list<T>>::rank;
  static HostRef ref(std::initializer_list<T> list) { return detail::flattened(list); }
};

}  // namespace shardwise
