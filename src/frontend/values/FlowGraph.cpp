// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/FlowGraph.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

FlowGraph::FlowGraph(Function &F, const LoopInfo &LI, const KernelUniformity &U)
    : Order(F, LI), U(U), Dependence(graph(*this, F), Order.blocks().size()) {
  BitVector Seeds(Order.blocks().size() + 1);
  for (auto [I, B] : enumerate(Order.blocks()))
    if (!isDead(B) && U.isDivergentBranch(*B))
      Seeds.set(I);
  Divergent = Dependence.dependents(Seeds);
}

void FlowGraph::findDead() {
  for (BasicBlock *B : reverse(Order.blocks())) {
    bool Ends = isa<UnreachableInst>(B->getTerminator());
    for (Instruction &I : *B)
      if (auto *C = dyn_cast<CallBase>(&I)) {
        CallKind K = classify(*C).Kind;
        if (K == CallKind::Leave) {
          Leaves[B] = true;
          Ends = false;
          break;
        }
        Ends |= K == CallKind::Trap;
      }
    if (isa<ReturnInst>(B->getTerminator()) && !Ends)
      Leaves[B] = true;
    if (Leaves.lookup(B))
      continue;
    Dead[B] = Ends || all_of(successors(B), [&](BasicBlock *S) {
                return Order.position(S) > Order.position(B) && Dead.lookup(S);
              });
  }
  if (Dead.lookup(Order.blocks().front())) // nothing would be left
    Dead.clear(), Undefined = true;
}

Graph FlowGraph::graph(FlowGraph &G, Function &F) {
  G.findDead();
  ArrayRef<BasicBlock *> Blocks = G.Order.blocks();
  Graph Succs(Blocks.size() + 1);
  for (auto [I, B] : enumerate(Blocks)) {
    if (G.leaves(B)) {
      Succs[I].push_back(Blocks.size());
      continue;
    }
    for (BasicBlock *S : successors(B))
      if (!G.isDead(S) && !is_contained(Succs[I], G.Order.position(S)))
        Succs[I].push_back(G.Order.position(S));
  }
  return Succs;
}

bool FlowGraph::isConvergent(const BasicBlock *B) const {
  return !Divergent.test(Order.position(B));
}

Uniformity FlowGraph::trip(const llvm::Loop &L) const {
  Uniformity Result = Uniformity::Launch;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  SmallVector<unsigned, 8> Work;
  BitVector Seen(Order.blocks().size() + 1);
  for (BasicBlock *B : Exiting)
    if (!isDead(B))
      Work.push_back(Order.position(B));
  while (!Work.empty()) {
    unsigned N = Work.pop_back_val();
    if (Seen.test(N))
      continue;
    Seen.set(N);
    BasicBlock *B = Order.blocks()[N];
    // An exit whose target aborts the launch does not count.
    unsigned Live = count_if(successors(B), [&](BasicBlock *S) { return !isDead(S); });
    if (Live > 1)
      Result = std::max(Result, U.branch(*B));
    for (unsigned P : Dependence.parents(N))
      if (L.contains(Order.blocks()[P]))
        Work.push_back(P);
  }
  return Result;
}
