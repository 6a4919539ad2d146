// SPDX-License-Identifier: Apache-2.0
//
// writeSingleWriter: `flag = 1;` that all threads run becomes `if (threadIdx.x == 0) flag = 1;`,
// and writeSingleCaller, the same for calls.
#include "transform/barriers/SourceWriter.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace cudafix::transform {
namespace {

using clang::Stmt;

/// Collects the statements around `Inner`, innermost first; returns false if it is not below
/// `Root`.
bool pathTo(const Stmt *Root, const Stmt *Inner, std::vector<const Stmt *> &Path) {
  if (Root == Inner)
    return true;
  for (const Stmt *Child : Root->children())
    if (Child && pathTo(Child, Inner, Path)) {
      Path.push_back(Root);
      return true;
    }
  return false;
}

bool isControl(const Stmt *S) {
  return isa<clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(S);
}

/// The name of a local, in scope at the statement, that always equals threadIdx.x; empty: there is
/// none.
std::string threadName(const clang::FunctionDecl *F, ArrayRef<const Stmt *> Path,
                       const SourceText &Source, unsigned Before) {
  VarSet Changed = changedVars(F->getBody());
  for (const Stmt *Outer : Path)
    if (const auto *List = dyn_cast<clang::CompoundStmt>(Outer))
      for (const Stmt *S : List->body()) {
        const auto *Decls = dyn_cast<clang::DeclStmt>(S);
        if (!Decls || Source.begin(S) >= Before)
          continue;
        for (const clang::Decl *D : Decls->decls())
          if (const auto *V = dyn_cast<clang::VarDecl>(D);
              V && V->getInit() && !Changed.contains(V) &&
              Source.copy(V->getInit()) == "threadIdx.x")
            return V->getNameAsString();
      }
  return "threadIdx.x";
}

std::string guardText(const Kernel &K, const std::string &ThreadX, bool AcrossBlocks) {
  std::string Cond = ThreadX + " == 0";
  for (int D = 1; D < 3; ++D)
    if (K.UsesDim[D])
      Cond += std::string(" && threadIdx.") + "xyz"[D] + " == 0";
  for (int D = 0; AcrossBlocks && D < 3; ++D)
    if (D == 0 || K.UsesDim[D])
      Cond += std::string(" && blockIdx.") + "xyz"[D] + " == 0";
  return Cond;
}

Error refuse(const SourceLoc &Loc, const Twine &Why) {
  return createStringError("line " + Twine(Loc.Line) + ": " + Why);
}

} // namespace

Expected<SourceForm> writeSingleWriter(frontend::Program &P, frontend::KernelUnit &K,
                                       AccessId Write, bool AcrossBlocks) {
  const Access &A = K.Model.access(Write);
  SourceLookup Lookup(P, K);
  FoundStatement Found = Lookup.statementAt(A.Loc);
  const auto *E = dyn_cast_or_null<clang::Expr>(Found.S);
  if (A.Loc.InMacro || !E)
    return refuse(A.Loc, "the write is no statement of its own in the source");
  E = E->IgnoreParenImpCasts();
  const auto *Assign = dyn_cast<clang::BinaryOperator>(E);
  const auto *Step = dyn_cast<clang::UnaryOperator>(E);
  bool Writes =
      Assign ? Assign->isAssignmentOp() && isPure(Assign->getRHS()) && isPure(Assign->getLHS())
             : Step && Step->isIncrementDecrementOp() && isPure(Step->getSubExpr());
  if (!Writes)
    return refuse(A.Loc, "the statement does more than the write");
  std::vector<const Stmt *> Path;
  pathTo(Found.Function->getBody(), Found.S, Path);
  ThreadDependence Threads(Found.Function);
  for (const Stmt *Outer : Path)
    if (isControl(Outer) && Lookup.divergent(Outer).value_or(true))
      return refuse(A.Loc, "the guard of the write differs between threads");
  if (Threads.differs(E))
    return refuse(A.Loc, "the value or the address differs between threads");
  const clang::SourceManager &SM = P.device().getSourceManager();
  SourceText Source(P.device().getASTContext(),
                    SM.getFileID(SM.getExpansionLoc(Found.S->getBeginLoc())));
  if (Source.inMacro(Found.S))
    return refuse(A.Loc, "the write is written in a macro");
  unsigned Begin = Source.begin(Found.S), End = Source.end(Found.S);
  Layout L = Source.layout(Found.Function);
  std::string Indent = Source.indent(Begin).str();
  bool Braces = !isa<clang::CompoundStmt>(Path.front());
  std::string Name = threadName(Found.Function, Path, Source, Begin);
  std::string Head =
      L.keyword("if") + guardText(K.Model, Name, AcrossBlocks) + ")" + (Braces ? " {" : "");
  SourceForm Form;
  Form.RepairId = "single-writer";
  Form.Edits.push_back({Source.path(), Begin, 0, Head + "\n" + Indent + L.Unit});
  if (Braces)
    Form.Edits.push_back({Source.path(), End, 0, "\n" + Indent + "}"});
  return Form;
}

/// Returns true if what the argument points or refers to belongs to the calling thread.
static bool isOfThread(const clang::Expr *Arg) {
  const clang::Expr *E = Arg->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<clang::UnaryOperator>(E);
      Address && Address->getOpcode() == clang::UO_AddrOf)
    E = Address->getSubExpr();
  else if (!Arg->getType()->isPointerType() && !Arg->isGLValue())
    return false; // a value
  const clang::VarDecl *V = memoryBase(E);
  if (!V)
    V = baseVar(E);
  return !V || (V->hasLocalStorage() && !V->hasAttr<clang::CUDASharedAttr>() &&
                !V->getType()->isPointerType());
}

Expected<SourceForm> writeSingleCaller(frontend::Program &P, frontend::KernelUnit &K,
                                       const SourceLoc &Call, bool Before) {
  SourceLookup Lookup(P, K);
  FoundStatement Found = Lookup.statementAt(Call);
  const auto *E = dyn_cast_or_null<clang::Expr>(Found.S);
  const auto *Of = E ? dyn_cast<clang::CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  if (Call.InMacro || !Of || Found.Function != K.Decl)
    return refuse(Call, "the call is no statement of its own in the kernel");
  std::vector<const Stmt *> Path;
  pathTo(Found.Function->getBody(), Found.S, Path);
  if (Path.empty() || !isa<clang::CompoundStmt>(Path.front()))
    return refuse(Call, "a barrier needs braces around the call");
  ThreadDependence Threads(Found.Function);
  for (const Stmt *Outer : Path)
    if (isControl(Outer) && Lookup.divergent(Outer).value_or(true))
      return refuse(Call, "not all threads come to the call");
  for (const clang::Expr *Arg : Of->arguments())
    if (!isPure(Arg) || Threads.differs(Arg) || isOfThread(Arg))
      return refuse(Call, "threads differ in the arguments of the call");
  const clang::SourceManager &SM = P.device().getSourceManager();
  SourceText Source(P.device().getASTContext(),
                    SM.getFileID(SM.getExpansionLoc(Found.S->getBeginLoc())));
  if (Source.inMacro(Found.S))
    return refuse(Call, "the call is written in a macro");
  const unsigned Begin = Source.begin(Found.S), End = Source.end(Found.S);
  Layout L = Source.layout(Found.Function);
  const std::string Indent = Source.indent(Begin).str();
  const std::string Barrier = blockBarrierCall(Found.Function, Found.S->getBeginLoc()) + ";";
  const std::string Name = threadName(Found.Function, Path, Source, Begin);
  SourceForm Form;
  Form.RepairId = "single-writer";
  Form.Edits.push_back({Source.path(), Begin, 0,
                        (Before ? Barrier + "\n" + Indent : "") + L.keyword("if") +
                            guardText(K.Model, Name, /*AcrossBlocks=*/false) + ")\n" + Indent +
                            L.Unit});
  Form.Edits.push_back({Source.path(), End, 0, "\n" + Indent + Barrier});
  return Form;
}

} // namespace cudafix::transform
