// What every backend's communicator must do, as functions of a World: run on threads by test/local, on ranks by
// test/mpi.
#pragma once

#include <support/communicator_exchanges.hpp>

namespace communicator_cases {

// The fold in the order of the ranks, in f32 for the small types.
template <class T> T ordered_sum(const std::vector<Buffer>& in, std::size_t i) {
  T sum = in[0].raw<T>(i);
  for (std::size_t r = 1; r < in.size(); ++r) sum += in[r].raw<T>(i);
  return sum;
}

inline void deterministic(World& w) {
  w.set_deterministic(true);
  expect(w.deterministic(), "the mode that was set");
  const std::size_t n = std::size_t(w.size());
  for (const std::size_t count : {1ul, 7ul, 1000ul, 50001ul}) {
    for (const Dtype d : {Dtype::f32, Dtype::f64}) {
      std::vector<Buffer> in;
      for (int r = 0; r < w.size(); ++r) in.push_back(values(d, count * n, r));
      Buffer x = values(d, count * n, w.rank()), y = x, part(d, count);
      w.communicator().all_reduce(x.data(), count * n, d);
      w.communicator().reduce_scatter(y.data(), part.data(), count, d);
      for (std::size_t i = 0; i < count * n; ++i)
        expect(d == Dtype::f32 ? x.raw<float>(i) == ordered_sum<float>(in, i)
                               : x.raw<double>(i) == ordered_sum<double>(in, i),
               "all_reduce in the order of the ranks");
      for (std::size_t i = 0; i < count; ++i)
        expect(part.get(i) == x.get(std::size_t(w.rank()) * count + i), "reduce_scatter equal to all_reduce");
    }
  }
}

inline void small_floats_are_summed_in_f32(World& w) {
  // Pieces that overflow f16 or lose ones in bf16 when they are added in their own type.
  if (w.size() == 4) {
    for (const std::size_t n : {1ul, 100ul, 40000ul}) {
      Buffer x(Dtype::f16, n);
      for (std::size_t i = 0; i < n; ++i) x.set(i, w.rank() < 2 ? 40000 : -40000);
      w.communicator().all_reduce(x.data(), n, Dtype::f16);
      for (std::size_t i = 0; i < n; ++i) expect(x.get(i) == 0, "40000 + 40000 - 40000 - 40000 = 0 in f16");
    }
  }
  Buffer y(Dtype::bf16, 3);
  for (std::size_t i = 0; i < 3; ++i) y.set(i, w.rank() == 0 ? 256 : 1);
  w.communicator().all_reduce(y.data(), 3, Dtype::bf16);
  const double want = double(from_bf16(to_bf16(256 + float(w.size() - 1))));
  expect(y.get(2) == want, "ones on top of 256 in bf16");
}

inline void integers(World& w) {
  const int n = w.size(), me = w.rank();
  std::vector<std::int32_t> a(40, me % 2 ? -5 : 2'000'000'000);
  std::int32_t want = 0;
  for (int r = 0; r < n; ++r) want = std::int32_t(std::uint32_t(want) + std::uint32_t(r % 2 ? -5 : 2'000'000'000));
  w.communicator().all_reduce(a.data(), a.size(), Dtype::i32);
  expect(a[39] == want, "i32 wraps");
  std::vector<std::int64_t> b(40, (std::int64_t(1) << 53) + me);
  w.communicator().all_reduce(b.data(), b.size(), Dtype::i64);
  expect(b[0] == n * (std::int64_t(1) << 53) + n * (n - 1) / 2, "i64 beyond what a double holds");
  std::vector<std::uint32_t> c(40, 4'000'000'000u + unsigned(me));
  w.communicator().all_reduce(c.data(), c.size(), Dtype::u32, ReduceOp::max);
  expect(c[0] == 4'000'000'000u + unsigned(n - 1), "u32 is unsigned");
  std::vector<std::int32_t> d(40, me == 0 ? -1 : 1);
  w.communicator().all_reduce(d.data(), d.size(), Dtype::i32, ReduceOp::min);
  expect(d[0] == -1, "i32 is signed");
}

inline void nan_and_zero(World& w) {
  const Party p = everyone(w);
  for (const Dtype d : {Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::f16})
    for (int bad = 0; bad < w.size(); ++bad)
      for (const ReduceOp op : {ReduceOp::sum, ReduceOp::max, ReduceOp::min}) {
        Buffer x(d, 37);
        for (std::size_t i = 0; i < 37; ++i) x.set(i, w.rank());
        if (w.rank() == bad) {
          x.set(3, std::numeric_limits<double>::quiet_NaN());
          x.set(4, std::numeric_limits<double>::infinity());
        }
        x.set(5, w.rank() == bad ? -0.0 : 0.0);
        p.c.all_reduce(x.data(), 37, d, op);
        expect(std::isnan(x.get(3)), "NaN passes " + std::string(name_of(op)));
        if (op != ReduceOp::min || w.size() == 1) expect(std::isinf(x.get(4)), "infinity passes");
        expect(!std::isnan(x.get(6)), "NaN stays in its element");
        expect_equal_on_all(p, x);
      }
}

inline void counting(World& w) {
  const std::uint64_t n = std::uint64_t(w.size());
  std::vector<float> a(6), b(6 * n), c(6 * n);
  Communicator& all = w.communicator();
  w.counts().reset();
  all.all_reduce(a.data(), 6, Dtype::f32);
  all.all_gather(a.data(), b.data(), 24);
  all.all_gather(a.data(), b.data(), 8, true);  // more of the same one
  all.reduce_scatter(b.data(), a.data(), 6, Dtype::f32);
  all.reduce_scatter(b.data(), a.data(), 2, Dtype::f32, ReduceOp::sum, true);
  all.all_to_all(b.data(), c.data(), 24);
  all.all_to_all(b.data(), c.data(), 8, true);
  all.permute(b.data(), c.data(), 24, w.rank(), w.rank());
  all.broadcast(a.data(), 24, 0);
  all.barrier();
  CollectiveCounts want{.all_reduce = 1,
                        .all_gather = 1,
                        .reduce_scatter = 1,
                        .all_to_all = 1,
                        .permute = 1,
                        .broadcast = 1,
                        .all_reduce_bytes = 24,
                        .all_gather_bytes = 32,
                        .reduce_scatter_bytes = 32 * n,
                        .all_to_all_bytes = 32 * n,
                        .permute_bytes = 24,
                        .broadcast_bytes = 24};
  expect(w.counts() == want, "each collective counted once");
  expect(w.counts().total() == 5 && w.counts().total_bytes() == 80 + 64 * n, "the totals");
  const auto alone = w.split(w.rank(), 0);
  alone->all_reduce(a.data(), 6, Dtype::f32);
  alone->start_all_reduce(a.data(), 6, Dtype::f32).wait();
  w.set_chunk_limit(2);
  all.all_reduce(a.data(), 6, Dtype::f32);
  want.all_reduce = 4;
  want.all_reduce_bytes = 96;
  expect(w.counts() == want, "parts, groups of one and chunks counted into the same");
  const double us = link_probe(w);
  expect(w.size() == 1 ? us == 0 : us > 0, "a time for the link");
  expect(w.counts() == want, "a probe that is not counted");
}

inline void wrong_arguments(World& w) {
  Communicator& c = w.communicator();
  std::vector<float> x(64 * std::size_t(w.size()));
  float* p = x.data();
  const int n = w.size();
  expect_error([&] { c.all_reduce(nullptr, 3, Dtype::f32); }, "all_reduce: the array is a null pointer");
  expect_error([&] { c.all_gather(nullptr, p, 3); }, "all_gather: the input is a null pointer");
  expect_error([&] { c.all_reduce(p, 3, Dtype::boolean); }, "bool takes max (or) and min (and), got sum");
  expect_error([&] { c.all_reduce(p, 3, Dtype::key); }, "random keys cannot be reduced");
  expect_error([&] { c.all_reduce(p, p + 1, 3, Dtype::f32); }, "all_reduce: input and output overlap");
  expect_error([&] { c.reduce_scatter(p, p, 3, Dtype::f32); }, "reduce_scatter: input and output overlap");
  expect_error([&] { c.all_gather(p + 1, p, 16); }, "all_gather: input and output overlap");
  expect_error([&] { c.all_to_all(p, p, 4); }, "all_to_all: input and output overlap");
  expect_error([&] { c.permute(p, p + 1, 16, w.rank(), w.rank()); }, "permute: input and output overlap");
  expect_error([&] { c.broadcast(p, 4, n); },
               "the root must be a rank below " + std::to_string(n) + ", got " + std::to_string(n));
  expect_error([&] { c.permute(p, p + 8, 4, n, -1); }, "the source must be -1 or a rank below");
  expect_error([&] { c.permute(p, p + 8, 4, -1, -2); }, "the target must be -1 or a rank below");
  expect_error([&] { c.all_reduce(p, SIZE_MAX / 2, Dtype::f64); }, "is too large");
  expect_error([&] { w.set_chunk_limit(0); }, "expected 1 to");
  c.all_reduce(nullptr, 0, Dtype::f32);  // nothing at nowhere is fine
}

inline void agreements(World& w) {
  for (std::uint64_t k = 0; k < 50; ++k) w.agree(k * k, "step " + std::to_string(k));
  w.agree(1, std::string(1000, 'x'));  // a long name is cut
  if (w.size() == 1) return;
  const std::string mine = w.rank() == 1 ? "program B" : "program A";
  try {
    w.agree(w.rank() == 1 ? 0xbb : 0xaa, mine);
  } catch (const Error& e) {
    const std::string text = e.what();
    expect(text.find("device 1: program B (0x00000000000000bb)") != std::string::npos, "who differs in " + text);
    expect(text.find(": program A (0x00000000000000aa)") != std::string::npos, "what the others run in " + text);
    w.agree(7, "the next program");  // agreements go on
    return;
  }
  expect(false, "an error where codes differ");
}

struct Case {
  const char* name;
  void (*run)(World&);
};
inline constexpr Case cases[] = {
    {"every collective, dtype and op", all_collectives},
    {"large arrays", large_arrays},
    {"the memory of steps", step_memory},
    {"chunks below the limit of int", small_chunks},
    {"requests in flight", in_flight},
    {"groups", splits},
    {"the deterministic mode", deterministic},
    {"bf16 and f16 are summed in f32", small_floats_are_summed_in_f32},
    {"integers", integers},
    {"NaN, infinity and zero", nan_and_zero},
    {"counts", counting},
    {"wrong arguments", wrong_arguments},
    {"agreements", agreements},
};

}  // namespace communicator_cases
