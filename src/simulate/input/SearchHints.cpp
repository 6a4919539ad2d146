// SPDX-License-Identifier: Apache-2.0
//
// Finds inputs with the solver.
#include "analysis/flow/Flow.h"
#include "analysis/question/Race.h"
#include "analysis/question/TwoThreads.h"
#include "convention/RaceOptions.h"
#include "simulate/input/Search.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

namespace cudafix::simulate {
namespace {

using analysis::Scope;
using analysis::TwoThreads;

constexpr uint64_t ResourceUnits = 600'000; ///< of one question to the analysis
/// Solver units of one question for inputs that bring two accesses together.
constexpr uint64_t UnitsOfInputs = 400'000;
constexpr unsigned MaxQuestions = 150; ///< to the analysis, for one launch
constexpr unsigned MaxOverlaps = 8;    ///< pairs that are asked about again
/// Solvers tend to choose larger values than anyone would try.
constexpr uint64_t UsualScalar = 4096, UsualGrid = 16, UsualBlock = 512;

class HintFinder {
public:
  HintFinder(const Kernel &K, smt::Workspace &Solving, const Launch &L, const Inputs &Base)
      : K(K), L(L), Base(Base), X(*K.Ctx), Solver(Solving) {}

  /// Adds the witness as a hint, with the contents that the model has chosen.
  void add(const Witness &W, llvm::ArrayRef<ModelEntry> Model, Confidence How);
  /// Asks for values that satisfy `Conditions` over the terms of `T`, first for values near the
  /// usual ones.
  bool ask(TwoThreads &T, llvm::ArrayRef<Expr> Conditions, Confidence How);
  bool overlap(AccessId A, AccessId B, Scope Where, Confidence How);

  std::vector<Hint> Hints;
  std::optional<std::pair<AccessId, AccessId>> Race; ///< the race that the hints should show

private:
  MadeUp *find(std::vector<MadeUp> &All, MadeUp::Kind What, unsigned Dim, llvm::StringRef Name);

  const Kernel &K;
  const Launch &L;
  const Inputs &Base;
  ExprContext &X;
  smt::Solver Solver;
};

} // namespace

MadeUp *HintFinder::find(std::vector<MadeUp> &All, MadeUp::Kind What, unsigned Dim,
                         llvm::StringRef Name) {
  for (MadeUp &M : All)
    if (M.What == What && M.Dim == Dim && M.Name == Name)
      return &M;
  return nullptr;
}

void HintFinder::add(const Witness &W, llvm::ArrayRef<ModelEntry> Model, Confidence How) {
  Hint H;
  H.Values = Base.Free;
  H.How = How;
  H.Race = Race;
  for (unsigned D = 0; D < 3; ++D) {
    if (MadeUp *M = find(H.Values, MadeUp::Kind::Block, D, ""))
      M->Value = std::to_string(W.BlockDim[D]);
    if (MadeUp *M = find(H.Values, MadeUp::Kind::Grid, D, ""))
      M->Value = std::to_string(W.GridDim[D]);
  }
  for (const ScalarValue &V : W.Values)
    if (MadeUp *M = find(H.Values, MadeUp::Kind::Scalar, 0, V.Name))
      M->Value = std::to_string(V.Value);
  // Contents that it has read, alongside zeros, which keep some threads out.
  std::map<ArrayId, std::set<int64_t>> Read;
  for (const ModelEntry &E : Model)
    if (const Symbol &S = X.symbol(E.Symbol); S.Kind == SymbolKind::Load && S.Width <= 64)
      Read[S.Index].insert(llvm::SignExtend64(E.Value, S.Width));
  for (MadeUp &M : H.Values) {
    auto At = Read.find(M.Array);
    if (M.What != MadeUp::Kind::Contents || At == Read.end() || M.Type != ElementType::Integer)
      continue;
    At->second.insert(0);
    M.Value = "among(auto";
    for (int64_t V : At->second)
      M.Value += "," + std::to_string(V);
    M.Value += ")";
  }
  Hints.push_back(std::move(H));
}

bool HintFinder::ask(TwoThreads &T, llvm::ArrayRef<Expr> Conditions, Confidence How) {
  std::vector<Expr> Asked(T.constraints());
  llvm::append_range(Asked, Conditions);
  std::vector<Expr> Usual = Asked, AsMadeUp;
  auto AtMost = [&](Expr E, uint64_t Value) {
    Usual.push_back(X.ule(E, X.constant(Value, E->width())));
  };
  for (const MadeUp &M : Base.Free) {
    uint64_t Value = 0;
    if (M.What == MadeUp::Kind::Contents || llvm::StringRef(M.Value).getAsInteger(10, Value))
      continue;
    if (M.What == MadeUp::Kind::Block)
      AsMadeUp.push_back(X.eq(X.blockDim(M.Dim), X.constant(Value, 32)));
    if (M.What == MadeUp::Kind::Grid)
      AtMost(X.gridDim(M.Dim), UsualGrid);
    for (const Kernel::Param &P : K.Params)
      if (M.What == MadeUp::Kind::Scalar && P.Name == M.Name && P.Symbol != NoId &&
          X.symbol(P.Symbol).Width > 16)
        AtMost(X.apply(P.Symbol), UsualScalar);
  }
  std::vector<Expr> Nearest = Usual;
  llvm::append_range(Nearest, AsMadeUp);
  smt::Budget Budget;
  Budget.ResourceUnits = UnitsOfInputs;
  for (const std::vector<Expr> &Each : {Nearest, Usual, Asked}) {
    Satisfiability V = Solver.satisfiable(Each, Budget);
    if (const auto *Found = std::get_if<Satisfiable>(&V)) {
      add(T.witness(*Found, {}), Found->Model, How);
      return true;
    }
  }
  return false;
}

/// Both accesses are executed somewhere and touch a common byte: whether anything orders them is
/// left to the simulation.
bool HintFinder::overlap(AccessId A, AccessId B, Scope Where, Confidence How) {
  const Access &First = K.access(A), &Second = K.access(B);
  if (!First.Offset || !Second.Offset || First.Array != Second.Array)
    return false;
  analysis::FlowInfo Flow(K);
  TwoThreads T(K, L, Where);
  std::vector<Expr> Conditions{X.eq(T.of(First.Offset, 0), T.of(Second.Offset, 1))};
  for (auto [Of, Thread] : {std::pair(&First, 0u), std::pair(&Second, 1u)})
    for (Expr E : {Flow.reached(Of->Node), Of->Guard, Of->InBounds})
      if (E)
        Conditions.push_back(T.of(E, Thread));
  return ask(T, Conditions, How);
}

/// Returns true if all numbers are such as someone would try.
static bool isUsual(const Witness &W) {
  auto Tried = [](int64_t Value) { return Value >= 0 && Value <= int64_t(UsualScalar); };
  uint64_t Block = 1, Grid = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Block *= W.BlockDim[D];
    Grid *= W.GridDim[D];
  }
  return Block <= UsualBlock && Grid * Block <= UsualGrid * 1024 &&
         llvm::all_of(W.Values, [&](const ScalarValue &V) { return Tried(V.Value); }) &&
         llvm::all_of(W.Iterations, [&](const auto &Of) { return Tried(Of.second); });
}

/// With an uncertain witness, what the run then shows is at most likely.
static Confidence worth(Confidence How) {
  return How <= Confidence::Proved ? Confidence::Confirmed : How;
}

/// Unusual parameters do not make a race less certain: the search makes them up, and the finding
/// names them.
static Confidence worth(const analysis::RaceAnswer &R) {
  if (!std::holds_alternative<Satisfiable>(R.Answer) ||
      (R.How == Confidence::Possible &&
       llvm::all_of(R.Premises, [](const Premise &P) { return P.OfLaunch && !P.OfContents; })))
    return Confidence::Likely;
  return worth(R.How);
}

std::vector<Hint> collisionHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                 const Inputs &Base) {
  analysis::RaceOptions Opts = convention::raceOptions(Solving);
  Opts.Level = Effort::Fast;
  Opts.Budget.ResourceUnits = ResourceUnits;
  Opts.MaxQueries = MaxQuestions;
  auto Barriers = analysis::BarrierSet::all(K);
  HintFinder F(K, Solving, L, Base);
  unsigned Overlaps = 0;
  for (const analysis::RaceAnswer &R : analysis::findRaces(K, L, Barriers, Opts).Answers) {
    F.Race = {R.A, R.B};
    const auto *Found = std::get_if<Satisfiable>(&R.Answer);
    if (Found && isUsual(R.Example))
      F.add(R.Example, Found->Model, worth(R));
    else if (!Found && !std::holds_alternative<Unknown>(R.Answer))
      continue;
    else if (Overlaps++ < MaxOverlaps && !F.overlap(R.A, R.B, R.Where, worth(R)) && Found)
      F.add(R.Example, Found->Model, worth(R));
  }
  F.Race.reset();
  for (const analysis::DivergenceAnswer &D : analysis::findDivergence(K, L, Barriers, Opts).Answers)
    if (const auto *Found = std::get_if<Satisfiable>(&D.Answer))
      F.add(D.Example, Found->Model, worth(D.How));
  return std::move(F.Hints);
}

std::vector<Hint> reachingHints(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                const Inputs &Base, llvm::ArrayRef<NodeId> Nodes) {
  HintFinder F(K, Solving, L, Base);
  analysis::FlowInfo Flow(K);
  for (NodeId N : Nodes) {
    TwoThreads T(K, L, Scope::SameBlock);
    if (Expr Reached = Flow.reached(N))
      F.ask(T, {T.of(Reached, 0)}, Confidence::Confirmed);
  }
  return std::move(F.Hints);
}

} // namespace cudafix::simulate
