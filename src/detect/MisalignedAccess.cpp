// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"

namespace cudafix::detect {

using analysis::Footprint;
using analysis::Pattern;

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "misaligned-access", Space::Global);
  std::vector<Finding> Findings;
  PlaceList All;
  for (const Footprint *P : M.worst()) {
    const analysis::RequestCost &R = P->Total;
    bool Wastes = R.Sectors > R.SectorsFree && R.Sectors - R.SectorsFree >= LeastWaste * R.Sectors;
    // If neighbouring accesses exist (a stencil), the cache serves the rest of the sector.
    if (P->Shape == Pattern::Exact && P->Aligned && !P->Neighbours && P->Lanes >= 16 && Wastes)
      All.push_back(P);
  }
  for (const PlaceList &OfArray : M.byArray(All)) {
    const Footprint &P = *OfArray.front();
    bool Always = P.Worst.Requests * P.Total.Requests * (P.Worst.Sectors - P.Worst.SectorsFree) ==
                  P.Total.Sectors - P.Total.SectorsFree;
    Finding N =
        M.makeOne(OfArray, M.request(P) + " touches " + count(P.Worst.Sectors, "sector") +
                               " where " + std::to_string(P.Worst.SectorsFree) +
                               " would do: " + (Always ? "its first thread does" : "some rows do") +
                               " not begin at a multiple of 32 bytes");
    N.Metrics = {{metric::IdealSectors, int64_t(P.Worst.SectorsFree)},
                 {"sectors_per_request", int64_t(P.Worst.Sectors)}};
    N.Facts.push_back("'" + M.array(P).Name + "' begins at a multiple of 256 bytes");
    Findings.push_back(std::move(N));
  }
  return Findings;
}

const Detector MisalignedAccess = {
    "misaligned-access",
    Level::Note,
    R"(Finds coalesced accesses to global memory that begin in the middle of a sector.
Why: neighbouring threads access neighbouring words, but the first one does not begin at a
multiple of 32 bytes: every request of a warp needs one sector more.
How: the offset of the first lane modulo 32 is known where all that is added to it is a
multiple of 32 bytes, whatever the other values are.
Limits: arrays are taken to begin at a multiple of 256 bytes, as cudaMalloc makes them.
Not reported where neighbouring accesses (a stencil) use the rest of the sector.)",
    detect,
    Group::Performance,
    metric::Sectors};

} // namespace cudafix::detect
