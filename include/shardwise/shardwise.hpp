// Shardwise: training steps whose sharding is part of their C++ types.
#pragma once

#include <shardwise/array.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/jit.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/mesh.hpp>
#include <shardwise/random.hpp>
#include <shardwise/visualize.hpp>
