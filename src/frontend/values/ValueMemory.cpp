// SPDX-License-Identifier: Apache-2.0
//
// Values read from memory. Memory that nobody writes is one function of the offset; memory that may
// change is a new function for each load. Between two barriers, on a path without joins, a thread
// reads what it has loaded or stored itself.

#include "frontend/values/Values.h"
#include "model/Sums.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// Limits for table entries that are examined, and for those that become choices.
static constexpr uint64_t MaxEntries = 256, MaxChoices = 16;

static const GlobalVariable *constantOf(const Value *V) {
  auto *G = dyn_cast_or_null<GlobalVariable>(V);
  return G && G->isConstant() && G->hasDefinitiveInitializer() ? G : nullptr;
}

/// The constant whose bytes the load reads from the object: the object itself is a constant, or a
/// local array that is only written by copying a constant, on every path to the load.
const GlobalVariable *Values::constantBehind(const Instruction &Load, unsigned Object) {
  const MemoryObject &O = Objects.object(Object);
  auto *Own = dyn_cast_or_null<AllocaInst>(O.Base);
  if (!Own || Objects.isEscaped(Object))
    return constantOf(O.Base);
  const DataLayout &DL = F.getDataLayout();
  auto *Copy = dyn_cast_or_null<MemCpyInst>(onlyWrite(Object));
  auto *Bytes = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  auto Size = Own->getAllocationSize(DL);
  const Value *To = nullptr, *From = nullptr;
  int64_t ToAt = 0, FromAt = 0;
  if (!Bytes || !Size || Bytes->getZExtValue() != Size->getFixedValue() ||
      !constantOffset(Copy->getDest(), DL, To, ToAt) ||
      !constantOffset(Copy->getSource(), DL, From, FromAt) || To != Own || ToAt || FromAt ||
      !DT.dominates(Copy, &Load))
    return nullptr;
  return constantOf(From);
}

/// The value of a constant table at an offset: equally spaced entries become a sum, a few other
/// entries a choice.
Expr Values::constantData(const GlobalVariable &Table, Expr Offset, Type *Ty) {
  const DataLayout &DL = F.getDataLayout();
  if (Ty->isPointerTy())
    return Expr();
  auto At = [&](uint64_t Byte) {
    Constant *C = ConstantFoldLoadFromConst(const_cast<Constant *>(Table.getInitializer()), Ty,
                                            APInt(64, Byte), DL);
    return C && (isa<ConstantInt>(C) || isa<ConstantFP>(C)) ? constant(*C) : Expr();
  };
  if (Offset->isConst())
    return At(Offset->value());
  uint64_t Size = DL.getTypeStoreSize(Ty).getFixedValue(), W = width(Ty),
           Entries = DL.getTypeAllocSize(Table.getValueType()).getFixedValue() / Size;
  if (!Ty->isIntegerTy() || W < 8 || Entries < 2 || Entries > MaxEntries)
    return Expr();
  SmallVector<Expr, 16> Entry;
  for (uint64_t I = 0; I < Entries; ++I)
    if (Entry.push_back(At(I * Size)); !Entry.back())
      return Expr();
  int64_t First = Entry[0]->signedValue(), Step = Entry[1]->signedValue() - First;
  bool Even = true, NoWrap = true;
  for (uint64_t I = 0; I < Entries; ++I) {
    Even &= Entry[I]->signedValue() == First + Step * static_cast<int64_t>(I);
    NoWrap &= isIntN(31, std::abs(Entry[I]->signedValue()));
  }
  if (Even && NoWrap && W >= 32) {
    Expr Bytes = Ctx.constant(Size, 64);
    bool Scaled = Offset->op() == Op::Mul && Offset->arg(1) == Bytes;
    Expr Index = Scaled ? Offset->arg(0) : Ctx.binary(Op::SDiv, Offset, Bytes);
    if ((Index->op() == Op::SExt || Index->op() == Op::ZExt) && Index->arg(0)->width() == W)
      Index = Index->arg(0);
    Index = Index->width() > W ? Ctx.trunc(Index, W) : Ctx.zext(Index, W);
    return Ctx.add(Entry[0], Ctx.mul(Index, Ctx.constant(Step, W), NSW), NSW);
  }
  if (Entries > MaxChoices)
    return Expr();
  Expr Result = Entry.back();
  for (uint64_t I = Entries - 1; I-- > 0;)
    Result = Ctx.ite(Ctx.eq(Offset, Ctx.constant(I * Size, 64)), Entry[I], Result);
  return Result;
}

/// The only instruction that may write to the object; null: none, or several.
const Instruction *Values::onlyWrite(unsigned Object) const {
  const Instruction *Only = nullptr;
  for (const MemoryObjects::Write &W : Objects.writes())
    if (Objects.mayClobber(W.Object, W.Type, Object, nullptr)) {
      if (Only)
        return nullptr;
      Only = W.Inst;
    }
  return Only;
}

/// The value of an element of a private array that a loop fills element by element, on every path
/// to the load: the value that the loop stores in the turn of that element. Reading other elements
/// is undefined.
Expr Values::filledElement(const Instruction &Load, unsigned Object, Expr Offset, Type *Ty) {
  if (Objects.isEscaped(Object))
    return Expr();
  auto *Store = dyn_cast_or_null<StoreInst>(onlyWrite(Object));
  const llvm::Loop *L = Store ? LI.getLoopFor(Store->getParent()) : nullptr;
  if (!L || Store->isVolatile() || Store->getValueOperand()->getType() != Ty ||
      L->contains(&Load) || !DT.dominates(L->getHeader(), Load.getParent()) ||
      (L->getParentLoop() && !L->getParentLoop()->contains(&Load)))
    return Expr();
  // Every turn that is followed by another one stores.
  const BasicBlock *Latch = L->getLoopLatch(), *Exiting = L->getExitingBlock();
  const LoopState &State = Loops[loopId(L)];
  if (!Latch || (Exiting != L->getHeader() && Exiting != Latch) ||
      !DT.dominates(Store->getParent(), Latch) || !State.Close)
    return Expr();
  const SmallVector<PointsTo, 2> To = targets(Store->getPointerOperand());
  const Expr Value = of(Store->getValueOperand());
  if (To.size() != 1 || To[0].Object != Object || !Value)
    return Expr();
  // The offset is begin + counter * size.
  const uint64_t Size = F.getDataLayout().getTypeAllocSize(Ty).getFixedValue();
  const Expr Counter = Ctx.apply(State.Counter);
  const Expr Begin = Ctx.replace(
      To[0].Offset, [&](Expr E) { return E == Counter ? Ctx.constant(0, 32) : Expr(); });
  auto [Rest, More] = difference(To[0].Offset, Begin);
  if (Rest.size() != 1 || More || Rest.begin()->first != Counter ||
      Rest.begin()->second != int64_t(Size))
    return Expr();
  auto [Terms, Bytes] = difference(Offset, Begin);
  SmallVector<std::pair<Expr, int64_t>, 4> Summands(Terms.begin(), Terms.end());
  llvm::sort(Summands, [](auto &A, auto &B) { return A.first->id() < B.first->id(); });
  Expr Index = Ctx.constant(0, 32);
  for (auto &[Term, Factor] : Summands) {
    if (Term->width() > 32 || Factor % int64_t(Size))
      return Expr();
    Index = Ctx.add(
        Index, Ctx.mul(Ctx.sext(Term, 32), Ctx.constant(Factor / int64_t(Size), 32), NSW), NSW);
  }
  if (Bytes % int64_t(Size))
    return Expr();
  Index = Ctx.add(Index, Ctx.constant(Bytes / int64_t(Size), 32), NSW);
  return Ctx.replace(Value, [&](Expr E) { return E == Counter ? Index : Expr(); });
}

/// Returns true for a shared variable to which only non-negative constants are ever stored or
/// added.
bool Values::isCounter(unsigned Object) {
  return Objects.isShared(Object) && all_of(Objects.writes(), [&](const MemoryObjects::Write &W) {
           if (!Objects.mayAlias(W.Object, Object))
             return true;
           auto *Put = dyn_cast<StoreInst>(W.Inst);
           auto *Added = dyn_cast<AtomicRMWInst>(W.Inst);
           auto *By = dyn_cast_or_null<ConstantInt>(
               Put                                                    ? Put->getValueOperand()
               : Added && Added->getOperation() == AtomicRMWInst::Add ? Added->getValOperand()
                                                                      : nullptr);
           return By && W.Object == Object && By->getBitWidth() == 32 && !By->isNegative();
         });
}

Expr Values::loadFrom(Instruction &I, unsigned Object, Expr Offset, unsigned Width, Type *Ty) {
  const MemoryObject &O = Objects.object(Object);
  if (const GlobalVariable *Table = constantBehind(I, Object))
    if (Expr C = constantData(*Table, Offset, Ty))
      return C;
  bool ReadOnly = Objects.isReadOnly(Object, Ty) && !I.isVolatile();
  if (O.What == MemoryObject::Kind::Local) {
    Expr E = isa<LoadInst>(I) ? filledElement(I, Object, Offset, Ty) : Expr();
    if (E && !tooLarge(E))
      return E;
    return opaque(&I, Width, Objects.holdsData(Object) ? "" : "an array of each thread's own");
  }
  if (O.What == MemoryObject::Kind::ByValue && ReadOnly && Offset->isConst())
    return parameter(*cast<Argument>(O.Base), Offset->signedValue(), Width,
                     field(Object, Offset->signedValue()));
  Symbol S;
  S.Kind = SymbolKind::Load;
  S.Width = Width;
  S.Index = Object;
  const auto *Variable = dyn_cast_or_null<GlobalVariable>(O.Base);
  const bool Scalar = Variable && Variable->getValueType()->isIntegerTy(Width);
  S.Name = objectName(Object) + (Scalar ? "" : "[...]");
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
  if (S.Lo < 0 && Width == 32 && isCounter(Object)) {
    S.Lo = 0;
    S.Hi = INT32_MAX;
  }
  S.OfPlace = Objects.isShared(Object) && U.isOfPlace(&I);
  bool Stable = Loads.isStable(I);
  const bool Final = Objects.isShared(Object) && Loads.isFinal(I);
  if (Final || (!Objects.isShared(Object) && !Objects.isWild(Object) && Loads.isInitial(I))) {
    auto [It, New] = (Final ? FinalSymbols : InitialSymbols).try_emplace({Object, Width}, NoId);
    if (New) {
      S.Level = Uniformity::Block;
      S.ReadOnly = false;
      It->second = Ctx.addSymbol(std::move(S));
    }
    return Ctx.apply(It->second, Offset);
  }
  S.Level = Stable ? Uniformity::Block : Uniformity::Thread;
  S.ReadOnly = false;
  SmallVector<Expr, 4> Args{Offset};
  Args.append(counters(LI.getLoopFor(I.getParent())));
  if (I.isVolatile())
    return Ctx.apply(Ctx.addSymbol(std::move(S)), Args);
  SymbolId &Function = Memory.function(Object, Width, Stable);
  if (Function == NoId)
    Function = Ctx.addSymbol(std::move(S));
  return Ctx.apply(Function, Args);
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
    Expr E = I.isVolatile() ? Expr() : Memory.find(T.Object, T.Offset, W);
    if (!E) {
      E = loadFrom(I, T.Object, T.Offset, W, Ty);
      if (!I.isVolatile())
        Memory.remember({T.Object, T.Offset, W, E, Ty});
    }
    Result = Result && T.Guard ? Ctx.ite(T.Guard, E, Result) : E;
  }
  return Result;
}

/// A barrier lets other threads write; the thread's own write changes what may overlap it.
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
      Memory.meetOthers([&](const KnownMemory::Cell &K) {
        return !isUnmodelled(M) && Objects.isPrivate(K.Object);
      });
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
  // A store at a constant distance from known contents does not change them.
  auto Apart = [&](const KnownMemory::Cell &K) {
    if (!Written || Ts.size() != 1 || Ts[0].Object != K.Object)
      return false;
    Expr D = Ctx.sub(Ts[0].Offset, K.Offset);
    int64_t Size = F.getDataLayout().getTypeStoreSize(Written);
    return D->isConst() && (D->signedValue() >= int64_t(K.Width / 8) || D->signedValue() <= -Size);
  };
  Memory.write(
      [&](unsigned Object, Type *Ty) {
        return any_of(Ids,
                      [&](unsigned Id) { return Objects.mayClobber(Id, Written, Object, Ty); });
      },
      Apart);
}

void Values::recordStore(Instruction &I, const Value *Ptr, Value *Val) {
  unsigned W = width(Val->getType());
  if (!W || I.isVolatile() || Memory.isFull())
    return;
  SmallVector<PointsTo, 2> Ts = targets(Ptr);
  if (Ts.size() != 1)
    return;
  if (Expr E = of(Val))
    Memory.remember({Ts[0].Object, Ts[0].Offset, W, E, Val->getType()});
}
