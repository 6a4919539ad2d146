// SPDX-License-Identifier: Apache-2.0
#include "analysis/FlowPaths.h"
#include "transform/BarrierRepairs.h"
#include "transform/IRWriter.h"
#include "transform/SourceWriter.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

/// The largest group of threads that agree on a term.
Uniformity uniformityOf(const Kernel &K, Expr E) {
  Uniformity Level = Uniformity::Launch;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() == Op::Apply)
      Level = std::max(Level, K.Ctx->symbol(N->symbol()).Level);
  });
  return Level;
}

/// Agreement on whether, where and what the statement writes.
Uniformity uniformityOf(const Kernel &K, const analysis::FlowPaths &Paths, const Access &W) {
  if (!W.Value)
    return Uniformity::Thread;
  Uniformity Level = std::max(uniformityOf(K, W.Offset), uniformityOf(K, W.Value));
  if (W.Guard)
    Level = std::max(Level, uniformityOf(K, W.Guard));
  if (!Paths.divergentBranches(W.Node).empty())
    return Uniformity::Thread;
  for (NodeId Branch : Paths.branches(W.Node))
    for (const Edge &E : K.Nodes[Branch].Succs)
      if (E.Cond)
        Level = std::max(Level, uniformityOf(K, E.Cond));
  return Level;
}

/// Threads that no longer write must not read what they relied on having written.
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

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Kernel &K = C.K.Model;
  const Access &W = K.access(F.Accesses[0]);
  analysis::FlowPaths Paths(K);
  Uniformity Shared = uniformityOf(K, Paths, W);
  if (Shared > Uniformity::Block || (F.InterBlock && Shared != Uniformity::Launch))
    return std::vector<Repair>();
  bool AcrossBlocks = Shared == Uniformity::Launch && K.array(W.Array).Where != Space::Shared;
  if (AcrossBlocks && !F.InterBlock && readLater(K, Paths, W, true))
    AcrossBlocks = false;
  if (readLater(K, Paths, W, AcrossBlocks))
    return llvm::createStringError("threads read the value they wrote themselves");

  Repair R;
  R.Id = "single-writer";
  R.How = F.Severity == Level::Note ? Applicability::Suggested : Applicability::Proven;
  R.Title = std::string("let one thread ") + (AcrossBlocks ? "" : "of the block ") +
            "write in line " + std::to_string(W.Loc.Line);
  llvm::Expected<SourceForm> Source = writeSingleWriter(C.P, C.K, W.Id, AcrossBlocks);
  if (Source) {
    R.Edits = std::move(Source->Edits);
    R.Notes = std::move(Source->Notes);
    R.Assumptions = std::move(Source->Assumptions);
  } else {
    R.Notes.push_back("no source form: " + llvm::toString(Source.takeError()));
    R.How = Applicability::Manual;
  }
  if (auto Module = writeSingleWriterIR(C.P, C.K, W.Id, AcrossBlocks))
    setIR(R, **Module);
  else
    R.Notes.push_back("no patched IR: " + llvm::toString(Module.takeError()));
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.Accesses.size() == 2 && F.Accesses[0] == F.Accesses[1] &&
         (F.Id == "benign-race" || isRace(F));
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
value that are harmless as they are it is only suggested.)",
    applies, propose};

} // namespace cudafix::transform
