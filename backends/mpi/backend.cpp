#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include <boost/mpi/environment.hpp>

#include <shardwise/backends/mpi/backend.hpp>
#include <shardwise/backends/mpi/mpi_world.hpp>

namespace shardwise::detail {
namespace {

namespace mpi = boost::mpi;

bool launch_running = false;
mpi::environment* environment = nullptr;  // ours, if nobody else started MPI

// Several launches share one MPI, which ends with the process.
void at_exit() {
  if (mpi::environment::finalized()) return;
  if (launch_running) {
    std::fflush(stdout);
    std::fprintf(stderr, "shardwise: device %d: the program called exit while its devices were running\n",
                 mpi::communicator().rank());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  delete environment;
  environment = nullptr;
}

void start_mpi(int argc, char** argv) {
  static bool registered = false;
  if (mpi::environment::finalized()) throw Error("launch: MPI has ended already and cannot start twice");
  if (!mpi::environment::initialized()) environment = new mpi::environment(argc, argv, mpi::threading::funneled, false);
  if (!registered) std::atexit(at_exit);
  registered = true;
}

[[noreturn]] void end_job(ranks::MpiWorld* world, const std::string& what) {
  report_failure(mpi::communicator().rank(), what);
  if (world) world->wait_for_other_failures();
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

int run(int argc, char** argv, const DeviceMain& f) {
  start_mpi(argc, argv);
  const int ranks = mpi::communicator().size();
  if (const int wanted = devices_option(argc, argv); wanted != 0 && wanted != ranks) {
    const std::string n = std::to_string(wanted);
    // A program that starts MPI itself, without mpiexec, is one rank too.
    if (ranks == 1)
      throw Error("--devices: expected 1, since MPI has 1 rank, got " + n + "; `mpiexec -n " + n + "` starts " + n);
    throw Error("--devices: under mpiexec expected its number of ranks, " + std::to_string(ranks) + ", got " + n);
  }
  std::unique_ptr<ranks::MpiWorld> world;
  int result = 0;
  launch_running = true;
  try {
    world = std::make_unique<ranks::MpiWorld>();
    result = f(*world);
    world->leave();
  } catch (const std::exception& e) {
    end_job(world.get(), e.what());
  } catch (...) {
    end_job(world.get(), "an exception that is no std::exception");
  }
  world.reset();
  launch_running = false;
  return result;
}

}  // namespace

const Backend& mpi_backend() {
  static constexpr Backend backend{&run};
  return backend;
}

int run_ranks(const DeviceMain& f) {
  ranks::MpiWorld world;
  const int result = f(world);
  world.leave();
  return result;
}

}  // namespace shardwise::detail
