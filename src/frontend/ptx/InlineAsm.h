// SPDX-License-Identifier: Apache-2.0
//
// The effects of inline PTX that AsmLowering.h does not handle, as far as they matter to the kernel
// model.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::frontend {

struct AsmModel {
  bool Nothing = true;      ///< there is no instruction: a compiler fence
  bool ThreadValue = false; ///< results may differ between threads with equal operands
  bool Memory = false;      ///< it reads or writes memory
  bool Orders = false;      ///< it may order threads, for example by waiting
  std::string What;         ///< for messages: the opcode that does it
};

/// `Clobbers`: the statement declares that it changes memory.
AsmModel classifyAsm(llvm::StringRef Text, bool Clobbers);

} // namespace cudafix::frontend
