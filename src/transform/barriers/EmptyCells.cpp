// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/EmptyCells.h"
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {
namespace {

class EmptyCells {
public:
  EmptyCells(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
             llvm::ArrayRef<NodeId> Meeting)
      : K(K), Solving(Solving), Launches(Launches), Paths(K), Flow(K) {
    for (const Node &N : K.Nodes)
      for (const Edge &E : N.Succs)
        if (E.Cond && N.Succs.size() > 1 && N.Loop == NoId &&
            (returns(E) || passesBy(N.Id, E, Meeting)))
          Exits.push_back(&E), Leaves.push_back(N.Id);
    findGuards();
  }
  std::string find();

private:
  bool returns(const Edge &E) const {
    const std::vector<Edge> &Next = K.Nodes[E.To].Succs;
    return E.EarlyReturn || (Next.size() == 1 && Next.front().EarlyReturn);
  }
  bool passesBy(NodeId Branch, const Edge &E, llvm::ArrayRef<NodeId> Meeting) const;
  void findGuards();
  bool comesBefore(const Access &Write, const Access &Read) const;
  bool isFilledBefore(const Access &Write, NodeId Leave) const;
  bool mayMeet(const Access &Write, const Access &Read, Expr Left, const Launch &L);

  const Kernel &K;
  smt::Workspace &Solving;
  llvm::ArrayRef<Launch> Launches;
  analysis::FlowPaths Paths;
  analysis::FlowInfo Flow;
  /// By node: the condition under which a thread would reach it if no thread had left earlier.
  std::vector<Expr> Guards;
  std::vector<const Edge *> Exits;
  std::vector<NodeId> Leaves; ///< the nodes where these edges start
};

/// Returns true if threads that take the edge miss a place that others reach from the branch.
bool EmptyCells::passesBy(NodeId Branch, const Edge &E, llvm::ArrayRef<NodeId> Meeting) const {
  return llvm::any_of(Meeting, [&](NodeId N) {
    return llvm::is_contained(Paths.divergentBranches(N), Branch) && E.To != N &&
           !Flow.dominates(E.To, N);
  });
}

void EmptyCells::findGuards() {
  Kernel Staying = K;
  for (size_t I = 0; I < Exits.size(); ++I)
    for (auto &&[Stays, Was] : llvm::zip(Staying.Nodes[Leaves[I]].Succs, K.Nodes[Leaves[I]].Succs))
      Stays.Cond = K.Ctx->boolean(!llvm::is_contained(Exits, &Was));
  const analysis::FlowInfo StayFlow(Staying);
  for (const Node &N : K.Nodes) {
    const Expr Reached = StayFlow.reached(N.Id);
    Guards.push_back(Reached ? Reached : K.Ctx->boolean(true));
  }
}

/// Returns true if a thread that makes both accesses makes the write first.
bool EmptyCells::comesBefore(const Access &Write, const Access &Read) const {
  return K.Nodes[Write.Node].Loop == NoId && Flow.position(Write.Node) < Flow.position(Read.Node) &&
         Paths.reaches(Write.Node, Read.Node);
}

/// Returns true if each thread has written the same cell before it reaches the node where some
/// leave.
bool EmptyCells::isFilledBefore(const Access &Write, NodeId Leave) const {
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    return A.Kind == AccessKind::Write && A.Array == Write.Array && A.Offset == Write.Offset &&
           A.Size == Write.Size && !A.Guard && A.Node != Write.Node &&
           K.Nodes[A.Node].Loop == NoId && Flow.dominates(A.Node, Leave);
  });
}

bool EmptyCells::mayMeet(const Access &Write, const Access &Read, Expr Left, const Launch &L) {
  ExprContext &C = *K.Ctx;
  for (analysis::Scope Where : {analysis::Scope::SameWarp, analysis::Scope::OtherWarp}) {
    analysis::TwoThreads Threads(K, L, Where);
    std::vector<Expr> Query(Threads.constraints().begin(), Threads.constraints().end());
    Expr To = Threads.of(Write.Offset, 0), From = Threads.of(Read.Offset, 1);
    Query.push_back(Threads.of(Left, 0));
    for (const Edge *Exit : Exits)
      Query.push_back(C.lnot(Threads.of(Exit->Cond, 1)));
    Query.push_back(Threads.of(Guards[Write.Node], 0));
    Query.push_back(Threads.of(Guards[Read.Node], 1));
    for (const Access &Own : K.Accesses) // the reader may have filled the cell itself
      if (Own.Kind == AccessKind::Write && Own.Array == Read.Array && Own.Size == Read.Size &&
          Own.Offset && !Own.Guard && comesBefore(Own, Read))
        Query.push_back(
            C.lnot(C.land(Threads.of(Guards[Own.Node], 1), C.eq(Threads.of(Own.Offset, 1), From))));
    Query.push_back(C.slt(To, C.add(From, Threads.of(Read.Size, 1))));
    Query.push_back(C.slt(From, C.add(To, Threads.of(Write.Size, 0))));
    if (!smt::impossible(Solving, Query))
      return true;
  }
  return false;
}

std::string EmptyCells::find() {
  for (size_t I = 0; I < Exits.size(); ++I)
    for (const Access &Write : K.Accesses) {
      if (Write.Kind != AccessKind::Write || K.array(Write.Array).Where != Space::Shared ||
          !Paths.reaches(Leaves[I], Write.Node) || isFilledBefore(Write, Leaves[I]))
        continue;
      const llvm::BitVector After = Paths.accessesAfter(Write.Id);
      for (unsigned Id : After.set_bits()) {
        const Access &Read = K.access(Id);
        if (Read.Kind != AccessKind::Read || Read.Array != Write.Array || !Read.Offset ||
            !Write.Offset || !Read.Size || !Write.Size)
          continue;
        if (llvm::any_of(Launches,
                         [&](const Launch &L) { return mayMeet(Write, Read, Exits[I]->Cond, L); }))
          return K.array(Write.Array).Name;
      }
    }
  return "";
}

} // namespace

std::string leftEmpty(const Kernel &K, smt::Workspace &Solving, llvm::ArrayRef<Launch> Launches,
                      llvm::ArrayRef<NodeId> Meeting) {
  return EmptyCells(K, Solving, Launches, Meeting).find();
}

} // namespace cudafix::transform
