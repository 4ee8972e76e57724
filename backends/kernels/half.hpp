// bf16 and f16 to f32 and back, whole arrays. Internal.
#pragma once

#include <shardwise/backends/kernels/scalar_types.hpp>

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace shardwise::kernels::detail {

inline void to_float(float* out, const bf16* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = float(in[i]);
}
inline void from_float(bf16* out, const float* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = bf16(in[i]);
}

// Compilers convert f16 one by one; the instruction converts eight.
inline void to_float(float* out, const f16* in, std::size_t n) {
  std::size_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(out + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i))));
#endif
  for (; i < n; ++i) out[i] = float(in[i]);
}
inline void from_float(f16* out, const float* in, std::size_t n) {
  std::size_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= n; i += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                     _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT));
#endif
  for (; i < n; ++i) out[i] = f16(in[i]);
}

}  // namespace shardwise::kernels::detail
