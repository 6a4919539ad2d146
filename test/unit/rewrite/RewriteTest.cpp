// SPDX-License-Identifier: Apache-2.0
#include "rewrite/Rewrite.h"
#include "rewrite/LineDiff.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace llvm;

namespace {

std::string applied(StringRef Text, std::vector<Edit> Edits) {
  Expected<std::string> Out = rewrite::apply(Text, Edits);
  return Out ? *Out : "error: " + toString(Out.takeError());
}

std::string formatted(StringRef Text, std::vector<Edit> Edits, StringRef File = "/nowhere/a.cu") {
  Expected<std::vector<Edit>> Ready = rewrite::format(File, Text, Edits);
  return Ready ? applied(Text, *Ready) : "error: " + toString(Ready.takeError());
}

TEST(Apply, SortsAndRejectsOverlap) {
  EXPECT_EQ(applied("abcdef", {{"f", 4, 1, "X"}, {"f", 0, 2, ""}}), "cdXf");
  EXPECT_EQ(applied("abcdef", {{"f", 0, 3, ""}, {"f", 2, 1, ""}}),
            "error: f: two edits overlap at byte 2");
  EXPECT_EQ(applied("abc", {{"f", 2, 4, ""}}),
            "error: f: an edit at byte 2 lies outside of the file");
}

TEST(LineEdits, TurnOneTextIntoTheOther) {
  StringRef Before = "a\nb\nc\nd\ne\n", After = "a\nx\nc\nd\ny\nz\ne\n";
  std::vector<Edit> Edits = rewrite::lineEdits("f", Before, After);
  ASSERT_EQ(Edits.size(), 2u);
  EXPECT_EQ(Edits[0].Text, "x\n");
  EXPECT_EQ(Edits[1].Length, 0u);
  EXPECT_EQ(applied(Before, Edits), After);
}

TEST(LineEdits, AllShortTexts) {
  // Every pair of texts of up to four lines over two letters.
  std::vector<std::string> Texts{""};
  for (size_t I = 0; Texts[I].size() < 8; ++I)
    for (const char *Line : {"a\n", "b\n"})
      Texts.push_back(Texts[I] + Line);
  for (const std::string &Before : Texts)
    for (const std::string &After : Texts)
      ASSERT_EQ(applied(Before, rewrite::lineEdits("f", Before, After)), After);
}

TEST(UnifiedDiff, ContextAndMissingNewline) {
  EXPECT_EQ(rewrite::unifiedDiff("k.cu", "1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\nsix\n7\n8"),
            "--- a/k.cu\n+++ b/k.cu\n@@ -3,6 +3,6 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(rewrite::unifiedDiff("k.cu", "a\n", "a\n"), "");
  EXPECT_EQ(rewrite::unifiedDiff("k.cu", "", "a\n"), "--- a/k.cu\n+++ b/k.cu\n@@ -0,0 +1 @@\n+a\n");
}

TEST(Format, KeepsLineEnds) {
  StringRef Text = "void f(){\r\n    int  a=1;\r\n    int  b=2;\r\n}\r\n";
  size_t At = Text.find("    int  b");
  EXPECT_EQ(formatted(Text, {{"f", unsigned(At), 0, "    g( a );\n"}}),
            "void f(){\r\n    int  a=1;\r\n    g( a );\r\n    int  b=2;\r\n}\r\n");
}

TEST(Format, WithoutAConfigurationTheTextStays) {
  StringRef Text = "void f() {\n  a [ 0 ]=1;\n}\n";
  unsigned At = Text.find("  a"), Length = StringRef("  a [ 0 ]=1;\n").size();
  EXPECT_EQ(formatted(Text, {{"f", At, Length, "  if (c) {\n    a [ 0 ]=1;\n  }\n"}}),
            "void f() {\n  if (c) {\n    a [ 0 ]=1;\n  }\n}\n");
}

TEST(Format, FormatsTouchedLinesAsConfigured) {
  SmallString<128> Dir;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("cuda-fix-rewrite", Dir));
  std::error_code EC;
  raw_fd_ostream((Dir + "/.clang-format").str(), EC)
      << "BasedOnStyle: LLVM\nUseTab: Always\nBreakBeforeBraces: Allman\n"
         "IndentWidth: 8\nTabWidth: 8\n";
  ASSERT_FALSE(EC);
  StringRef Text = "void f()\n{\n\tif (1)\n\t{\n\t\tg( );\n\t}\n}\n";
  size_t At = Text.find("\tif");
  EXPECT_EQ(
      formatted(Text, {{"f", unsigned(At), 0, "for (;;) {\nh( );\n}\n"}}, (Dir + "/k.cu").str()),
      "void f()\n{\n\tfor (;;)\n\t{\n\t\th();\n\t}\n\tif (1)\n\t{\n\t\tg( );\n\t}\n}\n");
  sys::fs::remove_directories(Dir);
}

// A configuration for another version of clang-format, and one that is damaged: nothing is printed.
TEST(Format, LeavesOutWhatItDoesNotKnow) {
  SmallString<128> Dir;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("cuda-fix-rewrite", Dir));
  StringRef Text = "void f() {\n  g();\n}\n";
  auto WithStyle = [&](StringRef Style) {
    std::error_code EC;
    raw_fd_ostream((Dir + "/.clang-format").str(), EC) << Style;
    EXPECT_FALSE(EC);
    testing::internal::CaptureStderr();
    std::string Out =
        formatted(Text, {{"f", unsigned(Text.find("  g")), 0, "  h( );\n"}}, (Dir + "/k.cu").str());
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    return Out;
  };
  EXPECT_EQ(WithStyle("BasedOnStyle: LLVM\nOfTheFuture: true\n"),
            "void f() {\n  h();\n  g();\n}\n");
  EXPECT_EQ(WithStyle("IndentWidth: 4\nIndentWidth: 4\n"), "void f() {\n  h( );\n  g();\n}\n");
  sys::fs::remove_directories(Dir);
}

} // namespace
