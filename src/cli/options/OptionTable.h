// SPDX-License-Identifier: Apache-2.0
//
// The options of Options.td for LLVM's parser, and the texts of help, manual page and completions
// about them and about the commands.
#pragma once

#include "llvm/Option/OptTable.h"

namespace cudafix::cli {

using namespace llvm::opt; // the generated code needs its names

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();
};

/// The words that the option takes; empty if there is no short list of them.
std::vector<llvm::StringRef> optionWords(OptionId Id);

/// An option as users see it.
struct OptionText {
  llvm::StringRef Group;          ///< "SELECTION"
  std::vector<std::string> Names; ///< "--help" and "-h", with their dashes
  llvm::StringRef Value;          ///< "<globs>"; empty for a flag
  bool Equals;                    ///< the value follows a `=`
  llvm::StringRef Help;
  std::vector<llvm::StringRef> Words;
};

/// Every option that --help lists, as Options.td orders them.
std::vector<OptionText> optionTexts();

/// One way to call the program.
struct CommandText {
  llvm::StringRef Name;      ///< empty for the analysis, which has no name
  llvm::StringRef Arguments; ///< follow the name
  llvm::StringRef Help;      ///< empty for further arguments of the previous command
};

/// The commands in the order of --help.
llvm::ArrayRef<CommandText> commandTexts();
std::vector<llvm::StringRef> commandNames();

struct ExitCodeText {
  char Code;
  llvm::StringRef Help;
};

llvm::ArrayRef<ExitCodeText> exitCodeTexts();

/// What the program does, in one line.
extern const llvm::StringLiteral Overview;

} // namespace cudafix::cli
