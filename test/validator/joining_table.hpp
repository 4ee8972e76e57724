// The ops that join, cut and move arrays, on operands of all layouts.
#pragma once

#include <validator/layouts.hpp>

namespace validator {

/// Every layout of each operand; the operands of `dims` are f32 arrays, then come `places` integer scalars.
template <class F, class Make>
void joined_subjects(const char* name, int axes, const std::vector<Dims>& dims, int places, Make make, F f,
                     std::vector<int> linear_in = {}) {
  std::vector<std::vector<TypeDesc>> choices;
  for (auto& d : dims) choices.push_back(layouts(Dtype::f32, d, axes));
  for (int k = 0; k < places; ++k) choices.push_back(layouts(Dtype::i32, {}, axes));
  std::vector<std::size_t> at(choices.size(), 0);
  for (;;) {
    Subject s{name, {}, [make](Builder&, auto& in, bool) { return make(in); }};
    for (std::size_t k = 0; k < choices.size(); ++k) s.operands.push_back(choices[k][at[k]]);
    s.linear_in = linear_in;
    f(s);
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == choices[k].size()) at[k++] = 0;
    if (k == at.size()) return;
  }
}

template <class F> void joining_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  using In = std::vector<Value>;
  const auto one = [&](const char* name, const Dims& dims, auto make, std::vector<int> linear_in = {0}) {
    joined_subjects(
        name, axes, {dims}, 0, [make](const In& in) { return make(in[0]); }, f, linear_in);
  };
  for (int d : {0, 1})
    joined_subjects(
        "concat", axes, {{n, n}, d ? Dims{n, 2} : Dims{2, n}}, 0,
        [d](const In& in) {
          return concat({in[0], in[1]}, d);
        },
        f);
  if (axes == 1) {
    joined_subjects(
        "concat of three", 1, {{2, n}, {3, n}, {1, n}}, 0,
        [](const In& in) {
          return concat({in[0], in[1], in[2]}, 0);
        },
        f);
    joined_subjects(
        "stack", 1, {{n}, {n}, {n}}, 0,
        [](const In& in) {
          return stack({in[0], in[1], in[2]}, 1);
        },
        f);
  }
  joined_subjects(
      "stack", axes, {{n, n}, {n, n}}, 0,
      [](const In& in) {
        return stack({in[0], in[1]}, 0);
      },
      f);
  // The parts are joined again in another order, so that each has another gradient.
  one("split", {n, n}, [](Value a) {
    const std::int64_t two[] = {2};
    const auto p = split(a, 0, two, 1);
    return p.size() == 2 && p[0].valid() ? concat({2.0 * p[1], p[0]}, 0) : p[0];
  });
  one("split by sizes", {n, n}, [n](Value a) {
    const std::int64_t sizes[] = {1, n - 3, 2};
    const auto p = split(a, 1, sizes, 3);
    return p[0].valid() ? concat({p[2], -p[0], p[1], p[2]}, 1) : p[0];
  });
  one("squeeze", {n, 1, n}, [](Value a) { return squeeze(a, 2); });
  one("expand_dims", {n, n}, [](Value a) { return expand_dims(a, 1); });
  for (unsigned dims : {1u, 2u, 3u}) one("flip", {n, n}, [dims](Value a) { return flip(a, dims); });
  for (int k : {-1, 0, 2}) {
    one("tril", {2, n, n}, [k](Value a) { return tril(a, k); });
    one("triu", {n, n}, [k](Value a) { return triu(a, k); });
  }
  one("pad_with 0", {n, n}, [](Value a) { return pad_with(a, 1, 2, 1, 0); });
  one("pad_with 3", {n, n}, [](Value a) { return pad_with(a, 0, 2, 1, 3); }, {});
  one("slice from the end", {n, n}, [](Value a) { return slice(a, 1, -3, to_end); });
  const auto sizes = [](std::int64_t a, std::int64_t b, auto call) {
    const Extent e[max_rank] = {extent(a), extent(b)};
    return call(e);
  };
  joined_subjects(
      "dynamic_slice in one dimension", axes, {{n, n}}, 1,
      [=](const In& in) { return sizes(2, n, [&](const Extent* e) { return dynamic_slice(in[0], {in[1]}, e, 1); }); },
      f, {0});
  joined_subjects("dynamic_slice", 1, {{12, 12}}, 2,
                  [=](const In& in) {
                    return sizes(2, 3, [&](const Extent* e) { return dynamic_slice(in[0], {in[1], in[2]}, e, 3); });
                  },
                  f, {0});
  joined_subjects(
      "dynamic_update_slice in one dimension", axes, {{n, n}, {2, n}}, 1,
      [](const In& in) { return dynamic_update_slice(in[0], in[1], {in[2]}, 1); }, f);
  if (axes == 1)
    joined_subjects(
        "dynamic_update_slice", 1, {{12, 4}, {2, 3}}, 2,
        [](const In& in) {
          return dynamic_update_slice(in[0], in[1], {in[2], in[3]}, 3);
        },
        f);
  for (auto& [from, into] : std::vector<std::pair<Dims, Dims>>{{{n}, {n, n}}, {{}, {n}}, {{n, 1}, {n, n}}})
    for (auto& t : layouts(Dtype::f32, from, axes))
      for (auto& to : layouts(Dtype::f32, into, axes))
        f(Subject{"broadcast_to with out " + to_string(to),
                  {t},
                  [to](Builder&, auto& in, bool is_plain) { return broadcast_to(in[0], is_plain ? plain(to) : to); },
                  {},
                  {},
                  true,
                  {},
                  {0}});
  for (auto& t : layouts(Dtype::i32, {n}, axes))
    for (auto& out : specs({n, n}, axes)) {
      Subject s{"one_hot with out ", {t}, [out, n](Builder&, auto& in, bool is_plain) {
                  return one_hot(in[0], extent(n), Dtype::f32, is_plain ? nullptr : &out);
                }};
      s.promised = [t, out](const TypeDesc& result) {
        TypeDesc natural = result;
        SpecDesc spec = spec_of(t);
        spec.rank = 2;
        spec.dims[1] = shardwise::detail::axes_of_classes(t, out.dims[1]);
        for (Name x : spec.dims[1]) spec.reduced.erase(x);
        apply_spec(natural, spec);
        return moves(natural, result);
      };
      f(s);
    }
}

}  // namespace validator
