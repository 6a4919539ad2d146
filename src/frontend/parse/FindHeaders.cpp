// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/FindHeaders.h"
#include "frontend/parse/IncludeScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::frontend {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

constexpr unsigned MaxLevels = 8;
constexpr size_t MaxFiles = 1000;

/// The files of a checkout by name, ordered by distance from a unit: first those below its folder,
/// then those below the parent folder, and so on.
class CheckoutFiles {
public:
  /// `Above`: the unit's folder and those above it.
  CheckoutFiles(std::vector<std::string> Above, llvm::vfs::FileSystem &FS)
      : FS(FS), Above(std::move(Above)) {
    if (this->Above.empty() || !FS.exists(this->Above.back() + "/.git"))
      this->Above.clear(); // the files may belong to someone else
  }

  /// The folder of the only file, or of the only nearest one, that an include of `Header` may mean;
  /// empty: there is none, or there are several.
  std::string folderOf(StringRef Header) {
    std::string End = ("/" + Header).str();
    for (size_t Level = 0; Level < Above.size(); ++Level) {
      if (Level == Read && !readLevel())
        return "";
      std::vector<StringRef> Meant;
      for (const std::string &File : ByName[Level][path::filename(Header)])
        if (StringRef(File).ends_with(End))
          Meant.push_back(File);
      if (Meant.size() == 1)
        return Meant[0].drop_back(End.size()).str();
      if (!Meant.empty())
        return "";
    }
    return "";
  }

private:
  /// Returns false if there is too much to read.
  bool readLevel() {
    llvm::StringMap<std::vector<std::string>> &Names = ByName.emplace_back();
    const std::string Done = Read > 0 ? Above[Read - 1] : "";
    std::error_code EC;
    for (llvm::vfs::recursive_directory_iterator I(FS, Above[Read], EC), End; !EC && I != End;
         I.increment(EC)) {
      if (EntriesLeft-- == 0) {
        Above.resize(Read);
        return false;
      }
      StringRef Path = I->path(), Name = path::filename(Path);
      if (I->type() == llvm::sys::fs::file_type::directory_file) {
        if (Path == Done || Name.starts_with("."))
          I.no_push();
      } else if (Name.contains(".h") || Name.contains(".cu") || Name.contains(".inc") ||
                 Name.contains(".inl")) {
        Names[Name].push_back(Path.str());
      }
    }
    ++Read;
    return true;
  }

  llvm::vfs::FileSystem &FS;
  std::vector<std::string> Above;
  size_t Read = 0; ///< number of levels of Above that were read
  std::vector<llvm::StringMap<std::vector<std::string>>> ByName;
  size_t EntriesLeft = 50'000;
};

class Finder {
public:
  Finder(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS)
      : FS(FS), Checkout(foldersAbove(Cmd, FS), FS) {
    for (const std::string &Folder : foldersAbove(Cmd, FS))
      for (StringRef Below : {"", "include", "includes", "src", "inc", "csrc", "cpp/include"}) {
        llvm::SmallString<256> Dir(Folder);
        path::append(Dir, Below);
        Around.push_back(Dir.str().rtrim('/').str());
      }
    for (StringRef A : Cmd.Args)
      if ((A.consume_front("-I") || A.consume_front("-idirafter")) && !A.empty())
        Named.push_back(A.str());
  }

  void find(StringRef Header) {
    if (!Asked.insert(Header).second)
      return;
    for (const std::string &Folder : Around)
      if (findIn(Folder, Header))
        return;
    // A module with a separate folder for its interface: lib/part/include/lib/part/name.h
    StringRef Part = path::parent_path(Header);
    for (const std::string &Folder : Around)
      if (!Part.empty() && findIn(Folder + "/" + Part.str() + "/include", Header))
        return;
    if (std::string Folder = Checkout.folderOf(Header); !Folder.empty())
      findIn(Folder, Header);
  }

  /// Once the found headers are read, headers that they include may be missing as well.
  void followIncludes() {
    llvm::StringSet<> Read;
    while (!Pending.empty() && Read.size() < MaxFiles) {
      std::string File = std::move(Pending.back());
      Pending.pop_back();
      if (!Read.insert(File).second)
        continue;
      auto Buffer = FS.getBufferForFile(File);
      if (!Buffer)
        continue;
      for (StringRef Name : includesOf((*Buffer)->getBuffer()))
        follow(File, Name);
    }
  }

  std::vector<FoundFolder> Found;

private:
  bool isFile(StringRef File) {
    auto Status = FS.status(File);
    return Status && !Status->isDirectory();
  }

  bool findIn(const std::string &Folder, StringRef Header) {
    std::string File = Folder + "/" + Header.str();
    if (!isFile(File))
      return false;
    if (llvm::none_of(Found, [&](const FoundFolder &F) { return F.Folder == Folder; }))
      Found.push_back({Folder, Header.str()});
    Pending.push_back(std::move(File));
    return true;
  }

  void follow(StringRef Includer, StringRef Name) {
    bool Quoted = Name.consume_front("\"");
    Name.consume_front("<");
    llvm::SmallString<256> Near(path::parent_path(Includer));
    path::append(Near, Name);
    if (Quoted && isFile(Near)) {
      Pending.push_back(Near.str().str());
      return;
    }
    // A plain name in angle brackets is a system header.
    if (!Quoted && !Name.contains('/'))
      return;
    for (const std::string &Folder : Named)
      if (std::string File = Folder + "/" + Name.str(); isFile(File)) {
        Pending.push_back(File);
        return;
      }
    find(Name);
  }

  llvm::vfs::FileSystem &FS;
  CheckoutFiles Checkout;
  std::vector<std::string> Around, Named;
  llvm::StringSet<> Asked;
  std::vector<std::string> Pending;
};

} // namespace

std::vector<std::string> foldersAbove(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> At(Cmd.File);
  path::make_absolute(Cmd.Directory, At);
  path::remove_dots(At, /*remove_dot_dot=*/true);
  std::vector<std::string> All;
  StringRef Folder = path::parent_path(At);
  for (unsigned Level = 0; Level < MaxLevels && path::has_relative_path(Folder); ++Level) {
    All.push_back(Folder.str());
    if (FS.exists(Folder + "/.git"))
      break;
    Folder = path::parent_path(Folder);
  }
  return All;
}

std::vector<FoundFolder> foldersOf(llvm::ArrayRef<std::string> Missing, const CompileCommand &Cmd,
                                   llvm::vfs::FileSystem &FS) {
  Finder F(Cmd, FS);
  for (const std::string &Header : Missing)
    F.find(Header);
  F.followIncludes();
  return std::move(F.Found);
}

} // namespace cudafix::frontend
