// SPDX-License-Identifier: Apache-2.0
//
// What a verdict needs of conventions. The list of conventions is in model/Convention.h, so that a
// new one rebuilds little.
#pragma once

#include "model/Expr.h"
#include <bitset>
#include <string>
#include <tuple>
#include <vector>

namespace cudafix {

enum class Convention : uint8_t;

/// The conventions that hold in a run; all of them unless --conventions says otherwise.
class ConventionSet {
public:
  ConventionSet() { On.set(); }
  /// The globs of --conventions ("*,-loops-turn").
  explicit ConventionSet(llvm::StringRef Globs);
  bool contains(Convention C) const { return On.test(static_cast<unsigned>(C)); }

private:
  std::bitset<64> On; ///< by Convention
};

/// How sure a finding is. From sure to unsure.
enum class Confidence : uint8_t { Confirmed, Proved, Likely, Possible };

/// What a verdict needs of one convention.
struct Premise {
  Convention Of{};
  /// The conditions of the solver's question, 1 bit each; empty if no term expresses them.
  std::vector<Expr> Conditions;
  std::string Text;                         ///< the conditions as people write them
  Confidence Leaves = Confidence::Possible; ///< how sure a race is that needs it not to hold
  bool OfLaunch = false;                    ///< there are conditions, and host values decide them
  bool OfBarrier = false;  ///< a barrier that is not modelled may order the two accesses
  bool Open = false;       ///< whether it happens where the convention holds is not decided
  bool OfContents = false; ///< contents of arrays do, too, besides parameters and dimensions
};

inline bool operator==(const Premise &A, const Premise &B) {
  return std::tie(A.Of, A.Text, A.Leaves) == std::tie(B.Of, B.Text, B.Leaves);
}

/// Returns true if the race vanishes under conditions of the launch. Premises that no term
/// expresses are doubts of their own.
bool restOnLaunch(llvm::ArrayRef<Premise> All);

/// "[loops-turn] count >= 1"
std::string toString(const Premise &P);

/// All of them, joined by "; ".
std::string toString(llvm::ArrayRef<Premise> All);

/// The condition as people write it: "count >= 1" for 0 < count.
std::string conditionText(const ExprContext &C, Expr Condition);

} // namespace cudafix
