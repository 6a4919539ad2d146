// SPDX-License-Identifier: Apache-2.0
#include "host/StreamOps.h"
#include "host/HostFacts.h"
#include "host/LaunchAttributes.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

namespace {

/// A runtime function that moves or fills memory; operands by position, -1: none.
struct CopyKind {
  StringLiteral Name;
  int To, From, Bytes, Kind, Handle;
  bool Waits;
};

constexpr CopyKind Copies[] = {
    {"cudaMemcpy", 0, 1, 2, 3, -1, true},    {"cudaMemcpyAsync", 0, 1, 2, 3, 4, false},
    {"cudaMemcpy2D", 0, 2, 4, 6, -1, true},  {"cudaMemcpy2DAsync", 0, 2, 4, 6, 7, false},
    {"cudaMemset", 0, -1, 2, -1, -1, false}, {"cudaMemsetAsync", 0, -1, 2, -1, 3, false},
};

enum MemcpyKind : uint64_t { HostToHost, HostToDevice, DeviceToHost, DeviceToDevice, Default };

} // namespace

StreamOps::StreamOps(Function &F, HostMemory &Memory, bool PerThread)
    : F(F), Memory(Memory), Handles(Memory, PerThread), Terms(Ctx, Memory), Pointers(Terms, Ctx) {}

/// Returns true for page-locked memory, whose copies may run while host code continues.
bool StreamOps::isPinned(Value *Pointer) {
  auto *L = dyn_cast<LoadInst>(Memory.place(Pointer).Base);
  if (!L)
    return false;
  Content C = Memory.find(Memory.place(L->getPointerOperand()), 8, *L);
  StringRef Name =
      C.Call && C.Call->getCalledFunction() ? C.Call->getCalledFunction()->getName() : "";
  return Name == "cudaMallocHost" || Name == "cudaHostAlloc";
}

void StreamOps::addTouch(StreamOp &Op, Value *Pointer, bool Writes, Value *Bytes) {
  std::optional<PointerOrigin> O = Pointers.of(Pointer);
  if (!O || !O->Offset)
    return;
  // an unknown size may be more than 0
  const auto *Known = dyn_cast<ConstantInt>(Bytes);
  Op.Touches.push_back({*O, NoId, Writes, Known ? Known->getZExtValue() : 1});
}

std::optional<StreamOp> StreamOps::copy(CallBase &C) {
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  const CopyKind *K = find_if(Copies, [&](const CopyKind &K) { return K.Name == Name; });
  auto Has = [&](int I) { return I < static_cast<int>(C.arg_size()); };
  if (K == std::end(Copies) || !Has(std::max({K->To, K->From, K->Bytes, K->Kind, K->Handle})))
    return std::nullopt;
  StreamOp Op;
  Op.Call = &C;
  Op.Name = Name.str();
  Op.In = Handles.of(K->Handle < 0 ? ConstantPointerNull::get(PointerType::get(C.getContext(), 0))
                                   : C.getArgOperand(K->Handle));
  Op.Waits = K->Waits;
  if (K->From < 0) {
    addTouch(Op, C.getArgOperand(K->To), true, C.getArgOperand(K->Bytes));
    return Op;
  }
  const auto *Kind = dyn_cast<ConstantInt>(C.getArgOperand(K->Kind));
  uint64_t Way = Kind ? Kind->getZExtValue() : Default;
  Op.MayWait = Way != DeviceToDevice &&
               !(Way == DeviceToHost && isPinned(C.getArgOperand(K->To))) &&
               !(Way == HostToDevice && isPinned(C.getArgOperand(K->From)));
  Op.MayBeDone = Op.Waits || (Op.MayWait && Way != HostToDevice);
  if (Way == HostToDevice || Way == DeviceToDevice)
    addTouch(Op, C.getArgOperand(K->To), true, C.getArgOperand(K->Bytes));
  if (Way == DeviceToHost || Way == DeviceToDevice)
    addTouch(Op, C.getArgOperand(K->From), false, C.getArgOperand(K->Bytes));
  return Op;
}

std::optional<StreamOp> StreamOps::launch(const HostLaunch &L, Models Of) {
  constexpr unsigned PushedStream = 7, CalledStream = 7, ConfigStream = 32;
  const Kernel *K = L.Selected ? nullptr : Of(L.Kernel);
  StringRef Name = L.Call->getCalledFunction() ? L.Call->getCalledFunction()->getName() : "";
  const bool HasConfig = Name == "cudaLaunchKernelExC";
  const bool Runtime = Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel";
  if (!K || !(HasConfig || (Runtime && L.Call->arg_size() > CalledStream)))
    return std::nullopt;
  StreamOp Op;
  Op.Call = L.Call;
  Op.Name = Name.str();
  Op.Launched = K;
  if (HasConfig) {
    const Place Config = Memory.place(L.Call->getArgOperand(0));
    Content In = Memory.find({Config.Base, Config.Offset + ConfigStream}, 8, *L.Call);
    if (In.What == Content::Kind::Value && !In.Byte && In.Stored->getType()->isPointerTy())
      Op.In = Handles.of(In.Stored);
    Op.Overlaps = launchAttributes(*L.Call, Memory, Terms).Overlaps;
  } else {
    Op.In = Handles.of(L.Push ? L.Push->getArgOperand(PushedStream)
                              : L.Call->getArgOperand(CalledStream));
  }
  for (unsigned I = 0; I < 6 && L.Push; ++I)
    if (auto *Dim = dyn_cast<ConstantInt>(L.Push->getArgOperand(I)))
      Op.Constants[(I < 3 ? K->Ctx->gridDim(I) : K->Ctx->blockDim(I - 3))->symbol()] =
          Dim->getZExtValue();
  for (unsigned I = 0; I < K->Params.size(); ++I) {
    const Kernel::Param &P = K->Params[I];
    std::optional<Place> At = argumentPlace(L, Memory, I);
    if (!At)
      continue;
    if (P.Pointer && P.Array != NoId) {
      std::optional<PointerOrigin> O = Pointers.at(*At, *L.Call);
      if (O && O->Offset)
        Op.Touches.push_back({*O, P.Array, false, 0});
    } else if (P.Symbol != NoId) {
      unsigned Width = K->Ctx->symbol(P.Symbol).Width;
      Expr Value = Terms.memory(*At, (Width + 7) / 8 * 8, *L.Call);
      if (Value && Value->isConst())
        Op.Constants[P.Symbol] = Value->value();
    }
  }
  return Op;
}

std::vector<StreamOp> StreamOps::collect(ArrayRef<HostLaunch> Launches, Models Of) {
  std::vector<StreamOp> Ops;
  auto Add = [&](std::optional<StreamOp> Op, const Instruction &At) {
    if (!Op)
      return;
    if (std::vector<const DILocation *> Places = userPlaces(At); !Places.empty())
      Op->Loc = host::locationOf(*Places.front());
    Ops.push_back(std::move(*Op));
  };
  for (Instruction &I : instructions(F)) {
    auto *C = dyn_cast<CallBase>(&I);
    if (!C)
      continue;
    Add(copy(*C), I);
    for (const HostLaunch &L : Launches)
      if (L.Call == C)
        Add(launch(L, Of), L.Push ? *L.Push : *L.Call);
  }
  return Ops;
}
