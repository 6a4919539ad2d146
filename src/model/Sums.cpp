// SPDX-License-Identifier: Apache-2.0

#include "model/Sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;

void cudafix::summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take) {
  switch (E->op()) {
  case Op::Add:
  case Op::Sub:
    summands(E->arg(0), Factor, Take);
    return summands(E->arg(1), E->op() == Op::Sub ? -Factor : Factor, Take);
  case Op::Mul:
    if (E->arg(1)->isConst())
      return summands(E->arg(0), Factor * E->arg(1)->signedValue(), Take);
    break;
  case Op::ZExt:
  case Op::SExt:
    return summands(E->arg(0), Factor, Take);
  default:
    break;
  }
  Take(E, Factor);
}

bool cudafix::multipliesParameters(const ExprContext &C, Expr E) {
  auto HasParameter = [&](Expr Of) {
    return ExprContext::any(Of, [&](Expr N) {
      return N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::Parameter;
    });
  };
  return ExprContext::any(E, [&](Expr N) {
    return N->op() == Op::Mul && HasParameter(N->arg(0)) && HasParameter(N->arg(1));
  });
}

std::pair<llvm::SmallDenseMap<Expr, int64_t>, int64_t> cudafix::difference(Expr A, Expr B) {
  llvm::SmallDenseMap<Expr, int64_t> Terms;
  int64_t Constant = 0;
  for (auto [Of, Sign] : {std::pair(A, 1), std::pair(B, -1)})
    summands(Of, Sign, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Constant += E->signedValue() * Factor;
      else if ((Terms[E] += Factor) == 0)
        Terms.erase(E);
    });
  return {std::move(Terms), Constant};
}

llvm::SmallVector<std::pair<Expr, Expr>, 2>
cudafix::wholeParts(ExprContext &C, Expr Of, llvm::function_ref<bool(Expr)> IsGiven) {
  llvm::SmallVector<std::pair<Expr, Expr>, 2> Out;
  auto Add = [&](Expr Parts) {
    Expr Size = Parts, Whole = C.sext(Parts, 64);
    while (Size->op() == Op::SDiv || Size->op() == Op::UDiv) {
      Whole = C.mul(Whole, C.sext(Size->arg(1), 64), NSW);
      Size = unwidened(Size->arg(0));
    }
    const bool Divides = Size != Parts && !unwidened(Parts->arg(1))->isConst();
    if (Divides && Size->op() == Op::Apply &&
        ExprContext::all(Parts, [&](Expr N) { return N->op() != Op::Apply || IsGiven(N); }))
      Out.push_back({C.sext(Size, 64), Whole});
  };
  ExprContext::visit(Of, [&](Expr N) {
    if (N->op() == Op::Mul)
      for (Expr Factor : N->args())
        Add(unwidened(Factor));
  });
  return Out;
}

namespace {
struct Range {
  int64_t Lo, Hi;
};
} // namespace

/// The values of a sum, difference or product of symbols as signed numbers; nullopt: it may wrap.
static std::optional<Range> rangeOf(const ExprContext &C, Expr E, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  auto Within = [&](Range R) {
    const bool Fits = R.Lo >= llvm::minIntN(E->width()) && R.Hi <= llvm::maxIntN(E->width());
    return Fits ? std::optional(R) : std::nullopt;
  };
  if (E->isConst())
    return Range{E->signedValue(), E->signedValue()};
  if (E->op() == Op::Apply) {
    const Symbol &S = C.symbol(E->symbol());
    if (!S.Signed && (S.Hi == INT64_MAX || S.Hi > llvm::maxIntN(E->width())))
      return std::nullopt; // it may be a negative number
    return Within(
        {std::max(S.Lo, llvm::minIntN(E->width())), std::min(S.Hi, llvm::maxIntN(E->width()))});
  }
  if ((E->op() != Op::Add && E->op() != Op::Sub && E->op() != Op::Mul) || Depth == MaxDepth)
    return std::nullopt;
  const auto A = rangeOf(C, E->arg(0), Depth + 1), B = rangeOf(C, E->arg(1), Depth + 1);
  if (!A || !B)
    return std::nullopt;
  std::optional<Range> Exact;
  for (int64_t X : {A->Lo, A->Hi})
    for (int64_t Y : {B->Lo, B->Hi}) {
      const std::optional<int64_t> R = E->op() == Op::Add   ? llvm::checkedAdd(X, Y)
                                       : E->op() == Op::Sub ? llvm::checkedSub(X, Y)
                                                            : llvm::checkedMul(X, Y);
      if (!R)
        return std::nullopt;
      Exact = Exact ? Range{std::min(Exact->Lo, *R), std::max(Exact->Hi, *R)} : Range{*R, *R};
    }
  return Within(*Exact);
}

uint8_t cudafix::noWrap(const ExprContext &C, Expr E) {
  const uint8_t Both = NSW | NUW;
  if ((E->flags() & Both) == Both ||
      (E->op() != Op::Add && E->op() != Op::Sub && E->op() != Op::Mul) || !rangeOf(C, E))
    return E->flags();
  // The same numbers are not negative when read as unsigned, either.
  auto IsNatural = [&](Expr N) { return rangeOf(C, N)->Lo >= 0; };
  const bool Natural = E->op() != Op::Sub && llvm::all_of(E->args(), IsNatural);
  return Natural ? Both : E->flags() | NSW;
}
