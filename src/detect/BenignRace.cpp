// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectBenignRace(const KernelFacts &F) {
  // Reads of what the reader itself has stored are covered by the finding about the stores.
  return raceFindings(F, BenignRace.Id, [&](const analysis::RaceAnswer &R) {
    return R.SameValue && F.K.access(R.A).Kind == AccessKind::Write &&
           F.K.access(R.B).Kind == AccessKind::Write;
  });
}

const Detector cudafix::detect::BenignRace = {
    "benign-race", Level::Note,
    R"(Several threads write the same value to the same bytes and no barrier orders the writes,
as in *changed = true.

Why: in practice the value arrives, so this is a note; the CUDA memory model still calls it a
race, and a compiler may split or repeat the store.

How it is decided: as for the other races, of one block or of several; in addition the solver
proves that both threads write equal values. What is computed alike from equal operands (float
arithmetic, functions without side effects, elements of what the kernel only reads) is equal.

Limits: a value that the model does not express is taken as different between blocks. Where it is
read from memory that the kernel does not declare const, another kernel might change it meanwhile:
the kernel stays undecided.)",
    detectBenignRace};
