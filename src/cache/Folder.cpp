// SPDX-License-Identifier: Apache-2.0
#include "cache/Folder.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/stat.h>
#include <unistd.h>

namespace cudafix::cache {

using llvm::StringRef;
namespace fs = llvm::sys::fs;

std::error_code createPrivate(StringRef Folder) {
  if (std::error_code EC = fs::create_directories(Folder, /*IgnoreExisting=*/true, fs::owner_all))
    return EC;
  if (auto Now = fs::getPermissions(Folder); Now && *Now != fs::owner_all)
    fs::setPermissions(Folder, fs::owner_all); // does nothing to someone else's folder
  return std::error_code();
}

bool isOwn(StringRef Folder) {
  fs::file_status Status;
  return !fs::status(Folder, Status) && Status.getUser() == ::geteuid() &&
         !(Status.permissions() & (fs::group_write | fs::others_write));
}

/// Does not use fs::TempFile: each one makes the next slower, which matters for 100,000 files.
llvm::Error writeWhole(StringRef Path, StringRef Contents, unsigned Mode) {
  llvm::SmallString<256> Beside;
  int FD;
  if (std::error_code EC =
          fs::createUniqueFile(Path + "-%%%%%%.tmp", FD, Beside, fs::OF_None, Mode))
    return llvm::errorCodeToError(EC);
  llvm::raw_fd_ostream OS(FD, /*shouldClose=*/true);
  OS << Contents;
  OS.close();
  std::error_code EC = OS.error();
  OS.clear_error();
  if (!EC)
    EC = fs::rename(Beside, Path);
  if (EC)
    fs::remove(Beside);
  return llvm::errorCodeToError(EC);
}

void prune(StringRef Folder, uint64_t MostBytes, uint64_t MostFiles,
           std::chrono::seconds NotBefore) {
  llvm::CachePruningPolicy Policy;
  Policy.Interval = NotBefore;
  Policy.Expiration = std::chrono::hours(90 * 24);
  Policy.MaxSizeBytes = MostBytes;
  Policy.MaxSizeFiles = MostFiles;
  // pruneCache leaves a file with the time, which must be private to the owner as well.
  const mode_t Before = ::umask(0077);
  llvm::pruneCache(Folder, Policy);
  ::umask(Before);
}

} // namespace cudafix::cache
