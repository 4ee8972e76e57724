#include <rulebook/call.hpp>

#include <nlohmann/json.hpp>

namespace shardwise::rulebook {

using Json = nlohmann::ordered_json;

namespace {
/// The text with a mark where a parser stopped.
std::string shown(std::string_view text, int position) {
  const auto at = std::min(std::size_t(std::max(position, 0)), text.size());
  return "\"" + std::string(text.substr(0, at)) + "\xe2\x96\xb6" + std::string(text.substr(at)) + "\"";
}
Extent read_extent(NotationParser& p) {
  Dim d;
  p.dim(d);
  if (!p.result.error && (d.axes.size || p.peek())) p.fail("expected an extent, such as 8, batch or 28*28");
  return d.extent;
}
Extent read_extent(const std::string& text, const std::string& where) {
  NotationParser p{text};
  const Extent e = read_extent(p);
  if (p.result.error) throw BadQuestion{where, std::string(p.result.error) + ": " + shown(text, p.result.position)};
  return e;
}
/// `unreduced(X, Y)` and its like, and `axes(X, Y)`, as they stand in a call of P.
std::string as_notation(std::string_view call, const std::string& where) {
  std::string dims, states;
  std::size_t at = call.find('(');
  if (at == std::string_view::npos) return std::string(call);
  int depth = 0;
  std::string part;
  const auto finish = [&] {
    const auto begin = part.find_first_not_of(' ');
    part = begin == std::string::npos ? "" : part.substr(begin, part.find_last_not_of(' ') - begin + 1);
    if (part.empty()) return;
    const std::pair<std::string_view, std::string_view> names[] = {{"unreduced_max(", "Umax:"},
                                                                   {"unreduced_min(", "Umin:"},
                                                                   {"unreduced(", "U:"},
                                                                   {"reduced(", "R:"},
                                                                   {"varying(", "V:"}};
    for (auto& [function, state] : names)
      if (part.starts_with(function)) {
        states += (states.empty() ? "" : ", ") + std::string(state) + part.substr(function.size() - 1);
        return part.clear();
      }
    if (part.starts_with("axes(")) part = part.substr(4);
    dims += (dims.empty() ? "" : ",") + part;
    part.clear();
  };
  for (++at; at < call.size(); ++at) {
    const char c = call[at];
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) break;
    if (c == ',' && depth == 0)
      finish();
    else
      part += c;
  }
  if (at == call.size()) throw BadQuestion{where, "expected ')': " + shown(call, int(at))};
  finish();
  return "P(" + dims + ")" + (states.empty() ? "" : "{" + states + "}") + std::string(call.substr(at + 1));
}
}  // namespace

TypeDesc read_type(std::string_view text, const std::string& where) {
  ParsedType p;
  try {
    p = parse_type(text);
  } catch (const char* what) {
    throw BadQuestion{where, what};
  }
  if (p.error) throw BadQuestion{where, std::string(p.error) + ": " + shown(text, p.position)};
  return p.type;
}

SpecDesc read_spec(std::string_view text, const std::string& where) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (!text.starts_with("P") || text.starts_with("P[")) return spec_of(read_type(text, where));
  ParsedSpec p;
  try {
    const bool call = text.find("reduced") != std::string_view::npos ||
                      text.find("varying(") != std::string_view::npos || text.find("axes(") != std::string_view::npos;
    p = parse_spec(call ? std::string_view(as_notation(text, where)) : text);
  } catch (const char* what) {
    throw BadQuestion{where, what};
  }
  if (p.error) throw BadQuestion{where, std::string(p.error) + ": " + shown(text, p.position)};
  return p.spec;
}

bool Call::has(const char* name) const { return attrs && attrs->contains(name); }
std::int64_t Call::integer(const char* name, std::int64_t otherwise) const {
  return has(name) ? (*attrs)[name].get<std::int64_t>() : otherwise;
}
double Call::number(const char* name, double otherwise) const {
  return has(name) ? (*attrs)[name].get<double>() : otherwise;
}
bool Call::flag(const char* name) const { return has(name) && (*attrs)[name].get<bool>(); }
std::string Call::text(const char* name) const { return has(name) ? (*attrs)[name].get<std::string>() : ""; }
std::vector<std::int64_t> Call::integers(const char* name) const {
  return has(name) ? (*attrs)[name].get<std::vector<std::int64_t>>() : std::vector<std::int64_t>{};
}
Dtype Call::dtype(const char* name, Dtype otherwise) const {
  if (!has(name)) return otherwise;
  const std::string text = (*attrs)[name];
  for (int k = 0; k < dtype_count; ++k)
    if (text == dtype_names[k]) return Dtype(k);
  throw BadQuestion{"attrs." + std::string(name), "expected a dtype: f32 f64 bf16 f16 i32 i64 u32 bool key"};
}
TypeDesc Call::type(const char* name) const {
  TypeDesc t = read_type(text(name), "attrs." + std::string(name));
  if (!plain) return t;
  for (Dim& d : t.dims) d.axes = {};
  t.varying = t.unreduced = t.reduced = {};
  t.pending = PendingKind::sum;
  return t;
}
fn::ShapeDesc Call::extents(const char* name) const {
  const std::string where = "attrs." + std::string(name);
  fn::ShapeDesc s;
  const auto put = [&](const std::string& text) {
    if (s.rank == max_rank) throw BadQuestion{where, "the rank is above 8"};
    if (text == "-1") {
      if (s.inferred >= 0) throw BadQuestion{where, "-1 stands once"};
      s.inferred = s.rank;
    }
    s.extents[s.rank++] = text == "-1" ? extent(1) : read_extent(text, where);
  };
  const Json& given = (*attrs)[name];
  if (given.is_string()) {
    std::string part;
    for (char c : given.get<std::string>() + ",") {
      if (c == ',')
        put(part), part.clear();
      else if (c != ' ')
        part += c;
    }
  } else {
    for (auto& e : given) put(e.is_string() ? e.get<std::string>() : e.dump());
  }
  return s;
}
AxisList Call::axes(const char* name) const {
  AxisList list;
  if (!has(name)) return list;
  const Json& given = (*attrs)[name];
  for (auto& axis : given.is_string() ? Json::array({given}) : given) {
    const std::string text = axis;
    NotationParser p{text};
    Name n;
    if (!p.name(n) || p.peek())
      throw BadQuestion{"attrs." + std::string(name), "expected the name of a mesh axis: \"" + text + "\""};
    if (list.has(n)) throw BadQuestion{"attrs." + std::string(name), "an axis is named twice"};
    if (list.size == AxisList::capacity) throw BadQuestion{"attrs." + std::string(name), "more than 4 axes"};
    list.insert(n);
  }
  return list;
}
std::vector<std::uint32_t> Call::pairs(const char* name) const {
  std::vector<std::uint32_t> list;
  if (has(name))
    for (auto& pair : (*attrs)[name])
      for (auto& device : pair) list.push_back(device.get<std::uint32_t>());
  return list;
}
unsigned Call::mask(const char* name, int rank) const {
  const auto list = integers(name);
  if (list.empty()) return (1u << rank) - 1;
  unsigned m = 0;
  for (auto d : list) {
    const unsigned bit = 1u << (d < -rank || d >= rank ? max_rank + 1 : d < 0 ? d + rank : d);
    m |= m & bit && d < rank && d >= -rank ? bit << rules::named_twice : bit;
  }
  return m;
}

}  // namespace shardwise::rulebook
