// SPDX-License-Identifier: Apache-2.0

#include "frontend/Calls.h"
#include "frontend/parse/ParsedSide.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/InlineAsm.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace cudafix;
using namespace cudafix::frontend;
using llvm::CallBase;
using llvm::StringRef;

static CallModel of(CallKind K) {
  CallModel M;
  M.Kind = K;
  return M;
}

static CallModel barrier(BarrierKind B, StringRef Reason = "") {
  CallModel M = of(CallKind::Barrier);
  M.Barrier = B;
  M.Reason = Reason.str();
  return M;
}

/// Makes the model of something that may order any threads of the launch.
static CallModel wait(StringRef Reason, bool Memory) {
  CallModel M = barrier(BarrierKind::Other, Reason);
  M.AcrossBlocks = true;
  M.MayAccessMemory = Memory;
  return M;
}

static CallModel clusterBarrier() {
  CallModel M = wait("cluster barrier", false);
  M.Runs = true;
  return M;
}

/// Makes the model of something that is not modelled and orders no threads.
static CallModel gap(StringRef Reason, bool Memory) {
  CallModel M;
  M.Reason = Reason.str();
  M.MayAccessMemory = Memory;
  return M;
}

static CallModel fence(AtomicScope S) {
  CallModel M = of(CallKind::Fence);
  M.Scope = S;
  return M;
}

static bool isZero(const llvm::Value *V) {
  auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
  return C && C->isZero();
}

/// llvm.nvvm.barrier.cta.{sync,arrive,red.*}[.aligned].{all,count}(id[, n][, pred]).
static CallModel ctaBarrier(StringRef Name, const CallBase &Call) {
  NamedBarrier B;
  B.Arrives = Name.contains(".arrive");
  B.Aligned = Name.contains(".aligned");
  B.Counts = !Name.ends_with(".all");
  if (!B.Counts && !B.Arrives && isZero(Call.getArgOperand(0)))
    return barrier(BarrierKind::Block);
  CallModel M = barrier(BarrierKind::Other, B.Arrives  ? "bar.arrive"
                                            : B.Counts ? "barrier of a part of the block"
                                                       : "named barrier");
  M.Named = B;
  M.Runs = true;
  return M;
}

static AtomicOp atomicOf(StringRef Name) {
  return llvm::StringSwitch<AtomicOp>(Name)
      .Case("add", AtomicOp::Add)
      .Case("inc", AtomicOp::Inc)
      .Case("dec", AtomicOp::Dec)
      .Case("min", AtomicOp::Min)
      .Case("max", AtomicOp::Max)
      .Case("and", AtomicOp::And)
      .Case("or", AtomicOp::Or)
      .Case("xor", AtomicOp::Xor)
      .Case("exch", AtomicOp::Exch)
      .Case("cas", AtomicOp::Cas)
      .Default(AtomicOp::Other);
}

/// llvm.nvvm.atomic.OP.{gen,shared,global}.{i,f}[.SCOPE].type
static CallModel atomic(StringRef Rest) {
  CallModel M = of(CallKind::Atomic);
  M.Atomic = atomicOf(Rest.split('.').first);
  if (Rest.contains(".cta"))
    M.Scope = AtomicScope::Block;
  if (Rest.contains(".sys"))
    M.Scope = AtomicScope::System;
  return M;
}

static CallModel asyncWait(bool CountOperand, bool All) {
  CallModel M = of(CallKind::AsyncWait);
  M.CountOperand = CountOperand;
  M.All = All;
  return M;
}

static CallModel nvvm(StringRef Name, const CallBase &Call) {
  if (Name.starts_with("barrier.cta."))
    return ctaBarrier(Name, Call);
  if (Name == "barrier0" || Name.starts_with("barrier0."))
    return barrier(BarrierKind::Block);
  if (Name == "bar.warp.sync" || Name == "barrier.sync.warp")
    return barrier(BarrierKind::Warp);
  if (Name.starts_with("barrier.cluster"))
    return wait("cluster barrier", false);
  if (Name.starts_with("bar.") || Name.starts_with("barrier"))
    return barrier(BarrierKind::Other, "named barrier");
  std::string Opcode = Name.str(); // with dots, as in PTX
  if (StringRef(Opcode).starts_with("fence.mbarrier.init"))
    Opcode = "fence.mbarrier_init";
  if (classOf(Opcode) == PtxClass::OwnFence)
    return of(CallKind::Ignore);
  if (Name.starts_with("membar"))
    return fence(Name.ends_with("cta")   ? AtomicScope::Block
                 : Name.ends_with("sys") ? AtomicScope::System
                                         : AtomicScope::Device);
  if (Name.starts_with("fence")) // a cluster fence
    return wait(("fence llvm.nvvm." + Name).str(), false);
  if (Name.starts_with("atomic."))
    return atomic(Name.drop_front(7));
  if (Name.starts_with("cp.async.commit"))
    return of(CallKind::AsyncCommit);
  if (Name.starts_with("cp.async.wait"))
    return asyncWait(Name == "cp.async.wait.group", Name == "cp.async.wait.all");
  if (Name.starts_with("cp.async.mbarrier") || Name.starts_with("mbarrier"))
    return wait("mbarrier", false);
  if (Name.starts_with("ldu.") || Name.starts_with("ldg."))
    return of(CallKind::VectorLoad);
  if (Name == "exit")
    return of(CallKind::Leave);
  if (Name.starts_with("shfl") || Name.starts_with("vote") || Name.starts_with("match") ||
      Name.starts_with("redux"))
    return of(CallKind::Collective);
  if (Name.starts_with("activemask"))
    return of(CallKind::ThreadValue);
  if (registerOf(Call))
    return of(CallKind::ThreadValue);
  if (Name == "nanosleep" || Name.starts_with("prefetch"))
    return of(CallKind::Ignore);
  if (Name == "griddepcontrol.wait") {
    CallModel M = gap("a wait for the kernels before this one", false);
    M.Async = AsyncOp::Kind::Dependency;
    return M;
  }
  if (Name == "griddepcontrol.launch.dependents") {
    CallModel M = of(CallKind::Ignore);
    M.Async = AsyncOp::Kind::Dependents;
    return M;
  }
  if (Call.doesNotAccessMemory())
    return of(CallKind::Value);
  return gap(("intrinsic llvm.nvvm." + Name).str(), true);
}

static CallModel intrinsic(const llvm::IntrinsicInst &I) {
  using namespace llvm;
  StringRef Name = I.getCalledFunction()->getName();
  if (Name.consume_front("llvm.nvvm."))
    return nvvm(Name, I);
  switch (I.getIntrinsicID()) {
  case Intrinsic::assume:
    return of(CallKind::Assume);
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    return of(CallKind::Trap);
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    return of(CallKind::Copy);
  default:
    break;
  }
  if (I.getType()->isVoidTy())
    return of(I.isAssumeLikeIntrinsic() || I.doesNotAccessMemory() ||
                      Name.starts_with("llvm.va_") || Name.starts_with("llvm.stack") ||
                      Name.starts_with("llvm.debugtrap") || Name.starts_with("llvm.sideeffect")
                  ? CallKind::Ignore
                  : CallKind::Gap);
  return of(CallKind::Value);
}

/// The calls that AsmLowering makes of instructions for the async proxy and mbarriers; see
/// AsmAsync.cpp.
static std::optional<CallModel> asyncProxy(StringRef Name, const CallBase &Call) {
  using Kind = AsyncOp::Kind;
  if (Name == "mbarrier_end") {
    CallModel M = wait("'mbarrier.inval' in inline assembly may order threads", false);
    M.Runs = true;
    return M;
  }
  auto What = llvm::StringSwitch<std::optional<Kind>>(Name)
                  .Cases({"bulk_in", "bulk_store"}, Kind::CopyIn)
                  .Cases({"bulk_out", "bulk_reduce"}, Kind::CopyOut)
                  .Case("bulk_commit", Kind::Commit)
                  .Case("bulk_wait", Kind::WaitGroup)
                  .Case("bulk_wait_read", Kind::WaitRead)
                  .Case("proxy_fence", Kind::ProxyFence)
                  .Case("mbarrier_fence", Kind::InitFence)
                  .Case("mbarrier_init", Kind::Init)
                  .Cases({"mbarrier_arrive", "mbarrier_drop", "mbarrier_copies"}, Kind::Arrive)
                  .Cases({"mbarrier_test", "mbarrier_wait"}, Kind::Await)
                  .Case("wgmma_read", Kind::Multiply)
                  .Case("wgmma_commit", Kind::CommitMultiply)
                  .Case("wgmma_wait", Kind::WaitMultiply)
                  .Default(std::nullopt);
  if (!What)
    return std::nullopt;
  const llvm::MDNode *Opcode = Call.getMetadata(OpcodeMetadata);
  std::string Text = *What == Kind::Arrive ? "an arrival of copies" : "a bulk copy";
  if (Opcode)
    Text = "'" + llvm::cast<llvm::MDString>(Opcode->getOperand(0))->getString().str() +
           "' in inline assembly";
  CallModel M = of(CallKind::Ignore);
  if (*What == Kind::CopyIn || *What == Kind::CopyOut || *What == Kind::Init)
    M = gap(Text + " accesses memory", true);
  else if (*What == Kind::Arrive || *What == Kind::Await)
    M = wait(Text + " may order threads", false);
  M.Runs = M.Kind == CallKind::Barrier;
  M.Async = What;
  return M;
}

/// The functions our embedded headers declare; see cuda/__cudafix_runtime.h.
static CallModel embedded(StringRef Name, const CallBase &Call) {
  if (std::optional<CallModel> M = asyncProxy(Name, Call))
    return *M;
  if (Name == "launch")
    return gap("launch of a kernel, which may run beside this one", true);
  if (Name == "grid_sync")
    return barrier(BarrierKind::Grid);
  if (Name == "cluster_sync") { // all threads of the block take part
    CallModel M = clusterBarrier();
    M.Barrier = BarrierKind::Block;
    return M;
  }
  if (Name == "cluster_arrive" || Name == "cluster_wait")
    return clusterBarrier();
  if (Name == "cluster_order") {
    CallModel M = wait("order in the scope of a cluster", false);
    M.Runs = true;
    return M;
  }
  if (Name == "tile_sync") {
    CallModel M = barrier(BarrierKind::Warp);
    M.TileOperand = true;
    return M;
  }
  if (Name == "coalesced_sync")
    return barrier(BarrierKind::Warp);
  if (Name == "barrier_init") {
    CallModel M = of(CallKind::Ignore);
    M.Async = AsyncOp::Kind::Init;
    return M;
  }
  if (Name.starts_with("barrier_")) {
    CallModel M = barrier(BarrierKind::Other, "cuda::barrier");
    M.Runs = true;
    if (Name.contains("wait") || Name.contains("test"))
      M.Async = AsyncOp::Kind::Await;
    else if (Name != "barrier_end")
      M.Async = AsyncOp::Kind::Arrive;
    return M;
  }
  if (Name == "ldmatrix" || Name == "stmatrix" || Name == "mma" || Name == "policy" ||
      Name.starts_with("wmma"))
    return of(CallKind::ThreadValue);
  if (Name == "async_copy")
    return of(CallKind::AsyncCopy);
  if (Name == "async_commit")
    return of(CallKind::AsyncCommit);
  if (Name == "async_wait")
    return asyncWait(/*CountOperand=*/true, /*All=*/false);
  if (Name == "tex_read" || Name == "tex_fetch")
    return of(CallKind::WritesLocal);
  if (Name == "surf_read")
    return of(CallKind::SurfaceRead);
  if (Name == "surf_write")
    return of(CallKind::SurfaceWrite);
  return of(CallKind::Value);
}

static bool isHarmless(StringRef Name) {
  return Name == "vprintf" || Name == "printf" || Name == "free" || Name == "__nanosleep" ||
         Name == "puts" || Name == "putchar" || Name.starts_with("__cxa_");
}

/// Functions of <cmath> that no header maps to libdevice.
static bool isMath(StringRef Name) {
  static constexpr StringRef Names[] = {
      "abs",   "acos",   "acosh",     "asin",    "asinh",    "atan",      "atan2",     "atanh",
      "cbrt",  "ceil",   "copysign",  "cos",     "cosh",     "erf",       "erfc",      "exp",
      "exp10", "exp2",   "expm1",     "fabs",    "fdim",     "floor",     "fma",       "fmax",
      "fmin",  "fmod",   "hypot",     "ilogb",   "isfinite", "isinf",     "isnan",     "isnormal",
      "ldexp", "lgamma", "llrint",    "llround", "log",      "log10",     "log1p",     "log2",
      "logb",  "lrint",  "lround",    "max",     "min",      "nearbyint", "nextafter", "pow",
      "powi",  "powif",  "remainder", "rint",    "round",    "rsqrt",     "scalbn",    "signbit",
      "sin",   "sinh",   "sqrt",      "tan",     "tanh",     "tgamma",    "trunc"};
  Name.consume_front("std::");
  if (llvm::is_contained(Names, Name))
    return true;
  return (Name.consume_back("f") || Name.consume_back("l")) && llvm::is_contained(Names, Name);
}

static CallModel external(const llvm::Function &F, const CallBase &Call) {
  StringRef Name = F.getName();
  if (registerOf(Call))
    return of(CallKind::ThreadValue);
  if (Name.starts_with("__cudafix_"))
    return embedded(Name.drop_front(10), Call);
  if (Name == "__assertfail" || Name == "__assert_fail" || Name == "abort" || Name == "__trap")
    return of(CallKind::Trap);
  if (Name.starts_with("__nv_")) {
    for (const llvm::Use &A : Call.args())
      if (A->getType()->isPointerTy())
        return gap("libdevice function with a result in memory", true);
    return of(CallKind::Value);
  }
  if (Name == "malloc" || Name == "_Znwm" || Name == "_Znam" || Name == "aligned_alloc" ||
      Name.starts_with("clock"))
    return of(CallKind::ThreadValue);
  if (isHarmless(Name) || Name == "_ZdlPv" || Name == "_ZdaPv")
    return of(CallKind::Ignore);
  std::string Pretty = llvm::demangle(Name);
  if (!F.isDeclaration())
    return wait("call not inlined: " + Pretty, true);
  if (F.hasFnAttribute(UnreadBody))
    return wait("call of a function whose body could not be read: " + Pretty, true);
  bool Pointers = llvm::any_of(Call.args(), [&](const llvm::Use &A) {
    return A->getType()->isPointerTy() && !Call.isByValArgument(A.getOperandNo());
  });
  const StringRef Base = StringRef(Pretty).split('(').first;
  const bool ReadsText = Base == "nan" || Base == "nanf"; // and nothing else
  if (Call.doesNotAccessMemory() || ReadsText || (!Pointers && isMath(Base)))
    return of(Call.getType()->isVoidTy() ? CallKind::Ignore : CallKind::Value);
  // Without a pointer argument it counts as a computation of its arguments.
  std::string Why = "call of a function defined elsewhere: " + Pretty;
  return Pointers ? wait(Why, true) : gap(Why, false);
}

static CallModel inlineAsm(const llvm::InlineAsm &A, const CallBase &Call) {
  bool Clobbers = llvm::any_of(A.ParseConstraints(), [](const llvm::InlineAsm::ConstraintInfo &C) {
    return C.Type == llvm::InlineAsm::isClobber && llvm::is_contained(C.Codes, "{memory}");
  });
  AsmModel M = classifyAsm(A.getAsmString(), Clobbers);
  std::string What = "'" + M.What + "' in inline assembly";
  CallModel Of = M.Orders                     ? wait(What + " may order threads", M.Memory)
                 : M.Memory                   ? gap(What + " accesses memory", true)
                 : Call.getType()->isVoidTy() ? of(CallKind::Ignore)
                 : M.Nothing || M.ThreadValue ? of(CallKind::ThreadValue)
                                              : of(CallKind::Value);
  // Statements that AsmLowering did not lower: their operands are not known.
  StringRef Text = A.getAsmString();
  if (Text.contains("fence.proxy.async"))
    Of.Async = AsyncOp::Kind::ProxyFence;
  else if (Text.contains("bulk.wait_group"))
    Of.Async = AsyncOp::Kind::WaitGroup;
  else if (Text.contains("wgmma.wait_group"))
    Of.Async = AsyncOp::Kind::WaitMultiply;
  else if (Text.contains("wgmma.commit_group"))
    Of.Async = AsyncOp::Kind::CommitMultiply;
  else if (Text.contains("tcgen05.wait::st"))
    Of.Async = AsyncOp::Kind::WaitTensor;
  else if (Text.contains("tcgen05.st."))
    Of.Async = AsyncOp::Kind::StoreTensor;
  return Of;
}

CallModel frontend::classify(const CallBase &Call) {
  if (auto *I = llvm::dyn_cast<llvm::IntrinsicInst>(&Call))
    return intrinsic(*I);
  const llvm::Value *Callee = Call.getCalledOperand();
  if (auto *A = llvm::dyn_cast<llvm::InlineAsm>(Callee))
    return inlineAsm(*A, Call);
  if (auto *F = llvm::dyn_cast<llvm::Function>(Callee->stripPointerCasts()))
    return external(*F, Call);
  return wait("indirect call", true);
}

bool frontend::readsClock(const CallBase &Call) {
  if (const PtxRegister *R = registerOf(Call))
    return R->isClock();
  if (auto *Asm = llvm::dyn_cast<llvm::InlineAsm>(Call.getCalledOperand()))
    return llvm::any_of(registersIn(Asm->getAsmString()),
                        [](const PtxRegister *R) { return R->isClock(); });
  const llvm::Function *F = Call.getCalledFunction();
  return F && F->getName().starts_with("clock");
}

bool frontend::isUnmodelled(const CallModel &M) {
  return M.Kind == CallKind::Gap || M.MayAccessMemory || M.AcrossBlocks;
}

bool frontend::isBlockBarrier(const CallModel &M) {
  return M.Kind == CallKind::Barrier &&
         (M.Barrier == BarrierKind::Block || M.Barrier == BarrierKind::Grid);
}

bool frontend::keepsCommonValue(const llvm::CallBase &Call) {
  static constexpr llvm::StringLiteral Names[] = {
      "vote.any.sync", "vote.all.sync",   "shfl.sync",       "redux.sync.min", "redux.sync.max",
      "redux.sync.or", "redux.sync.umin", "redux.sync.umax", "redux.sync.and"};
  const llvm::Function *F = Call.getCalledFunction();
  llvm::StringRef Name = F ? F->getName() : "";
  bool WithPredicate = Name.ends_with("p"); // also returns if the source lane is in the segment
  return Name.consume_front("llvm.nvvm.") && !WithPredicate &&
         llvm::any_of(Names, [&](llvm::StringRef N) { return Name.starts_with(N); });
}

bool frontend::namesWholeWarp(const llvm::Value *Mask) {
  if (auto *C = dyn_cast<llvm::CallBase>(Mask))
    return C->hasMetadata(TogetherMetadata);
  return match(Mask, llvm::PatternMatch::m_AllOnes());
}

bool frontend::isWarpUniform(const llvm::CallBase &Call) {
  using namespace llvm;
  const Function *F = Call.getCalledFunction();
  StringRef Name = F ? F->getName() : "";
  auto Is = [&](unsigned I, uint64_t Value) {
    auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(I));
    return C && C->getZExtValue() == Value;
  };
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  constexpr uint64_t WholeWarp = 31;
  auto Whole = [&](unsigned I) { return namesWholeWarp(Call.getArgOperand(I)); };
  if (Name.starts_with("shfl.sync.idx")) // mask, value, lane, clamp and segment mask
    return Whole(0) && isa<ConstantInt>(Call.getArgOperand(2)) && Is(3, WholeWarp);
  if (Name.starts_with("vote.any.sync") || Name.starts_with("vote.all.sync") ||
      Name.starts_with("vote.ballot.sync"))
    return Whole(0);
  return Name.starts_with("redux.sync") && Whole(1); // value, mask
}
