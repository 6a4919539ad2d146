// SPDX-License-Identifier: Apache-2.0
//
// Evaluates constraints under a model, in wrapping arithmetic.

#include "smt/ModelCheck.h"
#include "model/ExprFold.h"
#include "smt/Linear.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::smt;

namespace {
class Checker {
public:
  explicit Checker(ValueOfApplication ValueOf) : ValueOf(ValueOf) {}
  bool Conflict = false;
  std::map<std::pair<SymbolId, std::vector<uint64_t>>, uint64_t> Table;
  llvm::DenseMap<Expr, std::optional<uint64_t>> Values;

  void compute(Expr E);
  /// Returns true if a term that decides the result wraps although it must not.
  bool overflows(Expr E);

private:
  std::optional<uint64_t> operation(Expr E) const;
  std::optional<uint64_t> lookup(Expr E) const { return Values.lookup(E); }
  bool wraps(Expr E) const;
  ValueOfApplication ValueOf;
  llvm::DenseMap<Expr, bool> Visited;
};
} // namespace

std::optional<uint64_t> Checker::operation(Expr E) const {
  if (E->op() == Op::Ite) {
    auto C = lookup(E->arg(0));
    return C ? lookup(E->arg(*C ? 1 : 2)) : std::nullopt;
  }
  // A conjunction or disjunction may be decided although an operand has no value (a division by
  // zero that its own guard excludes).
  if (E->width() == 1 && (E->op() == Op::And || E->op() == Op::Or)) {
    uint64_t Neutral = E->op() == Op::And, Missing = 0;
    for (Expr A : E->args()) {
      auto V = lookup(A);
      if (V && *V != Neutral)
        return *V;
      Missing += !V;
    }
    return Missing ? std::nullopt : std::optional<uint64_t>(Neutral);
  }
  llvm::SmallVector<uint64_t, 4> Args;
  llvm::SmallVector<unsigned, 4> Widths;
  for (Expr A : E->args()) {
    auto V = lookup(A);
    if (!V)
      return std::nullopt;
    Args.push_back(*V);
    Widths.push_back(A->width());
  }
  return foldOperator(E->op(), Args, Widths, E->width());
}

void Checker::compute(Expr Root) {
  auto Visit = [&](Expr E) {
    uint64_t Mask = llvm::maskTrailingOnes<uint64_t>(E->width());
    std::optional<uint64_t> V;
    if (E->op() == Op::Const) {
      V = E->value();
    } else if (E->op() == Op::Apply) {
      std::vector<uint64_t> Args;
      for (Expr A : E->args())
        Args.push_back(lookup(A).value_or(0));
      uint64_t Own = ValueOf(E, Args) & Mask;
      auto [It, New] = Table.try_emplace({E->symbol(), Args}, Own);
      Conflict |= It->second != Own;
      V = It->second;
    } else {
      V = operation(E);
    }
    if (V)
      V = *V & Mask;
    Values[E] = V;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Values.contains(E); });
}

bool Checker::wraps(Expr E) const {
  if (E->flags() && E->op() == Op::Trunc) {
    auto A = lookup(E->arg(0));
    return A && !llvm::isIntN(E->width(), llvm::SignExtend64(*A, E->arg(0)->width()));
  }
  if (!E->flags() || E->args().size() != 2)
    return false;
  auto A = lookup(E->arg(0)), B = lookup(E->arg(1)), R = lookup(E);
  if (!A || !B || !R)
    return false;
  unsigned W = E->width();
  auto exact = [&](Wide X, Wide Y, bool Signed) -> Wide {
    switch (E->op()) {
    case Op::Add:
      return X + Y;
    case Op::Sub:
      return X - Y;
    case Op::Mul:
      return satMul(X, Y);
    case Op::Shl:
      return *B < W ? satMul(X, pow2(*B)) : Infinity;
    default:
      return Signed ? Wide(llvm::SignExtend64(*R, W)) : Wide(*R);
    }
  };
  auto sext = [&](uint64_t V) { return Wide(llvm::SignExtend64(V, W)); };
  return ((E->flags() & NSW) && exact(sext(*A), sext(*B), true) != sext(*R)) ||
         ((E->flags() & NUW) && exact(Wide(*A), Wide(*B), false) != Wide(*R));
}

bool Checker::overflows(Expr E) {
  auto [It, New] = Visited.try_emplace(E, false);
  if (!New)
    return It->second;
  bool Any = wraps(E);
  if (E->op() == Op::Ite) {
    auto C = lookup(E->arg(0));
    Any |= overflows(E->arg(0)) || overflows(E->arg(C && *C ? 1 : 2));
  } else if (E->width() == 1 && E->op() == Op::Or) {
    // One disjunct that does not wrap is enough.
    Any = true;
    for (Expr A : E->args())
      Any &= lookup(A) != 1 || overflows(A);
    if (lookup(E) != 1)
      Any = false;
  } else {
    for (Expr A : E->args())
      Any |= overflows(A);
  }
  Visited[E] = Any;
  return Any;
}

Checked cudafix::smt::checkModel(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                                 ValueOfApplication ValueOf, Satisfiable &Model) {
  Checker C(ValueOf);
  for (Expr E : Constraints) {
    C.compute(E);
    if (C.Conflict || C.Values.lookup(E) != 1)
      return Checked::Fails;
  }
  Model.Model.clear();
  for (auto &[Key, Value] : C.Table)
    Model.Model.push_back({Key.first, Key.second, Value});
  for (Expr E : Constraints)
    if (C.overflows(E))
      return Checked::Overflows;
  return Checked::Holds;
}

Checked cudafix::smt::checkModelOf(const ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                                   const Satisfiable &Other, Satisfiable &Model) {
  using Key = std::pair<SymbolId, std::vector<uint64_t>>;
  auto Try = [&](bool Different) {
    std::map<Key, uint64_t> Fixed;
    for (const ModelEntry &E : Other.Model)
      Fixed.try_emplace({E.Symbol, E.Args}, E.Value);
    int64_t Next = 0;
    auto ValueOf = [&](Expr E, llvm::ArrayRef<uint64_t> Args) {
      auto [It, New] = Fixed.try_emplace({E->symbol(), Args.vec()});
      if (New) {
        const Symbol &S = Ctx.symbol(E->symbol());
        const int64_t Near = Different && !Args.empty() ? Next++ : 0;
        It->second = static_cast<uint64_t>(std::max(S.Lo, std::min(S.Hi, Near)));
      }
      return It->second;
    };
    return checkModel(Ctx, Constraints, ValueOf, Model);
  };
  const Checked Is = Try(false);
  return Is == Checked::Holds ? Is : Try(true);
}
