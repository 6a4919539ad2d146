// SPDX-License-Identifier: Apache-2.0
//
// Which kernels stand on what stands in for names that nothing declares.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::frontend {

/// Returns true if a header declares it that stands in for a name.
bool isStandIn(const clang::Decl &D);

/// What the functions of one unit make of names that stand in for others.
class StandInUse {
public:
  explicit StandInUse(clang::ASTContext &Ctx);
  /// Returns true if the kernel, or a function that it calls, uses such a name, or if one is used
  /// where it may decide of any kernel: by host code and in what is declared outside of functions.
  bool usesAny(const clang::FunctionDecl &Kernel) const;
  /// The numbers among them, "TILE == 32".
  std::vector<std::string> numbers(const clang::FunctionDecl &Kernel) const;

private:
  llvm::SmallVector<const clang::NamedDecl *, 0> namesOf(const clang::FunctionDecl &Kernel) const;

  bool Hidden = false; ///< one is a macro, of which the tree shows nothing
  llvm::SmallVector<const clang::NamedDecl *, 0> Everywhere;
};

} // namespace cudafix::frontend
