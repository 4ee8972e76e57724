// What can be fused: which ops, and how an equation's shapes suit the rows of a group.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>
#include <shardwise/dsl/transform/fused_group.hpp>

namespace shardwise::fused {

/// The library's own: an op that a user defines may have any meaning.
constexpr bool is_known(const OpInfo* o) {
  for (const OpInfo* known : {op<ops::neg>,        op<ops::scale>,       op<ops::divide_by_size>,
                              op<ops::exp>,        op<ops::expm1>,       op<ops::log>,
                              op<ops::log1p>,      op<ops::tanh>,        op<ops::sin>,
                              op<ops::cos>,        op<ops::sqrt>,        op<ops::rsqrt>,
                              op<ops::erf>,        op<ops::relu>,        op<ops::gelu>,
                              op<ops::silu>,       op<ops::sigmoid>,     op<ops::softplus>,
                              op<ops::abs>,        op<ops::sign>,        op<ops::square>,
                              op<ops::reciprocal>, op<ops::logical_not>, op<ops::isfinite>,
                              op<ops::add>,        op<ops::sub>,         op<ops::mul>,
                              op<ops::div>,        op<ops::max>,         op<ops::min>,
                              op<ops::eq>,         op<ops::ne>,          op<ops::lt>,
                              op<ops::le>,         op<ops::gt>,          op<ops::ge>,
                              op<ops::pow>,        op<ops::logical_and>, op<ops::logical_or>,
                              op<ops::where>})
    if (o == known) return true;
  return false;
}

}  // namespace shardwise::fused

namespace shardwise::detail {

/// Questions about the equations of one program.
class Fusible {
 protected:
  constexpr explicit Fusible(DynamicProgram p) : p_(static_cast<DynamicProgram&&>(p)) {}

  /// Once, before the others.
  constexpr void study() {
    readers_.assign(p_.equations.size(), 0);
    for (const Eqn& e : p_.equations)
      for (int v : {opens_region(e.op) ? -1 : e.a, e.b, e.c})
        if (v >= 0) ++readers_[std::size_t(v)];
    for (int v : p_.outputs) ++readers_[std::size_t(v)];
    find_masks();
  }

  constexpr const Eqn& at(int i) const { return p_.equations[std::size_t(i)]; }
  constexpr const TypeDesc& type(int v) const { return p_.types[std::size_t(at(v).type)]; }

  /// The equation has a node of its own in a group; others only show a member.
  constexpr bool has_node(const Eqn& e) const {
    return fused::computes(p_view(), e) || fused::is_reduction(e.op) || fused::draws(e.op);
  }
  constexpr ProgramView p_view() const { return p_.view(); }

  // x + a contraction, where nobody else reads x: the contraction adds to x in place, and nothing is left to fuse.
  constexpr bool accumulates(const Eqn& e) const {
    if (e.op != op<ops::add>) return false;
    const int operands[2] = {e.a, e.b};
    for (int k = 0; k < 2; ++k) {
      const int y = operands[k], x = operands[1 - k];
      if (!made_by_contraction(y) || readers_[std::size_t(y)] != 1 || readers_[std::size_t(x)] != 1) continue;
      if (at(x).op == op<ops::carry> || made_by_contraction(x)) return true;
    }
    return false;
  }
  constexpr bool made_by_contraction(int v) const {
    if (at(v).op == op<ops::result>) v = at(v).a;
    if (at(v).op == op<ops::stack>) v = at(v).a;
    return at(v).op == op<ops::contract>;
  }

  // Equation i joins `frame` with this class of value: operands have its shape, or are its operands' numbers.
  constexpr bool fits(int i, const TypeDesc& frame) const {
    const Eqn& e = at(i);
    const FusedClass c = fused::class_in(p_view(), e, frame);
    if (c == FusedClass::none) return false;
    if (fused::is_reduction(e.op)) return !type(e.a).dims[type(e.a).rank - 1].extent.is_one();
    if (fused::draws(e.op)) return c == FusedClass::full;
    for (int v : {e.a, e.b, e.c}) {
      if (v < 0) continue;
      if (c == FusedClass::full ? !fused::is_full(type(v), frame) : !fused::is_row(type(v), frame)) return false;
    }
    return true;
  }

  // Of the members of a group, in order: those that have a node, and those through which one reads another.
  constexpr std::vector<char> needed_inside(const std::vector<int>& members) const {
    std::vector<char> needed(members.size(), 0);
    for (std::size_t k = members.size(); k-- > 0;) {
      const Eqn& e = at(members[k]);
      if (has_node(e)) needed[k] = 1;
      if (!needed[k]) continue;
      for (int v : {e.a, e.b, e.c}) {
        const auto found = std::lower_bound(members.begin(), members.end(), v);
        if (v >= 0 && found != members.end() && *found == v) needed[std::size_t(found - members.begin())] = 1;
      }
    }
    return needed;
  }
  static constexpr bool member(const std::vector<int>& members, int v) {
    return std::binary_search(members.begin(), members.end(), v);
  }
  // Somebody outside reads an equation that only shows a member, or reads one that shows it in turn.
  constexpr bool read_outside(int v, const std::vector<int>& members) const {
    int inside = 0;
    for (int m : members) {
      const Eqn& e = at(m);
      const bool shows = !has_node(e);
      inside += (e.a == v) + (e.b == v) + (e.c == v);
      if (shows && e.a == v && read_outside(m, members)) return true;
    }
    return readers_[std::size_t(v)] > inside;
  }

  DynamicProgram p_;
  std::vector<int> readers_;     ///< per value: how often it is read
  std::vector<Dtype> mask_for_;  ///< per mask: what its readers compute in

 private:
  // A comparison of integers belongs to what reads its mask.
  constexpr void find_masks() {
    mask_for_.assign(p_.equations.size(), Dtype::boolean);
    for (int i = int(p_.equations.size()); i-- > 0;) {
      const Eqn& e = at(i);
      if (opens_region(e.op)) continue;
      const Dtype own = fused::computed_in(type(i).dtype);
      const Dtype d = own != Dtype::boolean ? own : mask_for_[std::size_t(i)];
      for (int v : {e.a, e.b, e.c})
        if (v >= 0 && v < i && type(v).dtype == Dtype::boolean && mask_for_[std::size_t(v)] == Dtype::boolean)
          mask_for_[std::size_t(v)] = d;
    }
  }
};

}  // namespace shardwise::detail
