// Drawings of which devices hold which block: visualize_array_sharding, visualize_sharding, ToFile.
#pragma once

#include <shardwise/backends/executor/visualize.hpp>
