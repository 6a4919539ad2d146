// SPDX-License-Identifier: Apache-2.0
#include "host/RepeatedLaunches.h"
#include <map>

using namespace cudafix;

/// A key that is equal for launches with the same dimensions, facts and pointers: they lead to the
/// same questions.
static std::string keyOf(const Launch &L) {
  std::string Key;
  auto Add = [&](Expr E) { Key += (E ? std::to_string(E->id()) : "?") + ";"; };
  for (unsigned D = 0; D < 3; ++D) {
    Add(L.Grid[D]);
    Add(L.Block[D]);
  }
  Key += L.Overlaps ? "+" : "";
  for (const Fact &F : L.Facts)
    Add(F.Cond);
  for (const Origin &O : L.Origins) {
    Key += std::to_string(O.Object);
    Add(O.Offset);
    Add(O.Bytes);
  }
  return Key;
}

void host::dropRepeated(std::vector<Launch> &Launches) {
  std::map<std::string, size_t> Kept;
  std::vector<Launch> All;
  for (Launch &L : Launches) {
    auto [At, New] = Kept.try_emplace(keyOf(L), All.size());
    if (New)
      All.push_back(std::move(L));
    else
      All[At->second].Plain &= L.Plain;
  }
  Launches = std::move(All);
}
