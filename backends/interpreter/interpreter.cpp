#include <shardwise/backends/interpreter/index.hpp>
#include <shardwise/backends/interpreter/indexing_ops.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/interpreter/local_ops.hpp>
#include <shardwise/backends/interpreter/rounding.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace shardwise::interpreter {

using rules::Move;
using rules::State;

Interpreter::Interpreter(ProgramView program, std::vector<MeshAxis> axes, std::vector<NameSize> names, Options options)
    : program_(program), mesh_(std::move(axes), std::move(names)), options_(options) {
  define_sums();
  for (auto& e : program_.equalities)
    if (mesh_.size_of(e.left) != mesh_.size_of(e.right))
      throw std::invalid_argument("two extents that must be equal differ");
  // Only types that equations have: others may not divide.
  local_shapes_.resize(program_.types.size());
  std::vector<char> used(program_.types.size(), 0);
  for (auto& q : program_.equations)
    if (!opens_region(q.op)) used[std::size_t(q.type)] = 1;
  for (std::size_t t = 0; t < used.size(); ++t)
    if (used[t]) local_shapes_[t] = mesh_.local_shape(program_.types[t]);
}

/// Extents that are sums of names are unknowns of their own: their sizes follow from the operands'.
void Interpreter::define_sums() {
  for (auto& q : program_.equations) {
    const bool joins = q.op == op<ops::concat>, pads = q.op == op<ops::pad>;
    if (!joins && !pads) continue;
    const Extent& sum = program_.types[std::size_t(q.type)].dims[q.k0].extent;
    if (sum.unknown <= 0 || (pads && q.k2 == ~0u)) continue;
    std::int64_t size = mesh_.size_of(program_.type_of(q.a).dims[q.k0].extent);
    size += joins ? mesh_.size_of(program_.type_of(q.b).dims[q.k0].extent) : std::int64_t(q.k1) + std::int64_t(q.k2);
    mesh_.define(sum.unknown, size);
  }
}

std::vector<Pieces> Interpreter::run(const std::vector<Pieces>& arguments) {
  if (arguments.size() != program_.inputs.size())
    throw std::invalid_argument("the number of arguments is not the program's");
  values_.assign(program_.equations.size(), Pieces(std::size_t(mesh_.devices())));
  collectives_ = {};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    values_[std::size_t(program_.inputs[i])] = arguments[i];
    check_shape(program_.inputs[i]);
  }
  run_range(0, int(program_.equations.size()));
  std::vector<Pieces> results;
  for (int id : program_.outputs) results.push_back(values_[std::size_t(id)]);
  return results;
}

std::vector<HostArray> Interpreter::run_global(const std::vector<HostArray>& arguments) {
  std::vector<Pieces> pieces;
  for (std::size_t i = 0; i < arguments.size() && i < program_.inputs.size(); ++i)
    pieces.push_back(mesh_.scatter(program_.type_of(program_.inputs[i]), arguments[i]));
  const auto results = run(pieces);
  std::vector<HostArray> global;
  for (std::size_t i = 0; i < results.size(); ++i)
    global.push_back(mesh_.assemble(program_.type_of(program_.outputs[i]), results[i]));
  return global;
}

void Interpreter::check_shape(int id) {
  const Shape& local = local_shapes_[std::size_t(program_.equations[std::size_t(id)].type)];
  for (auto& p : values_[std::size_t(id)])
    if (!std::equal(local.begin(), local.end(), p.shape().begin(), p.shape().end()))
      throw std::runtime_error("a piece does not have the shape of its type " + to_string(program_.type_of(id)));
}

void Interpreter::run_range(int begin, int end) {
  for (int id = begin; id < end; ++id) {
    const Eqn& q = program_.equations[std::size_t(id)];
    if (q.op == op<ops::input> || q.op == op<ops::carry>) continue;
    if (q.op == op<ops::branch>) {
      if (runs_anywhere(q.b, q.k0 != 0)) run_range(id + 1, q.a);
      id = q.a - 1;
      continue;
    }
    if (opens_region(q.op)) {
      run_loop(id);
      id = q.a - 1;
      continue;
    }
    if (q.op == op<ops::reshard>) {
      run_reshard(id);
    } else if (q.op == op<ops::permute>) {
      run_permute(id);
    } else if (q.op == op<ops::pick>) {
      for (int device = 0; device < mesh_.devices(); ++device) {
        const int from = piece(q.a, device).data()[0] != 0 ? q.b : q.c;
        if (from >= 0)
          piece(id, device) = piece(from, device);
        else
          piece(id, device) = xt::zeros<double>(local_shapes_[std::size_t(q.type)]);
      }
    } else if (q.op == op<ops::guard> || q.op->name == "checkpoint_name" || q.op == op<ops::result> ||
               q.op == op<ops::alias> || q.op == op<ops::stop_gradient>) {
      values_[std::size_t(id)] = values_[std::size_t(q.a)];
    } else if (q.op == op<ops::stack>) {
      for (int device = 0; device < mesh_.devices(); ++device)
        local::put_element(piece(id, device), iteration_, piece(q.a, device));
      continue;
    } else {
      for (int device = 0; device < mesh_.devices(); ++device) run_local(id, device);
    }
    check_shape(id);
  }
}

/// True if the predicate has this value on some device. Devices along an axis may only differ where it varies.
bool Interpreter::runs_anywhere(int predicate, bool value) {
  const TypeDesc& type = program_.type_of(predicate);
  bool any = false;
  for (int device = 0; device < mesh_.devices(); ++device) {
    const bool here = piece(predicate, device).data()[0] != 0;
    any |= here == value;
    for (int other = 0; other < device; ++other) {
      bool same = true;
      for (const MeshAxis& axis : mesh_.axes())
        same &=
            !type.varying.has(axis.name) || mesh_.coordinate(device, axis.name) == mesh_.coordinate(other, axis.name);
      if (same && (piece(predicate, other).data()[0] != 0) != here)
        throw std::logic_error("a predicate of the type " + to_string(type) + " differs between devices");
    }
  }
  return any;
}

void Interpreter::run_loop(int scan) {
  const Eqn& q = program_.equations[std::size_t(scan)];
  const bool endless = q.op == op<ops::repeat>;
  const std::size_t trip = endless ? ~std::size_t(0) : std::size_t(mesh_.size_of(program_.extents[q.k1]));
  std::vector<int> carries;
  int guard = q.a;
  for (int id = scan + 1; id < q.a; ++id) {
    const Eqn& e = program_.equations[std::size_t(id)];
    if (opens_region(e.op)) {
      id = e.a - 1;
    } else if (e.op == op<ops::guard>) {
      guard = id;
    } else if (e.op == op<ops::carry>) {
      carries.push_back(id);
      values_[std::size_t(id)] = values_[std::size_t(e.a)];
    } else if (e.op == op<ops::stack>) {
      for (auto& p : values_[std::size_t(id)]) p = xt::zeros<double>(local_shapes_[std::size_t(e.type)]);
      check_shape(id);
    }
  }
  const std::size_t outer_iteration = iteration_;
  for (std::size_t t = 0; t < trip; ++t) {
    iteration_ = q.k0 ? trip - 1 - t : t;
    run_range(scan + 1, endless ? guard + 1 : q.a);
    if (endless) {
      if (!runs_anywhere(guard, true)) break;
      run_range(guard + 1, q.a);
    }
    std::vector<Pieces> next;  // all carries change at once
    for (int id : carries) next.push_back(values_[std::size_t(program_.equations[std::size_t(id)].b)]);
    for (std::size_t k = 0; k < carries.size(); ++k) {
      // A device whose own predicate was false has left the loop; the others go on without it.
      for (int device = 0; device < mesh_.devices(); ++device)
        if (!endless || piece(guard, device).data()[0] != 0)
          piece(carries[k], device) = std::move(next[k][std::size_t(device)]);
      check_shape(carries[k]);
    }
  }
  iteration_ = outer_iteration;
}

std::size_t Interpreter::offset(const TypeDesc& type, int dimension, int device) const {
  std::size_t block = 0;
  for (Name axis : type.dims[dimension].axes)
    block = block * std::size_t(mesh_.axis_size(axis)) + std::size_t(mesh_.coordinate(device, axis));
  return block * mesh_.local_shape(type)[std::size_t(dimension)];
}

void Interpreter::run_local(int id, int device) {
  const Eqn& q = program_.equations[std::size_t(id)];
  const TypeDesc& type = program_.type_of(id);
  const Shape& shape = local_shapes_[std::size_t(q.type)];
  HostArray& out = piece(id, device);
  const HostArray* a = q.a >= 0 ? &piece(q.a, device) : nullptr;
  const HostArray* b = q.b >= 0 ? &piece(q.b, device) : nullptr;
  const HostArray* c = q.c >= 0 ? &piece(q.c, device) : nullptr;
  if (q.op == op<ops::constant>) {
    if (type.unreduced.size && q.value != 0)
      throw std::logic_error("a constant other than 0 of the type " + to_string(type) + " counts once per device");
    out = HostArray::from_shape(shape);
    out.fill(q.value);
  } else if (q.op == op<ops::iota>) {
    out = local::iota(shape, int(q.k0), offset(type, int(q.k0), device));
  } else if (q.op == op<ops::item>) {
    out = local::element(*a, iteration_);
  } else if (q.op->kernel && !q.op->eval) {
    run_own(id, device);
  } else if (q.op->elementwise()) {
    const double value = q.op == op<ops::divide_by_size> ? double(mesh_.size_of(program_.extents[q.k0])) : q.value;
    out = local::elementwise(*q.op, a, b, c, value);
  } else if (q.op == op<ops::reduce_sum>) {
    out = local::reduce(*a, q.k0, q.k1, local::Fold::sum);
  } else if (q.op == op<ops::reduce_max>) {
    out = local::reduce(*a, q.k0, q.k1, local::Fold::max);
  } else if (q.op == op<ops::reduce_min>) {
    out = local::reduce(*a, q.k0, q.k1, local::Fold::min);
  } else if (q.op == op<ops::argmax> || q.op == op<ops::argmin>) {
    out = local::arg_reduce(*a, int(q.k0), q.op == op<ops::argmax>);
  } else if (q.op == op<ops::broadcast>) {
    out = local::broadcast(*a, shape, q.k0, q.k1);
  } else if (q.op == op<ops::contract>) {
    out = local::contract(*a, *b, q.k0, q.k1, q.k2);
    if (q.value != 0)
      for (double& x : out) x *= contract_alpha(q);
  } else if (q.op == op<ops::conv>) {
    out = local::convolve(*a, *b, shape, q.k0, q.k1);
  } else if (q.op == op<ops::transpose>) {
    out = local::transpose(*a, q.k0);
  } else if (q.op == op<ops::axis_index> || q.op == op<ops::axis_size>) {
    const Name axis = program_.extents[q.k0].factors[0].name;
    out = HostArray::from_shape(shape);
    out.fill(q.op == op<ops::axis_size> ? mesh_.axis_size(axis) : mesh_.coordinate(device, axis));
  } else if (q.op == op<ops::reshape> || q.op == op<ops::view>) {
    out = *a;
    out.reshape(shape);
  } else if (q.op == op<ops::random_split>) {
    out = local::split_key(*a, shape);
  } else if (q.op == op<ops::random_fold_in>) {
    out = local::fold_in(*a, *b);
  } else if (q.op == op<ops::random_bits> || q.op == op<ops::random_uniform> || q.op == op<ops::random_normal> ||
             q.op == op<ops::random_permutation>) {
    Shape start(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) start[d] = offset(type, int(d), device);
    out = local::draw(*q.op, type.dtype, *a, mesh_.global_shape(type), start, shape);
  } else if (q.op == op<ops::slice>) {
    const std::size_t start = q.k1 == from_end ? a->shape()[q.k0] - shape[q.k0] : q.k1;
    out = local::slice(*a, shape, int(q.k0), start, std::size_t(q.value));
  } else if (q.op == op<ops::pad>) {
    const std::size_t before = q.k1 == from_end ? shape[q.k0] - a->shape()[q.k0] : q.k1;
    out = local::pad(*a, shape, int(q.k0), before, std::size_t(q.value));
  } else if (q.op == op<ops::concat>) {
    out = local::concat(*a, *b, int(q.k0));
  } else if (q.op == op<ops::flip>) {
    out = local::flip(*a, q.k0);
  } else if (q.op == op<ops::tril> || q.op == op<ops::triu>) {
    out = local::triangle(*a, q.op == op<ops::tril>, std::int64_t(q.value));
  } else if (q.op == op<ops::dynamic_slice>) {
    out = local::take_window(*a, shape, local::window(Shape(a->shape().begin(), a->shape().end()), shape, *b, q.k0));
  } else if (q.op == op<ops::dynamic_update_slice>) {
    const Shape part(b->shape().begin(), b->shape().end());
    out = local::put_window(*a, *b, local::window(shape, part, *c, q.k0));
  } else if (run_indexing(id, device)) {
  } else {
    throw std::logic_error("the interpreter does not know the op " + std::string(q.op->name));
  }
  const Dtype dtype = type.dtype;
  if (is_floating(dtype) && !options_.round) return;
  if (size_of(dtype) == 2 && (q.op == op<ops::contract> || q.op == op<ops::conv>))  // they accumulate in f32
    for (double& x : out) x = round_to(Dtype::f32, x);
  for (double& x : out) x = round_to(dtype, x);
}

/// True if the op is one of indexing or order.
bool Interpreter::run_indexing(int id, int device) {
  const Eqn& q = program_.equations[std::size_t(id)];
  HostArray& out = piece(id, device);
  if (q.a < 0) return false;
  const HostArray& a = piece(q.a, device);
  const int dimension = int(q.k0);
  if (q.op == op<ops::argsort>) return out = local::argsort(a, dimension), true;
  if (q.op == op<ops::cumsum>) return out = local::cumsum(a, dimension, q.k1), true;
  if (q.op == op<ops::clamp_index>) {
    const std::size_t size = std::size_t(mesh_.size_of(program_.extents[q.k0]));
    check_indices(id, a, size);
    out = a;
    for (double& x : out) x = local::clamped(x, size);
    return true;
  }
  const bool rows = q.op == op<ops::take> || q.op == op<ops::scatter_add>;
  if (!rows && q.op != op<ops::take_along_axis> && q.op != op<ops::scatter_add_along_axis>) return false;
  const HostArray& ids = piece(q.b, device);
  const TypeDesc& table = program_.type_of(q.a);
  const std::size_t size = mesh_.global_shape(table)[rows ? 0 : std::size_t(dimension)];
  check_indices(id, ids, size);
  if (q.op == op<ops::take>)
    out = local::take(a, ids, offset(table, 0, device), size);
  else if (q.op == op<ops::scatter_add>)
    out = local::scatter_add(a, ids, piece(q.c, device), offset(table, 0, device), size);
  else if (q.op == op<ops::take_along_axis>)
    out = local::take_along_axis(a, ids, dimension);
  else
    out = local::scatter_add_along_axis(a, ids, piece(q.c, device), dimension);
  return true;
}

void Interpreter::check_indices(int id, const HostArray& ids, std::size_t extent) const {
  if (!options_.checked) return;
  for (double i : ids)
    if (i < 0 || i >= double(extent))
      throw std::out_of_range(std::string(program_.equations[std::size_t(id)].op->name) + ": index " +
                              std::to_string(std::int64_t(i)) + " is out of range for the extent " +
                              std::to_string(extent));
}

/// A user's kernel, on blocks of the dtype.
void Interpreter::run_own(int id, int device) {
  const Eqn& q = program_.equations[std::size_t(id)];
  const auto describe = [&](auto& block, int v) {
    const TypeDesc& t = program_.type_of(v);
    const Shape& shape = local_shapes_[std::size_t(program_.equations[std::size_t(v)].type)];
    block.dtype = t.dtype;
    block.rank = t.rank;
    for (int d = 0; d < t.rank; ++d) {
      block.extents[d] = shape[std::size_t(d)];
      block.begin[d] = offset(t, d, device);
    }
  };
  const int operand[3] = {q.a, q.b, q.c};
  std::vector<std::byte> in[3];
  InBlock blocks[3];
  for (int k = 0; k < q.op->operands; ++k) {
    describe(blocks[k], operand[k]);
    in[k] = to_bytes(blocks[k].dtype, piece(operand[k], device));
    blocks[k].data = in[k].data();
  }
  OutBlock out;
  describe(out, id);
  std::vector<std::byte> bytes(out.size() * size_of(out.dtype) + 1);
  out.data = bytes.data();
  if (out.size()) q.op->kernel(out, blocks);
  piece(id, device) = from_bytes(out.dtype, bytes.data(), local_shapes_[std::size_t(q.type)]);
}

void Interpreter::run_reshard(int id) {
  const Eqn& q = program_.equations[std::size_t(id)];
  const TypeDesc &from = program_.type_of(q.a), &to = program_.type_of(id);
  // What varies is not one value: casts to and from it keep the pieces, and a psum takes them as the pieces of a sum.
  TypeDesc before = from, after = to;
  AxisUnion all;
  all.add(from.varying);
  all.add(to.varying);
  for (Name x : all) {
    const State s = rules::state_of(from, x), t = rules::state_of(to, x);
    if (s == t) continue;
    before.varying.erase(x);
    after.varying.erase(x);
    if (s != State::varying) {  // a copy: now each device's own
      if (s == State::reduced) after.reduced.insert(x);
    } else {
      before.unreduced.insert(x);
      if (t == State::pending) before.pending = to.pending;
    }
  }
  values_[std::size_t(id)] = mesh_.reshard(before, after, values_[std::size_t(q.a)]);
  count_reshards(id);
  if (!is_floating(to.dtype) || options_.round)
    for (auto& p : values_[std::size_t(id)])
      for (double& x : p) x = round_to(to.dtype, x);
}

void Interpreter::run_permute(int id) {
  const Eqn& q = program_.equations[std::size_t(id)];
  const Name axis = program_.extents[q.k0].factors[0].name;
  const int size = mesh_.axis_size(axis);
  const auto target_of = [&](int place) {
    if (q.k2 == 0) return ((place + int(q.value)) % size + size) % size;
    for (std::uint32_t k = 0; k < q.k2; ++k) {
      const int source = int(program_.numbers[q.k1 + 2 * k]), target = int(program_.numbers[q.k1 + 2 * k + 1]);
      if (source >= size || target >= size)
        throw std::invalid_argument("ppermute: a pair names a device beyond the axis " + to_string(axis));
      if (source == place) return target;
    }
    return -1;
  };
  Pieces out;
  for (const HostArray& p : values_[std::size_t(q.a)]) out.push_back(xt::zeros_like(p));
  for (int device = 0; device < mesh_.devices(); ++device) {
    const int target = target_of(mesh_.coordinate(device, axis));
    if (target < 0) continue;
    for (int other = 0; other < mesh_.devices(); ++other) {
      bool there = mesh_.coordinate(other, axis) == target;
      for (const MeshAxis& a : mesh_.axes())
        there &= a.name == axis || mesh_.coordinate(other, a.name) == mesh_.coordinate(device, a.name);
      if (there) out[std::size_t(other)] = values_[std::size_t(q.a)][std::size_t(device)];
    }
  }
  values_[std::size_t(id)] = std::move(out);
  ++collectives_.permute;
}

/// From the states alone: what leaves a pending sum is reduced, what leaves a split is gathered or exchanged. The
/// leaves of a tree share what they can in the order that their axes allow.
void Interpreter::count_reshards(int id) {
  const auto type_before = [&](int i) -> const TypeDesc& {
    return program_.type_of(program_.equations[std::size_t(i)].a);
  };
  const std::vector<int> tree = reshards_together(program_, id);
  if (tree.size() > 1) {
    std::vector<rules::LeafMoves> leaves;
    for (int i : tree) leaves.push_back({type_before(i), program_.type_of(i)});
    rules::for_each_collective(leaves, [&](Move m, const std::vector<int>&) { ++collectives_[m]; });
  }
  if (tree.size() != 1) return;
  const TypeDesc &from = type_before(id), &to = program_.type_of(id);
  AxisUnion all;
  all.add(from);
  all.add(to);
  AxisList axes[rules::move_count];
  for (Name x : all) {
    const State s = rules::state_of(from, x), t = rules::state_of(to, x);
    const bool whole = t == State::replicated || t == State::reduced;
    if (s == State::unreduced || s == State::pending || (s == State::varying && whole)) {
      if (whole) axes[int(Move::all_reduce)].insert(x);
      if (t == State::split) axes[int(Move::reduce_scatter)].insert(x);
    } else if (s == State::split) {
      if (whole) axes[int(Move::all_gather)].insert(x);
      if (t == State::split && from.dim_of(x) != to.dim_of(x)) axes[int(Move::all_to_all)].insert(x);
    }
  }
  for (int m = 0; m < rules::move_count; ++m)
    if (!axes[m].empty()) ++collectives_[Move(m)];
}

}  // namespace shardwise::interpreter
