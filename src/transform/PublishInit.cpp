// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) { return F.check() == Check::MbarrierInit; }

/// The place, in the kernel, of the last initialisation before the use that the finding names, or
/// the finding's own place if it is an initialisation.
static SourceLoc initOf(const Kernel &K, const SourceLoc &Use) {
  SourceLoc Last = Use;
  bool Found = false;
  for (const AsyncOp &X : K.AsyncOps) {
    const SourceLoc &At = inKernel(X.Loc, X.CallChain);
    if (X.What != AsyncOp::Kind::Init || At.File != Use.File)
      continue;
    if (At == Use)
      return At;
    if (At.Offset < Use.Offset && (!Found || Last.Offset < At.Offset)) {
      Last = At;
      Found = true;
    }
  }
  return Last;
}

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  const SourceText Text = bodyText(C);
  const clang::Stmt *Init = outermost(C, Text, initOf(C.K.Model, withOffset(Text, F.Loc)));
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
