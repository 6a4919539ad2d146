// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/AbsentLanes.h"
#include "analysis/question/LaunchView.h"
#include "analysis/question/TwoThreads.h"
#include "model/Sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

constexpr unsigned WarpSize = 32;
/// Limit for one kernel and launch; kernels that need more questions are generated code.
constexpr unsigned MaxQuestions = 400;

/// Returns true if the block has a known number of threads that is not a multiple of the warp size.
bool lacksLanes(const Launch &L) {
  uint64_t Size = 1;
  for (Expr D : L.Block)
    Size *= D && D->isConst() ? D->value() : 0;
  return Size % WarpSize != 0;
}

/// A copy of a kernel whose exchanges between lanes are warp barriers, so that they end phases.
struct Meetings {
  explicit Meetings(const Kernel &Of);

  Kernel K;
  std::vector<const Collective *> Of; ///< by BarrierId; null: a barrier of the kernel
};

class AbsentLaneFinder {
public:
  AbsentLaneFinder(const Meetings &M, const Launch &L, const RaceOptions &Opts);

  std::vector<AbsentLane> run();

private:
  bool ofKnownBlock() { return Threads.of(C.blockDim(0), 0)->isConst(); }
  bool isOfWarp(const Barrier &B) const { return B.Kind == BarrierKind::Warp; }
  bool isAsked(const Reached &Met, const Reached &Missed) const;
  Expr comesAlong(const Reached &Met);
  void addWholeGroups(Expr Offset);
  Expr lane(unsigned T) { return C.binary(Op::URem, Threads.linear(T), constant(WarpSize)); }
  Expr constant(unsigned V) { return C.constant(V, 32); }
  Expr names(const Barrier &B, unsigned By, unsigned Lane);
  Expr source(const Collective::Shuffle &S, const Phase &P, const Reached &At);
  void ask(const Phase &P, const Reached &Met, const Reached &Missed);
  void askNamed(const Phase &P, const Reached &Met);
  void askMissing(const Phase &P, const Reached &Met);
  std::optional<AbsentLane> answer(AbsentLane A, SmallVector<Expr, 8> Ways, const Phase &P,
                                   const Reached (&At)[2]);
  std::optional<Confidence> sureness(llvm::ArrayRef<Expr> Query) const;
  void record(AbsentLane A);

  const Meetings &M;
  const Kernel &K;
  const RaceOptions &Opts;
  ExprContext &C;
  TwoThreads Threads; ///< thread 0 waits, thread 1 does not come
  smt::Solver Solve;
  /// Assumptions for blocks of unknown size: the block, and each row that the kernel distinguishes,
  /// consists of whole warps; rows whose positions are divided into groups of lanes consist of
  /// whole groups.
  llvm::SmallSetVector<Expr, 4> Whole;
  Expr Size; ///< of the block, or of a row
  unsigned Questions = 0;
  std::map<std::pair<SourceLoc, AbsentLane::Kind>, AbsentLane> Best;
};

} // namespace

Meetings::Meetings(const Kernel &From) : K(From), Of(From.Barriers.size()) {
  for (const Collective &X : From.Collectives) {
    Barrier B;
    B.Id = K.Barriers.size();
    B.Kind = BarrierKind::Warp;
    B.Mask = X.Mask;
    B.Node = X.Node;
    B.Loc = X.Loc;
    B.CallChain = X.CallChain;
    B.Text = X.Text;
    Of.push_back(&X);
    K.Barriers.push_back(std::move(B));
  }
  for (Node &N : K.Nodes)
    for (Event &E : N.Events)
      if (E.What == Event::Kind::Collective)
        E = {Event::Kind::Barrier, static_cast<uint32_t>(From.Barriers.size() + E.Id)};
}

AbsentLaneFinder::AbsentLaneFinder(const Meetings &M, const Launch &L, const RaceOptions &Opts)
    : M(M), K(M.K), Opts(Opts), C(*K.Ctx), Threads(K, L, Scope::SameWarp), Solve(Opts.Solving) {
  Size = constant(1);
  const bool Rows = !L.Block[0] && K.UsesDim[0] && (K.UsesDim[1] || K.UsesDim[2]);
  for (unsigned D = 0; D < (Rows ? 1 : 3); ++D)
    Size = C.mul(Size, Threads.of(C.blockDim(D), 0), NSW | NUW);
  if (!Size->isConst())
    Whole.insert(C.eq(C.binary(Op::URem, Size, constant(WarpSize)), constant(0)));
  for (const Access &A : K.Accesses)
    addWholeGroups(A.Offset);
}

/// Adds that rows consist of whole groups if positions in them are divided into groups of lanes: in
/// `(row * n + i) / 32`, n is a multiple of 32.
void AbsentLaneFinder::addWholeGroups(Expr Offset) {
  ExprContext::visit(Offset, [&](Expr E) {
    const bool Divides =
        E->op() == Op::UDiv || E->op() == Op::SDiv || E->op() == Op::URem || E->op() == Op::SRem;
    if (!Divides || !E->arg(1)->isConst() || E->arg(1)->value() % WarpSize)
      return;
    summands(E->arg(0), 1, [&](Expr Place, int64_t) {
      if (Place->op() != Op::Mul)
        return;
      for (Expr Size : Place->args())
        if (Size = unwidened(Size);
            Size->op() == Op::Apply && C.symbol(Size->symbol()).Kind == SymbolKind::Parameter)
          Whole.insert(C.eq(C.binary(Op::URem, Size, C.constant(E->arg(1)->value(), Size->width())),
                            C.constant(0, Size->width())));
    });
  });
}

/// 1 bit: the mask that thread `By` passes names the lane of thread `Lane`.
Expr AbsentLaneFinder::names(const Barrier &B, unsigned By, unsigned Lane) {
  if (B.Mask)
    return C.trunc(C.binary(Op::LShr, C.trunc(Threads.of(B.Mask, By), 32), lane(Lane)), 1);
  Expr Size = constant(B.TileSize); // a tile, or the warp
  return C.eq(C.binary(Op::UDiv, Threads.linear(0), Size),
              C.binary(Op::UDiv, Threads.linear(1), Size));
}

/// The lane that thread 0 reads, 32 bits (PTX ISA, "shfl.sync"); its own lane if the result is
/// outside of the segment.
Expr AbsentLaneFinder::source(const Collective::Shuffle &S, const Phase &P, const Reached &At) {
  Expr Own = lane(0), By = Threads.of(P.at(C, S.Operand, At), 0);
  Expr InSegment = constant(S.Width - 1);
  Expr First = C.binary(Op::And, Own, constant(~(S.Width - 1)));
  Expr Last = C.binary(Op::Or, First, InSegment);
  Expr From, Within;
  switch (S.Mode) {
  case ShuffleMode::Up:
    From = C.sub(Own, By);
    Within = C.land(C.ule(By, Own), C.ule(First, From));
    break;
  case ShuffleMode::Down:
    From = C.add(Own, By);
    Within = C.land(C.ule(By, constant(WarpSize)), C.ule(From, Last));
    break;
  case ShuffleMode::Xor:
    From = C.binary(Op::Xor, Own, By);
    Within = C.ule(From, Last);
    break;
  case ShuffleMode::Index:
    From = C.binary(Op::Or, First, C.binary(Op::And, By, InSegment));
    Within = C.boolean(true);
    break;
  }
  return C.ite(Within, From, Own);
}

/// Returns true for a warp operation whose mask follows from the thread's index or host values.
static bool givesMask(const Kernel &K, const Reached &At) {
  if (At.What != Reached::Kind::Barrier)
    return false;
  const Barrier &B = K.barrier(At.Id);
  return B.Kind == BarrierKind::Warp && B.Mask && knowsLanes(K, B);
}

/// Lanes that are together so far pass convergent places together, so these need no question.
bool AbsentLaneFinder::isAsked(const Reached &Met, const Reached &Missed) const {
  auto Together = [&](const Reached &R) {
    return R.What == Reached::Kind::Exit ? !R.EarlyReturn : K.Nodes[R.Node].Convergent;
  };
  if (Met.What != Reached::Kind::Barrier || Missed.What == Reached::Kind::Access)
    return false;
  const Barrier &B = K.barrier(Met.Id);
  if (!isOfWarp(B) || (B.Mask && !knowsLanes(K, B)) || (Together(Met) && Together(Missed)))
    return false;
  if (Missed.What == Reached::Kind::Exit)
    return true;
  const Barrier &Other = K.barrier(Missed.Id);
  // Copies of one operation, made by the compiler from a loop or a function.
  if (Other.Loc == B.Loc || isPartial(Other))
    return false;
  return !isOfWarp(Other) || !Other.Mask || knowsLanes(K, Other);
}

/// 1 bit: thread 1 also comes to the operation, in the same iterations as thread 0.
Expr AbsentLaneFinder::comesAlong(const Reached &Met) {
  SmallVector<LoopId, 4> Around;
  for (LoopId L = K.Nodes[Met.Node].Loop; L != NoId; L = K.Loops[L].Parent)
    Around.push_back(L);
  return C.replace(Threads.of(Met.Cond, 1), [&](Expr A) {
    SymbolId Of = Threads.original(A->symbol());
    const Symbol &S = C.symbol(Of);
    bool Counts = S.Kind == SymbolKind::Counter ||
                  (S.Kind == SymbolKind::Fresh && S.Level == Uniformity::Thread);
    return Counts && llvm::is_contained(Around, S.Index) ? Threads.of(C.apply(Of), 0) : Expr();
  });
}

/// How certain a witness of the query is; nullopt: it depends on something that is not modelled, or
/// on memory that the lanes may have made equal.
std::optional<Confidence> AbsentLaneFinder::sureness(llvm::ArrayRef<Expr> Query) const {
  Confidence How = Confidence::Proved;
  bool Known = true;
  for (Expr E : Query)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      const SymbolId Id = Threads.original(N->symbol());
      const Symbol &S = C.symbol(Id);
      if (S.Kind == SymbolKind::Load && K.Symbols.isReadOnly(C, Id))
        How = Confidence::Likely;
      else if (S.Kind == SymbolKind::Load || S.Kind == SymbolKind::Opaque ||
               S.Kind == SymbolKind::Exit)
        Known = false;
    });
  return Known ? std::optional(How) : std::nullopt;
}

void AbsentLaneFinder::ask(const Phase &P, const Reached &Met, const Reached &Missed) {
  const Barrier &B = K.barrier(Met.Id);
  AbsentLane A;
  SmallVector<Expr, 8> Ways{Threads.of(Met.Cond, 0), Threads.of(Missed.Cond, 1),
                            Threads.of(P.Context, 0), Threads.of(P.Context, 1)};
  Expr Counts = names(B, 0, 1);
  if (Missed.What == Reached::Kind::Barrier) {
    const Barrier &Other = K.barrier(Missed.Id);
    A.Other = Other.Loc;
    if (isOfWarp(Other))
      Counts = C.land(Counts, names(Other, 1, 0));
  } else if (!Missed.EarlyReturn) {
    A.What = AbsentLane::Kind::PassedBy;
  } else {
    A.What = AbsentLane::Kind::Returned;
    const Collective *X = M.Of[Met.Id];
    if (!X || !X->Reads)
      return;
    Counts = C.land(Counts, C.eq(source(*X->Reads, P, Met), lane(1)));
  }
  Ways.push_back(Counts);
  Ways.push_back(C.lnot(comesAlong(Met)));
  if (std::optional<AbsentLane> Found = answer(std::move(A), std::move(Ways), P, {Met, Missed}))
    record(std::move(*Found));
}

/// Asks whether a lane that passes a mask is missing from that mask. Both threads come; the
/// question is about the first.
void AbsentLaneFinder::askNamed(const Phase &P, const Reached &Met) {
  const Barrier &B = K.barrier(Met.Id);
  AbsentLane A;
  A.What = AbsentLane::Kind::NotNamed;
  const Expr Own = C.trunc(C.binary(Op::LShr, C.trunc(Threads.of(B.Mask, 0), 32), lane(0)), 1);
  std::optional<AbsentLane> Found =
      answer(std::move(A), {Threads.of(Met.Cond, 0), Threads.of(P.Context, 0), C.lnot(Own)}, P,
             {Met, Met});
  // Masks of a few lanes are written for blocks of few warps, which only a known launch shows.
  if (Found && !ofKnownBlock())
    Found->How = std::max(Found->How, Confidence::Possible);
  if (Found)
    record(std::move(*Found));
}

/// Returns true for a lane number that is the same for all threads.
static bool isCommon(const Kernel &K, Expr Lane) {
  return ExprContext::all(Lane, [&](Expr N) {
    return N->op() != Op::Apply || K.Ctx->symbol(N->symbol()).Level == Uniformity::Launch;
  });
}

/// Asks whether a shuffle reads a lane that the block does not have. In a tree reduction, only
/// lanes whose value enters the sum count. Lane numbers that each thread computes for itself are
/// not asked about: the value read may be unused.
void AbsentLaneFinder::askMissing(const Phase &P, const Reached &Met) {
  const Collective *X = Met.What == Reached::Kind::Barrier ? M.Of[Met.Id] : nullptr;
  if (!X || !X->Reads || X->Reads->Mode == ShuffleMode::Up ||
      (X->Reads->Mode == ShuffleMode::Index && !isCommon(K, X->Reads->Operand)))
    return;
  const Barrier &B = K.barrier(Met.Id);
  if (B.Mask && !knowsLanes(K, B))
    return;
  const Expr Read = source(*X->Reads, P, Met), Own = Threads.linear(0);
  const Expr First = C.sub(Own, C.binary(Op::URem, Own, constant(WarpSize)));
  SmallVector<Expr, 8> Ways{Threads.of(Met.Cond, 0), Threads.of(P.Context, 0),
                            C.ule(Size, C.add(First, Read))};
  if (B.Mask)
    Ways.push_back(C.trunc(C.binary(Op::LShr, C.trunc(Threads.of(B.Mask, 0), 32), Read), 1));
  if (X->Reads->Mode == ShuffleMode::Down)
    Ways.push_back(C.ult(C.binary(Op::URem, lane(0), constant(X->Reads->Width)),
                         Threads.of(P.at(C, X->Reads->Operand, Met), 0)));
  AbsentLane A;
  A.What = AbsentLane::Kind::Missing;
  if (std::optional<AbsentLane> Found = answer(std::move(A), std::move(Ways), P, {Met, Met}))
    record(std::move(*Found));
}

/// Asks whether the first thread can go to the first place while the other goes to the second,
/// under the conditions `Ways`.
std::optional<AbsentLane> AbsentLaneFinder::answer(AbsentLane A, SmallVector<Expr, 8> Ways,
                                                   const Phase &P, const Reached (&Places)[2]) {
  const Barrier &B = K.barrier(Places[0].Id);
  std::optional<Confidence> How = sureness(Ways);
  if (!How || C.land(Ways)->isFalse() || ++Questions > MaxQuestions)
    return std::nullopt;
  llvm::append_range(Ways, Threads.constraints());
  llvm::append_range(Ways, Whole);
  for (const Assumption &Known : K.Assumptions)
    if (Known.Node != NoId && K.Nodes[Known.Node].Loop == NoId && K.Nodes[Known.Node].Convergent)
      for (unsigned T = 0; T < 2; ++T)
        Ways.push_back(Threads.of(Known.Cond, T));
  Satisfiability V = Solve.satisfiable(Ways, Opts.Budget);
  const auto *Yes = std::get_if<Satisfiable>(&V);
  if (!Yes)
    return std::nullopt;
  A.Loc = B.Loc;
  A.CallChain = B.CallChain;
  A.Text = B.Text;
  A.How = K.isMadeUp() ? std::max(*How, Confidence::Likely) : *How;
  TwoThreads::Iterations Loops[2];
  for (unsigned T = 0; T < 2; ++T) {
    const Reached &At = Places[T];
    Loops[T] = Threads.iterations(
        At.Node, [&](Expr Counter) { return Threads.of(P.at(C, Counter, At), T); });
  }
  A.Example = Threads.witness(*Yes, Loops);
  return A;
}

void AbsentLaneFinder::record(AbsentLane A) {
  auto [It, New] = Best.try_emplace({A.Loc, A.What}, A);
  if (!New && A.How < It->second.How)
    It->second = std::move(A);
}

std::vector<AbsentLane> AbsentLaneFinder::run() {
  BarrierSet All = BarrierSet::all(K);
  All.NamesBoth.set(); // every operation ends a phase, whichever lanes it names
  constexpr unsigned AnyTile = 1;
  for (const Phase &P : Opts.phases(K, All, PhaseLevel::Warp, AnyTile))
    for (const Reached &Met : P.Places) {
      if (givesMask(K, Met))
        askNamed(P, Met);
      if (Size->isConst() && Size->value() % WarpSize)
        askMissing(P, Met);
      for (const Reached &Missed : P.Places)
        if (isAsked(Met, Missed))
          ask(P, Met, Missed);
    }
  std::vector<AbsentLane> Answers;
  for (auto &[Key, A] : Best)
    Answers.push_back(std::move(A));
  return Answers;
}

std::vector<AbsentLane> cudafix::analysis::findAbsentLanes(const Kernel &Whole, const Launch &Of,
                                                           const RaceOptions &Opts) {
  auto Apart = [&](NodeId N) { return !Whole.Nodes[N].Convergent; };
  bool Returns = llvm::any_of(Whole.Nodes, [](const Node &N) {
    return llvm::any_of(N.Succs, [](const Edge &E) { return E.EarlyReturn; });
  });
  auto IsOpen = [&](const auto &X) { return Returns || X.Mask || Apart(X.Node); };
  const bool Missing = lacksLanes(Of) && llvm::any_of(Whole.Collectives, [](const Collective &X) {
                         return X.Reads.has_value();
                       });
  if (Of.Unreached || (!Missing && llvm::none_of(Whole.Collectives, IsOpen) &&
                       llvm::none_of(Whole.Barriers, IsOpen)))
    return {};
  LaunchView View(Whole, Opts.Solving, Of);
  if (!View.impossible().empty())
    return {};
  return AbsentLaneFinder(Meetings(View.kernel()), View.launch(), Opts).run();
}
