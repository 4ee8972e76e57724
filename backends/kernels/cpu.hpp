// Units are compiled for one kind of CPU (SHARDWISE_ARCH). A program that starts on a CPU without one of the
// instruction sets that a unit was compiled for says so and ends, before an instruction that the CPU does not know.
// Only x86 is checked.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shardwise::detail {

/// A set of instruction sets: bit i is the i-th row of the table in cpu.cpp, in the order below.
using CpuSets = std::uint64_t;

/// What the CPU and the operating system that run this program have.
CpuSets cpu_sets_here();
/// What the library itself was compiled for.
extern const CpuSets library_cpu_sets;
/// Writes into `text` what a program compiled for `needed` says where it finds `found`, and returns its length; 0 and
/// nothing where the CPU has all of it. A text longer than `size` - 1 is cut.
std::size_t cpu_refusal(CpuSets needed, CpuSets found, char* text, std::size_t size);
/// Ends the process with status 1 and cpu_refusal's text on stderr, if there is one for `needed` or the library itself.
void require_cpu(CpuSets needed);

// In this order; every unit sees its own flags, so this has internal linkage.
// clang-format off
static constexpr CpuSets cpu_sets_of_this_unit = 0
#ifdef __SSE3__
    | CpuSets(1) << 0
#endif
#ifdef __SSSE3__
    | CpuSets(1) << 1
#endif
#ifdef __SSE4_1__
    | CpuSets(1) << 2
#endif
#ifdef __SSE4_2__
    | CpuSets(1) << 3
#endif
#ifdef __POPCNT__
    | CpuSets(1) << 4
#endif
#ifdef __MOVBE__
    | CpuSets(1) << 5
#endif
#ifdef __AES__
    | CpuSets(1) << 6
#endif
#ifdef __PCLMUL__
    | CpuSets(1) << 7
#endif
#ifdef __AVX__
    | CpuSets(1) << 8
#endif
#ifdef __FMA__
    | CpuSets(1) << 9
#endif
#ifdef __F16C__
    | CpuSets(1) << 10
#endif
#ifdef __AVX2__
    | CpuSets(1) << 11
#endif
#ifdef __BMI__
    | CpuSets(1) << 12
#endif
#ifdef __BMI2__
    | CpuSets(1) << 13
#endif
#ifdef __LZCNT__
    | CpuSets(1) << 14
#endif
#ifdef __ADX__
    | CpuSets(1) << 15
#endif
#ifdef __SHA__
    | CpuSets(1) << 16
#endif
#ifdef __GFNI__
    | CpuSets(1) << 17
#endif
#ifdef __VAES__
    | CpuSets(1) << 18
#endif
#ifdef __VPCLMULQDQ__
    | CpuSets(1) << 19
#endif
#ifdef __AVXVNNI__
    | CpuSets(1) << 20
#endif
#ifdef __AVX512F__
    | CpuSets(1) << 21
#endif
#ifdef __AVX512CD__
    | CpuSets(1) << 22
#endif
#ifdef __AVX512DQ__
    | CpuSets(1) << 23
#endif
#ifdef __AVX512BW__
    | CpuSets(1) << 24
#endif
#ifdef __AVX512VL__
    | CpuSets(1) << 25
#endif
#ifdef __AVX512IFMA__
    | CpuSets(1) << 26
#endif
#ifdef __AVX512VBMI__
    | CpuSets(1) << 27
#endif
#ifdef __AVX512VBMI2__
    | CpuSets(1) << 28
#endif
#ifdef __AVX512VNNI__
    | CpuSets(1) << 29
#endif
#ifdef __AVX512BITALG__
    | CpuSets(1) << 30
#endif
#ifdef __AVX512VPOPCNTDQ__
    | CpuSets(1) << 31
#endif
#ifdef __AVX512VP2INTERSECT__
    | CpuSets(1) << 32
#endif
#ifdef __AVX512BF16__
    | CpuSets(1) << 33
#endif
#ifdef __AVX512FP16__
    | CpuSets(1) << 34
#endif
#ifdef __SSE4A__
    | CpuSets(1) << 35
#endif
#ifdef __XOP__
    | CpuSets(1) << 36
#endif
#ifdef __FMA4__
    | CpuSets(1) << 37
#endif
#ifdef __TBM__
    | CpuSets(1) << 38
#endif
    ;
// clang-format on

// Before all other initialisers (101 is the first priority that programs may have).
[[gnu::constructor(101), gnu::used]] static void require_cpu_of_this_unit() { require_cpu(cpu_sets_of_this_unit); }

}  // namespace shardwise::detail
