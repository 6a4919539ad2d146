// SPDX-License-Identifier: Apache-2.0
//
// Race questions whose answers the conventions judge.
#pragma once

#include "analysis/question/Race.h"
#include "smt/Workspace.h"

namespace cudafix::convention {

/// The options for race questions at the effort of `Opts`, judged by the conventions that are on.
analysis::RaceOptions raceOptions(smt::Workspace &Solving, const Options &Opts = {});

} // namespace cudafix::convention
