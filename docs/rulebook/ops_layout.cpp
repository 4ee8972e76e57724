// reshard, the only op here that moves data between devices.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

std::vector<Op> layout_ops() {
  Op reshard_op{{"reshard"},
                1,
                [](const Call& c, Builder&, const Operands& in) { return c.plain ? in[0] : reshard(in[0], *c.out); },
                {{"{}", {"f32[12,12]"}, 1, true},
                 {"{}", {"f32[4,4]"}, 2, true, false},
                 {"{}", {"i32[4,4]"}, 2, true, false},
                 {"{}", {"f32[]"}, 1, true, false}}};
  reshard_op.linear_in = {0};
  reshard_op.promise = [](const Call& c, const TypeDesc& result) { return moves_and_back(c.operands[0], result); };
  reshard_op.needs_out = reshard_op.takes_out = true;
  reshard_op.note = "`out` is the spec that the array goes to.";
  return {reshard_op};
}

}  // namespace shardwise::rulebook
