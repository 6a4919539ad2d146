// SPDX-License-Identifier: Apache-2.0
//
// Statements of PTX that make the async proxy copy for a thread, and that order such copies: bulk
// copies, mbarriers, proxy fences (PTX ISA, "cp.async.bulk", "mbarrier", "membar/fence").

#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Forms.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix::frontend;

/// Adds a call that represents the statement, with its opcode.
Value *AsmLowering::asyncCall(StringRef Name, ArrayRef<Value *> Args, Type *Result) {
  Value *Made = call(Name, Args, Result);
  mark(cast<Instruction>(Made));
  return Made;
}

/// The operand as a pointer. If it cannot be traced to a pointer, one converted from its number;
/// null: not even that is possible.
Value *AsmLowering::addressOfNumber(unsigned I, bool Shared) {
  StringRef Operand = I < Now->Operands.size() ? Now->Operands[I] : "";
  if (Value *P = address(Operand))
    return P;
  auto [Base, Rest] = Operand.ltrim('[').rtrim(']').split('+');
  int64_t Offset = 0;
  Value *V = Registers.lookup(Base.trim());
  if (!V || !V->getType()->isIntegerTy() ||
      (!Rest.empty() && Rest.trim().getAsInteger(0, Offset)) ||
      (!Shared && !V->getType()->isIntegerTy(64)))
    return ConstantPointerNull::get(B.getPtrTy());
  if (!Shared)
    return B.CreateIntToPtr(B.CreateAdd(V, B.getInt64(Offset)), B.getPtrTy());
  Value *Number = B.CreateZExtOrTrunc(V, B.getInt32Ty());
  return call("__cudafix_shared_at", {B.CreateAdd(Number, B.getInt32(Offset))}, B.getPtrTy());
}

/// The operation and the type of cp.reduce.async.bulk; 0: not known.
static uint32_t reduction(ArrayRef<StringRef> Parts) {
  auto Type = StringSwitch<int>(Parts.back())
                  .Cases({"u32", "b32"}, int(ReduceType::U32))
                  .Case("s32", int(ReduceType::S32))
                  .Cases({"u64", "b64"}, int(ReduceType::U64))
                  .Case("s64", int(ReduceType::S64))
                  .Case("f16", int(ReduceType::F16))
                  .Case("bf16", int(ReduceType::BF16))
                  .Case("f32", int(ReduceType::F32))
                  .Case("f64", int(ReduceType::F64))
                  .Default(-1);
  for (StringRef P : Parts) {
    auto Op = StringSwitch<ReduceOp>(P)
                  .Case("add", ReduceOp::Add)
                  .Case("min", ReduceOp::Min)
                  .Case("max", ReduceOp::Max)
                  .Case("inc", ReduceOp::Inc)
                  .Case("dec", ReduceOp::Dec)
                  .Case("and", ReduceOp::And)
                  .Case("or", ReduceOp::Or)
                  .Case("xor", ReduceOp::Xor)
                  .Default(ReduceOp::None);
    if (Op != ReduceOp::None && Type >= 0)
      return uint32_t(Op) | uint32_t(Type) << 8;
  }
  return 0;
}

/// st.async and red.async to shared memory, whose bytes an mbarrier counts.
bool AsmLowering::asyncStore() {
  SmallVector<StringRef, 10> Parts;
  Now->Opcode.split(Parts, '.');
  const bool Reduces = Parts[0] == "red";
  unsigned Elements = 1;
  for (StringRef P : ArrayRef(Parts).drop_front().drop_back()) {
    if (P == "v2" || P == "v4")
      Elements = P == "v2" ? 2 : 4;
    else if (!is_contained({"async", "weak", "relaxed", "cluster", "shared::cluster",
                            "mbarrier::complete_tx::bytes"},
                           P) &&
             !Reduces)
      return false;
  }
  Type *T = typeOf(Parts.back());
  const uint32_t Form = Reduces ? reduction(Parts) : 0;
  const unsigned Bits = T ? T->getPrimitiveSizeInBits() : 0;
  if (Now->Operands.size() != 3 || !Now->Opcode.contains(".mbarrier::complete_tx::bytes") ||
      (Bits != 32 && Bits != 64) || Bits * Elements > 128 || (Reduces && !Form))
    return false;
  StringRef Data = Now->Operands[1];
  Data.consume_front("{");
  Data.consume_back("}");
  SmallVector<StringRef, 4> Names;
  Data.split(Names, ',');
  if (Names.size() != Elements)
    return false;
  Type *I64 = B.getInt64Ty(), *Whole = B.getIntNTy(Bits);
  Value *Words[2] = {B.getInt64(0), B.getInt64(0)};
  for (unsigned I = 0; I < Elements; ++I) {
    Value *V = source(Names[I].trim(), T);
    if (!V)
      return false;
    V = B.CreateZExt(V->getType()->isIntegerTy() ? V : B.CreateBitCast(V, Whole), I64);
    const unsigned At = I * Bits;
    Words[At / 64] = B.CreateOr(Words[At / 64], B.CreateShl(V, At % 64));
  }
  return asyncCall("__cudafix_bulk_store",
                   {addressOfNumber(0, /*Shared=*/true), ConstantPointerNull::get(B.getPtrTy()),
                    B.getInt64(Bits * Elements / 8), addressOfNumber(2, /*Shared=*/true), Words[0],
                    Words[1], B.getInt32(Form)});
}

/// cp.async.bulk[.tensor], cp.reduce.async.bulk[.tensor], and the group operations of copies out
/// and of wgmma.
bool AsmLowering::bulkCopy() {
  StringRef Op = Now->Opcode;
  Type *I32 = B.getInt32Ty();
  if (Op == "cp.async.bulk.commit_group")
    return asyncCall("__cudafix_bulk_commit", {});
  if (Op == "cp.async.bulk.wait_group" || Op == "cp.async.bulk.wait_group.read") {
    Value *Open = source(0, I32);
    return Open &&
           asyncCall(Op.ends_with(".read") ? "__cudafix_bulk_wait_read" : "__cudafix_bulk_wait",
                     {Open});
  }
  if (Op == "wgmma.commit_group.sync.aligned")
    return asyncCall("__cudafix_wgmma_commit", {});
  if (Op == "wgmma.wait_group.sync.aligned") {
    Value *Open = source(0, I32);
    return Open && asyncCall("__cudafix_wgmma_wait", {Open});
  }
  if (Op.starts_with("st.async.") || Op.starts_with("red.async."))
    return asyncStore();
  const bool Reduces = Op.starts_with("cp.reduce.async.bulk");
  if (!Reduces && !Op.starts_with("cp.async.bulk"))
    return false;
  SmallVector<StringRef, 12> Parts;
  Op.split(Parts, '.');
  const bool Tensor = is_contained(Parts, "tensor");
  auto IsPlace = [](StringRef P) { return P == "global" || P.starts_with("shared"); };
  SmallVector<StringRef, 2> Places;
  copy_if(Parts, std::back_inserter(Places), IsPlace);
  if (Places.size() != 2 || Now->Operands.size() < (Tensor ? 2u : 3u))
    return false;
  // A tensor map and its coordinates are in brackets; its place in memory is not tracked.
  Value *None = ConstantPointerNull::get(B.getPtrTy());
  Value *Bytes = Tensor ? B.getInt64(0) : source(2, B.getInt64Ty());
  if (!Bytes)
    Bytes = B.getInt64(0); // not known
  if (Places[0] == "global" && Places[1].starts_with("shared")) {
    SmallVector<Value *, 4> Args{Tensor ? None : addressOfNumber(0, /*Shared=*/false),
                                 addressOfNumber(1, /*Shared=*/true), Bytes};
    const uint32_t Form = Reduces ? reduction(Parts) : 0;
    if (Reduces && !Form && !Tensor)
      return false;
    if (Reduces)
      Args.push_back(B.getInt32(Form));
    return asyncCall(Reduces ? "__cudafix_bulk_reduce" : "__cudafix_bulk_out", Args);
  }
  if (!Places[0].starts_with("shared") || Reduces)
    return false;
  const unsigned Object = Tensor ? 2 : 3;
  const bool Multicast = is_contained(Parts, "multicast::cluster");
  if (Object + Multicast >= Now->Operands.size())
    return false;
  SmallVector<Value *, 5> Args{addressOfNumber(0, /*Shared=*/true),
                               Tensor ? None : addressOfNumber(1, /*Shared=*/Places[1] != "global"),
                               Bytes, addressOfNumber(Object, /*Shared=*/true)};
  if (Multicast) {
    Value *Mask = source(Object + 1, B.getInt16Ty());
    if (!Mask)
      return false;
    Args.push_back(B.CreateZExt(Mask, B.getInt32Ty()));
  }
  return asyncCall("__cudafix_bulk_in", Args);
}

/// fence.proxy.*, membar.proxy.*, fence.mbarrier_init
bool AsmLowering::ownFence() {
  StringRef Op = Now->Opcode;
  if (Op.starts_with("fence.mbarrier_init"))
    return asyncCall("__cudafix_mbarrier_fence", {});
  if (Op.starts_with("fence.proxy.async"))
    return asyncCall("__cudafix_proxy_fence", {});
  return true;
}

/// mbarrier.init, .inval, .arrive, .arrive_drop, .expect_tx, .complete_tx, .test_wait, .try_wait
/// and their forms, and cp.async.mbarrier.arrive.
bool AsmLowering::mbarrier() {
  SmallVector<StringRef, 8> Parts;
  Now->Opcode.split(Parts, '.');
  if (Now->Opcode.starts_with("cp.async.mbarrier.arrive."))
    return !Now->Operands.empty() &&
           asyncCall("__cudafix_mbarrier_copies",
                     {addressOfNumber(0, /*Shared=*/true), B.getInt32(1), B.getInt32(0),
                      B.getInt32(!is_contained(Parts, "noinc"))});
  if (Parts.size() < 2 || Parts[0] != "mbarrier" || Now->Operands.empty())
    return false;
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  const StringRef What = Parts[1];
  if (What == "init") {
    Value *Count = source(1, I32);
    return Count &&
           asyncCall("__cudafix_mbarrier_init", {addressOfNumber(0, /*Shared=*/true), Count});
  }
  if (What == "inval")
    return asyncCall("__cudafix_mbarrier_end", {addressOfNumber(0, /*Shared=*/true)});
  const bool Expects = is_contained(Parts, "expect_tx"), Completes = What == "complete_tx",
             Drops = What == "arrive_drop";
  if (What == "arrive" || Drops || What == "expect_tx" || Completes) {
    const bool Arrives = What == "arrive" || Drops;
    if (Arrives && is_contained(Parts, "relaxed"))
      return false; // orders nothing
    const bool HasState = Arrives && !Now->Operands[0].starts_with("[");
    const unsigned At = HasState ? 1 : 0;
    Value *Number = At + 1 < Now->Operands.size() ? source(At + 1, I32) : B.getInt32(1);
    if (!Number)
      return false;
    Value *Arrivals = !Arrives ? B.getInt32(0) : Expects ? B.getInt32(1) : Number;
    Value *Bytes = Completes ? B.CreateNeg(Number) : Expects ? Number : B.getInt32(0);
    Value *State = asyncCall(Drops ? "__cudafix_mbarrier_drop" : "__cudafix_mbarrier_arrive",
                             {addressOfNumber(At, /*Shared=*/true), Arrivals, Bytes}, I64);
    if (HasState && Now->Operands[0] != "_")
      assign(Now->Operands[0], State);
    return true;
  }
  if ((What != "try_wait" && What != "test_wait") || Now->Operands.size() < 3 ||
      is_contained(Parts, "relaxed"))
    return false;
  const bool Parity = is_contained(Parts, "parity");
  Value *Phase = source(2, I64);
  if (!Phase)
    return false;
  Value *Done =
      asyncCall("__cudafix_mbarrier_test",
                {addressOfNumber(1, /*Shared=*/true), Phase, B.getInt1(Parity)}, B.getInt1Ty());
  assign(Now->Operands[0], Done);
  return true;
}

/// A statement that only tests an mbarrier, apart from labels and jumps: the jumps repeat the test
/// until the phase has ended.
bool AsmLowering::waitLoop(ArrayRef<PtxStatement> Statements) {
  const PtxStatement *Wait = nullptr;
  unsigned Jumps = 0;
  for (const PtxStatement &S : Statements) {
    if (S.Opcode.empty())
      continue;
    if (classOf(S.Opcode) == PtxClass::Branch) {
      ++Jumps;
      continue;
    }
    bool Waits =
        S.Opcode.starts_with("mbarrier.try_wait") || S.Opcode.starts_with("mbarrier.test_wait");
    if (!Waits || Wait || !S.Guard.empty())
      return false;
    Wait = &S;
  }
  if (!Wait || !Jumps || Wait->Label.empty() || Outputs)
    return false;
  Now = Wait;
  if (Now->Operands.size() < 3)
    return false;
  Value *Phase = source(2, B.getInt64Ty());
  if (!Phase || Now->Opcode.contains(".relaxed"))
    return false;
  asyncCall("__cudafix_mbarrier_wait", {addressOfNumber(1, /*Shared=*/true), Phase,
                                        B.getInt1(Now->Opcode.contains(".parity"))});
  return true;
}
