// SPDX-License-Identifier: Apache-2.0
//
// Conditions that a finding or a repair needs of launches or of the build, as they are printed,
// with what repairs have to know of them.
#pragma once

#include "model/Launch.h"

namespace cudafix {

struct NeededCondition {
  enum class Kind : uint8_t {
    BlockSize, ///< blocks have `Value` threads in `Dimension`
    Sizes,     ///< another one on the size of blocks or grids
    Passed,    ///< on the arguments of a launch
    Macro,     ///< a macro that a build can choose is `Value`
  } What = Kind::Passed;
  std::string Text; ///< "blockDim.x == 32"
  /// Equations: the side that gets its value from the other, "blockDim.x"; two equations with one
  /// name exclude each other.
  std::string Named;
  unsigned Dimension = 0;
  uint64_t Value = 0;

  bool operator<(const NeededCondition &O) const { return Text < O.Text; }
  bool operator==(const NeededCondition &O) const { return Text == O.Text; }
};

/// The condition of a term of 1 bit over a kernel's symbols. `Text`: how it is printed.
NeededCondition neededCondition(const ExprContext &C, Expr Cond, std::string Text);

/// The condition that blocks have this size in a dimension.
NeededCondition neededSize(ExprContext &C, unsigned Dimension, Expr Size);

std::vector<std::string> textsOf(llvm::ArrayRef<NeededCondition> Conditions);

} // namespace cudafix
