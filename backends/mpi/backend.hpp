// The MPI backend by name, without MPI's headers.
#pragma once

#include <shardwise/backends/executor/backend.hpp>

namespace shardwise::detail {

const Backend& mpi_backend();

}  // namespace shardwise::detail
