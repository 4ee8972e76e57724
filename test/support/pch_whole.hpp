// The same with the whole library, for suites whose names do not collide with its own.
#pragma once
#include <support/pch.hpp>

#include <shardwise/shardwise.hpp>
