#include <shardwise/backends/executor/gathering.hpp>

#include <algorithm>

namespace shardwise::exec {

bool plan_gathering(GatheredSum& sum, const kernels::ContractPlan& plan, PackOperands which) {
  if (which == PackOperands::never || !kernels::can_gather(plan)) return false;
  const std::int64_t at_once =
      which == PackOperands::always
          ? std::min<std::int64_t>(sum.trip, 3)
          : kernels::gathered_at_once(plan.m, plan.n, plan.k, sum.trip, sum.results, size_of(plan.out));
  if (at_once < 2) return false;
  sum.dtype = plan.out;
  sum.form = plan.gathered(at_once);
  sum.packed_bytes =
      sum.dtype == Dtype::f64 ? kernels::gathered_bytes<double>(sum.form) : kernels::gathered_bytes<float>(sum.form);
  return true;
}

void Gathering::iteration_end() {
  const bool multiplied = last();
  ++iteration_;
  filled_ = multiplied ? 0 : filled_ + 1;
  written_ = written_ || multiplied;
}

void Gathering::add(const std::byte* left, const std::byte* right, std::byte* out, const std::byte* carry,
                    double alpha) {
  std::byte* const packed = packed_ + std::size_t(out - carry) / sum_->bytes * sum_->packed_bytes;
  const auto run = [&]<class T>(T* to) {
    kernels::gather<T>(sum_->form, filled_, reinterpret_cast<const T*>(left), reinterpret_cast<const T*>(right),
                       packed);
    if (last()) kernels::gathered_gemm<T>(sum_->form, filled_ + 1, T(alpha), packed, T(written_), to);
  };
  if (sum_->dtype == Dtype::f64)
    run(reinterpret_cast<double*>(out));
  else
    run(reinterpret_cast<float*>(out));
}

}  // namespace shardwise::exec
