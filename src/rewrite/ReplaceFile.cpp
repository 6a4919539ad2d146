// SPDX-License-Identifier: Apache-2.0
//
// The new text is written into a file without a name, which a killed process cannot leave behind.
// The file gets a name only to be renamed over the old one, because no system call does both. A
// process that is killed in between leaves a file that nobody has locked; removeLeftovers deletes
// it.
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace llvm;

namespace cudafix::rewrite {
namespace {

constexpr StringLiteral StagedName = ".cuda-fix-%%%%%%";
constexpr StringLiteral StagedPattern = "\\.cuda-fix-[0-9a-f]{6}$";

Error failure(StringRef File, const Twine &What, std::error_code EC = errnoAsErrorCode()) {
  return createStringError(EC, File + ": " + What + ": " + EC.message());
}

/// The new text of a file, in another file in the same folder.
class StagedFile {
public:
  StagedFile(StringRef Target, Staging How) : Target(Target), How(How) {}
  ~StagedFile() {
    if (!Name.empty())
      ::unlink(Name.c_str());
    unname();
    if (FD >= 0)
      ::close(FD);
  }
  StagedFile(const StagedFile &) = delete;
  StagedFile &operator=(const StagedFile &) = delete;

  Error create();
  Error write(StringRef Text);
  /// Copies owner, permissions, access lists and user attributes of the open file.
  Error copyMetadata(int From, const struct stat &Old);
  /// Renames the file over the target.
  Error replace();

private:
  Error createNamed();
  bool link();
  void name(std::string Fresh) {
    Name = std::move(Fresh);
    sys::RemoveFileOnSignal(Name);
  }
  void unname() {
    if (!Name.empty())
      sys::DontRemoveFileOnSignal(Name);
    Name.clear();
  }
  std::string freshName() const {
    SmallString<256> Path(sys::path::parent_path(Target)), Fresh;
    sys::path::append(Path, StagedName);
    sys::fs::createUniquePath(Path, Fresh, /*MakeAbsolute=*/false);
    return Fresh.str().str();
  }

  std::string Target;
  Staging How;
  int FD = -1;
  std::string Name; ///< empty: it has no name
};

/// Returns false only if another process holds the lock; some file systems have no locks.
bool lock(int FD) { return ::flock(FD, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

Error StagedFile::create() {
  std::string Folder = sys::path::parent_path(Target).str();
  if (How == Staging::Unnamed)
    FD = ::open(Folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (FD < 0)
    return createNamed();
  lock(FD);
  return Error::success();
}

Error StagedFile::createNamed() {
  constexpr unsigned Attempts = 128;
  for (unsigned I = 0; I < Attempts; ++I) {
    std::string Fresh = freshName();
    FD = ::open(Fresh.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (FD < 0 && errno == EEXIST)
      continue;
    if (FD < 0)
      return failure(Target, "cannot write");
    // Before it was locked, another process may have deleted it as a leftover.
    struct stat Now;
    if (lock(FD) && ::fstat(FD, &Now) == 0 && Now.st_nlink == 1) {
      name(std::move(Fresh));
      return Error::success();
    }
    ::close(FD);
    FD = -1;
  }
  return failure(Target, "cannot write", std::make_error_code(std::errc::file_exists));
}

Error StagedFile::write(StringRef Text) {
  raw_fd_ostream OS(FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  if (OS.has_error()) {
    std::error_code EC = OS.error();
    OS.clear_error();
    return failure(Target, "cannot write", EC);
  }
  // It must be on disk before the rename, which then never leaves half a file behind.
  if (::fsync(FD) != 0)
    return failure(Target, "cannot write");
  return Error::success();
}

/// The names of the user's attributes; the other attributes belong to the system.
std::vector<std::string> attributes(int FD) {
  ssize_t Size = ::flistxattr(FD, nullptr, 0);
  std::string Names(std::max<ssize_t>(Size, 0), '\0');
  Size = ::flistxattr(FD, Names.data(), Names.size());
  Names.resize(std::max<ssize_t>(Size, 0));
  std::vector<std::string> Own;
  for (StringRef Name : split(StringRef(Names), '\0'))
    if (Name.starts_with("user.") || Name == "system.posix_acl_access")
      Own.push_back(Name.str());
  return Own;
}

Error StagedFile::copyMetadata(int From, const struct stat &Old) {
  struct stat New;
  if (::fstat(FD, &New) != 0)
    return failure(Target, "cannot write");
  // Owner before permissions, since a change of the owner clears some of these.
  if ((New.st_uid != Old.st_uid || New.st_gid != Old.st_gid) &&
      ::fchown(FD, Old.st_uid, Old.st_gid) != 0)
    return failure(Target, "cannot keep its owner and group");
  if (::fchmod(FD, Old.st_mode & 07777) != 0)
    return failure(Target, "cannot keep its permissions");
  for (const std::string &Attribute : attributes(From)) {
    ssize_t Size = ::fgetxattr(From, Attribute.c_str(), nullptr, 0);
    std::string Value(std::max<ssize_t>(Size, 0), '\0');
    if (Size < 0 || ::fgetxattr(From, Attribute.c_str(), Value.data(), Value.size()) != Size ||
        ::fsetxattr(FD, Attribute.c_str(), Value.data(), Value.size(), 0) != 0)
      return failure(Target, "cannot keep its attribute " + Attribute);
  }
  return Error::success();
}

bool StagedFile::link() {
  std::string Fresh = freshName(), Own = "/proc/self/fd/" + std::to_string(FD);
  if (::linkat(AT_FDCWD, Own.c_str(), AT_FDCWD, Fresh.c_str(), AT_SYMLINK_FOLLOW) != 0)
    return false;
  name(std::move(Fresh));
  return true;
}

Error StagedFile::replace() {
  if (Name.empty() && !link())
    return failure(Target, "cannot write");
  if (::rename(Name.c_str(), Target.c_str()) != 0)
    return failure(Target, "cannot write");
  unname();
  return Error::success();
}

bool isMember(gid_t Group) {
  int Count = std::max(::getgroups(0, nullptr), 0);
  SmallVector<gid_t> Groups(Count);
  Count = std::max(::getgroups(Count, Groups.data()), 0);
  return Group == ::getegid() || is_contained(ArrayRef(Groups).take_front(Count), Group);
}

/// Returns true if a new file in the folder has, or can be given, the owner and group of the old
/// one.
bool canKeepOwner(const struct stat &File, const struct stat &Folder) {
  if (::geteuid() == 0)
    return true;
  bool Inherited = (Folder.st_mode & S_ISGID) && Folder.st_gid == File.st_gid;
  return File.st_uid == ::geteuid() && (Inherited || isMember(File.st_gid));
}

bool sameState(const struct stat &A, const struct stat &B) {
  return A.st_dev == B.st_dev && A.st_ino == B.st_ino && A.st_size == B.st_size &&
         A.st_mtim.tv_sec == B.st_mtim.tv_sec && A.st_mtim.tv_nsec == B.st_mtim.tv_nsec;
}

/// Removes the file unless a living process has locked it.
void removeLeftover(const std::string &Path) {
  int FD = ::open(Path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (FD < 0)
    return;
  struct stat Open, Named;
  if (::fstat(FD, &Open) == 0 && S_ISREG(Open.st_mode) && Open.st_uid == ::geteuid() &&
      Open.st_nlink == 1 && ::flock(FD, LOCK_EX | LOCK_NB) == 0 &&
      ::lstat(Path.c_str(), &Named) == 0 && Open.st_ino == Named.st_ino)
    ::unlink(Path.c_str());
  ::close(FD);
}

} // namespace

std::string whyNotReplaceable(StringRef File) {
  SmallString<256> Real;
  struct stat Old, Folder;
  std::error_code EC = sys::fs::real_path(File, Real);
  if (!EC && ::stat(Real.c_str(), &Old) != 0)
    EC = errnoAsErrorCode();
  std::string Parent = sys::path::parent_path(Real).str();
  if (!EC && ::stat(Parent.c_str(), &Folder) != 0)
    EC = errnoAsErrorCode();
  if (EC)
    return "it cannot be read: " + EC.message();
  if (!S_ISREG(Old.st_mode))
    return "it is no regular file";
  // Root may write to any file; but one that nobody may write was made read-only on purpose.
  if (!(Old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) || ::access(Real.c_str(), W_OK) != 0)
    return "it is read-only; make it writable first";
  if (::access(Parent.c_str(), W_OK | X_OK) != 0)
    return "its folder is read-only; make it writable first";
  if (Old.st_nlink > 1)
    return "it is one of " + std::to_string(Old.st_nlink) +
           " names of one file (hard links), and a repaired file under one of them would part it "
           "from the others; give it a copy of its own first";
  if (!canKeepOwner(Old, Folder))
    return "it belongs to another user or group, which a repaired file could not; run as its "
           "owner, or give yourself a copy";
  return "";
}

Error replaceFile(StringRef File, StringRef Before, StringRef After, Staging How) {
  if (std::string Why = whyNotReplaceable(File); !Why.empty())
    return createStringError(File + ": " + Why);
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(File, Real))
    return failure(File, "cannot open", EC);
  int From = ::open(Real.c_str(), O_RDONLY | O_CLOEXEC);
  if (From < 0)
    return failure(File, "cannot open");
  auto Close = scope_exit([From] { ::close(From); });
  struct stat Old, Now;
  if (::fstat(From, &Old) != 0)
    return failure(File, "cannot read");
  auto Text = MemoryBuffer::getOpenFile(From, Real, Old.st_size, /*RequiresNullTerminator=*/false,
                                        /*IsVolatile=*/true);
  if (!Text)
    return failure(File, "cannot read", Text.getError());
  auto Changed = [&] {
    return createStringError(File + ": changed since it was analysed; nothing was written");
  };
  if ((*Text)->getBuffer() != Before)
    return Changed();
  removeLeftovers(Real);
  StagedFile Staged(Real, How);
  if (Error E = Staged.create())
    return E;
  if (Error E = Staged.copyMetadata(From, Old))
    return E;
  if (Error E = Staged.write(After))
    return E;
  if (::stat(Real.c_str(), &Now) != 0 || !sameState(Old, Now))
    return Changed();
  return Staged.replace();
}

void removeLeftovers(StringRef File) {
  SmallString<256> Real;
  if (sys::fs::real_path(File, Real))
    return;
  Regex Pattern(StagedPattern);
  StringRef Folder = sys::path::parent_path(Real);
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC, /*FollowSymlinks=*/false), End; !EC && I != End;
       I.increment(EC))
    if (Pattern.match(I->path()))
      removeLeftover(I->path());
}

} // namespace cudafix::rewrite
