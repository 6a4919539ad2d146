// SPDX-License-Identifier: Apache-2.0
//
// What the detectors of asynchronous copies share: turning a fault into a finding.
#pragma once

#include "detect/Detector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::detect {

/// Where the finding is placed: at the operation, or at the access. asyncFindings() reports the
/// faults for which `Message` has a text; faults at the same places in several launches are one
/// finding.
enum class FaultPlace : uint8_t { Operation, Access };
std::vector<Finding>
asyncFindings(const KernelFacts &F, const Detector &Of, FaultPlace At,
              llvm::function_ref<std::string(const analysis::AsyncFault &)> Message);

/// The call in the kernel itself through which it gets to a place, or the place if there is none.
const SourceLoc &callOf(const SourceLoc &Loc, llvm::ArrayRef<SourceLoc> CallChain);
/// "line 31"
std::string lineOf(const SourceLoc &L);
/// "thread 3 writes s[threadIdx.x] at line 31", for the fault's access.
std::string accessText(const Kernel &K, const analysis::AsyncFault &F);

} // namespace cudafix::detect
