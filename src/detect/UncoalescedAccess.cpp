// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::detect {

using analysis::Footprint;
using analysis::Pattern;
using analysis::RequestCost;
using analysis::SectorBytes;

static constexpr unsigned FewLanes = 4;
/// Findings with less than this share of the kernel's sectors are notes.
static constexpr double SmallShare = 0.05;

static double waste(const RequestCost &R) {
  return R.SectorsFree > R.IdealSectors ? 1 - double(R.IdealSectors) / R.SectorsFree : 0;
}

static std::string because(const Footprint &P) {
  std::string Text = distance(P);
  if (Text.empty())
    return P.Shape == Pattern::Strided ? "the threads of a warp lie in different rows"
                                       : "neighbouring threads lie irregularly";
  if (P.Run < analysis::WarpSize && P.Run > 1 && P.Run < P.Lanes)
    Text += ", " + std::to_string(P.Run) + " to a row of the block";
  if (!P.StrideFrom.empty())
    Text += " (for " + P.StrideFrom + ")";
  return Text;
}

/// The sectors of a coalesced request for 4 bytes per lane: a request that needs no more is
/// acceptable.
static uint64_t fewSectors(const RequestCost &R) {
  return llvm::divideCeil(R.Lanes, SectorBytes / 4);
}

static bool usedTogether(const Footprint &P) {
  return P.Neighbours && waste(P.Together) < LeastWaste;
}

static Finding reportKnown(const KernelFacts &F, const MemoryFindings &M, const Footprint &P,
                           Level Severity) {
  std::string Text = M.request(P) + " touches " + count(P.Worst.SectorsFree, "sector") + " where " +
                     std::to_string(P.Worst.IdealSectors) + " would do: " + because(P);
  if (usedTogether(P))
    Text += "; with " + count(P.Neighbours, "neighbouring access") +
            " every sector is used, if the L1 cache keeps it";
  else if (P.Walk != NoId)
    Text += "; each thread walks a chunk of its own in the loop at line " +
            std::to_string(F.K.Loops[P.Walk].Loc.Line) +
            ", so the rest of a sector is used only if the L1 cache keeps it";
  Finding N = M.make(P, Severity, Text);
  N.Metrics.push_back({"sectors_per_request", int64_t(P.Worst.SectorsFree)});
  N.Metrics.push_back({metric::IdealSectors, int64_t(P.Worst.IdealSectors)});
  N.Metrics.push_back({"lines_per_request", int64_t(P.Worst.Lines)});
  llvm::sort(N.Metrics);
  return N;
}

/// Reports accesses at addresses that depend on loaded data, one note for each array.
static void reportIrregular(const KernelFacts &F, const MemoryFindings &M, const PlaceList &All,
                            std::vector<Finding> &Findings) {
  auto Cause = [&](const Footprint &P) -> std::string {
    if (!P.Data || P.Data->op() != Op::Apply)
      return "data";
    const Symbol &S = F.K.Ctx->symbol(P.Data->symbol());
    if (S.Kind == SymbolKind::Exit)
      return "how often each thread's loop runs";
    return S.Kind == SymbolKind::Load ? "data (" + S.Name + ")"
                                      : "a value of each thread (" + S.Name + ")";
  };
  for (const PlaceList &OfArray : M.byArray(All)) {
    const Footprint &P = *OfArray.front();
    Findings.push_back(M.makeOne(OfArray, "where a warp accesses '" + M.array(P).Name +
                                              "' depends on " + Cause(P) +
                                              ": a request may touch a sector for each thread"));
  }
}

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "uncoalesced-access", Space::Global);
  std::vector<Finding> Findings;
  PlaceList Irregular, Rows, Together, Wasteful;
  for (const Footprint *P : M.worst()) {
    if (P->Lanes <= FewLanes)
      continue;
    if (P->Shape == Pattern::Irregular && M.access(*P).Kind != AccessKind::Atomic)
      Irregular.push_back(P);
    if (!P->isKnown())
      continue;
    if (waste(P->Total) >= LeastWaste && P->Worst.SectorsFree > fewSectors(P->Worst)) {
      (usedTogether(*P) ? Together : Wasteful).push_back(P);
    } else if (P->Worst.Lines > P->Worst.IdealLines && waste(P->Total) < LeastWaste &&
               P->Run < P->Lanes) {
      Rows.push_back(P);
    }
  }
  for (const PlaceList *Alike : {&Wasteful, &Together})
    for (const PlaceList &One : M.byArray(*Alike, true)) {
      bool Large = Alike == &Wasteful && M.share(One) >= SmallShare;
      Level Severity = Large ? Level::Warning : Level::Note;
      Findings.push_back(reportKnown(F, M, *M.worstOf(One), Severity));
      M.addPlaces(Findings.back(), One);
    }
  reportIrregular(F, M, Irregular, Findings);
  if (!Rows.empty()) {
    const Footprint &P = *Rows.front();
    Findings.push_back(M.makeOne(Rows, "rows of the block are " + std::to_string(P.Run) +
                                           " threads wide: " + M.request(P) + " touches " +
                                           count(P.Worst.Lines, "line") + " of 128 bytes where " +
                                           std::to_string(P.Worst.IdealLines) + " would do"));
  }
  return Findings;
}

const Detector UncoalescedAccess = {
    "uncoalesced-access",
    Level::Warning,
    R"(Finds accesses to global memory that make a warp touch more sectors than its data fills.
Why: memory moves in sectors of 32 bytes. Where neighbouring threads access neighbouring
words, the 32 threads of a warp need 4 sectors; where they lie apart, up to 32, and most of
what is moved is thrown away.
How: the offsets of the 32 lanes are computed relative to each other from the index
expression, for every warp of the block the launch makes, whatever the other values are, and
the sectors a request touches are counted against the fewest its bytes fit in. Distances
that hold a value all threads share (a row length) are taken to be long, but the stride of a tensor's
last index, the last element of an array of strides, is taken to be 1. Lanes that the
conditions around the access leave out do not count.
Limits: an access is a note, no warning, where other accesses next to it use the rest of its
sectors, where it makes up less than a twentieth of the kernel's sectors, or where its place
depends on data (one note for an array). What few threads access, and what touches no more
sectors than a coalesced request, is not reported. Index arithmetic is taken not to wrap
around within a warp. Where no launch gives the block's size, a customary one is taken and
named.)",
    detect,
    Group::Performance,
    metric::Sectors};

} // namespace cudafix::detect
