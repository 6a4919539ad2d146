// SPDX-License-Identifier: Apache-2.0
#include "sandbox/Rights.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cudafix::sandbox;

class RightsTest : public testing::Test {
protected:
  void SetUp() override {
#if defined(__has_feature) && __has_feature(address_sanitizer)
    GTEST_SKIP() << "reports of the sanitizer need all rights";
#endif
    if (!canHoldTo())
      GTEST_SKIP() << "this system cannot hold a process to its rights";
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cuda-fix-rights", Folder));
    for (const char *Name : {"own", "other"})
      ASSERT_EQ(::mkdir(in(Name).c_str(), 0700), 0);
    ASSERT_TRUE(write(in("other/file")));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string in(llvm::StringRef Name) const { return (Folder + "/" + Name).str(); }
  static bool write(const std::string &File) {
    int FD = ::open(File.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return FD >= 0 && ::close(FD) == 0;
  }
  /// Returns true if the work, in a process that is held to the rights, returns true.
  static bool works(const Rights &Kept, llvm::function_ref<bool()> Work) {
    pid_t Child = ::fork();
    if (Child == 0)
      ::_exit(holdTo(Kept) && Work() ? 0 : 1);
    int Status = 0;
    return ::waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
  }

  llvm::SmallString<128> Folder;
};

TEST_F(RightsTest, FilesAreReadAnywhereAndChangedWhereAllowed) {
  Rights Kept{{in("own"), "/dev/null", in("nothing")}};
  EXPECT_TRUE(works(Kept, [&] { return ::open(in("other/file").c_str(), O_RDONLY) >= 0; }));
  EXPECT_TRUE(works(Kept, [&] {
    return write(in("own/a")) && ::rename(in("own/a").c_str(), in("own/b").c_str()) == 0 &&
           ::mkdir(in("own/c").c_str(), 0700) == 0 && write(in("own/c/d")) &&
           ::unlink(in("own/b").c_str()) == 0 && ::open("/dev/null", O_RDWR) >= 0;
  }));
  EXPECT_FALSE(works(Kept, [&] { return write(in("other/file")); }));
  EXPECT_FALSE(works(Kept, [&] { return write(in("other/new")); }));
  EXPECT_FALSE(works(Kept, [&] { return ::unlink(in("other/file").c_str()) == 0; }));
  EXPECT_FALSE(works(Kept, [&] { return ::truncate(in("other/file").c_str(), 0) == 0; }));
  EXPECT_FALSE(works(Kept, [&] { return ::chmod(in("other/file").c_str(), 0777) == 0; }));
  EXPECT_FALSE(works(Kept, [&] {
    return ::link(in("other/file").c_str(), in("own/link").c_str()) == 0 && write(in("own/link"));
  }));
}

TEST_F(RightsTest, NothingOutsideIsReached) {
  EXPECT_FALSE(works({}, [] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }));
  EXPECT_FALSE(works({}, [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }));
  EXPECT_FALSE(works({}, [] { return ::unshare(CLONE_NEWUSER) == 0; }));
  EXPECT_FALSE(works({}, [] { return ::execl("/bin/true", "true", nullptr) == 0; }));
  EXPECT_TRUE(works({{}, /*Programs=*/true}, [] { return ::execl("/bin/true", "true", nullptr); }));
}

TEST_F(RightsTest, CopiesCanBeStartedAndEnded) {
  EXPECT_TRUE(works({}, [] {
    pid_t Child = ::fork();
    if (Child == 0)
      for (;;)
        ::pause();
    int Status = 0;
    return ::kill(Child, SIGKILL) == 0 && ::waitpid(Child, &Status, 0) == Child &&
           WIFSIGNALED(Status);
  }));
}
