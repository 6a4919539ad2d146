// SPDX-License-Identifier: Apache-2.0
//
// What the memory checks share: the footprint of an access that matters over all launches of a
// kernel, its share of the kernel's traffic, and findings with measures.
#pragma once

#include "detect/Detector.h"

namespace cudafix::detect {

/// Waste below this share of a request is ignored.
constexpr double LeastWaste = 0.1;

using PlaceList = std::vector<const analysis::Footprint *>;

class MemoryFindings {
public:
  MemoryFindings(const KernelFacts &F, llvm::StringRef Id, Space Where);

  /// One footprint for each source place: of the launch and copy (unrolling, inlining) that wastes
  /// most.
  const PlaceList &worst() const { return Worst; }
  /// The places grouped by array, in the order of first places; with `ByDistance`, also by distance
  /// between lanes.
  std::vector<PlaceList> byArray(const PlaceList &All, bool ByDistance = false) const;
  const Access &access(const analysis::Footprint &P) const { return F.K.access(P.Access); }
  const Array &array(const analysis::Footprint &P) const { return F.K.array(access(P).Array); }
  /// Sectors or passes that a block wastes there, weighted by expected executions.
  double lost(const analysis::Footprint &P) const;
  /// The loss there as a share of the cost of all the kernel's accesses to this space.
  double share(const analysis::Footprint &P) const { return Cost > 0 ? lost(P) / Cost : 0; }
  double share(const PlaceList &All) const;
  /// The footprint that loses most.
  const analysis::Footprint *worstOf(const PlaceList &All) const;
  /// Returns true if the access is in a loop.
  bool repeated(const analysis::Footprint &P) const;
  Finding make(const analysis::Footprint &P, Level Severity, std::string Message) const;
  /// One note for several places, located at the first of them.
  Finding makeOne(const PlaceList &All, std::string Message) const;
  /// Adds the other places to `N`, which is located at one of them.
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

/// Warps of a block that run a side of a divergent branch in excess of those that its lanes would
/// fill, weighted by expected executions.
double excessWarps(const Kernel &K, const analysis::Footprints &Of);

/// "1 sector", "4 sectors"; words that end in s get "es".
std::string count(uint64_t N, llvm::StringRef What);
/// "neighbouring threads are n * 4 bytes apart"; empty: the lanes are at irregular distances.
std::string distance(const analysis::Footprint &P);

} // namespace cudafix::detect
