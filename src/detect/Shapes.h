// SPDX-License-Identifier: Apache-2.0
//
// What is asked where the general question stays open: the same questions of blocks of one
// shape, where products become linear.
#pragma once

#include "detect/Detector.h"
#include "smt/Workspace.h"

namespace cudafix::detect {

/// Puts races found so into the answers that are open. Returns what the kernel is free for, in
/// words ("blocks of 128, 256", "launches with pitch >= gridDim.x *
/// blockDim.x"); empty where nothing is shown. What it takes goes off UnitFacts::OfShapes.
std::string askShapes(KernelFacts &F);

/// As `judge`, and what stays open is asked so: KernelReport::FreeFor then says what the kernel is
/// free for.
KernelReport judgeInShapes(const Kernel &K, smt::Workspace &Solving,
                           llvm::ArrayRef<Launch> Launches, const Options &Opts,
                           std::vector<Finding> &Findings, UnitFacts &OfUnit,
                           llvm::raw_ostream *DumpPairs = nullptr,
                           llvm::raw_ostream *DumpQueries = nullptr);

} // namespace cudafix::detect
