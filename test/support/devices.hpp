// Checks inside devices. Catch2's own are for one thread at a time, so these throw, and launch passes that on.
#pragma once

#include <stdexcept>
#include <string>

#include <shardwise/backends/executor/error.hpp>

namespace test_support {

struct CheckFailed : std::runtime_error {
  CheckFailed(const char* file, int line, const std::string& what)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what) {}
};

template <class F> void fails_with(const char* file, int line, const char* part, F f) {
  try {
    f();
  } catch (const shardwise::Error& e) {
    if (std::string(e.what()).find(part) == std::string::npos)
      throw CheckFailed(file, line, std::string("expected an error with \"") + part + "\", got \"" + e.what() + "\"");
    return;
  }
  throw CheckFailed(file, line, std::string("no error; expected one with \"") + part + "\"");
}

}  // namespace test_support

#define CHECK_ON_DEVICE(...) \
  ((__VA_ARGS__) ? void() : throw ::test_support::CheckFailed(__FILE__, __LINE__, #__VA_ARGS__))

// FAILS_WITH("part of the message", expression): it throws a shardwise::Error that says so.
#define FAILS_WITH(part, ...) \
  ::test_support::fails_with(__FILE__, __LINE__, part, [&] { static_cast<void>(__VA_ARGS__); })
