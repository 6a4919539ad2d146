// SPDX-License-Identifier: Apache-2.0
//
// Two texts, with a zero between them: edits that turn one into the other do so, and lines that a
// diff prints are those of the texts.
#include "InputFile.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;

static void require(bool Holds) {
  if (!Holds)
    std::abort();
}

/// The lines that a unified diff has with one of these signs.
static std::string linesOf(llvm::StringRef Diff, llvm::StringRef Signs) {
  std::string Lines;
  for (llvm::StringRef Line : rewrite::splitLines(Diff))
    if (Signs.contains(Line.front()) && !Line.starts_with("--- ") && !Line.starts_with("+++ "))
      Lines += Line.drop_front();
  return Lines;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [Before, After] = fuzz::textOf(Data, Size).split('\0');
  auto Edited = rewrite::apply(Before, rewrite::lineEdits("a.cu", Before, After));
  if (!Edited)
    return llvm::consumeError(Edited.takeError()), std::abort(), 0;
  require(*Edited == After);
  std::string Diff = rewrite::unifiedDiff("a.cu", Before, After);
  require(Diff.empty() == (Before == After));
  // All lines are in reach of a change; texts that end without a line end, and lines that look
  // like a head, are left out.
  if (Before.count('\n') < 4 && After.count('\n') < 4 && Before.ends_with("\n") &&
      After.ends_with("\n") && !Diff.empty() && !Before.contains("--") && !After.contains("++")) {
    require(linesOf(Diff, " -") == Before);
    require(linesOf(Diff, " +") == After);
  }
  return 0;
}
