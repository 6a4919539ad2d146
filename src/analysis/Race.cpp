// SPDX-License-Identifier: Apache-2.0
//
// The race question: two threads, two accesses of one phase, overlapping bytes.

#include "analysis/Race.h"
#include "analysis/Flow.h"
#include "analysis/LaunchView.h"
#include "analysis/Support.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <tuple>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

/// One place of a phase where memory is accessed.
struct Place {
  const Phase *In;
  const Reached *At;
  const Access *What;
};

/// The best answer so far for a pair of accesses, the lower id first.
using PairKey = std::pair<AccessId, AccessId>;

class RaceFinder {
public:
  RaceFinder(const Kernel &K, const Launch &L, const BarrierSet &Barriers, const RaceOptions &Opts)
      : K(K), L(L), Barriers(Barriers), Opts(Opts), C(*K.Ctx), Flow(K), Solve(C) {}

  /// Restricts the questions to one pair.
  void only(AccessId A, AccessId B) { Only = PairKey(std::min(A, B), std::max(A, B)); }
  RaceResult run();

private:
  void askBlock();
  void askWarp();
  void askTile(unsigned Tile, unsigned Smaller);
  void askGrid();
  template <typename Fn> void forPairs(const std::vector<Phase> &Phases, bool SharedToo, Fn Ask);
  bool conflicts(const Access &A, const Access &B, bool SameBlock) const;
  RaceAnswer ask(const Place &A, const Place &B, Scope Where);
  llvm::DenseSet<Expr> addTickets(const Place &A, const Place &B, Expr O1, Expr O2, TwoThreads &T,
                                  SmallVectorImpl<Expr> &Q);
  void classify(RaceAnswer &R, const Place &A, const Place &B, TwoThreads &T,
                llvm::ArrayRef<Expr> Constraints, const llvm::DenseSet<Expr> &Tickets);
  bool mayFollowTicket(Scope Where) const;
  void askUsualParameters(RaceAnswer &R, Expr Offset1, Expr Offset2, TwoThreads &T,
                          llvm::ArrayRef<Expr> Constraints);
  Verdict decide(llvm::ArrayRef<Expr> Constraints);
  void record(RaceAnswer R);
  TwoThreads &threads(Scope Where);
  void assumptionsAt(const Place &P, unsigned T, TwoThreads &Threads, SmallVectorImpl<Expr> &Out);
  bool isSettled(PairKey P) const;

  const Kernel &K;
  const Launch &L;
  const BarrierSet &Barriers;
  const RaceOptions &Opts;
  ExprContext &C;
  FlowInfo Flow;
  smt::Solver Solve;
  std::optional<PairKey> Only;
  unsigned Queries = 0;
  SmallVector<Expr, 2> TileConstraints; ///< added to every question while set
  std::unique_ptr<TwoThreads> Threads[4];
  llvm::DenseMap<Expr, Verdict> Memo;
  std::map<PairKey, RaceAnswer> Best;
  std::set<PairKey> NeedWarp; ///< pairs that race in a block, but not between warps
  RaceResult Result;
};

} // namespace

TwoThreads &RaceFinder::threads(Scope Where) {
  auto &T = Threads[static_cast<unsigned>(Where)];
  if (!T)
    T = std::make_unique<TwoThreads>(K, L, Where);
  return *T;
}

static bool writes(const Access &A) { return A.Kind != AccessKind::Read; }

/// Can the two accesses be a race at all, whatever the threads?
bool RaceFinder::conflicts(const Access &A, const Access &B, bool SameBlock) const {
  if (!writes(A) && !writes(B))
    return false;
  if (A.Kind == AccessKind::Atomic && B.Kind == AccessKind::Atomic)
    return !SameBlock && (A.Scope == AtomicScope::Block || B.Scope == AtomicScope::Block);
  return K.mayAlias(A.Array, B.Array);
}

bool RaceFinder::isSettled(PairKey P) const {
  auto It = Best.find(P);
  return It != Best.end() && std::holds_alternative<Refuted>(It->second.Answer) &&
         It->second.How == Confidence::Proved && !It->second.SameValue;
}

template <typename Fn>
void RaceFinder::forPairs(const std::vector<Phase> &Phases, bool SharedToo, Fn Ask) {
  for (const Phase &P : Phases) {
    // Places of one array; equal places (unrolled copies) are asked once.
    llvm::MapVector<ArrayId, SmallVector<Place, 16>> ByArray;
    std::set<std::tuple<ArrayId, const ExprNode *, const ExprNode *, unsigned, AccessId>> Seen;
    for (const Reached &R : P.Places) {
      if (R.What != Reached::Kind::Access)
        continue;
      const Access &A = K.Accesses[R.Id];
      const Array &Arr = K.Arrays[A.Array];
      if (!Arr.Written || Arr.Where == Space::Local || Arr.Where == Space::Constant ||
          (Arr.Where == Space::Shared && !SharedToo))
        continue;
      ByArray[A.Array].push_back({&P, &R, &A});
    }
    auto Pairs = [&](ArrayId X, ArrayId Y) {
      auto &PX = ByArray[X], &PY = ByArray[Y];
      for (unsigned I = 0; I < PX.size(); ++I)
        for (unsigned J = X == Y ? I : 0; J < PY.size(); ++J)
          if (conflicts(*PX[I].What, *PY[J].What, SharedToo))
            Ask(PX[I], PY[J]);
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

Verdict RaceFinder::decide(llvm::ArrayRef<Expr> Constraints) {
  Expr Key = C.land(Constraints);
  if (Key->isFalse())
    return Proved();
  if (auto It = Memo.find(Key); It != Memo.end())
    return It->second;
  if (++Queries > Opts.MaxQueries)
    return Unknown{"more than " + std::to_string(Opts.MaxQueries) + " questions for this kernel"};
  Verdict V = Solve.satisfiable(Constraints, Opts.Budget);
  if (Opts.DumpQueries) {
    *Opts.DumpQueries << (std::holds_alternative<Proved>(V)    ? "no"
                          : std::holds_alternative<Refuted>(V) ? "yes"
                                                               : "unknown");
    for (Expr E : Constraints)
      if (!E->isTrue())
        *Opts.DumpQueries << "\n    " << C.toString(E);
    *Opts.DumpQueries << "\n";
  }
  Memo[Key] = V;
  return V;
}

/// Is every value of the term a multiple of `Size`?
static bool isMultipleOf(Expr E, uint64_t Size) {
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

/// The term divided by `Size`, of which it is a multiple; byte offsets into one object do
/// not wrap.
static Expr divideExactly(ExprContext &C, Expr E, uint64_t Size) {
  unsigned W = E->width();
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

/// The byte ranges [A, A + SA) and [B, B + SB) share a byte.
static void overlap(ExprContext &C, Expr A, Expr SA, Expr B, Expr SB, SmallVector<Expr, 16> &Out) {
  if (SA->isConst() && SA == SB && SA->value() && isMultipleOf(A, SA->value()) &&
      isMultipleOf(B, SA->value())) {
    Out.push_back(C.eq(divideExactly(C, A, SA->value()), divideExactly(C, B, SA->value())));
    return;
  }
  Out.push_back(C.slt(A, C.add(B, SB, NSW)));
  Out.push_back(C.slt(B, C.add(A, SA, NSW)));
}

void RaceFinder::assumptionsAt(const Place &P, unsigned T, TwoThreads &Threads,
                               SmallVectorImpl<Expr> &Out) {
  for (const Assumption &A : K.Assumptions)
    if (A.Node != NoId && Flow.dominates(A.Node, P.What->Node) &&
        Flow.contains(K.Nodes[A.Node].Loop, P.What->Node))
      Out.push_back(Threads.of(P.In->at(C, A.Cond, *P.At), T));
}

RaceAnswer RaceFinder::ask(const Place &A, const Place &B, Scope Where) {
  RaceAnswer R;
  R.A = A.What->Id;
  R.B = B.What->Id;
  R.Where = Where;
  R.CarriedByLoop = A.At->LaterIteration != B.At->LaterIteration;
  TwoThreads &T = threads(Where);
  const Array &Arr = K.Arrays[A.What->Array];
  if (A.What->Array != B.What->Array || !Arr.Unknown.empty()) {
    R.Answer = Unknown{"where '" + Arr.Name + "' points is not known" +
                       (Arr.Unknown.empty() ? "" : ": " + Arr.Unknown)};
    R.How = Confidence::Possible;
    return R;
  }
  SmallVector<Expr, 16> Q;
  const Place *P[] = {&A, &B};
  Expr Offset[2], Size[2];
  for (unsigned I = 0; I < 2; ++I) {
    Offset[I] = T.of(P[I]->In->at(C, P[I]->What->Offset, *P[I]->At), I);
    Size[I] = T.of(P[I]->In->at(C, P[I]->What->Size, *P[I]->At), I);
  }
  overlap(C, Offset[0], Size[0], Offset[1], Size[1], Q);
  llvm::append_range(Q, T.constraints());
  llvm::append_range(Q, TileConstraints);
  for (unsigned I = 0; I < 2; ++I) {
    Q.push_back(T.of(P[I]->At->Cond, I));
    Q.push_back(T.of(P[I]->In->Context, I));
    for (Expr E : {P[I]->What->Guard, P[I]->What->InBounds})
      if (E)
        Q.push_back(T.of(P[I]->In->at(C, E, *P[I]->At), I));
    assumptionsAt(*P[I], I, T, Q);
    if (Arr.Bytes) { // anything else is out of bounds, a bug of its own
      Q.push_back(C.sle(C.constant(0, 64), Offset[I]));
      Q.push_back(C.sle(C.add(Offset[I], Size[I], NSW), C.constant(Arr.Bytes, 64)));
    }
  }
  llvm::DenseSet<Expr> Tickets = addTickets(A, B, Offset[0], Offset[1], T, Q);
  R.Answer = decide(Q);
  if (Opts.DumpPairs)
    *Opts.DumpPairs << "pair " << A.What->Loc.Line << ":" << A.What->Loc.Column << " "
                    << A.What->Text << " / " << B.What->Loc.Line << ":" << B.What->Loc.Column
                    << " " << B.What->Text << " scope " << static_cast<int>(Where) << ": "
                    << (R.Answer.index() == 0 ? "free" : R.Answer.index() == 1 ? "racy" : "unknown")
                    << "\n";
  if (auto *Yes = std::get_if<Refuted>(&R.Answer)) {
    R.Example = T.witness(*Yes);
    classify(R, A, B, T, Q, Tickets);
  } else if (std::holds_alternative<Unknown>(R.Answer)) {
    R.How = Confidence::Possible;
  }
  return R;
}

/// Additions to one cell that nothing else writes hand out disjoint ranges: thread T gets
/// [result, result + operand). Returns the results among the symbols of the offsets.
llvm::DenseSet<Expr> RaceFinder::addTickets(const Place &A, const Place &B, Expr O1, Expr O2,
                                            TwoThreads &T, SmallVectorImpl<Expr> &Q) {
  llvm::DenseSet<Expr> In[2], Tickets;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(I ? O2 : O1, [&](Expr N) {
      if (N->op() == Op::Apply)
        In[I].insert(N);
    });
  for (const Access &X : K.Accesses) {
    if (X.Kind != AccessKind::Atomic || X.Atomic != AtomicOp::Add || !X.Result || !X.Value ||
        X.Result->op() != Op::Apply || X.Value->width() != X.Result->width() ||
        llvm::any_of(K.Accesses, [&](const Access &Y) {
          return Y.Array == X.Array && Y.Kind != AccessKind::Read && Y.Atomic != AtomicOp::Add;
        }))
      continue;
    const Place *P[] = {&A, &B};
    Expr Result[2], Value[2], Cell[2];
    for (unsigned I = 0; I < 2; ++I) {
      auto Of = [&](Expr E) { return T.of(P[I]->In->at(C, E, *P[I]->At), I); };
      Result[I] = Of(X.Result), Value[I] = Of(X.Value), Cell[I] = Of(X.Offset);
    }
    if (!In[0].contains(Result[0]) || !In[1].contains(Result[1]))
      continue;
    Tickets.insert(Result[0]);
    Tickets.insert(Result[1]);
    unsigned W = Value[0]->width();
    Expr Zero = C.constant(0, W);
    auto Before = [&](unsigned I) {
      return C.sle(C.add(Result[I], Value[I], NSW), Result[1 - I]);
    };
    Q.push_back(C.implies(C.land({C.eq(Cell[0], Cell[1]), C.slt(Zero, Value[0]), C.slt(Zero, Value[1])}),
                          C.lor(Before(0), Before(1))));
  }
  return Tickets;
}

/// Blocks can be ordered by a fence and an atomic whose result says who is last (CUDA C++
/// Programming Guide, "Memory Fence Functions"): conditions on data may stand on that result.
bool RaceFinder::mayFollowTicket(Scope Where) const {
  auto IsFence = [](const Event &E) {
    return E.What == Event::Kind::Fence && static_cast<AtomicScope>(E.Id) != AtomicScope::Block;
  };
  return Where == Scope::OtherBlock &&
         llvm::any_of(K.Accesses, [](const Access &A) { return A.Result && A.Atomic != AtomicOp::Load; }) &&
         llvm::any_of(K.Nodes, [&](const Node &N) { return llvm::any_of(N.Events, IsFence); });
}

/// How sure the race is, and whether it only stores one value twice.
void RaceFinder::classify(RaceAnswer &R, const Place &A, const Place &B, TwoThreads &T,
                          llvm::ArrayRef<Expr> Constraints,
                          const llvm::DenseSet<Expr> &Tickets) {
  auto Of = [&](const Place &P, Expr E, unsigned I) { return T.of(P.In->at(C, E, *P.At), I); };
  const Access &X = *A.What, &Y = *B.What;
  if (X.Kind == AccessKind::Write && Y.Kind == AccessKind::Write && X.Value && Y.Value &&
      X.Value->width() == Y.Value->width() && X.Size == Y.Size) {
    SmallVector<Expr, 16> Q(Constraints);
    Q.push_back(C.ne(Of(A, X.Value, 0), Of(B, Y.Value, 1)));
    R.SameValue = std::holds_alternative<Proved>(decide(Q));
    R.SameLoad = supportOf(K, T, Of(A, X.Value, 0)).Data;
  }
  Expr O1 = Of(A, X.Offset, 0), O2 = Of(B, Y.Offset, 1);
  Support Offset = supportOfDifference(K, T, O1, O2, Tickets);
  Support Cond = supportOf(K, T, T.of(A.At->Cond, 0));
  Cond.Merge(supportOf(K, T, T.of(B.At->Cond, 1)));
  bool Updates = X.Partner == Y.Id || Y.Partner == X.Id || (&X == &Y && X.Partner != NoId);
  bool Mixed = (X.Kind == AccessKind::Atomic) != (Y.Kind == AccessKind::Atomic);
  bool Flag = (X.Volatile || Y.Volatile) && K.Arrays[X.Array].Where != Space::Shared;
  bool SomeLanes = R.Where == Scope::SameWarp && llvm::any_of(K.Barriers, [&](const Barrier &B) {
                     return namesSomeLanes(K, B);
                   });
  if (Offset.Gap || Cond.Gap || Flag || SomeLanes || (Cond.Data && mayFollowTicket(R.Where)))
    R.How = Confidence::Possible;
  else if (Offset.Data)
    R.How = Updates || Mixed ? Confidence::Likely : Confidence::Possible;
  else if (Cond.Data || !Tickets.empty())
    R.How = Confidence::Likely;
  else
    askUsualParameters(R, O1, O2, T, Constraints);
}

/// Does one of the parameters scale an index, rather than being added to it?
static bool isFactor(Expr Offset, const llvm::SetVector<Expr> &Parameters) {
  bool Found = false;
  ExprContext::visit(Offset, [&](Expr N) {
    bool Linear = N->op() == Op::Add || N->op() == Op::Sub || N->op() == Op::ZExt ||
                  N->op() == Op::SExt || N->op() == Op::Apply ||
                  (N->op() == Op::Mul && N->arg(1)->isConst());
    if (Linear)
      return;
    ExprContext::visit(N, [&](Expr M) { Found |= Parameters.contains(M); });
  });
  return Found;
}

/// Without host code a parameter may be anything, also a row length shorter than the row
/// or an offset into the middle of another part. A race that needs such a value is not
/// shown as sure: with every integer parameter of the offsets at least as large as the
/// threads along each dimension it must still be there.
void RaceFinder::askUsualParameters(RaceAnswer &R, Expr O1, Expr O2, TwoThreads &T,
                                    llvm::ArrayRef<Expr> Constraints) {
  R.How = Confidence::Proved;
  llvm::DenseMap<SymbolId, bool> Bounded;
  auto Bound = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply)
        Bounded[N->symbol()] = true;
    });
  };
  for (const Fact &F : L.Facts)
    Bound(F.Cond);
  for (const Assumption &A : K.Assumptions)
    Bound(A.Cond);
  llvm::SetVector<Expr> Parameters;
  for (Expr O : {O1, O2})
    ExprContext::visit(O, [&](Expr N) {
      if (N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::Parameter &&
          N->width() >= 16 && !Bounded.contains(N->symbol()))
        Parameters.insert(N);
    });
  if (Parameters.empty())
    return;
  SmallVector<Expr, 16> Q(Constraints);
  std::vector<std::string> Names;
  for (Expr P : Parameters) {
    Names.push_back(C.symbol(P->symbol()).Name);
    bool Signed = C.symbol(P->symbol()).Signed;
    Expr Wide = P->width() == 64 ? P : Signed ? C.sext(P, 64) : C.zext(P, 64);
    for (unsigned D = 0; D < 3; ++D)
      if (T.threadsAlong(D) && P->width() <= 64)
        Q.push_back(C.sle(T.threadsAlong(D), Wide));
  }
  if (std::holds_alternative<Refuted>(decide(Q)))
    return;
  bool Factor = isFactor(O1, Parameters) || isFactor(O2, Parameters);
  bool Global = K.Arrays[K.Accesses[R.A].Array].Where == Space::Global;
  R.How = L.Block[0] && Global && !Factor ? Confidence::Likely : Confidence::Possible;
  R.Assumption = llvm::join(Names, ", ") + " at least gridDim * blockDim";
}

void RaceFinder::record(RaceAnswer R) {
  PairKey Key(std::min(R.A, R.B), std::max(R.A, R.B));
  auto Rank = [](const RaceAnswer &A) {
    bool Racy = std::holds_alternative<Refuted>(A.Answer);
    return std::tuple(!Racy, Racy && A.SameValue, A.How);
  };
  auto [It, New] = Best.try_emplace(Key, R);
  if (!New && Rank(R) < Rank(It->second))
    It->second = std::move(R);
}

void RaceFinder::askBlock() {
  forPairs(computePhases(K, Barriers, PhaseLevel::Block), true, [&](const Place &A, const Place &B) {
    PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
    if ((Only && *Only != Key) || isSettled(Key))
      return;
    RaceAnswer Any = ask(A, B, Scope::SameBlock);
    if (std::holds_alternative<Proved>(Any.Answer)) {
      ++Result.PairsProved;
      return;
    }
    if (K.Arrays[A.What->Array].Unknown.size() || A.What->Array != B.What->Array)
      return record(std::move(Any));
    RaceAnswer Warps = ask(A, B, Scope::OtherWarp);
    if (!std::holds_alternative<Proved>(Warps.Answer))
      return record(std::move(Warps));
    NeedWarp.insert(Key);
  });
}

/// Lanes of one tile of `Tile` lanes that are in no common tile of `Smaller` lanes (0: any
/// two): the barriers of smaller tiles do not order them.
void RaceFinder::askTile(unsigned Tile, unsigned Smaller) {
  TwoThreads &T = threads(Scope::SameWarp);
  auto SameTile = [&](unsigned Size) {
    Expr Lanes = C.constant(Size, 32);
    return C.eq(C.binary(Op::UDiv, T.linear(0), Lanes), C.binary(Op::UDiv, T.linear(1), Lanes));
  };
  TileConstraints.clear();
  if (Tile < 32)
    TileConstraints.push_back(SameTile(Tile));
  if (Smaller)
    TileConstraints.push_back(C.lnot(SameTile(Smaller)));
  auto Phases = computePhases(K, Barriers, PhaseLevel::Warp, Tile);
  forPairs(Phases, true, [&](const Place &A, const Place &B) {
    PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
    if (!NeedWarp.contains(Key) || isSettled(Key))
      return;
    RaceAnswer R = ask(A, B, Scope::SameWarp);
    if (std::holds_alternative<Proved>(R.Answer))
      ++Result.PairsProved;
    else
      record(std::move(R));
  });
  TileConstraints.clear();
}

void RaceFinder::askWarp() {
  if (NeedWarp.empty() || L.Lockstep)
    return;
  std::set<unsigned> Tiles{32};
  for (const Barrier &B : K.Barriers)
    if (B.Kind == BarrierKind::Warp && B.TileSize > 1)
      Tiles.insert(B.TileSize);
  unsigned Smaller = 0;
  for (unsigned Tile : Tiles) {
    askTile(Tile, Smaller);
    Smaller = Tile;
  }
}

void RaceFinder::askGrid() {
  Expr One = C.constant(1, 32);
  if (!Opts.AcrossBlocks || (L.Grid[0] == One && L.Grid[1] == One && L.Grid[2] == One))
    return;
  std::map<PairKey, RaceAnswer> InBlock;
  InBlock.swap(Best);
  forPairs(computePhases(K, Barriers, PhaseLevel::Grid), false, [&](const Place &A, const Place &B) {
    PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
    if ((Only && *Only != Key) || isSettled(Key))
      return;
    RaceAnswer R = ask(A, B, Scope::OtherBlock);
    if (std::holds_alternative<Proved>(R.Answer))
      ++Result.PairsProved;
    else
      record(std::move(R));
  });
  for (auto &[Key, R] : InBlock)
    Result.Answers.push_back(std::move(R));
  for (auto &[Key, R] : Best)
    Result.Answers.push_back(std::move(R));
  Best.clear();
}

RaceResult RaceFinder::run() {
  askBlock();
  askWarp();
  askGrid();
  for (auto &[Key, R] : Best)
    Result.Answers.push_back(std::move(R));
  llvm::sort(Result.Answers, [&](const RaceAnswer &X, const RaceAnswer &Y) {
    return std::tie(K.Accesses[X.A].Loc, K.Accesses[X.B].Loc, X.Where) <
           std::tie(K.Accesses[Y.A].Loc, K.Accesses[Y.B].Loc, Y.Where);
  });
  for (const ModelGap &G : K.Gaps)
    if (G.MayAccessMemory || G.MaySynchronize)
      Result.Unknowns.push_back("line " + std::to_string(G.Loc.Line) + ": " + G.Reason);
  for (const RaceAnswer &R : Result.Answers)
    if (auto *U = std::get_if<Unknown>(&R.Answer))
      Result.Unknowns.push_back("line " + std::to_string(K.Accesses[R.A].Loc.Line) + ": " +
                                U->Reason);
  llvm::sort(Result.Unknowns);
  Result.Unknowns.erase(std::unique(Result.Unknowns.begin(), Result.Unknowns.end()),
                        Result.Unknowns.end());
  return std::move(Result);
}

RaceResult cudafix::analysis::findRaces(const Kernel &K, const Launch &L,
                                        const BarrierSet &Barriers, const RaceOptions &Opts) {
  LaunchView View(K, L);
  RaceResult R = RaceFinder(View.kernel(), View.launch(), Barriers, Opts).run();
  if (!View.impossible().empty())
    R.Unknowns.push_back("the launch in line " + std::to_string(L.Loc.Line) +
                         " cannot happen: " + View.impossible());
  return R;
}

std::vector<RaceAnswer> cudafix::analysis::askRace(const Kernel &K, const Launch &L,
                                                   const BarrierSet &Barriers, AccessId A,
                                                   AccessId B, const RaceOptions &Opts) {
  LaunchView View(K, L);
  RaceFinder F(View.kernel(), View.launch(), Barriers, Opts);
  F.only(A, B);
  return F.run().Answers;
}
