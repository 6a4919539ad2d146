// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/split/Splitter.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/LaneOperations.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return F.check() == Check::AbsentLanes; }

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding> All) {
  const SourceLookup Lookup(C.P, C.K);
  SplitTask Task;
  Task.F = C.K.Decl;
  Task.Divergent = [&](const clang::Stmt *Control) { return Lookup.divergent(Control); };
  walk(Task.F->getBody(), [&](const clang::Stmt *S) {
    const auto *Call = dyn_cast<clang::CallExpr>(S);
    if (!Call || !(isLaneOperation(Call) || makesLaneOperation(Call->getDirectCallee())))
      return true;
    Task.LaneCalls.push_back(Call);
    return false;
  });
  if (Task.LaneCalls.empty())
    return refuse("the operation is not in the kernel's source");
  llvm::Expected<SplitResult> Split = split(Task);
  if (!Split)
    return Split.takeError();
  if (Split->Edits.empty())
    return refuse("the branch where the lanes diverge is not in the kernel");
  Repair R;
  R.Id = "keep-lanes";
  R.Title = "let all lanes of a warp come to its operations";
  R.Edits = std::move(Split->Edits);
  R.KeepsThreadsOut = true;
  R.Assumptions = std::move(Split->Summary.Assumptions);
  R.Assumptions.push_back("lanes that do not come to an operation of their warp add 0 to its sum");
  R.How = Applicability::Conditional;
  for (auto [I, Other] : llvm::enumerate(All))
    if (&Other != &F && applies(Other) && Other.KernelName == F.KernelName)
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

const RepairKind KeepLanes = {
    "keep-lanes",
    R"(Lets all lanes of a warp come to a sum over the warp that names them.

Before:                                    After:
  if (i >= n)                                const bool active = i < n;
    return;                                  float v = 0;
  float v = in[i];                           if (active)
  for (int d = 16; d > 0; d /= 2)              v = in[i];
    v += __shfl_down_sync(All, v, d);        for (int d = 16; d > 0; d /= 2)
  out[i] = v;                                  v += __shfl_down_sync(All, v, d);
                                             if (i >= n)
                                               return;
                                             out[i] = v;

Shuffles in `v += ...`, and functions that do nothing else to a parameter and return it. Lanes that
did not come add 0, which is what the repair is conditional on; of any other operation it is not
known what they should contribute.)",
    applies, propose, "let all lanes come to warp operations"};

} // namespace cudafix::transform
