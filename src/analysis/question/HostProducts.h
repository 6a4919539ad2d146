// SPDX-License-Identifier: Apache-2.0
//
// Parameters for which host code passes a product of two others (stride = heads * size).
#pragma once

#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix::analysis {

class HostProducts {
public:
  HostProducts(const Kernel &K, const Launch &L, const TwoThreads &T);

  /// The product that the host passes for the parameter; null if it passes something else.
  Expr behind(Expr E) const { return E->op() == Op::Apply ? Products.lookup(E->symbol()) : Expr(); }

private:
  llvm::DenseMap<SymbolId, Expr> Products;
};

} // namespace cudafix::analysis
