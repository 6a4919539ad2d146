// SPDX-License-Identifier: Apache-2.0
//
// The effects of inline PTX that AsmLowering.h does not understand, as far as they matter to the
// kernel model.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::frontend {

struct AsmModel {
  bool Nothing = true;      ///< it has no instruction: a compiler fence
  bool ThreadValue = false; ///< results may differ between threads whose operands are the same
  bool Memory = false;      ///< it reads or writes memory
  bool Orders = false;      ///< it may order threads, as a wait does
  std::string What;         ///< for people: the opcode that does it
};

/// `Clobbers`: the statement says that it changes memory.
AsmModel classifyAsm(llvm::StringRef Text, bool Clobbers);

} // namespace cudafix::frontend
