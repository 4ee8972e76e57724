#include <shardwise/backends/executor/executable.hpp>

#include <fmt/format.h>

namespace shardwise::exec {
namespace {

/// The argument lies on the mesh as the program wants it.
void check_type(const TypeDesc& expected, const ArrayStorage& array, const MeshInfo& mesh, const std::string& name) {
  const TypeDesc& got = array.type();
  if (&array.mesh() != &mesh)
    throw Error(
        fmt::format("{}: expected an array on the mesh of the step, {}; got one on another mesh, {} (a mesh equals "
                    "itself only: make one and use it for all)",
                    name, mesh.description(), array.mesh().description()));
  TypeDesc same = got;
  if (got.rank == expected.rank)
    for (int d = 0; d < got.rank; ++d) same.dims[d].extent = expected.dims[d].extent;
  if (!(same == expected))
    throw Error(
        fmt::format("{}: expected {}, got {}", name, shardwise::to_string(expected), shardwise::to_string(got)));
}

}  // namespace

void Calling::Guard::refuse() {
  throw Error(
      "call of a step: the executable is called from two threads at once, or from an op of its own; its calls share "
      "memory: make an executable for each thread");
}

Executor::Executor(const ProgramView& program, std::shared_ptr<MeshInfo> mesh, std::uint64_t fingerprint,
                   const PlanOptions& options)
    : program_(program),
      mesh_(std::move(mesh)),
      fingerprint_(fingerprint),
      options_(options),
      given_(program.outputs.size()) {}

void Executor::compare(std::span<const Input> inputs) const {
  Fingerprint h;
  h << fingerprint_ << mesh_->description();
  std::string sizes;
  for (const Input& in : inputs) {
    const std::string size = in.array ? shardwise::to_string(in.array->shape()) : "a number";
    h << size;
    sizes += (sizes.empty() ? "" : ", ") + size;
  }
  mesh_->world().agree(h.value(), "a call of a step with " + sizes);
}

bool Executor::fits(const Bound& b, std::span<const Input> inputs) const {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const ArrayStorage* a = inputs[k].array;
    if (!a) continue;
    if (a->empty() || &a->type() != b.types[k] || !(a->shape() == b.shapes[k]) || &a->mesh() != mesh_.get())
      return false;
  }
  return true;
}

void Executor::select(std::span<const Input> inputs, const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (inputs[k].array)
      inputs[k].array->require(shardwise::to_string(program_.type_of(program_.inputs[k])), "use as " + names[k]);
  for (const auto& b : bound_)
    if (fits(*b, inputs)) {
      current_ = b.get();
      return;
    }
  auto made = std::make_unique<Bound>();
  std::vector<Argument> arguments;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const TypeDesc& expected = program_.type_of(program_.inputs[k]);
    const ArrayStorage* a = inputs[k].array;
    if (a) check_type(expected, *a, *mesh_, names[k]);
    made->types.push_back(a ? &a->type() : nullptr);
    made->shapes.push_back(a ? a->shape() : Shape{});
    arguments.push_back({&expected, made->shapes.back(), names[k], inputs[k].moved});
  }
  // Arrays of another C++ type, but of the same sizes, run by the plan that is there.
  for (const auto& b : bound_)
    if (b->shapes == made->shapes) {
      b->types = made->types;
      current_ = b.get();
      return;
    }
  made->plan = std::make_unique<Plan>(program_, mesh_, arguments, fingerprint_, options_);
  bound_.push_back(std::move(made));
  current_ = bound_.back().get();
}

SharedBytes Executor::donated_bytes(std::size_t k, std::span<const Input> inputs) const {
  const int donor = current_->plan->donor(k);
  if (donor < 0) return nullptr;
  const Input& given = inputs[std::size_t(donor)];
  if (!given.array || !given.moved) return nullptr;
  // One array passed twice is one holder only.
  for (const Input& other : inputs)
    if (&other != &given && other.array == given.array) return nullptr;
  // The array itself, and perhaps what is kept here of an earlier result: of this output, or of another one.
  const SharedBytes& bytes = given.array->bytes();
  long holders = 1;
  for (const auto& output : given_)
    for (const Given& g : output) holders += g.bytes == bytes;
  return bytes.use_count() == holders ? bytes : nullptr;
}

SharedBytes Executor::result_bytes(std::size_t k, std::size_t bytes) {
  constexpr std::size_t kept = 4;
  auto& given = given_[k];
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].bytes.use_count() == 1 && given[i].size >= bytes) return given[i].bytes;
  if (given.size() == kept) given.erase(given.begin());
  given.push_back({allocate_bytes(mesh_->world(), bytes), bytes});
  return given.back().bytes;
}

void Executor::measure(Residuals& residuals) const {
  current();
  std::vector<Argument> arguments;
  for (std::size_t k = 0; k < program_.inputs.size(); ++k)
    arguments.push_back(
        {&program_.type_of(program_.inputs[k]), current_->shapes[k], "argument " + std::to_string(k + 1)});
  const BoundSizes sizes(program_, *mesh_, arguments);
  for (Residual& r : residuals.list) {
    std::int64_t elements = 1, blocks = 1;
    bool known = true;
    const auto times = [&](std::int64_t& n, const Extent& e) {
      const auto value = sizes.find(e);
      known = known && value;
      n *= value.value_or(1);
    };
    for (int d = 0; d < r.type.rank; ++d) {
      times(elements, r.type.dims[d].extent);
      for (Name x : r.type.dims[d].axes) times(blocks, extent(x));
    }
    r.bytes = known ? elements / blocks * std::int64_t(size_of(r.type.dtype)) : -1;
  }
}

const Plan& Executor::current() const {
  if (!current_) throw Error("the step is not bound to sizes yet: they come with its first call");
  return *current_->plan;
}

}  // namespace shardwise::exec
