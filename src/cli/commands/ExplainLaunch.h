// SPDX-License-Identifier: Apache-2.0
//
// `explain-launch KERNEL`: what pipeline/LaunchNeeds.h finds of every launch, in words.
#pragma once

#include "report/Report.h"

namespace cudafix::cli {

void printLaunches(llvm::raw_ostream &OS, const report::RunReport &R);

} // namespace cudafix::cli
