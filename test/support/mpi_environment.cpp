// MPI for a whole test executable: started before the first case, ended after the last.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <iostream>
#include <memory>

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <catch2/catch.hpp>

namespace {

#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR >= 3
using ListenerBase = Catch::EventListenerBase;
#else
using ListenerBase = Catch::TestEventListenerBase;
#endif

class MpiListener : public ListenerBase {
 public:
  using ListenerBase::ListenerBase;

  void testRunStarting(Catch::TestRunInfo const&) override {
    environment_ = std::make_unique<boost::mpi::environment>(boost::mpi::threading::funneled);
  }

  // A rank that failed no longer takes part in collectives: end the job, else the others wait for it.
  void testCaseEnded(Catch::TestCaseStats const& stats) override {
    boost::mpi::communicator const world;
    if (stats.totals.assertions.failed == 0 || world.size() == 1) return;
    std::cout << "\nrank " << world.rank() << " of " << world.size() << " failed: " << stats.testInfo.name << '\n'
              << std::flush;
    boost::mpi::environment::abort(1);
  }

  void testRunEnded(Catch::TestRunStats const&) override { environment_.reset(); }

 private:
  std::unique_ptr<boost::mpi::environment> environment_;
};

}  // namespace

CATCH_REGISTER_LISTENER(MpiListener)
