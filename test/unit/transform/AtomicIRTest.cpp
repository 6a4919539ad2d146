// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/AtomicIR.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace cudafix::transform;

namespace {

/// The first load and the last store of `f(ptr %p, i32 %i, float %x)` made atomic.
struct Rewritten {
  explicit Rewritten(StringRef Body) {
    SMDiagnostic Diag;
    M = parseAssemblyString(("declare void @use(i32)\ndeclare i32 @llvm.smax.i32(i32, i32)\n"
                             "define void @f(ptr %p, i32 %i, float %x) {\n" +
                             Body + "ret void }")
                                .str(),
                            Diag, C);
    if (!M) {
      ADD_FAILURE() << Diag.getMessage().str();
      return;
    }
    Function &F = *M->getFunction("f");
    Instruction *Load = nullptr, *Store = nullptr;
    for (Instruction &I : instructions(F)) {
      if (isa<LoadInst>(I) && !Load)
        Load = &I;
      if (isa<StoreInst>(I))
        Store = &I;
    }
    Problem = toString(makeAtomic(Load, Store, "device"));
    EXPECT_FALSE(verifyFunction(F, &errs()));
    raw_string_ostream OS(Text);
    F.print(OS);
  }
  bool has(StringRef S) const { return StringRef(Text).contains(S); }

  LLVMContext C;
  std::unique_ptr<Module> M;
  std::string Problem, Text;
};

TEST(AtomicIRTest, AddToAnElementComputedTwice) {
  Rewritten R(R"(
    %a = getelementptr i32, ptr %p, i32 %i
    %old = load i32, ptr %a
    %new = add i32 %old, 3
    %b = getelementptr i32, ptr %p, i32 %i
    store i32 %new, ptr %b
  )");
  EXPECT_EQ(R.Problem, "");
  EXPECT_TRUE(R.has("atomicrmw add ptr %b, i32 3 syncscope(\"device\") monotonic")) << R.Text;
  EXPECT_FALSE(R.has("load")) << R.Text;
}

TEST(AtomicIRTest, FloatAddAndMax) {
  Rewritten Add("%old = load float, ptr %p\n %new = fadd float %x, %old\n"
                "store float %new, ptr %p\n");
  EXPECT_TRUE(Add.has("atomicrmw fadd ptr %p, float %x")) << Add.Text;
  Rewritten Max("%old = load i32, ptr %p\n %new = call i32 @llvm.smax.i32(i32 %old, i32 %i)\n"
                "store i32 %new, ptr %p\n");
  EXPECT_TRUE(Max.has("atomicrmw max ptr %p, i32 %i")) << Max.Text;
}

TEST(AtomicIRTest, OtherOperationsRetry) {
  Rewritten R("%old = load float, ptr %p\n %t = fmul float %old, %x\n"
              "%new = fsub float %t, %old\n store float %new, ptr %p\n");
  EXPECT_EQ(R.Problem, "");
  EXPECT_TRUE(R.has("cmpxchg ptr %p, i32")) << R.Text;
  EXPECT_FALSE(R.has("store")) << R.Text;
}

TEST(AtomicIRTest, LaterUsesTakeTheReturnedValue) {
  Rewritten R("%old = load i32, ptr %p\n %new = add i32 %old, 1\n store i32 %new, ptr %p\n"
              "call void @use(i32 %old)\n call void @use(i32 %new)\n");
  EXPECT_EQ(R.Problem, "");
  EXPECT_TRUE(R.has("%1 = atomicrmw add")) << R.Text;
  EXPECT_TRUE(R.has("call void @use(i32 %1)")) << R.Text;
}

TEST(AtomicIRTest, ReasonsAgainst) {
  Rewritten Elsewhere("%old = load i32, ptr %p\n %new = add i32 %old, 1\n"
                      "%q = getelementptr i32, ptr %p, i32 1\n store i32 %new, ptr %q\n");
  EXPECT_NE(Elsewhere.Problem, "");
  Rewritten Before("%old = load i32, ptr %p\n call void @use(i32 %old)\n"
                   "%new = add i32 %old, 1\n store i32 %new, ptr %p\n");
  EXPECT_NE(Before.Problem, "");
  EXPECT_TRUE(Before.has("store i32")) << Before.Text;
}

} // namespace
