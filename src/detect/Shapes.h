// SPDX-License-Identifier: Apache-2.0
//
// What is asked where the general question stays open: the same questions of blocks of one
// shape, and of such blocks with one value for each parameter, where products become linear.
#pragma once

#include "detect/Detector.h"

namespace cudafix::detect {

/// Puts races found so into the answers that are open. Returns what the kernel is free for, in
/// words ("blocks of 128, 256", "8 configurations", "launches with pitch at least gridDim *
/// blockDim"); empty where nothing is shown.
std::string askShapes(KernelFacts &F);

/// As `judge`, and what stays open is asked so: the kernel's first reason then says what it is free
/// for (ShapeVerdict.h).
KernelReport judgeInShapes(const Kernel &K, llvm::ArrayRef<Launch> Launches, const Options &Opts,
                           std::vector<Finding> &Findings, llvm::raw_ostream *DumpPairs = nullptr,
                           llvm::raw_ostream *DumpQueries = nullptr);

} // namespace cudafix::detect
