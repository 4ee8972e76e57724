// A hash of text that is the same on every rank and in every run.
#pragma once

#include <cstdint>
#include <string_view>

namespace shardwise::detail {

/// FNV-1a, 64 bits; `h` continues an earlier one.
constexpr std::uint64_t fingerprint(std::string_view text, std::uint64_t h = 14695981039346656037u) {
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h;
}

}  // namespace shardwise::detail
