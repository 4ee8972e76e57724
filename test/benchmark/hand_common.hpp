// What the hand-written steps share: the parts of baseline.cpp (arena, gemms, the all-reduce of two parties), its main
// renamed, and how the devices of one process find each other. Include it in one .cpp a hand-written step.
#pragma once

#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wunused-function"
#define main static baseline_main
#include "baseline.cpp"
#undef main

namespace hand {
namespace {

// Threads of one process: the flags and gradient buffers that the two devices share.
std::atomic<unsigned> flags[2 * 16];
float* gradients[2];
std::atomic<int> ready{0};

/// This device, with the buffer that it sums over the devices. All devices call it, in any order. Two devices on
/// threads; any number of ranks under MPI.
inline Device make_device(int rank, int devices, bool mpi, float* gradient) {
  Device device;
  device.rank = rank;
  device.P = devices;
  if (mpi) {
    device.kind = "mpi";
  } else if (devices == 2) {
    gradients[rank] = gradient;
    flags[16 * rank] = 0;                               // an earlier pair counted here
    const int both = (ready.fetch_add(1) / 2 + 1) * 2;  // steps are made in pairs
    while (ready.load() < both) std::this_thread::yield();
    device.spin = Spin{{&flags[0], &flags[16]}, rank};
    device.base = gradient;
    device.peer = gradients[rank ^ 1];
  } else if (devices != 1) {
    std::fprintf(stderr, "the hand-written steps run on 1 or 2 threads, or on ranks\n");
    std::abort();
  }
  return device;
}

/// The sum of the two devices' buffers, in both: each device sums one half of both and writes it to both, which moves
/// each byte once where baseline.cpp's form moves it twice. n is a multiple of twice a vector.
inline void pair_all_reduce_at_once(float* mine, float* other, int me, std::size_t n, Spin& spin) {
  const std::size_t half = n / 2, begin = std::size_t(me) * half;
  spin.wait();
  for (std::size_t i = begin; i < begin + half; i += Vec::size) {
    const Vec sum = Vec::load_unaligned(mine + i) + Vec::load_unaligned(other + i);  // a window of MPI begins anywhere
    sum.store_unaligned(mine + i);
    sum.store_unaligned(other + i);
  }
  spin.wait();
}
/// The same under MPI by its own call.
inline void all_reduce(Device& device, float* p, std::size_t n) {
  if (device.kind == "mpi" || device.P == 1)
    device.all_reduce(p, n);
  else
    pair_all_reduce_at_once(p, device.peer + (p - device.base), device.rank, n, device.spin);
}

}  // namespace
}  // namespace hand
