#include <shardwise/backends/kernels/cpu.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace shardwise::detail;

namespace {

std::string refusal(CpuSets needed, CpuSets found) {
  char text[1024] = "?";
  const std::size_t length = cpu_refusal(needed, found, text, sizeof text);
  return length ? std::string(text, length) : "";
}

}  // namespace

TEST_CASE("a CPU that has all that a program was compiled for is taken", "[kernels]") {
  CHECK(refusal(0, 0).empty());
  CHECK(refusal(0, ~CpuSets(0)).empty());
  for (int i = 0; i < 39; ++i) {
    const CpuSets set = CpuSets(1) << i;
    CHECK(refusal(set, set).empty());
    CHECK(refusal(set, ~CpuSets(0)).empty());
    CHECK(refusal(~set, ~set).empty());
    CHECK_FALSE(refusal(set, ~set).empty());
  }
  CHECK(refusal(library_cpu_sets | cpu_sets_of_this_unit, cpu_sets_here()).empty());  // this program runs
}

TEST_CASE("a refusal names what is missing and the way out", "[kernels]") {
  const CpuSets avx2 = CpuSets(1) << 11, avx512f = CpuSets(1) << 21, tbm = CpuSets(1) << 38;
  CHECK(refusal(avx2, 0) ==
        "shardwise: this program was compiled for a CPU with avx2, which this CPU does not have; build it here, or for "
        "an older CPU: -DSHARDWISE_ARCH=x86-64-v3, or x86-64 for any\n");
  CHECK(refusal(avx2 | avx512f | tbm, avx2).find("with avx512f, tbm, which") != std::string::npos);
  CHECK(refusal(avx2 | avx512f | tbm, tbm).find("with avx2, avx512f, which") != std::string::npos);
  const std::string all = refusal(~CpuSets(0), 0);
  CHECK(all.size() < 1000);
  CHECK(all.ends_with("x86-64 for any\n"));
}

TEST_CASE("a refusal fits into what there is", "[kernels]") {
  for (std::size_t size = 0; size < 32; ++size) {
    char text[40];
    for (char& c : text) c = '#';
    const std::size_t length = cpu_refusal(~CpuSets(0), 0, text, size);
    CHECK(length == (size ? size - 1 : 0));
    for (std::size_t i = size; i < sizeof text; ++i) CHECK(text[i] == '#');
    if (size) CHECK(text[length] == 0);
  }
}

#if defined(__x86_64__) && defined(__AVX2__)
TEST_CASE("the library and its users are compiled for one CPU", "[kernels]") {
  CHECK(library_cpu_sets == cpu_sets_of_this_unit);
  CHECK((cpu_sets_here() >> 11 & 1u) == 1);
}
#endif
