// SPDX-License-Identifier: Apache-2.0

#include "host/LaunchWays.h"
#include "host/HostFacts.h"
#include "smt/Impossible.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

/// The predecessors from which the block is entered, except around a loop, or the values of a
/// condition.
static SmallVector<Value *, 4> waysTo(Value &Meeting, const DominatorTree &DT) {
  auto *Block = dyn_cast<BasicBlock>(&Meeting);
  if (!Block)
    return {ConstantInt::getFalse(Meeting.getContext()),
            ConstantInt::getTrue(Meeting.getContext())};
  SmallSetVector<Value *, 4> From;
  for (BasicBlock *Before : predecessors(Block))
    if (!DT.dominates(Block, Before))
      From.insert(Before);
  return From.takeVector();
}

/// Returns true if `A` merges arrays that `B` does not, and the kernel writes one of them.
static bool joinsMore(const Kernel &K, const Launch &A, const Launch &B) {
  auto Same = [](const Launch &L, ArrayId X, ArrayId Y) {
    auto Of = [&](ArrayId Id) {
      auto At = find_if(L.Origins, [&](const Origin &O) { return O.Array == Id; });
      return At == L.Origins.end() ? std::optional<unsigned>() : At->Object;
    };
    return Of(X) && Of(X) == Of(Y);
  };
  for (const Array &X : K.Arrays)
    for (const Array &Y : ArrayRef(K.Arrays).drop_front(X.Id + 1))
      if ((X.Written || Y.Written) && Same(A, X.Id, Y.Id) && !Same(B, X.Id, Y.Id))
        return true;
  return false;
}

std::vector<Launch> cudafix::host::launchesOf(const HostLaunch &From, HostMemory &Memory,
                                              const Kernel &K, smt::Workspace &Solving) {
  constexpr size_t MostWays = 4, MostTried = 24;
  std::vector<Launch> All;
  SmallVector<Ways, 8> Next{Ways()};
  for (size_t I = 0; I < std::min(Next.size(), MostTried); ++I) {
    Ways Taken = Next[I];
    SmallVector<Value *, 4> Open;
    std::optional<Launch> L = describeLaunch(From, Memory, K, Solving, Taken, Open);
    if (!L)
      continue;
    L->OneWay = I > 0;
    if (I == 0 || joinsMore(K, *L, All.front()))
      All.push_back(std::move(*L));
    if (Taken.size() == MostWays || Open.empty())
      continue;
    Value *Meeting = Open.front();
    for (Value *Way : waysTo(*Meeting, Memory.dominators())) {
      Next.push_back(Taken);
      Next.back()[Meeting] = Way;
    }
  }
  return All;
}

bool cudafix::host::isDead(const Launch &L, const Kernel &K, smt::Workspace &Solving) {
  const smt::Budget Small{.ResourceUnits = 100'000};
  ExprContext &Ctx = *K.Ctx;
  std::vector<Expr> All;
  for (const ::cudafix::Fact &F : L.Facts)
    All.push_back(F.Cond);
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D])
      All.push_back(Ctx.eq(Ctx.blockDim(D), L.Block[D]));
    if (L.Grid[D])
      All.push_back(Ctx.eq(Ctx.gridDim(D), L.Grid[D]));
  }
  return !L.Facts.empty() && smt::impossibleInGroups(Solving, All, Small);
}
