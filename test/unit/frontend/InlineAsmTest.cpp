// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/InlineAsm.h"
#include "gtest/gtest.h"

using namespace cudafix::frontend;

static AsmModel model(llvm::StringRef Text, bool Clobbers = true) {
  return classifyAsm(Text, Clobbers);
}

TEST(InlineAsm, Values) {
  EXPECT_TRUE(model("").Nothing);
  AsmModel M = model("dp4a.s32.s32 $0, $1, $2, $3;");
  EXPECT_FALSE(M.Nothing || M.ThreadValue || M.Memory || M.Orders);
  EXPECT_TRUE(model("mov.u32 $0, %clock; frob.u32 $1, $0;", false).ThreadValue);
  EXPECT_TRUE(model("mma.sync.aligned.m16n8k8.row.col.f32 {$0}, {$1}, {$2}, {$3};").ThreadValue);
}

TEST(InlineAsm, Memory) {
  for (llvm::StringRef Text :
       {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0}, [$1];", "@p st.shared.u32 [$0], $1;",
        "cp.async.bulk.commit_group;", "red.global.add.f16 [$0], $1;", "frob.u32 $0, [$1];"}) {
    AsmModel M = model(Text, false);
    EXPECT_TRUE(M.Memory) << Text.str();
    EXPECT_FALSE(M.Orders) << Text.str();
  }
}

TEST(InlineAsm, Waits) {
  for (llvm::StringRef Text :
       {"mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;", "barrier.cluster.wait;",
        "L: ld.volatile.global.u32 r, [$0]; setp.eq.u32 p, r, 0; @p bra L;",
        "ld.acquire.cluster.u32 $0, [$1];", "fence.acq_rel.cluster;", "frob.sync $0;"})
    EXPECT_TRUE(model(Text).Orders) << Text.str();
  EXPECT_EQ(model("mov.u32 $0, 1; mbarrier.arrive.b64 $1, [$2];").What, "mbarrier.arrive.b64");
}

TEST(InlineAsm, NamesWhatDoesIt) {
  EXPECT_EQ(model("setp.ne.b32 p, $0, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$1}, "
                  "$2, $3, p, 1, 1, 0, 0;")
                .What,
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16");
  EXPECT_EQ(model("add.s32 r, $0, 4; ld.shared.u32 $1, [r];", false).What, "ld.shared.u32");
  EXPECT_EQ(model("ld.shared.u32 r, [$0]; frob.u32 [$1], r; frob.s32 [$1], r;", false).What,
            "frob.u32");
}

// What is not known and neither names memory nor clobbers it can only compute.
TEST(InlineAsm, Unknown) {
  AsmModel M = model("frob.u32 $0, $1;", false);
  EXPECT_TRUE(M.ThreadValue);
  EXPECT_FALSE(M.Memory || M.Orders);
}
