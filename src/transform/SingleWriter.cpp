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

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Kernel &K = C.K.Model;
  bool Updates = K.access(F.Accesses[0]).Partner != NoId;
  if (F.Accesses[0] != F.Accesses[1] && K.access(F.Accesses[0]).Partner != F.Accesses[1])
    return std::vector<Repair>();
  auto IsWrite = [&](AccessId Id) { return K.access(Id).Kind == AccessKind::Write; };
  const Access &W = K.access(F.Accesses[!IsWrite(F.Accesses[0])]);
  if (!IsWrite(W.Id))
    return std::vector<Repair>();
  analysis::FlowPaths Paths(K);
  Uniformity Shared = agreementOn(K, Paths, W);
  // It is not known whether blocks mean one update together or one each.
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
  if (Updates) // in the IR, other threads still load, and race
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
