// SPDX-License-Identifier: Apache-2.0
#include "simulate/lower/Lowering.h"
#include "frontend/Precompiled.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace cudafix::simulate {

using namespace llvm;

/// Stack space for the machine's own functions, and for the frames of recursion.
static constexpr uint64_t OwnStack = 48 << 10, RecursionStack = 256 << 10;

static SourceLoc sourceOf(const DILocation *D) {
  SourceLoc L;
  if (!D)
    return L;
  SmallString<128> Path(D->getFilename());
  if (!sys::path::is_absolute(Path) && !D->getDirectory().empty()) {
    Path = D->getDirectory();
    sys::path::append(Path, D->getFilename());
  }
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  L.File = Path.str().str();
  L.Line = D->getLine();
  L.Column = D->getColumn();
  return L;
}

SourceLoc sourceOf(const Instruction &I) { return sourceOf(I.getDebugLoc().get()); }

/// The call in the kernel itself that leads to the instruction; none: it is in the kernel.
static SourceLoc callOf(const Instruction &I) {
  const DILocation *D = I.getDebugLoc().get();
  const DILocation *Call = D ? D->getInlinedAt() : nullptr;
  while (Call && Call->getInlinedAt())
    Call = Call->getInlinedAt();
  return sourceOf(Call);
}

Lowering::Lowering(Module &M, Function &Kernel, const CompileOptions &Opts)
    : M(M), Context(M.getContext()), Kernel(&Kernel), Opts(Opts), Void(Type::getVoidTy(Context)),
      I1(Type::getInt1Ty(Context)), I32(Type::getInt32Ty(Context)), I64(Type::getInt64Ty(Context)),
      Ptr(PointerType::getUnqual(Context)), Float(Type::getFloatTy(Context)),
      Double(Type::getDoubleTy(Context)) {
  Sites.emplace_back(); // number 0: no place
}

Value *Lowering::call(IRBuilder<> &B, StringRef Name, Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types{Ptr};
  SmallVector<Value *> All{lane(B)};
  for (Value *A : Arguments) {
    Types.push_back(A->getType());
    All.push_back(A);
  }
  FunctionCallee F = M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  // A warp meets at one place of the code: the call must not be duplicated or made conditional.
  cast<Function>(F.getCallee())->addFnAttr(Attribute::Convergent);
  cast<Function>(F.getCallee())->addFnAttr(Attribute::NoDuplicate);
  return B.CreateCall(F, All);
}

Value *Lowering::site(const Instruction &I, Site S) {
  S.Loc = sourceOf(I);
  S.Call = callOf(I);
  S.Loop = Numbers.loopOf(I.getParent());
  S.Block = Numbers.of(I.getParent());
  Sites.push_back(std::move(S));
  return ConstantInt::get(I32, Sites.size() - 1);
}

Value *Lowering::site(const Instruction &I, SiteKind Kind) {
  Site S;
  S.Kind = Kind;
  return site(I, std::move(S));
}

void Lowering::unsupported(const Instruction &I, const Twine &What) {
  Problems.push_back({sourceOf(I), What.str()});
}

Value *Lowering::laneField(IRBuilder<> &B, uint64_t Offset, Type *Type) {
  return B.CreateLoad(Type, B.CreateConstGEP1_64(B.getInt8Ty(), lane(B), Offset));
}

/// Returns true if the kernel, or a function that it calls, calls a function by its address.
bool Lowering::callsByAddress() {
  SmallVector<Function *> Work{Kernel};
  SmallPtrSet<Function *, 16> Seen{Kernel};
  while (!Work.empty()) {
    Function *F = Work.pop_back_val();
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      auto *Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (!Callee)
        return true;
      if (!Callee->isDeclaration() && Seen.insert(Callee).second)
        Work.push_back(Callee);
    }
  }
  return false;
}

/// A function pointer from another kernel, or from the host, may be any function of the module.
void Lowering::keepFunctions() {
  CallsByAddress = callsByAddress();
  if (!Opts.Layout || !CallsByAddress)
    return;
  for (const auto &[Name, Offset] : Opts.Layout->Functions)
    if (Function *F = M.getFunction(Name); F && !F->isDeclaration())
      F->setLinkage(GlobalValue::ExternalLinkage);
}

/// Refuses names in the source that are reserved for the machine, code hidden in text, and aliases
/// of functions.
void Lowering::refuseTricks() {
  M.setModuleInlineAsm("");
  for (GlobalValue &G : M.global_values())
    if (G.getName().starts_with("sim."))
      Problems.push_back({SourceLoc(), "the name '" + G.getName().str() + "'"});
  for (GlobalAlias &A : make_early_inc_range(M.aliases())) {
    A.replaceAllUsesWith(A.getAliasee());
    A.eraseFromParent();
  }
  for (GlobalIFunc &F : M.ifuncs())
    Problems.push_back({SourceLoc(), "the indirect function '" + F.getName().str() + "'"});
}

/// Keeps one kernel and what it calls.
void Lowering::dropOthers() {
  for (StringRef Name :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *G = M.getNamedGlobal(Name))
      G->eraseFromParent();
  for (NamedMDNode &N : make_early_inc_range(M.named_metadata()))
    if (N.getName().starts_with("nvvm"))
      N.eraseFromParent();
  for (GlobalObject &G : M.global_objects()) {
    G.setComdat(nullptr);
    if (!G.isDeclaration() && &G != Kernel)
      G.setLinkage(GlobalValue::InternalLinkage);
  }
  keepFunctions();
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  GlobalDCEPass().run(M, MAM);
}

/// The attributes of a parameter that decide how it is passed.
static AttributeSet passedHow(LLVMContext &C, AttributeSet Old) {
  AttrBuilder Kept(C);
  for (Attribute::AttrKind K : {Attribute::ByVal, Attribute::StructRet, Attribute::ZExt,
                                Attribute::SExt, Attribute::Alignment})
    if (Old.hasAttribute(K))
      Kept.addAttribute(Old.getAttribute(K));
  return AttributeSet::get(C, Kept);
}

static AttributeList withLane(LLVMContext &C, AttributeList Old, unsigned Parameters) {
  SmallVector<AttributeSet> Sets{AttributeSet()};
  for (unsigned I = 0; I < Parameters; ++I)
    Sets.push_back(passedHow(C, Old.getParamAttrs(I)));
  return AttributeList::get(C, AttributeSet(), passedHow(C, Old.getRetAttrs()), Sets);
}

static FunctionType *withLane(FunctionType *Old) {
  SmallVector<Type *> Types{PointerType::getUnqual(Old->getContext())};
  Types.append(Old->param_begin(), Old->param_end());
  return FunctionType::get(Old->getReturnType(), Types, Old->isVarArg());
}

/// Makes the lane the first parameter of every function.
void Lowering::passLane() {
  SmallVector<Function *> Defined;
  for (Function &F : M) {
    F.setCallingConv(CallingConv::C);
    if (F.isDeclaration()) {
      F.setDSOLocal(false);
      if (!F.isIntrinsic()) // the attributes of intrinsics let the optimizer drop folded calls
        F.setAttributes(F.getAttributes().removeFnAttributes(Context));
    } else {
      Defined.push_back(&F);
    }
  }
  for (Function *F : Defined) {
    Function *New = Function::Create(withLane(F->getFunctionType()), F->getLinkage(), "", M);
    New->takeName(F);
    New->setAttributes(withLane(Context, F->getAttributes(), F->arg_size()));
    New->setSubprogram(F->getSubprogram());
    F->setSubprogram(nullptr);
    New->splice(New->begin(), F);
    for (Argument &A : F->args()) {
      A.replaceAllUsesWith(New->getArg(A.getArgNo() + 1));
      New->getArg(A.getArgNo() + 1)->takeName(&A);
    }
    F->replaceAllUsesWith(New);
    if (F == Kernel)
      Kernel = New;
    F->eraseFromParent();
  }
}

/// A number for the way in which a function is called: equal for a call and the functions that it
/// may reach.
uint32_t Lowering::signature(FunctionType *T, const AttributeList &A) {
  std::vector<Type *> Types{T};
  for (unsigned I = 0; I < T->getNumParams(); ++I)
    Types.push_back(A.getParamByValType(I));
  auto At = find(Signatures, Types);
  if (At == Signatures.end())
    At = Signatures.insert(At, Types);
  return At - Signatures.begin();
}

/// Rebuilds calls of functions that now take the lane, and calls through pointers to such
/// functions.
void Lowering::rebuildCalls() {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      Call->setCallingConv(CallingConv::C);
      Value *Callee = Call->getCalledOperand()->stripPointerCasts();
      auto *Direct = dyn_cast<Function>(Callee);
      if (isa<InlineAsm>(Callee) || (Direct && Direct->isDeclaration())) {
        Call->setAttributes(Call->getAttributes().removeFnAttributes(Context));
        continue;
      }
      SmallVector<Value *> Arguments{F.getArg(0)};
      Arguments.append(Call->arg_begin(), Call->arg_end());
      FunctionType *Type = withLane(Call->getFunctionType());
      AttributeList How = withLane(Context, Call->getAttributes(), Call->arg_size());
      Value *Target = Call->getCalledOperand();
      if (Direct &&
          signature(Type, How) != signature(Direct->getFunctionType(), Direct->getAttributes())) {
        unsupported(*Call, "call of " + demangle(Direct->getName()) + " as another type");
        continue;
      }
      if (!Direct) {
        IRBuilder<> B(Call);
        Target = call(B, "sim.function", Ptr,
                      {Target, B.getInt32(signature(Type, How)), site(*Call, SiteKind::Other)});
      }
      auto *New = CallInst::Create(Type, Target, Arguments, "", Call->getIterator());
      New->setAttributes(How);
      New->setDebugLoc(Call->getDebugLoc());
      Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
    }
  }
}

/// void entry(lane, pointers to the arguments).
void Lowering::makeEntry() {
  const DataLayout &DL = M.getDataLayout();
  Function *Entry = Function::Create(FunctionType::get(Void, {Ptr, Ptr}, false),
                                     GlobalValue::ExternalLinkage, EntryName, M);
  IRBuilder<> B(BasicBlock::Create(Context, "", Entry));
  SmallVector<Value *> Arguments{Entry->getArg(0)};
  for (Argument &A : drop_begin(Kernel->args())) {
    unsigned I = A.getArgNo() - 1;
    Value *From = B.CreateLoad(Ptr, B.CreateConstGEP1_32(Ptr, Entry->getArg(1), I));
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    Arguments.push_back(A.hasByValAttr() ? From : B.CreateLoad(T, From));
    Parameters.push_back({DL.getTypeAllocSize(T).getFixedValue(), DL.getABITypeAlign(T).value(),
                          !A.hasByValAttr() && A.getType()->isPointerTy()});
  }
  CallInst *Call = B.CreateCall(Kernel, Arguments);
  Call->setAttributes(Kernel->getAttributes());
  B.CreateRetVoid();
}

/// Programs also access their own arrays by wider types, for which the stack of a device happens to
/// be aligned.
void Lowering::alignLocals() {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *A = dyn_cast<AllocaInst>(&I))
        A->setAlignment(std::max(A->getAlign(), Align(16)));
}

void Lowering::sizeStacks() {
  const DataLayout &DL = M.getDataLayout();
  uint64_t Locals = 0;
  unsigned Functions = 0;
  for (Function &F : M) {
    Functions += !F.isDeclaration();
    for (Instruction &I : instructions(F))
      if (auto *A = dyn_cast<AllocaInst>(&I))
        Locals += A->getAllocationSize(DL).value_or(TypeSize::getFixed(4096)).getFixedValue();
  }
  // Besides the kernel and its entry, only functions that recursion or pointers keep from being
  // inlined remain.
  uint64_t Recursion = Functions > 2 ? RecursionStack + 16 * Locals : 0;
  StackBytes = alignTo(OwnStack + 2 * Locals + Recursion, 4096);
}

Error Lowering::run() {
  refuseTricks();
  dropOthers();
  passLane();
  rebuildCalls();
  alignLocals();
  placeVariables();
  SmallVector<Function *> Defined;
  for (Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  for (Function *F : Defined) {
    if (Opts.Coverage)
      Numbers.numberBlocks(*F);
    // Counted before anything is added.
    if (Opts.Counters)
      addCounters(*F);
    if (Opts.Bounded)
      boundLoops(*F);
    lowerAccesses(*F);
    lowerCalls(*F);
    guardArithmetic(*F);
  }
  for (Function *F : Defined)
    markMissedBarriers(*F);
  if (Opts.Coverage)
    Numbers.addCoverage(M);
  makeEntry();
  sizeStacks();
  if (Problems.empty())
    return Error::success();
  sort(Problems);
  auto &[Loc, What] = Problems.front();
  if (const DISubprogram *Of = Loc.Line ? nullptr : Kernel->getSubprogram()) {
    Loc.File = Of->getFilename().str();
    Loc.Line = Of->getLine();
  }
  return createStringError(Loc.File + ":" + std::to_string(Loc.Line) + ": not supported: " + What);
}

} // namespace cudafix::simulate
