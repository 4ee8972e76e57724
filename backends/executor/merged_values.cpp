#include <shardwise/backends/executor/merged_values.hpp>

#include <algorithm>

namespace shardwise::exec {

MergedValues::MergedValues(const ProgramView& p, const Shapes& s, const Operands& o,
                           const std::vector<ReshardGroup>& groups, const FusedGroups& fused)
    : p_(p), s_(s), o_(o), fused_(fused), live_(p, s, o, groups, fused), n_(int(p.equations.size())) {
  out_.place.resize(at(n_));
  out_.loop.assign(at(n_), -1);
  out_.merged.assign(at(n_), -1);
  out_.accumulate.assign(at(n_), 0);
  out_.in_slot.assign(at(n_), 0);
  out_.gather_of.assign(at(n_), -1);
  slot_.assign(at(n_), -1);
}

void MergedValues::make_loops() {
  for (int i = 0; i < n_; ++i)
    if (is_loop(s_.code[at(i)])) {
      out_.loop[at(i)] = int(out_.loops.size());
      out_.loops.emplace_back();
      out_.loops.back().trip = s_.trip[at(i)];
      out_.loops.back().backwards = eqn(i).k0 == 1;
    }
}

/// Memory of its own that may be written: no argument, no view.
bool MergedValues::owns(int r) const {
  const OpCode c = s_.code[at(r)];
  return c != OpCode::input && !is_header(c) && o_.stored[at(r)] && o_.view[at(r)] < 0 && out_.merged[at(r)] < 0;
}

// A value that is stacked is made in its slot.
void MergedValues::choose_slots() {
  for (int i = 0; i < n_; ++i) {
    if (s_.code[at(i)] != OpCode::stack) continue;
    const int v = eqn(i).a, r = live_.root(v), l = live_.loop(i);
    const bool inner = s_.code[at(r)] == OpCode::carry || s_.code[at(r)] == OpCode::stack;
    const int home = inner ? live_.loop(live_.loop(r)) : live_.loop(r);
    if (!owns(r) || home != l || (inner && live_.loop(r) == l) || !whole(v) || slot_[at(r)] >= 0 ||
        s_.code[at(r)] == OpCode::reshard)
      continue;
    slot_[at(r)] = i;
    out_.in_slot[at(i)] = 1;
    loop_plan(l).slots.push_back({r, i, bytes(r)});
  }
}

// A carry whose next value is made in a slot need not be copied: the slot stays as it is.
void MergedValues::follow_slots() {
  for (int i = 0; i < n_; ++i) {
    if (s_.code[at(i)] != OpCode::carry) continue;
    const int r = live_.root(eqn(i).b), l = live_.loop(i);
    const int stack = slot_[at(r)];
    if (stack < 0 || live_.loop(stack) != l || !whole(eqn(i).b) || slot_[at(i)] >= 0 || s_.trip[at(l)] == 0 ||
        constant_behind(p_, o_, eqn(i).a) >= 0)
      continue;
    live_.follow(i, stack);
    loop_plan(l).begin_pointers.push_back({i, eqn(i).a, 0});
    loop_plan(l).pointers.push_back({i, eqn(i).b, 0});
  }
}

// x + a contraction, where both are used nowhere else: the contraction adds to x. Also where the contractions of a
// loop are stacked and the stack is added to x.
void MergedValues::fuse_accumulations() {
  for (int i = 0; i < n_; ++i) {
    if (s_.code[at(i)] != OpCode::add || !o_.stored[at(i)] || fused_.of[at(i)] >= 0) continue;
    for (int k = 0; k < 2; ++k)
      if (fuse(i, o_.source[at(i)][at(k)], o_.source[at(i)][at(1 - k)])) break;
  }
}
bool MergedValues::fuse(int i, const Source& x, const Source& y) {
  using kernels::Mode;
  if (x.constant || y.constant || x.mode != Mode::full || y.mode != Mode::full) return false;
  if (bytes(x.value) != bytes(i) || bytes(y.value) != bytes(i)) return false;
  const int rx = live_.root(x.value), ry = live_.root(y.value);
  if (rx == ry || !owns(rx) || slot_[at(rx)] >= 0 || slot_[at(i)] >= 0 || follows(rx) || !whole(x.value) ||
      !whole(y.value))
    return false;
  if (live_.uses(ry).size() != 1) return false;
  int product = ry, begin = 2 * ry;
  const bool stacked = s_.code[at(ry)] == OpCode::stack;
  if (stacked) {
    const int l = live_.loop(ry);
    product = live_.root(eqn(ry).a);
    begin = 2 * l;
    if (live_.loop(l) != live_.loop(i) || slot_[at(product)] != ry || live_.loop(product) != l || x.value >= l ||
        live_.uses(product).size() != 1)
      return false;
  } else if (live_.loop(ry) != live_.loop(i) || slot_[at(ry)] >= 0 || x.value >= ry) {
    return false;
  }
  if (s_.code[at(product)] != OpCode::contract || p_.type_of(product).dtype != p_.type_of(i).dtype) return false;
  // The last thing that anybody does with x is this addition, and nothing reads x once it is written.
  int here = 0;
  for (const Use& u : live_.uses(rx)) {
    const bool mine = u.reader == i && u.time == 2 * i;
    if (mine) {
      if (++here > 1 || live_.end_of(rx, u) != 2 * i) return false;
    }
  }
  if (here != 1) return false;
  Interval all[2];
  const int count = live_.intervals(rx, all);
  const bool second = count == 2 && 2 * i >= all[1].begin;
  if (all[second].begin >= begin) return false;
  for (const Use& u : live_.uses(rx)) {
    const bool of_second = count == 2 && !live_.inside(u.loop, live_.loop(rx));
    if (of_second == second && !(u.reader == i && u.time == 2 * i) && live_.end_of(rx, u) >= begin) return false;
  }
  out_.accumulate[at(product)] = 1;
  accumulations_.push_back({rx, i, product});
  out_.merged[at(i)] = x.value;
  out_.merged[at(ry)] = x.value;
  live_.redirect(i, x.value);
  live_.redirect(ry, x.value);
  if (stacked) loop_plan(live_.loop(ry)).begin_pointers.push_back({ry, x.value, 0});
  return true;
}

// The accumulation into a root that runs first.
const Accumulation* MergedValues::first_accumulation(int r) const {
  const auto first = std::find_if(accumulations_.begin(), accumulations_.end(), [&](auto& a) { return a.into == r; });
  return first == accumulations_.end() ? nullptr : &*first;
}
/// A carry of a scan that its loop does nothing with but add products, in each iteration.
bool MergedValues::only_sums(int carry) const {
  const int l = live_.loop(carry);
  const Accumulation* first = first_accumulation(carry);
  if (!first || s_.code[at(l)] != OpCode::scan || s_.branch[at(first->product)] != s_.branch[at(carry)]) return false;
  const auto adds = [&](const Use& u) {
    return u.reader == carry || std::any_of(accumulations_.begin(), accumulations_.end(),
                                            [&](auto& a) { return a.into == carry && a.add == u.reader; });
  };
  const std::vector<Use>& uses = live_.uses(carry);
  return std::all_of(uses.begin(), uses.end(), [&](const Use& u) { return !live_.inside(u.loop, l) || adds(u); });
}
/// It is zero before, and so the first product may write.
bool MergedValues::starts_sum(int carry) const { return s_.trip[at(live_.loop(carry))] >= 1 && only_sums(carry); }

void MergedValues::gather_sums(const PlanGathering& gathering) {
  for (const Accumulation& a : accumulations_) {
    if (s_.code[at(a.into)] != OpCode::carry || bytes(a.product) == 0 || !only_sums(a.into)) continue;
    const int l = live_.loop(a.into), inner = live_.loop(a.product);
    const auto into = [&](const Accumulation& other) { return other.into == a.into; };
    if (std::count_if(accumulations_.begin(), accumulations_.end(), into) != 1 ||
        (inner != l && live_.loop(inner) != l))
      continue;
    LoopPlan& loop = loop_plan(l);
    const auto start = std::find(loop.starts.begin(), loop.starts.end(), a.product);
    GatheredSum sum;
    sum.product = a.product;
    sum.carry = a.into;
    sum.loop = l;
    sum.trip = s_.trip[at(l)];
    sum.starts = start != loop.starts.end();
    sum.bytes = bytes(a.product);
    sum.results = std::int64_t(bytes(a.into) / sum.bytes);
    if (sum.trip < 2 || !gathering(sum)) continue;
    if (sum.starts) loop.starts.erase(start);
    loop.gathers.push_back(int(out_.gathers.size()));
    out_.gather_of[at(a.product)] = int(out_.gathers.size());
    out_.gathers.push_back(sum);
  }
}

}  // namespace shardwise::exec
