// SPDX-License-Identifier: Apache-2.0
//
// What a thread knows of memory at a place: loads and stores since the last barrier, on a path
// without joins.
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace llvm {
class BasicBlock;
class Type;
} // namespace llvm

namespace cudafix::frontend {

class KnownMemory {
public:
  struct Cell {
    unsigned Object;
    Expr Offset;
    unsigned Width; ///< bits
    Expr Value;
    llvm::Type *Type;
  };

  /// Enters a block: the contents known at the end of its only predecessor are known there.
  void enter(const llvm::BasicBlock &B);
  /// Leaves it.
  void leave(const llvm::BasicBlock &B);
  /// Forgets the contents known at the end of a block of a loop that is left.
  void forgetEnd(const llvm::BasicBlock &B) { AtEnd.erase(&B); }

  /// The value of a cell; null: not known.
  Expr find(unsigned Object, Expr Offset, unsigned Width) const;
  bool isFull() const;
  /// Does nothing where too much is known already.
  void remember(const Cell &C);
  /// The function a load applies to its offset, until the object may have changed; NoId where the
  /// caller has to put one in.
  SymbolId &function(unsigned Object, unsigned Width, bool Stable);

  /// Other threads may have written: cells stay that `Stays` holds for.
  void meetOthers(llvm::function_ref<bool(const Cell &)> Stays);
  /// The thread writes to objects. `MayChange` says which values of a type may change; a null type
  /// is any. Cells for which `Apart` holds stay.
  void write(llvm::function_ref<bool(unsigned Object, llvm::Type *Type)> MayChange,
             llvm::function_ref<bool(const Cell &)> Apart);

private:
  struct State {
    std::vector<Cell> Cells;
    std::map<std::tuple<unsigned, unsigned, bool>, SymbolId> Functions;
  };
  State Now;
  llvm::DenseMap<const llvm::BasicBlock *, State> AtEnd;
};

} // namespace cudafix::frontend
