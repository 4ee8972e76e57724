// The world of one thread.
#pragma once

#include <memory>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/local/local_communicator.hpp>

namespace shardwise::local {

class LocalWorld final : public World {
 public:
  LocalWorld(std::shared_ptr<House> house, std::shared_ptr<Group> all, int rank)
      : World(rank, int(all->members.size()), "threads"), house_(house) {
    set_communicator(std::make_unique<LocalCommunicator>(std::move(house), std::move(all), rank, state()));
  }
  void set_deadline(std::chrono::milliseconds deadline) override { house_->set_deadline(deadline); }

 private:
  std::span<const detail::Statement> exchange(const detail::Statement& mine) override {
    return house_->exchange(rank(), mine);
  }

  std::shared_ptr<House> house_;
};

}  // namespace shardwise::local
