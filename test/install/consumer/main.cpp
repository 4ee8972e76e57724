// A sum over all devices, with the installed package.
#include <vector>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto total = [](auto x) { return sw::reshard(sw::sum(x), sw::P()); };
using Total = sw::Program<total, "f32[n@X]">;
static_assert(Total::collectives() == sw::Collectives{.all_reduce = 1});

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto x = sw::device_put<"f32[n@X]">(mesh, std::vector<float>(8 * world.size(), 0.5f));
    auto sum = Total::on(mesh)(x);
    return sw::to_host(sum).item() == 4.0f * float(world.size()) ? 0 : 1;
  });
}
