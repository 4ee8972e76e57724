// All-reduces of 1, 4 and 16 MB over two devices: the communicator's call, and the same in a step, against an
// all-reduce written by hand over memory that both devices address, and against copying the bytes once.
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
  // 2 MB aligned pages, as the executor's own memory.
  const auto own = sw::allocate_bytes(floats * sizeof(float));
  float* data = reinterpret_cast<float*>(own.get());
  std::fill_n(data, floats, 1.f), std::fill_n(buffer.data(), floats, 1.f);
  world.communicator().all_reduce(data, floats, sw::Dtype::f32);
  buffer.all_reduce();
  bool right = true;
  for (std::size_t i = 0; i < floats; ++i) right = right && data[i] == 2 && buffer.data()[i] == 2;
  std::fill_n(data, floats, 0.f), std::fill_n(buffer.data(), floats, 0.f);  // sums stay 0

  auto gradient = sw::zeros<"f32[n]{U:X}">(mesh, {{"n", floats}});
  auto run = Reduce::on(mesh);
  auto sum = run(gradient);
  std::vector<std::function<void()>> all{[&] { world.communicator().all_reduce(data, floats, sw::Dtype::f32); },
                                         [&] { buffer.all_reduce(); }, [&] { buffer.copy_of_other(); },
                                         [&] {
                                           sum = {};
                                           sum = run(gradient);
                                         }};
  if (mpi) all.push_back([&] { buffer.mpi_all_reduce(); });
  const std::vector<bench::Times> t = bench::interleave(world, options, all);
  const double link = sw::link_probe(world);
  if (world.rank() == 0) {
    const std::string config = fmt::format("{}, {} MB", bench::devices(world), megabytes);
    bench::Row row{"all_reduce",
                   config,
                   t[0].median,
                   t[1].median,
                   1.3,
                   {{"copy_ms", t[2].median}, {"link_us", link}, bench::ratio_of_least(t[0], t[1])},
                   right ? "" : "WRONG SUM"};
    if (mpi) row.extra.emplace_back("mpi_call_ms", t[4].median);
    bench::report(options, row);
    bench::report(options, {"all_reduce in a step",
                            config,
                            t[3].median,
                            t[1].median,
                            0,
                            {bench::ratio_of_least(t[3], t[1])},
                            "from one array to another"});
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
