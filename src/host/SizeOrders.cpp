// SPDX-License-Identifier: Apache-2.0

#include "host/SizeOrders.h"
#include "smt/Impossible.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;

/// The most pairs of sizes that are tried, and the solver units for each.
static constexpr unsigned MostPairs = 6;
static constexpr uint64_t UnitsOfPair = 100'000;

/// The parameter that the term is, possibly extended; null for other terms.
static Expr parameterIn(const ExprContext &Ctx, Expr E) {
  E = unwidened(E);
  const bool Is = E->op() == Op::Apply && E->args().empty() && E->width() >= 32 &&
                  Ctx.symbol(E->symbol()).Kind == SymbolKind::Parameter;
  return Is ? E : Expr();
}

static bool differsBetweenThreads(const ExprContext &Ctx, Expr E) {
  return ExprContext::any(E, [&](Expr N) {
    return N->op() == Op::Apply && Ctx.symbol(N->symbol()).Level != Uniformity::Launch;
  });
}

/// The parameters that indices are multiplied by.
static llvm::SmallSetVector<Expr, 8> stridesOf(const Kernel &K) {
  llvm::SmallSetVector<Expr, 8> Strides;
  for (const Access &A : K.Accesses)
    if (A.Offset)
      ExprContext::visit(A.Offset, [&](Expr N) {
        if (N->op() == Op::Mul)
          for (unsigned I : {0u, 1u})
            if (Expr P = parameterIn(*K.Ctx, N->arg(I));
                P && differsBetweenThreads(*K.Ctx, N->arg(1 - I)))
              Strides.insert(P);
      });
  return Strides;
}

/// The parameters that indices are compared with.
static llvm::SmallSetVector<Expr, 8> sizesOf(const Kernel &K) {
  llvm::SmallSetVector<Expr, 8> Sizes;
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      if (E.Cond)
        ExprContext::visit(E.Cond, [&](Expr C) {
          if (C->op() == Op::Slt || C->op() == Op::Sle || C->op() == Op::Ult || C->op() == Op::Ule)
            for (unsigned I : {0u, 1u})
              if (Expr P = parameterIn(*K.Ctx, C->arg(I));
                  P && differsBetweenThreads(*K.Ctx, C->arg(1 - I)))
                Sizes.insert(P);
        });
  return Sizes;
}

void host::addSizeOrders(const Kernel &K, Launch &L, smt::Workspace &Solving) {
  ExprContext &Ctx = *K.Ctx;
  std::vector<Expr> Facts;
  llvm::DenseSet<Expr> Computed, Fixed, Named;
  for (const Fact &F : L.Facts) {
    Facts.push_back(F.Cond);
    ExprContext::visit(F.Cond, [&](Expr N) {
      if (Expr P = parameterIn(Ctx, N))
        Named.insert(P);
    });
    if (F.Cond->op() == Op::Eq)
      for (unsigned I : {0u, 1u})
        if (Expr P = parameterIn(Ctx, F.Cond->arg(I)))
          (F.Cond->arg(1 - I)->isConst() ? Fixed : Computed).insert(P);
  }
  unsigned Pairs = 0;
  uint64_t Left = MostPairs * UnitsOfPair;
  std::vector<Expr> Known;
  const auto Strides = stridesOf(K);
  const auto Sizes = sizesOf(K);
  for (Expr Stride : Strides)
    for (Expr Size : Sizes) {
      if (Size == Stride || Size->width() != Stride->width() || !Named.contains(Size) ||
          !Named.contains(Stride) || Fixed.contains(Size) || Fixed.contains(Stride) ||
          !(Computed.contains(Size) || Computed.contains(Stride)) || Pairs++ == MostPairs)
        continue;
      std::vector<Expr> Ask = Facts;
      Ask.push_back(Ctx.slt(Stride, Size));
      smt::OwnUnits Own(Solving, Left, UnitsOfPair);
      if (smt::impossible(Solving, Ask, {.ResourceUnits = UnitsOfPair}))
        Known.push_back(Ctx.sle(Size, Stride));
    }
  for (Expr E : Known) {
    Fact F;
    F.Cond = E;
    F.Text = Ctx.toString(E);
    F.Class = FactClass::Relation;
    F.Implied = true;
    L.Facts.push_back(std::move(F));
  }
}
