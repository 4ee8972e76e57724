// malloc and its kin count what each thread asks for.
#include <support/counted_malloc.hpp>

#include <cerrno>
#include <cstddef>

namespace {
thread_local long asked = 0;
}

// Sanitizers have a malloc of their own.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SHARDWISE_COUNTS 1
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t n) {
  ++asked;
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  ++asked;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  ++asked;
  return __libc_realloc(p, n);
}
void* memalign(std::size_t alignment, std::size_t n) {
  ++asked;
  return __libc_memalign(alignment, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  ++asked;
  return __libc_memalign(alignment, n);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t n) {
  ++asked;
  *p = __libc_memalign(alignment, n);
  return *p ? 0 : ENOMEM;
}
}
#endif

namespace test_support {

long allocations_asked() { return asked; }
bool counts_allocations() {
#ifdef SHARDWISE_COUNTS
  return true;
#else
  return false;
#endif
}

}  // namespace test_support
