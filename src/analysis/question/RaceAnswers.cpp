// SPDX-License-Identifier: Apache-2.0
//
// Collects the answers for each pair, which is asked about for several classes of threads and in
// several phases.

#include "analysis/question/RaceFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

bool RaceFinder::isSettled(PairKey P) const {
  auto It = Best.find(P);
  return It != Best.end() && It->second.Race && It->second.Race->How == Confidence::Proved;
}

/// Returns true if enough pairs race, or if one costly pair is undecided.
bool RaceFinder::enough() const {
  return Opts.MaxAnswers && (Best.size() >= Opts.MaxAnswers || llvm::any_of(Best, [](auto &Entry) {
                               return Entry.second.Open.has_value();
                             }));
}

void RaceFinder::record(RaceAnswer R) {
  PairAnswers &Of = Best[PairKey(std::min(R.A, R.B), std::max(R.A, R.B))];
  const bool Racy = std::holds_alternative<Satisfiable>(R.Answer);
  std::optional<RaceAnswer> &Kept = !Racy ? Of.Open : R.SameValue ? Of.SameValue : Of.Race;
  if (!Kept) {
    Kept = std::move(R);
    return;
  }
  auto Rests = [](const RaceAnswer &A) {
    return A.How == Confidence::Possible && restOnLaunch(A.Premises);
  };
  auto Rank = [&](const RaceAnswer &A) { return std::tuple(!A.SameLoad, A.How, Rests(A)); };
  if (Rank(R) < Rank(*Kept))
    std::swap(*Kept, R);
  if (Rests(*Kept) && Rests(R))
    for (const Premise &P : R.Premises)
      if (!llvm::is_contained(Kept->Premises, P))
        Kept->need(P);
}

/// Adds the answers of all pairs to the result. If a pair has a race, its undecided answers do not
/// matter.
void RaceFinder::conclude() {
  for (auto &[Key, Of] : Best) {
    const bool Races = Of.Race && Of.Race->How <= Confidence::Likely;
    if (Of.SameValue && (!Of.Race || (!Races && Of.SameValue->SameLoad)))
      Result.Answers.push_back(std::move(*Of.SameValue));
    if (Of.Open && !Races)
      Result.Answers.push_back(std::move(*Of.Open));
    if (Of.Race)
      Result.Answers.push_back(std::move(*Of.Race));
  }
  Best.clear();
}
