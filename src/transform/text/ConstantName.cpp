// SPDX-License-Identifier: Apache-2.0
#include "transform/text/ConstantName.h"
#include "transform/text/KernelLaunches.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace cudafix::transform {

std::optional<ConstantName> constantName(CompilerInstance &Side, const clang::Expr *E) {
  const ASTContext &Ctx = Side.getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  E = E->IgnoreImplicit();
  if (SourceLocation At = E->getBeginLoc(); At.isMacroID()) {
    if (!Lexer::isAtStartOfMacroExpansion(At, SM, Ctx.getLangOpts()) ||
        !Lexer::isAtEndOfMacroExpansion(E->getEndLoc(), SM, Ctx.getLangOpts()))
      return std::nullopt;
    while (SM.getImmediateExpansionRange(At).getBegin().isMacroID())
      At = SM.getImmediateExpansionRange(At).getBegin();
    std::string Name = Lexer::getImmediateMacroName(At, SM, Ctx.getLangOpts()).str();
    Preprocessor &PP = Side.getPreprocessor();
    const MacroInfo *Macro = PP.getMacroInfo(PP.getIdentifierInfo(Name));
    if (!Macro || !Macro->isObjectLike())
      return std::nullopt;
    return ConstantName{std::move(Name), Macro->getDefinitionLoc()};
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->isFileVarDecl() || !V->isUsableInConstantExpressions(Ctx))
    return std::nullopt;
  return ConstantName{V->getQualifiedNameAsString(), SM.getExpansionLoc(V->getLocation())};
}

/// The expression that a launch gives for one dimension of its blocks; null: it gives none.
static const clang::Expr *extent(const clang::Expr *Block, unsigned Dimension) {
  for (unsigned Steps = 0; Block && Steps < 4; ++Steps) {
    Block = Block->IgnoreImplicit();
    if (Block->getType()->isIntegralOrEnumerationType())
      return Dimension == 0 ? Block : nullptr;
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Block)) {
      Block = Cast->getSubExpr();
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Block)) {
      if (Made->getNumArgs() == 1 && !Made->getArg(0)->getType()->isIntegralOrEnumerationType())
        Block = Made->getArg(0);
      else
        return Dimension < Made->getNumArgs() ? Made->getArg(Dimension)->IgnoreImplicit() : nullptr;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Block)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      Block = V ? V->getInit() : nullptr;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

std::string blockExtentName(const Context &C, unsigned Dimension, uint64_t Value) {
  llvm::Expected<std::vector<KernelLaunch>> Launches = findLaunches(C.P, C.K);
  if (!Launches) {
    llvm::consumeError(Launches.takeError());
    return "";
  }
  const ASTContext &Ctx = C.P.host()->getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  std::string Name;
  for (const KernelLaunch &L : *Launches) {
    const CallExpr *Config = L.Call->getConfig();
    const clang::Expr *E =
        Config && Config->getNumArgs() > 1 ? extent(Config->getArg(1), Dimension) : nullptr;
    clang::Expr::EvalResult Known;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(Known, Ctx) ||
        Known.Val.getInt() != static_cast<int64_t>(Value))
      return "";
    std::optional<ConstantName> Here = constantName(*C.P.host(), E);
    SourceLocation Kernel = SM.getExpansionLoc(L.Call->getDirectCallee()->getLocation());
    if (!Here || !SM.isBeforeInTranslationUnit(Here->Defined, Kernel) ||
        (!Name.empty() && Name != Here->Name))
      return "";
    Name = Here->Name;
  }
  return Name;
}

} // namespace cudafix::transform
