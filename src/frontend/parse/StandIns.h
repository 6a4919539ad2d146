// SPDX-License-Identifier: Apache-2.0
//
// Small headers that stand in for those of libraries that are not there: what kernels and the
// code around their launches make of them (src/cuda/contracts).
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace cudafix::frontend {

/// The folder under which they appear; searched after every other one.
inline constexpr llvm::StringLiteral StandInRoot = "/.cudafix/stand-ins";
/// The folder of those that declare one type each.
inline constexpr llvm::StringLiteral NameStandInRoot = "/.cudafix/names";

class StandIns {
public:
  explicit StandIns(const StandIns *Like = nullptr);

  /// Adds one for the header, if there is one. Returns true if it is new.
  bool add(llvm::StringRef Header);
  /// Adds a header with `typedef Type Name;` and returns its path.
  std::string addType(llvm::StringRef Name, llvm::StringRef Type);
  bool hasTypes() const { return !Types.empty(); }
  /// The headers that have one, in the order of `add`.
  const std::vector<std::string> &names() const { return Names; }
  /// `Base` with the stand-ins laid over it.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base, llvm::StringRef Directory) const;

private:
  std::vector<std::string> Names;
  std::vector<std::pair<std::string, std::string>> Types; ///< names, and what they stand for
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files;
};

} // namespace cudafix::frontend
