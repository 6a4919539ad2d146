// SPDX-License-Identifier: Apache-2.0
#include "cli/output/OutputFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cudafix::cli;
using namespace llvm;

namespace {

class OutputFolder : public testing::Test {
protected:
  using Texts = std::map<std::string, std::string>;

  void SetUp() override { ASSERT_FALSE(sys::fs::createUniqueDirectory("cuda-fix-cli", Dir)); }
  void TearDown() override { sys::fs::remove_directories(Dir); }

  std::string path(StringRef Name) const { return (Dir + "/" + Name).str(); }
  void put(StringRef Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream(path(Name), EC) << Text;
    ASSERT_FALSE(EC);
  }
  /// What it says stays there, or the error.
  std::string write(ArrayRef<OutputFile> Files, StringRef Kind = "patches") {
    Expected<std::vector<std::string>> Others = writeOutputs(Dir, Kind, ".patch", Files);
    return Others ? join(*Others, " ") : "error: " + toString(Others.takeError());
  }
  /// The files that do not hide.
  Texts texts() const {
    Texts All;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Dir, EC), End; !EC && I != End; I.increment(EC)) {
      StringRef Name = sys::path::filename(I->path());
      auto Buffer = MemoryBuffer::getFile(I->path());
      if (!Name.starts_with(".") && Buffer)
        All[Name.str()] = (*Buffer)->getBuffer().str();
    }
    return All;
  }

  SmallString<128> Dir;
};

const std::vector<OutputFile> First = {
    {"1-a.patch", "a"}, {"2-b.patch", "b"}, {"series", "1-a.patch\n2-b.patch\n"}};
const std::vector<OutputFile> Second = {{"1-b.patch", "B"}, {"series", "1-b.patch\n"}};

TEST_F(OutputFolder, HoldsOneRun) {
  EXPECT_EQ(write(First), "");
  EXPECT_EQ(write(Second), "");
  EXPECT_EQ(texts(), (Texts{{"1-b.patch", "B"}, {"series", "1-b.patch\n"}}));
  EXPECT_EQ(write(First), "");
  EXPECT_EQ(texts().size(), 3u);
  EXPECT_EQ(write({}), "");
  EXPECT_EQ(texts(), Texts());
}

TEST_F(OutputFolder, KeepsWhatOthersWrote) {
  put("mine.patch", "mine");
  put("notes", "mine, too");
  EXPECT_EQ(write(First), "mine.patch");
  EXPECT_EQ(write(Second), "mine.patch");
  EXPECT_EQ(texts(), (Texts{{"1-b.patch", "B"},
                            {"mine.patch", "mine"},
                            {"notes", "mine, too"},
                            {"series", "1-b.patch\n"}}));
}

TEST_F(OutputFolder, RefusesATakenName) {
  put("series", "debian.patch\n");
  EXPECT_NE(write(First).find("series: not as cuda-fix wrote it; nothing was written"),
            std::string::npos);
  EXPECT_EQ(texts(), (Texts{{"series", "debian.patch\n"}}));
}

TEST_F(OutputFolder, RefusesToLoseAnEdit) {
  EXPECT_EQ(write(First), "");
  put("2-b.patch", "b, with a better message");
  Texts Before = texts();
  EXPECT_NE(write(Second).find("2-b.patch: not as cuda-fix wrote it"), std::string::npos);
  EXPECT_EQ(texts(), Before);
}

TEST_F(OutputFolder, FollowsNoLink) {
  put("kept", "kept");
  ASSERT_FALSE(sys::fs::create_link(path("kept"), path("1-b.patch")));
  ASSERT_FALSE(sys::fs::create_directory(path("elsewhere")));
  put("elsewhere/kept", "kept");
  ASSERT_FALSE(sys::fs::create_link(path("elsewhere"), path(".cuda-fix-new")));
  EXPECT_NE(write(Second).find("1-b.patch: not as cuda-fix wrote it"), std::string::npos);
  EXPECT_NE(write(First).find("cannot be written"), std::string::npos);
  EXPECT_TRUE(sys::fs::exists(path("elsewhere/kept")));
}

TEST_F(OutputFolder, KindsDoNotMind) {
  EXPECT_EQ(write(First), "");
  EXPECT_EQ(write({{"1-a.ll", "ir"}}, "ir"), "1-a.patch 2-b.patch");
  EXPECT_EQ(write(Second), "");
  EXPECT_EQ(texts(), (Texts{{"1-a.ll", "ir"}, {"1-b.patch", "B"}, {"series", "1-b.patch\n"}}));
}

TEST_F(OutputFolder, IsLeftToWhoIsThere) {
  int Held = ::open(Dir.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(Held, LOCK_EX), 0);
  EXPECT_NE(write(First).find("another cuda-fix is writing there"), std::string::npos);
  ::close(Held);
  EXPECT_EQ(write(First), "");
}

TEST_F(OutputFolder, AFullDiskChangesNothing) {
  EXPECT_EQ(write(First), "");
  Texts Before = texts();
  pid_t Child = ::fork();
  if (Child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit Limit{1 << 10, 1 << 10};
    ::setrlimit(RLIMIT_FSIZE, &Limit);
    std::string Long(1 << 16, 'x');
    ::_exit(StringRef(write({{"1-b.patch", Long}, {"series", ""}})).contains("cannot be written")
                ? 0
                : 1);
  }
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(texts(), Before);
  EXPECT_FALSE(sys::fs::exists(path(".cuda-fix-new")));
}

/// Where there is a series, all of it is there; and the next run knows what the killed one left.
TEST_F(OutputFolder, AKillLeavesNothingForeign) {
  put("mine.patch", "mine");
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 25; ++Round) {
    pid_t Child = ::fork();
    if (Child == 0)
      for (;;)
        for (const auto *Files : {&First, &Second})
          if (write(*Files) != "mine.patch")
            ::_exit(1);
    ::usleep(Random() % 6000);
    ::kill(Child, SIGKILL);
    int Status = 0;
    ::waitpid(Child, &Status, 0);
    EXPECT_TRUE(WIFSIGNALED(Status)) << "a run failed";
    Texts Left = texts();
    if (auto At = Left.find("series"); At != Left.end())
      for (StringRef Name : split(StringRef(At->second).trim(), '\n'))
        EXPECT_TRUE(Left.count(Name.str())) << "round " << Round;
    EXPECT_EQ(write(Second), "mine.patch") << "round " << Round;
    EXPECT_EQ(texts(),
              (Texts{{"1-b.patch", "B"}, {"mine.patch", "mine"}, {"series", "1-b.patch\n"}}));
  }
}

} // namespace
