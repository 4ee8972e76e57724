// Questions and answers as JSON.
#include <rulebook/answer.hpp>

#include <nlohmann/json.hpp>

namespace shardwise::rulebook {

using Json = nlohmann::ordered_json;

namespace {
Json counts(const Collectives& c) {
  Json j = Json::object();
  const auto one = [&](const char* name, std::int64_t n) {
    if (n) j[name] = n;
  };
  one("all_reduce", c.all_reduce);
  one("all_gather", c.all_gather);
  one("reduce_scatter", c.reduce_scatter);
  one("all_to_all", c.all_to_all);
  one("permute", c.permute);
  return j;
}
std::string text_of(const SpecDesc& s) {
  Text t;
  t << s;
  return std::string(t.view());
}
Json literal_of(const LiteralOperand& l) { return l.fractional ? Json(l.value) : Json(std::int64_t(l.value)); }
LiteralOperand literal_from(const Json& value, int place, bool in_list, const std::string& where) {
  LiteralOperand l{value.get<double>(), value.is_number_float(), place, in_list};
  const double end = 9007199254740992.0;
  if (!l.fractional && (l.value > end || l.value < -end))
    throw BadQuestion{where, "a literal beyond 2^53 cannot be held exactly"};
  return l;
}

/// A question, read: each mistake says where.
struct Question {
  const Op* op = nullptr;
  Call call;
};
Question read_question(const Json& q) {
  if (!q.is_object()) throw BadQuestion{"line", "expected a JSON object"};
  static const char* const known[] = {"op", "attrs", "in", "out", "id"};
  static const char* const answers[] = {"verdict", "result", "collectives", "transpose", "sentence"};
  for (auto& [key, value] : q.items()) {
    const auto is = [&, k = key](const char* name) { return k == name; };
    if (std::none_of(std::begin(known), std::end(known), is) &&
        std::none_of(std::begin(answers), std::end(answers), is))
      throw BadQuestion{key, "unknown key: a question has op, attrs, in and out"};
  }
  if (!q.contains("op") || !q["op"].is_string()) throw BadQuestion{"op", "expected the name of an op"};
  Json attrs = q.contains("attrs") && !q["attrs"].is_null() ? q["attrs"] : Json::object();
  if (!attrs.is_object()) throw BadQuestion{"attrs", "expected an object of options"};
  const Json in = q.contains("in") && !q["in"].is_null() ? q["in"] : Json::array();
  if (!in.is_array()) throw BadQuestion{"in", "expected a list of types"};

  Question out;
  Call& call = out.call;
  int place = 0;
  for (auto& operand : in) {
    const std::string where = "in[" + std::to_string(place) + "]";
    if (operand.is_string()) {
      call.operands.push_back(read_type(operand.get_ref<const std::string&>(), where));
    } else if (operand.is_number()) {
      if (call.literal) throw BadQuestion{where, "one literal only"};
      call.literal = literal_from(operand, place, true, where);
    } else {
      throw BadQuestion{where, "expected a type in notation, such as \"f32[8@X,4]{U:Y}\", or a number"};
    }
    if (++place > 64) throw BadQuestion{"in", "more than 64 operands"};
  }
  const bool as_attr = attrs.contains("literal");
  if (as_attr && call.literal) throw BadQuestion{"attrs.literal", "one literal only"};
  out.op = &find_op(q["op"].get_ref<const std::string&>(), place + as_attr, attrs);
  if (as_attr && out.op->literal) {
    if (!attrs["literal"].is_number()) throw BadQuestion{"attrs.literal", "expected a number"};
    const Json side = attrs.contains("literal_side") ? attrs["literal_side"] : Json("right");
    if (side != "left" && side != "right") throw BadQuestion{"attrs.literal_side", "expected \"left\" or \"right\""};
    call.literal = literal_from(attrs["literal"], out.op->arity - 1 - (side == "left"), false, "attrs.literal");
  }
  if (call.literal && (!out.op->literal || call.operands.empty()))
    throw BadQuestion{"in[" + std::to_string(call.literal->place) + "]",
                      "the operand of " + std::string(out.op->name()) + " is an array, not a number"};
  if (call.literal && out.op->arity == 3 && call.literal->place == 0)
    throw BadQuestion{"in[0]", "the mask is an array, not a number"};
  call.attrs = std::make_shared<Json>(checked_attrs(*out.op, attrs));
  if (q.contains("out") && !q["out"].is_null()) {
    if (!q["out"].is_string()) throw BadQuestion{"out", "expected a spec, such as \"P(X,none){U:Y}\""};
    if (!out.op->takes_out) throw BadQuestion{"out", std::string(out.op->name()) + " takes no spec of its result"};
    call.out = read_spec(q["out"].get_ref<const std::string&>(), "out");
  } else if (out.op->needs_out) {
    throw BadQuestion{"out", std::string(out.op->name()) + " wants the spec of its result"};
  }
  return out;
}
std::string dumped(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }
}  // namespace

Json to_json(const Op& op, const Call& call, const Answer& answer) {
  Json attrs = *call.attrs, in = Json::array(), transpose = Json::array();
  for (auto& t : call.operands) in.push_back(to_string(t));
  const bool ok = answer.verdict == Verdict::ok;
  for (auto& t : answer.transpose) transpose.push_back(t ? counts(*t) : Json());
  if (const auto& l = call.literal; l && l->in_list) {
    in.insert(in.begin() + l->place, literal_of(*l));
    if (ok) transpose.insert(transpose.begin() + l->place, Json());
  } else if (l) {
    attrs["literal"] = literal_of(*l);
    if (l->place != op.arity - 1) attrs["literal_side"] = "left";
  }
  return {{"op", op.name()},
          {"attrs", attrs},
          {"in", in},
          {"out", call.out ? Json(text_of(*call.out)) : Json()},
          {"verdict", ok ? "ok" : "rejected"},
          {"result", ok ? Json(to_string(answer.result)) : Json()},
          {"collectives", ok ? counts(answer.forward) : Json()},
          {"transpose", ok ? transpose : Json()},
          {"sentence", ok ? Json() : Json(answer.sentence)}};
}

std::string answer_line(const std::string& line) {
  Json q;
  const auto error = [&](const std::string& where, const std::string& what) {
    Json a = Json::object();
    if (q.is_object())
      for (const char* key : {"id", "op", "attrs", "in", "out"})
        if (q.contains(key)) a[key] = q[key];
    a["verdict"] = "error";
    for (const char* key : {"result", "collectives", "transpose"}) a[key] = nullptr;
    a["sentence"] = where + ": " + what;
    return dumped(a);
  };
  try {
    try {
      q = Json::parse(line, [](int depth, Json::parse_event_t, Json&) {
        if (depth > 64) throw BadQuestion{"line", "nested more than 64 levels deep"};  // what prints JSON recurses
        return true;
      });
    } catch (const Json::exception& e) {
      return error("line", std::string("no JSON: ") + e.what());
    }
    const Question question = read_question(q);
    Json a = to_json(*question.op, question.call, answer(*question.op, question.call));
    if (q.contains("id")) a["id"] = q["id"];
    return dumped(a);
  } catch (const BadQuestion& b) {
    return error(b.where, b.what);
  } catch (const std::exception& e) {
    return error("op", e.what());
  } catch (const char* what) {
    return error("op", what);
  } catch (...) {
    return error("op", "an exception of an unknown kind");
  }
}

}  // namespace shardwise::rulebook
