// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cudafix::cache {

/// A text that differs for every build of this program and the libraries it is linked with: their
/// build ids, or the checksums of files that have none.
const std::string &buildIds();

} // namespace cudafix::cache
