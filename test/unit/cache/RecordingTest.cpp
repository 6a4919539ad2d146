// SPDX-License-Identifier: Apache-2.0
#include "cache/Recording.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace cudafix::cache;
using llvm::vfs::InMemoryFileSystem;

namespace {

llvm::IntrusiveRefCntPtr<InMemoryFileSystem>
files(std::initializer_list<std::pair<const char *, const char *>> Of) {
  auto FS = llvm::makeIntrusiveRefCnt<InMemoryFileSystem>();
  FS->setCurrentWorkingDirectory("/w");
  for (auto [Path, Text] : Of)
    FS->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  return FS;
}

/// Looks for a header in two folders, as a compiler does.
std::optional<Recording::Trace> search(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  Recording R(std::move(FS), "/cache");
  (void)R.status("/cache/headers.pch");
  if (!R.exists("first/a.h"))
    (void)R.getBufferForFile("second/a.h");
  return R.finish();
}

std::string sumOf(const Recording::Trace &T, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  Answers Now(std::move(FS));
  return digestOf(T.Asked, [&](const Probe &P) -> const Answer & { return Now.of(P); });
}

} // namespace

TEST(Recording, SameAnswersGiveTheSameSum) {
  auto T = search(files({{"/w/second/a.h", "1"}}));
  ASSERT_TRUE(T);
  ASSERT_EQ(T->Asked.size(), 2u);
  EXPECT_EQ(T->Asked[0].Path, "/w/first/a.h");
  EXPECT_EQ(T->Asked[1].Path, "/w/second/a.h");
  EXPECT_EQ(T->Sum, sumOf(*T, files({{"/w/second/a.h", "1"}, {"/w/third/a.h", "2"}})));
}

TEST(Recording, OtherContentsAndNewFilesCount) {
  auto T = search(files({{"/w/second/a.h", "1"}}));
  ASSERT_TRUE(T);
  EXPECT_NE(T->Sum, sumOf(*T, files({{"/w/second/a.h", "2"}})));
  EXPECT_NE(T->Sum, sumOf(*T, files({{"/w/second/a.h", "1"}, {"/w/first/a.h", "1"}})));
  EXPECT_NE(T->Sum, sumOf(*T, files({})));
}

TEST(Recording, ListedFoldersCount) {
  auto FS = files({{"/w/a.cu", ""}});
  Recording R(FS, "");
  std::error_code EC;
  (void)R.dir_begin("/w", EC);
  auto T = R.finish();
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Sum, sumOf(*T, files({{"/w/a.cu", "other text"}})));
  EXPECT_NE(T->Sum, sumOf(*T, files({{"/w/a.cu", ""}, {"/w/b.cu", ""}})));
}

TEST(Recording, AFileThatAppearsMeanwhileIsRememberedNeitherWay) {
  auto FS = files({});
  Recording R(FS, "");
  (void)R.exists("/w/a.h");
  FS->addFile("/w/a.h", 0, llvm::MemoryBuffer::getMemBuffer("1"));
  (void)R.exists("/w/a.h");
  EXPECT_FALSE(R.finish());
}

TEST(Recording, WhatIsYoungerThanTheJobIsNotRemembered) {
  auto FS = llvm::makeIntrusiveRefCnt<InMemoryFileSystem>();
  FS->addFile("/w/second/a.h", ::time(nullptr) + 100, llvm::MemoryBuffer::getMemBuffer("1"));
  FS->setCurrentWorkingDirectory("/w");
  EXPECT_FALSE(search(FS));
}

TEST(Recording, ProbesAsText) {
  std::vector<Probe> All = {{Probe::Kind::Entry, "/a"}, {Probe::Kind::Folder, "/b\n"}}, Back;
  std::string Text = toText(All);
  ASSERT_TRUE(fromText(Text, Back));
  EXPECT_TRUE(All == Back);
  for (size_t Cut = 1; Cut < Text.size(); ++Cut) {
    std::vector<Probe> Part;
    if (fromText(llvm::StringRef(Text).drop_back(Cut), Part)) {
      EXPECT_LT(Part.size(), All.size());
    }
  }
}
