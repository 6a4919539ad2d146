// SPDX-License-Identifier: Apache-2.0
//
// What the witness of a question may have chosen besides indices and parameters: memory contents
// and values that are not modelled. This decides how certain an answer is.
#pragma once

#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::analysis {

struct Support {
  bool Data = false;   ///< memory contents, results of atomics, data-dependent values
  bool Gap = false;    ///< values the model does not express
  bool Memory = false; ///< Data that includes memory contents or results of atomics
  bool Merge(const Support &O) {
    Data |= O.Data;
    Gap |= O.Gap;
    Memory |= O.Memory;
    return Data || Gap;
  }
};

/// The array that a loaded value comes from; null: it is no load, or a load from an argument passed
/// by value.
const Array *loadedFrom(const Kernel &K, const Symbol &S);

/// Returns true for a number that host code gives the whole launch: a parameter, or what stands at
/// a constant place of a `__constant__` variable. `S` is the symbol of `Apply` before it is renamed
/// for one of two threads.
bool isGiven(const Kernel &K, const Symbol &S, Expr Apply);

/// The same, or what stands in other memory that the kernel does not write, at a place that host
/// code gives.
bool isStored(const Kernel &K, const Symbol &S, Expr Apply);

/// What one thread's term stands on. Terms in `Common` and symbols in `Ignored` do not count.
Support supportOf(const Kernel &K, const TwoThreads &Threads, Expr E,
                  const llvm::DenseMap<Expr, bool> *Common = nullptr,
                  const llvm::DenseSet<SymbolId> *Ignored = nullptr);

/// What the difference of two threads' terms depends on: a value that both terms contain is the
/// same for both threads and cancels out. Terms in `Known` do not count.
Support supportOfDifference(const Kernel &K, const TwoThreads &Threads, Expr A, Expr B,
                            const llvm::DenseSet<Expr> &Known);

} // namespace cudafix::analysis
