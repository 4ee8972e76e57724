// fwd gives the value alone.
// GCC: custom_vjp: fwd returns hana::make_tuple\(value, residuals\)
// CLANG: custom_vjp: fwd returns hana::make_tuple(value, residuals)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;

inline constexpr auto step = [](auto x) {
  constexpr auto square = [](auto a) { return a * a; };
  constexpr auto bwd = [](auto a, auto c) { return hana::make_tuple(a * c * 2); };
#ifdef REPAIRED
  return sw::custom_vjp(square, [](auto a) { return hana::make_tuple(a * a, a); }, bwd)(x);
#else
  return sw::custom_vjp(square, [](auto a) { return a * a; }, bwd)(x);
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
