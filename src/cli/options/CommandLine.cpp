// SPDX-License-Identifier: Apache-2.0
#include "cli/options/CommandLine.h"
#include "cli/options/FillOptions.h"
#include "cli/options/OptionTable.h"
#include "cli/options/OptionValues.h"
#include "detect/Detector.h"
#include "optimize/Optimize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Regex.h"

namespace cudafix::cli {

using llvm::Error;
using llvm::StringRef;

static Error unknownOption(const OptionTable &T, StringRef Arg) {
  std::string Nearest;
  if (T.findNearest(Arg, Nearest) <= 2)
    return usageError("unknown option '%s'; did you mean '%s'?", Arg.str().c_str(),
                      Nearest.c_str());
  return usageError("unknown option '%s'; 'cuda-fix --help' lists them all", Arg.str().c_str());
}

static llvm::Expected<CommandLine> parseExplain(llvm::ArrayRef<std::string> Args) {
  if (Args.size() != 2)
    return usageError("explain takes one check, repair or convention, e.g. 'cuda-fix explain "
                      "shared-race'; 'cuda-fix checks' and 'cuda-fix conventions' list them");
  CommandLine Line;
  Line.What = Command::Explain;
  Line.Id = Args[1];
  return Line;
}

static CommandLine parseCompletion(llvm::ArrayRef<std::string> Args) {
  CommandLine Line;
  Line.What = Command::Completion;
  if (Args.size() == 2)
    Line.Id = Args[1];
  return Line;
}

llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<std::string> All,
                                             const CommandLine &Base) {
  // Arguments after -- are for the compiler.
  auto Split = llvm::find(All, "--");
  llvm::ArrayRef<std::string> Own(All.begin(), Split);
  if (!Own.empty() && Own[0] == "explain")
    return parseExplain(Own);
  if (!Own.empty() && Own[0] == "completion")
    return parseCompletion(Own);

  CommandLine Line;
  Line.Opts = Base.Opts;
  Line.FailOn = Base.FailOn;
  if (!Own.empty() && Own[0] == "explain-launch") {
    if (Own.size() < 2 || StringRef(Own[1]).starts_with("-"))
      return usageError("explain-launch takes a kernel and files, e.g. "
                        "'cuda-fix explain-launch saxpy main.cu'");
    Line.Opts.ExplainLaunch = Own[1];
    Own = Own.drop_front(2);
  }
  if (!Own.empty() && Own[0] == "simulate") {
    Line.Opts.Simulate.On = true;
    Own = Own.drop_front();
  } else if (!Own.empty() && Own[0] == "optimize") {
    Line.Opts.Optimize.assign(optimize::passNames().begin(), optimize::passNames().end());
    Line.Opts.NoRepair = Line.Opts.NoReplay = Line.Opts.ExitZero = true;
    Line.Opts.Checks =
        detect::GenericAccess.Id.str(); // optimization passes may turn these accesses into others
    Own = Own.drop_front();
  }
  Line.Opts.CompilerArgs.clear();
  Line.Opts.BuildArgs.clear();
  if (Split != All.end())
    Line.Opts.CompilerArgs.assign(std::next(Split), All.end());
  Line.Opts.Simulate.ProgramArguments = Line.Opts.CompilerArgs;
  for (auto [Name, What] : {std::pair("doctor", Command::Doctor),
                            {"init", Command::Init},
                            {"compare", Command::Compare},
                            {"cost", Command::Cost},
                            {"lsp", Command::Lsp},
                            {"checks", Command::Checks},
                            {"conventions", Command::Conventions},
                            {"man", Command::ManPage},
                            {"summarise", Command::Summarise},
                            {"link", Command::Link},
                            {"check", Command::Check},
                            {"merge", Command::Merge},
                            {"plan", Command::Plan}})
    if (!Own.empty() && Own[0] == Name) {
      Line.What = What;
      Own = Own.drop_front();
    }
  std::vector<const char *> Raw;
  for (const std::string &A : Own)
    Raw.push_back(A.c_str());
  OptionTable T;
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList Args = T.ParseArgs(Raw, MissingIndex, MissingCount);
  if (MissingCount)
    return usageError("option '%s' needs a value", Own[MissingIndex].c_str());
  if (auto *A = Args.getLastArg(OPT_UNKNOWN))
    return unknownOption(T, A->getAsString(Args));
  if (Args.hasArg(OPT_help))
    Line.What = Command::Help;
  else if (Args.hasArg(OPT_version))
    Line.What = Command::Version;
  if (Error E = fillOptions(Args, Line))
    return std::move(E);
  if (!Line.Opts.ExplainLaunch.empty()) {
    Line.Opts.NoRepair = Line.Opts.NoReplay = true;
    Line.Opts.KernelRegex = "(^|::)" + llvm::Regex::escape(Line.Opts.ExplainLaunch) + "($|<)";
  }
  for (auto [Name, What] : {std::pair("checks", Command::Checks),
                            {"conventions", Command::Conventions},
                            {"man", Command::ManPage}})
    if (Line.What == What && !Line.Opts.Paths.empty())
      return usageError("'%s' takes no files; for a folder of that name write ./%s", Name, Name);
  return Line;
}

} // namespace cudafix::cli
