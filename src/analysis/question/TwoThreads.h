// SPDX-License-Identifier: Apache-2.0
//
// Two threads of one launch: the instances of a model term for each of them, what the launch says
// about their indices, and the witness that a solver's model describes.
#pragma once

#include "analysis/question/Race.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix::analysis {

/// Returns true if the term numbers blocks, or their threads, over several dimensions of the grid,
/// with each index once and scaled by sizes: (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x +
/// threadIdx.x.
bool isGridNumber(const ExprContext &C, Expr E);

class TwoThreads {
public:
  /// Constrains what holds in every launch: a dimension that the kernel never reads is 1 unless the
  /// launch says otherwise; a block has at most Kernel::MaxThreads threads; gridDim * blockDim is
  /// below 2^31 in each dimension, and so are thread numbers over several dimensions, unless
  /// Launch::WideGrid.
  TwoThreads(const Kernel &K, const Launch &L, Scope Where);

  /// A term as thread T (0 or 1) sees it, with the launch's dimensions substituted.
  Expr of(Expr E, unsigned T);

  /// The relation between the two threads.
  Scope scope() const { return Where; }
  /// Bounds of the indices, launch facts, and that the threads lie as the scope says.
  llvm::ArrayRef<Expr> constraints() const { return Constraints; }
  /// Those of them that do not distinguish the two threads.
  llvm::ArrayRef<Expr> launchable() const { return constraints().take_front(OfLaunch); }
  /// gridDim * blockDim by dimension; null where it is 1.
  Expr threadsAlong(unsigned Dim) const { return Along[Dim]; }

  /// Position of thread T in its block, with x varying fastest (CUDA C++ Programming Guide, "Thread
  /// Hierarchy"); 32 bits.
  Expr linear(unsigned T);

  /// Returns true if the symbol is one value (or function) for both threads.
  bool isShared(SymbolId S) const;
  /// The symbol of the model that a symbol of an instantiated term was made from.
  SymbolId original(SymbolId S) const;

  /// Loops around an operation of a thread, outermost first, with the terms of their counters.
  using Iterations = llvm::SmallVector<std::pair<LoopId, Expr>, 4>;
  /// The loops around a node; `Term` is a term of the model as the thread sees it there.
  Iterations iterations(NodeId Around, llvm::function_ref<Expr(Expr)> Term) const;
  /// The parameters, and the iterations of each thread. `Swap`: thread 1 comes first.
  Witness witness(const Satisfiable &R, const Iterations (&Loops)[2], bool Swap = false) const;

private:
  Expr substitute(Expr E);
  bool numbersGrid(Expr E) const;
  Expr prime(Expr A, unsigned T);
  Expr ofPlace(Expr A, unsigned T);
  void addIndexBounds();
  void addLaunchFacts();
  void addDifference();

  const Kernel &K;
  const Launch &L;
  Scope Where;
  ExprContext &C;
  Expr BlockDim[3], GridDim[3], Along[3]; ///< terms of the launch
  Expr Tid[2][3], Bid[2][3];
  std::vector<Expr> Constraints;
  size_t OfLaunch = 0; ///< the number of constraints on the launch as a whole
  llvm::DenseMap<Expr, Expr> Substituted, Primed[2];
  llvm::DenseMap<SymbolId, SymbolId> PrimedSymbol[2], OfPlace, Original;
};

} // namespace cudafix::analysis
