// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Asks whether the two values are equal, assuming that values are equal which nothing shows to
/// differ between the threads.
static std::vector<Need> ask(const RaceCase &Case) {
  const Access &X = Case.access(0), &Y = Case.access(1);
  ExprContext &C = Case.C;
  if (X.Kind != AccessKind::Write || Y.Kind != AccessKind::Write || !X.Value || !Y.Value ||
      X.Value->width() != Y.Value->width() || X.Size != Y.Size)
    return {};
  TwoThreads &T = Case.Q.T;
  Expr V[] = {Case.Q.P[0].of(T, X.Value, 0), Case.Q.P[1].of(T, Y.Value, 1)};
  SmallVector<Expr, 8> Hidden[2], Equal;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(V[I], [&](Expr N) {
      if (N->op() == Op::Apply && Case.symbolOf(N).Evidence)
        Hidden[I].push_back(N);
    });
  for (Expr A : Hidden[0])
    for (Expr B : Hidden[1]) {
      SymbolId Of = T.original(A->symbol());
      if (Of != T.original(B->symbol()) || A->args().size() != B->args().size())
        continue;
      SmallVector<Expr, 8> Premise;
      for (unsigned D = 0; D < 3; ++D)
        if (*C.symbol(Of).Evidence & 1u << D)
          Premise.push_back(C.eq(T.of(C.threadIdx(D), 0), T.of(C.threadIdx(D), 1)));
      for (auto [ArgA, ArgB] : llvm::zip(A->args(), B->args()))
        Premise.push_back(C.eq(ArgA, ArgB));
      Equal.push_back(C.implies(C.land(Premise), C.eq(A, B)));
    }
  Equal.push_back(C.ne(V[0], V[1]));
  if (!Case.MayWriteSame && (Equal.size() == 1 || !Case.vanishes(Equal)))
    return {};
  return {{{}, "both threads write equal values", Confidence::Likely}};
}

const Rule convention::ValuesDiffer = {
    Convention::ValuesDiffer,
    R"(What two threads write by one statement is the same unless something shows that it differs.

When a race needs it: both accesses write, and the values would be equal if what the model does not
follow to its source (a private array, an exchange between lanes, a call) gave both threads the same
wherever their indices do not show that they differ. The race is "likely" until a replay on the CPU
sees two values.)",
    ask};
