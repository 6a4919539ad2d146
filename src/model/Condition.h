// SPDX-License-Identifier: Apache-2.0
//
// Conditions on launches or on the build that a finding or a repair needs, with their text and with
// what repairs need to know about them.
#pragma once

#include "model/Launch.h"

namespace cudafix {

struct NeededCondition {
  enum class Kind : uint8_t {
    BlockSize, ///< blocks have `Value` threads in `Dimension`
    Sizes,     ///< another condition on the size of blocks or grids
    Passed,    ///< a condition on the arguments of a launch
    Macro,     ///< a macro that a build can set has the value `Value`
  } What = Kind::Passed;
  std::string Text; ///< "blockDim.x == 32"
  /// Equations only: the side that is set, "blockDim.x". Two equations with the same name exclude
  /// each other.
  std::string Named;
  unsigned Dimension = 0;
  uint64_t Value = 0;

  bool operator<(const NeededCondition &O) const { return Text < O.Text; }
  bool operator==(const NeededCondition &O) const { return Text == O.Text; }
};

/// Makes the condition from a 1-bit term over the kernel's symbols; `Text` is how it is printed.
NeededCondition neededCondition(const ExprContext &C, Expr Cond, std::string Text);

/// Makes the condition that blocks have this size in a dimension.
NeededCondition neededSize(ExprContext &C, unsigned Dimension, Expr Size);

std::vector<std::string> textsOf(llvm::ArrayRef<NeededCondition> Conditions);

} // namespace cudafix
