// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/Overwritten.h"
#include "analysis/flow/FlowPaths.h"

namespace cudafix::transform {

/// Returns true if `Then` can follow `First` with no barrier and no read of their array in between.
static bool followsUnread(const Kernel &K, const analysis::FlowPaths &Paths, AccessId First,
                          AccessId Then) {
  bool Follows = false;
  auto Stop = [&](const Event &E) {
    if (E.What == Event::Kind::Barrier)
      return K.barrier(E.Id).Kind == BarrierKind::Block;
    if (E.What != Event::Kind::Access)
      return false;
    Follows |= E.Id == Then;
    return E.Id == Then || (K.access(E.Id).Array == K.access(First).Array &&
                            K.access(E.Id).Kind != AccessKind::Write);
  };
  Paths.visitAfter(Paths.access(First), Stop, [](const Event &) {});
  return Follows;
}

std::string overwritten(const Kernel &K, const Finding &F) {
  if (F.Accesses.size() != 2)
    return "";
  for (AccessId Id : F.Accesses)
    if (K.access(Id).Kind != AccessKind::Write || K.access(Id).Partner != NoId)
      return "";
  const analysis::FlowPaths Paths(K);
  AccessId First = F.Accesses[0], Then = F.Accesses[1];
  if (K.access(Then).Loc < K.access(First).Loc)
    std::swap(First, Then);
  if (!followsUnread(K, Paths, First, Then)) {
    std::swap(First, Then);
    if (!followsUnread(K, Paths, First, Then))
      return "";
  }
  if (const Expr Value = K.access(First).Value; Value && Value->isConst())
    return "";
  return "line " + std::to_string(K.access(Then).Loc.Line) + " overwrites what line " +
         std::to_string(K.access(First).Loc.Line) +
         " stores before any thread reads it: a barrier only says which value stays; is the "
         "subscript right?";
}

} // namespace cudafix::transform
