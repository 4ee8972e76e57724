// Settings of a test from the environment.
#pragma once

#include <cstdlib>

namespace test_support {

inline double from_environment(const char* name, double otherwise) {
  const char* s = std::getenv(name);
  return s ? std::atof(s) : otherwise;
}

}  // namespace test_support
