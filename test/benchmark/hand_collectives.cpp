#include "hand_common.hpp"

#include "hand_collectives.hpp"

namespace hand {

struct SharedBuffer::State {
  Device device;
  std::size_t floats = 0;
  float* own = nullptr;  // memory that only this device knows
#ifdef USE_MPI
  MPI_Win window = MPI_WIN_NULL;
#endif
};

SharedBuffer::SharedBuffer(int rank, int devices, bool mpi, std::size_t floats) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.floats = floats;
  s.own = arena(floats);
  if (!mpi) {
    float* shared = arena(floats);
    s.device = make_device(rank, devices, false, shared);
    s.device.base = shared;
    return;
  }
#ifdef USE_MPI
  s.device.rank = rank, s.device.P = devices, s.device.kind = "shm";
  constexpr std::size_t page = 4096;
  char* p;
  MPI_Win_allocate_shared(MPI_Aint(floats * 4 + page), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &s.window);
  std::memset(p, 0, floats * 4 + page);
  s.device.base = reinterpret_cast<float*>(p + page);
  for (int r = 0; r < devices && r < 2; ++r) {
    MPI_Aint size;
    int unit;
    char* q;
    MPI_Win_shared_query(s.window, r, &size, &unit, &q);
    s.device.spin.flag[r] = reinterpret_cast<std::atomic<unsigned>*>(q);
    if (r != rank) s.device.peer = reinterpret_cast<float*>(q + page);
  }
  s.device.spin.me = rank;
  MPI_Barrier(MPI_COMM_WORLD);
#endif
}
SharedBuffer::~SharedBuffer() {
#ifdef USE_MPI
  if (state_->window != MPI_WIN_NULL) {
    MPI_Win_free(&state_->window);
    std::free(state_->own);
    return;
  }
#endif
  std::free(state_->device.base), std::free(state_->own);
}
float* SharedBuffer::data() { return state_->device.base; }
void SharedBuffer::all_reduce() { state_->device.all_reduce(state_->device.base, state_->floats); }
void SharedBuffer::all_reduce_at_once() {
  Device& d = state_->device;
  pair_all_reduce_at_once(d.base, d.peer, d.rank, state_->floats, d.spin);
}
void SharedBuffer::copy_of_other() {
  Device& d = state_->device;
  d.spin.wait();
  std::memcpy(state_->own, d.peer, state_->floats * 4);
  d.spin.wait();
}
float* SharedBuffer::own() { return state_->own; }
void SharedBuffer::mpi_all_reduce() {
#ifdef USE_MPI
  MPI_Allreduce(MPI_IN_PLACE, state_->own, int(state_->floats), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
#endif
}

}  // namespace hand
