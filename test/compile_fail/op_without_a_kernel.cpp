// An op of a user's own that devices cannot run.
// GCC: on\(mesh\): the op `keep` has no kernel for devices: give its struct a function static void kernel\(OutBlock out, InBlock a\)
// CLANG: on(mesh): the op `keep` has no kernel for devices: give its struct a function static void kernel(OutBlock out, InBlock a)
#include <shardwise/shardwise.hpp>

#include <cstring>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

struct keep_op : sw::ops::Own<"keep", 1> {
  static constexpr bool blocks_gradient = true;
  static constexpr sw::rules::Verdict judge(const sw::TypeDesc& a) {
    sw::rules::Verdict v;
    v.type = a;
    return v;
  }
#ifdef REPAIRED
  static void kernel(sw::OutBlock out, sw::InBlock a) {
    std::memcpy(out.data, a.data, out.size() * sw::size_of(out.dtype));
  }
#endif
};
inline constexpr auto step = [](auto x) { return sw::call(sw::fn::own<keep_op>{}, x); };

void run(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto ready = sw::Program<step, "f32[8@X,4]">::on(mesh);
  ready(sw::device_put<"f32[8@X,4]">(mesh, sw::HostArray<float>(sw::Shape{8, 4})));
}
