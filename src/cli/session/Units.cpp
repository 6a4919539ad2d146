// SPDX-License-Identifier: Apache-2.0
#include "cli/input/EmbeddedCode.h"
#include "cli/options/Config.h"
#include "cli/session/Validate.h"
#include "frontend/parse/CompileDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {

/// Finds the options for sources of a folder; reads each configuration file once.
class OptionsByFolder {
public:
  OptionsByFolder(const CommandLine &Line, llvm::ArrayRef<std::string> Args)
      : Line(Line), Args(Args) {}

  llvm::Expected<CommandLine> of(llvm::StringRef Folder) {
    std::string File = findConfig(Folder);
    if (File.empty())
      return Line;
    if (auto At = Known.find(File); At != Known.end())
      return At->second;
    llvm::Expected<CommandLine> Base = readConfig(File);
    if (!Base)
      return Base.takeError();
    llvm::Expected<CommandLine> Both = parseCommandLine(Args, *Base);
    if (!Both)
      return Both.takeError();
    if (llvm::Error E = validateUnit(Both->Opts))
      return llvm::createStringError(File + ": " + llvm::toString(std::move(E)));
    return Known.try_emplace(File, std::move(*Both)).first->second;
  }

private:
  const CommandLine &Line;
  llvm::ArrayRef<std::string> Args;
  std::map<std::string, CommandLine> Known;
};

/// The paths, and files below them whose strings hold kernels. A folder that holds nothing else is
/// not listed itself.
static std::vector<std::string> withKernelStrings(llvm::ArrayRef<std::string> Paths) {
  std::vector<std::string> All;
  for (const std::string &Path : Paths) {
    std::vector<std::string> Below;
    if (llvm::sys::fs::is_directory(Path))
      Below = filesWithKernelStrings(Path);
    if (Below.empty() || frontend::hasUnitBelow(Path))
      All.push_back(Path);
    llvm::append_range(All, Below);
  }
  return All;
}

llvm::Expected<std::vector<Unit>> listUnits(const CommandLine &Line,
                                            llvm::ArrayRef<std::string> Args) {
  Options Opts = Line.Opts;
  Opts.Paths = withKernelStrings(Opts.Paths);
  llvm::Expected<std::vector<frontend::CompileCommand>> Commands = frontend::compileCommands(Opts);
  if (!Commands)
    return Commands.takeError();
  std::vector<Unit> Units;
  OptionsByFolder ByFolder(Line, Args);
  for (frontend::CompileCommand &Cmd : *Commands) {
    Unit U;
    U.File = absolutePath(Cmd.File, Cmd.Directory);
    llvm::Expected<CommandLine> Own = ByFolder.of(llvm::sys::path::parent_path(U.File));
    if (!Own)
      return Own.takeError();
    U.Opts = std::move(Own->Opts);
    if (Line.What == Command::Link) // reads their files once, not for each of many units
      std::vector<std::string>().swap(U.Opts.LaunchFiles);
    U.FailOn = std::move(Own->FailOn);
    U.Cmd = std::move(Cmd);
    Units.push_back(std::move(U));
  }
  return Units;
}

llvm::Expected<std::vector<Unit>> listHostUnits(const CommandLine &Line) {
  std::vector<Unit> Units;
  if (Line.Opts.BuildPath.empty())
    return Units;
  auto Db = frontend::CompileDatabase::load(Line.Opts.BuildPath);
  if (!Db)
    return Db.takeError();
  for (const frontend::CompileCommand &Cmd : Db->hostUnits())
    Units.push_back({Cmd, Line.Opts, absolutePath(Cmd.File, Cmd.Directory)});
  return Units;
}

} // namespace cudafix::cli
