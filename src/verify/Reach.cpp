// SPDX-License-Identifier: Apache-2.0
#include "verify/Reach.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace cudafix::verify {

/// Returns true if all instances of the kernel are among those of the program that are judged.
static bool hasAllInstances(frontend::Program &P, const clang::FunctionDecl &Kernel) {
  const clang::FunctionTemplateDecl *Of = Kernel.getPrimaryTemplate();
  return !Of || all_of(Of->specializations(), [&](const clang::FunctionDecl *Instance) {
    return !Instance->getDefinition() || any_of(P.kernels(), [&](const frontend::KernelUnit &K) {
      return K.Decl && K.Decl->getCanonicalDecl() == Instance->getCanonicalDecl();
    });
  });
}

bool mayChangeOthers(frontend::Program &P, ArrayRef<Edit> Edits) {
  const clang::SourceManager &SM = P.device().getSourceManager();
  return !all_of(Edits, [&](const Edit &E) {
    return any_of(P.kernels(), [&](const frontend::KernelUnit &K) {
      if (!K.Decl || !hasAllInstances(P, *K.Decl))
        return false;
      const clang::FunctionDecl *Pattern = K.Decl->getTemplateInstantiationPattern();
      clang::SourceRange At = (Pattern ? Pattern : K.Decl)->getSourceRange();
      clang::SourceLocation Begin = SM.getExpansionLoc(At.getBegin()),
                            End = SM.getExpansionLoc(At.getEnd());
      return SM.getFilename(Begin) == E.File && SM.getFileOffset(Begin) <= E.Offset &&
             E.Offset + E.Length <= SM.getFileOffset(End);
    });
  });
}

} // namespace cudafix::verify
