// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/CompareKernels.h"
#include "cli/commands/Completion.h"
#include "cli/commands/CostCommand.h"
#include "cli/commands/Doctor.h"
#include "cli/commands/Explain.h"
#include "cli/commands/LanguageServer.h"
#include "cli/commands/ManPage.h"
#include "cli/commands/Plan.h"
#include "cli/commands/Run.h"
#include "cli/options/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/WithColor.h"
#include <csignal>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>

using namespace cudafix::cli;

/// Makes malloc use large pages and keep them. Z3 fills 17 MB of tables for each context: with
/// small pages that are given back each time, that took a third of the run time. Without large
/// pages, or with another malloc than glibc's (mallopt(3)), nothing changes.
static void keepLargePages() {
#ifdef __GLIBC__
  constexpr size_t Heap = 512 << 20; // reserved only, until it is used
  ::mallopt(M_ARENA_MAX, 1);         // heaps of other threads are small and do not stay
  ::mallopt(M_MMAP_THRESHOLD, 2 * Heap);
  ::mallopt(M_TRIM_THRESHOLD, 2 * Heap);
  void *All = std::malloc(Heap);
  if (!All)
    return;
  constexpr uintptr_t Page = 4096;
  const uintptr_t Begin = llvm::alignTo(reinterpret_cast<uintptr_t>(All), Page);
  ::madvise(reinterpret_cast<void *>(Begin), Heap - Page, MADV_HUGEPAGE);
  std::free(All);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

static int fail(llvm::Error E) {
  llvm::WithColor::error(llvm::errs(), "cuda-fix") << llvm::toString(std::move(E)) << '\n';
  return BadUsage;
}

/// NO_COLOR, set to anything, turns colours off.
static bool isColored(const llvm::raw_ostream &OS) {
  const char *None = std::getenv("NO_COLOR");
  return (!None || !*None) && OS.has_colors();
}

static void setColor(ColorMode Mode) {
  if (Mode != ColorMode::Auto)
    llvm::WithColor::setAutoDetectFunction(Mode == ColorMode::Always
                                               ? [](const llvm::raw_ostream &) { return true; }
                                               : [](const llvm::raw_ostream &) { return false; });
}

static int dispatch(llvm::ArrayRef<std::string> Args) {
  llvm::Expected<CommandLine> Line = parseCommandLine(Args);
  if (!Line)
    return fail(Line.takeError());
  setColor(Line->Color);
  switch (Line->What) {
  case Command::Help:
    printHelp(llvm::outs());
    return Clean;
  case Command::Version:
    llvm::outs() << "cuda-fix " CUDAFIX_VERSION "\n";
    return Clean;
  case Command::Explain:
    if (llvm::Error E = explain(llvm::outs(), Line->Id))
      return fail(std::move(E));
    return Clean;
  case Command::Conventions:
    listConventions(llvm::outs());
    return Clean;
  case Command::Checks:
    listChecks(llvm::outs(), Line->Opts.Checks);
    return Clean;
  case Command::Completion:
    if (llvm::Error E = printCompletion(llvm::outs(), Line->Id))
      return fail(std::move(E));
    return Clean;
  case Command::ManPage:
    printManPage(llvm::outs());
    return Clean;
  case Command::Compare:
    return runComparison(*Line, Args);
  case Command::Cost:
    return runCost(*Line, Args);
  case Command::Doctor:
    doctor(llvm::outs(), *Line);
    return Clean;
  case Command::Init:
    if (llvm::Error E = init(llvm::outs(), *Line))
      return fail(std::move(E));
    return Clean;
  case Command::Lsp:
    return runLanguageServer(*Line, Args);
  case Command::Plan:
    if (llvm::Error E = plan(llvm::outs(), *Line, Args))
      return fail(std::move(E));
    return Clean;
  case Command::Summarise:
  case Command::Link:
  case Command::Check:
  case Command::Merge:
  case Command::Analyse:
    return runAnalysis(*Line, Args);
  }
  return BadUsage;
}

/// Reports a full disk or a closed pipe, which must not pass for success.
static int flushOutput(int Code) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return Code;
  std::error_code EC = llvm::outs().error();
  llvm::outs().clear_error();
  llvm::WithColor::error(llvm::errs(), "cuda-fix")
      << "standard output cannot be written: " << EC.message() << '\n';
  return std::max<int>(Code, BadUsage);
}

int main(int Argc, char **Argv) {
  keepLargePages();
  llvm::WithColor::setAutoDetectFunction(isColored);
  // The code that writes reports failed writes.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  return flushOutput(dispatch(Args));
}
