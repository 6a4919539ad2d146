// SPDX-License-Identifier: Apache-2.0
//
// Which statements after `if (i >= n) return;` fill a tile for the whole block, so that the
// threads that leave have to run them, too, and how their loads past the end are kept out.
#pragma once

#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include <optional>
#include <set>

namespace cudafix::transform {

class StagedTile {
public:
  /// `Exits`: the conditions under which threads leave, the first in the statement `At` of the
  /// function's own list.
  StagedTile(const clang::FunctionDecl *F, SourceText &Source,
             llvm::ArrayRef<const clang::Expr *> Exits, const clang::Stmt *At);

  /// Threads that leave can run the statement. Its changes go into the overlays of the source.
  /// To be asked in the order of the statements.
  bool take(const clang::Stmt *S);
  /// The arrays that the statements taken fill.
  const VarSet &tiles() const { return Tiles; }
  /// Variables that statements set which were not taken: what a loop sets in one turn, the next
  /// one may use.
  const VarSet &untaken() const { return Untaken; }
  /// Statements that use one of these are not taken.
  void leave(const VarSet &Vars) { Untaken.insert(Vars.begin(), Vars.end()); }
  void leave(const clang::Stmt *S);
  /// What the new form takes for granted.
  std::vector<std::string> assumptions() const;

private:
  /// `Value < Bound`, or `<=`: holds for threads that stay.
  struct Limit {
    const clang::VarDecl *Value;
    const clang::Expr *Bound;
    const char *Compare;
  };
  using Guards = std::vector<std::string>;

  bool addLimits(const clang::Expr *Exit);
  bool mayRun(const clang::Stmt *S);
  bool mayDecide(const clang::Expr *E) const;
  bool mayAssign(const clang::Expr *To, const clang::Expr *Value, bool Anew);
  bool guardLoads(const clang::Expr *Value);
  std::optional<Guards> guardsOf(const clang::ArraySubscriptExpr *Load);
  std::vector<const Limit *> own(const clang::Expr *Index) const;
  const Limit *lengthOf(const clang::Expr *E) const;
  bool isKnown(llvm::StringRef Guard, const clang::Expr *Load) const;
  std::string textOf(const Limit &L, const clang::Expr *Value) const;
  bool sameInAllBlocks(const clang::Expr *E) const;
  bool dependsOnBlock(const clang::Expr *E) const;
  const clang::Expr *meaning(const clang::Expr *E) const;
  const Limit *limitOf(const clang::Expr *E) const;

  SourceText &Source;
  std::vector<Limit> Limits;
  bool InTemplate, Usable = true;
  llvm::DenseMap<const clang::VarDecl *, std::vector<const clang::Expr *>> Values;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  VarSet Before;  ///< used before the exit
  VarSet Untaken; ///< set by statements that were not taken
  VarSet Tiles;
  std::set<std::string> Filled, Loaded; ///< arrays: with zeros past the end; as they are
};

} // namespace cudafix::transform
