// SPDX-License-Identifier: Apache-2.0
//
// Where host pointers come from: the allocation, or another pointer nothing more is known
// of, and how far behind its start they point.
#pragma once

#include "host/HostTerms.h"

namespace cudafix::host {

struct PointerOrigin {
  unsigned Object = 0; ///< the same for pointers into one object
  Expr Offset;         ///< 64 bits; null: not known
  Expr Bytes;          ///< extent of an allocation; null: not known
  llvm::CallBase *Allocation = nullptr;
};

class Origins {
public:
  Origins(HostTerms &T, ExprContext &Ctx) : T(T), Ctx(Ctx) {}
  std::optional<PointerOrigin> of(llvm::Value *Pointer, unsigned Depth = 0);
  /// Of the pointer stored at a place, as `I` finds it.
  std::optional<PointerOrigin> at(Place Slot, llvm::Instruction &I, unsigned Depth = 0);
  /// The bytes that a call allocates; null: it allocates nothing, or they are not known.
  Expr bytes(llvm::CallBase &C);

private:
  using Key = std::tuple<const void *, llvm::Value *, int64_t>;
  PointerOrigin object(Key K);
  HostTerms &T;
  ExprContext &Ctx;
  std::map<Key, unsigned> Objects;
};

} // namespace cudafix::host
