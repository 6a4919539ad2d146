// SPDX-License-Identifier: Apache-2.0
#include "transform/text/TemplateNumbers.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;

namespace cudafix::transform {

/// "WIDTH == 64" for each number or flag that the kernel's code gets as a template argument and
/// computes with; sorted.
static std::vector<std::string> templateNumbers(const Context &C) {
  const ASTContext &Ctx = C.P.device().getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  std::set<std::string> Found;
  const SourceLookup Lookup(C.P, C.K);
  for (const FunctionDecl *F : Lookup.functions()) {
    if (!F->getBody() || SM.isInSystemHeader(F->getLocation()))
      continue;
    walk(F->getBody(), [&](const Stmt *S) {
      const auto *Of = dyn_cast<SubstNonTypeTemplateParmExpr>(S);
      clang::Expr::EvalResult Value;
      if (Of && Of->getType()->isIntegralOrEnumerationType() && !Of->isValueDependent() &&
          Of->EvaluateAsInt(Value, Ctx))
        Found.insert(Of->getParameter()->getNameAsString() +
                     " == " + llvm::toString(Value.Val.getInt(), 10));
      return true;
    });
  }
  return {Found.begin(), Found.end()};
}

void limitToArguments(const Context &C, Repair &R) {
  const std::vector<std::string> Numbers = templateNumbers(C);
  if (Numbers.empty())
    return;
  R.How = std::max(R.How, Applicability::Suggested);
  R.Notes.emplace_back("shown for the template arguments here (" + llvm::join(Numbers, ", ") +
                       "); with others the barrier may be needed");
}

} // namespace cudafix::transform
