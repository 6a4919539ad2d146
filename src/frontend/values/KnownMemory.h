// SPDX-License-Identifier: Apache-2.0
//
// What a thread knows about memory contents at a place: from its loads and stores since the last
// barrier, on a path without joins.
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

  /// Enters a block: contents known at the end of its only predecessor are known in it.
  void enter(const llvm::BasicBlock &B);
  /// Leaves the block.
  void leave(const llvm::BasicBlock &B);
  /// Forgets the contents known at the end of a block when its loop is finished.
  void forgetEnd(const llvm::BasicBlock &B) { AtEnd.erase(&B); }

  /// The value of a cell; null: not known.
  Expr find(unsigned Object, Expr Offset, unsigned Width) const;
  bool isFull() const;
  /// Does nothing if too much is known already.
  void remember(const Cell &C);
  /// The function that a load applies to its offset, valid until the object may change; NoId: the
  /// caller has to set it.
  SymbolId &function(unsigned Object, unsigned Width, bool Stable);

  /// Other threads may have written: keeps only the cells for which `Stays` holds.
  void meetOthers(llvm::function_ref<bool(const Cell &)> Stays);
  /// The thread writes to objects. `MayChange` says whether values of a type may change; a null
  /// type means any. Cells for which `Apart` holds stay known.
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
