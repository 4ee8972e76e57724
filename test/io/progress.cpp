// The progress bar's line, and its silence where there is no terminal.
#include <catch2/catch.hpp>

#include <shardwise/io/progress.hpp>

namespace io = shardwise::io;

TEST_CASE("the line says part, loss, samples per second and time left") {
  CHECK(io::detail::progress_line("epoch 1", 30000, 60000, 0.43215, 2.0) ==
        "epoch 1 [===============>..............]  50 %  loss 0.4321  15,000 samples/s  0:02 left");
  CHECK(io::detail::progress_line("e", 10, 10, 1, 0.001) ==
        "e [==============================] 100 %  loss 1.0000  10,000 samples/s  0:00 left");
  CHECK(io::detail::progress_line("e", 0, 10, 1, 0) ==
        "e [>.............................]   0 %  loss 1.0000  0 samples/s");
  CHECK(io::detail::progress_line("e", 1, 36001, 1, 1).substr(53) == "  1 samples/s  10:00:00 left");
  CHECK(io::detail::with_commas(1234567) == "1,234,567");
  CHECK(io::detail::with_commas(123) == "123");
}

TEST_CASE("nothing is drawn into a file, nor when quiet") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file);
  {
    io::Progress p("epoch 1", 100, false, file);
    p.update(50, 1.0);
    p.update(100, 0.5);
    p.finish();
  }
  CHECK(std::ftell(file) == 0);
  std::fclose(file);
}
