// Casts between all dtypes but key.
#include <shardwise/backends/kernels/elementwise.hpp>
#include <shardwise/backends/kernels/half.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace shardwise::kernels::detail {
namespace {

template <class To, class From> inline To convert_number(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // The lowest To is a power of two, exact in From; the highest may round up, so compare with the next power.
    constexpr From low = From(std::numeric_limits<To>::min());
    constexpr From above = From(2) * From(To(1) << (std::numeric_limits<To>::digits - 1));
    if (!(x > low)) return x == x ? std::numeric_limits<To>::min() : To(0);
    return x < above ? To(x) : std::numeric_limits<To>::max();
  } else {
    return To(x);
  }
}

template <class To, class From> void convert_numbers(To* out, const From* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = convert_number<To>(in[i]);
}

/// The half type on one side: in chunks through f32, except from f64 and integers, which round once.
template <class H, class From> void narrow(H* out, const From* in, std::size_t n) {
  if constexpr (std::is_same_v<From, float>) {
    from_float(out, in, n);
  } else if constexpr (std::is_same_v<From, bf16> || std::is_same_v<From, f16>) {
    if constexpr (std::is_same_v<H, From>) {
      std::memmove(out, in, n * sizeof(H));
    } else {
      float wide[256];
      for (std::size_t i = 0, m; i < n; i += m) {
        m = std::min<std::size_t>(256, n - i);
        to_float(wide, in + i, m);
        from_float(out + i, wide, m);
      }
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = H(double(in[i]));
  }
}

template <class To, class From> void widen(To* out, const From* in, std::size_t n) {
  if constexpr (std::is_same_v<To, float>) return to_float(out, in, n);
  float wide[256];
  for (std::size_t i = 0, m; i < n; i += m) {
    m = std::min<std::size_t>(256, n - i);
    to_float(wide, in + i, m);
    convert_numbers(out + i, wide, m);
  }
}

template <class T> inline constexpr bool is_half = std::is_same_v<T, bf16> || std::is_same_v<T, f16>;

template <class From, class To> void convert_array(void* out, const void* in, std::size_t n) {
  To* to = static_cast<To*>(out);
  const From* from = static_cast<const From*>(in);
  if constexpr (is_half<To>)
    narrow(to, from, n);
  else if constexpr (is_half<From>)
    widen(to, from, n);
  else
    convert_numbers(to, from, n);
}

using ConvertFn = void (*)(void*, const void*, std::size_t);
constexpr int types = 8;  // all but key, the last

template <int... I> constexpr std::array<ConvertFn, types * types> all_conversions(std::integer_sequence<int, I...>) {
  return {&convert_array<storage<Dtype(I / types)>, storage<Dtype(I % types)>>...};
}
constexpr auto conversions = all_conversions(std::make_integer_sequence<int, types * types>{});

}  // namespace

void convert(Dtype from, Dtype to, void* out, const void* in, std::size_t n) {
  conversions[std::size_t(from) * types + std::size_t(to)](out, in, n);
}

}  // namespace shardwise::kernels::detail
