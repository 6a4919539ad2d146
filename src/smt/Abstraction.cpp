// SPDX-License-Identifier: Apache-2.0

#include "smt/Abstraction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::smt;

/// Constraints with more terms than this count as tangled.
static constexpr unsigned MaxTerms = 60;

/// The parts of a conjunction or of a negated disjunction; none for other terms.
static llvm::SmallVector<Expr, 4> partsOf(ExprContext &Ctx, Expr E) {
  if (E->width() != 1)
    return {};
  if (E->op() == Op::And)
    return llvm::SmallVector<Expr, 4>(E->args());
  llvm::SmallVector<Expr, 4> Parts;
  if (E->op() == Op::Xor && E->arg(1)->isTrue() && E->arg(0)->op() == Op::Or)
    for (Expr A : E->arg(0)->args())
      Parts.push_back(Ctx.lnot(A));
  return Parts;
}

namespace {
class Strides {
public:
  explicit Strides(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr put(Expr Root);
  bool any() const { return !Unknowns.empty(); }

private:
  struct Facts {
    bool OwnValue = false; ///< holds a value that differs between threads
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
    Done[E] = Ctx.withArgs(E, Args);
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

namespace {
/// Drops constraints, and parts of conjunctions.
class Thinning {
public:
  explicit Thinning(ExprContext &Ctx) : Ctx(Ctx) {}
  std::vector<Expr> drop(llvm::ArrayRef<Expr> Constraints, llvm::function_ref<bool(Expr)> Goes);
  bool reads(Expr Root) { return look(Root).Reads; }
  bool combinesBits(Expr Root) { return look(Root).Bits; }
  bool isTangled(Expr Root, bool Bits);

private:
  struct Facts {
    bool Reads = false;    ///< reads memory
    bool Products = false; ///< multiplies or divides two non-constants, or chooses between them
    bool OwnValue = false; ///< holds a value that not all threads of the launch share
    bool Bits = false;     ///< combines bits
  };
  Facts look(Expr Root);

  ExprContext &Ctx;
  llvm::DenseMap<Expr, Facts> Seen;
};
} // namespace

Thinning::Facts Thinning::look(Expr Root) {
  auto Visit = [&](Expr E) {
    Facts F;
    if (E->op() == Op::Apply) {
      const Symbol &S = Ctx.symbol(E->symbol());
      F.Reads = S.Kind == SymbolKind::Load;
      F.OwnValue = S.Level != Uniformity::Launch;
    }
    if (E->op() == Op::Mul || E->op() == Op::SDiv || E->op() == Op::UDiv || E->op() == Op::SRem ||
        E->op() == Op::URem)
      F.Products = !E->arg(0)->isConst() && !E->arg(1)->isConst();
    F.Products |= E->op() == Op::Ite;
    F.Bits = E->width() > 1 && (E->op() == Op::And || E->op() == Op::Or || E->op() == Op::Xor);
    for (Expr A : E->args()) {
      const Facts &Of = Seen[A];
      F.Reads |= Of.Reads;
      F.Products |= Of.Products;
      F.OwnValue |= Of.OwnValue;
      F.Bits |= Of.Bits;
    }
    Seen[E] = F;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Seen.contains(E); });
  return Seen.lookup(Root);
}

/// Returns true if the constraint is hard to reason about and unlikely to say much about an
/// address. `Bits`: combining bits does not count as hard.
bool Thinning::isTangled(Expr Root, bool Bits) {
  Facts F = look(Root);
  if (F.Reads || (F.Products && !F.OwnValue) || (F.Bits && !Bits))
    return true;
  unsigned Terms = 0;
  ExprContext::visit(Root, [&](Expr) { ++Terms; });
  return Terms > MaxTerms;
}

std::vector<Expr> Thinning::drop(llvm::ArrayRef<Expr> Constraints,
                                 llvm::function_ref<bool(Expr)> Goes) {
  std::vector<Expr> Result;
  bool Any = false;
  auto Keep = [&](auto &&Self, Expr E) -> void {
    if (!Goes(E))
      return Result.push_back(E);
    llvm::SmallVector<Expr, 4> Parts = partsOf(Ctx, E);
    Any |= Parts.empty();
    for (Expr Part : Parts)
      Self(Self, Part);
  };
  for (Expr E : Constraints)
    Keep(Keep, E);
  return Any ? Result : std::vector<Expr>();
}

std::vector<Expr> cudafix::smt::withoutLoads(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  Thinning T(Ctx);
  return T.drop(Constraints, [&](Expr E) { return T.reads(E); });
}

std::vector<Expr> cudafix::smt::withoutTangles(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  if (Constraints.size() < 2)
    return {};
  Thinning T(Ctx);
  bool Bits = T.combinesBits(Constraints.front());
  std::vector<Expr> Result =
      T.drop(Constraints.drop_front(), [&](Expr E) { return T.isTangled(E, Bits); });
  if (!Result.empty())
    Result.insert(Result.begin(), Constraints.front());
  return Result;
}

std::vector<Expr> cudafix::smt::settled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::SmallSetVector<Expr, 32> Parts;
  auto Split = [&](auto &&Self, Expr E) -> void {
    llvm::SmallVector<Expr, 4> Some = partsOf(Ctx, E);
    if (Some.empty())
      Parts.insert(E);
    for (Expr Part : Some)
      Self(Self, Part);
  };
  for (Expr E : Constraints)
    Split(Split, E);
  llvm::DenseMap<Expr, Expr> Done;
  for (Expr E : Parts) {
    Done[E] = Ctx.boolean(true);
    Done[Ctx.lnot(E)] = Ctx.boolean(false);
  }
  // A trip count that the launch fixes is substituted: powers in the loop's body depend on it.
  auto TurnsOf = [&](Expr E) {
    const bool Is = E->op() == Op::Eq && E->arg(0)->op() == Op::Apply && E->arg(1)->isConst();
    return Is && E->arg(0)->args().empty() &&
                   Ctx.symbol(E->arg(0)->symbol()).Kind == SymbolKind::Exit
               ? E->arg(0)
               : Expr();
  };
  for (Expr E : Parts)
    if (Expr Turns = TurnsOf(E))
      Done[Turns] = E->arg(1);
  bool Any = false;
  std::vector<Expr> Result;
  for (Expr E : Parts) {
    if (TurnsOf(E)) {
      Result.push_back(E);
      continue;
    }
    bool Negated = E->op() == Op::Xor &&
                   E->arg(1)->isTrue(); // a negated part must not be replaced inside itself
    Expr Inner = Negated ? Ctx.lnot(E) : E;
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : Inner->args())
      Args.push_back(Ctx.rebuilt(A, Done));
    Any |= llvm::ArrayRef<Expr>(Args) != Inner->args();
    Inner = Ctx.withArgs(Inner, Args);
    Result.push_back(Negated ? Ctx.lnot(Inner) : Inner);
  }
  return Any ? Result : std::vector<Expr>();
}
