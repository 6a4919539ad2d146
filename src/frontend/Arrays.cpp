// SPDX-License-Identifier: Apache-2.0
//
// Memory objects of the IR as arrays of the model.

#include "frontend/KernelBuilder.h"
#include "model/Convention.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;
using Kind = MemoryObject::Kind;

static Space spaceOf(const GlobalVariable &G) {
  switch (G.getAddressSpace()) {
  case 3:
    return Space::Shared;
  case 4:
    return Space::Constant;
  default:
    return G.isConstant() ? Space::Constant : Space::Global;
  }
}

static Type *elementType(Type *T) {
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return T;
}

static void describeGlobal(const GlobalVariable &G, Array &A) {
  const DataLayout &DL = G.getDataLayout();
  Type *T = G.getValueType();
  A.Where = spaceOf(G);
  A.Variable = G.getName().str();
  A.Bytes = T->isSized() ? DL.getTypeAllocSize(T).getFixedValue() : 0;
  A.Dynamic = isDynamicShared(G);
  if (A.Dynamic)
    A.Bytes = 0;
  if (elementType(T)->isSized())
    A.ElementSize = DL.getTypeAllocSize(elementType(T)).getFixedValue();
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  G.getDebugInfo(Infos);
  if (!Infos.empty()) {
    A.Loc.File = Infos[0]->getVariable()->getFilename().str();
    A.Loc.Line = Infos[0]->getVariable()->getLine();
  }
}

Array KernelBuilder::describeArray(unsigned Id) {
  const MemoryObject &O = Objects.object(Id);
  Array A;
  A.Name = V.objectName(Id);
  switch (O.What) {
  case Kind::Argument:
  case Kind::ByValue: {
    unsigned Pos = cast<Argument>(O.Base)->getArgNo();
    if (O.What == Kind::ByValue) {
      A.Where = Space::Constant;
      break;
    }
    A.Parameter = Pos;
    if (!Decl || Pos >= Decl->getNumParams())
      break;
    const clang::ParmVarDecl *P = Decl->getParamDecl(Pos);
    clang::QualType T = P->getType()->getPointeeType();
    if (!T.isNull() && !T->isVoidType() && !T->isIncompleteType() && !T->isDependentType() &&
        !T->isFunctionType())
      A.ElementSize = In.CI.getASTContext().getTypeSizeInChars(T).getQuantity();
    A.Loc = Source.range(P->getSourceRange());
    break;
  }
  case Kind::Global:
    describeGlobal(*cast<GlobalVariable>(O.Base), A);
    break;
  case Kind::Local:
    A.Where = Space::Local;
    break;
  case Kind::Loaded:
    if (const MemoryObject &From = Objects.object(O.From);
        From.What == Kind::ByValue && !O.Variable) {
      A.Parameter = cast<Argument>(From.Base)->getArgNo();
      A.FieldOffset = O.Offset;
    }
    if (Objects.object(O.From).What == Kind::Local)
      A.Where = Space::Generic;
    if (const MemoryObject &From = Objects.object(O.From); From.What == Kind::Global) {
      auto &G = *cast<GlobalVariable>(From.Base);
      if (spaceOf(G) == Space::Shared)
        A.Where = Space::Generic;
      A.Variable = G.getName().str();
      A.FieldOffset = O.Offset;
      A.Indirect = true;
    }
    if (Objects.isAddressed(Id))
      A.Unknown = "pointer loaded from memory";
    A.Batch = Objects.isBatch(Id);
    break;
  case Kind::Unknown:
    A.Where = O.Base && isa<CallBase>(O.Base) ? Space::Global : Space::Generic;
    A.Unknown = O.Base && isa<CallBase>(O.Base) ? "pointer returned by a call"
                                                : "pointer of unknown origin";
    if (auto *C = dyn_cast_or_null<CallBase>(O.Base); C && mappedPlace(*C)) {
      SmallVector<PointsTo, 2> Of = V.targets(mappedPlace(*C));
      A.Where = Space::Shared;
      A.Unknown = "shared memory of another block";
      if (Of.size() == 1)
        A.Name = V.objectName(Of.front().Object);
    } else if (C && C->getCalledFunction() &&
               C->getCalledFunction()->getName() == "__cudafix_shared_at") {
      A.Where = Space::Generic;
    }
    break;
  }
  bool MayOverlap = O.What == Kind::Argument || O.What == Kind::Loaded || O.What == Kind::Global;
  if ((In.Opts.AssumeAlias || !In.Opts.Conventions.contains(Convention::DistinctPointers)) &&
      MayOverlap && A.Where == Space::Global)
    A.AliasGroup = 1;
  return A;
}

ArrayId KernelBuilder::array(unsigned Object) {
  auto [It, New] = ArrayOf.try_emplace(Object, K.Arrays.size());
  if (New) {
    Array A = describeArray(Object);
    A.Id = It->second;
    K.Arrays.push_back(std::move(A));
  }
  return It->second;
}

void KernelBuilder::finishArrays() {
  for (const Access &A : K.Accesses)
    if (A.Kind != AccessKind::Read)
      K.Arrays[A.Array].Written = true;
  for (const Array &A : K.Arrays)
    if (A.Where == Space::Shared && !A.Dynamic)
      K.SharedBytes += A.Bytes;
  // Load symbols have referred to their memory object so far.
  for (SymbolId Id = 0; Id < K.Ctx->numSymbols(); ++Id)
    if (Symbol &S = K.Ctx->symbol(Id); S.Kind == SymbolKind::Load) {
      auto It = ArrayOf.find(S.Index);
      S.Index = It == ArrayOf.end() ? NoId : It->second;
      // An array that may overlap a written one is not read-only.
      auto Written = [&](const Array &A) { return A.Written && K.mayAlias(A.Id, S.Index); };
      if (S.ReadOnly && S.Index != NoId && K.Arrays[S.Index].AliasGroup &&
          any_of(K.Arrays, Written)) {
        S.ReadOnly = false;
        S.Level = Uniformity::Thread;
      }
    }
}
