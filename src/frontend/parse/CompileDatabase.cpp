// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/CompileDatabase.h"
#include "frontend/parse/IncludeScan.h"
#include "frontend/parse/MakefileArgs.h"
#include "frontend/parse/NvccArgs.h"
#include "model/Json.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <map>

namespace cudafix::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

static std::string absolute(StringRef File, StringRef Directory = "") {
  llvm::SmallString<256> P(File);
  if (Directory.empty())
    fs::make_absolute(P);
  else
    path::make_absolute(Directory, P);
  path::remove_dots(P, /*remove_dot_dot=*/true);
  return P.str().str();
}

bool isCudaUnit(StringRef File) { return path::extension(File) == ".cu"; }

// ---- reading compile_commands.json

static std::vector<std::string> wordsOf(const llvm::json::Object &Entry) {
  std::vector<std::string> Words;
  if (const llvm::json::Array *List = Entry.getArray("arguments")) {
    for (const llvm::json::Value &V : *List)
      if (auto S = V.getAsString())
        Words.push_back(S->str());
  } else if (auto Command = Entry.getString("command")) {
    llvm::BumpPtrAllocator Alloc;
    llvm::StringSaver Saver(Alloc);
    llvm::SmallVector<const char *> Raw;
    llvm::cl::TokenizeGNUCommandLine(*Command, Saver, Raw);
    Words.assign(Raw.begin(), Raw.end());
  }
  return Words;
}

/// Returns true if the words make the compiler read a file as CUDA although its name does not end
/// in .cu.
static bool saysCuda(llvm::ArrayRef<std::string> Words) {
  for (size_t I = 0; I < Words.size(); ++I)
    if (Words[I] == "-x=cu" || Words[I] == "-xcuda" || Words[I] == "--x=cu" ||
        (Words[I] == "-x" && I + 1 < Words.size() &&
         (Words[I + 1] == "cu" || Words[I + 1] == "cuda")))
      return true;
  return false;
}

static bool isHostUnit(StringRef File) {
  return llvm::is_contained({".cpp", ".cc", ".cxx", ".C", ".c++"}, path::extension(File));
}

static std::optional<CompileCommand> readEntry(const llvm::json::Object &Entry, StringRef Base,
                                               bool &Cuda) {
  auto File = Entry.getString("file");
  if (!File)
    return std::nullopt;
  CompileCommand Cmd;
  Cmd.Directory = absolute(Entry.getString("directory").value_or(Base), Base);
  std::vector<std::string> Words = compilerWords(wordsOf(Entry), Cmd.Directory);
  Cmd.File = absolute(*File, Cmd.Directory);
  Cuda = isCudaUnit(Cmd.File) || saysCuda(Words);
  if (Words.empty() || (!Cuda && !isHostUnit(Cmd.File)))
    return std::nullopt;
  llvm::ArrayRef<std::string> Rest = llvm::ArrayRef(Words).drop_front();
  TranslatedArgs T = isNvcc(Words[0])
                         ? translateNvccArgs(Rest, *llvm::vfs::getRealFileSystem(), Cmd.Directory)
                         : splitClangArgs(Rest, *llvm::vfs::getRealFileSystem(), Cmd.Directory);
  Cmd.Args = std::move(T.Args);
  Cmd.Warnings = std::move(T.Warnings);
  return Cmd;
}

llvm::Expected<CompileDatabase> CompileDatabase::load(StringRef Build) {
  llvm::SmallString<256> File(absolute(Build));
  if (!fs::is_regular_file(File))
    path::append(File, "compile_commands.json");
  auto Fail = [&](const llvm::Twine &Why) { return llvm::createStringError(File + ": " + Why); };
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return Fail(Buffer.getError().message() +
                "; make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear");
  llvm::Expected<llvm::json::Value> Json = parseJson((*Buffer)->getBuffer());
  if (!Json)
    return Fail("not JSON: " + llvm::toString(Json.takeError()));
  const llvm::json::Array *Entries = Json->getAsArray();
  if (!Entries)
    return Fail("not a compile database: an array is expected");
  CompileDatabase Db;
  llvm::StringSet<> Seen;
  for (const llvm::json::Value &V : *Entries)
    if (const llvm::json::Object *Entry = V.getAsObject())
      if (bool Cuda; auto Cmd = readEntry(*Entry, path::parent_path(File), Cuda))
        if (Seen.insert(Cmd->File).second)
          (Cuda ? Db.Commands : Db.HostCommands).push_back(std::move(*Cmd));
  return Db;
}

CompileDatabase CompileDatabase::find(StringRef File) {
  std::string Name = absolute(File);
  for (StringRef Dir = path::parent_path(Name); !Dir.empty(); Dir = path::parent_path(Dir))
    for (StringRef Sub : {"", "build"}) {
      llvm::SmallString<256> P(Dir);
      path::append(P, Sub, "compile_commands.json");
      if (!fs::exists(P))
        continue;
      if (auto Db = load(P))
        return std::move(*Db);
      else
        llvm::consumeError(Db.takeError()); // nobody asked for this database; ignore its errors
    }
  return {};
}

const CompileCommand *CompileDatabase::commandFor(StringRef File) const {
  std::string Name = absolute(File);
  for (const CompileCommand &C : Commands)
    if (C.File == Name)
      return &C;
  for (const CompileCommand &C : Commands)
    if (fs::equivalent(C.File, Name))
      return &C;
  return nullptr;
}

// ---- without a database

/// Returns true if a header in the folder has the name of a C or C++ library header, which a
/// guessed folder must not hide.
static bool namesStandardHeader(StringRef Folder) {
  using namespace clang::tooling::stdlib;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), End; I != End && !EC; I.increment(EC)) {
    const std::string Name = ("<" + path::filename(I->path()) + ">").str();
    if ((Header::named(Name, Lang::C) || Header::named(Name, Lang::CXX)) &&
        fs::is_regular_file(I->path()))
      return true;
  }
  return false;
}

std::vector<std::string> folderArgs(StringRef Folder) {
  if (namesStandardHeader(Folder)) // a quoted include finds the project's own
    return {("-iquote" + Folder).str(), ("-idirafter" + Folder).str()};
  return {("-I" + Folder).str()};
}

CompileCommand defaultCommand(StringRef File) {
  CompileCommand Cmd;
  Cmd.File = absolute(File);
  Cmd.Directory = path::parent_path(Cmd.File).str();
  Cmd.Guessed = true;
  // The build's own flags first, from the nearest Makefile.
  StringRef Dir = Cmd.Directory;
  for (unsigned Level = 0; Level < 3 && Cmd.Args.empty() && Dir.size() > 1; ++Level) {
    Cmd.Args = makefileArgs(Dir);
    Dir = path::parent_path(Dir);
  }
  Dir = Cmd.Directory;
  for (unsigned Level = 0; Level < 4 && Dir.size() > 1; ++Level, Dir = path::parent_path(Dir)) {
    for (StringRef Sub : {"", "include", "inc", "common", "Common", "common/inc", "src", "util"}) {
      llvm::SmallString<256> P(Dir);
      path::append(P, Sub);
      if (!fs::is_directory(P))
        continue;
      llvm::append_range(Cmd.Args, folderArgs(P));
    }
    // Folders above the root of the repository do not belong to the project.
    llvm::SmallString<256> Git(Dir);
    path::append(Git, ".git");
    if (fs::exists(Git))
      break;
  }
  return Cmd;
}

// ---- from paths to commands

/// The other units that `Text` includes.
static std::vector<std::string> includedUnits(StringRef Text) {
  std::vector<std::string> Names;
  for (StringRef Name : includesOf(Text))
    if (isCudaUnit(Name))
      Names.push_back(Name.drop_front().str());
  return Names;
}

bool hasUnitBelow(StringRef Folder) {
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Folder, EC, /*follow_symlinks=*/false), End;
       I != End && !EC; I.increment(EC)) {
    if (path::filename(I->path()).starts_with("."))
      I.no_push();
    else if (isCudaUnit(I->path()))
      return true;
  }
  return false;
}

/// The .cu files below `Folder`, sorted, without those that another of them includes.
static llvm::Expected<std::vector<std::string>> unitsBelow(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Folder, EC, /*follow_symlinks=*/false), End;
       I != End && !EC; I.increment(EC)) {
    StringRef Name = path::filename(I->path());
    if (Name.starts_with(".")) {
      I.no_push();
      continue;
    }
    if (isCudaUnit(Name) && fs::is_regular_file(I->path()))
      Files.push_back(absolute(I->path()));
  }
  if (EC)
    return llvm::createStringError(Folder + ": " + EC.message());
  llvm::sort(Files);
  llvm::StringSet<> Fragments;
  for (const std::string &File : Files)
    if (auto Buffer = llvm::MemoryBuffer::getFile(File))
      for (const std::string &Name : includedUnits((*Buffer)->getBuffer())) {
        std::string Target = absolute(Name, path::parent_path(File));
        if (Target != File)
          Fragments.insert(Target);
      }
  std::vector<std::string> Units;
  for (const std::string &File : Files)
    if (!Fragments.contains(File))
      Units.push_back(File);
  // If all files include each other, reading them twice is better than not at all.
  return Units.empty() ? Files : Units;
}

namespace {
class CommandLister {
public:
  explicit CommandLister(const Options &Opts) : Opts(Opts) {}

  llvm::Error addPath(StringRef Path) {
    if (!fs::is_directory(Path)) {
      addFile(Path);
      return llvm::Error::success();
    }
    auto Files = unitsBelow(Path);
    if (!Files)
      return Files.takeError();
    if (Files->empty())
      return llvm::createStringError(Path + ": no CUDA source (*.cu) in this folder");
    for (const std::string &File : *Files)
      addFile(File);
    return llvm::Error::success();
  }

  void add(CompileCommand Cmd) {
    if (!Seen.insert(Cmd.File).second)
      return;
    llvm::SmallString<256> Here;
    fs::current_path(Here);
    TranslatedArgs Extra =
        translateUserArgs(Opts.CompilerArgs, *llvm::vfs::getRealFileSystem(), Here);
    llvm::append_range(Cmd.Args, Extra.Args);
    llvm::append_range(Cmd.Warnings, Extra.Warnings);
    Result.push_back(std::move(Cmd));
  }

  std::optional<CompileDatabase> Given;
  std::vector<CompileCommand> Result;

private:
  const CompileDatabase &databaseAround(StringRef File) {
    std::string Folder = path::parent_path(absolute(File)).str();
    auto [At, New] = Found.try_emplace(Folder);
    if (New && Opts.CompilerArgs.empty())
      At->second = CompileDatabase::find(File);
    return At->second;
  }

  void addFile(StringRef File) {
    const CompileDatabase &Db = Given ? *Given : databaseAround(File);
    if (const CompileCommand *Cmd = Db.commandFor(File)) {
      add(*Cmd);
      return;
    }
    CompileCommand Cmd = defaultCommand(File);
    // Relative paths typed after `--` are relative to the working directory.
    if (!Opts.CompilerArgs.empty()) {
      llvm::SmallString<256> Here;
      fs::current_path(Here);
      Cmd.Directory = Here.str().str();
    }
    // A file that the build does not list gets the arguments of its neighbour.
    for (const CompileCommand &C : Db.units())
      if (path::parent_path(C.File) == path::parent_path(Cmd.File)) {
        Cmd.Args = C.Args;
        Cmd.Directory = C.Directory;
        break;
      }
    add(std::move(Cmd));
  }

  const Options &Opts;
  llvm::StringSet<> Seen;
  std::map<std::string, CompileDatabase> Found; ///< by folder
};
} // namespace

llvm::Expected<std::vector<CompileCommand>> compileCommands(const Options &Opts) {
  CommandLister Lister(Opts);
  if (!Opts.BuildPath.empty()) {
    auto Db = CompileDatabase::load(Opts.BuildPath);
    if (!Db)
      return Db.takeError();
    Lister.Given = std::move(*Db);
  }
  if (Opts.Paths.empty() && Lister.Given)
    for (const CompileCommand &Cmd : Lister.Given->units())
      Lister.add(Cmd);
  for (const std::string &Path : Opts.Paths)
    if (llvm::Error E = Lister.addPath(Path))
      return std::move(E);
  return std::move(Lister.Result);
}

} // namespace cudafix::frontend
