#include <shardwise/backends/executor/plan.hpp>

#include <cstring>

#include <shardwise/backends/executor/fingerprint.hpp>
#include <shardwise/backends/executor/world.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

namespace shardwise::exec {
namespace {

std::size_t at(int i) { return std::size_t(i); }

class Hash {
 public:
  template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T> Hash& operator<<(T v) {
    std::uint64_t u = std::uint64_t(v);
    for (int i = 0; i < 8; ++i, u >>= 8) h_ = (h_ ^ (u & 255)) * 1099511628211u;
    return *this;
  }
  Hash& operator<<(double v) { return *this << std::bit_cast<std::uint64_t>(v); }
  Hash& operator<<(std::string_view s) {
    h_ = detail::fingerprint(s, h_);
    return *this << s.size();
  }
  Hash& operator<<(const Extent& e) { return *this << std::string_view(to_string(e)) << e.unknown; }
  std::uint64_t value() const { return h_; }

 private:
  std::uint64_t h_ = 14695981039346656037u;
};

}  // namespace

std::uint64_t hash_of(const ProgramView& p) {
  Hash h;
  for (const Eqn& e : p.equations)
    h << e.op->name << e.op->op_class << e.a << e.b << e.c << e.type << e.group << e.value << e.k0 << e.k1 << e.k2;
  for (const TypeDesc& t : p.types) {
    h << std::string_view(shardwise::to_string(t));
    for (int d = 0; d < t.rank; ++d) h << t.dims[d].extent.unknown;
  }
  for (const Extent& e : p.extents) h << e;
  for (const Equality& q : p.equalities) h << q.left << q.right;
  for (int v : p.inputs) h << v;
  for (int v : p.outputs) h << v;
  return h.value();
}

Plan::Plan(const ProgramView& program, std::shared_ptr<MeshInfo> mesh, const std::vector<Argument>& arguments,
           std::uint64_t print)
    : program_(program), mesh_(std::move(mesh)) {
  const BoundSizes sizes(program_, *mesh_, arguments);
  shapes_ = shapes_of(program_, *mesh_, sizes, arguments);
  operands_ = operands_of(program_, shapes_);
  Hash h;
  h << print << std::string_view(mesh_->description());
  for (const Argument& a : arguments)
    for (int d = 0; d < a.shape.rank; ++d) h << a.shape[d];
  mesh_->world().agree(h.value(), "a step's program and the sizes of its arguments");

  find_groups();
  const std::vector<std::size_t> scratch = plan_contractions();
  storage_ = plan_storage(program_, shapes_, operands_, groups_, scratch);
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
          e.a < first)
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

std::vector<std::size_t> Plan::plan_contractions() {
  std::vector<std::size_t> scratch(program_.equations.size());
  contraction_of_.assign(program_.equations.size(), -1);
  for (std::size_t i = 0; i < program_.equations.size(); ++i) {
    if (shapes_.code[i] != OpCode::contract) continue;
    const Eqn& e = program_.equations[i];
    contraction_of_[i] = int(contractions_.size());
    contractions_.push_back(kernels::plan_contract(e.k0, e.k1, e.k2, local_shape(e.a), local_shape(e.b),
                                                   program_.type_of(e.a).dtype, program_.type_of(e.b).dtype,
                                                   program_.type_of(int(i)).dtype));
    scratch[i] = contractions_.back().scratch_bytes;
  }
  return scratch;
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
    if (c == OpCode::scan) {
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
    if (c == OpCode::contract) s.extra = contraction_of_[at(i)];
    if (c == OpCode::reshard) s.extra = group_of_[at(i)];
    s.accumulate = storage_.accumulate[at(i)];
    if (c == OpCode::iota)
      s.offset = block_offset(*mesh_, program_.type_of(i), local_shape(i), mesh_->rank())[int(e.k0)];
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

void Plan::make_slots() {
  const int n = int(program_.equations.size());
  arena_ = kernels::Arena(storage_.arena_bytes);
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
  frame_ = {slots_.data(), steps_.data(), this};
}

void Plan::begin(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
  for (std::size_t k = 0; k < inputs.size(); ++k) slots_[at(program_.inputs[k])] = inputs[k];
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (int v : output_members_[k]) slots_[at(v)] = outputs[k];
  outputs_ = outputs;
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

}  // namespace shardwise::exec
