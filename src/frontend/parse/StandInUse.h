// SPDX-License-Identifier: Apache-2.0
//
// The kernels that depend on stand-ins for undeclared names.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::frontend {

/// Returns true if a stand-in header on which kernels may depend declares it.
bool isStandIn(const clang::Decl &D);

/// Returns true if it is a stand-in for a name that only host code uses.
bool isHostStandIn(const clang::Decl &D);
/// Returns true if the unit has any such stand-in.
bool hasHostStandIns(const clang::SourceManager &SM);

/// How the functions of one unit use stand-ins for undeclared names.
class StandInUse {
public:
  explicit StandInUse(clang::ASTContext &Ctx);
  /// Returns true if the kernel, or a function that it calls, uses such a name, or if the name is
  /// used where it may matter to any kernel: in host code and in declarations outside of functions.
  bool usesAny(const clang::FunctionDecl &Kernel) const;
  /// The stand-ins for numbers among them, "TILE == 32".
  std::vector<std::string> numbers(const clang::FunctionDecl &Kernel) const;

private:
  llvm::SmallVector<const clang::NamedDecl *, 0> namesOf(const clang::FunctionDecl &Kernel) const;

  bool Hidden = false; ///< some stand-in is a macro, which the AST does not show
  llvm::SmallVector<const clang::NamedDecl *, 0> Everywhere;
};

} // namespace cudafix::frontend
