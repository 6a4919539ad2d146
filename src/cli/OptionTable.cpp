// SPDX-License-Identifier: Apache-2.0
#include "cli/OptionTable.h"
#include "cli/CommandLine.h"
#include "llvm/Option/Option.h"

namespace cudafix::cli {

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

void printHelp(llvm::raw_ostream &OS) {
  OptionTable().printHelp(
      OS,
      "cuda-fix [options] <files and folders>... [-- <compiler arguments>]\n"
      "       cuda-fix explain <check, repair or convention>\n"
      "       cuda-fix explain-launch <kernel> <files>...\n"
      "       cuda-fix simulate --run-program [options] <files with a main>... [-- <its "
      "arguments>]\n"
      "       cuda-fix simulate --kernel <regex> [options] <files>... [-- <compiler "
      "arguments>]\n"
      "       cuda-fix compare --kernel <regex> [options] <file> <file> [-- <compiler arguments>]\n"
      "       cuda-fix cost [options] <files>... [-- <compiler arguments>]\n"
      "       cuda-fix optimize [options] <files>... [-- <compiler arguments>]\n"
      "       cuda-fix checks\n"
      "       cuda-fix conventions\n"
      "       cuda-fix init [<folder>]\n"
      "       cuda-fix doctor [<folder>]\n"
      "       cuda-fix lsp [options] [-- <compiler arguments>]",
      "find and repair synchronization bugs and wasted memory traffic in CUDA C++, without a GPU");
  OS << "\nEXIT CODE:\n"
        "  0  clean, or everything was repaired\n"
        "  1  errors or warnings remain, or --diff printed something\n"
        "  2  usage, configuration or internal error\n"
        "  3  a file or kernel could not be read, or only in part; with --fail-on=undecided, also\n"
        "     a kernel that could not be decided\n"
        "  4  a repair was rolled back\n";
}

} // namespace cudafix::cli
