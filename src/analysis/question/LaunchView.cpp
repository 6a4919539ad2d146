// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/LaunchView.h"
#include "analysis/question/UnwrittenLoads.h"
#include "analysis/sync/Mbarriers.h"
#include "analysis/sync/NamedBarriers.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::analysis;

LaunchView::LaunchView(const Kernel &K, smt::Workspace &Solving, const Launch &L) : K(K), L(L) {
  checkFacts(Solving);
  settleTurns();
  joinWarps();
  joinArrays();
  addExtents();
  keepUnwritten(Solving);
  resolveNamedBarriers(K, launch(), [this]() -> Kernel & { return own(); });
  resolveMbarriers(kernel(), Solving, launch(), [this]() -> Kernel & { return own(); });
}

Kernel &LaunchView::own() {
  if (!Own)
    Own = K;
  return *Own;
}

/// The term with the launch's dimensions substituted.
static Expr withDimensions(ExprContext &C, const Launch &L, Expr E) {
  return C.replace(E, [&](Expr A) {
    const Symbol &S = C.symbol(A->symbol());
    if (S.Kind == SymbolKind::BlockDim)
      return L.Block[S.Index];
    return S.Kind == SymbolKind::GridDim ? L.Grid[S.Index] : Expr();
  });
}

std::string analysis::contradictionIn(const Kernel &K, smt::Workspace &Solving, const Launch &L) {
  ExprContext &C = *K.Ctx;
  // Every launch and shape asks this. Contradictions are easy to find, and the budget is needed
  // later.
  const smt::Budget Small{.ResourceUnits = 100'000};
  auto Contradicts = [&](llvm::ArrayRef<Expr> All) { return smt::impossible(Solving, All, Small); };
  llvm::SmallVector<Expr, 16> All, Granted;
  Expr Threads = C.constant(1, 64);
  const Expr Limit = C.constant(uint64_t(1) << 31, 64);
  for (unsigned D = 0; D < 3; ++D) {
    Expr Block = L.Block[D] ? L.Block[D] : C.blockDim(D),
         Grid = L.Grid[D] ? L.Grid[D] : C.gridDim(D);
    All.push_back(C.ult(C.constant(0, 32), Grid));
    All.push_back(C.ult(C.constant(0, 32), Block));
    Threads = C.mul(Threads, C.zext(Block, 64), NSW | NUW);
    // The host may leave dimensions open; they can then be small enough.
    if (!L.WideGrid && L.Block[D] && L.Grid[D])
      Granted.push_back(C.ult(C.mul(C.zext(Grid, 64), C.zext(Block, 64), NSW | NUW), Limit));
  }
  if (Threads->isConst() && Threads->value() > 1024)
    return "cannot happen: blocks of " + std::to_string(Threads->value()) + " threads";
  for (const Fact &F : L.Facts)
    All.push_back(withDimensions(C, L, F.Cond));
  if (!(L.Generic && L.Facts.empty()) && Contradicts(All))
    return "cannot happen: what host code says of it is contradictory";
  llvm::erase_if(Granted, [](Expr E) { return E->isConst() && E->value(); });
  if (!Granted.empty()) {
    llvm::append_range(All, Granted);
    if (Contradicts(All))
      return "is not judged: gridDim * blockDim reaches 2^31; see --assume-wide-grid";
  }
  size_t Before = All.size();
  for (const Assumption &A : K.Assumptions)
    if (A.Node == NoId)
      All.push_back(withDimensions(C, L, A.Cond));
  if (All.size() > Before && Contradicts(All))
    return "is not judged: it contradicts what the kernel takes for granted";
  return "";
}

/// Drops the facts of a launch that cannot happen.
void LaunchView::checkFacts(smt::Workspace &Solving) {
  Impossible = contradictionIn(K, Solving, L);
  if (Impossible.empty())
    return;
  Without = L;
  Without->Facts.clear();
  Without->Origins.clear();
  // Conditions cannot change a block of constants, which may itself be the contradiction.
  const bool IsOther = contradictionIn(K, Solving, *Without).empty();
  for (unsigned D = 0; D < 3; ++D) {
    const Expr Block = Without->Block[D];
    if (!IsOther || !Block || !Block->isConst())
      Without->Block[D] = Expr();
    Without->Grid[D] = Expr();
  }
}

/// The loop whose end an assumption describes; null: it is about something else.
static const Symbol *endsLoop(const Kernel &K, const Assumption &A, SymbolId &Of) {
  const Symbol *Exit = nullptr;
  if (A.OfTurns && A.Node != NoId)
    ExprContext::visit(A.Cond, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      const Symbol &S = std::as_const(*K.Ctx).symbol(N->symbol());
      if (S.Kind != SymbolKind::Exit || S.Level != Uniformity::Launch || !N->args().empty())
        return;
      llvm::ArrayRef<NodeId> In = K.Loops[S.Index].Nodes;
      const bool Leaves = llvm::any_of(In, [&](NodeId From) {
        return llvm::any_of(K.Nodes[From].Succs, [&](const Edge &E) { return E.To == A.Node; });
      });
      if (Leaves && !llvm::is_contained(In, A.Node)) {
        Exit = &S;
        Of = N->symbol();
      }
    });
  return Exit;
}

/// Computes trip counts that have no closed form but follow from sizes of the launch: `for (d = n;
/// d > 0; d /= 2)` with an n that host code passes.
void LaunchView::settleTurns() {
  constexpr uint64_t MaxTurns = 64;
  ExprContext &C = *K.Ctx;
  llvm::DenseMap<Expr, Expr> Sizes;
  for (const Fact &F : launch().Facts)
    for (Expr E : conjuncts(F.Cond))
      if (E->op() == Op::Eq && E->arg(0)->op() == Op::Apply && E->arg(1)->isConst())
        Sizes[E->arg(0)] = E->arg(1);
  for (size_t I = 0; I < K.Assumptions.size(); ++I) {
    SymbolId Of = 0;
    const Symbol *Exit = endsLoop(K, K.Assumptions[I], Of);
    if (!Exit)
      continue;
    const Expr Turns = C.apply(Of),
               Known = withDimensions(C, launch(), C.replace(K.Assumptions[I].Cond, [&](Expr A) {
                 return Sizes.lookup(A);
               }));
    // The loop is left at the first turn that allows it.
    for (uint64_t N = 0; N < MaxTurns; ++N) {
      const Expr Holds =
          C.replace(Known, [&](Expr A) { return A == Turns ? C.constant(N, A->width()) : Expr(); });
      if (Holds->isTrue()) {
        Expr &Cond = own().Assumptions[I].Cond;
        Cond = C.land(C.eq(Turns, C.constant(N, Turns->width())), Cond);
      }
      if (!Holds->isFalse())
        break;
    }
  }
}

/// Lanes that read the same value also make the same decision, provided no warp crosses the end of
/// a row.
void LaunchView::joinWarps() {
  const Expr Row = launch().Block[0];
  if (!Row || !Row->isConst() || Row->value() % 32)
    return;
  for (SymbolId S = 0; S < K.Ctx->numSymbols(); ++S)
    if (std::as_const(*K.Ctx).symbol(S).IfWholeRows &&
        K.Symbols.level(*K.Ctx, S) > Uniformity::Block)
      own().Symbols.setLevel(S, Uniformity::Block);
}

/// Merges the arrays of one object into one array; arrays at an unknown distance may overlap.
void LaunchView::joinArrays() {
  llvm::ArrayRef<Origin> All = launch().Origins;
  ExprContext &C = *K.Ctx;
  for (size_t I = 0; I < All.size(); ++I) {
    auto First = llvm::find_if(All, [&](const Origin &O) { return O.Object == All[I].Object; });
    if (&*First == &All[I] || First->Array == All[I].Array)
      continue;
    Kernel &V = own();
    Array &To = V.Arrays[First->Array], &From = V.Arrays[All[I].Array];
    // The other array may read what one array wrote, so neither is read-only any more.
    if (To.Written || From.Written)
      for (SymbolId S = 0; S < C.numSymbols(); ++S)
        if (const Symbol &Sym = std::as_const(C).symbol(S);
            Sym.Kind == SymbolKind::Load && (Sym.Index == To.Id || Sym.Index == From.Id) &&
            V.Symbols.isReadOnly(C, S)) {
          V.Symbols.setWritten(S);
          Joined.push_back(S);
        }
    if (!First->Offset || !All[I].Offset) {
      To.AliasGroup = From.AliasGroup = V.Arrays.size() + First->Object + 1;
      continue;
    }
    Expr Distance = C.sub(All[I].Offset, First->Offset, NSW);
    To.Written |= From.Written;
    for (Access &A : V.Accesses)
      if (A.Array == From.Id) {
        A.Array = To.Id;
        A.Part = From.Id;
        A.Offset = C.add(A.Offset, Distance, NSW);
      }
    for (AsyncOp &X : V.AsyncOps)
      for (auto [Of, Offset] :
           {std::pair(&X.Source, &X.SourceOffset), {&X.Target, &X.TargetOffset}})
        if (*Of == From.Id) {
          *Of = To.Id;
          if (*Offset)
            *Offset = C.add(*Offset, Distance, NSW);
        }
  }
}

/// A load that stays within its own part of the object is not affected by writes to other parts.
void LaunchView::keepUnwritten(smt::Workspace &Solving) {
  if (Joined.empty())
    return;
  const llvm::DenseSet<SymbolId> Kept = unwrittenLoads(own(), launch(), Solving, Joined);
  if (!Kept.empty())
    own().Symbols = K.Symbols;
  for (SymbolId S : Joined) {
    if (Kept.contains(S))
      continue;
    own().Symbols.setWritten(S);
    if (const Access *Again = readAgain(kernel(), S))
      own().Gaps.push_back({Again->Loc, "what " + Again->Text + " holds when it is read again: " +
                                            "the launch passes its array under another name, too"});
  }
}

/// An access beyond the end of an allocation is a separate bug.
void LaunchView::addExtents() {
  ExprContext &C = *K.Ctx;
  for (const Origin &O : launch().Origins) {
    if (!O.Offset || !O.Bytes)
      continue;
    for (Access &A : own().Accesses) {
      if (A.Array != O.Array)
        continue;
      Expr At = C.add(A.Offset, O.Offset, NSW);
      Expr Inside = C.land(C.sle(C.constant(0, 64), At), C.sle(C.add(At, A.Size, NSW), O.Bytes));
      A.InBounds = A.InBounds ? C.land(A.InBounds, Inside) : Inside;
    }
  }
}
