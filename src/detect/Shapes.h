// SPDX-License-Identifier: Apache-2.0
//
// If the general question stays open, the same question is asked for blocks of one shape, for which
// products become linear.
#pragma once

#include "detect/Detector.h"
#include "smt/Workspace.h"

namespace cudafix::detect {

/// Replaces open answers by races that are found in this way. Returns what the kernel is free for,
/// in words ("blocks of 128, 256", "launches with pitch >= gridDim.x * blockDim.x"); empty if
/// nothing was proved. The cost is taken from UnitFacts::OfShapes.
std::string askShapes(KernelFacts &F);

/// Like `judge`, but also asks about block shapes where verdicts stay open: KernelReport::FreeFor
/// then says what the kernel is free for.
KernelReport judgeInShapes(const Kernel &K, smt::Workspace &Solving,
                           llvm::ArrayRef<Launch> Launches, const Options &Opts,
                           std::vector<Finding> &Findings, UnitFacts &OfUnit,
                           llvm::raw_ostream *DumpPairs = nullptr,
                           llvm::raw_ostream *DumpQueries = nullptr);

} // namespace cudafix::detect
