// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/text/CommonList.h"
#include "transform/text/SourceLookup.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

constexpr char Commit[] = "asm volatile(\"cp.async.bulk.commit_group;\" ::: \"memory\");";
constexpr char WaitRead[] = "asm volatile(\"cp.async.bulk.wait_group.read 0;\" ::: \"memory\");";

bool applies(const Finding &F) { return F.check() == Check::BulkCopy; }

/// The statement that contains the place, in a list of the kernel's body, if no branch or loop is
/// between the two: a line added after it runs equally often. Null: there is none.
const clang::Stmt *statementAt(const Context &C, const SourceLoc &At) {
  const SourceLookup Lookup(C.P, C.K);
  const clang::Stmt *Found = nullptr;
  walk(C.K.Decl->getBody(), [&](const clang::Stmt *S) {
    const auto *List = dyn_cast<clang::CompoundStmt>(S);
    if (List && List->getLBracLoc().isFileID())
      for (const clang::Stmt *Part : List->body())
        if (isa<clang::Expr, clang::AsmStmt>(Part) && Lookup.contains(Part, At))
          Found = Part;
    return true;
  });
  return Found;
}

/// The instruction in the style of the surrounding code: `ptx::cp_async_bulk_commit_group();` if
/// that uses functions of cuda::ptx.
std::string waitText(llvm::StringRef Commits) {
  constexpr llvm::StringLiteral Name = "cp_async_bulk_commit_group();";
  if (!Commits.consume_back(Name) || !Commits.ends_with("ptx::"))
    return WaitRead;
  return (Commits + "cp_async_bulk_wait_group_read(" + Commits + "n32_t<0>());").str();
}
std::string commitText(llvm::StringRef Copies) {
  const size_t Name = Copies.find("cp_async_bulk(");
  if (Name == llvm::StringRef::npos || !Copies.take_front(Name).ends_with("ptx::"))
    return Commit;
  return (Copies.take_front(Name) + "cp_async_bulk_commit_group();").str();
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding> All) {
  using Kind = AsyncOp::Kind;
  const Kernel &K = C.K.Model;
  auto Has = [&](std::initializer_list<Kind> Kinds) {
    return llvm::any_of(K.AsyncOps,
                        [&](const AsyncOp &X) { return llvm::is_contained(Kinds, X.What); });
  };
  auto IsHere = [&](const AsyncOp &X) {
    return X.What == Kind::CopyOut && inKernel(X.Loc, X.CallChain) == F.Loc;
  };
  const bool Commits = Has({Kind::Commit}), Waits = Has({Kind::WaitGroup, Kind::WaitRead});
  if (llvm::none_of(K.AsyncOps, IsHere) || (Commits && Waits))
    return std::vector<Repair>(); // another flaw was found
  // After the last commit, or else the last copy.
  const AsyncOp *Last = nullptr;
  for (const AsyncOp &X : K.AsyncOps)
    if (X.What == (Commits ? Kind::Commit : Kind::CopyOut))
      Last = &X;
  const clang::Stmt *After = Last ? statementAt(C, inKernel(Last->Loc, Last->CallChain)) : nullptr;
  if (!After)
    return refuse("the statement after which to put it is not one of a list in the kernel's body");
  const SourceText Text = bodyText(C);
  Repair R;
  R.Id = "complete-copy";
  R.How = Applicability::Proven;
  const std::string Indent = "\n" + Text.indent(Text.begin(After)).str();
  R.Title = Commits ? "wait until the bulk copy has read its source"
            : Waits ? "make the bulk copy a group, which is waited for"
                    : "make the bulk copy a group, and wait until it has read its source";
  const llvm::StringRef Written = Text.slice(Text.begin(After), Text.end(After));
  const std::string Grouped = commitText(Written);
  R.Edits = {lineAfter(Text, After,
                       Commits ? waitText(Written)
                       : Waits ? Grouped
                               : Grouped + Indent + waitText(Grouped))};
  for (auto [I, Other] : llvm::enumerate(All))
    if (&Other != &F && applies(Other) && Other.KernelName == F.KernelName && Other.Loc == F.Loc)
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

const RepairKind CompleteCopy = {
    "complete-copy",
    R"(Commits bulk copies out of shared memory to a group, and waits until they have read their source.

Before:                                  After:
  if (t == 0) {                            if (t == 0) {
    copyOut(out, tile);                      copyOut(out, tile);
    commit();                                commit();
  }                                          asm volatile("cp.async.bulk.wait_group.read 0;" ...);
  __syncthreads();                         }
  tile[t] = 0;                             __syncthreads();
                                           tile[t] = 0;

Right after the copy. Further down, where the source is written again or the block ends, the thread that
issued the copy may do something else meanwhile.)",
    applies, propose};

} // namespace cudafix::transform
