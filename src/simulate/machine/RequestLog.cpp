// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/RequestLog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace cudafix::simulate {

RequestLog::RequestLog(const CompiledKernel &Code, Memory &Mem, unsigned Threads)
    : Code(Code), Mem(Mem), Threads(Threads),
      On(llvm::any_of(Code.Sites, [](const Site &S) { return S.Kind == SiteKind::Block; })) {}

void RequestLog::start(Block &B) {
  B.Warps.assign(On ? llvm::divideCeil(Threads, 32) : 0, {});
  B.MeetAt.assign(B.Warps.size(), 0);
}

/// Moves entries from outside of all loops to the front, and returns their number. Lanes may come
/// there at any time, so these are counted at the end.
static size_t keepOutside(const CompiledKernel &Code, std::vector<LogEntry> &Log) {
  auto Inside = [&](const LogEntry &E) { return Code.Sites[E.Site].Loop != 0; };
  std::vector<LogEntry> Rest;
  llvm::copy_if(Log, std::back_inserter(Rest), Inside);
  llvm::erase_if(Log, Inside);
  const size_t Kept = Log.size();
  llvm::append_range(Log, Rest);
  return Kept;
}

void RequestLog::countWarp(Block &B, unsigned First, bool Last) {
  auto Lanes = llvm::MutableArrayRef(B.Lanes).slice(First, std::min(32u, Threads - First));
  llvm::SmallVector<llvm::ArrayRef<LogEntry>, 32> Logs;
  llvm::SmallVector<size_t, 32> Kept;
  for (Lane &L : Lanes) {
    constexpr size_t MostKept = 4096; // recursion may add entries without end
    size_t Outside = Last ? 0 : keepOutside(Code, L.Log);
    Kept.push_back(Outside <= MostKept ? Outside : 0);
    Logs.push_back(llvm::ArrayRef(L.Log).drop_front(Kept.back()));
  }
  B.Warps[First / 32].add(Counted.add(Code, Logs, [&](uint64_t Address) {
    Object *O = Mem.find(Address);
    return O && O->Kind == ObjectKind::Shared;
  }));
  for (auto [L, Size] : llvm::zip(Lanes, Kept)) {
    L.Log.resize(Size);
    L.LoggedTurns = 0;
  }
  B.MeetAt[First / 32] = 0;
}

void RequestLog::countBlock(Block &B, bool Last) {
  if (On)
    for (unsigned First = 0; First < Threads; First += 32)
      countWarp(B, First, Last);
}

void RequestLog::end(Block &B) {
  countBlock(B, /*Last=*/true);
  for (const SiteCounters &W : B.Warps)
    Counted.BusiestWarp.raise(W);
}

} // namespace cudafix::simulate
