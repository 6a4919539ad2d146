// SPDX-License-Identifier: Apache-2.0
#include "host/ClusterFacts.h"
#include "host/LaunchAttributes.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix;

using Dimensions = std::array<unsigned, 3>;

static StringRef calleeOf(const CallBase &C) {
  return C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
}

/// Returns true if host code sets a cluster size for all launches of some function.
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

std::vector<Expr> host::clusterFacts(CallBase &Call, const Kernel &K, HostMemory &Memory,
                                     HostTerms &Terms) {
  std::vector<Expr> Facts;
  if (!usesClusters(K) || clusterOf(K, Launch())) // __cluster_dims__ applies to all launches
    return Facts;
  StringRef Callee = calleeOf(Call);
  std::optional<Dimensions> Is;
  if (Callee == "cudaLaunchKernelExC")
    Is = launchAttributes(Call, Memory, Terms).Cluster;
  else if (!Callee.starts_with("cudaGraph") && !setsClusters(*Call.getModule()))
    Is = {1, 1, 1}; // a graph's node may get its attributes later
  for (unsigned D = 0; Is && D < 3; ++D)
    Facts.push_back(K.Ctx->eq(clusterDim(*K.Ctx, D), K.Ctx->constant((*Is)[D], 32)));
  return Facts;
}
