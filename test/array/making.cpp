// device_put, from_local, zeros, full, to_host on thread devices.
#include <catch2/catch.hpp>

#include <numeric>

#include <shardwise/array.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/mesh.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
using sw::P;
using sw::Shape;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;
using sw::none;

std::vector<float> counting(std::size_t n) {
  std::vector<float> v(n);
  std::iota(v.begin(), v.end(), 1.0f);
  return v;
}

sw::HostArray<float> counting(const Shape& shape) { return {shape, counting(shape.size())}; }

template <sw::fixed_string S, class M> void round_trip(const M& mesh) {
  const auto host = counting(Shape{8, 4});
  const auto a = sw::device_put<S>(mesh, host);
  static_assert(std::is_same_v<decltype(a), const sw::Array<sw::type<S>>>);
  const auto back = sw::to_host(a);
  CHECK_ON_DEVICE(back == host);
  CHECK_ON_DEVICE(a.shape() == (Shape{8, 4}));
  // Each block is the host's, where addressable_shards says.
  const auto shards = a.addressable_shards();
  CHECK_ON_DEVICE(shards.size() == 1);
  const auto [r, c] = std::pair(shards[0].index[0], shards[0].index[1]);
  CHECK_ON_DEVICE(shards[0].data.size() == (r.end - r.begin) * (c.end - c.begin));
  std::size_t k = 0;
  for (std::size_t i = r.begin; i < r.end; ++i)
    for (std::size_t j = c.begin; j < c.end; ++j) CHECK_ON_DEVICE(shards[0].data[k++] == host(i, j));
}

}  // namespace

TEST_CASE("device_put and to_host agree on one axis") {
  for (int n : {1, 2, 4})
    sw::launch(n, [](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      round_trip<"f32[8@X,4]">(mesh);
      round_trip<"f32[8,4@X]">(mesh);
      round_trip<"f32[8,4]">(mesh);
      round_trip<"f32[8,4]{R:X}">(mesh);
      round_trip<"f32[a@X,?]">(mesh);
    });
}

TEST_CASE("device_put and to_host agree on two axes, whatever the order") {
  sw::launch(4, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, X, Y);
    round_trip<"f32[8@X,4@Y]">(mesh);
    round_trip<"f32[8@Y,4@X]">(mesh);
    round_trip<"f32[8@(X,Y),4]">(mesh);
    round_trip<"f32[8@(Y,X),4]">(mesh);
    round_trip<"f32[8,4@(Y,X)]">(mesh);
    round_trip<"f32[8,4@Y]{R:X}">(mesh);
    round_trip<"f32[8@Y,4]">(mesh);
  });
  sw::launch(6, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {3, 2}, X, Y);
    const auto host = counting(Shape{6, 12});
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[6@Y,12@X]">(mesh, host)) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[6,12@(Y,X)]">(mesh, host)) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[6@(X,Y),12]">(mesh, host)) == host);
  });
}

TEST_CASE("to_host of what is not split runs on one device alone") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto a = sw::device_put<"f32[3]">(mesh, {1, 2, 3});
    world.counts().reset();
    if (world.rank() == 0) CHECK_ON_DEVICE(sw::to_host(a).data == std::vector<float>({1, 2, 3}));
    CHECK_ON_DEVICE(world.counts().total() == 0);
    (void)sw::to_host(sw::device_put<"f32[4@X]">(mesh, {1, 2, 3, 4}));
    CHECK_ON_DEVICE(world.counts().total() == 1);
  });
}

TEST_CASE("an unreduced array: index 0 has the copy, the others zeros") {
  sw::launch(4, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, X, Y);
    const auto u = sw::device_put<"i32[2]{U:Y}">(mesh, {7, -3});
    const bool first = mesh.coordinate(Y) == 0;
    CHECK_ON_DEVICE(u.span()[0] == (first ? 7 : 0));
    CHECK_ON_DEVICE(u.span()[1] == (first ? -3 : 0));
    const auto both = sw::full<"f32[2@Y]{U:X}">(mesh, 2.5);
    CHECK_ON_DEVICE(both.span()[0] == (mesh.coordinate(X) == 0 ? 2.5f : 0.0f));
    const auto pieces = sw::to_host_pieces(u);
    CHECK_ON_DEVICE(pieces.size() == 4);
    for (std::size_t d = 0; d < 4; ++d) CHECK_ON_DEVICE(pieces[d].data[0] == (d % 2 == 0 ? 7 : 0));
    CHECK_ON_DEVICE(sw::local(u).shape == Shape{2});
  });
}

TEST_CASE("from_local takes blocks, terms and copies") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const float r = float(world.rank());
    const auto a = sw::from_local<"f32[4@X]">(mesh, {r, 10 + r});
    CHECK_ON_DEVICE(a.shape() == Shape{4});
    CHECK_ON_DEVICE(sw::to_host(a).data == std::vector<float>({0, 10, 1, 11}));
    const auto b = sw::from_local<"f32[batch@X]">(mesh, std::vector{r}, {{"batch", 2}});
    CHECK_ON_DEVICE(sw::to_host(b).data == std::vector<float>({0, 1}));
    const auto u = sw::from_local<"f32[]{U:X}">(mesh, 3.0f - 4 * r);
    CHECK_ON_DEVICE(u.span()[0] == (world.rank() == 0 ? 3.0f : -1.0f));
    const auto m = sw::from_local<"f32[1]{Umax:X}">(mesh, {r});
    CHECK_ON_DEVICE(m.data()[0] == r);
    FAILS_WITH("from_local: f32[4@X]: dimension 0: expected 4, got 2", sw::from_local<"f32[4@X]">(mesh, {r}));
    FAILS_WITH("expected this device's block [4] of global [8], got a piece of extents [2]",
               sw::from_local<"f32[b@X]">(mesh, {r, r}, {{"b", 8}}));
  });
}

TEST_CASE("from_local takes flat pieces with global extents") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    std::vector<float> piece(16, float(world.rank()));
    const auto a = sw::from_local<"f32[8@X,4]">(mesh, piece, {8, 4});
    CHECK_ON_DEVICE(a.shape() == (Shape{8, 4}) && a.local_shape() == (Shape{4, 4}));
    CHECK_ON_DEVICE(sw::to_host(a)(3, 3) == 0 && sw::to_host(a)(4, 0) == 1);
    const auto b = sw::from_local<"bf16[4,n@X]">(mesh, std::span<const float>(piece), {{"n", 8}});
    CHECK_ON_DEVICE(b.local_shape() == (Shape{4, 4}) && b.span()[15] == float(world.rank()));
    const auto c = sw::from_local<"f32[2,1]{U:X}">(mesh, {1, 2}, {2, 1});
    CHECK_ON_DEVICE(c.span()[1] == 2);
    FAILS_WITH("expected this device's block [4,4] of global [8,4], 16 elements; got 15 flat elements",
               sw::from_local<"f32[8@X,4]">(mesh, std::vector<float>(15), {8, 4}));
    FAILS_WITH("from_local: f32[8@X,4]: dimension 0: expected 8, got 4",
               sw::from_local<"f32[8@X,4]">(mesh, piece, {4, 4}));
  });
}

TEST_CASE("sizes that no memory has") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const std::int64_t huge = std::int64_t(1) << 62, half = std::int64_t(1) << 33, none_left = std::int64_t(1) << 32;
    FAILS_WITH("ones: u32[d] with extents [4611686018427387920] is too large",
               sw::ones<"u32[d]">(mesh, {{"d", huge + 16}}));
    FAILS_WITH("zeros: f32[d] with extents [4611686018427387904] is too large", sw::zeros<"f32[d]">(mesh, {huge}));
    FAILS_WITH("zeros: f32[a,b] with extents [8589934592,8589934592] is too large",
               sw::zeros<"f32[a,b]">(mesh, {half, half}));
    FAILS_WITH("zeros: f32[a*b]: extent a*b is too large: 4294967296 times 4294967296",
               sw::zeros<"f32[a*b]">(mesh, {{"a", none_left}, {"b", none_left}}));
    FAILS_WITH("device_put: f32[?,?] with extents [4294967296,4294967296] is too large",
               sw::device_put<"f32[?,?]">(mesh, std::vector<float>(), {none_left, none_left}));
    FAILS_WITH("zeros: f32[d@X] with extents [281474976710656] is too large: 562949953421312 bytes on each device",
               sw::zeros<"f32[d@X]">(mesh, {std::int64_t(1) << 48}));
    FAILS_WITH("HostArray: extents [4294967296,4294967296] are too large",
               sw::HostArray<float>(Shape{std::size_t(none_left), std::size_t(none_left)}));
    CHECK_ON_DEVICE(sw::zeros<"f32[a,b,0]">(mesh, {half, half, 0}).span().size() == 0);
  });
}

TEST_CASE("zeros like an array") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto a = sw::full<"f32[n@X,3]">(mesh, 2, {{"n", 4}});
    const auto z = sw::zeros_like(a);
    static_assert(std::is_same_v<decltype(z), const sw::Array<sw::type<"f32[n@X,3]">>>);
    CHECK_ON_DEVICE(z.shape() == a.shape() && &z.mesh() == &a.mesh() && z.span()[5] == 0 && a.span()[5] == 2);
    FAILS_WITH("zeros_like of an empty array of type f32[4@X]", sw::zeros_like(sw::Array<sw::type<"f32[4@X]">>()));
  });
}

TEST_CASE("device_put with a spec takes dtype and rank from the host") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto a = sw::device_put(mesh, counting(4), P(X));
    static_assert(std::is_same_v<decltype(a), const sw::Array<sw::type<"f32[?@X]">>>);
    CHECK_ON_DEVICE(a.local_shape() == Shape{2});
    const auto b = sw::device_put(mesh, std::vector<std::vector<double>>{{1, 2}, {3, 4}}, P(none, X));
    static_assert(std::is_same_v<decltype(b), const sw::Array<sw::type<"f64[?,?@X]">>>);
    CHECK_ON_DEVICE(b.span()[1] == 3 + world.rank());
    const auto s = sw::device_put(mesh, 3, P());
    static_assert(std::is_same_v<decltype(s), const sw::Array<sw::type<"i32[]">>>);
    CHECK_ON_DEVICE(sw::to_host(s).item() == 3);
    const auto r = sw::device_put(mesh, std::array{1.5, 2.5}, P(sw::reduced(X)));
    static_assert(std::is_same_v<decltype(r), const sw::Array<sw::type<"f64[?]{R:X}">>>);
  });
}

TEST_CASE("host data of many kinds") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto flat = counting(8);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[4@X,2]">(mesh, flat, {4, 2})) == counting(Shape{4, 2}));
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[n@X,2]">(mesh, std::span(flat), {{"n", 4}})) ==
                    counting(Shape{4, 2}));
    const auto braces = sw::device_put<"f32[2,2@X]">(mesh, {{1, 2}, {3, 4}});
    CHECK_ON_DEVICE(sw::to_host(braces) == counting(Shape{2, 2}));
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2@X]">(mesh, std::vector<bool>{true, false})).data ==
                    std::vector<std::uint8_t>({1, 0}));
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2@X]">(mesh, {true, false}))(0));
    CHECK_ON_DEVICE(float(sw::to_host(sw::device_put<"bf16[2@X]">(mesh, std::vector{1.0, 2.5}))(1)) == 2.5f);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[]">(mesh, 0.5)).item() == 0.5f);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"i64[]">(mesh, 7)).item() == 7);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[0@X,4]">(mesh, sw::HostArray<float>(Shape{0, 4}))).size() == 0);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"key[1]">(mesh, std::vector{sw::RandomKey{{1, 2}}}))(0).word[1] == 2);
    FAILS_WITH("a row of dimension 1 has 1 elements, an earlier one 2",
               sw::device_put<"f32[?,?]">(mesh, std::vector<std::vector<float>>{{1, 2}, {3}}));
  });
}

TEST_CASE("zeros, ones and full take sizes by name") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto a = sw::zeros<"f32[batch@X,d]">(mesh, {{"batch", 32}, {"d", 16}});
    CHECK_ON_DEVICE(a.shape() == (Shape{32, 16}));
    CHECK_ON_DEVICE(a.local_shape() == (Shape{16, 16}));
    CHECK_ON_DEVICE(a.span()[255] == 0);
    CHECK_ON_DEVICE(sw::ones<"f32[4/X]">(mesh).shape() == Shape{2});
    CHECK_ON_DEVICE(sw::full<"i32[3*X@X]">(mesh, 5).local_shape() == Shape{3});
    CHECK_ON_DEVICE(sw::full<"bf16[2]">(mesh, 1.5).span()[1] == 1.5f);
    CHECK_ON_DEVICE(sw::ones<"f32[?,d@X]">(mesh, {3, 4}).shape() == (Shape{3, 4}));
    CHECK_ON_DEVICE(sw::full<"bool[2]">(mesh, 1).span()[0]);
    FAILS_WITH("zeros: f32[batch@X,d]: no size for d", sw::zeros<"f32[batch@X,d]">(mesh, {{"batch", 32}}));
    FAILS_WITH("a size for batch is given, which no extent mentions", sw::zeros<"f32[8]">(mesh, {{"batch", 32}}));
    FAILS_WITH("dimension 0 is '?': give all extents, as in {8, 4}", sw::zeros<"f32[?]">(mesh));
    FAILS_WITH("dimension 0: expected 8, got 7", sw::zeros<"f32[8]">(mesh, {7}));
    FAILS_WITH("extent 3/X is no whole number: 2 does not divide 3", sw::ones<"f32[3/X]">(mesh));
  });
}

TEST_CASE("what a run alone can refuse") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    FAILS_WITH("device_put: f32[8@X,4]: host array: dimension 1: expected 4, got 5 with extents [8,5]",
               sw::device_put<"f32[8@X,4]">(mesh, counting(Shape{8, 5})));
    FAILS_WITH("expected rank 2, got 1 with extents [8]", sw::device_put<"f32[8@X,4]">(mesh, counting(Shape{8})));
    FAILS_WITH("dimension 1: expected d = 4, got 5 with extents [4,5]",
               sw::device_put<"f32[d,d]">(mesh, counting(Shape{4, 5})));
    FAILS_WITH("extent 2*b is 3, which no whole number b gives",
               sw::device_put<"f32[2*b,b]">(mesh, counting(Shape{3, 4})));
    FAILS_WITH("dimension 0: expected b*t = 6, got 7", sw::device_put<"f32[b*t,b,t]">(mesh, counting(Shape{7, 2, 3})));
    FAILS_WITH("device_put: f32[b@X]: dimension 0 has extent 5, which the size of X (2 in Mesh<X:2>) does not divide",
               sw::device_put<"f32[b@X]">(mesh, counting(Shape{5})));
    FAILS_WITH("dimension 0: expected X = 2, got 3", sw::device_put<"f32[X]">(mesh, counting(Shape{3})));
    FAILS_WITH("extents [4,2] want 8 elements, got 7", sw::device_put<"f32[4,2]">(mesh, counting(7), {4, 2}));
  });
}

TEST_CASE("a moved-from array is empty, copies share") {
  sw::launch(1, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    auto a = sw::ones<"f32[4@X]">(mesh);
    CHECK_ON_DEVICE(a.storage().unique());
    auto b = a;
    CHECK_ON_DEVICE(b.data() == a.data());
    CHECK_ON_DEVICE(!a.storage().unique());
    auto c = std::move(a);
    CHECK_ON_DEVICE(a.empty());
    FAILS_WITH("shape() of an empty array of type f32[4@X]", a.shape());
    FAILS_WITH("to_host of an empty array of type f32[4@X]", sw::to_host(a));
    CHECK_ON_DEVICE(reinterpret_cast<std::uintptr_t>(c.data()) % 64 == 0);
  });
}

TEST_CASE("devices that read different arrays get an error") {
  CHECK_THROWS_WITH(sw::launch(2,
                               [](sw::World& world) {
                                 const auto mesh = sw::make_mesh(world, X);
                                 const auto a = sw::ones<"f32[4@X]">(mesh);
                                 const auto b = sw::ones<"f32[2@X,2]">(mesh);
                                 if (world.rank() == 0)
                                   (void)sw::to_host(a);
                                 else
                                   (void)sw::to_host(b);
                               }),
                    Catch::Contains("to_host of f32[4@X]") && Catch::Contains("to_host of f32[2@X,2]"));
}

namespace {
template <class A>
concept readable = requires(const A& a) {
  sw::to_host(a);
};
template <sw::fixed_string S> using ArrayOf = sw::Array<sw::type<S>>;
static_assert(readable<ArrayOf<"f32[4@X]">> && readable<ArrayOf<"f32[4]{R:X}">>);
static_assert(!readable<ArrayOf<"f32[4]{U:X}">> && !readable<ArrayOf<"f32[4]{Umax:X}">>);

using sw::detail::Making;
using sw::detail::making_problem;
constexpr sw::AxisList x_only = sw::Mesh<X>::axes;
static_assert(making_problem(Making::device_put, sw::type_of("f32[8@Y,4]"), x_only).view() ==
              "device_put: f32[8@Y,4]: axis Y is not in Mesh<X>; name an axis of the mesh, or make the mesh with Y");
static_assert(making_problem(Making::device_put, sw::type_of("f32[8@X]"), x_only).size == 0);
static_assert(making_problem(Making::from_local, sw::type_of("f32[8]{Umax:X}"), x_only).size == 0);
static_assert(making_problem(Making::device_put, sw::type_of("f32[8]{Umax:X}"), x_only).size != 0);
static_assert(making_problem(Making::from_local, sw::type_of("f32[8]{V:X}"), x_only).size != 0);
static_assert(making_problem(Making::random, sw::type_of("i32[8]"), x_only).size != 0);

using sw::detail::FlatHost;
template <Making How, sw::fixed_string S, class H>
constexpr std::string_view refusal = sw::detail::HostProblem<How, sw::type<S>, H>::text.view();
static_assert(refusal<Making::device_put, "i32[4]", std::vector<unsigned char>> ==
              "device_put: i32[4]: the host data are unsigned char, which no dtype is; convert them to i32");
static_assert(refusal<Making::device_put, "i32[2,2]", FlatHost<unsigned char>> ==
              "device_put: i32[2,2]: the host data are unsigned char, which no dtype is; convert them to i32");
static_assert(refusal<Making::from_local, "i64[4]", std::vector<unsigned long>> ==
              "from_local: i64[4]: the host data are unsigned long, which no dtype is; convert them to i64");
static_assert(refusal<Making::device_put, "f32[4]", FlatHost<std::string>> ==
              "device_put: f32[4]: the host data are of another C++ type, which no dtype is; convert them to f32");
static_assert(refusal<Making::device_put, "i32[4]", std::vector<long long>> ==
              "device_put: i32[4]: the host data are i64; convert them, or write that dtype in the type");
static_assert(refusal<Making::device_put, "bool[4]", std::vector<int>> ==
              "device_put: bool[4]: the host data are i32; convert them, or write that dtype in the type");
static_assert(refusal<Making::device_put, "i32[2]", std::vector<std::vector<bool>>> ==
              "device_put: i32[2]: the host data are bool; convert them, or write that dtype in the type");
static_assert(refusal<Making::device_put, "bool[2]", std::vector<std::uint8_t>>.empty());
static_assert(!refusal<Making::device_put, "bool[]", int>.empty() &&
              !refusal<Making::device_put, "i32[]", float>.empty());
static_assert(sw::detail::SpecHostProblem<std::vector<std::uint8_t>>::text.view() ==
              "device_put: the host data are unsigned char, which no dtype is; for bool give the type: "
              "device_put<\"bool[?@X]\">(mesh, host)");
static_assert(sw::detail::SpecHostProblem<std::vector<short>>::text.size &&
              !sw::detail::SpecHostProblem<std::vector<bool>>::text.size);
}  // namespace
