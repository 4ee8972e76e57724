#include <shardwise/backends/executor/operands.hpp>

#include <shardwise/backends/executor/reshard.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

namespace shardwise::exec {
namespace {

using kernels::Mode;

/// The mode in which a broadcast's operand is read, or nothing where it has to be made.
std::optional<Source> broadcast_mode(const Eqn& e, const Shape& out) {
  // Kept dimensions read the operand; those of extent 1 say nothing.
  unsigned kept = 0, dropped = 0;
  std::size_t repeats = 1, period = 1;
  for (int d = 0; d < out.rank; ++d) {
    if (out[d] == 1) continue;
    if ((e.k0 | e.k1) >> d & 1) {
      dropped |= 1u << d;
      repeats *= out[d];
    } else {
      kept |= 1u << d;
      period *= out[d];
    }
  }
  if (!dropped) return Source{e.a, false, Mode::full, 1};
  if (!kept) return Source{e.a, false, Mode::scalar, 1};
  if (out.size() == 0) return Source{e.a, false, Mode::scalar, 1};
  if (dropped < (kept & -kept)) return Source{e.a, false, Mode::suffix, period};
  if (kept < (dropped & -dropped)) return Source{e.a, false, Mode::prefix, repeats};
  return {};
}

/// A slice whose elements lie side by side: bytes from the operand's begin.
std::optional<std::size_t> contiguous_slice(const Eqn& e, const Shape& in, const Shape& out, std::size_t element) {
  if (e.value > 1 && out[int(e.k0)] > 1) return {};
  std::size_t inner = element;
  for (int d = int(e.k0) + 1; d < in.rank; ++d) inner *= in[d];
  for (int d = 0; d < int(e.k0); ++d)
    if (in[d] != 1) return {};
  return (e.k1 == from_end ? in[int(e.k0)] - out[int(e.k0)] : e.k1) * inner;
}

/// A permutation that moves only extents of 1 changes no byte.
bool keeps_order(const Eqn& e, const Shape& in) {
  int last = -1;
  for (int i = 0; i < in.rank; ++i) {
    const int d = field(e.k0, i);
    if (in[d] == 1) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

/// How often each value is read.
std::vector<int> count_readers(const ProgramView& p, const Shapes& s) {
  std::vector<int> readers(p.equations.size(), 0);
  for (std::size_t i = 0; i < p.equations.size(); ++i) {
    const Eqn& e = p.equations[i];
    if (s.code[i] == OpCode::branch) ++readers[at(e.b)];
    if (is_header(s.code[i])) continue;
    for (int v : {e.a, e.b, e.c})
      if (v >= 0) ++readers[at(v)];
  }
  for (int v : p.outputs) ++readers[at(v)];
  return readers;
}

}  // namespace

int constant_behind(const ProgramView& p, const Operands& o, int v) {
  while (o.view[at(v)] >= 0 && code_of(*p.equations[at(v)].op) != OpCode::item &&
         code_of(*p.equations[at(v)].op) != OpCode::result)
    v = o.view[at(v)];
  return code_of(*p.equations[at(v)].op) == OpCode::constant ? v : -1;
}

Operands operands_of(const ProgramView& p, const MeshInfo& mesh, const Shapes& s, const FusedGroups& fused) {
  const int n = int(p.equations.size());
  Operands o;
  o.source.resize(at(n));
  o.view.assign(at(n), -1);
  o.exact.assign(at(n), 1);
  o.stored.assign(at(n), 0);
  o.offset.assign(at(n), 0);
  o.parts.resize(at(n));

  for (int i = 0; i < n; ++i) {
    const Eqn& e = p.equations[at(i)];
    const OpCode c = s.code[at(i)];
    if (is_header(c)) continue;
    const Shape* in = e.a >= 0 && e.a < i ? &s.value[at(e.a)].local : nullptr;
    bool view = is_view(c);
    if (c == OpCode::reshard)
      if (const auto bytes = reshard_view(mesh, p.type_of(e.a), p.type_of(i), *in)) {
        view = true;
        o.offset[at(i)] = *bytes;
      }
    if (c == OpCode::astype) view = p.type_of(e.a).dtype == p.type_of(i).dtype;
    if (c == OpCode::transpose) view = keeps_order(e, *in);
    if (c == OpCode::broadcast) view = s.value[at(e.a)].count == s.value[at(i)].count;
    if (c == OpCode::pad) view = s.value[at(e.a)].count == s.value[at(i)].count;
    if (c == OpCode::flip || c == OpCode::dynamic_slice) view = s.value[at(i)].count == 1 && in->size() == 1;
    // A group's kernel writes what it reduces, however few elements there are.
    const bool reduces = c == OpCode::reduce_sum || c == OpCode::reduce_max || c == OpCode::reduce_min;
    if (reduces && fused.of[at(i)] < 0) view = in->size() == s.value[at(i)].count && in->size() > 0;
    if (c == OpCode::slice)
      if (const auto bytes = contiguous_slice(e, *in, s.value[at(i)].local, size_of(p.type_of(i).dtype))) {
        view = true;
        o.offset[at(i)] = *bytes;
      }
    if (!view) continue;
    o.view[at(i)] = e.a;
    // A block that a device keeps begins elsewhere on others, and what shares memory is the same on all of them.
    const bool block = c == OpCode::reshard && s.value[at(e.a)].count != s.value[at(i)].count;
    o.exact[at(i)] = o.exact[at(e.a)] && o.offset[at(i)] == 0 && c != OpCode::item && !block;
  }

  // What an elementwise equation reads, through views and broadcasts.
  const auto resolve = [&](int v, int reader) {
    Source r{v, false, Mode::full, 1};
    if (const int k = constant_behind(p, o, v); k >= 0) return Source{k, true, Mode::scalar, 1};
    int b = v;
    while (o.view[at(b)] >= 0 && s.code[at(b)] != OpCode::item && s.code[at(b)] != OpCode::result &&
           s.value[at(o.view[at(b)])].local == s.value[at(b)].local)
      b = o.view[at(b)];
    if (s.code[at(b)] == OpCode::broadcast && o.view[at(b)] < 0 && b < reader) {
      const Eqn& e = p.equations[at(b)];
      if (const int k = constant_behind(p, o, e.a); k >= 0) return Source{k, true, Mode::scalar, 1};
      if (const auto m = broadcast_mode(e, s.value[at(b)].local)) return *m;
    }
    return r;
  };
  for (int i = 0; i < n; ++i)
    if (is_elementwise(s.code[at(i)]) && fused.of[at(i)] < 0) {
      const Eqn& e = p.equations[at(i)];
      const int operand[3] = {e.a, e.b, e.c};
      for (int k = 0; k < 3; ++k)
        if (operand[k] >= 0) o.source[at(i)][at(k)] = resolve(operand[k], i);
    }

  const std::vector<int> readers = count_readers(p, s);
  std::vector<char> absorbed(at(n), 0);
  for (int i = 0; i < n; ++i) {
    if (s.code[at(i)] != OpCode::concat) continue;
    const Eqn& e = p.equations[at(i)];
    for (int v : {e.a, e.b}) {
      const bool through = s.code[at(v)] == OpCode::concat && p.equations[at(v)].k0 == e.k0 && readers[at(v)] == 1 &&
                           s.loop[at(v)] == s.loop[at(i)];
      if (through) {
        o.parts[at(i)].insert(o.parts[at(i)].end(), o.parts[at(v)].begin(), o.parts[at(v)].end());
        absorbed[at(v)] = 1;
      } else {
        o.parts[at(i)].push_back(v);
      }
    }
  }

  // Constants and broadcasts are stored only where something needs their bytes.
  const auto need = [&](int v) {
    while (v >= 0 && !o.stored[at(v)]) {
      o.stored[at(v)] = 1;
      v = o.view[at(v)];
    }
  };
  for (int v : p.outputs) need(v);
  for (int i = 0; i < n; ++i)
    if (s.code[at(i)] == OpCode::carry) need(p.equations[at(i)].b);
  for (const FusedGroup& g : fused.all)
    for (int v : g.outputs) need(v);
  for (int i = n; i-- > 0;) {
    const Eqn& e = p.equations[at(i)];
    const OpCode c = s.code[at(i)];
    if (c == OpCode::branch) need(e.b);
    if (c == OpCode::guard) need(e.a);
    if (is_header(c) || c == OpCode::guard) continue;
    if (const FusedGroup* g = fused.group(i)) {
      for (const FusedSource& r : g->sources) need(r.value);
      continue;
    }
    const bool optional = c == OpCode::constant || c == OpCode::broadcast || o.view[at(i)] >= 0 || absorbed[at(i)];
    if (optional && !o.stored[at(i)]) continue;
    o.stored[at(i)] = 1;
    if (is_elementwise(c)) {
      for (const Source& r : o.source[at(i)])
        if (r.value >= 0 && !r.constant) need(r.value);
    } else if (c == OpCode::carry) {
      if (constant_behind(p, o, e.a) < 0) need(e.a);
    } else if (c == OpCode::concat) {
      for (int v : o.parts[at(i)]) need(v);
    } else {
      for (int v : {e.a, e.b, e.c})
        if (v >= 0) need(v);
    }
  }
  return o;
}

}  // namespace shardwise::exec
