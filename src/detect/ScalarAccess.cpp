// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::detect {

using analysis::Footprint;

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "scalar-access", Space::Global);
  PlaceList All;
  for (const Footprint *P : M.worst())
    // Threads that share no sectors save only instructions, not traffic.
    if (P->VectorBytes && P->Shape == analysis::Pattern::Exact && P->Lanes >= 16)
      All.push_back(P);
  std::vector<Finding> Findings;
  for (const PlaceList &OfArray : M.byArray(All)) {
    const Footprint &P = *OfArray.front();
    const Access &A = M.access(P);
    uint64_t Parts = P.VectorBytes / A.Size->value();
    bool Reads = A.Kind == AccessKind::Read;
    Findings.push_back(M.makeOne(
        OfArray, "each thread " + std::string(Reads ? "loads " : "stores ") +
                     std::to_string(P.VectorBytes) + " consecutive bytes of '" + M.array(P).Name +
                     "' in " + std::to_string(Parts) + (Reads ? " loads" : " stores") + ", from '" +
                     A.Text + "' on: one of " + std::to_string(P.VectorBytes) + " bytes would do"));
  }
  return Findings;
}

const Detector ScalarAccess = {
    "scalar-access",
    Level::Note,
    R"(Finds neighbouring scalar accesses that could be one vector access.
Why: a thread that loads four consecutive floats one by one makes a warp send four requests,
each of which uses a quarter of its sectors. One load of 16 bytes (float4) moves the same
sectors once.
How: accesses of one kind in one basic block whose lanes lie alike are put together; what they
cover without a gap, aligned to 8 or 16 bytes in every lane, is reported, once for an array.
Limits: arrays are taken to begin at a multiple of 16 bytes. That no other access comes
between the parts is not checked. Only global memory is looked at.)",
    detect,
    Group::Performance,
    metric::Sectors};

} // namespace cudafix::detect
