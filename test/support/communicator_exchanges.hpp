// Every collective of a communicator, for every dtype and size, on one piece of a world or several.
#pragma once

#include <support/communicator_values.hpp>

namespace communicator_cases {

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
  reductions(everyone(w), {0, 1, 5, 33, 1000, 4099});
  movements(everyone(w), {0, 1, 5, 1000, 20000});
}

// Beyond what one piece of a shared window holds, and not a multiple of it.
inline void large_arrays(World& w) {
  const Party p = everyone(w);
  const std::size_t n = p.members.size(), self = std::size_t(w.rank());
#ifdef SHARDWISE_SANITIZED  // each element takes long
  const std::vector<std::size_t> sizes{32769};
#else
  const std::vector<std::size_t> sizes{32768, 32769, 150001, 400000};
#endif
  for (const Dtype d : {Dtype::f32, Dtype::bf16, Dtype::i64})
    for (const std::size_t count : sizes) {
      Buffer x = values(d, count, w.rank());
      p.c.all_reduce(x.data(), count, d);
      expect_reduced(p, x, 0, count, ReduceOp::sum, "all_reduce");
      Buffer in = values(d, count * n, w.rank()), out(d, count);
      p.c.reduce_scatter(in.data(), out.data(), count, d);
      expect_reduced(p, out, self * count, count * n, ReduceOp::sum, "reduce_scatter");
    }
  movements(p, sizes.size() > 1 ? std::vector<std::size_t>{32768, 100003} : sizes);
}

// The memory of steps: a backend may work on it where it lies. One device's own memory among them must do as well.
inline void step_memory(World& w) {
  const Party p = everyone(w);
  const std::size_t n = p.members.size(), self = std::size_t(w.rank());
#ifdef SHARDWISE_SANITIZED  // each element takes long
  const std::vector<std::size_t> sizes{64, 9001};
#else
  const std::vector<std::size_t> sizes{64, 9000, 9001, 100003};
#endif
  for (const int stranger : {-1, 0, w.size() - 1})
    for (const Dtype d : {Dtype::f32, Dtype::f16, Dtype::i64})
      for (const std::size_t count : sizes) {
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

}  // namespace communicator_cases
