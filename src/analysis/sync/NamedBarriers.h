// SPDX-License-Identifier: Apache-2.0
//
// The numbered barriers of a block (bar.sync, bar.arrive and their forms): which threads reach
// which number, as far as the launch and the indices show (PTX ISA, "bar", "barrier").
#pragma once

#include "analysis/sync/KnownBlock.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace cudafix::analysis {

class FlowPaths;

/// A block has this many numbered barriers.
constexpr unsigned BarrierNumbers = 16;

/// A fault of a named barrier that does not depend on what other threads do.
struct NamedBarrierFault {
  enum class Kind : uint8_t {
    Number,   ///< there is no barrier of that number
    Count,    ///< the count is not a multiple of the warp size, or is zero
    TooMany,  ///< it counts more threads than come to the number
    PartWarp, ///< some threads of a warp come to an aligned barrier, others do not
    Unpaired, ///< an arrival for which no thread waits
  } What;
  BarrierId Barrier = NoId;
  unsigned Number = 0;
  unsigned Count = 0;    ///< threads it waits for
  unsigned Coming = 0;   ///< TooMany: the most threads that come
  unsigned Thread = 0;   ///< one thread that comes, by its position in the block
  unsigned Other = NoId; ///< PartWarp: a thread of the same warp that does not come
};

/// The named barriers of a kernel under a launch.
class NamedBarriers {
public:
  NamedBarriers(const Kernel &K, const Launch &L);

  /// The groups of threads that meet at the barrier: each group comes as a whole and is as large as
  /// the barrier's count. Empty: not known. One group of all threads: it is a block barrier.
  std::vector<std::vector<ThreadRange>> groupsOf(BarrierId B) const;
  /// At most one fault for each barrier and kind.
  std::vector<NamedBarrierFault> faults() const;
  const KnownBlock &block() const { return Block; }

private:
  /// One barrier as seen by the threads of the block, by position.
  struct Site {
    const Barrier *Of = nullptr;
    bool All = false;     ///< no branch separates threads before it
    bool Known = false;   ///< each thread's number and count are known
    bool Regular = true;  ///< it is known which threads come, except for branches that all threads
                          ///< take the same way
    bool Returns = false; ///< some threads do not come because they have returned
    llvm::BitVector Comes;
    std::vector<unsigned> Number, Count;
    /// The edges that each thread takes where threads separate before the barrier. Threads with
    /// equal edges come equally often.
    std::vector<std::vector<bool>> Ways;
  };
  llvm::BitVector coming(unsigned Thread) const;
  Site look(const Barrier &B, const FlowPaths &Paths);
  bool isOfAnyBlock(const Site &S) const;
  llvm::BitVector comingTo(unsigned Number) const;
  bool isGroup(unsigned Number) const;
  void addFaults(const Site &S, std::vector<NamedBarrierFault> &To) const;

  const Kernel &K;
  const KnownBlock Block;
  std::map<std::pair<NodeId, std::vector<bool>>, bool> Reached; ///< by node and edges taken
  std::vector<Site> Sites;
};

/// Turns named barriers whose threads are known into barriers of the block, or of groups of its
/// threads, and removes the gaps that stand for them. Returns true if anything changed. `Own`
/// returns the kernel to change.
bool resolveNamedBarriers(const Kernel &K, const Launch &L, llvm::function_ref<Kernel &()> Own);

} // namespace cudafix::analysis
