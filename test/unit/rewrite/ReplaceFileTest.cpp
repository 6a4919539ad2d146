// SPDX-License-Identifier: Apache-2.0
#include "rewrite/Rewrite.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <random>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace cudafix;
using namespace llvm;
using rewrite::Staging;

namespace {

class ReplaceFile : public testing::TestWithParam<Staging> {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("cuda-fix-rewrite", Dir));
    File = path("k.cu");
    write(File, "old\n");
  }
  void TearDown() override { sys::fs::remove_directories(Dir); }

  std::string path(StringRef Name) const { return (Dir + "/" + Name).str(); }
  static void write(StringRef Path, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text;
    ASSERT_FALSE(EC);
  }
  static std::string read(StringRef Path) {
    auto Buffer = MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  /// What stands against it; empty: done.
  std::string replace(StringRef Path, StringRef Before = "old\n", StringRef After = "new\n") {
    return toString(rewrite::replaceFile(Path, Before, After, GetParam()));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> Names;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Dir, EC), End; !EC && I != End; I.increment(EC))
      Names.push_back(sys::path::filename(I->path()).str());
    sort(Names);
    return Names;
  }
  /// Runs it in a process of its own; the exit code.
  static int inChild(function_ref<int()> Do) {
    pid_t Child = ::fork();
    if (Child == 0)
      ::_exit(Do());
    int Status = 0;
    ::waitpid(Child, &Status, 0);
    return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
  }

  SmallString<128> Dir;
  std::string File;
};

using Names = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(, ReplaceFile, testing::Values(Staging::Unnamed, Staging::Named));

TEST_P(ReplaceFile, KeepsPermissionsAndFollowsLinks) {
  std::string Link = path("link.cu");
  ASSERT_FALSE(sys::fs::create_link(File, Link));
  ASSERT_FALSE(sys::fs::setPermissions(File, sys::fs::perms(0640)));
  EXPECT_EQ(replace(Link), "");
  EXPECT_EQ(read(File), "new\n");
  EXPECT_TRUE(sys::fs::is_symlink_file(Link));
  EXPECT_EQ(*sys::fs::getPermissions(File), sys::fs::perms(0640));
  EXPECT_EQ(names(), (Names{"k.cu", "link.cu"}));
}

TEST_P(ReplaceFile, KeepsAttributes) {
  if (::setxattr(File.c_str(), "user.origin", "here", 4, 0) != 0)
    GTEST_SKIP() << "no attributes here";
  EXPECT_EQ(replace(File), "");
  char Value[8] = {};
  EXPECT_EQ(::getxattr(File.c_str(), "user.origin", Value, sizeof(Value)), 4);
  EXPECT_STREQ(Value, "here");
}

TEST_P(ReplaceFile, KeepsTheOwner) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "gives files to others";
  constexpr unsigned Other = 1234, Group = 4321;
  ASSERT_EQ(::chown(File.c_str(), Other, Group), 0);
  ASSERT_EQ(::chmod(File.c_str(), 02755), 0);
  EXPECT_EQ(replace(File), "");
  struct stat Now;
  ASSERT_EQ(::stat(File.c_str(), &Now), 0);
  EXPECT_EQ(Now.st_uid, Other);
  EXPECT_EQ(Now.st_gid, Group);
  EXPECT_EQ(Now.st_mode & 07777, 02755u);
}

TEST_P(ReplaceFile, RefusesTheFileOfAnother) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "gives files to others";
  ASSERT_EQ(::chmod(Dir.c_str(), 0777), 0);
  ASSERT_EQ(::chmod(File.c_str(), 0666), 0);
  EXPECT_EQ(inChild([&] {
              if (::setgid(4321) != 0 || ::setuid(1234) != 0)
                return 2;
              return StringRef(replace(File)).contains("belongs to another user or group") ? 0 : 1;
            }),
            0);
  EXPECT_EQ(read(File), "old\n");
}

TEST_P(ReplaceFile, RefusesAFileOfSeveralNames) {
  std::string Other = path("other.cu");
  ASSERT_FALSE(sys::fs::create_hard_link(File, Other));
  EXPECT_NE(replace(File).find("one of 2 names of one file"), std::string::npos);
  EXPECT_EQ(read(File), "old\n");
  EXPECT_TRUE(sys::fs::equivalent(File, Other));
  EXPECT_EQ(names(), (Names{"k.cu", "other.cu"}));
}

TEST_P(ReplaceFile, RefusesAReadOnlyFile) {
  ASSERT_FALSE(sys::fs::setPermissions(File, sys::fs::perms(0444)));
  EXPECT_NE(replace(File).find("read-only"), std::string::npos);
  EXPECT_EQ(read(File), "old\n");
  EXPECT_EQ(names(), Names{"k.cu"});
}

TEST_P(ReplaceFile, RefusesAChangedFile) {
  EXPECT_NE(replace(File, "other\n").find("changed since it was analysed"), std::string::npos);
  EXPECT_EQ(read(File), "old\n");
}

TEST_P(ReplaceFile, MissingFileIsAnError) {
  EXPECT_NE(replace(path("none.cu")).find("cannot be read"), std::string::npos);
}

TEST_P(ReplaceFile, AFullDiskChangesNothing) {
  std::string Long(1 << 16, 'x');
  EXPECT_EQ(inChild([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              rlimit Limit{1 << 12, 1 << 12};
              if (::setrlimit(RLIMIT_FSIZE, &Limit) != 0)
                return 2;
              return StringRef(replace(File, "old\n", Long)).contains("cannot write") ? 0 : 1;
            }),
            0);
  EXPECT_EQ(read(File), "old\n");
  EXPECT_EQ(names(), Names{"k.cu"});
}

/// A process that replaces the file again and again is killed at any moment.
TEST_P(ReplaceFile, AKillLosesNothingAndLeavesNothingForLong) {
  const std::string Texts[] = {std::string(1 << 18, 'a'), std::string(1 << 18, 'b')};
  write(File, Texts[0]);
  std::mt19937 Random(42);
  for (unsigned Round = 0; Round < 25; ++Round) {
    pid_t Child = ::fork();
    if (Child == 0)
      for (size_t Now = read(File) == Texts[1];; Now = !Now)
        if (!replace(File, Texts[Now], Texts[!Now]).empty())
          ::_exit(1);
    ::usleep(Random() % 8000);
    ::kill(Child, SIGKILL);
    int Status = 0;
    ::waitpid(Child, &Status, 0);
    EXPECT_TRUE(WIFSIGNALED(Status)) << "a replacement failed";
    std::string Left = read(File);
    ASSERT_TRUE(Left == Texts[0] || Left == Texts[1]) << "round " << Round;
    rewrite::removeLeftovers(File);
    EXPECT_EQ(names(), Names{"k.cu"}) << "round " << Round;
  }
}

TEST_P(ReplaceFile, RemovesWhatTheDeadLeft) {
  write(path("k.cu.cuda-fix-0a1b2c"), "half");
  write(path(".cuda-fix-abcdef"), "half");
  write(path(".cuda-fix-123456"), "of a living process");
  write(path("k.cu.cuda-fix-notes"), "the user's");
  ASSERT_FALSE(sys::fs::create_link(File, path(".cuda-fix-111111")));
  int Held = ::open(path(".cuda-fix-123456").c_str(), O_RDONLY | O_CLOEXEC);
  auto Close = scope_exit([&] { ::close(Held); });
  ASSERT_EQ(::flock(Held, LOCK_EX), 0);
  EXPECT_EQ(replace(File), "");
  EXPECT_EQ(names(),
            (Names{".cuda-fix-111111", ".cuda-fix-123456", "k.cu", "k.cu.cuda-fix-notes"}));
}

} // namespace
