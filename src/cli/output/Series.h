// SPDX-License-Identifier: Apache-2.0
//
// Groups the steps of a run into patches for review: repairs of one kernel with one label are one
// patch, whose message names lines of the text that the patch is applied to.
#pragma once

#include "cli/output/Fixes.h"

namespace cudafix::cli {

struct SeriesPatch {
  std::vector<FixStep> Steps;
  std::vector<FixStep::Change> Changes; ///< of all steps, by file
};

/// Steps are reordered only across steps of other kernels whose edits are elsewhere; if they
/// overlap, a kernel keeps two patches. All patches together have the effect of the steps.
std::vector<SeriesPatch> seriesOf(std::vector<FixStep> Steps);

} // namespace cudafix::cli
