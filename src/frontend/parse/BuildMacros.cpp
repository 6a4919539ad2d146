// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/BuildMacros.h"
#include "frontend/parse/FindHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
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
                             "BUILD", "BUILD.bazel", ".bazelrc"},
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

  /// Reads CMake variables, which a build file in a parent folder may set.
  void readVariables(StringRef File, StringRef Text) {
    if (!isCMake(File))
      return;
    forEachCall(Text, "set", [&](llvm::ArrayRef<StringRef> Words) {
      if (Words.size() == 2 || (Words.size() > 2 && Words[2] == "CACHE"))
        Variables.try_emplace(Words[0], Words[1].trim('"'));
    });
    forEachCall(Text, "option", [&](llvm::ArrayRef<StringRef> Words) {
      if (Words.size() > 1)
        Variables.try_emplace(Words[0], Words.back() == "ON" ? "1" : "0");
    });
  }

  void read(StringRef File, StringRef Text) {
    From = File;
    readArguments(Text);
    if (isCMake(File))
      for (StringRef Command : {"target_compile_definitions", "add_compile_definitions"})
        forEachCall(Text, Command, [&](llvm::ArrayRef<StringRef> Words) {
          bool Target = Command.starts_with("target");
          for (StringRef Word : Words.drop_front(Target && !Words.empty() ? 1 : 0))
            if (!llvm::is_contained({"PRIVATE", "PUBLIC", "INTERFACE"}, Word))
              addDefinition(Word.trim('"'));
        });
    if (path::extension(File) == ".py")
      readPairs(Text);
  }

private:
  static bool isCMake(StringRef File) {
    return path::filename(File) == "CMakeLists.txt" || path::extension(File) == ".cmake";
  }

  /// Some macros are 0 in builds without CUDA and have another value with it.
  void add(StringRef Name, StringRef Value) {
    auto [It, New] = Seen.try_emplace(Name, Found.size());
    if (New)
      Found.push_back({Name.str(), Value.str(), From.str()});
    else if (BuildMacro &Old = Found[It->second]; Old.Value == "0" && Value != "0")
      Old = {Name.str(), Value.str(), From.str()};
  }

  /// Adds NAME or NAME=VALUE if the value is plain, or a CMake variable with a plain value.
  bool addDefinition(StringRef Text) {
    static const llvm::Regex Definition(
        "^([A-Za-z_][A-Za-z0-9_]*)(=(([A-Za-z0-9_.]*)|\\$\\{([A-Za-z0-9_]+)\\}))?$");
    llvm::SmallVector<StringRef, 6> Parts;
    if (!Definition.match(Text, &Parts))
      return false;
    StringRef Value = Parts[4];
    if (!Parts[5].empty()) {
      auto It = Variables.find(Parts[5]);
      if (It == Variables.end() || !llvm::all_of(It->second, [](char C) {
            return llvm::isAlnum(C) || C == '_' || C == '.';
          }))
        return false;
      Value = It->second;
    }
    add(Parts[1], Value);
    return true;
  }

  /// Calls `Take` with the arguments of each call of the CMake command; a quoted argument is one
  /// word.
  static void forEachCall(StringRef Text, StringRef Command,
                          llvm::function_ref<void(llvm::ArrayRef<StringRef>)> Take) {
    for (size_t At = 0; (At = Text.find_insensitive(Command, At)) != StringRef::npos;
         At += Command.size()) {
      StringRef Rest = Text.drop_front(At + Command.size()).ltrim();
      if (!beginsArgument(Text, At) || !Rest.consume_front("("))
        continue;
      llvm::SmallVector<StringRef> Words;
      Rest = Rest.take_until([](char C) { return C == ')'; });
      while (!(Rest = Rest.ltrim()).empty()) {
        bool Quoted = Rest.front() == '"';
        size_t End = Quoted ? Rest.find('"', 1) : Rest.find_first_of(" \t\r\n");
        Words.push_back(Rest.take_front(Quoted && End != StringRef::npos ? End + 1 : End));
        Rest = Rest.drop_front(Words.back().size());
      }
      Take(Words);
    }
  }

  void readArguments(StringRef Text) {
    for (size_t At = 0; (At = Text.find("-D", At)) != StringRef::npos; At += 2)
      if (beginsArgument(Text, At))
        addDefinition(Text.drop_front(At + 2).take_until(
            [](char C) { return llvm::isSpace(C) || StringRef("\"'`,;()<>\\").contains(C); }));
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
  llvm::StringMap<size_t> Seen; ///< by name: index in Found
  llvm::StringMap<std::string> Variables;
};

} // namespace

std::vector<BuildMacro> buildMacros(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  std::vector<std::pair<std::string, std::unique_ptr<llvm::MemoryBuffer>>> Descriptions;
  for (const std::string &Folder : foldersAbove(Cmd, FS))
    for (const std::string &File : descriptionsIn(Folder, FS))
      if (auto Buffer = FS.getBufferForFile(File))
        Descriptions.emplace_back(File, std::move(*Buffer));
  Reader R;
  for (const auto &[File, Buffer] : Descriptions)
    R.readVariables(File, Buffer->getBuffer());
  for (const auto &[File, Buffer] : Descriptions)
    R.read(File, Buffer->getBuffer());
  return std::move(R.Found);
}

} // namespace cudafix::frontend
