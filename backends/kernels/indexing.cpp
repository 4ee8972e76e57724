#include <shardwise/backends/kernels/indexing.hpp>

#include <shardwise/backends/kernels/dispatch.hpp>
#include <shardwise/backends/kernels/half.hpp>

#include <algorithm>
#include <cstring>

namespace shardwise::kernels {
namespace {

using detail::Lines;

template <class I> std::size_t clamped(I index, std::size_t extent) {
  if constexpr (std::is_signed_v<I>)
    if (index < 0) return 0;
  return std::min(std::size_t(index), extent - 1);
}

/// Calls f with the ids as an array of their type.
template <class F> void with_ids(const Indices& ids, F f) {
  switch (ids.dtype) {
    case Dtype::i64:
      return f(static_cast<const std::int64_t*>(ids.data));
    case Dtype::u32:
      return f(static_cast<const std::uint32_t*>(ids.data));
    default:
      return f(static_cast<const std::int32_t*>(ids.data));
  }
}

/// Integers wrap: their sums are those of their unsigned twins.
template <class T>
using Sum = std::conditional_t<std::is_same_v<T, std::int32_t>, std::uint32_t,
                               std::conditional_t<std::is_same_v<T, std::int64_t>, std::uint64_t, T>>;

template <class T> void add_row(T* out, const T* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = T(Sum<T>(out[i]) + Sum<T>(in[i]));
}

/// The updates of each row follow one another, in their order: a row's sum is rounded once.
template <class T, class I>
void add_half_rows(T* out, const I* ids, const T* updates, std::size_t count, const Rows& rows, std::uint64_t* order) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (const std::size_t row = clamped(ids[i], rows.all); row - rows.first < rows.held)
      order[n++] = std::uint64_t(row - rows.first) << 32 | i;
  std::sort(order, order + n);
  constexpr std::size_t tile = 512;
  float sum[tile], update[tile];
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    const std::size_t row = std::size_t(order[begin] >> 32);
    while (end < n && std::size_t(order[end] >> 32) == row) ++end;
    for (std::size_t c = 0; c < rows.elements; c += tile) {
      const std::size_t m = std::min(tile, rows.elements - c);
      T* to = out + row * rows.elements + c;
      detail::to_float(sum, to, m);
      for (std::size_t k = begin; k < end; ++k) {
        detail::to_float(update, updates + std::size_t(order[k] & 0xffffffffu) * rows.elements + c, m);
        add_row(sum, update, m);
      }
      detail::from_float(to, sum, m);
    }
  }
}

template <class T> void copy_base(void* out, const void* base, std::size_t n) {
  if (out != base && n) std::memcpy(out, base, n * sizeof(T));
}

template <class T> void take_elements(T* out, const T* in, const Indices& ids, const Lines& from, std::size_t picked) {
  with_ids(ids, [&](const auto* id) {
    for (std::size_t o = 0; o < from.outer; ++o, in += from.extent * from.inner)
      for (std::size_t j = 0; j < picked; ++j, id += from.inner, out += from.inner)
        for (std::size_t i = 0; i < from.inner; ++i) out[i] = in[clamped(id[i], from.extent) * from.inner + i];
  });
}

}  // namespace

std::optional<std::int64_t> out_of_range(const Indices& ids, std::size_t extent) {
  std::optional<std::int64_t> found;
  with_ids(ids, [&](const auto* id) {
    for (std::size_t i = 0; i < ids.count && !found; ++i)
      if (std::int64_t(id[i]) < 0 || std::uint64_t(id[i]) >= extent) found = std::int64_t(id[i]);
  });
  return found;
}

void clamp(void* out, const Indices& ids, std::size_t extent) {
  with_ids(ids, [&]<class I>(const I* id) {
    if (!extent) return std::fill_n(static_cast<I*>(out), ids.count, I(0)), void();
    for (std::size_t i = 0; i < ids.count; ++i) static_cast<I*>(out)[i] = I(clamped(id[i], extent));
  });
}

void take(void* out, const void* table, const Indices& ids, const Rows& rows, std::size_t element_bytes) {
  const std::size_t bytes = rows.elements * element_bytes;
  if (!rows.all) return void(std::memset(out, 0, ids.count * bytes));
  with_ids(ids, [&](const auto* id) {
    auto* to = static_cast<std::byte*>(out);
    const auto* from = static_cast<const std::byte*>(table);
    for (std::size_t i = 0; i < ids.count; ++i, to += bytes) {
      const std::size_t row = clamped(id[i], rows.all) - rows.first;  // wraps below the first
      if (row < rows.held)
        std::memcpy(to, from + row * bytes, bytes);
      else
        std::memset(to, 0, bytes);
    }
  });
}

void scatter_add(Dtype dtype, void* out, const void* base, const Indices& ids, const void* updates, const Rows& rows,
                 void* scratch) {
  detail::with_number(dtype, [&]<class T>(std::type_identity<T>) {
    copy_base<T>(out, base, rows.held * rows.elements);
    if (!rows.held) return;
    with_ids(ids, [&](const auto* id) {
      auto* to = static_cast<T*>(out);
      const auto* update = static_cast<const T*>(updates);
      if constexpr (detail::is_half<T>) {
        add_half_rows(to, id, update, ids.count, rows, static_cast<std::uint64_t*>(scratch));
      } else {
        for (std::size_t i = 0; i < ids.count; ++i)
          if (const std::size_t row = clamped(id[i], rows.all) - rows.first; row < rows.held)
            add_row(to + row * rows.elements, update + i * rows.elements, rows.elements);
      }
    });
  });
}
std::size_t scatter_add_scratch(Dtype dtype, std::size_t ids) {
  return dtype == Dtype::bf16 || dtype == Dtype::f16 ? ids * sizeof(std::uint64_t) : 0;
}

void take_along_axis(void* out, const void* in, const Shape& shape, const Indices& ids, const Shape& ids_shape, int dim,
                     std::size_t element_bytes) {
  const Lines from(shape, dim);
  if (!from.extent) return void(std::memset(out, 0, ids.count * element_bytes));
  const auto run = [&]<class T>(std::type_identity<T>) {
    take_elements(static_cast<T*>(out), static_cast<const T*>(in), ids, from, ids_shape.dim[dim]);
  };
  switch (element_bytes) {
    case 1:
      return run(std::type_identity<std::uint8_t>{});
    case 2:
      return run(std::type_identity<std::uint16_t>{});
    case 4:
      return run(std::type_identity<std::uint32_t>{});
    default:
      return run(std::type_identity<std::uint64_t>{});
  }
}

void scatter_add_along_axis(Dtype dtype, void* out, const void* base, const Shape& shape, const Indices& ids,
                            const void* updates, const Shape& ids_shape, int dim, void* scratch) {
  const Lines to(shape, dim);
  const std::size_t picked = ids_shape.dim[dim], slab = to.extent * to.inner;
  detail::with_number(dtype, [&]<class T>(std::type_identity<T>) {
    copy_base<T>(out, base, shape.size());
    if (!to.extent) return;
    with_ids(ids, [&](const auto* id) {
      const auto* update = static_cast<const T*>(updates);
      for (std::size_t o = 0; o < to.outer; ++o) {
        T* here = static_cast<T*>(out) + o * slab;
        const auto add = [&](auto* sums) {
          using A = std::remove_pointer_t<decltype(sums)>;
          for (std::size_t j = 0; j < picked; ++j, id += to.inner, update += to.inner)
            for (std::size_t i = 0; i < to.inner; ++i) {
              A& sum = sums[clamped(id[i], to.extent) * to.inner + i];
              sum = A(Sum<A>(sum) + Sum<A>(A(update[i])));
            }
        };
        if constexpr (detail::is_half<T>) {
          auto* sums = static_cast<float*>(scratch);
          detail::to_float(sums, here, slab);
          add(sums);
          detail::from_float(here, sums, slab);
        } else {
          add(here);
        }
      }
    });
  });
}
std::size_t scatter_add_along_axis_scratch(Dtype dtype, const Shape& shape, int dim) {
  const Lines to(shape, dim);
  return dtype == Dtype::bf16 || dtype == Dtype::f16 ? to.extent * to.inner * sizeof(float) : 0;
}

}  // namespace shardwise::kernels
