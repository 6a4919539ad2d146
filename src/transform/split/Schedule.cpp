// SPDX-License-Identifier: Apache-2.0

#include "transform/split/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace cudafix::transform {

namespace {

/// Finds strongly connected parts in topological order, by Kosaraju's algorithm with explicit
/// stacks.
class Scheduler {
public:
  Scheduler(ArrayRef<BasicBlock *> Blocks, const BasicBlock *Header) : Header(Header) {
    for (auto [I, B] : enumerate(Blocks))
      Position[B] = I;
  }

  Schedule run(ArrayRef<BasicBlock *> Blocks,
               function_ref<bool(const BasicBlock *)> StartsWithBarrier) {
    findNodes(Blocks);
    classify(StartsWithBarrier);
    connect();
    assignSegments();
    return std::move(S);
  }

private:
  bool stays(const BasicBlock *To) const { return To != Header && Position.contains(To); }

  /// Blocks in the order in which a depth-first search leaves them. Successors are taken
  /// last first, so that the reverse of the order follows the layout.
  SmallVector<BasicBlock *, 16> postOrder(ArrayRef<BasicBlock *> Blocks) const {
    SmallVector<BasicBlock *, 16> Order;
    SmallPtrSet<BasicBlock *, 16> Seen;
    auto Push = [&](auto &Stack, BasicBlock *B) {
      SmallVector<BasicBlock *, 4> Next;
      for (BasicBlock *Succ : successors(B))
        if (stays(Succ))
          Next.push_back(Succ);
      llvm::sort(Next, [&](auto *A, auto *C) { return Position.lookup(A) < Position.lookup(C); });
      Stack.emplace_back(B, std::move(Next));
    };
    SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 4>>, 16> Stack;
    for (BasicBlock *Root : reverse(Blocks)) {
      if (!Seen.insert(Root).second)
        continue;
      Push(Stack, Root);
      while (!Stack.empty()) {
        if (Stack.back().second.empty()) {
          Order.push_back(Stack.pop_back_val().first);
          continue;
        }
        BasicBlock *Next = Stack.back().second.pop_back_val();
        if (Seen.insert(Next).second)
          Push(Stack, Next);
      }
    }
    return Order;
  }

  void findNodes(ArrayRef<BasicBlock *> Blocks) {
    SmallVector<BasicBlock *, 16> Order = postOrder(Blocks);
    for (BasicBlock *Root : reverse(Order)) {
      if (S.NodeOf.contains(Root))
        continue;
      unsigned Index = S.Nodes.size();
      ScheduleNode &N = S.Nodes.emplace_back();
      S.NodeOf[Root] = Index;
      SmallVector<BasicBlock *, 8> Work{Root};
      while (!Work.empty()) {
        BasicBlock *B = Work.pop_back_val();
        N.Blocks.push_back(B);
        if (!stays(B))
          continue;
        for (BasicBlock *Pred : predecessors(B))
          if (Position.contains(Pred) && S.NodeOf.try_emplace(Pred, Index).second)
            Work.push_back(Pred);
      }
      llvm::sort(N.Blocks,
                 [&](auto *A, auto *B) { return Position.lookup(A) < Position.lookup(B); });
    }
  }

  void classify(function_ref<bool(const BasicBlock *)> StartsWithBarrier) {
    for (ScheduleNode &N : S.Nodes) {
      BasicBlock *First = N.Blocks.front();
      N.Cyclic = N.Blocks.size() > 1 || (stays(First) && is_contained(successors(First), First));
      bool Barrier = any_of(N.Blocks, StartsWithBarrier);
      N.Open = N.Cyclic && Barrier;
      N.Point = !N.Cyclic && Barrier;
    }
  }

  void connect() {
    for (auto [Index, N] : enumerate(S.Nodes))
      for (BasicBlock *B : N.Blocks)
        for (BasicBlock *Succ : successors(B)) {
          if (!stays(Succ) || S.NodeOf.lookup(Succ) == Index)
            continue;
          N.Succs.push_back(S.NodeOf.lookup(Succ));
          S.Nodes[N.Succs.back()].Preds.push_back(Index);
        }
  }

  /// Assigns segments: a node runs after the barriers on its paths and before those of other paths;
  /// a barrier in one branch waits for the other branch.
  void assignSegments() {
    for (ScheduleNode &N : S.Nodes) {
      for (unsigned P : N.Preds)
        N.Segment = std::max(N.Segment, S.Nodes[P].Segment);
      N.Segment += N.Point || N.Open;
      S.Segments = std::max(S.Segments, N.Segment + 1);
    }
  }

  const BasicBlock *Header;
  DenseMap<const BasicBlock *, unsigned> Position;
  Schedule S;
};

} // namespace

Schedule scheduleLevel(ArrayRef<BasicBlock *> Blocks, const BasicBlock *Header,
                       function_ref<bool(const BasicBlock *)> StartsWithBarrier) {
  return Scheduler(Blocks, Header).run(Blocks, StartsWithBarrier);
}

} // namespace cudafix::transform
