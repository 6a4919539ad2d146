// SPDX-License-Identifier: Apache-2.0
//
// argv -> Options. Errors are usage errors: exit code 2.
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
  std::string Id; ///< of `explain ID`, `completion SHELL`
  Options Opts;
  /// What makes the exit code other than 0, beyond errors: "partial", "undecided", "warning".
  std::set<std::string> FailOn{"partial", "warning"};
  unsigned UnitTimeout = 300;          ///< seconds, a guard against hangs
  std::vector<std::string> WriteRoots; ///< --write-root; no configuration file names one
  ColorMode Color = ColorMode::Auto;
  unsigned Trials = 16;             ///< of `compare`: inputs
  double Tolerance = 0;             ///< of `compare`: relative, of floating point numbers
  std::string Evaluate;             ///< of `cost`: values, "n=4096, block=256"
  std::string Before;               ///< of `cost`: the file that another version is compared with
  unsigned GrowthLimit = 10;        ///< of `cost`: percent that a bound may grow by
  std::string SanitizerLog;         ///< of compute-sanitizer, to be answered
  std::string Picture;              ///< the finding to draw, "shared-race:12"
  bool Stdin = false;               ///< the text of the one file comes from there
  unsigned Shard = 1, Shards = 1;   ///< this part of the files, of so many
  std::string Out;                  ///< of `summarise`, `link`, `check` and `plan`
  std::string Facts;                ///< of `check`: a folder that `link` wrote
  std::vector<std::string> Results; ///< of `merge`: files of `check`, and folders of such
  std::string Engine;               ///< of `plan`
  unsigned Parts = 0;               ///< of `plan`: shards; 0: as many as it takes to be
  bool Quiet = false;               ///< no progress, no summary
  unsigned Debounce = 300;          ///< of `lsp`: milliseconds after the last key
  bool InProcess = false;
  bool Fresh = false;                 ///< no result of a former run is used
  bool CacheStats = false;            ///< say what was
  std::optional<uint64_t> CacheBytes; ///< of remembered results, at most
  std::string RemoteCache;            ///< URL; no configuration file names one
  bool WithoutSandbox = false;
};

/// `Args` without the program's name. What they say replaces what `Base` says; a
/// --checks list that begins with an exclusion is added to the one of `Base`, as --fail-on is.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<std::string> Args,
                                             const CommandLine &Base = {});

void printHelp(llvm::raw_ostream &OS);

} // namespace cudafix::cli
