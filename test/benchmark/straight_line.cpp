// A straight-line program with its gradient, for the compilers' time and memory: 11 LENGTH + 6 equations.
#include <shardwise/dsl.hpp>

namespace sw = shardwise;

#ifndef LENGTH
#define LENGTH 22
#endif

namespace {

template <int N> constexpr auto chain(auto h, auto w) {
  if constexpr (N == 0)
    return h;
  else
    return chain<N - 1>(sw::tanh(h * w + h), w);
}
inline constexpr auto loss = [](auto x, auto w) { return sw::sum(chain<LENGTH>(x, w)); };
inline constexpr auto gradients = [](auto x, auto w) { return sw::grad<0, 1>(loss)(x, w); };
using Gradients = sw::Program<gradients, "f32[batch@X,d]", "f32[d]{R:X}">;
static_assert(Gradients::view().equations.size() == 11 * LENGTH + 6);

}  // namespace
