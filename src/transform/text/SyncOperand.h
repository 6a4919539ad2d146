// SPDX-License-Identifier: Apache-2.0
//
// Finds in the source the operand of a synchronizing instruction, such as the arrivals for which an
// mbarrier is initialised, or the parity of a wait. Wrappers pass it as parameters and members; the
// result is the expression in the outermost wrapper.
#pragma once

#include "transform/RepairKind.h"
#include "clang/AST/Expr.h"

namespace cudafix::transform {

enum class SyncOperand : uint8_t {
  Arrivals, ///< the number of arrivals for which an mbarrier is initialised
  Bytes,    ///< the number of bytes that an mbarrier must expect
  Parity,   ///< of the phase for which a thread waits
  Number,   ///< of a numbered barrier
  Threads,  ///< the number that a numbered barrier counts
  Size,     ///< of a bulk copy
  Mask,     ///< of the lanes of an exchange or __syncwarp
};

struct OperandText {
  const clang::Expr *E = nullptr;
  const clang::FunctionDecl *In = nullptr; ///< the function that it is in
  std::string File;
  unsigned Begin = 0, End = 0; ///< in the file
  llvm::StringRef Text;
  std::optional<int64_t> Value; ///< if it is constant
  /// Replaces it by another text.
  Edit change(llvm::StringRef To) const { return {File, Begin, End - Begin, To.str()}; }
};

/// The operand of the operation at the place that the calls lead to. nullopt: it is not an
/// expression in the source, it is in a macro, or other kernels execute the same code.
std::optional<OperandText> findOperand(const Context &C, SyncOperand What, const SourceLoc &Loc,
                                       llvm::ArrayRef<SourceLoc> CallChain);

/// The text of an expression of the function, if it can be edited.
std::optional<OperandText> textOf(const Context &C, const clang::Expr *E,
                                  const clang::FunctionDecl *In);

} // namespace cudafix::transform
