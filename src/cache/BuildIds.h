// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cudafix::cache {

/// What tells this program, with the libraries it is linked with, from every other build: their
/// build ids, or the sums of files that have none.
const std::string &buildIds();

} // namespace cudafix::cache
