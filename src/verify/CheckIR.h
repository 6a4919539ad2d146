// SPDX-License-Identifier: Apache-2.0
//
// Whether patched device IR is accepted: by LLVM's parser and verifier, and by the NVPTX
// backend down to assembly.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace cudafix::verify {

/// PTX of the kernels in textual IR, and of what they call; an Error says what was not
/// accepted. The text is read into a context of its own.
llvm::Expected<std::string> compileIR(llvm::StringRef Text);

/// compileIR, for its verdict only.
llvm::Error checkIR(llvm::StringRef Text);
llvm::Error checkIR(const llvm::Module &M);

} // namespace cudafix::verify
