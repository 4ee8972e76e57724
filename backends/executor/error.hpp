// What the library throws.
#pragma once

#include <stdexcept>

namespace shardwise {

/// Every error of the library at run time: its text names what was wrong, what was expected and what was got.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown on a device that is stopped because another one failed. That device's own error tells the story, so
/// `launch` does not print this one.
class Aborted : public Error {
 public:
  using Error::Error;
};

}  // namespace shardwise
