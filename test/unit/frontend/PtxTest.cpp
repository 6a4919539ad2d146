// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/Ptx.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::frontend;

TEST(Ptx, Opcodes) {
  EXPECT_EQ(classOf("add.u32"), PtxClass::Value);
  EXPECT_EQ(classOf("bar.sync"), PtxClass::Barrier);
  EXPECT_EQ(classOf("bar.warp.sync"), PtxClass::WarpBarrier);
  EXPECT_EQ(classOf("fence.acq_rel.gpu"), PtxClass::Fence);
  EXPECT_EQ(classOf("fence.proxy.async.shared::cta"), PtxClass::OwnFence);
  EXPECT_EQ(classOf("fence.mbarrier_init.release.cluster"), PtxClass::OwnFence);
  EXPECT_EQ(classOf("membar.proxy.alias"), PtxClass::OwnFence);
  EXPECT_EQ(classOf("mbarrier.try_wait.parity.shared::cta.b64"), PtxClass::Wait);
  EXPECT_EQ(classOf("mbarrier.init.shared::cta.b64"), PtxClass::Store);
  EXPECT_EQ(classOf("barrier.cluster.wait.acquire"), PtxClass::Wait);
  EXPECT_EQ(classOf("cp.async.bulk.tensor.2d"), PtxClass::Copy);
  EXPECT_EQ(classOf("cp.async.ca.shared.global"), PtxClass::AsyncCopy);
  EXPECT_EQ(classOf("addition.u32"), PtxClass::Unknown);
  EXPECT_EQ(classOf(""), PtxClass::Unknown);
}

TEST(Ptx, Registers) {
  ASSERT_TRUE(registerOf("tid.y"));
  EXPECT_EQ(registerOf("tid.y")->Term, PtxTerm::ThreadIdx);
  EXPECT_EQ(registerOf("tid.y")->Dim, 1u);
  EXPECT_EQ(registerOf("lanemask_lt")->Term, PtxTerm::MaskBelow);
  EXPECT_EQ(registerOf("warpid")->Among, Uniformity::Warp);
  EXPECT_TRUE(registerOf("warpid")->Volatile);
  EXPECT_EQ(registerOf("smid")->Among, Uniformity::Block);
  EXPECT_TRUE(registerOf("globaltimer_lo")->isClock());
  EXPECT_FALSE(registerOf("tid"));
  EXPECT_FALSE(registerOf("r1"));
  auto Found = registersIn("mov.u32 $0, %laneid; mov.u64 $1, %%clock64; mov.u32 $2, %r1;");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0]->Name, "laneid");
  EXPECT_EQ(Found[1]->Name, "clock64");
}

TEST(Ptx, Statements) {
  auto S = parsePtx("{\n .reg .pred p; // of the whole\n setp.ne.b32 p, $0, 0;\n"
                    "/* two; parts */ @!p ld.global.v2.u32 {$1, $2}, [$3 + 8];\n}\n");
  ASSERT_TRUE(S);
  ASSERT_EQ(S->size(), 2u);
  EXPECT_EQ((*S)[0].Opcode, "setp.ne.b32");
  EXPECT_EQ((*S)[0].Operands.size(), 3u);
  const PtxStatement &Load = (*S)[1];
  EXPECT_EQ(Load.Guard, "p");
  EXPECT_TRUE(Load.Negated);
  EXPECT_EQ(Load.Opcode, "ld.global.v2.u32");
  ASSERT_EQ(Load.Operands.size(), 2u);
  EXPECT_EQ(Load.Operands[0], "{$1, $2}");
  EXPECT_EQ(Load.Operands[1], "[$3 + 8]");
}

TEST(Ptx, Labels) {
  auto S = parsePtx("WAIT: @p bra DONE; bra WAIT; DONE:");
  ASSERT_TRUE(S);
  ASSERT_EQ(S->size(), 3u);
  EXPECT_EQ((*S)[0].Label, "WAIT");
  EXPECT_EQ((*S)[0].Guard, "p");
  EXPECT_EQ((*S)[2].Label, "DONE");
  EXPECT_EQ((*S)[2].Opcode, "");
}

TEST(Ptx, NotPtx) {
  EXPECT_FALSE(parsePtx("mov.u32 $0, {$1;"));
  EXPECT_FALSE(parsePtx("mov.u32 $0,, $1;"));
  EXPECT_FALSE(parsePtx("= 3;"));
}

TEST(Ptx, Percents) {
  EXPECT_EQ(doublePercents("mov.u32 %0, %laneid;"), "mov.u32 %0, %%laneid;");
  EXPECT_EQ(doublePercents("mov.u32 %0, %%laneid;"), "mov.u32 %0, %%laneid;");
  EXPECT_EQ(doublePercents("add.u32 %[a], %r1, %tid.x;"), "add.u32 %[a], %r1, %%tid.x;");
  EXPECT_EQ(doublePercents("L%=: mov.u32 %0, %"), "L%=: mov.u32 %0, %%");
}
