// Collectives between threads, straight between the devices' own buffers.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <shardwise/backends/executor/communicator.hpp>
#include <shardwise/backends/local/house.hpp>

namespace shardwise::local {

/// The meeting place of a group. Operations are numbered from 1; a member posts what it wants and where its
/// buffers are, and later marks the operation done.
struct Group {
  struct alignas(128) Member {
    std::atomic<std::uint64_t> posted{0};
    alignas(128) std::atomic<std::uint64_t> done{0};
    Collective ring[Communicator::max_in_flight];
    int device = 0;
    std::shared_ptr<Group> handed_over;  // a new group, from its first member to the others, in split
  };
  explicit Group(std::size_t size) : members(size) {}
  std::vector<Member> members;
};

class LocalCommunicator final : public Communicator {
 public:
  LocalCommunicator(std::shared_ptr<House> house, std::shared_ptr<Group> group, int rank, CommunicatorState& state);
  ~LocalCommunicator() override = default;

  std::size_t alone_from() override { return std::size_t(4) << 10; }

 private:
  void run(const Collective& c) override { finish(start(c)); }
  std::uint64_t start(const Collective& c) override;
  void finish(std::uint64_t ticket) override;
  void abandon() noexcept override;
  std::unique_ptr<Communicator> do_split(int color, int key) override;

  void complete(std::uint64_t t);
  void complete_permute(const Collective& mine, std::uint64_t t);
  void complete_broadcast(const Collective& mine, std::uint64_t t);
  void work(const Collective& mine, std::uint64_t t);
  void wait_posted(int member, std::uint64_t t, CollectiveKind kind);
  void wait_done(int member, std::uint64_t t, CollectiveKind kind);
  void compare(const Collective& mine, std::uint64_t t);
  void mark_done(std::uint64_t t) { me_.done.store(t, std::memory_order_release); }
  const Collective& wish(int member, std::uint64_t t) const {
    return group_->members[std::size_t(member)].ring[t % max_in_flight];
  }

  std::shared_ptr<House> house_;
  std::shared_ptr<Group> group_;
  Group::Member& me_;
  int device_;
  std::uint64_t posted_ = 0, completed_ = 0;
  std::uint64_t all_done_ = 0;  // every member is known to have done this one
  std::vector<const void*> sources_;
  std::vector<void*> targets_;
};

}  // namespace shardwise::local
