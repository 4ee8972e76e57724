// Devices as threads of this process, and the choice between them and MPI.
#pragma once

#include <shardwise/backends/executor/backend.hpp>

namespace shardwise::detail {

/// Behind shardwise::launch(argc, argv, f).
int launch(int argc, char** argv, const DeviceMain& f);

/// Runs `f` on `devices` threads; returns the first result that is not 0, by rank. Throws what the device that failed
/// first threw, after all have ended.
int run_threads(int devices, const DeviceMain& f);

}  // namespace shardwise::detail
