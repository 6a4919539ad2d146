// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Confirm.h"
#include "model/Convention.h"
#include <csignal>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace cudafix;
using namespace cudafix::cli;
using simulate::Replayed;
using simulate::ReplayResult;

static std::vector<Replayed> outcomes(const std::vector<ReplayResult> &Results) {
  std::vector<Replayed> All;
  for (const ReplayResult &R : Results)
    All.push_back(R.What);
  return All;
}

constexpr Replayed Yes = Replayed::Reproduced, No = Replayed::NotReproduced,
                   None = Replayed::NotSupported;

TEST(Confirm, AnswersComeInOrderWithTheirReasons) {
  auto Replay = [](size_t I) -> ReplayResult {
    if (I == 1)
      return {None, "no\nbody"};
    return {I == 0 ? Yes : No, ""};
  };
  std::vector<ReplayResult> Results = replayApart(3, Replay, 60);
  EXPECT_EQ(outcomes(Results), (std::vector<Replayed>{Yes, None, No}));
  EXPECT_EQ(Results[1].Reason, "no body");
}

TEST(Confirm, NothingToReplayStartsNothing) {
  auto Replay = [](size_t) -> ReplayResult {
    ADD_FAILURE();
    return {};
  };
  EXPECT_TRUE(replayApart(0, Replay, 60).empty());
}

TEST(Confirm, ACrashCostsItsOwnAnswerOnly) {
  auto Replay = [](size_t I) -> ReplayResult {
    if (I == 1)
      ::raise(SIGKILL);
    if (I == 3)
      _exit(1);
    return {Yes, ""};
  };
  std::vector<ReplayResult> Results = replayApart(5, Replay, 60);
  EXPECT_EQ(outcomes(Results), (std::vector<Replayed>{Yes, None, Yes, None, Yes}));
  EXPECT_EQ(Results[1].Reason, "the replay did not come to its end: it crashed (Killed)");
}

TEST(Confirm, WhatHangsIsEndedAndNothingIsTriedAfterIt) {
  auto Replay = [](size_t I) -> ReplayResult {
    if (I == 1)
      ::sleep(600);
    return {Yes, ""};
  };
  EXPECT_EQ(outcomes(replayApart(3, Replay, 1)), (std::vector<Replayed>{Yes, None, None}));
}

TEST(Confirm, MemoryIsLimited) {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer needs all of the address space";
#endif
  auto Replay = [](size_t) -> ReplayResult {
    void *P = ::mmap(nullptr, size_t(64) << 30, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P == MAP_FAILED)
      ::abort();
    return {Yes, ""};
  };
  EXPECT_EQ(outcomes(replayApart(1, Replay, 60)), std::vector<Replayed>{None});
}

TEST(Confirm, OnlyWhatIsProvedIsReplayed) {
  Finding F;
  F.Id = "shared-race";
  F.Severity = Level::Error;
  F.How = Confidence::Proved;
  EXPECT_FALSE(isReplayed(F)) << "without a witness";
  F.Example.emplace().Threads.resize(2);
  EXPECT_TRUE(isReplayed(F));
  for (Confidence C : {Confidence::Confirmed, Confidence::Likely, Confidence::Possible}) {
    F.How = C;
    EXPECT_FALSE(isReplayed(F));
  }
  F.How = Confidence::Likely;
  F.Premises = {{Convention::ValuesDiffer, {}, "", Confidence::Likely}};
  EXPECT_TRUE(isReplayed(F)) << "shows that the values differ";
  F.How = Confidence::Proved;
  F.Id = "redundant-barrier";
  EXPECT_FALSE(isReplayed(F));
  F.Id = "benign-race";
  F.Severity = Level::Note;
  EXPECT_FALSE(isReplayed(F));
}
