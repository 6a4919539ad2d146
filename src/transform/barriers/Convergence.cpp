// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/Convergence.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace cudafix::transform {

Convergence::Convergence(Function &F, const BlockSet &Divergent) : F(F), DT(F), PDT(F) {
  SmallVector<BasicBlock *, 16> Work;
  for (BasicBlock &B : F)
    if (Divergent.contains(&B))
      Work.push_back(&B);
  while (!Work.empty()) {
    BasicBlock *Branch = Work.pop_back_val();
    if (!PDT.getNode(Branch))
      continue;
    DomTreeNodeBase<BasicBlock> *Join = PDT.getNode(Branch)->getIDom();
    for (BasicBlock *Succ : successors(Branch))
      for (auto *N = PDT.getNode(Succ); N && N != Join; N = N->getIDom())
        if (BasicBlock *B = N->getBlock();
            B && NonConvergent.insert(B).second && B->getTerminator()->getNumSuccessors() > 1)
          Work.push_back(B);
  }
}

BasicBlock *Convergence::convergentDominator(BasicBlock *B) const {
  auto *N = DT.getNode(B);
  while (N && !isConvergent(N->getBlock()))
    N = N->getIDom();
  return N ? N->getBlock() : nullptr;
}

BasicBlock *Convergence::convergentPostDominator(BasicBlock *B) const {
  auto *N = PDT.getNode(B);
  while (N && N->getBlock() && !isConvergent(N->getBlock()))
    N = N->getIDom();
  return N ? N->getBlock() : nullptr;
}

SmallPtrSet<BasicBlock *, 16> Convergence::between(BasicBlock *Entry, BasicBlock *End) const {
  SmallPtrSet<BasicBlock *, 16> Found;
  SmallVector<BasicBlock *, 16> Work(successors(Entry));
  while (!Work.empty()) {
    BasicBlock *B = Work.pop_back_val();
    if (B != End && Found.insert(B).second)
      Work.append(succ_begin(B), succ_end(B));
  }
  return Found;
}

Expected<Region> Convergence::regionAround(BasicBlock *B) const {
  BasicBlock *Entry = convergentDominator(B), *End = convergentPostDominator(B);
  // Jumps into and out of the middle widen the region until it has one entry and one end.
  while (Entry && End) {
    SmallPtrSet<BasicBlock *, 16> Blocks = between(Entry, End);
    BasicBlock *NewEntry = Entry, *NewEnd = End;
    if (Blocks.contains(Entry)) {
      auto *Up = DT.getNode(Entry)->getIDom();
      NewEntry = Up ? convergentDominator(Up->getBlock()) : nullptr;
    }
    for (BasicBlock &Inner : F) {
      if (!Blocks.contains(&Inner))
        continue;
      if (NewEntry && !DT.properlyDominates(NewEntry, &Inner))
        NewEntry = convergentDominator(DT.findNearestCommonDominator(NewEntry, &Inner));
      if (NewEnd && !PDT.dominates(NewEnd, &Inner)) {
        BasicBlock *Common = PDT.findNearestCommonDominator(NewEnd, &Inner);
        NewEnd = Common ? convergentPostDominator(Common) : nullptr;
      }
    }
    if (NewEntry == Entry && NewEnd == End) {
      Region R{Entry, End, {}};
      for (BasicBlock &Inner : F)
        if (Blocks.contains(&Inner))
          R.Blocks.push_back(&Inner);
      return R;
    }
    Entry = NewEntry;
    End = NewEnd;
  }
  return createStringError("the threads do not meet again on every path around this point");
}

} // namespace cudafix::transform
