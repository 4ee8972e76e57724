// The language alone: types, tracers, gradients and Program, for static tests that run nothing.
#pragma once

#include <shardwise/dsl/program/program.hpp>
