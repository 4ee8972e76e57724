// A steady step allocates nothing: malloc and its kin count what each thread asks for.
#include <catch2/catch.hpp>
#include <memory/microbatch_step.hpp>
#include <support/devices.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include <shardwise/shardwise.hpp>

namespace {
thread_local long asked = 0;
}

// Sanitizers have a malloc of their own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SHARDWISE_COUNTS 1
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t n) {
  ++asked;
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  ++asked;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  ++asked;
  return __libc_realloc(p, n);
}
void* memalign(std::size_t alignment, std::size_t n) {
  ++asked;
  return __libc_memalign(alignment, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  ++asked;
  return __libc_memalign(alignment, n);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t n) {
  ++asked;
  *p = __libc_memalign(alignment, n);
  return *p ? 0 : ENOMEM;
}
}
#endif

namespace sw = shardwise;
namespace hana = boost::hana;

namespace {

using memory_tests::X;

using memory_tests::step;
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

template <class P, sw::fixed_string Weights> void check_step(int devices) {
  sw::launch(devices, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto ws = sw::random::normal<Weights>(mesh, sw::random::key(1), {{"d", 96}});
    auto xs = sw::random::normal<"f32[8,batch@X,d]">(mesh, sw::random::key(2), {{"batch", 64}, {"d", 96}});
    auto run = P::on(mesh);
    // The first call binds the step; BLAS takes its memory when it first multiplies.
    ws = run(std::move(ws), xs);
    ws = run(std::move(ws), xs);
    const long before = asked;
    for (int i = 0; i < 10; ++i) ws = run(std::move(ws), xs);
    CHECK_ON_DEVICE(asked == before);
  });
}

}  // namespace

TEST_CASE("the counter counts", "[memory]") {
#ifdef SHARDWISE_COUNTS
  const long before = asked;
  delete new int(1);
  std::free(std::aligned_alloc(64, 64));
  CHECK(asked >= before + 1);
#endif
}

TEST_CASE("a steady step allocates nothing", "[memory]") {
  for (const int devices : {1, 2, 4}) {
    check_step<Reduced, "f32[3,d,d]{R:X}">(devices);
    check_step<Replicated, "f32[3,d,d]">(devices);
  }
}

TEST_CASE("a steady sharded update allocates nothing", "[memory]") {
  sw::launch(2, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto w = sw::random::normal<"f32[d@X,d]">(mesh, sw::random::key(1), {{"d", 64}});
    auto m = sw::zeros<"f32[d@X,d]">(mesh, {{"d", 64}});
    auto v = sw::zeros<"f32[d@X,d]">(mesh, {{"d", 64}});
    auto x = sw::random::normal<"f32[batch@X,d]">(mesh, sw::random::key(2), {{"batch", 32}, {"d", 64}});
    auto run = Sharded::on(mesh);
    long before = 0;
    for (int i = 0; i < 12; ++i) {
      if (i == 2) before = asked;
      auto next = run(std::move(w), std::move(m), std::move(v), x);
      w = std::move(hana::at_c<0>(next));
      m = std::move(hana::at_c<1>(next));
      v = std::move(hana::at_c<2>(next));
    }
    CHECK_ON_DEVICE(asked == before);
  });
}
