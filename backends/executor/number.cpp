#include <shardwise/backends/executor/number.hpp>

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <utility>

#include <shardwise/backends/kernels/scalar_types.hpp>

namespace shardwise::detail {
namespace {

/// Calls f(v) with the number as the type it has.
template <class F> auto with_value(const Number& n, F f) {
  switch (n.kind()) {
    case Number::Kind::integer:
      return f(n.integer());
    case Number::Kind::natural:
      return f(n.natural());
    default:
      return f(n.real());
  }
}

template <class S> bool store_as(void* out, const Number& n) {
  return with_value(n, [&]<class T>(T v) {
    if constexpr (std::is_same_v<S, bool>) {
      if (!(v == T(0) || v == T(1))) return false;
    } else if constexpr (std::is_integral_v<S> && std::is_integral_v<T>) {
      if (!std::in_range<S>(v)) return false;
    } else if constexpr (std::is_integral_v<S>) {
      // The lowest S is a power of two, exact in a double; the highest may round up, so compare with the next power.
      constexpr double low = double(std::numeric_limits<S>::min());
      constexpr double above = 2 * double(S(1) << (std::numeric_limits<S>::digits - 1));
      if (!(v >= low && v < above && v == std::trunc(v))) return false;
    }
    const S s = static_cast<S>(v);
    if constexpr (!std::is_integral_v<S>)
      if (!std::isfinite(double(s)) && std::isfinite(double(v))) return false;
    std::memcpy(out, &s, sizeof s);
    return true;
  });
}

template <class S> std::string integers() {
  return fmt::format("an integer from {} to {}", std::numeric_limits<S>::min(), std::numeric_limits<S>::max());
}

std::string expected(Dtype dtype) {
  switch (dtype) {
    case Dtype::i32:
      return integers<std::int32_t>();
    case Dtype::i64:
      return integers<std::int64_t>();
    case Dtype::u32:
      return integers<std::uint32_t>();
    case Dtype::boolean:
      return "0 or 1";
    case Dtype::f16:
      return "a number that is finite in f16, up to 65504";
    case Dtype::key:
      return "a key; random::key makes keys";
    default:
      return fmt::format("a number that is finite in {}, up to about 3.4e38", name_of(dtype));
  }
}

}  // namespace

bool store_number(void* out, Dtype dtype, const Number& value) {
  switch (dtype) {
    case Dtype::f32:
      return store_as<float>(out, value);
    case Dtype::f64:
      return store_as<double>(out, value);
    case Dtype::bf16:
      return store_as<bf16>(out, value);
    case Dtype::f16:
      return store_as<f16>(out, value);
    case Dtype::i32:
      return store_as<std::int32_t>(out, value);
    case Dtype::i64:
      return store_as<std::int64_t>(out, value);
    case Dtype::u32:
      return store_as<std::uint32_t>(out, value);
    case Dtype::boolean:
      return store_as<bool>(out, value);
    default:
      return false;
  }
}

std::string number_problem(Dtype dtype, const Number& value) {
  const bool fraction =
      value.kind() == Number::Kind::real && std::isfinite(value.real()) && value.real() != std::trunc(value.real());
  return fmt::format("expected {}, got {}{}", expected(dtype),
                     with_value(value, [](auto v) { return fmt::format("{}", v); }),
                     fraction && is_integer(dtype) ? ": round it first" : "");
}

}  // namespace shardwise::detail
