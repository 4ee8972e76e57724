#include <shardwise/backends/executor/storage.hpp>

#include <algorithm>

#include <shardwise/backends/executor/offsets.hpp>

namespace shardwise::exec {
namespace {

std::size_t at(int i) { return std::size_t(i); }

/// Values that share one place.
struct Room {
  std::vector<int> members;
  std::size_t bytes = 0;
  int output = -1;
  int donor = -1;  ///< an argument whose memory it may be: index
  int suite = -1;  ///< rooms that lie side by side
  std::size_t suite_offset = 0;
};

/// Staging memory of a reshard of several arrays, with rooms at fixed offsets in it.
struct Suite {
  int begin = 0, end = 0;
  std::size_t bytes = 0;
  int group = -1;
};

/// A contraction that adds to what lies in the memory of `into`, in the place of the equation `add`.
struct Accumulation {
  int into = -1, add = -1, product = -1;
};

class StoragePlanner {
 public:
  StoragePlanner(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
                 const FusedGroups& fused, const std::vector<std::size_t>& kernel_scratch, const Packing& packing,
                 const PlanGathering& gathering, const std::vector<char>& moved)
      : p_(p),
        s_(s),
        o_(o),
        groups_(groups),
        fused_(fused),
        kernel_scratch_(kernel_scratch),
        packing_(packing),
        gathering_(gathering),
        moved_(moved),
        taken_(p.inputs.size(), 0),
        live_(p, s, o, groups, fused),
        n_(int(p.equations.size())) {
    out_.place.resize(at(n_));
    out_.loop.assign(at(n_), -1);
    out_.merged.assign(at(n_), -1);
    out_.accumulate.assign(at(n_), 0);
    out_.in_slot.assign(at(n_), 0);
    out_.gather_of.assign(at(n_), -1);
    slot_.assign(at(n_), -1);
    room_of_.assign(at(n_), -1);
  }

  Storage run() {
    make_loops();
    choose_slots();
    follow_slots();
    fuse_accumulations();
    make_rooms();
    place_outputs();
    place_carries();
    gather_sums();
    place_side_by_side();
    find_donors(true);
    work_in_place();
    find_donors(false);
    lay_out();
    return std::move(out_);
  }

 private:
  const Eqn& eqn(int i) const { return p_.equations[at(i)]; }
  std::size_t bytes(int v) const { return s_.value[at(v)].bytes; }
  /// The value is all of its root, from the begin on.
  bool whole(int v) const { return o_.exact[at(v)] && bytes(v) == bytes(live_.root(v)); }
  LoopPlan& loop_plan(int scan) { return out_.loops[at(out_.loop[at(scan)])]; }

  void make_loops() {
    for (int i = 0; i < n_; ++i)
      if (is_loop(s_.code[at(i)])) {
        out_.loop[at(i)] = int(out_.loops.size());
        out_.loops.emplace_back();
        out_.loops.back().trip = s_.trip[at(i)];
        out_.loops.back().backwards = eqn(i).k0 == 1;
      }
    for (std::size_t k = 0; k < packing_.operands.size(); ++k)
      loop_plan(packing_.operands[k].loop).packs.push_back(int(k));
  }

  /// Memory of its own that may be written: no argument, no view.
  bool owns(int r) const {
    const OpCode c = s_.code[at(r)];
    return c != OpCode::input && !is_header(c) && o_.stored[at(r)] && o_.view[at(r)] < 0 && out_.merged[at(r)] < 0;
  }

  // A value that is stacked is made in its slot.
  void choose_slots() {
    for (int i = 0; i < n_; ++i) {
      if (s_.code[at(i)] != OpCode::stack) continue;
      const int v = eqn(i).a, r = live_.root(v), l = live_.loop(i);
      const bool inner = s_.code[at(r)] == OpCode::carry || s_.code[at(r)] == OpCode::stack;
      const int home = inner ? live_.loop(live_.loop(r)) : live_.loop(r);
      if (!owns(r) || home != l || (inner && live_.loop(r) == l) || !whole(v) || slot_[at(r)] >= 0 || grouped(r))
        continue;
      slot_[at(r)] = i;
      out_.in_slot[at(i)] = 1;
      loop_plan(l).slots.push_back({r, i, bytes(r)});
    }
  }
  bool grouped(int r) const { return s_.code[at(r)] == OpCode::reshard; }

  // A carry whose next value is made in a slot need not be copied: the slot stays as it is.
  void follow_slots() {
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
  bool follows(int v) const { return live_.followed(v) >= 0; }

  // x + a contraction, where both are used nowhere else: the contraction adds to x. Also where the contractions of a
  // loop are stacked and the stack is added to x.
  void fuse_accumulations() {
    for (int i = 0; i < n_; ++i) {
      if (s_.code[at(i)] != OpCode::add || !o_.stored[at(i)] || fused_.of[at(i)] >= 0) continue;
      for (int k = 0; k < 2; ++k)
        if (fuse(i, o_.source[at(i)][at(k)], o_.source[at(i)][at(1 - k)])) break;
    }
  }
  bool fuse(int i, const Source& x, const Source& y) {
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
  const Accumulation* first_accumulation(int r) const {
    const auto first = std::find_if(accumulations_.begin(), accumulations_.end(), [&](auto& a) { return a.into == r; });
    return first == accumulations_.end() ? nullptr : &*first;
  }
  /// A carry of a scan that its loop does nothing with but add products, in each iteration.
  bool only_sums(int carry) const {
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
  bool starts_sum(int carry) const { return s_.trip[at(live_.loop(carry))] >= 1 && only_sums(carry); }

  void gather_sums() {
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
      if (sum.trip < 2 || !gathering_(sum)) continue;
      if (sum.starts) loop.starts.erase(start);
      loop.gathers.push_back(int(out_.gathers.size()));
      out_.gather_of[at(a.product)] = int(out_.gathers.size());
      out_.gathers.push_back(sum);
    }
  }

  void make_rooms() {
    for (int i = 0; i < n_; ++i) {
      if (!owns(i) || slot_[at(i)] >= 0 || follows(i)) continue;
      room_of_[at(i)] = int(rooms_.size());
      rooms_.push_back({{i}, bytes(i)});
    }
  }

  bool merge(int a, int b) {
    if (a < 0 || b < 0) return false;
    if (a == b) return true;
    Room &x = rooms_[at(a)], &y = rooms_[at(b)];
    if (x.output >= 0 && y.output >= 0) return false;
    if ((x.suite >= 0 && (y.suite >= 0 || y.output >= 0)) || (y.suite >= 0 && x.output >= 0)) return false;
    const bool x_fixed = x.output >= 0 || x.suite >= 0, y_fixed = y.output >= 0 || y.suite >= 0;
    if ((x_fixed && y.bytes > x.bytes) || (y_fixed && x.bytes > y.bytes)) return false;
    if (x.members.size() * y.members.size() > 4096) return false;  // stay near linear
    for (int u : x.members)
      for (int v : y.members)
        if (!live_.disjoint(u, v)) return false;
    if ((x.donor >= 0 && !apart(p_.inputs[at(x.donor)], y)) || (y.donor >= 0 && !apart(p_.inputs[at(y.donor)], x)))
      return false;
    for (int v : y.members) {
      room_of_[at(v)] = a;
      x.members.push_back(v);
    }
    x.bytes = std::max(x.bytes, y.bytes);
    if (y.output >= 0) x.output = y.output;
    x.donor = std::max(x.donor, y.donor);
    if (y.suite >= 0) {
      x.suite = y.suite;
      x.suite_offset = y.suite_offset;
    }
    y.members.clear();
    return true;
  }

  void place_outputs() {
    for (std::size_t k = 0; k < p_.outputs.size(); ++k) {
      const int v = p_.outputs[k], room = room_of_[at(live_.root(v))];
      if (room >= 0 && whole(v) && rooms_[at(room)].output < 0)
        rooms_[at(room)].output = int(k);
      else
        out_.output_copies.emplace_back(v, int(k));
    }
  }

  // The next value is made where the carry lies, and the initial value too, where both are free to.
  void place_carries() {
    for (int i = 0; i < n_; ++i) {
      if (s_.code[at(i)] != OpCode::carry || follows(i)) continue;
      const int l = live_.loop(i);
      const Eqn& e = eqn(i);
      LoopPlan& loop = loop_plan(l);
      if (const int r = live_.root(e.b); r != i || !whole(e.b)) {
        const bool shared =
            room_of_[at(i)] >= 0 && whole(e.b) && bytes(e.b) == bytes(i) && merge(room_of_[at(i)], room_of_[at(r)]);
        // The next value is another carry as it was in this iteration: read before any is written.
        const bool other_carry = s_.code[at(r)] == OpCode::carry && live_.loop(r) == l && r != i;
        if (!shared && (other_carry || r == i)) {
          loop.stage.push_back({int(stage_.size()), e.b, bytes(i)});
          loop.staged.push_back({i, int(stage_.size()), bytes(i)});
          stage_.push_back({live_.loop_end(l), live_.loop_end(l), bytes(i)});
        } else if (!shared) {
          loop.copies.push_back({i, e.b, bytes(i)});
        }
      }
      if (const int k = constant_behind(p_, o_, e.a); k >= 0 && eqn(k).value == 0 && starts_sum(i)) {
        loop.starts.push_back(first_accumulation(i)->product);
      } else if (k >= 0) {
        loop.fills.push_back({i, p_.type_of(i).dtype, eqn(k).value, s_.value[at(i)].count});
      } else {
        const int r = live_.root(e.a);
        const bool shared =
            room_of_[at(i)] >= 0 && whole(e.a) && bytes(e.a) == bytes(i) && merge(room_of_[at(i)], room_of_[at(r)]);
        if (!shared) loop.begin_copies.push_back({i, e.a, bytes(i)});
      }
    }
  }

  // The arrays of a reshard that all-reduces them in one call lie side by side, so that nothing is packed.
  void place_side_by_side() {
    out_.group_scratch.assign(groups_.size(), 0);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const ReshardGroup& group = groups_[g];
      if (!group.plan.side_by_side) continue;
      const int begin = 2 * group.equations.front(), end = 2 * group.equations.back();
      const int suite = int(suites_.size());
      suites_.push_back({begin, end, group.plan.scratch_bytes, int(g)});
      for (std::size_t k = 0; k < group.equations.size(); ++k) {
        const int i = group.equations[k], v = eqn(i).a, r = live_.root(v), room = room_of_[at(r)];
        const auto move_in = [&](int room_index) {
          Room& x = rooms_[at(room_index)];
          if (x.output >= 0 || x.suite >= 0 || x.bytes != bytes(i)) return false;
          x.suite = suite;
          x.suite_offset = group.plan.staging[k];
          return true;
        };
        if (room >= 0 && whole(v) && live_.interval_at(r, {end, live_.loop(i), i}).end == end && move_in(room)) {
          merge(room, room_of_[at(i)]);
        } else if (room_of_[at(i)] >= 0) {
          move_in(room_of_[at(i)]);
        }
      }
    }
  }

  void work_in_place() {
    for (int i = 0; i < n_; ++i) {
      if (room_of_[at(i)] < 0) continue;
      if (const FusedGroup* g = fused_.group(i)) {
        for (const FusedSource& r : g->sources)
          if (try_in_place(i, r.value)) break;
      } else if (is_elementwise(s_.code[at(i)])) {
        for (const Source& r : o_.source[at(i)])
          if (r.value >= 0 && !r.constant && try_in_place(i, r.value)) break;
      } else if (const OpCode c = s_.code[at(i)]; c == OpCode::astype || c == OpCode::reshard || c == OpCode::cumsum ||
                                                  c == OpCode::clamp_index || c == OpCode::scatter_add ||
                                                  c == OpCode::scatter_add_along_axis || c == OpCode::tril ||
                                                  c == OpCode::triu || c == OpCode::dynamic_update_slice) {
        try_in_place(i, eqn(i).a);
      } else if (s_.code[at(i)] == OpCode::pick) {
        // The branches make their results where the pick lies.
        for (int v : {eqn(i).b, eqn(i).c})
          if (v >= 0) try_in_place(i, v);
      }
    }
  }
  bool try_in_place(int i, int v) {
    const int r = live_.root(v);
    return room_of_[at(r)] >= 0 && live_.in_place(i, r) && merge(room_of_[at(r)], room_of_[at(i)]);
  }

  // An argument that nobody reads any more when a result is first written, or only the equation that writes it, element
  // by element. Of several the one that is read last: it is the result's own. First those that the caller gives away:
  // nothing else moves in with such a result while its argument is read. Then all, where it costs nothing.
  // Results choose in their order, and of equals take the first: a step that returns its state in the order in which it
  // takes it updates each part where it lies.
  void find_donors(bool moved_only) {
    std::vector<Room*> room_of_output(p_.outputs.size(), nullptr);
    for (Room& room : rooms_)
      if (room.output >= 0 && !room.members.empty()) room_of_output[at(room.output)] = &room;
    for (Room* room : room_of_output) {
      if (!room || room->donor >= 0) continue;
      int last = -1;
      for (std::size_t j = 0; j < p_.inputs.size(); ++j) {
        const int v = p_.inputs[j];
        if (taken_[j] || bytes(v) != room->bytes || (moved_only && !moved_[j])) continue;
        Interval i[2];
        live_.intervals(v, i);
        if (i[0].end <= last || !apart(v, *room)) continue;
        room->donor = int(j);
        last = i[0].end;
      }
      if (room->donor >= 0) taken_[at(room->donor)] = 1;
    }
  }
  bool apart(int v, const Room& room) const {
    return std::all_of(room.members.begin(), room.members.end(), [&](int u) { return live_.disjoint(v, u); });
  }

  /// The most bytes of rooms of which a member is alive, and of other tenants, at one time.
  std::size_t most_alive(const std::vector<Tenant>& others) const {
    std::vector<std::ptrdiff_t> change(2 * at(n_) + 3, 0);
    const auto add = [&](int begin, int end, std::size_t size) {
      change[at(std::max(begin, 0))] += std::ptrdiff_t(size);
      change[at(std::max(end, begin)) + 1] -= std::ptrdiff_t(size);
    };
    for (const Room& room : rooms_) {
      if (room.output >= 0 || room.members.empty()) continue;
      std::vector<std::pair<int, int>> alive;
      for (int v : room.members) {
        Interval i[2];
        const int count = live_.intervals(v, i);
        for (int k = 0; k < count; ++k) alive.emplace_back(i[k].begin, i[k].end);
      }
      std::sort(alive.begin(), alive.end());
      for (std::size_t k = 0, last; k < alive.size(); k = last) {
        int end = alive[k].second;
        for (last = k + 1; last < alive.size() && alive[last].first <= end; ++last)
          end = std::max(end, alive[last].second);
        add(alive[k].first, end, room.bytes);
      }
    }
    for (const Tenant& t : others) add(t.begin, t.end, t.bytes);
    std::ptrdiff_t now = 0, most = 0;
    for (std::ptrdiff_t c : change) most = std::max(most, now += c);
    return std::size_t(most);
  }

  Interval hull(const Room& room) const {
    Interval h{2 * n_, 0};
    for (int v : room.members) {
      Interval i[2];
      const int count = live_.intervals(v, i);
      for (int k = 0; k < count; ++k) h = {std::min(h.begin, i[k].begin), std::max(h.end, i[k].end)};
    }
    return h;
  }

  void lay_out() {
    std::vector<Tenant> tenants;
    std::vector<int> tenant_of(rooms_.size(), -1);
    for (std::size_t k = 0; k < rooms_.size(); ++k) {
      const Room& room = rooms_[k];
      if (room.members.empty()) continue;
      for (int v : room.members) out_.unshared_bytes += (bytes(v) + 63) / 64 * 64;
      if (room.output >= 0) continue;
      const Interval h = hull(room);
      if (room.suite >= 0) {
        Suite& suite = suites_[at(room.suite)];
        suite.begin = std::min(suite.begin, h.begin);
        suite.end = std::max(suite.end, h.end);
        continue;
      }
      tenant_of[k] = int(tenants.size());
      tenants.push_back({h.begin, h.end, room.bytes});
    }
    const std::size_t suites = tenants.size();  // of several rooms, which most_alive counts
    for (const Suite& s : suites_) tenants.push_back({s.begin, s.end, s.bytes});
    const std::size_t stages = tenants.size();
    tenants.insert(tenants.end(), stage_.begin(), stage_.end());
    const std::size_t groups = tenants.size();
    for (const ReshardGroup& g : groups_)
      tenants.push_back(
          {2 * g.equations.front(), 2 * g.equations.back(), g.plan.side_by_side ? 0 : g.plan.scratch_bytes});
    const std::size_t kernels = tenants.size();
    for (int i = 0; i < n_; ++i)
      tenants.push_back({2 * i, 2 * i, out_.gather_of[at(i)] < 0 ? kernel_scratch_[at(i)] : 0});
    const std::size_t packed = tenants.size();
    for (const PackedOperand& o : packing_.operands)
      tenants.push_back({2 * o.loop, live_.loop_end(o.loop), std::size_t(o.count) * o.packed_bytes});
    const std::size_t gathered = tenants.size();
    for (const GatheredSum& g : out_.gathers)
      tenants.push_back({2 * g.loop, live_.loop_end(g.loop), std::size_t(g.results) * g.packed_bytes});

    out_.live_bytes = most_alive({tenants.begin() + std::ptrdiff_t(stages), tenants.end()});
    out_.arena_bytes = place_tenants(tenants);
    out_.donor.assign(p_.outputs.size(), -1);
    for (const Room& room : rooms_)
      if (room.output >= 0 && !room.members.empty()) out_.donor[at(room.output)] = room.donor;
    for (std::size_t k = 0; k < rooms_.size(); ++k) {
      const Room& room = rooms_[k];
      for (int v : room.members) {
        Storage::Place& place = out_.place[at(v)];
        if (room.output >= 0)
          place = {Storage::Kind::output, room.output, 0};
        else if (room.suite >= 0)
          place = {Storage::Kind::arena, -1, tenants[suites + at(room.suite)].offset + room.suite_offset};
        else
          place = {Storage::Kind::arena, -1, tenants[at(tenant_of[k])].offset};
      }
    }
    for (std::size_t k = 0; k < stage_.size(); ++k) out_.stages.push_back(tenants[stages + k].offset);
    for (std::size_t g = 0; g < groups_.size(); ++g) out_.group_scratch[g] = tenants[groups + g].offset;
    for (std::size_t k = 0; k < suites_.size(); ++k)
      out_.group_scratch[at(suites_[k].group)] = tenants[suites + k].offset;
    for (int i = 0; i < n_; ++i) out_.scratch.push_back(tenants[kernels + at(i)].offset);
    for (std::size_t k = 0; k < packing_.operands.size(); ++k) out_.packed.push_back(tenants[packed + k].offset);
    for (std::size_t k = 0; k < out_.gathers.size(); ++k) out_.gathered.push_back(tenants[gathered + k].offset);
  }

  const ProgramView& p_;
  const Shapes& s_;
  const Operands& o_;
  const std::vector<ReshardGroup>& groups_;
  const FusedGroups& fused_;
  const std::vector<std::size_t>& kernel_scratch_;
  const Packing& packing_;
  const PlanGathering& gathering_;
  const std::vector<char>& moved_;  ///< per argument
  std::vector<char> taken_;         ///< per argument: some result's donor
  Liveness live_;
  int n_;
  Storage out_;
  std::vector<int> slot_;                    ///< per root: the stack in whose slot it is made
  std::vector<int> room_of_;                 ///< per root
  std::vector<Accumulation> accumulations_;  ///< in the order in which they run
  std::vector<Room> rooms_;
  std::vector<Suite> suites_;
  std::vector<Tenant> stage_;
};

}  // namespace

Storage plan_storage(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
                     const FusedGroups& fused, const std::vector<std::size_t>& kernel_scratch, const Packing& packing,
                     const PlanGathering& gathering, const std::vector<char>& moved) {
  return StoragePlanner(p, s, o, groups, fused, kernel_scratch, packing, gathering, moved).run();
}

}  // namespace shardwise::exec
