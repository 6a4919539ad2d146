// SPDX-License-Identifier: Apache-2.0
#include "host/ClusterFacts.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix;

using Dimensions = std::array<unsigned, 3>;

static StringRef calleeOf(const CallBase &C) {
  return C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
}

/// Returns true if host code gives functions a cluster for all their launches.
static bool setsClusters(const Module &M) {
  constexpr uint64_t RequiredWidth = 11, RequiredDepth = 13; // cudaFuncAttributeRequiredCluster...
  const Function *Set = M.getFunction("cudaFuncSetAttribute");
  return Set && any_of(Set->users(), [&](const User *U) {
           auto *C = dyn_cast<CallBase>(U);
           auto *Which =
               C && C->arg_size() > 1 ? dyn_cast<ConstantInt>(C->getArgOperand(1)) : nullptr;
           return !Which || (Which->getZExtValue() >= RequiredWidth &&
                             Which->getZExtValue() <= RequiredDepth);
         });
}

/// By the attributes of a cudaLaunchConfig_t; nullopt: they are not known.
static std::optional<Dimensions> attributesOf(CallBase &C, host::HostMemory &Memory,
                                              host::HostTerms &Terms) {
  using host::Content;
  using host::Place;
  constexpr unsigned AttributesAt = 40, CountAt = 48, Bytes = 72, ValueAt = 8;
  constexpr uint64_t ClusterDimension = 4, Most = 16;
  Dimensions Is{1, 1, 1};
  Place Config = Memory.place(C.getArgOperand(0));
  Expr Count = Terms.memory({Config.Base, Config.Offset + CountAt}, 32, C);
  if (!Count || !Count->isConst() || Count->value() > Most)
    return std::nullopt;
  if (!Count->value())
    return Is;
  Content List = Memory.find({Config.Base, Config.Offset + AttributesAt}, 8, C);
  if (List.What != Content::Kind::Value || List.Byte || !List.Stored->getType()->isPointerTy())
    return std::nullopt;
  Place First = Memory.place(List.Stored);
  for (unsigned I = 0; I < Count->value(); ++I) {
    const int64_t At = First.Offset + int64_t(Bytes) * I;
    Expr Id = Terms.memory({First.Base, At}, 32, C);
    if (!Id || !Id->isConst())
      return std::nullopt;
    if (Id->value() != ClusterDimension)
      continue;
    for (unsigned D = 0; D < 3; ++D) {
      Expr Size = Terms.memory({First.Base, At + ValueAt + 4 * D}, 32, C);
      if (!Size || !Size->isConst() || !Size->value())
        return std::nullopt;
      Is[D] = Size->value();
    }
  }
  return Is;
}

std::vector<Expr> host::clusterFacts(CallBase &Call, const Kernel &K, HostMemory &Memory,
                                     HostTerms &Terms) {
  std::vector<Expr> Facts;
  if (!usesClusters(K) || clusterOf(K, Launch())) // __cluster_dims__ holds in all launches
    return Facts;
  StringRef Callee = calleeOf(Call);
  std::optional<Dimensions> Is;
  if (Callee == "cudaLaunchKernelExC")
    Is = attributesOf(Call, Memory, Terms);
  else if (!Callee.starts_with("cudaGraph") && !setsClusters(*Call.getModule()))
    Is = {1, 1, 1}; // a graph's node may get its attributes later
  for (unsigned D = 0; Is && D < 3; ++D)
    Facts.push_back(K.Ctx->eq(clusterDim(*K.Ctx, D), K.Ctx->constant((*Is)[D], 32)));
  return Facts;
}
