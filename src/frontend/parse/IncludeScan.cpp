// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/IncludeScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::frontend {

using llvm::StringRef;

std::vector<StringRef> includesOf(StringRef Text) {
  std::vector<StringRef> Names;
  for (StringRef Line : llvm::split(Text, '\n')) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    if (Line.empty() || (Line[0] != '"' && Line[0] != '<'))
      continue;
    size_t End = Line.find(Line[0] == '"' ? '"' : '>', 1);
    if (End != StringRef::npos)
      Names.push_back(Line.take_front(End));
  }
  return Names;
}

namespace {
class Scanner {
public:
  Scanner(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) : Cmd(Cmd), FS(FS) {}

  bool scan(StringRef File) {
    if (Seen.size() >= 64 || !Seen.insert(File).second)
      return false;
    auto Buffer = FS.getBufferForFile(File);
    if (!Buffer)
      return false;
    StringRef Text = (*Buffer)->getBuffer();
    if (Text.contains("std::") || Text.contains("namespace std"))
      return true;
    for (StringRef Name : includesOf(Text)) {
      bool Quoted = Name.consume_front("\"");
      Name.consume_front("<");
      // Headers without an ending are the standard library's; math.h and stdlib.h of
      // libstdc++ are <cmath> and <cstdlib>.
      StringRef Top = Name.split('/').first;
      if ((!Quoted && !llvm::sys::path::has_extension(Name)) || Top == "thrust" || Top == "cub" ||
          Name == "math.h" || Name == "stdlib.h")
        return true;
      if (Quoted && scanNear(File, Name))
        return true;
    }
    return false;
  }

private:
  bool scanNear(StringRef Includer, StringRef Name) {
    llvm::SmallString<256> Path(llvm::sys::path::parent_path(Includer));
    llvm::sys::path::append(Path, Name);
    if (FS.exists(Path))
      return scan(Path);
    for (StringRef A : Cmd.Args)
      if (A.consume_front("-I") || A.consume_front("-idirafter")) {
        Path = A;
        llvm::sys::path::append(Path, Name);
        if (FS.exists(Path))
          return scan(Path);
      }
    return false;
  }

  const CompileCommand &Cmd;
  llvm::vfs::FileSystem &FS;
  llvm::StringSet<> Seen;
};
} // namespace

bool usesStandardLibrary(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  return Scanner(Cmd, FS).scan(Cmd.File);
}

static bool mentions(llvm::vfs::FileSystem &FS, StringRef File, StringRef Unit) {
  auto Buffer = FS.getBufferForFile(File);
  if (!Buffer)
    return false;
  for (StringRef Name : includesOf((*Buffer)->getBuffer())) {
    Name = Name.drop_front();
    if (llvm::sys::path::filename(Name) != llvm::sys::path::filename(Unit))
      continue;
    llvm::SmallString<256> Path(llvm::sys::path::parent_path(File));
    llvm::sys::path::append(Path, Name);
    llvm::sys::path::remove_dots(Path, true);
    if (Path == Unit)
      return true;
  }
  return false;
}

static std::vector<std::string> directIncluders(StringRef Unit, llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Found;
  StringRef Folder = llvm::sys::path::parent_path(Unit);
  for (StringRef Dir : {Folder, llvm::sys::path::parent_path(Folder)}) {
    std::error_code EC;
    unsigned Looked = 0;
    for (llvm::vfs::directory_iterator I = FS.dir_begin(Dir, EC), End;
         I != End && !EC && Looked < 200; I.increment(EC), ++Looked) {
      StringRef Ext = llvm::sys::path::extension(I->path());
      if (llvm::is_contained({".cu", ".cpp", ".cc", ".c"}, Ext) && I->path() != Unit &&
          mentions(FS, I->path(), Unit))
        Found.push_back(I->path().str());
    }
    if (!Found.empty())
      break;
  }
  llvm::sort(Found);
  return Found;
}

std::vector<std::string> includersOf(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> Unit(Cmd.File);
  llvm::sys::path::make_absolute(Cmd.Directory, Unit);
  std::vector<std::string> Roots, Work = {Unit.str().str()};
  llvm::StringSet<> Seen;
  while (!Work.empty() && Seen.size() < 8 && Roots.size() < 3) {
    std::string File = std::move(Work.back());
    Work.pop_back();
    if (!Seen.insert(File).second)
      continue;
    std::vector<std::string> Above = directIncluders(File, FS);
    if (Above.empty() && File != Unit)
      Roots.push_back(std::move(File));
    Work.insert(Work.end(), Above.rbegin(), Above.rend());
  }
  return Roots;
}

} // namespace cudafix::frontend
