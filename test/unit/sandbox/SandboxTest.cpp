// SPDX-License-Identifier: Apache-2.0
#include "sandbox/Sandbox.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace cudafix::sandbox;

static const char *const Forbidden = "it made a forbidden system call";

class Sandbox : public testing::Test {
protected:
  void SetUp() override {
    if (!available())
      GTEST_SKIP() << "no process can be confined here";
  }
  static std::string failureOf(llvm::function_ref<void()> Work, const Limits &L = {}) {
    return runConfined([&](Send) { Work(); }, L).Failure;
  }
};

TEST_F(Sandbox, SendsBytes) {
  std::string Much(3 << 20, 'x');
  Outcome R = runConfined([&](Send S) {
    S("first ");
    S(Much);
  });
  EXPECT_EQ(R.Bytes, "first " + Much);
  EXPECT_EQ(R.Failure, "");
}

TEST_F(Sandbox, MemoryAndTimeAreThere) {
  Outcome R = runConfined([](Send S) {
    void *P = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::vector<int> Many(1 << 22, 1);
    timespec T{0, 1000};
    ::nanosleep(&T, nullptr);
    if (P != MAP_FAILED && ::mprotect(P, 4096, PROT_READ | PROT_EXEC) == 0 && Many.back() == 1)
      S("good");
  });
  EXPECT_EQ(R.Bytes, "good") << R.Failure;
}

TEST_F(Sandbox, ProcessesAndNetworkEndIt) {
  EXPECT_EQ(failureOf([] { ::fork(); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::syscall(SYS_vfork); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::execl("/bin/true", "true", nullptr); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::socket(AF_INET, SOCK_STREAM, 0); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::kill(::getpid(), SIGTERM); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::syscall(SYS_ptrace, 0, 0, 0, 0); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::unlink("/tmp/no-such-file"); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::syscall(SYS_tgkill, ::getpid() + 1, 1, SIGTERM); }), Forbidden);
  EXPECT_EQ(failureOf([] { ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0); }), Forbidden);
}

TEST_F(Sandbox, FilesCannotBeOpened) {
  Outcome R = runConfined([](Send S) {
    for (const char *File : {"/etc/passwd", "/proc/self/mem", "/dev/null", "."})
      if (::open(File, O_RDONLY) >= 0)
        S("opened");
    if (::write(4, "x", 1) >= 0)
      S("written");
  });
  EXPECT_EQ(R.Bytes, "");
  EXPECT_EQ(R.Failure, Forbidden) << "the descriptor behind the pipe";
}

TEST_F(Sandbox, DescriptorsAndEnvironmentStayOutside) {
  ::setenv("SANDBOX_SECRET", "secret-of-the-test", 1);
  const char *Secret = ::getenv("SANDBOX_SECRET");
  Outcome R =
      runConfined([&](Send S) { S(::getenv("SANDBOX_SECRET") || *Secret ? "seen" : "no"); });
  EXPECT_EQ(R.Bytes, "no");
  EXPECT_STREQ(::getenv("SANDBOX_SECRET"), "secret-of-the-test");
}

TEST_F(Sandbox, ThreadsOnlyWhereAskedFor) {
  auto Start = [](Send S) {
    std::thread([&] {
      S("ran ");
      ::socket(AF_INET, SOCK_STREAM, 0);
    }).join();
    S("went on");
  };
  EXPECT_EQ(runConfined(Start).Bytes, "");
  Limits Two;
  Two.Threads = 2;
  Outcome R = runConfined(Start, Two);
  EXPECT_EQ(R.Bytes, "ran ");
  EXPECT_EQ(R.Failure, Forbidden);
}

TEST_F(Sandbox, LimitsHold) {
  Limits L;
  L.Seconds = 1;
  Outcome Sleeps = runConfined([](Send) { ::sleep(600); }, L);
  EXPECT_TRUE(Sleeps.TimedOut);
  EXPECT_FALSE(Sleeps.Faulted);
  Outcome Works = runConfined(
      [](Send) {
        for (volatile unsigned I = 0;; I = I + 1)
          ;
      },
      L);
  EXPECT_TRUE(Works.TimedOut);
  EXPECT_FALSE(Works.Faulted);
  Outcome Floods = runConfined([](Send S) {
    for (;;)
      S(std::string(1 << 16, 'x'));
  });
  EXPECT_EQ(Floods.Failure, "it sent too much");
  EXPECT_LE(Floods.Bytes.size(), L.OutputBytes);
  Outcome Crashes = runConfined([](Send) { ::raise(SIGSEGV); });
  EXPECT_EQ(Crashes.Failure, "it crashed (Segmentation fault)");
  EXPECT_TRUE(Crashes.Faulted);
  Outcome Ends = runConfined([](Send) { ::_exit(3); });
  EXPECT_EQ(Ends.Failure, "it ended with code 3");
  EXPECT_FALSE(Ends.Faulted);
}

TEST_F(Sandbox, WhoWaitsForTheMachineIsNotOutOfTime) {
  Limits L;
  L.Seconds = 1;
  Outcome R = runConfined(
      [](Send S) {
        ::sleep(2);
        S("done");
      },
      L);
  EXPECT_EQ(R.Bytes, "done");
  EXPECT_FALSE(R.TimedOut);
}

TEST_F(Sandbox, MemoryIsLimited) {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer needs all of the address space";
#endif
  Outcome R = runConfined([](Send S) {
    void *P = ::mmap(nullptr, size_t(100) << 30, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    S(P == MAP_FAILED ? "refused" : "given");
  });
  EXPECT_EQ(R.Bytes, "refused");
}

TEST_F(Sandbox, NothingRunsWhereItIsForbidden) {
  // In a process of its own: it is for ever.
  EXPECT_EXIT(
      {
        forbid();
        Outcome R = runConfined([](Send S) { S("ran"); });
        ::_exit(!available() && R.Bytes.empty() && !R.Failure.empty() ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}
