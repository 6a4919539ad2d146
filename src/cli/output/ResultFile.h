// SPDX-License-Identifier: Apache-2.0
//
// Units' results as files, from the machine that judged them to the one that reports. Only the same
// build of the program reads them.
#pragma once

#include "cli/pipeline/Workers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>

namespace cudafix::cli {

struct Unit;

/// Tells a unit, with what is asked of it, from every other; for a report with pictures, more is.
std::string resultId(const Unit &U, bool WithDetails);

/// Writes a file as a whole, unless it holds this text already.
llvm::Error writeIfNew(llvm::StringRef File, llvm::StringRef Text);

/// Results by their ids as the text of a file.
std::string resultText(const std::map<std::string, JobResult> &Results);

/// Adds the results of files, and of all files in folders. A file that is damaged, or that another
/// build wrote, is an error, and the others are still read.
llvm::Error readResults(llvm::ArrayRef<std::string> Paths,
                        std::map<std::string, JobResult> &Results);

} // namespace cudafix::cli
