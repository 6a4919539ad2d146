// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::report {
namespace {

constexpr unsigned WarpSize = 32;
constexpr double Cell = 8;

} // namespace

/// The different words of one bank that a request accesses, one after the other.
static std::vector<size_t> wordsOf(const LaneMap &M) {
  std::vector<std::set<int64_t>> Words(M.Columns);
  for (const LaneMap::Cell &C : M.Cells)
    Words[C.Column].insert(C.Word);
  std::vector<size_t> Counts;
  for (const auto &W : Words)
    Counts.push_back(W.size());
  return Counts;
}

static Svg drawMap(const LaneMap &M, llvm::StringRef When) {
  Svg S;
  std::vector<size_t> Words = wordsOf(M);
  bool Bad = M.Cost > M.Ideal;
  std::string Unit = M.Shared ? "pass" : "sector";
  std::string Cost = std::to_string(M.Cost) + " " + Unit +
                     (M.Cost == 1 ? ""
                      : M.Shared  ? "es"
                                  : "s");
  S.text(0, 11, When.str() + Cost + (Bad ? ", " + std::to_string(M.Ideal) + " would do" : ""),
         "strong");
  S.text(0, 26, shorten(M.Text, 48), "soft");
  double Left = 52, Top = 50;
  S.text(Left, Top - 6, M.Shared ? "bank 0" : "sector 0", "soft");
  if (M.Columns > 12)
    S.text(Left + M.Columns * Cell, Top - 6, std::to_string(M.Columns - 1), "soft end");
  for (unsigned L = 0; L < WarpSize; ++L)
    if (L % 8 == 0 || L == WarpSize - 1)
      S.text(Left - 6, Top + L * Cell + 8, (L ? "" : "lane ") + std::to_string(L), "soft end");
  S.rect(Left - 0.5, Top - 0.5, M.Columns * Cell + 1, WarpSize * Cell + 1, "frame");
  for (const LaneMap::Cell &C : M.Cells) {
    bool Hot = M.Shared ? Words[C.Column] > 1 : Bad;
    S.beginGroup("lane " + std::to_string(C.Lane) + (M.Shared ? ", bank " : ", sector ") +
                 std::to_string(C.Column) + (M.Shared ? ", word " + std::to_string(C.Word) : ""));
    S.rect(Left + C.Column * Cell + 0.5, Top + C.Lane * Cell + 0.5, Cell - 1, Cell - 1,
           Hot ? "hot" : "cell");
    S.endGroup();
  }
  double Y = Top + WarpSize * Cell + 16;
  if (M.Shared) {
    size_t Most = Words.empty() ? 0 : *llvm::max_element(Words);
    S.text(Left, Y,
           Most > 1 ? "up to " + std::to_string(Most) + " words of one bank"
                    : "no bank gives two words");
  } else {
    S.text(Left, Y,
           std::to_string(llvm::popcount(M.Active)) + " lanes, " + std::to_string(M.Columns) +
               " sectors of 32 bytes");
  }
  if (M.Assumed)
    S.text(Left, Y + 16, "for a customary block or position", "soft");
  return S;
}

Svg drawLanes(const LaneMap &Before, const LaneMap *After) {
  Svg S;
  S.place(drawMap(Before, After ? "before: " : ""), 0, 0);
  if (After)
    S.place(drawMap(*After, "after: "), std::max(S.width(), 320.0) + 40, 0);
  return S;
}

Svg drawBranch(const BranchMap &B) {
  Svg S;
  double Left = 52, Top = 32;
  size_t Split = llvm::count_if(B.Warps, [](const auto &W) { return W.first && W.second; });
  S.text(0, 11,
         std::to_string(Split) + " of " + std::to_string(B.Warps.size()) + " warps go both ways",
         "strong");
  S.text(Left, 26, "lane 0", "soft");
  S.text(Left + WarpSize * 9, 26, "31", "soft end");
  for (size_t W = 0; W < B.Warps.size(); ++W) {
    auto [One, Other] = B.Warps[W];
    double Y = Top + double(W) * 11;
    S.text(Left - 6, Y + 8.5, "warp " + std::to_string(W), "soft end");
    for (unsigned L = 0; L < WarpSize; ++L) {
      double X = Left + L * 9;
      if (One >> L & 1)
        S.rect(X, Y, 7.5, 8.5, "cell");
      else if (Other >> L & 1)
        S.rect(X + 0.5, Y + 0.5, 6.5, 7.5, "off");
    }
  }
  double Y = Top + double(B.Warps.size()) * 11 + 14;
  S.rect(Left, Y - 8, 7.5, 8.5, "cell");
  S.text(Left + 14, Y, "the condition holds");
  S.rect(Left + 160, Y - 8, 6.5, 7.5, "off");
  S.text(Left + 174, Y, "it does not");
  return S;
}

} // namespace cudafix::report
