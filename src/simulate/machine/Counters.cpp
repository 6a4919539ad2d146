// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Counters.h"
#include "simulate/machine/Lane.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::simulate {

static constexpr uint64_t SectorBytes = 32, LineBytes = 128, Banks = 32, BankBytes = 4;

static constexpr uint64_t SiteCounters::*All[] = {
    &SiteCounters::Requests,  &SiteCounters::Lanes,        &SiteCounters::Sectors,
    &SiteCounters::Lines,     &SiteCounters::AlignedLines, &SiteCounters::IdealSectors,
    &SiteCounters::Conflicts, &SiteCounters::Divergent,    &SiteCounters::Steps};

void SiteCounters::add(const SiteCounters &O) {
  for (auto Each : All)
    this->*Each += O.*Each;
}

void SiteCounters::raise(const SiteCounters &O) {
  for (auto Each : All)
    this->*Each = std::max(this->*Each, O.*Each);
}

/// How many pieces of `Piece` bytes the ranges [A, A + Size) touch.
static uint64_t pieces(llvm::ArrayRef<uint64_t> Sorted, uint64_t Size, uint64_t Piece) {
  uint64_t Count = 0, Last = ~uint64_t(0);
  for (uint64_t A : Sorted)
    for (uint64_t P = A / Piece; P <= (A + Size - 1) / Piece; ++P)
      if (P != Last) {
        if (Last == ~uint64_t(0) || P > Last) {
          ++Count;
          Last = P;
        }
      }
  return Count;
}

static uint64_t distinctBytes(llvm::ArrayRef<uint64_t> Sorted, uint64_t Size) {
  uint64_t Bytes = 0, End = 0;
  for (uint64_t A : Sorted) {
    uint64_t From = std::max(A, End);
    if (From < A + Size)
      Bytes += A + Size - From;
    End = std::max(End, A + Size);
  }
  return Bytes;
}

/// Passes beyond the first: different words of one bank are served one after another. Accesses of 8
/// and 16 bytes are served for half and a quarter of the warp at a time.
static uint64_t bankConflicts(llvm::ArrayRef<uint64_t> ByLane, uint64_t Size) {
  size_t Group = Size <= 4 ? 32 : Size <= 8 ? 16 : 8;
  uint64_t Extra = 0;
  for (size_t First = 0; First < ByLane.size(); First += Group) {
    std::map<uint64_t, std::vector<uint64_t>> Words;
    for (uint64_t A : ByLane.slice(First, std::min(Group, ByLane.size() - First)))
      for (uint64_t W = A / BankBytes; W <= (A + Size - 1) / BankBytes; ++W)
        if (!llvm::is_contained(Words[W % Banks], W))
          Words[W % Banks].push_back(W);
    size_t Most = 1;
    for (const auto &[Bank, W] : Words)
      Most = std::max(Most, W.size());
    Extra += Most - 1;
  }
  return Extra;
}

static void countAccess(SiteCounters &C, const Site &S, llvm::ArrayRef<uint64_t> ByLane,
                        bool Shared) {
  std::vector<uint64_t> Sorted(ByLane.begin(), ByLane.end());
  llvm::sort(Sorted);
  if (Shared) {
    C.Conflicts += bankConflicts(ByLane, S.Size);
    return;
  }
  C.Sectors += pieces(Sorted, S.Size, SectorBytes);
  C.Lines += pieces(Sorted, S.Size, LineBytes);
  std::vector<uint64_t> Shifted = Sorted;
  for (uint64_t &A : Shifted)
    A -= Sorted.front() % LineBytes;
  C.AlignedLines += pieces(Shifted, S.Size, LineBytes);
  C.IdealSectors += (distinctBytes(Sorted, S.Size) + SectorBytes - 1) / SectorBytes;
}

static uint64_t mix(uint64_t A, uint64_t B) {
  uint64_t Z = (A ^ B * 0x9e3779b97f4a7c15) + 0x9e3779b97f4a7c15;
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
  return Z ^ Z >> 31;
}

namespace {
/// Follows one lane through its log and gives each entry a key that it shares with the other lanes'
/// entries of the same request: the place, the turn of each loop around it, and how often the lane
/// came there in this turn (more than once only because of calls).
class LaneTrace {
public:
  explicit LaneTrace(const CompiledKernel &Code)
      : Code(Code), Turns(Code.LoopsAround.size()), Visits(Code.Sites.size()) {}

  uint64_t next(uint32_t SiteNumber) {
    const Site &S = Code.Sites[SiteNumber];
    if (S.Heads)
      turn(S.Loop);
    Visit &V = Visits[SiteNumber];
    uint64_t Turn = Turns[S.Loop].Name;
    V = {Turn, V.Turn == Turn ? V.Count + 1 : 1};
    return mix(mix(SiteNumber, Turn), V.Count);
  }

private:
  struct LoopTurn {
    uint64_t Around = 0, Count = 0, Name = 0;
  };
  struct Visit {
    uint64_t Turn = 0, Count = 0;
  };

  void turn(uint32_t Loop) {
    LoopTurn &T = Turns[Loop];
    uint64_t Around = Turns[Code.LoopsAround[Loop]].Name;
    T.Count = T.Around == Around ? T.Count + 1 : 1;
    T.Around = Around;
    T.Name = mix(mix(Loop, Around), T.Count);
  }

  const CompiledKernel &Code;
  std::vector<LoopTurn> Turns; ///< by loop; number 0 stands for no loop and has one turn
  std::vector<Visit> Visits;   ///< by site
};
} // namespace

void Counters::add(const Counters &O) {
  BySite.resize(std::max(BySite.size(), O.BySite.size()));
  for (size_t I = 0; I < O.BySite.size(); ++I)
    BySite[I].add(O.BySite[I]);
  BusiestWarp.raise(O.BusiestWarp);
}

SiteCounters Counters::add(const CompiledKernel &Code,
                           llvm::ArrayRef<llvm::ArrayRef<LogEntry>> Lanes,
                           llvm::function_ref<bool(uint64_t)> IsShared) {
  BySite.resize(Code.Sites.size());
  struct Request {
    uint32_t Site = 0, Count = 0;
    uint64_t Values[32];
  };
  std::vector<Request> Requests;
  llvm::DenseMap<uint64_t, uint32_t> Index;
  for (llvm::ArrayRef<LogEntry> Log : Lanes) {
    LaneTrace Trace(Code);
    for (const LogEntry &E : Log) {
      auto [At, New] = Index.try_emplace(Trace.next(E.Site), Requests.size());
      if (New)
        Requests.emplace_back().Site = E.Site;
      Request &R = Requests[At->second];
      R.Values[R.Count++] = E.Value;
    }
  }
  SiteCounters Sum;
  for (const Request &R : Requests) {
    const Site &S = Code.Sites[R.Site];
    SiteCounters C;
    llvm::ArrayRef<uint64_t> Values(R.Values, R.Count);
    ++C.Requests;
    C.Lanes += Values.size();
    if (S.Kind == SiteKind::Block)
      C.Steps += S.Size;
    else if (S.Kind == SiteKind::Branch)
      C.Divergent += !llvm::all_equal(Values);
    else if (S.Kind != SiteKind::Other && S.Size)
      countAccess(C, S, Values, IsShared(Values.front()));
    BySite[R.Site].add(C);
    Sum.add(C);
  }
  return Sum;
}

} // namespace cudafix::simulate
