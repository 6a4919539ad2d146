// SPDX-License-Identifier: Apache-2.0
//
// The steps of a run as patches for review: the repairs of one kernel that have one label are
// one patch, and its message names the lines of the text that it is applied to.
#pragma once

#include "cli/output/Fixes.h"

namespace cudafix::cli {

struct SeriesPatch {
  std::vector<FixStep> Steps;
  std::vector<FixStep::Change> Changes; ///< of all steps, by file
};

/// Steps move only over steps of other kernels whose edits lie elsewhere; where they meet, a
/// kernel keeps two patches. All patches, one after another, make what the steps make.
std::vector<SeriesPatch> seriesOf(std::vector<FixStep> Steps);

} // namespace cudafix::cli
