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
/// The folder of those that declare one name each.
inline constexpr llvm::StringLiteral NameStandInRoot = "/.cudafix/names";

class StandIns {
public:
  explicit StandIns(const StandIns *Like = nullptr);

  /// Adds one for the header, if there is one. Returns true if it is new.
  bool add(llvm::StringRef Header);
  /// Adds a header that declares the name as what `Of` says, with this text, and returns its path.
  std::string addName(llvm::StringRef Name, llvm::StringRef Of, llvm::StringRef Text);
  bool hasNames() const { return !OfNames.empty(); }
  /// The headers that have one, in the order of `add`.
  const std::vector<std::string> &names() const { return Names; }
  /// `Base` with the stand-ins laid over it.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base, llvm::StringRef Directory) const;

private:
  void addFile(llvm::StringRef Path, llvm::StringRef Text);

  std::vector<std::string> Names;
  std::vector<std::pair<std::string, std::string>> OfNames; ///< paths of headers, and their texts
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files;
};

} // namespace cudafix::frontend
