// SPDX-License-Identifier: Apache-2.0

#include "host/HostModule.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/UnreadNames.h"
#include "host/HostMemory.h"
#include "host/HostSimplify.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

static constexpr StringLiteral StubMark = "__device_stub__";

std::string cudafix::host::kernelOfStub(StringRef Name) {
  size_t At = Name.find(StubMark);
  if (At == StringRef::npos)
    return "";
  std::string Rest = Name.substr(At + StubMark.size()).str();
  StringRef Front = Name.take_front(At);
  StringRef Digits = Front.take_back(Front.size() - (Front.find_last_not_of("0123456789") + 1));
  unsigned Length;
  if (Digits.empty() || Digits.getAsInteger(10, Length))
    return Front.str() + Rest;
  return Front.drop_back(Digits.size()).str() + std::to_string(Length - StubMark.size()) + Rest;
}

static bool isStub(const Function *F) { return F && F->getName().contains(StubMark); }

static StringRef calleeName(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  return F ? F->getName() : "";
}

static bool isPush(const CallBase &C) { return calleeName(C) == "__cudafix_push"; }

/// The operand of a launching runtime call that names the kernel.
static std::optional<unsigned> kernelOperand(const CallBase &C) {
  StringRef Name = calleeName(C);
  if (Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel")
    return 0;
  if (Name == "cudaLaunchKernelExC")
    return 1;
  return std::nullopt;
}

static bool isGraphNode(const CallBase &C) {
  return calleeName(C).starts_with("cudaGraphAddKernelNode") ||
         calleeName(C).starts_with("cudaGraphKernelNodeSetParams") ||
         calleeName(C).starts_with("cudaGraphExecKernelNodeSetParams");
}

static bool isAllocation(const CallBase &C) { return calleeName(C).starts_with("cudaMalloc"); }

namespace {
/// Limits on instructions: of a root, of helpers, and of what inlining may add to all functions
/// that launch.
constexpr unsigned MaxRoot = 40'000, MaxHelper = 60, MaxAllocating = 400, MaxAdded = 200'000;

/// Inlines functions that launch into their callers, and helpers into both.
class Preparer {
public:
  Preparer(Module &M, const HostOptions &Opts) : M(M), Opts(Opts) {}
  HostLaunches run();

private:
  void addLaunching();
  void findInteresting();
  void inlineLaunching(Function &F);
  bool inlineLaunchingCalls(Function &F);
  void inlineHelpers(Function &F);
  bool isHelper(const Function &F) const;
  void resolveIndirect(Function &F);
  void inlineStubs(Function &F);
  bool isRoot(Function &F) const;
  void collect(Function &F, HostLaunches &Out);
  bool isFollowed(const Function &F, unsigned Depth = 0) const;
  bool isOnlyInCallers(const Function &F, ArrayRef<Function *> Roots, unsigned Depth = 0) const;
  void findEscapes(ArrayRef<Function *> Roots, HostLaunches &Out);

  Module &M;
  const HostOptions &Opts;
  SetVector<Function *> Launching, Allocating;
  DenseSet<const Function *> Finished, Busy;
  DenseMap<const Function *, SmallSetVector<const Function *, 4>> Callers; ///< of inlined functions
  unsigned Added = 0;
};
} // namespace

/// Adds the functions that call a member of the set.
static void addCallers(SetVector<Function *> &Set) {
  for (unsigned I = 0; I < Set.size(); ++I)
    for (User *U : Set[I]->users())
      if (auto *C = dyn_cast<CallBase>(U); C && C->getCalledOperand() == Set[I])
        Set.insert(C->getFunction());
}

/// Adds the functions that call a launching function or pass it on, and the functions to which it
/// is passed, because they call it.
void Preparer::addLaunching() {
  for (unsigned I = 0; I < Launching.size(); ++I)
    for (User *U : Launching[I]->users()) {
      auto *C = dyn_cast<CallBase>(U);
      Function *To = C ? C->getCalledFunction() : nullptr;
      if (!C || isStub(C->getFunction()))
        continue;
      if (C->getCalledOperand() != Launching[I]) {
        if (!To || To->isDeclaration())
          continue;
        Launching.insert(To);
      }
      Launching.insert(C->getFunction());
    }
}

void Preparer::findInteresting() {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I)) {
        if (isPush(*C) || kernelOperand(*C) || isGraphNode(*C))
          if (!isStub(&F))
            Launching.insert(&F);
        if (isAllocation(*C))
          Allocating.insert(&F);
      }
  // Launches of kernels in another unit: the stub is called, but its body is elsewhere.
  for (Function &F : M)
    if (isStub(&F))
      for (User *U : F.users())
        if (auto *C = dyn_cast<CallBase>(U); C && !isStub(C->getFunction()))
          Launching.insert(C->getFunction());
  addLaunching();
  addCallers(Allocating);
}

/// Returns true if the call may be replaced by the body.
static bool canInline(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  return F && !F->isDeclaration() && !F->isVarArg() && F != C.getFunction() &&
         F->getReturnType() == C.getType() && !F->isInterposable();
}

static bool inlineCall(CallBase &C) {
  InlineFunctionInfo Info;
  return InlineFunction(C, Info).isSuccess();
}

bool Preparer::inlineLaunchingCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<CallBase>(&I); C && canInline(*C))
      if (Launching.contains(C->getCalledFunction()))
        Calls.push_back(C);
  unsigned Size = F.getInstructionCount();
  bool Changed = false;
  for (CallBase *C : Calls) {
    Function *Callee = C->getCalledFunction();
    inlineLaunching(*Callee);
    unsigned Grows = Callee->getInstructionCount();
    if (!Opts.FollowCallers || Busy.contains(Callee) || Size + Grows > MaxRoot ||
        Added + Grows > MaxAdded)
      continue;
    if (inlineCall(*C)) {
      Size += Grows;
      Added += Grows;
      Changed = true;
      Callers[Callee].insert(&F);
    }
  }
  return Changed;
}

/// Inlines functions that launch, callees first, and then into F.
void Preparer::inlineLaunching(Function &F) {
  if (Finished.contains(&F) || !Busy.insert(&F).second)
    return;
  // Once the function that calls a passed function is inlined, the call is direct.
  for (unsigned Round = 0; Round < 4 && inlineLaunchingCalls(F); ++Round)
    simplify(F);
  Busy.erase(&F);
  Finished.insert(&F);
}

/// Returns true for a small library function that only calls such functions: `std::array::begin()`.
static bool isAccessor(const Function &F, unsigned Depth = 0) {
  return !F.isDeclaration() && Depth < 4 && F.getInstructionCount() <= MaxHelper / 2 &&
         all_of(
             instructions(F),
             [&](const Instruction &I) {
               auto *C = dyn_cast<CallBase>(&I);
               const Function *G = C ? C->getCalledFunction() : nullptr;
               return !C || isa<IntrinsicInst>(I) ||
                      (G && isFromLibrary(*G) && isAccessor(*G, Depth + 1));
             });
}

/// Returns true for small functions that compute a value, set members, or allocate.
bool Preparer::isHelper(const Function &F) const {
  if (isStub(&F) || F.isVarArg())
    return false;
  unsigned Size = F.getInstructionCount();
  if (isFromLibrary(F))
    return isAccessor(F);
  return Size <= (Allocating.contains(const_cast<Function *>(&F)) ? MaxAllocating : MaxHelper) ||
         F.hasOneUse();
}

void Preparer::inlineHelpers(Function &F) {
  unsigned Size = F.getInstructionCount();
  for (unsigned Round = 0; Round < 6; ++Round) {
    SmallVector<CallBase *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I); C && canInline(*C) && isHelper(*C->getCalledFunction()))
        Calls.push_back(C);
    bool Changed = false;
    for (CallBase *C : Calls) {
      unsigned Grows = C->getCalledFunction()->getInstructionCount();
      if (Size + Grows > MaxRoot)
        continue;
      Size += Grows;
      Callers[C->getCalledFunction()].insert(&F);
      Changed |= inlineCall(*C);
    }
    if (!Changed)
      return;
    simplify(F);
  }
}

/// Collects the stubs that an array or a structure of host code contains anywhere.
static void heldBy(const Value &Object, SetVector<Function *> &Out) {
  auto Add = [&](const Value *V) {
    if (auto *F = dyn_cast<Function>(V->stripPointerCasts()); F && isStub(F))
      Out.insert(const_cast<Function *>(F));
  };
  SmallVector<const Constant *, 8> Initial;
  SmallVector<const Value *, 8> Work{&Object};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (auto *G = dyn_cast<GlobalVariable>(V); G && G->hasInitializer())
      Initial.push_back(G->getInitializer());
    for (const User *U : V->users()) {
      if (isa<GetElementPtrInst>(U) && Seen.insert(U).second)
        Work.push_back(U);
      if (auto *S = dyn_cast<StoreInst>(U); S && S->getPointerOperand() == V)
        Add(S->getValueOperand());
      if (auto *C = dyn_cast<MemTransferInst>(U); C && C->getRawDest() == V)
        if (const Value *From = getUnderlyingObject(C->getRawSource()); Seen.insert(From).second)
          Work.push_back(From);
    }
  }
  SmallPtrSet<const Constant *, 16> Parts;
  while (!Initial.empty())
    for (const Use &U : Initial.pop_back_val()->operands()) {
      Add(U.get());
      if (auto *Part = dyn_cast<ConstantAggregate>(U.get()); Part && Parts.insert(Part).second)
        Initial.push_back(Part);
    }
}

/// Collects the functions that a called value may be, through selections and arrays of function
/// pointers.
static void targets(Value *V, SetVector<Function *> &Out, SmallPtrSetImpl<Value *> &Seen) {
  V = V->stripPointerCasts();
  if (!Seen.insert(V).second)
    return;
  if (auto *F = dyn_cast<Function>(V))
    Out.insert(F);
  if (auto *S = dyn_cast<SelectInst>(V)) {
    targets(S->getTrueValue(), Out, Seen);
    targets(S->getFalseValue(), Out, Seen);
  }
  if (auto *P = dyn_cast<PHINode>(V))
    for (Value *I : P->incoming_values())
      targets(I, Out, Seen);
  if (auto *L = dyn_cast<LoadInst>(V))
    if (const Value *From = getUnderlyingObject(L->getPointerOperand());
        isa<AllocaInst, GlobalVariable>(From))
      heldBy(*From, Out);
}

/// Turns a call through a pointer to one of several stubs into a choice between direct calls.
void Preparer::resolveIndirect(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<CallBase>(&I); C && C->isIndirectCall())
      Calls.push_back(C);
  for (CallBase *C : Calls) {
    SetVector<Function *> Callees;
    SmallPtrSet<Value *, 8> Seen;
    targets(C->getCalledOperand(), Callees, Seen);
    Callees.remove_if([](Function *G) { return !isStub(G); });
    for (Function *G : Callees)
      if (isLegalToPromote(*C, G))
        promoteCallWithIfThenElse(*C, G);
  }
}

void Preparer::inlineStubs(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<CallBase>(&I); C && isStub(C->getCalledFunction()) && canInline(*C))
      Calls.push_back(C);
  for (CallBase *C : Calls)
    inlineCall(*C);
}

/// Returns true unless the function is only examined in its callers, because every call was inlined
/// and its address is not taken.
bool Preparer::isRoot(Function &F) const {
  if (F.getName() == "main" || !Callers.contains(&F) || F.hasFnAttribute(frontend::NamedInUnread))
    return true;
  for (User *U : F.users()) {
    auto *C = dyn_cast<CallBase>(U);
    if (!C || C->getCalledOperand() != &F || Launching.contains(C->getFunction()))
      return true; // its address is taken, or this call was not inlined
  }
  return false;
}

/// The push of the configuration that the launch pops: the last push before it.
static CallBase *pushBefore(Instruction &At, DominatorTree &DT) {
  for (auto *Node = DT.getNode(At.getParent()); Node; Node = Node->getIDom()) {
    BasicBlock *B = Node->getBlock();
    auto From = B == At.getParent() ? At.getReverseIterator() : B->rbegin();
    for (Instruction &I : make_range(From, B->rend()))
      if (auto *C = dyn_cast<CallBase>(&I); C && isPush(*C))
        return C;
  }
  return nullptr;
}

/// Returns true if the launching call takes its dimensions from the pushed configuration.
static bool popsConfiguration(const CallBase &C) {
  const BasicBlock *B = C.getParent();
  for (const Instruction &I : make_range(C.getReverseIterator(), B->rend())) {
    auto *Pop = dyn_cast<CallBase>(&I);
    if (Pop && calleeName(*Pop) == "__cudaPopCallConfiguration")
      return true;
    if (Pop && (kernelOperand(*Pop) && Pop != &C))
      return false;
  }
  return false;
}

/// The function in the parameters of a graph node at the time when the node is added.
static Value *graphKernel(CallBase &C) {
  HostMemory Memory(*C.getFunction());
  Content Named = Memory.find(Memory.place(C.getArgOperand(C.arg_size() - 1)), 8, C);
  return Named.What == Content::Kind::Value && Named.Byte == 0 ? Named.Stored : nullptr;
}

void Preparer::collect(Function &F, HostLaunches &Out) {
  DominatorTree DT(F);
  for (Instruction &I : instructions(F)) {
    auto *C = dyn_cast<CallBase>(&I);
    if (!C)
      continue;
    bool Outside = isStub(C->getCalledFunction()); // its body is in a unit that is not available
    std::optional<unsigned> Operand = kernelOperand(*C);
    bool Graph = isGraphNode(*C);
    if ((!Operand && !Outside && !Graph) || !DT.isReachableFromEntry(I.getParent()))
      continue;
    SetVector<Function *> Kernels;
    SmallPtrSet<Value *, 8> Seen;
    Value *Named = Outside ? C->getCalledOperand()
                   : Graph ? graphKernel(*C)
                           : C->getArgOperand(*Operand);
    if (!Named)
      continue;
    targets(Named, Kernels, Seen);
    CallBase *Push = Outside || popsConfiguration(*C) ? pushBefore(I, DT) : nullptr;
    for (Function *K : Kernels)
      if (std::string Name = kernelOfStub(K->getName()); !Name.empty())
        Out.Launches.push_back({Name, C, Push, isa<Function>(Named) ? nullptr : Named, K});
  }
}

/// Returns true for a use of a stub's address if the launches through it are seen.
static bool isExplained(const Use &U, SmallPtrSetImpl<const User *> &Seen) {
  const User *By = U.getUser();
  if (auto *C = dyn_cast<CallBase>(By)) {
    if (C->isCallee(&U) || kernelOperand(*C) == C->getArgOperandNo(&U))
      return true;
    StringRef Name = calleeName(*C);
    return Name.starts_with("cudaFunc") || Name.starts_with("cudaOccupancy") ||
           Name.starts_with("__cudafix_block_size");
  }
  if (isa<ICmpInst>(By))
    return true;
  // Parameters of a graph node are read when the node is added.
  if (auto *S = dyn_cast<StoreInst>(By))
    if (const Value *To = getUnderlyingObject(S->getPointerOperand()); isa<AllocaInst>(To))
      return any_of(To->users(), [](const User *V) {
        auto *C = dyn_cast<CallBase>(V);
        return C && isGraphNode(*C);
      });
  return isa<PHINode, SelectInst>(By) &&
         (!Seen.insert(By).second ||
          all_of(By->uses(), [&](const Use &V) { return isExplained(V, Seen); }));
}

/// Returns true if all calls of the helper in the unit were inlined: a kernel that it returns is
/// launched by its callers.
bool Preparer::isFollowed(const Function &F, unsigned Depth) const {
  auto IsBody = [&](const User *U) {
    auto *C = dyn_cast<CallBase>(U);
    return C && C->getCalledFunction() == &F && isFollowed(*C->getFunction(), Depth + 1);
  };
  return Callers.contains(&F) && Depth < 8 && all_of(F.users(), IsBody);
}

/// Returns true if the function is internal and is reached from roots only through such functions:
/// its launches are then seen in the roots.
bool Preparer::isOnlyInCallers(const Function &F, ArrayRef<Function *> Roots,
                               unsigned Depth) const {
  auto At = Callers.find(&F);
  return F.hasLocalLinkage() && !is_contained(Roots, &F) && At != Callers.end() && Depth < 16 &&
         all_of(
             At->second,
             [&](const Function *By) {
               return is_contained(Roots, By) || isOnlyInCallers(*By, Roots, Depth + 1);
             });
}

void Preparer::findEscapes(ArrayRef<Function *> Roots, HostLaunches &Out) {
  for (Function &F : M) {
    if (!isStub(&F))
      continue;
    bool Escapes = any_of(F.uses(), [&](const Use &U) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      // A function that is not a root has been examined in its callers.
      if (I && !is_contained(Roots, I->getFunction()) &&
          (Launching.contains(I->getFunction()) || isFollowed(*I->getFunction())))
        return false;
      SmallPtrSet<const User *, 8> Seen;
      return !I || (I->getFunction() != &F && !isExplained(U, Seen));
    });
    if (Escapes)
      Out.Escaped.push_back(kernelOfStub(F.getName()));
  }
}

HostLaunches Preparer::run() {
  lowerCleanups(M);
  endNoReturnCalls(M);
  findInteresting();
  for (Function *F : Launching)
    inlineLaunching(*F);
  SmallVector<Function *> Roots;
  for (Function &F : M)
    if (Launching.contains(&F) && isRoot(F))
      Roots.push_back(&F);
  HostLaunches Out;
  for (Function *F : Roots) {
    inlineHelpers(*F);
    unrollChoices(*F);
    resolveIndirect(*F);
    inlineStubs(*F);
    simplify(*F);
    collect(*F, Out);
  }
  findEscapes(Roots, Out);
  for (const Function *F : Launching)
    if (isOnlyInCallers(*F, Roots))
      Out.OnlyInCallers.insert(F->getName().str());
  return Out;
}

HostLaunches cudafix::host::prepareLaunches(Module &Host, const HostOptions &Opts) {
  return Preparer(Host, Opts).run();
}

std::vector<const DILocation *> cudafix::host::userPlaces(const Instruction &I) {
  std::vector<const DILocation *> Places;
  for (const DILocation *D = I.getDebugLoc().get(); D; D = D->getInlinedAt())
    if (!D->getFilename().starts_with(frontend::EmbeddedRoot) && D->getLine())
      Places.push_back(D);
  return Places;
}
