// How often this thread has asked for memory. counted_malloc.cpp must be part of the executable.
#pragma once

namespace test_support {

/// Calls of malloc and its kin by this thread so far; always 0 under sanitizers, which have a malloc of their own.
long allocations_asked();
/// Whether they are counted here.
bool counts_allocations();

}  // namespace test_support
