// Random programs full of what the transforms look for: sums of reshards, alone and in trees, reshards of reshards,
// factors, transposes, products, collectives in loops that do not change, manual mode.
#pragma once

#include <transforms/check.hpp>

namespace transforms {

class Soup {
 public:
  explicit Soup(unsigned seed) : random_(seed) {
    static const std::vector<std::vector<interpreter::MeshAxis>> meshes{{{validator::X, 2}},
                                                                        {{validator::X, 3}},
                                                                        {{validator::X, 4}},
                                                                        {{validator::X, 2}, {validator::Y, 2}},
                                                                        {{validator::X, 1}}};
    mesh_ = meshes[std::size_t(random_.below(int(meshes.size())))];
    dtype_ = random_.floating();
    for (int i = 0; i < 4; ++i) add_input();
  }
  const std::vector<interpreter::MeshAxis>& mesh() const { return mesh_; }

  DynamicProgram run(int steps) {
    for (int i = 0; i < steps; ++i) step();
    while (depth_) close();
    std::vector<Value> results;
    for (std::size_t k = values_.size(); k-- > 0 && results.size() < 5;)
      if (results.empty() || random_.chance(0.5)) results.push_back(values_[k]);
    return freeze(g_, results);
  }

 private:
  struct Loop {
    std::size_t outside;
    std::vector<Value> carries;
  };
  Random random_;
  std::vector<interpreter::MeshAxis> mesh_;
  Dtype dtype_ = Dtype::f32;  // of its inputs
  Builder g_;
  std::vector<Value> values_;
  std::vector<Loop> loops_;
  int depth_ = 0;

  Value any() {
    const int n = int(values_.size());
    return values_[std::size_t(random_.chance(0.4) ? n - 1 - random_.below(std::min(n, 5)) : random_.below(n))];
  }
  /// A value of the type of another; itself if there is no other.
  Value alike(Value a) {
    std::vector<Value> fit;
    for (Value v : values_)
      if (v.type() == a.type() && v.id != a.id) fit.push_back(v);
    return fit.empty() ? a : fit[std::size_t(random_.below(int(fit.size())))];
  }
  SpecDesc random_spec(const TypeDesc& t) {
    SpecDesc s;
    s.rank = t.rank;
    for (auto& axis : mesh_) {
      if (t.varying.has(axis.name)) {
        s.varying.insert(axis.name);
        continue;
      }
      const int state = random_.below(5 + 2 * t.rank);
      if (state == 0) s.reduced.insert(axis.name);
      if (state == 1) s.unreduced.insert(axis.name);
      if (state >= 5) s.dims[(state - 5) / 2].push(axis.name);
    }
    return s;
  }
  void add_input() {
    TypeDesc t = scalar_type(dtype_);
    const int rank = 1 + random_.below(2);
    for (int d = 0; d < rank; ++d) t.dims[t.rank++].extent = extent(12);
    apply_spec(t, random_spec(t));
    values_.push_back({&g_, g_.input(t)});
    values_.push_back({&g_, g_.input(values_.back().type())});  // two of a type, for sums
  }
  Value scaled(Value v) {
    const int how = random_.below(5);
    if (how == 0) return -v;
    if (how == 1) return v * random_.uniform(0.4, 1.6);
    if (how == 2) return (v * 0.5) * -2;
    return v;
  }
  std::vector<Value> tree(const std::vector<Value>& leaves, const std::vector<TypeDesc>& types) {
    return reshard_tree(leaves, types);
  }
  static bool can(Value v, const SpecDesc& s, TypeDesc& to) {
    const rules::Verdict verdict = rules::judge_reshard(v.type(), s);
    to = verdict.type;
    return verdict.ok;
  }
  void keep(Value v) {
    if (v.valid()) values_.push_back(v);
  }

  void step() {
    try {
      one();
    } catch (const RuleError&) {
    }
  }
  void one() {
    const Value a = any();
    TypeDesc to;
    const int kind = random_.below(20);
    switch (kind > 17 ? 18 : kind > 13 ? 10 : kind) {  // products more often: their operands must fit
      case 0:
        if (depth_ == 0) add_input();
        return;
      case 18: {  // sums of rows of a softmax, and of what is nearly one
        if (a.type().rank != 2) return;
        const auto rows = [](Value v) { return sum_local(v, 2, true); };
        const Value e = apply<ops::exp>(a - reduce_max(random_.chance(0.8) ? a : alike(a), 2, true)), factor = rows(e);
        Value x = scaled(random_.chance(0.7) ? e : a) / factor;
        if (random_.chance(0.2)) keep(x);
        if (random_.chance(0.5)) x = random_.chance(0.5) ? alike(a) * x : x * alike(a);
        if (random_.chance(0.5)) x = scaled(x) / factor;
        return keep(rows(scaled(x)));
      }
      case 1:
      case 2: {  // a sum of two reductions
        const Value b = alike(a);
        const SpecDesc s = random_spec(a.type());
        if (!can(a, s, to) || a.id == b.id) return;
        const Value x = scaled(reshard(a, s)), y = scaled(reshard(b, s));
        if (random_.chance(0.2)) keep(x);
        return keep(random_.chance(0.5) ? x + y : x - y);
      }
      case 3:
      case 4: {  // there and on
        const SpecDesc s = random_spec(a.type()), e = random_spec(a.type());
        const Value r = reshard(a, s);
        if (random_.chance(0.15)) keep(r);
        return keep(reshard(r, e));
      }
      case 5:
      case 6: {  // trees, added up or resharded again
        std::vector<Value> leaves, others;
        std::vector<TypeDesc> types, next;
        const int n = 2 + random_.below(2);
        for (int i = 0; i < n; ++i) {
          const Value leaf = any();
          if (!can(leaf, random_spec(leaf.type()), to)) continue;
          leaves.push_back(random_.chance(0.1) ? full_like(leaf, leaf.type().unreduced.size ? 0 : 2) : leaf);
          others.push_back(alike(leaf));
          types.push_back(to);
        }
        if (leaves.empty()) return;
        const auto moved = tree(leaves, types);
        if (random_.chance(0.5)) {
          const auto more = tree(others, types);
          for (std::size_t i = 0; i < moved.size(); ++i)
            if (random_.chance(0.8)) keep(moved[i] + scaled(more[i]));
        } else if (random_.chance(0.6)) {
          std::vector<Value> on;
          for (Value v : moved)
            if (can(v, random_spec(v.type()), to)) {
              on.push_back(v);
              next.push_back(to);
            }
          const auto last = tree(on, next);
          for (Value v : last) keep(v);
        } else {
          for (Value v : moved)
            if (can(v, random_spec(v.type()), to)) keep(reshard(v, spec_of(to)));
        }
        return;
      }
      case 7:
        return keep(scaled(a));
      case 8:
        return keep(random_.chance(0.5) ? a + alike(a) : apply<ops::tanh>(a));
      case 9: {
        if (random_.chance(0.3)) return keep(astype(a, random_.chance(0.6) ? dtype_ : random_.floating()));
        return a.type().rank == 2 ? keep(transpose(a, 0x01)) : void();
      }
      case 10: {
        const Value b = any();
        if (a.type().rank != 2 || b.type().rank != 2) return;
        SpecDesc whole;
        whole.rank = 2;
        const auto l = rules::matmul_labels(2, 2);
        const Value x = random_.chance(0.4) ? transpose(a, 0x01) : a;
        Value y = einsum(scaled(x), scaled(b), l.a, l.b, l.out, &whole) * 0.1;
        if (random_.chance(0.4)) y = transpose(y, 0x01);
        return keep(scaled(y));
      }
      case 11: {
        if (depth_ == 2) return;
        Loop loop{values_.size(), {}};
        const Value start = any();
        const Value xs = any();
        const bool over =
            xs.type().rank == 2 && xs.type().dims[0].axes.empty() && xs.type().dims[0].extent == extent(12);
        g_.open(extent(over ? 12 : 1 + random_.below(3)), random_.chance(0.3));
        ++depth_;
        loop.carries.push_back(loop::carry(start));
        loops_.push_back(loop);
        if (over) {
          const Value x = loop::item(xs);
          keep(x);
          keep(apply<ops::tanh>(x));
          if (can(x, random_spec(x.type()), to)) keep(reshard(x, spec_of(to)));
        }
        return keep(loop.carries[0] + start);
      }
      case 12:
        if (depth_ && random_.chance(0.7)) close();
        return;
      default:
        return by_hand(a);
    }
  }
  void close() {
    const Loop loop = loops_.back();
    loops_.pop_back();
    --depth_;
    const Value carry = loop.carries[0];
    Value next = carry;
    for (std::size_t k = loop.outside; k < values_.size(); ++k)
      if (values_[k].type() == carry.type()) next = values_[k];
    loop::set_next(carry, next.id == carry.id ? carry : next * 0.5);
    Value stacked;
    if (values_.size() > loop.outside && values_.back().type().rank < 3)
      stacked = loop::stack_in(g_, g_.current, values_.back().id);
    values_.resize(loop.outside);
    g_.close();
    keep(loop::result(carry));
    if (stacked.valid()) keep(sum_local(loop::result(stacked), 1, false));
  }
  /// Two values in manual mode: sums over the devices, gathered and cut.
  void by_hand(Value a) {
    const Value b = alike(a);
    const AxisList axes = [&] {
      AxisList l;
      l.push(mesh_[std::size_t(random_.below(int(mesh_.size())))].name);
      return l;
    }();
    if (a.type().dim_of(axes.axes[0]) < 0) return;
    Value x = manual::enter(a, spec_of(a.type())), y = manual::enter(b, spec_of(b.type()));
    const Name axis = axes.axes[0];
    if (!x.type().varying.has(axis)) return;
    Value s = scaled(manual::psum(x, axes)) + manual::psum(y, axes);
    const int how = random_.below(4);
    if (how == 0) s = manual::local_block(manual::psum(x, axes), axes, 0, true);
    if (how == 1) s = manual::pcast(manual::psum(x, axes), axes, rules::State::varying);
    if (how == 2) s = manual::psum(manual::pcast(manual::psum(x, axes), axes, rules::State::varying), axes);
    // Back: what varies is left as blocks of a dimension.
    SpecDesc out = spec_of(s.type());
    out.varying = {};
    for (Name v : s.type().varying) out.dims[0].push(v);
    keep(manual::leave(s, out));
  }
};

}  // namespace transforms
