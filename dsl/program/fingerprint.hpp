// A hash that is the same on every rank and in every run: of text, and of all that a program means.
#pragma once

#include <shardwise/dsl/program/op.hpp>

#include <bit>
#include <cstdint>
#include <string_view>

namespace shardwise {

/// FNV-1a on 64-bit words.
class Fingerprint {
 public:
  constexpr Fingerprint& operator<<(std::uint64_t v) {
    h_ = (h_ ^ v) * 1099511628211u;
    h_ ^= h_ >> 29;  // a word at a time mixes only upwards
    return *this;
  }
  constexpr Fingerprint& operator<<(std::string_view text) {
    for (char c : text) h_ = (h_ ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return *this << text.size();
  }
  constexpr Fingerprint& operator<<(const Extent& e) {
    Text text;
    text << e;
    return *this << text.view() << std::uint64_t(e.unknown);
  }
  constexpr std::uint64_t value() const { return h_; }

 private:
  std::uint64_t h_ = 14695981039346656037u;
};

constexpr std::uint64_t fingerprint(std::string_view text) { return (Fingerprint() << text).value(); }

/// Equal for equal programs. All devices that run a step compare it.
constexpr std::uint64_t fingerprint(const ProgramView& p) {
  Fingerprint h;
  const auto number = [&](auto v) { h << std::uint64_t(v); };
  number(p.equations.size());
  for (const Eqn& q : p.equations) {
    h << q.op->name << std::bit_cast<std::uint64_t>(q.value);
    number(q.op->op_class);
    for (int v : {q.a, q.b, q.c, q.type, q.group}) number(v);
    for (auto v : {q.k0, q.k1, q.k2}) number(v);
  }
  for (const TypeDesc& t : p.types) {
    h << print(t).view();
    for (int d = 0; d < t.rank; ++d) number(t.dims[d].extent.unknown);
  }
  for (const Extent& e : p.extents) h << e;
  for (const Equality& q : p.equalities) h << q.left << q.right;
  for (std::uint32_t v : p.numbers) number(v);
  for (int v : p.inputs) number(v);
  for (int v : p.outputs) number(v);
  return h.value();
}

}  // namespace shardwise
