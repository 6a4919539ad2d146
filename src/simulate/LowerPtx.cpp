// SPDX-License-Identifier: Apache-2.0
#include "frontend/Precompiled.h"
#include "simulate/Lowering.h"
#include "llvm/IR/InlineAsm.h"

namespace cudafix::simulate {

using namespace llvm;

bool Lowering::lowerPtx(CallBase &Call) { return false; }

} // namespace cudafix::simulate
