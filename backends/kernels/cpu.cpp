// This unit is compiled for any CPU of the architecture. It calls no inline functions, which the linker might take
// from a unit that is not, and nothing that needs an initialiser.
#include <shardwise/backends/kernels/cpu.hpp>

#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define SHARDWISE_CPUID 1
#endif

namespace shardwise::detail {
namespace {

enum Register : unsigned char { eax, ebx, ecx, edx };
// What the operating system must save when it switches tasks: nothing more, AVX's registers, AVX-512's.
enum State : unsigned char { plain, avx, avx512 };

// Where cpuid tells of it: Intel's manual, volume 2A, CPUID; AMD's manual, volume 3, appendix E.
struct Set {
  const char* name;
  unsigned leaf, subleaf;
  Register word;
  unsigned char bit;
  State state;
};
constexpr unsigned extended = 0x80000001u;
constexpr Set sets[] = {
    {"sse3", 1, 0, ecx, 0, plain},
    {"ssse3", 1, 0, ecx, 9, plain},
    {"sse4.1", 1, 0, ecx, 19, plain},
    {"sse4.2", 1, 0, ecx, 20, plain},
    {"popcnt", 1, 0, ecx, 23, plain},
    {"movbe", 1, 0, ecx, 22, plain},
    {"aes", 1, 0, ecx, 25, plain},
    {"pclmul", 1, 0, ecx, 1, plain},
    {"avx", 1, 0, ecx, 28, avx},
    {"fma", 1, 0, ecx, 12, avx},
    {"f16c", 1, 0, ecx, 29, avx},
    {"avx2", 7, 0, ebx, 5, avx},
    {"bmi", 7, 0, ebx, 3, plain},
    {"bmi2", 7, 0, ebx, 8, plain},
    {"lzcnt", extended, 0, ecx, 5, plain},
    {"adx", 7, 0, ebx, 19, plain},
    {"sha", 7, 0, ebx, 29, plain},
    {"gfni", 7, 0, ecx, 8, plain},
    {"vaes", 7, 0, ecx, 9, avx},
    {"vpclmulqdq", 7, 0, ecx, 10, avx},
    {"avxvnni", 7, 1, eax, 4, avx},
    {"avx512f", 7, 0, ebx, 16, avx512},
    {"avx512cd", 7, 0, ebx, 28, avx512},
    {"avx512dq", 7, 0, ebx, 17, avx512},
    {"avx512bw", 7, 0, ebx, 30, avx512},
    {"avx512vl", 7, 0, ebx, 31, avx512},
    {"avx512ifma", 7, 0, ebx, 21, avx512},
    {"avx512vbmi", 7, 0, ecx, 1, avx512},
    {"avx512vbmi2", 7, 0, ecx, 6, avx512},
    {"avx512vnni", 7, 0, ecx, 11, avx512},
    {"avx512bitalg", 7, 0, ecx, 12, avx512},
    {"avx512vpopcntdq", 7, 0, ecx, 14, avx512},
    {"avx512vp2intersect", 7, 0, edx, 8, avx512},
    {"avx512bf16", 7, 1, eax, 5, avx512},
    {"avx512fp16", 7, 0, edx, 23, avx512},
    {"sse4a", extended, 0, ecx, 6, plain},
    {"xop", extended, 0, ecx, 11, avx},
    {"fma4", extended, 0, ecx, 16, avx},
    {"tbm", extended, 0, ecx, 21, plain},
};
constexpr unsigned set_count = sizeof sets / sizeof sets[0];

struct Text {
  char* to;
  std::size_t size, length;
  void add(const char* s) {
    for (; *s && length + 1 < size; ++s) to[length++] = *s;
    if (size > 0) to[length] = 0;
  }
};

}  // namespace

CpuSets cpu_sets_here() {
#ifdef SHARDWISE_CPUID
  unsigned word[4] = {};
  State saved = plain;
  if (__get_cpuid(1, &word[eax], &word[ebx], &word[ecx], &word[edx]) && (word[ecx] >> 27 & 1u)) {  // xgetbv may be used
    unsigned low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    saved = (low & 0xe6u) == 0xe6u ? avx512 : (low & 0x6u) == 0x6u ? avx : plain;
  }
  CpuSets found = 0;
  for (unsigned i = 0; i < set_count; ++i) {
    const Set& s = sets[i];
    if (s.state <= saved && __get_cpuid_count(s.leaf, s.subleaf, &word[eax], &word[ebx], &word[ecx], &word[edx]) &&
        (word[s.word] >> s.bit & 1u))
      found |= CpuSets(1) << i;
  }
  return found;
#else
  return ~CpuSets(0);
#endif
}

std::size_t cpu_refusal(CpuSets needed, CpuSets found, char* text, std::size_t size) {
  const CpuSets missing = needed & ~found;
  if (missing == 0) return 0;
  Text t{text, size, 0};
  t.add("shardwise: this program was compiled for a CPU with ");
  bool first = true;
  for (unsigned i = 0; i < set_count; ++i) {
    if (!(missing >> i & 1u)) continue;
    if (!first) t.add(", ");
    t.add(sets[i].name);
    first = false;
  }
  t.add(
      ", which this CPU does not have; build it here, or for an older CPU: "
      "-DSHARDWISE_ARCH=x86-64-v3, or x86-64 for any\n");
  return t.length;
}

void require_cpu(CpuSets needed) {
  static CpuSets found = 0, known = 0;  // many units ask, before there are threads
  if (!known) {
    found = cpu_sets_here();
    known = 1;
  }
  char text[1024];
  const std::size_t length = cpu_refusal(needed | library_cpu_sets, found, text, sizeof text);
  if (length == 0) return;
  const ssize_t written = write(2, text, length);
  _exit(written < 0 ? 2 : 1);
}

}  // namespace shardwise::detail
