// SPDX-License-Identifier: Apache-2.0
#include "cost/LaneCosts.h"
#include "analysis/footprint/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace cudafix;
using namespace cudafix::cost;
using analysis::LaneForms;
using analysis::LaneValues;
using analysis::PartId;
using analysis::WarpSize;

LaneCosts::LaneCosts(const Layout &L, const Launch &Of, const analysis::FlowInfo &Flow)
    : L(L), Of(Of), K(L.K), C(*L.K.Ctx), Flow(Flow), T(*L.K.Ctx) {
  for (const Loop &In : K.Loops)
    if (In.Kind == LoopKind::Geometric) {
      Symbol S = C.symbol(In.Counter);
      S.Kind = SymbolKind::Fresh;
      S.Level = Uniformity::Warp;
      AnyTurn[In.Counter] = C.apply(C.addSymbol(S));
    }
  Maybe = findReached(false);
  Sure = findReached(true);
}

/// As FlowInfo::reached, but lanes that return early count as reaching the end. `Stay`: the
/// conditions for lanes that stay in every loop.
std::vector<Expr> LaneCosts::findReached(bool Stay) const {
  std::vector<Expr> R(K.Nodes.size(), C.boolean(false));
  if (!K.Nodes.empty())
    R[0] = C.boolean(true);
  for (NodeId N : Flow.order()) {
    if (NodeId Branch = Flow.joined(N).Branch; Branch != NoId)
      R[N] = R[Branch];
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.Back)
        continue;
      LoopId In = K.Nodes[N].Loop, Left = NoId;
      for (LoopId I = In; I != NoId && !Flow.contains(I, E.To); I = K.Loops[I].Parent)
        Left = I;
      bool Exits = llvm::any_of(K.Nodes[N].Succs, [&](const Edge &Other) {
        return In != NoId && !Flow.contains(In, Other.To);
      });
      Expr Cond = Left != NoId                 ? R[K.Loops[Left].Header]
                  : (Stay && Exits) || !E.Cond ? R[N]
                                               : C.land(R[N], E.Cond);
      R[E.To] = C.lor(R[E.To], Cond);
    }
  }
  return R;
}

LaneValues &LaneCosts::any() {
  if (!Any)
    Any = std::make_unique<LaneValues>(K, L.Known, L.Any, 0, T, /*Steady=*/false);
  return *Any;
}

LaneValues &LaneCosts::warp(unsigned W) {
  if (Each.size() <= W)
    Each.resize(W + 1);
  if (!Each[W])
    Each[W] = std::make_unique<LaneValues>(K, L.Known, *L.Exact, W, T, /*Steady=*/false);
  return *Each[W];
}

/// The term in the chosen iterations; counters of other shifting loops may have any value.
Expr LaneCosts::at(Expr E, const Iterations &At) const {
  if (At.empty() && AnyTurn.empty())
    return E;
  return C.replace(E, [&](Expr A) {
    if (auto It = At.find(A->symbol()); It != At.end())
      return C.constant(It->second, A->width());
    auto It = AnyTurn.find(A->symbol());
    return It == AnyTurn.end() ? Expr() : It->second;
  });
}

LaneCosts::Range LaneCosts::overCases(LaneValues &V, Guards Guard, Expr Where, int64_t Worst,
                                      Measure Of) {
  Range R{0, INT64_MAX};
  unsigned Before = V.work();
  if (Work > MostWork)
    return {Worst, 0};
  V.restart();
  do {
    Lanes Now;
    Now.Values = &V;
    Now.OfAny = &V == Any.get();
    Now.May = V.mayHold(Guard.May);
    Now.Must = V.holds(Guard.Must);
    if (Now.May && Where)
      Now.Where = V.of(Where);
    Range One = Now.May ? Of(Now) : Range(0, 0);
    R.first = std::max(R.first, One.first);
    R.second = std::min(R.second, One.second);
  } while (V.work() - Before < MaxWork / 4 && V.nextCase());
  bool Whole = V.work() - Before < MaxWork / 4;
  Work += V.work() - Before + 1;
  // An assumption that usually holds does not give a bound.
  if (V.assumed() || V.truncated() || !Whole)
    return {Worst, 0};
  return R;
}

LaneCosts::Guards LaneCosts::guardsOf(NodeId N, Expr Further, const Iterations &At) const {
  Guards G{Maybe[N], Sure[N]};
  for (Expr *E : {&G.May, &G.Must})
    *E = at(Further ? C.land(*E, Further) : *E, At);
  return G;
}

LaneCost LaneCosts::measure(Guards Guard, Expr Where, int64_t Worst, Measure Of,
                            const Iterations &At, bool *Data) {
  Where = Where ? at(Where, At) : Where;
  LaneCost R;
  Range All = overCases(any(), forAny(Guard), Where ? L.forAny(Where) : Expr(), Worst, Of);
  R.Most = {All.first};
  R.Least = {L.WholeRows ? All.second : 0};
  bool Moves = L.dependsOnThread(Guard.May) || (Where && L.dependsOnThread(Where));
  unsigned Warps = L.Exact ? L.Exact->warps() : 0;
  if (All.first == R.Least[0] || !Moves || !Warps || Warps > WarpSize || Work > MaxWork ||
      (Data && *Data))
    return R;
  R.Most.clear();
  R.Least.clear();
  for (unsigned W = 0; W < Warps; ++W) {
    Range One = overCases(warp(W), Guard, Where, Worst, Of);
    R.Most.push_back(One.first);
    R.Least.push_back(One.second);
  }
  for (ByWarp *B : {&R.Most, &R.Least})
    if (llvm::all_equal(*B))
      B->resize(1);
  return R;
}

/// Host code allocates at multiples of 256 bytes. For a pointer into the middle of an allocation,
/// and for variables of the module, only the element's own alignment is known.
bool LaneCosts::beginsAligned(const Access &A) const {
  for (ArrayId Id : {A.Array, A.Part}) {
    if (Id == NoId)
      continue;
    const Array &Arr = K.array(Id);
    if (!Arr.Unknown.empty() || Arr.Where != Space::Global ||
        (Arr.Parameter == NoId && !Arr.Indirect))
      return false;
    for (const Origin &O : Of.Origins)
      if (O.Array == Id && (!O.Offset || !O.Offset->isConst() || O.Offset->value() % 32))
        return false;
  }
  return true;
}

namespace {
/// Lanes at known distances from one another.
struct Group {
  PartId Part;
  std::vector<int64_t> At;
};
} // namespace

static std::vector<Group> groupsOf(const LaneForms &Where, uint32_t Active, unsigned First = 0,
                                   unsigned End = WarpSize) {
  std::vector<Group> All;
  for (unsigned Lane = First; Lane < End; ++Lane) {
    if (!(Active >> Lane & 1))
      continue;
    auto Has = [&](const Group &G) { return G.Part == Where[Lane].Part; };
    auto It = llvm::find_if(All, Has);
    if (It == All.end())
      It = All.insert(It, {Where[Lane].Part, {}});
    It->At.push_back(Where[Lane].K);
  }
  return All;
}

static int64_t naturalOf(unsigned Piece) { return std::min<int64_t>(Piece, 16); }

static int64_t floorDiv(int64_t A, int64_t B) { return A / B - (A % B < 0); }

static int64_t modulo(int64_t A, int64_t B) { return A - floorDiv(A, B) * B; }

/// The number of sectors that pieces at these offsets touch when they are moved by `Shift`.
static int64_t touched(llvm::ArrayRef<int64_t> At, int64_t Shift, int64_t Piece) {
  llvm::SmallVector<int64_t, 64> Sectors;
  for (int64_t Offset : At)
    for (int64_t S = floorDiv(Offset + Shift, analysis::SectorBytes);
         S <= floorDiv(Offset + Shift + Piece - 1, analysis::SectorBytes); ++S)
      Sectors.push_back(S);
  llvm::sort(Sectors);
  return std::unique(Sectors.begin(), Sectors.end()) - Sectors.begin();
}

LaneCosts::Range LaneCosts::sectorsOf(const Lanes &Of, unsigned Piece, int64_t Size, bool Aligned) {
  auto Count = [&](uint32_t Active, bool Most) {
    int64_t Sum = 0, Largest = 0;
    for (const Group &G : groupsOf(Of.Where, Active)) {
      int64_t Step = Aligned ? T.content(G.Part, analysis::SectorBytes) : 1;
      // At least the first piece is accessed by itself.
      for (int64_t First = 0; First < (Most ? Size : 1); First += Piece) {
        std::optional<int64_t> Best;
        for (bool Natural : {true, false}) {
          for (int64_t Shift = 0; Shift < analysis::SectorBytes; Shift += Step) {
            if (Natural && modulo(G.At[0] + Shift + First, naturalOf(Piece)))
              continue;
            int64_t N = touched(G.At, Shift + First, Piece);
            Best = !Best ? N : Most ? std::max(*Best, N) : std::min(*Best, N);
          }
          if (Best)
            break;
        }
        Sum += *Best;
        Largest = std::max(Largest, *Best);
      }
    }
    return Most ? Sum : Largest;
  };
  return {Count(Of.May, true), Count(Of.Must, false)};
}

LaneCosts::Range LaneCosts::conflictsOf(const Lanes &Of, unsigned Piece, int64_t Size) {
  auto Count = [&](uint32_t Active, bool Most) {
    unsigned Served = Piece <= 4 ? 32 : Piece <= 8 ? 16 : 8;
    int64_t Sum = 0;
    for (int64_t First = 0; First < (Most ? Size : int64_t(Piece == Size)); First += Piece)
      for (unsigned Lane = 0; Lane < WarpSize; Lane += Served) {
        std::vector<Group> Groups = groupsOf(Of.Where, Active, Lane, Lane + Served);
        int64_t Passes = 0, Members = 0;
        for (const Group &G : Groups) {
          Members += G.At.size();
          int64_t Best = Most ? 0 : INT64_MAX;
          for (int64_t Shift = 0; Shift < (Piece < 4 ? 4 : 1); Shift += Piece) {
            std::map<int64_t, std::set<int64_t>> Words; // by bank
            for (int64_t At : G.At)
              for (int64_t W = floorDiv(At + First + Shift, analysis::BankBytes);
                   W <= floorDiv(At + First + Shift + Piece - 1, analysis::BankBytes); ++W)
                Words[modulo(W, analysis::Banks)].insert(W);
            int64_t Ways = 0;
            for (const auto &[Bank, W] : Words)
              Ways = std::max<int64_t>(Ways, W.size());
            Best = Most ? std::max(Best, Ways) : std::min(Best, Ways);
          }
          Passes += Best;
        }
        if (!Most && Groups.size() > 1)
          Passes = 1;
        Passes = std::min(Passes, Members);
        Sum += std::max<int64_t>(0, Passes - 1);
      }
    return Sum;
  };
  return {Count(Of.May, true), Count(Of.Must, false)};
}

static int64_t piecesOf(int64_t Size, unsigned Piece) { return (Size + Piece - 1) / Piece; }

LaneCost LaneCosts::costOf(const Access &A, int64_t Worst, Measure One, const Iterations &At) {
  bool Data = false;
  LaneCost R = measure(
      guardsOf(A.Node, A.Guard, At), A.Offset, Worst,
      [&](const Lanes &Of) {
        for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
          Data |= (Of.May >> Lane & 1) && Of.Where[Lane].Part != Of.Where[0].Part &&
                  T.kind(Of.Where[Lane].Part) == analysis::AtomKind::Data;
        Range Cost = One(Of);
        return Range(std::min(Cost.first, Worst), Cost.second);
      },
      At, &Data);
  R.Data = Data;
  return R;
}

LaneCost LaneCosts::sectors(const Access &A, int64_t Size, unsigned Piece, const Iterations &At) {
  int64_t Each = 1 + (Piece > 16 ? (Piece + 30) / 32 : 0);
  int64_t Worst = WarpSize * Each * piecesOf(Size, Piece);
  bool Aligned = beginsAligned(A);
  return costOf(A, Worst, [&](const Lanes &Of) { return sectorsOf(Of, Piece, Size, Aligned); }, At);
}

LaneCost LaneCosts::conflicts(const Access &A, int64_t Size, unsigned Piece, const Iterations &At) {
  int64_t Groups = Piece <= 4 ? 1 : Piece <= 8 ? 2 : 4;
  int64_t Worst = Groups * (WarpSize / Groups - 1) * piecesOf(Size, Piece);
  return costOf(A, Worst, [&](const Lanes &Of) { return conflictsOf(Of, Piece, Size); }, At);
}

LaneCosts::Range LaneCosts::splitsOf(const Node &N, const Lanes &In, const Iterations &At) {
  bool Maybe = false, Surely = false;
  for (const Edge &E : N.Succs) {
    Expr Cond = at(E.Cond, At);
    const LaneForms &F = In.Values->of(In.OfAny ? L.forAny(Cond) : Cond);
    std::optional<analysis::LaneForm> First;
    uint32_t Yes = 0, No = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      if (!(In.May >> Lane & 1))
        continue;
      Maybe |= First && *First != F[Lane];
      First = F[Lane];
      if (F[Lane].isConst())
        (F[Lane].K ? Yes : No) |= 1u << Lane;
    }
    Surely |= (In.Must & Yes) && (In.Must & No);
  }
  return {Maybe, Surely};
}

LaneCost LaneCosts::splits(const Node &N, const Iterations &At) {
  LaneCost R;
  if (N.Succs.size() < 2 || llvm::none_of(N.Succs, [](const Edge &E) { return E.Divergent; }))
    return R;
  R.Most = {1};
  for (const Edge &E : N.Succs)
    if (!E.Cond)
      return R;
  return measure(
      guardsOf(N.Id, Expr(), At), N.Succs[0].Cond, 1,
      [&](const Lanes &In) { return splitsOf(N, In, At); }, At);
}

LaneCost LaneCosts::reaches(NodeId N, const Iterations &At) {
  return measure(
      guardsOf(N, Expr(), At), Expr(), 1,
      [&](const Lanes &Of) { return Range(Of.May != 0, Of.Must != 0); }, At);
}

bool LaneCosts::isUniform(Expr E, const Iterations &At) {
  LaneValues &V = any();
  V.restart();
  bool Same = true;
  Expr Renamed = L.forAny(at(E, At));
  do
    Same &= llvm::all_equal(V.of(Renamed));
  while (Same && V.nextCase());
  return Same && !V.assumed() && !V.truncated();
}
