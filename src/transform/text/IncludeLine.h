// SPDX-License-Identifier: Apache-2.0
//
// Adds an #include line.
#pragma once

#include "model/Finding.h"
#include "transform/text/SourceText.h"
#include <optional>

namespace cudafix::transform {

/// Puts `#include <Header>` before its first use at `Use`: after the last #include that is under no
/// condition but that of the whole file, else after the comment, or the guard, that opens the file;
/// nullopt: the file has it.
std::optional<Edit> includeOf(const SourceText &Source, llvm::StringRef Header, unsigned Use);

} // namespace cudafix::transform
