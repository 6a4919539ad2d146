// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/BuildMacros.h"
#include "frontend/parse/FindHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace cudafix::frontend {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

constexpr unsigned MaxFiles = 64; ///< of one folder
constexpr int64_t MaxSize = 1 << 18;

bool describesBuild(StringRef File) {
  StringRef Name = path::filename(File);
  return llvm::is_contained({".py", ".cmake", ".mk"}, path::extension(Name)) ||
         llvm::is_contained({"CMakeLists.txt", "Makefile", "makefile", "GNUmakefile", "meson.build",
                             "BUILD", "BUILD.bazel"},
                            Name);
}

/// Returns true if an argument may begin there.
bool beginsArgument(StringRef Text, size_t At) {
  return At == 0 || (!llvm::isAlnum(Text[At - 1]) && Text[At - 1] != '_' && Text[At - 1] != '-');
}

std::vector<std::string> descriptionsIn(StringRef Folder, llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (llvm::vfs::directory_iterator I = FS.dir_begin(Folder, EC), End; I != End && !EC;
       I.increment(EC))
    if (describesBuild(I->path()))
      Files.push_back(I->path().str());
  llvm::sort(Files);
  llvm::erase_if(Files, [&](const std::string &File) {
    auto Status = FS.status(File);
    return !Status || !Status->isRegularFile() || int64_t(Status->getSize()) > MaxSize;
  });
  Files.resize(std::min<size_t>(Files.size(), MaxFiles));
  return Files;
}

class Reader {
public:
  std::vector<BuildMacro> Found;

  void read(StringRef File, StringRef Text) {
    From = File;
    readArguments(Text);
    if (path::filename(File) == "CMakeLists.txt" || path::extension(File) == ".cmake")
      for (StringRef Command : {"target_compile_definitions", "add_compile_definitions"})
        readDefinitions(Text, Command);
    if (path::extension(File) == ".py")
      readPairs(Text);
  }

private:
  void add(StringRef Name, StringRef Value) {
    if (Seen.insert(Name).second)
      Found.push_back({Name.str(), Value.str(), From.str()});
  }

  /// NAME or NAME=VALUE, where the value is plain.
  bool addDefinition(StringRef Text) {
    static const llvm::Regex Definition("^([A-Za-z_][A-Za-z0-9_]*)(=([A-Za-z0-9_.]*))?$");
    llvm::SmallVector<StringRef, 4> Parts;
    if (!Definition.match(Text, &Parts))
      return false;
    add(Parts[1], Parts[3]);
    return true;
  }

  void readArguments(StringRef Text) {
    for (size_t At = 0; (At = Text.find("-D", At)) != StringRef::npos; At += 2)
      if (beginsArgument(Text, At))
        addDefinition(Text.drop_front(At + 2).take_until(
            [](char C) { return llvm::isSpace(C) || StringRef("\"'`,;()<>\\").contains(C); }));
  }

  /// CMake: target_compile_definitions(name PRIVATE A B=1), add_compile_definitions(A).
  void readDefinitions(StringRef Text, StringRef Command) {
    for (size_t At = 0; (At = Text.find(Command, At)) != StringRef::npos; At += Command.size()) {
      StringRef Rest = Text.drop_front(At + Command.size()).ltrim();
      if (!Rest.consume_front("("))
        continue;
      llvm::SmallVector<StringRef> Words;
      llvm::SplitString(Rest.take_until([](char C) { return C == ')'; }), Words);
      bool Target = Command.starts_with("target");
      for (StringRef Word : llvm::ArrayRef(Words).drop_front(Target && !Words.empty() ? 1 : 0))
        if (!llvm::is_contained({"PRIVATE", "PUBLIC", "INTERFACE"}, Word))
          addDefinition(Word.trim('"'));
    }
  }

  /// setuptools: define_macros=[('NAME', None), ("OTHER", "1")].
  void readPairs(StringRef Text) {
    for (size_t At = 0; (At = Text.find("define_macros", At)) != StringRef::npos; At += 13) {
      StringRef Rest = Text.drop_front(At).split('[').second.split(']').first;
      while (!Rest.empty()) {
        auto [Pair, More] = Rest.split('(').second.split(')');
        Rest = More;
        auto [Name, Value] = Pair.split(',');
        Value = Value.trim().trim("\"'");
        addDefinition((Name.trim().trim("\"'") + (Value == "None" ? "" : "=" + Value.str())).str());
      }
    }
  }

  StringRef From;
  llvm::StringSet<> Seen;
};

} // namespace

std::vector<BuildMacro> buildMacros(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  Reader R;
  for (const std::string &Folder : foldersAbove(Cmd, FS))
    for (const std::string &File : descriptionsIn(Folder, FS))
      if (auto Buffer = FS.getBufferForFile(File))
        R.read(File, (*Buffer)->getBuffer());
  return std::move(R.Found);
}

} // namespace cudafix::frontend
