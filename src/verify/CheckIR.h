// SPDX-License-Identifier: Apache-2.0
//
// Says if patched device IR is accepted: by LLVM's parser and verifier, and by the NVPTX
// backend down to assembly.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
enum class CodeGenOptLevel;
} // namespace llvm

namespace cudafix::verify {

/// PTX of a kernel in textual IR, or of all if it is not named, and of what they call; an
/// Error says what was not accepted. The text is read into a context of its own.
llvm::Expected<std::string> compileIR(llvm::StringRef Text, llvm::StringRef Kernel);

/// The machine that the kernels of a module are for; null, with the reason in `Problem`.
std::unique_ptr<llvm::TargetMachine>
targetMachine(const llvm::Module &M, llvm::CodeGenOptLevel Level, std::string &Problem);

/// compileIR of all kernels, for its verdict only.
llvm::Error checkIR(llvm::StringRef Text);
llvm::Error checkIR(const llvm::Module &M);

} // namespace cudafix::verify
