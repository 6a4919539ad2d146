// SPDX-License-Identifier: Apache-2.0

#include "verify/CheckIR.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace cudafix::verify;

namespace {

std::string kernel(StringRef Body) {
  return (R"(
    target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
    target triple = "nvptx64-nvidia-cuda"
    declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
    define i32 @unused(i32 %x) { ret i32 %x }
    define ptx_kernel void @k(ptr %p) #0 {)" +
          Body + "}\n attributes #0 = { \"target-cpu\"=\"sm_70\" }")
      .str();
}

TEST(CheckIRTest, CompilesKernelsToAssembly) {
  Expected<std::string> Text = compileIR(kernel(R"(
      call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
      %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
      store i32 %t, ptr %p
      ret void)"),
                                         "");
  ASSERT_TRUE(bool(Text)) << toString(Text.takeError());
  EXPECT_NE(Text->find(".entry k("), std::string::npos);
  EXPECT_NE(Text->find("bar.sync"), std::string::npos);
  EXPECT_NE(Text->find(".target sm_70"), std::string::npos);
  EXPECT_EQ(Text->find("unused"), std::string::npos);
}

TEST(CheckIRTest, CompilesTheNamedKernelAlone) {
  std::string Two = kernel("ret void") + "\ndefine ptx_kernel void @other() #0 { ret void }";
  Expected<std::string> All = compileIR(Two, ""), One = compileIR(Two, "other");
  ASSERT_TRUE(bool(All)) << toString(All.takeError());
  ASSERT_TRUE(bool(One)) << toString(One.takeError());
  EXPECT_NE(All->find(".entry k("), std::string::npos);
  EXPECT_EQ(One->find(".entry k("), std::string::npos);
  EXPECT_NE(One->find(".entry other("), std::string::npos);
}

TEST(CheckIRTest, SaysWhereTextDoesNotParse) {
  EXPECT_NE(toString(checkIR("define void @f( {")), "");
}

TEST(CheckIRTest, RefusesMalformedCode) {
  std::string Problem = toString(checkIR(kernel(R"(
      br i1 true, label %a, label %b
    a:
      %x = add i32 1, 2
      br label %b
    b:
      store i32 %x, ptr %p
      ret void)")));
  EXPECT_NE(Problem.find("malformed"), std::string::npos) << Problem;
}

/// The backend gives up on what it has no instruction for; the process lives on.
TEST(CheckIRTest, SurvivesTheBackend) {
  std::string Problem = toString(checkIR(kernel(R"(
      %x = load i256, ptr %p
      %y = sdiv i256 %x, 3
      %z = call i32 @llvm.x86.flags.read.u32()
      store i256 %y, ptr %p
      ret void)") + "\ndeclare i32 @llvm.x86.flags.read.u32()"));
  EXPECT_NE(Problem.find("backend"), std::string::npos) << Problem;
}

} // namespace
