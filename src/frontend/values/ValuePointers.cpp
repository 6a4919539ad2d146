// SPDX-License-Identifier: Apache-2.0
//
// Pointers as terms: the object pointed into and the byte offset in it.

#include "frontend/values/Values.h"
#include "model/Clusters.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

static constexpr unsigned ObjectBits = 16;
static constexpr unsigned NullObject = 0xffff;
static constexpr unsigned MaxTargets = 16;

/// An unknown pointer: to some object that the IR allows, at an unknown offset.
PointerTerm Values::anyPointer(const Value *V) {
  ArrayRef<unsigned> Ids = Objects.of(V);
  PointerTerm P;
  P.Object = Ids.size() == 1 ? Ctx.constant(Ids[0], ObjectBits)
             : Ids.empty()   ? Ctx.constant(NullObject, ObjectBits)
                             : opaque(V, ObjectBits);
  P.Offset = opaque(V, 64);
  return P;
}

PointerTerm Values::pointer(const Value *V) {
  auto It = Pointers.find(V);
  if (It != Pointers.end())
    return It->second;
  PointerTerm P = computePointer(V);
  return Pointers[V] = P;
}

PointerTerm Values::pointerConstant(const Constant &C) {
  if (isa<ConstantPointerNull>(C) || isa<UndefValue>(C))
    return {Ctx.constant(NullObject, ObjectBits), Ctx.constant(0, 64)};
  if (isa<GlobalVariable>(C))
    return {Ctx.constant(Objects.of(&C).front(), ObjectBits), Ctx.constant(0, 64)};
  return anyPointer(&C);
}

PointerTerm Values::computePointer(const Value *V) {
  if (auto *G = dyn_cast<GEPOperator>(V))
    return gep(*G);
  if (isa<AddrSpaceCastOperator>(V) || isa<BitCastOperator>(V) || isa<FreezeInst>(V))
    return pointer(cast<User>(V)->getOperand(0));
  if (auto *C = dyn_cast<Constant>(V))
    return pointerConstant(*C);
  if (isa<Argument>(V) || isa<AllocaInst>(V))
    return {Ctx.constant(Objects.of(V).front(), ObjectBits), Ctx.constant(0, 64)};
  if (auto *S = dyn_cast<SelectInst>(V)) {
    PointerTerm A = pointer(S->getTrueValue()), B = pointer(S->getFalseValue());
    Expr C = of(S->getCondition());
    return {Ctx.ite(C, A.Object, B.Object), Ctx.ite(C, A.Offset, B.Offset)};
  }
  if (auto *L = dyn_cast<LoadInst>(V))
    return loadedPointer(*L);
  if (auto *I = dyn_cast<IntToPtrInst>(V)) {
    ArrayRef<unsigned> Ids = Objects.of(V);
    Expr Bits = of(I->getOperand(0));
    if (Ids.size() == 1 && Bits && Objects.isAddressed(Ids[0]))
      return {Ctx.constant(Ids[0], ObjectBits),
              Bits->width() < 64 ? Ctx.zext(Bits, 64) : Ctx.trunc(Bits, 64)};
  }
  if (auto *C = dyn_cast<CallBase>(V)) {
    if (const Value *Same = C->getReturnedArgOperand())
      return pointer(Same);
    if (const Value *Own = mappedPlace(*C))
      return mappedPointer(*C, *Own);
  }
  return anyPointer(V);
}

const Value *frontend::mappedPlace(const CallBase &C) {
  const Function *Of = C.getCalledFunction();
  return Of && Of->getName() == "__cudafix_map_shared" ? C.getArgOperand(0) : nullptr;
}

/// A place in an object that consists of the memory of all blocks of the cluster, one after the
/// other.
PointerTerm Values::mappedPointer(const CallBase &C, const Value &Own) {
  PointerTerm P = pointer(&Own);
  ArrayRef<unsigned> Ids = Objects.of(&C);
  Expr Rank = of(C.getArgOperand(1));
  if (Ids.size() != 1 || !P.Object->isConst() || P.Object->value() == NullObject || !Rank)
    return anyPointer(&C);
  constexpr uint8_t F = NSW | NUW;
  Expr Before = Ctx.mul(Ctx.zext(Rank, 64), Ctx.constant(BytesOfRank, 64), F);
  return {Ctx.constant(Ids[0], ObjectBits), Ctx.add(P.Offset, Before, NSW)};
}

PointerTerm Values::gep(const GEPOperator &G) {
  PointerTerm P = pointer(G.getPointerOperand());
  SmallMapVector<Value *, APInt, 4> Variable;
  const DataLayout &DL = F.getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(G.getType());
  APInt Constant(Bits, 0);
  if (G.getType()->isVectorTy() || !G.collectOffset(DL, Bits, Variable, Constant))
    return anyPointer(&G);
  uint8_t Flags = G.isInBounds() || G.hasNoUnsignedSignedWrap() ? NSW : NoFlags;
  Expr Offset = Ctx.constant(Constant.getSExtValue(), 64);
  for (auto &[Index, Scale] : Variable) {
    Expr I = of(Index);
    if (!I)
      return anyPointer(&G);
    I = I->width() > 64 ? Ctx.trunc(I, 64) : Ctx.sext(I, 64);
    Offset = Ctx.add(Offset, Ctx.mul(I, Ctx.constant(Scale.getSExtValue(), 64), Flags), Flags);
  }
  P.Offset = Ctx.add(P.Offset, Offset, Flags);
  if (tooLarge(P.Offset))
    P.Offset = opaque(&G, 64, "large expression");
  return P;
}

/// A pointer loaded from memory. A location of its own that nobody writes is the start of an
/// object; if the location varies, the pointer itself is the offset into "some object".
PointerTerm Values::loadedPointer(const Instruction &I) {
  ArrayRef<unsigned> Ids = Objects.of(&I);
  if (Ids.size() != 1)
    return anyPointer(&I);
  const MemoryObject &O = Objects.object(Ids[0]);
  PointerTerm P{Ctx.constant(Ids[0], ObjectBits), Ctx.constant(0, 64)};
  if (O.What == MemoryObject::Kind::Loaded && !O.Variable && Loads.isReadOnly(I))
    return P;
  auto &Inst = const_cast<Instruction &>(I);
  if (Objects.isAddressed(Ids[0]) || O.What == MemoryObject::Kind::Loaded)
    P.Offset = load(Inst, pointerOperand(I), I.getType());
  else
    P.Offset = Expr();
  if (!P.Offset)
    P.Offset = opaque(&I, 64);
  return P;
}

static std::string variableName(const GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  G.getDebugInfo(Infos);
  if (!Infos.empty())
    return Infos[0]->getVariable()->getName().str();
  // Only declared, like shared memory of dynamic size: the name without namespaces.
  std::string Name = demangle(G.getName());
  size_t Scope = Name.rfind("::");
  return Scope == std::string::npos ? Name : Name.substr(Scope + 2);
}

std::string Values::objectName(unsigned Id) {
  const MemoryObject &O = Objects.object(Id);
  switch (O.What) {
  case MemoryObject::Kind::Argument:
  case MemoryObject::Kind::ByValue:
    return O.Base->getName().str();
  case MemoryObject::Kind::Local:
    return displayName(O.Base);
  case MemoryObject::Kind::Global:
    return variableName(*cast<GlobalVariable>(O.Base));
  case MemoryObject::Kind::Loaded: {
    std::string From = objectName(O.From);
    if (O.Variable)
      return From + "[...]";
    std::string Field = field(O.From, O.Offset).Path;
    return Field.empty() ? From + "[" + std::to_string(O.Offset / 8) + "]" : From + Field;
  }
  case MemoryObject::Kind::Unknown:
    break;
  }
  return O.Base ? displayName(O.Base) : "unknown memory";
}

/// The field of a struct parameter, or of the struct to which a parameter points, at an offset.
SourceIndex::FieldPlace Values::field(unsigned Object, int64_t Offset) {
  const MemoryObject &O = Objects.object(Object);
  auto *A = dyn_cast_or_null<Argument>(O.Base);
  const clang::FunctionDecl *D = Source.kernel();
  if (!A || !D || A->getArgNo() >= D->getNumParams())
    return {};
  clang::QualType T = D->getParamDecl(A->getArgNo())->getType();
  bool Indirect = O.What == MemoryObject::Kind::Argument;
  if (Indirect)
    T = T->getPointeeType();
  if (T.isNull())
    return {};
  SourceIndex::FieldPlace Place = Source.field(T.getNonReferenceType(), Offset);
  if (Indirect && StringRef(Place.Path).starts_with("."))
    Place.Path = "->" + Place.Path.substr(1);
  return Place;
}

/// The address at which an object starts, as a number.
Expr Values::address(unsigned Object) {
  Expr &E = Addresses[Object];
  if (!E) {
    Symbol S;
    S.Kind = SymbolKind::Opaque;
    S.Width = 64;
    S.Level = Objects.isPrivate(Object) ? Uniformity::Thread : Uniformity::Launch;
    S.Name = "&" + objectName(Object);
    E = Ctx.apply(Ctx.addSymbol(std::move(S)));
  }
  return E;
}

Expr Values::pointerBits(const Value *V) {
  PointerTerm P = pointer(V);
  if (P.Object->isConst()) {
    unsigned Id = P.Object->value();
    if (Id == NullObject || Objects.isAddressed(Id))
      return P.Offset;
    return Ctx.add(address(Id), P.Offset);
  }
  SmallVector<PointsTo, 2> Ts = targets(V);
  Expr Result = Ctx.constant(0, 64);
  for (const PointsTo &T : reverse(Ts)) {
    Expr Bits = Objects.isAddressed(T.Object) ? T.Offset : Ctx.add(address(T.Object), T.Offset);
    Result = T.Guard ? Ctx.ite(T.Guard, Bits, Result) : Bits;
  }
  return Result;
}

/// Splits both terms along choices that they make by the same condition.
void Values::split(Expr Object, Expr Offset, Expr Guard, const Value *V, unsigned Depth,
                   SmallVectorImpl<PointsTo> &Out) {
  if (Out.size() >= MaxTargets || Guard->isFalse())
    return;
  if (Object->isConst()) {
    if (Object->value() != NullObject)
      Out.push_back({unsigned(Object->value()), Offset, Guard->isTrue() ? Expr() : Guard});
    return;
  }
  if (Object->op() == Op::Ite && Depth < 8) {
    Expr C = Object->arg(0);
    Expr Then = underCondition(Offset, C, true), Else = underCondition(Offset, C, false);
    split(Object->arg(1), Then, Ctx.land(Guard, C), V, Depth + 1, Out);
    split(Object->arg(2), Else, Ctx.land(Guard, Ctx.lnot(C)), V, Depth + 1, Out);
    return;
  }
  for (unsigned Id : Objects.of(V))
    if (Out.size() < MaxTargets)
      Out.push_back({Id, Offset, Ctx.land(Guard, Ctx.eq(Object, Ctx.constant(Id, ObjectBits)))});
}

/// `E` given that `C` equals `Holds`: choices by C within sums are resolved.
Expr Values::underCondition(Expr E, Expr C, bool Holds, unsigned Depth) {
  if (Depth > 6)
    return E;
  if (E->op() == Op::Ite && E->arg(0) == C)
    return underCondition(E->arg(Holds ? 1 : 2), C, Holds, Depth + 1);
  if (E->op() != Op::Add)
    return E;
  Expr A = underCondition(E->arg(0), C, Holds, Depth + 1);
  Expr B = underCondition(E->arg(1), C, Holds, Depth + 1);
  return A == E->arg(0) && B == E->arg(1) ? E : Ctx.add(A, B, E->flags());
}

SmallVector<PointsTo, 2> Values::targets(const Value *V) {
  PointerTerm P = pointer(V);
  SmallVector<PointsTo, 2> Out;
  split(P.Object, P.Offset, Ctx.boolean(true), V, 0, Out);
  return Out;
}
