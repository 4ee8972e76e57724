// How many bytes this thread has filled by memset. counted_memset.cpp must be part of the executable.
#pragma once

namespace test_support {

/// Bytes by memset in this thread so far, 1 KB and more at a time; always 0 under sanitizers, which have a memset of
/// their own.
long long bytes_filled();

}  // namespace test_support
