#include <shardwise/backends/kernels/ordering.hpp>

#include <shardwise/backends/kernels/dispatch.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace shardwise::kernels {
namespace {

using detail::Lines;

template <class T> struct Accumulator { using type = std::make_unsigned_t<T>; };
template <> struct Accumulator<float> { using type = double; };
template <> struct Accumulator<double> { using type = double; };
template <> struct Accumulator<bf16> { using type = float; };
template <> struct Accumulator<f16> { using type = float; };

template <class T> void sum_lines(T* out, const T* in, const Lines& l, bool reverse) {
  using A = typename Accumulator<T>::type;
  constexpr std::size_t tile = 256;
  const std::ptrdiff_t step = reverse ? -std::ptrdiff_t(l.inner) : std::ptrdiff_t(l.inner);
  for (std::size_t o = 0; o < l.outer; ++o)
    for (std::size_t c = 0; c < l.inner; c += tile) {
      const std::size_t columns = std::min(tile, l.inner - c);
      A sum[tile];
      std::fill_n(sum, columns, A(0));
      std::ptrdiff_t at = std::ptrdiff_t(o * l.extent * l.inner + c);
      if (reverse && l.extent) at += std::ptrdiff_t((l.extent - 1) * l.inner);
      for (std::size_t k = 0; k < l.extent; ++k, at += step)
        for (std::size_t j = 0; j < columns; ++j) {
          sum[j] = A(sum[j] + A(in[at + std::ptrdiff_t(j)]));
          out[at + std::ptrdiff_t(j)] = T(sum[j]);
        }
    }
}

/// An unsigned number that compares as the element does: negative floats count backwards, and NaN is the largest.
template <class T> auto key_of(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    using U = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    if (x != x) return ~U(0);
    constexpr U sign = U(1) << (8 * sizeof(U) - 1);
    const U bits = std::bit_cast<U>(x == 0 ? T(0) : x);
    return U(bits & sign ? ~bits : bits | sign);
  } else if constexpr (std::is_signed_v<T>) {
    using U = std::make_unsigned_t<T>;
    return U(U(x) ^ (U(1) << (8 * sizeof(U) - 1)));
  } else {
    return x;
  }
}
template <class T> using Compared = std::conditional_t<detail::is_half<T>, float, T>;
template <class T> using KeyOf = decltype(key_of(Compared<T>{}));

template <class K> struct Item {
  K key;
  std::uint32_t index;
  bool operator<(const Item& o) const { return key != o.key ? key < o.key : index < o.index; }
};

/// Sorts by key; equal keys keep their order. Returns where the result is: `a` or `b`.
template <class K> Item<K>* radix_sort(Item<K>* a, Item<K>* b, std::size_t n) {
  std::size_t count[sizeof(K)][256] = {};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < sizeof(K); ++d) ++count[d][a[i].key >> (8 * d) & 255];
  for (std::size_t d = 0; d < sizeof(K); ++d) {
    std::size_t* place = count[d];
    if (place[a[0].key >> (8 * d) & 255] == n) continue;  // all equal here
    std::size_t sum = 0;
    for (std::size_t k = 0; k < 256; ++k) sum += std::exchange(place[k], sum);
    for (std::size_t i = 0; i < n; ++i) b[place[a[i].key >> (8 * d) & 255]++] = a[i];
    std::swap(a, b);
  }
  return a;
}

template <class T> void sort_lines(std::int32_t* out, const T* in, const Lines& l, void* scratch) {
  using K = KeyOf<T>;
  auto* items = static_cast<Item<K>*>(scratch);
  for (std::size_t o = 0; o < l.outer; ++o)
    for (std::size_t c = 0; c < l.inner; ++c) {
      const std::size_t first = o * l.extent * l.inner + c;
      for (std::size_t k = 0; k < l.extent; ++k)
        items[k] = {key_of(Compared<T>(in[first + k * l.inner])), std::uint32_t(k)};
      Item<K>* sorted = items;
      if (l.extent < 256)
        std::sort(items, items + l.extent);
      else
        sorted = radix_sort(items, items + l.extent, l.extent);
      for (std::size_t k = 0; k < l.extent; ++k) out[first + k * l.inner] = std::int32_t(sorted[k].index);
    }
}

template <class F> void with_ordered(Dtype dtype, F f) {
  if (dtype == Dtype::boolean) return f(std::type_identity<std::uint8_t>{});
  detail::with_number(dtype, f);
}

}  // namespace

void cumsum(Dtype dtype, void* out, const void* in, const Shape& shape, int dim, bool reverse) {
  detail::with_number(dtype, [&]<class T>(std::type_identity<T>) {
    sum_lines(static_cast<T*>(out), static_cast<const T*>(in), Lines(shape, dim), reverse);
  });
}

void argsort(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim, void* scratch) {
  with_ordered(dtype, [&]<class T>(std::type_identity<T>) {
    sort_lines(out, static_cast<const T*>(in), Lines(shape, dim), scratch);
  });
}
std::size_t argsort_scratch(Dtype dtype, const Shape& shape, int dim) {
  std::size_t bytes = 0;
  with_ordered(dtype,
               [&]<class T>(std::type_identity<T>) { bytes = 2 * Lines(shape, dim).extent * sizeof(Item<KeyOf<T>>); });
  return bytes;
}

}  // namespace shardwise::kernels
