// Cuts an operand of any mode into pieces that loops can take: contiguous elements, or one element repeated.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>

#include <algorithm>

namespace shardwise::kernels::detail {

/// Elements that fit a buffer on the stack.
inline constexpr std::size_t chunk = 512;
/// Rows shorter than this are copied together into a chunk instead of being pieces of their own.
inline constexpr std::size_t short_row = 64;

template <class T> struct Piece {
  const T* data;
  bool repeated;  ///< every element is data[0]
};

/// Reads an operand from its first element to its last: ask `limit` of all operands, then take the least from each.
template <class T> class Reader {
 public:
  explicit Reader(const Operand& o) : data_(static_cast<const T*>(o.data)), mode_(o.mode), period_(o.period) {}

  /// The most elements, at least 1, that the next piece may have.
  std::size_t limit(std::size_t wanted) const {
    if (mode_ == Mode::full || mode_ == Mode::scalar) return wanted;
    if (period_ >= short_row) return std::min(wanted, period_ - phase_);
    return std::min(wanted, chunk);
  }

  /// The next m elements; valid until the following call.
  Piece<T> next(std::size_t m) {
    switch (mode_) {
      case Mode::full:
        data_ += m;
        return {data_ - m, false};
      case Mode::scalar:
        return {data_, true};
      case Mode::suffix:
        return period_ >= short_row ? long_row(m) : short_rows(m);
      default:
        return period_ >= short_row ? long_run(m) : short_runs(m);
    }
  }

 private:
  void advance(std::size_t m) {
    phase_ += m;
    if (phase_ == period_) phase_ = 0;
  }
  Piece<T> long_row(std::size_t m) {
    const T* p = data_ + phase_;
    advance(m);
    return {p, false};
  }
  Piece<T> long_run(std::size_t m) {
    const T* p = data_;
    advance(m);
    data_ += phase_ == 0;
    return {p, true};
  }
  Piece<T> short_rows(std::size_t m) {
    for (std::size_t i = 0; i < m;) {
      const std::size_t take = std::min(m - i, period_ - phase_);
      for (std::size_t j = 0; j < take; ++j) buffer_[i + j] = data_[phase_ + j];
      advance(take);
      i += take;
    }
    return {buffer_, false};
  }
  Piece<T> short_runs(std::size_t m) {
    for (std::size_t i = 0; i < m;) {
      const std::size_t take = std::min(m - i, period_ - phase_);
      for (std::size_t j = 0; j < take; ++j) buffer_[i + j] = *data_;
      advance(take);
      data_ += phase_ == 0;
      i += take;
    }
    return {buffer_, false};
  }

  const T* data_;
  Mode mode_;
  std::size_t period_, phase_ = 0;
  T buffer_[chunk];  // left unset: most operands never use it
};

}  // namespace shardwise::kernels::detail
