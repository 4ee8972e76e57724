// Arrays distributed over a mesh: Array, device_put, from_local, zeros, ones, full, to_host, local.
#pragma once

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/to_host.hpp>
