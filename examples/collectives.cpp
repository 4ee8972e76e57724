// Each collective once, as a pmap tutorial shows them. shard_map runs a function on each device's own block, which
// varies (V) over X; what the function returns says how the devices' results lie together outside.
//
//   ./collectives --devices 4
#include <shardwise/shardwise.hpp>

#include <iostream>
#include <numeric>

namespace sw = shardwise;
using sw::P, sw::tiled, sw::invarying;

inline constexpr sw::Axis<"X"> X;  // its name in an extent stands for its size

inline constexpr auto per_device = [](auto x) {  // f32[X]{V:X}: a row of as many numbers as devices
  return sw::hana::make_tuple(sw::psum(x, X),    // f32[X], the sum of all rows, on all devices
                              sw::all_gather<0, invarying>(x, X, tiled),  // f32[X^2], all rows, on all devices
                              sw::psum_scatter<0>(x, X, tiled),   // f32[1]{V:X}, this device's element of the sum
                              sw::all_to_all<0, 0>(x, X),         // f32[X]{V:X}, this device's element of each row
                              sw::ppermute<sw::shift(1)>(x, X));  // f32[X]{V:X}, the row of the device before
};
inline constexpr auto all = [](auto x) {
  return sw::shard_map(per_device, P(X), sw::hana::make_tuple(P(), P(), P(X), P(X), P(X)))(x);
};
using All = sw::Program<all, "f32[X^2@X]">;
static_assert(All::collectives() ==
              sw::Collectives{.all_reduce = 1, .all_gather = 1, .reduce_scatter = 1, .all_to_all = 1, .permute = 1});

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const int n = world.size();
    std::vector<float> numbers(std::size_t(n * n));
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    auto x = sw::device_put<"f32[X^2@X]">(mesh, numbers);
    auto [sum, gathered, scattered, exchanged, shifted] = All::on(mesh)(x);

    bool right = true;
    // Prints what each device holds, and compares it: element i on device k is expected(k, i).
    auto show = [&](const char* name, const auto& array, auto expected) {
      const auto pieces = sw::to_host_pieces(array);
      if (world.rank() == 0) std::cout << name << ", outside " << array.notation << '\n';
      for (int k = 0; k < n; ++k) {
        if (world.rank() == 0) std::cout << "  device " << k << ": " << pieces[std::size_t(k)] << '\n';
        for (std::size_t i = 0; i < pieces[std::size_t(k)].data.size(); ++i)
          right &= pieces[std::size_t(k)].data[i] == float(expected(k, int(i)));
      }
    };
    const auto row = [&](int device, int i) { return device * n + i; };
    const auto total = [&](int i) { return n * (n - 1) / 2 * n + n * i; };  // row(0, i) + row(1, i) + ...
    show("x", x, row);
    show("psum", sum, [&](int, int i) { return total(i); });
    show("all_gather", gathered, [&](int, int i) { return i; });
    show("psum_scatter", scattered, [&](int k, int) { return total(k); });
    show("all_to_all", exchanged, [&](int k, int i) { return row(i, k); });
    show("ppermute", shifted, [&](int k, int i) { return row((k + n - 1) % n, i); });
    return right ? 0 : 1;
  });
}
