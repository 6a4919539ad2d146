// SPDX-License-Identifier: Apache-2.0
//
// Checks whether patched device IR is accepted by LLVM's parser and verifier, and by the NVPTX
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

/// The PTX of a kernel in textual IR (of all kernels, if none is named) and of what they call; an
/// Error says what was rejected. The text is read into a separate context.
llvm::Expected<std::string> compileIR(llvm::StringRef Text, llvm::StringRef Kernel);

/// The target machine for the kernels of a module; null: `Problem` has the reason.
std::unique_ptr<llvm::TargetMachine>
targetMachine(const llvm::Module &M, llvm::CodeGenOptLevel Level, std::string &Problem);

/// Like compileIR for all kernels, but only returns whether it succeeds.
llvm::Error checkIR(llvm::StringRef Text);
llvm::Error checkIR(const llvm::Module &M);

} // namespace cudafix::verify
