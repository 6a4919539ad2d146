// SPDX-License-Identifier: Apache-2.0
//
// Host code shows pairs of operations that nothing orders (host/StreamOrder.h). The kernels show
// whether both access the same memory: the certain accesses of thread 0 of block 0 are compared.
#include "analysis/flow/Flow.h"
#include "detect/Detector.h"
#include <set>

using namespace cudafix;
using namespace cudafix::detect;

namespace {

/// The bytes, counted from the pointer, that an operation certainly accesses.
struct SureAccess {
  int64_t First, Last; ///< [First, Last)
  bool Writes, Atomic;
};

/// The term as the first thread of the grid sees it in the first iteration of each loop, with
/// `Size` for parameters that are not constants; if `Size` is 0, they stay.
Expr atFirstThread(const Kernel &K, Expr E, const StreamSide &S, uint64_t Size) {
  ExprContext &C = *K.Ctx;
  return C.replace(E, [&](Expr Leaf) {
    if (auto Known = S.Constants.find(Leaf->symbol()); Known != S.Constants.end())
      return C.constant(Known->second, Leaf->width());
    switch (C.symbol(Leaf->symbol()).Kind) {
    case SymbolKind::ThreadIdx:
    case SymbolKind::BlockIdx:
    case SymbolKind::Counter:
      return C.constant(0, Leaf->width());
    case SymbolKind::Parameter:
      return Size && Leaf->width() >= 32 ? C.constant(Size, Leaf->width()) : Leaf;
    default:
      return Leaf;
    }
  });
}

/// The accesses that happen whenever sizes are large: a guard that compares with a size is assumed
/// to hold, and a place that depends on a size is unknown.
std::vector<SureAccess> sureAccesses(const StreamSide &S) {
  if (!S.Model)
    return {{0, static_cast<int64_t>(S.Bytes), S.Writes, false}};
  constexpr uint64_t LargeSize = 1 << 20;
  const Kernel &K = *S.Model;
  analysis::FlowInfo Flow(K);
  std::vector<SureAccess> All;
  for (const Access &A : K.Accesses) {
    if (A.Array != S.Array || A.Guard || !A.Size->isConst())
      continue;
    Expr Offset = atFirstThread(K, A.Offset, S, 0);
    Expr Reached = atFirstThread(K, Flow.reached(A.Node), S, LargeSize);
    if (!Offset->isConst() || !Reached->isTrue())
      continue;
    int64_t First = Offset->signedValue();
    All.push_back({First, First + static_cast<int64_t>(A.Size->value()), A.Kind != AccessKind::Read,
                   A.Kind == AccessKind::Atomic});
  }
  return All;
}

/// The first two overlapping accesses that are not both reads or both atomics.
std::optional<std::pair<SureAccess, SureAccess>> meet(const StreamPair &P) {
  std::vector<SureAccess> Others = sureAccesses(P.Other);
  for (const SureAccess &Own : sureAccesses(P.Own))
    for (const SureAccess &Other : Others) {
      bool Overlap = Own.First < Other.Last + P.Distance && Other.First + P.Distance < Own.Last;
      if (Overlap && (Own.Writes || Other.Writes) && !(Own.Atomic && Other.Atomic))
        return std::pair(Own, Other);
    }
  return std::nullopt;
}

std::string verb(const SureAccess &A, const char *Ending) {
  return std::string(A.Writes ? "write" : "read") + Ending;
}

std::vector<Finding> detectStreamRace(const KernelFacts &F) {
  std::vector<Finding> Findings;
  std::set<std::pair<SourceLoc, SourceLoc>> Seen;
  for (const Launch &L : F.Launches)
    for (const StreamPair &P : L.Concurrent) {
      auto Both = meet(P);
      if (!Both || !Seen.insert({P.Own.Loc, P.Other.Loc}).second)
        continue;
      const Kernel *Launched = P.Other.Model;
      std::string Other = Launched ? "kernel '" + Launched->Name + "'" : "the " + P.Other.Call;
      Finding New;
      New.Id = StreamRace.Id.str();
      New.Severity = Level::Note;
      New.How = Confidence::Likely;
      New.KernelName = F.K.Name;
      New.Loc = P.Own.Loc;
      New.Message = "kernel '" + F.K.Name + "' " + verb(Both->first, "s") + " '" +
                    F.K.array(P.Own.Array).Name + "' while " + Other + " of line " +
                    std::to_string(P.Other.Loc.Line) +
                    (P.OwnLast ? " may still " : " may already ") + verb(Both->second, "") +
                    " it in another stream: nothing in host code orders the two";
      New.RelatedPlaces.push_back({P.Other.Loc, Launched ? Role::Launch : Role::Copy,
                                   verb(Both->second, "") + " in another stream"});
      Findings.push_back(std::move(New));
    }
  return Findings;
}

} // namespace

const Detector cudafix::detect::StreamRace = {
    "stream-race", Level::Note,
    R"(Two launches, or a launch and a copy or fill, are put into different streams, touch the same
bytes of one allocation, at least one of them writes, and host code orders them nowhere.

Why: work in one stream runs in order; work in two streams runs in any order, or at once.

How it is decided: only where all of it is certain. The streams are two: made by two calls of
cudaStreamCreate, or kept in a local array that only cudaStreamCreate fills, or one of them is a
default stream that does not wait for the other (cudaStreamNonBlocking, --default-stream
per-thread). On no way from one operation to the other stands anything that may order them:
cudaDeviceSynchronize, cudaStreamSynchronize of the first stream, cudaStreamWaitEvent by the
second, work in the legacy default stream between blocking ones, a copy that host code may wait
for, an allocation, or a function that is not seen into. And both surely touch the same bytes:
the pointers lie a known distance apart, and the first thread of the grid, or the first bytes of
a copy, meet there.

Limits: what the iterations of a host loop put into streams is compared within one iteration.
Streams from parameters, classes and containers are not told apart. Accesses whose place depends
on a parameter or on data are left out.)",
    detectStreamRace};
