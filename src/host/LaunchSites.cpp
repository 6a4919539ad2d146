// SPDX-License-Identifier: Apache-2.0
//
// Visits the host AST of the unit's own declarations.

#include "host/LaunchSites.h"
#include "host/ConstantDims.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/Support/Path.h"

using namespace clang;
using cudafix::SourceLoc;
using namespace cudafix::host;

namespace {
class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder(ASTContext &Ctx, ConstantDims::NamesOf Dropped, LaunchSites &Out)
      : Ctx(Ctx), Out(Out), Mangler(Ctx.createMangleContext()), Dims(Ctx, std::move(Dropped)) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override;
  bool VisitCallExpr(CallExpr *E) override;
  bool TraverseIfStmt(IfStmt *S) override;
  bool VisitDeclRefExpr(DeclRefExpr *E) override;
  bool VisitMemberExpr(MemberExpr *E) override;
  bool isOfSystem(const Decl *D) const;
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *T) override;
  bool VisitVarDecl(VarDecl *V) override;
  bool VisitBinaryOperator(BinaryOperator *B) override;
  void finish();

private:
  struct Pending {
    const Expr *Callee, *Grid, *Block, *Shared;
    SourceRange Where;
    const CUDAKernelCallExpr *Call;
    bool Unreached;
    bool Plain = false;
  };
  std::string mangled(const FunctionDecl *FD);
  void kernelsOf(const Expr *E, llvm::SmallVectorImpl<const FunctionDecl *> &Kernels,
                 unsigned Depth = 0, bool Explains = true);
  bool isOwn(const VarDecl *V) const;
  void record(const Pending &P);
  SourceLoc place(SourceLocation L) const;

  ASTContext &Ctx;
  LaunchSites &Out;
  std::unique_ptr<MangleContext> Mangler;
  ConstantDims Dims;
  std::vector<Pending> Launches;
  unsigned Unreached = 0; ///< enclosing statements that are never executed
  /// Values stored in local and global function pointers, and in arrays and structures of them.
  std::map<const VarDecl *, std::vector<const Expr *>> Stored;
  /// Arrays and structures that are passed to other functions.
  llvm::DenseSet<const VarDecl *> Passed;
  std::vector<const DeclRefExpr *> References;
  llvm::DenseSet<const Expr *> Accounted;
};
} // namespace

static bool isKernel(const FunctionDecl *FD) { return FD && FD->hasAttr<CUDAGlobalAttr>(); }

std::string Finder::mangled(const FunctionDecl *FD) {
  if (!Mangler->shouldMangleDeclName(FD))
    return FD->getName().str();
  std::string S;
  llvm::raw_string_ostream OS(S);
  Mangler->mangleName(GlobalDecl(FD, KernelReferenceKind::Kernel), OS);
  return S;
}

/// As in the debug information of the host IR: inside a macro's argument, the place where it is
/// written.
SourceLoc Finder::place(SourceLocation L) const {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLoc R;
  R.InMacro = L.isMacroID();
  SourceLocation E = SM.getFileLoc(L);
  PresumedLoc P = SM.getPresumedLoc(E);
  if (P.isValid()) {
    R.File = P.getFilename();
    R.Line = P.getLine();
    R.Column = P.getColumn();
  }
  R.Offset = SM.getFileOffset(E);
  return R;
}

/// The variable of which an element or a member is part.
static const Expr *variableOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return variableOf(A->getBase());
  if (auto *C = dyn_cast<CXXMemberCallExpr>(E); C && C->getImplicitObjectArgument())
    return variableOf(C->getImplicitObjectArgument()); // begin() of a range
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && O->getNumArgs())
    return variableOf(O->getArg(0));
  auto *M = dyn_cast<MemberExpr>(E);
  return M ? variableOf(M->getBase()) : E;
}

/// The kernels that an expression may name; marks the references as explained.
void Finder::kernelsOf(const Expr *E, llvm::SmallVectorImpl<const FunctionDecl *> &Kernels,
                       unsigned Depth, bool Explains) {
  E = E->IgnoreImplicit()->IgnoreParenCasts();
  if (Depth > 6)
    return;
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return kernelsOf(U->getSubExpr(), Kernels, Depth, Explains);
  if (auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    kernelsOf(C->getTrueExpr(), Kernels, Depth, Explains);
    return kernelsOf(C->getFalseExpr(), Kernels, Depth, Explains);
  }
  if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return kernelsOf(S->getReplacement(), Kernels, Depth, Explains);
  if (auto *L = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : L->inits())
      kernelsOf(Init, Kernels, Depth, Explains);
    return;
  }
  E = variableOf(E);
  auto *D = dyn_cast<DeclRefExpr>(E);
  if (!D)
    return;
  if (auto *FD = dyn_cast<FunctionDecl>(D->getDecl())) {
    if (Explains)
      Accounted.insert(D);
    if (isKernel(FD))
      Kernels.push_back(FD);
  } else if (auto *V = dyn_cast<VarDecl>(D->getDecl())) {
    for (const Expr *S : Stored[V->getCanonicalDecl()])
      kernelsOf(S, Kernels, Depth + 1, Explains && isOwn(V));
  }
}

/// Returns true if launches through the variable only happen in code of this unit that names it.
bool Finder::isOwn(const VarDecl *V) const {
  bool Holds = V->getType()->isArrayType() || V->getType()->isRecordType();
  return !Holds || (!Passed.contains(V->getCanonicalDecl()) && !V->hasExternalFormalLinkage());
}

/// Declarations of system headers are skipped.
bool Finder::isOfSystem(const Decl *D) const {
  const SourceManager &SM = Ctx.getSourceManager();
  return D->isFromASTFile() || SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
}

/// Instances belong to the first declaration of their template, which may be in such a header.
bool Finder::VisitFunctionTemplateDecl(FunctionTemplateDecl *T) {
  if (T == T->getCanonicalDecl() || !T->isThisDeclarationADefinition() ||
      !isOfSystem(T->getCanonicalDecl()))
    return true;
  for (FunctionDecl *F : T->specializations())
    if (F->isTemplateInstantiation())
      TraverseDecl(F);
  return true;
}

bool Finder::VisitVarDecl(VarDecl *V) {
  QualType T = V->getType();
  bool Refers = T->isReferenceType() || (T->isPointerType() && T->getPointeeType()->isRecordType());
  if (V->getInit() &&
      (T->isFunctionPointerType() || Refers || isa<InitListExpr>(V->getInit()->IgnoreImplicit())))
    Stored[V->getCanonicalDecl()].push_back(V->getInit());
  return true;
}

bool Finder::VisitBinaryOperator(BinaryOperator *B) {
  if (B->getOpcode() == BO_Assign && B->getType()->isFunctionPointerType())
    if (auto *D = dyn_cast<DeclRefExpr>(variableOf(B->getLHS())))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        Stored[V->getCanonicalDecl()].push_back(B->getRHS());
  return true;
}

/// `if (sizeof(T) == 2)`: in an instance of a template, one side is never executed. The same holds
/// if a variable that is set once decides.
bool Finder::TraverseIfStmt(IfStmt *S) {
  bool Holds = false;
  const Expr *Cond = S->getCond(); // null: if consteval
  bool Decided = Cond && !Cond->isValueDependent() && Cond->EvaluateAsBooleanCondition(Holds, Ctx);
  if (Cond && !Decided)
    if (std::optional<llvm::APSInt> Value = Dims.integer(Cond)) {
      Decided = true;
      Holds = !Value->isZero();
    }
  const Stmt *Never = Decided ? (Holds ? S->getElse() : S->getThen()) : nullptr;
  bool GoOn = true;
  for (Stmt *Child : S->children()) {
    bool IsNever = Child && Child == Never;
    Unreached += IsNever;
    GoOn = GoOn && (!Child || TraverseStmt(Child));
    Unreached -= IsNever;
  }
  return GoOn;
}

bool Finder::VisitDeclRefExpr(DeclRefExpr *E) {
  if (isKernel(dyn_cast<FunctionDecl>(E->getDecl())))
    References.push_back(E);
  return true;
}

bool Finder::VisitMemberExpr(MemberExpr *E) {
  const auto *Method = dyn_cast<CXXMethodDecl>(E->getMemberDecl());
  Out.AsksValidity |= Method && Method->getIdentifier() && Method->getName() == "is_valid";
  return true;
}

bool Finder::VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) {
  const CallExpr *Config = E->getConfig();
  if (E->isTypeDependent() || E->isValueDependent() || !Config || Config->getNumArgs() < 2)
    return true;
  // Launches in a kernel pass the kernel and an argument buffer before the dimensions.
  const FunctionDecl *To = Config->getDirectCallee();
  const unsigned First = To && To->getName() == "cudaLaunchDevice" ? 2 : 0;
  auto arg = [&](unsigned I) {
    return First + I < Config->getNumArgs() ? Config->getArg(First + I) : nullptr;
  };
  Launches.push_back(
      {E->getCallee(), arg(0), arg(1), arg(2), E->getSourceRange(), E, Unreached > 0, !First});
  return true;
}

bool Finder::VisitCallExpr(CallExpr *E) {
  if (!isa<CXXOperatorCallExpr>(E))
    for (const Expr *A : E->arguments()) {
      A = A->IgnoreImplicit()->IgnoreParenCasts();
      if (auto *Address = dyn_cast<UnaryOperator>(A); Address && Address->getOpcode() == UO_AddrOf)
        A = Address->getSubExpr()->IgnoreParenCasts();
      if (auto *D = dyn_cast<DeclRefExpr>(A))
        if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
          Passed.insert(V->getCanonicalDecl());
    }
  const FunctionDecl *FD = E->getDirectCallee();
  if (!FD || !FD->getIdentifier() || isa<CUDAKernelCallExpr>(E))
    return true;
  llvm::StringRef Name = FD->getName();
  auto arg = [&](unsigned I) { return I < E->getNumArgs() ? E->getArg(I) : nullptr; };
  if (Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") {
    if (E->getNumArgs() >= 3)
      Launches.push_back({arg(0), arg(1), arg(2), arg(4), E->getSourceRange(), nullptr,
                          Unreached > 0, Name == "cudaLaunchKernel"});
  } else if (Name.starts_with("cudaLaunchKernelEx")) {
    if (E->getNumArgs() >= 2)
      Launches.push_back(
          {arg(1), nullptr, nullptr, nullptr, E->getSourceRange(), nullptr, Unreached > 0});
  } else if (Name.starts_with("cudaFunc") || Name.starts_with("cudaOccupancy")) {
    llvm::SmallVector<const FunctionDecl *, 2> Ignored; // a query, not a launch
    for (const Expr *A : E->arguments())
      kernelsOf(A, Ignored);
  }
  return true;
}

void Finder::record(const Pending &P) {
  llvm::SmallVector<const FunctionDecl *, 2> Kernels;
  kernelsOf(P.Callee, Kernels);
  for (const FunctionDecl *K : Kernels) {
    if (P.Unreached) {
      Out.Unreached.push_back(mangled(K));
      continue;
    }
    LaunchSite S;
    S.Kernel = mangled(K);
    S.Loc = place(P.Where.getBegin());
    S.LastLine = place(P.Where.getEnd()).Line;
    S.Plain = P.Plain;
    S.Grid = Dims.dim3(P.Grid);
    S.Block = Dims.dim3(P.Block);
    if (!P.Shared || isa<CXXDefaultArgExpr>(P.Shared))
      S.SharedBytes = P.Grid ? std::optional<uint64_t>(0) : std::nullopt;
    else if (auto V = Dims.integer(P.Shared))
      S.SharedBytes = V->getExtValue();
    if (P.Call)
      for (const Expr *A : P.Call->arguments())
        S.Args.push_back(Dims.integer(A));
    Out.Sites.push_back(std::move(S));
  }
}

void Finder::finish() {
  for (const Pending &P : Launches)
    record(P);
  for (const DeclRefExpr *R : References)
    if (!Accounted.contains(R) && !R->isValueDependent())
      Out.Escaped.push_back(mangled(cast<FunctionDecl>(R->getDecl())));
  // Instantiations at one place stay in the order of the AST.
  std::multimap<SourceLoc, LaunchSite> Sorted;
  for (LaunchSite &S : Out.Sites)
    Sorted.emplace(S.Loc, std::move(S));
  Out.Sites.clear();
  for (auto &[Loc, S] : Sorted)
    Out.Sites.push_back(std::move(S));
}

bool cudafix::host::isAt(const SourceLoc &L, const LaunchSite &S) {
  return S.Loc.Line <= L.Line && L.Line <= std::max(S.Loc.Line, S.LastLine) &&
         llvm::sys::path::filename(L.File) == llvm::sys::path::filename(S.Loc.File);
}

bool LaunchSites::arePlain(const SourceLoc &At, llvm::StringRef Kernel) const {
  bool Found = false, Plain = !AsksValidity;
  for (const LaunchSite &S : Sites)
    if (S.Kernel == Kernel && isAt(At, S)) {
      Found = true;
      Plain &= S.Plain;
    }
  return Found && Plain;
}

/// The name at the end of the tokens, before its template arguments; empty: there is none.
static llvm::StringRef lastName(llvm::ArrayRef<Token> Tokens) {
  unsigned Open = 0;
  for (const Token &T : llvm::reverse(Tokens)) {
    if (T.is(tok::greater))
      ++Open;
    else if (T.is(tok::greatergreater))
      Open += 2;
    else if (T.is(tok::less) && Open)
      --Open;
    else if (!Open)
      return T.is(tok::raw_identifier) ? T.getRawIdentifier() : "";
  }
  return "";
}

static std::map<std::string, unsigned> namesOfLaunches(const CompilerInstance &Host) {
  constexpr size_t MostTokens = 256; // of template arguments
  const SourceManager &SM = Host.getSourceManager();
  Lexer Raw(SM.getMainFileID(), SM.getBufferOrFake(SM.getMainFileID()), SM, Host.getLangOpts());
  std::map<std::string, unsigned> Names;
  std::vector<Token> Tokens;
  for (Token T; !Raw.LexFromRawLexer(T); Tokens.push_back(T))
    if (T.is(tok::lesslessless))
      if (llvm::StringRef Name = lastName(llvm::ArrayRef(Tokens).take_back(MostTokens));
          !Name.empty())
        Names.try_emplace(Name.str(), SM.getSpellingLineNumber(T.getLocation()));
  return Names;
}

LaunchSites cudafix::host::findLaunchSites(frontend::Program &P) {
  LaunchSites Out;
  CompilerInstance &Host = *P.host();
  ASTContext &Ctx = Host.getASTContext();
  Finder F(Ctx, [&](const FunctionDecl &Of) { return P.namesBesideErrors(Of); }, Out);
  for (Decl *D : Ctx.getTranslationUnitDecl()->noload_decls())
    if (!F.isOfSystem(D))
      F.TraverseDecl(D);
  F.finish();
  Out.InText = namesOfLaunches(Host);
  return Out;
}
