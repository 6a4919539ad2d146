// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/CustomaryInstances.h"
#include "frontend/parse/UnreachedCode.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Returns false for an instance that a template only mentions and nothing instantiates.
bool isInstance(const clang::FunctionDecl *F) { return F->isDefined(); }

/// The function templates that a template of host code calls or, if they are kernels, launches.
class CalledFinder : public clang::DynamicRecursiveASTVisitor {
public:
  llvm::SmallPtrSet<const clang::NamedDecl *, 4> Called;
  bool VisitCallExpr(clang::CallExpr *Call) override {
    const clang::Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
    if (auto *Overloads = llvm::dyn_cast<clang::OverloadExpr>(Callee))
      for (const clang::NamedDecl *D : Overloads->decls())
        Called.insert(llvm::cast<clang::NamedDecl>(D->getUnderlyingDecl()->getCanonicalDecl()));
    auto *Named = llvm::dyn_cast<clang::DeclRefExpr>(Callee);
    auto *Instance = Named ? llvm::dyn_cast<clang::FunctionDecl>(Named->getDecl()) : nullptr;
    if (Instance && Instance->getPrimaryTemplate())
      Called.insert(Instance->getPrimaryTemplate()->getCanonicalDecl());
    return true;
  }
};

/// Finds templates of the main file without an instance: of kernels, and of host functions that
/// launch such kernels.
class TemplateFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit TemplateFinder(const clang::SourceManager &SM) : SM(SM) {}
  std::vector<clang::FunctionTemplateDecl *> Kernels;
  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl *T) override {
    clang::FunctionDecl *F = T->getTemplatedDecl();
    if (!F->doesThisDeclarationHaveABody() || T->getDeclContext()->isDependentContext() ||
        !SM.isInMainFile(SM.getExpansionLoc(T->getLocation())) ||
        llvm::any_of(T->specializations(), isInstance))
      return true;
    (F->hasAttr<clang::CUDAGlobalAttr>() ? Kernels : Functions).push_back(T);
    return true;
  }
  /// Those that call others first: they know the arguments of these.
  std::vector<clang::FunctionTemplateDecl *> launchers() {
    std::vector<clang::FunctionTemplateDecl *> CalleesFirst;
    for (clang::FunctionTemplateDecl *T : Functions)
      visit(T, CalleesFirst);
    return {CalleesFirst.rbegin(), CalleesFirst.rend()};
  }

private:
  /// Returns true if the template comes to a launch, directly or by what it calls.
  bool visit(clang::FunctionTemplateDecl *T, std::vector<clang::FunctionTemplateDecl *> &Out) {
    auto [At, IsNew] = Launches.insert({T, false});
    if (!IsNew)
      return At->second;
    CalledFinder In;
    In.TraverseStmt(T->getTemplatedDecl()->getBody());
    auto Calls = [&](clang::FunctionTemplateDecl *D) {
      return In.Called.contains(D->getCanonicalDecl());
    };
    bool Any = llvm::any_of(Kernels, Calls);
    for (clang::FunctionTemplateDecl *Callee : Functions)
      Any |= Callee != T && Calls(Callee) && visit(Callee, Out);
    if (Any)
      Out.push_back(T);
    return Launches[T] = Any;
  }

  const clang::SourceManager &SM;
  std::vector<clang::FunctionTemplateDecl *> Functions;
  llvm::DenseMap<const clang::FunctionTemplateDecl *, bool> Launches;
};

/// The numbers with which a template compares its parameters, by parameter position: the template
/// is written for these numbers.
class ComparedNumbers : public clang::DynamicRecursiveASTVisitor {
public:
  using Numbers = llvm::SmallSetVector<int64_t, 4>;
  llvm::SmallDenseMap<unsigned, Numbers, 4> Of;

  explicit ComparedNumbers(const clang::FunctionTemplateDecl &T)
      : Depth(T.getTemplateParameters()->getDepth()) {
    TraverseStmt(T.getTemplatedDecl()->getBody());
  }
  bool VisitBinaryOperator(clang::BinaryOperator *E) override {
    if (E->isEqualityOp()) {
      add(E->getLHS(), E->getRHS());
      add(E->getRHS(), E->getLHS());
    }
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt *S) override {
    for (const clang::SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
      if (auto *Case = llvm::dyn_cast<clang::CaseStmt>(C))
        add(S->getCond(), Case->getLHS());
    return true;
  }

private:
  void add(const clang::Expr *Parameter, const clang::Expr *Number) {
    auto *Named = llvm::dyn_cast<clang::DeclRefExpr>(Parameter->IgnoreParenImpCasts());
    auto *P = Named ? llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(Named->getDecl()) : nullptr;
    auto *N = llvm::dyn_cast<clang::IntegerLiteral>(Number->IgnoreParenCasts());
    if (P && N && P->getDepth() == Depth && N->getValue().isIntN(31))
      Of[P->getIndex()].insert(static_cast<int64_t>(N->getValue().getZExtValue()));
  }

  unsigned Depth;
};

class ErrorCounter : public clang::DiagnosticConsumer {
public:
  explicit ErrorCounter(const clang::Sema &S) : S(S) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    // After an error Clang does not check whether the index is reached.
    OutOfBounds += Info.getID() == clang::diag::warn_array_index_exceeds_bounds &&
                   !S.getDiagnostics().hasUncompilableErrorOccurred();
    const bool Promoted = // a warning that a pragma makes an error
        !S.getDiagnostics().getDiagnosticIDs()->isDefaultMappingAsError(Info.getID());
    if (Level < clang::DiagnosticsEngine::Error || Promoted)
      return;
    ++Errors;
    OfHost += isInHostCode();
  }
  unsigned Errors = 0;
  unsigned OfHost = 0;      ///< in host functions that may launch kernels
  unsigned OutOfBounds = 0; ///< constant indices beyond the end of an array

private:
  bool isInHostCode() const {
    for (const auto &Context : llvm::reverse(S.CodeSynthesisContexts))
      if (auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(Context.Entity))
        return !F->hasAttr<clang::CUDAGlobalAttr>() && !F->hasAttr<clang::CUDADeviceAttr>();
    return false;
  }

  const clang::Sema &S;
};

/// At most so many compared numbers are tried before a customary one.
constexpr size_t MaxCompared = 4;

class Instantiator {
public:
  explicit Instantiator(clang::CompilerInstance &CI)
      : Counter(CI.getSema()), S(CI.getSema()), Ctx(CI.getASTContext()), Half(halfType()) {}

  void instantiate(clang::FunctionTemplateDecl &T, std::vector<CustomaryInstance> &Made);
  /// Instantiates templates that nothing calls: code generation adds them to the module anyway.
  bool Emitted = false;
  ErrorCounter Counter;

private:
  /// The type for parameters with unknown names, and which of the customary values is used.
  struct Choice {
    unsigned Type = 0;
    unsigned Value = 0;
    const ComparedNumbers &Compared;
  };
  clang::QualType halfType();
  clang::QualType typeFor(StringRef Name, const Choice &C);
  std::optional<int64_t> valueFor(const clang::NonTypeTemplateParmDecl &P, clang::QualType Type,
                                  const Choice &C);
  bool arguments(const clang::FunctionTemplateDecl &T, const Choice &C,
                 clang::TemplateArgumentListInfo &Args);
  /// Returns true if no other choice needs to be tried.
  bool attempt(clang::FunctionTemplateDecl &T, const Choice &C,
               std::vector<CustomaryInstance> &Made);

  clang::Sema &S;
  clang::ASTContext &Ctx;
  clang::QualType Half;
};

} // namespace

clang::QualType Instantiator::halfType() {
  for (clang::NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("__half")))
    if (auto *T = llvm::dyn_cast<clang::TypeDecl>(D))
      return Ctx.getTypeDeclType(T);
  return {};
}

static bool mentions(StringRef Name, std::initializer_list<StringRef> Words) {
  return llvm::any_of(Words, [&](StringRef W) { return Name.contains_insensitive(W); });
}

bool namesInteger(StringRef Name) {
  // "point" contains "int", but is not an integer.
  const bool Int = Name.contains_insensitive("int") && !Name.contains_insensitive("point");
  return Int || mentions(Name, {"index", "idx", "offset", "label", "vertex", "size"});
}

/// Null: none.
clang::QualType Instantiator::typeFor(StringRef Name, const Choice &C) {
  if (namesInteger(Name))
    return C.Type < 2 ? Ctx.IntTy : Ctx.LongTy;
  if (mentions(Name, {"iter", "ptr"}))
    return Ctx.getPointerType(Ctx.FloatTy);
  switch (C.Type) {
  case 0:
    return Ctx.FloatTy;
  case 1:
    return Half;
  case 2:
    return Ctx.IntTy;
  default:
    return Ctx.getPointerType(Ctx.FloatTy);
  }
}

std::optional<int64_t> Instantiator::valueFor(const clang::NonTypeTemplateParmDecl &P,
                                              clang::QualType Type, const Choice &C) {
  const StringRef Name = P.getName();
  const bool Second = C.Value % 2 == 1;
  if (Type->isBooleanType()) // first all are equal, then each one differs from the next
    return C.Value < 2 ? !Second : (P.getIndex() % 2 == 0) != Second;
  if (auto *E = Type->getAsEnumDecl()) {
    const auto Count = std::distance(E->enumerator_begin(), E->enumerator_end());
    if (Count == 0)
      return std::nullopt;
    return (*std::next(E->enumerator_begin(), C.Value % Count))->getInitVal().getExtValue();
  }
  if (!Type->isIntegerType())
    return std::nullopt;
  if (auto At = C.Compared.Of.find(P.getIndex());
      At != C.Compared.Of.end() && C.Value < std::min(At->second.size(), MaxCompared))
    return At->second[C.Value];
  if (llvm::is_contained({"dim", "dims", "ndim", "ndims"}, Name.lower()))
    return Second ? 2 : 3;
  if (mentions(Name, {"warps", "rank", "expert", "unroll", "items", "per_thread", "vec", "pack"}))
    return 4;
  if (mentions(Name, {"warp", "lane"}))
    return 32;
  if (mentions(Name, {"block", "thread", "tpb", "cta"}))
    return Second ? 128 : 256;
  if (mentions(Name, {"dim", "head", "hidden", "tile"}))
    return 64;
  return Second ? 8 : 4;
}

/// Explicit arguments up to the first parameter with a default; false: none are known.
bool Instantiator::arguments(const clang::FunctionTemplateDecl &T, const Choice &C,
                             clang::TemplateArgumentListInfo &Args) {
  for (clang::NamedDecl *P : *T.getTemplateParameters()) {
    clang::TemplateArgument A;
    clang::QualType ValueType;
    if (P->isTemplateParameterPack())
      return true;
    if (auto *Type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(P)) {
      if (Type->hasDefaultArgument())
        return true;
      clang::QualType Chosen = typeFor(P->getName(), C);
      if (Chosen.isNull())
        return false;
      A = clang::TemplateArgument(Chosen);
    } else if (auto *Value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(P)) {
      if (Value->hasDefaultArgument())
        return true;
      ValueType = Value->getType()->isDependentType() ? Ctx.IntTy : Value->getType();
      ValueType = ValueType.getUnqualifiedType();
      std::optional<int64_t> Chosen = valueFor(*Value, ValueType, C);
      if (!Chosen)
        return false;
      A = clang::TemplateArgument(Ctx, Ctx.MakeIntValue(*Chosen, ValueType), ValueType);
    } else {
      return false;
    }
    Args.addArgument(S.getTrivialTemplateArgumentLoc(A, ValueType, T.getLocation()));
  }
  return true;
}

bool Instantiator::attempt(clang::FunctionTemplateDecl &T, const Choice &C,
                           std::vector<CustomaryInstance> &Made) {
  clang::TemplateArgumentListInfo Args(T.getLocation(), T.getLocation());
  if (!arguments(T, C, Args))
    return false;
  clang::FunctionDecl *Kernel = nullptr;
  clang::sema::TemplateDeductionInfo Info(T.getLocation());
  if (S.DeduceTemplateArguments(&T, &Args, Kernel, Info) !=
          clang::TemplateDeductionResult::Success ||
      !Kernel)
    return false;
  if (llvm::any_of(Made, [&](const CustomaryInstance &I) { return I.Kernel == Kernel; }))
    return false;
  const unsigned Before = Counter.Errors, OfHost = Counter.OfHost, Bounds = Counter.OutOfBounds;
  S.MarkFunctionReferenced(T.getLocation(), Kernel);
  S.PerformPendingInstantiations();
  if (Emitted)
    Kernel->setTemplateSpecializationKind(clang::TSK_ExplicitInstantiationDefinition,
                                          T.getLocation());
  Made.push_back(
      {Kernel, Counter.Errors == Before && Counter.OutOfBounds == Bounds && Kernel->isDefined()});
  // Other arguments do not help host code that uses undeclared names, whose launched kernels are
  // the instances that are needed.
  const unsigned Errors = Counter.Errors - Before;
  return Made.back().Sound || (Errors != 0 && Errors == Counter.OfHost - OfHost);
}

void Instantiator::instantiate(clang::FunctionTemplateDecl &T,
                               std::vector<CustomaryInstance> &Made) {
  constexpr unsigned Types = 4;
  const unsigned ErrorsBefore = Counter.Errors;
  const size_t Others = Made.size();
  size_t OfFirstType = Others;
  const ComparedNumbers Compared(T);
  bool OfNumbers = false;
  size_t Wanted = 1; // values that are tried in any case
  for (const clang::NamedDecl *P : *T.getTemplateParameters())
    if (llvm::isa<clang::NonTypeTemplateParmDecl>(P)) {
      OfNumbers = true;
      Wanted = std::max<size_t>(Wanted, 2);
    }
  for (auto &[Parameter, Numbers] : Compared.Of)
    Wanted = std::max(Wanted, std::min(Numbers.size(), MaxCompared));
  auto LeavesCode = [&] {
    std::vector<const clang::FunctionDecl *> Instances;
    for (const CustomaryInstance &I : llvm::ArrayRef(Made).drop_front(Others))
      Instances.push_back(I.Kernel);
    return unreachedBranch(Instances).isValid();
  };
  for (unsigned Type = 0; Type < Types; ++Type) {
    const unsigned Bounds = Counter.OutOfBounds;
    bool Done = attempt(T, {Type, 0, Compared}, Made);
    // A value that is too small for the arrays is wrong whatever the type.
    for (unsigned Value = 1; OfNumbers && Value <= MaxCompared; ++Value)
      if ((Done || Counter.OutOfBounds != Bounds) && (Value < Wanted || LeavesCode()))
        Done |= attempt(T, {Type, Value, Compared}, Made);
    if (Done)
      return;
    if (Type == 0)
      OfFirstType = Made.size();
  }
  // If every array is too short, or no argument is a number, the index itself is wrong.
  if (Counter.Errors == ErrorsBefore && OfFirstType > Others)
    Made[OfFirstType - 1].Sound = Made[OfFirstType - 1].Kernel->isDefined();
}

std::vector<CustomaryInstance> instantiateCustomary(clang::CompilerInstance &CI,
                                                    clang::DiagnosticConsumer &Restore,
                                                    llvm::ArrayRef<clang::Decl *> OfUnit) {
  TemplateFinder Finder(CI.getSourceManager());
  for (clang::Decl *D : OfUnit)
    Finder.TraverseDecl(D);
  std::vector<CustomaryInstance> Made;
  if (Finder.Kernels.empty())
    return Made;
  Instantiator I(CI);
  // Builtins that are first used by instances are declared in the outermost scope, which ends with
  // the translation unit.
  clang::Sema &S = CI.getSema();
  clang::Scope Outermost(nullptr, clang::Scope::DeclScope, CI.getDiagnostics());
  Outermost.setEntity(CI.getASTContext().getTranslationUnitDecl());
  llvm::SaveAndRestore Scope(S.TUScope, S.TUScope ? S.TUScope : &Outermost);
  clang::DiagnosticsEngine &Diags = CI.getDiagnostics();
  const bool Ignored = Diags.getIgnoreAllWarnings();
  Diags.setIgnoreAllWarnings(false);
  Diags.setSeverity(clang::diag::warn_array_index_exceeds_bounds, clang::diag::Severity::Warning,
                    {});
  Diags.setClient(&I.Counter, /*ShouldOwnClient=*/false);
  // Host code that launches a kernel knows its arguments best.
  std::vector<CustomaryInstance> Launchers;
  I.Emitted = true;
  for (clang::FunctionTemplateDecl *T : Finder.launchers())
    if (llvm::none_of(T->specializations(), isInstance))
      I.instantiate(*T, Launchers);
  I.Emitted = false;
  const bool Sound = I.Counter.Errors == I.Counter.OfHost;
  for (clang::FunctionTemplateDecl *T : Finder.Kernels)
    for (const clang::FunctionDecl *Kernel : T->specializations())
      if (isInstance(Kernel))
        Made.push_back({Kernel, Sound && Kernel->isDefined()});
  if (CI.getLangOpts().CUDAIsDevice)
    for (clang::FunctionTemplateDecl *T : Finder.Kernels)
      if (llvm::none_of(T->specializations(), isInstance))
        I.instantiate(*T, Made);
  llvm::append_range(Made, Launchers);
  Diags.setClient(&Restore, /*ShouldOwnClient=*/false);
  Diags.setIgnoreAllWarnings(Ignored);
  return Made;
}

} // namespace cudafix::frontend
