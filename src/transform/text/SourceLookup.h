// SPDX-License-Identifier: Apache-2.0
//
// Maps places of the kernel model to statements of the AST.
#pragma once

#include "frontend/Program.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace cudafix::transform {

/// The statement of a list at a place, with its function.
struct FoundStatement {
  const clang::FunctionDecl *Function = nullptr;
  const clang::Stmt *S = nullptr;
};

/// The smallest architecture that the unit is compiled for; 80 if none is given.
unsigned smallestArch(const frontend::Program &P);

class SourceLookup {
public:
  SourceLookup(frontend::Program &P, const frontend::KernelUnit &K);

  /// Returns true if the place is in the statement, or in the macro call that expands to it.
  bool contains(const clang::Stmt *S, const SourceLoc &Loc) const;
  /// The innermost simple statement that contains the place; S is null if there is none.
  FoundStatement statementAt(const SourceLoc &Loc) const;
  /// The innermost if whose condition is at the place; null: there is none.
  const clang::IfStmt *ifAt(const SourceLoc &Loc) const;
  /// The device function whose last statement is a loop that contains the place; null: there is
  /// none.
  const clang::FunctionDecl *endingWithLoopAt(const SourceLoc &Loc) const;
  /// The nodes of the model that end in a part of an if's or a loop's condition.
  std::vector<NodeId> decisions(const clang::Stmt *Control) const;
  /// Returns true if threads of a block decide differently at an if, loop or switch, by the edges
  /// of the model; nullopt: it has no edge there.
  std::optional<bool> divergent(const clang::Stmt *Control) const;
  /// The same for the lanes of a warp; at the end of the given nodes, they decide alike.
  std::optional<bool> lanesPart(const clang::Stmt *Control,
                                llvm::ArrayRef<NodeId> WholeWarps) const;
  /// The kernel and the device functions it calls.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const { return Functions; }

private:
  void addCallees(const clang::FunctionDecl *F);
  const clang::SourceManager &SM;
  const clang::ASTContext &Ctx;
  std::vector<const clang::FunctionDecl *> Functions;
  struct Decision {
    SourceLoc Loc; ///< of the condition
    NodeId Node;
    bool Divergent;
  };
  std::optional<bool> anyOf(const clang::Stmt *Control,
                            llvm::function_ref<bool(const Decision &)> Is) const;
  std::vector<Decision> Decisions;
};

} // namespace cudafix::transform
