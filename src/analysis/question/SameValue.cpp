// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/SameValue.h"
#include "analysis/flow/FlowPaths.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Returns true if the value is read from memory of which the kernel does not say that nobody
/// writes it. Threads of one block agree on shared memory that is not written until the next
/// barrier.
static bool mayChange(const Kernel &K, SymbolId Id) {
  const Symbol &S = K.Ctx->symbol(Id);
  if (S.Kind == SymbolKind::Load && S.Index < K.Arrays.size() &&
      K.Arrays[S.Index].Where == Space::Shared && K.Symbols.level(*K.Ctx, Id) <= Uniformity::Block)
    return false;
  if (S.Kind != SymbolKind::Load || !K.Symbols.isReadOnly(*K.Ctx, Id))
    return S.Kind == SymbolKind::Load;
  const Array *From = loadedFrom(K, S);
  if (!From)
    return false;
  if (From->Parameter == NoId || From->Parameter >= K.Params.size())
    return From->Where != Space::Constant;
  llvm::StringRef Type = K.Params[From->Parameter].Type;
  return !Type.take_front(Type.rfind('*')).contains("const");
}

/// Returns true if the reader itself has put the value there that the other thread writes once
/// more.
static bool readsOwnValue(const RaceCase &Case, RaceAnswer &R) {
  const Kernel &K = Case.K;
  const RaceQuestion &Q = Case.Q;
  unsigned Writer = Case.access(0).Kind == AccessKind::Write ? 0 : 1;
  const Access &W = Case.access(Writer), &Read = Case.access(1 - Writer);
  if (W.Kind != AccessKind::Write || Read.Kind != AccessKind::Read || !W.Value || !W.Offset ||
      !Read.Offset || W.Size != Read.Size || W.Array != Read.Array)
    return false;
  auto Counts = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && Case.C.symbol(N->symbol()).Kind == SymbolKind::Counter;
    });
  };
  if (W.Offset != Read.Offset && Counts(W.Offset))
    return false;
  FlowPaths Paths(K);
  bool Seen = false;
  auto IsWrite = [&](const Event &E) { return E.What == Event::Kind::Access && E.Id == W.Id; };
  Paths.visitBefore(Paths.access(Read.Id), IsWrite, [&](const Event &E) { Seen |= IsWrite(E); });
  const Node &First = K.Nodes.front();
  bool Around = Paths.nodesBefore(Paths.access(Read.Id), IsWrite).test(First.Id) &&
                llvm::none_of(First.Events, IsWrite);
  bool Always = Seen && !Around;
  // In a loop the value may be another one each time.
  if (!Always || Counts(W.Value))
    return false;
  ExprContext::visit(W.Value, [&](Expr N) { // what is not modelled may stand on memory
    if (N->op() == Op::Apply)
      R.SameLoad |=
          mayChange(K, N->symbol()) || Case.C.symbol(N->symbol()).Kind == SymbolKind::Opaque;
  });
  auto Differ = [&](Expr Of, unsigned Thread, Expr From, unsigned Other) {
    return Case.C.ne(Q.T.of(Of, Thread), Q.T.of(From, Other));
  };
  return (W.Offset == Read.Offset ||
          Case.vanishes(Differ(W.Offset, 1 - Writer, Read.Offset, 1 - Writer))) &&
         Case.vanishes(Differ(W.Value, Writer, W.Value, 1 - Writer));
}

void analysis::compareValues(RaceCase &Case, RaceAnswer &R) {
  const Access &X = Case.access(0), &Y = Case.access(1);
  const RaceQuestion &Q = Case.Q;
  if (X.Kind == AccessKind::Write && Y.Kind == AccessKind::Write && X.Value && Y.Value &&
      X.Value->width() == Y.Value->width() && X.Size == Y.Size) {
    Expr V0 = Q.P[0].of(Q.T, X.Value, 0), V1 = Q.P[1].of(Q.T, Y.Value, 1);
    Satisfiability Differ = Case.under(Case.C.ne(V0, V1));
    R.SameValue = std::holds_alternative<Unsatisfiable>(Differ);
    Case.MayWriteSame = std::holds_alternative<Unknown>(Differ);
    ExprContext::visit(V0, [&](Expr N) {
      if (N->op() == Op::Apply)
        R.SameLoad |= mayChange(Case.K, Q.T.original(N->symbol()));
    });
  }
  R.SameValue |= readsOwnValue(Case, R);
}
