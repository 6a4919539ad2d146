// SPDX-License-Identifier: Apache-2.0
//
// Lowers what AsmLowering makes of inline assembly: tiles of matrices, mbarriers and bulk copies.
#include "frontend/Precompiled.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Forms.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Lane.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

/// The exchange of ldmatrix and stmatrix, as shuffles (PTX ISA, "Warp-level matrix load
/// instruction"): of matrix m, lane i holds the elements 2 * (i % 4) and the next one of row i / 4,
/// or, transposed, of column i / 4; lane 8 * m + r has row r in memory.
bool Lowering::lowerMatrix(CallBase &Call, bool Load) {
  IRBuilder<> B(&Call);
  const uint64_t Form = cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
  const bool Transposed = Form & frontend::MatrixTransposed;
  const unsigned Matrices = Form & ~frontend::MatrixTransposed;
  SmallVector<CallBase *, 64> Made;
  auto Intrinsic = [&](Intrinsic::ID Id, ArrayRef<Value *> Args) {
    auto *New = B.CreateIntrinsic(Id, ArrayRef<Type *>(), Args);
    Made.push_back(New);
    return New;
  };
  Value *Lane = Intrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
  auto Word = [&](unsigned I) { return B.CreateExtractElement(Call.getArgOperand(1), I); };
  auto From = [&](Value *V, Value *Source) {
    return Intrinsic(Intrinsic::nvvm_shfl_sync_idx_i32,
                     {B.getInt32(~0u), V, Source, B.getInt32(31)});
  };
  auto Pick = [&](Value *Index, function_ref<Value *(unsigned)> At, unsigned Count) {
    SmallVector<Value *, 4> All;
    for (unsigned I = 0; I < Count; ++I)
      All.push_back(At(I));
    Value *V = All[0];
    for (unsigned I = 1; I < Count; ++I)
      V = B.CreateSelect(B.CreateICmpEQ(Index, B.getInt32(I)), All[I], V);
    return V;
  };
  // Selects the half of a word with the given number, 0 or 1.
  auto Half = [&](Value *V, Value *Number) {
    return B.CreateAnd(B.CreateLShr(V, B.CreateShl(Number, 4)), 0xffff);
  };
  auto Join = [&](Value *Low, Value *High) { return B.CreateOr(Low, B.CreateShl(High, 16)); };
  Value *Four = B.CreateLShr(Lane, 2), *In4 = B.CreateAnd(Lane, 3), *In8 = B.CreateAnd(Lane, 7);
  Value *Result = PoisonValue::get(Call.getType());
  for (unsigned I = 0; I < 4; ++I) {
    Value *V = B.getInt32(0);
    if (Load && I < Matrices) { // register I, of matrix I
      auto Row = [&](Value *Number, Value *Index) {
        Value *Source = B.CreateAdd(Number, B.getInt32(8 * I));
        return Pick(Index, [&](unsigned W) { return From(Word(W), Source); }, 4);
      };
      if (!Transposed) {
        V = Row(Four, In4);
      } else {
        Value *First = B.CreateShl(In4, 1), *Index = B.CreateLShr(Four, 1),
              *Number = B.CreateAnd(Four, 1);
        V = Join(Half(Row(First, Index), Number),
                 Half(Row(B.CreateAdd(First, B.getInt32(1)), Index), Number));
      }
    } else if (!Load) { // word I of the lane's row
      auto Held = [&](Value *Source) {
        return Pick(
            B.CreateLShr(Lane, 3), [&](unsigned M) { return From(Word(M), Source); }, Matrices);
      };
      if (!Transposed) {
        V = Held(B.CreateAdd(B.CreateShl(In8, 2), B.getInt32(I)));
      } else {
        Value *Number = B.CreateAnd(In8, 1), *Source = B.CreateLShr(In8, 1);
        V = Join(Half(Held(B.CreateAdd(Source, B.getInt32(8 * I))), Number),
                 Half(Held(B.CreateAdd(Source, B.getInt32(8 * I + 4))), Number));
      }
    }
    Result = B.CreateInsertElement(Result, V, I);
  }
  replace(Call, Result);
  return all_of(Made, [&](CallBase *C) { return lowerCall(*C); });
}

/// Counting barriers: mbarriers in assembly and cuda::barrier, and split barriers of cooperative
/// groups, which have no memory.
bool Lowering::lowerMbarrier(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  const bool OfLibrary = Name.consume_front("barrier_");
  Name.consume_front("mbarrier_");
  Value *Zero = B.getInt32(0);
  Site S;
  S.Kind = SiteKind::Barrier;
  S.Size = 8;
  auto Done = [&](Value *V = nullptr) {
    replace(Call, V && V->getType() != Call.getType() ? B.CreateTrunc(V, Call.getType()) : V);
    return true;
  };
  if (Name == "fence") {
    call(B, "sim.cluster.inits", Void, {});
    return Done();
  }
  if (isa<ConstantPointerNull>(A[0])) {
    if (!OfLibrary)
      return false; // the address is not known
    auto *Token = dyn_cast<ConstantInt>(A[1]);
    const bool Grid = Token && Token->isOne(), Waits = Name == "wait";
    UsesGridBarrier |= Grid;
    if (Waits) {
      call(B, "sim.whole.wait", Void, {B.getInt32(Grid), site(Call, S)});
      return Done();
    }
    call(B, "sim.whole.arrive", Void, {B.getInt32(Grid)});
    return Done(B.getInt64(0));
  }
  if (Name == "init") {
    call(B, "sim.mbarrier.init", Void, {A[0], A[1], site(Call, S)});
    return Done();
  }
  if (Name == "end") {
    call(B, "sim.mbarrier.end", Void, {A[0], site(Call, S)});
    return Done();
  }
  if (Name == "copies") {
    call(B, "sim.mbarrier.copies", Void, {A[0], A[3], site(Call, S)});
    return Done();
  }
  const bool Drops = Name == "drop";
  if (Drops || Name == "arrive" || Name == "arrive_tx")
    return Done(call(B, "sim.mbarrier.arrive", I64,
                     {A[0], A[1], A.size() > 2 ? A[2] : Zero, B.getInt32(Drops), site(Call, S)}));
  const bool Parity = OfLibrary ? Name.ends_with("_parity") : cast<ConstantInt>(A[2])->isOne();
  SmallVector<Value *, 4> Test{A[0], A[1], B.getInt32(Parity), site(Call, S)};
  if (Name.starts_with("test"))
    return Done(call(B, "sim.mbarrier.test", I32, Test));
  call(B, "sim.mbarrier.wait", Void, Test);
  return Done();
}

/// Handles cluster barriers, and operations with cluster scope.
bool Lowering::lowerCluster(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  const bool Arrives = Name != "cluster_wait", Waits = Name != "cluster_arrive";
  if (Name != "cluster_order") { // device scope includes a cluster
    UsesClusters = true;
    BarrierSites.push_back({nullptr, static_cast<uint32_t>(Sites.size())});
    Value *At = site(Call, SiteKind::Barrier);
    Value *How = Arrives && !Waits
                     ? B.CreateOr(Call.getArgOperand(0), B.getInt32(Lane::AtCluster::InParts))
                     : B.getInt32(0);
    Value *Made = nullptr;
    if (Arrives)
      Made = call(B, "sim.cluster.arrive", Void, {How, At});
    if (Waits)
      Made = call(B, "sim.cluster.wait", Void, {At});
    BarrierSites.back().first = cast<Instruction>(Made);
  }
  replace(Call, nullptr);
  return true;
}

/// Returns false for an opcode with a modifier that changes what is copied, or to where.
static bool isModelledBulk(StringRef Opcode) {
  static const StringSet<> Modelled = {"cp",          "reduce",
                                       "async",       "bulk",
                                       "global",      "shared",
                                       "shared::cta", "shared::cluster",
                                       "add",         "min",
                                       "max",         "inc",
                                       "dec",         "and",
                                       "or",          "xor",
                                       "u32",         "s32",
                                       "b32",         "u64",
                                       "s64",         "b64",
                                       "f16",         "bf16",
                                       "f32",         "f64",
                                       "noftz",       "mbarrier::complete_tx::bytes",
                                       "bulk_group",  "L2::cache_hint",
                                       "tensor",      "tile",
                                       "im2col",      "1d",
                                       "2d",          "3d",
                                       "4d",          "5d"};
  SmallVector<StringRef, 12> Parts;
  Opcode.split(Parts, '.');
  return all_of(Parts,
                [](StringRef P) { return P == "multicast::cluster" || Modelled.contains(P); });
}

/// Copies of the async proxy, except those of only some of the bytes.
bool Lowering::lowerBulk(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  if (Name == "bulk_store") { // st.async, red.async
    if (isa<ConstantPointerNull>(A[0]) || isa<ConstantPointerNull>(A[3]))
      return false;
    Site S;
    S.Bulk = S.AsyncStore = true;
    S.Size = cast<ConstantInt>(A[2])->getZExtValue();
    S.Kind = SiteKind::Write;
    Value *Write = site(Call, S);
    S.Kind = SiteKind::Barrier;
    S.Size = 8;
    call(B, "sim.bulk.store", Void,
         {A[0], A[4], A[5], B.CreateTrunc(A[2], I32), A[6], A[3], Write, site(Call, S)});
  } else if (Name == "bulk_commit") {
    call(B, "sim.bulk.commit", Void, {});
  } else if (Name == "bulk_wait" || Name == "bulk_wait_read") {
    call(B, "sim.bulk.wait", Void, {A[0], B.getInt32(Name == "bulk_wait_read")});
  } else {
    const MDNode *Opcode = Call.getMetadata(frontend::OpcodeMetadata);
    auto *Bytes = dyn_cast<ConstantInt>(A[2]);
    const bool In = Name == "bulk_in";
    const bool Tensor =
        Opcode && cast<MDString>(Opcode->getOperand(0))->getString().contains(".tensor.");
    if (isa<ConstantPointerNull>(A[Tensor && !In ? 1 : 0]) ||
        (!Tensor && (isa<ConstantPointerNull>(A[1]) || (Bytes && Bytes->isZero()))) ||
        (In && isa<ConstantPointerNull>(A[3])) ||
        (Opcode && !isModelledBulk(cast<MDString>(Opcode->getOperand(0))->getString())))
      return false;
    Site S;
    S.Bulk = true;
    S.Size = 16;
    S.Kind = SiteKind::Read;
    Value *Read = site(Call, S);
    S.Kind = SiteKind::Write;
    Value *Write = site(Call, S);
    S.Kind = SiteKind::Barrier;
    S.Size = 8;
    UsesClusters |= A.size() > 4;
    if (In)
      call(B, "sim.bulk.in", Void,
           {A[0], A[1], A[2], A[3], A.size() > 4 ? A[4] : B.getInt32(UINT32_MAX), Read, Write,
            site(Call, S)});
    else
      call(B, "sim.bulk.out", Void,
           {A[0], A[1], A[2], A.size() > 3 ? A[3] : B.getInt32(0), Read, Write});
  }
  replace(Call, nullptr);
  return true;
}

/// The matrix form in the last operands of the call from mma.h. nullopt: they are not constants.
static std::optional<frontend::MatrixForm> formOf(const CallBase &Call, StringRef Name) {
  const unsigned First = Name == "wmma" ? 3 : 1;
  llvm::SmallVector<unsigned, 10> Says;
  for (unsigned I = First; I < Call.arg_size(); ++I) {
    auto *C = llvm::dyn_cast<ConstantInt>(Call.getArgOperand(I));
    if (!C)
      return std::nullopt;
    Says.push_back(static_cast<unsigned>(C->getZExtValue()));
  }
  auto TypeAt = [&](unsigned I) { return static_cast<cudafix::frontend::MatrixType>(Says[I]); };
  frontend::MatrixForm F;
  F.InOrder = true;
  F.M = Says[0];
  F.N = Says[1];
  if (Name == "wmma_turn") {
    F.C = F.D = TypeAt(2);
    (Says[3] ? F.ToColumns : F.ToRows) = true;
    return F;
  }
  F.K = Says[2];
  F.A = TypeAt(3);
  F.B = TypeAt(4);
  F.C = TypeAt(5);
  F.D = TypeAt(6);
  F.ColumnsA = Says[7];
  F.ColumnsB = Says[8];
  F.Saturates = Says[9];
  return F;
}

/// Writes the lane's parts of the matrices to its own memory, where the warp's operation reads
/// them.
bool Lowering::lowerMultiply(CallBase &Call, StringRef Name) {
  IRBuilder<> Entry(&*Call.getFunction()->getEntryBlock().getFirstInsertionPt()), B(&Call);
  Value *Form = Name == "mma" ? Call.getArgOperand(0) : nullptr;
  if (!Form) {
    std::optional<frontend::MatrixForm> F = formOf(Call, Name);
    if (!F)
      return false;
    Form = B.getInt32(F->number());
  }
  Value *Operands = Entry.CreateAlloca(ArrayType::get(I32, sizeof(MatrixOperands) / 4));
  auto At = [&](size_t Offset) { return B.CreateConstGEP1_64(B.getInt8Ty(), Operands, Offset); };
  auto Put = [&](unsigned I, size_t Offset) {
    B.CreateAlignedStore(Call.getArgOperand(I), At(Offset), Align(4));
  };
  if (Name == "wmma_turn") {
    Put(0, offsetof(MatrixOperands, C));
  } else {
    const unsigned First = Name == "mma" ? 1 : 0;
    Put(First, offsetof(MatrixOperands, A));
    Put(First + 1, offsetof(MatrixOperands, B));
    Put(First + 2, offsetof(MatrixOperands, C));
  }
  call(B, "sim.warp", I64,
       {B.getInt32(static_cast<uint32_t>(WarpOp::Multiply)), B.getInt32(~0u),
        B.CreatePtrToInt(Operands, I64), B.CreateZExt(Form, I64), site(Call, SiteKind::Warp)});
  replace(Call, B.CreateAlignedLoad(Call.getType(), At(offsetof(MatrixOperands, D)), Align(4)));
  return true;
}

} // namespace cudafix::simulate
