// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

static llvm::Error refuse(const char *Why) { return llvm::createStringError(Why); }

static bool applies(const Finding &F) { return F.check() == Check::DependentLaunch; }

/// Returns true if the statement accesses memory, meets other threads, sets variables or returns:
/// it is more than a wait, perhaps under a condition.
static bool doesMore(const Kernel &K, const SourceText &Text, const clang::Stmt *S) {
  auto IsIn = [&](const auto &X) {
    const SourceLoc &Loc = inKernel(X.Loc, X.CallChain);
    return Text.begin(S) <= Loc.Offset && Loc.Offset < Text.end(S);
  };
  bool Sets = false;
  walk(S, [&](const clang::Stmt *Part) {
    const auto *Binary = dyn_cast<clang::BinaryOperator>(Part);
    const auto *Unary = dyn_cast<clang::UnaryOperator>(Part);
    Sets |= isa<clang::DeclStmt, clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
                clang::GotoStmt>(Part) ||
            (Binary && Binary->isAssignmentOp()) || (Unary && Unary->isIncrementDecrementOp());
    return !Sets;
  });
  return Sets || llvm::any_of(K.Accesses, IsIn) || llvm::any_of(K.Barriers, IsIn);
}

/// The kernel waits nowhere: a wait before the first of these accesses.
static llvm::Expected<std::vector<Repair>> addWait(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding> All) {
  const SourceText Text = bodyText(C);
  const clang::Stmt *Before = nullptr;
  Repair R;
  for (auto [I, Other] : llvm::enumerate(All)) {
    if (!applies(Other) || Other.Accesses.empty())
      continue;
    const Access &A = C.K.Model.access(Other.Accesses.front());
    const clang::Stmt *At = outermost(C, Text, inKernel(A.Loc, A.CallChain));
    if (!At || Text.inMacro(At) || !Text.firstOnLine(Text.begin(At)))
      return refuse(
          "the access stands in no statement of the kernel's body with a line of its own");
    if (!Before || Text.begin(At) < Text.begin(Before))
      Before = At;
    if (&Other != &F)
      R.AlsoFixes.push_back(I);
  }
  if (!Before)
    return refuse("the access is not known");
  const unsigned At = Text.lineBegin(Text.begin(Before));
  R.Id = "move-wait";
  R.Title = "wait for the kernel before this one ahead of the first access to what it may use";
  R.How = Applicability::Suggested; // older architectures have no such wait
  R.Edits = {{Text.path(), At, 0,
              (Text.indent(Text.begin(Before)) + "cudaGridDependencySynchronize();\n").str()}};
  return std::vector<Repair>{std::move(R)};
}

static llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                                   llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  auto Waits = [](const AsyncOp &X) { return X.What == AsyncOp::Kind::Dependency; };
  if (llvm::none_of(K.AsyncOps, Waits))
    return addWait(C, F, All);
  if (llvm::count_if(K.AsyncOps, Waits) != 1 || F.Accesses.empty())
    return refuse("the kernel waits at several places");
  const AsyncOp &Wait = *llvm::find_if(K.AsyncOps, Waits);
  const SourceLoc &From = inKernel(Wait.Loc, Wait.CallChain);
  const SourceText Text = bodyText(C);
  const clang::Stmt *Moved = nullptr, *Before = nullptr;
  Repair R;
  // The wait goes before the first of all these accesses.
  for (auto [I, Other] : llvm::enumerate(All)) {
    if (!applies(Other) || Other.Accesses.empty())
      continue;
    const Access &A = K.access(Other.Accesses.front());
    CommonList At = commonList(C, Text, inKernel(A.Loc, A.CallChain), From);
    if (!At.List || At.First == At.Second || At.List != C.K.Decl->getBody())
      return refuse("the wait stands in a statement with others");
    Moved = At.Second;
    if (!Before || Text.begin(At.First) < Text.begin(Before))
      Before = At.First;
    if (&Other != &F)
      R.AlsoFixes.push_back(I);
  }
  if (!Before || Text.begin(Moved) < Text.begin(Before))
    return refuse("the wait stands before the access");
  if (doesMore(K, Text, Moved))
    return refuse("the wait stands in a statement that does more");
  const unsigned Begin = Text.lineBegin(Text.begin(Moved)), End = Text.lineEnd(Text.end(Moved));
  if (!Text.firstOnLine(Text.begin(Moved)) || Text.end(Moved) != End ||
      !Text.firstOnLine(Text.begin(Before)))
    return refuse("the wait shares its line with other code");
  const std::string Line = Text.slice(Begin, Text.nextLine(End)).str();
  R.Id = "move-wait";
  R.Title = "wait for the kernel before this one ahead of the first access to what it may use";
  R.How = Applicability::Proven;
  R.Edits = {{Text.path(), Text.lineBegin(Text.begin(Before)), 0, Line},
             {Text.path(), Begin, static_cast<unsigned>(Line.size()), ""}};
  return std::vector<Repair>{std::move(R)};
}

const RepairKind MoveWait = {
    "move-wait",
    R"(Moves the wait for the kernel before this one ahead of the accesses that need it.

Before:                                After:
  float v = in[i];                       cudaGridDependencySynchronize();
  cudaGridDependencySynchronize();       float v = in[i];
  out[i] = v;                            out[i] = v;

Waiting earlier is never wrong; what may go on meanwhile should stay ahead of it. A kernel that waits
nowhere gets a wait, which is suggested only: there is none before sm_90.)",
    applies, propose};

} // namespace cudafix::transform
