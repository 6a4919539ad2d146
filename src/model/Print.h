// SPDX-License-Identifier: Apache-2.0
//
// Kernel models as text, for --dump=model and for tests.
#pragma once

#include "model/Kernel.h"

namespace cudafix {

/// Prints one block of text per node, in program order: accesses, barriers, slots and edges.
void print(llvm::raw_ostream &OS, const Kernel &K);

llvm::StringRef name(AtomicOp O);
llvm::StringRef name(AtomicScope S);
llvm::StringRef name(BarrierKind K);
llvm::StringRef name(AsyncOp::Kind K);
llvm::StringRef name(LoopKind K);
llvm::StringRef name(Uniformity U);

} // namespace cudafix
