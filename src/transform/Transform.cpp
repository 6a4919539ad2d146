// SPDX-License-Identifier: Apache-2.0
#include "transform/Transform.h"
#include "model/Check.h"
#include "transform/barriers/BarrierRepairs.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

namespace cudafix::transform {

llvm::ArrayRef<RepairKind> repairKinds() {
  static const RepairKind All[] = {
#define REPAIR(Name) Name,
#include "transform/Repairs.def"
#undef REPAIR
  };
  return All;
}

/// Adds the candidates of a kind of repair; returns why there is none.
static std::string proposeKind(const Context &C, const RepairKind &Kind, Finding &F,
                               llvm::ArrayRef<Finding> All) {
  llvm::Expected<std::vector<Repair>> Made = Kind.Propose(C, F, All);
  if (!Made)
    return llvm::toString(Made.takeError());
  llvm::append_range(F.Repairs, std::move(*Made));
  return "";
}

/// The entry that says why there is no repair.
static Repair noRepair(llvm::StringRef Id, std::vector<std::string> Why) {
  Repair R;
  R.Id = Id.str();
  R.None = true;
  R.Title = "no repair was found";
  R.Notes.assign(Why.begin(), Why.end());
  return R;
}

/// Orders the candidates: those that can be applied first, then those with patched IR. If threads
/// of other blocks race on the same pair, a repair of both races comes before a barrier; if threads
/// wait for the wrong phase, another parity comes before a barrier.
static void order(Finding &F, llvm::ArrayRef<Finding> All) {
  bool OtherBlocks = llvm::any_of(All, [&](const Finding &O) {
    return O.InterBlock && O.KernelName == F.KernelName && O.Accesses == F.Accesses;
  });
  bool WrongPhase = llvm::any_of(All, [&](const Finding &O) {
    return O.check() == Check::MbarrierPhase && O.KernelName == F.KernelName;
  });
  auto Rank = [&](unsigned I) {
    const Repair &R = F.Repairs[I];
    bool Partial = (OtherBlocks && R.Id != MakeAtomic.Id && R.Id != SingleWriter.Id) ||
                   (WrongPhase && R.Id != FixParity.Id && R.Id != FixCount.Id);
    return std::tuple(R.Edits.empty(), R.Edits.empty() && !R.HasIR, Partial, R.How,
                      R.Id != SingleWriter.Id, I);
  };
  std::vector<unsigned> Order(F.Repairs.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](unsigned A, unsigned B) { return Rank(A) < Rank(B); });
  std::vector<Repair> Sorted;
  for (unsigned I : Order)
    Sorted.push_back(std::move(F.Repairs[I]));
  F.Repairs = std::move(Sorted);
}

/// If host code could not be read, the values it passes to the kernel are not known.
static void limitToSeen(const Context &C, Finding &F) {
  bool Unread =
      C.P.partial() && llvm::any_of(C.Launches, [](const Launch &L) { return L.Generic; });
  for (Repair &R : F.Repairs) {
    if (!Unread || R.Edits.empty())
      continue;
    R.Assumptions.push_back("the launches of '" + C.K.Model.Name +
                            "', which could not be read, pass no memory twice");
    R.How = std::max(R.How, Applicability::Conditional);
  }
}

/// Gives lines of edits the line ends of their files.
static void endLines(const Context &C, Repair &R) {
  for (Edit &E : R.Edits) {
    llvm::Expected<llvm::StringRef> Text = C.P.contents(E.File);
    const bool Windows = Text && Text->contains("\r\n");
    if (!Text)
      llvm::consumeError(Text.takeError());
    if (!Windows)
      continue;
    llvm::erase(E.Text, '\r');
    for (size_t I = 0; (I = E.Text.find('\n', I)) != std::string::npos; I += 2)
      E.Text.insert(I, "\r");
  }
}

void propose(const Context &C, std::vector<Finding> &Findings) {
  std::map<unsigned, std::vector<std::string>> Reasons;
  for (auto &[F, Why] : proposeBarriers(C, Findings))
    Reasons[F].push_back(std::move(Why));
  for (auto [I, F] : llvm::enumerate(Findings)) {
    if (F.KernelName != C.K.Model.Name)
      continue;
    llvm::SmallVector<llvm::StringRef, 4> Refused; // kinds of repairs
    for (const RepairKind &Kind : repairKinds())
      if (Kind.Propose && Kind.Applies(F))
        if (std::string Why = proposeKind(C, Kind, F, Findings); !Why.empty()) {
          Refused.push_back(Kind.Id);
          Reasons[I].push_back(F.Weight ? (Kind.Id + ": " + Why).str() : Why);
        }
    if (F.Repairs.empty() && Reasons.count(I)) {
      llvm::StringRef Id = MakeAtomic.Id;
      if (isInBlockRace(F))
        Id = InsertBarrier.Id;
      else if (F.check() == Check::BarrierDivergence)
        Id = HoistBarrier.Id;
      else if (!isRace(F) && !Refused.empty())
        Id = F.Weight ? Refused.front() : Refused.back();
      F.Repairs.push_back(noRepair(Id, Reasons[I]));
    }
    for (Repair &R : F.Repairs) {
      R.MakesAtomic = R.Id == MakeAtomic.Id;
      endLines(C, R);
    }
    limitToSeen(C, F);
    order(F, Findings);
  }
}

} // namespace cudafix::transform
