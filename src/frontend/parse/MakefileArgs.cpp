// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/MakefileArgs.h"
#include "frontend/parse/NvccArgs.h"
#include "frontend/parse/PlainFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Represents the result of a make function or of an unknown variable, which only a build knows.
constexpr char Unknown = '\x1a';

class Makefile {
public:
  std::vector<std::string> Recipes; ///< expanded; may contain Unknown

  explicit Makefile(StringRef Folder) : Folder(Folder) {
    Variables["CURDIR"] = Variables["PWD"] = Folder.str();
  }

  bool read(StringRef Path) {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    if (FilesLeft > 0)
      Buffer = readPlainFile(*llvm::vfs::getRealFileSystem(), Path);
    if (!Buffer)
      return false;
    --FilesLeft;
    std::string Text = llvm::join(llvm::split(Buffer->getBuffer(), "\\\n"), " ");
    std::vector<std::string> RawRecipes;
    for (StringRef Line : llvm::split(Text, '\n'))
      readLine(Line.rtrim('\r'), RawRecipes);
    // Recipes use the variables' final values.
    for (const std::string &R : RawRecipes)
      Recipes.push_back(expand(R));
    return true;
  }

  /// The variable's value, which may contain Unknown.
  std::string variable(StringRef Name) { return expand(("$(" + Name + ")").str()); }

private:
  void readLine(StringRef Line, std::vector<std::string> &Raw) {
    if (Line.starts_with("\t")) {
      if (active())
        Raw.push_back(Line.trim().str());
      return;
    }
    Line = Line.split('#').first.trim();
    if (conditional(Line) || !active())
      return;
    if (Line.consume_front("include ") || Line.consume_front("-include ")) {
      llvm::SmallString<256> Path(expandKnown(Line.trim()));
      llvm::sys::path::make_absolute(Folder, Path);
      read(Path);
      return;
    }
    assignment(Line);
  }

  bool active() const {
    return llvm::all_of(Conditions, [](const Branch &B) { return B.Taken; });
  }

  bool conditional(StringRef Line) {
    auto [Word, Rest] = Line.split(' ');
    Rest = Rest.trim();
    if (Word == "endif") {
      if (!Conditions.empty())
        Conditions.pop_back();
      return true;
    }
    if (Word == "else") {
      if (Conditions.empty())
        return true;
      Branch &B = Conditions.back();
      B.Taken = !B.AnyTaken && (Rest.empty() || test(Rest));
      B.AnyTaken |= B.Taken;
      return true;
    }
    if (!llvm::is_contained({"ifeq", "ifneq", "ifdef", "ifndef"}, Word))
      return false;
    bool Taken = test(Line);
    Conditions.push_back({Taken, Taken});
    return true;
  }

  bool test(StringRef Line) {
    auto [Word, Rest] = Line.split(' ');
    Rest = Rest.trim();
    if (Word == "ifdef" || Word == "ifndef")
      return Variables.count(Rest) == (Word == "ifdef");
    std::string A, B;
    if (Rest.consume_front("(") && Rest.consume_back(")")) {
      // The comma that is outside of nested $(...).
      unsigned Open = 0;
      size_t At = 0;
      for (; At < Rest.size() && (Rest[At] != ',' || Open); ++At)
        Open += (Rest[At] == '(') - (Rest[At] == ')');
      A = expandKnown(Rest.take_front(At).trim());
      B = expandKnown(Rest.drop_front(std::min(At + 1, Rest.size())).trim());
    } else {
      auto [First, Second] = Rest.split(' ');
      A = expandKnown(First.trim("\"'"));
      B = expandKnown(Second.trim(" \"'"));
    }
    return (A == B) == (Word == "ifeq");
  }

  void assignment(StringRef Line) {
    size_t At = Line.find('=');
    if (At == StringRef::npos)
      return;
    StringRef Name = Line.take_front(At), Value = Line.drop_front(At + 1).trim();
    bool Append = Name.consume_back("+"), Default = Name.consume_back("?");
    while (Name.consume_back(":")) {
    }
    Name = Name.trim();
    Name.consume_front("export ");
    Name.consume_front("override ");
    if (Name.empty() || Name.find_first_of(" \t:$") != StringRef::npos)
      return;
    std::string &Slot = Variables[Name];
    if (Default && !Slot.empty())
      return;
    if (!Append)
      Slot = Value.str();
    else
      Slot += " " + Value.str();
  }

  std::string expandKnown(StringRef Text) {
    std::string Out = expand(Text);
    llvm::erase(Out, Unknown);
    return Out;
  }

  std::string expand(StringRef Text, unsigned Depth = 0) {
    std::string Out;
    while (!Text.empty()) {
      size_t At = Text.find('$');
      Out += Text.take_front(At);
      if (At == StringRef::npos || At + 1 >= Text.size())
        break;
      Text = Text.drop_front(At + 1);
      char Open = Text[0];
      if (Open != '(' && Open != '{') { // $@, $<, $$
        Text = Text.drop_front();
        continue;
      }
      char Close = Open == '(' ? ')' : '}';
      unsigned Level = 0;
      size_t End = 0;
      for (; End < Text.size(); ++End) {
        Level += (Text[End] == Open) - (Text[End] == Close);
        if (Level == 0)
          break;
      }
      StringRef Name = Text.take_front(End).drop_front();
      Text = Text.drop_front(std::min(End + 1, Text.size()));
      auto Known = Variables.find(Name);
      if (Known == Variables.end() || Depth == 16 || Known->second.size() >= BytesLeft) {
        Out += Unknown;
        continue;
      }
      BytesLeft -= Known->second.size() + 1;
      Out += expand(Known->second, Depth + 1);
    }
    return Out;
  }

  struct Branch {
    bool Taken, AnyTaken;
  };
  StringRef Folder;
  llvm::StringMap<std::string> Variables;
  std::vector<Branch> Conditions;
  // Limits inclusion and variable expansion, which may be recursive.
  unsigned FilesLeft = 64;
  size_t BytesLeft = 16 << 20;
};

bool isCompileLine(StringRef Line) {
  return Line.contains("nvcc") || Line.contains(".cu") || Line.contains(" -c") ||
         Line.contains("clang") || Line.contains("g++");
}

/// Keeps the translated arguments that affect parsing. The first value of a macro wins, because
/// later ones belong to other programs in the same file.
void keep(const std::vector<std::string> &Args, StringRef Folder, std::vector<std::string> &Kept,
          llvm::StringSet<> &Seen) {
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    if (A == "-include" && I + 1 < Args.size()) {
      if (Seen.insert((A + Args[I + 1]).str()).second)
        Kept.insert(Kept.end(), {A.str(), Args[I + 1]});
      ++I;
      continue;
    }
    for (StringRef Flag : {"-I", "-isystem"})
      if (A.starts_with(Flag) && A.size() > Flag.size()) {
        llvm::SmallString<256> Dir(A.drop_front(Flag.size()));
        llvm::sys::path::make_absolute(Folder, Dir);
        llvm::sys::path::remove_dots(Dir, true);
        if (Seen.insert((Flag + Dir).str()).second)
          Kept.push_back((Flag + Dir).str());
      }
    if (A.starts_with("-D") || A.starts_with("-U"))
      if (Seen.insert(A.split('=').first.drop_front(2)).second)
        Kept.push_back(A.str());
    if (A.starts_with("-std=") && Seen.insert("-std").second)
      Kept.push_back(A.str());
    if (A == "-fgpu-rdc" && Seen.insert(A).second)
      Kept.push_back(A.str());
  }
}

} // namespace

std::vector<std::string> makefileArgs(StringRef Folder) {
  Makefile M(Folder);
  bool Found = false;
  for (StringRef Name : {"GNUmakefile", "makefile", "Makefile"}) {
    llvm::SmallString<256> Path(Folder);
    llvm::sys::path::append(Path, Name);
    Found = Found || M.read(Path);
  }
  if (!Found)
    return {};
  std::vector<std::string> Lines;
  for (const std::string &R : M.Recipes)
    if (isCompileLine(R))
      Lines.push_back(R);
  for (StringRef Name : {"NVCCFLAGS", "NVCC_FLAGS", "CUDA_FLAGS", "CFLAGS", "CXXFLAGS", "CPPFLAGS"})
    Lines.push_back(M.variable(Name));
  std::vector<std::string> Kept;
  llvm::StringSet<> Seen;
  for (const std::string &Line : Lines) {
    llvm::BumpPtrAllocator Alloc;
    llvm::StringSaver Saver(Alloc);
    llvm::SmallVector<const char *> Raw;
    llvm::cl::TokenizeGNUCommandLine(Line, Saver, Raw);
    std::vector<std::string> Args;
    for (std::string Arg : Raw) {
      const bool IsKnown = !StringRef(Arg).contains(Unknown);
      llvm::erase(Arg, Unknown);
      // A partly known option may mean anything, so it is dropped.
      if (IsKnown || (!Arg.empty() && Arg[0] != '-'))
        Args.push_back(std::move(Arg));
    }
    TranslatedArgs T = translateNvccArgs(Args, *llvm::vfs::getRealFileSystem(), Folder);
    keep(T.Args, Folder, Kept, Seen);
  }
  return Kept;
}

} // namespace cudafix::frontend
