// SPDX-License-Identifier: Apache-2.0
//
// Builds the model of one kernel: analyses its IR, then adds the parts of the model one by one.
#pragma once

#include "frontend/ModelBuilder.h"
#include "frontend/values/Values.h"
#include "llvm/Analysis/LoopInfo.h"

namespace cudafix::frontend {

class KernelBuilder {
public:
  KernelBuilder(const ModelInput &In, const clang::FunctionDecl *Decl, llvm::Function &F);
  KernelUnit build();

private:
  // KernelBuilder.cpp
  void describe();
  void buildParams();
  void buildLoops();
  bool isInvariant(const llvm::Value *X, const llvm::Loop &L, unsigned Depth = 0) const;
  bool partsLanes(llvm::Value *Mask);
  bool isSpinWait(const llvm::Loop &L);
  /// Returns true if each turn of the loop tries the compare-and-swap with the value last seen, and
  /// the loop ends when it succeeds.
  bool isRetried(const llvm::AtomicCmpXchgInst &X, const llvm::Loop &L) const;
  bool waitsOnOthers(const llvm::Instruction &I, const llvm::Loop &L);
  // Arrays.cpp
  ArrayId array(unsigned Object);
  Array describeArray(unsigned Object);
  void finishArrays();
  // Accesses.cpp
  void addAccesses(llvm::Instruction &I, Node &N);
  void addCall(llvm::CallBase &C, Node &N);
  Expr inBounds(const llvm::Value *Ptr);
  Expr inRow(const llvm::Value *Ptr);
  Expr entryOf(const llvm::Value *Ptr, PointsTo &To);
  SourcePlace placeOf(const llvm::Instruction &I, PlaceKind Where);
  void addAccess(llvm::Instruction &I, const llvm::Value *Ptr, AccessKind Kind, Expr Size,
                 PlaceKind Place, Expr Value, Node &N);
  void addSurfaceAccess(llvm::CallBase &C, bool Write, Node &N);
  ArrayId surface(const llvm::Value *Handle);
  void record(Access A, llvm::Instruction &I, const SourcePlace &P, Node &N);
  /// Adds an operation to the model and an event for it to the node.
  template <typename T>
  void addEvent(Event::Kind What, T X, std::vector<T> &To, const SourcePlace &P, Node &N) {
    X.Id = To.size();
    X.Node = N.Id;
    X.Loc = P.Loc;
    X.CallChain = P.CallChain;
    X.Text = P.Text;
    N.Events.push_back({What, X.Id});
    To.push_back(std::move(X));
  }
  void addGap(const llvm::Instruction &I, const Node &N, llvm::StringRef Reason, bool Memory,
              bool Sync);
  AtomicScope scope(llvm::SyncScope::ID Id) const;
  Expr bytes(llvm::Type *T);
  void alignParts();
  void findPartners();
  void findGuesses();
  void findExchanges();
  void noteLocks();
  // Counts.cpp
  bool isInEachTurn(const llvm::BasicBlock &B) const;
  /// Terms that equal the lane if blocks have one row, or rows of whole warps.
  llvm::SmallVector<Expr, 2> lanes() const;
  void addVotes(const llvm::CallBase &Popc);
  void addScan(const llvm::CallBase &Shuffle);
  void findLaneSums();
  llvm::SmallVector<Expr, 8> conditionsOn(const llvm::BasicBlock &Latch);
  Expr boundAfter(const RunningSum &X, Expr Next, const llvm::BasicBlock &Latch);
  /// An integer that a loop carries from turn to turn.
  struct Carried {
    const llvm::Loop &In;
    const llvm::PHINode &Of;
    Expr Is, Next, Start; ///< in a turn, in the next turn, before the loop
  };
  void eachCarried(llvm::function_ref<void(const Carried &)> Take);
  void findRunningSums();
  void findKept();
  void findGuarded();
  // Handouts.cpp
  void findHandouts();
  const Access *ticketIn(Expr Drawn, const llvm::BasicBlock &B);
  Expr conditionOf(const llvm::BasicBlock &B);
  bool isOfOneThread(Expr Cond);
  void addBroadcasts(const llvm::StoreInst &Put);
  void addShuffle(const llvm::CallBase &Shuffle);
  // Synchronization.cpp
  void addBarrier(llvm::CallBase &C, const CallModel &M, Node &N);
  void addCollective(llvm::CallBase &C, Node &N);
  void addAsyncStep(Node &N, bool Wait, unsigned Prior);
  void addFence(llvm::Instruction &I, AtomicScope Scope, Node &N);
  void addAsyncOp(llvm::CallBase &C, AsyncOp::Kind What, Node &N);
  // Flow.cpp
  void buildNodes();
  void addEdges(llvm::BasicBlock &B, Node &N);
  void addAssumption(const llvm::BasicBlock &B, const Node &N);
  void assumeSizes();
  bool isEarlyReturn(const llvm::Instruction &Terminator);
  SourceLoc conditionLoc(const llvm::Instruction &Terminator);
  void findConvergence();
  void findIrreducible();

  const ModelInput &In;
  const clang::FunctionDecl *Decl;
  llvm::Function &F;
  KernelUnit Unit;
  Kernel &K;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  MemoryObjects Objects;
  Stability Loads;
  KernelUniformity U;
  FlowGraph Flow;
  SourceIndex Source;
  Values V;
  std::map<unsigned, ArrayId> ArrayOf;
  llvm::DenseMap<const void *, ArrayId> SurfaceOf; ///< null: surfaces of unknown origin
  llvm::DenseMap<const llvm::BasicBlock *, NodeId> NodeOf;
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<SlotId, 1>> SlotsBefore;
};

} // namespace cudafix::frontend
