// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/LeftOut.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::frontend {

using llvm::StringRef;

/// "sm_90" for "__CUDA_ARCH__ >= 900"; empty: the directive compares it with nothing.
static std::string archIn(StringRef Directive) {
  constexpr StringRef Macro = "__CUDA_ARCH__";
  while (Directive.contains(Macro)) {
    Directive = Directive.split(Macro).second;
    StringRef Rest = Directive.ltrim(" \t)<>=!");
    unsigned Number = 0;
    if (!Rest.consumeInteger(10, Number) && Number >= 100)
      return "sm_" + std::to_string(Number / 10);
  }
  return "";
}

std::optional<std::string> leftOut(const clang::FunctionDecl &Kernel, StringRef Arch) {
  const clang::Stmt *Body = Kernel.getBody();
  if (!Body)
    return std::nullopt;
  const clang::ASTContext &Context = Kernel.getASTContext();
  StringRef Text =
      clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(Body->getSourceRange()),
                                  Context.getSourceManager(), Context.getLangOpts());
  bool Conditional = false;
  std::string Other;
  for (StringRef Line : llvm::split(Text, '\n')) {
    StringRef Directive = Line.ltrim();
    if (!Directive.consume_front("#"))
      continue;
    Directive = Directive.ltrim();
    Conditional |= Directive.starts_with("if") || Directive.starts_with("el");
    if (std::string Named = archIn(Directive); Other.empty() && Named != Arch)
      Other = std::move(Named);
  }
  if (!Conditional)
    return std::nullopt;
  return "its body does nothing for " + Arch.str() + ", where conditional directives leave it out" +
         (Other.empty() ? "; choose another architecture with --arch" : "; see --arch=" + Other);
}

} // namespace cudafix::frontend
