// SPDX-License-Identifier: Apache-2.0

#include "host/HostMemory.h"
#include "host/HostModule.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace cudafix::host;

static constexpr unsigned MaxDepth = 40;

struct HostMemory::Analyses {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  DominatorTree *DT;
  AAResults *AA;
  MemorySSA *Memory;

  explicit Analyses(Function &F) {
    PassBuilder PB;
    FAM.registerPass([&] { return PB.buildDefaultAAPipeline(); });
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    DT = &FAM.getResult<DominatorTreeAnalysis>(F);
    AA = &FAM.getResult<AAManager>(F);
    Memory = &FAM.getResult<MemorySSAAnalysis>(F).getMSSA();
  }
};

HostMemory::HostMemory(Function &F) : F(F), A(std::make_unique<Analyses>(F)) {}
HostMemory::~HostMemory() = default;
const DominatorTree &HostMemory::dominators() const { return *A->DT; }

Place HostMemory::place(Value *P) {
  const DataLayout &DL = F.getDataLayout();
  APInt Offset(64, 0);
  Value *Base = P->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  Place R{Base, Offset.getSExtValue()};
  if (auto *L = dyn_cast<LoadInst>(Base)) {
    Value *C = loadedPointer(*L);
    if (C != Base) {
      Place Inner = place(C);
      R.Base = Inner.Base;
      R.Offset += Inner.Offset;
    }
  }
  return R;
}

/// The value that a pointer variable holds, or one load that represents all equal loads.
Value *HostMemory::loadedPointer(LoadInst &L) {
  if (auto It = Canonical.find(&L); It != Canonical.end())
    return It->second;
  Canonical[&L] = &L; // ends cycles
  Place From = place(L.getPointerOperand());
  Content C = find(From, 8, L);
  Value *R = &L;
  if (C.What == Content::Kind::Value && C.Byte == 0 && C.Stored->getType()->isPointerTy())
    R = C.Stored;
  else if (C.What == Content::Kind::Made || C.What == Content::Kind::Entry)
    R = Loaded.try_emplace({C.By, C.At.Base, C.At.Offset}, &L).first->second;
  return Canonical[&L] = R;
}

/// Returns true for the host-side variable that represents a device variable. If host code reads
/// it, it is managed: kernels may change it at any time until the next synchronization.
static bool isDeviceVariable(const Value &V) {
  auto *G = dyn_cast<GlobalVariable>(&V);
  return G && G->hasInitializer() && isa<UndefValue>(G->getInitializer());
}

/// Returns true if the variable is only ever read. A variable that other units could name is
/// assumed to belong to this unit if the unit contains the main function.
bool HostMemory::keepsInitialValue(const GlobalVariable &G) {
  const Function *Main = G.getParent()->getFunction("main");
  if (!G.hasLocalLinkage() && !(Main && !Main->isDeclaration()))
    return false;
  auto [It, New] = OnlyRead.try_emplace(&G, false);
  if (!New)
    return It->second;
  SmallVector<const Value *, 8> Work{&G};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      bool Copied = isa_and_nonnull<MemTransferInst>(Call) && Call->getArgOperand(0) != U &&
                    getUnderlyingObject(Call->getArgOperand(0)) != &G;
      if (isa<GetElementPtrInst, AddrSpaceCastInst, ConstantExpr, PHINode, SelectInst>(U)) {
        if (Seen.insert(U).second)
          Work.push_back(U);
      } else if (!isa<LoadInst, ICmpInst>(U) && !Copied)
        return false;
    }
  return OnlyRead[&G] = true;
}

/// Returns true if it keeps its initial value, as far as the unit shows.
bool HostMemory::isConstantData(const GlobalVariable &G) {
  return G.hasDefinitiveInitializer() && !isDeviceVariable(G) &&
         (G.isConstant() || keepsInitialValue(G));
}

SmallVector<APInt, 8> HostMemory::tableValues(LoadInst &L) {
  SmallVector<APInt, 8> Values;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(L.getPointerOperand(), Objects);
  for (const Value *O : Objects) {
    auto *G = dyn_cast<GlobalVariable>(O);
    auto *Table =
        G && isConstantData(*G) ? dyn_cast<ConstantDataArray>(G->getInitializer()) : nullptr;
    if (!Table || Table->getElementType() != L.getType() || !L.getType()->isIntegerTy())
      return {};
    for (unsigned I = 0; I < Table->getNumElements(); ++I)
      if (APInt V = Table->getElementAsAPInt(I); !is_contained(Values, V))
        Values.push_back(V);
  }
  return Values;
}

Content HostMemory::find(Place At, int64_t Size, Instruction &I) {
  if (auto *G = dyn_cast<GlobalVariable>(At.Base); G && isConstantData(*G)) {
    Constant *C = G->getInitializer();
    if (C->isNullValue())
      return Content{Content::Kind::Zero, nullptr, 0, nullptr, nullptr, {}};
    Type *Bits = IntegerType::get(G->getContext(), Size * 8);
    Constant *Part =
        At.Offset == 0 && I.getType()->isPointerTy()
            ? C
            : ConstantFoldLoadFromConst(C, Bits, APInt(64, At.Offset), I.getDataLayout());
    if (Part)
      return Content{Content::Kind::Value, Part, 0, nullptr, nullptr, {}};
  }
  MemoryAccess *M = A->Memory->getMemoryAccess(&I);
  if (!M) {
    // The last access before it.
    for (BasicBlock::iterator It = I.getIterator(); It != I.getParent()->begin();) {
      --It;
      if (auto *D = dyn_cast_or_null<MemoryDef>(A->Memory->getMemoryAccess(&*It)))
        return walk(At, Size, D, 0);
    }
    return Content{Content::Kind::Made, nullptr, 0, &I, nullptr, At};
  }
  return walk(At, Size, cast<MemoryUseOrDef>(M)->getDefiningAccess(), 0);
}

MemoryPhi *HostMemory::joinOf(const Content &C) const {
  if (C.What != Content::Kind::Made || C.Call)
    return nullptr;
  for (BasicBlock &B : F)
    if (MemoryPhi *Phi = A->Memory->getMemoryAccess(&B); Phi && Phi == C.By)
      return Phi;
  return nullptr;
}

Content HostMemory::walk(Place At, int64_t Size, MemoryAccess *M, unsigned Depth) {
  while (true) {
    if (A->Memory->isLiveOnEntryDef(M))
      return {Content::Kind::Entry, nullptr, 0, nullptr, nullptr, At};
    if (auto *Phi = dyn_cast<MemoryPhi>(M)) {
      if (Depth > MaxDepth || is_contained(Joining, Phi))
        return {Content::Kind::Made, nullptr, 0, Phi, nullptr, At};
      if (std::optional<Content> C = joined(At, Size, *Phi))
        return *C;
      Content C = join(At, Size, *Phi, Depth + 1);
      Joins[{Phi, At.Base, At.Offset, Size}] = C;
      return C;
    }
    auto *D = cast<MemoryDef>(M);
    if (std::optional<Content> C = effect(At, Size, *D, Depth))
      return *C;
    M = D->getDefiningAccess();
  }
}

static bool same(const Content &X, const Content &Y) {
  return X.What == Y.What && X.Stored == Y.Stored && X.Byte == Y.Byte && X.By == Y.By &&
         X.At.Base == Y.At.Base && X.At.Offset == Y.At.Offset;
}

/// What joins have found so far; resolves those that were unfinished then and are finished now.
std::optional<Content> HostMemory::joined(Place At, int64_t Size, MemoryPhi &Phi) {
  auto It = Joins.find({&Phi, At.Base, At.Offset, Size});
  if (It == Joins.end())
    return std::nullopt;
  Content C = It->second;
  for (unsigned N = 0; N < 8 && C.What == Content::Kind::Made && !C.Call && C.By != &Phi; ++N) {
    auto Next = Joins.find({C.By, C.At.Base, C.At.Offset, Size});
    if (Next == Joins.end() || Next->second.By == C.By)
      break;
    C = Next->second;
  }
  return C;
}

/// The common content of all ways; a way around a loop that changes nothing agrees with the others.
Content HostMemory::join(Place At, int64_t Size, MemoryPhi &Phi, unsigned Depth) {
  Content Open{Content::Kind::Made, nullptr, 0, &Phi, nullptr, At};
  Joining.push_back(&Phi);
  std::optional<Content> All;
  bool Agree = true;
  for (unsigned I = 0; I < Phi.getNumIncomingValues() && Agree; ++I) {
    Content C = walk(At, Size, Phi.getIncomingValue(I), Depth);
    if (C.What == Content::Kind::Made && C.By == &Phi)
      continue;
    Agree = !All || same(*All, C);
    All = C;
  }
  Joining.pop_back();
  return Agree && All ? *All : Open;
}

/// Values of different kinds do not alias (strict aliasing).
static unsigned kindOf(Type *T) {
  if (T->isIntegerTy(8))
    return 0;
  return T->isPointerTy() ? 1 : T->isFloatingPointTy() ? 2 : T->isIntegerTy() ? 3 : 0;
}

/// Returns true for the guard of a static variable: no pointer leads there.
static bool isGuardVariable(const Value &V) {
  return isa<GlobalVariable>(V) && V.getName().starts_with("_ZGV");
}

bool HostMemory::mayOverlap(const Instruction &I, Place Written, Place At) {
  if (Written.Base == At.Base)
    return true;
  if (isGuardVariable(*Written.Base))
    return false;
  const Value *W = getUnderlyingObject(Written.Base), *R = getUnderlyingObject(At.Base);
  if (W != R && isIdentifiedObject(W) && isIdentifiedObject(R))
    return false;
  // A local variable whose address is not kept is accessed only by its name.
  for (const Value *Local : {W, R})
    if (isa<AllocaInst>(Local) && W != R && !isStoredSomewhere(Local))
      return false;
  return A->AA->alias(MemoryLocation::getBeforeOrAfter(W), MemoryLocation::getBeforeOrAfter(R)) !=
         AliasResult::NoAlias;
}

/// Returns true if the device variable holds a pointer at that offset. Only host code is assumed to
/// change pointers.
static bool holdsPointer(const GlobalVariable &G, int64_t Offset) {
  const DataLayout &DL = G.getDataLayout();
  Type *T = G.getValueType();
  APInt At(64, Offset);
  while (T && T->isSized() && !T->isPointerTy() && At.ult(DL.getTypeAllocSize(T)))
    if (!DL.getGEPIndexForOffset(T, At))
      return false;
  return T && T->isPointerTy() && At.isZero();
}

std::optional<HostMemory::Copy> HostMemory::copyOf(CallBase &C) {
  if (auto *M = dyn_cast<MemTransferInst>(&C))
    return Copy{place(M->getRawDest()), place(M->getRawSource()),
                dyn_cast<ConstantInt>(M->getLength())};
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  if (Name != "cudaMemcpyToSymbol" && Name != "cudaMemcpyToSymbolAsync")
    return std::nullopt;
  Copy Made{place(C.getArgOperand(0)), place(C.getArgOperand(1)),
            dyn_cast<ConstantInt>(C.getArgOperand(2))};
  if (auto *Behind = dyn_cast<ConstantInt>(C.getArgOperand(3)))
    Made.To.Offset += Behind->getSExtValue();
  else
    Made.Length = nullptr;
  return Made;
}

std::optional<Content> HostMemory::effect(Place At, int64_t Size, MemoryDef &D, unsigned Depth) {
  Instruction *I = D.getMemoryInst();
  Content Changed{Content::Kind::Made, nullptr, 0, I, dyn_cast<CallBase>(I), At};
  const DataLayout &DL = F.getDataLayout();
  if (auto *S = dyn_cast<StoreInst>(I)) {
    Type *T = S->getValueOperand()->getType();
    int64_t Bytes = DL.getTypeStoreSize(T).getFixedValue();
    Place To = place(S->getPointerOperand());
    if (To.Base == At.Base) {
      int64_t Byte = At.Offset - To.Offset;
      if (Byte >= Bytes || Byte + Size <= 0)
        return std::nullopt;
      if (Byte >= 0 && Byte + Size <= Bytes)
        return Content{Content::Kind::Value,
                       S->getValueOperand(),
                       static_cast<unsigned>(Byte),
                       nullptr,
                       nullptr,
                       {}};
      return Changed;
    }
    if ((T->isFloatingPointTy() && Size != 1) || !mayOverlap(*S, To, At))
      return std::nullopt;
    // A number never overwrites a pointer, and a smaller number never overwrites part of a variable
    // of pointer type.
    auto *Variable = dyn_cast<GlobalVariable>(To.Base);
    const bool OfPointer = Variable && To.Offset == 0 && Variable->getValueType()->isPointerTy();
    if ((Size == 8 && kindOf(T) == 3 && Bytes != 8) || (Size < 8 && OfPointer))
      return std::nullopt;
    return Changed;
  }
  if (auto *Call = dyn_cast<CallBase>(I))
    if (std::optional<Copy> C = copyOf(*Call)) {
      if (C->To.Base != At.Base)
        return mayOverlap(*I, C->To, At) ? std::optional(Changed) : std::nullopt;
      int64_t Byte = At.Offset - C->To.Offset;
      if (!C->Length)
        return Changed;
      if (Byte >= C->Length->getSExtValue() || Byte + Size <= 0)
        return std::nullopt;
      if (Byte < 0 || Byte + Size > C->Length->getSExtValue() || Depth > MaxDepth)
        return Changed;
      C->From.Offset += Byte;
      return walk(C->From, Size, D.getDefiningAccess(), Depth + 1);
    }
  if (auto *C = dyn_cast<MemSetInst>(I)) {
    Place To = place(C->getRawDest());
    auto *Length = dyn_cast<ConstantInt>(C->getLength());
    auto *Value = dyn_cast<ConstantInt>(C->getValue());
    if (To.Base != At.Base)
      return mayOverlap(*C, To, At) ? std::optional(Changed) : std::nullopt;
    int64_t Byte = At.Offset - To.Offset;
    bool Inside = Length && Byte >= 0 && Byte + Size <= Length->getSExtValue();
    if (Length && (Byte >= Length->getSExtValue() || Byte + Size <= 0))
      return std::nullopt;
    return Inside && Value && Value->isZero()
               ? Content{Content::Kind::Zero, nullptr, 0, nullptr, nullptr, {}}
               : Changed;
  }
  if (auto *C = dyn_cast<CallBase>(I))
    return mayChange(*C, At, Size) ? std::optional(Changed) : std::nullopt;
  if (isa<FenceInst>(I) || (isa<LoadInst>(I) && !I->isVolatile())) // it is atomic
    return std::nullopt;
  return Changed;
}

/// Returns true if the address is kept in memory or given to code that may keep it.
bool HostMemory::isStoredSomewhere(const Value *Base) {
  auto [It, New] = StoredSomewhere.try_emplace(Base, false);
  if (!New)
    return It->second;
  SmallVector<const Value *, 8> Work{Base};
  SmallPtrSet<const Value *, 16> Seen;
  bool Stored = false;
  while (!Work.empty() && !Stored) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (auto *S = dyn_cast<StoreInst>(U)) {
        // Only the launch reads a list of kernel arguments.
        const Value *To = getUnderlyingObject(S->getPointerOperand());
        Stored |= S->getValueOperand() == V && !isa<AllocaInst>(To);
        if (S->getValueOperand() == V && isa<AllocaInst>(To) && To != Base)
          for (const User *Reader : To->users())
            if (auto *C = dyn_cast<CallBase>(Reader);
                C && !(C->getCalledFunction() && isLibrary(*C->getCalledFunction())))
              Stored = true;
      } else if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(U)) {
        Work.push_back(U);
      } else if (isa<ReturnInst, InsertValueInst>(U)) {
        Stored = true;
      }
    }
  }
  return StoredSomewhere[Base] = Stored;
}

/// Returns true if the function, or one that it calls, may do more with the variable than read it.
static bool mayWrite(const Function &From, const GlobalVariable &G) {
  SmallVector<const Function *, 8> Work{&From};
  SmallPtrSet<const Function *, 32> Seen{&From};
  while (!Work.empty()) {
    const Function *F = Work.pop_back_val();
    if (F->isDeclaration()) {
      if (!isLibrary(*F) && !G.hasLocalLinkage())
        return true;
      continue;
    }
    if (Seen.size() > 200)
      return true;
    for (const Instruction &I : instructions(*F)) {
      if (!isa<LoadInst>(I) &&
          any_of(I.operands(), [&](const Use &U) { return getUnderlyingObject(U.get()) == &G; }))
        return true;
      if (auto *C = dyn_cast<CallBase>(&I)) {
        if (!C->getCalledFunction())
          return true;
        if (Seen.insert(C->getCalledFunction()).second)
          Work.push_back(C->getCalledFunction());
      }
    }
  }
  return false;
}

/// The number of bytes that a runtime function writes to each of its pointers; 0: not known.
static unsigned writtenBytes(StringRef Name) {
  static constexpr StringLiteral Handles[] = {"cudaMalloc",        "cudaMallocPitch",
                                              "cudaMallocManaged", "cudaMallocHost",
                                              "cudaMallocAsync",   "cudaHostAlloc",
                                              "cudaEventCreate",   "cudaStreamCreate",
                                              "cudaGraphCreate",   "cudaStreamCreateWithFlags"};
  return is_contained(Handles, Name) ? 8 : Name == "cudaEventElapsedTime" ? 4 : 0;
}

/// Returns true if the callee's name shows that the argument is the address of a pointer to be set
/// (`allocate(void **to, size_t n)`).
static bool takesPointer(const CallBase &C, unsigned Argument) {
  const Function *Callee = C.getCalledFunction();
  ItaniumPartialDemangler Name;
  if (!Callee)
    return false;
  const std::string Mangled = Callee->getName().str(); // the demangler keeps pointers into it
  if (Name.partialDemangle(Mangled.c_str()) || !Name.isFunction())
    return false;
  char *Text = Name.getFunctionParameters(nullptr, nullptr);
  if (!Text)
    return false;
  StringRef All = StringRef(Text).trim("()");
  SmallVector<StringRef, 8> Types;
  size_t Start = 0, Depth = 0;
  for (size_t I = 0; I <= All.size(); ++I) {
    if (I < All.size() && (All[I] == '<' || All[I] == '('))
      ++Depth;
    else if (I < All.size() && (All[I] == '>' || All[I] == ')') && Depth > 0)
      --Depth;
    else if (I == All.size() || (All[I] == ',' && Depth == 0)) {
      Types.push_back(All.slice(Start, I).trim());
      Start = I + 1;
    }
  }
  // The object of a method is the first argument, but has no type in the list.
  const unsigned Hidden = C.arg_size() - std::min<size_t>(C.arg_size(), Types.size());
  const bool Is =
      Argument >= Hidden && Argument - Hidden < Types.size() &&
      (Types[Argument - Hidden].ends_with("**") || Types[Argument - Hidden].ends_with("*&"));
  std::free(Text);
  return Is;
}

std::optional<unsigned> cudafix::host::objectOfConstMethod(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  if (!F || !F->getName().starts_with("_ZNK") || !(F->isDeclaration() || isLibrary(*F)))
    return std::nullopt;
  const unsigned Object = C.hasStructRetAttr() ? 1 : 0;
  return Object < C.arg_size() && C.getArgOperand(Object)->getType()->isPointerTy()
             ? std::optional(Object)
             : std::nullopt;
}

bool HostMemory::mayChange(const CallBase &C, Place At, int64_t Size) {
  const Function *Callee = C.getCalledFunction();
  if (C.onlyReadsMemory() || C.doesNotAccessMemory() || textComparison(C))
    return false;
  if (auto *II = dyn_cast<IntrinsicInst>(&C))
    if (II->isAssumeLikeIntrinsic() || II->getIntrinsicID() == Intrinsic::vastart)
      return false;
  const Value *Base = getUnderlyingObject(At.Base);
  if (isDeviceVariable(*Base) && !isa<IntrinsicInst>(C) &&
      !(Size == 8 && At.Base == Base && holdsPointer(*cast<GlobalVariable>(Base), At.Offset)))
    return true;
  StringRef Name = Callee ? Callee->getName() : "";
  if (Name == "__cudafix_push" || Name.starts_with("cudaLaunch") || Name.starts_with("cudaFree") ||
      Name.starts_with("cudaFunc") || Name == "cudaDeviceSynchronize" || Name.starts_with("_Zda") ||
      Name.starts_with("_Zdl") || Name == "free" || Name == "printf" || Name == "fprintf")
    return false;
  const std::optional<unsigned> OnlyRead = objectOfConstMethod(C);
  for (unsigned I = 0; I < C.arg_size(); ++I) {
    Value *Arg = C.getArgOperand(I);
    if (!Arg->getType()->isPointerTy() || C.onlyReadsMemory(I) || OnlyRead == I)
      continue;
    Place To = place(Arg);
    if (To.Base != At.Base && getUnderlyingObject(To.Base) != Base)
      continue;
    // Library functions write nothing before the pointers that they are given.
    const bool IsLibrary = Callee && isLibrary(*Callee), IsPointer = takesPointer(C, I);
    const unsigned Bytes = IsPointer ? 8 : IsLibrary ? writtenBytes(Name) : 0;
    bool Apart = To.Base == At.Base && (IsLibrary || IsPointer) &&
                 (To.Offset >= At.Offset + Size || (Bytes && To.Offset + Bytes <= At.Offset));
    // The source of a copy is only read.
    bool Source = Name.starts_with("cudaMemcpy") && I == 1;
    if (!Apart && !Source)
      return true;
  }
  if (Callee && isLibrary(*Callee))
    return false;
  if (auto *G = dyn_cast<GlobalVariable>(Base))
    return !G->isConstant() && (!Callee || mayWrite(*Callee, *G));
  if (isa<AllocaInst>(Base))
    return isStoredSomewhere(Base);
  return false;
}
