// jit: a step that takes its types from the arrays it is called with.
#pragma once

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/tree_making.hpp>
#include <shardwise/dsl/program/program.hpp>

#include <map>
#include <memory>

namespace shardwise {

namespace detail {
/// The argument types of a program, from what a step is called with: arrays, trees of arrays, C++ numbers.
template <class T> constexpr auto argument_type_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return type<"bool[]">{};
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::conditional_t<std::is_same_v<T, float>, type<"f32[]">, type<"f64[]">>{};
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (sizeof(T) == 8)
      return type<"i64[]">{};
    else
      return std::conditional_t<std::is_same_v<T, std::uint32_t>, type<"u32[]">, type<"i32[]">>{};
  } else {
    return decltype(tree_map([]<class A>(const Array<A>&) { return A{}; }, std::declval<const T&>())){};
  }
}
}  // namespace detail

/// What `jit<f>(mesh)` makes: traces and binds f once for each combination of argument types it is called with.
/// Copies share what was bound; each thread makes its own.
template <auto F, class MeshT> class Jit {
 public:
  explicit Jit(const MeshT& mesh) : mesh_(mesh) {}

  template <class... Args> auto operator()(Args&&... args) {
    using P = CompiledProgram<std::remove_cv_t<decltype(F)>,
                              decltype(detail::argument_type_of<std::remove_cvref_t<Args>>())...>;
    return executable<P>()(std::forward<Args>(args)...);
  }

 private:
  template <class P> Executable<P, MeshT>& executable() {
    static constexpr char id = 0;  // one address a combination of types
    const exec::Calling::Guard looking(looking_);
    auto& slot = executables_[&id];
    if (!slot) slot = std::make_shared<Executable<P, MeshT>>(mesh_);
    return *static_cast<Executable<P, MeshT>*>(slot.get());
  }

  MeshT mesh_;
  std::map<const void*, std::shared_ptr<void>> executables_;
  exec::Calling looking_;  // no thread may read the map while another adds to it
};

/// `auto run = jit<step>(mesh); ws = run(std::move(ws), xs);` A C++ double is f64[], a float f32[], an int i32[], a
/// long i64[].
template <auto F, class MeshT> Jit<F, MeshT> jit(const MeshT& mesh) { return Jit<F, MeshT>(mesh); }

}  // namespace shardwise
