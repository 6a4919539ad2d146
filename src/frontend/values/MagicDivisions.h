// SPDX-License-Identifier: Apache-2.0
//
// Divisions by a number that the host has prepared: q = (mulhi(n, m) + n) >> s, or mulhi(n, m) >>
// s, and r = n - q * d, where the host has computed the magic numbers m and s from d (Granlund and
// Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994, section 4).
#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace cudafix::frontend {

struct MagicDivision {
  const llvm::Value *Dividend;
  /// Parameters, or loads of members of a by-value parameter; 32 bits each.
  const llvm::Value *Divisor, *Multiplier, *Shift;
  bool Adds;              ///< the dividend is added to the high half of the product
  bool Remainder = false; ///< the instruction computes r instead of q
};

class MagicDivisions {
public:
  /// Finds the divisions whose divisor the code shows by computing a remainder with it.
  explicit MagicDivisions(llvm::Function &F);

  /// The division whose result the instruction computes; null: none.
  const MagicDivision *at(const llvm::Instruction &I) const {
    auto It = Found.find(&I);
    return It == Found.end() ? nullptr : &It->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction *, MagicDivision> Found;
};

} // namespace cudafix::frontend
