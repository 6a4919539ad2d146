// SPDX-License-Identifier: Apache-2.0
#include "cli/session/ProgressLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

static constexpr unsigned NarrowestTerminal = 20, UsualTerminal = 80;

ProgressLine::ProgressLine(size_t Total, bool Wanted)
    : Total(Total), IsShown(Wanted && llvm::errs().is_displayed()) {}

void ProgressLine::clear() {
  if (Width) // without escape sequences, which users may have turned off with colours
    llvm::errs() << '\r' << std::string(Width, ' ') << '\r';
  Width = 0;
}

void ProgressLine::at(llvm::StringRef File, llvm::StringRef Stage) {
  if (!IsShown)
    return;
  std::string Text;
  if (Total > 1)
    Text = "[" + std::to_string(Done + 1) + "/" + std::to_string(Total) + "] ";
  Text += (File + ": " + Stage).str();
  unsigned Columns = llvm::sys::Process::StandardErrColumns();
  if (Columns < NarrowestTerminal)
    Columns = UsualTerminal;
  // A line that wraps cannot be cleared.
  clear();
  Width = std::min<size_t>(Text.size(), Columns - 1);
  llvm::errs() << llvm::StringRef(Text).take_front(Width);
}

} // namespace cudafix::cli
