// SPDX-License-Identifier: Apache-2.0
//
// The race question: two threads, two accesses of one phase, overlapping bytes.

#include "analysis/question/Race.h"
#include "analysis/question/LaunchView.h"
#include "analysis/question/RaceCase.h"
#include "analysis/question/RaceFinder.h"
#include "analysis/question/SameValue.h"
#include "analysis/question/UnknownOrder.h"
#include "model/Convention.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

TwoThreads &RaceFinder::threads(Scope Where) {
  auto &T = Threads[static_cast<unsigned>(Where)];
  if (!T)
    T = std::make_unique<TwoThreads>(K, L, Where);
  return *T;
}

static bool writes(const Access &A) { return A.Kind != AccessKind::Read; }

/// Returns true if the two accesses can race at all, for some threads.
bool RaceFinder::conflicts(const Access &A, const Access &B, bool SameBlock) {
  if (!writes(A) && !writes(B))
    return false;
  if (A.Kind == AccessKind::Atomic && B.Kind == AccessKind::Atomic)
    return A.Size != B.Size ||
           (!SameBlock && (A.Scope == AtomicScope::Block || B.Scope == AtomicScope::Block));
  if ((A.Guess && B.Kind == AccessKind::Atomic) || (B.Guess && A.Kind == AccessKind::Atomic))
    return false; // the compare-and-swap also detects a value that mixes old and new halves
  return K.mayAlias(A.Array, B.Array) &&
         !Sync.isProtocol(A, B, [&](Scope S) -> TwoThreads & { return threads(S); });
}

/// A thread also has to wait before it uses data that it copied itself.
void RaceFinder::askOwn(const Place &Copy, const Place &Other) {
  if (Copy.What->Kind != AccessKind::AsyncCopy || Other.What->Kind == AccessKind::AsyncCopy ||
      (!Copy.At->Pending && !Async.isOpenAt(Copy.What->Id, Other.What->Id)))
    return;
  TwoThreads &T = threads(Scope::SameBlock);
  SmallVector<Expr, 16> Query(T.constraints());
  Expr From[2], To[2];
  const Place *Places[] = {&Copy, &Other};
  for (unsigned I = 0; I < 2; ++I) {
    const Place &P = *Places[I];
    From[I] = P.of(T, P.What->Offset, 0);
    To[I] = C.add(From[I], P.of(T, P.What->Size, 0), NSW);
    Query.push_back(T.of(P.At->Cond, 0));
    Query.push_back(T.of(P.In->Context, 0));
    if (P.What->Guard)
      Query.push_back(P.of(T, P.What->Guard, 0));
  }
  Query.push_back(C.slt(From[0], To[1]));
  Query.push_back(C.slt(From[1], To[0]));
  if (!std::holds_alternative<Unsatisfiable>(decide(Query)))
    Result.Unknowns.push_back("line " + std::to_string(Other.What->Loc.Line) +
                              ": a thread may access what it copies asynchronously in line " +
                              std::to_string(Copy.What->Loc.Line) + " before it has waited");
}

std::vector<Phase> RaceFinder::phases(const BarrierSet &Set, PhaseLevel Level,
                                      unsigned Tile) const {
  std::vector<Phase> Phases = Opts.phases(K, Set, Level, Tile);
  for (Phase &P : Phases)
    Async.addPending(P);
  return Phases;
}

/// For each place, the number (from 1) of a group of slices in which no two threads meet; 0: none.
SmallVector<unsigned, 16> RaceFinder::freeSlices(llvm::ArrayRef<Place> Places, Scope Where) {
  SmallVector<unsigned, 16> Group(Places.size());
  unsigned Groups = 0;
  if (Only || Spent || !K.Arrays[Places.front().What->Array].Unknown.empty())
    return Group;
  for (const Slices &S : Slicing.find(Places))
    if (std::holds_alternative<Unsatisfiable>(decide(S.question(C, threads(Where)), 2))) {
      ++Groups;
      for (unsigned I : S.Members)
        Group[I] = Groups;
    }
  return Group;
}

/// Returns true if the kernel writes the array, or one that may overlap it.
static bool mayBeWritten(const Kernel &K, const Array &A) {
  return A.Written || (A.AliasGroup && llvm::any_of(K.Arrays, [&](const Array &B) {
                         return B.Written && K.mayAlias(A.Id, B.Id);
                       }));
}

void RaceFinder::forPairs(const std::vector<Phase> &Phases, bool SharedToo,
                          std::optional<Scope> Together,
                          llvm::function_ref<void(const Place &, const Place &)> Ask) {
  for (const Phase &P : Phases) {
    // Places by array; equal places (unrolled copies) are asked about once.
    llvm::MapVector<ArrayId, SmallVector<Place, 16>> ByArray;
    std::set<std::tuple<ArrayId, const ExprNode *, const ExprNode *, unsigned, AccessId>> Seen;
    for (const Reached &R : P.Places) {
      if (R.What != Reached::Kind::Access)
        continue;
      const Access &A = K.Accesses[R.Id];
      const Array &Arr = K.Arrays[A.Array];
      if (!mayBeWritten(K, Arr) || Arr.Where == Space::Local || Arr.Where == Space::Constant ||
          (Arr.Where == Space::Shared && !SharedToo))
        continue;
      ByArray[A.Array].push_back({&P, &R, &A, &C});
    }
    auto Pairs = [&](ArrayId X, ArrayId Y) {
      auto &PX = ByArray[X], &PY = ByArray[Y];
      SmallVector<unsigned, 16> Free;
      if (X == Y && Together)
        Free = freeSlices(PX, *Together);
      for (unsigned I = 0; I < PX.size(); ++I)
        for (unsigned J = X == Y ? I : 0; J < PY.size(); ++J) {
          if (enough() || !conflicts(*PX[I].What, *PY[J].What, SharedToo))
            continue;
          if (!Free.empty() && Free[I] && Free[I] == Free[J])
            ++Result.PairsProved;
          else
            Ask(PX[I], PY[J]);
        }
    };
    SmallVector<ArrayId, 8> Arrays;
    for (auto &[Id, Places] : ByArray)
      Arrays.push_back(Id);
    for (unsigned I = 0; I < Arrays.size(); ++I)
      for (unsigned J = I; J < Arrays.size(); ++J)
        if (I == J || K.mayAlias(Arrays[I], Arrays[J]))
          Pairs(Arrays[I], Arrays[J]);
  }
}

/// Returns true if both accesses have known offsets in one array, or in arrays of one batch.
bool RaceFinder::isPlaced(const Place &A, const Place &B) const {
  return A.What->Array == B.What->Array &&
         (K.Arrays[A.What->Array].Unknown.empty() || (A.What->Entry && B.What->Entry));
}

Satisfiability RaceFinder::decide(llvm::ArrayRef<Expr> Constraints, unsigned Share) {
  Expr Key = C.land(Constraints);
  if (Key->isFalse())
    return Unsatisfiable();
  if (auto It = Memo.find(Key); It != Memo.end())
    return It->second;
  if (++Queries > Opts.MaxQueries)
    return Unknown{"more than " + std::to_string(Opts.MaxQueries) + " questions for this kernel"};
  smt::Budget B = Opts.Budget;
  B.ResourceUnits /= Share;
  Satisfiability V = Solve.satisfiable(Constraints, B);
  if (Opts.DumpQueries) {
    *Opts.DumpQueries << (std::holds_alternative<Unsatisfiable>(V) ? "no"
                          : std::holds_alternative<Satisfiable>(V) ? "yes"
                                                                   : "unknown");
    for (Expr E : Constraints)
      if (!E->isTrue())
        C.print(*Opts.DumpQueries << "\n    ", E);
    *Opts.DumpQueries << "\n";
  }
  if (Share == 1 || !std::holds_alternative<Unknown>(V))
    Memo[Key] = V;
  return V;
}

/// Returns true if no two threads in the same iteration of each common loop race.
bool RaceFinder::needsOtherIteration(const RaceQuestion &Q) {
  SmallVector<Expr, 32> Query(Q.Constraints);
  for (LoopId Id = K.Nodes[Q.P[0].What->Node].Loop; Id != NoId; Id = K.Loops[Id].Parent)
    if (Flow.contains(Id, Q.P[1].What->Node)) {
      Expr Counter = C.apply(K.Loops[Id].Counter);
      Query.push_back(C.eq(Q.P[0].of(Q.T, Counter, 0), Q.P[1].of(Q.T, Counter, 1)));
    }
  return Query.size() > Q.Constraints.size() &&
         std::holds_alternative<Unsatisfiable>(decide(Query));
}

/// The question with the convention that strides set elements apart added, if it applies.
RaceQuestion RaceFinder::question(const Place &A, const Place &B, TwoThreads &T) {
  RaceQuestion Q(K, Flow, A, B, T, further(T));
  if (!isPlaced(A, B) || !Opts.Conventions.contains(Convention::StridesApart))
    return Q;
  Q.Strided = Q.strided(K, L);
  for (Expr E : Q.Strided.Negative) {
    if (!Q.Strided.Bounded)
      return Q;
    SmallVector<Expr, 32> Below(Q.Constraints);
    Below.push_back(E);
    Q.Strided.Bounded = std::holds_alternative<Unsatisfiable>(decide(Below));
  }
  if (!Q.Strided.Bounded)
    return Q;
  llvm::append_range(Q.Constraints, Q.Strided.Equal);
  for (SymbolId S : Q.Strided.Given)
    Result.Strides.insert({A.What->Array, S});
  return Q;
}

/// If the race exists even for threads with equal coordinates, shows such a witness: it does not
/// depend on the size of strides.
void RaceFinder::preferEqual(RaceQuestion &Q, Satisfiability &Answer) {
  if (Q.Strided.Bounded || !std::holds_alternative<Satisfiable>(Answer))
    return;
  const size_t Before = Q.Constraints.size();
  llvm::append_range(Q.Constraints, Q.Strided.Equal);
  if (Satisfiability V = decide(Q.Constraints); std::holds_alternative<Satisfiable>(V)) {
    Answer = std::move(V);
    Q.Strided = {};
  } else {
    Q.Constraints.truncate(Before);
  }
}

RaceAnswer RaceFinder::ask(const Place &A, const Place &B, Scope Where) {
  RaceAnswer R;
  R.A = A.What->Id;
  R.B = B.What->Id;
  R.Where = Where;
  R.NotWaited = A.At->Pending || B.At->Pending;
  R.CarriedByLoop = A.At->LaterIteration != B.At->LaterIteration;
  if (bool Placed = isPlaced(A, B); !Placed || Spent) {
    const Array &Arr = K.Arrays[A.What->Array];
    std::string Why = Arr.Unknown.empty() ? "" : ": " + Arr.Unknown;
    R.Answer = Placed ? *Spent : Unknown{"where '" + Arr.Name + "' points is not known" + Why};
    R.How = Confidence::Possible;
    return R;
  }
  bool Left = Queries < Opts.MaxQueries && !Opts.Solving.exhausted();
  TwoThreads &T = threads(Where);
  RaceQuestion Q = question(A, B, T);
  auto Ask = [&](llvm::ArrayRef<Expr> With) { return decide(With); };
  decideAsUsual(Q, R);
  // The extent of a shared tile is a constant, and the accesses themselves stay within it.
  if (!std::holds_alternative<Unsatisfiable>(R.Answer) && !Opts.Solving.exhausted() &&
      K.Arrays[A.What->Array].Where == Space::Global)
    if (auto Bounds = Q.bounds(K, Flow); !Bounds.empty()) {
      llvm::append_range(Q.Constraints, Bounds);
      if (Satisfiability V = decide(Q.Constraints); !std::holds_alternative<Unknown>(V))
        R.Answer = std::move(V);
      else
        Q.Constraints.truncate(Q.Constraints.size() - Bounds.size());
    }
  preferEqual(Q, R.Answer);
  bool Unclear = false,
       NoHope = std::holds_alternative<Unknown>(R.Answer) && Opts.Solving.exhausted();
  const bool MayRace = !std::holds_alternative<Unsatisfiable>(R.Answer);
  if (MayRace && !NoHope)
    Unclear = Sync.ask(R, Q, [&](Scope S) -> TwoThreads & { return threads(S); }, Ask);
  if (MayRace && std::holds_alternative<Unsatisfiable>(R.Answer)) {
    Result.Ordered.set(R.A);
    Result.Ordered.set(R.B);
  }
  if (auto *Yes = std::get_if<Satisfiable>(&R.Answer)) {
    TwoThreads::Iterations Loops[2];
    for (unsigned I = 0; I < 2; ++I)
      Loops[I] =
          T.iterations(Q.P[I].What->Node, [&](Expr Counter) { return Q.P[I].of(T, Counter, I); });
    R.Example = T.witness(*Yes, Loops);
    R.CarriedByLoop |= needsOtherIteration(Q);
    RaceCase Case(R, K, Opts.Solving, L, Flow, Q, Ask);
    Case.MayBeOrdered = Unclear || OpenMask;
    compareValues(Case, R);
    if (Opts.Judge)
      Opts.Judge(Case, Opts.Conventions, R);
  } else if (auto *Open = std::get_if<Unknown>(&R.Answer)) {
    R.How = Confidence::Possible;
    if (!Left)
      Spent = *Open;
  }
  dump(A, B, R);
  return R;
}

void RaceFinder::dump(const Place &A, const Place &B, const RaceAnswer &R) const {
  if (!Opts.DumpPairs)
    return;
  auto Show = [&](const Access &X) {
    *Opts.DumpPairs << X.Loc.Line << ":" << X.Loc.Column << " " << X.Text;
  };
  *Opts.DumpPairs << "pair ";
  Show(*A.What);
  *Opts.DumpPairs << " / ";
  Show(*B.What);
  *Opts.DumpPairs << " scope " << static_cast<int>(R.Where) << ": "
                  << (R.Answer.index() == 0   ? "free"
                      : R.Answer.index() == 1 ? "racy"
                                              : "unknown")
                  << "\n";
}

/// 1 bit: the two threads belong to one group that meets at the barrier.
Expr RaceFinder::together(const Barrier &Of, TwoThreads &T) {
  SmallVector<Expr, 8> Any;
  for (const std::vector<ThreadRange> &Group : Of.Groups) {
    SmallVector<Expr, 2> Both;
    for (unsigned I = 0; I < 2; ++I) {
      SmallVector<Expr, 4> In;
      for (ThreadRange R : Group)
        In.push_back(C.land(C.ule(C.constant(R.First, 32), T.linear(I)),
                            C.ult(T.linear(I), C.constant(R.Last, 32))));
      Both.push_back(C.lor(In));
    }
    Any.push_back(C.land(Both));
  }
  return C.lor(Any);
}

/// Constraints that all questions of the current case get.
SmallVector<Expr, 4> RaceFinder::further(TwoThreads &T) {
  SmallVector<Expr, 4> All(TileConstraints.begin(), TileConstraints.end());
  for (auto [B, Meet] : AtGroups)
    All.push_back(Meet ? together(*B, T) : C.lnot(together(*B, T)));
  return All;
}

/// Asks each combination of whether the two threads belong to one group at each group barrier.
void RaceFinder::askGroups() {
  // Barriers at which the same groups meet are one.
  SmallVector<SmallVector<BarrierId, 4>, 4> Alike;
  for (const Barrier &B : K.Barriers) {
    if (B.Kind != BarrierKind::Group || !Barriers.On[B.Id])
      continue;
    auto Same = llvm::find_if(
        Alike, [&](const auto &Ids) { return K.Barriers[Ids.front()].Groups == B.Groups; });
    if (Same == Alike.end())
      Alike.push_back({B.Id});
    else
      Same->push_back(B.Id);
  }
  for (unsigned Chosen = 0; Chosen < 1u << Alike.size(); ++Chosen) {
    Now = Barriers;
    AtGroups.clear();
    NeedWarp.clear();
    for (unsigned I = 0; I < Alike.size(); ++I) {
      bool Meet = Chosen >> I & 1;
      AtGroups.push_back({&K.Barriers[Alike[I].front()], Meet});
      if (Meet)
        for (BarrierId B : Alike[I])
          Now.NamesBoth.set(B);
    }
    askBlock();
    askWarp();
  }
  AtGroups.clear();
}

void RaceFinder::askBlock() {
  auto Phases = phases(Now, PhaseLevel::Block);
  forPairs(Phases, true, Scope::SameBlock, [&](const Place &A, const Place &B) {
    PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
    if ((Only && *Only != Key) || isSettled(Key))
      return;
    if (Spent || !isPlaced(A, B))
      return record(ask(A, B, Scope::SameBlock));
    askOwn(A, B);
    askOwn(B, A);
    // Usually no two threads of the block race at all: ask briefly about both classes at once.
    TwoThreads &T = threads(Scope::SameBlock);
    const RaceQuestion Q = question(A, B, T);
    const bool Tangled = isTangled(Q);
    if ((!Tangled || !UsualHelped) &&
        std::holds_alternative<Unsatisfiable>(decide(Q.Constraints, Tangled ? 16 : 4))) {
      ++Result.PairsProved;
      return;
    }
    RaceAnswer Warps = ask(A, B, Scope::OtherWarp);
    // A pair that needs an unusual block to race between two warps may race within one warp of any
    // block.
    const bool InStep = A.What->OfWarp || B.What->OfWarp;
    if (InStep)
      Result.PairsProved += std::holds_alternative<Unsatisfiable>(Warps.Answer);
    else if (std::holds_alternative<Unsatisfiable>(Warps.Answer) || Warps.SameValue ||
             Warps.How >= (L.Unread ? Confidence::Likely : Confidence::Possible))
      NeedWarp.insert(Key);
    if (!std::holds_alternative<Unsatisfiable>(Warps.Answer))
      record(std::move(Warps));
  });
}

void RaceFinder::askGrid() {
  Expr One = C.constant(1, 32);
  if (!Opts.AcrossBlocks || (L.Grid[0] == One && L.Grid[1] == One && L.Grid[2] == One))
    return;
  forPairs(Opts.phases(K, Barriers, PhaseLevel::Grid), false, Scope::OtherBlock,
           [&](const Place &A, const Place &B) {
             PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
             if ((Only && *Only != Key) || isSettled(Key))
               return;
             RaceAnswer R = ask(A, B, Scope::OtherBlock);
             if (std::holds_alternative<Unsatisfiable>(R.Answer))
               ++Result.PairsProved;
             else
               record(std::move(R));
           });
}

RaceResult RaceFinder::run() {
  Result.Ordered.resize(K.Accesses.size());
  askGroups();
  conclude();
  askGrid();
  conclude();
  auto InOrder = [&](const RaceAnswer &X, const RaceAnswer &Y) {
    auto Key = [&](const RaceAnswer &R) {
      return std::tuple<const SourceLoc &, const SourceLoc &, Scope, size_t>(
          K.Accesses[R.A].Loc, K.Accesses[R.B].Loc, R.Where, R.Answer.index());
    };
    return Key(X) < Key(Y);
  };
  llvm::sort(Result.Answers, InOrder);
  for (const ModelGap &G : K.Gaps)
    if (G.MayAccessMemory || G.MaySynchronize)
      Result.Unknowns.push_back("line " + std::to_string(G.Loc.Line) + ": " + G.Reason);
  for (AccessId A : Async.unknown())
    Result.Unknowns.push_back("line " + std::to_string(K.Accesses[A].Loc.Line) +
                              ": asynchronous copy: its completion is not modelled");
  for (const RaceAnswer &R : Result.Answers)
    if (auto *U = std::get_if<Unknown>(&R.Answer); U && R.Premises.empty()) {
      Result.Unknowns.push_back("line " + std::to_string(K.Accesses[R.A].Loc.Line) + ": " +
                                U->Reason);
      Result.OutOfBudget |= U->OutOfBudget;
    }
  llvm::sort(Result.Unknowns);
  Result.Unknowns.erase(std::unique(Result.Unknowns.begin(), Result.Unknowns.end()),
                        Result.Unknowns.end());
  return std::move(Result);
}

static RaceOptions strict(RaceOptions Opts, bool AcrossBlocks) {
  Opts.AcrossBlocks &= AcrossBlocks;
  Opts.MaxAnswers = 0;
  Opts.DumpPairs = Opts.DumpQueries = nullptr;
  return Opts;
}

RaceResult cudafix::analysis::findRaces(const Kernel &K, const Launch &L,
                                        const BarrierSet &Barriers, const RaceOptions &Opts) {
  LaunchView View(K, Opts.Solving, L);
  if (L.OneWay && !View.impossible().empty())
    return {};
  RaceResult R = RaceFinder(View.kernel(), View.launch(), Barriers, Opts).run();
  doubtOrdered(View.kernel(), R.Answers, Opts.Conventions,
               [&](const Kernel &Strict, bool AcrossBlocks) {
                 return RaceFinder(Strict, View.launch(), Barriers, strict(Opts, AcrossBlocks))
                     .run()
                     .Answers;
               });
  R.Impossible = !View.impossible().empty();
  if (R.Impossible)
    R.Unknowns.push_back("the launch in line " + std::to_string(L.Loc.Line) + " " +
                         View.impossible());
  return R;
}

std::vector<RaceAnswer> cudafix::analysis::askRace(const Kernel &K, const Launch &L,
                                                   const BarrierSet &Barriers, AccessId A,
                                                   AccessId B, const RaceOptions &Opts) {
  LaunchView View(K, Opts.Solving, L);
  RaceFinder F(View.kernel(), View.launch(), Barriers, Opts);
  F.only(A, B);
  std::vector<RaceAnswer> Answers = F.run().Answers;
  doubtOrdered(View.kernel(), Answers, Opts.Conventions,
               [&](const Kernel &Strict, bool AcrossBlocks) {
                 RaceFinder Asked(Strict, View.launch(), Barriers, strict(Opts, AcrossBlocks));
                 Asked.only(A, B);
                 return Asked.run().Answers;
               });
  return Answers;
}
