// SPDX-License-Identifier: Apache-2.0
//
// Ids, and the glob lists over them that --checks and NOLINT(...) take; same meaning as in
// clang-tidy.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace cudafix {

/// The id that users see for an entry of a .def file: "shared-race" for "SharedRace".
std::string idOfName(llvm::StringRef Name);

/// A comma-separated list of globs; `*` stands for any characters, a leading `-` excludes,
/// and the last glob that matches a name decides. A list that begins with an exclusion
/// starts from everything.
class GlobList {
public:
  explicit GlobList(llvm::StringRef List);
  bool contains(llvm::StringRef Name) const;
  /// The globs, including excluding ones, that match none of `Names`, as written.
  std::vector<std::string> unmatched(llvm::ArrayRef<llvm::StringRef> Names) const;

private:
  struct Glob {
    bool Include;
    std::string Text;
    llvm::Regex Pattern;
  };
  std::vector<Glob> Globs;
  bool Default = false;
};

} // namespace cudafix
