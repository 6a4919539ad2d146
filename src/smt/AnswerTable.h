// SPDX-License-Identifier: Apache-2.0
//
// Answers by the sum of the whole question: its terms, the facts of its symbols, its budget. A
// question is solved over a copy that holds these and nothing else, so that the answer cannot
// depend on what the sum leaves out, nor on the questions before.
#pragma once

#include "model/Satisfiability.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <unordered_map>

namespace cudafix::smt {

/// What a search for an example with small sizes came to, for one question.
enum class Example : uint8_t { None, NotAllowed, Missing, Found };

/// What answered a question.
enum class AnsweredBy : uint8_t { Nothing, Simplifying, WeakerQuestion, Integers, BitVectors };

/// The question that refuted the one that was asked, or how it was refuted itself.
enum class Step : uint8_t {
  None,
  PlainStrides,
  ArrangedSoon,
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

/// What refutes a question refutes most of those that differ in constants only.
struct Way {
  Step By = Step::None;
  bool AsBits = false; ///< that question as bit-vectors
};

struct Answer {
  Satisfiability Is; ///< its model over the key's own symbol numbers
  AnsweredBy By = AnsweredBy::Nothing;
  Example Small = Example::None;
  Way Refuted;        ///< if it has no solution
  uint64_t Units = 0; ///< resource units of its checks and encodings
  bool Asked = false; ///< in this process
  bool Told = false;  ///< by `takeAsked`
  bool Lasts = true;  ///< another process would come to the same
};

class AnswerTable {
public:
  using Sum = std::array<uint8_t, 32>;
  static Sum sumOf(llvm::StringRef Text);

  /// Null: there is none.
  Answer *find(const Sum &Of);
  Answer &add(const Sum &Of, Answer A);

  /// Takes what `takeAsked` of this program wrote; what is damaged is left out.
  void read(llvm::StringRef Text);
  /// The answers that were asked for since this was last called.
  std::string takeAsked();

  /// The answers of a job, and after them those of former ones until there are `MostBytes`.
  /// Empty: the job had no new ones.
  static std::string merged(llvm::StringRef OfJob, llvm::StringRef Former, size_t MostBytes);

private:
  struct HashOf {
    size_t operator()(const Sum &S) const;
  };
  std::unordered_map<Sum, Answer, HashOf> All;
  std::vector<Sum> Asked; ///< in their order
};

} // namespace cudafix::smt
