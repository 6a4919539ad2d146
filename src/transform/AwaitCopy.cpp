// SPDX-License-Identifier: Apache-2.0
#include "transform/RepairKind.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/text/CommonList.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SyncOperand.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

constexpr size_t MostCandidates = 4; ///< each one is parsed and analysed

bool applies(const Finding &F) { return isInBlockRace(F); }

/// Of the two accesses of a race, the asynchronous copy and the other one; nullopt: neither is one.
std::optional<std::pair<const Access *, const Access *>> copyOf(const Kernel &K, const Finding &F) {
  if (F.Accesses.size() != 2)
    return std::nullopt;
  const Access *A = &K.access(F.Accesses[0]), *B = &K.access(F.Accesses[1]);
  if (A->Kind != AccessKind::AsyncCopy)
    std::swap(A, B);
  if (A->Kind != AccessKind::AsyncCopy || B->Kind == AccessKind::AsyncCopy)
    return std::nullopt;
  return std::pair(A, B);
}

bool waitsForGroups(const clang::GCCAsmStmt *Asm) {
  return llvm::StringRef(Asm->getAsmString()).contains("cp.async.wait_group");
}

/// Returns true if the function does nothing but wait, for as many groups as its only template
/// argument says.
bool isWait(const clang::FunctionDecl *F) {
  if (!F || !F->hasBody(F) || !F->getTemplateSpecializationArgs() ||
      F->getTemplateSpecializationArgs()->size() != 1)
    return false;
  bool Waits = false;
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (const auto *Asm = dyn_cast<clang::GCCAsmStmt>(S))
      Waits |= waitsForGroups(Asm);
    return true;
  });
  return Waits;
}

/// The expression for the number of groups that may still be running after the statement's wait;
/// null: it is not a wait.
const clang::Expr *groupsOf(const clang::Stmt *S) {
  if (const auto *Asm = dyn_cast<clang::GCCAsmStmt>(S))
    return waitsForGroups(Asm) && Asm->getNumInputs() == 1 ? Asm->getInputExpr(0) : nullptr;
  const auto *Call = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier())
    return nullptr;
  if (F->getName() == "__pipeline_wait_prior" && Call->getNumArgs() == 1)
    return Call->getArg(0);
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
  const bool Known = F->getName() == "pipeline_consumer_wait_prior" || F->getName() == "wait_prior";
  if (!Ref || Ref->getNumTemplateArgs() != 1 || !(Known || isWait(F)) ||
      Ref->getTemplateArgs()[0].getArgument().getKind() != clang::TemplateArgument::Expression)
    return nullptr;
  return Ref->getTemplateArgs()[0].getSourceExpression();
}

Repair repairOf(std::string Title, std::vector<Edit> Edits) {
  Repair R;
  R.Id = "await-copy";
  R.Title = std::move(Title);
  R.How = Applicability::Proven;
  R.Edits = std::move(Edits);
  return R;
}

/// Changes waits so that fewer groups may still be running.
void waitForMore(const Context &C, std::vector<Repair> &Out) {
  const SourceLookup Lookup(C.P, C.K);
  for (const clang::FunctionDecl *F : Lookup.functions())
    walk(F->getBody(), [&](const clang::Stmt *S) {
      const clang::Expr *Groups = groupsOf(S);
      auto Was = Groups ? textOf(C, Groups, F) : std::nullopt;
      if (!Was || !Was->Value || *Was->Value <= 0)
        return true;
      for (int64_t Left : {*Was->Value - 1, int64_t(0)})
        if (Out.size() < MostCandidates &&
            (Left || *Was->Value == 1 || Out.empty() || Out.back().Edits.front().Text != "0"))
          Out.push_back(repairOf(Left ? "wait for all copies but those of the latest " +
                                            (Left == 1 ? "group" : std::to_string(Left) + " groups")
                                      : "wait for all copies",
                                 {Was->change(std::to_string(Left))}));
      return true;
    });
}

/// A wait for all copies, in the style of the commit that ends their group.
std::string waitText(const Context &C, const SourceText &Text) {
  std::string Wait;
  walk(C.K.Decl->getBody(), [&](const clang::Stmt *S) {
    const auto *Call = dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F || !F->getIdentifier() || !Wait.empty())
      return true;
    if (F->getName() == "__pipeline_commit")
      Wait = "__pipeline_wait_prior(0);";
    else if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(Call);
             Member && F->getName() == "producer_commit" && !Text.inMacro(S))
      Wait = Text.copy(Member->getImplicitObjectArgument()) + ".consumer_wait();";
    return true;
  });
  return Wait.empty() ? "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");" : Wait;
}

/// The last block barrier between the places that is a statement in a list of the kernel's body.
const clang::Stmt *barrierBetween(const Context &C, const SourceText &Text, unsigned First,
                                  unsigned Last) {
  const clang::Stmt *Found = nullptr;
  walk(C.K.Decl->getBody(), [&](const clang::Stmt *S) {
    if (const auto *List = dyn_cast<clang::CompoundStmt>(S))
      for (const clang::Stmt *Part : List->body())
        for (const Barrier &B : C.K.Model.Barriers)
          if (isa<clang::Expr>(Part) && !Text.inMacro(Part) && B.Kind == BarrierKind::Block &&
              B.CallChain.empty() && Text.begin(Part) <= B.Loc.Offset &&
              B.Loc.Offset < Text.end(Part) && First < B.Loc.Offset && B.Loc.Offset < Last)
            Found = Part;
    return true;
  });
  return Found;
}

/// Adds a wait before the barrier that tells the other threads of it.
void wait(const Context &C, const Access &Copy, const Access &Other, std::vector<Repair> &Out) {
  const SourceText Text = bodyText(C);
  const SourceLoc &From = inKernel(Copy.Loc, Copy.CallChain),
                  &To = inKernel(Other.Loc, Other.CallChain);
  if (const clang::Stmt *Barrier = barrierBetween(C, Text, From.Offset, To.Offset)) {
    const unsigned Begin = Text.lineBegin(Text.begin(Barrier));
    Out.push_back(
        repairOf("wait for the copies before the barrier",
                 {{Text.path(), Begin, 0, Text.indent(Begin).str() + waitText(C, Text) + "\n"}}));
  }
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  auto Of = copyOf(C.K.Model, F);
  if (!Of)
    return std::vector<Repair>(); // no copy takes part in the race
  std::vector<Repair> Out;
  waitForMore(C, Out);
  wait(C, *Of->first, *Of->second, Out);
  return Out;
}

} // namespace

const RepairKind AwaitCopy = {
    "await-copy",
    R"(Waits for asynchronous copies (cp.async) that threads read too early.

Before:                                  After:
  __pipeline_commit();                     __pipeline_commit();
  __pipeline_wait_prior(2);                __pipeline_wait_prior(1);
  __syncthreads();                         __syncthreads();
  sum += tile[k % 2][127 - t];             sum += tile[k % 2][127 - t];

A wait leaves fewer groups under way, or is put before the barrier after which other threads read what
was copied: the first of them with which no race is left.)",
    applies, propose};

} // namespace cudafix::transform
