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
  bool Strict = true; ///< every thread of the block must pass it; else it is put in as it is
  bool Warp = false;  ///< strict only where the lanes of a warp diverge
};

/// Splits `x op= e` into value, barrier, store, (barrier).
struct StatementCut {
  const clang::Stmt *S = nullptr;
  std::string Call = "__syncwarp()";
  bool After = false;
  bool Warp = true;
  bool Strict = true; ///< false: it is put in as it is
};

/// A statement that gets a guard `Index < Distance`, added to its own if it has one.
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
  /// Calls of functions in which all threads must meet a barrier: all threads make them, and pass
  /// an extra argument that tells whether they would have made the call before.
  std::vector<const clang::CallExpr *> Calls;
  /// Warp operations that add up values, and calls of functions that contain them, which all lanes
  /// must execute; lanes that would not have executed them add 0.
  std::vector<const clang::CallExpr *> LaneCalls;
  /// The function is called in this way: only threads that pass true do what it did before.
  bool Guarded = false;
  /// Those of the calls that all threads must make whose functions all threads can execute
  /// unchanged, with the arguments for threads that did not make the call before.
  llvm::DenseMap<const clang::CallExpr *, std::vector<IdleArgument>> CommonCalls;
  bool GuardHasDefault = false;             ///< other calls omit that argument
  std::vector<const clang::Stmt *> Removed; ///< barrier statements
  std::vector<std::pair<const clang::Stmt *, std::string>> Replaced; ///< barrier -> other call
  /// Returns true if threads of a block may decide differently at an if, loop or switch; nullopt:
  /// not known, so that the text decides.
  std::function<std::optional<bool>(const clang::Stmt *)> Divergent;
  /// The same for the lanes of a warp.
  std::function<std::optional<bool>(const clang::Stmt *)> LanesPart;
  /// Threads that leave early, or take no part, also fill tiles.
  bool FillTiles = false;
};

/// What the rewriting used; decides the name of the repair.
struct SplitSummary {
  bool Branch = false, EarlyExit = false, Loop = false, Moved = false, Inserted = false,
       Removed = false, Replaced = false, Narrowed = false, FillsTile = false, CallsByAll = false;
  unsigned Lines = 0; ///< source lines of the regions that were rewritten
  std::vector<std::string> Notes;
  std::vector<std::string> Assumptions;
  std::vector<std::string> Zeros; ///< assumptions needed only if what the calls store is read
};

struct SplitResult {
  std::vector<Edit> Edits;
  SplitSummary Summary;
};

/// Edits that carry out the task. Errors: why the source cannot be rewritten.
llvm::Expected<SplitResult> split(const SplitTask &Task);

} // namespace cudafix::transform
