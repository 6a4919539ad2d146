// SPDX-License-Identifier: Apache-2.0

#include "detect/Detector.h"
#include "model/Clusters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::detect;

/// Returns true if the access stores a value that does not depend on the old one.
static bool sets(const Access &A) {
  if (A.Kind != AccessKind::Atomic)
    return A.Kind != AccessKind::Read;
  return A.Atomic == AtomicOp::Exch || A.Atomic == AtomicOp::Store || A.Atomic == AtomicOp::Other;
}

/// Returns true if something that is not modelled may write to shared memory.
static bool mayHideWrites(const Kernel &K) {
  return usesClusters(K) ||
         llvm::any_of(K.Gaps, [](const ModelGap &G) { return G.MayAccessMemory; });
}

static bool isSet(const Kernel &K, ArrayId Id) {
  return llvm::any_of(K.Accesses,
                      [&](const Access &A) { return sets(A) && K.mayAlias(A.Array, Id); }) ||
         llvm::any_of(K.AsyncOps, [&](const AsyncOp &X) {
           return X.Target == Id || X.Object == Id ||
                  (X.What == AsyncOp::Kind::CopyIn && X.Target == NoId) ||
                  (X.What == AsyncOp::Kind::Init && X.Object == NoId);
         });
}

static std::vector<Finding> detectUnwrittenShared(const KernelFacts &F) {
  const Kernel &K = F.K;
  std::vector<Finding> Findings;
  if (mayHideWrites(K) || K.isMadeUp())
    return Findings;
  for (const Array &Of : K.Arrays) {
    if (Of.Where != Space::Shared || !Of.Unknown.empty() || isSet(K, Of.Id))
      continue;
    Finding N;
    bool Updated = false;
    for (const Access &A : K.Accesses) {
      if (A.Array != Of.Id)
        continue;
      Updated |= A.Kind == AccessKind::Atomic;
      N.Accesses.push_back(A.Id);
    }
    if (N.Accesses.empty())
      continue;
    llvm::sort(N.Accesses, [&](AccessId A, AccessId B) {
      return std::tie(K.access(A).Loc, A) < std::tie(K.access(B).Loc, B);
    });
    const Access &First = K.access(N.Accesses.front());
    N.Id = UnwrittenShared.Id.str();
    N.Severity = Level::Warning;
    N.How = Confidence::Proved;
    N.KernelName = K.Name;
    N.Object = Of.Name;
    N.Loc = First.Loc;
    N.Message = "shared memory '" + Of.Name + "' is " + (Updated ? "updated" : "read") +
                ", but the kernel gives it no first value: it holds what was left there";
    for (const SourceLoc &Call : First.CallChain)
      N.RelatedPlaces.push_back({Call, Role::Caller, "called from here"});
    Findings.push_back(std::move(N));
  }
  return Findings;
}

const Detector cudafix::detect::UnwrittenShared = {
    "unwritten-shared", Level::Warning,
    R"(Shared memory that a kernel reads, or updates atomically, and gives no first value: no thread ever
stores to the array.

Why: __shared__ variables are not initialised, nor set to zero (CUDA C++ Programming Guide,
"__shared__"). A counter or a sum starts with what an earlier block left there, which is often 0 in a
test. compute-sanitizer's initcheck looks at global memory only.

How it is decided: by all accesses of the kernel and of the functions it calls. Stores, copies and
atomicExch give a first value; other atomic functions, atomicCAS among them, go on from one.

Limits: an array of which any part is stored to is taken to be filled. Nothing is said where a part of
the kernel is not modelled, or blocks of a cluster write to each other's memory.)",
    detectUnwrittenShared};
