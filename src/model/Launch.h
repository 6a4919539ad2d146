// SPDX-License-Identifier: Apache-2.0
//
// What is known of one launch of a kernel: dimensions, shared bytes, facts.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// A condition that holds for a launch, over dimension and parameter symbols.
struct Fact {
  Expr Cond;         ///< 1 bit
  std::string Text;  ///< as a user would write it
  SourceLoc Loc;     ///< where it was read; empty for facts given by the user
};

struct Launch {
  bool Generic = true;  ///< no launch visible: any grid and block the architecture allows
  SourceLoc Loc;        ///< of the launch expression
  Expr Grid[3];         ///< 32 bits; null: not known
  Expr Block[3];
  Expr SharedBytes;     ///< 32 bits; null: not known
  std::vector<Fact> Facts;
  bool Lockstep = false; ///< --arch below sm_70: warps run in lockstep
  bool WideGrid = false; ///< gridDim x blockDim may reach 2^31
};

} // namespace cudafix
