// SPDX-License-Identifier: Apache-2.0
//
// What the memory checks share: the footprint of an access that counts over all launches of
// a kernel, the share of the kernel's traffic, findings with their measures.
#pragma once

#include "detect/Detector.h"

namespace cudafix::detect {

/// Waste below this share of a request is not reported.
constexpr double LeastWaste = 0.1;

using PlaceList = std::vector<const analysis::Footprint *>;

class MemoryFindings {
public:
  MemoryFindings(const KernelFacts &F, llvm::StringRef Id, Space Where);

  /// One for each source place: that of the launch and copy (unrolling, inlining) which
  /// wastes most.
  const PlaceList &worst() const { return Worst; }
  /// A list for each array, in the order of its first place; with `ByDistance`, one for each
  /// distance between lanes.
  std::vector<PlaceList> byArray(const PlaceList &All, bool ByDistance = false) const;
  const Access &access(const analysis::Footprint &P) const { return F.K.access(P.Access); }
  const Array &array(const analysis::Footprint &P) const { return F.K.array(access(P).Array); }
  /// Sectors or passes a block wastes there, by expected executions.
  double lost(const analysis::Footprint &P) const;
  /// What is lost there, as a share of what all accesses of the kernel to this space cost.
  double share(const analysis::Footprint &P) const { return Cost > 0 ? lost(P) / Cost : 0; }
  double share(const PlaceList &All) const;
  /// The one that loses most.
  const analysis::Footprint *worstOf(const PlaceList &All) const;
  /// Inside a loop?
  bool repeated(const analysis::Footprint &P) const;
  Finding make(const analysis::Footprint &P, Level Severity, std::string Message) const;
  /// One note for several places, at the first.
  Finding makeOne(const PlaceList &All, std::string Message) const;
  /// Tells of the others; `N` stands at one of them.
  void addPlaces(Finding &N, const PlaceList &All) const;
  /// "a warp's load of 'a[i]'".
  std::string request(const analysis::Footprint &P) const;

private:
  const KernelFacts &F;
  llvm::StringRef Id;
  PlaceList Worst;
  llvm::DenseMap<const analysis::Footprint *, unsigned> LaunchOf;
  double Cost = 0;
};

/// Warps that run a side of a divergent branch beyond those its lanes would fill, of a block,
/// by expected executions.
double excessWarps(const Kernel &K, const analysis::Footprints &Of);

/// "1 sector", "4 sectors"; words that end in s get "es".
std::string count(uint64_t N, llvm::StringRef What);
/// "neighbouring threads are n * 4 bytes apart"; empty: the lanes lie irregularly.
std::string distance(const analysis::Footprint &P);

} // namespace cudafix::detect
