// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Completion.h"
#include "cli/commands/Explain.h"
#include "cli/options/CheckTexts.h"
#include "cli/options/OptionTable.h"
#include "convention/Rule.h"
#include "optimize/Optimize.h"
#include "report/Report.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;

enum class Wants : uint8_t { Nothing, Words, File, Folder, Text };

/// A word that a shell can complete: an option, a command's argument or a value.
struct Completable {
  OptionText Option;
  Wants Value;
  std::vector<std::string> Words;
  std::string Help; ///< short
};

} // namespace

static void printBash(llvm::raw_ostream &OS);
static void printZsh(llvm::raw_ostream &OS);
static void printFish(llvm::raw_ostream &OS);

static constexpr std::pair<StringRef, void (*)(llvm::raw_ostream &)> Printers[] = {
    {"bash", printBash}, {"zsh", printZsh}, {"fish", printFish}};

static std::vector<StringRef> shells() {
  std::vector<StringRef> Shells;
  for (auto [Name, Print] : Printers)
    Shells.push_back(Name);
  return Shells;
}

static std::vector<std::string> checkIds() {
  std::vector<std::string> Ids;
  for (const CheckText &C : checks())
    Ids.push_back(C.Id.str());
  return Ids;
}

static std::vector<std::string> conventionIds() {
  std::vector<std::string> Ids;
  for (const convention::Rule &R : convention::rules())
    Ids.push_back(toString(R.Id));
  return Ids;
}

/// The ids that `explain` takes.
static std::vector<std::string> explainedIds() {
  std::vector<std::string> Ids = checkIds();
  for (const transform::RepairKind &R : transform::repairKinds())
    Ids.push_back(R.Id.str());
  llvm::append_range(Ids, conventionIds());
  return Ids;
}

/// The words that an option takes; the lists of some are not in Options.td.
static std::vector<std::string> wordsOf(const OptionText &O) {
  if (O.Names[0] == "--checks") {
    std::vector<std::string> Words = checkIds();
    Words.insert(Words.begin(), {"synchronization", "performance"});
    return Words;
  }
  if (O.Names[0] == "--conventions")
    return conventionIds();
  std::vector<std::string> Words;
  if (O.Names[0] == "--format")
    for (const report::Format &F : report::formats())
      Words.push_back(F.Name.str() + (F.IsFolder ? "=" : ""));
  else if (O.Names[0] == "--passes")
    llvm::append_range(Words,
                       llvm::map_range(optimize::passNames(), [](StringRef W) { return W.str(); }));
  else
    for (StringRef Word : O.Words)
      Words.push_back(Word.str());
  return Words;
}

/// Shortens a help text to its first part, for a list with one line for each option.
static std::string shortened(StringRef Help) {
  for (StringRef End : {"; ", " (", ", e.g."})
    Help = Help.split(End).first;
  return Help.str();
}

static std::vector<Completable> completables() {
  std::vector<Completable> All;
  for (OptionText &O : optionTexts()) {
    Completable C{O, Wants::Text, wordsOf(O), shortened(O.Help)};
    if (O.Value.empty())
      C.Value = Wants::Nothing;
    else if (!C.Words.empty())
      C.Value = Wants::Words;
    else if (O.Value == "<folder>")
      C.Value = Wants::Folder;
    else if (O.Value == "<file>")
      C.Value = Wants::File;
    All.push_back(std::move(C));
  }
  return All;
}

/// The options that take this kind of value, as a pattern of bash's `case`.
static std::string casePattern(llvm::ArrayRef<Completable> Options, Wants Value) {
  std::vector<std::string> Names;
  for (const Completable &C : Options)
    if (C.Value == Value)
      llvm::append_range(Names, C.Option.Names);
  return llvm::join(Names, " | ");
}

static void printBash(llvm::raw_ostream &OS) {
  std::vector<Completable> Options = completables();
  std::vector<std::string> Names;
  for (const Completable &C : Options)
    for (const std::string &Name : C.Option.Names)
      Names.push_back(Name + (C.Option.Equals ? "=" : ""));
  OS << R"(# Completes the command line of cuda-fix in bash; printed by 'cuda-fix completion bash'.
_cuda_fix() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  # bash takes --level=fast for three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $option in
)";
  for (const Completable &C : Options)
    if (C.Value == Wants::Words)
      OS << "    " << llvm::join(C.Option.Names, " | ") << ")\n      COMPREPLY=($(compgen -W '"
         << llvm::join(C.Words, " ") << "' -- \"$cur\"))\n      return\n      ;;\n";
  OS << "    " << casePattern(Options, Wants::Folder) << ")\n"
     << "      compopt -o filenames\n      COMPREPLY=($(compgen -d -- \"$cur\"))\n      return\n   "
        "   ;;\n"
     << "    " << casePattern(Options, Wants::File) << " | " << casePattern(Options, Wants::Text)
     << ")\n      return\n      ;;\n"
     << "    explain)\n      COMPREPLY=($(compgen -W '" << llvm::join(explainedIds(), " ")
     << "' -- \"$cur\"))\n      return\n      ;;\n"
     << "    completion)\n      COMPREPLY=($(compgen -W '" << llvm::join(shells(), " ")
     << "' -- \"$cur\"))\n      return\n      ;;\n  esac\n"
     << "  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W '" << llvm::join(Names, " ")
     << "' -- \"$cur\"))\n"
        "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
     << "  elif ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '"
     << llvm::join(commandNames(), " ") << "' -- \"$cur\"))\n  fi\n}\n"
     << "complete -o bashdefault -o default -F _cuda_fix cuda-fix\n";
}

/// Quotes text in single quotes, with backslashes before special characters.
static std::string quoted(StringRef Text, StringRef Special) {
  std::string Out;
  for (char C : Text) {
    if (Special.contains(C))
      Out += '\\';
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  }
  return Out;
}

static std::string zshAction(const Completable &C) {
  switch (C.Value) {
  case Wants::Nothing:
    return "";
  case Wants::Words:
    return "(" + llvm::join(C.Words, " ") + ")";
  case Wants::File:
    return "_files";
  case Wants::Folder:
    return "_files -/";
  case Wants::Text:
    return " ";
  }
  return "";
}

static void printZsh(llvm::raw_ostream &OS) {
  OS << "#compdef cuda-fix\n"
        "# Completes the command line of cuda-fix in zsh; printed by 'cuda-fix completion zsh'.\n"
        "_cuda-fix() {\n"
        "  local -a commands=(\n";
  for (const CommandText &C : commandTexts())
    if (!C.Name.empty() && !C.Help.empty())
      OS << "    '" << C.Name << ":" << quoted(C.Help.rtrim('.'), ":") << "'\n";
  OS << "  )\n  if ((CURRENT == 3)); then\n    case $words[2] in\n"
     << "      explain) compadd -- " << llvm::join(explainedIds(), " ") << "; return ;;\n"
     << "      completion) compadd -- " << llvm::join(shells(), " ") << "; return ;;\n"
     << "    esac\n  fi\n"
     << "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
        "    _describe -t commands command commands\n  fi\n"
     << "  _arguments \\\n";
  for (const Completable &C : completables())
    for (const std::string &Name : C.Option.Names) {
      OS << "    '*" << Name
         << (C.Option.Equals             ? "="
             : C.Value == Wants::Nothing ? ""
                                         : "+")
         << "[" << quoted(C.Help, "[]:\\") << "]";
      if (C.Value != Wants::Nothing)
        OS << ":" << quoted(C.Option.Value, ":\\") << ":" << zshAction(C);
      OS << "' \\\n";
    }
  OS << "    '*:file:_files'\n}\n"
        "if [[ $funcstack[1] == _cuda-fix ]]; then\n  _cuda-fix \"$@\"\nelse\n"
        "  compdef _cuda-fix cuda-fix\nfi\n";
}

static void printFish(llvm::raw_ostream &OS) {
  OS << "# Completes the command line of cuda-fix in fish; printed by 'cuda-fix completion "
        "fish'.\n";
  for (const CommandText &C : commandTexts())
    if (!C.Name.empty() && !C.Help.empty())
      OS << "complete -c cuda-fix -n __fish_use_subcommand -a " << C.Name << " -d '"
         << quoted(C.Help.rtrim('.'), "") << "'\n";
  auto Argument = [&](StringRef Command, const auto &Words) {
    OS << "complete -c cuda-fix -f -n '__fish_seen_subcommand_from " << Command << "' -a '"
       << llvm::join(Words, " ") << "'\n";
  };
  Argument("explain", explainedIds());
  Argument("completion", shells());
  for (const Completable &C : completables()) {
    OS << "complete -c cuda-fix";
    for (StringRef Name : C.Option.Names)
      if (Name.consume_front("--"))
        OS << " -l " << Name;
      else
        OS << (Name.size() == 2 ? " -s " : " -o ") << Name.drop_front();
    if (C.Value == Wants::Words)
      OS << " -x -a '" << llvm::join(C.Words, " ") << "'";
    else if (C.Value == Wants::Folder)
      OS << " -x -a '(__fish_complete_directories)'";
    else if (C.Value == Wants::File)
      OS << " -r -F";
    else if (C.Value == Wants::Text)
      OS << " -x";
    OS << " -d '" << quoted(C.Help, "") << "'\n";
  }
}

llvm::Error printCompletion(llvm::raw_ostream &OS, StringRef Shell) {
  for (auto [Name, Print] : Printers)
    if (Name == Shell) {
      Print(OS);
      return llvm::Error::success();
    }
  return llvm::createStringError("completion takes one shell: " + llvm::join(shells(), ", "));
}

} // namespace cudafix::cli
