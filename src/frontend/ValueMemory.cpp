// SPDX-License-Identifier: Apache-2.0
//
// Values read from memory. Memory nobody writes is one function of the offset; what may
// change is a new function for each load. Between two barriers, on a path without joins, a
// thread finds what it loaded or stored itself.

#include "frontend/Values.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

static constexpr unsigned MaxKnown = 64;

/// The value of a constant table at a constant place.
Expr Values::constantData(unsigned Object, Expr Offset, Type *Ty) {
  auto *G = dyn_cast_or_null<GlobalVariable>(Objects.object(Object).Base);
  if (!G || !G->isConstant() || !G->hasDefinitiveInitializer() || !Offset->isConst() ||
      Ty->isPointerTy())
    return Expr();
  APInt At(64, Offset->value());
  Constant *C = ConstantFoldLoadFromConst(const_cast<Constant *>(G->getInitializer()), Ty, At,
                                          F.getDataLayout());
  return C && (isa<ConstantInt>(C) || isa<ConstantFP>(C)) ? constant(*C) : Expr();
}

Expr Values::loadFrom(Instruction &I, unsigned Object, Expr Offset, unsigned Width, Type *Ty) {
  const MemoryObject &O = Objects.object(Object);
  if (Expr C = constantData(Object, Offset, Ty))
    return C;
  bool ReadOnly = Objects.isReadOnly(Object, Ty) && !I.isVolatile();
  if (O.What == MemoryObject::Kind::Local)
    return opaque(&I, Width);
  if (O.What == MemoryObject::Kind::ByValue && ReadOnly && Offset->isConst())
    return parameter(*cast<Argument>(O.Base), Offset->signedValue(), Width,
                     O.Base->getName().str() + fieldName(Object, Offset->signedValue()));
  Symbol S;
  S.Kind = SymbolKind::Load;
  S.Width = Width;
  S.Index = Object;
  S.Name = objectName(Object) + "[...]";
  S.ReadOnly = ReadOnly;
  if (MDNode *Range = I.getMetadata(LLVMContext::MD_range)) {
    ConstantRange R = getConstantRangeFromMetadata(*Range);
    S.Lo = R.getSignedMin().getSExtValue();
    S.Hi = R.getSignedMax().getSExtValue();
  }
  if (ReadOnly && !Objects.isWild(Object) && !Objects.isShared(Object)) {
    auto [It, New] = ReadOnlySymbols.try_emplace({Object, Width}, NoId);
    if (New) {
      S.Level = Uniformity::Launch;
      It->second = Ctx.addSymbol(std::move(S));
    }
    return Ctx.apply(It->second, Offset);
  }
  bool Stable = Loads.isStable(I);
  S.Level = Stable ? Uniformity::Block : Uniformity::Thread;
  S.ReadOnly = false;
  SmallVector<Expr, 4> Args{Offset};
  Args.append(counters(LI.getLoopFor(I.getParent())));
  if (I.isVolatile())
    return Ctx.apply(Ctx.addSymbol(std::move(S)), Args);
  auto [It, New] = Memory.Functions.try_emplace({Object, Width, Stable}, NoId);
  if (New)
    It->second = Ctx.addSymbol(std::move(S));
  return Ctx.apply(It->second, Args);
}

Expr Values::load(Instruction &I, const Value *Ptr, Type *Ty, int64_t Extra) {
  unsigned W = width(Ty);
  if (!W)
    return Expr();
  SmallVector<PointsTo, 2> Ts = targets(Ptr);
  if (Ts.empty() || Ts.size() > 4)
    return opaque(&I, W);
  Expr Result;
  for (PointsTo &T : reverse(Ts)) {
    if (Extra)
      T.Offset = Ctx.add(T.Offset, Ctx.constant(Extra, 64), NSW);
    auto It = find_if(Memory.Cells, [&](const Known &K) {
      return K.Object == T.Object && K.Offset == T.Offset && K.Width == W;
    });
    Expr E;
    if (It != Memory.Cells.end() && !I.isVolatile()) {
      E = It->Value;
    } else {
      E = loadFrom(I, T.Object, T.Offset, W, Ty);
      if (Memory.Cells.size() < MaxKnown && !I.isVolatile())
        Memory.Cells.push_back({T.Object, T.Offset, W, E, Ty});
    }
    Result = Result && T.Guard ? Ctx.ite(T.Guard, E, Result) : E;
  }
  return Result;
}

/// A barrier lets other threads write; an own write changes what may overlap it.
void Values::forget(const Instruction &I) {
  if (!I.mayWriteToMemory())
    return;
  if (auto *C = dyn_cast<CallBase>(&I)) {
    CallModel M = classify(*C);
    switch (M.Kind) {
    case CallKind::Ignore:
    case CallKind::Value:
    case CallKind::Assume:
    case CallKind::AsyncCommit:
      return;
    case CallKind::Barrier:
    case CallKind::Fence:
    case CallKind::Gap:
    case CallKind::AsyncWait:
      erase_if(Memory.Cells, [&](const Known &K) {
        return M.Kind == CallKind::Gap || !Objects.isPrivate(K.Object);
      });
      Memory.Functions.clear();
      return;
    default:
      break;
    }
  }
  const Value *Ptr = pointerOperand(I);
  if (!Ptr)
    return;
  Type *Written = nullptr;
  if (auto *S = dyn_cast<StoreInst>(&I))
    Written = S->getValueOperand()->getType();
  ArrayRef<unsigned> Ids = Objects.of(Ptr);
  SmallVector<PointsTo, 2> Ts = targets(Ptr);
  // A store at a constant distance from what is known leaves it alone.
  auto Apart = [&](const Known &K) {
    if (!Written || Ts.size() != 1 || Ts[0].Object != K.Object)
      return false;
    Expr D = Ctx.sub(Ts[0].Offset, K.Offset);
    int64_t Size = F.getDataLayout().getTypeStoreSize(Written);
    return D->isConst() && (D->signedValue() >= int64_t(K.Width / 8) || D->signedValue() <= -Size);
  };
  // Functions are kept by object: any type of it may have been read.
  std::erase_if(Memory.Functions, [&](const auto &F) {
    return any_of(Ids, [&](unsigned Id) {
      return Objects.mayClobber(Id, Written, std::get<0>(F.first), nullptr);
    });
  });
  erase_if(Memory.Cells, [&](const Known &K) {
    return any_of(Ids,
                  [&](unsigned Id) { return Objects.mayClobber(Id, Written, K.Object, K.Type); }) &&
           !Apart(K);
  });
}

void Values::recordStore(Instruction &I, const Value *Ptr, Value *Val) {
  unsigned W = width(Val->getType());
  if (!W || I.isVolatile() || Memory.Cells.size() >= MaxKnown)
    return;
  SmallVector<PointsTo, 2> Ts = targets(Ptr);
  if (Ts.size() != 1)
    return;
  if (Expr E = of(Val))
    Memory.Cells.push_back({Ts[0].Object, Ts[0].Offset, W, E, Val->getType()});
}
