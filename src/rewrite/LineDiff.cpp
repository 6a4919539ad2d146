// SPDX-License-Identifier: Apache-2.0
#include "rewrite/LineDiff.h"
#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;

namespace cudafix::rewrite {

std::vector<StringRef> splitLines(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

namespace {

/// With more changed lines than this, the middle is taken as one change: the search needs memory in
/// proportion to the square of the number.
constexpr int MaxDistance = 2000;

using Trace = std::vector<std::vector<int>>;

/// The furthest reaching paths for each edit distance; empty: the distance is too large.
Trace search(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  int N = Old.size(), M = New.size(), Max = std::min(N + M, MaxDistance);
  std::vector<int> Reach(2 * Max + 3, 0);
  Trace Steps;
  for (int D = 0; D <= Max; ++D) {
    for (int K = -D; K <= D; K += 2) {
      int *At = &Reach[K + Max + 1];
      int X = K == -D || (K != D && At[-1] < At[1]) ? At[1] : At[-1] + 1;
      int Y = X - K;
      while (X < N && Y < M && Old[X] == New[Y])
        ++X, ++Y;
      *At = X;
      if (X >= N && Y >= M) {
        Steps.push_back(Reach);
        return Steps;
      }
    }
    Steps.push_back(Reach);
  }
  return {};
}

void addChange(std::vector<Hunk> &Hunks, unsigned Old, unsigned OldEnd, unsigned New,
               unsigned NewEnd) {
  if (!Hunks.empty() && Hunks.back().OldBegin == OldEnd && Hunks.back().NewBegin == NewEnd) {
    Hunks.back().OldBegin = Old;
    Hunks.back().NewBegin = New;
    return;
  }
  Hunks.push_back({Old, OldEnd, New, NewEnd});
}

std::vector<Hunk> backtrack(const Trace &Steps, int N, int M) {
  std::vector<Hunk> Hunks;
  int X = N, Y = M;
  int Middle = (static_cast<int>(Steps.back().size()) - 3) / 2 + 1;
  for (int D = static_cast<int>(Steps.size()) - 1; D > 0; --D) {
    const std::vector<int> &Reach = Steps[D - 1];
    int K = X - Y;
    bool Down = K == -D || (K != D && Reach[K - 1 + Middle] < Reach[K + 1 + Middle]);
    int PrevK = Down ? K + 1 : K - 1;
    int PrevX = Reach[PrevK + Middle], PrevY = PrevX - PrevK;
    int EditX = Down ? PrevX : PrevX + 1, EditY = Down ? PrevY + 1 : PrevY;
    addChange(Hunks, PrevX, EditX, PrevY, EditY);
    X = PrevX;
    Y = PrevY;
  }
  std::reverse(Hunks.begin(), Hunks.end());
  return Hunks;
}

} // namespace

std::vector<Hunk> lineDiff(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  unsigned Head = 0;
  while (Head < Old.size() && Head < New.size() && Old[Head] == New[Head])
    ++Head;
  Old = Old.drop_front(Head);
  New = New.drop_front(Head);
  unsigned Tail = 0;
  while (Tail < Old.size() && Tail < New.size() &&
         Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  Old = Old.drop_back(Tail);
  New = New.drop_back(Tail);
  if (Old.empty() && New.empty())
    return {};
  Trace Steps;
  if (!Old.empty() && !New.empty())
    Steps = search(Old, New);
  std::vector<Hunk> Hunks;
  if (Steps.empty())
    Hunks.push_back({0, static_cast<unsigned>(Old.size()), 0, static_cast<unsigned>(New.size())});
  else
    Hunks = backtrack(Steps, Old.size(), New.size());
  for (Hunk &H : Hunks) {
    H.OldBegin += Head, H.OldEnd += Head;
    H.NewBegin += Head, H.NewEnd += Head;
  }
  return Hunks;
}

std::vector<Edit> lineEdits(StringRef File, StringRef Before, StringRef After, unsigned Base) {
  std::vector<StringRef> Old = splitLines(Before), New = splitLines(After);
  std::vector<Edit> Edits;
  for (const Hunk &H : lineDiff(Old, New)) {
    Edit E;
    E.File = File.str();
    E.Offset =
        Base + (H.OldBegin < Old.size() ? Old[H.OldBegin].data() - Before.data() : Before.size());
    for (unsigned I = H.OldBegin; I < H.OldEnd; ++I)
      E.Length += Old[I].size();
    for (unsigned I = H.NewBegin; I < H.NewEnd; ++I)
      E.Text += New[I];
    Edits.push_back(std::move(E));
  }
  return Edits;
}

} // namespace cudafix::rewrite
