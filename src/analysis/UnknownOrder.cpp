// SPDX-License-Identifier: Apache-2.0

#include "analysis/UnknownOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

UnknownOrder::UnknownOrder(const Kernel &K) : K(K) {
  if (llvm::any_of(K.Barriers, [](const Barrier &B) { return B.Kind == BarrierKind::Other; }))
    Paths.emplace(K);
}

bool UnknownOrder::stops(const Event &E) const {
  return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Other;
}

bool UnknownOrder::mayOrder(AccessId A, AccessId B) const {
  if (!Paths)
    return false;
  auto Stop = [&](const Event &E) { return stops(E); };
  auto Free = [](const Event &) { return 0u; };
  Position At[2] = {Paths->access(A), Paths->access(B)};
  for (unsigned I : {0, 1})
    for (PathKind Kind : {PathKind::Forward, PathKind::AroundLoop})
      if (Paths->find(At[I], At[1 - I], Kind, Stop, Free))
        return false;
  return A != B && !Paths->nodesBefore(At[0], Stop).anyCommon(Paths->nodesBefore(At[1], Stop));
}
