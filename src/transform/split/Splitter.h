// SPDX-License-Identifier: Apache-2.0
//
// Turns barriers at places that only some threads reach into text edits: the statements
// around them are split, from the innermost outwards, until every thread passes. Works
// on the AST alone, so it can be tested without a kernel model.
#pragma once

#include "model/Finding.h"
#include "transform/split/CommonCall.h"
#include "transform/split/OutTree.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace cudafix::transform {

/// A barrier to be put before `Before`, or at the end of `Parent` when that is null.
struct Cut {
  const clang::CompoundStmt *Parent = nullptr;
  const clang::Stmt *Before = nullptr;
  std::string Call = "__syncthreads()";
  bool Strict = true; ///< every thread of the block has to pass; else it goes in as it is
  bool Warp = false;  ///< strict only where the lanes of a warp part
};

/// `x op= e` as value, barrier, store, (barrier).
struct StatementCut {
  const clang::Stmt *S = nullptr;
  std::string Call = "__syncwarp()";
  bool After = false;
  bool Warp = true;
  bool Strict = true; ///< false: it goes in as it is
};

/// A statement that gets a guard `Index < Distance`, or joins it to the one it has.
struct NarrowedStatement {
  const clang::Stmt *S = nullptr;
  std::string Index, Distance;
  uint64_t Below = 0; ///< the value of the distance
};

struct SplitTask {
  const clang::FunctionDecl *F = nullptr;
  std::vector<Cut> Cuts;
  std::vector<StatementCut> Statements;
  std::vector<NarrowedStatement> Narrowed;
  /// Calls of functions in which all threads are to meet a barrier: all make them, and say with
  /// one argument more whether they would have done so before.
  std::vector<const clang::CallExpr *> Calls;
  /// Operations of a warp, and calls of functions that make them, which all its lanes are to make
  /// as they add up values: those that would not have made them add 0.
  std::vector<const clang::CallExpr *> LaneCalls;
  /// The function is called so: what it did is done by the threads that say yes.
  bool Guarded = false;
  /// Of the calls that all are to make, those of functions that all can run as they are: what
  /// threads pass that took no part before.
  llvm::DenseMap<const clang::CallExpr *, std::vector<IdleArgument>> CommonCalls;
  bool GuardHasDefault = false;             ///< other calls leave that argument out
  std::vector<const clang::Stmt *> Removed; ///< barrier statements
  std::vector<std::pair<const clang::Stmt *, std::string>> Replaced; ///< barrier -> other call
  /// Returns true if threads of a block may decide differently at an if, loop or switch; nullopt:
  /// not known, and the text decides.
  std::function<std::optional<bool>(const clang::Stmt *)> Divergent;
  /// The same for the lanes of a warp.
  std::function<std::optional<bool>(const clang::Stmt *)> LanesPart;
  /// Threads that leave early, or take no part, fill tiles as the others do.
  bool FillTiles = false;
};

/// What the rewriting used; names the repair.
struct SplitSummary {
  bool Branch = false, EarlyExit = false, Loop = false, Moved = false, Inserted = false,
       Removed = false, Replaced = false, Narrowed = false, FillsTile = false, CallsByAll = false;
  unsigned Lines = 0; ///< source lines of the regions that were rewritten
  std::vector<std::string> Notes;
  std::vector<std::string> Assumptions;
  std::vector<std::string> Zeros; ///< assumptions only where what the calls store is read
};

struct SplitResult {
  std::vector<Edit> Edits;
  SplitSummary Summary;
};

/// Edits that carry out the task. Errors: why the source cannot be rewritten.
llvm::Expected<SplitResult> split(const SplitTask &Task);

} // namespace cudafix::transform
