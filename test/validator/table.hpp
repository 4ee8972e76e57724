// The table of ops: each op on operands of all layouts. Adding an op: one row here.
#pragma once

#include <validator/elementwise_table.hpp>
#include <validator/joining_table.hpp>

namespace validator {

struct Einsum {
  const char* name;
  Dims a, b;
  std::uint32_t la, lb, lo;  ///< labels, the first dimension in the lowest 4 bits
  Dims out;
};
inline std::vector<Einsum> einsums(std::int64_t n) {
  return {{"matmul ij,jk->ik", {n, n}, {n, n}, 0x21, 0x32, 0x31, {n, n}},
          {"matmul ij,j->i", {n, n}, {n}, 0x21, 0x2, 0x1, {n}},
          {"matmul i,ij->j", {n}, {n, n}, 0x1, 0x21, 0x2, {n}},
          {"dot i,i->", {n}, {n}, 0x1, 0x1, 0x0, {}},
          {"einsum i,j->ij", {n}, {n}, 0x1, 0x2, 0x21, {n, n}},
          {"einsum ij,ij->i", {n, n}, {n, n}, 0x21, 0x21, 0x1, {n}},
          {"einsum ij,i->j", {n, n}, {n}, 0x21, 0x1, 0x2, {n}},
          {"einsum ij,kj->ki", {n, n}, {n, n}, 0x21, 0x23, 0x13, {n, n}},
          {"einsum ij,k->ik", {n, n}, {n}, 0x21, 0x3, 0x31, {n, n}},
          {"einsum k,ij->kj", {n}, {n, n}, 0x3, 0x21, 0x23, {n, n}},
          {"einsum bij,bjk->bik", {n, 2, 2}, {n, 2, 2}, 0x321, 0x431, 0x421, {n, 2, 2}}};
}

template <class F> void reduction_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  const char* names[] = {"sum", "mean", "max", "min"};
  const auto reduce = [](int which, Value a, unsigned dims, bool keep, const SpecDesc* out) {
    return which == 0   ? sum(a, dims, keep, out)
           : which == 1 ? mean(a, dims, keep, out)
           : which == 2 ? reduce_max(a, dims, keep, out)
                        : reduce_min(a, dims, keep, out);
  };
  for (int which = 0; which < 4; ++which)
    for (unsigned dims = 0; dims < 4; ++dims)
      for (bool keep : {false, true}) {
        Dims left;
        for (int d = 0; d < 2; ++d)
          if (!(dims >> d & 1))
            left.push_back(n);
          else if (keep)
            left.push_back(1);
        for (auto& t : layouts(Dtype::f32, {n, n}, axes)) {
          const bool extremum = which >= 2;
          if (extremum && !dims) continue;
          const auto subject = [&](std::optional<SpecDesc> out) {
            Subject s{names[which], {t}, {}};
            if (out) {
              Text text;
              text << names[which] << " with out " << *out;
              s.op = std::string(text.view());
            }
            s.build = [=](Builder&, auto& in, bool is_plain) {
              return reduce(which, in[0], dims, keep, out && !is_plain ? &*out : nullptr);
            };
            s.promised = [=](const TypeDesc& result) {
              // The local sum, then a reshard of what is pending.
              const auto kind = which == 2 ? PendingKind::max : which == 3 ? PendingKind::min : PendingKind::sum;
              const TypeDesc natural = dims ? rules::judge_reduction(t, dims, keep, kind).type : t;
              Collectives c = moves(natural, result);
              if (!has_cotangent(result) || !has_cotangent(t)) return c;
              if (!extremum) return c + moves(cotangent(result), cotangent(natural));
              // The gradient comes back as for a replicated (reduced) maximum; ties are counted over what was split.
              TypeDesc finished = natural;
              finished.unreduced = {};
              finished.pending = PendingKind::sum;
              c = c + moves(cotangent(result), cotangent(finished));
              if (natural.unreduced.size) c = c + moves(result, finished), c.all_reduce += 1;
              return c;
            };
            // Every value twice among those that are reduced: two equal winners share.
            if (extremum && dims)
              s.adjust = [=](auto& v) {
                double* p = v[0].data();
                for (std::int64_t i = 0; i < n; ++i)
                  for (std::int64_t j = 0; j < n; ++j) {
                    if (dims == 1) p[(n - 1 - i) * n + j] = p[i * n + j];
                    if (dims == 2) p[i * n + (n - 1 - j)] = p[i * n + j];
                    if (dims == 3) p[n * n - 1 - (i * n + j)] = p[i * n + j];
                  }
              };
            if (!extremum) s.linear_in = {0};
            f(s);
          };
          subject({});
          if (axes == 1 || (dims == 1 && !keep))
            for (auto& out : specs(left, axes)) subject(out);
        }
      }
  for (int dimension = 0; dimension < 2; ++dimension)
    for (auto& t : layouts(Dtype::f32, {n, n}, axes))
      for (bool largest : {true, false})
        f(Subject{
            largest ? "argmax" : "argmin",
            {t},
            [=](Builder&, auto& in, bool) { return largest ? argmax(in[0], dimension) : argmin(in[0], dimension); },
            {},
            [](auto& v) {
              for (double& x : v[0]) x = std::round(x);  // ties: the first wins
            }});
}

template <class F> void contraction_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  for (auto& e : einsums(n)) {
    if (axes > 1 && std::string_view(e.name).substr(0, 6) != "matmul") continue;
    for (auto& a : layouts(Dtype::f32, e.a, axes))
      for (auto& b : layouts(Dtype::f32, e.b, axes)) {
        const rules::Verdict v = rules::judge_contraction(a, b, e.la, e.lb, e.lo);
        const auto subject = [&](std::optional<SpecDesc> out) {
          Subject s{e.name, {a, b}, {}};
          if (out) {
            Text text;
            text << e.name << " with out " << *out;
            s.op = std::string(text.view());
          }
          s.build = [=, la = e.la, lb = e.lb, lo = e.lo](Builder&, auto& in, bool is_plain) {
            return einsum(in[0], in[1], la, lb, lo, out && !is_plain ? &*out : nullptr);
          };
          s.promised = [natural = v.type, a, b](const TypeDesc& result) {
            return moves(natural, result) + moves(cotangent(result), cotangent(natural)) +
                   local_backward({a, b}, natural);
          };
          s.linear_in = {0, 1};
          f(s);
        };
        subject({});
        if (!v.ok || (axes > 1 && e.b.size() != 2)) continue;
        for (auto& out : specs(e.out, axes)) subject(out);
      }
  }
}

/// Without cotangents replicated and R are the same.
template <class F> void integer_contraction_subjects(F f) {
  for (auto& e : einsums(12))
    for (auto& a : layouts(Dtype::i32, e.a, 1))
      for (auto& b : layouts(Dtype::i32, e.b, 1))
        f(Subject{
            "integer " + std::string(e.name), {a, b}, [=, la = e.la, lb = e.lb, lo = e.lo](Builder&, auto& in, bool) {
              return contract(in[0], in[1], la, lb, lo);
            }});
}

template <class F> void shape_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  const auto one = [&](const char* name, const Dims& dims, auto make, bool ones = false) {
    for (auto& t : layouts(Dtype::f32, dims, axes, ones))
      f(Subject{name, {t}, [make](Builder& g, auto& in, bool) { return make(g, in[0]); }, {}, {}, true, {}, {0}});
  };
  one("transpose<1,0>", {n, n}, [](Builder&, Value a) { return transpose(a, 0x01); });
  for (std::uint32_t p : {0x012u, 0x021u, 0x102u, 0x120u, 0x201u})
    one("transpose of rank 3", {n, 4, n / 2 * 2}, [p](Builder&, Value a) { return transpose(a, p); });
  const auto to = [&](const char* name, const Dims& from, const Dims& into, bool ones = false) {
    one(
        name, from,
        [into](Builder&, Value a) {
          Extent extents[max_rank];
          for (std::size_t d = 0; d < into.size(); ++d) extents[d] = extent(into[d]);
          return reshape(a, extents, int(into.size()));
        },
        ones);
  };
  to("reshape, merging", {n, n}, {n * n});
  to("reshape, splitting", {n, 4}, {n, 2, 2});
  to("reshape, splitting the major", {2 * n, 2}, {n, 2, 2});
  to("reshape, regrouping", {n, 2, n}, {n * 2, n});
  to("reshape, new ones", {n, n}, {1, n, 1, n});
  to("reshape, ones dropped", {n, 1, n}, {n, n});
  to("reshape, named ones", {1, n}, {1, n / 2, 2}, true);
  one("slice", {n, n}, [n](Builder&, Value a) { return slice(a, 0, 1, n - 1); });
  one("slice with stride", {n, n}, [n](Builder&, Value a) { return slice(a, 1, 1, n, 2); });
  one("pad", {n, n}, [n](Builder&, Value a) { return pad(a, 0, 2, 1, extent(n + 3)); });
  one("pad with stride", {n, n}, [n](Builder&, Value a) { return pad(a, 1, 1, 2, extent(2 * n + 1)); });
  // broadcast: the result's splits are free to choose.
  for (auto& [from, into] :
       std::vector<std::pair<Dims, Dims>>{{{n}, {n, n}}, {{}, {n}}, {{n, 1}, {n, n}}, {{1, n}, {n, n, n}}})
    for (auto& t : layouts(Dtype::f32, from, axes))
      for (auto& target : layouts(Dtype::f32, into, axes)) {
        if (target.unreduced.size || target.reduced.size) continue;
        bool fits = true;  // what the operand has keeps its split; new splits where it is replicated or R
        const int offset = target.rank - t.rank;
        for (Name x : {X, Y}) {
          const int d = target.dim_of(x), own = t.dim_of(x);
          if (own >= 0) fits &= d == own + offset;
          if (d >= 0 && own < 0)
            fits &= !t.unreduced.has(x) &&
                    (d < offset || (t.dims[d - offset].extent.is_one() && !target.dims[d].extent.is_one()));
        }
        for (int d = 0; d < t.rank; ++d)
          if (!t.dims[d].extent.is_one()) fits &= t.dims[d].axes == target.dims[d + offset].axes;
        if (fits)
          f(Subject{"broadcast",
                    {t},
                    [target](Builder&, auto& in, bool is_plain) {
                      return broadcast(in[0], is_plain ? plain(target) : target);
                    },
                    {},
                    {},
                    true,
                    {},
                    {0}});
      }
  for (auto& t : layouts(Dtype::f32, {n, n}, axes))
    if (t.unreduced.empty())
      f(Subject{"iota", {t}, [t](Builder& g, auto& in, bool is_plain) {
                  return in[0] * iota(g, is_plain ? plain(t) : t, 1);
                }});
}

template <class F> void reshard_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  for (Dtype dtype : {Dtype::f32, Dtype::i32})
    for (auto& from : layouts(dtype, {n, n}, axes))
      for (auto& to : layouts(dtype, {n, n}, axes)) {
        Subject s{"reshard to " + to_string(to), {from}, [spec = spec_of(to)](Builder&, auto& in, bool is_plain) {
                    return is_plain ? in[0] : reshard(in[0], spec);
                  }};
        s.promised = [from](const TypeDesc& result) {
          return moves(from, result) + (has_cotangent(from) && has_cotangent(result)
                                            ? moves(cotangent(result), cotangent(from))
                                            : Collectives{});
        };
        s.linear_in = {0};
        f(s);
      }
}

template <class F> void all_subjects(int axes, F f) {
  elementwise_subjects(axes, f);
  where_subjects(axes, f);
  reduction_subjects(axes, f);
  contraction_subjects(axes, f);
  if (axes == 1) integer_contraction_subjects(f);
  shape_subjects(axes, f);
  joining_subjects(axes, f);
  reshard_subjects(axes, f);
}

}  // namespace validator
