// IDX files: the real data set, and files that are missing, damaged, cut off or of another kind.
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <map>

#include <unistd.h>

#include <shardwise/io/idx.hpp>

namespace {

namespace sw = shardwise;
namespace fs = std::filesystem;
using Catch::Contains;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("shardwise-idx-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
    return path / name;
  }
  fs::path write_gz(const std::string& name, const std::string& bytes) const {
    gzFile f = gzopen((path / name).c_str(), "wb");
    gzwrite(f, bytes.data(), unsigned(bytes.size()));
    gzclose(f);
    return path / name;
  }
};

std::string number(std::size_t n) { return {char(n >> 24), char(n >> 16), char(n >> 8), char(n)}; }
std::string idx(std::initializer_list<std::size_t> extents, const std::string& data, char type = 8) {
  std::string s{0, 0, type, char(extents.size())};
  for (std::size_t e : extents) s += number(e);
  return s + data;
}
std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("an IDX file, gzipped or plain") {
  const Folder f;
  const std::string bytes = idx({2, 1, 3}, "abcdef");
  for (const auto& path : {f.write_gz("a.gz", bytes), f.write("a", bytes)}) {
    const auto a = sw::io::read_idx(path, 3);
    CHECK(a.shape == (sw::Shape{2, 1, 3}));
    CHECK(a(1, 0, 2) == 'f');
  }
}

TEST_CASE("a bad file is an error that says path, found and expected") {
  const Folder f;
  CHECK_THROWS_WITH(sw::io::read_idx(f.path / "none.gz", 3, "from the shop"),
                    Contains("none.gz: no such file; expected an IDX file of bytes with 3 dimensions (from the shop)"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.path, 1), Contains("it is a directory"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("short.gz", "ab"), 1), Contains("ends within its first 4 bytes"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write("text", "hello world"), 1), Contains("68656c6c, so it is no IDX file"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("floats.gz", idx({1}, "abcd", 13)), 1),
                    Contains("its elements are no bytes"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("rank.gz", idx({1}, "a")), 3),
                    Contains("it has 1 dimensions; expected an IDX file of bytes with 3 dimensions"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("head.gz", idx({1}, "").substr(0, 6)), 1),
                    Contains("ends within its extents"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("few.gz", idx({2, 3}, "abcd")), 2),
                    Contains("cut off: its extents are [2,3], but it has only 4 elements"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("many.gz", idx({2}, "abc")), 1), Contains("elements follow"));
  CHECK_THROWS_WITH(sw::io::read_idx(f.write_gz("huge.gz", idx({0xffffffff, 0xffffffff, 0xffffffff}, "a")), 3),
                    Contains("it has only 1 elements"));
  CHECK_THROWS_WITH(sw::io::load_fashion_mnist(f.path),
                    Contains("train-images-idx3-ubyte.gz") && Contains("install the package dataset-fashion-mnist"));
}

TEST_CASE("a gzip stream that is cut off or damaged") {
  const Folder f;
  std::string noise(20000, 'a');
  unsigned state = 1;
  for (char& c : noise) c = char((state = state * 1664525 + 1013904223) >> 24);
  const std::string gz = contents(f.write_gz("good.gz", idx({noise.size()}, noise)));
  CHECK(sw::io::read_idx(f.path / "good.gz", 1).size() == noise.size());
  CHECK_THROWS_WITH(sw::io::read_idx(f.write("cut.gz", gz.substr(0, gz.size() / 2)), 1), Contains("cut off"));
  // The last bytes are the checksum and the length.
  CHECK_THROWS_WITH(sw::io::read_idx(f.write("tail.gz", gz.substr(0, gz.size() - 6)), 1), Contains("cut off"));
  std::string damaged = gz;
  damaged[gz.size() / 2] = char(damaged[gz.size() / 2] ^ 0x40);
  CHECK_THROWS_AS(sw::io::read_idx(f.write("damaged.gz", damaged), 1), sw::Error);
}

TEST_CASE("images and labels must belong together") {
  const Folder f;
  const auto images = f.write_gz("images.gz", idx({2, 1, 2}, std::string("\x00\xff\x33\x00", 4)));
  const auto labels = f.write_gz("labels.gz", idx({2}, std::string("\x01\x09", 2)));
  const auto set = sw::io::read_labelled_images(images, labels, 10);
  CHECK(set.count() == 2);
  const auto rows = sw::io::unit_rows<float>(set.images);
  CHECK(rows.shape == (sw::Shape{2, 2}));
  CHECK(rows(0, 1) == 1.0f);
  CHECK(rows(1, 0) == 0.2f);
  CHECK(sw::io::as_i32(set.labels)(1) == 9);
  CHECK_THROWS_WITH(sw::io::read_labelled_images(images, labels, 9), Contains("label 1 is 9; expected 0 to 8"));
  CHECK_THROWS_WITH(sw::io::read_labelled_images(images, f.write_gz("one.gz", idx({1}, "\x01")), 10),
                    Contains("has 2 images") && Contains("has 1 labels"));
  const std::vector<std::size_t> order{1, 0, 1};
  CHECK(sw::io::take_rows(rows, order).data == std::vector<float>({0.2f, 0, 0, 1, 0.2f, 0}));
  CHECK_THROWS_WITH(sw::io::take_rows(rows, std::vector<std::size_t>{2}), Contains("row 2 of 2"));
}

TEST_CASE("Fashion-MNIST as the package installs it") {
  if (!fs::exists(sw::io::fashion_mnist_directory)) {
    WARN("the package dataset-fashion-mnist is not installed");
    return;
  }
  const auto data = sw::io::load_fashion_mnist();
  CHECK(data.train.images.shape == (sw::Shape{60000, 28, 28}));
  CHECK(data.test.images.shape == (sw::Shape{10000, 28, 28}));
  std::map<int, int> counts;
  for (auto label : data.train.labels.data) ++counts[label];
  CHECK(counts.size() == 10);
  for (auto [label, n] : counts) CHECK(n == 6000);
}
