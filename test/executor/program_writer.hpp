// Random programs for the executor: ops, reshards, loops, branches, checkpoints and gradients on small arrays.
#pragma once

#include <shardwise/dsl.hpp>

#include <random>
#include <vector>

namespace {

namespace sw = shardwise;
using sw::Builder;
using sw::TypeDesc;
using sw::Value;

/// Writes programs on small f64 arrays of a few types.
class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  sw::DynamicProgram program() {
    for (const char* t :
         {"f64[4,4]", "f64[4@X,4]", "f64[4,4]{R:X}", "f64[4]", "f64[]", "f64[3,4,4]", "f64[3,4@X,4]", "f64[4,4@X]"})
      if (chance(0.6) || known_.empty()) known_.push_back(Value{&g_, g_.input(sw::type_of(t))});
    const std::vector<Value> arguments = known_;
    const int start = g_.size();
    body(3 + below(12), 0);
    if (chance(0.5)) differentiate(arguments, start);
    std::vector<Value> outputs;
    for (int k = 1 + below(4); k-- > 0;)
      outputs.push_back(
          chance(0.7) ? known_[known_.size() - 1 - std::size_t(below(std::min<int>(6, int(known_.size()))))] : pick());
    sw::DynamicProgram p = sw::freeze(g_, outputs, chance(0.8));
    // Factors of contractions, as transforms set them.
    for (sw::Eqn& q : p.equations)
      if (q.op == sw::op<sw::ops::contract> && chance(0.3)) q = sw::with_alpha(q, chance(0.5) ? -0.5 : 2);
    return p;
  }

 private:
  int below(int n) { return int(random_() % unsigned(n)); }
  bool chance(double p) { return double(random_() % 1000) < p * 1000; }
  Value pick() { return known_[std::size_t(below(int(known_.size())))]; }
  Value recent() { return known_[known_.size() - 1 - std::size_t(below(std::min<int>(5, int(known_.size()))))]; }

  /// There is none of no elements.
  static Value argmax(Value a, int dim) {
    if (a.type().dims[dim].extent.is_number() && a.type().dims[dim].extent.number == 0)
      throw std::logic_error("argmax of no elements");
    return sw::argmax(a, dim);
  }
  void body(int ops, int depth) {
    for (int k = 0; k < ops; ++k) {
      try {
        const Value v = depth >= 2 || !chance(0.15) ? op()
                        : chance(0.5)               ? loop(depth)
                        : chance(0.4)               ? branches(depth)
                        : chance(0.5)               ? checkpoint(depth)
                                                    : while_loop(depth);
        if (v.valid()) known_.push_back(v);
      } catch (const sw::RuleError&) {
      } catch (const std::logic_error&) {
      }
    }
  }

  /// Every extent is 4.
  static bool square(Value v) {
    for (int d = 0; d < v.type().rank; ++d)
      if (!(v.type().dims[d].extent == sw::extent(std::int64_t(4)))) return false;
    return true;
  }

  Value op() {
    const Value a = chance(0.6) ? recent() : pick(), b = chance(0.5) ? recent() : pick();
    const int rank = a.type().rank;
    switch (below(31)) {
      case 0:
        return sw::apply<sw::ops::tanh>(a);
      case 1:
        return sw::apply<sw::ops::tanh>(a + b);
      case 2:
        return sw::apply<sw::ops::tanh>(a - b);
      case 3:
        return sw::apply<sw::ops::tanh>(a * b);
      case 4:
        return 0.5 * a;
      case 5:
        return 1 - sw::apply<sw::ops::square>(sw::apply<sw::ops::tanh>(a));
      case 6:
        return sw::full_like(a, 0.25 * (1 + below(5)));
      case 7:
        return rank == 2 && b.type().rank == 2 ? a + 0.1 * sw::matmul(a, b) : a + b;
      case 8:
        return rank == 2 && b.type().rank == 2 ? 0.2 * sw::matmul(a, b) : a + b;
      case 9:
        return rank >= 1 ? 0.3 * sw::sum(a, 1u << below(rank), chance(0.3)) : a + b;
      case 10:
        return rank == 2 ? sw::transpose(a, 0x01) : 0.25 * a;
      case 11: {
        if (rank < 1 || rank > 2 || !square(a)) return a + b;
        const char* specs[] = {"P()", "P(X)", "P(){R:X}", "P(none,X)"};
        return sw::reshard(a, sw::parse_spec(specs[below(4)]).spec);
      }
      case 12: {
        if (rank != 2 || !square(a)) return sw::stop_gradient(a);
        const sw::Extent flat[] = {sw::extent(std::int64_t(16))},
                         same[] = {sw::extent(std::int64_t(4)), sw::extent(std::int64_t(4))};
        return sw::reshape(sw::reshape(a, flat, 1), same, 2);
      }
      case 13: {
        if (rank < 1 || !square(a)) return a + b;
        const int d = below(rank);
        const Value part = sw::slice(a, d, 1, 3);
        return sw::pad(part, d, 1, 1, a.type().dims[d].extent);
      }
      case 14:
        return sw::where(sw::elementwise(sw::op<sw::ops::lt>, a, b), a, b);
      case 15:
        return sw::apply<sw::ops::max>(a, b);
      case 16:
        if (rank < 1) return a + b;
        return 0.3 * sw::cumsum(a, below(rank), chance(0.5));
      case 17: {
        if (rank < 1 || b.type().rank < 1) return a - b;
        const Value ids = argmax(b, below(b.type().rank));
        if (a.type().dims[0].axes.empty()) return sw::take(a, ids);
        const sw::SpecDesc out = sw::parse_spec(chance(0.5) ? "P()" : "P(){R:X}").spec;
        return sw::take(a, ids, &out);
      }
      case 18: {  // a gathers what b has at some rows
        if (rank < 1 || b.type().rank < 1) return a * b;
        const Value c = sw::take(b, sw::argsort(a, 0)), where = argmax(c, c.type().rank - 1);
        return sw::scatter_add(a, where, sw::take(a, where));
      }
      case 19:
        return rank < 1 ? a + b : sw::sort(a + b, below(rank));
      case 20: {
        if (rank < 1 || !square(a)) return a + b;
        const int d = below(rank);
        const Value end = sw::slice(a, d, -1, sw::to_end), begin = sw::slice(b, d, 0, 1),
                    middle = sw::slice(a, d, 1, 3);
        return sw::concat({middle, begin, end}, d);
      }
      case 21: {
        if (rank < 1 || !square(a)) return a + b;
        const std::int64_t parts[] = {2};
        const int d = below(rank);
        const std::vector<Value> p = sw::split(a, d, parts, 1);
        const Value first = sw::apply<sw::ops::tanh>(p[0]);
        return sw::concat({p[1], first}, d);
      }
      case 22:
        return rank ? sw::flip(a, 1u << below(rank)) : 0.5 * a;
      case 23:
        return rank < 2 ? a - b : chance(0.5) ? sw::tril(a, below(3) - 1) : sw::triu(a, below(3) - 1);
      case 24: {
        if (rank < 1 || !square(a)) return a + b;
        const int d = below(rank);
        sw::Extent sizes[sw::max_rank];
        for (sw::Extent& e : sizes) e = sw::extent(std::int64_t(2));
        return sw::pad_with(sw::dynamic_slice(a, {place()}, sizes, 1u << d), d, 0, 2, chance(0.5) ? 0.5 : 0);
      }
      case 25:
      case 26: {
        if (rank < 1 || !square(a) || !(a.type() == b.type())) return sw::flip(a, 0) * b;
        const int d = below(rank);
        return sw::dynamic_update_slice(a, sw::slice(b, d, 1, 3), {place()}, 1u << d);
      }
      case 27:
      case 28:
      case 29: {  // numbers of a row, and the row again
        if (rank < 1) return a + b;
        const std::uint32_t last = 1u << (rank - 1);
        const TypeDesc type = a.type();
        const Value number = chance(0.5) ? 0.25 * sw::sum(a, last, true) : sw::reduce_max(a, last, true);
        const Value rows = sw::broadcast(number, type);
        return chance(0.5) ? a - rows : sw::apply<sw::ops::tanh>(a) * rows + b;
      }
      default:
        return chance(0.5) || rank == 3 ? sw::alias(a) + b
                                        : 0.5 * sw::sum(sw::stack({a, b}, below(rank + 1)), 1u << below(rank + 1));
    }
  }
  /// Where a part begins: a number, or the count of a loop around.
  Value place() {
    if (!counts_.empty() && chance(0.7)) return counts_[std::size_t(below(int(counts_.size())))];
    return sw::full(g_, sw::type_of("i32[]"), below(7) - 2);
  }

  Value loop(int depth) {
    const std::size_t outer = known_.size();
    const std::int64_t trip = chance(0.6) ? 3 : below(3);
    std::vector<Value> inits;
    for (int k = below(4); k-- > 0;) inits.push_back(chance(0.3) ? sw::full_like(pick(), below(2)) : pick());
    Value summed{&g_, -1};
    if (const Value like = pick(); chance(0.3) && like.type().rank == 2)
      summed = chance(0.7) ? sw::full_like(like, 0) : like;
    TypeDesc count = sw::type_of("i32[1]");
    count.dims[0].extent = sw::extent(trip);
    const Value numbers = sw::iota(g_, count, 0);
    g_.open(sw::extent(trip), chance(0.4));
    const int region = g_.current;
    counts_.push_back(sw::loop::item(numbers));
    std::vector<Value> carries, stacks;
    for (Value init : inits) carries.push_back(sw::loop::carry(init));
    for (Value c : carries) known_.push_back(c);
    // A sum that nobody reads in the loop, as of gradients.
    const Value sum = summed.valid() ? sw::loop::carry(summed) : summed;
    for (int k = below(3); k-- > 0;) {
      const Value array = pick();
      if (array.type().rank && array.type().dims[0].axes.empty() && array.type().dims[0].extent == sw::extent(trip))
        known_.push_back(sw::loop::item(array));
    }
    if (carries.empty() && known_.size() == outer) known_.push_back(sw::alias(pick()));
    body(1 + below(7), depth + 1);
    for (Value c : carries) {
      // The next value: made here, another carry, one from outside, or itself.
      std::vector<Value> fit;
      for (Value v : known_)
        if (v.type() == c.type()) fit.push_back(v);
      const Value next = chance(0.7) ? fit.back() : fit[std::size_t(below(int(fit.size())))];
      if (chance(0.3) && next.type().rank == 2) {
        try {
          sw::loop::set_next(c, c + 0.2 * sw::matmul(next, next));
          if (g_[g_[c.id].b].type == g_[c.id].type) continue;
        } catch (...) {
        }
      }
      sw::loop::set_next(c, next);
    }
    if (sum.valid()) {
      sw::loop::set_next(sum, sum);
      const Value x = known_.back(), y = recent();
      if (x.type().rank == 2 && y.type().rank == 2) try {
          const Value next = sum + sw::contract(x, y, 0x21, 0x31, 0x32);
          if (next.type() == sum.type()) sw::loop::set_next(sum, next);
        } catch (const sw::RuleError&) {
        }
      carries.push_back(sum);
    }
    for (int k = below(3); k-- > 0;) {
      const Value v =
          known_[outer == known_.size() ? outer - 1 : outer + std::size_t(below(int(known_.size() - outer)))];
      if (v.type().rank < 3) stacks.push_back(sw::loop::stack_in(g_, region, v.id));
    }
    known_.resize(outer);
    counts_.pop_back();
    g_.close();
    Value last{&g_, -1};
    for (Value c : carries)
      if (chance(0.8)) known_.push_back(last = sw::loop::result(c));
    for (Value s : stacks) known_.push_back(last = sw::loop::result(s));
    return Value{&g_, -1};
  }

  /// What follows may be computed again by a gradient.
  Value checkpoint(int depth) {
    bool (*const policies[])(const Builder&, int) = {&sw::policy::Nothing::saves, &sw::policy::Dots::saves};
    g_.begin_checkpoint(policies[below(2)]);
    body(2 + below(6), depth + 1);
    g_.end_checkpoint();
    return Value{&g_, -1};
  }

  /// A predicate that is the same on all devices.
  Value predicate(Value a, double than) {
    const Value total = sw::sum_local(a, (1u << a.type().rank) - 1, false);
    return sw::apply<sw::ops::gt>(sw::reshard(total, sw::parse_spec("P()").spec), than);
  }

  Value branches(int depth) {
    const std::size_t outer = known_.size();
    const Value p = predicate(pick(), 0.5 * below(4) - 0.7);
    const int first = g_.open_branch(p.id, true);
    if (chance(0.9)) body(1 + below(5), depth + 1);
    std::vector<Value> then(known_.begin() + std::ptrdiff_t(outer), known_.end());
    known_.resize(outer);
    g_.close();
    g_.open_branch(p.id, false, first);
    if (chance(0.9)) body(1 + below(5), depth + 1);
    std::vector<Value> otherwise(known_.begin() + std::ptrdiff_t(outer), known_.end());
    known_.resize(outer);
    g_.close();
    // From both branches, or from outside.
    for (int k = 0; k < 3; ++k) {
      const Value a = then.empty() || chance(0.2) ? pick() : then[std::size_t(below(int(then.size())))];
      std::vector<Value> fit;
      for (Value v : otherwise)
        if (v.type() == a.type()) fit.push_back(v);
      for (std::size_t i = 0; i < outer && (fit.empty() || chance(0.05)); ++i)
        if (known_[i].type() == a.type()) fit.push_back(known_[i]);
      const Value b = fit.empty() || chance(0.1) ? Value{&g_, -1} : fit[std::size_t(below(int(fit.size())))];
      known_.push_back(sw::loop::pick(g_, first, a, b));
    }
    return Value{&g_, -1};
  }

  /// Counts to a number; what else it carries is changed on the way.
  Value while_loop(int depth) {
    const std::size_t outer = known_.size();
    std::vector<Value> inits{sw::full(g_, sw::type_of("f64[]"), 0)};
    for (int k = below(3); k-- > 0;) inits.push_back(chance(0.3) ? sw::full_like(pick(), below(2)) : pick());
    g_.open_repeat();
    std::vector<Value> carries;
    for (Value init : inits) carries.push_back(sw::loop::carry(init));
    for (Value c : carries) known_.push_back(c);
    if (chance(0.5)) body(1 + below(3), depth + 1);
    const double end = below(4);
    const Value last = carries.back();
    const Value total =
        sw::reshard(sw::sum_local(last, (1u << last.type().rank) - 1, false), sw::parse_spec("P()").spec);
    const Value more = 0.25 * sw::apply<sw::ops::square>(sw::apply<sw::ops::tanh>(total));
    sw::loop::guard(sw::apply<sw::ops::lt>(chance(0.7) ? carries[0] : carries[0] - more, end));
    body(1 + below(5), depth + 1);
    for (std::size_t k = 0; k < carries.size(); ++k) {
      std::vector<Value> fit;
      for (Value v : known_)
        if (v.type() == carries[k].type()) fit.push_back(v);
      sw::loop::set_next(carries[k], k == 0        ? carries[0] + 1.0
                                     : chance(0.7) ? fit.back()
                                                   : fit[std::size_t(below(int(fit.size())))]);
    }
    known_.resize(outer);
    g_.close();
    for (Value c : carries) known_.push_back(sw::loop::result(c));
    return Value{&g_, -1};
  }

  void differentiate(const std::vector<Value>& arguments, int start) {
    try {
      const Value y = recent();
      Value loss = y.type().rank ? sw::sum(y, (1u << y.type().rank) - 1) : y;
      std::vector<Value> wrt;
      for (Value a : arguments)
        if (chance(0.7)) wrt.push_back(a);
      for (Value v : sw::backward::gradient(g_, loss, wrt, start)) known_.push_back(v);
    } catch (const sw::RuleError&) {
    } catch (const std::logic_error&) {
    }
  }

  std::mt19937 random_;
  Builder g_;
  std::vector<Value> known_, counts_;
};

}  // namespace
