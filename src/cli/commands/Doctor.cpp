// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Doctor.h"
#include "cache/Folder.h"
#include "cli/input/Files.h"
#include "cli/input/GitState.h"
#include "cli/options/Config.h"
#include "frontend/parse/CompileDatabase.h"
#include "frontend/parse/Invocation.h"
#include "frontend/parse/PchCache.h"
#include "sandbox/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace cudafix::cli {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

static std::string below(StringRef Folder, const llvm::Twine &Name) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, Name);
  return Path.str().str();
}

/// The compile database in a folder above the file, or else in a usual build folder below.
static std::string databaseNear(StringRef Folder) {
  for (StringRef At = Folder; !At.empty(); At = path::parent_path(At))
    if (std::string File = below(At, "compile_commands.json"); fs::exists(File))
      return File;
  std::vector<std::string> Found;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), End; I != End && !EC; I.increment(EC))
    if (std::string File = below(I->path(), "compile_commands.json"); fs::exists(File))
      Found.push_back(File);
  return Found.empty() ? "" : *llvm::min_element(Found);
}

static size_t countCudaFiles(StringRef Folder) {
  constexpr size_t Enough = 10000;
  size_t Count = 0;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Folder, EC, /*follow_symlinks=*/false), End;
       I != End && !EC && Count < Enough; I.increment(EC)) {
    if (path::filename(I->path()).starts_with("."))
      I.no_push();
    else
      Count += frontend::isCudaUnit(I->path());
  }
  return Count;
}

Surroundings lookAround(StringRef Folder) {
  Surroundings S;
  S.Folder = absolutePath(Folder);
  S.Repository = repositoryAt(S.Folder);
  S.CompileDatabase = databaseNear(S.Folder);
  S.Config = findConfig(S.Folder);
  for (auto [File, Name] : {std::pair("CMakeLists.txt", "CMake"),
                            {"setup.py", "setup.py"},
                            {"pyproject.toml", "pyproject.toml"},
                            {"Makefile", "Makefile"}})
    if (S.BuildSystem.empty() && fs::exists(below(S.Folder, File)))
      S.BuildSystem = Name;
  S.CudaFiles = countCudaFiles(S.Folder);
  return S;
}

static std::string counted(size_t N, StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

static StringRef folderOf(const CommandLine &Line) {
  return Line.Opts.Paths.empty() ? StringRef(".") : StringRef(Line.Opts.Paths.front());
}

static std::string commandsOf(StringRef Database) {
  auto Db = frontend::CompileDatabase::load(Database);
  if (!Db)
    return "cannot be read: " + llvm::toString(Db.takeError());
  return counted(Db->units().size(), "CUDA file") + ", " +
         counted(Db->hostUnits().size(), "C++ file");
}

static std::string headersOf(const Options &O) {
  if (!O.CudaPath.empty())
    return "those of the toolkit in " + O.CudaPath;
  std::string Toolkit = frontend::installedToolkit();
  if (Toolkit.empty())
    return "its own; no CUDA toolkit found, and none is needed";
  return "its own; those of the toolkit in " + Toolkit +
         (O.NoToolkit ? " are not used (--no-toolkit)" : " where its own do not suffice");
}

static std::string cacheState(const Options &O) {
  std::string Folder = frontend::cacheFolder(O);
  if (Folder.empty())
    return "none: headers are parsed again for each file";
  uint64_t Bytes = 0;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), End; I != End && !EC; I.increment(EC))
    if (auto Status = I->status())
      Bytes += Status->getSize();
  bool Writable = !fs::exists(Folder) || fs::can_write(Folder);
  return Folder + ", " + std::to_string(Bytes >> 20) + " MiB" +
         (Writable ? "" : "; it cannot be written");
}

void doctor(llvm::raw_ostream &OS, const CommandLine &Line) {
  Surroundings S = lookAround(folderOf(Line));
  auto Say = [&](StringRef What, const llvm::Twine &Is) {
    OS << What << ": ";
    OS.indent(18 - What.size()) << Is << '\n';
  };
  Say("version", "cuda-fix " CUDAFIX_VERSION ", Clang and LLVM " LLVM_VERSION_STRING);
  Say("CUDA headers", headersOf(Line.Opts));
  Say("kernels run", sandbox::available()
                         ? "confined by a seccomp filter"
                         : "never: this system has no seccomp filters to confine them");
  Say("cache", cacheState(Line.Opts));
  Say("folder", S.Folder + ", " + counted(S.CudaFiles, "CUDA file") + " (.cu)");
  Say("git repository", S.Repository.empty() ? "none: --apply edits without asking git, --since "
                                               "has nothing to compare with"
                                             : S.Repository);
  Say("build", S.BuildSystem.empty() ? "no CMakeLists.txt, setup.py, pyproject.toml or Makefile"
                                     : S.BuildSystem);
  if (!S.CompileDatabase.empty())
    Say("compile database", S.CompileDatabase + ", " + commandsOf(S.CompileDatabase));
  else
    Say("compile database",
        "none: files are compiled with customary arguments" +
            llvm::Twine(S.BuildSystem == "CMake" ? "; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "
                                                   "writes one"
                                                 : ""));
  if (S.Config.empty())
    Say("configuration", "none: cuda-fix init writes one");
  else if (llvm::Expected<CommandLine> Read = readConfig(S.Config))
    Say("configuration", S.Config);
  else
    Say("configuration", llvm::toString(Read.takeError()));
}

static std::string configText(const Surroundings &S) {
  std::string Text =
      R"(# cuda-fix reads the nearest .cuda-fix.yaml in a file's folder or above it. The keys are options of
# the command line without the dashes; the command line wins. 'cuda-fix --help' says what they do.

# Checks to run: all, without some, or a kind ('synchronization', 'performance').
# checks: '*,-redundant-barrier'

# Architectures; without them those of the compile command, else sm_80, or one that the kernels
# are written for.
# arch: [sm_80, sm_90]

# What makes the exit code other than 0 beyond errors; a leading '-' takes one out.
# fail-on: [-warning, undecided]

# Launches that host code in this repository does not show (extensions, libraries).
# launch:
#   - 'saxpy: block=(256) grid=((n + 255) / 256)'
)";
  if (S.BuildSystem == "setup.py" || S.BuildSystem == "pyproject.toml")
    Text += R"(
# An extension of Python: tensors and their sizes come from outside, so say what holds of them.
# assume: ['saxpy: n > 0']
)";
  return Text;
}

static std::string buildOption(const Surroundings &S) {
  StringRef Rest = S.CompileDatabase;
  if (S.CompileDatabase.empty() || !Rest.consume_front(S.Folder) || !Rest.consume_front("/"))
    return "";
  StringRef Folder = path::parent_path(Rest);
  return " -p " + (Folder.empty() ? "." : Folder.str());
}

static constexpr llvm::StringLiteral HookText = R"(repos:
  - repo: local
    hooks:
      - id: cuda-fix
        name: cuda-fix
        entry: cuda-fix --no-repair
        language: system
        files: '\.cuh?$'
        require_serial: true
)";

/// The text of a CI workflow that uses the action in action.yml.
static std::string workflowText(const Surroundings &S) {
  std::string Text =
      R"(# Checks the CUDA code of pull requests: findings go to code scanning, repairs are suggested in place.
name: cuda-fix
on: [push, pull_request]
permissions: {contents: read, security-events: write, pull-requests: write}
jobs:
  cuda-fix:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
)";
  if (S.BuildSystem == "CMake")
    Text += "      # For a compile database, with '-p build' as options below:\n"
            "      # - run: cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\n";
  const std::string Options = S.BuildSystem == "CMake" ? "" : buildOption(S);
  return Text +
         "      # OWNER is who keeps the repository of cuda-fix; package is the wheel that pip "
         "installs.\n"
         "      - uses: OWNER/cuda-fix@v" CUDAFIX_VERSION "\n"
         "        with:\n"
         "          package: ''\n"
         "          paths: .\n"
         "          options: '" +
         StringRef(Options).trim().str() + "'\n";
}

static llvm::Error write(llvm::raw_ostream &OS, const Surroundings &S, StringRef Name,
                         StringRef Text) {
  std::string File = below(S.Folder, Name);
  if (fs::exists(File)) {
    OS << Name << ": is there already, left as it is\n";
    return llvm::Error::success();
  }
  (void)fs::create_directories(path::parent_path(File)); // writing reports the error
  if (llvm::Error E = cache::writeWhole(File, Text, /*Mode=*/0666))
    return llvm::createStringError(File + ": cannot be written: " + llvm::toString(std::move(E)));
  OS << Name << ": written\n";
  return llvm::Error::success();
}

llvm::Error init(llvm::raw_ostream &OS, const CommandLine &Line) {
  StringRef Folder = folderOf(Line);
  if (!fs::is_directory(Folder))
    return llvm::createStringError("init: '" + Folder + "' is no folder");
  Surroundings S = lookAround(Folder);
  OS << counted(S.CudaFiles, "CUDA file")
     << ", build: " << (S.BuildSystem.empty() ? "?" : S.BuildSystem) << ", compile database: "
     << (S.CompileDatabase.empty() ? "none" : displayPath(S.CompileDatabase)) << '\n';
  if (llvm::Error E = write(OS, S, ".cuda-fix.yaml", configText(S)))
    return E;
  if (llvm::Error E = write(OS, S, ".pre-commit-config.yaml", HookText))
    return E;
  if (llvm::Error E = write(OS, S, ".github/workflows/cuda-fix.yml", workflowText(S)))
    return E;
  OS << "next: cuda-fix" << buildOption(S) << (buildOption(S).empty() ? " ." : "") << '\n';
  return llvm::Error::success();
}

} // namespace cudafix::cli
