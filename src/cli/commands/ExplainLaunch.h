// SPDX-License-Identifier: Apache-2.0
//
// `explain-launch KERNEL`: what is known of every launch, which of it a proof needs, and
// the one assumption that would settle what is undecided.
#pragma once

#include "report/Report.h"

namespace cudafix::cli {

void printLaunches(llvm::raw_ostream &OS, const report::RunReport &R);

} // namespace cudafix::cli
