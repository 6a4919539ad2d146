// SPDX-License-Identifier: Apache-2.0
#include "frontend/PointerTables.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::frontend {
namespace {

constexpr unsigned MaxDepth = 8;

enum class Holds : uint8_t { NoPointers, PlainPointers, Others };

Holds contents(QualType T, unsigned Depth = 0);

/// The kind of a pointer to the type: to plain data, or to data that holds pointers.
Holds pointerTo(QualType Pointee, unsigned Depth) {
  if (Pointee->isFunctionType())
    return Holds::Others;
  return contents(Pointee, Depth + 1) == Holds::NoPointers ? Holds::PlainPointers : Holds::Others;
}

Holds contents(QualType T, unsigned Depth) {
  T = T.getCanonicalType();
  if (Depth > MaxDepth || T->isDependentType())
    return Holds::Others;
  if (const Type *Element = T->getArrayElementTypeNoTypeQual())
    return contents(QualType(Element, 0), Depth);
  if (T->isReferenceType() || T->isPointerType())
    return pointerTo(T->getPointeeType(), Depth);
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R)
    return T->isMemberPointerType() ? Holds::Others : Holds::NoPointers;
  if (!R->isCompleteDefinition() || R->isUnion())
    return Holds::Others;
  Holds All = Holds::NoPointers;
  for (const FieldDecl *F : R->fields())
    All = std::max(All, contents(F->getType(), Depth + 1));
  if (auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : Class->bases())
      All = std::max(All, B.isVirtual() ? Holds::Others : contents(B.getType(), Depth + 1));
  return All;
}

} // namespace

llvm::SmallDenseSet<unsigned> pointerTables(const FunctionDecl &Kernel) {
  llvm::SmallDenseSet<unsigned> Positions;
  for (const ParmVarDecl *P : Kernel.parameters()) {
    QualType T = P->getType().getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    if (contents(T) == Holds::PlainPointers)
      Positions.insert(P->getFunctionScopeIndex());
  }
  return Positions;
}

} // namespace cudafix::frontend
