// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/CountFacts.h"
#include "analysis/flow/Flow.h"
#include "analysis/sync/SyncUses.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Returns true if a thread can reach `B` after `A`, perhaps in a later iteration.
static bool mayFollow(const Kernel &K, const Access &A, const Access &B) {
  if (A.Node == B.Node) {
    auto At = [&](const Access &X) {
      return llvm::find_if(K.Nodes[X.Node].Events, [&](const Event &E) {
        return E.What == Event::Kind::Access && E.Id == X.Id;
      });
    };
    if (At(A) < At(B))
      return true;
  }
  std::vector<bool> Seen(K.Nodes.size());
  SmallVector<NodeId, 16> Work{A.Node};
  while (!Work.empty())
    for (const Edge &Way : K.Nodes[Work.pop_back_val()].Succs) {
      if (Way.To == B.Node)
        return true;
      if (!Seen[Way.To])
        Work.push_back(Way.To);
      Seen[Way.To] = true;
    }
  return false;
}

namespace {

class Counts {
public:
  Counts(const Kernel &K, RaceQuestion &Q) : K(K), Q(Q), C(*K.Ctx) {
    for (unsigned I = 0; I < 2; ++I) {
      ExprContext::visit(Q.Offset[I], [&](Expr N) {
        if (N->op() == Op::Apply)
          In[I].insert(N);
      });
      ExprContext::visit(Q.Condition[I], [&](Expr N) {
        if (N->op() == Op::Eq)
          for (unsigned Side : {0u, 1u})
            if (N->arg(Side)->op() == Op::Apply && N->arg(1 - Side)->isConst())
              Asked[I].insert(N->arg(Side));
      });
    }
  }
  bool handsOut(const Access &X) const;
  bool restarts(const Access &Y, const Access &X) const;
  bool ends(const Access &Y, const Access &X) const;
  Expr inRange(const Access &X, unsigned I);
  void add(const Access &Ticket0, const Access &Ticket1);
  void boundBySum(const Access &Ticket);
  void boundByThreads(const Access &Ticket);
  void add(const LaneSum &X);
  void add(const RunningSum &X);

private:
  Expr of(Expr E, unsigned I) { return Q.P[I].of(Q.T, E, I); }
  Expr sameWarp();
  Expr sameTurns(NodeId Around);
  Expr wholeRows();
  bool isOne(Expr E, Uniformity Group, Expr But = Expr()) const;
  Expr take(const Handout &H, const Access &X, unsigned I);

  const Kernel &K;
  RaceQuestion &Q;
  ExprContext &C;
  llvm::DenseSet<Expr> In[2];
  llvm::DenseSet<Expr> Asked[2]; ///< terms whose comparison with a constant decides whether the
                                 ///< thread reaches its place
};

} // namespace

Expr Counts::sameWarp() {
  if (Q.T.scope() == Scope::SameWarp)
    return C.boolean(true);
  if (Q.T.scope() != Scope::SameBlock)
    return C.boolean(false);
  Expr WarpSize = C.constant(32, 32);
  return C.eq(C.binary(Op::UDiv, Q.T.linear(0), WarpSize),
              C.binary(Op::UDiv, Q.T.linear(1), WarpSize));
}

/// The condition that both threads are in the same turn of each loop around the node.
Expr Counts::sameTurns(NodeId Around) {
  SmallVector<Expr, 4> Same;
  for (LoopId L = K.Nodes[Around].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Counter = C.apply(K.Loops[L].Counter);
    Same.push_back(C.eq(of(Counter, 0), of(Counter, 1)));
  }
  return C.land(Same);
}

/// The condition that no warp crosses the end of a row of the block: threadIdx.x % 32 is then the
/// lane.
Expr Counts::wholeRows() {
  Expr One = C.constant(1, 32), Lanes = C.constant(32, 32);
  Expr Whole = C.eq(C.binary(Op::URem, C.blockDim(0), Lanes), C.constant(0, 32));
  return Q.T.of(C.lor(Whole, C.land(C.eq(C.blockDim(1), One), C.eq(C.blockDim(2), One))), 0);
}

/// Returns true if the term, except for the sub-term `But`, is the same for all threads of a group.
bool Counts::isOne(Expr E, Uniformity Group, Expr But) const {
  return ExprContext::all(E, [&](Expr N) {
    if (N->op() != Op::Apply || N == But)
      return true;
    const SymbolKind Kind = C.symbol(N->symbol()).Kind;
    return Kind == SymbolKind::Counter ||
           (Kind != SymbolKind::ThreadIdx && K.Symbols.level(C, N->symbol()) <= Group);
  });
}

/// Returns true if the form of the operand shows that it is negative.
static bool isNegative(Expr E) {
  return E->isConst() ? E->signedValue() < 0
                      : E->op() == Op::Sub && E->arg(0)->isConst() && E->arg(0)->value() == 0;
}

/// The condition that the counter is exact for this ticket: no row that tickets choose overlaps the
/// counter, and a float counter can represent the number.
Expr Counts::inRange(const Access &X, unsigned I) {
  const bool InRows = llvm::any_of(K.Accesses, [&](const Access &Y) {
    return Y.Array == X.Array && Y.Kind == AccessKind::Write && mayFollow(K, X, Y) &&
           !restarts(Y, X) && !ends(Y, X);
  });
  Expr Result = of(X.Result, I), In = C.boolean(true);
  if (InRows || X.InFloat)
    In = C.sle(C.constant(0, Result->width()), Result);
  return X.InFloat ? C.land(In, C.slt(Result, C.constant(1 << 24, Result->width()))) : In;
}

/// Returns true if each turn of the loops around `Y` resets the counter of `X` to its start: all
/// draws of one turn then belong to one count, as `X` is a single place in it. Another thread that
/// may still draw in another turn is a separate race.
bool Counts::restarts(const Access &Y, const Access &X) const {
  if (Y.Kind != AccessKind::Write || K.Arrays[X.Array].Where != Space::Shared ||
      K.Nodes[Y.Node].Loop == NoId || !Y.Value || !Y.Value->isConst())
    return false;
  const FlowInfo Flow(K);
  for (LoopId L = K.Nodes[Y.Node].Loop; L != NoId; L = K.Loops[L].Parent)
    if (!Flow.contains(L, X.Node))
      return false;
  return true;
}

/// Returns true if no thread draws from the counter of `X` after `Y` has set it, for example to cut
/// the count to a limit. Another thread that may still draw is a separate race.
bool Counts::ends(const Access &Y, const Access &X) const {
  return Y.Kind == AccessKind::Write && K.Arrays[X.Array].Where == Space::Shared &&
         Y.Offset == X.Offset && Y.Size == X.Size &&
         llvm::none_of(K.Accesses, [&](const Access &Z) {
           return Z.Array == Y.Array && Z.Kind == AccessKind::Atomic && mayFollow(K, Y, Z);
         });
}

/// Returns true for additions to a cell that is afterwards written only by additions that count in
/// the same direction, by resets in each turn of a loop, and by stores after which no thread draws
/// any more. Another thread that may still reset the cell is a separate race.
bool Counts::handsOut(const Access &X) const {
  bool Adds = X.Atomic == AtomicOp::Add || X.Atomic == AtomicOp::Sub;
  return X.Kind == AccessKind::Atomic && Adds && X.Result && X.Value &&
         X.Result->op() == Op::Apply && X.Value->width() == X.Result->width() &&
         llvm::none_of(K.Accesses, [&](const Access &Y) {
           bool Starts = Y.Kind == AccessKind::Write && (!mayFollow(K, X, Y) || restarts(Y, X));
           const bool Counts =
               Y.Atomic == X.Atomic && Y.Value && isNegative(Y.Value) == isNegative(X.Value);
           return Y.Array == X.Array && Y.Kind != AccessKind::Read && !Counts && !Starts &&
                  !(Y.Kind == AccessKind::Write && isBehindCounter(C, Y, X)) && !ends(Y, X);
         });
}

/// If an offset of thread I contains a number that another thread of its group drew, adds what that
/// number is; X's result for thread I then denotes the other thread's. Returns the condition under
/// which both threads got the same draw; null: the offset contains no such number.
Expr Counts::take(const Handout &H, const Access &X, unsigned I) {
  Expr Value = of(H.Value, I);
  // Some threads may get another value: `threadIdx.x < 32 ? drawn : value`.
  const bool OfSome = H.Drawn->op() == Op::Ite && H.Drawn->arg(2) == H.Value;
  const Expr Drawn = OfSome ? H.Drawn->arg(1) : H.Drawn;
  if (H.Ticket != X.Id || !In[I].contains(Value) || !isOne(Drawn, H.Group, X.Result) ||
      !isOne(X.Value, H.Group) || !isOne(X.Offset, H.Group))
    return Expr();
  const bool OfWarp = H.Group == Uniformity::Warp;
  Expr Is = C.eq(Value, of(H.Drawn, I));
  Q.Constraints.push_back(OfWarp ? C.implies(wholeRows(), Is) : Is);
  Q.Tickets.insert(Value);
  Expr Same = OfWarp ? sameWarp() : C.boolean(Q.T.scope() != Scope::OtherBlock);
  return C.land(Same, sameTurns(H.Node));
}

/// If everything added to a cell of shared memory is positive, each range handed out ends at or
/// before the final value of the cell, which is read after all additions.
void Counts::boundBySum(const Access &X) {
  if (K.Arrays[X.Array].Where != Space::Shared || X.Atomic != AtomicOp::Add ||
      llvm::any_of(K.Accesses, [&](const Access &Y) {
        if (Y.Array != X.Array || Y.Kind == AccessKind::Read)
          return false;
        return Y.Kind == AccessKind::Atomic
                   ? !(Y.Value && Y.Value->isConst() && Y.Value->signedValue() > 0)
                   : ends(Y, X) && mayFollow(K, X, Y); // the final read then gives another number
      }))
    return;
  for (const Access &R : K.Accesses) {
    const bool IsLast =
        R.Array == X.Array && R.Kind == AccessKind::Read && R.Offset == X.Offset && R.Result &&
        R.Result->op() == Op::Apply && R.Result->width() == X.Result->width() &&
        R.Result->args().size() == 1 &&
        K.Symbols.level(C, R.Result->symbol()) == Uniformity::Block &&
        llvm::none_of(K.Accesses, [&](const Access &Y) {
          return Y.Array == X.Array && Y.Kind != AccessKind::Read && mayFollow(K, R, Y);
        });
    if (!IsLast)
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      Expr Result = of(X.Result, I);
      if (!In[I].contains(Result))
        continue;
      Q.Tickets.insert(Result);
      Q.Constraints.push_back(C.sle(C.add(Result, of(X.Value, I), NSW), of(R.Result, I)));
    }
    return;
  }
}

/// If each thread of the block makes each addition to a cell of shared memory at most once, and the
/// cell starts at a constant, bounds the cell by the sum of the additions times the number of
/// threads.
void Counts::boundByThreads(const Access &X) {
  if (K.Arrays[X.Array].Where != Space::Shared || X.InFloat || X.OfWarp || usesClusters(K) ||
      llvm::any_of(K.AsyncOps, [&](const AsyncOp &Copy) { return Copy.Target == X.Array; }))
    return;
  const unsigned Width = X.Result->width();
  std::optional<int64_t> Start;
  int64_t Added = 0;
  for (const Access &Y : K.Accesses) {
    if (Y.Array != X.Array || Y.Kind == AccessKind::Read)
      continue;
    constexpr int64_t Most = 1 << 16;
    const bool Known = Y.Value && Y.Value->isConst() && Y.Value->width() == Width &&
                       Y.Value->signedValue() >= 0 && Y.Value->signedValue() < Most;
    const bool Once = Y.Kind == AccessKind::Write || !mayFollow(K, Y, Y);
    if (!Known || !Once || (Y.Kind == AccessKind::Atomic && Y.Atomic != AtomicOp::Add))
      return;
    if (Y.Kind == AccessKind::Write)
      Start = std::max(Start.value_or(0), Y.Value->signedValue());
    else
      Added += Y.Value->signedValue();
  }
  if (!Start)
    return; // the initial value of the cell is unknown
  Expr Threads = C.constant(Added, 64);
  for (unsigned D = 0; D < 3; ++D)
    Threads = C.mul(Threads, C.zext(Q.T.of(C.blockDim(D), 0), 64), NSW | NUW);
  for (unsigned I = 0; I < 2; ++I) {
    Expr Result = of(X.Result, I);
    if (!In[I].contains(Result))
      continue;
    Q.Tickets.insert(Result);
    auto Wide = [&](Expr E) { return Width < 64 ? C.sext(E, 64) : E; };
    const Expr Behind = C.add(Wide(Result), Wide(X.Value), NSW);
    Q.Constraints.push_back(C.sle(C.constant(0, Width), Result));
    Q.Constraints.push_back(C.sle(Behind, C.add(Threads, C.constant(*Start, 64), NSW)));
  }
}

/// Additions to one cell hand out disjoint ranges: a thread gets [result, result + operand), or
/// [result + operand, result) if the cell counts down. The two threads may draw at different
/// places.
void Counts::add(const Access &X0, const Access &X1) {
  if (K.Arrays[X0.Array].Where == Space::Shared && Q.T.scope() == Scope::OtherBlock)
    return; // each block has a counter of its own
  const Access *X[2] = {&X0, &X1};
  SmallVector<Expr, 2> OneCount;
  for (const Access &Y : K.Accesses)
    if (Y.Array == X0.Array && Y.Kind == AccessKind::Write &&
        (mayFollow(K, X0, Y) || mayFollow(K, X1, Y)) && restarts(Y, X0)) {
      if (&X0 != &X1)
        return; // the counter may be reset between the two
      OneCount.push_back(sameTurns(Y.Node));
    }
  Expr Result[2], Value[2], Cell[2], OneDraw = C.boolean(false);
  bool Stands[2];
  for (unsigned I = 0; I < 2; ++I) {
    Result[I] = of(X[I]->Result, I);
    Stands[I] = In[I].contains(Result[I]);
    for (const Handout &H : K.Handouts)
      if (Expr Same = take(H, *X[I], I)) {
        if (&X0 == &X1)
          OneDraw = C.lor(OneDraw, Same);
        Stands[I] = true;
      }
  }
  for (unsigned I = 0; I < 2; ++I) // one thread accesses the counter, the other a row behind it
    if (Stands[I] && Q.P[1 - I].What->Id == X[I]->Id && isBehindCounter(C, *Q.P[I].What, *X[I]))
      Q.Tickets.insert(Result[I]);
  auto Draws = [&](unsigned I) { return Stands[I] || Asked[I].contains(Result[I]); };
  if (!Draws(0) || !Draws(1))
    return;
  for (unsigned I = 0; I < 2; ++I)
    Cell[I] = of(X[I]->Offset, I);
  Expr OneCell = C.eq(Cell[0], Cell[1]);
  if (OneCell->isFalse())
    return; // counters of different places in the code
  for (unsigned I = 0; I < 2; ++I) {
    Expr Operand = of(X[I]->Value, I);
    Value[I] =
        X0.Atomic == AtomicOp::Add ? Operand : C.sub(C.constant(0, Operand->width()), Operand);
    if (Stands[I])
      Q.Tickets.insert(Result[I]);
    if (Stands[I] && X[I]->InFloat)
      Q.FloatTickets.insert(Result[I]);
  }
  if (!OneCell->isTrue() && Stands[0] && Stands[1])
    Q.OneCell.push_back(OneCell);
  Expr Zero = C.constant(0, Value[0]->width());
  auto Before = [&](unsigned I) { return C.sle(C.add(Result[I], Value[I], NSW), Result[1 - I]); };
  auto Above = [&](unsigned I) { return C.sle(Result[1 - I], C.add(Result[I], Value[I], NSW)); };
  Expr Two = C.land({OneCell, C.lnot(OneDraw), inRange(X0, 0), inRange(X1, 1), C.land(OneCount)});
  Q.Constraints.push_back(C.implies(C.land({Two, C.slt(Value[0], Zero), C.slt(Value[1], Zero)}),
                                    C.lor(Above(0), Above(1))));
  Q.Constraints.push_back(C.implies(C.land({Two, C.slt(Zero, Value[0]), C.slt(Zero, Value[1])}),
                                    C.lor(Before(0), Before(1))));
}

void Counts::add(const LaneSum &X) {
  Expr Sum[2], Lane[2], Own[2], Known[2];
  const unsigned Width = X.Sum->width();
  Expr One = C.constant(1, 32), WarpSize = C.constant(32, 32), Last = C.constant(31, 32),
       Zero = C.constant(0, Width);
  auto Plus = [&](Expr A, Expr B) { return C.add(A, B, NSW); };
  auto Minus = [&](Expr A, Expr B) { return C.sub(A, B, NSW); };
  bool Stands[2];
  for (unsigned I = 0; I < 2; ++I) {
    Sum[I] = of(X.Sum, I);
    Stands[I] = In[I].contains(Sum[I]);
    if (!Stands[I])
      continue;
    Lane[I] = of(X.Lane, I);
    Own[I] = of(X.Gives, I);
    Known[I] = C.eq(C.binary(Op::URem, Q.T.linear(I), WarpSize), Lane[I]);
    if (X.Above) // counted from the other end
      Lane[I] = Minus(Last, Lane[I]);
    Q.Tickets.insert(Sum[I]);
    Expr Before = X.WithOwn ? Minus(Sum[I], Own[I]) : Sum[I];
    SmallVector<Expr, 4> Facts{C.sle(Zero, Before)};
    if (X.OfVotes)
      Facts.push_back(C.sle(Before, Lane[I]));
    if (X.All) {
      Expr After = Minus(of(X.All, I), Plus(Before, Own[I]));
      Facts.push_back(C.sle(Zero, After));
      if (X.OfVotes)
        Facts.push_back(C.slt(Plus(After, Lane[I]), WarpSize));
    }
    Q.Constraints.push_back(C.implies(Known[I], C.land(Facts)));
  }
  if (!Stands[0] || !Stands[1])
    return;
  Expr Together = C.land({sameWarp(), sameTurns(X.Node), Known[0], Known[1]});
  for (unsigned I = 0; I < 2; ++I) {
    Expr More = Minus(Sum[1 - I], Sum[I]), Sure = Own[X.WithOwn ? 1 - I : I];
    SmallVector<Expr, 2> Facts{C.sle(Sure, More)};
    if (X.OfVotes) // each lane between them contributes at most one
      Facts.push_back(C.sle(More, Minus(Plus(Minus(Lane[1 - I], Lane[I]), Sure), One)));
    Q.Constraints.push_back(
        C.implies(C.land(Together, C.slt(Lane[I], Lane[1 - I])), C.land(Facts)));
  }
}

/// The largest of the constants among which the term chooses; nullopt: it may be something else.
static std::optional<uint64_t> largestChoice(Expr E) {
  if (E->isConst())
    return E->value();
  if (E->op() == Op::ZExt)
    return largestChoice(E->arg(0));
  if (E->op() != Op::Ite)
    return std::nullopt;
  const auto A = largestChoice(E->arg(1)), B = largestChoice(E->arg(2));
  return A && B ? std::optional(std::max(*A, *B)) : std::nullopt;
}

void Counts::add(const RunningSum &X) {
  // It grows by no more than that in each of the turns before.
  constexpr uint64_t MaxStep = 1 << 16;
  if (const auto Most = largestChoice(X.Added); Most && *Most <= MaxStep)
    for (unsigned I = 0; I < 2; ++I)
      if (Expr Sum = of(X.Sum, I); In[I].contains(Sum)) {
        const Expr Turn = of(C.apply(K.Loops[X.Loop].Counter), I);
        const Expr Grown = C.mul(C.zext(Turn, 64), C.constant(*Most, 64), NSW | NUW);
        Q.Constraints.push_back(
            C.sle(C.sext(Sum, 64), C.add(C.sext(of(X.Start, I), 64), Grown, NSW)));
      }
  if (!X.After->isTrue())
    for (unsigned I = 0; I < 2; ++I)
      if (Expr Sum = of(X.Sum, I); In[I].contains(Sum))
        Q.Constraints.push_back(C.lor(C.eq(Sum, of(X.Start, I)), of(X.After, I)));
  if (K.Symbols.level(C, X.Sum->symbol()) == Uniformity::Thread)
    return; // each thread has its own sum
  Expr Sum[2], Turn[2], Added[2];
  bool Stands[2];
  for (unsigned I = 0; I < 2; ++I) {
    Sum[I] = of(X.Sum, I);
    Stands[I] = In[I].contains(Sum[I]);
    if (Stands[I])
      Q.Tickets.insert(Sum[I]);
    Turn[I] = of(C.apply(K.Loops[X.Loop].Counter), I);
    Added[I] = of(X.Added, I);
  }
  if (!Stands[0] || !Stands[1] || Sum[0]->symbol() != Sum[1]->symbol())
    return;
  Expr Around = K.Loops[X.Loop].Parent == NoId ? C.boolean(true)
                                               : sameTurns(K.Loops[K.Loops[X.Loop].Parent].Header);
  for (unsigned I = 0; I < 2; ++I)
    Q.Constraints.push_back(C.implies(C.land(Around, C.slt(Turn[I], Turn[1 - I])),
                                      C.sle(C.add(Sum[I], Added[I], NSW), Sum[1 - I])));
}

void cudafix::analysis::addCounts(const Kernel &K, RaceQuestion &Q) {
  Counts Of(K, Q);
  SmallVector<const Access *, 4> Tickets;
  for (const Access &X : K.Accesses)
    if (Of.handsOut(X))
      Tickets.push_back(&X);
  for (const Access *X : Tickets) {
    Of.boundBySum(*X);
    Of.boundByThreads(*X);
    for (const Access *Y : Tickets)
      if (X->Array == Y->Array && X->Value->width() == Y->Value->width())
        Of.add(*X, *Y);
  }
  for (const LaneSum &X : K.LaneSums)
    Of.add(X);
  for (const RunningSum &X : K.RunningSums)
    Of.add(X);
}
