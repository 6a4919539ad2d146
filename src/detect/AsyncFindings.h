// SPDX-License-Identifier: Apache-2.0
//
// What the detectors of asynchronous copies share: a fault as a finding.
#pragma once

#include "detect/Detector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::detect {

/// Findings for the faults for which `Message` has a text; the same places of several launches are
/// one finding. `At` says where it stands: at the operation, or at the access.
enum class FaultPlace : uint8_t { Operation, Access };
std::vector<Finding>
asyncFindings(const KernelFacts &F, const Detector &Of, FaultPlace At,
              llvm::function_ref<std::string(const analysis::AsyncFault &)> Message);

/// Where the kernel itself comes to a place: the call there, or the place.
const SourceLoc &callOf(const SourceLoc &Loc, llvm::ArrayRef<SourceLoc> CallChain);
/// "line 31"
std::string lineOf(const SourceLoc &L);
/// "thread 3 writes s[threadIdx.x] at line 31", of the fault's access.
std::string accessText(const Kernel &K, const analysis::AsyncFault &F);

} // namespace cudafix::detect
