// SPDX-License-Identifier: Apache-2.0
//
// Results of units as files, for runs on many machines. Only the same build of the program can read
// them.
#pragma once

#include "cli/pipeline/Workers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>

namespace cudafix::cli {

struct Unit;

/// An id that differs for each unit and for what is asked about it; a report with pictures asks for
/// more.
std::string resultId(const Unit &U, bool WithDetails);

/// Writes the file, unless it already holds this text.
llvm::Error writeIfNew(llvm::StringRef File, llvm::StringRef Text);

/// Results by their ids as the text of a file.
std::string resultText(const std::map<std::string, JobResult> &Results);

/// Reads the results in these files, and in all files of folders. Reports files that are damaged or
/// of another build as an error, but reads the others.
llvm::Error readResults(llvm::ArrayRef<std::string> Paths,
                        std::map<std::string, JobResult> &Results);

} // namespace cudafix::cli
