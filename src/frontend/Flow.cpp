// SPDX-License-Identifier: Apache-2.0
//
// Blocks as nodes, branches as edges with conditions, and which nodes are convergent.

#include "frontend/KernelBuilder.h"
#include "frontend/ptx/AsmLowering.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

void KernelBuilder::buildNodes() {
  std::vector<BasicBlock *> Live;
  for (BasicBlock *B : Flow.order().blocks())
    if (!Flow.isDead(B)) {
      NodeOf[B] = Live.size();
      Live.push_back(B);
    }
  K.Nodes.resize(Live.size() + 1);
  for (auto [Id, B] : enumerate(Live)) {
    Node &N = K.Nodes[Id];
    N.Id = Id;
    N.Loop = V.loopId(LI.getLoopFor(B));
    for (Instruction &I : *B) {
      for (SlotId S : SlotsBefore.lookup(&I)) {
        K.Slots[S].Node = Id;
        N.Events.push_back({Event::Kind::Slot, S});
      }
      addAccesses(I, N);
    }
    addEdges(*B, N);
    addAssumption(*B, N);
    for (const llvm::Loop *L = LI.getLoopFor(B); L; L = L->getParentLoop()) {
      cudafix::Loop &M = K.Loops[V.loopId(L)];
      M.Nodes.push_back(Id);
      if (L->getHeader() == B)
        M.Header = Id;
    }
  }
  K.Nodes.back().Id = Live.size();
  Unit.NodeBlock.assign(Live.begin(), Live.end());
  Unit.NodeBlock.push_back(nullptr);
  for (const LoopState &S : V.loops()) {
    auto Know = [&](Expr Fact, const BasicBlock *At) {
      if (Fact && !Fact->isTrue() && NodeOf.contains(At))
        K.Assumptions.push_back(
            {Fact, NodeOf.lookup(At), K.Loops[S.Id].Loc, /*Stated=*/true, /*OfTurns=*/true});
    };
    if (S.ExitFact && !S.ExitFact->isConst())
      Know(S.ExitFact, S.ExitBlock);
    Know(S.EntryFact, S.EntryBlock);
  }
}

/// Returns true if the statement, or the value it returns, is the last one of a function.
static bool isLast(const clang::Stmt *S, const clang::FunctionDecl &Of) {
  auto *Body = dyn_cast_or_null<clang::CompoundStmt>(Of.getBody());
  if (!Body || Body->body_empty())
    return false;
  const clang::Stmt *Last = Body->body_back();
  if (Last == S)
    return true;
  if (auto *Return = dyn_cast<clang::ReturnStmt>(Last))
    Last = Return->getRetValue();
  auto *E = dyn_cast_or_null<clang::Expr>(Last);
  return E && E->IgnoreImplicit() == S;
}

/// Returns true if nothing is done from the block on to the end of the kernel.
static bool isEnd(const BasicBlock *B) {
  constexpr unsigned MostBlocks = 16;
  for (unsigned N = 0; B && N < MostBlocks; ++N, B = B->getSingleSuccessor()) {
    if (any_of(*B, [](const Instruction &I) {
          return !I.isTerminator() && I.mayHaveSideEffects() && !I.isDebugOrPseudoInst() &&
                 !I.isLifetimeStartOrEnd();
        }))
      return false;
    if (isa<ReturnInst>(B->getTerminator()))
      return true;
  }
  return false;
}

/// Returns true for a `return` that is not the last statement of the kernel, nor of a function
/// whose call ends the kernel. All blocks of a macro have the same location, and its last block
/// counts as its end.
bool KernelBuilder::isEarlyReturn(const Instruction &T) {
  const DILocation *L = T.getDebugLoc().get();
  if (!L || !Decl || T.getNumSuccessors() != 1 || !isEnd(T.getSuccessor(0)))
    return false;
  if (Source.place(L, PlaceKind::Any).Loc.InMacro &&
      T.getParent()->getNextNode() == T.getSuccessor(0))
    return false;
  const clang::Stmt *S =
      Source.statement(L, [](const clang::Stmt *S) { return isa<clang::ReturnStmt>(S); });
  for (bool Called = false; S; Called = true) {
    const DILocation *Call = L->getInlinedAt();
    const clang::FunctionDecl *In = Call ? Source.function(L->getScope()->getSubprogram()) : Decl;
    if (!In || isLast(S, *In) != Called)
      return false;
    if (!Call)
      return true;
    L = Call;
    S = Source.statement(L, [](const clang::Stmt *S) { return isa<clang::CallExpr>(S); });
  }
  return false;
}

SourceLoc KernelBuilder::conditionLoc(const Instruction &T) {
  const DILocation *L = T.getDebugLoc().get();
  return L ? Source.place(L, PlaceKind::Any).Loc : SourceLoc();
}

void KernelBuilder::addEdges(BasicBlock &B, Node &N) {
  Instruction &T = *B.getTerminator();
  NodeId ExitNode = K.Nodes.size() - 1;
  if (Flow.leaves(&B)) {
    cudafix::Edge E;
    E.To = ExitNode;
    E.Cond = K.Ctx->boolean(true);
    E.EarlyReturn = !isa<ReturnInst>(T);
    N.Succs.push_back(std::move(E));
    return;
  }
  SmallVector<const BasicBlock *, 4> Targets;
  for (const BasicBlock *S : successors(&B))
    if (!Flow.isDead(S) && !is_contained(Targets, S))
      Targets.push_back(S);
  bool Early = isEarlyReturn(T);
  if (Early)
    T.setMetadata(EarlyReturnMetadata, MDNode::get(T.getContext(), {}));
  for (const BasicBlock *S : Targets) {
    cudafix::Edge E;
    E.To = NodeOf.lookup(S);
    E.Cond = V.edge(&B, S);
    E.Divergent = Targets.size() > 1 && U.isDivergentBranch(B);
    const llvm::Loop *L = LI.getLoopFor(S);
    E.Back = L && L->getHeader() == S && L->contains(&B);
    E.EarlyReturn = Early;
    if ((Targets.size() > 1 || Early) && !T.getMetadata(OpcodeMetadata))
      E.Loc = conditionLoc(T);
    N.Succs.push_back(std::move(E));
  }
}

/// Adds the assumption that no failing assert and no unreachable path is taken.
void KernelBuilder::addAssumption(const BasicBlock &B, const Node &N) {
  SmallVector<Expr, 2> Live;
  bool Any = false;
  for (const BasicBlock *S : successors(&B)) {
    Any |= Flow.isDead(S);
    if (!Flow.isDead(S))
      Live.push_back(V.rawEdge(&B, S));
  }
  if (!Any || Flow.leaves(&B))
    return;
  Expr Known = K.Ctx->lor(Live);
  if (!Known->isConst())
    K.Assumptions.push_back({Known, N.Id, conditionLoc(*B.getTerminator())});
}

/// Threads that returned early do not count, nor do the paths to their return: what remains must
/// not depend on a divergent branch.
void KernelBuilder::findConvergence() {
  unsigned Count = K.Nodes.size(), Exit = Count - 1;
  BitVector Gone(Count);
  for (unsigned N = Count; N-- > 0;)
    if (N != Exit && all_of(K.Nodes[N].Succs, [&](const cudafix::Edge &E) {
          return E.EarlyReturn || (E.To > N && Gone.test(E.To));
        }))
      Gone.set(N);
  auto Divergent = [&](bool WithReturns) {
    Graph G(Count);
    BitVector Seeds(Count);
    for (const Node &N : K.Nodes)
      for (const cudafix::Edge &E : N.Succs) {
        if (!WithReturns && !Gone.test(N.Id) && Gone.test(E.To))
          continue;
        G[N.Id].push_back(E.To);
        if (E.Divergent)
          Seeds.set(N.Id);
      }
    return ControlDependence(std::move(G), Exit).dependents(Seeds);
  };
  BitVector Strict = Divergent(true), Relaxed = Divergent(false);
  for (Node &N : K.Nodes)
    N.Convergent = !(Gone.test(N.Id) ? Strict : Relaxed).test(N.Id);
}
