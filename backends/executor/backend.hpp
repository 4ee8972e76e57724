// What launch and the backends share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <shardwise/backends/executor/world.hpp>

namespace shardwise::detail {

/// What every device runs; a result other than 0 becomes the program's.
using DeviceMain = std::function<int(World&)>;

/// Runs `f` on all devices and returns the program's exit status.
struct Backend {
  int (*run)(int argc, char** argv, const DeviceMain& f);
};

/// The MPI backend, if the program is linked with it.
bool register_mpi(const Backend& mpi);
const Backend* registered_mpi();

/// Whether mpiexec started this process, by the variables that Open MPI, MPICH and PMIx set.
bool under_mpiexec();
/// This process's rank by the same variables, or -1.
int mpiexec_rank();

/// The value of `--devices N` or `--devices=N`, or 0 where it is not given. Throws Error.
int devices_option(int argc, char** argv);

/// For the start of a process: glibc gives freed memory back late (fresh pages are slow), one BLAS thread per device.
void prepare_process();

/// `shardwise: device 2: what`, in one piece to stderr.
void report_failure(int device, const std::string& what);
/// `shardwise: devices 0 to 2, 5: what`: the same for devices in order.
void report_failures(const std::vector<int>& devices, const std::string& what);

}  // namespace shardwise::detail
