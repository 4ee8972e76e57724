// The MPI backend by name, without MPI's headers.
#pragma once

#include <shardwise/backends/executor/backend.hpp>

namespace shardwise::detail {

/// Starts MPI if nobody has, runs the function on this rank, and ends all ranks if it fails on one.
const Backend& mpi_backend();

/// For tests, after MPI_Init: runs `f` on this rank with a World over all ranks; throws what `f` throws.
int run_ranks(const DeviceMain& f);

}  // namespace shardwise::detail
