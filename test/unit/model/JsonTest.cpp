// SPDX-License-Identifier: Apache-2.0
#include "model/Json.h"
#include <gtest/gtest.h>

using namespace cudafix;

static bool parses(const std::string &Text) {
  llvm::Expected<llvm::json::Value> V = parseJson(Text);
  if (!V)
    llvm::consumeError(V.takeError());
  return bool(V);
}

TEST(Json, NestsUpToALimit) {
  auto Nested = [](size_t Levels) { return std::string(Levels, '[') + std::string(Levels, ']'); };
  EXPECT_TRUE(parses(Nested(500)));
  EXPECT_FALSE(parses(Nested(501)));
  EXPECT_FALSE(parses(std::string(3'000'000, '[')));
  std::string Objects;
  for (unsigned I = 0; I < 100'000; ++I)
    Objects += "{\"a\":";
  EXPECT_FALSE(parses(Objects));
}

TEST(Json, BracketsInTextsNestNothing) {
  EXPECT_TRUE(parses("[\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\"]"));
  EXPECT_FALSE(parses("[\"a\\"));
}
