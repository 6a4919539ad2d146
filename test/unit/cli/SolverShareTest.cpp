// SPDX-License-Identifier: Apache-2.0

#include "detect/SolverShare.h"
#include "gtest/gtest.h"

using namespace cudafix;

// One instance that uses up what it may spend makes the others of its template wait behind the
// rest.
TEST(SolverShareTest, InstancesOfAHardTemplateGetAnEvenShare) {
  ExprContext Terms[3];
  SolverWorkspace First(Terms[0]), Second(Terms[1]), Other(Terms[2]);
  detect::SolverShare Share(40);
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

// Instances that leave something keep what all have.
TEST(SolverShareTest, InstancesOfAnEasyTemplateStayGenerous) {
  ExprContext Terms[2];
  SolverWorkspace First(Terms[0]), Second(Terms[1]);
  detect::SolverShare Share(40);
  int Template = 0;
  Share.begin(First, &Template);
  const uint64_t Generous = First.Limit;
  Share.end(First, &Template);
  Share.begin(Second, &Template);
  EXPECT_GE(Second.Limit, Generous);
}
