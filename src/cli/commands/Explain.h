// SPDX-License-Identifier: Apache-2.0
//
// `explain ID` and `checks`: both print the texts beside the code of each check.
#pragma once

#include "model/Finding.h"
#include "report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// A check a user can select and suppress.
struct CheckText {
  llvm::StringRef Id;
  Level Severity;
  llvm::StringRef Explanation;
  llvm::StringRef Guide; ///< URI of NVIDIA's guide on the subject
};

/// Every detector, and the checks of the command line itself.
std::vector<CheckText> checks();

/// Repairs and conventions with their explanations.
std::vector<report::Rule> explanations();

/// The first sentence of an explanation, on one line.
std::string firstSentence(llvm::StringRef Explanation);

llvm::Error explain(llvm::raw_ostream &OS, llvm::StringRef Id);
void listChecks(llvm::raw_ostream &OS, llvm::StringRef Globs);

/// Every convention with its first sentence.
void listConventions(llvm::raw_ostream &OS);

/// Fails if a glob of --conventions matches nothing.
llvm::Error validateConventions(llvm::StringRef Globs);

/// Fails if a glob of --checks matches nothing, or the list selects nothing.
llvm::Error validateChecks(llvm::StringRef Globs);

} // namespace cudafix::cli
