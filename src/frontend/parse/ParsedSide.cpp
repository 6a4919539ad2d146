// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/ParsedSide.h"
#include "frontend/parse/AnalysisInvocation.h"
#include "frontend/parse/CustomaryInstances.h"
#include "frontend/parse/DroppedText.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/ErrorCollector.h"
#include "frontend/parse/NvccSides.h"
#include "frontend/parse/ReadAsNvcc.h"
#include "frontend/parse/SignalStack.h"
#include "frontend/parse/StandInUse.h"
#include "frontend/parse/UnreadNames.h"
#include "frontend/ptx/Ptx.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <functional>

namespace cudafix::frontend {

std::string ParseError::text() const {
  if (File.empty())
    return "error: " + Message;
  return File + ":" + std::to_string(Line) + ":" + std::to_string(Column) + ": error: " + Message;
}

namespace {

/// Doubles percent signs in assembly that are meant literally: code generation would end the text
/// at them.
class PercentDoubler : public clang::DynamicRecursiveASTVisitor {
public:
  explicit PercentDoubler(clang::ASTContext &Ctx) : Ctx(Ctx) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *S) override {
    auto *Old = llvm::dyn_cast<clang::StringLiteral>(S->getAsmStringExpr());
    std::string Text = Old && !S->isSimple() ? doublePercents(Old->getString()) : "";
    if (Old && !S->isSimple() && Text != Old->getString())
      S->setAsmStringExpr(clang::StringLiteral::Create(
          Ctx, Text, clang::StringLiteralKind::Ordinary, /*Pascal=*/false,
          Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size()), Old->getBeginLoc()));
    return true;
  }

private:
  clang::ASTContext &Ctx;
};

/// Returns true if a value of the type has no known size: its class could not be read.
bool isUnreadClass(clang::QualType T) {
  const clang::CXXRecordDecl *R = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  return R && (R->isInvalidDecl() || (!R->isDependentContext() && !R->hasDefinition()));
}

/// Returns true if code generation would fail on the declaration.
class ErrorFinder : public clang::DynamicRecursiveASTVisitor {
public:
  bool Found = false;
  ErrorFinder() {
    ShouldVisitImplicitCode = true;
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitExpr(clang::Expr *E) override {
    Found |= E->containsErrors() || (E->isPRValue() && isUnreadClass(E->getType()));
    return !Found;
  }
  bool VisitDecl(clang::Decl *D) override {
    Found |= D->isInvalidDecl();
    return !Found;
  }
};

/// Returns true for a function with an error in its text. The parser drops some statements with
/// errors; the rest of the function would be analysed as if it were complete.
static bool isAround(llvm::ArrayRef<clang::SourceLocation> Errors, const clang::Decl &D) {
  if (!llvm::isa<clang::FunctionDecl>(D))
    return false;
  const clang::SourceManager &SM = D.getASTContext().getSourceManager();
  clang::SourceLocation Begin = SM.getExpansionLoc(D.getBeginLoc());
  clang::SourceLocation End = SM.getExpansionLoc(D.getEndLoc());
  return Begin.isValid() && End.isValid() && llvm::any_of(Errors, [&](clang::SourceLocation E) {
           return SM.isPointWithin(E, Begin, End);
         });
}

/// Skips headers that do not exist, and reports them as errors of the unit.
class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(clang::SourceManager &SM, std::vector<ParseError> &Errors)
      : SM(SM), Errors(Errors) {}
  bool FileNotFound(llvm::StringRef) override { return true; }
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &,
                          llvm::StringRef FileName, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef File, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (File)
      return;
    clang::PresumedLoc P = SM.getPresumedLoc(Hash);
    ParseError E;
    if (P.isValid()) {
      E.File = P.getFilename();
      E.Line = P.getLine();
      E.Column = P.getColumn();
    }
    E.Message = ("'" + FileName + "' file not found").str();
    E.MissingHeader = true;
    Errors.push_back(std::move(E));
  }

private:
  clang::SourceManager &SM;
  std::vector<ParseError> &Errors;
};

} // namespace

/// Records every callback of the parser, to be replayed into the code generator once it is
/// known which declarations are sound.
class ParsedSide::Recorder : public clang::ASTConsumer {
public:
  using Consumer = clang::ASTConsumer;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Skipped; ///< canonical
  /// Locations of the parser's errors; empty: nothing is filtered.
  llvm::ArrayRef<clang::SourceLocation> Errors;
  std::vector<clang::Decl *> OfUnit; ///< top-level, not from a precompiled header
  std::vector<CustomaryInstance> Customary;
  std::function<void()> AtEnd;
  std::unique_ptr<clang::ASTMutationListener> Listener;

  clang::ASTMutationListener *GetASTMutationListener() override { return Listener.get(); }
  void HandleTranslationUnit(clang::ASTContext &) override {
    if (AtEnd)
      AtEnd();
  }
  void replay(Consumer &To) {
    for (size_t I = 0; I < Events.size(); ++I) // replaying may deserialise, which appends
      Events[I](To);
  }

  const clang::Decl *Giving = nullptr; ///< the top-level declaration that is being processed
  llvm::SmallPtrSet<const clang::Decl *, 4> Withheld, Parted;

  /// Withholds the declaration on which the consumer crashed; in a namespace, only the member that
  /// caused it.
  void withhold(const clang::Decl *D) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
      Parted.insert(D);
      return;
    }
    Withheld.insert(D);
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
      Skipped.insert(F->getCanonicalDecl());
    if (auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(D))
      for (const clang::CXXMethodDecl *Method : Class->methods())
        Skipped.insert(Method->getCanonicalDecl());
  }

  /// Withholds the function's body from the consumer, so that it is only declared.
  void leaveOut(clang::FunctionDecl *F) {
    Skipped.insert(F->getCanonicalDecl());
    for (clang::FunctionDecl *D : F->redecls())
      D->setBody(nullptr);
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      if (!D->isFromASTFile())
        OfUnit.push_back(D);
    Events.push_back([Group, this](Consumer &C) {
      for (clang::Decl *D : Group)
        give(D, C);
    });
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *D) override {
    Events.push_back([D, this](Consumer &C) {
      if (sound(D))
        C.HandleInlineFunctionDefinition(D);
    });
  }
  void HandleTagDeclDefinition(clang::TagDecl *D) override {
    Events.push_back([D](Consumer &C) { C.HandleTagDeclDefinition(D); });
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *D) override {
    Events.push_back([D](Consumer &C) { C.HandleTagDeclRequiredDefinition(D); });
  }
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *D) override {
    Events.push_back([D, this](Consumer &C) {
      if (sound(D))
        C.HandleCXXImplicitFunctionInstantiation(D);
    });
  }
  void CompleteTentativeDefinition(clang::VarDecl *D) override {
    Events.push_back([D, this](Consumer &C) {
      if (sound(D))
        C.CompleteTentativeDefinition(D);
    });
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *D) override {
    Events.push_back([D](Consumer &C) { C.CompleteExternalDeclaration(D); });
  }
  void AssignInheritanceModel(clang::CXXRecordDecl *D) override {
    Events.push_back([D](Consumer &C) { C.AssignInheritanceModel(D); });
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *D) override {
    Events.push_back([D](Consumer &C) { C.HandleCXXStaticMemberVarInstantiation(D); });
  }
  void HandleVTable(clang::CXXRecordDecl *D) override {
    Events.push_back([D](Consumer &C) { C.HandleVTable(D); });
  }

private:
  /// One broken member does not remove the others of its namespace.
  void give(clang::Decl *D, Consumer &To) {
    if (llvm::any_of(Customary, [&](const auto &C) { return C.Kernel == D && !C.Sound; }))
      return;
    if ((!Errors.empty() || Parted.contains(D)) &&
        llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
      for (clang::Decl *Member : llvm::cast<clang::DeclContext>(D)->decls())
        give(Member, To);
      return;
    }
    if (Withheld.contains(D) || !sound(D))
      return;
    Giving = D;
    To.HandleTopLevelDecl(clang::DeclGroupRef(D));
    Giving = nullptr;
  }

  bool sound(clang::Decl *D) {
    if (Errors.empty() || D->isFromASTFile())
      return true;
    bool Broken = D->isInvalidDecl();
    // Members are checked when they are passed on by themselves.
    if (!Broken && !llvm::isa<clang::TagDecl, clang::ClassTemplateDecl>(D)) {
      ErrorFinder F;
      F.TraverseDecl(D);
      Broken = F.Found || isAround(Errors, *D);
    }
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D); F && Broken)
      Skipped.insert(F->getCanonicalDecl());
    // Code generation itself visits members where they are used.
    if (auto *Member = llvm::dyn_cast<clang::CXXMethodDecl>(D); Member && Broken)
      Member->setBody(nullptr);
    return !Broken;
  }

  std::vector<std::function<void(Consumer &)>> Events;
};

class ParsedSide::Action : public clang::ASTFrontendAction {
public:
  Action(std::vector<ParseError> &Errors, std::vector<LeftOutText> &LeftOut)
      : Errors(Errors), LeftOut(LeftOut) {}
  Recorder *Recorded = nullptr;

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<MissingHeaders>(CI.getSourceManager(), Errors));
    CI.getPreprocessor().addPPCallbacks(listLeftOut(CI.getPreprocessor(), LeftOut));
    insertKeywords(CI);
    auto R = std::make_unique<Recorder>();
    Recorded = R.get();
    R->Listener = makeHostToo(CI);
    R->AtEnd = [&CI, this] {
      Recorded->Customary =
          instantiateCustomary(CI, *CI.getDiagnostics().getClient(), std::vector(Recorded->OfUnit));
      nameUnset(CI, Recorded->OfUnit);
    };
    return R;
  }

private:
  std::vector<ParseError> &Errors;
  std::vector<LeftOutText> &LeftOut;
};

ParsedSide::ParsedSide() = default;

ParsedSide::~ParsedSide() {
  M.reset();
  Generator.reset();
  if (Act)
    Act->EndSourceFile();
}

llvm::Expected<std::unique_ptr<ParsedSide>>
ParsedSide::parse(std::vector<std::string> Args, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                  llvm::StringRef Pch) {
  std::unique_ptr<ParsedSide> S(new ParsedSide);
  std::string Problem;
  S->Invocation = createAnalysisInvocation(Args, FS, Problem);
  if (!S->Invocation)
    return llvm::createStringError(Problem);
  if (!Pch.empty()) {
    clang::PreprocessorOptions &PP = S->Invocation->getPreprocessorOpts();
    PP.ImplicitPCHInclude = Pch.str();
    // It is refused if a system header has changed.
    S->Invocation->getHeaderSearchOpts().ModulesValidateSystemHeaders = true;
    llvm::erase(PP.Includes, "__cudafix_runtime.h");
  }
  S->Diags = std::make_unique<ErrorCollector>(S->Errors);
  S->CI = std::make_unique<clang::CompilerInstance>(S->Invocation);
  S->CI->setVirtualFileSystem(FS);
  S->CI->createDiagnostics(S->Diags.get(), /*ShouldOwnClient=*/false);
  // After a fatal error, Clang instantiates no more templates and reports no more errors.
  S->CI->getDiagnostics().setFatalsAsError(true);
  S->CI->createFileManager();
  auto Reason = [&] {
    return S->Errors.empty() ? std::string("clang could not start on the file")
                             : S->Errors.front().text();
  };
  if (!S->CI->createTarget() || S->CI->getFrontendOpts().Inputs.empty())
    return llvm::createStringError(Reason());
  S->Act = std::make_unique<Action>(S->Errors, S->LeftOut);
  if (!S->Act->BeginSourceFile(*S->CI, S->CI->getFrontendOpts().Inputs[0])) {
    S->Act.reset();
    return llvm::createStringError(Reason());
  }
  if (llvm::Error E = executeAsNvcc(*S->Act, *S->CI))
    return std::move(E);
  // AST traversals are meant for the unit; traversing a precompiled header would load all of it.
  if (!Pch.empty() && !S->Act->Recorded->OfUnit.empty())
    S->CI->getASTContext().setTraversalScope(S->Act->Recorded->OfUnit);
  return S;
}

/// Reading threadIdx and the like has no side effects. Clang's header does not say so, and
/// __builtin_assume would drop conditions on them.
static void markIndexVariablesPure(clang::ASTContext &Ctx) {
  for (const char *Name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    for (clang::NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name)))
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(D))
        if (clang::CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl())
          for (clang::CXXMethodDecl *M : R->methods())
            if (M->getIdentifier() && M->getName().starts_with("__fetch_builtin_"))
              M->addAttr(clang::ConstAttr::CreateImplicit(Ctx));
}

/// The functions that the generator was processing when it crashed: those with an unfinished block.
static std::vector<clang::FunctionDecl *> unfinished(clang::CodeGenerator &G) {
  std::vector<clang::FunctionDecl *> Found;
  for (llvm::Function &F : *G.GetModule())
    if (llvm::any_of(F, [](const llvm::BasicBlock &B) { return !B.getTerminator(); }))
      if (const auto *FD =
              llvm::dyn_cast_or_null<clang::FunctionDecl>(G.GetDeclForMangledName(F.getName())))
        Found.push_back(const_cast<clang::FunctionDecl *>(FD));
  return Found;
}

llvm::Module *ParsedSide::generate(llvm::LLVMContext &Ctx) {
  if (Diags->SinglePercents)
    PercentDoubler(CI->getASTContext()).TraverseAST(CI->getASTContext());
  markIndexVariablesPure(CI->getASTContext());
  Act->Recorded->Errors = Diags->Places;
  // The generator may crash on the parser's error recovery: it gets everything else.
  const SignalStack OnOverflow;
  for (unsigned Attempts = 0; Attempts < 16; ++Attempts) {
    if (llvm::CrashRecoveryContext().RunSafely([&] { generateOnce(Ctx); })) {
      if (M)
        markUnread();
      return M.get();
    }
    Crashed = true;
    std::vector<clang::FunctionDecl *> Broken = unfinished(*Generator);
    (void)Generator.release(); // half-built state that must not be torn down
    const clang::Decl *Given = std::exchange(Act->Recorded->Giving, nullptr);
    if (Broken.empty() && !Given)
      break;
    for (clang::FunctionDecl *F : Broken)
      Act->Recorded->leaveOut(F);
    if (Broken.empty())
      Act->Recorded->withhold(Given);
  }
  return nullptr;
}

void ParsedSide::generateOnce(llvm::LLVMContext &Ctx) {
  // A separate diagnostics engine: that of the parse has seen errors, because of which code
  // generation would give up on the whole module.
  GenDiags = clang::CompilerInstance::createDiagnostics(CI->getVirtualFileSystem(), GenDiagOpts,
                                                        new clang::IgnoringDiagConsumer, true);
  GenDiags->setSourceManager(&CI->getSourceManager());
  Generator = clang::CreateLLVMCodeGen(*GenDiags, CI->getFrontendOpts().Inputs[0].getFile(),
                                       CI->getVirtualFileSystemPtr(), CI->getHeaderSearchOpts(),
                                       CI->getPreprocessorOpts(), CI->getCodeGenOpts(), Ctx);
  Generator->Initialize(CI->getASTContext());
  Act->Recorded->replay(*Generator);
  Generator->HandleTranslationUnit(CI->getASTContext());
  M = Generator->ReleaseModule();
}

void ParsedSide::markUnread() {
  for (llvm::Function &F : *M) {
    const clang::FunctionDecl *FD = F.isDeclaration() ? declOf(F) : nullptr;
    const clang::FunctionDecl *Pattern = FD ? FD->getTemplateInstantiationPattern() : nullptr;
    if (FD && (FD->isDefined() || (Pattern && Pattern->isDefined()) ||
               Act->Recorded->Skipped.contains(FD->getCanonicalDecl()) || isStandIn(*FD)))
      F.addFnAttr(UnreadBody);
  }
  if (!CI->getLangOpts().CUDAIsDevice)
    markNamesOfUnread(*M, CI->getASTContext(), Act->Recorded->Skipped,
                      [&](const llvm::Function &F) { return declOf(F); });
}

llvm::StringSet<> ParsedSide::namesBesideErrors(const clang::FunctionDecl &F) const {
  return frontend::namesBesideErrors(F, Diags->Places);
}

unsigned ParsedSide::kernelsLeftOut() const {
  unsigned Count = 0;
  for (const LeftOutText &L : LeftOut)
    Count += L.InMain ? L.Kernels : 0;
  return Count;
}

bool ParsedSide::readsKernels() const {
  const clang::SourceManager &SM = CI->getSourceManager();
  return kernelsIn(SM.getBufferData(SM.getMainFileID()), CI->getLangOpts()) > kernelsLeftOut();
}

bool ParsedSide::isCustomary(const clang::FunctionDecl &Kernel) const {
  return llvm::any_of(Act->Recorded->Customary, [&](const CustomaryInstance &I) {
    return I.Kernel->getCanonicalDecl() == Kernel.getCanonicalDecl();
  });
}

const clang::FunctionDecl *ParsedSide::declOf(const llvm::Function &F) const {
  const clang::Decl *D = Generator->GetDeclForMangledName(F.getName());
  return llvm::dyn_cast_or_null<clang::FunctionDecl>(D);
}

} // namespace cudafix::frontend
