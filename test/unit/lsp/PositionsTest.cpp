// SPDX-License-Identifier: Apache-2.0
#include "lsp/Positions.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::lsp;
using llvm::lsp::Position;

TEST(Positions, CountsUtf16) {
  // Two bytes and one unit, four bytes and two units.
  std::string Text = "a\u00fcb\n\U0001d11ex\n";
  TextLines Lines(Text);
  EXPECT_EQ(Lines.position(3), Position(0, 2));
  EXPECT_EQ(Lines.position(Text.find('x')), Position(1, 2));
  for (size_t At : {size_t(0), size_t(1), size_t(3), Text.find('x'), Text.size()})
    EXPECT_EQ(Lines.offset(Lines.position(At)), At);
}

TEST(Positions, StaysWithinTheText) {
  TextLines Lines("ab\r\ncd");
  EXPECT_EQ(Lines.offset(Position(0, 99)), 2u);
  EXPECT_EQ(Lines.offset(Position(7, 0)), 6u);
  EXPECT_EQ(Lines.position(99), Position(1, 2));
  EXPECT_EQ(Lines.line(1), "ab");
  EXPECT_EQ(Lines.line(9), "");
}

TEST(Positions, ARangeOfNoLengthIsTheRestOfItsLine) {
  TextLines Lines("int a;\n  b = 1;\n");
  SourceLoc WithColumn{"f", 2, 3, 0, 1};
  EXPECT_EQ(Lines.range(WithColumn).end, Position(1, 3));
  SourceLoc Line{"f", 2};
  EXPECT_EQ(Lines.range(Line).start, Position(1, 2));
  EXPECT_EQ(Lines.range(Line).end, Position(1, 8));
}
