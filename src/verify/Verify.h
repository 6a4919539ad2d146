// SPDX-License-Identifier: Apache-2.0
//
// Checks a repair before it is shown: the patched source parses on both sides, the finding is gone
// for every launch, there are no new findings, the backend accepts the IR, and the patched kernel
// computes what the original computes.
#pragma once

#include "frontend/Program.h"
#include "host/Launches.h"
#include "model/Finding.h"
#include "verify/Simulated.h"
#include "verify/WholeProgram.h"
#include <memory>

namespace cudafix::verify {

/// Verifies the repairs of one unit; what is shared by several findings is done once.
class Verifier {
public:
  /// `Host`, of `P`, and `All` must outlive this. Without `Apart`, no kernel is simulated; without
  /// `Run`, no program.
  Verifier(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
           llvm::ArrayRef<Finding> All, CompareApart Apart = nullptr, RunProgram Run = nullptr);
  ~Verifier();

  /// Sets R.Check and R.How (Proven, Conditional, Suggested or Manual) for a repair of the finding
  /// `All[Index]`. A repair that arrives as Suggested or Conditional gets at most that. Edits that
  /// do not hold (the text does not parse, the finding stays, a new one appears) are removed with a
  /// note; a repair without edits is Manual, and its IR form is judged on its own.
  ///
  /// A repair whose kernel computes different results in the simulation is removed, too. If the
  /// original races and its results depend on the order of its threads, the repair stays as
  /// Suggested, because only some orders were tried. If the memory layout changes, the output of
  /// the whole program is compared.
  void verify(size_t Index, Repair &R);

  /// Asks the installed compilers about the verified repairs of findings: first about all repairs
  /// of a unit together, and about single ones only if they reject that. Edits that they reject are
  /// removed as above, and are returned with the finding's index.
  std::vector<std::pair<size_t, std::vector<Edit>>>
  compile(llvm::MutableArrayRef<Finding> Findings);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace cudafix::verify
