// SPDX-License-Identifier: Apache-2.0
//
// Headers beside the embedded ones: small ones (src/cuda/contracts) that stand in for those of
// missing libraries, as far as kernels and the code around their launches use them, and those of an
// installed toolkit's C libraries.
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
/// The folder in it of those for names that only host code uses.
inline constexpr llvm::StringLiteral HostFolder = "host";

class StandIns {
public:
  explicit StandIns(const StandIns *Like = nullptr);

  /// Adds one for the header, if there is one. Returns true if it is new.
  bool add(llvm::StringRef Header);
  /// Adds the toolkit's own header, and those of it that this one includes and the embedded set
  /// lacks. Returns true if it is new. One in a folder below the toolkit's is not taken: the C++
  /// libraries there need the toolkit's other headers, too.
  bool addOf(llvm::StringRef Toolkit, llvm::StringRef Header, llvm::vfs::FileSystem &FS);
  /// Adds a header that declares the name as what `Of` says, with this text, and returns its path.
  std::string addName(llvm::StringRef Name, llvm::StringRef Of, llvm::StringRef Text);
  bool hasNames() const { return !OfNames.empty(); }
  /// The headers that have one, in the order of `add`.
  const std::vector<std::string> &names() const { return Names; }
  /// Returns true for a header of a toolkit that was added.
  bool isOfToolkit(llvm::StringRef Header) const;
  /// `Base` with the stand-ins laid over it.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base, llvm::StringRef Directory) const;

private:
  using Texts = std::vector<std::pair<std::string, std::string>>; ///< paths of headers, and texts
  void addFile(llvm::StringRef Path, llvm::StringRef Text, Texts &To);

  std::vector<std::string> Names;
  Texts OfNames, OfToolkit;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files;
};

} // namespace cudafix::frontend
