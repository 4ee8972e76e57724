// Meshes: places of devices, groups along axes, errors.
#include <catch2/catch.hpp>

#include <shardwise/launch.hpp>
#include <shardwise/mesh.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;
inline constexpr sw::Axis<"Z"> Z;

template <class... A> sw::AxisList list(A... axes) {
  sw::AxisList l;
  (l.push(axes.name), ...);
  return l;
}

static_assert(sw::Mesh<X, Y>::has(Y.name) && !sw::Mesh<X>::has(Y.name));
static_assert(!std::is_same_v<sw::Mesh<X, Y>, sw::Mesh<Y, X>>);

}  // namespace

TEST_CASE("one axis over all devices") {
  for (int n : {1, 2, 4})
    sw::launch(n, [n](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      static_assert(std::is_same_v<decltype(mesh), const sw::Mesh<X>>);
      CHECK_ON_DEVICE(mesh.size(X) == n);
      CHECK_ON_DEVICE(mesh.devices() == n);
      CHECK_ON_DEVICE(mesh.coordinate(X) == world.rank());
      CHECK_ON_DEVICE(mesh.info()->description() == "Mesh<X:" + std::to_string(n) + ">");
    });
}

TEST_CASE("coordinates are major first, groups are ordered as their axes are given") {
  sw::launch(6, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 3}, X, Y);
    sw::MeshInfo& info = *mesh.info();
    const int x = mesh.coordinate(X), y = mesh.coordinate(Y);
    CHECK_ON_DEVICE(world.rank() == x * 3 + y);
    CHECK_ON_DEVICE(info.index(list(X, Y)) == x * 3 + y);
    CHECK_ON_DEVICE(info.index(list(Y, X)) == y * 2 + x);
    CHECK_ON_DEVICE(info.index(list(Y), 4) == 1);
    CHECK_ON_DEVICE(info.size(list(X, Y)) == 6);
    CHECK_ON_DEVICE(info.size(sw::AxisList{}) == 1);
    for (const auto& axes : {list(X), list(Y), list(X, Y), list(Y, X), sw::AxisList{}}) {
      sw::Communicator& group = info.communicator(axes);
      CHECK_ON_DEVICE(group.size() == info.size(axes));
      CHECK_ON_DEVICE(group.rank() == info.index(axes));
      CHECK_ON_DEVICE(&group == &info.communicator(axes));
      // Who is in it: those that differ in these axes only.
      std::vector<int> members(std::size_t(group.size()));
      const int me = world.rank();
      group.all_gather(&me, members.data(), sizeof me);
      for (int r = 0; r < group.size(); ++r) {
        const int device = members[std::size_t(r)];
        CHECK_ON_DEVICE(info.index(axes, device) == r);
        if (!axes.has(X.name)) CHECK_ON_DEVICE(device / 3 == x);
        if (!axes.has(Y.name)) CHECK_ON_DEVICE(device % 3 == y);
      }
    }
  });
}

TEST_CASE("three axes") {
  sw::launch(8, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2, 2}, Z, X, Y);
    CHECK_ON_DEVICE(mesh.coordinate(Z) == world.rank() / 4);
    CHECK_ON_DEVICE(mesh.coordinate(Y) == world.rank() % 2);
    CHECK_ON_DEVICE(mesh.info()->communicator(list(Z, Y)).rank() == world.rank() / 4 * 2 + world.rank() % 2);
  });
}

TEST_CASE("a mesh that the devices cannot fill is an error that says both numbers") {
  sw::launch(2, [](sw::World& world) {
    FAILS_WITH("make_mesh: Mesh<X:2,Y:2> has 4 devices, but there are 2", sw::make_mesh(world, {2, 2}, X, Y));
    FAILS_WITH("an axis has at least 1 device", sw::make_mesh(world, {-2, -1}, X, Y));
    FAILS_WITH("make_mesh: 1 sizes for 2 axes", sw::make_mesh(world, {2}, X, Y));
    FAILS_WITH("axis X is given twice", sw::make_mesh(world, {2, 1}, X, X));
    const auto mesh = sw::make_mesh(world, X);
    FAILS_WITH("axis Y is not in Mesh<X:2>", mesh.info()->size(Y.name));
  });
}

TEST_CASE("devices that make different meshes get an error") {
  CHECK_THROWS_WITH(sw::launch(2,
                               [](sw::World& world) {
                                 if (world.rank() == 0)
                                   sw::make_mesh(world, {1, 2}, X, Y);
                                 else
                                   sw::make_mesh(world, {2, 1}, X, Y);
                               }),
                    Catch::Contains("Mesh<X:1,Y:2>") && Catch::Contains("Mesh<X:2,Y:1>"));
}
