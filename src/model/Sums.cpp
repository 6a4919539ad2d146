// SPDX-License-Identifier: Apache-2.0

#include "model/Sums.h"

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
