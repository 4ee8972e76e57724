// Element i uses counter (i mod 2^32, i / 2^32). Counters whose upper word has its highest bit set serve what else a
// key gives: second draws of an element, split and folded keys.
#include <shardwise/backends/kernels/random.hpp>

#include <shardwise/backends/kernels/threefry.hpp>
#include <shardwise/backends/kernels/vector_math.hpp>

#include <algorithm>
#include <type_traits>

namespace shardwise::kernels {
namespace {

constexpr std::uint32_t second_draw = 0x80000000u;  // or-ed into the upper word
constexpr std::uint32_t split_counter = 0xffffffffu;
constexpr std::uint32_t fold_counter = 0xfffffffeu;

inline RandomKey threefry(RandomKey key, std::uint32_t low, std::uint32_t high) {
  detail::Counter<std::uint32_t> c{low, high};
  detail::threefry(key, c);
  return {{c.low, c.high}};
}

/// Calls use(i, words) for elements first + i, i < n.
template <class Use>
void for_each_words(RandomKey key, std::uint64_t first, std::size_t n, std::uint32_t flag, Use use) {
  for (std::size_t i = 0, end; i < n; i = end) {  // counters of one upper word, which is nearly always all
    const std::uint32_t low = std::uint32_t(first + i), high = std::uint32_t((first + i) >> 32) | flag;
    end = std::size_t(std::min<std::uint64_t>(n, i + ((std::uint64_t(1) << 32) - low)));
    for (std::size_t k = i; k < end; ++k) use(k, threefry(key, low + std::uint32_t(k - i), high));
  }
}

std::uint64_t word64(RandomKey r) { return (std::uint64_t(r.word[0]) << 32) | r.word[1]; }
double uniform53(RandomKey r) { return double(word64(r) >> 11) * 0x1p-53; }

constexpr std::size_t chunk = 256;

/// The words of elements first, first + 1, ...
struct Words {
  alignas(64) std::uint32_t w0[chunk];
  alignas(64) std::uint32_t w1[chunk];

  void draw(RandomKey key, std::uint64_t first, std::size_t n, std::uint32_t flag = 0) {
    for_each_words(key, first, n, flag, [&](std::size_t i, RandomKey r) {
      w0[i] = r.word[0];
      w1[i] = r.word[1];
    });
  }
  double uniform(std::size_t i) const { return uniform53({{w0[i], w1[i]}}); }
};

/// Calls run(out, first, n) for each run of elements that is contiguous in the global array, in the block's order.
template <class T, class Run> void for_each_run(T* out, const Block& block, Run run) {
  const int rank = block.local.rank;
  if (block.local.size() == 0) return;
  // Dimensions that the block covers in full extend the runs of the one before.
  std::uint64_t stride[Shape::max_rank];
  std::uint64_t step = 1;
  for (int i = rank; i-- > 0; step *= block.global.dim[i]) stride[i] = step;
  int inner = rank;
  while (inner > 0 && (inner == rank || block.local.dim[inner] == block.global.dim[inner])) --inner;
  std::uint64_t first = 0;
  for (int i = 0; i < rank; ++i) first += stride[i] * block.offset.dim[i];
  const std::size_t n = rank == 0 ? 1 : block.local.dim[inner] * std::size_t(stride[inner]);

  std::size_t index[Shape::max_rank] = {};
  for (;;) {
    run(out, first, n);
    out += n;
    int i = inner;
    for (; i-- > 0;) {
      first += stride[i];
      if (++index[i] < block.local.dim[i]) break;
      first -= stride[i] * block.local.dim[i];
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

/// Each element of the block is number(its words).
template <class T, class Number> void fill_block(T* out, RandomKey key, const Block& block, Number number) {
  for_each_run(out, block, [&](T* __restrict to, std::uint64_t first, std::size_t n) {
    for_each_words(key, first, n, 0, [&](std::size_t i, RandomKey r) { to[i] = number(r); });
  });
}

template <class T> void uniform(void* out, RandomKey key, const Block& block) {
  fill_block(static_cast<T*>(out), key, block, [](RandomKey r) {
    if constexpr (std::is_same_v<T, double>) {
      return uniform53(r);
    } else {
      constexpr int bits = uniform_bits<T>;
      constexpr float unit = 1.0f / float(1 << bits);
      return T(float(std::int32_t(r.word[0] >> (32 - bits))) * unit);
    }
  });
}

/// z = sqrt(-2 log(1 - u)) cos(2 pi v), in whole registers, so that an element's place does not matter.
void box_muller(double* z, const double* u, const double* v, std::size_t n) {
  using V = Batch<double>;
  for (std::size_t i = 0; i < n; i += V::size) {
    const V radius = xsimd::sqrt(V(-2.0) * math::log(V(1.0) - V::load_aligned(u + i)));
    const V angle = V(6.283185307179586) * V::load_aligned(v + i);
    (radius * math::detail::sine(angle, 1)).store_aligned(z + i);
  }
}

template <class T> void normal(void* out, RandomKey key, const Block& block) {
  for_each_run(static_cast<T*>(out), block, [&](T* to, std::uint64_t first, std::size_t n) {
    Words words, more;
    alignas(64) double u[chunk] = {}, v[chunk] = {};
    for (std::size_t from = 0, m; from < n; from += m) {
      m = std::min(chunk, n - from);
      words.draw(key, first + from, m);
      if constexpr (std::is_same_v<T, double>) {
        more.draw(key, first + from, m, second_draw);
        for (std::size_t i = 0; i < m; ++i) u[i] = words.uniform(i), v[i] = more.uniform(i);
      } else {
        for (std::size_t i = 0; i < m; ++i) u[i] = words.w0[i] * 0x1p-32, v[i] = words.w1[i] * 0x1p-32;
      }
      box_muller(u, u, v, m);
      for (std::size_t i = 0; i < m; ++i) to[from + i] = T(u[i]);
    }
  });
}

}  // namespace

RandomKey key_from_seed(std::uint64_t seed) { return {{std::uint32_t(seed >> 32), std::uint32_t(seed)}}; }
RandomKey split(RandomKey key, std::uint32_t i) { return threefry(key, i, split_counter); }
RandomKey fold_in(RandomKey key, std::uint32_t data) { return threefry(key, data, fold_counter); }

void random_bits(std::uint32_t* out, RandomKey key, const Block& block) {
  fill_block(out, key, block, [](RandomKey r) { return r.word[0]; });
}

void random_uniform(Dtype dtype, void* out, RandomKey key, const Block& block) {
  switch (dtype) {
    case Dtype::f64:
      return uniform<double>(out, key, block);
    case Dtype::bf16:
      return uniform<bf16>(out, key, block);
    case Dtype::f16:
      return uniform<f16>(out, key, block);
    default:
      return uniform<float>(out, key, block);
  }
}

void random_normal(Dtype dtype, void* out, RandomKey key, const Block& block) {
  switch (dtype) {
    case Dtype::f64:
      return normal<double>(out, key, block);
    case Dtype::bf16:
      return normal<bf16>(out, key, block);
    case Dtype::f16:
      return normal<f16>(out, key, block);
    default:
      return normal<float>(out, key, block);
  }
}

void random_permutation(Dtype dtype, void* out, RandomKey key, const Block& block, void* scratch) {
  struct Place {
    std::uint64_t word, index;
    bool operator<(const Place& o) const { return word != o.word ? word < o.word : index < o.index; }
  };
  static_assert(sizeof(Place) == permutation_scratch(1));
  const std::size_t n = block.global.size();
  auto* places = static_cast<Place*>(scratch);
  for_each_words(key, 0, n, 0, [&](std::size_t i, RandomKey r) { places[i] = {word64(r), i}; });
  std::sort(places, places + n);
  const auto write = [&]<class T>(T* to) {
    for (std::size_t i = 0; i < block.local.size(); ++i) to[i] = T(places[block.offset.dim[0] + i].index);
  };
  if (dtype == Dtype::i64)
    write(static_cast<std::int64_t*>(out));
  else
    write(static_cast<std::uint32_t*>(out));
}

}  // namespace shardwise::kernels
