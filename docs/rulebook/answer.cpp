#include <rulebook/answer.hpp>

#include <rulebook/layouts.hpp>

#include <nlohmann/json.hpp>

namespace shardwise::rulebook {

namespace {
struct Traced {
  Builder g;
  Operands in;
  Value result;
  int from = 0;

  Traced(const Op& op, const Call& call) {
    for (auto& t : call.operands) in.push_back({&g, g.input(t)});
    from = g.size();
    result = build(op, call, g, in);
    if (!result.valid()) throw std::logic_error("the op gives no value");
  }
  Traced(const Traced&) = delete;
};

Collectives operator-(Collectives a, const Collectives& b) {
  a.all_reduce -= b.all_reduce;
  a.all_gather -= b.all_gather;
  a.reduce_scatter -= b.reduce_scatter;
  a.all_to_all -= b.all_to_all;
  a.permute -= b.permute;
  return a;
}
std::string refusal(const Op& op, const Call& call, const char* why) {
  std::string s = op.name();
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    s += (i == 0 ? ": " : i + 1 == call.operands.size() ? " and " : ", ") + to_string(call.operands[i]);
  return s + ": " + why;
}
}  // namespace

Answer answer(const Op& op, const Call& call) {
  Answer a;
  std::optional<Traced> traced;
  const auto rejected = [&](std::string sentence) {
    a.verdict = Verdict::rejected;
    a.sentence = std::move(sentence);
    return a;
  };
  try {
    traced.emplace(op, call);
  } catch (const RuleError& e) {
    return rejected(e.what());
  } catch (const std::logic_error& e) {  // what tracing throws, a compiler prints
    return rejected(refusal(op, call, e.what()));
  } catch (const char* what) {
    return rejected(refusal(op, call, what));
  }
  Builder& g = traced->g;
  a.result = traced->result.type();
  for (int i = 0; i < a.result.rank; ++i)
    if (a.result.dims[i].extent.is_unknown()) a.result.dims[i].extent = unknown_extent(-1);
  a.forward = count_collectives(freeze(g, {traced->result}, false).view());
  const bool back = has_cotangent(a.result);
  const Value ct = back ? Value{&g, g.input(cotangent(TypeDesc(traced->result.type())))} : Value{};
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    a.transpose.emplace_back();
    if (!back || !has_cotangent(call.operands[i])) continue;
    try {
      const Value grad = pull_back(g, {traced->result}, {ct}, {traced->in[i]}, traced->from)[0];
      a.transpose.back() = count_collectives(freeze(g, {traced->result, grad}, false).view()) - a.forward;
    } catch (const std::logic_error&) {
      // It has no gradient: pmax and its like. That of others exists, as the validator proves.
    }
  }
  return a;
}

bool accepts(const Op& op, const Call& call) {
  try {
    Traced traced(op, call);
    return true;
  } catch (const RuleError&) {
    return false;
  }
}

void for_each_call(const Op& op, const Sample& sample, int axes, const std::function<void(const Call&)>& f) {
  const Call plain = call_of(op, sample);
  std::vector<TypeDesc> results;
  if (sample.specs || op.needs_out) {
    Call one = plain;
    one.plain = true;
    const Traced traced(op, one);
    results = layouts(traced.result.type(), axes);
  }
  std::vector<std::vector<TypeDesc>> choices;
  for (auto& t : plain.operands) choices.push_back(layouts(t, axes, sample.ones, op.manual));
  std::vector<std::size_t> at(choices.size(), 0);
  while (true) {
    Call call = plain;
    for (std::size_t i = 0; i < at.size(); ++i) call.operands[i] = choices[i][at[i]];
    if (!op.needs_out) f(call);
    if (!results.empty()) {
      // What cannot be made replicated can be made nothing else: it was refused before.
      Call gathered = call;
      gathered.out = SpecDesc{};
      if (op.needs_out || accepts(op, gathered) || accepts(op, call))
        for (auto& r : results) {
          call.out = spec_of(r);
          f(call);
        }
    }
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == choices[k].size()) at[k++] = 0;
    if (k == at.size()) return;
  }
}

}  // namespace shardwise::rulebook
