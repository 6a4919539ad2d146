// SPDX-License-Identifier: Apache-2.0

#include "simulate/machine/Memory.h"
#include <gtest/gtest.h>

using namespace cudafix::simulate;

namespace {

uintptr_t address(char *P) { return reinterpret_cast<uintptr_t>(P); }

TEST(MemoryTest, ObjectsHaveGapsBetweenThem) {
  Memory M(4096);
  char *A = M.allocate(100, ObjectKind::Argument, "a"), *B = M.allocate(8, ObjectKind::Heap, "b");
  ASSERT_TRUE(A && B);
  EXPECT_EQ(M.find(address(A) + 99)->Name, "a");
  EXPECT_EQ(M.find(address(A) + 100), nullptr);
  EXPECT_EQ(M.find(address(A) - 1), nullptr);
  EXPECT_EQ(M.find(address(B))->Name, "b");
  EXPECT_EQ(M.nearest(address(A) + 100)->Name, "a");
}

TEST(MemoryTest, FreedObjectsAreNotFound) {
  Memory M(4096);
  char *A = M.allocate(16, ObjectKind::Heap, "a");
  M.find(address(A))->Freed = true;
  EXPECT_EQ(M.find(address(A)), nullptr);
}

TEST(MemoryTest, AFreedRangeServesTheNextObjectOfItsSize) {
  Memory M(1 << 16);
  char *A = M.allocate(100, ObjectKind::Argument, "a");
  EXPECT_FALSE(M.free(A + 4));
  EXPECT_TRUE(M.free(A));
  EXPECT_FALSE(M.free(A));
  EXPECT_EQ(M.find(address(A)), nullptr);
  EXPECT_NE(M.allocate(101, ObjectKind::Argument, "b"), A);
  EXPECT_EQ(M.allocate(100, ObjectKind::Argument, "c"), A);
  EXPECT_EQ(M.find(address(A))->Name, "c");
}

TEST(MemoryTest, RewindingKeepsTheHeap) {
  Memory M(1 << 16);
  uint64_t Mark = M.mark();
  char *Shared = M.allocate(64, ObjectKind::Shared, "s");
  M.rewind(Mark);
  EXPECT_EQ(M.mark(), Mark);
  EXPECT_EQ(M.find(address(Shared)), nullptr);
  char *Heap = M.allocate(64, ObjectKind::Heap, "h");
  M.allocate(64, ObjectKind::Shared, "s");
  M.rewind(Mark);
  ASSERT_NE(M.find(address(Heap)), nullptr);
  EXPECT_NE(M.allocate(64, ObjectKind::Heap, "g"), Heap);
}

TEST(MemoryTest, AnObjectThatDoesNotFitIsRefused) {
  Memory M(1 << 20);
  EXPECT_EQ(M.allocate(M.size(), ObjectKind::Argument, "a"), nullptr);
  EXPECT_NE(M.allocate(1 << 20, ObjectKind::Argument, "b"), nullptr);
}

TEST(MemoryTest, BytesOfASplitWordInheritItsHistory) {
  Memory M(4096);
  char *A = M.allocate(8, ObjectKind::Argument, "a");
  M.word(address(A)).Write = 77;
  M.split(address(A) + 2);
  for (unsigned I = 0; I < 4; ++I)
    EXPECT_EQ(M.byte(address(A) + I).Write, 77u);
  M.byte(address(A) + 1).Write = 78;
  EXPECT_EQ(M.byte(address(A) + 2).Write, 77u);
  EXPECT_TRUE(M.word(address(A)).Flags & Split);
  EXPECT_FALSE(M.word(address(A) + 4).Flags & Split);
}

} // namespace
