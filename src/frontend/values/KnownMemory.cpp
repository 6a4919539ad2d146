// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/KnownMemory.h"
#include "model/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/BasicBlock.h"

using namespace cudafix;
using namespace cudafix::frontend;

static constexpr unsigned MaxKnown = 64;

void KnownMemory::enter(const llvm::BasicBlock &B) {
  Now = State();
  if (const llvm::BasicBlock *P = B.getSinglePredecessor())
    if (auto It = AtEnd.find(P); It != AtEnd.end())
      Now = It->second;
}

void KnownMemory::leave(const llvm::BasicBlock &B) {
  if (!Now.Cells.empty() || !Now.Functions.empty())
    AtEnd[&B] = Now;
}

Expr KnownMemory::find(unsigned Object, Expr Offset, unsigned Width) const {
  auto It = llvm::find_if(Now.Cells, [&](const Cell &C) {
    return C.Object == Object && C.Offset == Offset && C.Width == Width;
  });
  return It == Now.Cells.end() ? Expr() : It->Value;
}

bool KnownMemory::isFull() const { return Now.Cells.size() >= MaxKnown; }

void KnownMemory::remember(const Cell &C) {
  if (!isFull())
    Now.Cells.push_back(C);
}

SymbolId &KnownMemory::function(unsigned Object, unsigned Width, bool Stable) {
  return Now.Functions.try_emplace({Object, Width, Stable}, NoId).first->second;
}

void KnownMemory::meetOthers(llvm::function_ref<bool(const Cell &)> Stays) {
  llvm::erase_if(Now.Cells, [&](const Cell &C) { return !Stays(C); });
  Now.Functions.clear();
}

void KnownMemory::write(llvm::function_ref<bool(unsigned, llvm::Type *)> MayChange,
                        llvm::function_ref<bool(const Cell &)> Apart) {
  // Functions are kept by object: any type in it may have been read.
  std::erase_if(Now.Functions,
                [&](const auto &F) { return MayChange(std::get<0>(F.first), nullptr); });
  llvm::erase_if(Now.Cells,
                 [&](const Cell &C) { return MayChange(C.Object, C.Type) && !Apart(C); });
}
