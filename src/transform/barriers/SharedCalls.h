// SPDX-License-Identifier: Apache-2.0
//
// Finds the calls of a device function that some threads of a block do not make, in all kernels: if
// the function needs a barrier, all threads must make them.
#pragma once

#include "frontend/Program.h"
#include "transform/text/SourceLookup.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace cudafix::transform {

struct SharedCall {
  const clang::FunctionDecl *Caller, *Callee;
  const clang::CallExpr *Call;
  bool Others; ///< the callee is also called from other places
  const frontend::KernelUnit *Unit;
  std::shared_ptr<SourceLookup> In;
};

/// The calls of `F`, and calls of the functions on the way to them that some threads do not make
/// either. Fails for a function whose parameters cannot be edited, or a call that was not found.
llvm::Expected<std::vector<SharedCall>> callsToShare(frontend::Program &P,
                                                     const clang::FunctionDecl *F);

} // namespace cudafix::transform
