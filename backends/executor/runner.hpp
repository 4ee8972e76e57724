// A program as straight-line code: one call an equation, in the order of execution.
#pragma once

#include <shardwise/backends/executor/indexing_steps.hpp>
#include <shardwise/backends/executor/steps.hpp>
#include <shardwise/backends/kernels/row_kernel.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

namespace shardwise::exec {

/// What runs of a program P: its `compiled`, or for one that has none, its `frozen`; both are `static constexpr` data
/// whose `view()` is a constexpr ProgramView.
template <class P> constexpr ProgramView compiled_view() {
  if constexpr (requires { P::compiled; })
    return P::compiled.view();
  else
    return P::frozen.view();
}

template <class P> class Runner {
 public:
  static void run(Frame& f) {
#ifdef SHARDWISE_CHECKED
    f.checked = true;
#endif
    range<0, size()>(f, 0);
  }

 private:
  static constexpr ProgramView view() { return compiled_view<P>(); }
  static constexpr int size() { return int(view().equations.size()); }
  static constexpr Eqn eqn(int i) { return view().equations[std::size_t(i)]; }
  static constexpr Dtype dtype(int i) { return view().type_of(i).dtype; }

  // A loop's body, and all of a fused group, are behind their first equation.
  static constexpr int next(int i, OpCode c) {
    if (is_header(c)) return eqn(i).a;
    const int fused = eqn(i).fused;
    for (++i; fused != 0 && i < size() && eqn(i).fused == fused;) ++i;
    return i;
  }
  // A program has few different ops: each name is looked up once.
  static constexpr std::array<OpCode, std::size_t(size())> codes = [] {
    std::array<OpCode, std::size_t(size())> c{};
    std::array<const OpInfo*, 192> met{};
    std::array<OpCode, 192> code{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const OpInfo* op = view().equations[i].op;
      std::size_t k = 0;
      while (k < count && met[k] != op) ++k;
      if (k == count) {
        met[count] = op;
        code[count++] = code_of(*op);
      }
      c[i] = code[k];
    }
    return c;
  }();

  // The equations of one region, without those of the loops inside.
  template <int Begin, int End>
  static constexpr int region_size = [] {
    int n = 0;
    for (int i = Begin; i < End; i = next(i, codes[std::size_t(i)])) ++n;
    return n;
  }();
  template <int Begin, int End>
  static constexpr auto region = [] {
    std::array<int, std::size_t(region_size<Begin, End>)> r{};
    int n = 0;
    for (int i = Begin; i < End; i = next(i, codes[std::size_t(i)])) r[std::size_t(n++)] = i;
    return r;
  }();

  static constexpr int chunk_size = 64;  // Clang nests folds at most 256 deep
  template <int Begin, int End> static void range(Frame& f, std::int64_t it) {
    constexpr int chunks = (region_size<Begin, End> + chunk_size - 1) / chunk_size;
    [&]<int... C>(std::integer_sequence<int, C...>) {
      (chunk<Begin, End, C * chunk_size>(
           f, it, std::make_integer_sequence<int, std::min(chunk_size, region_size<Begin, End> - C * chunk_size)>{}),
       ...);
    }
    (std::make_integer_sequence<int, chunks>{});
  }
  template <int Begin, int End, int From, int... K>
  static void chunk(Frame& f, std::int64_t it, std::integer_sequence<int, K...>) {
    (one<region<Begin, End>[std::size_t(From + K)]>(f, it), ...);
  }

  template <int I> static void loop(Frame& f) {
    const LoopPlan& loop = f.plan->loop(f.step[I].extra);
    loop_begin(f, loop);
    for (std::int64_t t = 0; t < loop.trip; ++t) {
      const std::int64_t it = loop.backwards ? loop.trip - 1 - t : t;
      iteration_begin(f, loop, it);
      range<I + 1, eqn(I).a>(f, it);
      iteration_end(f, loop);
    }
  }

  static constexpr int guard_of(int header) {
    for (int i = header + 1; i < eqn(header).a; i = next(i, codes[std::size_t(i)]))
      if (codes[std::size_t(i)] == OpCode::guard) return i;
    return -1;
  }
  template <int I> static void repeat(Frame& f) {
    constexpr int guard = guard_of(I);
    static_assert(guard >= 0, "a while loop without a guard");
    const LoopPlan& loop = f.plan->loop(f.step[I].extra);
    loop_begin(f, loop);
    for (;;) {
      iteration_begin(f, loop, 0);
      range<I + 1, guard>(f, 0);
      if (!is_true(f, eqn(guard).a)) break;
      range<guard + 1, eqn(I).a>(f, 0);
      iteration_end(f, loop);
    }
  }

  // The groups as the compiler needs them, found once: nodes of all, one after the other.
  struct GroupRange {
    int begin = 0, node = 0, nodes = 0, source = 0, sources = 0, passes = 0, buffers = 0;
    int kernel = 0;  ///< the first group that is to a kernel what this one is, so that equal groups share one
    Dtype dtype{};
  };
  struct GroupCounts {
    std::size_t groups = 0, nodes = 0, sources = 0;
  };
  static constexpr GroupCounts group_counts = [] {
    GroupCounts c;
    for (const FusedGroup& g : fused_groups(view())) {
      ++c.groups;
      c.nodes += g.nodes.size();
      c.sources += g.sources.size();
    }
    return c;
  }();
  struct Groups {
    std::array<GroupRange, group_counts.groups + 1> range{};
    std::array<FusedNode, group_counts.nodes + 1> node{};
    std::array<bool, group_counts.sources + 1> one_row{};
    std::array<int, std::size_t(size()) + 1> of{};  ///< per first equation
  };
  static constexpr Groups groups = [] {
    Groups out;
    const std::vector<FusedGroup> all = fused_groups(view());
    int node = 0, source = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const FusedGroup& g = all[k];
      std::size_t same = 0;
      while (same < k && !same_kernel(all[same], g)) ++same;
      out.range[k] = {g.begin,  node,      int(g.nodes.size()), source, int(g.sources.size()),
                      g.passes, g.buffers, int(same),           g.dtype};
      out.of[std::size_t(g.begin)] = int(k);
      for (const FusedNode& n : g.nodes) out.node[std::size_t(node++)] = n;
      for (const FusedSource& s : g.sources) out.one_row[std::size_t(source++)] = s.from == s.to;
    }
    return out;
  }();
  template <int G> struct Group {
    static constexpr GroupRange range = groups.range[std::size_t(G)];
    static constexpr auto program = [] {
      kernels::RowProgram<std::size_t(range.nodes), std::size_t(range.sources)> p;
      for (std::size_t k = 0; k < p.node.size(); ++k) p.node[k] = groups.node[std::size_t(range.node) + k];
      for (std::size_t k = 0; k < p.one_row.size(); ++k) p.one_row[k] = groups.one_row[std::size_t(range.source) + k];
      p.passes = range.passes;
      p.buffers = range.buffers;
      p.dtype = range.dtype;
      return p;
    }();
  };
  template <int I> static void fused(Frame& f) {
    constexpr int kernel = groups.range[std::size_t(groups.of[std::size_t(I)])].kernel;
    run_fused(f, f.plan->fused_call(f.step[I].extra), &kernels::RowKernel<Group<kernel>>::run);
  }

  template <int I> [[gnu::always_inline]] static void one(Frame& f, [[maybe_unused]] std::int64_t it) {
    constexpr OpCode c = codes[std::size_t(I)];
    if constexpr (eqn(I).fused != 0) {
      fused<I>(f);
    } else if constexpr (is_elementwise(c)) {
      static_assert(eqn(I).op == op<typename TagOf<c>::type>,
                    "an op of a user's own has the name of an op of the library: give it another");
      step_elementwise<c, dtype(c == OpCode::where ? eqn(I).b : eqn(I).a)>(f, I);
    } else {
      switch (c) {
        case OpCode::constant:
        case OpCode::axis_index:
        case OpCode::axis_size:
          step_constant(f, I);
          break;
        case OpCode::iota:
          step_iota(f, I);
          break;
        case OpCode::astype:
          step_astype(f, I, dtype(eqn(I).a), dtype(I));
          break;
        case OpCode::reduce_sum:
          step_reduce(f, I, kernels::Reduction::sum);
          break;
        case OpCode::reduce_max:
          step_reduce(f, I, kernels::Reduction::max);
          break;
        case OpCode::reduce_min:
          step_reduce(f, I, kernels::Reduction::min);
          break;
        case OpCode::argmax:
          step_argmax(f, I, true);
          break;
        case OpCode::argmin:
          step_argmax(f, I, false);
          break;
        case OpCode::contract:
          step_contract(f, I);
          break;
        case OpCode::conv:
          step_conv(f, I);
          break;
        case OpCode::broadcast:
          step_broadcast(f, I);
          break;
        case OpCode::transpose:
          step_transpose(f, I);
          break;
        case OpCode::slice:
          step_slice(f, I);
          break;
        case OpCode::pad:
          step_pad(f, I);
          break;
        case OpCode::take:
          step_take(f, I);
          break;
        case OpCode::scatter_add:
          step_scatter_add(f, I);
          break;
        case OpCode::take_along_axis:
          step_take_along_axis(f, I);
          break;
        case OpCode::scatter_add_along_axis:
          step_scatter_add_along_axis(f, I);
          break;
        case OpCode::clamp_index:
          step_clamp_index(f, I);
          break;
        case OpCode::argsort:
          step_argsort(f, I);
          break;
        case OpCode::cumsum:
          step_cumsum(f, I);
          break;
        case OpCode::concat:
          step_concat(f, I);
          break;
        case OpCode::flip:
          step_flip(f, I);
          break;
        case OpCode::tril:
          step_triangle(f, I, true);
          break;
        case OpCode::triu:
          step_triangle(f, I, false);
          break;
        case OpCode::dynamic_slice:
          step_dynamic_slice(f, I);
          break;
        case OpCode::dynamic_update_slice:
          step_dynamic_update_slice(f, I);
          break;
        case OpCode::random_split:
        case OpCode::random_fold_in:
        case OpCode::random_bits:
        case OpCode::random_uniform:
        case OpCode::random_normal:
        case OpCode::random_permutation:
          step_random(f, I, c);
          break;
        case OpCode::reshard:
          step_reshard(f, I);
          break;
        case OpCode::permute:
          step_permute(f, I);
          break;
        case OpCode::own:
          step_own(f, I);
          break;
        case OpCode::stack:
          step_stack(f, I, it);
          break;
        case OpCode::item:
          step_item(f, I, it);
          break;
        case OpCode::pick:
          step_pick(f, I);
          break;
        case OpCode::alias:
        case OpCode::checkpoint_name:
        case OpCode::stop_gradient:
        case OpCode::reshape:
        case OpCode::view:
        case OpCode::result:
          step_alias(f, I);
          break;
        default:
          break;
      }
      if constexpr (c == OpCode::scan) loop<I>(f);
      if constexpr (c == OpCode::repeat) repeat<I>(f);
      if constexpr (c == OpCode::branch)
        if (is_true(f, eqn(I).b) == (eqn(I).k0 != 0)) range<I + 1, eqn(I).a>(f, it);
    }
  }
};

}  // namespace shardwise::exec
