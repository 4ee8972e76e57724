#include <rulebook/registry.hpp>

#include <rulebook/families.hpp>

#include <nlohmann/json.hpp>

namespace shardwise::rulebook {

using Json = nlohmann::ordered_json;

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"reshard", "reshard", layout_ops()},
      {"elementwise", "Elementwise ops", elementwise_ops()},
      {"contraction", "Contractions", contraction_ops()},
      {"reduction", "Reductions", reduction_ops()},
      {"composite", "Functions composed of ops", composite_ops()},
      {"shape", "Shape", shape_ops()},
      {"indexing", "Indexing and order", indexing_ops()},
      {"joining", "Joining, cutting and making arrays", joining_ops()},
      {"random", "Random numbers", random_ops()},
      {"manual", "Manual mode: inside of shard_map", manual_ops()},
  };
  return all;
}

namespace {
bool is_named(const Attr& attr, const std::string& name) {
  if (name == attr.name) return true;
  for (const char* other : attr.also)
    if (name == other) return true;
  return false;
}
const Attr* attr_of(const Op& op, const std::string& name) {
  for (auto& attr : op.attrs)
    if (is_named(attr, name)) return &attr;
  return nullptr;
}
std::string list_of_attrs(const Op& op) {
  std::string s;
  for (auto& attr : op.attrs) s += (s.empty() ? "" : ", ") + std::string(attr.name);
  if (op.literal) s += std::string(s.empty() ? "" : ", ") + "literal";
  return s.empty() ? "it has none" : "it has " + s;
}
bool is_literal_attr(const std::string& name) { return name == "literal" || name == "literal_side"; }

/// The option as its kind wants it; a list may be given as its only element.
Json converted(const Attr& attr, const Json& value) {
  const auto fail = [&](const char* what) -> Json {
    throw BadQuestion{"attrs." + std::string(attr.name), std::string("expected ") + what + ", got " + value.dump()};
  };
  const auto whole = [](const Json& v) {
    if (!v.is_number_integer()) return false;
    if (v.is_number_unsigned()) return v.get<std::uint64_t>() <= 9007199254740992u;
    const auto n = v.get<std::int64_t>();
    return n >= -9007199254740992 && n <= 9007199254740992;
  };
  const auto small = [&](const Json& v) { return whole(v) && v.get<std::int64_t>() == int(v.get<std::int64_t>()); };
  switch (attr.kind) {
    case Kind::integer:
      return whole(value) ? value : fail("a whole number");
    case Kind::integers: {
      const Json list = value.is_array() ? value : Json::array({value});
      for (auto& v : list)
        if (!small(v)) return fail("a list of whole numbers");
      return list;
    }
    case Kind::flag:
      return value.is_boolean() ? value : fail("true or false");
    case Kind::number:
      return value.is_number() ? value : fail("a number");
    case Kind::extents: {
      if (value.is_string()) return value;
      const Json list = value.is_array() ? value : Json::array({value});
      for (auto& v : list)
        if (!(v.is_string() || (whole(v) && v.get<std::int64_t>() >= -1)))
          return fail("extents: numbers, names, and -1 once");
      return list;
    }
    case Kind::pairs: {
      if (!value.is_array()) return fail("a list of pairs");
      for (auto& pair : value)
        if (!pair.is_array() || pair.size() != 2 || !small(pair[0]) || !small(pair[1]) || pair[0] < 0 || pair[1] < 0)
          return fail("pairs of a source and a target, such as [[0, 1], [1, 0]]");
      return value;
    }
    case Kind::axes: {
      const Json list = value.is_array() ? value : Json::array({value});
      for (auto& v : list)
        if (!v.is_string()) return fail("mesh axes, such as \"X\" or [\"X\", \"Y\"]");
      return list;
    }
    default:
      return value.is_string() ? value : fail("a text");
  }
}
}  // namespace

const Op& find_op(const std::string& name, int operands, const Json& attrs) {
  const Op* same_name = nullptr;
  const Op* same_arity = nullptr;
  std::string arities;
  for (auto& family : families())
    for (auto& op : family.ops) {
      bool named = false;
      for (const char* n : op.names) named = named || name == n;
      if (!named) continue;
      same_name = &op;
      if (!(op.arity < 0 && operands > 0) && op.arity != operands) {
        arities += (arities.empty() ? "" : " or ") + std::to_string(op.arity);
        continue;
      }
      same_arity = &op;
      bool known = true;
      for (auto& [key, value] : attrs.items()) known = known && (attr_of(op, key) || is_literal_attr(key));
      if (known) return op;
    }
  if (same_arity) return *same_arity;
  if (same_name)
    throw BadQuestion{"in", name + " takes " + arities + " operand" + (arities == "1" ? "" : "s") + ", got " +
                                std::to_string(operands)};
  throw BadQuestion{"op", "there is no op " + Json(name).dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Json checked_attrs(const Op& op, const Json& attrs) {
  Json out = Json::object();
  for (auto& [key, value] : attrs.items()) {
    if (is_literal_attr(key) && op.literal) continue;
    const Attr* attr = attr_of(op, key);
    if (!attr) throw BadQuestion{"attrs." + key, std::string(op.name()) + " has no such option; " + list_of_attrs(op)};
    if (out.contains(attr->name)) throw BadQuestion{"attrs." + key, "the option is given twice"};
    out[attr->name] = converted(*attr, value);
  }
  for (auto& attr : op.attrs)
    if (attr.required && !out.contains(attr.name))
      throw BadQuestion{"attrs", std::string(op.name()) + " wants the option " + attr.name + ": " + attr.meaning};
  return out;
}

Call call_of(const Op& op, const Sample& sample) {
  Call call;
  int place = 0;
  for (const char* text : sample.operands) {
    if (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'))
      call.literal = {std::stod(text), std::string(text).find('.') != std::string::npos, place};
    else
      call.operands.push_back(read_type(text, op.name()));
    ++place;
  }
  call.attrs = std::make_shared<Json>(checked_attrs(op, Json::parse(sample.attrs)));
  return call;
}

std::string describe(const Op& op, const Call& call) {
  std::string s = op.name();
  if (call.attrs && !call.attrs->empty()) s.append(" ").append(call.attrs->dump());
  if (call.literal)
    s.append(" with ")
        .append(Json(call.literal->value).dump())
        .append(call.literal->place + 1 < op.arity ? " left" : "");
  if (call.out) {
    Text t;
    t << " to " << *call.out;
    s += t.view();
  }
  return s;
}

Value build(const Op& op, const Call& call, Builder& g, const Operands& in) {
  std::vector<TypeDesc> types;
  for (Value v : in) types.push_back(v.type());
  g.caller = {op.name(), types.data(), int(types.size())};
  const Value v = op.build(call, g, in);
  g.caller = {};
  return v;
}

}  // namespace shardwise::rulebook
