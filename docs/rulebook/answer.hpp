// What the rules answer to a call: the same judgement, transposition and counting as a program gets.
#pragma once

#include <rulebook/registry.hpp>

#include <functional>

namespace shardwise::rulebook {

enum class Verdict : std::uint8_t { ok, rejected, error };

struct Answer {
  Verdict verdict = Verdict::ok;
  TypeDesc result{};
  Collectives forward{};
  /// What the backward pass runs for each operand alone; none for an operand without cotangent.
  std::vector<std::optional<Collectives>> transpose{};
  std::string sentence{};  ///< why not: what was got, why, and what repairs it
};

/// Traces the call, pulls back for each operand, and counts.
Answer answer(const Op& op, const Call& call);
/// True if the op takes these operands; no more than that.
bool accepts(const Op& op, const Call& call);

/// Calls `f` with each layout of a sample's operands on so many axes, and each spec of the result that may fit them.
void for_each_call(const Op& op, const Sample& sample, int axes, const std::function<void(const Call&)>& f);

/// A call and its answer as one JSON object.
nlohmann::ordered_json to_json(const Op& op, const Call& call, const Answer& answer);

/// Answers one line of `rulebook --query`. Whatever the line is, so is the answer one line, without its end.
std::string answer_line(const std::string& line);

}  // namespace shardwise::rulebook
