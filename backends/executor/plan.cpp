#include <shardwise/backends/executor/plan.hpp>

#include <fmt/format.h>

#include <cstring>

#include <shardwise/backends/executor/indexing_steps.hpp>
#include <shardwise/backends/executor/steps.hpp>
#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/kernels/random.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>
#include <shardwise/dsl/rules/window.hpp>

namespace shardwise::exec {
Plan::Plan(const ProgramView& program, std::shared_ptr<MeshInfo> mesh, const std::vector<Argument>& arguments,
           std::uint64_t print, const PlanOptions& options)
    : program_(program), mesh_(std::move(mesh)) {
  BoundSizes sizes(program_, *mesh_, arguments);
  shapes_ = shapes_of(program_, *mesh_, sizes, arguments);
  fused_ = FusedGroups(program_);
  for (const FusedGroup& g : fused_.all) fused_calls_.push_back(bind_fused(g, shapes_));
  operands_ = operands_of(program_, *mesh_, shapes_, fused_);
  Fingerprint h;
  h << print << mesh_->description();
  for (const Argument& a : arguments)
    for (int d = 0; d < a.shape.rank; ++d) h << a.shape[d];
  mesh_->world().agree(h.value(), "a step's program and the sizes of its arguments");

  find_groups();
  plan_permutes();
  std::vector<std::size_t> scratch = plan_contractions(options.blocks);
  packing_ = plan_packing(program_, shapes_, operands_, contractions_, contraction_of_, options.pack);
  for (std::size_t i = 0; i < scratch.size(); ++i)
    if (packing_.of[i] >= 0) scratch[i] = 0;
  for (const FusedCall& c : fused_calls_) scratch[at(c.begin)] = c.scratch_bytes;
  std::vector<char> moved;
  for (const Argument& a : arguments) moved.push_back(a.moved);
  const auto gathering = [&](GatheredSum& sum) {
    return plan_gathering(sum, contractions_[at(contraction_of_[at(sum.product)])], options.gather);
  };
  storage_ = plan_storage(program_, shapes_, operands_, groups_, fused_, scratch, packing_, gathering, moved, options);
  make_steps(sizes);
  make_slots();
}

// Reshards of the leaves of one tree run together, where the first stands, if all their operands are there by then.
void Plan::find_groups() {
  const int n = int(program_.equations.size());
  group_of_.assign(at(n), -1);
  for (int i = 0; i < n; ++i) {
    const Eqn& e = program_.equations[at(i)];
    if (shapes_.code[at(i)] != OpCode::reshard || operands_.view[at(i)] >= 0) continue;
    ReshardGroup* group = nullptr;
    if (e.group != 0 && !groups_.empty()) {
      ReshardGroup& last = groups_.back();
      const int first = last.equations.front();
      if (program_.equations[at(first)].group == e.group && shapes_.loop[at(first)] == shapes_.loop[at(i)] &&
          shapes_.branch[at(first)] == shapes_.branch[at(i)] && e.a < first)
        group = &last;
    }
    if (!group) {
      groups_.emplace_back();
      group = &groups_.back();
      group_of_[at(i)] = int(groups_.size()) - 1;
    }
    group->equations.push_back(i);
  }
  for (ReshardGroup& g : groups_) {
    std::vector<ReshardLeaf> leaves;
    for (int i : g.equations) {
      const int a = program_.equations[at(i)].a;
      leaves.push_back({a, i, program_.type_of(a), program_.type_of(i), shapes_.value[at(a)].local});
    }
    g.plan = plan_reshard(*mesh_, leaves);
  }
}

std::vector<std::size_t> Plan::plan_contractions(bool blocks) {
  std::vector<std::size_t> scratch(program_.equations.size());
  contraction_of_.assign(program_.equations.size(), -1);
  for (std::size_t i = 0; i < program_.equations.size(); ++i) {
    if (shapes_.code[i] == OpCode::random_permutation) {
      scratch[i] = kernels::permutation_scratch(global_shape(int(i)).size());
      continue;
    }
    if (shapes_.code[i] != OpCode::contract && shapes_.code[i] != OpCode::conv) {
      scratch[i] = indexing_scratch(program_, shapes_, int(i));
      continue;
    }
    const Eqn& e = program_.equations[i];
    if (shapes_.code[i] == OpCode::conv) {
      contraction_of_[i] = int(convolutions_.size());
      const auto window = [](std::uint32_t packed) {
        const rules::Window w = rules::Window::of(packed);
        return kernels::ConvWindow{w.spread, w.stride, w.step, w.before};
      };
      convolutions_.push_back(kernels::plan_convolve(window(e.k0), window(e.k1), local_shape(e.a), local_shape(e.b),
                                                     local_shape(int(i)), program_.type_of(e.a).dtype,
                                                     program_.type_of(e.b).dtype, program_.type_of(int(i)).dtype));
      scratch[i] = convolutions_.back().scratch_bytes;
      continue;
    }
    contraction_of_[i] = int(contractions_.size());
    contractions_.push_back(kernels::plan_contract(e.k0, e.k1, e.k2, local_shape(e.a), local_shape(e.b),
                                                   program_.type_of(e.a).dtype, program_.type_of(e.b).dtype,
                                                   program_.type_of(int(i)).dtype, blocks));
    scratch[i] = contractions_.back().scratch_bytes;
  }
  return scratch;
}

/// The axis that an equation's attribute names.
Name Plan::axis_of(int equation) const { return program_.extents[program_.equations[at(equation)].k0].factors[0].name; }

void Plan::plan_permutes() {
  permute_of_.assign(program_.equations.size(), -1);
  for (int i = 0; i < int(program_.equations.size()); ++i) {
    if (shapes_.code[at(i)] != OpCode::permute) continue;
    const Eqn& e = program_.equations[at(i)];
    AxisList axes;
    axes.push(axis_of(i));
    const int size = mesh_->size(axes), me = mesh_->index(axes);
    Permute p{&mesh_->communicator(axes)};
    if (e.k2 == 0) {
      const int shift = int(e.value) % size;
      p.source = (me - shift + size) % size;
      p.target = (me + shift + size) % size;
    }
    for (std::uint32_t k = 0; k < e.k2; ++k) {
      const std::uint32_t source = program_.numbers[e.k1 + 2 * k], target = program_.numbers[e.k1 + 2 * k + 1];
      if (source >= std::uint32_t(size) || target >= std::uint32_t(size))
        throw Error(fmt::format("ppermute: the pair ({}, {}) is beyond axis {}, which has {} devices", source, target,
                                shardwise::to_string(axis_of(i)), size));
      if (int(target) == me) p.source = int(source);
      if (int(source) == me) p.target = int(target);
    }
    permute_of_[at(i)] = int(permutes_.size());
    permutes_.push_back(p);
  }
}

int Plan::plan_own(int i) {
  const auto describe = [&](auto& block, int v) {
    const TypeDesc& type = program_.type_of(v);
    const Shape &local = local_shape(v), begin = block_offset(*mesh_, type, local, mesh_->rank());
    block.dtype = type.dtype;
    block.rank = local.rank;
    for (int d = 0; d < local.rank; ++d) {
      block.extents[d] = local[d];
      block.begin[d] = begin[d];
    }
  };
  const Eqn& e = program_.equations[at(i)];
  OwnCall call;
  describe(call.out, i);
  const int operand[3] = {e.a, e.b, e.c};
  for (std::size_t k = 0; k < 3; ++k)
    if (operand[k] >= 0) describe(call.in[k], operand[k]);
  own_calls_.push_back(call);
  return int(own_calls_.size()) - 1;
}

void Plan::make_steps(const BoundSizes& sizes) {
  const int n = int(program_.equations.size());
  steps_.resize(at(n));
  scalar_of_.assign(at(n), -1);
  int slots = n;
  for (int i = 0; i < n; ++i) {
    const Eqn& e = program_.equations[at(i)];
    const OpCode c = shapes_.code[at(i)];
    Step& s = steps_[at(i)];
    const int operand[3] = {e.a, e.b, e.c};
    for (int k = 0; k < 3; ++k) s.operand[k] = operand[k];
    s.value = e.value;
    if (is_header(c)) {
      s.extra = storage_.loop[at(i)];
      continue;
    }
    s.count = shapes_.value[at(i)].count;
    if (operands_.view[at(i)] >= 0) s.alias = operands_.view[at(i)];
    s.offset = operands_.offset[at(i)];
    if (storage_.merged[at(i)] >= 0) s.alias = storage_.merged[at(i)];
    if (c == OpCode::item) s.stride = bytes(i);
    if (c == OpCode::stack) s.stride = storage_.in_slot[at(i)] ? 0 : bytes(e.a);
    if (c == OpCode::divide_by_size) s.value = double(sizes.value(program_.extents[e.k0], "divide_by_size"));
    if (c == OpCode::clamp_index) s.stride = std::size_t(sizes.value(program_.extents[e.k0], "clamp_index"));
    if (c == OpCode::contract || c == OpCode::conv) s.extra = contraction_of_[at(i)];
    if (c == OpCode::contract) s.value = contract_alpha(e);
    if (c == OpCode::reshard) s.extra = group_of_[at(i)];
    if (c == OpCode::own) s.extra = plan_own(i);
    if (c == OpCode::permute) s.extra = permute_of_[at(i)];
    if (c == OpCode::axis_index) s.value = mesh_->coordinate(axis_of(i));
    if (c == OpCode::axis_size) s.value = mesh_->size(axis_of(i));
    if (c == OpCode::concat) s.extra = plan_concat(i);
    s.packed = packing_.of[at(i)];
    s.gathered = storage_.gather_of[at(i)];
    s.accumulate = storage_.accumulate[at(i)];
    if (c == OpCode::iota)
      s.offset = block_offset(*mesh_, program_.type_of(i), local_shape(i), mesh_->rank())[int(e.k0)];
    if (c == OpCode::take || c == OpCode::scatter_add)  // the first row that lies here
      s.offset = block_offset(*mesh_, program_.type_of(e.a), local_shape(e.a), mesh_->rank())[0];
    if (const int g = fused_.of[at(i)]; g >= 0) {
      s.extra = g;
      const std::size_t member = at(i - fused_.all[at(g)].begin);
      FusedCall& call = fused_calls_[at(g)];
      call.values[member] = s.value;
      if (fused::draws(e.op)) {
        call.drawings.resize(call.values.size());
        call.drawings[member] = drawing_of(*this, i);
      }
      // A member that only shows another one, or is not stored, has no place.
      if (operands_.view[at(i)] < 0 || !operands_.stored[at(i)]) s.alias = -1;
      continue;
    }
    // What nobody needs does nothing.
    if (!operands_.stored[at(i)]) {
      s.alias = i;
      s.offset = s.stride = 0;
    }
    if (is_elementwise(c))
      for (int k = 0; k < 3; ++k) {
        const Source& r = operands_.source[at(i)][at(k)];
        if (r.value < 0) continue;
        s.operand[k] = r.value;
        s.mode[k] = r.mode;
        s.period[k] = std::max<std::size_t>(r.period, 1);
        if (r.constant) {
          if (scalar_of_[at(r.value)] < 0) scalar_of_[at(r.value)] = slots++;
          s.operand[k] = scalar_of_[at(r.value)];
        }
      }
  }
  slots_.assign(at(slots), nullptr);
}

int Plan::plan_concat(int i) {
  ConcatPlan plan;
  const Shape& shape = local_shape(i);
  const int dim = int(program_.equations[at(i)].k0);
  std::size_t inner = size_of(program_.type_of(i).dtype), offset = 0;
  for (int d = 0; d < dim; ++d) plan.rows *= shape[d];
  for (int d = dim + 1; d < shape.rank; ++d) inner *= shape[d];
  plan.pitch = shape[dim] * inner;
  for (int v : operands_.parts[at(i)]) {
    plan.parts.push_back({v, offset, local_shape(v)[dim] * inner});
    offset += plan.parts.back().bytes;
  }
  concats_.push_back(std::move(plan));
  return int(concats_.size()) - 1;
}

void Plan::make_slots() {
  const int n = int(program_.equations.size());
  arena_ = mesh_->world().arena(storage_.arena_bytes);
  for (std::size_t k = 0; k < storage_.gathers.size(); ++k)
    gatherings_.emplace_back(storage_.gathers[k], arena_.data() + storage_.gathered[k]);
  scalars_.resize(slots_.size() - at(n));
  for (int i = 0; i < n; ++i)
    if (const int slot = scalar_of_[at(i)]; slot >= 0) {
      slots_[at(slot)] = reinterpret_cast<std::byte*>(&scalars_[at(slot - n)]);
      const Eqn& e = program_.equations[at(i)];
      kernels::fill(program_.type_of(i).dtype, slots_[at(slot)], e.value, 1);
    }
  output_members_.resize(program_.outputs.size());
  for (int i = 0; i < n; ++i) {
    const Storage::Place& place = storage_.place[at(i)];
    if (place.kind == Storage::Kind::arena) slots_[at(i)] = arena_.data() + place.offset;
    if (place.kind == Storage::Kind::output) output_members_[at(place.output)].push_back(i);
  }
  frame_.slot = slots_.data();
  frame_.step = steps_.data();
  frame_.plan = this;
#ifdef SHARDWISE_CHECKED
  frame_.checked = true;
#endif
}

void Plan::begin(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
  for (std::size_t k = 0; k < inputs.size(); ++k) slots_[at(program_.inputs[k])] = inputs[k];
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (int v : output_members_[k]) slots_[at(v)] = outputs[k];
  outputs_ = outputs;
}

void Plan::pack(int operand) {
  const PackedOperand& o = packing_.operands[at(operand)];
  const std::byte* from = slots_[at(o.source)];
  std::byte* to = arena_.data() + storage_.packed[at(operand)];
  for (std::int64_t k = 0; k < o.count; ++k, from += o.bytes, to += o.packed_bytes)
    if (o.dtype == Dtype::f64)
      kernels::pack(o.right, reinterpret_cast<const double*>(from), to);
    else
      kernels::pack(o.right, reinterpret_cast<const float*>(from), to);
}

void Plan::finish() {
  for (const auto& [value, output] : storage_.output_copies)
    if (const std::size_t n = bytes(value)) std::memcpy(outputs_[at(output)], slots_[at(value)], n);
}

MemoryReport Plan::memory() const {
  MemoryReport m;
  for (int v : program_.inputs) m.arguments += bytes(v);
  for (int v : program_.outputs) m.results += bytes(v);
  m.temporaries = storage_.arena_bytes;
  return m;
}

ReshardCost Plan::reshard_cost() const {
  ReshardCost sum;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const ReshardCost c = cost_of(groups_[g].plan, slots_.data(), arena_.data() + storage_.group_scratch[g]);
    sum.copies += c.copies;
    sum.strided_copies += c.strided_copies;
    sum.collectives += c.collectives;
    sum.copied_bytes += c.copied_bytes;
    sum.zeroed_bytes += c.zeroed_bytes;
    sum.scratch_bytes += c.scratch_bytes;
  }
  return sum;
}

}  // namespace shardwise::exec
