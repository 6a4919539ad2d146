// SPDX-License-Identifier: Apache-2.0
//
// Where host pointers come from: the allocation, or another pointer nothing more is known
// of, and how far after its start they point.
#pragma once

#include "host/HostTerms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace cudafix::host {

struct PointerOrigin {
  unsigned Object = 0; ///< the same for pointers into one object
  Expr Offset;         ///< 64 bits; null: not known
  Expr Bytes;          ///< extent of an allocation; null: not known
  llvm::CallBase *Allocation = nullptr;
};

/// How host code came to a place where ways meet: by block, the block before it, and by condition
/// of a choice (`c ? p : q`), what it was.
using Ways = llvm::SmallMapVector<llvm::Value *, llvm::Value *, 2>;

class Origins {
public:
  Origins(HostTerms &T, ExprContext &Ctx, Ways Taken = {})
      : T(T), Ctx(Ctx), Taken(std::move(Taken)) {}
  std::optional<PointerOrigin> of(llvm::Value *Pointer, unsigned Depth = 0);
  /// The origin of the pointer stored at a place, as `I` finds it.
  std::optional<PointerOrigin> at(Place Slot, llvm::Instruction &I, unsigned Depth = 0);
  /// The bytes that a call allocates; null: it allocates nothing, or they are not known.
  Expr bytes(llvm::CallBase &C);
  /// Blocks and conditions that pointers depend on and of which no way is given.
  llvm::ArrayRef<llvm::Value *> open() const { return Open.getArrayRef(); }

private:
  using Key = llvm::SmallVector<uint64_t, 4>;
  PointerOrigin object(const Key &K);
  std::optional<PointerOrigin> ofTensor(llvm::CallBase &C, unsigned Depth);
  std::optional<Key> ofGetter(llvm::CallBase &C);
  llvm::Value *way(llvm::Value &Meeting);
  llvm::Value *onWay(llvm::Value &V);
  HostTerms &T;
  ExprContext &Ctx;
  Ways Taken;
  llvm::SmallSetVector<llvm::Value *, 4> Open;
  std::map<Key, unsigned> Objects;
};

} // namespace cudafix::host
