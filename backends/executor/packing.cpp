#include <shardwise/backends/executor/packing.hpp>

#include <algorithm>

namespace shardwise::exec {
namespace {

/// The value that has the bytes of `v` for every iteration of the loops that it is an element in: followed through
/// views of all bytes, and through items, whose bytes lie one after the other.
int source_of(const Shapes& s, const Operands& o, int v) {
  while (o.view[at(v)] >= 0) {
    const int from = o.view[at(v)];
    const bool item = s.code[at(v)] == OpCode::item;
    // A result's memory is written while its loop runs; the result itself is there after it.
    if (s.code[at(v)] == OpCode::result || o.offset[at(v)] != 0) break;
    if (!item && s.value[at(v)].bytes != s.value[at(from)].bytes) break;
    v = from;
  }
  return v;
}

}  // namespace

Packing plan_packing(const ProgramView& p, const Shapes& s, const Operands& o,
                     const std::vector<kernels::ContractPlan>& contractions, const std::vector<int>& contraction_of,
                     PackOperands which) {
  const int n = int(p.equations.size());
  Packing packing;
  packing.of.assign(at(n), -1);
  if (which == PackOperands::never) return packing;

  std::vector<PackedOperand>& all = packing.operands;
  std::vector<std::int64_t> rows;  // of all products with an operand: the fewest
  for (int i = 0; i < n; ++i) {
    if (s.code[at(i)] != OpCode::contract || s.loop[at(i)] < 0 || !o.stored[at(i)]) continue;
    const kernels::ContractPlan& plan = contractions[at(contraction_of[at(i)])];
    if (!kernels::can_pack(plan)) continue;
    const int right = plan.swapped ? p.equations[at(i)].a : p.equations[at(i)].b;
    PackedOperand one;
    one.source = source_of(s, o, right);
    // The outermost loop that the source stands outside of, and how often it is used there. How often a while loop
    // runs is not known.
    std::int64_t runs = 1;
    for (int l = s.loop[at(i)]; l != s.loop[at(one.source)]; l = s.loop[at(l)]) {
      one.loop = l;
      runs *= s.code[at(l)] == OpCode::scan ? s.trip[at(l)] : 1;
    }
    if (one.loop < 0 || s.branch[at(i)] != s.branch[at(one.loop)] || one.source > one.loop) continue;
    one.right = plan.right_operand();
    one.dtype = plan.out;
    one.bytes = s.value[at(right)].bytes;
    const std::size_t bytes = s.value[at(one.source)].bytes;
    if (runs == 0 || one.bytes == 0 || bytes == 0) continue;
    one.count = std::int64_t(bytes / one.bytes);
    one.packed_bytes =
        one.dtype == Dtype::f64 ? kernels::packed_bytes<double>(one.right) : kernels::packed_bytes<float>(one.right);
    const auto known = std::find(all.begin(), all.end(), one);
    packing.of[at(i)] = int(known - all.begin());
    if (known == all.end()) {
      all.push_back(one);
      rows.push_back(plan.m);
    }
    rows[at(packing.of[at(i)])] = std::min(rows[at(packing.of[at(i)])], plan.m);
  }
  // Uses, of all equations together; then those that pay stay.
  for (int i = 0; i < n; ++i) {
    if (packing.of[at(i)] < 0) continue;
    PackedOperand& one = all[at(packing.of[at(i)])];
    std::int64_t runs = 1;
    for (int l = s.loop[at(i)]; l != s.loop[at(one.loop)]; l = s.loop[at(l)])
      runs *= s.code[at(l)] == OpCode::scan ? s.trip[at(l)] : 1;
    one.uses += std::max<std::int64_t>(runs / one.count, 1);
  }
  std::vector<int> place(all.size(), -1);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (which == PackOperands::where_it_pays && !kernels::packing_pays(all[k].right, rows[k], all[k].uses)) continue;
    place[k] = int(kept);
    all[kept++] = all[k];
  }
  all.resize(kept);
  for (int& k : packing.of)
    if (k >= 0) k = place[at(k)];
  return packing;
}

}  // namespace shardwise::exec
