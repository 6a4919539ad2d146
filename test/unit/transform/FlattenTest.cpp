// SPDX-License-Identifier: Apache-2.0
//
// Flattening on small functions of every shape, by running them: the threads report the
// same as before, and pass every barrier together.

#include "transform/barriers/Flatten.h"
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

/// The function `f` of textual IR, flattened in front of its calls of `@here()`.
struct Flattened {
  explicit Flattened(StringRef Text) {
    SMDiagnostic Diag;
    std::string All = (Text + R"(
      declare void @event(i32)
      declare void @here()
      declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
      declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1)
      declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1)
      declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1))")
                          .str();
    M = parseAssemblyString(All, Diag, C);
    if (!M) {
      ADD_FAILURE() << Diag.getMessage().str() << " in line " << Diag.getLineNo();
      return;
    }
    F = M->getFunction("f");
    SmallVector<BarrierPoint, 4> Points;
    for (BasicBlock &B : *F)
      for (Instruction &I : make_early_inc_range(B))
        if (auto *Call = dyn_cast<CallInst>(&I);
            Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == "here") {
          Points.push_back({I.getNextNode(), BarrierScope::Block});
          I.eraseFromParent();
        }
    Problem = toString(placeBarriers(*F, Points, divergentBranches));
    EXPECT_FALSE(Problem.empty() && verifyFunction(*F, &errs()));
  }

  unsigned calls(StringRef Name) const {
    unsigned N = 0;
    for (BasicBlock &B : *F)
      for (Instruction &I : B)
        if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
          N += Call->getCalledFunction()->getName().starts_with(Name);
    return N;
  }

  /// What the threads report, barriers as "|".
  std::vector<std::string> run(ArrayRef<uint64_t> Tids, uint64_t N = 3) {
    std::vector<LockstepThread> T;
    for (uint64_t Tid : Tids)
      T.emplace_back(*F, ArrayRef<uint64_t>{Tid, N});
    EXPECT_EQ(runLockstep(T), "") << print(*F);
    std::vector<std::string> Out;
    for (LockstepThread &Thread : T) {
      std::string &Text = Out.emplace_back();
      for (uint64_t E : Thread.Events)
        Text += (Text.empty() ? "" : " ") + (E == BarrierEvent ? "|" : std::to_string(E));
    }
    return Out;
  }

  LLVMContext C;
  std::unique_ptr<Module> M;
  Function *F = nullptr;
  std::string Problem;
};

using Reports = std::vector<std::string>;

TEST(FlattenTest, StraightCodeGetsTheCallOnly) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      call void @event(i32 1)
      call void @here()
      call void @event(i32 2)
      ret void
    })");
  EXPECT_EQ(T.F->size(), 1u);
  EXPECT_EQ(T.run({0, 1}), (Reports{"1 | 2", "1 | 2"}));
}

TEST(FlattenTest, EarlyReturn) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %out = icmp ult i32 %n, %tid
      br i1 %out, label %leave, label %go
    leave:
      ret void
    go:
      call void @event(i32 1)
      call void @here()
      call void @event(i32 2)
      ret void
    })");
  EXPECT_EQ(T.run({0, 5}), (Reports{"1 | 2", "|"}));
}

TEST(FlattenTest, BarrierWaitsForTheOtherBranch) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp eq i32 %tid, 0
      br i1 %c, label %then, label %else
    then:
      call void @event(i32 1)
      call void @here()
      call void @event(i32 2)
      br label %end
    else:
      call void @event(i32 3)
      br label %end
    end:
      ret void
    })");
  EXPECT_EQ(T.run({0, 1}), (Reports{"1 | 2", "3 |"}));
}

TEST(FlattenTest, BarriersOfBothBranchesBecomeOne) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp eq i32 %tid, 0
      br i1 %c, label %then, label %else
    then:
      call void @event(i32 1)
      call void @here()
      call void @event(i32 2)
      br label %end
    else:
      call void @event(i32 3)
      call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
      call void @event(i32 4)
      br label %end
    end:
      ret void
    })");
  EXPECT_EQ(T.run({0, 1}), (Reports{"1 | 2", "3 | 4"}));
}

/// Threads that do not ask count as false for or, as true for and, not at all for count.
TEST(FlattenTest, ReductionsKeepTheirMeaning) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp ult i32 %tid, 2
      br i1 %c, label %then, label %end
    then:
      call void @here()
      %p = icmp eq i32 %tid, 0
      %or = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %p)
      %and = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 true)
      %count = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 true)
      %or32 = zext i1 %or to i32
      call void @event(i32 %or32)
      %and32 = zext i1 %and to i32
      call void @event(i32 %and32)
      call void @event(i32 %count)
      br label %end
    end:
      ret void
    })");
  EXPECT_EQ(T.run({0, 1, 2}), (Reports{"| | | | 1 1 2", "| | | | 1 1 2", "| | | |"}));
}

constexpr const char *LoopInBranch = R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp eq i32 %tid, 0
      br i1 %c, label %then, label %end
    then:
      br label %head
    head:
      %k = phi i32 [ 0, %then ], [ %k1, %body ]
      %go = icmp ult i32 %k, %BOUND
      br i1 %go, label %body, label %done
    body:
      call void @event(i32 %k)
      call void @here()
      call void @event(i32 7)
      %k1 = add i32 %k, 1
      br label %head
    done:
      call void @event(i32 9)
      br label %end
    end:
      ret void
    })";

std::string withBound(StringRef Bound) {
  std::string Text = LoopInBranch;
  Text.replace(Text.find("BOUND"), 5, Bound);
  return Text;
}

TEST(FlattenTest, UniformLoopInABranchAsksNobody) {
  Flattened T(withBound("n"));
  EXPECT_EQ(T.calls("llvm.nvvm.barrier.cta.red"), 0u);
  EXPECT_EQ(T.run({0, 1}), (Reports{"0 | 7 1 | 7 2 | 7 9", "| | |"}));
}

TEST(FlattenTest, DivergentLoopGoesOnWhileAnyThreadIsIn) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
    entry:
      br label %head
    head:
      %k = phi i32 [ 0, %entry ], [ %k1, %body ]
      %go = icmp ult i32 %k, %tid
      br i1 %go, label %body, label %done
    body:
      call void @event(i32 %k)
      call void @here()
      %k1 = add i32 %k, 1
      br label %head
    done:
      call void @event(i32 9)
      ret void
    })");
  EXPECT_EQ(T.calls("llvm.nvvm.barrier.cta.red.or"), 1u);
  EXPECT_EQ(T.run({2, 0}), (Reports{"| 0 | | 1 | | 9", "| | | | | 9"}));
}

TEST(FlattenTest, BarrierForPartOfTheBlockIsRefused) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp eq i32 %tid, 0
      br i1 %c, label %then, label %end
    then:
      call void asm sideeffect "bar.sync 0, 64;", ""()
      call void @here()
      br label %end
    end:
      ret void
    })");
  EXPECT_NE(T.Problem, "");
}

TEST(FlattenTest, AssertionDoesNotCountAsABranch) {
  Flattened T(R"(
    define void @f(i32 %tid, i32 %n) {
      %c = icmp ult i32 %tid, 100
      br i1 %c, label %ok, label %fail
    fail:
      call void @event(i32 66)
      unreachable
    ok:
      call void @here()
      ret void
    })");
  EXPECT_EQ(T.F->size(), 3u);
  EXPECT_EQ(T.run({0, 1}), (Reports{"|", "|"}));
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
