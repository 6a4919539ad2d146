// SPDX-License-Identifier: Apache-2.0
//
// Answers a question from the table of remembered answers, or by a new attempt.

#include "smt/Solver.h"
#include "smt/Attempt.h"
#include "smt/Numbers.h"
#include "smt/QueryKey.h"
#include "smt/WorkspaceMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

/// If so many consecutive questions over the same terms had no example with small sizes, later ones
/// do not look for one.
static constexpr unsigned MaxWithoutExample = 2;

/// The cost of a question that is not trivial, without its encodings and checks.
static constexpr uint64_t PerQuestion = 1'000;

/// Counts a new question, answered by `A`.
static void count(Statistics &Stats, const Answer &A) {
  switch (A.By) {
  case AnsweredBy::Nothing:
    ++Stats.Unknowns;
    break;
  case AnsweredBy::Simplifying:
    ++Stats.Trivial;
    break;
  case AnsweredBy::WeakerQuestion:
    ++Stats.Weaker;
    break;
  case AnsweredBy::Integers:
    ++Stats.Linear;
    break;
  case AnsweredBy::BitVectors:
    ++Stats.BitVector;
    break;
  }
  Stats.ResourceUnits += A.Units;
}

/// The answer from the table, or a new one, which is added to it. An answer for which no example
/// was looked for serves with and without permission to look for one.
static Answer &remembered(Workspace::Memory &M, const QueryKey &Key, const AnswerTable::Sum &Sum,
                          const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, const Budget &B,
                          Way AsBefore) {
  const bool Examples = M.WithoutExample <= MaxWithoutExample;
  const AnswerTable::Sum WithExample =
      AnswerTable::sumOf(llvm::toStringRef(Sum).str() + (Examples ? "+" : "-"));
  for (const AnswerTable::Sum &Of : {Sum, WithExample})
    if (Answer *Known = M.Answers->find(Of); Known && Key.concrete(Known->Is))
      return *Known;
  ExprContext Own;
  std::vector<Expr> Rebuilt = Key.rebuilt(Ctx, Constraints, Own);
  Answer A = attempt(Own, M.S, Rebuilt, B, Examples, AsBefore);
  const bool Either = A.Small == Example::None;
  return M.Answers->add(Either ? Sum : WithExample, std::move(A));
}

/// Like `remembered`, but first tries what refuted the last question of this shape, and records
/// what refutes this one.
static Answer &answer(Workspace::Memory &M, const QueryKey &Key, const AnswerTable::Sum &Sum,
                      const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, const Budget &B) {
  Way &Before = (*M.Ways)[QueryKey::shape(Ctx, Constraints)];
  Answer &A = remembered(M, Key, Sum, Ctx, Constraints, B, Before);
  if (A.Refuted.By != Step::None)
    Before = A.Refuted;
  return A;
}

Satisfiability Solver::satisfiable(llvm::ArrayRef<Expr> Given, const Budget &Asked) {
  ExprContext &Ctx = W.Terms;
  Workspace::Memory &M = *W.M;
  Budget B = Asked;
  // A kernel with thousands of hard questions must still terminate: beyond the limit questions get
  // no search, and beyond a higher limit no answer.
  if (M.Spent > W.Limit)
    B.ResourceUnits = 0;
  llvm::scope_exit AddUp([&, Before = Stats] {
    for (uint64_t Statistics::*Of :
         {&Statistics::Queries, &Statistics::Repeated, &Statistics::Trivial, &Statistics::Weaker,
          &Statistics::Linear, &Statistics::BitVector, &Statistics::Unknowns,
          &Statistics::ResourceUnits})
      M.Total.*Of += Stats.*Of - Before.*Of;
  });
  ++Stats.Queries;
  llvm::SmallSetVector<Expr, 16> Distinct;
  for (Expr E : Given) {
    if (E->isFalse()) {
      ++Stats.Trivial;
      return Unsatisfiable{};
    }
    if (!E->isTrue())
      Distinct.insert(E);
  }
  llvm::ArrayRef<Expr> Constraints = Distinct.getArrayRef();
  if (W.exhausted()) {
    ++Stats.Unknowns;
    return Unknown{"this kernel's solver budget is exhausted", true};
  }
  std::optional<QueryKey> Key = QueryKey::of(Ctx, Constraints);
  if (!Key) {
    ++Stats.Unknowns;
    return Unknown{"the condition is too large"};
  }
  Key->Text += (B.Readable ? "r" : "q") + std::to_string(B.ResourceUnits) + "," +
               std::to_string(B.MaxRounds);
  const AnswerTable::Sum Sum = AnswerTable::sumOf(Key->Text);
  auto [It, New] = M.Asked.try_emplace(Sum);
  if (New)
    It->second = &answer(M, *Key, Sum, Ctx, Constraints, B);
  Answer &A = *It->second;
  if (std::exchange(A.Asked, true))
    ++Stats.Repeated;
  else
    count(Stats, A);
  if (New) {
    if (M.Paid->insert(&A).second)
      M.Spent += A.Units;
    M.Spent += A.By == AnsweredBy::Simplifying ? 0 : PerQuestion;
    if (A.Small == Example::Missing)
      ++M.WithoutExample;
    if (A.Small == Example::Found)
      M.WithoutExample = 0;
  }
  return *Key->concrete(A.Is);
}
