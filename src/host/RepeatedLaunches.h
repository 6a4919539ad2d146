// SPDX-License-Identifier: Apache-2.0
//
// Launches that do not differ in anything that matters.
#pragma once

#include "model/Launch.h"

namespace cudafix::host {

/// Removes launches that lead to the same questions as an earlier one.
void dropRepeated(std::vector<Launch> &Launches);

} // namespace cudafix::host
