#include <shardwise/backends/executor/shapes.hpp>

#include <fmt/format.h>

#include <shardwise/backends/executor/error.hpp>

namespace shardwise::exec {
namespace {

/// Extents that the types do not tell (products with `?`) follow from the operands' extents.
class Inference {
 public:
  Inference(const ProgramView& program, const MeshInfo& mesh, const Shapes& shapes, const BoundSizes& sizes)
      : p_(program), mesh_(mesh), s_(shapes), sizes_(sizes) {}

  std::int64_t extent(int id, int dim) const {
    const Eqn& e = p_.equations[std::size_t(id)];
    const TypeDesc& t = p_.type_of(id);
    const auto in = [&](int v, int d) { return std::int64_t(s_.value[std::size_t(v)].global[d]); };
    const OpCode c = s_.code[std::size_t(id)];
    if (is_elementwise(c) || c == OpCode::astype || (c == OpCode::own && e.op->elementwise())) {
      for (int v : {e.a, e.b, e.c})
        if (v >= 0) {
          const int d = dim - (t.rank - p_.type_of(v).rank);
          if (d >= 0 && in(v, d) != 1) return in(v, d);
        }
      return 1;
    }
    switch (c) {
      case OpCode::alias:
      case OpCode::stop_gradient:
      case OpCode::reshard:
      case OpCode::carry:
      case OpCode::permute:
      case OpCode::result:
      case OpCode::scatter_add:
      case OpCode::scatter_add_along_axis:
      case OpCode::clamp_index:
      case OpCode::argsort:
      case OpCode::cumsum:
      case OpCode::guard:
      case OpCode::checkpoint_name:
        return in(e.a, dim);
      case OpCode::take: {
        const int ids = p_.type_of(e.b).rank;
        return dim < ids ? in(e.b, dim) : in(e.a, dim - ids + 1);
      }
      case OpCode::take_along_axis:
        return in(dim == int(e.k0) ? e.b : e.a, dim);
      case OpCode::pick:
        return in(e.b >= 0 ? e.b : e.c, dim);
      case OpCode::item:
        return in(e.a, dim + 1);
      case OpCode::stack:
        return dim == 0 ? s_.trip[std::size_t(s_.loop[std::size_t(id)])] : in(e.a, dim - 1);
      case OpCode::transpose:
        return in(e.a, field(e.k0, dim));
      case OpCode::slice:
        if (int(e.k0) != dim) return in(e.a, dim);
        if (e.k2 != ~0u) return (std::int64_t(e.k2) - e.k1 + stride(e) - 1) / stride(e);
        break;
      case OpCode::pad:
        if (int(e.k0) != dim) return in(e.a, dim);
        if (e.k1 != from_end && e.k2 != ~0u) return in(e.a, dim) + e.k1 + e.k2;
        break;
      case OpCode::concat:
        return int(e.k0) == dim ? in(e.a, dim) + in(e.b, dim) : in(e.a, dim);
      case OpCode::flip:
      case OpCode::tril:
      case OpCode::triu:
      case OpCode::dynamic_update_slice:
        return in(e.a, dim);
      case OpCode::dynamic_slice:
        if (!(e.k0 >> dim & 1)) return in(e.a, dim);
        break;
      case OpCode::argmax:
      case OpCode::argmin:
        return in(e.a, dim < int(e.k0) ? dim : dim + 1);
      case OpCode::reduce_sum:
      case OpCode::reduce_max:
      case OpCode::reduce_min:
        return reduced(e, dim);
      case OpCode::broadcast: {
        int d = 0;
        for (int k = 0; k < dim; ++k) d += !(e.k0 >> k & 1);
        if (!((e.k0 | e.k1) >> dim & 1)) return in(e.a, d);
        break;
      }
      case OpCode::contract:
        for (const auto& [v, labels] : {std::pair{e.a, e.k0}, {e.b, e.k1}})
          for (int d = 0; d < p_.type_of(v).rank; ++d)
            if (field(labels, d) == field(e.k2, dim)) return in(v, d);
        break;
      case OpCode::conv:
        return dim == 3 ? in(e.b, 3) : in(e.a, dim);  // an unknown spatial extent is the input's
      case OpCode::reshape:
        return reshaped(id, dim);
      case OpCode::view:
        return viewed(id, dim);
      default:
        break;
    }
    return sizes_.value(t.dims[dim].extent, label(id));
  }

  /// What a slice reads and a pad writes lies within the array; a concat is as long as its parts; an argmax has
  /// elements to choose from.
  void check_range(int id) const {
    const Eqn& e = p_.equations[std::size_t(id)];
    const auto& whole = [&](int v) -> const Shape& { return s_.value[std::size_t(v)].global; };
    switch (s_.code[std::size_t(id)]) {
      case OpCode::slice:
      case OpCode::pad:
        return check_slice(id);
      case OpCode::concat: {
        const int d = int(e.k0);
        if (whole(id)[d] != whole(e.a)[d] + whole(e.b)[d])
          throw Error(fmt::format("{}: extents of {} and {} are joined where {} is needed", label(id), whole(e.a)[d],
                                  whole(e.b)[d], whole(id)[d]));
        return;
      }
      case OpCode::argmax:
      case OpCode::argmin:
        if (whole(e.a)[int(e.k0)] == 0 && whole(id).size() != 0)
          throw Error(fmt::format("{} of {} with extents {}: expected at least 1 element along dimension {}, got 0",
                                  label(id), shardwise::to_string(p_.type_of(e.a)), shardwise::to_string(whole(e.a)),
                                  e.k0));
        return;
      case OpCode::dynamic_slice:
        return check_part(id, whole(id), whole(e.a));
      case OpCode::dynamic_update_slice:
        return check_part(id, whole(e.b), whole(e.a));
      default:
        return;
    }
  }

  std::string label(int id) const { return fmt::format("value {} ({})", id, p_.equations[std::size_t(id)].op->name); }

 private:
  void check_part(int id, const Shape& part, const Shape& whole) const {
    for (int d = 0; d < whole.rank; ++d)
      if (part[d] > whole[d])
        throw Error(fmt::format("{}: a part of {} elements along dimension {} is larger than the array, which has {}",
                                label(id), part[d], d, whole[d]));
  }
  void check_slice(int id) const {
    const Eqn& e = p_.equations[std::size_t(id)];
    const int d = int(e.k0);
    const bool slice = s_.code[std::size_t(id)] == OpCode::slice;
    const std::int64_t outer = std::int64_t(s_.value[std::size_t(slice ? e.a : id)].global[d]);
    const std::int64_t inner = std::int64_t(s_.value[std::size_t(slice ? id : e.a)].global[d]);
    std::int64_t end = 0;
    const std::int64_t start = e.k1 == from_end ? 0 : std::int64_t(e.k1);
    const bool beyond = __builtin_mul_overflow(inner ? inner - 1 : 0, stride(e), &end) ||
                        __builtin_add_overflow(end, start + (inner ? 1 : 0), &end);
    if (beyond || end > outer || (slice && e.k2 != ~0u && std::int64_t(e.k2) > outer))
      throw Error(fmt::format("{}: {} elements from {} with stride {}{} are beyond the extent {} of dimension {}",
                              label(id), inner, start, stride(e),
                              slice && e.k2 != ~0u ? fmt::format(" (to {})", e.k2) : "", outer, d));
  }

  static std::int64_t stride(const Eqn& e) { return e.value > 1 ? std::int64_t(e.value) : 1; }

  std::int64_t reduced(const Eqn& e, int dim) const {
    if (e.k1) return e.k0 >> dim & 1 ? 1 : std::int64_t(s_.value[std::size_t(e.a)].global[dim]);
    int left = dim;
    for (int d = 0;; ++d)
      if (!(e.k0 >> d & 1) && left-- == 0) return std::int64_t(s_.value[std::size_t(e.a)].global[d]);
  }
  std::int64_t reshaped(int id, int dim) const {
    const TypeDesc& t = p_.type_of(id);
    std::int64_t rest = std::int64_t(s_.value[std::size_t(p_.equations[std::size_t(id)].a)].global.size());
    for (int d = 0; d < t.rank; ++d)
      if (d != dim) {
        const std::int64_t n = sizes_.value(t.dims[d].extent, label(id));
        if (n == 0 || rest % n) throw Error(fmt::format("{}: {} elements do not fill rows of {}", label(id), rest, n));
        rest /= n;
      }
    return rest;
  }

  /// The local block seen as an array of its own, or back.
  std::int64_t viewed(int id, int dim) const {
    const int a = p_.equations[std::size_t(id)].a;
    const std::size_t local = s_.value[std::size_t(a)].local[dim];
    return std::int64_t(local) * mesh_.size(p_.type_of(id).dims[dim].axes);
  }

  const ProgramView& p_;
  const MeshInfo& mesh_;
  const Shapes& s_;
  const BoundSizes& sizes_;
};

}  // namespace

Shapes shapes_of(const ProgramView& p, const MeshInfo& mesh, BoundSizes& sizes,
                 const std::vector<Argument>& arguments) {
  const std::size_t n = p.equations.size();
  Shapes s;
  s.code.resize(n);
  s.value.resize(n);
  s.trip.resize(n);
  s.loop.assign(n, -1);
  s.branch.assign(n, -1);
  const Inference infer(p, mesh, s, sizes);
  std::vector<const Argument*> argument_of(n, nullptr);
  for (std::size_t k = 0; k < p.inputs.size() && k < arguments.size(); ++k)
    argument_of[std::size_t(p.inputs[k])] = &arguments[k];

  int loop = -1, branch = -1;
  std::vector<int> shape_of_type(p.types.size(), -1);
  for (std::size_t i = 0; i < n; ++i) {
    const Eqn& e = p.equations[i];
    while (loop >= 0 && p.equations[std::size_t(loop)].a <= int(i)) loop = s.loop[std::size_t(loop)];
    while (branch >= 0 && p.equations[std::size_t(branch)].a <= int(i)) branch = s.branch[std::size_t(branch)];
    s.loop[i] = loop;
    s.branch[i] = branch;
    const OpCode c = s.code[i] = code_of(*e.op);
    if (c == OpCode::unknown)
      throw Error(fmt::format("{}: this executor has no kernel for the op", infer.label(int(i))));
    if (c == OpCode::scan) {
      s.trip[i] = sizes.value(p.extents[e.k1], infer.label(int(i)));
      if (s.trip[i] < 0) throw Error(fmt::format("{}: a loop runs {} times", infer.label(int(i)), s.trip[i]));
      loop = int(i);
      continue;
    }
    if (c == OpCode::repeat) loop = int(i);
    if (c == OpCode::branch) branch = int(i);
    if (is_header(c)) continue;
    const TypeDesc& t = p.type_of(int(i));
    ValueShape& v = s.value[i];
    if (c == OpCode::item) {
      const Shape& array = s.value[std::size_t(e.a)].global;
      if (std::int64_t(array[0]) != s.trip[std::size_t(loop)])
        throw Error(fmt::format(
            "{}: the loop runs {} times, but this array ({}) has {} elements along its leading dimension",
            infer.label(int(i)), s.trip[std::size_t(loop)], shardwise::to_string(p.type_of(e.a)), array[0]));
    }
    const bool all_known = [&] {
      for (int d = 0; d < t.rank; ++d)
        if (t.dims[d].extent.unknown < 0) return false;
      return true;
    }();
    int& seen = shape_of_type[std::size_t(e.type)];
    if (all_known && seen >= 0 && !argument_of[i]) {
      v = s.value[std::size_t(seen)];
      infer.check_range(int(i));
      continue;
    }
    v.global.rank = t.rank;
    const Argument* argument = argument_of[i];
    for (int d = 0; d < t.rank; ++d) {
      if (argument) {
        v.global.dim[d] = argument->shape[d];
        continue;
      }
      const auto known = sizes.find(t.dims[d].extent, infer.label(int(i)));
      const std::int64_t extent = known ? *known : infer.extent(int(i), d);
      if (extent < 0) throw Error(fmt::format("{}: dimension {} has extent {}", infer.label(int(i)), d, extent));
      v.global.dim[d] = std::size_t(extent);
      if (!known) sizes.define(t.dims[d].extent, extent, infer.label(int(i)));
    }
    v.local = local_shape(mesh, t, v.global, argument ? argument->name : infer.label(int(i)));
    v.count = v.local.size();
    v.bytes = v.count * size_of(t.dtype);
    infer.check_range(int(i));
    if (all_known) seen = int(i);
  }
  sizes.check_equalities(p);
  return s;
}

}  // namespace shardwise::exec
