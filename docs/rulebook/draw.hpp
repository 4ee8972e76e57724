// What values the validator tries an op on.
#pragma once

#include <cstdint>

namespace shardwise::rulebook {

/// What the validator draws for an operand.
enum class Draw : std::uint8_t {
  any,        ///< mixed signs, none near 0
  positive,   ///< above 0
  signs,      ///< 1 and -1: comparisons meet equal values
  whole,      ///< whole numbers: ties
  index,      ///< whole numbers from 0 to 3
  mirrored,   ///< each value twice, at mirrored places: two equal winners
  like_first  ///< the first half is the first operand's
};

}  // namespace shardwise::rulebook
