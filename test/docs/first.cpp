// The tutorial's first program.
// RUN: threads 2
// RUN: mpi 4
// EXPECT: ^\[16, 16, 16, \.\.\., 16, 16, 16\]$
// EXPECT: ^128$
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <iostream>

namespace sw = shardwise;
using namespace sw::literals;  // "f32[8@X,4]"_t

inline constexpr sw::Axis<"X"> X;

inline constexpr auto row_norms = [](auto x) { return sw::sum<1>(sw::square(x)); };

using RowNorms = sw::Program<row_norms, "f32[8@X,4]">;
static_assert(sw::testing::result<RowNorms> == "f32[8@X]"_t);
static_assert(RowNorms::collectives() == sw::Collectives{});

inline constexpr auto norm = [](auto x) { return sw::sum(row_norms(x)); };

using Norm = sw::Program<norm, "f32[8@X,4]">;
static_assert(sw::testing::result<Norm> == "f32[]"_t);
static_assert(Norm::collectives() == sw::Collectives{.all_reduce = 1});

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto x = sw::full<"f32[8@X,4]">(mesh, 2);
    sw::visualize_array_sharding(x);
    auto rows = sw::to_host(RowNorms::on(mesh)(x));  // all devices call to_host: it gathers
    auto total = sw::to_host(Norm::on(mesh)(x));
    if (world.rank() == 0) {
      std::cout << rows << '\n' << total.item() << '\n';
      std::cout << sw::to_string(Norm{});
    }
  });
}
