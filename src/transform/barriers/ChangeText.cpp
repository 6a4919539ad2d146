// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/ChangeText.h"
#include "transform/barriers/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace cudafix::transform {

/// "line 4", "lines 4, 7"
static std::string lines(std::vector<unsigned> Lines) {
  llvm::sort(Lines);
  Lines.erase(std::unique(Lines.begin(), Lines.end()), Lines.end());
  std::string Text = Lines.size() == 1 ? "line " : "lines ";
  for (unsigned I = 0; I < Lines.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Lines[I]);
  return Text;
}

static std::string slotLines(const Kernel &K, llvm::ArrayRef<SlotId> Slots) {
  std::vector<unsigned> Lines;
  for (SlotId S : Slots)
    Lines.push_back(K.Slots[S].Loc.Line);
  return lines(std::move(Lines));
}

static std::string barrierLines(const Kernel &K, llvm::ArrayRef<BarrierId> Barriers) {
  std::vector<unsigned> Lines;
  for (BarrierId B : Barriers)
    Lines.push_back(K.barrier(B).Loc.Line);
  return lines(std::move(Lines));
}

std::string titleOf(const Kernel &K, const BarrierChange &C, llvm::StringRef BlockCall) {
  std::vector<std::string> Parts;
  bool InPlace = !C.Remove.empty() && barrierLines(K, C.Remove) == slotLines(K, C.Block);
  if (InPlace)
    Parts.push_back("let all threads of the block meet the barrier in " + slotLines(K, C.Block));
  else if (!C.Remove.empty())
    Parts.push_back((C.Remove.size() == 1 ? "remove the barrier in " : "remove the barriers in ") +
                    barrierLines(K, C.Remove));
  if (!C.WeakenToWarp.empty())
    Parts.push_back("replace the barrier in " + barrierLines(K, C.WeakenToWarp) +
                    " by __syncwarp()");
  if (!C.Block.empty() && !InPlace)
    Parts.push_back(("put " + BlockCall + " at " + slotLines(K, C.Block)).str());
  std::map<std::string, std::vector<SlotId>> Warp;
  for (SlotId S : C.Warp) {
    auto Mask = C.Masks.find(S);
    Warp[warpBarrierCall(Mask == C.Masks.end() ? AllLanes : Mask->second)].push_back(S);
  }
  for (const auto &[Call, Slots] : Warp)
    Parts.push_back("put " + Call + " at " + slotLines(K, Slots));
  std::vector<unsigned> Split;
  for (const StatementSplit &S : C.SplitStatements)
    Split.push_back(K.access(S.Write).Loc.Line);
  if (!Split.empty())
    Parts.push_back((Split.size() == 1 ? "split the statement in " : "split the statements in ") +
                    lines(Split) + " by a barrier");
  std::vector<unsigned> Guarded;
  for (const Narrowing &N : C.Narrowed)
    Guarded.push_back(K.access(N.Write).Loc.Line);
  if (!Guarded.empty())
    Parts.push_back((Guarded.size() == 1 ? "narrow the guard in " : "narrow the guards in ") +
                    lines(Guarded));
  return llvm::join(Parts, " and ");
}

std::vector<unsigned> newBarrierLines(const Kernel &K, const BarrierChange &C) {
  std::set<unsigned> Lines;
  for (const auto *Slots : {&C.Block, &C.Warp})
    for (SlotId S : *Slots)
      Lines.insert(K.Slots[S].Loc.Line);
  for (const StatementSplit &S : C.SplitStatements)
    Lines.insert(K.access(S.Write).Loc.Line);
  return {Lines.begin(), Lines.end()};
}

} // namespace cudafix::transform
