// SPDX-License-Identifier: Apache-2.0
//
// Finds the statements after `if (i >= n) return;`, or under `if (i < n)`, that fill a tile for the
// whole block, so that the other threads must run them as well, and guards their loads past the
// end.
#pragma once

#include "transform/split/ValueSources.h"
#include "transform/text/SourceText.h"
#include <optional>
#include <set>

namespace cudafix::transform {

class StagedTile {
public:
  enum class Threads : uint8_t { Leave, Stay };
  /// `Conditions`: those under which threads leave, or stay; the first one is in the statement
  /// `At`, in the function's own list.
  StagedTile(const clang::FunctionDecl *F, SourceText &Source,
             llvm::ArrayRef<const clang::Expr *> Conditions, Threads Who, const clang::Stmt *At);
  /// Names the variable that tells whether the thread stays.
  void setName(std::string Name) { Stays = std::move(Name); }
  bool usesName() const { return UsesName; }

  /// Returns true if threads that leave can run the statement. Its changes go into the overlays of
  /// the source. Must be called in the order of the statements.
  bool take(const clang::Stmt *S);
  /// The arrays that the statements taken fill.
  const VarSet &tiles() const { return Tiles; }
  /// Variables set by statements that were not taken: the next iteration of a loop may use them.
  const VarSet &untaken() const { return Untaken; }
  /// Statements that use one of these are not taken.
  void leave(const VarSet &Vars) { Untaken.insert(Vars.begin(), Vars.end()); }
  void leave(const clang::Stmt *S);
  /// The assumptions of the new form.
  std::vector<std::string> assumptions() const;

private:
  /// `Value < Bound`, or `<=`, which holds for threads that stay.
  struct Limit {
    const clang::VarDecl *Value;
    const clang::Expr *Bound;
    const char *Compare;
  };
  using Guards = std::vector<std::string>;

  bool addLimits(const clang::Expr *Exit, bool Leaves);
  bool mayRun(const clang::Stmt *S);
  bool maySet(const clang::VarDecl *V) const;
  bool mayDecide(const clang::Expr *E) const;
  bool mayAssign(const clang::Expr *To, const clang::Expr *Value, bool Anew);
  bool maySetCell(const clang::VarDecl *Tile, const clang::Expr *Value);
  bool mayCall(const clang::CallExpr *Call);
  bool isOneCell(const clang::Expr *To) const;
  bool guardLoads(const clang::Expr *Value, bool Whole = false);
  bool isZeroPastEnd(const clang::Expr *Part) const;
  Guards wholeGuard();
  std::optional<Guards> guardsOf(const clang::ArraySubscriptExpr *Load);
  std::vector<const Limit *> own(const clang::Expr *Index) const;
  bool isLength(const std::string &Text) const;
  bool isKnown(llvm::StringRef Guard, const clang::Expr *Load) const;
  std::string textOf(const Limit &L, const clang::Expr *Value) const;
  const clang::Expr *meaning(const clang::Expr *E) const;
  const Limit *limitOf(const clang::Expr *E) const;

  SourceText &Source;
  const clang::Stmt
      *At; ///< the statement with the first condition, which does not guard threads that leave
  Threads Who;
  std::string Stays; ///< the variable for staying; empty: none
  bool UsesName = false;
  std::vector<Limit> Limits;
  bool InTemplate;
  bool Limited = true; ///< each of the conditions is a limit
  bool Varies = true;  ///< in other blocks, threads of any index may stay
  ValueSources Values;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  VarSet Before;  ///< used before the exit
  VarSet Outside; ///< used before or after the exit, or outside the condition
  VarSet Untaken; ///< set by statements that were not taken
  VarSet Tiles;
  llvm::DenseSet<const clang::Expr *> Zeros; ///< values that are 0 past the end
  std::set<std::string> Filled,
      Loaded; ///< arrays that are filled with zeros past the end, and arrays loaded as they are
};

} // namespace cudafix::transform
