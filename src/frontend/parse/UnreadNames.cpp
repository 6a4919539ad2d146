// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/UnreadNames.h"
#include "frontend/parse/StandInUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/IR/Module.h"
#include <map>
#include <set>

namespace cudafix::frontend {

using Mentions = std::map<std::string, std::set<std::string>>; ///< by name: "file:line" of each use

static void addNames(const clang::FunctionDecl &F, Mentions &To) {
  const clang::SourceManager &SM = F.getASTContext().getSourceManager();
  auto [File, Begin] = SM.getDecomposedExpansionLoc(F.getBeginLoc());
  auto [EndFile, End] = SM.getDecomposedExpansionLoc(F.getEndLoc());
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (File != EndFile || Invalid || End >= Text.size())
    return;
  clang::Lexer Raw(SM.getLocForStartOfFile(File), F.getASTContext().getLangOpts(), Text.begin(),
                   Text.begin() + Begin, Text.end());
  for (clang::Token T; !Raw.LexFromRawLexer(T);) {
    if (SM.getFileOffset(T.getLocation()) > End)
      break;
    if (T.is(clang::tok::raw_identifier))
      To[T.getRawIdentifier().str()].insert(
          (SM.getFilename(T.getLocation()) + ":" +
           llvm::Twine(SM.getExpansionLineNumber(T.getLocation())))
              .str());
  }
}

/// Returns true if the host can call the function: bodies of other functions, which need not be
/// valid host code, launch nothing there.
static bool runsOnHost(const clang::FunctionDecl &F) {
  return !F.hasAttr<clang::CUDAGlobalAttr>() &&
         (!F.hasAttr<clang::CUDADeviceAttr>() || F.hasAttr<clang::CUDAHostAttr>());
}

/// Kernels among the arguments of calls to stand-ins.
class PassedKernels : public clang::DynamicRecursiveASTVisitor {
public:
  PassedKernels(const clang::SourceManager &SM, Mentions &To) : SM(SM), To(To) {}
  bool VisitCallExpr(clang::CallExpr *Call) override {
    if (isOfStandIn(*Call))
      for (const clang::Expr *Arg : Call->arguments())
        addKernels(*Arg);
    return true;
  }

private:
  using Decls = llvm::SmallVector<const clang::NamedDecl *, 2>;

  /// What the expression names.
  static Decls namedBy(const clang::Expr &E) {
    const clang::Expr *Of = E.IgnoreParenImpCasts();
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Of))
      return {Ref->getDecl()};
    if (const auto *Some = llvm::dyn_cast<clang::OverloadExpr>(Of))
      return Decls(Some->decls_begin(), Some->decls_end());
    return {};
  }
  static bool isOfStandIn(const clang::CallExpr &Call) {
    return llvm::any_of(namedBy(*Call.getCallee()),
                        [](const clang::NamedDecl *D) { return isHostStandIn(*D); });
  }
  static bool isKernel(const clang::NamedDecl &D) {
    const clang::FunctionDecl *F = D.getUnderlyingDecl()->getAsFunction();
    return F && F->hasAttr<clang::CUDAGlobalAttr>();
  }
  /// An argument of a nested call is passed to that call.
  void addKernels(const clang::Stmt &S) {
    const auto *E = llvm::dyn_cast<clang::Expr>(&S);
    if (llvm::isa<clang::CallExpr>(S))
      return;
    for (const clang::NamedDecl *D : E ? namedBy(*E) : Decls())
      if (isKernel(*D))
        To[D->getNameAsString()].insert((SM.getFilename(SM.getExpansionLoc(S.getBeginLoc())) + ":" +
                                         llvm::Twine(SM.getExpansionLineNumber(S.getBeginLoc())))
                                            .str());
    for (const clang::Stmt *Child : S.children())
      if (Child)
        addKernels(*Child);
  }

  const clang::SourceManager &SM;
  Mentions &To;
};

void markNamesOfUnread(
    llvm::Module &M, clang::ASTContext &Ctx,
    const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Unread,
    llvm::function_ref<const clang::FunctionDecl *(const llvm::Function &)> DeclOf) {
  Mentions All;
  for (const clang::FunctionDecl *F : Unread)
    if (runsOnHost(*F))
      addNames(F->getDefinition() ? *F->getDefinition() : *F, All);
  if (hasHostStandIns(Ctx.getSourceManager()))
    PassedKernels(Ctx.getSourceManager(), All).TraverseAST(Ctx);
  if (All.empty())
    return;
  for (llvm::Function &F : M)
    if (const clang::FunctionDecl *FD = DeclOf(F))
      if (auto At = All.find(FD->getNameAsString()); At != All.end())
        F.addFnAttr(NamedInUnread, llvm::join(At->second, "\n"));
}

} // namespace cudafix::frontend
