// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Workers.h"
#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

using namespace cudafix::cli;

static WorkerOptions options(unsigned Jobs, unsigned Seconds = 60) {
  WorkerOptions O;
  O.Jobs = Jobs;
  O.TimeoutSeconds = Seconds;
  static const auto Ignore = [](size_t) {};
  O.Progress = Ignore;
  return O;
}

TEST(Workers, KeepsTheOrderOfTheJobs) {
  auto Results = runJobs(
      5,
      [](size_t I, Emit E) {
        ::usleep((5 - I) * 10000);
        E(std::string(100000, 'a' + I));
      },
      options(3));
  ASSERT_EQ(Results.size(), 5u);
  for (size_t I = 0; I < 5; ++I)
    EXPECT_EQ(Results[I].Bytes, std::string(100000, 'a' + I));
}

TEST(Workers, ACrashKeepsWhatWasHandedOver) {
  auto Results = runJobs(
      2,
      [](size_t I, Emit E) {
        E("first");
        if (I == 0)
          ::raise(SIGKILL);
        E("second");
      },
      options(2));
  EXPECT_EQ(Results[0].Bytes, "first");
  EXPECT_NE(Results[0].Failure.find("crashed"), std::string::npos);
  EXPECT_EQ(Results[1].Bytes, "second");
  EXPECT_EQ(Results[1].Failure, "");
}

TEST(Workers, EndsWhatHangs) {
  auto Results = runJobs(1, [](size_t, Emit) { ::sleep(600); }, options(1, 1));
  EXPECT_NE(Results[0].Failure.find("gave up after 1 seconds"), std::string::npos);
}

TEST(Workers, AProcessThatItsJobStartedDoesNotKeepItWaiting) {
  auto Started = std::chrono::steady_clock::now();
  auto Fork = [](size_t I, Emit E) {
    if (::fork() == 0)
      for (;;)
        ::sleep(600);
    E("forked");
    if (I == 1)
      ::sleep(600);
  };
  auto Results = runJobs(2, Fork, options(2, 2));
  EXPECT_EQ(Results[0].Bytes, "forked");
  EXPECT_EQ(Results[0].Failure, "");
  EXPECT_EQ(Results[1].Bytes, "forked");
  EXPECT_NE(Results[1].Failure.find("gave up after 2 seconds"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - Started, std::chrono::seconds(60));
}

TEST(Workers, WhatAJobStartedEndsWithIt) {
  // The other process holds this pipe open as long as it lives.
  int Ends[2];
  ASSERT_EQ(::pipe(Ends), 0);
  auto Fork = [&](size_t, Emit) {
    ::close(Ends[0]);
    if (::fork() == 0)
      for (;;)
        ::sleep(600);
  };
  runJobs(1, Fork, options(1));
  ::close(Ends[1]);
  pollfd Closed{Ends[0], POLLIN, 0};
  EXPECT_EQ(::poll(&Closed, 1, /*milliseconds=*/30'000), 1);
  EXPECT_TRUE(Closed.revents & POLLHUP);
  ::close(Ends[0]);
}

TEST(Workers, TooMuchIsRefused) {
  WorkerOptions O = options(1);
  O.MostBytes = 100;
  auto Results = runJobs(
      1,
      [](size_t, Emit E) {
        E("little");
        for (;;)
          E(std::string(1000, 'x'));
      },
      O);
  EXPECT_EQ(Results[0].Bytes, "little");
  EXPECT_NE(Results[0].Failure.find("handed over too much"), std::string::npos);
}

TEST(Workers, CollectsStandardError) {
  auto Results = runJobs(1, [](size_t, Emit) { (void)!::write(2, "oops", 4); }, options(1));
  EXPECT_EQ(Results[0].Errors, "oops");
}
