// SPDX-License-Identifier: Apache-2.0
#include "frontend/DevicePipeline.h"
#include "frontend/Calls.h"
#include "frontend/IndirectCalls.h"
#include "frontend/LocalStructs.h"
#include "frontend/PassManagers.h"
#include "frontend/Precompiled.h"
#include "frontend/ReadDimensions.h"
#include "frontend/ShortLoops.h"
#include "frontend/ptx/AsmLowering.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include <set>

namespace cudafix::frontend {

using namespace llvm;

namespace {

/// A kernel with more instructions gets no further callee inlined.
constexpr unsigned InlineBudget = 60'000;

/// Functions of libdevice and similar ones are called but not linked: sets attributes that say what
/// such a call can do.
void describeLibrary(Function &F) {
  if (!F.isDeclaration() || !F.getName().starts_with("__nv_"))
    return;
  bool Pointers = any_of(F.args(), [](Argument &A) { return A.getType()->isPointerTy(); });
  F.setMemoryEffects(Pointers ? MemoryEffects::argMemOnly(ModRefInfo::Mod) : MemoryEffects::none());
  F.removeFnAttr(Attribute::Convergent);
  F.addFnAttr(Attribute::NoSync);
  F.addFnAttr(Attribute::NoUnwind);
  F.addFnAttr(Attribute::WillReturn);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      Call->removeFnAttr(Attribute::Convergent);
}

bool isHeaderFunction(const Function &F, ArrayRef<StringRef> Roots) {
  const DISubprogram *SP = F.getSubprogram();
  if (!SP)
    return false;
  SmallString<256> Path(SP->getFilename());
  if (!Path.starts_with("/"))
    Path = (SP->getDirectory() + "/" + SP->getFilename()).str();
  return any_of(Roots, [&](StringRef R) { return !R.empty() && Path.starts_with(R); });
}

/// Returns true for __iAtomicAdd, __ullAtomicMax_block and the like, which Clang's wrapper of a
/// toolkit's headers declares.
bool isWrappersAtomic(StringRef Name) {
  size_t Kind = Name.starts_with("__") ? Name.find("Atomic") : StringRef::npos;
  return Kind != StringRef::npos &&
         is_contained({"i", "u", "f", "d", "ill", "ull", "us"}, Name.slice(2, Kind));
}

/// Replaces calls of these by intrinsics or instructions as Clang's wrapper makes them:
/// llvm.nvvm.atomic.add.gen.i.cta becomes an atomic instruction.
void replaceAtomicCalls(Function &F, bool Unsigned) {
  static constexpr std::pair<StringLiteral, AtomicRMWInst::BinOp> Ops[] = {
      {"add", AtomicRMWInst::Add},      {"exch", AtomicRMWInst::Xchg},
      {"max", AtomicRMWInst::Max},      {"min", AtomicRMWInst::Min},
      {"inc", AtomicRMWInst::UIncWrap}, {"dec", AtomicRMWInst::UDecWrap},
      {"and", AtomicRMWInst::And},      {"or", AtomicRMWInst::Or},
      {"xor", AtomicRMWInst::Xor}};
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *C = dyn_cast<CallInst>(&I);
    StringRef Name = C && C->getCalledFunction() ? C->getCalledFunction()->getName() : "";
    if (!Name.consume_front("llvm.nvvm.atomic."))
      continue;
    StringRef Verb = Name.take_until([](char X) { return X == '.'; });
    IRBuilder<> B(C);
    Value *New = nullptr;
    constexpr AtomicOrdering Relaxed = AtomicOrdering::Monotonic;
    if (Verb == "cas") {
      Value *Pair = B.CreateAtomicCmpXchg(C->getArgOperand(0), C->getArgOperand(1),
                                          C->getArgOperand(2), MaybeAlign(), Relaxed, Relaxed);
      New = B.CreateExtractValue(Pair, 0);
    }
    for (auto [Of, Op] : Ops)
      if (Verb == Of) {
        bool Float = C->getType()->isFloatingPointTy() && Op == AtomicRMWInst::Add;
        auto As = Float                                  ? AtomicRMWInst::FAdd
                  : Unsigned && Op == AtomicRMWInst::Max ? AtomicRMWInst::UMax
                  : Unsigned && Op == AtomicRMWInst::Min ? AtomicRMWInst::UMin
                                                         : Op;
        New =
            B.CreateAtomicRMW(As, C->getArgOperand(0), C->getArgOperand(1), MaybeAlign(), Relaxed);
      }
    if (!New)
      continue;
    C->replaceAllUsesWith(New);
    C->eraseFromParent();
  }
}

/// Functions of CUB do not promise to order their callers' accesses, whatever barriers they
/// contain.
void markLibraryBarriers(Function &F) {
  ItaniumPartialDemangler Demangler;
  std::string Mangled = F.getName().str(); // the demangler keeps pointers into it
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction())
    return;
  auto NameOf = [&](char *(ItaniumPartialDemangler::*Get)(char *, size_t *) const) {
    size_t Size = 0;
    char *Raw = (Demangler.*Get)(nullptr, &Size);
    std::string Name(Raw ? Raw : "");
    std::free(Raw);
    return Name;
  };
  std::string Room = "::" + NameOf(&ItaniumPartialDemangler::getFunctionDeclContextName) + "::";
  if (!StringRef(Room).contains("::cub::") ||
      NameOf(&ItaniumPartialDemangler::getFunctionBaseName) == "CTA_SYNC")
    return;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && classify(*Call).Kind == CallKind::Barrier)
      I.setMetadata(LibraryMetadata, MDNode::get(F.getContext(), {}));
}

/// Sets the scopes of atomics. NVPTX has no syncscope for Clang's scopes, so that the embedded
/// headers, like Clang's wrapper of a toolkit's headers, put the scope into the function's name:
/// f_block, f_system, otherwise device scope.
void setScopes(Function &F) {
  ItaniumPartialDemangler Demangler;
  std::string Mangled = F.getName().str(); // the demangler keeps pointers into it
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction())
    return;
  size_t Size = 0;
  char *Raw = Demangler.getFunctionBaseName(nullptr, &Size);
  StringRef Name(Raw ? Raw : "");
  bool Wrappers = isWrappersAtomic(Name);
  if (Wrappers)
    replaceAtomicCalls(F, Name.starts_with("__u"));
  if (Name.starts_with("atomic") || Name.starts_with("__cudafix_atomic") || Wrappers) {
    StringRef Scope = Name.ends_with("_block")    ? "block"
                      : Name.ends_with("_system") ? ""
                                                  : "device";
    SyncScope::ID Id =
        Scope.empty() ? SyncScope::System : F.getContext().getOrInsertSyncScopeID(Scope);
    for (Instruction &I : instructions(F)) {
      if (I.isAtomic())
        setAtomicSyncScopeID(&I, Id);
      // CUDA's functions are relaxed, but Clang gives some builtins the strongest order.
      if (Name.starts_with("__cudafix_"))
        continue;
      if (auto *R = dyn_cast<AtomicRMWInst>(&I)) {
        R->setOrdering(AtomicOrdering::Monotonic);
      } else if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
        X->setSuccessOrdering(AtomicOrdering::Monotonic);
        X->setFailureOrdering(AtomicOrdering::Monotonic);
      }
    }
  }
  std::free(Raw);
}

/// Returns true for a load from the initial value of a local variable, which Clang keeps in a
/// constant of its own: `Heap H = {Shared, {0, 0}, 0};`.
bool readsInitialValue(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *From = Load && Load->isSimple()
                   ? dyn_cast<GlobalVariable>(Load->getPointerOperand()->stripInBoundsOffsets())
                   : nullptr;
  return From && From->hasPrivateLinkage() && From->isConstant();
}

bool isAllOnes(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isMinusOne();
}

/// Folds constants and struct members that became visible by inlining: `if (N == 1)` in a call with
/// N = 1, the size inside a cooperative group.
bool foldConstants(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  bool Changed = false;
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(BB)) {
      // With the largest limit, atomicInc() is an addition of 1.
      if (auto *R = dyn_cast<AtomicRMWInst>(&I);
          R && R->getOperation() == AtomicRMWInst::UIncWrap && isAllOnes(R->getValOperand())) {
        R->setOperation(AtomicRMWInst::Add);
        R->setOperand(1, ConstantInt::get(R->getType(), 1));
        Changed = true;
      }
      if (I.isTerminator() || I.getType()->isVoidTy() || isa<AllocaInst>(I) ||
          (isa<LoadInst>(I) && !readsInitialValue(I)))
        continue;
      Value *New = ConstantFoldInstruction(&I, DL);
      if (auto *Extract = dyn_cast<ExtractValueInst>(&I); Extract && !New)
        New = FindInsertedValue(Extract->getAggregateOperand(), Extract->getIndices());
      if (!New || New == &I)
        continue;
      I.replaceAllUsesWith(New);
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
      Changed = true;
    }
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(reverse(BB)))
      if (isa<ExtractValueInst, InsertValueInst>(I) && I.use_empty())
        I.eraseFromParent();
  bool Cfg = false;
  for (BasicBlock &BB : make_early_inc_range(F))
    Cfg |= ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
  if (Cfg)
    EliminateUnreachableBlocks(F);
  return Changed | Cfg;
}

class Inliner {
public:
  Inliner(PassManagers &P, bool WholeProgram) : P(P), WholeProgram(WholeProgram) {}

  /// Inlines into `F` everything that it calls, callees first.
  void visit(Function &F) {
    if (!State.try_emplace(&F, Busy).second)
      return;
    simplify(F);
    // Inlining may turn an indirect call into a direct one.
    for (unsigned Round = 0; Round < 4 && (inlineCalls(F) || resolve(F)); ++Round)
      simplify(F);
    State[&F] = Done;
  }

private:
  enum Progress { Busy, Done };

  void simplify(Function &F) {
    P.run(F, SROAPass(SROAOptions::PreserveCFG));
    if (!F.getSubprogram() && F.getCallingConv() != CallingConv::PTX_Kernel) {
      // A helper of the headers: its control flow (of atomicCAS, for example) is of no interest.
      P.run(F, InstCombinePass(), SimplifyCFGPass(), InstCombinePass());
      return;
    }
    while (forwardParameterCopies(F) || splitLocalStructs(F)) {
      P.FAM.invalidate(F, PreservedAnalyses::none());
      P.run(F, SROAPass(SROAOptions::PreserveCFG));
    }
    for (unsigned Round = 0; Round < 3 && foldConstants(F); ++Round) {
      P.FAM.invalidate(F, PreservedAnalyses::none());
      P.run(F, SROAPass(SROAOptions::PreserveCFG));
    }
  }

  bool resolve(Function &F) {
    if (!WholeProgram || !resolveIndirectCalls(F))
      return false;
    P.FAM.invalidate(F, PreservedAnalyses::none());
    return true;
  }

  bool inlineCalls(Function &F) {
    SmallVector<CallBase *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction())
          if (!Callee->isDeclaration() && Callee->getCallingConv() != CallingConv::PTX_Kernel)
            Calls.push_back(Call);
    bool Changed = false;
    unsigned Size = F.getInstructionCount();
    for (CallBase *Call : Calls) {
      Function &Callee = *Call->getCalledFunction();
      visit(Callee);
      if (State[&Callee] == Busy) // recursion
        continue;
      unsigned Grows = Callee.getInstructionCount();
      if (Size + Grows > InlineBudget)
        continue;
      InlineFunctionInfo Info;
      if (!InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess())
        continue;
      Size += Grows;
      Changed = true;
    }
    if (Changed)
      P.FAM.invalidate(F, PreservedAnalyses::none());
    return Changed;
  }

  PassManagers &P;
  bool WholeProgram;
  DenseMap<Function *, Progress> State;
};

} // namespace

/// Puts the arguments of launches by kernels into memory of the launching thread.
static void placeLaunchBuffers(Module &M) {
  Function *Get = M.getFunction("cudaGetParameterBuffer");
  for (User *U : Get ? SmallVector<User *>(Get->users()) : SmallVector<User *>()) {
    auto *Call = dyn_cast<CallInst>(U);
    auto *Size = Call ? dyn_cast<ConstantInt>(Call->getArgOperand(1)) : nullptr;
    if (!Size || Call->getCalledFunction() != Get)
      continue;
    IRBuilder<> B(&*Call->getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *Buffer = B.CreateAlloca(B.getInt8Ty(), Size);
    Buffer->setAlignment(Align(64));
    for (User *Test : SmallVector<User *>(Call->users()))
      if (auto *C = dyn_cast<ICmpInst>(Test); C && isa<ConstantPointerNull>(C->getOperand(1))) {
        C->replaceAllUsesWith(B.getInt1(C->getPredicate() == CmpInst::ICMP_NE));
        C->eraseFromParent();
      }
    Call->replaceAllUsesWith(Buffer);
    Call->eraseFromParent();
  }
}

void runDevicePipeline(Module &M, ArrayRef<StringRef> HeaderRoots, bool WholeProgram,
                       const SmallPtrSetImpl<const Function *> &Unselected) {
  noteReadDimensions(M);
  placeLaunchBuffers(M);
  // The model takes __cluster_dims__ from the declaration, not from its annotation.
  if (GlobalVariable *Annotations = M.getNamedGlobal("llvm.global.annotations"))
    Annotations->eraseFromParent();
  PassManagers P;
  SmallVector<Function *> Kernels;
  for (Function &F : M) {
    describeLibrary(F);
    if (F.isDeclaration())
      continue;
    bool IsKernel = F.getCallingConv() == CallingConv::PTX_Kernel;
    if (IsKernel && !Unselected.contains(&F))
      Kernels.push_back(&F);
    else if (!IsKernel && isHeaderFunction(F, HeaderRoots))
      stripDebugInfo(F);
    if (!F.getSubprogram())
      setScopes(F);
    markLibraryBarriers(F);
  }
  Inliner In(P, WholeProgram);
  for (Function *K : Kernels)
    In.visit(*K);
  for (Function &F : M) {
    lowerAssembly(F);
    replaceClusterIntrinsics(F);
    nameLanes(F);
    if (!F.isDeclaration() && joinWaitLoops(F))
      foldConstants(F);
  }
  for (Function *K : Kernels) {
    EliminateUnreachableBlocks(*K);
    P.FAM.invalidate(*K, PreservedAnalyses::none());
    P.run(*K, LoopSimplifyPass(), LCSSAPass());
    if (unrollShortLoops(*K, P)) {
      P.run(*K, SROAPass(SROAOptions::PreserveCFG));
      foldConstants(*K);
      P.FAM.invalidate(*K, PreservedAnalyses::none());
      P.run(*K, SROAPass(SROAOptions::PreserveCFG), LoopSimplifyPass(), LCSSAPass());
    }
  }
}

static void noteLaunches(Module &M) {
  for (Function &F : M) {
    std::set<std::string> Places;
    if (F.getName().contains("__device_stub__"))
      for (User *U : F.users())
        if (auto *C = dyn_cast<CallBase>(U); C && C->getCalledFunction() == &F && C->getDebugLoc())
          Places.insert(
              (C->getDebugLoc()->getFilename() + ":" + Twine(C->getDebugLoc()->getLine())).str());
    if (!Places.empty())
      F.addFnAttr(LaunchedAt, join(Places, "\n"));
  }
}

void runHostPipeline(Module &M) {
  noteLaunches(M);
  PassManagers P;
  ModulePassManager MPM;
  MPM.addPass(AlwaysInlinerPass());
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(InstCombinePass());
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
  MPM.run(M, P.MAM);
}

} // namespace cudafix::frontend
