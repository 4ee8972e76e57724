// Random numbers that do not depend on the mesh: keys, random::normal, random::uniform, random::bits.
#pragma once

#include <shardwise/backends/executor/random_arrays.hpp>
