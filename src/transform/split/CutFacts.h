// SPDX-License-Identifier: Apache-2.0
//
// Facts from the task of a split about the statements of a function: where barriers are added,
// removed or replaced, which statements hold one, and where threads diverge.
#pragma once

#include "transform/split/Splitter.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::transform {

class CutFacts {
public:
  /// Both must outlive the facts.
  CutFacts(const SplitTask &Task, const SourceText &Source);

  const clang::Stmt *parent(const clang::Stmt *S) const { return Parents.lookup(S); }
  /// Returns true if `Inner` is `Outer` or a part of it.
  bool isWithin(const clang::Stmt *Inner, const clang::Stmt *Outer) const;

  const Cut *cutBefore(const clang::Stmt *S) const;
  const Cut *cutAtEnd(const clang::Stmt *Body) const;
  bool isRemoved(const clang::Stmt *S) const;
  /// The call that replaces a barrier; null: it stays.
  const std::string *replacement(const clang::Stmt *S) const;
  const StatementCut *statementCut(const clang::Stmt *S) const;
  const NarrowedStatement *narrowing(const clang::Stmt *S) const;
  /// The call in a simple statement that all threads, or all lanes of a warp, must make; null:
  /// there is none.
  const clang::CallExpr *sharedCall(const clang::Stmt *S) const { return callIn(S, Task.Calls); }
  const clang::CallExpr *laneCall(const clang::Stmt *S) const { return callIn(S, Task.LaneCalls); }

  bool holdsCut(const clang::Stmt *S) const { return CutHolders.contains(S); }
  /// Returns true if the statement holds a cut, or a barrier of the user that stays.
  bool holdsBarrier(const clang::Stmt *S) const { return BarrierHolders.contains(S); }
  bool changes(const clang::Stmt *S) const { return ChangeHolders.contains(S); }
  /// Returns true if something in the statement is to be edited, other than a barrier of the user
  /// that stays.
  bool holdsEdit(const clang::Stmt *S) const { return EditHolders.contains(S); }
  /// Returns false for a cut that is put in as it is.
  bool isStrict(const void *CutOrStatement) const { return !Loose.contains(CutOrStatement); }

  struct BarrierPlace {
    unsigned Offset;
    const clang::Stmt *Inner; ///< the innermost statement around it
    bool Strict;
  };
  /// The places of barriers after the cuts are made.
  llvm::ArrayRef<BarrierPlace> places() const { return Places; }

  bool divergent(const clang::Stmt *Control) const;
  /// Returns true if the lanes of a warp may decide the statement differently; without a model,
  /// wherever threads of the block may.
  bool lanesPart(const clang::Stmt *Control) const;
  bool reachedByWarps(const clang::Stmt *S) const;
  const ThreadDependence &threads() const { return Threads; }

private:
  const clang::CallExpr *callIn(const clang::Stmt *S,
                                llvm::ArrayRef<const clang::CallExpr *> Calls) const;

  const SplitTask &Task;
  ThreadDependence Threads;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseSet<const clang::Stmt *> CutHolders, BarrierHolders, ChangeHolders, EditHolders;
  llvm::DenseSet<const void *> Loose;
  std::vector<BarrierPlace> Places;
};

} // namespace cudafix::transform
