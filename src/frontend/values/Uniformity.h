// SPDX-License-Identifier: Apache-2.0
//
// Which values and branches are the same for all threads of a block or of the launch:
// LLVM's uniformity analysis with a SIMT model of our own.
#pragma once

#include "frontend/values/Stability.h"
#include "frontend/values/WarpReductions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"

namespace cudafix::frontend {

/// The parts of a thread's position in its block on which a value depends.
struct Dependence {
  bool Dims[3] = {true, true, true}; ///< threadIdx.x, y, z
  /// Threads with equal coordinates in `Dims` agree on the value if their positions in the block
  /// also differ only in these bits; nullopt: wherever they are.
  std::optional<unsigned> Distances;
};

/// Groups of threads that may agree on a value: the launch, one block, one warp; threads that
/// differ in one coordinate only; threads that differ only in the group of lanes. The last three
/// are like X, Y, Z, but for callers that assume a value to be equal unless something shows
/// otherwise. Steady: threads of a block, provided that no other thread writes what one of them
/// reads until the next barrier. Lane and Rows: threads of a block whose rows along x are whole
/// warps; Lane are those in the same place of their warps, Rows are all. Place: threads of the
/// launch in the same place of their blocks.
enum class Among : uint8_t {
  Launch,
  Steady,
  Lane,
  Rows,
  Place,
  Block,
  Warp,
  X,
  Y,
  Z,
  Groups,
  EvidentX,
  EvidentY,
  EvidentZ
};

class KernelUniformity {
public:
  KernelUniformity(llvm::Function &F, llvm::DominatorTree &DT, Stability &Loads,
                   MemoryObjects &Objects);
  ~KernelUniformity();

  /// The largest group of threads that agree on `V` where it is defined, in one iteration
  /// of its loops.
  Uniformity of(const llvm::Value *V) const;
  /// Symbol::IfSteady for a value on which threads of a block may not agree.
  bool isIfSteady(const llvm::Value *V) const;
  /// Symbol::IfWholeRows for a value on which threads of a block may not agree.
  bool isIfWholeRows(const llvm::Value *V) const;
  /// Symbol::OfPlace for a value on which threads of the launch may not agree.
  bool isOfPlace(const llvm::Value *V) const;
  /// The coordinates on which a value depends that is not equal for all threads of a block;
  /// nullopt: all coordinates that the kernel reads.
  std::optional<Dependence> dependence(const llvm::Value *V) const;
  /// Symbol::Evidence for a value on which threads of a block may not agree.
  std::optional<uint8_t> evidence(const llvm::Value *V) const;
  /// Returns true if the lanes of a warp agree on the value because they exchanged values.
  bool isExchanged(const llvm::Value *V) const { return Reductions.distances(V) != 0; }
  /// Returns true if threads of one block may take different edges at the end of the block.
  bool isDivergentBranch(const llvm::BasicBlock &B) const { return branch(B) > Uniformity::Block; }
  Uniformity branch(const llvm::BasicBlock &B) const;

private:
  struct Level;
  Level &level(Among Which) const;

  llvm::Function &F;
  llvm::DominatorTree &DT;
  Stability &Loads;
  MemoryObjects &Objects;
  mutable llvm::CycleInfo Cycles; ///< the analyses require it to be non-const
  WarpReductions Reductions;
  bool Reads[3] = {true, false, false};      ///< threadIdx.x, y, z
  bool Hides = false;                        ///< the origin of some values is not followed
  bool Exchanges = false;                    ///< whole warps agree on values that they exchange
  mutable std::unique_ptr<Level> Levels[14]; ///< created when needed
};

} // namespace cudafix::frontend
