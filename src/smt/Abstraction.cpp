// SPDX-License-Identifier: Apache-2.0

#include "smt/Abstraction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::smt;

namespace {
class Strides {
public:
  explicit Strides(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr put(Expr Root);
  bool any() const { return !Unknowns.empty(); }

private:
  struct Facts {
    bool OwnValue = false; ///< holds a value that each thread has its own of
    bool Shifts = false;   ///< holds a shift by a variable amount
  };
  Facts look(Expr E);
  bool isStride(Expr E) {
    Facts F = look(E);
    return E->width() > 1 && F.Shifts && !F.OwnValue;
  }
  Expr unknown(Expr E);

  ExprContext &Ctx;
  llvm::DenseMap<Expr, Facts> Seen;
  llvm::DenseMap<Expr, Expr> Unknowns, Done;
};
} // namespace

Strides::Facts Strides::look(Expr Root) {
  auto Visit = [&](Expr E) {
    Facts F;
    if (E->op() == Op::Apply)
      F.OwnValue = Ctx.symbol(E->symbol()).Level == Uniformity::Thread;
    bool Shift = E->op() == Op::Shl || E->op() == Op::LShr || E->op() == Op::AShr;
    F.Shifts = Shift && !E->arg(1)->isConst();
    for (Expr A : E->args()) {
      F.OwnValue |= Seen.lookup(A).OwnValue;
      F.Shifts |= Seen.lookup(A).Shifts;
    }
    Seen[E] = F;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Seen.contains(E); });
  return Seen.lookup(Root);
}

Expr Strides::unknown(Expr E) {
  auto [It, New] = Unknowns.try_emplace(E);
  if (New) {
    Symbol S;
    S.Kind = SymbolKind::Fresh;
    S.Level = Uniformity::Launch;
    S.Width = E->width();
    S.Name = "stride";
    It->second = Ctx.apply(Ctx.addSymbol(std::move(S)));
  }
  return It->second;
}

Expr Strides::put(Expr Root) {
  if (isStride(Root))
    return unknown(Root);
  auto Visit = [&](Expr E) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(isStride(A) ? unknown(A) : Done.lookup(A));
    Done[E] = Args.empty() || llvm::ArrayRef<Expr>(Args) == E->args() ? E
              : E->op() == Op::Apply ? Ctx.apply(E->symbol(), Args)
                                     : Ctx.make(E->op(), Args, E->width(), E->flags());
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Done.contains(E); });
  return Done.lookup(Root);
}

std::vector<Expr> cudafix::smt::withPlainStrides(ExprContext &Ctx,
                                                 llvm::ArrayRef<Expr> Constraints) {
  Strides S(Ctx);
  std::vector<Expr> Result;
  for (Expr E : Constraints)
    Result.push_back(S.put(E));
  return S.any() ? Result : std::vector<Expr>();
}

std::vector<Expr> cudafix::smt::withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::DenseMap<Expr, bool> Reads;
  auto reads = [&](Expr Root) {
    auto Visit = [&](Expr E) {
      bool Any = E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == SymbolKind::Load;
      for (Expr A : E->args())
        Any |= Reads.lookup(A);
      Reads[E] = Any;
    };
    ExprContext::visit(Root, Visit, [&](Expr E) { return Reads.contains(E); });
    return Reads.lookup(Root);
  };
  std::vector<Expr> Result;
  for (Expr E : Constraints)
    if (!reads(E))
      Result.push_back(E);
  return Result.size() == Constraints.size() ? std::vector<Expr>() : Result;
}
