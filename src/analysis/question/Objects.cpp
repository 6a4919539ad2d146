// SPDX-License-Identifier: Apache-2.0
#include "analysis/question/Objects.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::analysis {

const Origin *originOf(const Launch &L, ArrayId A) {
  auto It = llvm::find_if(L.Origins, [&](const Origin &O) { return O.Array == A; });
  return It == L.Origins.end() ? nullptr : &*It;
}

bool surelyDistinct(const Kernel &K, llvm::ArrayRef<Launch> Launches, ArrayId A, ArrayId B) {
  const Array &X = K.array(A), &Y = K.array(B);
  if (A == B || X.Where == Space::Generic || Y.Where == Space::Generic || !X.Unknown.empty() ||
      !Y.Unknown.empty())
    return false;
  if (X.Where != Y.Where || (X.Where != Space::Global && X.Where != Space::Surface))
    return true;
  return !Launches.empty() && llvm::all_of(Launches, [&](const Launch &L) {
    const Origin *O = originOf(L, A), *P = originOf(L, B);
    return O && P && O->Bytes && P->Bytes && O->Object != P->Object;
  });
}

} // namespace cudafix::analysis
