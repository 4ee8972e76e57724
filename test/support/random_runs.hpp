// How long a test of random programs goes on.
#pragma once

#include <support/environment.hpp>

#include <chrono>

namespace test_support {

/// For so many programs, the same ones each time; or for SHARDWISE_RANDOM_SECONDS, from SHARDWISE_RANDOM_SEED on.
class RandomRuns {
 public:
  explicit RandomRuns(long programs) : programs_(programs) {}

  bool more(long done) const {
    if (seconds_ <= 0) return done < programs_;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() < seconds_;
  }
  unsigned next_seed() { return ++seed_; }

 private:
  long programs_;
  double seconds_ = from_environment("SHARDWISE_RANDOM_SECONDS", 0);
  unsigned seed_ = unsigned(from_environment("SHARDWISE_RANDOM_SEED", 1));
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace test_support
