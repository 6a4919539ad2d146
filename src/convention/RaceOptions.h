// SPDX-License-Identifier: Apache-2.0
//
// Race questions whose answers are judged by conventions.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"

namespace cudafix::convention {

/// Questions at the effort that the options ask for, judged by the conventions that hold.
analysis::RaceOptions raceOptions(smt::Workspace &Solving, const Options &Opts = {});

} // namespace cudafix::convention
