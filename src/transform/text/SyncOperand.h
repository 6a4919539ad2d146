// SPDX-License-Identifier: Apache-2.0
//
// Where the source writes what an instruction that synchronizes is given: for how many arrivals an
// mbarrier is initialised, which parity a wait is for. Wrappers pass it on as parameters and
// members; the expression is that of the outermost of them.
#pragma once

#include "transform/Transform.h"
#include "clang/AST/Expr.h"

namespace cudafix::transform {

enum class SyncOperand : uint8_t {
  Arrivals, ///< that an mbarrier is initialised for
  Bytes,    ///< that an mbarrier is to expect
  Parity,   ///< of the phase that is waited for
  Number,   ///< of a numbered barrier
  Threads,  ///< that a numbered barrier counts
  Size,     ///< of a bulk copy
};

struct OperandText {
  const clang::Expr *E = nullptr;
  const clang::FunctionDecl *In = nullptr; ///< whose body it stands in
  std::string File;
  unsigned Begin = 0, End = 0; ///< in the file
  llvm::StringRef Text;
  std::optional<int64_t> Value; ///< where it is constant
  /// Another text for it.
  Edit change(llvm::StringRef To) const { return {File, Begin, End - Begin, To.str()}; }
};

/// The operand of the operation at the place, which calls lead to. nullopt: no expression of the
/// source is it, one inside a macro is, or other kernels run the code that it stands in.
std::optional<OperandText> findOperand(const Context &C, SyncOperand What, const SourceLoc &Loc,
                                       llvm::ArrayRef<SourceLoc> CallChain);

/// The text of an expression of the function, where it can be edited.
std::optional<OperandText> textOf(const Context &C, const clang::Expr *E,
                                  const clang::FunctionDecl *In);

} // namespace cudafix::transform
