// SPDX-License-Identifier: Apache-2.0
//
// Flattening on small functions of every shape, by running them: the threads report the
// same as before, and pass every barrier together.

#include "transform/Flatten.h"
#include "LockstepInterpreter.h"
#include "RandomFunction.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace cudafix::transform;

namespace {

/// The argument `tid` differs between threads, a reduction's result does not.
struct TestTTI : TargetTransformInfoImplCRTPBase<TestTTI> {
  explicit TestTTI(const DataLayout &DL) : TargetTransformInfoImplCRTPBase(DL) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    if (auto *I = dyn_cast<Instruction>(V); I && blockBarrier(*I))
      return InstructionUniformity::AlwaysUniform;
    return isa<Argument>(V) && V->getName() == "tid" ? InstructionUniformity::NeverUniform
                                                     : InstructionUniformity::Default;
  }
};

BlockSet divergentBranches(Function &F, BarrierScope) {
  FunctionAnalysisManager AM;
  AM.registerPass([] { return PassInstrumentationAnalysis(); });
  AM.registerPass([] { return DominatorTreeAnalysis(); });
  AM.registerPass([] { return CycleAnalysis(); });
  AM.registerPass([] { return UniformityInfoAnalysis(); });
  AM.registerPass([] {
    return TargetIRAnalysis([](const Function &F) {
      return TargetTransformInfo(std::make_unique<TestTTI>(F.getDataLayout()));
    });
  });
  UniformityInfo &UI = AM.getResult<UniformityInfoAnalysis>(F);
  BlockSet Found;
  for (BasicBlock &B : F)
    if (UI.hasDivergentTerminator(B))
      Found.insert(&B);
  return Found;
}

std::string print(const Function &F) {
  std::string S;
  raw_string_ostream OS(S);
  F.print(OS);
  return S;
}

std::vector<LockstepThread> threads(Function &F) {
  std::vector<LockstepThread> T;
  for (uint64_t Tid = 0; Tid < 6; ++Tid)
    T.emplace_back(F, ArrayRef<uint64_t>{Tid * 2654435761u & 0xffffffff, 5});
  return T;
}

std::vector<uint64_t> withoutBarriers(std::vector<uint64_t> Events) {
  std::erase(Events, BarrierEvent);
  return Events;
}

/// By number of events before it: whether a barrier was passed there.
std::set<size_t> barrierPositions(ArrayRef<uint64_t> Events) {
  std::set<size_t> Found;
  size_t Seen = 0;
  for (uint64_t E : Events)
    E == BarrierEvent ? (void)Found.insert(Seen) : (void)++Seen;
  return Found;
}

/// `Plain`: barriers put in naively; `Flat`: flattened. True if both behave alike and all
/// threads pass the barriers of `Flat` together.
testing::AssertionResult sameBehaviour(Function &Plain, Function &Flat) {
  if (verifyFunction(Flat))
    return testing::AssertionFailure() << "broken:\n" << print(Flat);
  std::vector<LockstepThread> Alone = threads(Plain), Together = threads(Flat);
  if (std::string Problem = runLockstep(Together); !Problem.empty())
    return testing::AssertionFailure() << Problem << "\n" << print(Plain) << print(Flat);
  for (auto [A, T] : zip(Alone, Together)) {
    if (!runAlone(A))
      return testing::AssertionFailure() << "the original does not end";
    if (withoutBarriers(A.Events) != withoutBarriers(T.Events))
      return testing::AssertionFailure() << "events differ\n" << print(Plain) << print(Flat);
    std::set<size_t> Now = barrierPositions(T.Events);
    for (size_t P : barrierPositions(A.Events))
      if (!Now.contains(P))
        return testing::AssertionFailure() << "a barrier is lost\n" << print(Plain) << print(Flat);
  }
  return testing::AssertionSuccess();
}

/// Barriers that some threads miss: those that were there before, outside every region.
SmallVector<CallInst *, 4> divergentBarriers(Function &F) {
  Convergence C(F, divergentBranches(F, BarrierScope::Block));
  SmallVector<CallInst *, 4> Found;
  for (BasicBlock &B : F)
    for (Instruction &I : B)
      if (blockBarrier(I) && !C.isConvergent(&B))
        Found.push_back(cast<CallInst>(&I));
  return Found;
}

/// Moves what is left of the divergent barriers to where all threads pass.
Error hoistRest(Function &F) {
  SmallVector<BarrierPoint, 4> Points;
  for (CallInst *Call : divergentBarriers(F)) {
    Instruction *Next = Call->getNextNode();
    while (blockBarrier(*Next))
      Next = Next->getNextNode();
    Points.push_back({Next, BarrierScope::Block});
    Call->eraseFromParent();
  }
  return placeBarriers(F, Points, divergentBranches);
}

/// Puts barriers before the chosen instructions, naively in a copy and by flattening.
testing::AssertionResult checkPoints(Function &F, ArrayRef<Instruction *> Before) {
  ValueToValueMapTy Map;
  Function *Plain = CloneFunction(&F, Map);
  SmallVector<BarrierPoint, 4> Points;
  for (Instruction *I : Before) {
    IRBuilder<> B(cast<Instruction>(Map[I]));
    createBarrier(B, BarrierScope::Block);
    Points.push_back({I, BarrierScope::Block});
  }
  if (Error E = placeBarriers(F, Points, divergentBranches))
    return testing::AssertionFailure() << toString(std::move(E)) << "\n" << print(F);
  if (Error E = hoistRest(F))
    return testing::AssertionFailure() << toString(std::move(E)) << "\n" << print(F);
  return sameBehaviour(*Plain, F);
}

void checkRandom(bool Structured, unsigned Seed) {
  LLVMContext C;
  Module M("random", C);
  RandomFunction R(M, Seed);
  Function *F = Structured ? R.structured() : R.unstructured();
  ASSERT_FALSE(verifyFunction(*F, &errs()));
  for (unsigned I = 0, N = R.pick(3); I < N; ++I) {
    IRBuilder<> B(R.Events[R.pick(R.Events.size())]);
    createBarrier(B, BarrierScope::Block); // one that was there before
  }
  SmallVector<Instruction *, 3> Points;
  for (unsigned I = 0, N = 1 + R.pick(2); I < N; ++I)
    Points.push_back(R.Events[R.pick(R.Events.size())]);
  EXPECT_TRUE(checkPoints(*F, Points)) << "seed " << Seed;
}

TEST(FlattenTest, RandomStatements) {
  for (unsigned Seed = 0; Seed < 1500 && !HasFailure(); ++Seed)
    checkRandom(true, Seed);
}

TEST(FlattenTest, RandomJumps) {
  for (unsigned Seed = 0; Seed < 1500 && !HasFailure(); ++Seed)
    checkRandom(false, Seed);
}

} // namespace
