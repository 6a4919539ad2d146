// SPDX-License-Identifier: Apache-2.0
//
// A new #include line of a repair.
#pragma once

#include "model/Finding.h"
#include "transform/text/SourceText.h"
#include <optional>

namespace cudafix::transform {

/// Puts `#include <Header>` before what uses it at `Use`: after the last #include that no condition
/// guards but that of the whole file, else after the comment, or the guard, that opens the file;
/// nullopt: it is there.
std::optional<Edit> includeOf(const SourceText &Source, llvm::StringRef Header, unsigned Use);

} // namespace cudafix::transform
