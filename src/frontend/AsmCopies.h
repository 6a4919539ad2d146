// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies that are written as inline PTX: cp.async.ca and cp.async.cg, their
// groups and what waits for them.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace cudafix::frontend {

/// Replaces them by calls of __cudafix_async_*, which everything behind understands; a copy
/// only where the shared array that its 32-bit address lies in can be told.
void replaceAsmCopies(llvm::Function &F);

} // namespace cudafix::frontend
