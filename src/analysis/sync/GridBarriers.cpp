// SPDX-License-Identifier: Apache-2.0
#include "analysis/sync/GridBarriers.h"
#include "analysis/sync/SyncUses.h"
#include "model/Sums.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

constexpr smt::Budget Small{.ResourceUnits = 50'000};

enum class Form : uint8_t { Goal, Generation, SignBit };

/// The accesses between two block barriers that together form a grid barrier.
struct Site {
  Form How = Form::Goal;
  BarrierId Behind = NoId;
  AccessId Arrival = NoId, Wait = NoId;
  AccessId Turn = NoId;             ///< Generation: the write that releases the other threads
  Expr Goal;                        ///< Goal: the value that the counter reaches
  SmallVector<AccessId, 8> Between; ///< all accesses between the two barriers
};

class Finder {
public:
  /// `Blocks`: the number of blocks of the grid; 32 bits.
  Finder(const Kernel &K, smt::Workspace &Solving, Expr Blocks)
      : K(K), C(*K.Ctx), Solving(Solving), Blocks(Blocks), Flow(K), Paths(K), Walk(K, false),
        Uses(K, Solving, Flow, false, [&](ArrayRef<Expr> Q) { return never(Q); }) {}

  bool mark(Kernel &Marked);

private:
  bool never(ArrayRef<Expr> Q) const { return smt::impossible(Solving, Q, Small); }
  std::optional<Site> siteOf(const Barrier &B);
  bool isSite(Site &S, ArrayRef<BarrierId> Before);
  bool comeTo(BarrierId Behind, Position From, llvm::function_ref<bool(AccessId)> Is) const;
  bool isGoal(Site &S) const;
  bool isSignBit(const Site &S) const;
  bool isGeneration(Site &S);
  bool isLast(AccessId Id, const Access &Arrival);
  bool isMetByAllBlocks(const Barrier &B) const;
  bool isFenced(const Site &S) const;
  bool isWritten(const Access &A) const { return A.Kind != AccessKind::Read && !changesNothing(A); }
  bool goalsGrow(ArrayRef<Site> Sites) const;
  bool othersLeaveAlone(ArrayRef<Site> Sites) const;
  /// Returns true for an address that is the same in the whole launch.
  bool isOfLaunch(Expr E) const {
    return ExprContext::all(E, [&](Expr N) {
      return N->op() != Op::Apply || C.symbol(N->symbol()).Level == Uniformity::Launch;
    });
  }
  bool isCell(const Access &A, const Access &Of) const {
    return A.Array == Of.Array && A.Offset == Of.Offset && A.Size == Of.Size;
  }
  Expr isFirstBlock() const;

  const Kernel &K;
  ExprContext &C;
  smt::Workspace &Solving;
  Expr Blocks;
  FlowInfo Flow;
  FlowPaths Paths;
  EventWalk Walk;
  SyncUses Uses;
};

Expr Finder::isFirstBlock() const {
  SmallVector<Expr, 3> Zero;
  for (unsigned D = 0; D < 3; ++D)
    if (D == 0 || K.UsesGridDim[D])
      Zero.push_back(C.eq(C.blockIdx(D), C.constant(0, 32)));
  return C.land(Zero);
}

/// Returns true if the block's first thread, from there on, reaches such an access before the
/// barrier and before the end of the kernel.
bool Finder::comeTo(BarrierId Behind, Position From, llvm::function_ref<bool(AccessId)> Is) const {
  bool Missed = false;
  const bool Ends = Walk.leaderForward(From, [&](const Event &E, BarrierId) {
    Missed |= E.What == Event::Kind::Barrier && E.Id == Behind;
    return Walk.isMeeting(E, EventWalk::Group::Block) ||
           (E.What == Event::Kind::Access && Is(E.Id));
  });
  return !Missed && !Ends;
}

/// The counter grows to a goal, and each thread that arrives waits for it.
bool Finder::isGoal(Site &S) const {
  const Access &Op = K.access(S.Arrival), &Seen = K.access(S.Wait);
  Expr Awaited = Uses.awaited(S.Wait), Goal;
  if (Op.Atomic != AtomicOp::Add || !Op.Value->isConst() || Op.Value->value() != 1 ||
      !isCell(Seen, Op) || !Awaited)
    return false;
  ExprContext::visit(Awaited, [&](Expr N) {
    if (N->args().size() != 2 || N->width() != 1)
      return;
    for (unsigned I : {0, 1})
      if (N->arg(I) == Seen.Result && N->arg(1 - I)->width() == 32)
        Goal = N->arg(1 - I);
  });
  if (!Goal)
    return false;
  // `Seen > Goal` waits for one more, so a lower bound suffices.
  S.Goal = Goal;
  return never({Awaited, C.ult(Seen.Result, Goal)}) || never({Awaited, C.slt(Seen.Result, Goal)});
}

/// The first block adds a number that flips the highest bit once all blocks have added theirs; each
/// block waits until that bit differs from what it found.
bool Finder::isSignBit(const Site &S) const {
  const Access &Op = K.access(S.Arrival), &Seen = K.access(S.Wait);
  Expr Awaited = Uses.awaited(S.Wait);
  if (Op.Atomic != AtomicOp::Add || Op.Value->width() != 32 || !isCell(Seen, Op) || !Awaited ||
      !Op.Result || !ExprContext::any(Awaited, [&](Expr N) { return N == Op.Result; }))
    return false;
  Expr Top = C.constant(0x80000000, 32), One = C.constant(1, 32), First = isFirstBlock();
  Expr Changed = C.binary(Op::And, C.binary(Op::Xor, Op.Result, Seen.Result), Top);
  Expr OfFirst = C.sub(Top, C.sub(Blocks, One));
  return never({First, C.ne(Op.Value, OfFirst)}) && never({C.lnot(First), C.ne(Op.Value, One)}) &&
         never({Awaited, C.eq(Changed, C.constant(0, 32))});
}

/// Returns true if only the last thread to arrive makes the access.
bool Finder::isLast(AccessId Id, const Access &Arrival) {
  Expr Drawn = Uses.at(Id, Arrival.Result);
  Expr Last = C.eq(Drawn, C.sub(Blocks, C.constant(1, 32)));
  return never({Uses.condition(Id), C.lnot(Last)});
}

/// The last thread to arrive resets the counter and changes a number; the others wait until it
/// differs from what they found before they arrived.
bool Finder::isGeneration(Site &S) {
  const Access &Op = K.access(S.Arrival), &Seen = K.access(S.Wait);
  Expr Awaited = Uses.awaited(S.Wait);
  const bool Wraps = Op.Atomic == AtomicOp::Inc;
  if (!Awaited || !Op.Result || Op.Result->width() != 32 || isCell(Seen, Op))
    return false;
  if (Wraps ? Op.Value != C.sub(Blocks, C.constant(1, 32))
            : Op.Atomic != AtomicOp::Add || !Op.Value->isConst() || Op.Value->value() != 1)
    return false;
  const Access *Found = nullptr; // the read of the number before the arrival
  SmallVector<const Access *, 2> Resets;
  for (AccessId Id : S.Between) {
    const Access &A = K.access(Id);
    if (Id == S.Arrival || Id == S.Wait)
      continue;
    const bool OfTurn = isCell(A, Seen);
    if (!OfTurn && !isCell(A, Op))
      return false;
    if (OfTurn && !isWritten(A) && Uses.canFollow(Id, S.Arrival))
      Found = &A;
    if (!isWritten(A))
      continue;
    if (!isLast(Id, Op))
      return false;
    if (!OfTurn) {
      const bool Clears = A.Value && A.Value->isConst() && A.Value->value() == 0 &&
                          (A.Kind == AccessKind::Write || A.Atomic == AtomicOp::Exch ||
                           A.Atomic == AtomicOp::Store);
      if (!Clears)
        return false;
      Resets.push_back(&A);
    } else if (S.Turn != NoId) {
      return false;
    } else {
      S.Turn = Id;
    }
  }
  if (!Found || !Found->Result || S.Turn == NoId || (Resets.empty() && !Wraps))
    return false;
  for (const Access *R : Resets) {
    SyncUse Passed;
    Passed.Op = S.Turn;
    Uses.findFence(R->Id, /*Forward=*/true, Passed);
    const bool Fenced =
        K.access(S.Turn).Release || (Passed.Fence && *Passed.Fence >= AtomicScope::Device);
    if (!Fenced || !Uses.canFollow(R->Id, S.Turn) || Uses.canFollow(S.Turn, R->Id) ||
        !Flow.dominates(R->Node, K.access(S.Turn).Node))
      return false;
  }
  // No other thread writes it in between: reading it again gives the same value.
  Expr Mine = Found->Result;
  auto Same = [&](Expr E) {
    return C.replace(E, [&](Expr A) {
      for (AccessId Id : S.Between)
        if (const Access &R = K.access(Id); Id != S.Wait && isCell(R, Seen) && R.Result == A)
          return Mine;
      return Expr();
    });
  };
  const Access &Turn = K.access(S.Turn);
  if (!Turn.Value || Turn.Value->width() != Mine->width())
    return false;
  const bool Adds = Turn.Atomic == AtomicOp::Add || Turn.Atomic == AtomicOp::Xor;
  const bool Sets = Turn.Kind == AccessKind::Write || Turn.Atomic == AtomicOp::Exch ||
                    Turn.Atomic == AtomicOp::Store;
  const bool Changes = Adds ? never({C.eq(Turn.Value, C.constant(0, Mine->width()))})
                            : Sets && never({C.eq(Same(Turn.Value), Mine)});
  return Changes && never({Same(Awaited), C.eq(Seen.Result, Mine)}) &&
         Flow.dominates(Found->Node, Op.Node);
}

/// Returns true if only values that all blocks share decide how often the barrier is passed.
bool Finder::isMetByAllBlocks(const Barrier &B) const {
  return llvm::all_of(Paths.branches(B.Node), [&](NodeId N) {
    return llvm::all_of(K.Nodes[N].Succs, [&](const Edge &E) {
      return !E.Cond || ExprContext::all(E.Cond, [&](Expr A) {
        if (A->op() != Op::Apply)
          return true;
        const Symbol &S = C.symbol(A->symbol());
        return S.Kind == SymbolKind::Counter ||
               (S.Level == Uniformity::Launch && S.Kind <= SymbolKind::Parameter);
      });
    });
  });
}

/// Returns true if a fence lies between the arrival and each access before it, and between the wait
/// and each access after it.
bool Finder::isFenced(const Site &S) const {
  return llvm::all_of(K.Accesses, [&](const Access &A) {
    if (llvm::is_contained(S.Between, A.Id) || K.array(A.Array).Where != Space::Global ||
        isCell(A, K.access(S.Arrival)) || isCell(A, K.access(S.Wait)))
      return true;
    auto Has = [&](AccessId Id, bool Forward) {
      const Access &Op = K.access(Id);
      if ((Forward ? Op.Release : Op.Acquire) && Op.Scope >= AtomicScope::Device)
        return true;
      SyncUse Use;
      Use.Op = Id;
      Uses.findFence(A.Id, Forward, Use);
      return Use.Fence && *Use.Fence >= AtomicScope::Device;
    };
    const bool Acquired = S.How != Form::Generation || Has(S.Arrival, false);
    return Acquired && Has(S.Arrival, true) && Has(S.Wait, false);
  });
}

bool Finder::isSite(Site &S, ArrayRef<BarrierId> Before) {
  for (AccessId Id : S.Between) {
    const Access &A = K.access(Id);
    if (K.array(A.Array).Where != Space::Global || !K.array(A.Array).Unknown.empty() || !A.Offset ||
        !isOfLaunch(A.Offset) || A.Scope < AtomicScope::Device)
      return false;
    if (isWritten(A) && A.Value && (A.Atomic == AtomicOp::Add || A.Atomic == AtomicOp::Inc) &&
        (S.Arrival == NoId || Uses.canFollow(Id, S.Arrival)))
      S.Arrival = Id; // the first one
    if (A.Kind == AccessKind::Read && !A.Volatile && !Uses.isRead(Id))
      return false;
    const LoopId L = K.Nodes[A.Node].Loop;
    if (L != NoId && K.Loops[L].SpinWait && !isWritten(A)) {
      if (S.Wait != NoId)
        return false;
      S.Wait = Id;
    } else if (L != K.Nodes[K.barrier(S.Behind).Node].Loop) {
      return false;
    }
  }
  if (S.Arrival == NoId || S.Wait == NoId || !Uses.leaderOnly(S.Arrival) ||
      K.access(S.Arrival).Value->width() != 32)
    return false;
  const Access &Op = K.access(S.Arrival);
  auto OnlyArrives = [&] {
    return llvm::all_of(S.Between, [&](AccessId Id) {
      return Id == S.Arrival || (!isWritten(K.access(Id)) && isCell(K.access(Id), Op));
    });
  };
  if (OnlyArrives() && isGoal(S))
    S.How = Form::Goal;
  else if (OnlyArrives() && isSignBit(S))
    S.How = Form::SignBit;
  else if (isGeneration(S))
    S.How = Form::Generation;
  else
    return false;
  auto Arrives = [&](AccessId Id) { return Id == S.Arrival; };
  auto Waits = [&](AccessId Id) { return Id == S.Wait || Id == S.Turn; };
  return comeTo(S.Behind, Paths.access(S.Arrival), Waits) && llvm::all_of(Before, [&](BarrierId B) {
           return comeTo(S.Behind, Paths.barrier(B), Arrives);
         });
}

std::optional<Site> Finder::siteOf(const Barrier &B) {
  if (B.Kind != BarrierKind::Block || B.AcrossBlocks || B.Named)
    return std::nullopt;
  Site S;
  S.Behind = B.Id;
  SmallVector<BarrierId, 2> Before;
  bool Other = false;
  const bool Open = Walk.backward(Paths.barrier(B.Id), [&](const Event &E, BarrierId) {
    if (E.What == Event::Kind::Access && K.array(K.access(E.Id).Array).Where != Space::Local &&
        !llvm::is_contained(S.Between, E.Id))
      S.Between.push_back(E.Id);
    if (!Walk.isMeeting(E, EventWalk::Group::Block))
      return false;
    Other |= K.barrier(E.Id).Kind != BarrierKind::Block;
    Before.push_back(E.Id);
    return true;
  });
  const bool Is = !Open && !Other && !S.Between.empty() && isSite(S, Before) &&
                  isMetByAllBlocks(B) && isFenced(S);
  return Is ? std::optional(std::move(S)) : std::nullopt;
}

/// Products of sums as sums of products.
static Expr expanded(ExprContext &C, Expr E) {
  if (E->op() != Op::Add && E->op() != Op::Sub && E->op() != Op::Mul)
    return E;
  Expr A = expanded(C, E->arg(0)), B = expanded(C, E->arg(1));
  if (E->op() != Op::Mul)
    return C.binary(E->op(), A, B);
  if (B->op() == Op::Add || B->op() == Op::Sub)
    std::swap(A, B);
  if (A->op() != Op::Add && A->op() != Op::Sub)
    return C.mul(A, B);
  return C.binary(A->op(), expanded(C, C.mul(A->arg(0), B)), expanded(C, C.mul(A->arg(1), B)));
}

/// Returns true if from each wait to the next one of the same thread, the goal grows by at least
/// the number of blocks. Then, when the counter first reaches n times that number, no block has
/// arrived more than n times, because it would have waited; so each has arrived exactly n times.
bool Finder::goalsGrow(ArrayRef<Site> Sites) const {
  SmallVector<const Site *, 4> InOrder;
  for (const Site &S : Sites)
    InOrder.push_back(&S);
  llvm::sort(InOrder, [&](const Site *A, const Site *B) {
    return A != B && Uses.canFollow(A->Arrival, B->Arrival);
  });
  auto LoopOf = [&](const Site *S) { return K.Nodes[K.access(S->Arrival).Node].Loop; };
  const LoopId L = LoopOf(InOrder.back());
  if (L != NoId && K.Loops[L].Parent != NoId)
    return false;
  auto InTurn = [&](Expr E, Expr Number) {
    return L == NoId ? E : C.replace(E, [&](Expr A) {
      return A->symbol() == K.Loops[L].Counter ? Number : Expr();
    });
  };
  Expr Turn = L == NoId ? Expr() : C.apply(K.Loops[L].Counter);
  auto Grows = [&](Expr From, Expr To) {
    Expr By = C.sub(expanded(C, To), expanded(C, From));
    auto [Terms, Rest] = difference(By, Blocks);
    return Terms.empty() && Rest >= 0;
  };
  Expr Last = C.constant(0, 32);
  const Site *Before = nullptr, *FirstInLoop = nullptr;
  for (const Site *S : InOrder) {
    if (LoopOf(S) != L && LoopOf(S) != NoId)
      return false;
    if (Before && !Uses.canFollow(Before->Arrival, S->Arrival))
      return false;
    const bool Enters = LoopOf(S) != NoId && !FirstInLoop;
    if (Enters)
      FirstInLoop = S;
    if (!Enters && FirstInLoop && LoopOf(S) == NoId)
      return false;
    Expr To = Enters ? InTurn(S->Goal, C.constant(0, 32)) : S->Goal;
    if (!Grows(Last, To))
      return false;
    Last = S->Goal;
    Before = S;
  }
  return !FirstInLoop ||
         Grows(Last, InTurn(FirstInLoop->Goal, C.add(Turn, C.constant(1, Turn->width()))));
}

/// Returns true if nothing else in the kernel writes the cells.
bool Finder::othersLeaveAlone(ArrayRef<Site> Sites) const {
  const Access &Op = K.access(Sites.front().Arrival), &Seen = K.access(Sites.front().Wait);
  return llvm::all_of(K.Accesses, [&](const Access &A) {
    const bool Ours =
        llvm::any_of(Sites, [&](const Site &S) { return llvm::is_contained(S.Between, A.Id); });
    if (Ours || !isWritten(A))
      return true;
    const unsigned Group = K.array(A.Array).AliasGroup;
    return A.Array != Op.Array && A.Array != Seen.Array &&
           !(Group &&
             (Group == K.array(Op.Array).AliasGroup || Group == K.array(Seen.Array).AliasGroup));
  });
}

/// Marks what is found in the copy of the kernel; returns true if there is something.
bool Finder::mark(Kernel &Marked) {
  if (Uses.none())
    return false;
  std::vector<std::vector<Site>> Groups; // by counter
  for (const Barrier &B : K.Barriers)
    if (std::optional<Site> S = siteOf(B)) {
      auto Same = [&](const std::vector<Site> &G) {
        return isCell(K.access(G.front().Arrival), K.access(S->Arrival)) &&
               isCell(K.access(G.front().Wait), K.access(S->Wait)) && G.front().How == S->How;
      };
      auto It = llvm::find_if(Groups, Same);
      (It == Groups.end() ? Groups.emplace_back() : *It).push_back(std::move(*S));
    }
  llvm::erase_if(Groups, [&](const std::vector<Site> &G) {
    return !othersLeaveAlone(G) || (G.front().How == Form::Goal && !goalsGrow(G));
  });
  for (const std::vector<Site> &G : Groups)
    for (const Site &S : G) {
      Marked.Barriers[S.Behind].OfGrid = true;
      Marked.Arrays[K.access(S.Arrival).Array].OfGridBarrier = true;
      Marked.Arrays[K.access(S.Wait).Array].OfGridBarrier = true;
    }
  return !Groups.empty();
}

/// Terms of the kernel that equal the number of blocks in each launch.
static SmallVector<Expr, 2> numbersOfBlocks(const Kernel &K, smt::Workspace &Solving,
                                            ArrayRef<Launch> Launches) {
  ExprContext &C = *K.Ctx;
  Expr OfGrid = C.gridDim(0);
  auto IsFlat = [](Expr Dim) { return !Dim || (Dim->isConst() && Dim->value() == 1); };
  for (unsigned D = 0; D < 3; ++D) {
    const bool Counts = D == 0 || K.UsesGridDim[D];
    if (D && Counts)
      OfGrid = C.mul(OfGrid, C.gridDim(D));
    // A dimension that the kernel does not read has one block.
    if (llvm::any_of(Launches, [&](const Launch &L) {
          return (!Counts && !IsFlat(L.Grid[D])) || (!K.UsesDim[D] && !IsFlat(L.Block[D]));
        }))
      return {};
  }
  auto IsNumber = [&](Expr P) {
    return llvm::all_of(Launches, [&](const Launch &L) {
      SmallVector<Expr, 16> Differs;
      Expr Product = C.constant(1, 32);
      for (Expr Dim : L.Grid) {
        if (!Dim)
          return false;
        Product = C.mul(Product, Dim);
      }
      for (const Fact &F : L.Facts)
        Differs.push_back(F.Cond);
      Differs.push_back(C.ne(P, Product));
      return smt::impossible(Solving, Differs, Small);
    });
  };
  SmallVector<Expr, 2> Numbers{OfGrid};
  if (Launches.empty() || llvm::any_of(Launches, [](const Launch &L) { return L.Generic; }))
    return Numbers;
  for (const Kernel::Param &P : K.Params)
    if (P.Symbol != NoId && C.symbol(P.Symbol).Width == 32 && IsNumber(C.apply(P.Symbol)))
      Numbers.push_back(C.apply(P.Symbol));
  return Numbers;
}

} // namespace

std::optional<Kernel> analysis::withGridBarriers(const Kernel &K, smt::Workspace &Solving,
                                                 ArrayRef<Launch> Launches) {
  const bool Waits = llvm::any_of(K.Loops, [](const Loop &L) { return L.SpinWait; });
  const bool Adds = llvm::any_of(K.Accesses, [](const Access &A) {
    return A.Atomic == AtomicOp::Add || A.Atomic == AtomicOp::Inc;
  });
  if (!Waits || !Adds)
    return std::nullopt;
  Kernel Marked = K;
  bool Found = false;
  for (Expr Number : numbersOfBlocks(K, Solving, Launches))
    Found |= Finder(K, Solving, Number).mark(Marked);
  return Found ? std::optional(std::move(Marked)) : std::nullopt;
}
