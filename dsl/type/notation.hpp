// The notation `f32[8@X,4]{U:Y}`: printed and parsed. What is printed is canonical: equal types print equally.
#pragma once

#include <shardwise/dsl/type/type_desc.hpp>

namespace shardwise {

/// One axis, or several in parentheses: `X`, `(X,Y)`.
constexpr Text& operator<<(Text& text, const AxisList& list) {
  if (list.size > 1) text << '(';
  for (int i = 0; i < list.size; ++i) {
    if (i) text << ',';
    text << list.axes[i];
  }
  if (list.size > 1) text << ')';
  return text;
}

constexpr std::string_view pending_name(PendingKind kind) {
  return kind == PendingKind::sum ? "U" : kind == PendingKind::max ? "Umax" : "Umin";
}

/// `{V:X, U:Y, R:Z}`; nothing if all three are empty.
constexpr void print_states(Text& text, const AxisList& v, const AxisList& u, const AxisList& r, PendingKind kind) {
  bool any = false;
  auto one = [&](std::string_view name, const AxisList& list) {
    if (list.empty()) return;
    text << (any ? ", " : "{") << name << ':' << list;
    any = true;
  };
  one("V", v);
  one(pending_name(kind), u);
  one("R", r);
  if (any) text << '}';
}

constexpr Text& operator<<(Text& text, const TypeDesc& t) {
  text << name_of(t.dtype) << '[';
  for (int i = 0; i < t.rank; ++i) {
    if (i) text << ',';
    text << t.dims[i].extent;
    if (t.dims[i].axes.size) text << '@' << t.dims[i].axes;
  }
  text << ']';
  print_states(text, t.varying, t.unreduced, t.reduced, t.pending);
  return text;
}

constexpr Text print(const TypeDesc& t) {
  Text text;
  text << t;
  return text;
}

inline std::string to_string(const TypeDesc& t) { return std::string(print(t).view()); }

/// What a parser found: a type, or what is wrong and where (the offset of a character).
struct ParsedType {
  TypeDesc type{};
  const char* error = nullptr;
  int position = 0;
};

/// A recursive-descent parser for types and specs; the first error is kept.
struct NotationParser {
  std::string_view text;
  std::size_t at = 0;
  ParsedType result{};

  constexpr void skip() {
    while (at < text.size() && text[at] == ' ') ++at;
  }
  constexpr char peek() {
    skip();
    return at < text.size() ? text[at] : '\0';
  }
  constexpr bool eat(char c) {
    if (peek() != c) return false;
    ++at;
    return true;
  }
  constexpr bool fail(const char* what) {
    if (!result.error) {
      result.error = what;
      result.position = int(at);
    }
    return false;
  }
  static constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

  constexpr bool name(Name& n) {
    if (!is_letter(peek())) return fail("expected a name");
    const std::size_t begin = at;
    while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
    if (at - begin > std::size_t(max_name_length)) return fail("a name has at most 16 characters");
    n = Name(text.substr(begin, at - begin));
    return true;
  }
  constexpr bool integer(std::int64_t& n) {
    if (!is_digit(peek())) return fail("expected a number");
    n = 0;
    while (at < text.size() && is_digit(text[at])) {
      if (n > (INT64_MAX - 9) / 10) return fail("the number is too large");
      n = n * 10 + (text[at++] - '0');
    }
    return true;
  }
  constexpr bool axis(AxisList& list, bool sorted) {
    Name n;
    if (!name(n)) return false;
    if (result.type.mentions(n) || list.has(n)) return fail("an axis is mentioned twice");
    if (list.size == AxisList::capacity) return fail("more than 4 axes in one list");
    if (sorted)
      list.insert(n);
    else
      list.push(n);
    return true;
  }
  constexpr bool axes(AxisList& out, bool sorted) {
    AxisList list;
    if (eat('(')) {
      do
        if (!axis(list, sorted)) return false;
      while (eat(','));
      if (!eat(')')) return fail("expected ')'");
    } else if (!axis(list, sorted)) {
      return false;
    }
    out = list;
    return true;
  }
  constexpr bool factor(Extent& e, bool divide) {
    Extent f;
    if (is_digit(peek())) {
      if (!integer(f.number)) return false;
      if (divide && f.number == 0) return fail("an extent is divided by 0");
    } else {
      Name n;
      if (!is_letter(peek())) return fail("expected an extent: a number, a name or ?");
      if (!name(n)) return false;
      f = extent(n);
      if (eat('^')) {
        std::int64_t power = 0;
        if (!integer(power)) return false;
        if (power < 1 || power > 64) return fail("a power is 1 to 64");
        f.factors[0].power = int(power);
      }
    }
    int names = 0;
    for (auto& g : e.factors) names += g.power != 0;
    if (f.factors[0].power && names == Extent::max_factors) return fail("an extent has at most 3 names");
    e = divide ? e / f : e * f;
    return true;
  }
  constexpr bool dim(Dim& d) {
    if (eat('?')) {
      d.extent = unknown_extent(-1);
    } else {
      Extent e;
      if (!factor(e, false)) return false;
      while (true) {
        if (eat('*')) {
          if (!factor(e, false)) return false;
        } else if (eat('/')) {
          if (!factor(e, true)) return false;
        } else {
          break;
        }
      }
      d.extent = e;
    }
    return eat('@') ? axes(d.axes, false) : true;
  }
  constexpr bool states() {
    if (!eat('{')) return true;
    TypeDesc& t = result.type;
    bool pending_given = false;
    do {
      Name n;
      if (!is_letter(peek())) return fail("expected a state: V, U, Umax, Umin or R");
      const std::size_t begin = at;
      if (!name(n)) return false;
      const auto wrong = [&](const char* what) {
        at = begin;
        return fail(what);
      };
      AxisList* list = nullptr;
      if (n == Name("V")) list = &t.varying;
      if (n == Name("R")) list = &t.reduced;
      for (auto kind : {PendingKind::sum, PendingKind::max, PendingKind::min})
        if (n == Name(pending_name(kind))) {
          if (pending_given) return wrong("an array has one kind of pending reduction at a time");
          pending_given = true;
          list = &t.unreduced;
          t.pending = kind;
        }
      if (!list) return wrong("expected a state: V, U, Umax, Umin or R");
      if (list->size) return wrong("a state is given twice");
      if (!eat(':')) return fail("expected ':' after the state");
      if (!axes(*list, true)) return false;
    } while (eat(','));
    return eat('}') ? true : fail("expected '}'");
  }
  constexpr bool dtype() {
    skip();
    std::size_t length = 0;
    while (at + length < text.size() && (is_letter(text[at + length]) || is_digit(text[at + length]))) ++length;
    for (int k = 0; k < dtype_count; ++k)
      if (text.substr(at, length) == dtype_names[k]) {
        result.type.dtype = Dtype(k);
        at += length;
        return true;
      }
    return fail("expected a dtype: f32 f64 bf16 f16 i32 i64 u32 bool key");
  }
  constexpr ParsedType run() {
    if (!dtype()) return result;
    if (!eat('[')) return fail("expected '['"), result;
    if (!eat(']')) {
      do {
        if (result.type.rank == max_rank) return fail("the rank is above 8"), result;
        if (!dim(result.type.dims[result.type.rank])) return result;
        ++result.type.rank;
      } while (eat(','));
      if (!eat(']')) return fail("expected ',' or ']'"), result;
    }
    if (!states()) return result;
    if (peek()) fail("text after the type");
    return result;
  }
};

constexpr ParsedType parse_type(std::string_view text) { return NotationParser{text}.run(); }

/// The type that a correct notation names; for tests and dynamic programs. Throws what is wrong otherwise.
constexpr TypeDesc type_of(std::string_view text) {
  ParsedType p = parse_type(text);
  if (p.error) throw p.error;
  return p.type;
}

}  // namespace shardwise
