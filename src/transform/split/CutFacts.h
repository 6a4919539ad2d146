// SPDX-License-Identifier: Apache-2.0
//
// What the task of a split says about the statements of a function: where barriers are put, removed
// or exchanged, which statements hold one, and where threads part.
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
  /// The call that takes the place of a barrier; null: it stays.
  const std::string *replacement(const clang::Stmt *S) const;
  const StatementCut *statementCut(const clang::Stmt *S) const;
  const NarrowedStatement *narrowing(const clang::Stmt *S) const;
  /// The call in a simple statement that all threads, or all lanes of a warp, are to make; null:
  /// there is none.
  const clang::CallExpr *sharedCall(const clang::Stmt *S) const { return callIn(S, Task.Calls); }
  const clang::CallExpr *laneCall(const clang::Stmt *S) const { return callIn(S, Task.LaneCalls); }

  bool holdsCut(const clang::Stmt *S) const { return CutHolders.contains(S); }
  /// A cut, or a barrier of the user that stays.
  bool holdsBarrier(const clang::Stmt *S) const { return BarrierHolders.contains(S); }
  bool changes(const clang::Stmt *S) const { return ChangeHolders.contains(S); }
  /// Something in the statement is to be edited: more than a barrier of the user that stays.
  bool holdsEdit(const clang::Stmt *S) const { return EditHolders.contains(S); }
  /// Returns false for a cut that goes in where it stands.
  bool isStrict(const void *CutOrStatement) const { return !Loose.contains(CutOrStatement); }

  struct BarrierPlace {
    unsigned Offset;
    const clang::Stmt *Inner; ///< innermost statement around
    bool Strict;
  };
  /// Where barriers are, once the cuts are made.
  llvm::ArrayRef<BarrierPlace> places() const { return Places; }

  bool divergent(const clang::Stmt *Control) const;
  /// Without a model the lanes of a warp part wherever threads do.
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
