// memset counts the bytes that each thread fills, of arrays: what is smaller than 1 KB are structures.
#include <support/counted_memset.hpp>

#include <cstddef>

namespace {
thread_local long long filled = 0;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Without a call of itself, which the compiler would make of a loop.
extern "C" __attribute__((optimize("no-tree-loop-distribute-patterns"))) void* memset(void* to, int value,
                                                                                      std::size_t n) {
  if (n >= 1024) filled += static_cast<long long>(n);
  auto* p = static_cast<unsigned char*>(to);
  for (std::size_t i = 0; i < n; ++i) p[i] = static_cast<unsigned char>(value);
  return to;
}
#endif

namespace test_support {
long long bytes_filled() { return filled; }
}  // namespace test_support
