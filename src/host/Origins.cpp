// SPDX-License-Identifier: Apache-2.0

#include "host/Origins.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

static constexpr unsigned MaxDepth = 16;

/// The product of two sizes, without wrapping: allocations are no larger than memory.
static Expr product(ExprContext &Ctx, Expr A, Expr B) {
  return A && B ? Ctx.mul(A, B, NSW | NUW) : Expr();
}

/// The extent that an allocating call gives to the pointer that it returns, or to the pointer to
/// which its first argument points.
static Expr extent(HostTerms &T, ExprContext &Ctx, CallBase &C, bool Returned) {
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  auto Arg = [&](unsigned I) { return I < C.arg_size() ? T.of(C.getArgOperand(I)) : Expr(); };
  if (Returned) {
    if (Name == "malloc" || Name == "_Znwm" || Name == "_Znam")
      return Arg(0);
    if (Name == "aligned_alloc")
      return Arg(1);
    return Name == "calloc" ? product(Ctx, Arg(0), Arg(1)) : Expr();
  }
  static constexpr StringLiteral Sized[] = {"cudaMalloc",      "cudaMallocManaged",
                                            "cudaMallocHost",  "cudaHostAlloc",
                                            "cudaMallocAsync", "cudaMallocFromPoolAsync"};
  if (is_contained(Sized, Name))
    return Arg(1);
  if (Name == "cudaMallocPitch" && C.getNextNode()) { // rows of the pitch it found
    Place Pitch = T.hostMemory().place(C.getArgOperand(1));
    return product(Ctx, T.memory(Pitch, 64, *C.getNextNode()), Arg(3));
  }
  if (Name == "cudaMalloc3D" && C.getNextNode()) { // cudaPitchedPtr, cudaExtent
    Place To = T.hostMemory().place(C.getArgOperand(0));
    Place Size = T.hostMemory().place(C.getArgOperand(1));
    Expr Rows = product(Ctx, T.memory({Size.Base, Size.Offset + 8}, 64, C),
                        T.memory({Size.Base, Size.Offset + 16}, 64, C));
    return product(Ctx, T.memory({To.Base, To.Offset + 8}, 64, *C.getNextNode()), Rows);
  }
  return Expr();
}

Expr Origins::bytes(CallBase &C) { return extent(T, Ctx, C, C.getType()->isPointerTy()); }

static uint64_t word(const void *P) { return reinterpret_cast<uintptr_t>(P); }

PointerOrigin Origins::object(const Key &K) {
  PointerOrigin O;
  O.Object = Objects.try_emplace(K, Objects.size()).first->second;
  O.Offset = Ctx.constant(0, 64);
  return O;
}

/// The way that was taken at this meeting point; null: not given.
Value *Origins::way(Value &Meeting) {
  Value *Way = Taken.lookup(&Meeting);
  if (!Way)
    Open.insert(&Meeting);
  return Way;
}

/// The value on the way that was taken; null: it is no choice, or the way is open.
Value *Origins::onWay(Value &V) {
  if (auto *Phi = dyn_cast<PHINode>(&V))
    if (Value *From = way(*Phi->getParent()))
      return Phi->getIncomingValueForBlock(cast<BasicBlock>(From));
  if (auto *Choice = dyn_cast<SelectInst>(&V))
    if (Value *Is = way(*Choice->getCondition()))
      return cast<ConstantInt>(Is)->isZero() ? Choice->getFalseValue() : Choice->getTrueValue();
  return nullptr;
}

std::optional<PointerOrigin> Origins::at(Place Slot, Instruction &I, unsigned Depth) {
  Content C = T.hostMemory().find(Slot, 8, I);
  for (unsigned N = 0; N < MaxDepth; ++N) {
    MemoryPhi *Join = T.hostMemory().joinOf(C);
    Value *From = Join ? way(*Join->getBlock()) : nullptr;
    if (!From)
      break;
    C = T.hostMemory().findOnWay(C.At, 8, *Join, cast<BasicBlock>(From));
  }
  if (C.What == Content::Kind::Value)
    return C.Byte == 0 && C.Stored->getType()->isPointerTy() ? of(C.Stored, Depth + 1)
                                                             : std::nullopt;
  if (C.What == Content::Kind::Zero)
    return std::nullopt;
  PointerOrigin O = object({word(C.By), word(C.At.Base), uint64_t(C.At.Offset)});
  if (!C.Call || C.Call->arg_empty() || !C.Call->getArgOperand(0)->getType()->isPointerTy())
    return O;
  Place First = T.hostMemory().place(C.Call->getArgOperand(0));
  if (First.Base == C.At.Base && First.Offset == C.At.Offset) {
    const Function *Callee = C.Call->getCalledFunction();
    if (Callee && (Callee->getName() == "cudaGetSymbolAddress" ||
                   Callee->getName() == "cudaHostGetDevicePointer"))
      return of(C.Call->getArgOperand(1), Depth + 1);
    O.Bytes = extent(T, Ctx, *C.Call, false);
    O.Allocation = O.Bytes ? C.Call : nullptr;
  }
  return O;
}

/// The memory of a tensor, or another tensor that is a view of the same memory.
std::optional<PointerOrigin> Origins::ofTensor(CallBase &C, unsigned Depth) {
  const Function &F = *C.getCalledFunction();
  const bool IsData = F.getName() == "__cudafix_tensor_data";
  if (!IsData && F.getName() != "__cudafix_tensor_view")
    return std::nullopt;
  std::optional<PointerOrigin> Tensor = of(C.getArgOperand(0), Depth);
  return Tensor && IsData ? std::optional(object({word(&F), Tensor->Object})) : Tensor;
}

static bool isSubscript(const Function &F) {
  ItaniumPartialDemangler Name;
  const std::string Mangled = F.getName().str(); // the demangler keeps pointers into it
  if (Name.partialDemangle(Mangled.c_str()) || !Name.isFunction())
    return false;
  char *Base = Name.getFunctionBaseName(nullptr, nullptr);
  const bool Is = StringRef(Base ? Base : "") == "operator[]";
  std::free(Base);
  return Is;
}

/// Identifies the pointer that a getter returns: by the method, its object, and the fact that the
/// object is unchanged. A const method without arguments, or a subscript operator, does not
/// allocate.
std::optional<Origins::Key> Origins::ofGetter(CallBase &C) {
  const std::optional<unsigned> Object = objectOfConstMethod(C);
  const bool IsSubscript = Object && isSubscript(*C.getCalledFunction());
  if (Object != 0U || C.arg_size() != (IsSubscript ? 2 : 1))
    return std::nullopt;
  const Place At = T.hostMemory().place(C.getArgOperand(0));
  const Content Is = T.hostMemory().find(At, 8, C);
  Key K{word(C.getCalledFunction()), word(At.Base), uint64_t(At.Offset),
        uint64_t(Is.What),           word(Is.By),   word(Is.Stored)};
  if (IsSubscript) {
    Expr Index = T.of(C.getArgOperand(1));
    if (!Index)
      return std::nullopt;
    K.push_back(Index->id());
  }
  return K;
}

std::optional<PointerOrigin> Origins::of(Value *V, unsigned Depth) {
  if (Depth > MaxDepth)
    return std::nullopt;
  V = V->stripPointerCasts();
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    auto O = of(G->getPointerOperand(), Depth + 1);
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(64, 0);
    auto *I = dyn_cast<Instruction>(V);
    if (!O || !I || !G->collectOffset(I->getDataLayout(), 64, Variable, Constant)) {
      if (O)
        O->Offset = Expr();
      return O;
    }
    Expr Sum = Ctx.constant(Constant.getZExtValue(), 64);
    for (auto &[Index, Scale] : Variable) {
      Expr E = T.of(Index);
      if (!E)
        Sum = Expr();
      if (!Sum)
        break;
      Sum =
          Ctx.add(Sum, Ctx.mul(Ctx.sext(E, 64), Ctx.constant(Scale.getZExtValue(), 64), NSW), NSW);
    }
    O->Offset = Sum && O->Offset ? Ctx.add(O->Offset, Sum, NSW) : Expr();
    return O;
  }
  if (auto *L = dyn_cast<LoadInst>(V))
    return at(T.hostMemory().place(L->getPointerOperand()), *L, Depth + 1);
  if (isa<ConstantPointerNull, UndefValue>(V))
    return std::nullopt;
  if (Value *Chosen = onWay(*V))
    return of(Chosen, Depth + 1);
  auto *C = dyn_cast<CallBase>(V);
  if (C && C->getCalledFunction())
    if (StringRef Name = C->getCalledFunction()->getName(); Name.starts_with("__cudafix_tensor_"))
      if (std::optional<PointerOrigin> O = ofTensor(*C, Depth + 1))
        return O;
  std::optional<Key> Getter = C ? ofGetter(*C) : std::nullopt;
  PointerOrigin O = object(Getter ? *Getter : Key{word(V)});
  if (C) {
    O.Bytes = extent(T, Ctx, *C, true);
    O.Allocation = O.Bytes ? C : nullptr;
  }
  return O;
}
