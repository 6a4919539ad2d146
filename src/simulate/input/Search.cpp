// SPDX-License-Identifier: Apache-2.0
#include "simulate/input/Search.h"
#include "model/Check.h"
#include "simulate/machine/Compiled.h"
#include "simulate/machine/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <random>
#include <set>

namespace cudafix::simulate {
namespace {

using llvm::StringRef;

constexpr uint64_t MaxSearchAccesses = 1'000'000; ///< of one run
constexpr uint64_t SearchExtent = 64u << 20;      ///< of buffers of made-up size
constexpr uint64_t SearchElements = 1u << 16;     ///< of those, the elements with contents
constexpr int64_t LargestConstant = 1 << 20;      ///< the largest source constant to try

/// An input that was tried, or is to be.
struct Candidate {
  std::vector<MadeUp> Values;
  Confidence How = Confidence::Confirmed;
};

class InputSearch {
public:
  InputSearch(const CompiledKernel &Code, const frontend::KernelUnit &K, const Launch &L,
              const Inputs &Base, const SimulationOptions &Opts, SimulationReport &R)
      : Code(Code), K(K), Base(Base), Opts(Opts), R(R), Fixed(fixed(L, Base)), Facts(L),
        Seen(Code.Covered.begin(), Code.Covered.end()), Random(Opts.Seed) {}
  void run();

private:
  Launch fixed(const Launch &L, const Inputs &Base) const;
  void tryHints(const std::vector<Hint> &Hints, unsigned MostRuns);
  bool isKnown(std::pair<AccessId, AccessId> Pair) const;
  bool simulateOnce(const Candidate &C);
  bool accept(const SimulationResult &S, const Candidate &C, const Inputs &In);
  bool coversMore();
  std::vector<NodeId> notReached() const;
  void collectConstants();
  std::vector<std::string> valuesOf(const MadeUp &M, const Candidate &Of) const;
  std::vector<std::string> scalarsOf(const Candidate &Of) const;
  std::vector<std::string> contentsOf(const MadeUp &M, const Candidate &Of) const;
  std::optional<Candidate> mutate();
  std::string repeat(const Candidate &C, const Inputs &In) const;
  bool isScatter(const Finding &F) const;
  bool left() const { return Runs < Opts.Search; }

  const CompiledKernel &Code;
  const frontend::KernelUnit &K;
  const Inputs &Base;
  const SimulationOptions &Opts;
  SimulationReport &R;
  Launch Fixed; ///< the launch with fixed values, for the solver
  const Launch &Facts;
  std::vector<uint8_t> Seen;
  std::mt19937_64 Random;
  std::vector<Candidate> Corpus; ///< inputs that reached something new; the first one is the base
  std::set<std::vector<std::string>> Tried;
  std::vector<int64_t> Constants;                  ///< in the kernel's conditions
  std::map<ArrayId, std::set<int64_t>> ComparedTo; ///< constants with which loads are compared
  size_t Swept = 0;                                ///< progress through the first round of changes
  unsigned Runs = 0, Reached = 0;
};

} // namespace

/// The launch with all values that are not free as additional facts.
Launch InputSearch::fixed(const Launch &L, const Inputs &Base) const {
  Launch Told = L;
  ExprContext &X = *K.Model.Ctx;
  auto IsFree = [&](MadeUp::Kind What, unsigned Dim, StringRef Name) {
    return llvm::any_of(Base.Free, [&](const MadeUp &M) {
      return M.What == What && M.Dim == Dim && M.Name == Name;
    });
  };
  auto Add = [&](Expr E, uint64_t Value) {
    Told.Facts.push_back({X.eq(E, X.constant(Value, E->width())), "", {}});
  };
  for (unsigned D = 0; D < 3; ++D) {
    if (!L.Block[D] && !IsFree(MadeUp::Kind::Block, D, ""))
      Told.Block[D] = X.constant(Base.Block[D], 32);
    if (!L.Grid[D] && !IsFree(MadeUp::Kind::Grid, D, ""))
      Told.Grid[D] = X.constant(Base.Grid[D], 32);
  }
  for (unsigned I = 0; I < K.Model.Params.size(); ++I)
    for (const ScalarValue &V : Base.Values)
      if (V.Parameter == I && !IsFree(MadeUp::Kind::Scalar, 0, V.Name))
        Add(X.apply(K.Model.Params[I].Symbol), V.Value);
  return Told;
}

static bool isSamePlace(const Finding &A, const Finding &B) {
  return A.Id == B.Id && A.Severity == B.Severity && placesOf(A) == placesOf(B);
}

static std::vector<std::string> keyOf(const Candidate &C) {
  std::vector<std::string> Key;
  for (const MadeUp &M : C.Values)
    Key.push_back(M.Value);
  return Key;
}

bool InputSearch::coversMore() {
  bool More = false;
  for (size_t I = 1; I < Seen.size(); ++I) {
    More |= Code.Covered[I] && !Seen[I];
    Seen[I] |= Code.Covered[I];
  }
  return More;
}

/// The command line options that reproduce these inputs.
std::string InputSearch::repeat(const Candidate &C, const Inputs &In) const {
  auto Dimensions = [](const std::array<uint32_t, 3> &D) {
    return std::to_string(D[0]) + "," + std::to_string(D[1]) + "," + std::to_string(D[2]);
  };
  StringRef Name(K.Model.Name);
  std::string Text =
      "--kernel " + Name.take_until([](char C) { return C == '<' || C == '('; }).str();
  Text += " --grid " + Dimensions(In.Grid) + " --block " + Dimensions(In.Block);
  if (Opts.Given.Cluster)
    Text += " --cluster " + Dimensions(*Opts.Given.Cluster);
  if (Code.UsesDynamicShared)
    Text += " --shared " + std::to_string(In.DynamicShared);
  for (const MadeUp &M : C.Values)
    if (M.What == MadeUp::Kind::Contents)
      Text += " --arg '" + M.Name + "=" + M.Value + "'";
    else if (M.What == MadeUp::Kind::Scalar)
      Text += " --arg " + M.Name + "=" + M.Value;
  for (const ArgumentOption &A : Opts.Given.Arguments)
    Text += " --arg '" + A.Name + "=" + A.Value + "'";
  if (Opts.Seed)
    Text += " --seed " + std::to_string(Opts.Seed);
  return Text;
}

/// Returns true for two writes through indices that were made to repeat, although real indices
/// mostly do not.
bool InputSearch::isScatter(const Finding &F) const {
  return isRace(F.check()) &&
         llvm::none_of(F.RelatedPlaces, [](const Related &R) { return R.What == Role::Read; });
}

bool InputSearch::accept(const SimulationResult &S, const Candidate &C, const Inputs &In) {
  bool Indices = llvm::any_of(llvm::zip(C.Values, Base.Free), [](const auto &Pair) {
    const auto &[Now, Then] = Pair;
    return Now.IsIndex && Now.Value != Then.Value;
  });
  bool Contents = llvm::any_of(llvm::zip(C.Values, Base.Free), [](const auto &Pair) {
    const auto &[Now, Then] = Pair;
    return Now.What == MadeUp::Kind::Contents && Now.Value != Then.Value;
  });
  bool New = false;
  for (Finding &F : toFindings(S.Events, Code, K, witnessOf(In))) {
    if (F.check() == Check::NoProgress || F.check() == Check::NotSupported ||
        llvm::any_of(R.Findings, [&](const Finding &Old) { return isSamePlace(F, Old); }))
      continue;
    F.How = std::max(F.How, C.How);
    if (Contents)
      F.How = std::max(F.How, Confidence::Likely);
    if (Indices && isScatter(F))
      F.How = Confidence::Possible;
    F.Repeat = repeat(C, In);
    R.Findings.push_back(std::move(F));
    New = true;
  }
  return New;
}

/// Returns false if the facts of the launch, or its size, forbid this input.
bool InputSearch::simulateOnce(const Candidate &C) {
  if (!Tried.insert(keyOf(C)).second)
    return false;
  InputOptions Given = Opts.Given;
  Given.Suggested = C.Values;
  Given.GuessedExtent = SearchExtent;
  Given.GuessedElements = SearchElements;
  llvm::Expected<Inputs> In = planInputs(K.Model, *K.Solving, Facts, Code, Given);
  if (!In) {
    llvm::consumeError(In.takeError());
    return false;
  }
  Configuration Run;
  Run.Grid = In->Grid;
  Run.Block = In->Block;
  Run.Cluster = In->Cluster;
  Run.DynamicShared = In->DynamicShared;
  Run.MaxAccesses = std::min(Opts.MaxAccesses, MaxSearchAccesses);
  Run.Plan = scheduleOf(Runs++ % std::max(1u, Opts.Schedules), Opts.Seed);
  if (Code.UsesGridBarrier)
    Run.MaxResident = UINT64_MAX;
  std::fill(Code.Covered.begin(), Code.Covered.end(), 0);
  LoadedInputs Loaded(*In, Code, Run);
  Machine M(Code, Loaded.memory(), Run);
  SimulationResult S = M.run(Loaded.arguments());
  bool More = coversMore();
  if (accept(S, C, *In) || More) {
    Corpus.push_back(C);
    Reached += More;
  }
  return true;
}

void InputSearch::tryHints(const std::vector<Hint> &Hints, unsigned MostRuns) {
  unsigned End = std::min(Opts.Search, Runs + MostRuns);
  for (const Hint &H : Hints)
    if (Runs < End && !(H.Race && isKnown(*H.Race)))
      simulateOnce({H.Values, H.How});
}

/// Returns true if a race of these accesses is already known.
bool InputSearch::isKnown(std::pair<AccessId, AccessId> Pair) const {
  std::set<SourceLoc> Places;
  for (AccessId A : {Pair.first, Pair.second})
    Places.insert(K.Model.access(A).Loc);
  return llvm::any_of(R.Findings, [&](const Finding &F) {
    return isRace(F.check()) && F.Severity != Level::Note && placesOf(F) == Places;
  });
}

/// The nodes that no thread has reached so far.
std::vector<NodeId> InputSearch::notReached() const {
  std::map<SourceLoc, bool> Places;
  for (const Site &S : Code.Sites)
    if (S.Block)
      Places[S.Loc] |= Seen[S.Block];
  std::set<NodeId> Nodes;
  auto Add = [&](const llvm::Instruction *I, NodeId Node) {
    if (!I || Node == NoId)
      return;
    auto At = Places.find(sourceOf(*I));
    if (At != Places.end() && !At->second)
      Nodes.insert(Node);
  };
  for (size_t I = 0; I < K.AccessInst.size(); ++I)
    Add(K.AccessInst[I], K.Model.Accesses[I].Node);
  for (size_t I = 0; I < K.BarrierInst.size(); ++I)
    Add(K.BarrierInst[I], K.Model.Barriers[I].Node);
  return {Nodes.begin(), Nodes.end()};
}

/// Collects numbers with which branches compare, and the arrays with whose contents they compare
/// them.
void InputSearch::collectConstants() {
  const ExprContext &X = *K.Model.Ctx;
  std::set<int64_t> All;
  auto Visit = [&](Expr Condition) {
    std::set<int64_t> Here;
    std::set<ArrayId> Loaded;
    ExprContext::visit(Condition, [&](Expr E) {
      if (E->isConst() && E->width() > 1) {
        int64_t V = llvm::SignExtend64(E->value(), E->width());
        if (std::abs(V) <= LargestConstant)
          Here.insert(V);
      } else if (E->op() == Op::Apply && X.symbol(E->symbol()).Kind == SymbolKind::Load) {
        Loaded.insert(X.symbol(E->symbol()).Index);
      }
    });
    All.insert(Here.begin(), Here.end());
    for (ArrayId A : Loaded)
      ComparedTo[A].insert(Here.begin(), Here.end());
  };
  for (const Node &N : K.Model.Nodes)
    for (const Edge &E : N.Succs)
      if (E.Cond)
        Visit(E.Cond);
  Constants.assign(All.begin(), All.end());
}

/// Sizes around those of the launch, and around numbers with which the kernel compares.
std::vector<std::string> InputSearch::scalarsOf(const Candidate &Of) const {
  int64_t Block = Base.Block[0], Threads = int64_t(Base.Block[0]) * Base.Grid[0];
  for (const MadeUp &M : Of.Values) {
    int64_t Value = 0;
    if (M.Dim == 0 && !StringRef(M.Value).getAsInteger(10, Value)) {
      if (M.What == MadeUp::Kind::Block)
        Block = Value;
      if (M.What == MadeUp::Kind::Grid)
        Threads = Block * Value;
    }
  }
  std::vector<int64_t> All{Threads - 1, Threads + 1, 1, Block / 2 + 1, 3 * Threads + 1};
  for (int64_t C : Constants)
    llvm::append_range(All, std::array<int64_t, 3>{C, C + 1, C - 1});
  llvm::append_range(All, std::array<int64_t, 7>{2, 3, 33, 100, 1000, 1024, 4097});
  std::vector<std::string> Texts;
  for (int64_t V : All)
    if (V > 0) // sizes and the like
      Texts.push_back(std::to_string(V));
  return Texts;
}

std::vector<std::string> InputSearch::contentsOf(const MadeUp &M, const Candidate &Of) const {
  std::vector<std::string> Texts;
  if (auto At = ComparedTo.find(M.Array);
      At != ComparedTo.end() && M.Type == ElementType::Integer) {
    std::string Text = "among(auto";
    for (int64_t C : At->second)
      Text += "," + std::to_string(C - 1) + "," + std::to_string(C) + "," + std::to_string(C + 1);
    if (!M.IsIndex && !At->second.empty())
      Texts.push_back(Text + ")");
  }
  if (M.IsIndex) {
    int64_t Half = std::max<int64_t>(2, int64_t(Base.Block[0]) * Base.Grid[0] / 2);
    llvm::append_range(Texts,
                       std::array<std::string, 4>{"range(auto,0," + std::to_string(Half) + ")",
                                                  "range(auto,0,4)", "zero(auto)", "iota(auto)"});
    return Texts;
  }
  llvm::append_range(Texts,
                     std::array<std::string, 5>{"range(auto,-8,8)", "zero(auto)", "iota(auto)",
                                                "range(auto,-1000,1000)", "range(auto,0,2)"});
  return Texts;
}

/// Values to try for one made-up item, the most promising first.
std::vector<std::string> InputSearch::valuesOf(const MadeUp &M, const Candidate &Of) const {
  switch (M.What) {
  case MadeUp::Kind::Block:
    return M.Dim ? std::vector<std::string>{"8", "4", "16", "2", "32"}
                 : std::vector<std::string>{"128", "32", "256", "16", "512", "1024"};
  case MadeUp::Kind::Grid:
    return {"3", "1", "4", "7"};
  case MadeUp::Kind::Scalar:
    return M.Type == ElementType::Integer ? scalarsOf(Of)
                                          : std::vector<std::string>{"0", "-1", "0.5", "1000", "2"};
  case MadeUp::Kind::Contents:
    return contentsOf(M, Of);
  }
  llvm_unreachable("nothing else is made up");
}

/// First changes each value of the base by itself, then values of inputs that reached new code.
/// Nullopt: there is nothing more to change.
std::optional<Candidate> InputSearch::mutate() {
  constexpr size_t MostRanks = 6, MostTries = 64;
  size_t Free = Base.Free.size();
  for (; Swept < MostRanks * Free; ++Swept) {
    Candidate C = Corpus.front();
    MadeUp &M = C.Values[Swept % Free];
    std::vector<std::string> Values = valuesOf(M, C);
    if (Swept / Free >= Values.size())
      continue;
    M.Value = Values[Swept / Free];
    ++Swept;
    return C;
  }
  for (size_t Try = 0; Try < MostTries; ++Try) {
    Candidate C = Corpus[Random() % Corpus.size()];
    for (unsigned Changes = 1 + Random() % 2; Changes; --Changes) {
      MadeUp &M = C.Values[Random() % Free];
      std::vector<std::string> Values = valuesOf(M, C);
      M.Value = Values[Random() % Values.size()];
    }
    if (!Tried.count(keyOf(C)))
      return C;
  }
  return std::nullopt;
}

void InputSearch::run() {
  Corpus.push_back({Base.Free});
  Tried.insert(keyOf(Corpus.front()));
  size_t Before = R.Findings.size();
  // A third each for collisions, for code that was not reached, and for changes.
  unsigned Share = std::max(1u, Opts.Search / 3);
  tryHints(collisionHints(K.Model, *K.Solving, Fixed, Base), Share);
  std::vector<NodeId> Nodes = notReached();
  if (Nodes.size() > 2 * Share)
    Nodes.resize(2 * Share);
  tryHints(reachingHints(K.Model, *K.Solving, Fixed, Base, Nodes), Share);
  collectConstants();
  constexpr unsigned MostRefused = 200; // refused by the facts of the launch
  for (unsigned Refused = 0; left() && Refused < MostRefused;) {
    std::optional<Candidate> C = mutate();
    if (!C)
      break;
    Refused += !simulateOnce(*C);
  }
  R.Notes.push_back(std::to_string(Runs) + " further inputs searched: " + std::to_string(Reached) +
                    " reached new code, " + std::to_string(R.Findings.size() - Before) +
                    " new findings");
}

void searchInputs(const CompiledKernel &Code, const frontend::KernelUnit &K, const Launch &L,
                  const Inputs &Base, const SimulationOptions &Opts, SimulationReport &R) {
  if (!Base.Free.empty() && Opts.Search)
    InputSearch(Code, K, L, Base, Opts, R).run();
}

} // namespace cudafix::simulate
