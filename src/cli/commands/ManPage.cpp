// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/ManPage.h"
#include "cli/options/OptionTable.h"
#include <map>

namespace cudafix::cli {

using llvm::StringRef;

/// Escapes text so that roff prints it unchanged.
static std::string roff(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    bool LineStart = Out.empty() || Out.back() == '\n';
    if (LineStart && (C == '.' || C == '\''))
      Out += "\\&";
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else if (C == '\'')
      Out += "\\(aq";
    else if (C == '~')
      Out += "\\(ti";
    else if (C == '^')
      Out += "\\(ha";
    else
      Out += C;
  }
  return Out;
}

static void printOption(llvm::raw_ostream &OS, const OptionText &O) {
  OS << ".TP\n";
  for (const std::string &Name : O.Names)
    OS << (&Name == &O.Names.front() ? "\\fB" : ", \\fB") << roff(Name) << "\\fR";
  if (!O.Value.empty())
    OS << (O.Equals ? "=" : " ") << "\\fI" << roff(O.Value) << "\\fR";
  OS << '\n' << roff(O.Help) << ".\n";
}

static void printOptions(llvm::raw_ostream &OS) {
  std::map<StringRef, std::vector<OptionText>> Groups;
  for (OptionText &O : optionTexts())
    Groups[O.Group].push_back(std::move(O));
  for (const auto &[Group, Options] : Groups) {
    OS << ".SS " << Group << '\n';
    for (const OptionText &O : Options)
      printOption(OS, O);
  }
}

void printManPage(llvm::raw_ostream &OS) {
  OS << ".TH CUDA\\-FIX 1 \"\" \"cuda\\-fix " CUDAFIX_VERSION "\" \"User Commands\"\n"
        ".SH NAME\ncuda\\-fix \\- "
     << roff(Overview) << "\n.SH SYNOPSIS\n.nf\n";
  for (const CommandText &C : commandTexts()) {
    OS << "\\fBcuda\\-fix";
    if (!C.Name.empty())
      OS << ' ' << roff(C.Name);
    OS << "\\fR";
    if (!C.Arguments.empty())
      OS << ' ' << roff(C.Arguments);
    OS << '\n';
  }
  OS << ".fi\n.SH DESCRIPTION\n"
        "cuda\\-fix reads CUDA C++, host and device code, and reports races, divergent and "
        "needless\n"
        "barriers and wasted memory traffic, each with a witness. It checks every repair before "
        "it\n"
        "shows it: parsed, analysed, compiled and run on the CPU. It needs neither a GPU nor a "
        "CUDA\n"
        "toolkit, and writes into no source without \\fB\\-\\-apply\\fR.\n"
        ".SH COMMANDS\n";
  for (const CommandText &C : commandTexts())
    if (!C.Help.empty())
      OS << ".TP\n\\fB" << (C.Name.empty() ? std::string("(none)") : roff(C.Name)) << "\\fR\n"
         << roff(C.Help) << '\n';
  OS << ".SH OPTIONS\n";
  printOptions(OS);
  OS << ".SH EXIT STATUS\n";
  for (const ExitCodeText &E : exitCodeTexts())
    OS << ".TP\n\\fB" << E.Code << "\\fR\n" << roff(E.Help) << '\n';
  OS << ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nIf set to anything, print no colours.\n"
        ".SH FILES\n.TP\n\\fI.cuda\\-fix.yaml\\fR\n"
        "Options without their dashes, read from the nearest folder above each file.\n"
        ".TP\n\\fI\\(ti/.cache/cuda\\-fix\\fR\nPrecompiled headers.\n"
        ".SH SEE ALSO\n\\fBclang\\-tidy\\-22\\fR(1)\n";
}

} // namespace cudafix::cli
