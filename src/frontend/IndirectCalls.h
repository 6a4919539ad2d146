// SPDX-License-Identifier: Apache-2.0
//
// Indirect calls of device functions as a choice among the functions they can reach.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace cudafix::frontend {

/// Replaces each indirect call in `F` by a chain of comparisons with the functions of its type
/// whose address the module takes, in module order. Only valid if no other unit can supply a
/// function (no relocatable device code). Calls with no candidate or more than eight stay. Returns
/// true if something changed.
bool resolveIndirectCalls(llvm::Function &F);

} // namespace cudafix::frontend
