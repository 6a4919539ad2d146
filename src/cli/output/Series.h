// SPDX-License-Identifier: Apache-2.0
//
// Groups the steps of a run into patches for review: repairs of one kernel with one label are one
// patch, whose message names lines of the text that the patch is applied to. Repairs of bugs come
// before those that save time.
#pragma once

#include "cli/output/Fixes.h"

namespace cudafix::cli {

/// The steps that one patch holds.
struct SeriesPatch {
  std::vector<FixStep> Steps;
  std::vector<FixStep::Change> Changes; ///< of all steps, by file
};

/// Moves repairs of bugs before the others, except repairs that touch what another one wrote.
std::vector<FixStep> bugsFirst(std::vector<FixStep> Steps);

/// Steps are reordered only across steps of other kernels whose edits are elsewhere; if they
/// overlap, a kernel keeps two patches. All patches together have the effect of the steps.
std::vector<SeriesPatch> seriesOf(std::vector<FixStep> Steps);

} // namespace cudafix::cli
