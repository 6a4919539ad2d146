// SPDX-License-Identifier: Apache-2.0

#include "analysis/footprint/TensorStrides.h"
#include "model/Sums.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// The parameters in a product that are elements of arrays in structs.
static llvm::SmallVector<SymbolId, 2> elementFactors(const ExprContext &C, Expr Product) {
  llvm::SmallVector<SymbolId, 2> Out;
  llvm::SmallVector<Expr, 4> Work{Product};
  while (!Work.empty()) {
    Expr E = unwidened(Work.pop_back_val());
    if (E->op() == Op::Mul)
      Work.append(E->args().begin(), E->args().end());
    else if (E->op() == Op::Apply && C.symbol(E->symbol()).Element)
      Out.push_back(E->symbol());
  }
  return Out;
}

std::vector<SymbolId> cudafix::analysis::innermostStrides(const Kernel &K) {
  const ExprContext &C = *K.Ctx;
  llvm::SetVector<SymbolId> Found;
  llvm::DenseSet<SymbolId> Others;
  for (const Access &A : K.Accesses) {
    if (!A.Offset || K.array(A.Array).Where != Space::Global)
      continue;
    llvm::SmallVector<SymbolId, 4> Strides;
    bool AllScaled = true;
    summands(A.Offset, 1, [&](Expr E, int64_t) {
      if (E->isConst())
        return;
      llvm::SmallVector<SymbolId, 2> Of = elementFactors(C, E);
      AllScaled &= Of.size() == 1;
      Strides.append(Of);
    });
    auto IsOfOneArray = [&](SymbolId S) {
      const Symbol &First = C.symbol(Strides[0]), &Other = C.symbol(S);
      return First.Index == Other.Index && First.Element->Start == Other.Element->Start;
    };
    const bool IsTensor = AllScaled && llvm::all_of(Strides, IsOfOneArray);
    for (SymbolId S : Strides)
      if (const Symbol::ArrayElement &E = *C.symbol(S).Element; IsTensor && E.At + 1 == E.Count)
        Found.insert(S);
      else
        Others.insert(S);
  }
  Found.remove_if([&](SymbolId S) { return Others.contains(S); });
  return {Found.begin(), Found.end()};
}
