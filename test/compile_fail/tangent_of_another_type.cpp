// A tangent of the cotangent type.
// GCC: jvp: the tangent given is f32\[3\]\{U:X\}, the argument is f32\[3\]\{R:X\}: a tangent has the type of its value: give a f32\[3\]\{R:X\}
// CLANG: jvp: the tangent given is f32[3]{U:X}, the argument is f32[3]{R:X}: a tangent has the type of its value: give a f32[3]{R:X}
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto t) {
  return sw::jvp([](auto w) { return sw::tanh(w); }, hana::make_tuple(w), hana::make_tuple(t)).tangent;
};
#ifdef REPAIRED
using Step = sw::Program<step, "f32[3]{R:X}", "f32[3]{R:X}">;
#else
using Step = sw::Program<step, "f32[3]{R:X}", "f32[3]{U:X}">;
#endif
static_assert(Step::view().inputs.size() < 9);
