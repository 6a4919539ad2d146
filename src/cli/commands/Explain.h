// SPDX-License-Identifier: Apache-2.0
//
// `explain ID` and `checks`: both come from the texts beside the code of each check.
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
  llvm::StringRef Guide; ///< NVIDIA's guide on the matter, as a URI
};

/// Every detector, and the checks of the command line itself.
std::vector<CheckText> checks();

/// Repairs and conventions with what `explain` says of them.
std::vector<report::Rule> explanations();

/// The first sentence of an explanation, on one line.
std::string firstSentence(llvm::StringRef Explanation);

llvm::Error explain(llvm::raw_ostream &OS, llvm::StringRef Id);
void listChecks(llvm::raw_ostream &OS, llvm::StringRef Globs);

/// Every convention with its first sentence.
void listConventions(llvm::raw_ostream &OS);

/// An error for a glob of --conventions that names none.
llvm::Error validateConventions(llvm::StringRef Globs);

/// An error for a glob of --checks that names nothing, or a list that selects nothing.
llvm::Error validateChecks(llvm::StringRef Globs);

} // namespace cudafix::cli
