// An all-reduce of two devices over memory that both address, written by hand: threads, or a shared window of MPI.
#pragma once

#include <cstddef>
#include <memory>

namespace hand {

/// All devices make it together, and call its functions together.
class SharedBuffer {
 public:
  SharedBuffer(int rank, int devices, bool mpi, std::size_t floats);
  ~SharedBuffer();
  float* data();
  /// Memory of this device alone, of the same size.
  float* own();
  /// The sum over both devices, in place: each sums a half, then takes the other half.
  void all_reduce();
  /// The same: each sums a half and writes it to both.
  void all_reduce_at_once();
  /// Copies the other device's buffer to memory of this one: what moving these bytes costs at least.
  void copy_of_other();
  /// MPI's own call, in place, on own(). Under MPI only.
  void mpi_all_reduce();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hand
