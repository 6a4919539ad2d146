// SPDX-License-Identifier: Apache-2.0
//
// Two threads of one launch: what a term of the model is for each of them, what the launch
// says of their indices, and the witness that a solver's model stands for.
#pragma once

#include "analysis/question/Race.h"
#include "llvm/ADT/DenseMap.h"

namespace cudafix::analysis {

/// Returns true if the term numbers blocks, or their threads, over several dimensions of the grid,
/// each index once and scaled by sizes: (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x +
/// threadIdx.x.
bool isGridNumber(const ExprContext &C, Expr E);

class TwoThreads {
public:
  /// What holds of every launch: a dimension the kernel never reads is 1 unless the
  /// launch says otherwise; at most Kernel::MaxThreads threads a block; gridDim x blockDim
  /// below 2^31 in each dimension, and numbers of threads over several, unless
  /// Launch::WideGrid.
  TwoThreads(const Kernel &K, const Launch &L, Scope Where);

  /// A term as thread T (0 or 1) sees it, dimensions of the launch put in.
  Expr of(Expr E, unsigned T);

  /// How the two threads lie to each other.
  Scope scope() const { return Where; }
  /// Bounds of the indices, launch facts, and that the threads lie as the scope says.
  llvm::ArrayRef<Expr> constraints() const { return Constraints; }
  /// Those of them that do not set the two threads apart.
  llvm::ArrayRef<Expr> launchable() const { return constraints().take_front(OfLaunch); }
  /// The threads' product of gridDim and blockDim, by dimension; null where it is 1.
  Expr threadsAlong(unsigned Dim) const { return Along[Dim]; }

  /// Position of thread T in its block, x fastest (CUDA C++ Programming Guide, "Thread
  /// Hierarchy"); 32 bits.
  Expr linear(unsigned T);

  /// Returns true if the symbol is one value (or function) for both threads.
  bool isShared(SymbolId S) const;
  /// The symbol of the model that a symbol of an instantiated term was made from.
  SymbolId original(SymbolId S) const;

  /// Loops around what a thread does, outermost first, with the terms of their counters.
  using Iterations = llvm::SmallVector<std::pair<LoopId, Expr>, 4>;
  /// The loops around a node; `Term` is a term of the model as the thread sees it there.
  Iterations iterations(NodeId Around, llvm::function_ref<Expr(Expr)> Term) const;
  /// The parameters, and in which iterations each thread is. `Swap`: thread 1 comes first.
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
  size_t OfLaunch = 0; ///< how many of them say what the launch is
  llvm::DenseMap<Expr, Expr> Substituted, Primed[2];
  llvm::DenseMap<SymbolId, SymbolId> PrimedSymbol[2], OfPlace, Original;
};

} // namespace cudafix::analysis
