// SPDX-License-Identifier: Apache-2.0
//
// Turns argv into Options. Errors are usage errors: exit code 2.
#pragma once

#include "model/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <set>

namespace cudafix::cli {

enum class Command : uint8_t {
  Analyse,
  Compare,
  Completion,
  Cost,
  Explain,
  Checks,
  Conventions,
  Doctor,
  Init,
  Lsp,
  Summarise,
  Link,
  Check,
  Merge,
  Plan,
  ManPage,
  Help,
  Version
};

enum class ColorMode : uint8_t { Auto, Always, Never };

struct CommandLine {
  Command What = Command::Analyse;
  std::string Id; ///< the argument of `explain ID` and `completion SHELL`
  Options Opts;
  /// What makes the exit code nonzero, in addition to errors: "partial", "undecided", "warning".
  std::set<std::string> FailOn{"partial", "warning"};
  unsigned UnitTimeout = 300;          ///< seconds, a guard against hangs
  std::vector<std::string> WriteRoots; ///< --write-root; no configuration file names one
  ColorMode Color = ColorMode::Auto;
  unsigned Trials = 16;             ///< of `compare`: inputs to try
  double Tolerance = 0;             ///< of `compare`: relative, for floating-point numbers
  std::string Evaluate;             ///< of `cost`: values, "n=4096, block=256"
  std::string Before;               ///< of `cost`: the file that another version is compared with
  unsigned GrowthLimit = 10;        ///< of `cost`: percent by which a bound may grow
  std::string SanitizerLog;         ///< a log of compute-sanitizer, to compare with the findings
  std::string Picture;              ///< the finding to draw, "shared-race:12"
  bool Stdin = false;               ///< the text of the only file comes from standard input
  unsigned Shard = 1, Shards = 1;   ///< analyse part number `Shard` of `Shards` parts of the files
  std::string Out;                  ///< of `summarise`, `link`, `check` and `plan`
  std::string Facts;                ///< of `check`: the folder that `link` wrote
  std::vector<std::string> Results; ///< of `merge`: files that `check` wrote, and folders of them
  std::string Engine;               ///< of `plan`
  unsigned Parts = 0;      ///< of `plan`: number of shards; 0: chosen by the size of the build
  bool Quiet = false;      ///< no progress, no summary
  unsigned Debounce = 300; ///< of `lsp`: milliseconds to wait after the last keystroke
  bool InProcess = false;
  bool Fresh = false;                 ///< use no results of earlier runs
  bool CacheStats = false;            ///< print what was reused
  std::optional<uint64_t> CacheBytes; ///< limit on the size of remembered results
  std::string RemoteCache;            ///< URL; no configuration file names one
  bool WithoutSandbox = false;
};

/// Parses `Args`, which do not hold the program's name. They override `Base`; a --checks list that
/// begins with an exclusion is appended to that of `Base`, as is --fail-on.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<std::string> Args,
                                             const CommandLine &Base = {});

/// Prints the options and commands for --help.
void printHelp(llvm::raw_ostream &OS);

} // namespace cudafix::cli
