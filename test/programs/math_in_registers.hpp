// The formulas of the vector table, in registers of this unit.
#pragma once

#include <cstdio>

#include <kernels/sweep.hpp>

#include <shardwise/backends/kernels/vector_math.hpp>
#include <shardwise/dsl.hpp>

inline int math_in_registers() {
  using namespace shardwise;
  using V = kernels::Batch<float>;
  int functions = 0, wrong = 0;
  test::for_each_bound([&]<class Op>(const char* name, double units, double absolute) {
    const auto apply = [](float* out, const float* in, std::size_t n) {  // the arrays end on whole registers
      for (std::size_t i = 0; i < n; i += V::size)
        V(kernels::vector_table.at<kernels::row_of_op<op<Op>>>().formula(V::load_unaligned(in + i)))
            .store_unaligned(out + i);
    };
    const test::Worst w = test::sweep<Op>(apply, absolute, 10007);
    ++functions;
    if (w.ulp <= units) return;
    ++wrong;
    std::printf("%s of %g gave %g, off by %g units\n", name, double(w.at), double(w.got), w.ulp);
  });
  std::printf("%d functions, %s off by more than it may be\n", functions, wrong ? "some" : "none");
  return wrong;
}
