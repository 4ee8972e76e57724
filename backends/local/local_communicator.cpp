#include <algorithm>
#include <cstring>
#include <string>

#include <shardwise/backends/executor/parts.hpp>
#include <shardwise/backends/kernels/fold.hpp>
#include <shardwise/backends/local/local_communicator.hpp>

namespace shardwise::local {
namespace {

void copy(void* to, const void* from, std::size_t bytes) {
  if (bytes && to != from) std::memcpy(to, from, bytes);
}

using exec::at;

bool matches(const Collective& a, const Collective& b) {
  if (a.kind != b.kind || a.count != b.count) return false;
  if (a.kind == CollectiveKind::broadcast) return a.source == b.source;
  const bool reduces = a.kind == CollectiveKind::all_reduce || a.kind == CollectiveKind::reduce_scatter;
  return !reduces || (a.dtype == b.dtype && a.op == b.op);
}

}  // namespace

LocalCommunicator::LocalCommunicator(std::shared_ptr<House> house, std::shared_ptr<Group> group, int rank,
                                     CommunicatorState& state)
    : Communicator(rank, int(group->members.size()), state),
      house_(std::move(house)),
      group_(std::move(group)),
      me_(group_->members[std::size_t(rank)]),
      device_(me_.device),
      sources_(group_->members.size()),
      targets_(group_->members.size()) {}

void LocalCommunicator::wait_posted(int member, std::uint64_t t, CollectiveKind kind) {
  Group::Member& m = group_->members[std::size_t(member)];
  house_->wait(device_, kind, m.device, [&] { return m.posted.load(std::memory_order_acquire) >= t; });
}

void LocalCommunicator::wait_done(int member, std::uint64_t t, CollectiveKind kind) {
  Group::Member& m = group_->members[std::size_t(member)];
  house_->wait(device_, kind, m.device, [&] { return m.done.load(std::memory_order_acquire) >= t; });
}

std::uint64_t LocalCommunicator::start(const Collective& c) {
  const std::uint64_t t = ++posted_;
  if (t > max_in_flight) {
    const std::uint64_t oldest = t - max_in_flight;  // its place in the ring is needed
    finish(oldest);
    if (all_done_ < oldest) {
      for (int r = 0; r < size(); ++r) wait_done(r, oldest, c.kind);
      all_done_ = oldest;
    }
  }
  me_.ring[t % max_in_flight] = c;
  me_.posted.store(t, std::memory_order_release);
  return t;
}

void LocalCommunicator::finish(std::uint64_t ticket) {
  while (completed_ < ticket) complete(++completed_);
}

void LocalCommunicator::abandon() noexcept {
  if (completed_ == posted_) return;
  house_->abort("device " + std::to_string(device_) + " failed");
  house_->quiesce(device_);
}

void LocalCommunicator::compare(const Collective& mine, std::uint64_t t) {
  // All compare with the first member, so that all find the same fault.
  const Collective& first = wish(0, t);
  for (int r = 1; r < size(); ++r)
    if (const Collective& other = wish(r, t); !matches(first, other))
      house_->fail(device_, std::string(name_of(mine.kind)) +
                                ": the devices of a group ask for different things: " + "device " +
                                std::to_string(group_->members[0].device) + " for " + describe(first) + ", device " +
                                std::to_string(group_->members[std::size_t(r)].device) + " for " + describe(other));
}

void LocalCommunicator::complete(std::uint64_t t) {
  const Collective mine = me_.ring[t % max_in_flight];
  if (size() > 1 && mine.kind == CollectiveKind::permute) return complete_permute(mine, t);
  if (size() > 1 && mine.kind == CollectiveKind::broadcast) return complete_broadcast(mine, t);
  for (int r = 0; r < size(); ++r) wait_posted(r, t, mine.kind);
  compare(mine, t);
  if (mine.kind == CollectiveKind::barrier) return mark_done(t);
  house_->begin_work(device_);
  work(mine, t);
  house_->end_work(device_);
  mark_done(t);
  for (int r = 0; r < size(); ++r) wait_done(r, t, mine.kind);
  all_done_ = t;
}

void LocalCommunicator::work(const Collective& mine, std::uint64_t t) {
  const std::size_t self = std::size_t(rank());
  switch (mine.kind) {
    case CollectiveKind::all_reduce: {
      if (size() == 1) return copy(mine.out, mine.in, mine.count * size_of(mine.dtype));
      // Each device reduces one slice of all arrays and writes it into all results.
      for (int r = 0; r < size(); ++r) {
        sources_[std::size_t(r)] = wish(r, t).in;
        targets_[std::size_t(r)] = wish(r, t).out;
      }
      const exec::Part s =
          exec::part_of(mine.count, exec::part_each(mine.count, size_of(mine.dtype), std::size_t(size())), self);
      fold(sources_.data(), sources_.size(), targets_.data(), targets_.size(), s.begin, s.count, mine.dtype, mine.op);
      return;
    }
    case CollectiveKind::reduce_scatter: {
      const std::size_t offset = self * mine.count * size_of(mine.dtype);
      for (int r = 0; r < size(); ++r) sources_[std::size_t(r)] = at(wish(r, t).in, offset);
      targets_[0] = mine.out;
      fold(sources_.data(), sources_.size(), targets_.data(), 1, 0, mine.count, mine.dtype, mine.op);
      return;
    }
    case CollectiveKind::all_gather:
      for (int k = 0; k < size(); ++k) {  // each begins at another one: no crowd at device 0
        const int r = (rank() + k) % size();
        copy(at(mine.out, std::size_t(r) * mine.count), wish(r, t).in, mine.count);
      }
      return;
    case CollectiveKind::all_to_all:
      for (int k = 0; k < size(); ++k) {
        const int r = (rank() + k) % size();
        copy(at(mine.out, std::size_t(r) * mine.count), at(wish(r, t).in, self * mine.count), mine.count);
      }
      return;
    case CollectiveKind::permute:  // in a group of one
      if (mine.source == 0)
        copy(mine.out, mine.in, mine.count);
      else if (mine.count)
        std::memset(mine.out, 0, mine.count);
      return;
    case CollectiveKind::broadcast:
    case CollectiveKind::barrier:
      return;
  }
}

void LocalCommunicator::complete_permute(const Collective& mine, std::uint64_t t) {
  const auto expect = [&](int member, bool ok, const char* wanted) {
    const Collective& other = wish(member, t);
    if (other.kind != CollectiveKind::permute || other.count != mine.count || !ok)
      house_->fail(device_, "permute: the pairs do not match: device " + std::to_string(device_) + " asks for " +
                                describe(mine) + " (ranks of the group) and needs rank " + std::to_string(member) +
                                wanted + ", which asks for " + describe(other));
  };
  if (mine.source >= 0) {
    wait_posted(mine.source, t, mine.kind);
    const Collective& from = wish(mine.source, t);
    expect(mine.source, from.target == rank(), " to send to it");
    house_->begin_work(device_);
    copy(mine.out, from.in, mine.count);
    house_->end_work(device_);
  } else if (mine.count) {
    std::memset(mine.out, 0, mine.count);
  }
  if (mine.target >= 0) {
    wait_posted(mine.target, t, mine.kind);
    expect(mine.target, wish(mine.target, t).source == rank(), " to receive from it");
  }
  mark_done(t);
  if (mine.target >= 0) wait_done(mine.target, t, mine.kind);
}

void LocalCommunicator::complete_broadcast(const Collective& mine, std::uint64_t t) {
  const int root = mine.source;
  if (rank() == root) {
    for (int r = 0; r < size(); ++r) wait_posted(r, t, mine.kind);
    compare(mine, t);
    mark_done(t);
    for (int r = 0; r < size(); ++r) wait_done(r, t, mine.kind);
    all_done_ = t;
    return;
  }
  wait_posted(root, t, mine.kind);
  if (!matches(mine, wish(root, t))) {
    for (int r = 0; r < size(); ++r) wait_posted(r, t, mine.kind);
    compare(mine, t);
  }
  house_->begin_work(device_);
  copy(mine.out, wish(root, t).in, mine.count);
  house_->end_work(device_);
  mark_done(t);
}

std::unique_ptr<Communicator> LocalCommunicator::do_split(int color, int key) {
  struct Entry {
    int color, key, rank;
  };
  const std::size_t n = std::size_t(size());
  const Entry mine{color, key, rank()};
  std::vector<Entry> all(n);
  run({.kind = CollectiveKind::all_gather, .in = &mine, .out = all.data(), .count = sizeof(Entry)});
  std::erase_if(all, [&](const Entry& e) { return e.color != color; });
  std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  const auto place = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return e.rank == rank(); });
  const bool first = color >= 0 && place == all.begin();
  if (first) {
    auto group = std::make_shared<Group>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      group->members[i].device = group_->members[std::size_t(all[i].rank)].device;
    me_.handed_over = std::move(group);
  }
  run({.kind = CollectiveKind::barrier});
  std::unique_ptr<Communicator> part;
  if (color >= 0)
    part = std::make_unique<LocalCommunicator>(house_, group_->members[std::size_t(all.front().rank)].handed_over,
                                               int(place - all.begin()), shared_state());
  run({.kind = CollectiveKind::barrier});
  if (first) me_.handed_over.reset();
  return part;
}

}  // namespace shardwise::local
