// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static bool applies(const Finding &F) {
  return F.check() == Check::BulkCopy || F.check() == Check::WgmmaOperand;
}

/// The places, in the kernel, of a thread's write to shared memory and of the copy or
/// multiplication that reads it.
struct Places {
  SourceLoc Write, Copy;
};

static std::optional<Places> placesOf(const Kernel &K, const Finding &F) {
  if (!F.Accesses.empty()) {
    const Access &A = K.access(F.Accesses.front());
    if (A.Kind == AccessKind::Read)
      return std::nullopt;
    return Places{inKernel(A.Loc, A.CallChain), F.Loc};
  }
  // A simulation names both places.
  std::optional<SourceLoc> Write, Copy;
  for (const Related &R : F.RelatedPlaces) {
    for (const AsyncOp &X : K.AsyncOps)
      if (X.What == AsyncOp::Kind::CopyOut &&
          (X.Loc == R.Loc || inKernel(X.Loc, X.CallChain) == R.Loc))
        Copy = inKernel(X.Loc, X.CallChain);
    for (const Access &A : K.Accesses)
      if (A.Kind == AccessKind::Write && A.Loc == R.Loc)
        Write = inKernel(A.Loc, A.CallChain);
  }
  if (!Write || !Copy)
    return std::nullopt;
  return Places{*Write, *Copy};
}

/// The text of the fence: as the kernel writes it elsewhere, else the instruction.
static std::string fenceText(const Context &C, const SourceText &Text) {
  std::string Written = "asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");";
  walk(C.K.Decl->getBody(), [&](const clang::Stmt *S) {
    if (!isa<clang::CallExpr, clang::AsmStmt>(S) || Text.inMacro(S))
      return true;
    const unsigned Begin = Text.begin(S), End = Text.end(S);
    for (const AsyncOp &X : C.K.Model.AsyncOps)
      if (X.What == AsyncOp::Kind::ProxyFence && inKernel(X.Loc, X.CallChain).Offset == Begin &&
          !Text.slice(Begin, End).contains('\n'))
        Written = Text.slice(Begin, End).rtrim(';').str() + ";";
    return true;
  });
  return Written;
}

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding>) {
  const std::optional<Places> Of = placesOf(C.K.Model, F);
  if (!Of)
    return llvm::createStringError("it is no fence that is missing");
  const SourceText Text = bodyText(C);
  CommonList At = commonList(C, Text, withOffset(Text, Of->Write), withOffset(Text, Of->Copy));
  if (!At.List || At.First == At.Second || Text.begin(At.Second) < Text.begin(At.First))
    return llvm::createStringError("no statement ends between the write and the copy");
  const unsigned Last = Text.begin(At.Second);
  auto Between = [&](const SourceLoc &Loc, unsigned First) {
    return First <= Loc.Offset && Loc.Offset < Last;
  };
  // Other threads' fences precede the copy only if a barrier is between them.
  const bool Meets = llvm::any_of(C.K.Model.Barriers, [&](const Barrier &B) {
    return B.Kind != BarrierKind::Warp && Between(inKernel(B.Loc, B.CallChain), Text.end(At.First));
  });
  const bool Fences = llvm::any_of(C.K.Model.AsyncOps, [&](const AsyncOp &X) {
    return X.What == AsyncOp::Kind::ProxyFence &&
           Between(inKernel(X.Loc, X.CallChain), Text.begin(At.First));
  });
  if (Fences && Meets)
    return llvm::createStringError("it is no fence that is missing");
  if (!Meets && !F.Accesses.empty())
    return llvm::createStringError("no barrier stands between the fence and the copy");
  const std::string Barrier = blockBarrierCall(C.K.Decl, At.Second->getBeginLoc());
  const clang::Stmt *After = At.First; // the last statement before the copy's
  if (!Meets)
    for (const clang::Stmt *S : At.List->body())
      if (!Text.inMacro(S) && Text.begin(S) < Last && Text.begin(S) > Text.begin(After))
        After = S;
  Repair R;
  R.Id = "insert-proxy-fence";
  R.Title = "put " +
            (Fences  ? Barrier
             : Meets ? std::string("fence.proxy.async")
                     : "fence.proxy.async and " + Barrier) +
            " after the write";
  R.How = Applicability::Proven;
  const std::string Indent = "\n" + Text.indent(Text.begin(After)).str();
  R.Edits = {lineAfter(Text, After,
                       Fences  ? Barrier + ";"
                       : Meets ? fenceText(C, Text)
                               : fenceText(C, Text) + Indent + Barrier + ";")};
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

By the threads that write, before the barrier after which one thread issues the copy; with the barrier,
where a run shows that it is missing, too.)",
    applies, propose};

} // namespace cudafix::transform
