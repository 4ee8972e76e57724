// Values that a step makes itself: constants of a type, and counting along a dimension.
#pragma once

#include <shardwise/dsl/rules/leaf.hpp>

namespace shardwise::rules {

/// A constant, or what counts (`counts`), of a given type. `like` says over which axes a value may vary.
constexpr Verdict judge_making(const TypeDesc& like, const TypeDesc& t, bool zero, bool counts, int dimension) {
  Verdict v;
  v.type = t;
  for (int i = 0; i < t.rank; ++i)
    if (t.dims[i].extent.is_unknown()) return v.reject("an extent of the result is ?", "name it", {}, i);
  if (t.dtype == Dtype::key) return v.reject("a key is no number", "random::key makes one");
  if (t.unreduced.size && t.pending != PendingKind::sum)
    return v.reject("nothing becomes a pending maximum or minimum over %X but by a reduction",
                    "max or min with an output spec leaves one", t.unreduced.axes[0]);
  if (t.unreduced.size && !zero)
    return v.reject("what is not 0 would be counted once per device where a sum is pending over %X",
                    "make it without U and reshard it to %<=>", t.unreduced.axes[0]);
  for (Name x : t.varying)
    if (!like.varying.has(x))
      return v.reject("the result would vary over %X, over which the operand does not",
                      "make it replicated, and cast it", x);
  if (!counts) return v;
  if (t.dtype == Dtype::boolean) return v.reject("the result is no number", "count in i32, and compare");
  if (dimension < 0 || dimension >= t.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {

/// A constant of a type, in the program of `like`. Over U only 0 fits.
constexpr Value full_of(Value like, const TypeDesc& type, double value, std::string_view name = "full") {
  if (!like.valid()) return like;
  Builder& g = *like.builder;
  const TypeDesc t = like.type();
  const rules::Verdict v = rules::judge_making(t, type, value == 0, false, 0);
  if (!v.ok) return g.reject(name, &t, 1, v), Value{&g, -1};
  const Value made = full(g, type, value);
  return detail::beside(made, value).valid() ? made : Value{&g, -1};
}

/// 0, 1, 2, ... along one dimension of a type, in the program of `like`; split dimensions count globally.
constexpr Value iota_of(Value like, const TypeDesc& type, int dimension) {
  if (!like.valid()) return like;
  const TypeDesc t = like.type();
  const rules::Verdict v = rules::judge_making(t, type, false, true, dimension);
  if (!v.ok) return like.builder->reject("iota", &t, 1, v), Value{like.builder, -1};
  return iota(*like.builder, type, dimension);
}

}  // namespace shardwise
