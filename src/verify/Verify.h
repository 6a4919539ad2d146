// SPDX-License-Identifier: Apache-2.0
//
// Checks a repair before anyone sees it: patched source parses on both sides, the finding
// is gone for every launch, nothing new is found, the IR is accepted by the backend, and the
// patched kernel computes what the original computes.
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
  /// `Host`, of `P`, and `All` must outlive this. Without `Apart` no kernel is simulated, without
  /// `Run` no program.
  Verifier(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
           llvm::ArrayRef<Finding> All, CompareApart Apart = nullptr, RunProgram Run = nullptr);
  ~Verifier();

  /// Fills R.Check and R.How (Proven, Conditional, Suggested or Manual) of a repair of the
  /// finding `All[Index]`. A repair that comes in as Suggested or Conditional stays at most
  /// that. Edits that do not hold (the text does not parse, the finding stays, a new one
  /// appears) are taken away with a note; what is left, or came without edits, is Manual,
  /// and its IR form is judged on its own.
  ///
  /// A repair whose kernel computes something else in the simulation is taken away, too;
  /// where the original races, and what it leaves there varies with the order of its threads, it
  /// stays as Suggested: only some orders were tried. Where the layout of memory changes
  /// it is the output of the whole program that is compared.
  void verify(size_t Index, Repair &R);

  /// Asks the compilers of the machine about the verified repairs of findings: about all of a unit
  /// together, and about each only where they refuse that. Edits that they refuse go, as above, and
  /// are returned with the finding's index.
  std::vector<std::pair<size_t, std::vector<Edit>>>
  compile(llvm::MutableArrayRef<Finding> Findings);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace cudafix::verify
