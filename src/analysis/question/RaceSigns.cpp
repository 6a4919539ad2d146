// SPDX-License-Identifier: Apache-2.0
//
// Questions that are easy of sizes which are not negative, and hard of others.

#include "analysis/question/RaceCase.h"
#include "analysis/question/RaceFinder.h"
#include "model/Convention.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Asks the question, and where it is not decided the same of sizes of the host that are not
/// negative, for which unsigned comparisons are plain ones: there is no race but under that
/// premise. What helped with one question is tried first with the next.
void RaceFinder::decideBySign(const RaceQuestion &Q, RaceAnswer &R) {
  constexpr unsigned AtOnce = 16, Soon = 4, MaxFailed = 3; // shares of the budget; questions
  auto Ask = [&](llvm::ArrayRef<Expr> With) { return decide(With); };
  auto With = [&](llvm::ArrayRef<Expr> Further, unsigned Share) {
    SmallVector<Expr, 32> Query(Q.Constraints);
    llvm::append_range(Query, Further);
    return decide(Query, Share);
  };
  auto IsOpen = [](const Satisfiability &V) { return std::holds_alternative<Unknown>(V); };
  SmallVector<Expr, 8> Sizes;
  Satisfiability Usual = Unknown(); // of sizes that are not negative
  if (Opts.Conventions.contains(Convention::SizesNotNegative) && SignsFailed < MaxFailed)
    Sizes = RaceCase(R, K, L, Flow, Q, Ask).notNegative();
  if (SignsHelped && !Sizes.empty())
    Usual = With(Sizes, AtOnce);
  if (std::holds_alternative<Unsatisfiable>(Usual))
    R.Answer = Unknown();
  else
    R.Answer = decide(Q.Constraints);
  if (Sizes.empty() || !IsOpen(R.Answer) || K.Solving->exhausted())
    return;
  if (IsOpen(Usual))
    Usual = With(Sizes, Soon);
  (IsOpen(Usual) ? SignsFailed : SignsHelped) += 1;
  if (std::holds_alternative<Satisfiable>(Usual))
    R.Answer = std::move(Usual);
  if (!IsOpen(R.Answer) || IsOpen(Usual))
    return;
  if (Satisfiability Other = With(C.lnot(C.land(Sizes)), Soon); !IsOpen(Other)) {
    R.Answer = std::move(Other);
    return;
  }
  for (size_t I = Sizes.size(); I-- > 0 && Sizes.size() > 1;) {
    SmallVector<Expr, 8> Fewer(Sizes);
    Fewer.erase(Fewer.begin() + I);
    if (std::holds_alternative<Unsatisfiable>(With(Fewer, Soon)))
      Sizes = std::move(Fewer);
  }
  Premise P;
  P.Of = Convention::SizesNotNegative;
  P.Conditions.assign(Sizes.begin(), Sizes.end());
  for (Expr E : Sizes)
    P.Text += (P.Text.empty() ? "" : ", ") + conditionText(C, E);
  P.OfLaunch = true;
  R.need(std::move(P));
}
