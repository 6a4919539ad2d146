// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/HostArrays.h"
#include "model/Check.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudafix::transform {

OwnText::OwnText(const ASTContext &Ctx)
    : Ctx(Ctx), SM(Ctx.getSourceManager()), Text(SM.getBufferData(SM.getMainFileID())),
      Path(SourceText(Ctx, SM.getMainFileID()).path()) {}

std::optional<std::pair<unsigned, unsigned>> OwnText::place(SourceRange R) const {
  CharSourceRange C =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, Ctx.getLangOpts());
  if (C.isInvalid() || SM.getFileID(C.getBegin()) != SM.getMainFileID())
    return std::nullopt;
  return std::pair(SM.getFileOffset(C.getBegin()), SM.getFileOffset(C.getEnd()));
}

llvm::StringRef OwnText::text(SourceRange R) const {
  auto At = place(R);
  return At ? Text.slice(At->first, At->second) : "";
}

unsigned OwnText::line(SourceLocation Loc) const { return SM.getExpansionLineNumber(Loc); }

namespace {

/// The variable that an expression is, apart from casts; null: it is not one.
const VarDecl *pointer(const clang::Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V ? V->getCanonicalDecl() : nullptr;
}

/// v of `&v`, apart from casts; null: it is not one.
const clang::Expr *pointee(const clang::Expr *E) {
  const auto *Address = dyn_cast<clang::UnaryOperator>(E->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr() : nullptr;
}

/// Collects what host code does with one variable.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  UseFinder(const ASTContext &Ctx, const VarDecl *Of) : Ctx(Ctx), Of(Of) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    const FunctionDecl *Outer = std::exchange(In, F);
    bool GoOn = DynamicRecursiveASTVisitor::TraverseFunctionDecl(F);
    In = Outer;
    return GoOn;
  }
  bool VisitCallExpr(CallExpr *Call) override;
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    bool Is = E->getDecl()->getCanonicalDecl() == Of;
    if (Is && !Known.contains(E) && Why.empty())
      fail(E, "is used otherwise than to allocate, copy, fill, free and launch");
    return true;
  }

  std::vector<HostUse> Uses;
  std::vector<std::pair<const CUDAKernelCallExpr *, unsigned>> Launches;
  std::string Why; ///< another use, which prevents a new layout

private:
  bool is(const clang::Expr *E) {
    if (pointer(E) != Of)
      return false;
    Known.insert(E->IgnoreParenCasts());
    return true;
  }
  void fail(const clang::Expr *E, const llvm::Twine &What) {
    Why = ("line " + llvm::Twine(Ctx.getSourceManager().getExpansionLineNumber(E->getBeginLoc())) +
           ": '" + Of->getName() + "' " + What)
              .str();
  }
  bool runtime(const CallExpr *Call);

  const ASTContext &Ctx;
  const VarDecl *Of;
  const FunctionDecl *In = nullptr;
  llvm::DenseSet<const clang::Expr *> Known;
};

/// Records a call of the runtime that can be adapted to a new layout.
bool UseFinder::runtime(const CallExpr *Call) {
  std::string Name = calleeName(Call);
  auto Arg = [&](unsigned I) { return Call->getArg(I); };
  auto Add = [&](HostUse::Kind What, const clang::Expr *Host, const clang::Expr *Bytes) {
    Uses.push_back({What, Call, In, Host, Bytes});
    return true;
  };
  if (Name == "cudaMalloc" && Call->getNumArgs() >= 2 && pointee(Arg(0)) && is(pointee(Arg(0))))
    return Add(HostUse::Kind::Allocate, nullptr, Arg(1));
  if (Name == "cudaFree" && Call->getNumArgs() == 1 && is(Arg(0)))
    return Add(HostUse::Kind::Free, nullptr, nullptr);
  if (Name == "cudaMemset" && Call->getNumArgs() == 3 && is(Arg(0)))
    return Add(HostUse::Kind::Fill, nullptr, Arg(2));
  clang::Expr::EvalResult Way;
  if (Name != "cudaMemcpy" || Call->getNumArgs() != 4 || !Arg(3)->EvaluateAsInt(Way, Ctx))
    return false;
  constexpr int HostToDevice = 1, DeviceToHost = 2;
  if (Way.Val.getInt() == HostToDevice && is(Arg(0)))
    return Add(HostUse::Kind::ToDevice, Arg(1), Arg(2));
  return Way.Val.getInt() == DeviceToHost && is(Arg(1)) &&
         Add(HostUse::Kind::ToHost, Arg(0), Arg(2));
}

bool UseFinder::VisitCallExpr(CallExpr *Call) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
    for (unsigned I = 0; I < Launch->getNumArgs(); ++I)
      if (is(Launch->getArg(I)))
        Launches.push_back({Launch, I});
    return true;
  }
  if (runtime(Call))
    return true;
  for (const clang::Expr *A : Call->arguments()) {
    const clang::Expr *To = pointee(A);
    if ((is(A) || (To && is(To))) && Why.empty())
      fail(Call,
           "is given to '" + calleeName(Call) + "'" +
               (calleeName(Call) == "cudaMemcpy" ? " otherwise than from or to the host" : ""));
  }
  return true;
}

class ArrayFinder {
public:
  ArrayFinder(const Context &C) : C(C) {}
  llvm::Expected<HostArrays> find(unsigned Parameter);

private:
  llvm::Error addKernel(frontend::KernelUnit &K, unsigned Parameter);
  llvm::Error addPointer(const VarDecl *V);

  const Context &C;
  HostArrays Found;
  std::vector<const VarDecl *> Open;
};

llvm::Error ArrayFinder::addKernel(frontend::KernelUnit &K, unsigned Parameter) {
  for (const KernelUse &Known : Found.Kernels)
    if (Known.K == &K && Known.Parameter == Parameter)
      return llvm::Error::success();
  if (llvm::Error E = onlyInstantiation({C.P, K, {}, C.Opts}))
    return E;
  llvm::Expected<std::vector<KernelLaunch>> Launches = findLaunches(C.P, K);
  if (!Launches)
    return Launches.takeError();
  OwnText Text(C.P.host()->getASTContext());
  for (const KernelLaunch &L : *Launches) {
    const VarDecl *V =
        Parameter < L.Call->getNumArgs() ? pointer(L.Call->getArg(Parameter)) : nullptr;
    if (!V || !V->getType()->isPointerType())
      return llvm::createStringError("line " + llvm::Twine(Text.line(L.Call->getBeginLoc())) +
                                     ": the launch is given the array otherwise than by a pointer");
    if (!llvm::is_contained(Open, V) && !llvm::is_contained(Found.Pointers, V))
      Open.push_back(V);
  }
  Found.Kernels.push_back({&K, Parameter, std::move(*Launches)});
  return llvm::Error::success();
}

llvm::Error ArrayFinder::addPointer(const VarDecl *V) {
  Found.Pointers.push_back(V);
  auto Refuse = [&](const llvm::Twine &Why) {
    return llvm::createStringError("'" + V->getName() + "' " + Why);
  };
  if (isa<ParmVarDecl>(V))
    return Refuse("is a parameter of the function that launches");
  if (V->getInit() && !V->getInit()->isNullPointerConstant(C.P.host()->getASTContext(),
                                                           clang::Expr::NPC_ValueDependentIsNull))
    return Refuse("is initialised with another pointer");
  UseFinder Find(C.P.host()->getASTContext(), V);
  eachHostDecl(C.P, [&](Decl *D) { Find.TraverseDecl(D); });
  if (!Find.Why.empty())
    return llvm::createStringError(Find.Why);
  for (HostUse &U : Find.Uses)
    Found.Uses.push_back(U);
  for (auto [Launch, I] : Find.Launches) {
    frontend::KernelUnit *K = launchedKernel(C.P, Launch);
    if (!K)
      return Refuse("is given to a kernel that was not read");
    if (llvm::Error E = addKernel(*K, I))
      return E;
  }
  return llvm::Error::success();
}

llvm::Expected<HostArrays> ArrayFinder::find(unsigned Parameter) {
  if (llvm::Error E = addKernel(C.K, Parameter))
    return E;
  while (!Open.empty()) {
    const VarDecl *V = Open.back();
    Open.pop_back();
    if (llvm::Error E = addPointer(V))
      return E;
  }
  auto Is = [&](HostUse::Kind What) {
    return llvm::any_of(Found.Uses, [&](const HostUse &U) { return U.What == What; });
  };
  if (!Is(HostUse::Kind::Allocate))
    return llvm::createStringError("no allocation of the array is seen");
  return std::move(Found);
}

} // namespace

bool asksForLayout(const Finding &F) {
  return F.check() == Check::UncoalescedAccess && F.Severity == Level::Warning &&
         !F.Accesses.empty();
}

std::pair<const Array *, QualType> arrayOf(const Context &C, const Finding &F) {
  const Array &A = C.K.Model.array(C.K.Model.access(F.Accesses[0]).Array);
  if (A.Parameter == NoId || A.Parameter >= C.K.Decl->getNumParams())
    return {nullptr, QualType()};
  QualType T = C.K.Decl->getParamDecl(A.Parameter)->getType();
  return {T->isPointerType() ? &A : nullptr, T->getPointeeType()};
}

llvm::Expected<HostArrays> findHostArrays(const Context &C, ArrayId A) {
  const auto &Params = C.K.Model.Params;
  auto P = llvm::find_if(Params, [&](const auto &P) { return P.Pointer && P.Array == A; });
  if (P == Params.end())
    return llvm::createStringError("the array is no pointer that the kernel is given");
  return ArrayFinder(C).find(P - Params.begin());
}

/// The loops around a call in a function's body.
static llvm::SmallPtrSet<const Stmt *, 4> loopsAround(const CallExpr *Call,
                                                      const FunctionDecl *In) {
  llvm::SmallPtrSet<const Stmt *, 4> Found;
  walk(In->getBody(), [&](const Stmt *S) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      walk(S, [&](const Stmt *Inner) {
        if (Inner == Call)
          Found.insert(S);
        return true;
      });
    return true;
  });
  return Found;
}

/// Returns true if the host copies the arrays at least as often as any kernel runs.
static bool isCopiedForEachRun(const HostArrays &Arrays) {
  bool Copied = false;
  for (const HostUse &U : Arrays.Uses) {
    if (U.What != HostUse::Kind::ToDevice && U.What != HostUse::Kind::ToHost)
      continue;
    Copied = true;
    llvm::SmallPtrSet<const Stmt *, 4> AroundCopy = loopsAround(U.Call, U.In);
    for (const KernelUse &K : Arrays.Kernels)
      for (const KernelLaunch &L : K.Launches)
        if (L.In != U.In || llvm::any_of(loopsAround(L.Call, L.In), [&](const Stmt *Loop) {
              return !AroundCopy.contains(Loop);
            }))
          return false;
  }
  return Copied;
}

Repair suggestLayout(llvm::StringRef Id, std::string Title, std::vector<Edit> Edits,
                     const HostArrays &Arrays) {
  llvm::sort(Edits);
  Edits.erase(llvm::unique(Edits), Edits.end());
  Repair R = suggest(Id, std::move(Title), std::move(Edits));
  R.ChangesLayout = true;
  if (isCopiedForEachRun(Arrays))
    R.Notes.emplace_back("the host rearranges the array as often as the kernels run: that may take "
                         "longer than they save");
  return R;
}

void assumeAllSeen(const HostArrays &Arrays, Repair &R) {
  for (const VarDecl *V : Arrays.Pointers)
    if (V->isExternallyVisible())
      R.Assumptions.push_back("no file that was not read uses '" + V->getNameAsString() + "'");
  for (const KernelUse &K : Arrays.Kernels)
    assumeAllSeen(*K.K, R);
}

llvm::Expected<unsigned> placeForHelpers(const Context &C, const HostArrays &Arrays) {
  const SourceManager &SM = C.P.host()->getSourceManager();
  OwnText Text(C.P.host()->getASTContext());
  std::optional<unsigned> First;
  bool Elsewhere = false;
  auto Add = [&](const Decl *D) {
    SourceLocation Loc = SM.getExpansionLoc(D->getBeginLoc());
    if (const auto *F = dyn_cast<FunctionDecl>(D); F && F->getDescribedFunctionTemplate())
      Loc = SM.getExpansionLoc(F->getDescribedFunctionTemplate()->getBeginLoc());
    Elsewhere |= SM.getFileID(Loc) != SM.getMainFileID() ||
                 !D->getDeclContext()->getRedeclContext()->isFileContext();
    unsigned At = SM.getFileOffset(Loc);
    First = First ? std::min(*First, At) : At;
  };
  for (const VarDecl *V : Arrays.Pointers)
    if (!V->isLocalVarDecl())
      Add(V);
  for (const HostUse &U : Arrays.Uses)
    if (U.In)
      Add(U.In);
  for (const KernelUse &K : Arrays.Kernels)
    for (const KernelLaunch &L : K.Launches) {
      if (const FunctionDecl *Kernel = L.Call->getDirectCallee())
        for (const FunctionDecl *Again : Kernel->redecls())
          Add(Again);
      if (L.In) // its other declarations are not changed
        Add(L.In);
    }
  if (Elsewhere || !First)
    return llvm::createStringError("a kernel or a function that uses the array does not stand in "
                                   "the unit's own file");
  unsigned At = Text.lineBegin(*First);
  // A comment directly above belongs to the declaration.
  while (At > 0) {
    unsigned Above = Text.lineBegin(At - 1);
    llvm::StringRef Line = Text.all().slice(Above, At).trim();
    if (!Line.starts_with("//") && !Line.starts_with("/*") && !Line.starts_with("*"))
      break;
    At = Above;
  }
  return At;
}

std::string OwnText::laidOut(llvm::StringRef Code) const {
  const llvm::StringRef Step = indentationStep(Text);
  std::string Out;
  while (!Code.empty()) {
    auto [Line, Rest] = Code.split('\n');
    while (Line.consume_front("  "))
      Out += Step;
    Out += Line.str() + '\n';
    Code = Rest;
  }
  return Out;
}

Edit insertHelpers(const OwnText &Text, unsigned Place, llvm::StringRef Helpers) {
  bool Apart = Place == 0 || Text.all().take_front(Place).ends_with("\n\n");
  return {Text.path(), Place, 0, (Apart ? "" : "\n") + Helpers.str()};
}

} // namespace cudafix::transform
