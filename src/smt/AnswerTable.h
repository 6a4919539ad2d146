// SPDX-License-Identifier: Apache-2.0
//
// Answers by the checksum of the whole question: its terms, the facts about its symbols, its
// budget. A question is solved on a copy that contains only these, so the answer depends neither on
// anything outside the checksum nor on earlier questions.
#pragma once

#include "model/Satisfiability.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <unordered_map>

namespace cudafix::smt {

/// How the search for an example with small sizes ended.
enum class Example : uint8_t { None, NotAllowed, Missing, Found };

/// What answered a question.
enum class AnsweredBy : uint8_t { Nothing, Simplifying, WeakerQuestion, Integers, BitVectors };

/// The step that answered a question: the weaker question that had no solution, or the encoding
/// that refuted the question itself.
enum class Step : uint8_t {
  None,
  PlainStrides,
  ArrangedSoon,
  LeanSoon,
  DigitsSoon,
  Soon,
  ArrangedPlain,
  Arranged,
  Alone,
  Others,
  Powers,
  Lean,
  Plain,
  LeanDigits,
  Digits,
  Integers,
  Bits
};

/// The way in which a question was refuted. It also refutes most questions that differ from that
/// one only in constants.
struct Way {
  Step By = Step::None;
  bool AsBits = false; ///< it was refuted as bit-vectors
};

/// The answer to a question, how it was found and what it cost.
struct Answer {
  Satisfiability Is; ///< a model names symbols by their numbers in the QueryKey
  AnsweredBy By = AnsweredBy::Nothing;
  Example Small = Example::None;
  Way Refuted;        ///< how it was refuted, if it has no solution
  uint64_t Units = 0; ///< resource units of its checks and encodings
  bool Asked = false; ///< asked for in this process
  bool Told = false;  ///< already written by `takeAsked`
  bool Lasts = true;  ///< it does not depend on the machine: another process would find the same
};

class AnswerTable {
public:
  using Sum = std::array<uint8_t, 32>;
  static Sum sumOf(llvm::StringRef Text);

  /// The answer with this checksum; null: there is none.
  Answer *find(const Sum &Of);
  Answer &add(const Sum &Of, Answer A);

  /// Adds the answers that `takeAsked` of the same version of the program wrote; skips damaged
  /// ones.
  void read(llvm::StringRef Text);
  /// The answers that were asked for since the last call, as text.
  std::string takeAsked();

  /// The answers of a job, followed by earlier ones, up to `MostBytes` in all. Empty if the job has
  /// no new answers.
  static std::string merged(llvm::StringRef OfJob, llvm::StringRef Former, size_t MostBytes);

private:
  struct HashOf {
    size_t operator()(const Sum &S) const;
  };
  std::unordered_map<Sum, Answer, HashOf> All;
  std::vector<Sum> Asked; ///< in the order of the questions
};

} // namespace cudafix::smt
