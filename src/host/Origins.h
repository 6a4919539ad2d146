// SPDX-License-Identifier: Apache-2.0
//
// The origins of host pointers: the allocation, or another pointer about which nothing more is
// known, and the distance from its start.
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

/// The ways on which host code came to a place: for a block, its predecessor; for the condition of
/// a choice (`c ? p : q`), its value.
using Ways = llvm::SmallMapVector<llvm::Value *, llvm::Value *, 2>;

class Origins {
public:
  Origins(HostTerms &T, ExprContext &Ctx, Ways Taken = {})
      : T(T), Ctx(Ctx), Taken(std::move(Taken)) {}
  std::optional<PointerOrigin> of(llvm::Value *Pointer, unsigned Depth = 0);
  /// The origin of the pointer that is stored at a place when `I` executes.
  std::optional<PointerOrigin> at(Place Slot, llvm::Instruction &I, unsigned Depth = 0);
  /// The number of bytes that a call allocates; null: none, or not known.
  Expr bytes(llvm::CallBase &C);
  /// Blocks and conditions on which pointers depend and for which no way is given.
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
