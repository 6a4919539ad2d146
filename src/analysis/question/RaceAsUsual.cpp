// SPDX-License-Identifier: Apache-2.0
//
// Questions that are easy for sizes of usual launches, and hard in general.

#include "analysis/question/RaceCase.h"
#include "analysis/question/RaceFinder.h"
#include "model/Convention.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

bool RaceFinder::isTangled(const RaceQuestion &Q) const {
  return llvm::any_of(Q.Offset, [&](Expr Offset) { return multipliesParameters(C, Offset); });
}

static SmallVector<Expr, 8> termsOf(llvm::ArrayRef<UsualCondition> All) {
  SmallVector<Expr, 8> Terms;
  for (const UsualCondition &U : All)
    Terms.push_back(U.Term);
  return Terms;
}

/// Adds one premise for each convention.
static void addPremises(const ExprContext &C, llvm::ArrayRef<UsualCondition> All, RaceAnswer &To) {
  std::vector<Premise> New;
  for (const UsualCondition &U : All) {
    auto At = llvm::find_if(New, [&](const Premise &P) { return P.Of == U.Of; });
    if (At == New.end()) {
      At = New.emplace(New.end());
      At->Of = U.Of;
      At->OfLaunch = true;
    }
    At->Conditions.push_back(U.Term);
    At->Text += (At->Text.empty() ? "" : ", ") + conditionText(C, U.Term);
  }
  for (Premise &P : New)
    To.need(std::move(P));
}

/// The question with rows of length 0 (`Length`), and with all other numbers in the offsets set to
/// 1: no products remain.
static SmallVector<Expr, 32> flat(const RaceCase &Case, Expr Length) {
  ExprContext &C = Case.C;
  llvm::DenseMap<Expr, Expr> Put;
  SmallVector<Expr, 32> All;
  for (Expr P : Case.parameters())
    if (P == Length || llvm::any_of(Case.Q.Offset, [&](Expr Offset) {
          return ExprContext::any(Offset, [&](Expr N) { return N == P; });
        })) {
      Put[P] = C.constant(P != Length, P->width());
      All.push_back(C.eq(P, Put[P]));
    }
  for (Expr E : Case.Q.Constraints)
    All.push_back(C.rebuilt(E, Put));
  return All;
}

/// Asks the question. If it is undecided, asks it for usual launches only, in which unsigned
/// comparisons are signed ones and rows are disjoint: if there is no race, that rests on this
/// premise. What helped with one question is tried first with the next.
void RaceFinder::decideAsUsual(const RaceQuestion &Q, RaceAnswer &R) {
  constexpr unsigned AtOnce = 16, Soon = 4, MaxFailed = 3; // shares of the budget; questions
  auto Ask = [&](llvm::ArrayRef<Expr> With) { return decide(With); };
  auto With = [&](llvm::ArrayRef<Expr> Further, unsigned Share) {
    SmallVector<Expr, 32> Query(Q.Constraints);
    llvm::append_range(Query, Further);
    return decide(Query, Share);
  };
  auto IsOpen = [](const Satisfiability &V) { return std::holds_alternative<Unknown>(V); };
  auto IsRefuted = [](const Satisfiability &V) { return std::holds_alternative<Unsatisfiable>(V); };
  const RaceCase Case(R, K, Opts.Solving, L, Flow, Q, Ask);
  SmallVector<UsualCondition, 8> All;
  if (Opts.Usual && UsualFailed < MaxFailed)
    All = Opts.Usual(Case, Opts.Conventions);
  const bool Tangled = !All.empty() && isTangled(Q);
  const Expr Unusual = C.lnot(C.land(termsOf(All)));
  Satisfiability Usual = Unknown(), Other = Unknown();
  if (!All.empty() && (Tangled || UsualHelped))
    Usual = With(termsOf(All), AtOnce);
  llvm::DenseSet<Expr> Needed;
  if (IsRefuted(Usual) && Tangled)
    for (Expr Length : Case.scales()) { // rows without elements overlap
      if (!llvm::is_contained(termsOf(All), C.ne(Length, C.constant(0, Length->width()))))
        continue;
      if (Satisfiability V = decide(flat(Case, Length), AtOnce);
          std::holds_alternative<Satisfiable>(V)) {
        Other = std::move(V);
        Needed.insert(C.ne(Length, C.constant(0, Length->width())));
      }
    }
  if (std::holds_alternative<Satisfiable>(Usual))
    R.Answer = Usual;
  else if (IsRefuted(Usual) && (UsualHelped || !IsOpen(Other)))
    R.Answer = IsRefuted(Other) ? Satisfiability(Unsatisfiable()) : Unknown();
  else
    R.Answer = decide(Q.Constraints);
  if (All.empty() || !IsOpen(R.Answer) || Opts.Solving.exhausted())
    return;
  if (IsOpen(Usual))
    Usual = With(termsOf(All), Soon);
  (IsOpen(Usual) ? UsualFailed : UsualHelped) += 1;
  if (std::holds_alternative<Satisfiable>(Usual))
    R.Answer = std::move(Usual);
  if (!IsOpen(R.Answer) || IsOpen(Usual))
    return;
  if (IsOpen(Other))
    Other = With(Unusual, Soon);
  // For tangled products it is hard to ask which conventions are needed; all are taken.
  if (IsRefuted(Other) || (!IsOpen(Other) && !Tangled)) {
    R.Answer = std::move(Other);
    return;
  }
  const SmallVector<Expr, 8> Fit = Case.fitting(termsOf(All));
  const bool Fits = Fit.size() == All.size();
  llvm::erase_if(All, [&](const UsualCondition &U) { return !llvm::is_contained(Fit, U.Term); });
  // Conditions that the launch gives, or the kernel checks, rest on no convention.
  if (All.empty() || (!Fits && !IsRefuted(With(Fit, Soon))) || Case.excludesAccess(Fit)) {
    if (!IsOpen(Other))
      R.Answer = std::move(Other);
    return;
  }
  for (size_t I = All.size(); I-- > 0 && All.size() > 1;) {
    if (Needed.contains(All[I].Term))
      continue;
    SmallVector<UsualCondition, 8> Fewer(All);
    Fewer.erase(Fewer.begin() + I);
    if (IsRefuted(With(termsOf(Fewer), Tangled ? AtOnce : Soon)))
      All = std::move(Fewer);
  }
  addPremises(C, All, R);
}
