// Starting a program's devices.
#pragma once

#include <type_traits>
#include <utility>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/kernels/cpu.hpp>
#include <shardwise/backends/local/launch.hpp>
#ifdef SHARDWISE_WITH_MPI
#include <shardwise/backends/mpi/backend.hpp>
#endif

namespace shardwise {

namespace detail {

#ifdef SHARDWISE_WITH_MPI
// Names the MPI backend, so that the linker keeps it. (launch itself is the same in every unit.)
inline const bool mpi_registered = register_mpi(mpi_backend());
#endif

template <class F> DeviceMain device_main(F& f) {
  static_assert(std::is_invocable_v<F&, World&>, "launch: the function must take one shardwise::World&");
  using Result = std::invoke_result_t<F&, World&>;
  static_assert(std::is_void_v<Result> || std::is_convertible_v<Result, int>,
                "launch: the function must return void or int");
  return [&f](World& world) -> int {
    if constexpr (std::is_void_v<Result>) {
      f(world);
      return 0;
    } else {
      return int(f(world));
    }
  };
}

}  // namespace detail

/// Runs `f(World&)` (void, or int: the exit status) on every device and returns the program's exit status: on ranks
/// under mpiexec, otherwise on threads of this process, `--devices N` of them (also `--devices=N`; default: as
/// many as cores, at least 2). What a device throws is printed as `shardwise: device 2: ...` on stderr, ends
/// all devices, and makes the status 1. On threads one `f` serves all devices at the same time.
template <class F> int launch(int argc, char** argv, F&& f) {
  return detail::launch(argc, argv, detail::device_main(f));
}

/// For tests: runs `f(World&)` on `devices` threads, and throws what the first failing device threw.
template <class F> int launch(int devices, F&& f) { return detail::run_threads(devices, detail::device_main(f)); }

}  // namespace shardwise
