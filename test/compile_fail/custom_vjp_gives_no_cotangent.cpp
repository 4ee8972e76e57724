// A rule that gives a gradient in the type of the value.
// GCC: custom_vjp: bwd gives f32\[3\]\{R:X\} for argument 1, which is f32\[3\]\{R:X\}: give a f32\[3\]\{U:X\}
// CLANG: custom_vjp: bwd gives f32[3]{R:X} for argument 1, which is f32[3]{R:X}: give a f32[3]{U:X}
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto doubled =
    sw::custom_vjp([](auto w) { return w * 2.0f; }, [](auto w) { return hana::make_tuple(w * 2.0f, w); },
                   [](auto w, auto ct) {
#ifdef REPAIRED
                     (void)w;
                     return ct * 2.0f;
#else
                     (void)ct;
                     return w;
#endif
                   });
inline constexpr auto step = [](auto w, auto x) {
  return sw::grad([&](auto w) { return sw::sum(x * doubled(w)); })(w);
};
using Step = sw::Program<step, "f32[3]{R:X}", "f32[8@X,3]">;
static_assert(Step::view().inputs.size() < 9);
