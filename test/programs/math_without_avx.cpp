// The vector functions without AVX-512, AVX and fused multiply-add, whatever CPU this is: within 2 units of the last
// place, too.
// RUN: threads 1
// FLAGS: -mno-avx -Wno-psabi
// LINK: shardwise
// EXPECT: ^15 functions, none off by more than it may be$
#include "math_in_registers.hpp"

int main() { return math_in_registers(); }
