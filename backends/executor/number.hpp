// C++ numbers as elements of arrays: as the dtype holds them, or refused.
#pragma once

#include <shardwise/backends/executor/error.hpp>
#include <shardwise/dsl/type/dtype.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace shardwise::detail {

/// A number of any C++ type: integers stay exact.
class Number {
 public:
  enum class Kind : std::uint8_t { integer, natural, real };

  template <class T>
    requires(std::is_arithmetic_v<T>)
  constexpr Number(T v) {
    if constexpr (std::is_floating_point_v<T>) {
      kind_ = Kind::real;
      real_ = double(v);
      if constexpr (sizeof(T) > sizeof(double))
        if (std::isfinite(v) && !std::isfinite(real_))
          throw Error("a long double is " + std::string(v < 0 ? "below" : "above") + " all that f64 holds");
    } else if constexpr (std::is_signed_v<T>) {
      kind_ = Kind::integer;
      integer_ = v;
    } else {
      kind_ = Kind::natural;
      natural_ = v;
    }
  }
  template <class T>
    requires(!std::is_arithmetic_v<T> && std::convertible_to<const T&, double>)
  constexpr Number(const T& v) : Number(static_cast<double>(v)) {}

  constexpr Kind kind() const { return kind_; }
  constexpr std::int64_t integer() const { return integer_; }
  constexpr std::uint64_t natural() const { return natural_; }
  constexpr double real() const { return real_; }

 private:
  Kind kind_;
  union {
    std::int64_t integer_;
    std::uint64_t natural_;
    double real_;
  };
};

/// Writes the number as one element of the dtype (not key), up to 8 bytes. Floats round; false, and nothing is written,
/// where an integer dtype does not have the number, bool is neither 0 nor 1, or a finite number becomes infinite.
bool store_number(void* out, Dtype dtype, const Number& value);
/// "expected an integer from 0 to 4294967295, got -1": what is wrong with a number that store_number refused.
std::string number_problem(Dtype dtype, const Number& value);

}  // namespace shardwise::detail
