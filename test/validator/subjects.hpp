// What is checked: every op of the registry on every combination of layouts, and small programs of several ops.
#pragma once

#include <validator/layouts.hpp>

#include <rulebook/answer.hpp>

namespace validator {

using rulebook::Call;
using rulebook::Draw;
using rulebook::Op;
using rulebook::Sample;

/// Equal values at mirrored places along the reduced dimensions: two winners, which share.
inline void mirror(HostArray& a, unsigned dims) {
  const auto& shape = a.shape();
  std::size_t block = a.size(), outer = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    block /= shape[d];
    if ((dims >> d & 1) && dims != (1u << shape.size()) - 1)
      for (std::size_t o = 0; o < outer; ++o)
        for (std::size_t i = 0; i < shape[d] / 2; ++i)
          std::copy_n(a.data() + (o * shape[d] + i) * block, block,
                      a.data() + (o * shape[d] + shape[d] - 1 - i) * block);
    outer *= shape[d];
  }
  if (dims == (1u << shape.size()) - 1)
    for (std::size_t i = 0; i < a.size() / 2; ++i) a.data()[a.size() - 1 - i] = a.data()[i];
}

inline Subject subject_of(const Op& op, const Sample& sample, const Call& call) {
  Subject s{rulebook::describe(op, call), call.operands, {}};
  s.name = op.name();
  s.build = [&op, call](Builder& g, auto& in, bool is_plain) {
    Call c = call;
    c.plain = is_plain;
    return rulebook::build(op, c, g, in);
  };
  s.draw = sample.draw.empty() ? op.draw : sample.draw;
  s.adjust = [draw = s.draw, call](std::vector<HostArray>& v) {
    for (std::size_t k = 0; k < draw.size() && k < call.operands.size(); ++k) {
      if (draw[k] == Draw::mirrored) mirror(v[k], call.mask("dims", call.operands[k].rank));
      if (draw[k] == Draw::like_first) std::copy_n(v[0].data(), v[0].size() / 2, v[k].data());
    }
  };
  s.differences = sample.differences;
  s.promised = [&op, call](const TypeDesc& result) { return rulebook::promised(op, call, result); };
  for (int k : sample.linear_in ? *sample.linear_in : op.linear_in)
    if (k < int(call.operands.size())) s.linear_in.push_back(k);
  s.with_out = call.out.has_value();
  s.detached = op.detached;
  return s;
}

inline bool any_sample(const Op&, const Sample&) { return true; }
/// Each sample that is for so many axes, in all layouts, or those of one family, or those that are wanted.
template <class F, class Wanted = decltype(&any_sample)>
void op_subjects(int axes, F f, std::string_view family = {}, Wanted wanted = any_sample) {
  for (auto& room : rulebook::families()) {
    if (!family.empty() && family != room.name) continue;
    for (auto& op : room.ops)
      for (auto& sample : op.samples)
        if (sample.axes == axes && !op.manual && wanted(op, sample))
          rulebook::for_each_call(op, sample, axes, [&](const Call& call) { f(subject_of(op, sample, call)); });
  }
}

/// Layouts on three axes, drawn: the first operand at random, the others in all layouts that the op takes beside it.
template <class F> void drawn_subjects(int draws, Random& random, F f, std::string_view family = {}) {
  for (auto& room : rulebook::families()) {
    if (!family.empty() && family != room.name) continue;
    for (auto& op : room.ops)
      for (auto& sample : op.samples) {
        if (sample.axes < 2 || op.manual) continue;
        const Call base = rulebook::call_of(op, sample);
        std::vector<std::vector<TypeDesc>> choices;
        for (auto& t : base.operands) choices.push_back(layouts(t, 3, sample.ones));
        for (int draw = 0; draw < draws; ++draw) {
          Call call = base;
          for (std::size_t k = 0; k < choices.size(); ++k)
            call.operands[k] = choices[k][std::size_t(random.below(int(choices[k].size())))];
          std::vector<Call> taken;
          const auto look = [&] {
            if (op.takes_out && random.chance(0.7)) {
              TypeDesc result = call.operands[0];
              try {
                Builder g;
                Call one = call;
                one.plain = true;
                rulebook::Operands in;
                for (auto& t : call.operands) in.push_back({&g, g.input(plain(t))});
                result = rulebook::build(op, one, g, in).type();
              } catch (const RuleError&) {
                return;
              }
              const auto specs = layouts(plain(result), 3);
              call.out = spec_of(specs[std::size_t(random.below(int(specs.size())))]);
            }
            if ((call.out || !op.needs_out) && rulebook::accepts(op, call)) taken.push_back(call);
            call.out.reset();
          };
          if (choices.size() < 2) look();
          if (choices.size() >= 2)
            for (auto& t : choices[1]) {
              call.operands[1] = t;
              if (choices.size() > 2) call.operands[2] = t;
              look();
            }
          for (int k = 0; k < 2 && !taken.empty(); ++k)
            f(subject_of(op, sample, taken[std::size_t(random.below(int(taken.size())))]));
        }
      }
  }
}

inline TypeDesc varying_type(TypeDesc t) {
  t.varying.insert(X);
  return t;
}
/// Every op on operands that all vary.
template <class F> void varying_subjects(F f) {
  for (auto& room : rulebook::families())
    for (auto& op : room.ops) {
      if (op.needs_out || op.manual || op.detached) continue;
      Call call = rulebook::call_of(op, op.samples[0]);
      if (call.has("type")) continue;  // it says itself how the result lies
      for (auto& t : call.operands) t = varying_type(t);
      f(subject_of(op, op.samples[0], call));
    }
}

/// Small programs: a value used twice, what is no function of the language.
template <class F> void program_subjects(int axes, F f) {
  const std::string n = axes == 1 ? "12" : "4";
  const auto one = [&](const char* name, const std::string& type, auto make, bool linear = true,
                       bool differences = true) {
    for (auto& t : layouts(type_of(type), axes)) {
      Subject s{name, {t}, [make](Builder& g, auto& in, bool is_plain) { return make(g, in[0], is_plain); }};
      if (linear) s.linear_in = {0};
      s.differences = differences;
      f(s);
    }
  };
  const std::string square = "f32[" + n + "," + n + "]";
  one("alias", square, [](Builder&, Value a, bool) { return alias(a); });
  one("a used twice", square, [](Builder&, Value a, bool) { return a + a; });
  one(
      "a times itself", square, [](Builder&, Value a, bool) { return a * a; }, false);
  one(
      "a with stop_gradient", square, [](Builder&, Value a, bool) { return stop_gradient(a) + a; }, false, false);
  const std::int64_t extent_of = axes == 1 ? 12 : 4;
  // The parts are joined again in another order, so that each has another gradient.
  one("split, joined again", square, [](Builder&, Value a, bool) {
    const std::int64_t two[] = {2};
    const auto p = split(a, 0, two, 1);
    return p.size() == 2 && p[0].valid() ? concat({2.0 * p[1], p[0]}, 0) : p[0];
  });
  one("pad", square, [=](Builder&, Value a, bool) { return pad(a, 0, 2, 1, extent(extent_of + 3)); });
  one("pad with stride", square, [=](Builder&, Value a, bool) { return pad(a, 1, 1, 2, extent(2 * extent_of + 1)); });
  for (auto& t : layouts(type_of(square), axes))
    if (t.unreduced.empty())
      f(Subject{"iota", {t}, [t](Builder& g, auto& in, bool is_plain) {
                  return in[0] * iota(g, is_plain ? plain(t) : t, 1);
                }});
  // broadcast: the result's splits are free to choose.
  const std::pair<std::string, std::string> shapes[] = {
      {"f32[n]", "f32[n,n]"}, {"f32[]", "f32[n]"}, {"f32[n,1]", "f32[n,n]"}, {"f32[1,n]", "f32[n,n,n]"}};
  const auto sized = [&](std::string s) {
    for (auto& c : s)
      if (c == 'n') c = '%';
    for (std::size_t at; (at = s.find('%')) != std::string::npos;) s.replace(at, 1, n);
    return type_of(s);
  };
  for (auto& [from, into] : shapes)
    for (auto& t : layouts(sized(from), axes))
      for (auto& target : layouts(sized(into), axes)) {
        if (target.unreduced.size || target.reduced.size) continue;
        bool fits = true;  // what the operand has keeps its split; new splits where it is replicated or R
        const int offset = target.rank - t.rank;
        for (Name x : {X, Y}) {
          const int d = target.dim_of(x), own = t.dim_of(x);
          if (own >= 0) fits &= d == own + offset;
          if (d >= 0 && own < 0)
            fits &= !t.unreduced.has(x) &&
                    (d < offset || (t.dims[d - offset].extent.is_one() && !target.dims[d].extent.is_one()));
        }
        for (int d = 0; d < t.rank; ++d)
          if (!t.dims[d].extent.is_one()) fits &= t.dims[d].axes == target.dims[d + offset].axes;
        if (!fits) continue;
        Subject s{"broadcast", {t}, [target](Builder&, auto& in, bool is_plain) {
                    return broadcast(in[0], is_plain ? plain(target) : target);
                  }};
        s.linear_in = {0};
        f(s);
      }
}

}  // namespace validator
