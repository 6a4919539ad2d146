// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/TwoThreads.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// A block of more threads does not exist.
static constexpr uint64_t MostThreads = 1024;

TwoThreads::TwoThreads(const Kernel &K, const Launch &L, Scope Where)
    : K(K), L(L), Where(Where), C(*K.Ctx) {
  Expr One = C.constant(1, 32);
  for (unsigned D = 0; D < 3; ++D) {
    const bool Used = L.mayBeWide(K.UsesDim, D);
    BlockDim[D] = L.Block[D] ? L.Block[D] : Used ? C.blockDim(D) : One;
    GridDim[D] = L.Grid[D] ? L.Grid[D] : L.mayBeWide(K.UsesGridDim, D) ? C.gridDim(D) : One;
    for (unsigned T = 0; T < 2; ++T) {
      Tid[T][D] = BlockDim[D] == One ? C.constant(0, 32) : prime(C.threadIdx(D), T);
      Bid[T][D] = GridDim[D] == One ? C.constant(0, 32) : prime(C.blockIdx(D), T);
    }
  }
  addIndexBounds();
  addLaunchFacts();
  OfLaunch = Constraints.size();
  for (Expr Size : L.Tried)
    Constraints.push_back(of(Size, 0));
  addDifference();
}

void TwoThreads::addIndexBounds() {
  Expr Threads = C.constant(1, 32);
  for (unsigned D = 0; D < 3; ++D) {
    for (unsigned T = 0; T < (Where == Scope::OtherBlock ? 2 : 1); ++T)
      Constraints.push_back(C.ult(Bid[T][D], GridDim[D]));
    for (unsigned T = 0; T < 2; ++T)
      Constraints.push_back(C.ult(Tid[T][D], BlockDim[D]));
    Threads = C.mul(Threads, BlockDim[D], NSW | NUW);
    if (BlockDim[D]->isConst() && BlockDim[D]->value() == 1 && GridDim[D]->isConst() &&
        GridDim[D]->value() == 1)
      continue;
    Along[D] = C.mul(C.zext(GridDim[D], 64), C.zext(BlockDim[D], 64), NSW | NUW);
    if (!L.WideGrid)
      Constraints.push_back(C.ult(Along[D], C.constant(uint64_t(1) << 31, 64)));
  }
  if (!Threads->isConst()) // dimensions given by the user or by host code stay unchanged
    Constraints.push_back(C.ule(Threads, C.constant(K.MaxThreads, 32)));
}

void TwoThreads::addLaunchFacts() {
  for (const Fact &F : L.Facts)
    for (unsigned T = 0; T < 2; ++T)
      Constraints.push_back(of(F.Cond, T));
  for (const Assumption &A : K.Assumptions)
    if (A.Node == NoId)
      for (unsigned T = 0; T < 2; ++T)
        Constraints.push_back(of(A.Cond, T));
}

Expr TwoThreads::linear(unsigned T) {
  Expr YZ = C.add(Tid[T][1], C.mul(Tid[T][2], BlockDim[1], NSW | NUW), NSW | NUW);
  return C.add(Tid[T][0], C.mul(YZ, BlockDim[0], NSW | NUW), NSW | NUW);
}

void TwoThreads::addDifference() {
  llvm::SmallVector<Expr, 3> Same;
  for (unsigned D = 0; D < 3; ++D)
    Same.push_back(Where == Scope::OtherBlock ? C.eq(Bid[0][D], Bid[1][D])
                                              : C.eq(Tid[0][D], Tid[1][D]));
  Constraints.push_back(C.lnot(C.land(Same)));
  if (Where != Scope::OtherWarp && Where != Scope::SameWarp)
    return;
  Expr Lanes = C.constant(WarpSize, 32);
  Expr SameWarp = C.eq(C.binary(Op::UDiv, linear(0), Lanes), C.binary(Op::UDiv, linear(1), Lanes));
  Constraints.push_back(Where == Scope::SameWarp ? SameWarp : C.lnot(SameWarp));
}

/// Returns true if the block is known to have no more threads than a warp.
static bool isOneWarp(const Launch &L) {
  uint64_t Threads = 1;
  for (Expr D : L.Block)
    Threads = D && D->isConst() ? std::min<uint64_t>(Threads * D->value(), 1024) : 1024;
  return Threads <= 32;
}

bool TwoThreads::isShared(SymbolId Id) const {
  const Symbol &S = C.symbol(Id);
  Uniformity Level = K.Symbols.level(C, Id);
  switch (S.Kind) {
  case SymbolKind::Counter:
  case SymbolKind::ThreadIdx:
    return false;
  case SymbolKind::Exit:
    Level = K.Loops[S.Index].UniformTrip ? Uniformity::Block : Uniformity::Thread;
    break;
  case SymbolKind::Load:
    if (K.Symbols.isReadOnly(C, Id))
      return true;
    break;
  default:
    break;
  }
  switch (Where) {
  case Scope::OtherBlock:
    return Level == Uniformity::Launch;
  case Scope::SameWarp:
    return Level != Uniformity::Thread;
  case Scope::SameBlock:
    return Level <= (isOneWarp(L) ? Uniformity::Warp : Uniformity::Block);
  case Scope::OtherWarp:
    return Level <= Uniformity::Block;
  }
  return false;
}

SymbolId TwoThreads::original(SymbolId S) const {
  auto It = Original.find(S);
  return It == Original.end() ? S : It->second;
}

/// The value that threads in the same place of their blocks agree on, as a function of the place.
Expr TwoThreads::ofPlace(Expr A, unsigned T) {
  auto [It, New] = OfPlace.try_emplace(A->symbol(), NoId);
  if (New) {
    It->second = C.addSymbol(C.symbol(A->symbol()));
    Original[It->second] = A->symbol();
  }
  llvm::SmallVector<Expr, 8> Args(A->args());
  Args.append(std::begin(Tid[T]), std::end(Tid[T]));
  return C.apply(It->second, Args);
}

Expr TwoThreads::prime(Expr A, unsigned T) {
  SymbolId Id = A->symbol();
  if (isShared(Id))
    return A;
  if (Where == Scope::OtherBlock && C.symbol(Id).OfPlace)
    return ofPlace(A, T);
  auto [It, New] = PrimedSymbol[T].try_emplace(Id, NoId);
  if (New) {
    Symbol S = C.symbol(Id);
    const Uniformity Level = K.Symbols.level(C, Id);
    const bool Changed = Level != S.Level; // changed by the launch
    S.Level = Level;
    S.Name += T ? "'" : "";
    bool Sized = S.Kind == SymbolKind::ThreadIdx && BlockDim[S.Index]->isConst();
    if (Sized)
      S.Hi = BlockDim[S.Index]->value() - 1;
    It->second = T || Sized || Changed ? C.addSymbol(std::move(S)) : Id;
    Original[It->second] = Id;
  }
  return C.apply(It->second, A->args());
}

namespace {
/// What a term that may number threads consists of. Bits of dimensions: 0 to 2 for the grid, 3 to 5
/// for the block.
struct NumberParts {
  bool Fits = true;       ///< only sums and products of indices and sizes
  unsigned Dims = 0;      ///< of all indices and sizes
  unsigned Indices = 0;   ///< of the indices
  uint64_t Constant = 1;  ///< the factor of indices
  unsigned Constants = 0; ///< number of constants that are multiplied
  bool Sums = false, Products = false;
};
} // namespace

static NumberParts partsOfNumber(const ExprContext &C, Expr E) {
  NumberParts P;
  if (E->op() == Op::Const) {
    P.Fits = E->value() > 0 && E->value() <= MostThreads;
    P.Constant = E->value();
    P.Constants = 1;
  } else if (E->op() == Op::Apply) {
    const Symbol &S = C.symbol(E->symbol());
    const bool OfGrid = S.Kind == SymbolKind::BlockIdx || S.Kind == SymbolKind::GridDim;
    const bool IsIndex = S.Kind == SymbolKind::BlockIdx || S.Kind == SymbolKind::ThreadIdx;
    P.Fits = IsIndex || OfGrid || S.Kind == SymbolKind::BlockDim;
    P.Dims = P.Fits ? 1u << (S.Index + (OfGrid ? 0 : 3)) : 0;
    P.Indices = IsIndex ? P.Dims : 0;
  } else if (E->op() == Op::Add || E->op() == Op::Mul) {
    const NumberParts A = partsOfNumber(C, E->arg(0)), B = partsOfNumber(C, E->arg(1));
    const bool IsSum = E->op() == Op::Add;
    // Each index occurs once, scaled by sizes of other dimensions that each occur once.
    P.Fits = A.Fits && B.Fits;
    P.Fits &= IsSum ? A.Indices && B.Indices && !(A.Indices & B.Indices) : !(A.Dims & B.Dims);
    P.Fits &= IsSum || !((A.Sums || A.Indices) && (B.Sums || B.Indices));
    P.Dims = A.Dims | B.Dims;
    P.Indices = A.Indices | B.Indices;
    P.Constant = IsSum ? std::max(A.Constant, B.Constant) : A.Constant * B.Constant;
    P.Constants = IsSum ? std::max(A.Constants, B.Constants) : A.Constants + B.Constants;
    P.Fits &= P.Constants <= 1;
    P.Sums = A.Sums || B.Sums || IsSum;
    P.Products = A.Products || B.Products || !IsSum;
  } else {
    P.Fits = false;
  }
  return P;
}

/// The parts of a number over several dimensions of the grid; nullopt: the term is not one.
static std::optional<NumberParts> gridNumber(const ExprContext &C, Expr E) {
  if (E->width() != 32 || (E->op() != Op::Add && E->op() != Op::Mul))
    return std::nullopt;
  const NumberParts P = partsOfNumber(C, E);
  const bool Is = P.Fits && P.Products && llvm::popcount(P.Dims & 7) > 1;
  return Is ? std::optional(P) : std::nullopt;
}

bool cudafix::analysis::isGridNumber(const ExprContext &C, Expr E) {
  return gridNumber(C, E).has_value();
}

/// Returns true for a number over the grid, unless the launch's own sizes make it reach 2^31.
bool TwoThreads::numbersGrid(Expr E) const {
  const std::optional<NumberParts> P = gridNumber(C, E);
  if (!P)
    return false;
  constexpr uint64_t End = uint64_t(1) << 31;
  auto Times = [&](uint64_t N, Expr Size) {
    return Size->isConst() ? std::min(N * std::clamp<uint64_t>(Size->value(), 1, End), End) : N;
  };
  uint64_t Blocks = 1, Threads = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Blocks = Times(Blocks, GridDim[D]);
    Threads = Times(Threads, BlockDim[D]);
  }
  return Blocks * std::max(Threads, P->Constant) < End;
}

/// Substitutes the launch's dimensions. By the launch model, products and sums that form a global
/// index do not wrap; they are flagged so.
Expr TwoThreads::substitute(Expr E) {
  auto Kind = [&](Expr X) {
    return X->op() == Op::Apply ? C.symbol(X->symbol()).Kind : SymbolKind::Opaque;
  };
  auto Dim = [&](Expr X) { return C.symbol(X->symbol()).Index; };
  auto IsGlobalProduct = [&](Expr X) {
    if (X->op() != Op::Mul || X->width() != 32)
      return false;
    for (unsigned I : {0, 1}) {
      Expr A = X->arg(I), B = X->arg(1 - I);
      if (Kind(A) == SymbolKind::BlockDim &&
          (Kind(B) == SymbolKind::BlockIdx || Kind(B) == SymbolKind::GridDim) && Dim(A) == Dim(B))
        return true;
    }
    return false;
  };
  auto IsGlobalIndex = [&](Expr X) {
    if (X->op() != Op::Add || X->width() != 32)
      return false;
    for (unsigned I : {0, 1})
      if (IsGlobalProduct(X->arg(I)) && Kind(X->arg(1 - I)) == SymbolKind::ThreadIdx)
        return true;
    return false;
  };
  auto Known = [&](Expr N) { return Substituted.contains(N); };
  auto Visit = [&](Expr N) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : N->args())
      Args.push_back(Substituted.lookup(A));
    Expr New = N;
    if (N->op() == Op::Apply) {
      const Symbol &S = C.symbol(N->symbol());
      if (S.Kind == SymbolKind::BlockDim)
        New = BlockDim[S.Index];
      else if (S.Kind == SymbolKind::GridDim)
        New = GridDim[S.Index];
      else if (S.Kind == SymbolKind::ThreadIdx && Tid[0][S.Index]->isConst())
        New = Tid[0][S.Index];
      else if (S.Kind == SymbolKind::BlockIdx && Bid[0][S.Index]->isConst())
        New = Bid[0][S.Index];
      else if (!Args.empty())
        New = C.apply(N->symbol(), Args);
    } else if (!N->args().empty()) {
      const bool Global = !L.WideGrid && (IsGlobalProduct(N) || IsGlobalIndex(N) || numbersGrid(N));
      New = C.make(N->op(), Args, N->width(), Global ? uint8_t(NSW | NUW) : N->flags());
    }
    Substituted[N] = New;
  };
  ExprContext::visit(E, Visit, Known);
  return Substituted.lookup(E);
}

Expr TwoThreads::of(Expr E, unsigned T) {
  E = substitute(E);
  auto &Map = Primed[T];
  auto Known = [&](Expr N) { return Map.contains(N); };
  auto Visit = [&](Expr N) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : N->args())
      Args.push_back(Map.lookup(A));
    Expr New = N;
    if (N->op() == Op::Apply)
      New = prime(C.apply(N->symbol(), Args), T);
    else if (!Args.empty())
      New = C.make(N->op(), Args, N->width(), N->flags());
    Map[N] = New;
  };
  ExprContext::visit(E, Visit, Known);
  return Map.lookup(E);
}

TwoThreads::Iterations TwoThreads::iterations(NodeId Around,
                                              llvm::function_ref<Expr(Expr)> Term) const {
  Iterations Loops;
  for (LoopId L = K.Nodes[Around].Loop; L != NoId; L = K.Loops[L].Parent)
    Loops.insert(Loops.begin(), {L, Term(C.apply(K.Loops[L].Counter))});
  return Loops;
}

Witness TwoThreads::witness(const Satisfiable &R, const Iterations (&Loops)[2], bool Swap) const {
  auto Value = [&](Expr E) -> uint64_t {
    return C
        .evaluate(E,
                  [&](Expr A, llvm::ArrayRef<uint64_t> Args) -> std::optional<uint64_t> {
                    for (const ModelEntry &M : R.Model)
                      if (M.Symbol == A->symbol() && llvm::equal(M.Args, Args))
                        return M.Value;
                    const Symbol &S = C.symbol(A->symbol());
                    return S.Lo > 0 ? S.Lo : 0;
                  })
        .value_or(0);
  };
  Witness W;
  W.Threads.resize(2);
  for (unsigned D = 0; D < 3; ++D) {
    W.BlockDim[D] = Value(BlockDim[D]);
    for (unsigned T = 0; T < 2; ++T) {
      W.Threads[T].Thread[D] = Value(Tid[T][D]);
      W.Threads[T].Block[D] = Value(Bid[T][D]);
    }
    // A grid dimension that the witness leaves open is the smallest one that contains both blocks.
    uint64_t Least = std::max(W.Threads[0].Block[D], W.Threads[1].Block[D]) + 1;
    bool Open = GridDim[D]->op() == Op::Apply && !R.value(GridDim[D]->symbol());
    W.GridDim[D] = Open ? Least : Value(GridDim[D]);
  }
  for (const ModelEntry &M : R.Model) {
    const Symbol &S = C.symbol(M.Symbol);
    const Array *From = loadedFrom(K, S);
    const bool OfVariable = // a number in constant memory
        From && From->Where == Space::Constant && From->Bytes == S.Width / 8;
    if (!OfVariable && (S.Kind != SymbolKind::Parameter || !M.Args.empty()))
      continue;
    int64_t V = S.Signed ? llvm::APInt(S.Width, M.Value, false, true).getSExtValue()
                         : static_cast<int64_t>(M.Value);
    W.Values.push_back({OfVariable ? NoId : S.Index, S.Name, V});
  }
  llvm::sort(W.Values);
  auto InLoop = [&](unsigned T, LoopId L) -> std::optional<int64_t> {
    auto It = llvm::find_if(Loops[T], [&](auto &Entry) { return Entry.first == L; });
    return It == Loops[T].end() ? std::nullopt : std::optional<int64_t>(Value(It->second));
  };
  for (unsigned T = 0; T < 2; ++T)
    for (auto &[L, Counter] : Loops[T]) {
      std::string Name = "iteration of the loop at line " + std::to_string(K.Loops[L].Loc.Line);
      std::optional<int64_t> Own = InLoop(T, L), Other = InLoop(1 - T, L);
      if (Own == Other && T == 0)
        W.Iterations.push_back({Name, *Own});
      else if (Own != Other)
        W.Iterations.push_back({Name + (T == Swap ? ", first thread" : ", second thread"), *Own});
    }
  if (Swap)
    std::swap(W.Threads[0], W.Threads[1]);
  return W;
}
