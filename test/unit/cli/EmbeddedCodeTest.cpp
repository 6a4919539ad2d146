// SPDX-License-Identifier: Apache-2.0
#include "cli/input/EmbeddedCode.h"
#include <gtest/gtest.h>

using namespace cudafix::cli;
using llvm::StringRef;

TEST(EmbeddedCode, KeepsPlacesAndBlanksTheRest) {
  std::string Text = "x = 1  # '__global__ void no()'\nk = r'''\n__global__ void k() {}\n'''\n";
  auto Code = embeddedKernels("a.py", Text);
  ASSERT_TRUE(Code);
  EXPECT_EQ(Code->size(), Text.size());
  EXPECT_EQ(Code->find("__global__"), Text.rfind("__global__"));
  EXPECT_EQ(Code->find("no()"), std::string::npos);
}

TEST(EmbeddedCode, LeavesOutWhatIsNoKernel) {
  EXPECT_FALSE(embeddedKernels("a.py", "s = f'''__global__ void k() {{}}'''"));
  EXPECT_FALSE(embeddedKernels("a.cpp", "// \"__global__ void k() {}\"\nint a = 1'000;"));
  EXPECT_FALSE(embeddedKernels("a.cpp", "s = \"__global__ void \" + Name + \"() {}\";"));
  EXPECT_FALSE(embeddedKernels("a.cpp", "s = \"__global__ void k() {\\n\" + Body + \"}\";"));
  EXPECT_FALSE(embeddedKernels("a.cpp", "s = \"#define N 1\\n__global__ void k() {}\";"));
  EXPECT_FALSE(embeddedKernels("a.txt", "'__global__ void k() {}'"));
}

TEST(EmbeddedCode, ReadsEscapes) {
  auto Code = embeddedKernels("a.py", "k = '''__global__ void k() { printf(\"%d\\\\n\", 1); }'''");
  ASSERT_TRUE(Code);
  EXPECT_NE(Code->find(R"(printf("%d \n", 1))"), std::string::npos) << *Code;
}

TEST(EmbeddedCode, PutsChangesBackIntoTheirQuotes) {
  std::string Raw = "k = r'''__global__ void k() {\n  a();\n}'''\n";
  std::string Before = *embeddedKernels("a.py", Raw), After = Before;
  After.insert(After.find("}"), "  b();\n");
  EXPECT_EQ(putBack("a.py", Raw, Before, After),
            "k = r'''__global__ void k() {\n  a();\n  b();\n}'''\n");

  // What is no code is not touched: blanks at the end of a line, a line that was blank.
  After = Before;
  After.erase(After.find("}") + 1, 3);
  EXPECT_EQ(putBack("a.py", Raw, Before, After), Raw);
}

TEST(EmbeddedCode, RefusesWhatDoesNotFitIntoTheQuotes) {
  std::string Raw = "k = r'''__global__ void k() {\n  a();\n}'''\n";
  std::string Before = *embeddedKernels("a.py", Raw);
  for (StringRef Outside : {"x", "#include <cuda/atomic>\n"}) {
    std::string After = Before;
    After.insert(0, Outside.str());
    EXPECT_EQ(putBack("a.py", Raw, Before, After), std::nullopt);
  }
  for (StringRef Special : {"\\", "'''", "\"\"\"", ")\""}) {
    std::string After = Before;
    After.insert(After.find("}"), "  f" + Special.str() + ";\n");
    EXPECT_EQ(putBack("a.py", Raw, Before, After), std::nullopt) << Special.str();
  }
}

TEST(EmbeddedCode, ReadsStringsThatEndWithTheirLines) {
  std::string Text = "s = \"#define N 1\\n\"\n    \"__global__ void k() {\\n\"\n    \"}\\n\";\n";
  auto Code = embeddedKernels("a.cpp", Text);
  ASSERT_TRUE(Code);
  EXPECT_EQ(Code->size(), Text.size());
  EXPECT_EQ(Code->find("#define N 1"), Text.find("#define N 1"));
  EXPECT_EQ(Code->find('"'), std::string::npos);
  EXPECT_EQ(Code->find('\\'), std::string::npos);
}

/// The text with lines of code put in before and taken out.
static std::optional<std::string> edited(StringRef Text, StringRef At, StringRef Put,
                                         StringRef Take = "") {
  std::string Before = *embeddedKernels("a.cpp", Text), After = Before;
  if (!Take.empty()) {
    size_t First = After.rfind('\n', After.find(Take)) + 1;
    After.erase(First, After.find('\n', First) + 1 - First);
  }
  After.insert(After.rfind('\n', After.find(At)) + 1, Put.str());
  return putBack("a.cpp", Text, Before, After);
}

TEST(EmbeddedCode, PutsNewLinesIntoQuotesOfTheirOwn) {
  std::string Head = "s =\n  \"__global__ void k() {\\n\"\n", A = "  \"  a();\\n\"\n",
              Tail = "  \"}\";\n", B = "  \"  b();\\n\"\n";
  EXPECT_EQ(edited(Head + A + Tail, "}", "     b();\n"), Head + A + B + Tail);
  EXPECT_EQ(edited(Head + A + B + Tail, "}", "", "a();"), Head + B + Tail);
  EXPECT_EQ(edited(Head + A + Tail, "}", "     b(\"\");\n"), std::nullopt);
  EXPECT_EQ(edited(Head + A + Tail, "}", "b();\n"), std::nullopt); // left of the quote
  EXPECT_EQ(edited(Head + A + Tail, "}", "\n"), Head + A + "  \"\\n\"\n" + Tail);

  // A literal that goes on in the next line.
  std::string Long = "s = \"\\n\\\n__global__ void k() {\\n\\\n  a();\\n\\\n}\";\n", With = Long;
  With.insert(With.find('}'), "  b();\\n\\\n");
  EXPECT_EQ(edited(Long, "}", "  b();\n"), With);
}
