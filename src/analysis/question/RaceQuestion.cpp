// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/RaceQuestion.h"
#include "analysis/question/CountFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// Returns true if every value of the term is a multiple of `Size`.
static bool isMultipleOf(Expr E, uint64_t Size) {
  if (Size == 1)
    return true;
  switch (E->op()) {
  case Op::Const:
    return E->value() % Size == 0;
  case Op::Add:
  case Op::Sub:
    return isMultipleOf(E->arg(0), Size) && isMultipleOf(E->arg(1), Size);
  case Op::Mul:
    return isMultipleOf(E->arg(0), Size) || isMultipleOf(E->arg(1), Size);
  case Op::Ite:
    return isMultipleOf(E->arg(1), Size) && isMultipleOf(E->arg(2), Size);
  default:
    return false;
  }
}

/// The term divided by `Size`, of which it is a multiple; byte offsets within one object do not
/// wrap.
static Expr divideExactly(ExprContext &C, Expr E, uint64_t Size) {
  unsigned W = E->width();
  if (Size == 1)
    return E;
  switch (E->op()) {
  case Op::Const:
    return C.constant(E->signedValue() / static_cast<int64_t>(Size), W);
  case Op::Add:
  case Op::Sub:
    return C.binary(E->op(), divideExactly(C, E->arg(0), Size), divideExactly(C, E->arg(1), Size),
                    NSW);
  case Op::Mul: {
    unsigned I = isMultipleOf(E->arg(1), Size) ? 1 : 0;
    return C.mul(E->arg(1 - I), divideExactly(C, E->arg(I), Size), NSW);
  }
  default:
    return C.ite(E->arg(0), divideExactly(C, E->arg(1), Size), divideExactly(C, E->arg(2), Size));
  }
}

void cudafix::analysis::overlap(ExprContext &C, Expr A, Expr SA, Expr B, Expr SB,
                                SmallVectorImpl<Expr> &Out, bool WholeCells) {
  if (SA->isConst() && SA == SB && SA->value() && isMultipleOf(A, SA->value()) &&
      isMultipleOf(B, SA->value())) {
    Out.push_back(C.eq(divideExactly(C, A, SA->value()), divideExactly(C, B, SA->value())));
    return;
  }
  if (WholeCells) {
    Out.push_back(C.eq(A, B));
    return;
  }
  Out.push_back(C.slt(A, C.add(B, SB, NSW)));
  Out.push_back(C.slt(B, C.add(A, SA, NSW)));
}

/// The distances that the alignments of two accesses allow if they share a byte. Any other distance
/// means a misaligned address, a separate bug (CUDA C++ Programming Guide, "Device Memory
/// Accesses").
enum class Distances : uint8_t {
  Any,
  Zero, ///< cells of one size: both begin at the same byte
  None  ///< different parts of cells: they share no byte
};

static Distances distancesOf(const Access &A, const Access &B) {
  const unsigned Cell = std::min(A.Cell, B.Cell);
  if (!A.Size->isConst() || !B.Size->isConst() || A.Size->value() > Cell || B.Size->value() > Cell)
    return Distances::Any;
  // A - B is Rest or, since both accesses are shorter than the cell, Rest minus one cell.
  const unsigned Rest = (Cell + A.Into % Cell - B.Into % Cell) % Cell;
  if (Rest == 0)
    return Distances::Zero;
  return Rest >= B.Size->value() && Cell - Rest >= A.Size->value() ? Distances::None
                                                                   : Distances::Any;
}

/// Adds the kernel's assumptions that hold on the way to the access.
static void assumptionsAt(const Kernel &K, const FlowInfo &Flow, const Place &P, unsigned I,
                          TwoThreads &T, SmallVectorImpl<Expr> &Out) {
  for (const Assumption &A : K.Assumptions)
    if (A.Node != NoId && Flow.dominates(A.Node, P.What->Node) &&
        Flow.contains(K.Nodes[A.Node].Loop, P.What->Node))
      Out.push_back(P.of(T, A.Cond, I));
}

/// Returns true if the thread at `Here` surely makes access `A` in the same iteration.
static bool goesAlong(const Kernel &K, const FlowInfo &Flow, const Access &A, const Access &Here) {
  return A.Node == Here.Node ||
         (Flow.dominates(A.Node, Here.Node) && Flow.contains(K.Nodes[A.Node].Loop, Here.Node));
}

SmallVector<Expr, 8> RaceQuestion::bounds(const Kernel &K, const FlowInfo &Flow) const {
  constexpr size_t Most = 16; // the nearest accesses come last
  ExprContext &C = *K.Ctx;
  SmallVector<Expr, 8> Out;
  for (unsigned I = 0; I < 2; ++I) {
    const Access &Here = *P[I].What;
    llvm::SetVector<Expr> Found;
    for (const Access &A : K.Accesses) {
      uint64_t Bytes = K.Arrays[A.Array].Bytes;
      if (&A == &Here || A.Guard || A.Offset->isConst() || (!Bytes && !A.InBounds) ||
          !goesAlong(K, Flow, A, Here))
        continue;
      if (A.InBounds)
        Found.insert(P[I].of(T, A.InBounds, I));
      if (Bytes) {
        Expr At = P[I].of(T, A.Offset, I), Size = P[I].of(T, A.Size, I);
        Found.insert(C.land(C.sle(C.constant(0, 64), At),
                            C.sle(C.add(At, Size, NSW), C.constant(Bytes, 64))));
      }
    }
    llvm::append_range(Out, Found.getArrayRef().take_back(Most));
  }
  llvm::erase_if(Out, [](Expr E) { return E->isTrue(); });
  return Out;
}

/// The iteration in which the thread at the place is, or in which it left the loop; null if it may
/// have bypassed the loop.
static Expr iterationAt(const Kernel &K, const FlowInfo &Flow, const Place &P, LoopId Id) {
  const Loop &L = K.Loops[Id];
  NodeId N = P.What->Node;
  if (!Flow.dominates(L.Header, N) || (L.Parent != NoId && !Flow.contains(L.Parent, N)))
    return Expr();
  ExprContext &C = *K.Ctx;
  return P.In->at(C, C.apply(Flow.contains(Id, N) ? L.Counter : L.Exit), *P.At);
}

/// Thread I crossed no barrier in its iterations since the start of its phase: if the other
/// thread's iteration is one of them, that iteration contains no barrier crossing.
static void passedIterations(const Kernel &K, const FlowInfo &Flow, RaceQuestion &Q) {
  ExprContext &C = *K.Ctx;
  for (unsigned I = 0; I < 2; ++I)
    for (const Phase::Passed &It : Q.P[I].In->Iterations) {
      Expr Now = iterationAt(K, Flow, Q.P[I], It.Loop);
      Expr Other = iterationAt(K, Flow, Q.P[1 - I], It.Loop);
      if (It.Values != Q.P[I].At->Values || !Now || !Other)
        continue;
      Other = Q.T.of(Other, 1 - I);
      Expr Passed = C.replace(Q.T.of(It.NoBarrierIn, I),
                              [&](Expr A) { return A == It.Iteration ? Other : Expr(); });
      Q.Constraints.push_back(C.implies(
          C.land(C.sle(Q.T.of(It.First, I), Other), C.slt(Other, Q.T.of(Now, I))), Passed));
    }
}

/// Drops the constraint on the last iteration of a finished loop, (e == 0 || stays(e - 1)) &&
/// !stays(e), if no other constraint contains e: every loop that ends has such an iteration.
static bool dropLastIteration(ExprContext &C, Expr Last, llvm::SmallVectorImpl<Expr> &Constraints) {
  auto Speaks = [&](Expr E) { return ExprContext::any(E, [&](Expr N) { return N == Last; }); };
  SmallVector<Expr, 32> Others;
  SmallVector<Expr, 4> Leaves;
  SmallVector<Expr, 2> Stays; ///< that the iteration before goes on
  for (Expr E : Constraints)
    for (Expr Part : conjuncts(E)) {
      const auto IsFirst = [&](Expr Way) {
        return Way == C.eq(Last, C.constant(0, Last->width()));
      };
      if (!Speaks(Part))
        Others.push_back(Part);
      else if (Part->op() == Op::Or && llvm::any_of(Part->args(), IsFirst))
        Stays.push_back(C.lor(llvm::to_vector(
            llvm::make_filter_range(Part->args(), [&](Expr Way) { return !IsFirst(Way); }))));
      else
        Leaves.push_back(Part);
    }
  if (Leaves.empty() || Stays.empty() ||
      llvm::any_of(Stays, [&](Expr Way) { return Way != Stays.front(); }))
    return false;
  const Expr Next = C.add(Last, C.constant(1, Last->width()), NSW);
  const Expr Now = C.replace(Stays.front(), [&](Expr A) { return A == Last ? Next : Expr(); });
  if (C.lnot(Now) != C.land(Leaves))
    return false;
  Constraints = std::move(Others);
  return true;
}

/// A comparison of a choice between two values, one of them constant, with a constant: the choice
/// between the two comparisons (`0 <= (i < n ? i : -1)` is i < n && 0 <= i). Other terms are
/// returned unchanged.
static Expr comparedInTurn(ExprContext &C, Expr E) {
  if (E->op() != Op::Slt && E->op() != Op::Sle && E->op() != Op::Ult && E->op() != Op::Ule)
    return E;
  for (unsigned Side : {0, 1}) {
    Expr Of = E->arg(Side), Other = E->arg(1 - Side);
    if (Of->op() != Op::Ite || !Other->isConst() ||
        (!Of->arg(1)->isConst() && !Of->arg(2)->isConst()))
      continue;
    auto Compare = [&](Expr X) { return C.make(E->op(), {Side ? Other : X, Side ? X : Other}, 1); };
    return C.ite(Of->arg(0), Compare(Of->arg(1)), Compare(Of->arg(2)));
  }
  return E;
}

/// Adds the conjuncts of the condition.
static void addParts(ExprContext &C, Expr Condition, SmallVectorImpl<Expr> &To) {
  Condition = comparedInTurn(C, Condition);
  if (Condition->width() == 1 && Condition->op() == Op::And)
    for (Expr Part : Condition->args())
      addParts(C, Part, To);
  else if (isNot(Condition) && Condition->arg(0)->op() == Op::Or)
    for (Expr Way : Condition->arg(0)->args())
      addParts(C, C.lnot(Way), To);
  else
    To.push_back(Condition);
}

/// If the offset is a choice (`i < n ? row * n + i : -1`), replaces it by the arm that the
/// condition implies (`at != -1`).
static void chooseOffset(ExprContext &C, Expr &Offset, Expr &Condition) {
  if (ExprContext::all(Offset, [](Expr N) { return N->op() != Op::Ite; }))
    return;
  SmallVector<Expr, 8> Parts;
  addParts(C, Condition, Parts);
  auto Holds = [&](Expr Of) {
    SmallVector<Expr, 4> Needed;
    addParts(C, Of, Needed);
    return llvm::all_of(Needed, [&](Expr Part) { return llvm::is_contained(Parts, Part); });
  };
  llvm::DenseMap<Expr, Expr> Put;
  bool Chosen = false;
  ExprContext::visit(Offset, [&](Expr N) {
    if (N->op() != Op::Ite)
      return;
    const bool First = Holds(N->arg(0));
    if (!First && !Holds(C.lnot(N->arg(0))))
      return;
    Put[N] = C.rebuilt(N->arg(First ? 1 : 2), Put);
    Chosen = true;
  });
  if (!Chosen)
    return;
  Offset = C.rebuilt(Offset, Put);
  Condition = C.land(Parts);
}

RaceQuestion::RaceQuestion(const Kernel &K, const FlowInfo &Flow, const Place &A, const Place &B,
                           TwoThreads &T, llvm::ArrayRef<Expr> Extra)
    : P{A, B}, T(T) {
  ExprContext &C = *K.Ctx;
  const Array &Arr = K.Arrays[A.What->Array];
  Expr Size[2];
  for (unsigned I = 0; I < 2; ++I) {
    Offset[I] = P[I].of(T, P[I].What->Offset, I);
    Condition[I] = T.of(P[I].At->Cond, I);
    chooseOffset(C, Offset[I], Condition[I]);
    Size[I] = P[I].of(T, P[I].What->Size, I);
    InRow[I] = P[I].What->InRow ? P[I].of(T, P[I].What->InRow, I) : Expr();
  }
  if (A.What->Entry && B.What->Entry) // different entries of a batch are different arrays
    Constraints.push_back(C.eq(P[0].of(T, A.What->Entry, 0), P[1].of(T, B.What->Entry, 1)));
  const Distances Allowed = distancesOf(*A.What, *B.What);
  if (Allowed == Distances::None)
    Constraints.push_back(C.boolean(false));
  else
    overlap(C, Offset[0], Size[0], Offset[1], Size[1], Constraints, Allowed == Distances::Zero);
  llvm::append_range(Constraints, T.constraints());
  llvm::append_range(Constraints, Extra);
  for (unsigned I = 0; I < 2; ++I) {
    Constraints.push_back(Condition[I]);
    Constraints.push_back(T.of(P[I].In->Context, I));
    for (Expr E : {P[I].What->Guard, P[I].What->InBounds})
      if (E)
        Constraints.push_back(P[I].of(T, E, I));
    assumptionsAt(K, Flow, P[I], I, T, Constraints);
    if (Arr.Bytes) { // any other offset is out of bounds, a separate bug
      Constraints.push_back(C.sle(C.constant(0, 64), Offset[I]));
      Constraints.push_back(C.sle(C.add(Offset[I], Size[I], NSW), C.constant(Arr.Bytes, 64)));
    }
  }
  passedIterations(K, Flow, *this);
  addCounts(K, *this);
  llvm::DenseSet<Expr> Spoken;
  for (Expr E : Constraints)
    ExprContext::visit(
        E, [&](Expr N) { Spoken.insert(N); }, [&](Expr N) { return Spoken.contains(N); });
  for (unsigned I = 0; I < 2; ++I)
    for (Expr Last : P[I].In->LastIterations)
      if (Expr Of = T.of(Last, I);
          Spoken.contains(Of) &&
          !(InRow[I] && ExprContext::any(InRow[I], [&](Expr N) { return N == Of; })))
        if (dropLastIteration(C, Of, Constraints))
          for (Expr &Reached : Condition) {
            SmallVector<Expr, 1> Parts{Reached};
            if (dropLastIteration(C, Of, Parts))
              Reached = C.land(Parts);
          }
}

StridedPlaces RaceQuestion::strided(const Kernel &K, const Launch &L) const {
  const Array &Arr = K.Arrays[P[0].What->Array];
  if (Arr.Where != Space::Global || Arr.Bytes)
    return {};
  SmallVector<Expr, 16> Conditions;
  for (unsigned I = 0; I < 2; ++I) {
    addParts(*K.Ctx, T.of(P[I].At->Cond, I), Conditions);
    addParts(*K.Ctx, T.of(P[I].In->Context, I), Conditions);
    for (Expr E : {P[I].What->Guard, P[I].What->InBounds})
      if (E)
        addParts(*K.Ctx, P[I].of(T, E, I), Conditions);
  }
  for (const Assumption &A : K.Assumptions)
    if (A.Stated)
      Conditions.push_back(A.Cond);
  return stridedPlaces(K, L, T, Offset, Conditions);
}
