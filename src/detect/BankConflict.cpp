// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"

namespace cudafix::detect {

using analysis::Footprint;
using analysis::RequestCost;

/// Findings with less than this share of the kernel's shared memory passes are notes.
static constexpr double SmallShare = 0.05;

static double waste(const RequestCost &R) {
  return R.Passes > R.IdealPasses ? 1 - double(R.IdealPasses) / R.Passes : 0;
}

static std::string because(const Footprint &P) {
  if (!P.Stride || !P.Stride->isConst())
    return "";
  std::string Text = ": " + distance(P);
  int64_t RowBytes = analysis::Banks * analysis::BankBytes;
  if (P.Stride->K % RowBytes == 0)
    return Text + ", so all of them use one bank";
  return Text;
}

/// One finding per array, because its layout is what has to change.
static Finding report(const MemoryFindings &M, const PlaceList &OfArray) {
  const Footprint &P = *M.worstOf(OfArray);
  bool Varies = P.Worst.Passes * P.Total.Requests != P.Total.Passes;
  std::string Text = (Varies ? "up to " : "") + std::to_string(P.Worst.Ways) +
                     "-way bank conflict: " + M.request(P) + " takes " +
                     count(P.Worst.Passes, "pass") + " where " +
                     std::to_string(P.Worst.IdealPasses) + " would do" + because(P);
  if (OfArray.size() > 1)
    Text += "; so does '" + M.array(P).Name + "' in " + count(OfArray.size() - 1, "other place");
  Finding N = M.make(P, M.share(OfArray) < SmallShare ? Level::Note : Level::Warning, Text);
  N.Metrics.push_back({"passes_per_request", int64_t(P.Worst.Passes)});
  int64_t Element = M.access(P).Size->value();
  if (P.Stride && P.Stride->isConst() && P.Stride->K % Element == 0)
    N.RowElements = std::abs(P.Stride->K) / Element;
  if (N.RowElements)
    N.Metrics.push_back({"row_elements", *N.RowElements});
  N.Metrics.push_back({"ways", P.Worst.Ways});
  M.addPlaces(N, OfArray);
  return N;
}

static std::vector<Finding> detect(const KernelFacts &F) {
  MemoryFindings M(F, "bank-conflict", Space::Shared);
  PlaceList All;
  for (const Footprint *P : M.worst())
    if (P->Shape == analysis::Pattern::Exact && waste(P->Total) >= LeastWaste &&
        P->Worst.Ways > (M.repeated(*P) ? 1u : 2u))
      All.push_back(P);
  std::vector<Finding> Findings;
  for (const PlaceList &OfArray : M.byArray(All))
    Findings.push_back(report(M, OfArray));
  return Findings;
}

const Detector BankConflict = {"bank-conflict",
                               Level::Warning,
                               R"(Finds accesses to shared memory whose lanes queue for one bank.
Why: shared memory has 32 banks of 4 bytes. Lanes of a warp that access different words of
one bank are served one after the other; lanes that access the same word are served at once.
How: the offsets of the lanes are computed relative to each other from the index expression,
for every warp of the block and every step of a halving or doubling loop, and the different
words of each bank are counted; an array is reported once, at the access that loses most; accesses of 8 and 16 bytes are served for half and a quarter
of a warp at a time.
Limits: reported only where all distances are constants, and outside loops from three ways
on. A conflict that makes up less than a twentieth of the kernel's passes over shared memory
is a note. The mode of sm_3x with banks of 8 bytes is not considered.)",
                               detect,
                               Group::Performance,
                               metric::BankPasses};

} // namespace cudafix::detect
