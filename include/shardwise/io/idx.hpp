// Images and labels in IDX files (MNIST's format), gzipped or plain. Link ZLIB::ZLIB.
#pragma once

#include <shardwise/backends/executor/host_array.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include <zlib.h>

namespace shardwise::io {

namespace detail {

/// A file that zlib reads; every failure names the file and what was expected.
class GzipReader {
 public:
  GzipReader(const std::filesystem::path& path, std::string expected) : path_(path), expected_(std::move(expected)) {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) fail("no such file");
    if (std::filesystem::is_directory(path_, error)) fail("it is a directory");
    file_ = gzopen(path_.c_str(), "rb");
    if (!file_) fail("it cannot be opened");
    gzbuffer(file_, 1 << 17);
  }
  ~GzipReader() {
    if (file_) gzclose_r(file_);
  }
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  [[noreturn]] void fail(const std::string& found) const {
    throw Error(path_.string() + ": " + found + "; expected " + expected_);
  }
  /// Up to n bytes; fewer only at the end of the file.
  std::size_t read(void* out, std::size_t n) {
    std::size_t got = 0;
    while (got < n) {
      const int r = gzread(file_, static_cast<char*>(out) + got, unsigned(std::min(n - got, std::size_t(1) << 30)));
      if (r <= 0) {
        // A stream without its end gives no bytes and no failure, only this code.
        int code = Z_OK;
        const std::string text = gzerror(file_, &code);
        if (code == Z_BUF_ERROR) fail("the file is cut off (its gzip stream does not end)");
        if (r < 0) fail("the file is damaged (zlib: " + text + ")");
        break;
      }
      got += std::size_t(r);
    }
    return got;
  }

 private:
  std::filesystem::path path_;
  std::string expected_;
  gzFile file_ = nullptr;
};

}  // namespace detail

/// Reads an IDX file of unsigned bytes with `rank` dimensions. Error where it is missing, damaged, cut off, too long,
/// or of another kind; the message says the path, what was found, and what was expected (`hint` follows that, such as
/// where to get the file).
inline HostArray<std::uint8_t> read_idx(const std::filesystem::path& path, int rank, const std::string& hint = {}) {
  detail::GzipReader file(path, "an IDX file of bytes with " + std::to_string(rank) + " dimension" +
                                    (rank == 1 ? "" : "s") + (hint.empty() ? "" : " (" + hint + ")"));
  unsigned char head[4 + 4 * Shape::max_rank];
  const auto hex = [&] {
    char text[16];
    std::snprintf(text, sizeof text, "%02x%02x%02x%02x", head[0], head[1], head[2], head[3]);
    return std::string(text);
  };
  if (file.read(head, 4) < 4) file.fail("the file ends within its first 4 bytes");
  if (head[0] != 0 || head[1] != 0) file.fail("it begins with " + hex() + ", so it is no IDX file");
  if (head[2] != 0x08) file.fail("it begins with " + hex() + ": its elements are no bytes");
  if (head[3] != rank) file.fail("it begins with " + hex() + ": it has " + std::to_string(head[3]) + " dimensions");
  if (file.read(head + 4, std::size_t(4 * rank)) < std::size_t(4 * rank)) file.fail("the file ends within its extents");
  HostArray<std::uint8_t> result;
  std::size_t size = 1;
  for (int i = 0; i < rank; ++i) {
    const unsigned char* p = head + 4 + 4 * i;
    const std::size_t extent = std::size_t(p[0]) << 24 | std::size_t(p[1]) << 16 | std::size_t(p[2]) << 8 | p[3];
    result.shape.dim[result.shape.rank++] = extent;
    if (__builtin_mul_overflow(size, extent, &size)) size = SIZE_MAX;
  }
  // In steps, so that damaged extents do not ask for memory that the file cannot fill.
  constexpr std::size_t step = std::size_t(1) << 24;
  while (result.data.size() < size) {
    const std::size_t at = result.data.size(), n = std::min(step, size - at);
    result.data.resize(at + n);
    const std::size_t got = file.read(result.data.data() + at, n);
    if (got < n)
      file.fail("the file is cut off: its extents are " + to_string(result.shape) + ", but it has only " +
                std::to_string(at + got) + " elements");
  }
  unsigned char extra;
  if (file.read(&extra, 1)) file.fail("elements follow after those of its extents " + to_string(result.shape));
  return result;
}

/// Grey images and the class of each.
struct LabelledImages {
  HostArray<std::uint8_t> images;  ///< [n, height, width], 0 to 255
  HostArray<std::uint8_t> labels;  ///< [n]

  std::size_t count() const { return labels.size(); }
};

/// Reads images and their labels. Error as for read_idx, and where their numbers differ or a label is not below
/// `classes`.
inline LabelledImages read_labelled_images(const std::filesystem::path& images, const std::filesystem::path& labels,
                                           int classes, const std::string& hint = {}) {
  LabelledImages set{read_idx(images, 3, hint), read_idx(labels, 1, hint)};
  if (set.images.shape[0] != set.labels.shape[0])
    throw Error(images.string() + " has " + std::to_string(set.images.shape[0]) + " images, but " + labels.string() +
                " has " + std::to_string(set.labels.shape[0]) + " labels; expected as many");
  for (std::size_t i = 0; i < set.count(); ++i)
    if (set.labels.data[i] >= classes)
      throw Error(labels.string() + ": label " + std::to_string(i) + " is " + std::to_string(set.labels.data[i]) +
                  "; expected 0 to " + std::to_string(classes - 1));
  return set;
}

/// Where Debian's package dataset-fashion-mnist puts its files.
inline constexpr const char* fashion_mnist_directory = "/usr/share/datasets/fashion-mnist";

/// Fashion-MNIST: 60,000 images of 28 x 28 to train with and 10,000 to test with, in 10 classes.
struct FashionMnist {
  LabelledImages train, test;
};

/// Reads train-images-idx3-ubyte.gz and its three siblings. Error as for read_labelled_images.
inline FashionMnist load_fashion_mnist(const std::filesystem::path& directory = fashion_mnist_directory) {
  const std::string hint = "Fashion-MNIST: install the package dataset-fashion-mnist, or give another directory";
  const auto set = [&](const std::string& name) {
    return read_labelled_images(directory / (name + "-images-idx3-ubyte.gz"),
                                directory / (name + "-labels-idx1-ubyte.gz"), 10, hint);
  };
  return {set("train"), set("t10k")};
}

/// Bytes as numbers from 0 to 1, one row an image: [n, height, width] becomes [n, height*width].
template <class T> HostArray<T> unit_rows(const HostArray<std::uint8_t>& images) {
  const std::size_t n = images.shape[0];
  HostArray<T> rows(Shape{n, n ? images.size() / n : 0});
  for (std::size_t i = 0; i < images.size(); ++i) rows.data[i] = T(images.data[i]) / T(255);
  return rows;
}

/// Labels as i32: [n].
inline HostArray<std::int32_t> as_i32(const HostArray<std::uint8_t>& labels) {
  return {labels.shape, {labels.data.begin(), labels.data.end()}};
}

/// The rows (along the first dimension) with these indices, in their order: for shuffled batches. Error where an index
/// is out of range.
template <class T> HostArray<T> take_rows(const HostArray<T>& host, std::span<const std::size_t> indices) {
  if (host.shape.rank == 0) throw Error("take_rows: a scalar has no rows");
  Shape shape = host.shape;
  const std::size_t rows = shape[0], row = rows ? host.size() / rows : 0;
  shape.dim[0] = indices.size();
  HostArray<T> result(shape);
  auto to = result.data.begin();
  for (std::size_t i : indices) {
    if (i >= rows) throw Error("take_rows: row " + std::to_string(i) + " of " + std::to_string(rows));
    const auto from = host.data.begin() + std::ptrdiff_t(i * row);
    to = std::copy(from, from + std::ptrdiff_t(row), to);
  }
  return result;
}

}  // namespace shardwise::io
