// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/Transform.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) {
  return F.check() == Check::BulkCopy || F.check() == Check::WgmmaOperand;
}

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  auto IsFence = [](const AsyncOp &X) { return X.What == AsyncOp::Kind::ProxyFence; };
  if (F.Accesses.empty() || C.K.Model.access(F.Accesses.front()).Kind == AccessKind::Read ||
      llvm::any_of(C.K.Model.AsyncOps, IsFence))
    return llvm::createStringError("it is no fence that is missing");
  const Access &Write = C.K.Model.access(F.Accesses.front());
  const SourceText Text = bodyText(C);
  CommonList At = commonList(C, Text, inKernel(Write.Loc, Write.CallChain), F.Loc);
  if (!At.List || At.First == At.Second || Text.begin(At.Second) < Text.begin(At.First))
    return llvm::createStringError("no statement ends between the write and the copy");
  // Other threads' fences come before the copy only where a barrier holds that up.
  const unsigned First = Text.end(At.First), Last = Text.begin(At.Second);
  auto Between = [&](const Barrier &B) {
    const SourceLoc &Loc = inKernel(B.Loc, B.CallChain);
    return B.Kind != BarrierKind::Warp && First <= Loc.Offset && Loc.Offset < Last;
  };
  if (llvm::none_of(C.K.Model.Barriers, Between))
    return llvm::createStringError("no barrier stands between the fence and the copy");
  Repair R;
  R.Id = "insert-proxy-fence";
  R.Title = "put fence.proxy.async after the write";
  R.How = Applicability::Proven;
  R.Edits = {lineAfter(Text, At.First,
                       "asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");")};
  return std::vector<Repair>{std::move(R)};
}

const RepairKind InsertProxyFence = {
    "insert-proxy-fence",
    R"(Puts a fence between threads' writes to shared memory and the bulk copy or wgmma that reads it.

Before:                              After:
  tile[t] = v;                         tile[t] = v;
  __syncthreads();                     asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (t == 0)                          __syncthreads();
    copyOut(out, tile);                if (t == 0)
                                         copyOut(out, tile);

By the threads that write, before the barrier after which one thread issues the copy.)",
    applies, propose};

} // namespace cudafix::transform
