// SPDX-License-Identifier: Apache-2.0
//
// One git patch per kernel and label, for review: `git am` takes them in the order of `series`.
#pragma once

#include "cli/output/Series.h"

namespace cudafix::cli {

/// Writes 0001-<repair>-<file>.patch, ... and `series` into the folder, in place of those of the
/// previous run; creates the folder.
llvm::Error writePatches(llvm::StringRef Folder, llvm::ArrayRef<FixStep> Steps);

/// The text of one patch: a mail that git am takes. It is quoted-printable if a file has carriage
/// returns, which git am drops from plain text.
std::string patchText(const SeriesPatch &Patch, size_t Number, size_t Count);

/// Writes NNNN-<repair>-<file>.ll for the chosen repair of each finding that has one; after
/// `optimize`, NNNN-original-<file>.ll and NNNN-optimized-<file>.ll.
llvm::Error writeIR(llvm::StringRef Folder, const report::RunReport &R);

} // namespace cudafix::cli
