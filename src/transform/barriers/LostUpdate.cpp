// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/LostUpdate.h"
#include "analysis/question/Race.h"
#include "convention/RaceOptions.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace cudafix::transform {

using namespace llvm;

namespace {

/// All values that are computed from a load.
SmallPtrSet<const Value *, 32> valuesFrom(const Instruction *Load) {
  SmallPtrSet<const Value *, 32> Found{Load};
  SmallVector<const Value *, 8> Work{Load};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (Found.insert(U).second)
        Work.push_back(U);
  return Found;
}

/// Returns true if one of the values decides whether the block of the store is reached.
bool decidesOn(const SmallPtrSetImpl<const Value *> &Values, const BasicBlock *Place) {
  PostDominatorTree After(const_cast<Function &>(*Place->getParent()));
  return any_of(*Place->getParent(), [&](const BasicBlock &B) {
    const Instruction *End = B.getTerminator();
    return Values.contains(End) && !After.dominates(Place, &B) && isPotentiallyReachable(&B, Place);
  });
}

bool isSamePlace(const frontend::KernelUnit &K, const Access &R, const Access &W) {
  return R.Array == W.Array &&
         (R.Offset == W.Offset || getLoadStorePointerOperand(K.AccessInst[R.Id]) ==
                                      getLoadStorePointerOperand(K.AccessInst[W.Id]));
}

bool needs(const analysis::RaceAnswer &R, Convention Of) {
  return any_of(R.Premises, [&](const Premise &P) { return P.Of == Of; });
}

/// Returns true if two threads may make the stores at the same time, in the same iteration of
/// loops. The convention that only one thread finds a key does not exclude this if several threads
/// load.
bool collide(const Context &C, AccessId A, AccessId B, Confidence Asked) {
  const Kernel &K = C.K.Model;
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  return any_of(C.Launches, [&](const Launch &L) {
    return any_of(analysis::askRace(K, L, analysis::BarrierSet::all(K), A, B, Opts),
                  [&](const analysis::RaceAnswer &R) {
                    return std::holds_alternative<Satisfiable>(R.Answer) && !R.SameValue &&
                           !R.CarriedByLoop &&
                           (R.How != Confidence::Possible || Asked == Confidence::Possible ||
                            needs(R, Convention::SortedKeys));
                  });
  });
}

} // namespace

bool isUpdate(const frontend::KernelUnit &K, AccessId Read, AccessId Write) {
  const Access &R = K.Model.access(Read), &W = K.Model.access(Write);
  const auto *Load = dyn_cast_or_null<LoadInst>(K.AccessInst[Read]);
  const auto *Store = dyn_cast_or_null<StoreInst>(K.AccessInst[Write]);
  if (!Load || !Store || R.Kind != AccessKind::Read || W.Kind != AccessKind::Write ||
      !isSamePlace(K, R, W))
    return false;
  SmallPtrSet<const Value *, 32> Values = valuesFrom(Load);
  return Values.contains(Store->getValueOperand()) || decidesOn(Values, Store->getParent());
}

std::string lostUpdate(const Context &C, const Finding &F) {
  const Kernel &K = C.K.Model;
  if (F.Accesses.size() != 2)
    return "";
  AccessId Read = F.Accesses[0], Write = F.Accesses[1];
  if (K.access(Read).Kind != AccessKind::Read)
    std::swap(Read, Write);
  if (K.access(Read).Kind != AccessKind::Read || K.access(Write).Kind != AccessKind::Write)
    return "";
  for (const Access &W : K.Accesses)
    if (W.Array == K.access(Write).Array && isUpdate(C.K, Read, W.Id) &&
        collide(C, W.Id, W.Id, F.How))
      return K.access(Read).Loc == W.Loc
                 ? "several threads update one cell in line " + std::to_string(W.Loc.Line) +
                       ": no barrier keeps one update from being lost to the other"
                 : "line " + std::to_string(W.Loc.Line) +
                       " stores what comes of the value that line " +
                       std::to_string(K.access(Read).Loc.Line) +
                       " loads, and several threads do so with one cell: with a barrier between "
                       "the two they still lose all updates but one; it takes one atomic "
                       "operation, a reduction, or one thread that does it";
  return "";
}

} // namespace cudafix::transform
