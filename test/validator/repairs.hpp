// The repairs that sentences name, applied.
#pragma once

#include <validator/data.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace validator {

/// Reads `P(X, none, axes(X,Y), unreduced(Y))` from its begin on.
inline SpecDesc spec_in(std::string_view text) {
  SpecDesc s;
  NotationParser p{text.substr(2)};
  while (!p.eat(')')) {
    std::string word;
    while (NotationParser::is_letter(p.peek())) word += p.text[p.at++];
    if (word == "none") {
      ++s.rank;
    } else if (p.eat('(')) {
      AxisList list;
      while (!p.eat(')')) {
        std::string axis;
        while (NotationParser::is_letter(p.peek())) axis += p.text[p.at++];
        list.push(Name(axis));
        p.eat(',');
      }
      if (word == "axes")
        s.dims[s.rank++] = list;
      else
        for (Name x : list) (word == "reduced" ? s.reduced : s.unreduced).insert(x);
      if (word == "unreduced_max") s.pending = PendingKind::max;
      if (word == "unreduced_min") s.pending = PendingKind::min;
    } else {
      s.dims[s.rank++].push(Name(word));
    }
    p.eat(',');
  }
  return s;
}

/// Applies the reshards that a sentence names, those of its first choice or of its second. True if there were any.
inline bool apply_repairs(std::string sentence, bool second, std::vector<TypeDesc>& types) {
  if (const auto at = sentence.find(", or "); at != std::string::npos)
    sentence = second ? sentence.substr(at) : sentence.substr(0, at);
  bool any = false;
  for (std::size_t at = 0; (at = sentence.find("reshard(", at)) != std::string::npos; any = true) {
    at += 8;
    TypeDesc& t = types[std::size_t(sentence[at] - 'a')];
    Builder g;
    t = reshard({&g, g.input(t)}, spec_in(std::string_view(sentence).substr(at + 3))).type();  // throws if refused
  }
  return any;
}

}  // namespace validator
