// SPDX-License-Identifier: Apache-2.0
//
// `explain ID` and `checks`: both print the texts beside the code of each check.
#pragma once

#include "report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// Repairs and conventions with their explanations.
std::vector<report::Rule> explanations();

/// The first sentence of an explanation, on one line.
std::string firstSentence(llvm::StringRef Explanation);

/// Prints the explanation of a check, repair or convention; fails if there is none with this id.
llvm::Error explain(llvm::raw_ostream &OS, llvm::StringRef Id);
/// Lists the checks that the globs select.
void listChecks(llvm::raw_ostream &OS, llvm::StringRef Globs);

/// Every convention with its first sentence.
void listConventions(llvm::raw_ostream &OS);

} // namespace cudafix::cli
