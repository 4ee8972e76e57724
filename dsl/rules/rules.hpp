// All rules: what typed tracers, dynamic programs and the rule book share.
#pragma once

#include <shardwise/dsl/rules/checkpoint.hpp>
#include <shardwise/dsl/rules/composite.hpp>
#include <shardwise/dsl/rules/manual.hpp>
#include <shardwise/dsl/rules/dynamic_slice.hpp>
#include <shardwise/dsl/rules/making.hpp>
#include <shardwise/dsl/rules/own.hpp>
