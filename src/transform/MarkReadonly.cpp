// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/layout/ConstPointer.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/SourceText.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

class Marker {
public:
  explicit Marker(const Context &C) : C(C), SM(C.P.device().getSourceManager()) {}
  llvm::Expected<std::vector<Edit>> write(const Finding &F);

private:
  llvm::Error mark(const ParmVarDecl *P, bool Const);
  void insert(SourceLocation At, const char *Word);

  const Context &C;
  const SourceManager &SM;
  std::vector<Edit> Edits;
};

void Marker::insert(SourceLocation At, const char *Word) {
  SourceText Text(C.P.device().getASTContext(), SM.getFileID(At));
  Edits.push_back({Text.path(), Text.offset(At), 0, Word});
}

/// `T *p` -> `const T *__restrict__ p`.
llvm::Error Marker::mark(const ParmVarDecl *P, bool Const) {
  TypeLoc Type = P->getTypeSourceInfo()->getTypeLoc();
  auto Pointer = Type.getUnqualifiedLoc().getAs<PointerTypeLoc>();
  // A macro may stand for the type.
  SourceLocation Begin = SM.getExpansionLoc(P->getBeginLoc()), Name = P->getLocation();
  if (!Pointer || Name.isMacroID() || Pointer.getStarLoc().isMacroID() ||
      SM.isInSystemHeader(Begin))
    return refuse("'" + P->getName() + "' is not declared as T *" + P->getName());
  bool Outer = Pointer.getPointeeLoc().getType()->isPointerType();
  if (Const && !Outer && !P->getType()->getPointeeType().isConstQualified())
    insert(Begin, "const ");
  if (P->getName().empty())
    insert(Pointer.getStarLoc().getLocWithOffset(1), "__restrict__");
  else
    insert(Name, "__restrict__ ");
  return llvm::Error::success();
}

llvm::Expected<std::vector<Edit>> Marker::write(const Finding &F) {
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  const FunctionDecl *Text = C.K.Decl->getTemplateInstantiationPattern();
  if (!Text)
    Text = C.K.Decl;
  for (AccessId A : F.Accesses) {
    unsigned Index = C.K.Model.array(C.K.Model.access(A).Array).Parameter;
    if (Index >= Text->getNumParams())
      return refuse("a parameter of the kernel is not found in its source");
    bool Const = mayBeConst(C.K.Decl, C.K.Decl->getParamDecl(Index));
    for (const FunctionDecl *D : Text->redecls())
      if (llvm::Error E = mark(D->getParamDecl(Index), Const))
        return E;
  }
  return std::move(Edits);
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  llvm::Expected<std::vector<Edit>> Edits = Marker(C).write(F);
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("mark-readonly", "say that what is only read is not written meanwhile",
                     std::move(*Edits));
  assumeAllSeen(C.K, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return F.check() == Check::UnmarkedReadonly; }

const RepairKind MarkReadonly = {
    "mark-readonly",
    R"(Declares pointers that a kernel only reads through as const and __restrict__.

Before:                                        After:
  __global__ void k(float *out, float *in)       __global__ void k(float *out, const float *__restrict__ in)

In every declaration of the kernel that is read. Done where every launch gives the kernel an
allocation of its own behind the pointer and behind all that it writes. The compiler then loads
through the read-only path, once where it loaded again after a store, and early. Where the
pointer is handed on as one to non-const it becomes __restrict__ only.)",
    applies, propose};

} // namespace cudafix::transform
