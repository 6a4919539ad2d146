// SPDX-License-Identifier: Apache-2.0
//
// Results of calls that other calls with the same operands give, too.

#include "host/HostTerms.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

/// What a tensor is asked again: it is one value for one tensor.
Expr HostTerms::askedOfTensor(CallBase &C, unsigned Depth) {
  const Function *F = C.getCalledFunction();
  if (!F || !F->getName().starts_with("__cudafix_tensor_") || !F->onlyReadsMemory() ||
      C.arg_size() != 2)
    return Expr();
  const Place Of = Memory.place(C.getArgOperand(0));
  Expr What = of(C.getArgOperand(1), Depth + 1);
  if (!What)
    return Expr();
  Expr &E = Asked[{F, Of.Base, Of.Offset, What->id()}];
  return E ? E : E = unknown(C.getType()->getIntegerBitWidth(), nameOf(&C));
}

Expr HostTerms::result(CallBase &C, unsigned Depth) {
  return askedOfTensor(C, Depth);
}
