// A compiled step on a mesh: binds on its first call per sizes, then runs straight-line code.
#pragma once

#include <shardwise/backends/executor/argument_check.hpp>
#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/number.hpp>
#include <shardwise/backends/executor/runner.hpp>
#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/kernels/cpu.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>
#include <shardwise/dsl/transform/saved_residuals.hpp>
#include <shardwise/dsl/transform/transforms.hpp>
#include <shardwise/dsl/tree/tree.hpp>

#include <atomic>

namespace shardwise {

/// Arrays are leaves of trees.
template <class A> inline constexpr bool is_tree_leaf<Array<A>> = true;

namespace exec {

/// Whether a call runs: a second one at the same time would work in the same memory. Copies are idle.
class Calling {
 public:
  Calling() = default;
  Calling(const Calling&) noexcept {}
  Calling& operator=(const Calling&) noexcept { return *this; }

  /// While it lives the call runs. Error where one runs already.
  class Guard {
   public:
    explicit Guard(Calling& calling) : calling_(calling) {
      if (calling.runs_.exchange(true, std::memory_order_acquire)) [[unlikely]]
        refuse();
    }
    ~Guard() { calling_.runs_.store(false, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    [[noreturn]] static void refuse();
    Calling& calling_;
  };

 private:
  std::atomic<bool> runs_ = false;
};

/// What an executable keeps between calls: plans per sizes, and results' memory that nobody uses any more. Not a
/// template.
class Executor {
 public:
  Executor(const ProgramView& program, std::shared_ptr<MeshInfo> mesh, std::uint64_t fingerprint,
           const PlanOptions& options);

  /// One leaf of the arguments of a call: an array, or a scalar's bytes.
  struct Input {
    const ArrayStorage* array = nullptr;
    std::byte* scalar = nullptr;
    bool moved = false;  ///< the caller gives the array away
  };
  /// The plan for these arguments, made on their first call; `name(k)` is what messages call leaf k. Errors: a type or
  /// mesh other than the program's, an empty array, and what Plan throws.
  template <class Name> Plan& plan_for(std::span<const Input> inputs, const Name& name) {
    if (mesh_->world().checked()) [[unlikely]]
      compare(inputs);
    if (!current_ || !fits(*current_, inputs)) [[unlikely]] {
      std::vector<std::string> names;
      for (std::size_t k = 0; k < inputs.size(); ++k) names.push_back(name(k));
      select(inputs, names);
    }
    return *current_->plan;
  }
  /// Memory for result k; of an earlier one that nobody holds any more, if there is one.
  SharedBytes result_bytes(std::size_t k, std::size_t bytes);
  /// The memory of a moved argument, for result k to be written in place: where the plan allows it, and nobody else
  /// holds the memory. Otherwise nothing.
  SharedBytes donated_bytes(std::size_t k, std::span<const Input> inputs) const;

  /// Set by each call.
  Calling& calling() { return calling_; }
  std::uint64_t fingerprint() const { return fingerprint_; }
  /// Of the sizes of the last call. Error before the first.
  const Plan& current() const;
  /// Fills in the bytes with the sizes of the last call; -1 stays where they do not follow from these.
  void measure(Residuals& residuals) const;

 private:
  struct Bound {
    std::vector<const TypeDesc*> types;
    std::vector<Shape> shapes;
    std::unique_ptr<Plan> plan;
  };
  /// Error on every device where devices call different steps, or one with different sizes.
  void compare(std::span<const Input> inputs) const;
  bool fits(const Bound& bound, std::span<const Input> inputs) const;
  void select(std::span<const Input> inputs, const std::vector<std::string>& names);

  ProgramView program_;
  std::shared_ptr<MeshInfo> mesh_;
  std::uint64_t fingerprint_;
  PlanOptions options_;
  std::vector<std::unique_ptr<Bound>> bound_;
  Bound* current_ = nullptr;
  struct Given {
    SharedBytes bytes;
    std::size_t size = 0;
  };
  Calling calling_;
  std::vector<std::vector<Given>> given_;  ///< per result: memory handed out lately
};

/// The type of result k of a program, for array_type_from.
template <class P, std::size_t K> struct ResultDesc {
  static constexpr TypeDesc value = [] {
    TypeDesc t = exec::compiled_view<P>().type_of(exec::compiled_view<P>().outputs[K]);
    for (int d = 0; d < t.rank; ++d)
      if (t.dims[d].extent.is_unknown()) t.dims[d].extent = unknown_extent(-1);
    return t;
  }();
};

/// What the transforms of P's step let the plan decide.
template <class P> constexpr PlanOptions plan_options() {
  PlanOptions options;
  if constexpr (requires { typename P::step; }) {
    constexpr Transforms which = shardwise::detail::transforms_of<typename P::step>();
    if (!which.pack) options.pack = PackOperands::never;
    if (!which.gather) options.gather = PackOperands::never;
    options.accumulate = which.accumulate;
    options.in_place = which.in_place;
    options.donate = which.donate;
    options.stack_in_place = which.stack_in_place;
    options.side_by_side = which.side_by_side;
    options.blocks = which.blocks;
  }
  return options;
}

}  // namespace exec

/// The program P on one mesh, for this device: a function on arrays and trees of arrays. Every device makes and calls
/// its own, in the same order. A moved argument is donated: it is empty afterwards, and when nobody else holds its
/// memory a result gets it, this call's where that can be written in place, so that a loop `ws = run(std::move(ws), x)`
/// allocates nothing.
template <class P, class MeshT> class Executable {
 public:
  explicit Executable(const MeshT& mesh)
      : mesh_(mesh),
        executor_(exec::compiled_view<P>(), mesh.info(), shardwise::fingerprint(exec::compiled_view<P>()),
                  exec::plan_options<P>()) {
    if constexpr (requires { MeshT::axes; }) detail::accept<detail::MeshProblem<P, MeshT>>();
    detail::accept<detail::KernelProblem<P>>();
  }

  /// Arguments are arrays, trees of arrays, and C++ numbers for arguments of rank 0: Error where the dtype does not
  /// hold a number, or holds it as an infinity only. The first call with new sizes binds: Error where sizes disagree,
  /// do not divide, or differ between devices; see exec::Plan. One call at a time: calls share memory, and a second one
  /// from another thread is an Error.
  template <class... Args> auto operator()(Args&&... args) {
    // The error was reported where the step is; an argument stands for the results, so that it is the only one.
    if constexpr (after_error)
      return first_of(args...);
    else
      return call(std::forward<Args>(args)...);
  }
  template <class... Args> auto run(Args&&... args) { return (*this)(std::forward<Args>(args)...); }

  const MeshT& mesh() const { return mesh_; }
  /// The same number for the same program, on every rank and in every run.
  std::uint64_t fingerprint() const { return executor_.fingerprint(); }
  /// Bytes per device with the sizes of the last call. Error before the first.
  MemoryReport memory() const { return executor_.current().memory(); }
  /// What its gradients keep of the forward pass, with bytes per device for the sizes of the last call. Error before
  /// the first.
  Residuals saved_residuals() const {
    Residuals r = P::saved_residuals();
    executor_.measure(r);
    return r;
  }

 private:
  static constexpr bool after_error = [] {
    if constexpr (requires { P::collectives().after_error; })
      return P::collectives().after_error;
    else
      return false;
  }();
  template <class T, class... Rest> static std::remove_cvref_t<T> first_of(const T& first, const Rest&...) {
    return first;
  }

  template <class... Args> auto call(Args&&... args) {
    static_assert((std::size_t{0} + ... + leaves<Args>()) == inputs,
                  "the number of arrays does not match the program's arguments");
    check_types<std::remove_cvref_t<Args>...>();
    const exec::Calling::Guard running(executor_.calling());
    std::array<exec::Executor::Input, inputs> in;
    std::array<std::array<std::byte, 8>, inputs> scalars;
    const auto name = [](std::size_t k) {
      static const std::vector<std::string> names = argument_names<std::remove_cvref_t<Args>...>();
      return names[k];
    };
    {
      std::size_t k = 0;
      (collect(args, k, in, scalars, name), ...);
    }
    {
      std::size_t k = 0;
      (mark<Args>(k, in), ...);
    }
    exec::Plan& plan = executor_.plan_for(std::span<const exec::Executor::Input>(in), name);
    std::array<std::byte*, inputs> in_bytes;
    for (std::size_t k = 0; k < inputs; ++k)
      in_bytes[k] = in[k].array ? const_cast<std::byte*>(in[k].array->data()) : in[k].scalar;
    std::array<SharedBytes, outputs> results;
    std::array<std::byte*, outputs> out_bytes;
    for (std::size_t k = 0; k < outputs; ++k) {
      results[k] = executor_.donated_bytes(k, in);
      if (!results[k]) results[k] = executor_.result_bytes(k, plan.bytes(view().outputs[k]));
      out_bytes[k] = results[k].get();
    }
    plan.begin(in_bytes, out_bytes);
    exec::Runner<P>::run(plan.frame());
    plan.finish();
    (take(std::forward<Args>(args)), ...);
    return result(plan, results);
  }

  static constexpr ProgramView view() { return exec::compiled_view<P>(); }
  static constexpr std::size_t inputs = exec::compiled_view<P>().inputs.size();
  static constexpr std::size_t outputs = exec::compiled_view<P>().outputs.size();

  template <class T> static constexpr std::size_t leaves() {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<T>>)
      return 1;
    else
      return tree_size<std::remove_cvref_t<T>>();
  }

  // Each array against the program's argument: a wrong layout does not compile.
  template <class... Args> static constexpr void check_types() {
    [&]<class... L>(std::type_identity<hana::tuple<L...>>) {
      [&]<std::size_t... K>(std::index_sequence<K...>) { (check_leaf<K, L>(), ...); }
      (std::index_sequence_for<L...>{});
    }(std::type_identity<decltype(hana::flatten(hana::make_tuple(numbered_leaves<Args>()...)))>{});
  }
  template <class T> static constexpr auto numbered_leaves() {
    if constexpr (std::is_arithmetic_v<T>)
      return hana::make_tuple(hana::type_c<T>);
    else
      return hana::transform(tree_leaves(tree_map([]<class A>(const Array<A>&) { return A{}; }, T{})), hana::typeid_);
  }
  template <std::size_t K, class L> static constexpr void check_leaf() {
    using A = typename L::type;
    if constexpr (ArrayTypeLike<A>)
      detail::accept<detail::ArgumentProblem<P, K, argument_of(K), A>>();
    else
      detail::accept<detail::NumberProblem<P, K, argument_of(K)>>();
  }
  // The number, from 1, of the argument that leaf k belongs to.
  static constexpr int argument_of(std::size_t k) {
    if constexpr (requires { typename P::argument_types; }) {
      return []<class... T>(std::type_identity<std::tuple<T...>>, std::size_t leaf) {
        int n = 0;
        std::size_t begin = 0;
        ((n += begin <= leaf, begin += tree_size<T>()), ...);
        return n;
      }(std::type_identity<typename P::argument_types>{}, k);
    } else {
      return int(k) + 1;
    }
  }

  template <class T> static void collect(const T& argument, std::size_t& k, auto& in, auto& scalars, const auto& name) {
    if constexpr (std::is_arithmetic_v<T>) {
      const TypeDesc& t = view().type_of(view().inputs[k]);
      if (t.rank != 0) throw Error("argument " + to_string(t) + " is no scalar, got a number");
      if (t.dtype == Dtype::key)
        throw Error("argument " + to_string(t) + " is a key, got a number; random::key makes keys");
      std::byte* out = scalars[k].data();
      if (!detail::store_number(out, t.dtype, argument)) [[unlikely]]
        throw Error(name(k) + ": " + to_string(t) + ": " + detail::number_problem(t.dtype, argument));
      in[k++].scalar = out;
    } else {
      tree_for_each([&](const auto& leaf) { in[k++].array = &leaf.storage(); }, argument);
    }
  }

  template <class T> static void mark(std::size_t& k, auto& in) {
    constexpr bool moved = !std::is_lvalue_reference_v<T> && !std::is_const_v<T>;
    for (std::size_t n = leaves<T>(); n > 0; --n) in[k++].moved = moved;
  }

  // A moved argument ends here.
  template <class T> static void take([[maybe_unused]] T&& argument) {
    if constexpr (!std::is_lvalue_reference_v<T> && !std::is_const_v<T>) [[maybe_unused]]
      const std::remove_cvref_t<T> taken(std::move(argument));
  }

  // What messages call the leaves: the program's own names for them, or `argument 1 (layer1.kernel)`.
  template <class... Args> static std::vector<std::string> argument_names() {
    if constexpr (requires { P::argument_paths(); }) {
      return P::argument_paths();
    } else {
      std::vector<std::string> names;
      int n = 0;
      const auto one = [&]<class T>(std::type_identity<T>) {
        const std::string self = "argument " + std::to_string(++n);
        if constexpr (std::is_arithmetic_v<T>) {
          names.push_back(self);
        } else {
          for (const std::string& path : tree_paths<T>())
            names.push_back(path.empty() ? self : self + " (" + path + ")");
        }
      };
      (one(std::type_identity<Args>{}), ...);
      return names;
    }
  }

  // In the shape that the step returned; for programs without one, an array or a tuple of arrays.
  auto result(const exec::Plan& plan, std::array<SharedBytes, outputs>& bytes) const {
    const auto make = [&]<class A>(A, std::size_t k) {
      return Array<A>(ArrayStorage(mesh_.info(), A::desc, plan.global_shape(view().outputs[k]), std::move(bytes[k])));
    };
    if constexpr (requires { typename P::result_type; }) {
      std::size_t k = 0;
      return tree_map([&]<class A>(A type) { return make(type, k++); }, typename P::result_type{});
    } else if constexpr (outputs == 1) {
      return make(array_type_from<exec::ResultDesc<P, 0>>{}, 0);
    } else {
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return hana::make_tuple(make(array_type_from<exec::ResultDesc<P, K>>{}, K)...);
      }
      (std::make_index_sequence<outputs>{});
    }
  }

  MeshT mesh_;
  exec::Executor executor_;
};

/// What `Step::on(mesh)` calls.
template <class P, class MeshT> Executable<P, MeshT> bind_program(std::type_identity<P>, const MeshT& mesh) {
  return Executable<P, MeshT>(mesh);
}

}  // namespace shardwise
