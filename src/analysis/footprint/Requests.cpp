// SPDX-License-Identifier: Apache-2.0

#include "analysis/footprint/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;

void RequestCost::add(const RequestCost &O) {
  Requests += O.Requests;
  Lanes += O.Lanes;
  Sectors += O.Sectors;
  SectorsFree += O.SectorsFree;
  IdealSectors += O.IdealSectors;
  Lines += O.Lines;
  IdealLines += O.IdealLines;
  Bytes += O.Bytes;
  Places += O.Places;
  Passes += O.Passes;
  Conflicts += O.Conflicts;
  IdealPasses += O.IdealPasses;
  Ways = std::max(Ways, O.Ways);
}

static int64_t floorDiv(int64_t A, int64_t B) { return A / B - (A % B < 0); }

namespace {
struct Range {
  int64_t At, Size;
  bool operator<(const Range &O) const { return std::tie(At, Size) < std::tie(O.At, O.Size); }
};
} // namespace

/// The number of `Piece`-byte pieces that the sorted ranges touch when shifted by `Shift`.
static uint64_t pieces(llvm::ArrayRef<Range> Sorted, int64_t Shift, int64_t Piece) {
  uint64_t Count = 0;
  int64_t Next = INT64_MIN;
  for (const Range &R : Sorted) {
    int64_t From = std::max(Next, floorDiv(R.At + Shift, Piece));
    int64_t End = floorDiv(R.At + Shift + R.Size - 1, Piece) + 1;
    if (From < End) {
      Count += End - From;
      Next = End;
    }
  }
  return Count;
}

static uint64_t distinctBytes(llvm::ArrayRef<Range> Sorted) { return pieces(Sorted, 0, 1); }

/// Adds the cost of ranges at known distances, over all possible alignments.
static void addGroup(RequestCost &R, llvm::ArrayRef<Range> Sorted, int64_t Step) {
  int64_t Natural = 1; // a device access is aligned to its size
  while (Natural < 16 && Sorted[0].Size % (2 * Natural) == 0)
    Natural *= 2;
  uint64_t Best = ~0ull, Free = ~0ull, Lines = ~0ull;
  for (int64_t Shift = 0; Shift < LineBytes; ++Shift) {
    bool Possible = Shift % Step == 0;
    bool IsNatural = floorDiv(Shift + Sorted[0].At, Natural) * Natural == Shift + Sorted[0].At;
    if (!IsNatural && !(Possible && Step >= Natural))
      continue;
    uint64_t Sectors = pieces(Sorted, Shift, SectorBytes);
    Free = std::min(Free, Sectors);
    if (!Possible)
      continue;
    Best = std::min(Best, Sectors);
    Lines = std::min(Lines, pieces(Sorted, Shift, LineBytes));
  }
  if (Best == ~0ull) { // no alignment of the base allows a device access
    Best = Free;
    Lines = pieces(Sorted, 0, LineBytes);
  }
  R.Sectors += Best;
  R.SectorsFree += Free;
  R.Lines += Lines;
  R.Bytes += distinctBytes(Sorted);
  for (size_t I = 0; I < Sorted.size(); ++I)
    R.Places += !I || Sorted[I].At != Sorted[I - 1].At;
}

RequestCost cudafix::analysis::globalRequest(LaneTerms &T, llvm::ArrayRef<LaneBytes> Bytes) {
  RequestCost R;
  std::map<PartId, std::vector<Range>> Groups;
  for (const LaneBytes &B : Bytes)
    Groups[B.At.Part].push_back({B.At.K, B.Size});
  for (auto &[Part, Group] : Groups) {
    llvm::sort(Group);
    addGroup(R, Group, T.content(Part, LineBytes));
  }
  R.Requests = !Bytes.empty();
  R.Lanes = Bytes.size();
  R.IdealSectors = llvm::divideCeil(R.Bytes, SectorBytes);
  R.IdealLines = llvm::divideCeil(R.Bytes, LineBytes);
  return R;
}

RequestCost cudafix::analysis::globalRequest(LaneTerms &T, const LaneForms &Offsets,
                                             uint32_t Active, uint64_t Size) {
  llvm::SmallVector<LaneBytes, WarpSize> Bytes;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Active >> L & 1)
      Bytes.push_back({Offsets[L], int64_t(Size)});
  return globalRequest(T, Bytes);
}

std::optional<RequestCost> cudafix::analysis::sharedRequest(const LaneForms &Offsets,
                                                            uint32_t Active, uint64_t Size) {
  RequestCost R;
  // Accesses of 8 and 16 bytes are served for half and a quarter of the warp at a time.
  unsigned Group = Size <= 4 ? 32 : Size <= 8 ? 16 : 8;
  std::optional<PartId> Part;
  for (unsigned First = 0; First < WarpSize; First += Group) {
    std::map<int64_t, std::set<int64_t>> Words; // by bank
    for (unsigned L = First; L < First + Group; ++L) {
      if (!(Active >> L & 1))
        continue;
      if (Part.value_or(Offsets[L].Part) != Offsets[L].Part)
        return std::nullopt;
      Part = Offsets[L].Part;
      ++R.Lanes;
      int64_t Last = floorDiv(Offsets[L].K + int64_t(Size) - 1, BankBytes);
      for (int64_t W = floorDiv(Offsets[L].K, BankBytes); W <= Last; ++W)
        Words[W & (Banks - 1)].insert(W);
    }
    size_t Most = 0, Distinct = 0;
    for (const auto &[Bank, W] : Words) {
      Most = std::max(Most, W.size());
      Distinct += W.size();
    }
    R.Passes += Most;
    R.Conflicts += Most - (Most > 0);
    R.IdealPasses += llvm::divideCeil(Distinct, size_t(Banks));
    R.Ways = std::max(R.Ways, unsigned(Most));
  }
  R.Requests = R.Lanes != 0;
  return R;
}
