// SPDX-License-Identifier: Apache-2.0
#include "cli/output/OutputFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudafix::cli {
namespace {

using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The folder that holds the files until all are complete. If a run is killed, its files there
/// belong to nobody.
constexpr llvm::StringLiteral StagingName = ".cuda-fix-new";

Error failure(StringRef File, std::error_code EC = llvm::errnoAsErrorCode()) {
  return llvm::createStringError(EC, File + ": cannot be written: " + EC.message());
}

std::string digest(StringRef Text) {
  return llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(Text)), /*LowerCase=*/true);
}

class OutputFolder {
public:
  OutputFolder(StringRef Folder, StringRef Kind)
      : Folder(Folder), List(".cuda-fix-" + Kind.str()) {}
  ~OutputFolder() {
    if (Lock >= 0)
      ::close(Lock);
  }

  Error open();
  Error write(llvm::ArrayRef<OutputFile> Files);
  std::vector<std::string> others(StringRef Extension) const;

private:
  void readList();
  Error check(llvm::ArrayRef<OutputFile> Files);
  Error stage(llvm::ArrayRef<OutputFile> Files);
  Error move(llvm::ArrayRef<OutputFile> Files);
  void removeStaged();
  Error writeStaged(StringRef Name, StringRef Text) const;
  /// Moves a file from the staging folder to its place.
  Error place(StringRef Name) const;
  std::string listed(bool WithOld) const;

  std::string at(StringRef Name) const {
    llvm::SmallString<256> Path(Folder);
    path::append(Path, Name);
    return Path.str().str();
  }
  std::string staged(StringRef Name) const { return at((StagingName + "/" + Name).str()); }
  void remove(StringRef Name) const { ::unlink(at(Name).c_str()); }

  std::string Folder, List;
  int Lock = -1;
  std::map<std::string, std::set<std::string>> Old, New; ///< digests of files by name
};

} // namespace

Error OutputFolder::open() {
  if (std::error_code EC = fs::create_directories(Folder))
    return llvm::createStringError(EC, Folder + ": cannot be made: " + EC.message());
  Lock = ::open(Folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Lock < 0)
    return failure(Folder);
  if (::flock(Lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return llvm::createStringError(Folder + ": another cuda-fix is writing there");
  removeStaged();
  readList();
  return Error::success();
}

void OutputFolder::removeStaged() {
  fs::file_status Status;
  if (fs::status(at(StagingName), Status, /*Follow=*/false) ||
      Status.type() != fs::file_type::directory_file)
    return;
  std::error_code EC;
  for (fs::directory_iterator I(at(StagingName), EC, /*FollowSymlinks=*/false), End;
       !EC && I != End; I.increment(EC))
    ::unlink(I->path().c_str());
  ::rmdir(at(StagingName).c_str());
}

void OutputFolder::readList() {
  auto Buffer = llvm::MemoryBuffer::getFile(at(List));
  if (!Buffer)
    return;
  for (StringRef Line : llvm::split((*Buffer)->getBuffer(), '\n')) {
    auto [Digest, Name] = Line.split("  ");
    if (!Name.empty() && path::filename(Name) == Name)
      Old[Name.str()].insert(Digest.str());
  }
}

/// The digest of a file as it is now; empty: there is no file. Anything but a regular file has a
/// digest that matches nothing.
static std::string digestOf(const std::string &Path) {
  fs::file_status Status;
  if (fs::status(Path, Status, /*Follow=*/false) == std::errc::no_such_file_or_directory)
    return "";
  auto Buffer = Status.type() == fs::file_type::regular_file
                    ? llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                                  /*RequiresNullTerminator=*/false)
                    : std::make_error_code(std::errc::invalid_argument);
  return Buffer ? digest((*Buffer)->getBuffer()) : "none";
}

Error OutputFolder::check(llvm::ArrayRef<OutputFile> Files) {
  for (const OutputFile &F : Files)
    New[F.Name] = {digest(F.Text)};
  std::set<std::string> Names;
  for (const auto *Of : {&Old, &New})
    for (const auto &[Name, Digests] : *Of)
      Names.insert(Name);
  for (const std::string &Name : Names) {
    std::string Now = digestOf(at(Name));
    if (!Now.empty() && !Old[Name].count(Now) && !(New.count(Name) && New[Name].count(Now)))
      return llvm::createStringError(at(Name) +
                                     ": not as cuda-fix wrote it; nothing was written: move it "
                                     "away, or name another folder");
  }
  return Error::success();
}

Error OutputFolder::writeStaged(StringRef Name, StringRef Text) const {
  std::error_code EC;
  llvm::raw_fd_ostream OS(staged(Name), EC, fs::CD_CreateAlways);
  if (!EC) {
    OS << Text;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? failure(at(Name), EC) : Error::success();
}

/// The list of files: while the folder is being written, with the old and the new digests;
/// afterwards with the new ones.
std::string OutputFolder::listed(bool WithOld) const {
  std::string Text;
  for (const auto *Of : {&Old, &New})
    for (const auto &[Name, Digests] : *Of)
      for (const std::string &Digest : Digests)
        if (Of == &New || WithOld)
          Text += Digest + "  " + Name + "\n";
  return Text;
}

Error OutputFolder::stage(llvm::ArrayRef<OutputFile> Files) {
  if (::mkdir(at(StagingName).c_str(), 0777) != 0)
    return failure(at(StagingName));
  for (const OutputFile &F : Files)
    if (Error E = writeStaged(F.Name, F.Text))
      return E;
  return writeStaged(List, listed(/*WithOld=*/true));
}

Error OutputFolder::place(StringRef Name) const {
  return ::rename(staged(Name).c_str(), at(Name).c_str()) == 0 ? Error::success()
                                                               : failure(at(Name));
}

Error OutputFolder::move(llvm::ArrayRef<OutputFile> Files) {
  // From here on the list names the old and the new files: if the run is killed, none of them looks
  // like somebody else's.
  if (Error E = place(List))
    return E;
  if (!Files.empty())
    remove(Files.back().Name);
  for (const auto &[Name, Digests] : Old)
    if (!New.count(Name))
      remove(Name);
  for (const OutputFile &F : Files)
    if (Error E = place(F.Name))
      return E;
  if (Error E = writeStaged(List, listed(/*WithOld=*/false)))
    return E;
  return place(List);
}

Error OutputFolder::write(llvm::ArrayRef<OutputFile> Files) {
  if (Error E = check(Files))
    return E;
  Error E = stage(Files);
  if (!E)
    E = move(Files);
  removeStaged();
  return E;
}

std::vector<std::string> OutputFolder::others(StringRef Extension) const {
  std::vector<std::string> Names;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC, /*FollowSymlinks=*/false), End; !EC && I != End;
       I.increment(EC)) {
    StringRef Name = path::filename(I->path());
    if (path::extension(Name) == Extension && !New.count(Name.str()))
      Names.push_back(Name.str());
  }
  llvm::sort(Names);
  return Names;
}

llvm::Expected<std::vector<std::string>> writeOutputs(StringRef Folder, StringRef Kind,
                                                      StringRef Extension,
                                                      llvm::ArrayRef<OutputFile> Files) {
  if (Files.empty() && !fs::exists(Folder))
    return std::vector<std::string>();
  OutputFolder F(Folder, Kind);
  if (Error E = F.open())
    return std::move(E);
  if (Error E = F.write(Files))
    return std::move(E);
  return F.others(Extension);
}

} // namespace cudafix::cli
