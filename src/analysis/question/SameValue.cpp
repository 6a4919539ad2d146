// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/SameValue.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Returns true if the value is loaded from memory that may be written, as far as the kernel shows.
/// Threads of one block agree on shared memory that is not written before the next barrier.
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

/// Returns true if the operation may leave another value in a byte that the write puts there.
static bool mayReplace(const Kernel &K, const Event &E, const Access &W) {
  if (E.What == Event::Kind::AsyncOp)
    return K.AsyncOps[E.Id].Target == W.Array;
  if (E.What != Event::Kind::Access || E.Id == W.Id)
    return false;
  const Access &Other = K.access(E.Id);
  if (Other.Array != W.Array || Other.Kind == AccessKind::Read)
    return false;
  auto IsFixed = [](const Access &A) {
    return A.Offset && A.Offset->isConst() && A.Size->isConst();
  };
  if (!IsFixed(W) || !IsFixed(Other))
    return true;
  auto EndsBefore = [](const Access &A, const Access &B) {
    return A.Offset->signedValue() + A.Size->signedValue() <= B.Offset->signedValue();
  };
  return !EndsBefore(W, Other) && !EndsBefore(Other, W);
}

/// Returns true if some thread may have replaced the reader's own write before the reader reads it.
/// Such a replacement would lie on the reader's path, after the last barrier if that comes before
/// the write.
static bool mayBeReplaced(const RaceCase &Case, const FlowPaths &Paths, const Access &W,
                          const Access &Read) {
  const Phase &In = *Case.Q.P[Case.access(0).Id == Read.Id ? 0 : 1].In;
  bool Replaced = false, Begins = false, EndAtBarriers = false;
  auto Stop = [&](const Event &E) {
    return (E.What == Event::Kind::Access && E.Id == W.Id) ||
           (EndAtBarriers && E.What == Event::Kind::Barrier &&
            Case.K.barrier(E.Id).Kind == BarrierKind::Block);
  };
  auto Look = [&](const Event &E) {
    Replaced |= mayReplace(Case.K, E, W);
    Begins |= E.What == Event::Kind::Barrier && E.Id == In.Id;
  };
  Paths.visitBefore(Paths.access(Read.Id), Stop, Look);
  if (!Replaced || Case.R.Where == Scope::OtherBlock || In.From != Phase::Start::Barrier)
    return Replaced;
  Replaced = Begins = false;
  EndAtBarriers = true;
  Paths.visitBefore(Paths.access(Read.Id), Stop, Look);
  return Replaced || Begins;
}

/// Returns true if the reader itself has written the value that the other thread writes again, and
/// no thread has changed it since.
static bool readsOwnValue(const RaceCase &Case, RaceAnswer &R) {
  const Kernel &K = Case.K;
  const RaceQuestion &Q = Case.Q;
  unsigned Writer = Case.access(0).Kind == AccessKind::Write ? 0 : 1;
  const Access &W = Case.access(Writer), &Read = Case.access(1 - Writer);
  if (W.Kind != AccessKind::Write || Read.Kind != AccessKind::Read || !W.Value || !W.Offset ||
      !Read.Offset || W.Size != Read.Size || W.Array != Read.Array)
    return false;
  FlowPaths Paths(K);
  bool Seen = false;
  auto IsWrite = [&](const Event &E) { return E.What == Event::Kind::Access && E.Id == W.Id; };
  Paths.visitBefore(Paths.access(Read.Id), IsWrite, [&](const Event &E) { Seen |= IsWrite(E); });
  const llvm::BitVector Around = Paths.nodesBefore(Paths.access(Read.Id), IsWrite);
  auto ComesFirst = [&](const Node &From) { // on every path from there to the read
    return !Around.test(From.Id) || llvm::any_of(From.Events, IsWrite);
  };
  if (!Seen || !ComesFirst(K.Nodes.front()) || mayBeReplaced(Case, Paths, W, Read))
    return false;
  // In a loop the value may differ between turns: write and read must be in the same turn.
  const FlowInfo Loops(K);
  auto IsOfTurn = [&](Expr N) {
    if (N->op() != Op::Apply || Case.C.symbol(N->symbol()).Kind != SymbolKind::Counter)
      return true;
    auto L = llvm::find_if(K.Loops, [&](const Loop &O) { return O.Counter == N->symbol(); });
    return L != K.Loops.end() && Loops.contains(L->Id, W.Node) &&
           Loops.contains(L->Id, Read.Node) && ComesFirst(K.Nodes[L->Header]);
  };
  if (!ExprContext::all(W.Value, IsOfTurn) || !ExprContext::all(W.Offset, IsOfTurn))
    return false;
  ExprContext::visit(W.Value, [&](Expr N) { // values that are not modelled may depend on memory
    if (N->op() == Op::Apply)
      R.SameLoad |=
          mayChange(K, N->symbol()) || Case.C.symbol(N->symbol()).Kind == SymbolKind::Opaque;
  });
  // The reader's write is the one in the turn in which it reads.
  auto Of = [&](Expr E, unsigned I) { return Q.P[I].of(Q.T, E, I); };
  return (W.Offset == Read.Offset ||
          Case.vanishes(Case.C.ne(Of(W.Offset, 1 - Writer), Of(Read.Offset, 1 - Writer)))) &&
         Case.vanishes(Case.C.ne(Of(W.Value, Writer), Of(W.Value, 1 - Writer)));
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
