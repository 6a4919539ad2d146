// SPDX-License-Identifier: Apache-2.0
//
// Conventions: what programs keep to and no source says. A verdict that needs some of them lists
// them as premises.
#pragma once

#include "model/Expr.h"
#include <bitset>
#include <string>
#include <tuple>
#include <vector>

namespace cudafix {

enum class Convention : uint8_t {
#define CONVENTION(Name) Name,
#include "model/Conventions.def"
#undef CONVENTION
};

constexpr unsigned NumConventions = 0
#define CONVENTION(Name) +1
#include "model/Conventions.def"
#undef CONVENTION
    ;

/// As users name it: "loops-turn".
std::string toString(Convention C);

/// The conventions that hold in a run; all of them unless --conventions says otherwise.
class ConventionSet {
public:
  ConventionSet() { On.set(); }
  /// The globs of --conventions ("*,-loops-turn").
  explicit ConventionSet(llvm::StringRef Globs);
  bool contains(Convention C) const { return On.test(static_cast<unsigned>(C)); }

private:
  std::bitset<NumConventions> On;
};

/// How sure a finding is. From sure to unsure.
enum class Confidence : uint8_t { Confirmed, Proved, Likely, Possible };

/// What a verdict needs of one convention.
struct Premise {
  Convention Of = Convention::WaitsOrder;
  /// 1 bit each, exactly what the solver was asked with; empty where no term expresses it.
  std::vector<Expr> Conditions;
  std::string Text;                         ///< the conditions as people write them
  Confidence Leaves = Confidence::Possible; ///< how sure a race is that needs it not to hold
  bool OfLaunch = false;  ///< there are conditions, and parameters and dimensions decide them
  bool OfBarrier = false; ///< a barrier that is not modelled may order the two accesses
};

inline bool operator==(const Premise &A, const Premise &B) {
  return std::tie(A.Of, A.Text, A.Leaves) == std::tie(B.Of, B.Text, B.Leaves);
}

/// "[loops-turn] count >= 1"
std::string toString(const Premise &P);

/// All of them, joined by "; ".
std::string toString(llvm::ArrayRef<Premise> All);

/// The condition as people write it: "count >= 1" for 0 < count.
std::string conditionText(const ExprContext &C, Expr Condition);

} // namespace cudafix
