// Devices that throw, leave early, run different programs or stand still: errors, and never a hang.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include <shardwise/launch.hpp>

using namespace shardwise;
using Catch::Matchers::Contains;
using std::chrono::milliseconds;

TEST_CASE("launch on threads gives each device its rank and returns a result that is not 0") {
  std::atomic<int> ranks = 0;
  CHECK(launch(3, [&](World& w) { ranks += 1 << w.rank(); }) == 0);
  CHECK(ranks == 7);
  CHECK(launch(3, [](World& w) { return w.rank() == 2 ? 5 : 0; }) == 5);
  CHECK_THROWS_WITH(launch(0, [](World&) {}), Contains("expected at least 1 device, got 0"));
}

TEST_CASE("a device that throws stops the others, wherever they wait") {
  for (int place = 0; place < 5; ++place)
    for (const bool late : {false, true}) {
      std::atomic<int> stopped = 0;
      CHECK_THROWS_WITH(launch(4,
                               [&](World& w) {
                                 const auto pair = w.split(w.rank() / 2, 0);
                                 std::vector<float> x(100);
                                 if (w.rank() == 2) {
                                   if (late) std::this_thread::sleep_for(milliseconds(30));
                                   throw std::logic_error("bad luck");
                                 }
                                 try {
                                   if (place == 0) w.communicator().all_reduce(x.data(), 100, Dtype::f32);
                                   if (place == 1) w.communicator().broadcast(x.data(), 400, 2);
                                   if (place == 2) w.agree(1, "a program");
                                   if (place == 3) w.communicator().start_barrier().wait();
                                   if (place == 4 && w.rank() == 3) pair->barrier();
                                   if (place == 4 && w.rank() < 2) w.leave();
                                 } catch (const Aborted& e) {
                                   if (std::string(e.what()).find("device 2: bad luck") != std::string::npos) ++stopped;
                                   throw;
                                 }
                               }),
                        "bad luck");
      CHECK(stopped == 3);
    }
}

TEST_CASE("a device that throws with a collective in flight frees its buffers safely") {
  for (int round = 0; round < 20; ++round)
    CHECK_THROWS_WITH(launch(3,
                             [&](World& w) {
                               std::vector<float> x(20000, 1.f);
                               Request r = w.communicator().start_all_reduce(x.data(), x.size(), Dtype::f32);
                               if (w.rank() == round % 3) throw std::runtime_error("bad luck");
                               r.wait();
                               w.communicator().barrier();
                             }),
                      "bad luck");
}

TEST_CASE("a device that leaves while others bind: an error on every device") {
  std::atomic<int> told = 0;
  CHECK_THROWS_WITH(launch(3,
                           [&](World& w) {
                             if (w.rank() == 1) return;
                             try {
                               w.agree(0xabc, "program train");
                             } catch (const Error&) {
                               ++told;
                               throw;
                             }
                           }),
                    Contains("device 1 has left the program") && Contains("devices 0, 2: program train"));
  CHECK(told == 2);
}

TEST_CASE("a device that leaves while others wait in a collective") {
  CHECK_THROWS_WITH(launch(2,
                           [&](World& w) {
                             float x = 1;
                             if (w.rank() == 0) w.communicator().all_reduce(&x, 1, Dtype::f32);
                           }),
                    Contains("all_reduce: device 1 has left the program"));
}

TEST_CASE("a standstill is an error after the deadline, a slow device is none") {
  const auto start = std::chrono::steady_clock::now();
  CHECK_THROWS_WITH(launch(3,
                           [&](World& w) {
                             w.set_deadline(milliseconds(200));
                             if (w.rank() == 0)
                               w.agree(1, "a program");
                             else
                               w.communicator().barrier();
                           }),
                    Contains("device 0 waits in an agreement") && Contains("device 1 waits in barrier"));
  CHECK_THROWS_WITH(launch(2,
                           [&](World& w) {
                             w.set_deadline(milliseconds(200));
                             const auto part = w.split(0, 0);
                             (w.rank() == 0 ? *part : w.communicator()).barrier();
                           }),
                    Contains("all devices wait and none can go on"));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  CHECK(launch(2, [&](World& w) {
          w.set_deadline(milliseconds(20));
          for (int k = 0; k < 2; ++k) {
            if (w.rank() == k) std::this_thread::sleep_for(milliseconds(300));
            k ? w.communicator().barrier() : w.agree(1, "a program");
          }
        }) == 0);
}

TEST_CASE("devices that ask for different things in one collective") {
  std::vector<float> x(100), y(400);
  const auto differ = [&](auto odd) {
    return [=](World& w) {
      std::vector<float> mine(100), out(400);
      if (w.rank() == 1)
        odd(w.communicator(), mine, out);
      else
        w.communicator().all_reduce(mine.data(), 100, Dtype::f32);
    };
  };
  using V = std::vector<float>&;
  const auto count = [](Communicator& c, V a, V) { c.all_reduce(a.data(), 99, Dtype::f32); };
  CHECK_THROWS_WITH(launch(3, differ(count)), Contains("device 0 for all_reduce of 100 x f32 with sum, device 1 for "
                                                       "all_reduce of 99 x f32 with sum"));
  const auto dtype = [](Communicator& c, V a, V) { c.all_reduce(a.data(), 100, Dtype::i32); };
  CHECK_THROWS_WITH(launch(3, differ(dtype)), Contains("all_reduce of 100 x i32"));
  const auto op = [](Communicator& c, V a, V) { c.all_reduce(a.data(), 100, Dtype::f32, ReduceOp::max); };
  CHECK_THROWS_WITH(launch(3, differ(op)), Contains("with max"));
  const auto kind = [](Communicator& c, V a, V b) { c.all_gather(a.data(), b.data(), 100); };
  CHECK_THROWS_WITH(launch(3, differ(kind)), Contains("all_gather of 100 bytes"));
  const auto permute = [](Communicator& c, V a, V b) { c.permute(a.data(), b.data(), 4, -1, 0); };
  CHECK_THROWS_WITH(launch(3, differ(permute)), Contains("permute"));
  CHECK_THROWS_WITH(launch(3,
                           [](World& w) {
                             float a = 0, b = 0;
                             w.communicator().permute(&a, &b, 4, w.rank() == 0 ? 1 : -1, w.rank() == 1 ? 2 : -1);
                           }),
                    Contains("permute: the pairs do not match"));
  CHECK_THROWS_WITH(launch(3,
                           [](World& w) {
                             float a = 0;
                             w.communicator().broadcast(&a, 4, w.rank() == 2 ? 1 : 0);
                           }),
                    Contains("broadcast of 4 bytes from 1"));
}

TEST_CASE("many more devices than cores") {
  CHECK(launch(24, [](World& w) {
          for (int k = 0; k < 50; ++k) {
            std::int64_t x = w.rank();
            w.communicator().all_reduce(&x, 1, Dtype::i64);
            if (x != 24 * 23 / 2) throw std::runtime_error("wrong sum");
          }
        }) == 0);
}

TEST_CASE("launches one after the other, and one inside another") {
  for (int k = 0; k < 30; ++k) CHECK(launch(2, [](World& w) { w.communicator().barrier(); }) == 0);
  CHECK(launch(2, [](World&) { launch(2, [](World& w) { w.communicator().barrier(); }); }) == 0);
}

TEST_CASE("the option --devices") {
  const auto devices = [](std::vector<std::string> args) {
    std::vector<char*> argv;
    for (auto& a : args) argv.push_back(a.data());
    return detail::devices_option(int(argv.size()), argv.data());
  };
  CHECK(devices({"p"}) == 0);
  CHECK(devices({"p", "--devices", "3"}) == 3);
  CHECK(devices({"p", "-x", "--devices=12"}) == 12);
  CHECK(devices({"p", "--devicesx=12"}) == 0);
  CHECK_THROWS_WITH(devices({"p", "--devices"}), Contains("expected a number of devices after it, got nothing"));
  for (const char* bad : {"", "0", "-1", "3x", "99999", "99999999999"}) {
    CHECK_THROWS_WITH(devices({"p", "--devices", bad}),
                      Contains("expected a number of devices from 1 to 4096, got '" + std::string(bad) + "'"));
  }
}
