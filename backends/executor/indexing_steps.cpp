#include <shardwise/backends/executor/indexing_steps.hpp>

#include <fmt/format.h>

#include <shardwise/backends/executor/error.hpp>
#include <shardwise/backends/executor/steps.hpp>
#include <shardwise/backends/kernels/indexing.hpp>
#include <shardwise/backends/kernels/ordering.hpp>

namespace shardwise::exec {
namespace {

Dtype dtype_of(const Frame& f, int v) { return f.plan->program().type_of(v).dtype; }
const Eqn& eqn(const Frame& f, int i) { return f.plan->program().equations[std::size_t(i)]; }

/// The indices that an equation reads, checked where the frame says so.
kernels::Indices indices(Frame& f, int i, int ids, std::size_t extent) {
  const kernels::Indices x{dtype_of(f, ids), f.slot[ids], f.plan->local_shape(ids).size()};
  if (f.checked)
    if (const auto index = kernels::out_of_range(x, extent))
      throw Error(fmt::format("{}: index {} is out of range for the extent {} (value {} of the program)",
                              eqn(f, i).op->name, *index, extent, i));
  return x;
}

kernels::Rows rows_of(const Frame& f, int i) {
  const int table = eqn(f, i).a;
  const Shape& local = f.plan->local_shape(table);
  std::size_t elements = 1;
  for (int d = 1; d < local.rank; ++d) elements *= local[d];
  return {f.step[i].offset, local[0], f.plan->global_shape(table)[0], elements};
}

}  // namespace

void step_take(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  const kernels::Rows rows = rows_of(f, i);
  kernels::take(f.slot[i], f.slot[e.a], indices(f, i, e.b, rows.all), rows, size_of(dtype_of(f, e.a)));
}

void step_scatter_add(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  const kernels::Rows rows = rows_of(f, i);
  kernels::scatter_add(dtype_of(f, i), f.slot[i], f.slot[e.a], indices(f, i, e.b, rows.all), f.slot[e.c], rows,
                       f.plan->kernel_scratch(i));
}

void step_take_along_axis(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  const int dim = int(e.k0);
  const Shape &shape = f.plan->local_shape(e.a), &to = f.plan->local_shape(i);
  kernels::take_along_axis(f.slot[i], f.slot[e.a], shape, indices(f, i, e.b, shape[dim]), to, dim,
                           size_of(dtype_of(f, e.a)));
}

void step_scatter_add_along_axis(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  const int dim = int(e.k0);
  const Shape& shape = f.plan->local_shape(e.a);
  kernels::scatter_add_along_axis(dtype_of(f, i), f.slot[i], f.slot[e.a], shape, indices(f, i, e.b, shape[dim]),
                                  f.slot[e.c], f.plan->local_shape(e.b), dim, f.plan->kernel_scratch(i));
}

void step_clamp_index(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const std::size_t extent = f.step[i].stride;
  kernels::clamp(f.slot[i], indices(f, i, eqn(f, i).a, extent), extent);
}

void step_argsort(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  kernels::argsort(dtype_of(f, e.a), reinterpret_cast<std::int32_t*>(f.slot[i]), f.slot[e.a], f.plan->local_shape(i),
                   int(e.k0), f.plan->kernel_scratch(i));
}

void step_cumsum(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Eqn& e = eqn(f, i);
  kernels::cumsum(dtype_of(f, i), f.slot[i], f.slot[e.a], f.plan->local_shape(i), int(e.k0), e.k1);
}

std::size_t indexing_scratch(const ProgramView& p, const Shapes& s, int i) {
  const Eqn& e = p.equations[std::size_t(i)];
  switch (s.code[std::size_t(i)]) {
    case OpCode::scatter_add:
      return kernels::scatter_add_scratch(p.type_of(i).dtype, s.value[std::size_t(e.b)].count);
    case OpCode::scatter_add_along_axis:
      return kernels::scatter_add_along_axis_scratch(p.type_of(i).dtype, s.value[std::size_t(i)].local, int(e.k0));
    case OpCode::argsort:
      return kernels::argsort_scratch(p.type_of(e.a).dtype, s.value[std::size_t(i)].local, int(e.k0));
    default:
      return 0;
  }
}

}  // namespace shardwise::exec
