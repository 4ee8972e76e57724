#include <algorithm>
#include <cstring>
#include <string>

#include <shardwise/backends/executor/parts.hpp>
#include <shardwise/backends/mpi/shared_window_layout.hpp>

namespace shardwise::ranks {
namespace {

/// In a group of more, slices are reduced by one rank each and handed on; below, each reduces all that it needs.
constexpr std::size_t most_that_pull = 2;
/// Arrays of fewer bytes cost less to copy than to ask where they lie.
constexpr std::size_t heap_from = std::size_t(8) << 10;

void copy_bytes(void* to, const void* from, std::size_t bytes) {
  if (bytes && to != from) std::memcpy(to, from, bytes);
}

using exec::at, exec::Part, exec::part_of, exec::parts_in;
}  // namespace

void SharedWindow::compare(const Collective& mine, std::uint64_t piece) const {
  // All compare with the first rank, so that all find the same fault.
  const Wish& first = headers_[0]->wish[piece % slots];
  for (std::size_t r = 1; r < size_; ++r)
    if (const Wish& other = headers_[r]->wish[piece % slots]; !other.matches(first))
      throw Error(std::string(name_of(mine.kind)) + ": the ranks of a group ask for different things: rank 0 for " +
                  describe(first.collective()) + ", rank " + std::to_string(r) + " for " +
                  describe(other.collective()));
}

void SharedWindow::publish(const Collective& c, std::uint64_t piece) {
  const auto place = [&](const void* p) { return heap_ ? heap_->place_of(p) : SharedHeap::elsewhere; };
  headers_[rank_]->wish[piece % slots] = {c.kind, c.dtype, c.op, c.source, c.count, place(c.in), place(c.out)};
}

const std::byte* SharedWindow::in_of(std::size_t rank, std::uint64_t piece) const {
  return heap_->at(members_[rank], headers_[rank]->wish[piece % slots].in);
}
std::byte* SharedWindow::out_of(std::size_t rank, std::uint64_t piece) const {
  return heap_->at(members_[rank], headers_[rank]->wish[piece % slots].out);
}

bool SharedWindow::in_heap(const Collective& c) {
  const std::size_t bytes = c.count * (c.kind == CollectiveKind::all_reduce ? size_of(c.dtype) : 1);
  if (!heap_ || bytes < heap_from || c.kind == CollectiveKind::broadcast) return false;
  Header& me = *headers_[rank_];
  const std::uint64_t number = ++piece_;
  if (number > slots) wait_all(number - slots, done);
  publish(c, number);
  me.flag[posted].last.store(number, std::memory_order_release);
  wait_all(number, posted);
  compare(c, number);
  bool there = true;
  for (const Header* h : headers_) {
    const Wish& w = h->wish[number % slots];
    there = there && w.in != SharedHeap::elsewhere &&
            (c.kind != CollectiveKind::all_reduce || w.out != SharedHeap::elsewhere);
  }
  if (there) work_in_heap(c, number);
  me.flag[done].last.store(number, std::memory_order_release);
  if (there) wait_all(number, done);
  return there;
}

void SharedWindow::work_in_heap(const Collective& c, std::uint64_t piece) {
  switch (c.kind) {
    case CollectiveKind::all_reduce: {
      // Each rank reduces one slice of all arrays and writes it into all results; cuts lie on whole cache lines.
      for (std::size_t r = 0; r < size_; ++r) {
        sources_[r] = in_of(r, piece);
        targets_[r] = out_of(r, piece);
      }
      const Part mine = part_of(c.count, exec::part_each(c.count, size_of(c.dtype), size_), rank_);
      return fold(sources_.data(), size_, targets_.data(), size_, mine.begin, mine.count, c.dtype, c.op);
    }
    case CollectiveKind::reduce_scatter: {
      for (std::size_t r = 0; r < size_; ++r) sources_[r] = in_of(r, piece) + rank_ * c.count * size_of(c.dtype);
      return fold(sources_.data(), size_, &c.out, 1, 0, c.count, c.dtype, c.op);
    }
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      for (std::size_t i = 0; i < size_; ++i) {  // each begins at another one
        const std::size_t r = (rank_ + i) % size_;
        const std::size_t from = c.kind == CollectiveKind::all_to_all ? rank_ * c.count : 0;
        copy_bytes(at(c.out, r * c.count), in_of(r, piece) + from, c.count);
      }
      return;
    default:
      return;
  }
}

/// stage(k, slot) puts piece k of this rank into its slot; use(k, number) takes what it needs of the others'.
template <class Stage, class Use>
void SharedWindow::rounds(const Collective& c, std::size_t pieces, Stage stage, Use use) {
  Header& me = *headers_[rank_];
  const std::uint64_t first = piece_ + 1;
  const auto put = [&](std::size_t k) {
    const std::uint64_t number = first + k;
    if (number > slots) wait_all(number - slots, done);  // the others have left the slot
    publish(c, number);
    stage(k, slot(rank_, number));
    me.flag[posted].last.store(number, std::memory_order_release);
  };
  put(0);
  for (std::size_t k = 0; k < pieces; ++k) {
    if (k + 1 < pieces) put(k + 1);
    wait_all(first + k, posted);
    if (k == 0) compare(c, first);
    use(k, first + k);
    me.flag[done].last.store(first + k, std::memory_order_release);
  }
  piece_ += pieces;
}

bool SharedWindow::takes(const Collective& c) const {
  switch (c.kind) {
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return c.count > 0 && size_ <= piece_bytes / 128;
    case CollectiveKind::broadcast:
      return c.count > 0;
    case CollectiveKind::permute:
    case CollectiveKind::barrier:
      return false;
  }
  return false;
}

void SharedWindow::run(const Collective& c) {
  if (in_heap(c)) return;
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      return all_reduce(c);
    case CollectiveKind::reduce_scatter:
      return reduce_scatter(c);
    case CollectiveKind::all_gather:
      return all_gather(c);
    case CollectiveKind::all_to_all:
      return all_to_all(c);
    case CollectiveKind::broadcast:
      return broadcast(c);
    case CollectiveKind::permute:
    case CollectiveKind::barrier:
      break;
  }
}

void SharedWindow::all_reduce(const Collective& c) {
  const std::size_t unit = size_of(c.dtype), each = piece_bytes / unit;
  const auto stage = [&](std::size_t k, std::byte* to) {
    const Part p = part_of(c.count, each, k);
    copy_bytes(to, at(c.in, p.begin * unit), p.count * unit);
  };
  const auto pull = [&](std::size_t k, std::uint64_t number) {
    const Part p = part_of(c.count, each, k);
    for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number);
    sources_[rank_] = at(c.in, p.begin * unit);
    void* target = at(c.out, p.begin * unit);
    fold(sources_.data(), size_, &target, 1, 0, p.count, c.dtype, c.op);
  };
  const auto slices = [&](std::size_t k, std::uint64_t number) {
    const Part p = part_of(c.count, each, k);
    const std::size_t width = exec::part_each(p.count, unit, size_);
    const Part mine = part_of(p.count, width, rank_);
    for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number);
    void* const targets[] = {slot(rank_, number), at(c.out, p.begin * unit)};
    fold(sources_.data(), size_, targets, 2, mine.begin, mine.count, c.dtype, c.op);
    headers_[rank_]->flag[reduced].last.store(number, std::memory_order_release);
    wait_all(number, reduced);
    for (std::size_t i = 1; i < size_; ++i) {
      const std::size_t r = (rank_ + i) % size_;
      const Part s = part_of(p.count, width, r);
      copy_bytes(at(c.out, (p.begin + s.begin) * unit), slot(r, number) + s.begin * unit, s.count * unit);
    }
  };
  if (size_ <= most_that_pull)
    rounds(c, parts_in(c.count, each), stage, pull);
  else
    rounds(c, parts_in(c.count, each), stage, slices);
}

void SharedWindow::reduce_scatter(const Collective& c) {
  const std::size_t unit = size_of(c.dtype), line = 128 / unit, each = piece_bytes / size_ / unit / line * line;
  rounds(
      c, parts_in(c.count, each),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r)
          if (r != rank_) copy_bytes(to + r * each * unit, at(c.in, (r * c.count + p.begin) * unit), p.count * unit);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number) + rank_ * each * unit;
        sources_[rank_] = at(c.in, (rank_ * c.count + p.begin) * unit);
        void* target = at(c.out, p.begin * unit);
        fold(sources_.data(), size_, &target, 1, 0, p.count, c.dtype, c.op);
      });
}

void SharedWindow::all_to_all(const Collective& c) {
  const std::size_t each = piece_bytes / size_ / 128 * 128;
  copy_bytes(at(c.out, rank_ * c.count), at(c.in, rank_ * c.count), c.count);
  rounds(
      c, parts_in(c.count, each),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r)
          if (r != rank_) copy_bytes(to + r * each, at(c.in, r * c.count + p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t i = 1; i < size_; ++i) {
          const std::size_t r = (rank_ + i) % size_;
          copy_bytes(at(c.out, r * c.count + p.begin), slot(r, number) + rank_ * each, p.count);
        }
      });
}

void SharedWindow::all_gather(const Collective& c) {
  copy_bytes(at(c.out, rank_ * c.count), c.in, c.count);
  rounds(
      c, parts_in(c.count, piece_bytes),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, piece_bytes, k);
        copy_bytes(to, at(c.in, p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, piece_bytes, k);
        for (std::size_t i = 1; i < size_; ++i) {
          const std::size_t r = (rank_ + i) % size_;
          copy_bytes(at(c.out, r * c.count + p.begin), slot(r, number), p.count);
        }
      });
}

void SharedWindow::broadcast(const Collective& c) {
  const std::size_t root = std::size_t(c.source);
  rounds(
      c, parts_in(c.count, piece_bytes),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, piece_bytes, k);
        if (rank_ == root) copy_bytes(to, at(c.out, p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, piece_bytes, k);
        if (rank_ != root) copy_bytes(at(c.out, p.begin), slot(root, number), p.count);
      });
}

}  // namespace shardwise::ranks
