#include <shardwise/backends/executor/storage.hpp>

#include <algorithm>

#include <shardwise/backends/executor/merged_values.hpp>
#include <shardwise/backends/executor/offsets.hpp>

namespace shardwise::exec {
namespace {

/// Values that share one place.
struct Room {
  std::vector<int> members;
  std::size_t bytes = 0;
  int output = -1;
  int donor = -1;        ///< an argument whose memory it may be: index
  bool shifted = false;  ///< of two stacks, of which one begins a slot later
  int suite = -1;        ///< rooms that lie side by side
  std::size_t suite_offset = 0;
};

/// Staging memory of a reshard of several arrays, with rooms at fixed offsets in it.
struct Suite {
  int begin = 0, end = 0;
  std::size_t bytes = 0;
  int group = -1;
};

class StoragePlanner : MergedValues {
 public:
  StoragePlanner(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
                 const FusedGroups& fused, const std::vector<std::size_t>& kernel_scratch, const Packing& packing,
                 const PlanGathering& gathering, const std::vector<char>& moved, const PlanOptions& options)
      : MergedValues(p, s, o, groups, fused),
        groups_(groups),
        kernel_scratch_(kernel_scratch),
        packing_(packing),
        gathering_(gathering),
        moved_(moved),
        options_(options),
        lead_(p.equations.size(), 0),
        taken_(p.inputs.size(), 0),
        room_of_(p.equations.size(), -1) {}

  Storage run() {
    make_loops();
    for (std::size_t k = 0; k < packing_.operands.size(); ++k)
      loop_plan(packing_.operands[k].loop).packs.push_back(int(k));
    if (options_.stack_in_place) choose_slots();
    follow_slots();
    if (options_.accumulate) fuse_accumulations();
    make_rooms();
    place_outputs();
    if (options_.stack_in_place) share_stacks();
    place_carries();
    gather_sums(gathering_);
    place_side_by_side();
    if (options_.donate) find_donors(true);
    if (options_.in_place) work_in_place();
    if (options_.donate) find_donors(false);
    lay_out();
    return std::move(out_);
  }

 private:
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
    if ((x.output >= 0 && y.output >= 0) || x.shifted || y.shifted) return false;
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

  // What a carry is in each iteration, stacked beside what it becomes: the inputs of layers, and their outputs. The one
  // stack is the other from a slot earlier on, and only the initial value is copied.
  void share_stacks() {
    for (int i = 0; i < n_; ++i) {
      if (s_.code[at(i)] != OpCode::stack || room_of_[at(i)] < 0 || out_.in_slot[at(i)]) continue;
      const int carry = live_.root(eqn(i).a), l = live_.loop(i);
      if (s_.code[at(carry)] != OpCode::carry || live_.loop(carry) != l || !follows(carry) || !whole(eqn(i).a) ||
          loop_plan(l).backwards)
        continue;
      const int next = live_.followed(carry), room = room_of_[at(next)];
      const std::size_t slot = bytes(carry);
      if (room < 0 || bytes(next) != bytes(i)) continue;
      Room &mine = rooms_[at(room_of_[at(i)])], &other = rooms_[at(room)];
      if (mine.members.size() != 1 || mine.output >= 0 || other.members.size() != 1 || other.output >= 0) continue;
      other.members.push_back(i);
      other.bytes += slot;
      other.shifted = true;
      mine.members.clear();
      room_of_[at(i)] = room;
      lead_[at(next)] = slot;
      out_.in_slot[at(i)] = 1;
      loop_plan(l).begin_copies.push_back({i, eqn(carry).a, slot});
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
      for (std::size_t k = 0; options_.side_by_side && k < group.equations.size(); ++k) {
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
          place = {Storage::Kind::arena, -1, tenants[at(tenant_of[k])].offset + lead_[at(v)]};
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

  const std::vector<ReshardGroup>& groups_;
  const std::vector<std::size_t>& kernel_scratch_;
  const Packing& packing_;
  const PlanGathering& gathering_;
  const std::vector<char>& moved_;  ///< per argument
  const PlanOptions& options_;
  std::vector<std::size_t> lead_;  ///< per root: where in its room it begins
  std::vector<char> taken_;        ///< per argument: some result's donor
  std::vector<int> room_of_;       ///< per root
  std::vector<Room> rooms_;
  std::vector<Suite> suites_;
  std::vector<Tenant> stage_;
};

}  // namespace

Storage plan_storage(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
                     const FusedGroups& fused, const std::vector<std::size_t>& kernel_scratch, const Packing& packing,
                     const PlanGathering& gathering, const std::vector<char>& moved, const PlanOptions& options) {
  return StoragePlanner(p, s, o, groups, fused, kernel_scratch, packing, gathering, moved, options).run();
}

}  // namespace shardwise::exec
