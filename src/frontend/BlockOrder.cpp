// SPDX-License-Identifier: Apache-2.0

#include "frontend/BlockOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace cudafix::frontend;

/// The loop directly inside `L` that holds `B`, or null when B belongs to L itself.
static llvm::Loop *childLoop(const LoopInfo &LI, const BasicBlock *B, const llvm::Loop *L) {
  llvm::Loop *C = LI.getLoopFor(B);
  if (C == L)
    return nullptr;
  while (C && C->getParentLoop() != L)
    C = C->getParentLoop();
  return C;
}

BlockOrder::BlockOrder(Function &F, const LoopInfo &LI) : LI(LI) {
  order(&F.getEntryBlock(), nullptr);
  for (auto [I, B] : enumerate(Blocks))
    Position[B] = I;
}

/// Depth-first post-order of the blocks of `L`, inner loops taken as one block each.
void BlockOrder::order(BasicBlock *Entry, const llvm::Loop *L) {
  struct Frame {
    BasicBlock *Block;
    SmallVector<BasicBlock *, 4> Next;
  };
  SmallPtrSet<BasicBlock *, 32> Seen;
  SmallVector<Frame, 16> Stack;
  SmallVector<BasicBlock *, 32> Post;
  auto Visit = [&](BasicBlock *B) {
    llvm::Loop *C = childLoop(LI, B, L);
    if (C)
      B = C->getHeader();
    if (!Seen.insert(B).second)
      return;
    SmallVector<BasicBlock *, 4> Next;
    if (C)
      C->getExitBlocks(Next);
    else
      Next.assign(succ_begin(B), succ_end(B));
    erase_if(Next, [&](BasicBlock *S) { return (L && !L->contains(S)) || S == Entry; });
    Stack.push_back({B, std::move(Next)});
  };
  Visit(Entry);
  while (!Stack.empty()) {
    if (Stack.back().Next.empty()) {
      Post.push_back(Stack.back().Block);
      Stack.pop_back();
      continue;
    }
    // The last successor first: then-branches stand before else-branches in the result.
    BasicBlock *S = Stack.back().Next.pop_back_val();
    Visit(S);
  }
  for (BasicBlock *B : reverse(Post)) {
    llvm::Loop *C = B == Entry && L ? nullptr : childLoop(LI, B, L);
    if (C)
      order(B, C);
    else
      Blocks.push_back(B);
  }
}
