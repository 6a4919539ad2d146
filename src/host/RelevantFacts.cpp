// SPDX-License-Identifier: Apache-2.0

#include "host/RelevantFacts.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;
using ::cudafix::Fact;

static constexpr size_t MaxFacts = 48;

static DenseSet<SymbolId> symbolsOf(Expr E) {
  DenseSet<SymbolId> S;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() == Op::Apply)
      S.insert(N->symbol());
  });
  return S;
}

/// Adds the 64-bit sums and products from which a size is computed.
static void collectSizes(Expr E, DenseSet<Expr> &Sizes) {
  if (E->width() != 64 || (E->op() != Op::Mul && E->op() != Op::Add) || !Sizes.insert(E).second)
    return;
  for (Expr A : E->args())
    collectSizes(A, Sizes);
}

/// Adds the 32-bit products of sizes from which a size is computed. Large factors belong to hashes.
static void collectProducts(Expr E, DenseSet<Expr> &Sizes) {
  auto IsLarge = [](Expr Factor) { return Factor->isConst() && Factor->value() > UINT16_MAX; };
  if (E->width() != 32 || E->op() != Op::Mul || any_of(E->args(), IsLarge))
    return;
  Sizes.insert(E);
  for (Expr A : E->args())
    collectProducts(A, Sizes);
}

/// Adds the products from which the size of an allocation is computed, including 32-bit products of
/// unsigned numbers.
static void collectAllocated(Expr E, DenseSet<Expr> &Sizes) {
  if (E->op() == Op::ZExt && E->arg(0)->width() == 32)
    E = E->arg(0);
  if ((E->op() != Op::Mul && E->op() != Op::Add) || !Sizes.insert(E).second)
    return;
  for (Expr A : E->args())
    collectAllocated(A, Sizes);
}

/// The parameters of 32 bits that the kernel multiplies in indices, which do not wrap around as
/// signed numbers.
static DenseSet<Expr> stridesOf(const Kernel &K) {
  DenseSet<Expr> Strides;
  for (const Access &A : K.Accesses)
    if (A.Offset)
      ExprContext::visit(A.Offset, [&](Expr N) {
        if (N->op() == Op::Mul && N->width() == 32 && (N->flags() & NSW))
          for (Expr F : N->args())
            if (F->op() == Op::Apply && K.Ctx->symbol(F->symbol()).Kind == SymbolKind::Parameter)
              Strides.insert(F);
      });
  return Strides;
}

/// The term where the products among `Sizes` do not wrap around, those among `Strides` not as
/// signed numbers, either. `Map` keeps the new terms.
static Expr withExactProducts(ExprContext &Ctx, Expr Root, const DenseSet<Expr> &Sizes,
                              const DenseSet<Expr> &Strides, DenseMap<Expr, Expr> &Map) {
  auto Visit = [&](Expr E) {
    SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(Map.lookup(A));
    // Products of signed numbers do not wrap anyway, and may be negative in 32 bits.
    bool Exact =
        E->op() == Op::Mul && Sizes.contains(E) && (E->width() == 64 || !(E->flags() & NSW));
    uint8_t Flags = E->width() == 64 || Strides.contains(E) ? NSW | NUW : NUW;
    Map[E] = Exact ? Ctx.mul(Args[0], Args[1], Flags) : Ctx.withArgs(E, Args);
  };
  ExprContext::visit(Root, Visit, [&](Expr N) { return Map.contains(N); });
  return Map.lookup(Root);
}

namespace {
class Selection {
public:
  Selection(std::vector<Fact> All, const HostTerms &T, const Kernel &K, Launch &Into)
      : All(std::move(All)), T(T), Ctx(*K.Ctx), Into(Into) {}
  void run() {
    boundSizes();
    while (nameByKernel()) {
    }
    dropUninformative();
    dropLooseEnds();
    dropUnconnected();
    finish();
  }

private:
  bool isHost(Expr E) const { return E->op() == Op::Apply && T.isUnknown(E->symbol()); }
  bool ofKernel(Expr E) const { return E->op() == Op::Apply && !T.isUnknown(E->symbol()); }
  void rewrite(function_ref<Expr(Expr)> Change);
  void boundSizes();
  bool nameByKernel();
  void dropUninformative();
  void dropLooseEnds();
  void dropUnconnected();
  void finish();

  std::vector<Fact> All;
  const HostTerms &T;
  ExprContext &Ctx;
  Launch &Into;
};
} // namespace

void Selection::rewrite(function_ref<Expr(Expr)> Change) {
  for (Fact &F : All)
    F.Cond = Change(F.Cond);
  for (Origin &O : Into.Origins) {
    if (O.Offset)
      O.Offset = Change(O.Offset);
    if (O.Bytes)
      O.Bytes = Change(O.Bytes);
  }
}

/// Products that form the size of an allocation do not wrap: the allocation would have failed.
void Selection::boundSizes() {
  DenseMap<Expr, Expr> Map;
  DenseSet<Expr> Sizes;
  for (const Origin &O : Into.Origins)
    if (O.Bytes)
      collectSizes(O.Bytes, Sizes);
  if (Sizes.empty())
    return;
  rewrite([&](Expr E) { return withExactProducts(Ctx, E, Sizes, {}, Map); });
}

/// Renames a host value that a parameter or a dimension receives to that parameter or dimension.
bool Selection::nameByKernel() {
  DenseMap<SymbolId, Expr> Name;
  for (const Fact &F : All) {
    if (F.Cond->op() != Op::Eq)
      continue;
    for (unsigned I : {0u, 1u})
      if (isHost(F.Cond->arg(I)) && ofKernel(F.Cond->arg(1 - I)) &&
          F.Cond->arg(1 - I)->args().empty())
        Name.try_emplace(F.Cond->arg(I)->symbol(), F.Cond->arg(1 - I));
  }
  if (Name.empty())
    return false;
  rewrite([&](Expr E) { return Ctx.replace(E, [&](Expr A) { return Name.lookup(A->symbol()); }); });
  erase_if(All, [](const Fact &F) { return F.Cond->isTrue(); });
  return true;
}

/// The host value h in `0 <= h`; null: the condition is something else.
static Expr knownSign(Expr C) {
  const bool Is = (C->op() == Op::Sle && C->arg(0)->isConst() && C->arg(0)->value() == 0) ||
                  (C->op() == Op::Slt && C->arg(0)->isConst() && C->arg(0)->signedValue() == -1);
  return Is ? unwidened(C->arg(1)) : Expr();
}

/// `x == h`, `x < h`, `x < 1 << h` and a flag h say nothing if no other fact mentions the host
/// value h; for a larger side h, the fact that h is not negative does not count as such.
void Selection::dropUninformative() {
  DenseMap<SymbolId, unsigned> Uses, Signs;
  auto Count = [&](Expr E, int By) {
    for (SymbolId S : symbolsOf(E))
      Uses[S] += By;
    if (Expr H = knownSign(E); H && isHost(H))
      Signs[H->symbol()] += By;
  };
  for (const Fact &F : All)
    Count(F.Cond, 1);
  for (const Origin &O : Into.Origins)
    for (Expr E : {O.Offset, O.Bytes})
      if (E)
        Count(E, 1);
  auto Says = [&](const Fact &F) {
    Expr C = F.Cond;
    if (C->op() == Op::Xor && C->width() == 1) // a negation
      C = isHost(C->arg(0)) || C->arg(0)->op() != Op::Const ? C->arg(0) : C->arg(1);
    if (C->op() == Op::Apply) // a flag of the host
      return !isHost(C) || Uses.lookup(C->symbol()) > 1;
    const bool IsOrder =
        C == F.Cond && !knownSign(C) &&
        (C->op() == Op::Slt || C->op() == Op::Sle || C->op() == Op::Ult || C->op() == Op::Ule);
    for (auto [I, Arg] : enumerate(C->args())) {
      Expr Side = unwidened(Arg);
      const bool Larger = IsOrder && I == 1;
      if (Larger && Side->op() == Op::Shl && Side->arg(0)->isConst())
        Side = unwidened(Side->arg(1));
      while (Side->op() == Op::Trunc)
        Side = unwidened(Side->arg(0));
      if (!isHost(Side) || Ctx.symbol(Side->symbol()).Hi != INT64_MAX)
        continue;
      if (Uses.lookup(Side->symbol()) < 2 + (Larger ? Signs.lookup(Side->symbol()) : 0))
        return false;
    }
    return true;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = 0; I < All.size();) {
      if (Says(All[I])) {
        ++I;
        continue;
      }
      Count(All[I].Cond, -1);
      All.erase(All.begin() + I);
      Changed = true;
    }
  }
}

/// Drops comparisons with a host value that is only ever the larger side, or only the smaller one:
/// such a value always exists, so they imply nothing.
void Selection::dropLooseEnds() {
  DenseMap<SymbolId, unsigned> Uses, Larger, Smaller;
  auto Count = [&](Expr E) {
    for (SymbolId S : symbolsOf(E))
      ++Uses[S];
  };
  auto IsOrder = [](Expr C) { return C->op() == Op::Slt || C->op() == Op::Sle; };
  for (const Fact &F : All) {
    Count(F.Cond);
    if (!IsOrder(F.Cond))
      continue;
    Expr A = unwidened(F.Cond->arg(0)), B = unwidened(F.Cond->arg(1));
    if (isHost(A) && !symbolsOf(B).contains(A->symbol()))
      ++Smaller[A->symbol()];
    if (isHost(B) && !symbolsOf(A).contains(B->symbol()))
      ++Larger[B->symbol()];
  }
  for (const Origin &O : Into.Origins)
    for (Expr E : {O.Offset, O.Bytes})
      if (E)
        Count(E);
  auto IsLoose = [&](Expr E) {
    E = unwidened(E);
    if (!isHost(E))
      return false;
    SymbolId S = E->symbol();
    return Uses.lookup(S) == std::max(Larger.lookup(S), Smaller.lookup(S));
  };
  erase_if(All, [&](const Fact &F) {
    return IsOrder(F.Cond) && (IsLoose(F.Cond->arg(0)) || IsLoose(F.Cond->arg(1)));
  });
}

/// Drops facts that no chain of relations connects to a value that the kernel sees.
void Selection::dropUnconnected() {
  EquivalenceClasses<SymbolId> Joined;
  constexpr SymbolId Kernel = NoId - 8; // represents all symbols of the kernel
  Joined.insert(Kernel);
  auto Add = [&](Expr E) {
    std::optional<SymbolId> First;
    for (SymbolId S : symbolsOf(E)) {
      SymbolId Of = T.isUnknown(S) ? S : Kernel;
      Joined.insert(Of);
      if (First)
        Joined.unionSets(*First, Of);
      First = Of;
    }
    return First;
  };
  for (const Origin &O : Into.Origins)
    if (O.Offset)
      if (auto S = Add(O.Offset)) // the array belongs to the kernel
        Joined.unionSets(*S, Kernel);
  for (const Fact &F : All)
    Add(F.Cond);
  // Drop extents that are not related to anything the kernel sees.
  for (Origin &O : Into.Origins)
    if (O.Bytes)
      if (auto S = Add(O.Bytes); S && !Joined.isEquivalent(*S, Kernel))
        O.Bytes = Expr();
  erase_if(All, [&](const Fact &F) {
    for (SymbolId S : symbolsOf(F.Cond))
      return !Joined.isEquivalent(T.isUnknown(S) ? S : Kernel, Kernel);
    return !F.Cond->isFalse();
  });
}

/// Returns true for the condition that a dimension is positive, which need not be printed.
static bool isTrivial(const ExprContext &C, Expr Cond) {
  auto IsDimension = [&](Expr E) {
    const SymbolKind Kind = E->op() == Op::Apply ? C.symbol(E->symbol()).Kind : SymbolKind::Fresh;
    return Kind == SymbolKind::GridDim || Kind == SymbolKind::BlockDim;
  };
  auto IsSmall = [](Expr E, uint64_t Most) { return E->isConst() && E->value() <= Most; };
  const bool Not = Cond->op() == Op::Xor && Cond->width() == 1 && Cond->arg(1)->isTrue();
  Expr Is = Not ? Cond->arg(0) : Cond;
  if (Not)
    return Is->op() == Op::Eq && ((IsDimension(Is->arg(0)) && IsSmall(Is->arg(1), 0)) ||
                                  (IsDimension(Is->arg(1)) && IsSmall(Is->arg(0), 0)));
  if (Is->op() == Op::Slt || Is->op() == Op::Ult)
    return IsSmall(Is->arg(0), 0) && IsDimension(Is->arg(1));
  return (Is->op() == Op::Sle || Is->op() == Op::Ule) && IsSmall(Is->arg(0), 1) &&
         IsDimension(Is->arg(1));
}

/// Returns true if E is at least zero because of the signs that facts give its parts.
static bool isNatural(Expr E, const DenseSet<Expr> &Natural) {
  while (E->op() == Op::SExt)
    E = E->arg(0);
  if (E->op() == Op::ZExt || Natural.contains(E))
    return true;
  if (E->isConst())
    return E->signedValue() >= 0;
  return E->op() == Op::Mul && (E->flags() & NSW) &&
         all_of(E->args(), [&](Expr A) { return isNatural(A, Natural); });
}

/// Marks facts that sizes are at least zero if their factors are: a reader does not need them.
static void markImplied(MutableArrayRef<Fact> All) {
  auto IsAbove = [](Expr C, int64_t Least) { // `0 <= x` is `-1 < x`
    return C->op() == Op::Slt && C->arg(0)->isConst() && C->arg(0)->signedValue() >= Least;
  };
  DenseSet<Expr> Natural;
  for (const Fact &F : All)
    if (IsAbove(F.Cond, -1) && F.Cond->arg(1)->op() != Op::Mul)
      Natural.insert(F.Cond->arg(1));
  for (Fact &F : All)
    F.Implied = IsAbove(F.Cond, -1) && !IsAbove(F.Cond, 0) && F.Cond->arg(1)->op() == Op::Mul &&
                isNatural(F.Cond->arg(1), Natural);
}

void Selection::finish() {
  erase_if(All, [&](const Fact &F) { return isTrivial(Ctx, F.Cond); });
  markImplied(All);
  for (Fact &F : All) {
    if (any_of(Into.Facts, [&](const Fact &Old) { return Old.Cond == F.Cond; }))
      continue;
    if (Into.Facts.size() >= MaxFacts)
      break;
    // A dimension that a fact mentions is given, even if the kernel does not use it: it must not be
    // assumed to be 1.
    DenseSet<SymbolId> In = symbolsOf(F.Cond);
    for (unsigned D = 0; D < 3; ++D) {
      if (!Into.Grid[D] && In.contains(Ctx.gridDim(D)->symbol()))
        Into.Grid[D] = Ctx.gridDim(D);
      if (!Into.Block[D] && In.contains(Ctx.blockDim(D)->symbol()))
        Into.Block[D] = Ctx.blockDim(D);
    }
    F.Text = F.Cond->isFalse() ? "conditions that exclude each other" : Ctx.toString(F.Cond);
    Into.Facts.push_back(std::move(F));
  }
}

void cudafix::host::keepRelevant(std::vector<Fact> Relations, const HostTerms &T, const Kernel &K,
                                 Launch &Into) {
  Selection(std::move(Relations), T, K, Into).run();
}

/// The 64-bit number that host code passes for a 32-bit parameter, according to a fact; null for
/// other facts.
static Expr narrowedBy(const ExprContext &Ctx, const Fact &F) {
  if (F.Cond->op() == Op::Eq && F.Cond->arg(0)->width() == 32)
    for (unsigned I : {0u, 1u})
      if (Expr P = F.Cond->arg(I), N = F.Cond->arg(1 - I);
          N->op() == Op::Trunc && N->arg(0)->width() == 64 && P->op() == Op::Apply &&
          P->args().empty() && Ctx.symbol(P->symbol()).Kind == SymbolKind::Parameter)
        return N->arg(0);
  return Expr();
}

/// Changes all terms of the launch, except facts for which `Stays` returns true.
static void changeTerms(const ExprContext &Ctx, Launch &L, function_ref<Expr(Expr)> Change,
                        function_ref<bool(const Fact &)> Stays) {
  auto Put = [&](Expr &E) {
    if (E)
      E = Change(E);
  };
  for (Fact &F : L.Facts)
    if (Expr Old = F.Cond; !Stays(F)) {
      Put(F.Cond);
      if (F.Cond != Old && !F.Text.empty())
        F.Text = Ctx.toString(F.Cond);
    }
  for (unsigned D = 0; D < 3; ++D) {
    Put(L.Grid[D]);
    Put(L.Block[D]);
  }
  for (Origin &O : L.Origins) {
    Put(O.Offset);
    Put(O.Bytes);
  }
}

/// A host number that a parameter receives in 32 bits keeps its value, and is replaced by the
/// parameter wherever else it occurs.
static void nameNarrowed(ExprContext &Ctx, Launch &L) {
  for (size_t I = 0; I < L.Facts.size(); ++I) {
    Expr Wide = narrowedBy(Ctx, L.Facts[I]);
    if (!Wide)
      continue;
    Expr Cond = L.Facts[I].Cond;
    Expr P = Cond->arg(Cond->arg(0)->op() == Op::Trunc ? 1 : 0);
    DenseMap<Expr, Expr> Put{{Wide, Ctx.sext(P, 64)}};
    L.Facts[I].Cond = Ctx.eq(P, Ctx.make(Op::Trunc, {Wide}, 32, NSW));
    changeTerms(
        Ctx, L, [&](Expr E) { return Ctx.rebuilt(E, Put); },
        [&](const Fact &F) { return &F == &L.Facts[I]; });
  }
}

void cudafix::host::boundCounts(const Kernel &K, Launch &L) {
  ExprContext &Ctx = *K.Ctx;
  nameNarrowed(Ctx, L);
  DenseMap<Expr, Expr> Map;
  DenseSet<Expr> Sizes, Strides;
  const DenseSet<Expr> StrideNames = stridesOf(K);
  for (const Fact &F : L.Facts)
    if (F.Cond->op() == Op::Eq)
      for (unsigned I : {0u, 1u})
        if (F.Cond->arg(I)->op() == Op::Apply && F.Cond->arg(1 - I)->op() == Op::Mul) {
          collectSizes(F.Cond->arg(1 - I), Sizes);
          collectProducts(F.Cond->arg(1 - I), Sizes);
          if (StrideNames.contains(F.Cond->arg(I)))
            collectProducts(F.Cond->arg(1 - I), Strides);
        }
  for (const Fact &F : L.Facts)
    if (F.Class == FactClass::Library && F.Cond->op() == Op::Ule)
      collectAllocated(F.Cond->arg(0), Sizes); // a row of cudaMallocPitch
  for (const Origin &O : L.Origins)
    if (O.Bytes)
      collectAllocated(O.Bytes, Sizes);
  if (Sizes.empty())
    return;
  changeTerms(
      Ctx, L, [&](Expr E) { return withExactProducts(Ctx, E, Sizes, Strides, Map); },
      [](const Fact &) { return false; });
}
