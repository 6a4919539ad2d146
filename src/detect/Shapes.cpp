// SPDX-License-Identifier: Apache-2.0

#include "detect/Shapes.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/TwoThreads.h"
#include "model/BlockSteps.h"
#include "model/Convention.h"
#include "model/Customary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;
using llvm::SmallVector;

using Shape = BlockShape;

namespace {

/// The block shapes and parameters of one launch for which the questions are asked again.
class LaunchShapes {
public:
  LaunchShapes(const KernelFacts &F, const Launch &L, const RaceResult &Open)
      : F(F), K(F.K), L(L), Open(Open), C(*K.Ctx) {}

  /// Returns true if the launch does not determine the block.
  bool hasOpenBlock() const;
  /// Block shapes that the kernel may be written for, the most likely first.
  SmallVector<Shape, 4> shapes() const;
  /// Block shapes of whole warps that follow from the launch's own terms.
  SmallVector<Shape, 4> ownShapes() const;
  Launch with(const Shape &S) const;
  struct Under {
    RaceResult Races;
    bool Possible = false; ///< the launch can happen
    bool Free = false;
    std::set<std::string> With; ///< conditions under which it is free
  };
  Under askUnder(const Launch &Of) const;
  /// Pairs that are open in general and that threads reach under this launch.
  void addReached(const Launch &Of, std::set<size_t> &Reached) const;

private:
  bool isOpen(unsigned D) const { return K.UsesDim[D] && (!L.Block[D] || !L.Block[D]->isConst()); }
  void addWidths(llvm::SmallSetVector<unsigned, 8> &Out) const;
  SmallVector<Shape, 4> premisedShapes() const;
  std::optional<Satisfiable> solve(llvm::ArrayRef<Expr> Constraints) const;

  const KernelFacts &F;
  const Kernel &K;
  const Launch &L;
  const RaceResult &Open;
  ExprContext &C;
};

} // namespace

/// Returns true if a launch may meet all of the premises.
static bool holdTogether(const RaceOptions &Race, llvm::ArrayRef<Premise> All) {
  SmallVector<Expr, 8> Conditions;
  for (const Premise &P : All)
    llvm::append_range(Conditions, P.Conditions);
  return All.size() < 2 || !std::holds_alternative<Unsatisfiable>(
                               smt::Solver(Race.Solving).satisfiable(Conditions, Race.Budget));
}

/// Returns true if the result is free under conditions that make its possible races vanish; adds
/// these conditions to `With`.
static bool isFree(const KernelFacts &F, const RaceResult &R, std::set<std::string> &With) {
  std::vector<Premise> Needed;
  auto Vanishes = [&](const RaceAnswer &A) {
    if (A.SameValue && !A.SameLoad)
      return true;
    if (A.How != Confidence::Possible || !A.isRacy() || !restOnLaunch(A.Premises))
      return false;
    auto OfBlocks = [](const Premise &P) { return P.Of == Convention::CustomaryBlocks; };
    if (A.SameValue && llvm::any_of(A.Premises, OfBlocks)) // shapes of blocks are asked separately
      return false;
    for (const Premise &P : A.Premises)
      if (!P.Conditions.empty() && With.insert(P.Text).second)
        Needed.push_back(P);
    return true;
  };
  return R.Unknowns.empty() && llvm::all_of(R.Answers, Vanishes) && holdTogether(F.Race, Needed);
}

/// The same for divergence.
static bool isFree(const DivergenceResult &R, std::set<std::string> &With) {
  auto Vanishes = [&](const DivergenceAnswer &A) {
    if (A.ExitedOnly)
      return true;
    if (A.How != Confidence::Possible || !std::holds_alternative<Satisfiable>(A.Answer) ||
        !restOnLaunch(A.Premises))
      return false;
    for (const Premise &P : A.Premises)
      With.insert(P.Text);
    return true;
  };
  return R.Unknowns.empty() && llvm::all_of(R.Answers, Vanishes);
}

bool LaunchShapes::hasOpenBlock() const { return isOpen(0) || isOpen(1) || isOpen(2); }

/// Adds steps that are whole warps, factors of block indices, and element counts of shared arrays.
void LaunchShapes::addWidths(llvm::SmallSetVector<unsigned, 8> &Out) const {
  constexpr unsigned Most = 1024;
  auto Add = [&](uint64_t Width) {
    if (Width >= 32 && Width % 32 == 0 && Width <= Most)
      Out.insert(Width);
  };
  if (K.MaxThreads < Most)
    Add(K.MaxThreads);
  auto IsStep = [&](Expr E) {
    if (E->op() != Op::Apply)
      return false;
    SymbolKind Kind = C.symbol(E->symbol()).Kind;
    return Kind == SymbolKind::BlockIdx || Kind == SymbolKind::Counter;
  };
  for (const Access &A : K.Accesses)
    ExprContext::visit(A.Offset, [&](Expr E) {
      if (E->op() == Op::Mul && E->arg(1)->isConst() && IsStep(E->arg(0)))
        Add(E->arg(1)->value() / std::max<uint64_t>(K.array(A.Array).ElementSize, 1));
    });
  for (const Array &A : K.Arrays)
    if (A.Where == Space::Shared && !A.Dynamic && A.ElementSize)
      Add(A.Bytes / A.ElementSize);
}

/// Block shapes that meet the premises of the launch's races.
SmallVector<Shape, 4> LaunchShapes::premisedShapes() const {
  constexpr unsigned Most = 2;
  std::set<unsigned> Sizes[3];
  for (const RaceAnswer &A : Open.Answers)
    for (const Premise &P : A.Premises)
      for (Expr Cond : P.Conditions)
        for (unsigned D = 0; D < 3; ++D)
          if (Cond->op() == Op::Eq && Cond->arg(0) == C.blockDim(D) && Cond->arg(1)->isConst())
            Sizes[D].insert(Cond->arg(1)->value());
  SmallVector<Shape, 4> Out{{1, 1, 1}};
  for (unsigned D = 0; D < 3; ++D) {
    SmallVector<Shape, 4> Wider;
    if (!isOpen(D))
      continue;
    for (const Shape &S : Out)
      for (unsigned Size : Sizes[D])
        if (Wider.size() < Most) {
          Wider.push_back(S);
          Wider.back()[D] = Size;
        }
    Out = std::move(Wider);
  }
  return Out;
}

/// The customary blocks that are tried, narrow ones first.
static SmallVector<Shape, 4> asked(llvm::ArrayRef<CustomaryBlock> Blocks) {
  SmallVector<Shape, 4> Out;
  for (const CustomaryBlock &B : Blocks)
    if (B.Asked)
      Out.push_back(B.Shape);
  llvm::sort(Out);
  return Out;
}

SmallVector<Shape, 4> LaunchShapes::shapes() const {
  constexpr unsigned Most = 4;
  SmallVector<Shape, 16> All;
  unsigned Dims = isOpen(0) + isOpen(1) + isOpen(2);
  if (Dims == 1) {
    llvm::SmallSetVector<unsigned, 8> Widths;
    addWidths(Widths);
    for (const BlockShape &S : asked(CustomaryLines))
      Widths.insert(S[0]);
    for (unsigned W : Widths)
      All.push_back(isOpen(0) ? Shape{W, 1, 1} : isOpen(1) ? Shape{1, W, 1} : Shape{1, 1, W});
  } else if ((Dims == 2 && !isOpen(2)) || (Dims == 3 && isForPlane(K))) {
    llvm::append_range(All, asked(CustomaryPlanes));
  } else {
    llvm::append_range(All, asked(CustomaryCubes));
  }
  SmallVector<Shape, 4> Out;
  for (const Shape &S : llvm::concat<const Shape>(premisedShapes(), All))
    if (Out.size() < Most && S[0] * S[1] * S[2] <= K.MaxThreads && !llvm::is_contained(Out, S))
      Out.push_back(S);
  return Out;
}

SmallVector<Shape, 4> LaunchShapes::ownShapes() const {
  constexpr unsigned Most = 3, Lanes = 32;
  TwoThreads T(K, L, Scope::SameBlock);
  SmallVector<Expr, 32> Constraints(T.constraints());
  Expr Threads = C.constant(1, 32);
  for (unsigned D = 0; D < 3; ++D)
    Threads = C.mul(Threads, T.of(C.blockDim(D), 0), NSW | NUW);
  Constraints.push_back(
      C.eq(C.binary(Op::URem, Threads, C.constant(Lanes, 32)), C.constant(0, 32)));
  SmallVector<Shape, 4> Out;
  while (Out.size() < Most) {
    std::optional<Satisfiable> Found = solve(Constraints);
    if (!Found)
      break;
    Shape S{1, 1, 1};
    SmallVector<Expr, 3> Same;
    for (unsigned D = 0; D < 3; ++D) {
      Expr Block = T.of(C.blockDim(D), 0);
      auto ValueOf = [&](Expr A, llvm::ArrayRef<uint64_t> Args) -> std::optional<uint64_t> {
        for (const ModelEntry &M : Found->Model)
          if (M.Symbol == A->symbol() && llvm::equal(M.Args, Args))
            return M.Value;
        return 0;
      };
      S[D] = C.evaluate(Block, ValueOf).value_or(0);
      Same.push_back(C.eq(Block, C.constant(S[D], 32)));
    }
    if (!S[0] || !S[1] || !S[2])
      break;
    Out.push_back(S);
    Constraints.push_back(C.lnot(C.land(Same)));
  }
  return Out;
}

/// The launch, with the shape's size in each dimension that it leaves open.
Launch LaunchShapes::with(const Shape &S) const {
  Launch Of = L;
  for (unsigned D = 0; D < 3; ++D)
    if (isOpen(D)) {
      Expr Size = C.constant(S[D], 32);
      if (L.Block[D])
        Of.Facts.push_back({C.eq(L.Block[D], Size), "", {}});
      Of.Block[D] = Size;
    }
  return Of;
}

std::optional<Satisfiable> LaunchShapes::solve(llvm::ArrayRef<Expr> Constraints) const {
  Satisfiability V = smt::Solver(F.Race.Solving).satisfiable(Constraints, F.Race.Budget);
  if (auto *Found = std::get_if<Satisfiable>(&V))
    return std::move(*Found);
  return std::nullopt;
}

LaunchShapes::Under LaunchShapes::askUnder(const Launch &Of) const {
  BarrierSet Barriers = BarrierSet::all(K);
  DivergenceResult D = findDivergence(K, Of, Barriers, F.Race);
  Under Out;
  Out.Races = findRaces(K, Of, Barriers, F.Race);
  Out.Possible = !D.Impossible && !Out.Races.Impossible;
  Out.Free = Out.Possible && isFree(D, Out.With) && isFree(F, Out.Races, Out.With);
  return Out;
}

void LaunchShapes::addReached(const Launch &Of, std::set<size_t> &Reached) const {
  FlowInfo Flow(K);
  TwoThreads T(K, Of, Scope::SameBlock);
  auto ComesTo = [&](AccessId A) {
    Expr At = Flow.reached(K.access(A).Node);
    SmallVector<Expr, 32> Query(T.constraints());
    if (At)
      Query.push_back(T.of(At, 0));
    return solve(Query).has_value();
  };
  for (size_t I = 0; I < Open.Answers.size(); ++I)
    if (!Reached.contains(I) && ComesTo(Open.Answers[I].A) && ComesTo(Open.Answers[I].B))
      Reached.insert(I);
}

/// Returns true if no shape can decide the kernel because something is not modelled.
static bool isBeyondShapes(const KernelFacts &F) {
  auto Touches = [](const ModelGap &G) { return G.MayAccessMemory || G.MaySynchronize; };
  if (llvm::any_of(F.K.Gaps, Touches))
    return true;
  return llvm::any_of(F.Races, [&](const RaceResult &R) {
    return R.Impossible || llvm::any_of(R.Answers, [&](const RaceAnswer &A) {
             auto IsUnknown = [&](const Access &X) {
               return !X.Entry && !F.K.array(X.Array).Unknown.empty();
             };
             return IsUnknown(F.K.access(A.A)) || IsUnknown(F.K.access(A.B));
           });
  });
}

static std::string toText(const Shape &S) {
  std::string Text = std::to_string(S[0]);
  for (unsigned D = 1; D < 3 && (S[1] > 1 || S[2] > 1) && (D == 1 || S[2] > 1); ++D)
    Text += "x" + std::to_string(S[D]);
  return Text;
}

namespace {
/// The shapes for which one launch is free.
struct FreeOfLaunch {
  std::vector<std::string> Blocks;
  std::set<std::string> With; ///< conditions on the parameters
};
} // namespace

/// The certain race of this pair among the answers; null: there is none.
static const RaceAnswer *raceIn(llvm::ArrayRef<RaceAnswer> Answers, const RaceAnswer &Of) {
  auto It = llvm::find_if(Answers, [&](const RaceAnswer &A) {
    return std::tie(A.A, A.B, A.Where) == std::tie(Of.A, Of.B, Of.Where) && !A.SameValue &&
           std::holds_alternative<Satisfiable>(A.Answer) && A.How <= Confidence::Likely;
  });
  return It == Answers.end() ? nullptr : &*It;
}

/// Adds races that occur in every shape: whichever shape the author had in mind, it races.
static void addRaces(RaceResult &Open, llvm::ArrayRef<RaceResult> InEach) {
  for (RaceAnswer &A : Open.Answers) {
    if (!std::holds_alternative<Unknown>(A.Answer) || InEach.empty() ||
        !llvm::all_of(InEach, [&](const RaceResult &R) { return raceIn(R.Answers, A); }))
      continue;
    A = *raceIn(InEach.front().Answers, A);
  }
}

static FreeOfLaunch ask(const KernelFacts &F, const Launch &L, RaceResult &Open,
                        const DivergenceResult &Divergence) {
  FreeOfLaunch Out;
  if (isFree(Divergence, Out.With) && isFree(F, Open, Out.With))
    return Out;
  Out.With.clear();
  LaunchShapes Shapes(F, L, Open);
  std::vector<RaceResult> Found;
  auto AskOf = [&](llvm::ArrayRef<Shape> All) {
    for (const Shape &S : All) {
      const Launch Of = Shapes.with(S);
      LaunchShapes::Under U = Shapes.askUnder(Of);
      if (!U.Possible)
        continue;
      std::set<size_t> Reached;
      if (U.Free)
        Shapes.addReached(Of, Reached);
      if (U.Free && Reached.size() == Open.Answers.size()) {
        Out.Blocks.push_back(toText(S));
        Out.With.insert(U.With.begin(), U.With.end());
      }
      Found.push_back(std::move(U.Races));
    }
  };
  if (!Shapes.hasOpenBlock())
    return Out;
  AskOf(Shapes.shapes());
  if (Found.empty()) // the host computes the block, but no customary block is a possible result
    AskOf(Shapes.ownShapes());
  addRaces(Open, Found);
  return Out;
}

std::string detect::askShapes(KernelFacts &F) {
  if (isBeyondShapes(F))
    return "";
  uint64_t &OfUnit = F.OfUnit->OfShapes;
  // A separate budget, which is charged neither to this kernel nor to later ones.
  smt::Workspace &W = F.Race.Solving;
  const uint64_t OfKernel = W.Limit, Before = W.spent();
  W.Limit = (Before + std::min(OfKernel / 4 * 3, OfUnit)) / 3 * 2; // smt::Workspace::exhausted()
  FreeOfLaunch All;
  std::optional<std::vector<std::string>> Blocks; // shapes for which every launch is free
  bool Free = true;
  for (size_t I = 0; I < F.Launches.size() && Free; ++I) {
    std::set<std::string> None;
    if (isFree(F.Divergences[I], None) && isFree(F, F.Races[I], None) && None.empty())
      continue;
    FreeOfLaunch Found = ask(F, F.Launches[I], F.Races[I], F.Divergences[I]);
    const bool Shown = !Found.Blocks.empty() || !Found.With.empty();
    if (!Found.Blocks.empty() && Blocks)
      llvm::erase_if(*Blocks,
                     [&](const std::string &B) { return !llvm::is_contained(Found.Blocks, B); });
    else if (!Found.Blocks.empty())
      Blocks = std::move(Found.Blocks);
    All.With.insert(Found.With.begin(), Found.With.end());
    Free = Shown && (!Blocks || !Blocks->empty());
  }
  const uint64_t Took = W.spent() - Before;
  W.uncharge(Took);
  OfUnit -= std::min(OfUnit, Took);
  W.Limit = OfKernel;
  if (!Free)
    return "";
  std::string Text = Blocks ? "blocks of " + llvm::join(*Blocks, ", ") : "launches";
  return All.With.empty() ? Text : Text + " with " + llvm::join(All.With, "; ");
}
