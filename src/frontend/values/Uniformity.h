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

/// The parts of a thread's place in its block that a value depends on.
struct Dependence {
  bool Dims[3] = {true, true, true}; ///< threadIdx.x, y, z
  /// Threads whose coordinates above are the same agree on the value if their places in the block
  /// also differ in nothing but these bits; nullopt: wherever they lie.
  std::optional<unsigned> Distances;
};

/// Groups of threads that may agree on a value: the launch, one block, one warp; threads that
/// differ in one coordinate only; threads that differ only in the group of lanes. The last
/// three are like X, Y, Z, for callers that take a value to be the same unless something shows
/// otherwise.
/// Steady are threads of a block, where no other thread writes what one of them reads until the
/// next barrier. Lane and Rows are threads of a block whose rows along x are whole warps: those in
/// the same place of their warps, and all. Place are threads of the launch in the same place of
/// their blocks.
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
  /// Symbol::IfSteady of a value that threads of a block may not agree on.
  bool isIfSteady(const llvm::Value *V) const;
  /// Symbol::IfWholeRows of a value that threads of a block may not agree on.
  bool isIfWholeRows(const llvm::Value *V) const;
  /// Symbol::OfPlace of a value that threads of the launch may not agree on.
  bool isOfPlace(const llvm::Value *V) const;
  /// The coordinates on which a value depends that is not the same for all threads of a block;
  /// nullopt: all coordinates that the kernel reads.
  std::optional<Dependence> dependence(const llvm::Value *V) const;
  /// Symbol::Evidence of a value that threads of a block may not agree on.
  std::optional<uint8_t> evidence(const llvm::Value *V) const;
  /// Returns true if the lanes of a warp agree on the value because they exchanged values.
  bool isExchanged(const llvm::Value *V) const { return Reductions.distances(V) != 0; }
  /// Returns true if threads of one block may leave the terminator differently.
  bool isDivergentBranch(const llvm::BasicBlock &B) const { return branch(B) > Uniformity::Block; }
  Uniformity branch(const llvm::BasicBlock &B) const;

private:
  struct Level;
  Level &level(Among Which) const;

  llvm::Function &F;
  llvm::DominatorTree &DT;
  Stability &Loads;
  MemoryObjects &Objects;
  mutable llvm::CycleInfo Cycles; ///< the analyses take it as not constant
  WarpReductions Reductions;
  bool Reads[3] = {true, false, false};      ///< threadIdx.x, y, z
  bool Hides = false;                        ///< some values are not followed
  bool Exchanges = false;                    ///< whole warps agree on values of their lanes
  mutable std::unique_ptr<Level> Levels[14]; ///< made when asked for
};

} // namespace cudafix::frontend
