// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/barriers/CooperativeLaunch.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return F.check() == Check::PlainLaunch; }

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding> All) {
  if (std::string Why = tooManyBlocks(C.Launches); !Why.empty())
    return refuse(Why);
  llvm::Expected<std::vector<Edit>> Edits = makeCooperative(C.P, C.K);
  if (!Edits)
    return Edits.takeError();
  Repair R;
  R.Id = "launch-cooperatively";
  R.How = Applicability::Suggested;
  R.Title = "launch the kernel cooperatively";
  R.Assumptions.push_back("all blocks of the grid fit onto the device at once");
  R.Edits = std::move(*Edits);
  llvm::sort(R.Edits);
  for (auto [I, Other] : llvm::enumerate(All))
    if (&Other != &F && applies(Other) && Other.KernelName == F.KernelName)
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

const RepairKind LaunchCooperatively = {
    "launch-cooperatively",
    R"(Launches a kernel with a barrier of the whole grid so that the barrier works.

Before:                              After:
  phases<<<grid, block>>>(a, b, n);    void *args[] = {&a, &b, &n};
                                       cudaLaunchCooperativeKernel(phases, grid, block, args);

Where all launches of the kernel are seen and are statements of their own. Only suggested: such a
launch fails where not all blocks fit onto the device at once. Not made where a launch has more
blocks than any device holds.)",
    applies, propose};

} // namespace cudafix::transform
