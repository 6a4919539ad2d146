// SPDX-License-Identifier: Apache-2.0
#include "host/Streams.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace cudafix::host;

bool cudafix::host::surelyDiffer(const Stream &A, const Stream &B) {
  if (A.What == Stream::Kind::Unknown || B.What == Stream::Kind::Unknown)
    return false;
  if (A.What != B.What || A.What != Stream::Kind::Created)
    return A.What != B.What;
  if (A.Call && B.Call && A.Call != B.Call)
    return true;
  return A.Object != B.Object || A.Offset != B.Offset;
}

static StringRef nameOf(const CallBase &C) {
  return C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
}

static bool isCreation(const CallBase &C) {
  return nameOf(C).starts_with("cudaStreamCreate") && C.arg_size() > 0;
}

/// Returns true if the stream may have been created without cudaStreamNonBlocking.
static bool mayBlock(const CallBase &C) {
  constexpr uint64_t NonBlocking = 1;
  const auto *Flags = C.arg_size() > 1 ? dyn_cast<ConstantInt>(C.getArgOperand(1)) : nullptr;
  return !Flags || !(Flags->getZExtValue() & NonBlocking);
}

Stream Streams::of(Value *Handle, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  constexpr uint64_t LegacyHandle = 1, PerThreadHandle = 2;
  Handle = Handle->stripPointerCasts();
  auto Default = [&](bool OfThread) {
    Stream S;
    S.What = OfThread ? Stream::Kind::PerThread : Stream::Kind::Legacy;
    return S;
  };
  if (isa<ConstantPointerNull>(Handle))
    return Default(PerThread);
  if (auto *Number = dyn_cast<ConstantExpr>(Handle);
      Number && Number->getOpcode() == Instruction::IntToPtr)
    if (auto *I = dyn_cast<ConstantInt>(Number->getOperand(0));
        I && (I->getZExtValue() == LegacyHandle || I->getZExtValue() == PerThreadHandle))
      return Default(I->getZExtValue() == PerThreadHandle);
  if (auto *L = dyn_cast<LoadInst>(Handle); L && Depth < MaxDepth)
    return held(Memory.find(Memory.place(L->getPointerOperand()), 8, *L), Depth);
  return Stream();
}

Stream Streams::held(const Content &C, unsigned Depth) {
  Stream S;
  if (C.What == Content::Kind::Zero) {
    S.What = PerThread ? Stream::Kind::PerThread : Stream::Kind::Legacy;
    return S;
  }
  if (C.What == Content::Kind::Value)
    return C.Byte || !C.Stored->getType()->isPointerTy() ? S : of(C.Stored, Depth + 1);
  if (C.Call && isCreation(*C.Call)) {
    Place Made = Memory.place(C.Call->getArgOperand(0));
    if (Made.Base == C.At.Base && Made.Offset == C.At.Offset) {
      S.What = Stream::Kind::Created;
      S.Object = C.At.Base;
      S.Offset = C.At.Offset;
      S.Call = C.Call;
      S.MayBlock = mayBlock(*C.Call);
      return S;
    }
  }
  if (std::optional<Stream> Filled = filledByCreation(C.At))
    return *Filled;
  return S;
}

/// A local variable or array that only cudaStreamCreate writes: each handle in it is a separate
/// stream.
std::optional<Stream> Streams::filledByCreation(Place At) {
  if (!isa_and_nonnull<AllocaInst>(At.Base))
    return std::nullopt;
  Stream S;
  S.What = Stream::Kind::Created;
  S.Object = At.Base;
  S.Offset = At.Offset;
  S.MayBlock = false;
  bool Created = false;
  SmallVector<const Value *, 8> Work{At.Base};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      const auto *C = dyn_cast<CallBase>(U);
      if (isa<GEPOperator, PHINode>(U)) {
        Work.push_back(U);
      } else if (C && isCreation(*C)) {
        Created = true;
        S.MayBlock |= mayBlock(*C);
      } else if (const auto *I = dyn_cast<Instruction>(U);
                 !isa<LoadInst>(U) && !(I && I->isLifetimeStartOrEnd())) {
        return std::nullopt;
      }
    }
  }
  return Created ? std::optional(S) : std::nullopt;
}
