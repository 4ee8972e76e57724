// All-reduces of 1, 4 and 16 MB over two devices: the communicator's call on memory of the world, where arrays and the
// temporaries of steps lie, on memory that other ranks do not address, and the same in a step, against an all-reduce
// written by hand over memory that both devices address, and against copying the bytes once.
//
// As in a step, each device writes its terms before, which is not timed, and reads the sums after, which is: both
// decide in whose cache the bytes are.
#include "bench.hpp"
#include "hand_collectives.hpp"

namespace {

namespace sw = shardwise;
using bench::Options;

inline constexpr sw::Axis<"X"> X;
inline constexpr auto reduce = [](auto g) { return sw::reshard(g, sw::P(sw::reduced(X))); };
using Reduce = sw::Program<reduce, "f32[n]{U:X}">;
static_assert(Reduce::collectives() == sw::Collectives{.all_reduce = 1});

bool compare(sw::World& world, const Options& options, std::size_t megabytes) {
  const bool mpi = world.backend() == "mpi";
  const std::size_t floats = megabytes << 18;
  auto mesh = sw::make_mesh(world, X);
  hand::SharedBuffer buffer(world.rank(), world.size(), mpi, floats);
  const auto own = sw::allocate_bytes(world, floats * sizeof(float)),
             private_memory = sw::allocate_bytes(floats * sizeof(float));
  float *const data = reinterpret_cast<float*>(own.get()), *const other =
                                                               reinterpret_cast<float*>(private_memory.get());
  std::fill_n(data, floats, 1.f), std::fill_n(buffer.data(), floats, 1.f);
  world.communicator().all_reduce(data, floats, sw::Dtype::f32);
  buffer.all_reduce();
  bool right = true;
  for (std::size_t i = 0; i < floats; ++i) right = right && data[i] == 2 && buffer.data()[i] == 2;
  const auto write = [&](float* p) { std::memset(p, 0, floats * sizeof(float)); };
  const auto read = [&](const float* p) {
    float s[16] = {};
    for (std::size_t i = 0; i < floats; i += 16)
      for (std::size_t k = 0; k < 16; ++k) s[k] += p[i + k];
    volatile float sink = s[0];
    (void)sink;
  };
  std::vector<std::function<void()>> before, all;
  const auto add = [&](float* terms, const auto& call) {
    before.push_back([=] { write(terms); });
    all.push_back([=] {
      call();
      read(terms);
    });
  };
  add(data, [&] { world.communicator().all_reduce(data, floats, sw::Dtype::f32); });
  add(buffer.data(), [&] { buffer.all_reduce(); });
  add(buffer.data(), [&] { buffer.copy_of_other(); });
  add(data, [] {});
  auto gradient = sw::zeros<"f32[n]{U:X}">(mesh, {{"n", floats}});
  auto run = Reduce::on(mesh);
  auto sum = run(gradient);
  before.push_back([&] {
    write(const_cast<float*>(gradient.data()));
    sum = {};
  });
  all.push_back([&] {
    sum = run(gradient);
    read(sum.data());
  });
  // Not right after the other one on the same memory: what that has worked on lies in the caches.
  add(buffer.data(), [&] { buffer.all_reduce_at_once(); });
  if (mpi) {
    add(buffer.own(), [&] { buffer.mpi_all_reduce(); });
    add(other, [&] { world.communicator().all_reduce(other, floats, sw::Dtype::f32); });
  }
  const std::vector<bench::Times> t = bench::interleave(world, options, all, before);
  const bench::Times by_hand{std::min(t[1].median, t[5].median), std::min(t[1].least, t[5].least)};
  const double link = sw::link_probe(world);
  if (world.rank() == 0) {
    const std::string config = fmt::format("{}, {} MB", bench::devices(world), megabytes);
    bench::Row row{"all_reduce",
                   config,
                   t[0].median,
                   by_hand.median,
                   1.3,
                   {{"two_phases_ms", t[1].median},
                    {"at_once_ms", t[5].median},
                    {"copy_ms", t[2].median},
                    {"read_ms", t[3].median},
                    {"link_us", link},
                    bench::ratio_of_least(t[0], by_hand)},
                   right ? "" : "WRONG SUM"};
    if (mpi) row.extra.emplace_back("mpi_call_ms", t[6].median);
    bench::report(options, row);
    bench::report(options, {"all_reduce in a step",
                            config,
                            t[4].median,
                            by_hand.median,
                            0,
                            {bench::ratio_of_least(t[4], by_hand)},
                            "from one array to another"});
    if (mpi)
      bench::report(options, {"all_reduce of other memory",
                              config,
                              t[7].median,
                              by_hand.median,
                              0,
                              {bench::ratio_of_least(t[7], by_hand)},
                              "which other ranks do not address"});
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options(argc, argv);
  return sw::launch(argc, argv, [&](sw::World& world) {
    if (world.size() != 2) throw sw::Error("this benchmark wants two devices");
    bool right = true;
    for (std::size_t megabytes : {1, 4, 16}) right = compare(world, options, megabytes) && right;
    return right ? 0 : 1;
  });
}
