// Random values for programs, and pieces of them that no rule can pass by luck.
#pragma once

#include <rulebook/draw.hpp>

#include <shardwise/backends/interpreter/interpreter.hpp>

#include <map>
#include <random>

namespace validator {

using namespace shardwise;
using interpreter::HostArray;
using interpreter::Interpreter;
using interpreter::MeshAxis;
using interpreter::Pieces;
using interpreter::SimulatedMesh;

inline const Name X("X"), Y("Y"), Z("Z");

/// How often each row of each table accepted.
inline std::map<const void*, long>& row_counts() {
  static std::map<const void*, long> counts;
  return counts;
}

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }
  /// From 0 to n - 1.
  int below(int n) { return int(generator_() % unsigned(n)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  /// One of the floating types, f32 twice as often as another.
  Dtype floating() {
    constexpr Dtype types[] = {Dtype::f32, Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::f16};
    return types[below(5)];
  }

  /// Mixed signs, none near 0, unless `draw` says otherwise. Integers are small, booleans both.
  HostArray array(const interpreter::Shape& shape, Dtype dtype, rulebook::Draw draw = rulebook::Draw::any) {
    using rulebook::Draw;
    HostArray a = HostArray::from_shape(shape);
    for (double& x : a) {
      if (dtype == Dtype::boolean)
        x = below(2);
      else if (is_integer(dtype))
        x = draw == Draw::positive || draw == Draw::index ? below(4) : below(9) - 4;
      else
        x = uniform(0.3, 2) * (draw == Draw::positive || below(2) ? 1 : -1);
      if (draw == Draw::signs) x = x > 0 ? 1 : -1;
      if (draw == Draw::whole) x = std::round(x);
    }
    return a;
  }

  /// Pieces whose sum (maximum, minimum) is `value`: uneven, of mixed signs. Other states as they are defined.
  Pieces scatter(const SimulatedMesh& mesh, const TypeDesc& type, const HostArray& value) {
    Pieces pieces = mesh.scatter(type, value);
    if (type.unreduced.empty()) return pieces;
    TypeDesc whole = type;  // the first device along U gets what is left
    whole.unreduced = {};
    whole.pending = PendingKind::sum;
    const Pieces truth = mesh.scatter(whole, value);
    const auto position = [&](int device, bool pending) {
      std::vector<int> at;
      for (auto& axis : mesh.axes())
        if (type.unreduced.has(axis.name) == pending) at.push_back(mesh.coordinate(device, axis.name));
      return at;
    };
    // Devices that hold the same term (copies over other axes) must hold equal ones: draw terms for the whole array.
    std::map<std::vector<int>, HostArray> terms;
    HostArray rest = value;
    for (int device = 0; device < mesh.devices(); ++device) {
      const auto at = position(device, true);
      if (terms.count(at)) continue;
      HostArray term = HostArray::from_shape(value.shape());
      bool first = true;
      for (int k : at) first &= k == 0;
      for (std::size_t i = 0; i < term.size(); ++i) {
        if (type.pending == PendingKind::sum)
          term.data()[i] = first ? 0 : is_floating(type.dtype) ? uniform(-3, 3) : below(7) - 3;
        else
          term.data()[i] = value.data()[i] + (type.pending == PendingKind::max ? -1 : 1) *
                                                 (is_floating(type.dtype) ? uniform(0.1, 3) : below(4));
      }
      terms[at] = term;
    }
    if (type.pending == PendingKind::sum) {
      for (auto& [at, term] : terms) rest -= term;
      terms[position(0, true)] = rest;
    } else {  // a different device holds the extremum of each element
      std::vector<HostArray*> all;
      for (auto& [at, term] : terms) all.push_back(&term);
      for (std::size_t i = 0; i < value.size(); ++i)
        all[std::size_t(below(int(all.size())))]->data()[i] = value.data()[i];
    }
    for (int device = 0; device < mesh.devices(); ++device)
      pieces[std::size_t(device)] = mesh.scatter(whole, terms[position(device, true)])[std::size_t(device)];
    return pieces;
  }

 private:
  std::mt19937 generator_;
};

inline bool close(double a, double b, double tolerance) {
  if (a == b || (a != a && b != b)) return true;
  return std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}
/// The first element that differs, or -1.
inline long first_difference(const HostArray& a, const HostArray& b, double tolerance) {
  if (a.shape() != b.shape()) return 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!close(a.data()[i], b.data()[i], tolerance)) return long(i);
  return -1;
}
inline double dot(const HostArray& a, const HostArray& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += a.data()[i] * b.data()[i];
  return s;
}

/// The type without any axes: one device.
inline TypeDesc plain(TypeDesc t) {
  for (int d = 0; d < t.rank; ++d) t.dims[d].axes = {};
  t.varying = t.unreduced = t.reduced = {};
  t.pending = PendingKind::sum;
  return t;
}

}  // namespace validator
