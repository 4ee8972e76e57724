// Arrays as text.
#include <catch2/catch.hpp>

#include <numeric>
#include <sstream>

#include <shardwise/array.hpp>
#include <shardwise/launch.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

template <class T> std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

sw::HostArray<float> counting(const sw::Shape& shape) {
  sw::HostArray<float> a(shape);
  std::iota(a.data.begin(), a.data.end(), 0.0f);
  return a;
}

}  // namespace

TEST_CASE("host arrays print as numpy's do") {
  CHECK(text(counting({})) == "0");
  CHECK(text(counting({3})) == "[0, 1, 2]");
  CHECK(text(counting({0})) == "[]");
  CHECK(text(counting({2, 2})) == "[[0, 1],\n [2, 3]]");
  CHECK(text(counting({2, 1, 2})) == "[[[0, 1]],\n\n [[2, 3]]]");
  CHECK(text(counting({100})) == "[ 0,  1,  2, ..., 97, 98, 99]");
  CHECK(text(counting({8, 7})) ==
        "[[ 0,  1,  2, ...,  4,  5,  6],\n [ 7,  8,  9, ..., 11, 12, 13],\n [14, 15, 16, ..., 18, 19, 20],\n ...,\n"
        " [35, 36, 37, ..., 39, 40, 41],\n [42, 43, 44, ..., 46, 47, 48],\n [49, 50, 51, ..., 53, 54, 55]]");
  CHECK(text(sw::HostArray<double>({2}, {0.5, -1e-9})) == "[   0.5, -1e-09]");
  CHECK(text(sw::HostArray<bool>({2}, {1, 0})) == "[ true, false]");
}

TEST_CASE("arrays print type, place and values") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const bool first = world.rank() == 0;
    CHECK_ON_DEVICE(text(sw::device_put<"f32[3]{R:X}">(mesh, counting({3}))) == "f32[3]{R:X} [0, 1, 2]");
    CHECK_ON_DEVICE(text(sw::device_put<"f32[n@X,1]">(mesh, counting({4, 1}))) ==
                    (first ? "f32[n@X,1] [4,1], device 0: [0:2,0:1]\n[[0],\n [1]]"
                           : "f32[n@X,1] [4,1], device 1: [2:4,0:1]\n[[2],\n [3]]"));
    CHECK_ON_DEVICE(text(sw::full<"i32[]{U:X}">(mesh, 7)) ==
                    (first ? "i32[]{U:X}, the term of device 0 7" : "i32[]{U:X}, the term of device 1 0"));
    CHECK_ON_DEVICE(text(sw::Array<sw::type<"f32[8]">>()) == "f32[8] (empty)");
  });
}
