// SPDX-License-Identifier: Apache-2.0
//
// Writes a folder of generated files as a whole: files of the previous run are removed, files of
// others stay.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudafix::cli {

struct OutputFile {
  std::string Name, Text;
};

/// Replaces the files of the previous run in the folder by these. A list in the folder, one for
/// each `Kind`, names them with their digests. Fails, and writes nothing, if one of them was
/// changed since, or if a file that is not in the list has the name of a new one. The last file
/// marks the others as complete: it is removed first and written last. Returns the names of other
/// files in the folder with this extension.
llvm::Expected<std::vector<std::string>> writeOutputs(llvm::StringRef Folder, llvm::StringRef Kind,
                                                      llvm::StringRef Extension,
                                                      llvm::ArrayRef<OutputFile> Files);

} // namespace cudafix::cli
