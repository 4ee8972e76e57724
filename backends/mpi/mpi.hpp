// MPI and Boost.MPI, without MPI's own old C++ classes, and errors of MPI as Error.
#pragma once

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <string>

#include <mpi.h>
#include <boost/mpi/communicator.hpp>

#include <shardwise/backends/executor/error.hpp>

namespace shardwise::ranks {

inline void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(std::string(call) + ": " + std::string(text.data(), std::size_t(length)));
}

/// What this rank is doing, in a word that the others can read. From the low end: a byte for the place (0 while it
/// computes, 1 + the CollectiveKind inside a collective, or `in_agreement`), a byte for how many bits it takes to write
/// the number of bytes that move there, and how many times all that changed.
class Status {
 public:
  static constexpr std::uint64_t in_agreement = 100;
  static constexpr std::uint64_t place(std::uint64_t word) { return word & 0xff; }
  /// An upper bound of what a collective takes on a slow network (10 MB/s); microseconds.
  static constexpr std::int64_t patience(std::uint64_t word) {
    return std::int64_t(std::uint64_t(1) << (word >> 8 & 0x3f)) / 10;
  }

  explicit Status(std::uint64_t* word) : word_(word) {}

  class Inside {
   public:
    Inside(Status& s, std::uint64_t place, std::uint64_t bytes = 0) : status_(s) {
      status_.enter(place | std::uint64_t(std::bit_width(bytes)) << 8);
    }
    ~Inside() { status_.enter(0); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Status& status_;
  };

 private:
  void enter(std::uint64_t low) {
    changes_ += 0x10000;
    std::atomic_ref(*word_).store(changes_ | low, std::memory_order_release);
  }

  std::uint64_t* word_;
  std::uint64_t changes_ = 0;
};

}  // namespace shardwise::ranks
