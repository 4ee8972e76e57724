#include <cstdint>
#include <exception>
#include <string>

#include <shardwise/backends/executor/communicator.hpp>

namespace shardwise {
namespace {

[[noreturn]] void fail(const Collective& c, const std::string& what) {
  throw Error(std::string(name_of(c.kind)) + ": " + what);
}

Collective reduction(CollectiveKind kind, const void* in, void* out, std::size_t count, Dtype dtype, ReduceOp op) {
  return {.kind = kind, .dtype = dtype, .op = op, .in = in, .out = out, .count = count};
}

Collective movement(CollectiveKind kind, const void* in, void* out, std::size_t bytes, int source = -1,
                    int target = -1) {
  return {.kind = kind, .in = in, .out = out, .count = bytes, .source = source, .target = target};
}

Collective continued(Collective c, bool continues) {
  c.continues = continues;
  return c;
}

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y + b_bytes && y < x + a_bytes;
}

}  // namespace

Request& Request::operator=(Request&& other) {
  if (this != &other) {
    wait();
    communicator_ = other.communicator_;
    ticket_ = other.ticket_;
    other.communicator_ = nullptr;
  }
  return *this;
}

Request::~Request() {
  if (!communicator_) return;
  if (std::uncaught_exceptions() > 0) {
    communicator_->abandon();
    return;
  }
  try {
    wait();
  } catch (...) {  // the next collective on this device throws it again
  }
}

void Request::wait() {
  if (!communicator_) return;
  Communicator* c = communicator_;
  communicator_ = nullptr;  // an operation that threw is over, too
  c->finish(ticket_);
}

void Communicator::check(const Collective& c) const {
  const std::size_t n = std::size_t(size_);
  const bool reduces = c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::reduce_scatter;
  if (reduces) {
    if (c.dtype == Dtype::key) fail(c, "random keys cannot be reduced; the dtype must be a number or bool");
    if (c.dtype == Dtype::boolean && c.op == ReduceOp::sum)
      fail(c, "bool takes max (or) and min (and), got sum; count in i32 instead");
  }
  if (c.kind == CollectiveKind::barrier) return;
  if (c.kind == CollectiveKind::broadcast && (c.source < 0 || c.source >= size_))
    fail(c, "the root must be a rank below " + std::to_string(size_) + ", got " + std::to_string(c.source));
  if (c.kind == CollectiveKind::permute) {
    if (c.source < -1 || c.source >= size_)
      fail(c, "the source must be -1 or a rank below " + std::to_string(size_) + ", got " + std::to_string(c.source));
    if (c.target < -1 || c.target >= size_)
      fail(c, "the target must be -1 or a rank below " + std::to_string(size_) + ", got " + std::to_string(c.target));
  }
  if (c.count == 0) return;
  const bool sends = c.kind != CollectiveKind::permute || c.target >= 0;
  const bool in_place = c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::broadcast;
  if (in_place && !c.out) fail(c, "the array is a null pointer, expected " + describe(c));
  if (!c.in && sends) fail(c, "the input is a null pointer, expected " + describe(c));
  if (!c.out) fail(c, "the output is a null pointer, expected " + describe(c));
  const std::size_t unit = reduces ? size_of(c.dtype) : 1;
  const std::size_t factor = c.kind == CollectiveKind::broadcast || c.kind == CollectiveKind::permute ? 1 : n;
  if (c.count > SIZE_MAX / 2 / unit / factor) fail(c, "count " + std::to_string(c.count) + " is too large");
  const std::size_t bytes = c.count * unit;
  const auto overlapping = [&](std::size_t in, std::size_t out) {
    if (overlap(c.in, in, c.out, out)) fail(c, "input and output overlap; they must be disjoint");
  };
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      if (c.in != c.out) overlapping(bytes, bytes);
      break;
    case CollectiveKind::all_gather:
      if (c.in != static_cast<const char*>(c.out) + std::size_t(rank_) * bytes) overlapping(bytes, bytes * n);
      break;
    case CollectiveKind::reduce_scatter:
      overlapping(bytes * n, bytes);
      break;
    case CollectiveKind::all_to_all:
      overlapping(bytes * n, bytes * n);
      break;
    case CollectiveKind::permute:
      if (sends) overlapping(bytes, bytes);
      break;
    default:
      break;
  }
}

void Communicator::checked(const Collective& c) {
  check(c);
  state_->counts.add(c, size_);
  run(c);
}

Request Communicator::checked_start(const Collective& c) {
  check(c);
  state_->counts.add(c, size_);
  return {this, start(c)};
}

void Communicator::all_reduce(void* data, std::size_t count, Dtype dtype, ReduceOp op) {
  checked(reduction(CollectiveKind::all_reduce, data, data, count, dtype, op));
}
void Communicator::all_reduce(const void* in, void* out, std::size_t count, Dtype dtype, ReduceOp op) {
  checked(reduction(CollectiveKind::all_reduce, in, out, count, dtype, op));
}
void Communicator::all_gather(const void* in, void* out, std::size_t bytes_per_rank, bool continues) {
  checked(continued(movement(CollectiveKind::all_gather, in, out, bytes_per_rank), continues));
}
void Communicator::reduce_scatter(const void* in, void* out, std::size_t count_per_rank, Dtype dtype, ReduceOp op,
                                  bool continues) {
  checked(continued(reduction(CollectiveKind::reduce_scatter, in, out, count_per_rank, dtype, op), continues));
}
void Communicator::all_to_all(const void* in, void* out, std::size_t bytes_per_pair, bool continues) {
  checked(continued(movement(CollectiveKind::all_to_all, in, out, bytes_per_pair), continues));
}
void Communicator::permute(const void* in, void* out, std::size_t bytes, int source, int target) {
  checked(movement(CollectiveKind::permute, in, out, bytes, source, target));
}
void Communicator::broadcast(void* data, std::size_t bytes, int root) {
  checked(movement(CollectiveKind::broadcast, data, data, bytes, root));
}
void Communicator::barrier() { checked({.kind = CollectiveKind::barrier}); }

Request Communicator::start_all_reduce(void* data, std::size_t count, Dtype dtype, ReduceOp op) {
  return checked_start(reduction(CollectiveKind::all_reduce, data, data, count, dtype, op));
}
Request Communicator::start_all_gather(const void* in, void* out, std::size_t bytes_per_rank) {
  return checked_start(movement(CollectiveKind::all_gather, in, out, bytes_per_rank));
}
Request Communicator::start_reduce_scatter(const void* in, void* out, std::size_t count_per_rank, Dtype dtype,
                                           ReduceOp op) {
  return checked_start(reduction(CollectiveKind::reduce_scatter, in, out, count_per_rank, dtype, op));
}
Request Communicator::start_all_to_all(const void* in, void* out, std::size_t bytes_per_pair) {
  return checked_start(movement(CollectiveKind::all_to_all, in, out, bytes_per_pair));
}
Request Communicator::start_permute(const void* in, void* out, std::size_t bytes, int source, int target) {
  return checked_start(movement(CollectiveKind::permute, in, out, bytes, source, target));
}
Request Communicator::start_broadcast(void* data, std::size_t bytes, int root) {
  return checked_start(movement(CollectiveKind::broadcast, data, data, bytes, root));
}
Request Communicator::start_barrier() { return checked_start({.kind = CollectiveKind::barrier}); }

std::unique_ptr<Communicator> Communicator::split(int color, int key) { return do_split(color, key); }

}  // namespace shardwise
