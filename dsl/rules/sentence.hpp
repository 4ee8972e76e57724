// The sentence of a rejected op: what was got, why, and the call that repairs it.
#pragma once

#include <shardwise/dsl/program/equation.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

#include <limits>

namespace shardwise::rules {

/// A spec as the C++ call that makes it: `P(X, none, unreduced(Y))`.
constexpr void print_spec_call(Text& text, const SpecDesc& s) {
  int rank = s.rank;
  while (rank && s.dims[rank - 1].empty()) --rank;
  bool any = false;
  auto comma = [&] {
    if (any) text << ", ";
    any = true;
  };
  text << "P(";
  for (int i = 0; i < rank; ++i) {
    comma();
    if (s.dims[i].empty())
      text << "none";
    else if (s.dims[i].size == 1)
      text << s.dims[i].axes[0];
    else
      text << "axes" << s.dims[i];
  }
  auto state = [&](std::string_view name, const AxisList& list) {
    if (list.empty()) return;
    comma();
    text << name << '(';
    for (int i = 0; i < list.size; ++i) {
      if (i) text << ", ";
      text << list.axes[i];
    }
    text << ')';
  };
  state("varying", s.varying);
  state(s.pending == PendingKind::sum   ? "unreduced"
        : s.pending == PendingKind::max ? "unreduced_max"
                                        : "unreduced_min",
        s.unreduced);
  state("reduced", s.reduced);
  text << ')';
}

namespace detail {
/// `a`, `b`, ..., and what comes after `z` by its number.
constexpr void print_operand(Text& text, int operand) {
  if (operand < 26)
    text << char('a' + operand);
  else
    text << '#' << operand + 1;
}
/// `reshard(a, P(...))`; where that is refused, since axes would pass under others, in two steps that are not:
/// `reshard(reshard(a, P()), P(...))`.
constexpr void print_reshard(Text& text, int operand, const TypeDesc& t, const SpecDesc& to) {
  const auto call = [&](const SpecDesc* between) {
    text << (between ? "reshard(reshard(" : "reshard(");
    print_operand(text, operand);
    text << ", ";
    if (between) {
      print_spec_call(text, *between);
      text << "), ";
    }
    print_spec_call(text, to);
    text << ')';
  };
  if (judge_reshard(t, to).ok) return call(nullptr);
  SpecDesc gathered = spec_of(t), plain;
  for (AxisList& dim : gathered.dims) dim = {};
  plain.varying = t.varying;
  for (const SpecDesc* between : {&gathered, &plain}) {
    const Verdict first = judge_reshard(t, *between);
    if (first.ok && !(first.type == t) && judge_reshard(first.type, to).ok) return call(between);
  }
  call(nullptr);
}
/// `reshard(a, P(...))`, the operand with the axis taken out of one state and put into another:
/// `-`: unmentioned, `+R`: reduced, `+U`: unreduced; ` gathered`: every dimension unsharded; ` plain`: no state but
/// varying; `@`: split as `like`, on dimension `onto`.
constexpr void print_repair_call(Text& text, int operand, const TypeDesc& t, Name axis, std::string_view change,
                                 const AxisList& like = {}, int onto = 0) {
  SpecDesc s = spec_of(t);
  if (change == " plain") {
    s = {};
    s.varying = t.varying;
  }
  // Axes leave a dimension at its minor end: those that are minor to this one leave before it.
  for (int i = 0; i < s.rank; ++i)
    while (s.dims[i].has(axis)) s.dims[i].erase(s.dims[i].axes[s.dims[i].size - 1]);
  s.unreduced.erase(axis);
  s.reduced.erase(axis);
  if (change == " gathered")
    for (AxisList& dim : s.dims) dim = {};
  if (change == "+R") s.reduced.insert(axis);
  if (change == "+U") s.unreduced.insert(axis);
  if (change == "@") {
    for (Name x : like) {
      for (AxisList& dim : s.dims) dim.erase(x);
      s.unreduced.erase(x);
      s.reduced.erase(x);
    }
    s.dims[onto] = like;
  }
  if (s.unreduced.empty()) s.pending = PendingKind::sum;
  print_reshard(text, operand, t, s);
}

/// As it would be written, with at most six digits where it is not whole: `5000000000`, `1e+300`.
constexpr void print_literal(Text& text, const LiteralNumber& literal) {
  double v = literal.value;
  if (v != v) {
    text << "nan";
    return;
  }
  if (v < 0) {
    text << '-';
    v = -v;
  }
  if (literal.lost) {
    if (literal.lost >= 10) text << std::int64_t(literal.lost / 10);
    text << std::int64_t(literal.lost % 10);
  } else if (v > std::numeric_limits<double>::max()) {
    text << "inf";
  } else if (v < 1e15 && v == double(std::int64_t(v))) {
    text << std::int64_t(v);
  } else {
    int power = 0;
    for (; v >= 10; v /= 10) ++power;
    for (; v < 1; v *= 10) --power;
    std::int64_t digits = std::int64_t(v * 100000 + 0.5);  // six of them
    if (digits == 1000000) digits /= 10, ++power;
    while (digits % 10 == 0) digits /= 10;
    Text all;
    all << digits;
    text << all.view()[0];
    if (all.size > 1) text << '.' << all.view().substr(1);
    text << 'e' << (power < 0 ? '-' : '+') << (power < 0 ? -power : power);
  }
}

/// The operands that a sentence can speak of: the first few, and as `k` the one that the verdict is about.
struct Spoken {
  const TypeDesc* operands;
  int n;
  int marked = -1;
  const TypeDesc* marked_type = nullptr;

  constexpr int index(char letter) const { return letter == 'k' ? marked : letter - 'a'; }
  constexpr const TypeDesc* type(char letter) const {
    if (letter == 'k') return marked_type;
    return letter - 'a' < n ? operands + (letter - 'a') : nullptr;
  }
};

/// `%X` the axis; `%L` the literal; `%S` the extents of the result; `%{a-}` and its like a reshard call, `%!` all that
/// the verdict knows; of the result `%<->` the spec without the axis, `%<=>` with it, `%<+>` with it on the first
/// dimension.
constexpr void expand(Text& text, std::string_view form, const Spoken& spoken, const Verdict& v) {
  const Name axis = v.axis;
  const TypeDesc& result = v.type;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%' || i + 1 == form.size()) {
      text << form[i];
      continue;
    }
    const char what = form[++i];
    if (what == 'X') {
      text << axis;
    } else if (what == 'L') {
      print_literal(text, v.literal);
    } else if (what == '!') {
      if (v.reshards) v.reshards(text, spoken.operands, v);
    } else if (what == 'S') {
      text << '[';
      for (int d = 0; d < result.rank; ++d) text << (d ? "," : "") << result.dims[d].extent;
      text << ']';
    } else if (what == '<') {
      SpecDesc s = spec_of(result);
      if (form[i + 1] != '=') s.unreduced.erase(axis);
      if (form[i + 1] == '+') s.dims[0].push(axis);
      print_spec_call(text, s);
      i += 2;
    } else if (what == '{') {
      const std::size_t end = form.find('}', i);
      const TypeDesc* mine = spoken.type(form[i + 1]);
      const int k = spoken.index(form[i + 1]);
      const std::string_view change = form.substr(i + 2, end - i - 2);
      i = end;
      if (!mine) continue;
      if (change.starts_with("=")) {  // the other operand's spec
        if (const TypeDesc* other = spoken.type(change[1])) {
          SpecDesc s = spec_of(*other);
          const int more = other->rank - mine->rank;  // lined up from the right
          for (AxisList& axes : s.dims) axes = {};
          for (int d = more < 0 ? -more : 0; d < mine->rank; ++d)
            if (!mine->dims[d].extent.is_one()) s.dims[d] = other->dims[d + more].axes;
          s.rank = mine->rank;
          print_reshard(text, k, *mine, s);
        }
      } else if (change == "@") {
        const int other = field(v.onto[k], 1);
        const AxisList& like = spoken.operands[other].dims[field(v.onto[k], 2)].axes;
        print_repair_call(text, k, *mine, axis, change, like, field(v.onto[k], 0));
      } else {
        print_repair_call(text, k, *mine, axis, change);
      }
    } else {
      text << '%' << what;
    }
  }
}
}  // namespace detail

/// `add: f32[8@X,4]{U:Y} and f32[8@X,4]: <why>: <repair>`. `inner`: the operands of the part that said no, where a
/// composed function was called; if the verdict is about one of many, the first and that one.
constexpr Text explain(std::string_view op, const TypeDesc* operands, int n, const Verdict& v,
                       const TypeDesc* inner = nullptr) {
  Text text;
  text << op << ": ";
  for (int i = 0; i < n; ++i) {
    if (i) text << (i + 1 == n ? " and " : ", ");
    text << operands[i];
  }
  text << ": ";
  if (v.operand >= 0 && n > 2) {
    text << "operand ";
    detail::print_operand(text, v.operand);
    text << ": ";
  }
  if (v.dimension >= 0) text << "dimension " << v.dimension << ": ";
  detail::Spoken spoken{inner ? inner : operands, inner ? 3 : n, v.operand};
  if (v.operand >= 0) spoken.marked_type = inner ? inner + 1 : operands + v.operand;
  detail::expand(text, v.why, spoken, v);
  bool key = false;
  for (int i = 0; i < n; ++i) key = key || operands[i].dtype == Dtype::key;
  if (key && (v.repair.empty() || v.repair.starts_with("astype "))) {
    text << ": a key only draws numbers, as in random::bits<\"u32[]\">(key)";  // no astype makes one of it
  } else if (v.repair.size()) {
    text << ": ";
    detail::expand(text, v.repair, spoken, v);
    if (v.other_repair.size()) text << ", or ";
    detail::expand(text, v.other_repair, spoken, v);
  }
  return text;
}

}  // namespace shardwise::rules
