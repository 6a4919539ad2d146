// SPDX-License-Identifier: Apache-2.0
//
// The divergence question: from the start of a phase, can two threads of a block come to
// different barriers, or one to a barrier and the other out of the kernel?

#include "analysis/question/LaunchDivergence.h"
#include "analysis/question/LaunchView.h"
#include "analysis/question/Race.h"
#include "analysis/question/Support.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

class DivergenceFinder {
public:
  DivergenceFinder(const Kernel &K, const Launch &L, const RaceOptions &Opts, Scope Where)
      : K(K), L(L), Opts(Opts), C(*K.Ctx), Threads(K, L, Where), Solve(Opts.Solving) {}

  std::vector<DivergenceAnswer> run(const BarrierSet &Barriers, PhaseLevel Level);

private:
  using PassedByAll = llvm::function_ref<bool(NodeId)>;
  static bool mayDiffer(const Reached &X, const Reached &Y, PhaseLevel Level, PassedByAll Is);
  void ask(const Phase &P, const Reached &X, const Reached &Y, PhaseLevel Level);
  void preferUsual(llvm::ArrayRef<Expr> Question, const Reached &Met, DivergenceAnswer &A);
  bool isOfWarps(llvm::ArrayRef<Expr> Question) const;
  bool isExchanged(const Reached &X, const Reached &Y) const;
  Expr apart(const Phase &P, const Reached &X, const Reached &Y);
  void record(DivergenceAnswer A);

  const Kernel &K;
  const Launch &L;
  const RaceOptions &Opts;
  ExprContext &C;
  TwoThreads Threads;
  smt::Solver Solve;
  unsigned Queries = 0;
  llvm::DenseMap<Expr, Satisfiability> Memo;
  /// Keys: barrier (existing ones first, then slots) and "missed by an exited thread only".
  std::map<std::tuple<bool, uint32_t, bool>, DivergenceAnswer> Best;
  std::optional<ConvergentNodes> Passed, PassedInWarp;
};

} // namespace

/// Threads of a block that have not returned pass convergent nodes equally often and in the same
/// order: only other places, or a return, can be reached by some of them alone.
bool DivergenceFinder::mayDiffer(const Reached &X, const Reached &Y, PhaseLevel Level,
                                 PassedByAll Is) {
  auto IsExit = [](const Reached &R) { return R.What == Reached::Kind::Exit; };
  auto Together = [&](const Reached &R) { return IsExit(R) ? !R.EarlyReturn : Is(R.Node); };
  if (IsExit(X) && IsExit(Y))
    return false;
  return Level != PhaseLevel::Block || !Together(X) || !Together(Y);
}

/// The condition that two threads at the same barrier, in the same copy, are in different
/// iterations; false if they never are.
Expr DivergenceFinder::apart(const Phase &P, const Reached &X, const Reached &Y) {
  SmallVector<Expr, 4> Same;
  for (LoopId L = K.Nodes[X.Node].Loop; L != NoId; L = K.Loops[L].Parent) {
    Expr Counter = P.at(C, C.apply(K.Loops[L].Counter), X);
    Same.push_back(C.eq(Threads.of(Counter, 0), Threads.of(Counter, 1)));
  }
  return C.lnot(C.land(Same));
}

/// Returns true if the threads' decisions come from global memory in a kernel whose blocks wait for
/// each other in loops of their own (a hand-written grid barrier). What is written before such a
/// wait is the same for all threads after it.
bool DivergenceFinder::isExchanged(const Reached &X, const Reached &Y) const {
  if (llvm::none_of(K.Loops, [](const Loop &L) { return L.SpinWait; }))
    return false;
  bool Exchanged = false, Own = false; // depends on shared memory or on the thread
  for (Expr Cond : {X.Cond, Y.Cond})
    ExprContext::visit(Cond, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      const Symbol &S = C.symbol(N->symbol());
      const Array *From = loadedFrom(K, S);
      if (!From)
        return;
      bool OfThread = false;
      for (Expr At : N->args())
        ExprContext::visit(At, [&](Expr M) {
          OfThread |= M->op() == Op::Apply && C.symbol(M->symbol()).Kind == SymbolKind::ThreadIdx;
        });
      Exchanged |= From->Where == Space::Global && From->Written && !OfThread;
      Own |= From->Where == Space::Shared || OfThread;
    });
  return Exchanged && !Own;
}

/// If the answer needs a negative host size, tries to find a witness without one; else makes the
/// answer rest on the convention that sizes are not negative, unless the launch gives the size, or
/// the barrier is reached only with a negative one.
void DivergenceFinder::preferUsual(llvm::ArrayRef<Expr> Question, const Reached &Met,
                                   DivergenceAnswer &A) {
  const auto &Found = std::get<Satisfiable>(A.Answer);
  if (!Opts.Conventions.contains(Convention::SizesNotNegative))
    return;
  llvm::SetVector<Expr> Sizes;
  for (Expr E : Question)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply || N->width() < 32)
        return;
      const Symbol &S = C.symbol(Threads.original(N->symbol()));
      if (isGiven(K, S, N) && S.Signed)
        Sizes.insert(C.sle(C.constant(0, N->width()), N));
    });
  auto Value = [&](Expr Of, llvm::ArrayRef<uint64_t> Args) -> std::optional<uint64_t> {
    for (const ModelEntry &M : Found.Model)
      if (M.Symbol == Of->symbol() && llvm::equal(M.Args, Args))
        return M.Value;
    return std::nullopt;
  };
  if (llvm::none_of(Sizes, [&](Expr E) { return C.evaluate(E, Value) == 0; }))
    return;
  SmallVector<Expr, 16> Q(Question);
  llvm::append_range(Q, Sizes);
  if (++Queries > Opts.MaxQueries)
    return;
  Satisfiability V = Solve.satisfiable(Q, Opts.Budget);
  if (std::holds_alternative<Satisfiable>(V)) {
    A.Answer = std::move(V);
    return;
  }
  SmallVector<Expr, 16> Comes(Threads.constraints());
  Comes.push_back(Threads.of(Met.Cond, 0));
  llvm::append_range(Comes, Sizes);
  if (std::holds_alternative<Unsatisfiable>(Solve.satisfiable(Comes, Opts.Budget)))
    return;
  Premise P;
  P.Of = Convention::SizesNotNegative;
  for (Expr E : Sizes) {
    P.Conditions.push_back(E);
    P.Text += (P.Text.empty() ? "" : ", ") + conditionText(C, E);
  }
  P.OfLaunch = true;
  P.Open = std::holds_alternative<Unknown>(V);
  if (P.Open) {
    P.Text = "(not decided) " + P.Text;
    P.Leaves = Confidence::Likely;
  }
  A.need(std::move(P));
}

/// Returns true if the question depends on values on which lanes of a warp agree but the block does
/// not.
bool DivergenceFinder::isOfWarps(llvm::ArrayRef<Expr> Question) const {
  return llvm::any_of(Question, [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply &&
             K.Symbols.level(C, Threads.original(N->symbol())) == Uniformity::Warp;
    });
  });
}

void DivergenceFinder::ask(const Phase &P, const Reached &X, const Reached &Y, PhaseLevel Level) {
  SmallVector<Expr, 16> Q;
  if (&X == &Y)
    Q.push_back(apart(P, X, Y));
  for (unsigned T = 0; T < 2; ++T) {
    Q.push_back(Threads.of((T ? Y : X).Cond, T));
    Q.push_back(Threads.of(P.Context, T));
  }
  llvm::append_range(Q, Threads.constraints());
  for (const Assumption &A : K.Assumptions)
    if (A.Node != NoId && K.Nodes[A.Node].Loop == NoId && K.Nodes[A.Node].Convergent)
      for (unsigned T = 0; T < 2; ++T)
        Q.push_back(Threads.of(A.Cond, T));
  Expr Key = C.land(Q);
  if (Key->isFalse())
    return;
  auto It = Memo.find(Key);
  if (It == Memo.end()) {
    Satisfiability V = Unknown{"more than " + std::to_string(Opts.MaxQueries) + " questions"};
    if (++Queries <= Opts.MaxQueries)
      V = Solve.satisfiable(Q, Opts.Budget);
    It = Memo.try_emplace(Key, std::move(V)).first;
  }
  if (std::holds_alternative<Unsatisfiable>(It->second))
    return;
  if (!Passed)
    Passed.emplace(K, L, Opts);
  if (!mayDiffer(X, Y, Level, [&](NodeId N) { return Passed->contains(N); }))
    return;
  DivergenceAnswer A;
  A.Answer = It->second;
  if (Level == PhaseLevel::Block && isOfWarps(Q)) {
    if (!PassedInWarp)
      PassedInWarp.emplace(K, L, Opts, Scope::SameWarp);
    auto IsPassed = [&](const Reached &R) {
      return R.What == Reached::Kind::Exit || PassedInWarp->contains(R.Node);
    };
    // If any threads differ, then those of different warps.
    if (IsPassed(X) && IsPassed(Y) && ++Queries <= Opts.MaxQueries) {
      auto Warp = [&](unsigned T) {
        return C.binary(Op::UDiv, Threads.linear(T), C.constant(32, 32));
      };
      Q.push_back(C.ne(Warp(0), Warp(1)));
      A.Answer = Solve.satisfiable(Q, Opts.Budget);
      if (std::holds_alternative<Unsatisfiable>(A.Answer))
        return;
    }
  }
  bool Swap = X.What == Reached::Kind::Exit;
  const Reached &Met = Swap ? Y : X, &Missed = Swap ? X : Y;
  A.Barrier = Met.Id;
  A.AtSlot = Met.What == Reached::Kind::SlotBarrier;
  A.Other = Missed.Id;
  A.ExitedOnly = Missed.What == Reached::Kind::Exit && Missed.EarlyReturn;
  if (std::holds_alternative<Satisfiable>(A.Answer))
    preferUsual(Q, Met, A);
  if (auto *Yes = std::get_if<Satisfiable>(&A.Answer)) {
    TwoThreads::Iterations Loops[2];
    for (unsigned T = 0; T < 2; ++T) {
      const Reached &At = T ? Y : X;
      Loops[T] = Threads.iterations(
          At.Node, [&](Expr Counter) { return Threads.of(P.at(C, Counter, At), T); });
    }
    A.Example = Threads.witness(*Yes, Loops, Swap);
    Support S = supportOf(K, Threads, Threads.of(X.Cond, 0));
    S.Merge(supportOf(K, Threads, Threads.of(Y.Cond, 1)));
    if (S.Gap)
      A.need(Opts.Conventions, {Convention::ModelledValues,
                                {},
                                "values that are not modelled are not those of the witness"});
    if (S.Data && isExchanged(X, Y))
      A.need(Opts.Conventions,
             {Convention::WaitsOrder, {}, "blocks wait until the value is written"});
    if (S.Data)
      A.need(Opts.Conventions,
             {Convention::DataReached,
              {},
              S.Memory ? "what is read from memory does not send threads different ways"
                       : "computed values that are not followed do not send threads different ways",
              Confidence::Likely});
  } else {
    A.How = Confidence::Possible;
  }
  record(std::move(A));
}

void DivergenceFinder::record(DivergenceAnswer A) {
  auto Rank = [](const DivergenceAnswer &X) {
    return std::pair(!std::holds_alternative<Satisfiable>(X.Answer), X.How);
  };
  auto [It, New] = Best.try_emplace(std::tuple(A.AtSlot, A.Barrier, A.ExitedOnly), A);
  if (!New && Rank(A) < Rank(It->second))
    It->second = std::move(A);
}

std::vector<DivergenceAnswer> DivergenceFinder::run(const BarrierSet &Barriers, PhaseLevel Level) {
  for (const Phase &P : Opts.phases(K, Barriers, Level)) {
    SmallVector<const Reached *, 8> Ends;
    for (const Reached &R : P.Places)
      if (R.What != Reached::Kind::Access)
        Ends.push_back(&R);
    for (unsigned I = 0; I < Ends.size(); ++I)
      for (unsigned J = I; J < Ends.size(); ++J)
        if (mayDiffer(*Ends[I], *Ends[J], Level, [&](NodeId N) { return K.Nodes[N].Convergent; }))
          ask(P, *Ends[I], *Ends[J], Level);
  }
  std::vector<DivergenceAnswer> Answers;
  for (auto &[Key, A] : Best)
    Answers.push_back(std::move(A));
  return Answers;
}

DivergenceResult cudafix::analysis::findDivergence(const Kernel &Whole, const Launch &Of,
                                                   const BarrierSet &Barriers,
                                                   const RaceOptions &Opts) {
  LaunchView View(Whole, Opts.Solving, Of);
  const Kernel &K = View.kernel();
  const Launch &L = View.launch();
  DivergenceResult R;
  if (Of.OneWay && !View.impossible().empty())
    return R;
  R.Impossible = !View.impossible().empty();
  if (R.Impossible)
    R.Unknowns.push_back("the launch in line " + std::to_string(Of.Loc.Line) + " " +
                         View.impossible());
  R.Answers = DivergenceFinder(K, L, Opts, Scope::SameBlock).run(Barriers, PhaseLevel::Block);
  // A grid barrier waits for every block.
  if (llvm::any_of(K.Barriers, [&](const Barrier &B) {
        return B.Kind == BarrierKind::Grid && Barriers.On[B.Id];
      }))
    for (DivergenceAnswer &A :
         DivergenceFinder(K, L, Opts, Scope::OtherBlock).run(Barriers, PhaseLevel::Grid))
      if (llvm::none_of(R.Answers, [&](const DivergenceAnswer &B) {
            return B.Barrier == A.Barrier && B.AtSlot == A.AtSlot && B.ExitedOnly == A.ExitedOnly;
          }))
        R.Answers.push_back(std::move(A));
  for (const ModelGap &G : K.Gaps)
    if (G.MaySynchronize)
      R.Unknowns.push_back("line " + std::to_string(G.Loc.Line) + ": " + G.Reason);
  for (const DivergenceAnswer &A : R.Answers)
    if (auto *U = std::get_if<Unknown>(&A.Answer)) {
      std::string Where = A.AtSlot ? "barrier to be placed"
                                   : "line " + std::to_string(K.Barriers[A.Barrier].Loc.Line);
      R.Unknowns.push_back(Where + ": " + U->Reason);
      R.OutOfBudget |= U->OutOfBudget;
    }
  return R;
}
