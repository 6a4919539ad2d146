// SPDX-License-Identifier: Apache-2.0

#include "model/Kernel.h"

using namespace cudafix;

static bool sameMemory(Space A, Space B) {
  if (A == Space::Surface || B == Space::Surface) // pointers cannot refer to surfaces
    return A == B;
  return A == B || A == Space::Generic || B == Space::Generic;
}

bool Kernel::mayAlias(ArrayId A, ArrayId B) const {
  if (A == B)
    return true;
  const Array &X = Arrays[A], &Y = Arrays[B];
  if (!sameMemory(X.Where, Y.Where))
    return false;
  if (X.Batch || Y.Batch)
    return false;
  if (!X.Unknown.empty() || !Y.Unknown.empty())
    return true;
  return X.AliasGroup != 0 && X.AliasGroup == Y.AliasGroup;
}
