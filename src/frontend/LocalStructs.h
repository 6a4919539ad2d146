// SPDX-License-Identifier: Apache-2.0
//
// Local structs that LLVM's scalar replacement leaves whole: copies of by-value parameters, and
// structs with an array that a variable indexes.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace cudafix::frontend {

/// Replaces reads of a local copy of a by-value parameter by reads of the parameter, if neither is
/// written. Returns true if something changed.
bool forwardParameterCopies(llvm::Function &F);

/// Gives each member of a local struct a variable of its own if an array member is indexed by a
/// variable: scalar replacement would keep such a struct whole, with its pointers and counters in
/// memory. Structs that are accessed across members, or whose address is kept, stay. Returns true
/// if something changed.
bool splitLocalStructs(llvm::Function &F);

} // namespace cudafix::frontend
