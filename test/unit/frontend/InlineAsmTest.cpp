// SPDX-License-Identifier: Apache-2.0

#include "frontend/InlineAsm.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::frontend;

static AsmKind kind(llvm::StringRef Text) { return classifyAsm(Text, "", true).Kind; }

TEST(InlineAsm, Barriers) {
  EXPECT_EQ(kind("bar.sync 0;"), AsmKind::BlockBarrier);
  EXPECT_EQ(kind("barrier.sync.aligned 0;"), AsmKind::BlockBarrier);
  EXPECT_EQ(kind("bar.sync 1;"), AsmKind::OtherBarrier);
  EXPECT_EQ(kind("bar.sync 0, 64;"), AsmKind::OtherBarrier);
  EXPECT_EQ(kind("bar.warp.sync $0;"), AsmKind::WarpBarrier);
  EXPECT_EQ(kind("bar.sync 0; membar.gl;"), AsmKind::OtherBarrier);
}

TEST(InlineAsm, Values) {
  EXPECT_EQ(kind(""), AsmKind::Nothing);
  EXPECT_EQ(kind("add.u32 $0, $1, $2;"), AsmKind::Value);
  EXPECT_EQ(kind("mov.u32 $0, %laneid;"), AsmKind::ThreadValue);
  EXPECT_EQ(kind("{ .reg .pred p; setp.lt.s32 p, $1, $2; selp.s32 $0, 1, 0, p; }"), AsmKind::Value);
}

TEST(InlineAsm, Memory) {
  EXPECT_EQ(kind("ld.global.cg.u32 $0, [$1];"), AsmKind::Memory);
  EXPECT_EQ(kind("@p st.shared.u32 [$0], $1;"), AsmKind::Memory);
  EXPECT_EQ(kind("cp.async.bulk.commit_group;"), AsmKind::Memory);
  EXPECT_EQ(kind("red.global.add.u32 [$0], $1;"), AsmKind::Memory);
}

TEST(InlineAsm, FencesAndEnds) {
  AsmModel M = classifyAsm("membar.cta;", "", true);
  EXPECT_EQ(M.Kind, AsmKind::Fence);
  EXPECT_EQ(M.Scope, AtomicScope::Block);
  EXPECT_EQ(kind("exit;"), AsmKind::Exit);
  EXPECT_EQ(kind("trap;"), AsmKind::Trap);
}
