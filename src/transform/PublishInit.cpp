// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/Transform.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return F.check() == Check::MbarrierInit; }

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  const SourceText Text = bodyText(C);
  const clang::Stmt *Init = outermost(C, Text, F.Loc);
  if (!Init)
    return llvm::createStringError("the initialisation does not stand in the kernel's body");
  Repair R;
  R.Id = "publish-init";
  const std::string Barrier = blockBarrierCall(C.K.Decl, Init->getEndLoc());
  R.Title = "put " + Barrier + " after the initialisation";
  R.How = Applicability::Proven;
  R.Edits = {lineAfter(Text, Init, Barrier + ";")};
  return std::vector<Repair>{std::move(R)};
}

const RepairKind PublishInit = {
    "publish-init",
    R"(Puts a barrier of the block between the initialisation of an mbarrier and its use.

Before:                              After:
  if (threadIdx.x == 0)                if (threadIdx.x == 0)
    init(&bar, blockDim.x);              init(&bar, blockDim.x);
  bar.arrive_and_wait();               __syncthreads();
                                       bar.arrive_and_wait();

After the statement of the kernel's body that initialises it, which all threads pass.)",
    applies, propose};

} // namespace cudafix::transform
