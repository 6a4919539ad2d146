// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes of surfaces (CUDA C++ Programming Guide, "Surface Functions"). In the model a
// surface is an array of the largest possible size, with one offset for each byte of each row of
// each layer.

#include "frontend/KernelBuilder.h"
#include "model/Convention.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// Upper bounds for all surfaces, as powers of two (CUDA C++ Programming Guide, "Compute
/// Capabilities"): bytes in a row, rows in a layer, layers or planes.
static constexpr unsigned RowBits = 21, RowsBits = 17, LayersBits = 15;

/// The surface reference (a variable) whose handle this is; null: it is another handle.
static const GlobalVariable *referenceOf(const Value *Handle) {
  auto *Call = dyn_cast<IntrinsicInst>(Handle);
  return Call && Call->getIntrinsicID() == Intrinsic::nvvm_texsurf_handle_internal
             ? dyn_cast<GlobalVariable>(Call->getArgOperand(0))
             : nullptr;
}

/// A coordinate extended to more than 32 bits, as it was before it was truncated.
static Expr uncut(ExprContext &C, Expr E) {
  constexpr unsigned Wide = 64;
  auto IsConst = [&](unsigned I) { return E->arg(I)->isConst(); };
  if (E->width() >= Wide)
    return E;
  if (E->op() == Op::Trunc && E->arg(0)->width() == Wide)
    return E->arg(0);
  if (E->op() == Op::Add)
    return C.add(uncut(C, E->arg(0)), uncut(C, E->arg(1)), NSW);
  if (E->op() == Op::Mul && (IsConst(0) || IsConst(1)))
    return C.mul(uncut(C, E->arg(0)), uncut(C, E->arg(1)), NSW);
  if (E->op() == Op::Shl && IsConst(1) && E->arg(1)->value() < 32)
    return C.mul(uncut(C, E->arg(0)), C.constant(uint64_t(1) << E->arg(1)->value(), Wide), NSW);
  return C.sext(E, Wide);
}

/// Two handles that are passed to the kernel are assumed to be different surfaces, as with
/// pointers.
ArrayId KernelBuilder::surface(const Value *Handle) {
  const GlobalVariable *Reference = referenceOf(Handle);
  Expr E = Reference ? Expr() : V.of(Handle);
  const bool IsGiven = E && E->op() == Op::Apply &&
                       K.Ctx->symbol(E->symbol()).Level <= Uniformity::Launch &&
                       all_of(E->args(), [](Expr Arg) { return Arg->isConst(); });
  const void *Key = Reference ? static_cast<const void *>(Reference) : IsGiven ? E.node() : nullptr;
  auto [It, New] = SurfaceOf.try_emplace(Key, K.Arrays.size());
  if (New) {
    Array A;
    A.Id = It->second;
    A.Where = Space::Surface;
    A.Name = Reference ? Reference->getName().str()
             : IsGiven ? K.Ctx->symbol(E->symbol()).Name
                       : "a surface";
    if (!Key)
      A.Unknown = "surface of unknown origin";
    if (In.Opts.AssumeAlias || !In.Opts.Conventions.contains(Convention::DistinctPointers))
      A.AliasGroup = 1;
    K.Arrays.push_back(std::move(A));
  }
  return It->second;
}

/// An access outside of the surface has no effect or ends the kernel. Only with clamped coordinates
/// can several coordinates denote one cell.
void KernelBuilder::addSurfaceAccess(CallBase &C, bool Write, Node &N) {
  auto *Mode = dyn_cast<ConstantInt>(C.getArgOperand(6));
  constexpr uint64_t Clamp = 1;
  if (!Mode || Mode->equalsInt(Clamp))
    return addGap(C, N, "surface access at clamped coordinates", true, false);
  ExprContext &Ctx = *K.Ctx;
  const bool MayWrap = !In.Opts.Conventions.contains(Convention::NoWrap);
  Access A;
  A.Array = surface(C.getArgOperand(2));
  A.Kind = Write ? AccessKind::Write : AccessKind::Read;
  A.Size = V.of(C.getArgOperand(1));
  A.Offset = Ctx.constant(0, 64);
  SmallVector<Expr, 6> Inside;
  unsigned Shift = 0;
  for (auto [Operand, Bits] : {std::pair(3, RowBits), {4, RowsBits}, {5, LayersBits}}) {
    Expr At = V.of(C.getArgOperand(Operand));
    if (!At || !A.Size)
      return addGap(C, N, "surface access at unknown coordinates", true, false);
    At = MayWrap ? Ctx.sext(At, 64) : uncut(Ctx, At);
    Expr End = Shift == 0 ? Ctx.add(At, A.Size, NSW) : Ctx.add(At, Ctx.constant(1, 64), NSW);
    A.Offset = Ctx.add(A.Offset, Ctx.mul(At, Ctx.constant(uint64_t(1) << Shift, 64), NSW), NSW);
    Inside.push_back(Ctx.sle(Ctx.constant(0, 64), At));
    Inside.push_back(Ctx.sle(End, Ctx.constant(uint64_t(1) << Bits, 64)));
    Shift += Bits;
  }
  A.InBounds = Ctx.land(Inside);
  record(std::move(A), C, placeOf(C, PlaceKind::Call), N);
}
