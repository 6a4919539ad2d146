// SPDX-License-Identifier: Apache-2.0
//
// Special registers as terms. Threads are numbered as in the CUDA C++ Programming Guide: x first;
// 32 consecutive ones are a warp.

#include "frontend/ptx/Ptx.h"
#include "frontend/values/Values.h"
#include "model/Clusters.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// threadIdx as a single number, x first; less than 1024.
Expr Values::linearThread() {
  constexpr uint8_t F = NSW | NUW;
  Expr Row = Ctx.add(Ctx.threadIdx(1), Ctx.mul(Ctx.threadIdx(2), Ctx.blockDim(1), F), F);
  return Ctx.add(Ctx.threadIdx(0), Ctx.mul(Row, Ctx.blockDim(0), F), F);
}

Expr Values::specialRegister(const PtxRegister &R, CallBase &Call) {
  auto Lane = [&] { return Ctx.binary(Op::URem, linearThread(), Ctx.constant(32, 32)); };
  auto Bit = [&](unsigned Of) { return Ctx.binary(Op::Shl, Ctx.constant(Of, 32), Lane()); };
  Expr Zero = Ctx.constant(0, 32), One = Ctx.constant(1, 32);
  switch (R.Term) {
  case PtxTerm::None:
    if (Expr E = clusterRegister(R))
      return Ctx.trunc(E, std::min(width(Call.getType()), E->width()));
    return unknownRegister(R, Call);
  case PtxTerm::ThreadIdx:
    return Ctx.threadIdx(R.Dim);
  case PtxTerm::BlockDim:
    return Ctx.blockDim(R.Dim);
  case PtxTerm::BlockIdx:
    return Ctx.blockIdx(R.Dim);
  case PtxTerm::GridDim:
    return Ctx.gridDim(R.Dim);
  case PtxTerm::LaneId:
    return Lane();
  case PtxTerm::MaskEqual:
    return Bit(1);
  case PtxTerm::MaskBelow:
    return Ctx.sub(Bit(1), One);
  case PtxTerm::MaskUpTo:
    return Ctx.sub(Bit(2), One);
  case PtxTerm::MaskFrom:
    return Ctx.sub(Zero, Bit(1));
  case PtxTerm::MaskAbove:
    return Ctx.sub(Zero, Bit(2));
  case PtxTerm::WarpSize:
    return Ctx.constant(32, 32);
  }
  return Expr();
}

/// The position of a block in its cluster, whose blocks are neighbours in the grid, x first.
Expr Values::clusterRegister(const PtxRegister &R) {
  StringRef Name = R.Name;
  const unsigned D = Name.back() - 'x';
  auto Dim = [&](unsigned D) { return clusterDim(Ctx, D); };
  auto In = [&](unsigned D) { return Ctx.binary(Op::URem, Ctx.blockIdx(D), Dim(D)); };
  constexpr uint8_t F = NSW | NUW;
  if (Name.starts_with("cluster_nctaid."))
    return Dim(D);
  if (Name.starts_with("cluster_ctaid."))
    return In(D);
  if (Name.starts_with("clusterid."))
    return Ctx.binary(Op::UDiv, Ctx.blockIdx(D), Dim(D));
  if (Name.starts_with("nclusterid."))
    return Ctx.binary(Op::UDiv, Ctx.gridDim(D), Dim(D));
  if (Name == "cluster_nctarank")
    return Ctx.mul(Dim(0), Ctx.mul(Dim(1), Dim(2), F), F);
  if (Name == "cluster_ctarank")
    return Ctx.add(In(0), Ctx.mul(Dim(0), Ctx.add(In(1), Ctx.mul(Dim(1), In(2), F), F), F), F);
  return Expr();
}

Expr Values::unknownRegister(const PtxRegister &R, CallBase &Call) {
  unsigned Width = width(Call.getType());
  auto Bounded = [&](Expr E) {
    return Width < R.Bits || (R.Lo == INT64_MIN && R.Hi == INT64_MAX) ? E : bounded(E, R.Lo, R.Hi);
  };
  if (R.isClock())
    return opaque(&Call, Width);
  std::string Why = ("%" + R.Name + " is not known").str();
  if (R.Volatile)
    return Bounded(opaque(&Call, Width, Why));
  Expr &Known = SteadyRegisters[{&R, Width}];
  if (!Known)
    Known = Bounded(opaque(&Call, Width, Why));
  return Known;
}
