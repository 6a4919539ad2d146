// SPDX-License-Identifier: Apache-2.0
//
// Headers in addition to the embedded ones: small ones (src/cuda/contracts) that replace those of
// missing libraries, as far as kernels and the code around their launches use them, and headers of
// C libraries in an installed toolkit.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace cudafix::frontend {

/// The folder in which they appear; searched after all others.
inline constexpr llvm::StringLiteral StandInRoot = "/.cudafix/stand-ins";
/// The folder of stand-ins that declare one name each.
inline constexpr llvm::StringLiteral NameStandInRoot = "/.cudafix/names";
/// Its subfolder of stand-ins for names that only host code uses.
inline constexpr llvm::StringLiteral HostFolder = "host";

class StandIns {
public:
  explicit StandIns(const StandIns *Like = nullptr);

  /// Adds a stand-in for the header, if one exists. Returns true if it is new.
  bool add(llvm::StringRef Header);
  /// Adds the header of the toolkit, and those of the toolkit that it includes and the embedded set
  /// lacks. Returns true if it is new. Headers in subfolders of the toolkit's folder are rejected:
  /// the C++ libraries there also need the toolkit's other headers.
  bool addOf(llvm::StringRef Toolkit, llvm::StringRef Header, llvm::vfs::FileSystem &FS);
  /// Adds a header with this text, which declares the name as `Of` says; returns its path.
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
