// SPDX-License-Identifier: Apache-2.0
//
// The options of Options.td as LLVM's parser takes them, and what help, manual page and completions
// say of them and of the commands.
#pragma once

#include "llvm/Option/OptTable.h"

namespace cudafix::cli {

using namespace llvm::opt; // names that the generated code uses

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

/// What a value of the option may be made of; empty if it is no short list.
std::vector<llvm::StringRef> optionWords(OptionId Id);

/// An option as users see it.
struct OptionText {
  llvm::StringRef Group;          ///< "SELECTION"
  std::vector<std::string> Names; ///< "--help" and "-h", with their dashes
  llvm::StringRef Value;          ///< "<globs>"; empty for a flag
  bool Equals;                    ///< the value stands after a `=`
  llvm::StringRef Help;
  std::vector<llvm::StringRef> Words;
};

/// Every option that --help lists, as Options.td orders them.
std::vector<OptionText> optionTexts();

/// One way to call the program.
struct CommandText {
  llvm::StringRef Name;      ///< empty for the analysis, which has none
  llvm::StringRef Arguments; ///< what stands after the name
  llvm::StringRef Help;      ///< empty for further arguments of the command before
};

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
