// SPDX-License-Identifier: Apache-2.0
//
// Reads of an update's cell, in the statements right before it, that see the value which the update
// finds. One atomic operation at the first of them serves all:
//   pos = n; v[pos] = i; n = pos + 1;    ->  pos = atomicAdd(&n, 1); v[pos] = i;
//   v[n] = i; n++;                       ->  v[atomicAdd(&n, 1)] = i;
//   next[i] = head; head = i;            ->  next[i] = atomicExch(&head, i);
#pragma once

#include "transform/text/AtomicOperation.h"
#include "transform/text/SourceText.h"

namespace cudafix::transform {

struct EarlierReads {
  MemoryUpdate Update; ///< with the variable that holds the old value, if it is computed from one
  std::vector<const clang::Expr *> Reads;
  const clang::Stmt *First = nullptr; ///< the statement with the first read
  bool Once = false;                  ///< there is only one read, which `First` makes exactly once
  bool OldIsUsed = false;             ///< other code than the update reads that variable
};

/// The reads that can use the result of one atomic operation: the code between them and the update
/// `Statement` does not change the cell, and always continues to the update. Empty: there are none,
/// or it is not certain.
EarlierReads earlierReads(const SourceText &Source, const clang::FunctionDecl *F,
                          const clang::Stmt *Statement, const MemoryUpdate &U);

} // namespace cudafix::transform
