// SPDX-License-Identifier: Apache-2.0

#include "detect/SolverShare.h"
#include "gtest/gtest.h"
#include <vector>

using namespace cudafix;

namespace {
struct Unit {
  const void *Template = nullptr;
  const void *primaryTemplate() const { return Template; }
};
} // namespace

// One instance that uses up what it may spend makes the others of its template wait behind the
// rest.
TEST(SolverShareTest, InstancesOfAHardTemplateGetAnEvenShare) {
  ExprContext Terms[3];
  smt::Workspace First(Terms[0]), Second(Terms[1]), Other(Terms[2]);
  detect::SolverShare Share(std::vector<Unit>(40));
  int Template = 0;
  Share.begin(First, &Template);
  const uint64_t Generous = First.Limit;
  First.Limit = 0;
  Share.end(First, &Template);
  Share.begin(Second, &Template);
  EXPECT_LT(Second.Limit, Generous / 2);
  Share.end(Second, &Template);
  Share.begin(Other, nullptr);
  EXPECT_GE(Other.Limit, Generous);
}

// The more instances use up theirs, the more is left for kernels of other templates.
TEST(SolverShareTest, FurtherInstancesOfAHardTemplateGetLessAndLess) {
  ExprContext Terms;
  smt::Workspace W(Terms);
  detect::SolverShare Share(std::vector<Unit>(20));
  int Template = 0;
  std::vector<uint64_t> Limits;
  for (unsigned I = 0; I < 5; ++I) {
    Share.begin(W, &Template);
    Limits.push_back(W.Limit);
    W.Limit = 0;
    Share.end(W, &Template);
  }
  EXPECT_LT(Limits[2], Limits[1] * 6 / 10);
  EXPECT_LT(Limits[4], Limits[1] * 4 / 10);
}

// Instances that leave something keep what all have.
TEST(SolverShareTest, InstancesOfAnEasyTemplateStayGenerous) {
  ExprContext Terms[2];
  smt::Workspace First(Terms[0]), Second(Terms[1]);
  detect::SolverShare Share(std::vector<Unit>(40));
  int Template = 0;
  Share.begin(First, &Template);
  const uint64_t Generous = First.Limit;
  Share.end(First, &Template);
  Share.begin(Second, &Template);
  EXPECT_GE(Second.Limit, Generous);
}

// Hundreds of instances that ask the same leave other kernels theirs.
TEST(SolverShareTest, ManyInstancesCountAsSome) {
  int Template = 0;
  std::vector<Unit> Few(24, {&Template}), Many(500, {&Template});
  Few.push_back({});
  Many.push_back({});
  ExprContext Terms[2];
  smt::Workspace OfFew(Terms[0]), OfMany(Terms[1]);
  detect::SolverShare(Few).begin(OfFew, nullptr);
  detect::SolverShare(Many).begin(OfMany, nullptr);
  EXPECT_EQ(OfMany.Limit, OfFew.Limit);
}

// Who had too few units gets more of what the others left, on top of what was spent.
TEST(SolverShareTest, WhatIsLeftGoesToThoseThatAreOpen) {
  ExprContext Terms;
  smt::Workspace W(Terms);
  detect::SolverShare Share(std::vector<Unit>(200));
  Share.begin(W, nullptr);
  const uint64_t First = W.Limit;
  Share.end(W, nullptr);
  EXPECT_FALSE(Share.beginAgain(0));
  ASSERT_TRUE(Share.beginAgain(1));
  Share.begin(W, nullptr);
  EXPECT_GT(W.Limit, 2 * First);
}

// Once the unit has nothing left, a template of which several instances used up their share gets no
// further questions.
TEST(SolverShareTest, FurtherInstancesAreInVainOnceNothingIsLeft) {
  constexpr unsigned Instances = 12;
  constexpr uint64_t More = 28'000'000;
  int Template = 0, Other = 0;
  detect::SolverShare Share(std::vector<Unit>(Instances, {&Template}));
  for (unsigned I = 0; I < Instances; ++I) {
    EXPECT_FALSE(Share.isInVain(&Template));
    ExprContext Terms;
    smt::Workspace W(Terms);
    Share.begin(W, &Template);
    W.uncharge(-More); // as if questions had cost that
    EXPECT_EQ(W.left(), 0u);
    Share.end(W, &Template);
  }
  EXPECT_TRUE(Share.isInVain(&Template));
  EXPECT_FALSE(Share.isInVain(&Other));
  EXPECT_FALSE(Share.isInVain(nullptr));
}

// A finding that is shown although a question is not decided is asked about as in a file of its
// own.
TEST(SolverShareTest, FindingsThatAreShownGetAShareOfTheirOwn) {
  ExprContext Terms;
  smt::Workspace W(Terms);
  detect::SolverShare Share(std::vector<Unit>(1000));
  Share.begin(W, nullptr);
  const uint64_t First = W.Limit;
  Share.beginShown(W);
  EXPECT_GT(W.Limit, 8 * First);
}
