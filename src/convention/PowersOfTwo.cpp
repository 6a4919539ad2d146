// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// The value that a stride which halves or doubles starts from.
static Expr withoutShifts(Expr E) {
  auto Halves = [](Expr N) {
    return N->op() == Op::Shl || N->op() == Op::LShr || N->op() == Op::AShr ||
           ((N->op() == Op::UDiv || N->op() == Op::SDiv) && N->arg(1)->isConst() &&
            llvm::isPowerOf2_64(N->arg(1)->value()));
  };
  while (Halves(E))
    E = E->arg(0);
  return E;
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  auto IsSize = [&](Expr E) { // of parameters alone
    bool Any = false, Other = false;
    ExprContext::visit(E, [&](Expr N) {
      bool Is = llvm::is_contained(Case.parameters(), N);
      Any |= Is;
      Other |= N->op() == Op::Apply && !Is;
    });
    return Any && !Other;
  };
  llvm::SetVector<Expr> Powers;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      for (Expr Mask : N->args())
        if (N->op() == Op::And && Mask->op() == Op::Add && Mask->arg(1)->isConst() &&
            Mask->arg(1)->signedValue() == -1)
          if (Expr P = withoutShifts(Mask->arg(0)); IsSize(P))
            Powers.insert(P);
    });
  if (Powers.empty())
    return {};
  Need Of;
  for (Expr P : Powers) {
    Expr Zero = C.constant(0, P->width());
    Expr Mask = C.add(P, C.constant(-1, P->width()));
    Of.add(Convention::PowersOfTwo, C.ult(Zero, P));
    Of.add(Convention::PowersOfTwo, C.eq(C.binary(Op::And, P, Mask), Zero));
  }
  addUsualSizes(Case, Of);
  return {Of};
}

const Rule convention::PowersOfTwo = {
    Convention::PowersOfTwo,
    R"(A size that is used as a mask of bits (i & (size - 1)) is a power of two, and so is what it was
halved or doubled from.

When a race needs it: it vanishes if such sizes of the host are powers of two.)",
    ask};
