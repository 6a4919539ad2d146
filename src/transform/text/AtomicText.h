// SPDX-License-Identifier: Apache-2.0
//
// An update of one memory cell as an atomic operation, on the AST alone:
//   hist[b] += w;   ->  atomicAdd(&hist[b], w);
//   slot = n++;     ->  slot = atomicAdd(&n, 1);
//   x = x * f;      ->  a loop around atomicCAS
#pragma once

#include "transform/text/AtomicOperation.h"
#include "transform/text/SourceText.h"
#include "llvm/Support/Error.h"

namespace cudafix::transform {

struct AtomicText {
  AtomicText(unsigned Begin, unsigned End) : Begin(Begin), End(End) {}
  unsigned Begin, End; ///< the range that it replaces
  std::string Text;
  bool HasValue = true;   ///< it is a call that returns the old or the new value
  llvm::StringRef Header; ///< the header that declares what the text uses
  bool Rounds = false;    ///< the rounding of the result depends on the order of threads
};

/// `Statement` is the whole statement around the update; `Arch` is the smallest
/// architecture the code is compiled for (70 for sm_70). Errors: no such atomic, the old
/// value is used in a way that the atomic's result cannot replace, ...
llvm::Expected<AtomicText> atomicText(const SourceText &Source, const clang::FunctionDecl *F,
                                      const clang::Stmt *Statement, const MemoryUpdate &Update,
                                      unsigned Arch);

} // namespace cudafix::transform
