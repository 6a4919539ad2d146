// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::detect {

using analysis::Footprint;
using analysis::Pattern;
using analysis::RequestCost;

/// A coalesced request for 4 bytes a lane has as many: what needs no more is no burden.
static constexpr uint64_t FewSectors = 4;
static constexpr unsigned FewLanes = 4;
/// Of the kernel's sectors; below, a finding is a note.
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

static Finding reportKnown(const KernelFacts &F, const MemoryFindings &M, const Footprint &P) {
  bool Small = M.share(P) < SmallShare;
  bool UsedTogether = P.Neighbours && waste(P.Together) < LeastWaste;
  std::string Text = M.request(P) + " touches " + count(P.Worst.SectorsFree, "sector") + " where " +
                     std::to_string(P.Worst.IdealSectors) + " would do: " + because(P);
  if (UsedTogether)
    Text += "; with " + count(P.Neighbours, "neighbouring access") +
            " every sector is used, if the L1 cache keeps it";
  else if (P.Walk != NoId)
    Text += "; each thread walks a chunk of its own in the loop at line " +
            std::to_string(F.K.Loops[P.Walk].Loc.Line) +
            ", so the rest of a sector is used only if the L1 cache keeps it";
  Finding N = M.make(P, Small || UsedTogether ? Level::Note : Level::Warning, Text);
  N.Metrics.push_back({"sectors_per_request", int64_t(P.Worst.SectorsFree)});
  N.Metrics.push_back({"ideal_sectors", int64_t(P.Worst.IdealSectors)});
  N.Metrics.push_back({"lines_per_request", int64_t(P.Worst.Lines)});
  llvm::sort(N.Metrics);
  return N;
}

/// One note for all accesses of an array, at the first.
static Finding reportArray(const MemoryFindings &M, llvm::ArrayRef<const Footprint *> All,
                           llvm::StringRef Text) {
  Finding N = M.make(*All.front(), Level::Note, Text.str());
  N.Metrics.clear();
  for (const Footprint *P : All.drop_front())
    N.RelatedPlaces.push_back({M.access(*P).Loc, "access", "and here"});
  return N;
}

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "uncoalesced-access", Space::Global);
  std::vector<Finding> Findings;
  std::map<ArrayId, std::vector<const Footprint *>> Irregular, Rows;
  for (const Footprint *P : M.worst()) {
    if (P->Lanes <= FewLanes)
      continue;
    const Access &A = M.access(*P);
    if (P->Shape == Pattern::Irregular && A.Kind != AccessKind::Atomic)
      Irregular[A.Array].push_back(P);
    if (!P->isKnown())
      continue;
    if (waste(P->Total) >= LeastWaste && P->Worst.SectorsFree > FewSectors)
      Findings.push_back(reportKnown(F, M, *P));
    else if (P->Worst.Lines > P->Worst.IdealLines && waste(P->Total) < LeastWaste &&
             P->Run < P->Lanes)
      Rows[A.Array].push_back(P);
  }
  auto Data = [&](const Footprint &P) {
    bool IsSymbol = P.Data && P.Data->op() == Op::Apply;
    return IsSymbol ? F.K.Ctx->symbol(P.Data->symbol()).Name : std::string();
  };
  for (const auto &[Id, All] : Irregular)
    Findings.push_back(
        reportArray(M, All,
                    "where a warp accesses '" + F.K.array(Id).Name + "' depends on data" +
                        (Data(*All.front()).empty() ? "" : " (" + Data(*All.front()) + ")") +
                        ": a request may touch a sector for each thread"));
  for (const auto &[Id, All] : Rows)
    Findings.push_back(reportArray(
        M, All,
        "a warp's request to '" + F.K.array(Id).Name + "' touches " +
            count(All.front()->Worst.Lines, "line") + " of 128 bytes where " +
            std::to_string(All.front()->Worst.IdealLines) + " would do: rows of the block are " +
            std::to_string(All.front()->Run) + " threads wide"));
  return Findings;
}

const Detector UncoalescedAccess = {
    "uncoalesced-access", Level::Warning,
    R"(Finds accesses to global memory that make a warp touch more sectors than its data fills.
Why: memory moves in sectors of 32 bytes. Where neighbouring threads access neighbouring
words, the 32 threads of a warp need 4 sectors; where they lie apart, up to 32, and most of
what is moved is thrown away.
How: the offsets of the 32 lanes are computed relative to each other from the index
expression, for every warp of the block the launch makes, whatever the other values are, and
the sectors a request touches are counted against the fewest its bytes fit in. Distances
that hold a value all threads share (a row length) are taken to be long. Lanes that the
conditions around the access leave out do not count.
Limits: an access is a note, no warning, where other accesses next to it use the rest of its
sectors, where it makes up less than a twentieth of the kernel's sectors, or where its place
depends on data (one note for an array). What few threads access, and what touches no more
sectors than a coalesced request, is not reported. Index arithmetic is taken not to wrap
around within a warp. Where no launch gives the block's size, a customary one is taken and
named.)",
    detect, Group::Performance};

} // namespace cudafix::detect
