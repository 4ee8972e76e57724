// What every backend's communicator must do, as functions of a World: run on threads by test/local, on ranks by
// test/mpi. Failures are exceptions, since Catch's assertions are not for several threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <shardwise/backends/executor/world.hpp>

namespace communicator_cases {

using namespace shardwise;

inline void expect(bool ok, const std::string& what) {
  if (!ok) throw std::runtime_error("expected: " + what);
}

template <class F> void expect_error(F f, const std::string& part) {
  try {
    f();
  } catch (const Error& e) {
    return expect(std::string(e.what()).find(part) != std::string::npos, "'" + part + "' in '" + e.what() + "'");
  }
  expect(false, "an error with '" + part + "'");
}

inline std::uint16_t to_bf16(float x) {
  const auto u = std::bit_cast<std::uint32_t>(x);
  if (x != x) return std::uint16_t((u >> 16) | 0x40);
  return std::uint16_t((u + 0x7fff + ((u >> 16) & 1)) >> 16);
}
inline float from_bf16(std::uint16_t x) { return std::bit_cast<float>(std::uint32_t(x) << 16); }
inline std::uint16_t to_f16(float x) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)); }
inline float from_f16(std::uint16_t x) { return float(std::bit_cast<_Float16>(x)); }

// An array of one dtype as bytes, read and written as double.
struct Buffer {
  Dtype dtype;
  std::vector<std::byte> bytes;
  Buffer(Dtype d, std::size_t n) : dtype(d), bytes(n * size_of(d)) {}
  std::size_t size() const { return bytes.size() / size_of(dtype); }
  void* data() { return bytes.data(); }
  template <class T> T raw(std::size_t i) const {
    T x;
    std::memcpy(&x, bytes.data() + i * sizeof(T), sizeof(T));
    return x;
  }
  template <class T> void put(std::size_t i, T x) { std::memcpy(bytes.data() + i * sizeof(T), &x, sizeof(T)); }
  double get(std::size_t i) const {
    switch (dtype) {
      case Dtype::f32:
        return double(raw<float>(i));
      case Dtype::f64:
        return raw<double>(i);
      case Dtype::bf16:
        return double(from_bf16(raw<std::uint16_t>(i)));
      case Dtype::f16:
        return double(from_f16(raw<std::uint16_t>(i)));
      case Dtype::i32:
        return raw<std::int32_t>(i);
      case Dtype::i64:
        return double(raw<std::int64_t>(i));
      case Dtype::u32:
        return raw<std::uint32_t>(i);
      default:
        return raw<std::uint8_t>(i);
    }
  }
  void set(std::size_t i, double x) {
    switch (dtype) {
      case Dtype::f32:
        return put(i, float(x));
      case Dtype::f64:
        return put(i, x);
      case Dtype::bf16:
        return put(i, to_bf16(float(x)));
      case Dtype::f16:
        return put(i, to_f16(float(x)));
      case Dtype::i32:
        return put(i, std::int32_t(x));
      case Dtype::i64:
        return put(i, std::int64_t(x));
      case Dtype::u32:
        return put(i, std::uint32_t(std::abs(x)));
      default:
        return put(i, std::uint8_t(x > 0));
    }
  }
};

// Mixed-sign values that differ by rank, the same on every device that asks.
inline Buffer values(Dtype d, std::size_t n, int rank, unsigned seed = 1) {
  std::mt19937 bits(unsigned(rank) * 7919u + seed * 104729u + unsigned(d));
  Buffer b(d, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double x = (double(bits()) / 4294967296.0 - 0.5) * 8;
    b.set(i, is_floating(d) ? x : std::round(x * 1000));
  }
  return b;
}

inline double combine(ReduceOp op, double a, double b) {
  return op == ReduceOp::sum ? a + b : op == ReduceOp::max ? std::max(a, b) : std::min(a, b);
}

inline double tolerance(Dtype d) {
  switch (d) {
    case Dtype::f32:
      return 2e-5;
    case Dtype::f64:
      return 1e-13;
    case Dtype::bf16:
      return 0.13;  // half a unit in the last place of a sum below 32
    case Dtype::f16:
      return 0.016;
    default:
      return 0;
  }
}

inline constexpr Dtype numbers[] = {Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::f16,
                                    Dtype::i32, Dtype::i64, Dtype::u32,  Dtype::boolean};

template <class F> void for_reductions(F f) {
  for (const Dtype d : numbers)
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::max, ReduceOp::min})
      if (d != Dtype::boolean || op != ReduceOp::sum) f(d, op);
}

// A group with its members' world ranks, so that references know their values.
struct Party {
  Communicator& c;
  std::vector<int> members;
};

inline Party everyone(World& w) {
  Party p{w.communicator(), {}};
  for (int r = 0; r < w.size(); ++r) p.members.push_back(r);
  return p;
}

inline std::string where(const char* what, Dtype d, ReduceOp op, std::size_t n, std::size_t i) {
  return std::string(what) + " " + std::string(name_of(d)) + " " + std::string(name_of(op)) + " of " +
         std::to_string(n) + " right at " + std::to_string(i);
}

inline void expect_reduced(const Party& p, const Buffer& got, std::size_t offset, std::size_t all, ReduceOp op,
                           const char* what) {
  std::vector<Buffer> in;
  for (const int m : p.members) in.push_back(values(got.dtype, all, m));
  for (std::size_t i = 0; i < got.size(); ++i) {
    double want = in[0].get(offset + i);
    for (std::size_t r = 1; r < in.size(); ++r) want = combine(op, want, in[r].get(offset + i));
    const double allowed = op == ReduceOp::sum ? tolerance(got.dtype) : 0;
    expect(std::abs(got.get(i) - want) <= allowed, where(what, got.dtype, op, all, i));
  }
}

inline void expect_equal_on_all(const Party& p, const Buffer& b) {
  std::vector<std::byte> all(b.bytes.size() * p.members.size());
  p.c.all_gather(b.bytes.data(), all.data(), b.bytes.size());
  for (std::size_t r = 0; r < p.members.size() && !b.bytes.empty(); ++r)
    expect(std::memcmp(all.data() + r * b.bytes.size(), b.bytes.data(), b.bytes.size()) == 0,
           "bitwise the same result on all devices");
}

inline void reductions(const Party& p, std::vector<std::size_t> sizes) {
  const std::size_t n = p.members.size(), self = std::size_t(p.c.rank());
  const int me = p.members[self];
  for_reductions([&](Dtype d, ReduceOp op) {
    for (const std::size_t count : sizes) {
      Buffer x = values(d, count, me);
      p.c.all_reduce(x.data(), count, d, op);
      expect_reduced(p, x, 0, count, op, "all_reduce");
      expect_equal_on_all(p, x);
      Buffer source = values(d, count, me), result(d, count);
      const std::vector<std::byte> kept = source.bytes;
      p.c.all_reduce(source.data(), result.data(), count, d, op);
      expect(result.bytes == x.bytes && source.bytes == kept, "all_reduce into another array");
      Buffer y = values(d, count, me);
      p.c.start_all_reduce(y.data(), count, d, op).wait();
      expect_reduced(p, y, 0, count, op, "started all_reduce");

      Buffer in = values(d, count * n, me), out(d, count);
      const std::vector<std::byte> before = in.bytes;
      p.c.reduce_scatter(in.data(), out.data(), count, d, op);
      expect_reduced(p, out, self * count, count * n, op, "reduce_scatter");
      Buffer later(d, count);
      p.c.start_reduce_scatter(in.data(), later.data(), count, d, op).wait();
      expect_reduced(p, later, self * count, count * n, op, "started reduce_scatter");
      expect(in.bytes == before, "reduce_scatter leaves its input alone");
    }
  });
}

inline std::uint32_t mark(int from, int to, std::size_t i) {
  return std::uint32_t(from + 1) * 1000003u + std::uint32_t(to + 1) * 10007u + std::uint32_t(i);
}

inline void movements(const Party& p, std::vector<std::size_t> sizes) {
  const int n = p.c.size(), me = p.c.rank();
  using Words = std::vector<std::uint32_t>;
  for (const std::size_t count : sizes) {
    const std::size_t bytes = count * 4;
    const auto block = [&](int from, int to) {
      Words w(count);
      for (std::size_t i = 0; i < count; ++i) w[i] = mark(from, to, i);
      return w;
    };
    const auto at = [&](Words& w, int r) { return w.data() + std::size_t(r) * count; };
    const auto all_blocks = [&](auto from, auto to) {
      Words w;
      for (int r = 0; r < n; ++r) {
        const Words b = block(from(r), to(r));
        w.insert(w.end(), b.begin(), b.end());
      }
      return w;
    };
    const auto r_of = [](int r) { return r; };
    const auto zero = [](int) { return 0; };
    const auto self = [&](int) { return me; };

    for (const bool started : {false, true}) {
      const Words mine = block(me, 0);
      Words all(count * std::size_t(n), 77);
      if (started)
        p.c.start_all_gather(mine.data(), all.data(), bytes).wait();
      else
        p.c.all_gather(mine.data(), all.data(), bytes);
      expect(all == all_blocks(r_of, zero), "all_gather");
      Words in_place(count * std::size_t(n), 77);
      std::copy(mine.begin(), mine.end(), in_place.begin() + long(std::size_t(me) * count));
      if (started)
        p.c.start_all_gather(at(in_place, me), in_place.data(), bytes).wait();
      else
        p.c.all_gather(at(in_place, me), in_place.data(), bytes);
      expect(in_place == all_blocks(r_of, zero), "all_gather in place");

      const Words out = all_blocks(self, r_of);
      Words in(out.size(), 77);
      if (started)
        p.c.start_all_to_all(out.data(), in.data(), bytes).wait();
      else
        p.c.all_to_all(out.data(), in.data(), bytes);
      expect(in == all_blocks(r_of, self), "all_to_all");

      const auto permute = [&](int source, int target, const char* what) {
        const Words send = block(me, 5);
        Words got(count, 77);
        if (started)
          p.c.start_permute(send.data(), got.data(), bytes, source, target).wait();
        else
          p.c.permute(send.data(), got.data(), bytes, source, target);
        expect(got == (source < 0 ? Words(count, 0) : block(source, 5)), what);
      };
      for (int shift = 0; shift < n; ++shift) permute((me + n - shift) % n, (me + shift) % n, "permute by a shift");
      permute(me == 0 ? -1 : me - 1, me == n - 1 ? -1 : me + 1, "permute along a line");
      permute(-1, -1, "permute of nobody");
      if (n > 1) permute(me == n - 1 ? 0 : -1, me == 0 ? n - 1 : -1, "permute of one pair");

      for (int root = 0; root < n; ++root) {
        Words data = block(me, root);
        if (started)
          p.c.start_broadcast(data.data(), bytes, root).wait();
        else
          p.c.broadcast(data.data(), bytes, root);
        expect(data == block(root, root), "broadcast");
      }
    }
  }
  p.c.barrier();
  p.c.start_barrier().wait();
}

inline void all_collectives(World& w) {
  reductions(everyone(w), {0, 1, 5, 33, 1000, 20000});
  movements(everyone(w), {0, 1, 5, 1000, 20000});
}

// Beyond what one piece of a shared window holds, and not a multiple of it.
inline void large_arrays(World& w) {
  const Party p = everyone(w);
  const std::size_t n = p.members.size(), self = std::size_t(w.rank());
  for (const Dtype d : {Dtype::f32, Dtype::bf16, Dtype::i64})
    for (const std::size_t count : {32768ul, 32769ul, 150001ul, 400000ul}) {
      Buffer x = values(d, count, w.rank());
      p.c.all_reduce(x.data(), count, d);
      expect_reduced(p, x, 0, count, ReduceOp::sum, "all_reduce");
      Buffer in = values(d, count * n, w.rank()), out(d, count);
      p.c.reduce_scatter(in.data(), out.data(), count, d);
      expect_reduced(p, out, self * count, count * n, ReduceOp::sum, "reduce_scatter");
    }
  movements(p, {32768, 100003});
}

// The memory of steps: a backend may work on it where it lies. One device's own memory among them must do as well.
inline void step_memory(World& w) {
  const Party p = everyone(w);
  const std::size_t n = p.members.size(), self = std::size_t(w.rank());
  for (const int stranger : {-1, 0, w.size() - 1})
    for (const Dtype d : {Dtype::f32, Dtype::f16, Dtype::i64})
      for (const std::size_t count : {64ul, 9000ul, 9001ul, 100003ul}) {
        const std::size_t bytes = count * size_of(d);
        auto in = w.arena(bytes * n), out = w.arena(bytes * n);
        std::vector<std::byte> own(bytes * n), other(bytes * n);
        const bool strange = stranger == w.rank();
        std::byte *a = strange ? own.data() : in.data(), *b = strange ? other.data() : out.data();
        const auto result = [&](const std::byte* from, std::size_t many) {
          Buffer x(d, many);
          std::memcpy(x.data(), from, many * size_of(d));
          return x;
        };
        const Buffer mine = values(d, count, w.rank()), wide = values(d, count * n, w.rank());
        std::memcpy(a, mine.bytes.data(), bytes);
        p.c.all_reduce(a, b, count, d);
        expect(std::memcmp(a, mine.bytes.data(), bytes) == 0, "all_reduce leaves its input alone");
        expect_reduced(p, result(b, count), 0, count, ReduceOp::sum, "all_reduce");
        p.c.all_reduce(a, count, d);
        expect(std::memcmp(a, b, bytes) == 0, "all_reduce in place");
        expect_equal_on_all(p, result(a, count));
        std::memcpy(a, wide.bytes.data(), bytes * n);
        p.c.reduce_scatter(a, b, count, d);
        expect_reduced(p, result(b, count), self * count, count * n, ReduceOp::sum, "reduce_scatter");
        p.c.all_to_all(a, b, bytes);
        for (std::size_t r = 0; r < n; ++r)
          expect(std::memcmp(b + r * bytes, values(d, count * n, int(r)).bytes.data() + self * bytes, bytes) == 0,
                 "all_to_all");
        for (const bool in_place : {false, true}) {
          std::byte* from = in_place ? b + self * bytes : a;
          std::memcpy(from, mine.bytes.data(), bytes);
          p.c.all_gather(from, b, bytes);
          for (std::size_t r = 0; r < n; ++r)
            expect(std::memcmp(b + r * bytes, values(d, count, int(r)).bytes.data(), bytes) == 0, "all_gather");
        }
      }
}

inline void small_chunks(World& w) {
  for (const std::size_t limit : {std::size_t(1), std::size_t(7), std::size_t(64)}) {
    w.set_chunk_limit(limit);
    for (const bool deterministic : {false, true}) {
      w.set_deterministic(deterministic);
      reductions(everyone(w), {1, 5, 33, 150});
    }
    movements(everyone(w), {1, 2, 40});
  }
}

// Every dtype through every path, and as many requests in flight as there may be and more.
inline void in_flight(World& w) {
  const Party p = everyone(w);
  constexpr std::size_t n = 300;
  std::vector<Buffer> data, gathered;
  std::vector<Request> requests;
  for (int k = 0; k < 3 * Communicator::max_in_flight; ++k) {
    data.push_back(values(numbers[k % 7], n, w.rank()));
    gathered.emplace_back(numbers[k % 7], n * std::size_t(w.size()));
  }
  for (std::size_t k = 0; k < data.size(); ++k) {
    if (k % 3 == 1)
      requests.push_back(p.c.start_all_gather(data[k].data(), gathered[k].data(), data[k].bytes.size()));
    else if (k % 3 == 2)
      requests.push_back(p.c.start_permute(data[k].data(), gathered[k].data(), data[k].bytes.size(),
                                           (w.rank() + 1) % w.size(), (w.rank() + w.size() - 1) % w.size()));
    else
      requests.push_back(p.c.start_all_reduce(data[k].data(), n, data[k].dtype));
  }
  p.c.barrier();  // passes the started ones by
  requests[5].wait();
  for (Request& r : requests) r.wait();
  requests[0].wait();  // harmless
  for (std::size_t k = 0; k < data.size(); ++k) {
    if (k % 3 == 0) {
      expect_reduced(p, data[k], 0, n, ReduceOp::sum, "all_reduce in flight");
    } else if (k % 3 == 1) {
      for (int r = 0; r < w.size(); ++r)
        expect(std::memcmp(gathered[k].bytes.data() + std::size_t(r) * data[k].bytes.size(),
                           values(data[k].dtype, n, r).bytes.data(), data[k].bytes.size()) == 0,
               "all_gather in flight");
    } else {
      expect(std::memcmp(gathered[k].bytes.data(), values(data[k].dtype, n, (w.rank() + 1) % w.size()).bytes.data(),
                         data[k].bytes.size()) == 0,
             "permute in flight");
    }
  }
  // A request that nobody waits for completes when it goes.
  Buffer last = values(Dtype::f32, n, w.rank());
  { Request r = p.c.start_all_reduce(last.data(), n, Dtype::f32); }
  expect_reduced(p, last, 0, n, ReduceOp::sum, "all_reduce of a forgotten request");
}

inline void splits(World& w) {
  const int n = w.size(), me = w.rank();
  // Rows and columns of the squarest grid.
  int columns = int(std::sqrt(double(n)));
  while (n % columns) --columns;
  const int row = me / columns, column = me % columns;
  const auto rows = w.split(row, column), cols = w.split(column, row);
  expect(rows->size() == columns && rows->rank() == column, "a row of the grid");
  expect(cols->size() == n / columns && cols->rank() == row, "a column of the grid");
  Party in_row{*rows, {}}, in_column{*cols, {}};
  for (int c = 0; c < columns; ++c) in_row.members.push_back(row * columns + c);
  for (int r = 0; r < n / columns; ++r) in_column.members.push_back(r * columns + column);
  for (const Party& p : {in_row, in_column}) {
    reductions(p, {1, 33, 1000});
    movements(p, {1, 33, 1000});
  }
  // Key orders; a negative colour takes no part; parts split again.
  const auto reversed = w.split(0, -me);
  expect(reversed->rank() == n - 1 - me, "ranks in the order of the keys");
  const auto all_but_first = w.split(me == 0 ? -1 : 3, 0);
  expect((all_but_first == nullptr) == (me == 0), "no communicator for a negative colour");
  if (all_but_first) {
    expect(all_but_first->size() == n - 1 && all_but_first->rank() == me - 1, "the others in the order of ranks");
    const auto alone = all_but_first->split(me, 0);
    expect(alone->size() == 1, "a group of one");
    float x = 3;
    alone->all_reduce(&x, 1, Dtype::f32);
    expect(x == 3, "a sum over one device");
    float y = 0;
    alone->all_reduce(&x, &y, 1, Dtype::f32);
    expect(y == 3, "a sum over one device into another array");
  }
}

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
  all.reduce_scatter(b.data(), a.data(), 6, Dtype::f32);
  all.all_to_all(b.data(), c.data(), 24);
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
                        .all_gather_bytes = 24,
                        .reduce_scatter_bytes = 24 * n,
                        .all_to_all_bytes = 24 * n,
                        .permute_bytes = 24,
                        .broadcast_bytes = 24};
  expect(w.counts() == want, "each collective counted once");
  expect(w.counts().total() == 5 && w.counts().total_bytes() == 72 + 48 * n, "the totals");
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
