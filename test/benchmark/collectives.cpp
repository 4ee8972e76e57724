// All-reduces of 1, 4 and 16 MB over two devices: the communicator's call, and the same in a step, against an
// all-reduce written by hand over memory that both devices address, and against copying the bytes once.
//
// As in a step, each device writes its terms before and reads the sums after, since that decides whose cache the bytes
// are in; what this takes without an all-reduce is subtracted.
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
  const auto write = [&](float* p) { std::memset(p, 0, floats * sizeof(float)); };
  const auto read = [&](const float* p) {
    float s[16] = {};
    for (std::size_t i = 0; i < floats; i += 16)
      for (std::size_t k = 0; k < 16; ++k) s[k] += p[i + k];
    volatile float sink = s[0];
    (void)sink;
  };
  const auto around = [&](float* p, auto&& call) {
    return [=] {
      write(p);
      call();
      read(p);
    };
  };

  auto gradient = sw::zeros<"f32[n]{U:X}">(mesh, {{"n", floats}});
  auto run = Reduce::on(mesh);
  auto sum = run(gradient);
  std::vector<std::function<void()>> all{
      around(data, [] {}),
      around(data, [&] { world.communicator().all_reduce(data, floats, sw::Dtype::f32); }),
      around(buffer.data(), [&] { buffer.all_reduce(); }),
      around(buffer.data(), [&] { buffer.all_reduce_at_once(); }),
      around(buffer.data(), [&] { buffer.copy_of_other(); }),
      [&] {  // the sum is not in place: its source is in this device's cache as it was
        write(const_cast<float*>(gradient.data()));
        sum = {};
        sum = run(gradient);
        read(sum.data());
      }};
  if (mpi) all.push_back(around(buffer.own(), [&] { buffer.mpi_all_reduce(); }));
  std::vector<bench::Times> t = bench::interleave(world, options, all);
  for (std::size_t k = all.size(); k-- > 0;) t[k].median -= t[0].median, t[k].least -= t[0].least;
  const bench::Times by_hand{std::min(t[2].median, t[3].median), std::min(t[2].least, t[3].least)};
  const double link = sw::link_probe(world);
  if (world.rank() == 0) {
    const std::string config = fmt::format("{}, {} MB", bench::devices(world), megabytes);
    bench::Row row{"all_reduce",
                   config,
                   t[1].median,
                   by_hand.median,
                   1.3,
                   {{"two_phases_ms", t[2].median},
                    {"at_once_ms", t[3].median},
                    {"copy_ms", t[4].median},
                    {"link_us", link},
                    bench::ratio_of_least(t[1], by_hand)},
                   right ? "" : "WRONG SUM"};
    if (mpi) row.extra.emplace_back("mpi_call_ms", t[6].median);
    bench::report(options, row);
    bench::report(options, {"all_reduce in a step",
                            config,
                            t[5].median,
                            by_hand.median,
                            0,
                            {bench::ratio_of_least(t[5], by_hand)},
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
