// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Pictures.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace cudafix::report {

const KernelDetails *detailsOf(const RunReport &R, const Finding &F) {
  for (const KernelDetails &K : R.Details)
    if (K.Kernel == F.KernelName)
      return &K;
  return nullptr;
}

/// Finds an item at exactly this place: another access on the line may be unrelated to the finding.
template <typename T> static const T *at(llvm::ArrayRef<T> All, const SourceLoc &Loc) {
  auto Found = llvm::find_if(All, [&](const T &M) { return M.Loc == Loc; });
  return Found == All.end() ? nullptr : Found;
}

const LaneMap *requestOf(const KernelDetails *K, const Finding &F) {
  bool Lanes = F.check() == Check::UncoalescedAccess || F.check() == Check::BankConflict ||
               F.check() == Check::MisalignedAccess || F.check() == Check::ScalarAccess;
  return K && Lanes ? at(llvm::ArrayRef(K->Requests), F.Loc) : nullptr;
}

const BranchMap *branchOf(const KernelDetails *K, const Finding &F) {
  return K && F.check() == Check::DivergentBranch ? at(llvm::ArrayRef(K->Branches), F.Loc)
                                                  : nullptr;
}

/// The access after the repair that corresponds best to `Before`: one with the same text, else the
/// most expensive one on the same kind of memory.
static const LaneMap *afterRepair(const RunReport &R, const Finding &F, const LaneMap &Before) {
  const Repair *Fix = chosenRepair(F);
  auto At = Fix ? R.Repaired.find(Fix->Edits) : R.Repaired.end();
  if (At == R.Repaired.end())
    return nullptr;
  const LaneMap *Best = nullptr;
  for (const KernelDetails &K : At->second)
    for (const LaneMap &M : K.Requests) {
      if (K.Kernel != F.KernelName || M.Shared != Before.Shared)
        continue;
      if (M.Text == Before.Text)
        return &M;
      auto Same = [&](const LaneMap &O) {
        return llvm::StringRef(O.Text).split('[').first ==
               llvm::StringRef(Before.Text).split('[').first;
      };
      if (Same(M) && (!Best || M.Cost > Best->Cost))
        Best = &M;
    }
  return Best;
}

std::string pictureOf(const RunReport &R, const Finding &F, bool Alone) {
  const KernelDetails *K = detailsOf(R, F);
  std::string Title = F.Id + " in " + F.KernelName + ", line " + std::to_string(F.Loc.Line);
  if (const LaneMap *M = requestOf(K, F))
    return drawLanes(*M, afterRepair(R, F, *M)).document(Title, Alone);
  if (const BranchMap *B = branchOf(K, F))
    return drawBranch(*B).document(Title, Alone);
  if (F.Example && !F.Example->Threads.empty())
    return drawThreads(F, K).document(Title, Alone);
  return "";
}

/// Returns true if blocks, ways and labels are the same.
static bool flowsAlike(const KernelDetails &A, const KernelDetails &B) {
  auto SameWay = [](const GraphNode::Way &X, const GraphNode::Way &Y) {
    return std::tie(X.To, X.Divergent) == std::tie(Y.To, Y.Divergent);
  };
  return llvm::equal(A.Graph, B.Graph, [&](const GraphNode &X, const GraphNode &Y) {
    return X.Convergent == Y.Convergent && llvm::equal(X.Ways, Y.Ways, SameWay);
  });
}

std::string repairedFlow(const RunReport &R, const Finding &F) {
  const KernelDetails *Before = detailsOf(R, F);
  const Repair *Fix = chosenRepair(F);
  auto At = Fix ? R.Repaired.find(Fix->Edits) : R.Repaired.end();
  if (!Before || At == R.Repaired.end())
    return "";
  for (const KernelDetails &After : At->second)
    if (After.Kernel == F.KernelName && !flowsAlike(*Before, After))
      return drawFlow(After).document("control flow of " + F.KernelName + " with " + Fix->Id,
                                      /*Alone=*/false);
  return "";
}

std::vector<std::string> namesOf(const RunReport &R) {
  std::map<std::string, unsigned> Seen;
  std::vector<std::string> Names;
  for (const Finding &F : R.Findings) {
    std::string Name = F.Id + ":" + std::to_string(F.Loc.Line);
    unsigned Number = ++Seen[Name];
    Names.push_back(Number == 1 ? Name : Name + "#" + std::to_string(Number));
  }
  return Names;
}

/// Empty: there is no such kernel, or nothing to draw for it.
static std::string pictureOfKernel(const RunReport &R, llvm::StringRef Wanted) {
  auto [What, Name] = Wanted.split(':');
  for (const KernelDetails &K : R.Details) {
    if (K.Kernel != Name)
      continue;
    if (What == "flow" && !K.Graph.empty())
      return drawFlow(K).document("control flow of " + K.Kernel, /*Alone=*/true);
    for (const CostMap &M : K.Costs)
      if (What == "cost" && !M.Curves.empty())
        return drawCurves(M).document("cost of " + K.Kernel + " over " + M.Size, /*Alone=*/true);
  }
  return "";
}

llvm::Expected<std::string> pictureNamed(const RunReport &R, llvm::StringRef Wanted) {
  constexpr size_t MostNames = 8;
  std::vector<std::string> Names = namesOf(R);
  auto At = llvm::find(Names, Wanted);
  std::string Picture = At == Names.end()
                            ? pictureOfKernel(R, Wanted)
                            : pictureOf(R, R.Findings[At - Names.begin()], /*Alone=*/true);
  if (!Picture.empty())
    return Picture;
  if (At != Names.end() || Wanted.starts_with("flow:") || Wanted.starts_with("cost:"))
    return llvm::createStringError("--picture: there is nothing to draw of '" + Wanted + "'");
  std::string Known = llvm::join(llvm::ArrayRef(Names).take_front(MostNames), ", ");
  return llvm::createStringError("--picture: no finding is called '" + Wanted + "'" +
                                 (Known.empty() ? "" : "; findings: " + Known));
}

} // namespace cudafix::report
