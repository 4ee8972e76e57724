#include <algorithm>
#include <cstring>
#include <functional>

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/inplace.hpp>
#include <boost/mpi/operations.hpp>
#include <climits>

#include <shardwise/backends/executor/parts.hpp>
#include <shardwise/backends/kernels/fold.hpp>
#include <shardwise/backends/mpi/mpi_communicator.hpp>

namespace shardwise::ranks {
namespace {

namespace mpi = boost::mpi;

constexpr int permute_tag = 1;
/// Up to this many bytes on all ranks together, gathering everything everywhere is cheaper than two steps.
constexpr std::size_t gather_limit = std::size_t(64) << 10;
/// Bounds the memory of folded reductions.
constexpr std::size_t folded_bytes = std::size_t(16) << 20;

using exec::at;

MPI_Datatype type_of(Dtype d) {
  switch (d) {
    case Dtype::f32:
      return MPI_FLOAT;
    case Dtype::f64:
      return MPI_DOUBLE;
    case Dtype::i32:
      return MPI_INT32_T;
    case Dtype::i64:
      return MPI_INT64_T;
    case Dtype::u32:
      return MPI_UINT32_T;
    default:
      return MPI_DATATYPE_NULL;
  }
}

MPI_Op op_of(ReduceOp op) { return op == ReduceOp::sum ? MPI_SUM : op == ReduceOp::max ? MPI_MAX : MPI_MIN; }

// Boost.MPI recognises these as MPI's own operations (and no other spelling of them).
template <class T> void all_reduce_as(const mpi::communicator& comm, const void* in, void* out, int n, ReduceOp op) {
  const auto with = [&](auto f) {
    T* to = static_cast<T*>(out);
    if (in == out)
      mpi::all_reduce(comm, mpi::inplace(to), n, f);
    else
      mpi::all_reduce(comm, static_cast<const T*>(in), n, to, f);
  };
  switch (op) {
    case ReduceOp::sum:
      return with(std::plus<T>());
    case ReduceOp::max:
      return with(mpi::maximum<T>());
    case ReduceOp::min:
      return with(mpi::minimum<T>());
  }
}

std::uint64_t place_of(const Collective& c) { return 1 + std::uint64_t(c.kind); }

// All that may move in a group, for the patience of those who wait elsewhere.
std::uint64_t volume(const Collective& c, int size) {
  return std::uint64_t(c.count) * size_of(c.dtype) * std::uint64_t(size);
}

// `bytes` bytes at the start of each block of `stride` bytes; the stride may exceed INT_MAX.
class Strided {
 public:
  Strided(std::size_t bytes, std::size_t stride) {
    MPI_Datatype plain = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(int(bytes), MPI_BYTE, &plain), "MPI_Type_contiguous");
    check_mpi(MPI_Type_create_resized(plain, 0, MPI_Aint(stride), &type_), "MPI_Type_create_resized");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
    MPI_Type_free(&plain);
  }
  ~Strided() { MPI_Type_free(&type_); }
  Strided(const Strided&) = delete;
  Strided& operator=(const Strided&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace

MpiCommunicator::MpiCommunicator(mpi::communicator comm, Status& status, SharedWindows& windows,
                                 CommunicatorState& state)
    : Communicator(comm.rank(), comm.size(), state), comm_(std::move(comm)), status_(status), windows_(windows) {
  const std::size_t n = std::size_t(size());
  for (auto* v : {&send_counts_, &send_offsets_, &counts_, &offsets_}) v->resize(n);
  sources_.resize(n);
}

SharedWindow* MpiCommunicator::window() {
  if (size() == 1) return nullptr;
  if (!window_) window_ = windows_.of(comm_);
  return *window_;
}

SharedWindow* MpiCommunicator::window_for(const Collective& c) {
  SharedWindow* const w = window();
  return w && w->takes(c) ? w : nullptr;
}

std::size_t MpiCommunicator::alone_from() { return size() == 1 || window() ? std::size_t(64) << 10 : ~std::size_t(0); }

bool MpiCommunicator::native(const Collective& c) const {
  if (state().deterministic) return false;
  return is_integer(c.dtype) || ((c.dtype == Dtype::f32 || c.dtype == Dtype::f64) && c.op == ReduceOp::sum);
}

// Whether one call of MPI does it.
bool MpiCommunicator::fits(const Collective& c) const {
  const std::size_t limit = state().chunk_limit;
  if (c.kind == CollectiveKind::reduce_scatter) return c.count <= limit / std::size_t(size());
  return c.count <= limit;
}

// Elements of a folded reduction that are exchanged at a time.
std::size_t MpiCommunicator::piece_limit(std::size_t element_size) const {
  return std::max<std::size_t>(1, std::min(state().chunk_limit, folded_bytes) / element_size);
}

void MpiCommunicator::run(const Collective& c) {
  const Status::Inside inside(status_, place_of(c), volume(c, size()));
  perform(c);
}

void MpiCommunicator::perform(const Collective& c) {
  if (c.count == 0 && c.kind != CollectiveKind::barrier) return;
  if (SharedWindow* window = window_for(c)) return window->run(c);
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      if (size() == 1) {
        if (c.in != c.out) std::memcpy(c.out, c.in, c.count * size_of(c.dtype));
        return;
      }
      return native(c) ? all_reduce_native(c) : all_reduce_folded(c);
    case CollectiveKind::reduce_scatter:
      if (size() == 1) return void(std::memcpy(c.out, c.in, c.count * size_of(c.dtype)));
      return native(c) ? reduce_scatter_native(c) : reduce_scatter_folded(c);
    case CollectiveKind::all_gather:
      return all_gather_bytes(c);
    case CollectiveKind::all_to_all:
      return all_to_all_bytes(c);
    case CollectiveKind::broadcast:
      return broadcast_bytes(c);
    case CollectiveKind::barrier:
      return comm_.barrier();
    case CollectiveKind::permute:
      requests_.clear();
      post_permute(c, requests_);
      check_mpi(MPI_Waitall(int(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
      return;
  }
}

void MpiCommunicator::all_reduce_native(const Collective& c) {
  const std::size_t limit = state().chunk_limit;
  for (std::size_t begin = 0; begin < c.count; begin += limit) {
    const int n = int(std::min(limit, c.count - begin));
    const char* in = at(c.in, begin * size_of(c.dtype));
    char* out = at(c.out, begin * size_of(c.dtype));
    switch (c.dtype) {
      case Dtype::f32:
        all_reduce_as<float>(comm_, in, out, n, c.op);
        break;
      case Dtype::f64:
        all_reduce_as<double>(comm_, in, out, n, c.op);
        break;
      case Dtype::i32:
        all_reduce_as<std::int32_t>(comm_, in, out, n, c.op);
        break;
      case Dtype::i64:
        all_reduce_as<std::int64_t>(comm_, in, out, n, c.op);
        break;
      case Dtype::u32:
        all_reduce_as<std::uint32_t>(comm_, in, out, n, c.op);
        break;
      default:
        break;
    }
  }
}

void MpiCommunicator::all_reduce_folded(const Collective& c) {
  const std::size_t n = std::size_t(size()), unit = size_of(c.dtype), limit = piece_limit(unit);
  for (std::size_t begin = 0; begin < c.count; begin += limit) {
    const std::size_t count = std::min(limit, c.count - begin);
    const char* in = at(c.in, begin * unit);
    char* data = at(c.out, begin * unit);
    void* target = data;
    if (count * unit * n <= gather_limit && count * unit * n <= state().chunk_limit) {
      received_.resize(count * unit * n);
      mpi::all_gather(comm_, in, int(count * unit), received_.data());
      for (std::size_t r = 0; r < n; ++r) sources_[r] = received_.data() + r * count * unit;
      fold(sources_.data(), n, &target, 1, 0, count, c.dtype, c.op);
      continue;
    }
    // Slice r of all ranks goes to rank r, which folds it and hands it to all.
    const std::size_t each = (count + n - 1) / n;
    const auto slice = [&](std::size_t r) {
      const std::size_t first = std::min(count, r * each);
      return std::pair(first, std::min(each, count - first));
    };
    const auto [own_first, own_count] = slice(std::size_t(rank()));
    for (std::size_t r = 0; r < n; ++r) {
      const auto [first, many] = slice(r);
      send_counts_[r] = int(many * unit);
      send_offsets_[r] = int(first * unit);
      counts_[r] = int(own_count * unit);
      offsets_[r] = int(r * own_count * unit);
    }
    received_.resize(std::max<std::size_t>(1, n * own_count * unit));
    check_mpi(MPI_Alltoallv(in, send_counts_.data(), send_offsets_.data(), MPI_BYTE, received_.data(), counts_.data(),
                            offsets_.data(), MPI_BYTE, comm_),
              "MPI_Alltoallv");
    for (std::size_t r = 0; r < n; ++r) sources_[r] = received_.data() + r * own_count * unit;
    target = data + own_first * unit;
    fold(sources_.data(), n, &target, 1, 0, own_count, c.dtype, c.op);
    check_mpi(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data, send_counts_.data(), send_offsets_.data(),
                             MPI_BYTE, comm_),
              "MPI_Allgatherv");
  }
}

void MpiCommunicator::reduce_scatter_native(const Collective& c) {
  const MPI_Datatype type = type_of(c.dtype);
  if (fits(c)) {
    check_mpi(MPI_Reduce_scatter_block(c.in, c.out, int(c.count), type, op_of(c.op), comm_),
              "MPI_Reduce_scatter_block");
    return;
  }
  const std::size_t unit = size_of(c.dtype), limit = state().chunk_limit;
  for (int root = 0; root < size(); ++root)
    for (std::size_t begin = 0; begin < c.count; begin += limit)
      check_mpi(MPI_Reduce(at(c.in, (std::size_t(root) * c.count + begin) * unit), at(c.out, begin * unit),
                           int(std::min(limit, c.count - begin)), type, op_of(c.op), root, comm_),
                "MPI_Reduce");
}

void MpiCommunicator::reduce_scatter_folded(const Collective& c) {
  const std::size_t n = std::size_t(size()), unit = size_of(c.dtype);
  const std::size_t limit = std::max<std::size_t>(1, piece_limit(unit) / n);
  for (std::size_t begin = 0; begin < c.count; begin += limit) {
    const std::size_t count = std::min(limit, c.count - begin), bytes = count * unit;
    const char* send = static_cast<const char*>(c.in);
    if (count < c.count) {
      packed_.resize(n * bytes);
      for (std::size_t r = 0; r < n; ++r)
        std::memcpy(packed_.data() + r * bytes, at(c.in, (r * c.count + begin) * unit), bytes);
      send = packed_.data();
    }
    received_.resize(n * bytes);
    mpi::all_to_all(comm_, send, int(bytes), received_.data());
    for (std::size_t r = 0; r < n; ++r) sources_[r] = received_.data() + r * bytes;
    void* target = at(c.out, begin * unit);
    fold(sources_.data(), n, &target, 1, 0, count, c.dtype, c.op);
  }
}

void MpiCommunicator::all_gather_bytes(const Collective& c) {
  char* out = static_cast<char*>(c.out);
  const bool in_place = c.in == out + std::size_t(rank()) * c.count;
  if (fits(c)) {
    const void* in = in_place ? MPI_IN_PLACE : c.in;
    return mpi::all_gather(comm_, static_cast<const char*>(in), int(c.count), out);
  }
  const std::size_t limit = state().chunk_limit;
  for (std::size_t begin = 0; begin < c.count; begin += limit) {
    const std::size_t bytes = std::min(limit, c.count - begin);
    const Strided blocks(bytes, c.count);
    check_mpi(MPI_Allgather(in_place ? MPI_IN_PLACE : at(c.in, begin), int(bytes), MPI_BYTE, out + begin, 1,
                            blocks.get(), comm_),
              "MPI_Allgather");
  }
}

void MpiCommunicator::all_to_all_bytes(const Collective& c) {
  const char* in = static_cast<const char*>(c.in);
  char* out = static_cast<char*>(c.out);
  if (fits(c)) return mpi::all_to_all(comm_, in, int(c.count), out);
  const std::size_t limit = state().chunk_limit;
  for (std::size_t begin = 0; begin < c.count; begin += limit) {
    const Strided blocks(std::min(limit, c.count - begin), c.count);
    check_mpi(MPI_Alltoall(in + begin, 1, blocks.get(), out + begin, 1, blocks.get(), comm_), "MPI_Alltoall");
  }
}

void MpiCommunicator::broadcast_bytes(const Collective& c) {
  const std::size_t limit = state().chunk_limit;
  for (std::size_t begin = 0; begin < c.count; begin += limit)
    mpi::broadcast(comm_, at(c.out, begin), int(std::min(limit, c.count - begin)), c.source);
}

void MpiCommunicator::post_permute(const Collective& c, std::vector<MPI_Request>& requests) {
  if (c.count == 0) return;
  if (c.source < 0) std::memset(c.out, 0, c.count);
  const bool own = c.source == rank() && c.target == rank();
  if (own) std::memcpy(c.out, c.in, c.count);
  const std::size_t limit = state().chunk_limit;
  for (std::size_t begin = 0; begin < c.count && !own; begin += limit) {
    const int n = int(std::min(limit, c.count - begin));
    if (c.source >= 0) {
      requests.push_back(MPI_REQUEST_NULL);
      check_mpi(MPI_Irecv(at(c.out, begin), n, MPI_BYTE, c.source, permute_tag, comm_, &requests.back()), "MPI_Irecv");
    }
    if (c.target >= 0) {
      requests.push_back(MPI_REQUEST_NULL);
      check_mpi(MPI_Isend(at(c.in, begin), n, MPI_BYTE, c.target, permute_tag, comm_, &requests.back()), "MPI_Isend");
    }
  }
}

std::uint64_t MpiCommunicator::start(const Collective& c) {
  const std::uint64_t t = ++started_;
  if (t > max_in_flight) finish(t - max_in_flight);
  Pending& p = ring_[t % max_in_flight];
  p.what = c;
  p.requests.clear();
  const bool reduces = c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::reduce_scatter;
  p.deferred = c.kind != CollectiveKind::permute && (window_for(c) || !fits(c) || (reduces && !native(c)));
  if (p.deferred || (c.count == 0 && c.kind != CollectiveKind::barrier)) return t;
  if (c.kind == CollectiveKind::permute) {
    post_permute(c, p.requests);
    return t;
  }
  p.requests.push_back(MPI_REQUEST_NULL);
  MPI_Request* request = &p.requests.back();
  const int n = int(c.count);
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      check_mpi(
          MPI_Iallreduce(c.in == c.out ? MPI_IN_PLACE : c.in, c.out, n, type_of(c.dtype), op_of(c.op), comm_, request),
          "MPI_Iallreduce");
      break;
    case CollectiveKind::reduce_scatter:
      check_mpi(MPI_Ireduce_scatter_block(c.in, c.out, n, type_of(c.dtype), op_of(c.op), comm_, request),
                "MPI_Ireduce_scatter_block");
      break;
    case CollectiveKind::all_gather: {
      const bool in_place = c.in == at(c.out, std::size_t(rank()) * c.count);
      check_mpi(MPI_Iallgather(in_place ? MPI_IN_PLACE : c.in, n, MPI_BYTE, c.out, n, MPI_BYTE, comm_, request),
                "MPI_Iallgather");
      break;
    }
    case CollectiveKind::all_to_all:
      check_mpi(MPI_Ialltoall(c.in, n, MPI_BYTE, c.out, n, MPI_BYTE, comm_, request), "MPI_Ialltoall");
      break;
    case CollectiveKind::broadcast:
      check_mpi(MPI_Ibcast(c.out, n, MPI_BYTE, c.source, comm_, request), "MPI_Ibcast");
      break;
    case CollectiveKind::barrier:
      check_mpi(MPI_Ibarrier(comm_, request), "MPI_Ibarrier");
      break;
    case CollectiveKind::permute:
      break;
  }
  return t;
}

void MpiCommunicator::finish(std::uint64_t ticket) {
  while (finished_ < ticket) {
    Pending& p = ring_[++finished_ % max_in_flight];
    const Status::Inside inside(status_, place_of(p.what), volume(p.what, size()));
    if (p.deferred) perform(p.what);
    if (!p.requests.empty())
      check_mpi(MPI_Waitall(int(p.requests.size()), p.requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
}

std::unique_ptr<Communicator> MpiCommunicator::do_split(int color, int key) {
  const Status::Inside inside(status_, 1 + std::uint64_t(CollectiveKind::barrier));
  mpi::communicator part = comm_.split(color < 0 ? MPI_UNDEFINED : color, key);
  if (color < 0) return nullptr;
  return std::make_unique<MpiCommunicator>(std::move(part), status_, windows_, shared_state());
}

}  // namespace shardwise::ranks
