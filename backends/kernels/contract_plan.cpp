// Finds the matrix product in a contraction. Labels are classed by the arrays that have them, neighbours of one class
// merged, and then the largest product is chosen that BLAS can address; what is left are loops around it.
#include <shardwise/backends/kernels/contract.hpp>

#include <shardwise/dsl/program/equation.hpp>

#include <algorithm>
#include <limits>

namespace shardwise::kernels {
namespace {

enum Side { left, right, result, sides };

struct Label {
  std::int64_t extent = 1;
  std::int64_t stride[sides] = {};  // 0 where an array lacks the label
  bool in[sides] = {};

  bool same_class(const Label& o) const { return std::equal(in, in + sides, o.in); }
  /// m: left and result; n: right and result; k: left and right.
  bool is(bool l, bool r, bool o) const { return in[left] == l && in[right] == r && in[result] == o; }
};

struct Labels {
  int count = 0;
  Label label[16];

  void erase(int i) {
    for (--count; i < count; ++i) label[i] = label[i + 1];
  }
};

void enter(Label (&all)[16], Side side, std::uint32_t packed, const Shape* shape) {
  int rank = 0;
  while (rank < Shape::max_rank && field(packed, rank) != 0) ++rank;
  std::int64_t stride = 1;
  for (int i = rank; i-- > 0;) {
    Label& l = all[field(packed, i)];
    if (shape) l.extent = std::int64_t(shape->dim[i]);
    l.in[side] = true;
    l.stride[side] = stride;
    stride *= l.extent;
  }
}

/// Whether `inner` continues `outer` in every array that has them.
bool continues(const Label& outer, const Label& inner) {
  for (int s = 0; s < sides; ++s)
    if (outer.in[s] && outer.stride[s] != inner.stride[s] * inner.extent) return false;
  return outer.same_class(inner);
}

void merge(Labels& ls) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < ls.count && !changed; ++i)
      for (int j = 0; j < ls.count && !changed; ++j)
        if (i != j && continues(ls.label[i], ls.label[j])) {
          ls.label[j].extent *= ls.label[i].extent;
          ls.erase(i);
          changed = true;
        }
  }
}

struct Matrix {
  bool transposed = false;
  std::int64_t ld = 0;  // 0: BLAS cannot address it
};

/// A matrix of the given extents and strides as BLAS wants it: one of the two strides is 1.
Matrix as_matrix(std::int64_t rows, std::int64_t row_stride, std::int64_t columns, std::int64_t column_stride) {
  if (columns == 1 || column_stride == 1) {
    const std::int64_t ld = rows == 1 ? columns : row_stride;
    if (ld >= columns) return {false, ld};
  }
  if (rows == 1 || row_stride == 1) {
    const std::int64_t ld = columns == 1 ? rows : column_stride;
    if (ld >= rows) return {true, ld};
  }
  return {};
}

constexpr std::int64_t blas_limit = std::numeric_limits<std::int32_t>::max();

/// A product over labels m, n (or -1: a vector) and k, if BLAS can address it.
struct Product {
  int m = -1, n = -1, k = -1;
  Matrix left, right;
  std::int64_t out_ld = 0;
  double work = 0;

  static Product of(const Labels& ls, int m, int n, int k) {
    static constexpr Label none{};
    const Label &lm = ls.label[m], &ln = n < 0 ? none : ls.label[n], &lk = ls.label[k];
    Product p{m, n, k, {}, {}, 0, 0};
    const Matrix out = as_matrix(lm.extent, lm.stride[result], ln.extent, ln.stride[result]);
    p.left = as_matrix(lm.extent, lm.stride[kernels::left], lk.extent, lk.stride[kernels::left]);
    p.right = as_matrix(lk.extent, lk.stride[kernels::right], ln.extent, ln.stride[kernels::right]);
    p.out_ld = out.ld;
    const std::int64_t largest = std::max({lm.extent, ln.extent, lk.extent, out.ld, p.left.ld, p.right.ld});
    const bool addressable = out.ld > 0 && !out.transposed && p.left.ld > 0 && p.right.ld > 0;
    if (addressable && largest <= blas_limit) p.work = double(lm.extent) * double(ln.extent) * double(lk.extent);
    return p;
  }
};

Product largest_product(const Labels& ls) {
  Product best;
  for (int m = 0; m < ls.count; ++m)
    for (int k = 0; k < ls.count; ++k)
      for (int n = -1; n < ls.count; ++n) {
        if (!ls.label[m].is(true, false, true) || !ls.label[k].is(true, true, false)) continue;
        if (n >= 0 && !ls.label[n].is(false, true, true)) continue;
        if (const Product p = Product::of(ls, m, n, k); p.work > best.work) best = p;
      }
  return best;
}

Labels swap_operands(Labels ls) {
  for (int i = 0; i < ls.count; ++i) {
    std::swap(ls.label[i].in[left], ls.label[i].in[right]);
    std::swap(ls.label[i].stride[left], ls.label[i].stride[right]);
  }
  return ls;
}

/// Loops over the labels, those of the result first; the last of either kind is the one best run innermost.
void set_loops(ContractPlan& plan, Labels ls) {
  auto cost = [](const Label& l) {  // small strides innermost
    return l.in[result] ? l.stride[result] : std::max(l.stride[left], l.stride[right]);
  };
  std::sort(ls.label, ls.label + ls.count, [&](const Label& x, const Label& y) {
    return x.in[result] != y.in[result] ? x.in[result] : cost(x) > cost(y);
  });
  plan.loops = ls.count;
  plan.result_loops = 0;
  for (int i = 0; i < ls.count; ++i) {
    const Label& l = ls.label[i];
    plan.loop[i] = {l.extent, l.stride[left], l.stride[right], l.stride[result]};
    plan.result_loops += l.in[result];
  }
}

BlockedProduct product_of(const ContractPlan& p) {
  return {p.m, p.n, p.k, p.left_transposed, p.left_ld, p.right_transposed, p.right_ld, p.out_ld};
}

std::size_t aligned(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

ContractPlan plan_contract(std::uint32_t labels_a, std::uint32_t labels_b, std::uint32_t labels_out,
                           const Shape& shape_a, const Shape& shape_b, Dtype a, Dtype b, Dtype out, bool blocks) {
  use_one_blas_thread();
  ContractPlan plan;
  plan.a = a;
  plan.b = b;
  plan.out = out;
  plan.size_a = shape_a.size();
  plan.size_b = shape_b.size();

  Label all[16];
  enter(all, left, labels_a, &shape_a);
  enter(all, right, labels_b, &shape_b);
  enter(all, result, labels_out, nullptr);
  Labels ls;
  plan.size_out = 1;
  for (const Label& l : all) {
    if (l.in[result]) plan.size_out *= std::size_t(l.extent);
    if (l.extent != 1) ls.label[ls.count++] = l;
  }
  if (plan.size_out == 0) return plan;
  const bool half = size_of(a) == 2 || size_of(b) == 2 || size_of(out) == 2;
  if (half)
    for (auto [dtype, size] : {std::pair{a, plan.size_a}, {b, plan.size_b}, {out, plan.size_out}})
      if (dtype != Dtype::f32) plan.scratch_bytes += aligned(size * sizeof(float));

  merge(ls);
  Product best;
  const bool sums_nothing = std::any_of(all, all + 16, [](const Label& l) { return !l.in[result] && l.extent == 0; });
  if (is_floating(out) && !sums_nothing) {
    best = largest_product(ls);
    const Labels swapped = swap_operands(ls);
    if (const Product other = largest_product(swapped); other.work > best.work) {
      best = other;
      ls = swapped;
      plan.swapped = true;
    }
  }
  if (best.work == 0) {
    plan.kind = ContractPlan::Kind::strided;
    set_loops(plan, ls);
    return plan;
  }
  plan.m = ls.label[best.m].extent;
  plan.n = best.n < 0 ? 1 : ls.label[best.n].extent;
  plan.k = ls.label[best.k].extent;
  plan.left_transposed = best.left.transposed;
  plan.right_transposed = best.right.transposed;
  plan.left_ld = best.left.ld;
  plan.right_ld = best.right.ld;
  plan.out_ld = best.out_ld;
  plan.kind = best.n < 0 ? ContractPlan::Kind::gemv : ContractPlan::Kind::gemm;
  int used[3] = {best.m, best.n, best.k};
  std::sort(used, used + 3);
  for (int i = 3; i-- > 0;)
    if (used[i] >= 0) ls.erase(used[i]);
  set_loops(plan, ls);
  if (blocks && plan.kind == ContractPlan::Kind::gemm && blocking_pays(product_of(plan)))
    plan.block_bytes = aligned(out == Dtype::f64 ? blocked_gemm_bytes<double>(product_of(plan))
                                                 : blocked_gemm_bytes<float>(product_of(plan)));
  plan.scratch_bytes += plan.block_bytes;
  return plan;
}

}  // namespace shardwise::kernels
