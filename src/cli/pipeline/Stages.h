// SPDX-License-Identifier: Apache-2.0
//
// The longer steps of Pipeline.cpp.
#pragma once

#include "cli/pipeline/Transfer.h"
#include "detect/Detector.h"
#include "frontend/Program.h"
#include "host/Launches.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace cudafix::cli {

/// Adds its lifetime to `Seconds`.
class Timer {
public:
  explicit Timer(double &Seconds) : Seconds(Seconds) {}
  ~Timer() {
    Seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  }

private:
  double &Seconds;
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

/// The stages named by --dump, printed into one text.
class Dump {
public:
  Dump(const Options &Opts, std::string &Text) : Opts(Opts), OS(Text) {}
  void kernel(const frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches);
  llvm::raw_ostream *pairs() { return asked("pairs") ? &OS : nullptr; }
  llvm::raw_ostream *queries() { return asked("queries") ? &OS : nullptr; }
  llvm::raw_ostream *replays() { return asked("replay") ? &OS : nullptr; }

private:
  bool asked(llvm::StringRef Stage) const;
  const Options &Opts;
  llvm::raw_string_ostream OS;
};

/// Adds the results of the parse: status, diagnostics, kernels that could not be read.
void describe(frontend::Program &P, UnitResult &R);

/// Returns true if the user sees findings of this confidence.
bool isShown(const Finding &F, const Options &Opts);

/// The shown findings of one kernel, removed from the list of all while this lives.
class FindingsOf {
public:
  FindingsOf(std::vector<Finding> &All, llvm::StringRef Kernel, const Options &Opts);
  std::vector<Finding> Findings;
  void putBack();

private:
  std::vector<Finding> &All;
  std::vector<unsigned> Indices;
};

/// Formats the edits of every candidate; one that cannot be formatted keeps its text.
void formatEdits(const frontend::Program &P, std::vector<Finding> &Findings);

/// Runs the passes of the command optimize on a copy of the unit's device module.
void optimize(frontend::Program &P, const Options &Opts, UnitReport &Unit);

/// Verifies candidates in their order up to the first proven one, and keeps the best;
/// those that do not remove their finding are dropped.
void verifyRepairs(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                   std::vector<Finding> &Findings);

} // namespace cudafix::cli
