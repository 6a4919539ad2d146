// SPDX-License-Identifier: Apache-2.0
#include "cli/options/OptionTable.h"
#include "cli/options/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"

namespace cudafix::cli {

using llvm::StringRef;

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr llvm::opt::OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

OptionTable::OptionTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}

static const OptTable::Info &info(unsigned Id) { return InfoTable[Id - 1]; }

std::vector<StringRef> optionWords(OptionId Id) {
  std::vector<StringRef> Words;
  if (const char *Values = info(Id).Values)
    for (StringRef Word : llvm::split(Values, ','))
      if (!Word.empty())
        Words.push_back(Word);
  return Words;
}

std::vector<OptionText> optionTexts() {
  std::vector<OptionText> All;
  for (const OptTable::Info &I : InfoTable) {
    if (!I.HelpText || I.Kind == Option::GroupClass || (I.Flags & HelpHidden))
      continue;
    OptionText O;
    O.Group = info(I.GroupID).HelpText;
    std::string Name = I.getPrefixedName(OptionStrTable).str();
    O.Equals = StringRef(Name).ends_with("=");
    O.Names.push_back(StringRef(Name).rtrim('=').str());
    // `-h` is listed with `--help`: it is another name for it, without a help text.
    for (const OptTable::Info &Other : InfoTable)
      if (Other.AliasID == I.ID && !Other.HelpText)
        O.Names.push_back(Other.getPrefixedName(OptionStrTable).str());
    O.Value = I.MetaVar ? I.MetaVar : "";
    O.Help = I.HelpText;
    O.Words = optionWords(static_cast<OptionId>(I.AliasID ? I.AliasID : I.ID));
    All.push_back(std::move(O));
  }
  return All;
}

const llvm::StringLiteral Overview =
    "find and repair synchronization bugs and wasted memory traffic in CUDA C++, without a GPU";

static constexpr CommandText Commands[] = {
    {"", "[options] <files and folders>... [-- <compiler arguments>]",
     "Find bugs and repair them. A folder stands for the CUDA files below it."},
    {"explain", "<check, repair or convention>", "Explain what it means and how it is decided."},
    {"explain-launch", "<kernel> <files>...",
     "Print what host code says about a kernel's launches."},
    {"simulate", "--run-program [options] <files with a main>... [-- <its arguments>]",
     "Run kernels on the CPU, in several orders of their threads, and report what goes wrong."},
    {"simulate", "--kernel <regex> [options] <files>... [-- <compiler arguments>]", ""},
    {"compare", "--kernel <regex> [options] <file> <file> [-- <compiler arguments>]",
     "Compare two versions of a kernel: results, races, cost."},
    {"cost", "[options] <files>... [-- <compiler arguments>]",
     "Print bounds on what kernels cost, as formulas."},
    {"optimize", "[options] <files>... [-- <compiler arguments>]",
     "Run LLVM passes over the IR of kernels and say what they did."},
    {"plan", "--for <engine> -p <build> --out <folder> [options] [-- <compiler arguments>]",
     "Write down a run over a build as steps of Ninja, make, Slurm or GitHub."},
    {"summarise", "--out <file> [options] <files>...",
     "Write what other files must know of these files' host code."},
    {"link", "--launches <files> --out <folder> [options] <files>...",
     "Write for each file the host code of others that leads to its launches."},
    {"check", "--out <file> [--facts <folder>] [options] <files>...",
     "Judge these files, and write the results for merge."},
    {"merge", "--results <files> [options] <files>...",
     "Report on results of check as a run over all files would."},
    {"checks", "", "List all checks and repairs."},
    {"conventions", "", "List the conventions that verdicts assume."},
    {"init", "[<folder>]", "Write a configuration, a hook and a CI file for a repository."},
    {"doctor", "[<folder>]", "Say which toolkit, build, cache and configuration are found."},
    {"lsp", "[options] [-- <compiler arguments>]",
     "Serve an editor over standard input and output."},
    {"completion", "<bash, zsh or fish>", "Print a script that completes the command line."},
    {"man", "", "Print the manual page."},
};

llvm::ArrayRef<CommandText> commandTexts() { return Commands; }

std::vector<StringRef> commandNames() {
  std::vector<StringRef> Names;
  for (const CommandText &C : Commands)
    if (!C.Name.empty() && !C.Help.empty())
      Names.push_back(C.Name);
  return Names;
}

static constexpr ExitCodeText ExitCodes[] = {
    {'0', "clean, or everything was repaired"},
    {'1', "errors or warnings remain, or --diff printed something"},
    {'2', "usage, configuration or internal error"},
    {'3', "a file or kernel could not be read, or only in part; with --fail-on=undecided, also\n"
          "a kernel that could not be decided"},
    {'4', "a repair was rolled back"},
};

llvm::ArrayRef<ExitCodeText> exitCodeTexts() { return ExitCodes; }

void printHelp(llvm::raw_ostream &OS) {
  std::string Usage;
  for (const CommandText &C : Commands) {
    Usage += Usage.empty() ? "cuda-fix" : "\n       cuda-fix";
    for (StringRef Part : {C.Name, C.Arguments})
      if (!Part.empty())
        Usage += " " + Part.str();
  }
  OptionTable().printHelp(OS, Usage.c_str(), Overview.data());
  OS << "\nEXIT CODE:\n";
  for (const ExitCodeText &E : ExitCodes) {
    auto [First, Rest] = E.Help.split('\n');
    OS << "  " << E.Code << "  " << First << '\n';
    if (!Rest.empty())
      OS << "     " << Rest << '\n';
  }
}

} // namespace cudafix::cli
