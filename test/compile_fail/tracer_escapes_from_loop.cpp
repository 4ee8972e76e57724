// A value of a loop body, used after the loop.
// GCC: a_tracer_escaped_from_the_loop_body_that_made_it
// CLANG: a_tracer_escaped_from_the_loop_body_that_made_it
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto step = [](auto h, auto xs) {
  auto kept = h;
  auto last = sw::scan(
      [&](auto h, auto x) {
        kept = h + x;
        return kept;
      },
      h, xs);
#ifdef REPAIRED
  return last * last;
#else
  return last * kept;
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[3,4]">;
static_assert(Step::view().inputs.size() < 9);
