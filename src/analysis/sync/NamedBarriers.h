// SPDX-License-Identifier: Apache-2.0
//
// The numbered barriers of a block (bar.sync, bar.arrive and their forms): which threads come to
// which number, where the launch and the indices tell (PTX ISA, "bar", "barrier").
#pragma once

#include "analysis/sync/KnownBlock.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace cudafix::analysis {

class FlowPaths;

/// Numbers that a block's barriers may have.
constexpr unsigned BarrierNumbers = 16;

/// What is wrong with a named barrier whatever the other threads do.
struct NamedBarrierFault {
  enum class Kind : uint8_t {
    Number,   ///< there is no barrier of that number
    Count,    ///< the count is no multiple of a warp, or zero
    TooMany,  ///< it counts more threads than come to the number
    PartWarp, ///< some threads of a warp come to an aligned barrier, others do not
    Unpaired, ///< an arrival for which no thread waits
  } What;
  BarrierId Barrier = NoId;
  unsigned Number = 0;
  unsigned Count = 0;    ///< threads it waits for
  unsigned Coming = 0;   ///< TooMany: threads that come at most
  unsigned Thread = 0;   ///< one that comes, its position in the block
  unsigned Other = NoId; ///< PartWarp: one of its warp that does not come
};

/// The named barriers of a kernel under a launch.
class NamedBarriers {
public:
  NamedBarriers(const Kernel &K, const Launch &L);

  /// The groups of threads that meet at the barrier, each of which comes as a whole and is what the
  /// barrier counts; empty: that is not known. One group of all threads: it is a block barrier.
  std::vector<std::vector<ThreadRange>> groupsOf(BarrierId B) const;
  /// At most one for each barrier and kind.
  std::vector<NamedBarrierFault> faults() const;
  const KnownBlock &block() const { return Block; }

private:
  /// What one barrier is to the threads of the block, by position.
  struct Site {
    const Barrier *Of = nullptr;
    bool All = false;     ///< threads do not part before it
    bool Known = false;   ///< each thread's number and count
    bool Regular = true;  ///< who comes, but for branches that all threads take one way
    bool Returns = false; ///< some threads do not come as they have returned
    llvm::BitVector Comes;
    std::vector<unsigned> Number, Count;
    /// Which ways the thread takes where they part before the barrier. Threads with equal
    /// ones come equally often.
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
  std::map<std::pair<NodeId, std::vector<bool>>, bool> Reached; ///< by the ways to a node
  std::vector<Site> Sites;
};

/// Makes barriers of the block, or of groups of its threads, of the named barriers of which that is
/// known, and takes away the gaps that stand for them. Returns true if anything changed. `Own`
/// gives the kernel to change.
bool resolveNamedBarriers(const Kernel &K, const Launch &L, llvm::function_ref<Kernel &()> Own);

} // namespace cudafix::analysis
