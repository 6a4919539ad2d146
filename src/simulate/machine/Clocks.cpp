// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Clocks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::simulate {

void Knowledge::add(Reference R) {
  if (!Seen.empty() && Seen.back().Variable == R.Variable && Seen.back().Count >= R.Count)
    return;
  Seen.push_back(R);
}

static bool covers(const Release &R, uint32_t Thread, uint32_t Epoch, uint32_t ReaderBlock) {
  if (R.Narrow && R.Thread >> 10 != ReaderBlock)
    return false;
  if (R.Thread == Thread && (R.Exact ? R.ThreadEpoch == Epoch : R.ThreadEpoch >= Epoch))
    return true;
  if (R.Thread >> 10 == Thread >> 10 && R.BlockEpoch >= Epoch)
    return true;
  return R.Thread >> 5 == Thread >> 5 && R.Warp[Thread & 31] >= Epoch;
}

namespace {

/// References of a list that are still to be examined, from the last one backwards.
struct Part {
  const std::vector<Reference> *Of;
  uint32_t First, End;
};

} // namespace

bool isReleased(const std::vector<Reference> &From, uint32_t Thread, uint32_t Epoch,
                uint32_t ReaderBlock) {
  // Each log is searched once, from its newest entry back to entries older than the access in
  // question; the knowledge of an entry is searched only afterwards, because the newest entries
  // usually have the answer.
  llvm::DenseMap<const SyncVariable *, uint32_t> Walked;
  llvm::DenseMap<const Knowledge *, uint32_t> Pushed;
  llvm::SmallVector<Part, 8> Todo;
  if (!From.empty())
    Todo.push_back({&From, 0, static_cast<uint32_t>(From.size())});
  auto Push = [&](const Knowledge *K, uint32_t Size) {
    if (!K || !Size)
      return;
    uint32_t &Done = Pushed[K];
    if (Done < Size)
      Todo.push_back({&K->Seen, Done, Size});
    Done = std::max(Done, Size);
  };
  while (!Todo.empty()) {
    Part &Last = Todo.back();
    const Reference R = (*Last.Of)[--Last.End];
    if (Last.End == Last.First || R.When < Epoch)
      Todo.pop_back();
    if (R.When < Epoch)
      continue;
    uint32_t &Done = Walked[R.Variable];
    uint32_t First = Done;
    Done = std::max(Done, R.Count);
    const std::vector<Release> &Log = R.Variable->Log;
    for (uint32_t I = R.Count; I > First && Log[I - 1].When >= Epoch; --I)
      if (covers(Log[I - 1], Thread, Epoch, ReaderBlock))
        return true;
    for (uint32_t I = R.Count; I > First && Log[I - 1].When >= Epoch; --I) {
      const Release &Entry = Log[I - 1];
      if (Entry.Narrow && Entry.Thread >> 10 != ReaderBlock)
        continue;
      Push(Entry.Own, Entry.OwnSize);
      Push(Entry.Block, Entry.BlockSize);
    }
  }
  return false;
}

} // namespace cudafix::simulate
