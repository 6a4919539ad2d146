// SPDX-License-Identifier: Apache-2.0
//
// Launches that differ in nothing that is asked about.
#pragma once

#include "model/Launch.h"

namespace cudafix::host {

/// Takes out launches that ask the same questions as one before.
void dropRepeated(std::vector<Launch> &Launches);

} // namespace cudafix::host
