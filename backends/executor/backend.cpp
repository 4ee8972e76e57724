#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <shardwise/backends/executor/backend.hpp>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace shardwise::detail {
namespace {

const Backend*& mpi_slot() {
  static const Backend* mpi = nullptr;
  return mpi;
}

constexpr int most_devices = 4096;

int parse_devices(std::string_view text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1 || n > most_devices)
    throw Error("--devices: expected a number of devices from 1 to " + std::to_string(most_devices) + ", got '" +
                std::string(text) + "'");
  return n;
}

}  // namespace

bool register_mpi(const Backend& mpi) {
  mpi_slot() = &mpi;
  return true;
}

const Backend* registered_mpi() { return mpi_slot(); }

bool under_mpiexec() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") || std::getenv("PMI_SIZE") || std::getenv("PMIX_RANK");
}

int mpiexec_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* value = std::getenv(name)) return std::atoi(value);
  return -1;
}

int devices_option(int argc, char** argv) {
  constexpr std::string_view name = "--devices";
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--") break;
    if (a == name) {
      if (i + 1 >= argc) throw Error("--devices: expected a number of devices after it, got nothing");
      return parse_devices(argv[i + 1]);
    }
    if (a.starts_with(name) && a.size() > name.size() && a[name.size()] == '=')
      return parse_devices(a.substr(name.size() + 1));
  }
  return 0;
}

void prepare_process() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that glibc takes
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  mallopt(M_TOP_PAD, 16 << 20);
#endif
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
}

void report_failure(int device, const std::string& what) { report_failures({device}, what); }

void report_failures(const std::vector<int>& devices, const std::string& what) {
  std::string list;
  for (std::size_t i = 0, last; i < devices.size(); i = last + 1) {
    for (last = i; last + 1 < devices.size() && devices[last + 1] == devices[last] + 1;) ++last;
    list += (i ? ", " : "") + std::to_string(devices[i]);
    if (last > i) list += (last > i + 1 ? " to " : ", ") + std::to_string(devices[last]);
  }
  const std::string line =
      (devices.size() == 1 ? "shardwise: device " : "shardwise: devices ") + list + ": " + what + "\n";
  std::fflush(stdout);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace shardwise::detail
