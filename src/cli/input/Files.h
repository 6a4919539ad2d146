// SPDX-License-Identifier: Apache-2.0
//
// Source files as a run sees them: text changed by repairs lies over the disk until it is
// written. Keys are absolute paths without dots.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cli {

/// Absolute and without dots; `Folder` is what a relative path is relative to.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Folder = "");
/// The path as the user reads it: relative to the current folder when inside it.
std::string displayPath(llvm::StringRef AbsolutePath);
/// The path as the tools of a code review read it: relative to the top of the checkout.
std::string reviewPath(llvm::StringRef AbsolutePath);

/// The file itself, or, of a folder, the files below it that end so, sorted.
std::vector<std::string> filesOf(llvm::StringRef Path, llvm::StringRef Ending);

class Files {
public:
  /// nullopt: cannot be read. Stays valid until the file is changed.
  std::optional<llvm::StringRef> read(llvm::StringRef Path) const;
  /// The text without the changes.
  std::optional<llvm::StringRef> onDisk(llvm::StringRef Path) const;
  void change(llvm::StringRef Path, std::string Text);
  /// Takes the text for what is on disk.
  void assume(llvm::StringRef Path, std::string Text);
  /// Takes a file whose strings hold kernels for its CUDA source; false: it holds none.
  bool assumeEmbedded(llvm::StringRef Path);
  /// Returns false for text of such a file that changes more than its kernels.
  bool canWrite(llvm::StringRef Path, llvm::StringRef Text) const;
  /// The text as it is written: that of such a file around its changed kernels.
  std::string asWritten(llvm::StringRef Path, llvm::StringRef Text) const;
  /// Back to what is on disk.
  void forgetChanges() { Changed.clear(); }
  /// The text on disk of every changed file, and the new one.
  std::map<std::string, std::pair<std::string, std::string>> changes() const;
  /// The real file system below the changed texts.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() const;

private:
  mutable std::map<std::string, std::optional<std::string>, std::less<>> OnDisk;
  std::map<std::string, std::string, std::less<>> Changed, Assumed, Around;
};

} // namespace cudafix::cli
