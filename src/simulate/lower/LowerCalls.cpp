// SPDX-License-Identifier: Apache-2.0
//
// Lowers NVVM's intrinsics and the functions of the embedded headers.
#include "frontend/Calls.h"
#include "frontend/Precompiled.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Ptx.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Lane.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

void Lowering::replace(CallBase &Call, Value *With) {
  if (With && !Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(With);
  Call.eraseFromParent();
}

Value *Lowering::fence(IRBuilder<> &B, AtomicScope Scope) {
  return call(B, "sim.fence", Void, {B.getInt32(static_cast<uint32_t>(Scope))});
}

/// A read of a special register. There is one multiprocessor.
bool Lowering::lowerRegister(CallBase &Call, const frontend::PtxRegister &R) {
  using frontend::PtxTerm;
  IRBuilder<> B(&Call);
  auto Result = [&](Value *V) {
    replace(Call, B.CreateZExtOrTrunc(V, Call.getType()));
    return true;
  };
  auto Field = [&](size_t Offset) { return Result(laneField(B, Offset + 4 * R.Dim, I32)); };
  Value *One = B.getInt32(1);
  auto Bit = [&](Value *Of) { return B.CreateShl(Of, call(B, "sim.laneid", I32, {})); };
  // Mask of the lanes up to the thread's own; computed in 64 bits, because it may have 32 lanes.
  auto UpTo = [&] {
    Value *Wide = B.CreateShl(B.getInt64(2), B.CreateZExt(call(B, "sim.laneid", I32, {}), I64));
    return B.CreateTrunc(B.CreateSub(Wide, B.getInt64(1)), I32);
  };
  switch (R.Term) {
  case PtxTerm::ThreadIdx:
    return Field(offsetof(Lane, Thread));
  case PtxTerm::BlockIdx:
    return Field(offsetof(Lane, BlockIndex));
  case PtxTerm::BlockDim:
    return Field(offsetof(Lane, BlockDim));
  case PtxTerm::GridDim:
    return Field(offsetof(Lane, GridDim));
  case PtxTerm::LaneId:
    return Result(call(B, "sim.laneid", I32, {}));
  case PtxTerm::MaskEqual:
    return Result(Bit(One));
  case PtxTerm::MaskBelow:
    return Result(B.CreateSub(Bit(One), One));
  case PtxTerm::MaskFrom:
    return Result(B.CreateNeg(Bit(One)));
  case PtxTerm::MaskUpTo:
    return Result(UpTo());
  case PtxTerm::MaskAbove:
    return Result(B.CreateNot(UpTo()));
  case PtxTerm::WarpSize:
    return Result(B.getInt32(32));
  case PtxTerm::None:
    break;
  }
  if (R.isClock())
    return Result(call(B, "sim.clock", I64, {}));
  if (R.Name == "warpid")
    return Result(call(B, "sim.warpid", I32, {}));
  using Place = Lane::ClusterPlace;
  UsesClusters |= R.Name.contains("cluster");
  auto InCluster = [&](size_t Offset, unsigned Dim = 0) {
    return Result(laneField(B, offsetof(Lane, InCluster) + Offset + 4 * Dim, I32));
  };
  const unsigned Dim = R.Name.back() - 'x';
  if (R.Name.starts_with("clusterid."))
    return InCluster(offsetof(Place, Number), Dim);
  if (R.Name.starts_with("nclusterid."))
    return InCluster(offsetof(Place, Numbers), Dim);
  if (R.Name.starts_with("cluster_ctaid."))
    return InCluster(offsetof(Place, Place), Dim);
  if (R.Name.starts_with("cluster_nctaid."))
    return InCluster(offsetof(Place, Places), Dim);
  if (R.Name == "cluster_ctarank")
    return InCluster(offsetof(Place, Rank));
  if (R.Name == "cluster_nctarank")
    return InCluster(offsetof(Place, Ranks));
  if (R.Name == "is_explicit_cluster")
    return Result(B.getInt32(1));
  return (R.Name == "smid" || R.Name == "gridid" || R.Name == "nsmid") &&
         Result(B.getInt32(R.Name == "nsmid"));
}

/// barrier.cta.{sync,arrive,red.OP}[.aligned].{all,count}(id[, n][, pred]), barrier0, and the forms
/// with a number of threads.
bool Lowering::lowerBarrier(CallBase &Call, StringRef Name) {
  BarrierOp Op = BarrierOp::Sync;
  if (Name.contains("arrive"))
    Op = BarrierOp::Arrive;
  else if (Name.contains(".red.popc"))
    Op = BarrierOp::Count;
  else if (Name.contains(".red.and"))
    Op = BarrierOp::And;
  else if (Name.contains(".red.or"))
    Op = BarrierOp::Or;
  bool Reduces = Op == BarrierOp::Count || Op == BarrierOp::And || Op == BarrierOp::Or;
  unsigned Numbers = Call.arg_size() - Reduces;
  IRBuilder<> B(&Call);
  Value *Zero = B.getInt32(0);
  Value *Number = Numbers > 0 ? Call.getArgOperand(0) : Zero;
  Value *Count = Numbers > 1 ? Call.getArgOperand(1) : Zero;
  Value *Predicate =
      Reduces ? B.CreateZExtOrTrunc(Call.getArgOperand(Call.arg_size() - 1), I32) : Zero;
  BarrierSites.push_back({nullptr, static_cast<uint32_t>(Sites.size())});
  Value *At = site(Call, SiteKind::Barrier);
  Value *V = call(B, "sim.barrier", I32,
                  {B.getInt32(static_cast<uint32_t>(Op)), Number, Count, Predicate, At});
  BarrierSites.back().first = cast<Instruction>(V);
  replace(Call, Call.getType()->isVoidTy() ? nullptr : B.CreateZExtOrTrunc(V, Call.getType()));
  return true;
}

/// Shuffles, votes, match and reduce.
bool Lowering::lowerExchange(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  auto Go = [&](WarpOp Op, Value *Mask, Value *V, Value *Extra) {
    return call(B, "sim.warp", I64,
                {B.getInt32(static_cast<uint32_t>(Op)), Mask, B.CreateZExtOrTrunc(V, I64), Extra,
                 site(Call, SiteKind::Warp)});
  };
  auto AsResult = [&](Value *V, Type *T) -> Value * {
    if (T->isFloatTy())
      return B.CreateBitCast(B.CreateTrunc(V, I32), T);
    return B.CreateTrunc(V, T);
  };
  // {value, predicate}; the predicate is bit 32.
  auto Finish = [&](Value *V) {
    auto *S = dyn_cast<StructType>(Call.getType());
    if (!S) {
      replace(Call, AsResult(V, Call.getType()));
      return true;
    }
    Value *Pair = B.CreateInsertValue(PoisonValue::get(S), AsResult(V, S->getElementType(0)), 0);
    Value *Second = B.CreateTrunc(B.CreateLShr(V, 32), I1);
    replace(Call, B.CreateInsertValue(Pair, Second, 1));
    return true;
  };
  bool Sync = Name.contains(".sync");
  auto Mask = [&]() -> Value * { return Sync ? A.front() : B.getInt32(~0u); };
  unsigned First = Sync;
  if (Name == "bar.warp.sync") {
    Go(WarpOp::Sync, A[0], B.getInt64(0), B.getInt64(0));
    replace(Call, nullptr);
    return true;
  }
  if (Name.starts_with("shfl.")) {
    WarpOp Op = Name.contains(".up.")     ? WarpOp::ShuffleUp
                : Name.contains(".down.") ? WarpOp::ShuffleDown
                : Name.contains(".bfly.") ? WarpOp::ShuffleXor
                                          : WarpOp::ShuffleIndex;
    Value *V = A[First];
    if (V->getType()->isFloatTy())
      V = B.CreateBitCast(V, I32);
    Value *Extra = B.CreateOr(B.CreateZExt(A[First + 1], I64),
                              B.CreateShl(B.CreateZExt(A[First + 2], I64), 32));
    return Finish(Go(Op, Mask(), V, Extra));
  }
  if (Name.starts_with("vote.")) {
    WarpOp Op = Name.contains("vote.all")   ? WarpOp::All
                : Name.contains("vote.any") ? WarpOp::Any
                : Name.contains("vote.uni") ? WarpOp::Uniform
                                            : WarpOp::Ballot;
    return Finish(Go(Op, Mask(), A[First], B.getInt64(0)));
  }
  if (Name.starts_with("match."))
    return Finish(Go(Name.contains(".any.") ? WarpOp::MatchAny : WarpOp::MatchAll, A[0], A[1],
                     B.getInt64(0)));
  if (!Name.consume_front("redux.sync."))
    return false;
  auto Op = StringSwitch<int>(Name)
                .Case("add", int(WarpOp::Add))
                .Case("min", int(WarpOp::Min))
                .Case("max", int(WarpOp::Max))
                .Case("umin", int(WarpOp::UMin))
                .Case("umax", int(WarpOp::UMax))
                .Case("and", int(WarpOp::And))
                .Case("or", int(WarpOp::Or))
                .Case("xor", int(WarpOp::Xor))
                .Default(-1);
  return Op >= 0 && Finish(Go(static_cast<WarpOp>(Op), A[1], A[0], B.getInt64(0)));
}

/// Intrinsics that LLVM has in a general form, or that libdevice implements.
bool Lowering::lowerArithmetic(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  Type *T = Call.getType();
  if (!T->isFloatingPointTy() && !T->isIntegerTy())
    return false;
  StringRef Op = Name.split('.').first;
  if (T->isFloatingPointTy()) {
    auto Id = StringSwitch<Intrinsic::ID>(Op)
                  .Case("fmin", Intrinsic::minnum)
                  .Case("fmax", Intrinsic::maxnum)
                  .Case("fma", Intrinsic::fma)
                  .Case("sqrt", Intrinsic::sqrt)
                  .Case("sin", Intrinsic::sin)
                  .Case("cos", Intrinsic::cos)
                  .Case("ex2", Intrinsic::exp2)
                  .Case("lg2", Intrinsic::log2)
                  .Case("floor", Intrinsic::floor)
                  .Case("ceil", Intrinsic::ceil)
                  .Case("trunc", Intrinsic::trunc)
                  .Case("round", Intrinsic::rint)
                  .Case("fabs", Intrinsic::fabs)
                  .Default(Intrinsic::not_intrinsic);
    if (Id != Intrinsic::not_intrinsic) {
      replace(Call, B.CreateIntrinsic(Id, {T}, A));
      return true;
    }
    Value *One = A.empty() ? nullptr : ConstantFP::get(T, 1.0);
    Value *V = nullptr;
    if (Op == "rcp")
      V = B.CreateFDiv(One, A[0]);
    else if (Op == "rsqrt")
      V = B.CreateFDiv(One, B.CreateUnaryIntrinsic(Intrinsic::sqrt, A[0]));
    else if (Op == "add" && A.size() == 2)
      V = B.CreateFAdd(A[0], A[1]);
    else if (Op == "mul" && A.size() == 2)
      V = B.CreateFMul(A[0], A[1]);
    else if (Op == "div" && A.size() == 2)
      V = B.CreateFDiv(A[0], A[1]);
    if (V) {
      replace(Call, V);
      return true;
    }
  }
  // libdevice has mulhi.i, sad.ui, prmt and the like under other names.
  StringRef Library = StringSwitch<StringRef>(Name)
                          .Case("mulhi.i", "__nv_mulhi")
                          .Case("mulhi.ui", "__nv_umulhi")
                          .Case("mulhi.ll", "__nv_mul64hi")
                          .Case("mulhi.ull", "__nv_umul64hi")
                          .Case("mul24.i", "__nv_mul24")
                          .Case("mul24.ui", "__nv_umul24")
                          .Case("sad.i", "__nv_sad")
                          .Case("sad.ui", "__nv_usad")
                          .Case("prmt", "__nv_byte_perm")
                          .Case("f2i.rn", "__nv_float2int_rn")
                          .Case("f2i.rz", "__nv_float2int_rz")
                          .Case("f2ui.rn", "__nv_float2uint_rn")
                          .Case("d2i.rn", "__nv_double2int_rn")
                          .Case("d2i.rz", "__nv_double2int_rz")
                          .Case("d2i.hi", "__nv_double2hiint")
                          .Case("d2i.lo", "__nv_double2loint")
                          .Case("saturate.f", "__nv_saturatef")
                          .Default("");
  if (Library.empty())
    return false;
  FunctionCallee F = M.getOrInsertFunction(Library, Call.getFunctionType());
  replace(Call, B.CreateCall(F, A));
  return true;
}

bool Lowering::lowerNvvm(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  auto Drop = [&] {
    replace(Call, nullptr);
    return true;
  };
  if (Name.starts_with("bar.warp") || Name.starts_with("shfl.") || Name.starts_with("vote.") ||
      Name.starts_with("match.") || Name.starts_with("redux."))
    return lowerExchange(Call, Name);
  if (Name.starts_with("texsurf.handle"))
    return lowerTextureHandle(Call);
  if (Name.starts_with("barrier"))
    return lowerBarrier(Call, Name);
  if (Name.starts_with("membar")) {
    fence(B, Name.ends_with("cta")   ? AtomicScope::Block
             : Name.ends_with("sys") ? AtomicScope::System
                                     : AtomicScope::Device);
    return Drop();
  }
  if (Name.starts_with("fence.proxy") || Name.starts_with("fence.mbarrier"))
    return Drop();
  if (Name == "activemask" && Call.hasMetadata(frontend::TogetherMetadata)) {
    replace(Call, B.getInt32(~0u)); // those that have not ended
    return true;
  }
  if (Name == "activemask") {
    replace(Call, call(B, "sim.activemask", I32, {site(Call, SiteKind::Warp)}));
    return true;
  }
  if (Name == "nanosleep") {
    call(B, "sim.pause", Void, {});
    return Drop();
  }
  if (Name == "exit") {
    call(B, "sim.leave", Void, {});
    return Drop();
  }
  if (Name.starts_with("prefetch") || Name.starts_with("griddepcontrol"))
    return Drop();
  if (Name.starts_with("cp.async.commit")) {
    call(B, "sim.copies.commit", Void, {});
    return Drop();
  }
  if (Name.starts_with("cp.async.wait")) {
    if (Name == "cp.async.wait.group")
      call(B, "sim.copies.wait", Void, {Call.getArgOperand(0)});
    else
      call(B, "sim.copies.finish", Void, {});
    return Drop();
  }
  if (Name.starts_with("cp.async.c") && Name.contains("shared.global")) {
    unsigned Bytes = 0;
    if (Name.rsplit('.').second.getAsInteger(10, Bytes))
      return false;
    Value *Write = site(Call, SiteKind::Write);
    call(B, "sim.copies.start", Void,
         {generic(B, Call.getArgOperand(0)), generic(B, Call.getArgOperand(1)), B.getInt64(Bytes),
          site(Call, SiteKind::Read), Write});
    return Drop();
  }
  if (Name.consume_front("isspacep.")) {
    unsigned Space = Name.starts_with("shared") ? 3
                     : Name == "global"         ? 1
                     : Name == "const"          ? 4
                                                : 5;
    Value *V = call(B, "sim.space", I32, {generic(B, Call.getArgOperand(0)), B.getInt32(Space)});
    replace(Call, B.CreateTrunc(V, Call.getType()));
    return true;
  }
  return lowerArithmetic(Call, Name);
}

/// Functions that the embedded headers declare without a definition.
bool Lowering::lowerEmbedded(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  auto Done = [&](Value *V = nullptr) {
    replace(Call, V);
    return true;
  };
  if (Name == "grid_sync") {
    UsesGridBarrier = true;
    BarrierSites.push_back({nullptr, static_cast<uint32_t>(Sites.size())});
    BarrierSites.back().first =
        cast<Instruction>(call(B, "sim.grid", Void, {site(Call, SiteKind::Barrier)}));
    return Done();
  }
  if (Name == "tile_sync") {
    call(B, "sim.tile", Void, {A[0], site(Call, SiteKind::Warp)});
    return Done();
  }
  if (Name == "coalesced_sync") {
    call(B, "sim.warp", I64,
         {B.getInt32(static_cast<uint32_t>(WarpOp::Sync)), A[0], B.getInt64(0), B.getInt64(0),
          site(Call, SiteKind::Warp)});
    return Done();
  }
  // It orders one thread's accesses through two proxies, but not threads.
  if (Name == "proxy_fence") {
    call(B, "sim.bulk.fence", Void, {});
    return Done();
  }
  if (Name.starts_with("bulk_"))
    return lowerBulk(Call, Name);
  if (Name == "nth_lane")
    return Done(call(B, "sim.nthlane", I32, {A[0], A[1]}));
  if (Name == "policy")
    return Done(B.getInt64(0));
  if (Name == "ldmatrix" || Name == "stmatrix")
    return lowerMatrix(Call, Name == "ldmatrix");
  if (Name == "mma" || Name == "wmma" || Name == "wmma_turn")
    return lowerMultiply(Call, Name);
  if (Name == "elect")
    return Done(B.CreateBinaryIntrinsic(Intrinsic::cttz, A[0], B.getFalse()));
  if (Name.starts_with("barrier_") || Name.starts_with("mbarrier_"))
    return lowerMbarrier(Call, Name);
  if (Name.starts_with("cluster_"))
    return lowerCluster(Call, Name);
  UsesClusters |= Name == "map_shared" || Name == "shared_rank";
  if (Name == "map_shared")
    return Done(call(B, "sim.cluster.map", Ptr, {A[0], A[1], site(Call, SiteKind::Other)}));
  if (Name == "shared_rank")
    return Done(call(B, "sim.cluster.rank", I32, {A[0]}));
  if (Name == "shared_at")
    return Done(call(B, "sim.sharedat", Ptr, {A[0]}));
  if (Name == "async_copy") {
    Value *Write = site(Call, SiteKind::Write);
    call(B, "sim.copies.start", Void, {A[0], A[1], A[2], site(Call, SiteKind::Read), Write});
    return Done();
  }
  if (Name == "async_commit") {
    call(B, "sim.copies.commit", Void, {});
    return Done();
  }
  if (Name == "async_wait") {
    // ~0: waits for the oldest stage of one of several pipelines, and for no later one.
    auto *Open = llvm::dyn_cast<ConstantInt>(A[0]);
    if (Open && Open->isMinusOne())
      call(B, "sim.copies.finish", Void, {});
    else
      call(B, "sim.copies.wait", Void, {A[0]});
    return Done();
  }
  return lowerTexture(Call, Name);
}

} // namespace cudafix::simulate
