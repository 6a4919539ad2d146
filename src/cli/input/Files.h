// SPDX-License-Identifier: Apache-2.0
//
// Source files as a run sees them: text that repairs changed hides the text on disk until it is
// written. Keys are absolute paths without dots.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cli {

/// The path made absolute and without dots; `Folder` is the base of relative paths.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Folder = "");
/// The path as it is shown to users: relative to the current folder if inside it.
std::string displayPath(llvm::StringRef AbsolutePath);
/// The path as tools for code review need it: relative to the top of the checkout.
std::string reviewPath(llvm::StringRef AbsolutePath);

/// The path itself if it is a file, or the files below the folder that have this ending, sorted.
std::vector<std::string> filesOf(llvm::StringRef Path, llvm::StringRef Ending);

/// The files of a run, with texts that hide those on disk.
class Files {
public:
  /// The current text; nullopt: it cannot be read. Valid until the file is changed.
  std::optional<llvm::StringRef> read(llvm::StringRef Path) const;
  /// The text without the changes.
  std::optional<llvm::StringRef> onDisk(llvm::StringRef Path) const;
  void change(llvm::StringRef Path, std::string Text);
  /// Uses the text as if it were on disk.
  void assume(llvm::StringRef Path, std::string Text);
  /// Replaces a file whose strings hold kernels by its CUDA source; false: it holds none.
  bool assumeEmbedded(llvm::StringRef Path);
  /// Returns false if the new text of such a file would change more than its kernels.
  bool canWrite(llvm::StringRef Path, llvm::StringRef Text) const;
  /// The text to write to disk: for such a file, the original with its changed kernels.
  std::string asWritten(llvm::StringRef Path, llvm::StringRef Text) const;
  /// Drops all changes.
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
