// Steps that must not allocate once they are steady, on any backend.
#pragma once

#include <memory/microbatch_step.hpp>
#include <support/counted_malloc.hpp>
#include <support/counted_memset.hpp>
#include <support/devices.hpp>

namespace memory_tests {

namespace hana = boost::hana;

using Reduced = sw::Program<step, "f32[3,d,d]{R:X}", "f32[8,batch@X,d]">;
using Replicated = sw::Program<step, "f32[3,d,d]", "f32[8,batch@X,d]">;

// Parameters and two moments, as an optimizer has them, with gathers and a sum that is scattered.
inline constexpr auto sharded_update = [](auto w, auto m, auto v, auto x) {
  auto full = sw::reshard(w, sw::P(sw::reduced(X)));
  auto g = sw::reshard(
      sw::grad([](auto u, auto y) { return sw::sum(sw::square(sw::matmul(y, u)), sw::P(sw::unreduced(X))); })(full, x),
      sw::spec(w));
  auto m2 = 0.9f * m + 0.1f * g;
  auto v2 = 0.99f * v + 0.01f * sw::square(g);
  return hana::make_tuple(w - 0.01f * m2 / (sw::sqrt(v2) + 1e-8f), m2, v2);
};
using Sharded = sw::Program<sharded_update, "f32[d@X,d]", "f32[d@X,d]", "f32[d@X,d]", "f32[batch@X,d]">;

/// Calls `again` some times: from the second call on it must not allocate, and fill no more than `zeros` bytes a call.
/// The first binds the step, and BLAS takes its memory when it first multiplies.
template <class F> void check_steady(F again, long long zeros = 0) {
  constexpr int calls = 10;
  again();
  const long before = test_support::allocations_asked();
  const long long filled = test_support::bytes_filled();
  for (int i = 0; i < calls; ++i) again();
  CHECK_ON_DEVICE(test_support::allocations_asked() == before);
  CHECK_ON_DEVICE(test_support::bytes_filled() - filled <= calls * zeros);
}

template <class P, sw::fixed_string Weights> void steady_step(sw::World& world, int d, long long zeros = 0) {
  auto mesh = sw::make_mesh(world, X);
  auto ws = sw::random::normal<Weights>(mesh, sw::random::key(1), {{"d", d}});
  auto xs = sw::random::normal<"f32[8,batch@X,d]">(mesh, sw::random::key(2), {{"batch", 64}, {"d", d}});
  auto run = P::on(mesh);
  check_steady([&] { ws = run(std::move(ws), xs); }, zeros);
}

inline void steady_steps(sw::World& world) {
  steady_step<Reduced, "f32[3,d,d]{R:X}">(world, 96);
  steady_step<Reduced, "f32[3,d,d]{R:X}">(world, 512);                // its sums are gathered
  steady_step<Replicated, "f32[3,d,d]">(world, 96, 3 * 96 * 96 * 4);  // what all-reduces are added to begins with zeros
}

inline void steady_sharded_update(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto w = sw::random::normal<"f32[d@X,d]">(mesh, sw::random::key(1), {{"d", 64}});
  auto m = sw::zeros<"f32[d@X,d]">(mesh, {{"d", 64}});
  auto v = sw::zeros<"f32[d@X,d]">(mesh, {{"d", 64}});
  auto x = sw::random::normal<"f32[batch@X,d]">(mesh, sw::random::key(2), {{"batch", 32}, {"d", 64}});
  auto run = Sharded::on(mesh);
  check_steady([&] {
    auto next = run(std::move(w), std::move(m), std::move(v), x);
    w = std::move(hana::at_c<0>(next));
    m = std::move(hana::at_c<1>(next));
    v = std::move(hana::at_c<2>(next));
  });
}

}  // namespace memory_tests
