// SPDX-License-Identifier: Apache-2.0
//
// Statements of PTX that access memory or order threads.

#include "frontend/ptx/AsmLowering.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix::frontend;

namespace {
/// A term that is added to the pointer of an address, or subtracted from it.
struct Summand {
  Value *V;
  bool Negative = false;
};
} // namespace

/// Splits the address into one pointer and the terms that are added to it.
static bool takeApart(Value *Address, Value *&Base, SmallVectorImpl<Summand> &Added,
                      unsigned Depth = 0) {
  if (auto *P = dyn_cast<PtrToIntOperator>(Address)) {
    if (Base)
      return false;
    Base = P->getPointerOperand();
    return true;
  }
  if (Depth < 16) {
    // The register was set under the same predicate: if it does not hold, nothing is accessed.
    if (auto *Select = dyn_cast<SelectInst>(Address))
      if (auto *No = dyn_cast<ConstantInt>(Select->getFalseValue()); No && No->isZero())
        return takeApart(Select->getTrueValue(), Base, Added, Depth + 1);
    if (auto *Sum = dyn_cast<AddOperator>(Address))
      return takeApart(Sum->getOperand(0), Base, Added, Depth + 1) &&
             takeApart(Sum->getOperand(1), Base, Added, Depth + 1);
    if (auto *Difference = dyn_cast<SubOperator>(Address)) {
      Added.push_back({Difference->getOperand(1), /*Negative=*/true});
      return takeApart(Difference->getOperand(0), Base, Added, Depth + 1);
    }
    if (isa<TruncInst, ZExtInst>(Address)) {
      Value *Inner = nullptr;
      SmallVector<Summand, 4> Summands;
      if (!takeApart(cast<CastInst>(Address)->getOperand(0), Inner, Summands, Depth + 1) ||
          (Inner && Base))
        return false;
      if (Inner) {
        Base = Inner;
        Added.append(Summands.begin(), Summands.end());
        return true;
      }
    }
  }
  Added.push_back({Address});
  return true;
}

/// The generic pointer that a register holds; null if not known.
Value *AsmLowering::pointer(Value *V) {
  if (!V->getType()->isPointerTy()) {
    Value *Base = nullptr;
    SmallVector<Summand, 4> Added;
    if (!V->getType()->isIntegerTy() || !takeApart(V, Base, Added) || !Base)
      return nullptr;
    V = Base;
    for (const Summand &S : Added) {
      Value *Offset = B.CreateSExtOrTrunc(S.V, B.getInt64Ty());
      V = B.CreateGEP(B.getInt8Ty(), V, S.Negative ? B.CreateNeg(Offset) : Offset);
    }
  }
  return B.CreatePointerBitCastOrAddrSpaceCast(V, B.getPtrTy());
}

/// "[$1+16]"
Value *AsmLowering::address(StringRef Operand) {
  if (!Operand.consume_front("[") || !Operand.consume_back("]"))
    return nullptr;
  auto [Base, Rest] = Operand.split('+');
  int64_t Offset = 0;
  if (!Rest.empty() && Rest.trim().getAsInteger(0, Offset))
    return nullptr;
  Value *Register = Registers.lookup(Base.trim());
  Value *P = Register ? pointer(Register) : nullptr;
  return P && Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), P, Offset) : P;
}

/// The address of an access; in another block's shared memory it may be just a number.
Value *AsmLowering::addressInCluster(unsigned I) {
  Value *P = address(Now->Operands[I]);
  if (P || !Now->Opcode.contains(".shared::cluster"))
    return P;
  P = addressOfNumber(I, /*Shared=*/true);
  return isa<ConstantPointerNull>(P) ? nullptr : P;
}

/// The address of a shared memory location in the block with a rank, or the rank of an address:
/// mapa{.shared::cluster}.u32 d, a, rank; getctarank.u32 d, a.
bool AsmLowering::mapAddress() {
  const bool Maps = Now->Opcode.starts_with("mapa.");
  if (Now->Operands.size() != (Maps ? 3u : 2u))
    return false;
  Value *P = Registers.lookup(Now->Operands[1]);
  P = P ? pointer(P) : nullptr;
  if (!P) {
    Value *Number = source(1, B.getInt32Ty());
    if (!Number || !Now->Opcode.contains(".shared::cluster"))
      return false;
    P = call("__cudafix_shared_at", {Number}, B.getPtrTy());
  }
  if (!Maps) {
    assign(Now->Operands[0], call("__cudafix_shared_rank", {P}, B.getInt32Ty()));
    return true;
  }
  Value *Rank = source(2, B.getInt32Ty());
  if (!Rank)
    return false;
  Value *To =
      B.CreatePtrToInt(call("__cudafix_map_shared", {P, Rank}, B.getPtrTy()), B.getInt64Ty());
  assign(Now->Operands[0], Now->Opcode.ends_with(".u32") ? B.CreateTrunc(To, B.getInt32Ty()) : To);
  return true;
}

/// barrier.cluster.arrive{.release,.relaxed}{.aligned}, barrier.cluster.wait{.acquire}{.aligned}
bool AsmLowering::clusterBarrier() {
  StringRef Op = Now->Opcode;
  const bool Relaxed = Op.contains(".relaxed");
  if (Op.starts_with("barrier.cluster.arrive"))
    call("__cudafix_cluster_arrive", {B.getInt32(Relaxed)});
  else if (Op.starts_with("barrier.cluster.wait") && !Relaxed)
    call("__cudafix_cluster_wait", {});
  else
    return false;
  return true;
}

/// Parses the modifiers between the opcode and the type.
AsmLowering::Order AsmLowering::order() {
  Order O;
  SmallVector<StringRef, 8> Parts;
  Now->Opcode.split(Parts, '.');
  auto Scope = [&](StringRef Name) { return B.getContext().getOrInsertSyncScopeID(Name); };
  bool Update = Parts[0] == "atom" || Parts[0] == "red", Scoped = false;
  if (Update)
    O.Ordering = AtomicOrdering::Monotonic;
  for (StringRef P : ArrayRef(Parts).drop_front().drop_back(Parts.size() > 1)) {
    if (P == "relaxed" || P == "acquire" || P == "release" || P == "acq_rel") {
      O.Ordering = StringSwitch<AtomicOrdering>(P)
                       .Case("acquire", AtomicOrdering::Acquire)
                       .Case("release", AtomicOrdering::Release)
                       .Case("acq_rel", AtomicOrdering::AcquireRelease)
                       .Default(AtomicOrdering::Monotonic);
    } else if (P == "cta" || P == "cluster" || P == "gpu" || P == "sys") {
      O.Scope = P == "sys" ? SyncScope::System : Scope(P == "cta" ? "block" : "device");
      O.OfCluster = P == "cluster";
      Scoped = true;
    } else if (P == "volatile" || P == "cv" || P == "wt" || P == "mmio") {
      O.Volatile = true;
    } else if (P == "v2" || P == "v4") {
      O.Elements = P == "v2" ? 2 : 4;
    } else if (P == "global" || P == "shared" || P == "shared::cta" || P == "shared::cluster" ||
               P == "local" || P == "const" || P == "weak" || P == "nc" || P == "ca" || P == "cg" ||
               P == "cs" || P == "lu" || P == "wb" || P.starts_with("L1::") ||
               P.starts_with("L2::")) {
      continue; // cache hints, and the state space, which the pointer also has
    } else if (Update && O.Op.empty()) {
      O.Op = P;
    } else {
      O.Unknown = P;
    }
  }
  if (Update && !Scoped)
    O.Scope = Scope("device");
  return O;
}

/// ld and st. Elements of a vector that other threads may change are separate accesses.
bool AsmLowering::access(bool Load) {
  StringRef Name = Now->Opcode.split('.').first, Type = Now->Opcode.rsplit('.').second;
  Order O = order();
  llvm::Type *T = typeOf(Type);
  bool Hinted = Now->Opcode.contains("cache_hint");
  if ((Name != "ld" && Name != "ldu" && Name != "st") || !O.Unknown.empty() || !T ||
      Now->Operands.size() != 2u + Hinted)
    return false;
  Value *P = addressInCluster(Load ? 1 : 0);
  StringRef Data = Now->Operands[Load ? 0 : 1];
  SmallVector<StringRef, 4> Registers;
  bool Braces = Data.consume_front("{") && Data.consume_back("}"); // {%0} is %0
  if (O.Elements > 1 && !Braces)
    return false;
  Data.split(Registers, ',');
  if (!P || Registers.size() != O.Elements)
    return false;
  if (O.OfCluster)
    call("__cudafix_cluster_order", {});
  bool Atomic = O.Ordering != AtomicOrdering::NotAtomic;
  auto Widen = [&](Value *V) {
    bool Signed = Type.starts_with("s") && V->getType()->getIntegerBitWidth() < 32;
    return Signed ? B.CreateSExt(V, B.getInt32Ty()) : V;
  };
  unsigned Parts = Atomic ? O.Elements : 1;
  llvm::Type *Whole = Parts == O.Elements ? T : FixedVectorType::get(T, O.Elements);
  // PTX ISA, "Addresses as Operands": aligned to a multiple of the access size.
  Align Aligned(Whole->getPrimitiveSizeInBits() / 8);
  Value *Vector = PoisonValue::get(Whole);
  for (unsigned I = 0; I < O.Elements && !Load; ++I) {
    Value *V = source(Registers[I].trim(), T);
    if (!V)
      return false;
    Vector = Whole == T ? V : B.CreateInsertElement(Vector, V, I);
    if (Parts == 1 && I + 1 < O.Elements)
      continue;
    Value *To = Parts > 1 && I ? B.CreateConstGEP1_64(T, P, I) : P;
    auto *S = B.CreateAlignedStore(Vector, To, Aligned, O.Volatile);
    if (Atomic)
      S->setAtomic(O.Ordering, O.Scope);
    mark(S);
  }
  for (unsigned I = 0; I < Parts && Load; ++I) {
    auto *L =
        B.CreateAlignedLoad(Whole, I ? B.CreateConstGEP1_64(T, P, I) : P, Aligned, O.Volatile);
    if (Atomic)
      L->setAtomic(O.Ordering, O.Scope);
    mark(L);
    if (Whole == T)
      assign(Registers[I].trim(), T->isIntegerTy() ? Widen(L) : L);
    for (unsigned J = 0; J < O.Elements && Whole != T; ++J)
      assign(Registers[J].trim(), B.CreateExtractElement(L, J));
  }
  return true;
}

/// The value that `Do` computes in lanes below `Lanes` of the warp; unknown in the others.
Value *AsmLowering::inLanesBelow(unsigned Lanes, function_ref<Value *()> Do) {
  if (Lanes >= 32 || Rehearsal)
    return Do();
  BasicBlock *From = branch(B.CreateICmpULT(read(*registerOf("laneid")), B.getInt32(Lanes)));
  mark(From->getTerminator());
  Value *V = Do();
  BasicBlock *Then = B.GetInsertBlock();
  B.SetInsertPoint(&Call);
  if (V->getType()->isVoidTy())
    return V;
  PHINode *Phi = PHINode::Create(V->getType(), 2, "", Call.getParent()->begin());
  Phi->setDebugLoc(Call.getDebugLoc());
  Phi->addIncoming(V, Then);
  Phi->addIncoming(UndefValue::get(V->getType()), From);
  return Phi;
}

/// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 r, [p] and stmatrix.…[p], r: lane i reads or
/// writes one row of 16 bytes, of matrix i / 8; the lanes exchange the rows.
bool AsmLowering::matrix(bool Load) {
  SmallVector<StringRef, 8> Parts;
  Now->Opcode.split(Parts, '.');
  if (Parts.back() != "b16" || !is_contained(Parts, "m8n8") || Now->Operands.size() != 2)
    return false;
  const unsigned Matrices = is_contained(Parts, "x4") ? 4 : is_contained(Parts, "x2") ? 2 : 1;
  StringRef Data = Now->Operands[Load ? 0 : 1];
  SmallVector<StringRef, 4> Registers;
  bool Braces = Data.consume_front("{") && Data.consume_back("}");
  Data.split(Registers, ',');
  Value *P = address(Now->Operands[Load ? 1 : 0]);
  if (!P || Registers.size() != Matrices || (Matrices > 1 && !Braces))
    return false;
  Type *I32 = B.getInt32Ty();
  auto *Row = FixedVectorType::get(I32, 4);
  Value *Form = B.getInt32(Matrices | (is_contained(Parts, "trans") ? MatrixTransposed : 0));
  if (Load) {
    Value *Own = inLanesBelow(8 * Matrices, [&] {
      auto *L = B.CreateAlignedLoad(Row, P, Align(16));
      mark(L);
      return L;
    });
    Value *All = call("__cudafix_ldmatrix", {Form, Own}, Row);
    for (auto [I, Name] : enumerate(Registers))
      assign(Name.trim(), B.CreateExtractElement(All, I));
    return true;
  }
  Value *Held = PoisonValue::get(Row);
  for (unsigned I = 0; I < 4; ++I) {
    Value *V = I < Matrices ? source(Registers[I].trim(), I32) : B.getInt32(0);
    if (!V)
      return false;
    Held = B.CreateInsertElement(Held, V, I);
  }
  Value *Own = call("__cudafix_stmatrix", {Form, Held}, Row);
  inLanesBelow(8 * Matrices, [&] {
    auto *S = B.CreateAlignedStore(Own, P, Align(16));
    mark(S);
    return S;
  });
  return true;
}

/// atom.OP d, [a], b{, c} and red.OP [a], b
bool AsmLowering::update() {
  Order O = order();
  StringRef Type = Now->Opcode.rsplit('.').second;
  llvm::Type *T = typeOf(Type);
  bool Red = Now->Opcode.starts_with("red."), Swap = O.Op == "cas", Signed = Type.starts_with("s");
  unsigned First = Red ? 0 : 1;
  if ((!Red && !Now->Opcode.starts_with("atom.")) || !O.Unknown.empty() || !T || O.Elements != 1 ||
      Now->Operands.size() != First + 2 + Swap || T->getPrimitiveSizeInBits() < 16)
    return false;
  Value *P = addressInCluster(First), *V = source(First + 1, T);
  if (!P || !V)
    return false;
  if (O.OfCluster)
    call("__cudafix_cluster_order", {});
  Instruction *Made = nullptr;
  Value *Result = nullptr;
  if (Swap) {
    Value *New = source(First + 2, T);
    if (!New || !T->isIntegerTy())
      return false;
    auto *X =
        B.CreateAtomicCmpXchg(P, V, New, MaybeAlign(), O.Ordering,
                              AtomicCmpXchgInst::getStrongestFailureOrdering(O.Ordering), O.Scope);
    Made = X;
    Result = B.CreateExtractValue(X, 0);
  } else {
    bool Real = T->isFloatingPointTy();
    using Op = AtomicRMWInst::BinOp;
    auto Code = StringSwitch<Op>(O.Op)
                    .Case("add", Real ? Op::FAdd : Op::Add)
                    .Case("exch", Op::Xchg)
                    .Case("min", Signed ? Op::Min : Op::UMin)
                    .Case("max", Signed ? Op::Max : Op::UMax)
                    .Case("and", Op::And)
                    .Case("or", Op::Or)
                    .Case("xor", Op::Xor)
                    .Case("inc", Op::UIncWrap)
                    .Case("dec", Op::UDecWrap)
                    .Default(Op::BAD_BINOP);
    if (Code == Op::BAD_BINOP || (Real && Code != Op::FAdd))
      return false;
    Result = Made = B.CreateAtomicRMW(Code, P, V, MaybeAlign(), O.Ordering, O.Scope);
  }
  mark(Made);
  if (!Red)
    assign(Now->Operands[0], Result);
  return true;
}

/// cp.async.{ca,cg}.shared.global [a], [b], bytes, and waits for such copies.
bool AsmLowering::asyncCopy() {
  StringRef Op = Now->Opcode;
  if (Op == "cp.async.commit_group")
    return call("__cudafix_async_commit", {});
  if (Op == "cp.async.wait_group") {
    Value *Open = source(0, B.getInt32Ty());
    return Open && call("__cudafix_async_wait", {Open});
  }
  if (Op == "cp.async.wait_all") { // also copies in no group
    call("__cudafix_async_commit", {});
    return call("__cudafix_async_wait", {B.getInt32(0)});
  }
  if (!(Op.starts_with("cp.async.ca.shared") || Op.starts_with("cp.async.cg.shared")) ||
      Now->Operands.size() < 3)
    return false;
  Value *To = address(Now->Operands[0]), *From = address(Now->Operands[1]);
  Value *Bytes = source(2, B.getInt64Ty());
  return To && From && Bytes && call("__cudafix_async_copy", {To, From, Bytes});
}

/// membar.SCOPE, fence.ORDER.SCOPE
bool AsmLowering::fence() {
  SmallVector<StringRef, 4> Parts;
  Now->Opcode.split(Parts, '.');
  bool Known =
      Parts.size() == 2 || (Parts.size() == 3 && (Parts[1] == "sc" || Parts[1] == "acq_rel"));
  if (Known && Parts.back() == "cluster")
    call("__cudafix_cluster_order", {});
  auto Id = StringSwitch<Intrinsic::ID>(Parts.back())
                .Case("cta", Intrinsic::nvvm_membar_cta)
                .Cases({"gl", "gpu", "cluster"}, Intrinsic::nvvm_membar_gl)
                .Case("sys", Intrinsic::nvvm_membar_sys)
                .Default(Intrinsic::not_intrinsic);
  return Known && Id != Intrinsic::not_intrinsic && intrinsic(Id);
}

/// bar.warp.sync mask; bar.sync a{, n}; bar.arrive a, n; bar.red.OP d, a{, n}, p
bool AsmLowering::barrier() {
  StringRef Op = Now->Opcode;
  Type *I32 = B.getInt32Ty();
  if (Op == "bar.warp.sync") {
    Value *Mask = source(0, I32);
    return Mask && intrinsic(Intrinsic::nvvm_bar_warp_sync, {Mask});
  }
  bool Aligned = Op.consume_front("bar.");
  if (!Aligned && !Op.consume_front("barrier."))
    return false;
  Op.consume_front("cta.");
  SmallVector<StringRef, 4> Parts;
  Op.split(Parts, '.');
  if (Parts.size() > 1 && Parts.back() == "aligned") {
    Aligned = true;
    Parts.pop_back();
  }
  size_t Count = Now->Operands.size();
  SmallVector<Value *, 3> Args;
  std::string Name = "llvm.nvvm.barrier.cta." + Parts[0].str();
  size_t First = 0, Last = Count;
  if (Parts[0] == "red" && Parts.size() >= 3 && Count >= 3) {
    if (Parts[2] == "aligned")
      Aligned = true;
    Name += "." + Parts[1].str();
    First = 1;
    Last = Count - 1;
  } else if (Parts.size() != 1 || (Parts[0] != "sync" && Parts[0] != "arrive")) {
    return false;
  }
  for (size_t I = First; I < Last; ++I)
    Args.push_back(source(I, I32));
  bool Sized = Args.size() == 2;
  if (First)
    Args.push_back(source(Count - 1, B.getInt1Ty()));
  Name += Aligned ? ".aligned" : "";
  Intrinsic::ID Id = Intrinsic::lookupIntrinsicID(Name + (Sized ? ".count" : ".all"));
  if (!Id || Args.empty() || Last - First > 2 || is_contained(Args, nullptr))
    return false;
  Value *Result = intrinsic(Id, Args);
  if (First)
    assign(Now->Operands[0], Result);
  return true;
}

/// shfl{.sync}.MODE.b32 d{|p}, a, b, c{, mask}; vote{.sync}.OP d, p{, mask}; match.any.sync d, a,
/// mask; redux.sync.OP d, a, mask; activemask.b32 d; elect.sync d|p, mask (elects the same lane for
/// equal masks)
bool AsmLowering::exchange() {
  SmallVector<StringRef, 5> Parts;
  Now->Opcode.split(Parts, '.');
  Type *I32 = B.getInt32Ty(), *T = typeOf(Parts.back());
  auto [Result, Predicate] = Now->Operands[0].split('|');
  auto Make = [&](const Twine &Name, ArrayRef<Value *> Args) {
    Intrinsic::ID Id = Intrinsic::lookupIntrinsicID(("llvm.nvvm." + Name).str());
    if (!Id || is_contained(Args, nullptr))
      return false;
    Value *V = intrinsic(Id, Args);
    if (V->getType()->isStructTy()) {
      assign(Predicate.trim(), B.CreateExtractValue(V, 1));
      V = B.CreateExtractValue(V, 0);
    }
    assign(Result.trim(), V);
    return true;
  };
  if (Now->Opcode == "activemask.b32")
    return Make("activemask", {});
  if (Now->Opcode == "elect.sync") {
    Value *Mask = source(1, I32);
    if (!Mask || Predicate.empty())
      return false;
    Value *Leader = call("__cudafix_elect", {Mask}, I32);
    assign(Result.trim(), Leader);
    assign(Predicate.trim(), B.CreateICmpEQ(Leader, read(*registerOf("laneid"))));
    return true;
  }
  if (Parts.size() == 4 && Parts[0] == "shfl" && Parts[1] == "sync" && Parts[3] == "b32")
    return Make("shfl.sync." + Parts[2] + (Predicate.empty() ? ".i32" : ".i32p"),
                {source(4, I32), source(1, I32), source(2, I32), source(3, I32)});
  if (Parts.size() == 4 && Parts[0] == "vote" && Parts[1] == "sync" && Predicate.empty())
    return Make("vote." + Parts[2] + ".sync", {source(2, I32), source(1, B.getInt1Ty())});
  if (Parts.size() == 3 && Parts[0] == "shfl" && Parts[2] == "b32")
    return Make("shfl." + Parts[1] + (Predicate.empty() ? ".i32" : ".i32p"),
                {source(1, I32), source(2, I32), source(3, I32)});
  if (Parts.size() == 3 && Parts[0] == "vote" && Predicate.empty())
    return Make("vote." + Parts[1], {source(1, B.getInt1Ty())});
  if (Parts.size() == 4 && Parts[0] == "match" && Parts[2] == "sync" && T)
    return Predicate.empty() == (Parts[1] == "any") &&
           Make("match." + Parts[1] + ".sync.i" + Parts[3].drop_front() +
                    (Predicate.empty() ? "" : "p"),
                {source(2, I32), source(1, T)});
  if (Parts.size() == 4 && Parts[0] == "redux" && Parts[1] == "sync" && T && T->isIntegerTy(32)) {
    bool Unsigned = Parts[3] == "u32" && (Parts[2] == "min" || Parts[2] == "max");
    return Make("redux.sync." + Twine(Unsigned ? "u" : "") + Parts[2],
                {source(1, I32), source(2, I32)});
  }
  return false;
}
