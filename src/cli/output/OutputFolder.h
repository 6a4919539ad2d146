// SPDX-License-Identifier: Apache-2.0
//
// A folder of generated files that is written anew as a whole: what the run before wrote there
// goes, what anybody else wrote stays.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudafix::cli {

struct OutputFile {
  std::string Name, Text;
};

/// Makes the folder hold these files in place of those of the run before; it finds them by a list
/// with their digests that it keeps there, one for each `Kind`. Fails, and writes nothing, where
/// one of them was changed since, or a name is taken by a file that is not in the list. The last
/// file says that the others are complete: it goes first and comes last. Returns the names of the
/// other files there with this extension.
llvm::Expected<std::vector<std::string>> writeOutputs(llvm::StringRef Folder, llvm::StringRef Kind,
                                                      llvm::StringRef Extension,
                                                      llvm::ArrayRef<OutputFile> Files);

} // namespace cudafix::cli
