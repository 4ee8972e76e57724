// A progress bar for training loops.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include <unistd.h>

namespace shardwise::io {

namespace detail {

/// 1234567 as "1,234,567".
inline std::string with_commas(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (int i = int(digits.size()) - 3; i > 0; i -= 3) digits.insert(std::size_t(i), 1, ',');
  return digits;
}

/// `epoch 1 [=====>....]  45 %  loss 0.4321  12,345 samples/s  1:02 left`; seconds since the beginning.
inline std::string progress_line(const std::string& label, std::uint64_t done, std::uint64_t total, double loss,
                                 double seconds) {
  constexpr std::size_t width = 30;
  const double part = total ? std::min(1.0, double(done) / double(total)) : 1.0;
  const auto filled = std::size_t(part * double(width));
  std::string bar(filled, '=');
  if (filled < width) bar += '>' + std::string(width - filled - 1, '.');
  const double rate = seconds > 0 ? double(done) / seconds : 0;
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, "] %3d %%  loss %.4f  ", int(part * 100), loss);
  std::string line = label + " [" + bar + numbers + with_commas(std::uint64_t(rate)) + " samples/s";
  if (rate > 0) {
    const auto left = std::int64_t(double(total - std::min(done, total)) / rate + 0.5);
    if (left >= 3600)
      std::snprintf(numbers, sizeof numbers, "  %d:%02d:%02d left", int(left / 3600), int(left / 60 % 60),
                    int(left % 60));
    else
      std::snprintf(numbers, sizeof numbers, "  %d:%02d left", int(left / 60), int(left % 60));
    line += numbers;
  }
  return line;
}

}  // namespace detail

/// One line that shows the part done, the loss, samples per second and the time left; redrawn at most ten times a
/// second. Draws nothing where `quiet` is set (on all devices but one, and with --quiet) or the output is no terminal.
class Progress {
 public:
  Progress(std::string label, std::uint64_t total_samples, bool quiet, std::FILE* out = stderr)
      : label_(std::move(label)), total_(total_samples), out_(out), shown_(!quiet && isatty(fileno(out))) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  /// `done` samples of the total are done.
  void update(std::uint64_t done, double loss) {
    if (!shown_) return;
    const auto now = Clock::now();
    if (done < total_ && drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;
    const std::string line =
        detail::progress_line(label_, done, total_, loss, std::chrono::duration<double>(now - start_).count());
    std::fprintf(out_, "\r%s\x1b[K", line.c_str());
    std::fflush(out_);
  }
  /// Removes the line, so that what is printed next stands alone. Also at the end of its life.
  void finish() {
    if (!drawn_) return;
    std::fputs("\r\x1b[K", out_);
    std::fflush(out_);
    drawn_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  std::uint64_t total_;
  std::FILE* out_;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace shardwise::io
