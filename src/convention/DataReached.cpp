// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <functional>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static bool joins(Expr E) {
  return (E->op() == Op::And || E->op() == Op::Or || E->op() == Op::Xor) &&
         llvm::all_of(E->args(), [](Expr A) { return A->width() == 1; });
}

/// The condition that thread I reaches its access whatever memory contains (`block == 0 ||
/// flag[block - 1]`). Null: it also depends on trip counts, or on too many values in memory.
static Expr anyway(const RaceCase &Case, unsigned I) {
  constexpr size_t Most = 3;
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> OfMemory;
  bool Counts = false;
  std::function<void(Expr)> Look = [&](Expr E) {
    if (joins(E))
      llvm::for_each(E->args(), Look);
    else if (Case.isData(E))
      OfMemory.insert(E);
    else
      Counts |= ExprContext::any(E, [&](Expr N) {
        if (N->op() != Op::Apply)
          return false;
        const SymbolKind Kind = Case.symbolOf(N).Kind;
        return Kind == SymbolKind::Counter || Kind == SymbolKind::Exit ||
               Kind == SymbolKind::Opaque || Kind == SymbolKind::Fresh;
      });
  };
  Look(Case.condition(I));
  if (Counts || OfMemory.size() > Most)
    return Expr();
  unsigned Way = 0; // one bit for each of them
  std::function<Expr(Expr)> Choose = [&](Expr E) {
    if (!joins(E)) {
      auto At = llvm::find(OfMemory, E);
      return At == OfMemory.end() ? E : C.boolean(Way >> (At - OfMemory.begin()) & 1);
    }
    llvm::SmallVector<Expr, 4> Args = llvm::map_to_vector(E->args(), Choose);
    if (E->op() == Op::Xor)
      return C.lnot(C.eq(Args[0], Args[1]));
    return E->op() == Op::And ? C.land(Args) : C.lor(Args);
  };
  llvm::SmallVector<Expr, 8> Ways;
  for (; Way < 1U << OfMemory.size(); ++Way)
    Ways.push_back(Choose(Case.condition(I)));
  return C.land(Ways);
}

/// Returns true if the threads of the answer, which are in one block, race whatever memory
/// contains.
static bool happensAnyway(const RaceCase &Case) {
  if (Case.Q.T.scope() == Scope::OtherBlock) // flags may order blocks
    return false;
  const Expr Both[] = {anyway(Case, 0), anyway(Case, 1)};
  return Both[0] && Both[1] && Case.Q.Tickets.empty() && Case.happensUnder(Both);
}

static std::vector<Need> ask(const RaceCase &Case) {
  if (Case.Offset.Data || (!Case.Cond.Data && Case.Q.Tickets.empty()) || happensAnyway(Case))
    return {};
  // Sums of loops are among the tickets, too.
  const bool Draws = llvm::any_of(Case.K.Accesses, [](const Access &A) { return A.Result; });
  const bool Read = Case.Cond.Memory || (!Case.Q.Tickets.empty() && Draws);
  return {{{},
           (Read ? "what is read from memory does not bring both threads there"
                 : "computed values that are not followed do not bring both threads there"),
           Confidence::Likely}};
}

const Rule convention::DataReached = {
    Convention::DataReached,
    R"(Memory contents do not bring two threads to conflicting accesses.

When a race needs it: where the accesses lie is certain, but conditions read from memory, or results
of atomics, decide whether threads come there. The witness makes these contents up, and the race is
"likely". It is "possible" where it is open whether all threads of the block read the same there.)",
    ask};
