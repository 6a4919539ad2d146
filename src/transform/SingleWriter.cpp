// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/FlowPaths.h"
#include "model/Check.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/IRWriter.h"
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AccessFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

/// Returns true if the array may be read after the write: threads that no longer write must not
/// rely on their own store.
bool readLater(const Kernel &K, const analysis::FlowPaths &Paths, const Access &W,
               bool AcrossBlocks) {
  bool Read = false;
  auto Look = [&](const Event &E) {
    Read |= E.What == Event::Kind::Access && K.access(E.Id).Kind != AccessKind::Write &&
            (K.access(E.Id).Array == W.Array || K.mayAlias(K.access(E.Id).Array, W.Array));
  };
  auto Stop = [&](const Event &E) {
    return !AcrossBlocks && E.What == Event::Kind::Barrier &&
           K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  Paths.visitAfter(Paths.access(W.Id), Stop, Look);
  return Read;
}

/// Returns true if where the access is, or what is written, depends on the thread's own index.
bool isOfThread(const Kernel &K, const Access &A) {
  auto Names = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && K.Ctx->symbol(N->symbol()).Kind == SymbolKind::ThreadIdx;
    });
  };
  return !A.Offset || Names(A.Offset) || (A.Value && Names(A.Value));
}

/// A call in the kernel's own code that one thread can make for all threads.
struct CommonCall {
  SourceLoc Loc;
  bool Used = false; ///< others may still use what it writes when the first thread comes
};

/// The call in which one of the racing accesses writes shared memory, if everything done in the
/// call could also be done by one thread. nullopt: there is none.
std::optional<CommonCall> callByAll(const Kernel &K, const Finding &F) {
  auto IsUnder = [](llvm::ArrayRef<SourceLoc> Chain, const SourceLoc &Call) {
    return !Chain.empty() && Chain.front() == Call;
  };
  for (AccessId Id : F.Accesses) {
    const Access &W = K.access(Id);
    if (W.Kind != AccessKind::Write || W.CallChain.empty())
      continue;
    CommonCall Call{W.CallChain.front()};
    std::vector<AccessId> Writes;
    const bool ByOne = llvm::all_of(K.Accesses, [&](const Access &A) {
      if (!IsUnder(A.CallChain, Call.Loc))
        return true;
      if (A.Kind != AccessKind::Read)
        Writes.push_back(A.Id);
      return !isOfThread(K, A) &&
             (A.Kind == AccessKind::Read ||
              (A.Kind == AccessKind::Write && A.Value && K.array(A.Array).Where == Space::Shared));
    });
    if (!ByOne ||
        llvm::any_of(K.Barriers, [&](const Barrier &B) { return IsUnder(B.CallChain, Call.Loc); }))
      continue;
    analysis::FlowPaths Paths(K);
    auto Stop = [&](const Event &E) {
      return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
    };
    for (AccessId Written : Writes)
      Paths.visitBefore(Paths.access(Written), Stop, [&](const Event &E) {
        if (E.What != Event::Kind::Access)
          return;
        const Access &A = K.access(E.Id);
        Call.Used |= !IsUnder(A.CallChain, Call.Loc) && A.Array == K.access(Written).Array;
      });
    return Call;
  }
  return std::nullopt;
}

/// Lets one thread make the call.
std::optional<Repair> singleCaller(const Context &C, const CommonCall &Call) {
  llvm::Expected<SourceForm> Source = writeSingleCaller(C.P, C.K, Call.Loc, Call.Used);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return std::nullopt;
  }
  Repair R;
  R.Id = "single-writer";
  R.How = Applicability::Proven;
  R.Title = "let one thread of the block make the call in line " + std::to_string(Call.Loc.Line);
  R.Edits = std::move(Source->Edits);
  R.Notes.emplace_back("no patched IR: calls are changed in the source alone", /*OnIR=*/true);
  return R;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Kernel &K = C.K.Model;
  if (isRace(F) && !F.InterBlock)
    if (std::optional<CommonCall> Call = callByAll(K, F))
      if (std::optional<Repair> R = singleCaller(C, *Call))
        return std::vector<Repair>{std::move(*R)};
  bool Updates = K.access(F.Accesses[0]).Partner != NoId;
  if (F.Accesses[0] != F.Accesses[1] && K.access(F.Accesses[0]).Partner != F.Accesses[1])
    return std::vector<Repair>();
  auto IsWrite = [&](AccessId Id) { return K.access(Id).Kind == AccessKind::Write; };
  const Access &W = K.access(F.Accesses[!IsWrite(F.Accesses[0])]);
  if (!IsWrite(W.Id))
    return std::vector<Repair>();
  analysis::FlowPaths Paths(K);
  Uniformity Shared = agreementOn(K, Paths, W);
  // It is unclear whether all blocks together mean one update, or each block one.
  if (Updates &&
      (F.InterBlock || (Shared == Uniformity::Launch && K.array(W.Array).Where != Space::Shared)))
    return std::vector<Repair>();
  if (Shared > Uniformity::Block || (F.InterBlock && Shared != Uniformity::Launch))
    return std::vector<Repair>();
  bool AcrossBlocks = Shared == Uniformity::Launch && K.array(W.Array).Where != Space::Shared;
  if (AcrossBlocks && !F.InterBlock && readLater(K, Paths, W, true))
    AcrossBlocks = false;
  if (readLater(K, Paths, W, AcrossBlocks))
    return llvm::createStringError("threads read the value they wrote themselves");

  Repair R;
  R.Id = "single-writer";
  R.How = F.Severity == Level::Note || Updates ? Applicability::Suggested : Applicability::Proven;
  R.Title = std::string("let one thread ") + (AcrossBlocks ? "" : "of the block ") +
            (Updates ? "update in line " : "write in line ") + std::to_string(W.Loc.Line);
  if (Updates)
    R.Notes.emplace_back("right if the update is meant once for the block; if once for each of its "
                         "threads, make it atomic");
  else if (R.How == Applicability::Suggested)
    R.Notes.emplace_back("suggested, as the writes are harmless: all threads write one value");
  llvm::Expected<SourceForm> Source = writeSingleWriter(C.P, C.K, W.Id, AcrossBlocks);
  if (Source) {
    R.Edits = std::move(Source->Edits);
    llvm::append_range(R.Notes, Source->Notes);
    R.Assumptions = std::move(Source->Assumptions);
  } else {
    R.Notes.emplace_back("no source form: " + llvm::toString(Source.takeError()));
    R.How = Applicability::Manual;
  }
  if (Updates) // in the IR, other threads would still load, and race
    return std::vector<Repair>{std::move(R)};
  if (auto Module = writeSingleWriterIR(C.P, C.K, W.Id, AcrossBlocks))
    setIR(R, **Module);
  else
    R.Notes.emplace_back("no patched IR: " + llvm::toString(Module.takeError()), /*OnIR=*/true);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.Accesses.size() == 2 && (F.check() == Check::BenignRace || isRace(F));
}

const RepairKind SingleWriter = {
    "single-writer",
    R"(Lets one thread make a write that all threads make with the same value.

Before:                              After:
  if (k == last)                       if (k == last)
    *converged = err < eps;              if (threadIdx.x == 0)
                                           *converged = err < eps;

Right only if whether, where and what is written is the same for every thread of the block
(then one thread of each block writes) or of the launch (then thread 0 of block 0), and no
thread reads the location afterwards in the belief that it wrote it itself. For writes of one
value that are harmless as they are it is only suggested, and so for updates (x += e) that all
threads of a block make with the same operand: make-atomic is the other choice.)",
    applies, propose, "let one thread write"};

} // namespace cudafix::transform
