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
#include <cstdint>
#include <string>

#include <boost/mpi/communicator.hpp>
#include <mpi.h>

#include <shardwise/backends/executor/error.hpp>

namespace shardwise::ranks {

inline void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(std::string(call) + ": " + std::string(text.data(), std::size_t(length)));
}

/// What this rank is doing, where the others can read it: the low byte is 0 while it computes, 1 + the
/// CollectiveKind inside a collective, or `in_agreement`; above it, how many times that changed.
class Status {
 public:
  static constexpr std::uint64_t in_agreement = 100;
  explicit Status(std::uint64_t* word) : word_(word) {}

  class Inside {
   public:
    Inside(Status& s, std::uint64_t place) : status_(s) { status_.enter(place); }
    ~Inside() { status_.enter(0); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Status& status_;
  };

 private:
  void enter(std::uint64_t place) {
    changes_ += 0x100;
    std::atomic_ref(*word_).store(changes_ | place, std::memory_order_release);
  }

  std::uint64_t* word_;
  std::uint64_t changes_ = 0;
};

}  // namespace shardwise::ranks
