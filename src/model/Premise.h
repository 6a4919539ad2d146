// SPDX-License-Identifier: Apache-2.0
//
// The conventions that a verdict relies on. The list of all conventions is in model/Convention.h,
// so that adding one recompiles little.
#pragma once

#include "model/Expr.h"
#include <bitset>
#include <string>
#include <tuple>
#include <vector>

namespace cudafix {

enum class Convention : uint8_t;

/// The conventions that a run assumes: all, unless --conventions says otherwise.
class ConventionSet {
public:
  ConventionSet() { On.set(); }
  /// The globs of --conventions ("*,-loops-turn").
  explicit ConventionSet(llvm::StringRef Globs);
  bool contains(Convention C) const { return On.test(static_cast<unsigned>(C)); }

private:
  std::bitset<64> On; ///< indexed by Convention
};

/// How certain a finding is, from most to least.
enum class Confidence : uint8_t { Confirmed, Proved, Likely, Possible };

/// A convention that a verdict relies on, and how.
struct Premise {
  Convention Of{};
  /// The convention's conditions in the solver's question, 1 bit each; empty if no term expresses
  /// them.
  std::vector<Expr> Conditions;
  std::string Text;                         ///< the conditions as people write them
  Confidence Leaves = Confidence::Possible; ///< confidence of races that need a violation of it
  bool OfLaunch = false;                    ///< it has conditions, and host values decide them
  bool OfBarrier = false;  ///< a barrier that is not modelled may order the two accesses
  bool Open = false;       ///< not decided: whether the race happens where the convention holds
  bool OfContents = false; ///< depends on contents of arrays as well as parameters and dimensions
};

inline bool operator==(const Premise &A, const Premise &B) {
  return std::tie(A.Of, A.Text, A.Leaves) == std::tie(B.Of, B.Text, B.Leaves);
}

/// Returns true if conditions on the launch exclude the race. A premise without a term makes the
/// race doubtful by itself.
bool restOnLaunch(llvm::ArrayRef<Premise> All);

/// "[loops-turn] count >= 1"
std::string toString(const Premise &P);

/// All of them, joined by "; ".
std::string toString(llvm::ArrayRef<Premise> All);

/// The condition as people write it: "count >= 1" for 0 < count.
std::string conditionText(const ExprContext &C, Expr Condition);

} // namespace cudafix
