// All layouts of an array given by its dtype and extents.
#pragma once

#include <validator/check.hpp>

#include <rulebook/layouts.hpp>

namespace validator {

using Dims = std::vector<std::int64_t>;
using rulebook::layouts;

inline TypeDesc array_type(Dtype dtype, const Dims& dims) {
  TypeDesc t = scalar_type(dtype);
  for (auto n : dims) t.dims[t.rank++].extent = extent(n);
  return t;
}
inline std::vector<TypeDesc> layouts(Dtype dtype, const Dims& dims, int axes) {
  return layouts(array_type(dtype, dims), axes);
}
inline std::vector<SpecDesc> specs(const Dims& dims, int axes) {
  std::vector<SpecDesc> out;
  for (auto& t : layouts(Dtype::f32, dims, axes)) out.push_back(spec_of(t));
  return out;
}

inline TypeDesc varying_type(Dtype dtype, const Dims& dims) {
  TypeDesc t = array_type(dtype, dims);
  t.varying.insert(X);
  return t;
}

}  // namespace validator
