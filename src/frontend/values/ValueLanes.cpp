// SPDX-License-Identifier: Apache-2.0
//
// Values that one lane passes to the lanes of a warp, as terms.

#include "frontend/Calls.h"
#include "frontend/values/Values.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// Adds the products whose sum the term is; returns false if there are too many.
static bool products(Expr E, SmallVectorImpl<SmallVector<Expr, 3>> &Sum) {
  constexpr size_t Most = 8;
  E = unwidened(E);
  if (E->op() == Op::Add)
    return products(E->arg(0), Sum) && products(E->arg(1), Sum);
  SmallVector<SmallVector<Expr, 3>, 4> A, B;
  if (E->op() != Op::Mul) {
    Sum.push_back({E});
    return Sum.size() <= Most;
  }
  if (!products(E->arg(0), A) || !products(E->arg(1), B) || Sum.size() + A.size() * B.size() > Most)
    return false;
  for (const auto &Left : A)
    for (const auto &Right : B) {
      SmallVector<Expr, 3> Of(Left);
      append_range(Of, Right);
      sort(Of, [](Expr X, Expr Y) { return X->id() < Y->id(); });
      Sum.push_back(std::move(Of));
    }
  return true;
}

/// The number of coordinates by which the term numbers threads, x first, in rows; 0: it does not
/// number threads. Such a number does not wrap, because blocks are small.
unsigned Values::placeIn(Expr E) {
  SmallVector<SmallVector<Expr, 3>, 4> Sum, Of;
  if (!products(E, Sum) || Sum.size() > 3)
    return 0;
  const unsigned Dims = Sum.size();
  for (unsigned D = 0; D < Dims; ++D) {
    Expr Part = Ctx.threadIdx(D);
    for (unsigned Of = 0; Of < D; ++Of)
      Part = Ctx.mul(Part, Ctx.blockDim(Of));
    products(Part, Of);
  }
  return std::is_permutation(Sum.begin(), Sum.end(), Of.begin()) ? Dims : 0;
}

/// The thread number whose groups of whole warps the term numbers; else null.
static Expr groupedPlace(Expr E) {
  constexpr uint64_t WarpSize = 32;
  auto IsWhole = [&](Expr By) {
    return By->isConst() && By->value() && By->value() % WarpSize == 0;
  };
  switch (E->op()) {
  case Op::UDiv:
  case Op::SDiv:
  case Op::And:
    return E->width() > 1 && IsWhole(E->arg(1)) ? E->arg(0) : Expr();
  case Op::AShr:
    return E->arg(1)->isConst() && E->arg(1)->value() >= 5 ? E->arg(0) : Expr();
  case Op::Sub: { // without the place in the group
    Expr Rest = E->arg(1);
    const bool Of = (Rest->op() == Op::URem || Rest->op() == Op::SRem) &&
                    Rest->arg(0) == E->arg(0) && IsWhole(Rest->arg(1));
    return Of ? E->arg(0) : Expr();
  }
  default:
    return Expr();
  }
}

/// 1 bit: a condition under which all lanes of a warp agree on the term; null: none is known. With
/// `AnyLane`, the condition also ensures that the warp has all its lanes.
Expr Values::sameInWarp(Expr E, bool AnyLane) {
  SmallVector<Expr, 4> Conditions;
  auto Whole = [&](unsigned Dims) { // rows of so many dimensions consist of whole warps
    Expr Size = Ctx.blockDim(0);
    for (unsigned D = 1; D < Dims; ++D)
      Size = Ctx.mul(Size, Ctx.blockDim(D), NSW | NUW);
    return Ctx.eq(Ctx.binary(Op::URem, Size, Ctx.constant(32, 32)), Ctx.constant(0, 32));
  };
  auto Numbers = [&](Expr N) {
    Expr Place = groupedPlace(N);
    const unsigned Dims = Place ? placeIn(Place) : 0;
    if (!Dims)
      return false;
    SmallVector<Expr, 3> Alone; // there is one row
    for (unsigned D = Dims; D < 3; ++D)
      Alone.push_back(Ctx.eq(Ctx.blockDim(D), Ctx.constant(1, 32)));
    Conditions.push_back(Ctx.lor(Ctx.land(Alone), Whole(Dims)));
    return true;
  };
  SmallVector<Expr, 8> Work(1, E);
  SmallPtrSet<const ExprNode *, 16> Seen;
  while (!Work.empty()) {
    Expr N = Work.pop_back_val();
    if (!Seen.insert(N.node()).second || Numbers(N))
      continue;
    append_range(Work, N->args());
    if (N->op() != Op::Apply)
      continue;
    const Symbol &S = Ctx.symbol(N->symbol());
    if (S.Kind == SymbolKind::ThreadIdx && S.Index > 0)
      Conditions.push_back(Whole(1));
    else if (S.Level > Uniformity::Warp || Placeholders.contains(N->symbol()) ||
             (S.Kind == SymbolKind::Load && !S.ReadOnly))
      return Expr(); // counters belong to one thread
  }
  if (AnyLane)
    Conditions.push_back(Whole(3));
  return Ctx.land(Conditions);
}

/// The result of a shuffle from a lane of the whole warp: a value that all lanes share. Operands:
/// mask, value, lane, clamp.
Expr Values::shuffled(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::nvvm_shfl_sync_idx_i32)
    return Expr();
  auto *Mask = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  auto *Clamp = dyn_cast<ConstantInt>(Call->getArgOperand(3));
  Expr Given = Mask && Mask->isMinusOne() && Clamp ? of(Call->getArgOperand(1)) : Expr();
  if (!Given)
    return Expr();
  // The first lane of a segment exists if any lane of it does.
  const uint64_t InSegment = ~(Clamp->getZExtValue() >> 8) & 31;
  auto *Lane = dyn_cast<ConstantInt>(Call->getArgOperand(2));
  const bool First = Lane && !(Lane->getZExtValue() & InSegment);
  Expr Same = sameInWarp(Given, /*AnyLane=*/!First);
  if (!Same || Same->isFalse())
    return Expr();
  return Same->isTrue() ? Given : Ctx.ite(Same, Given, opaque(&I, 32));
}

/// The bit of one lane in a vote of the whole warp, `ballot(p) & (1 << lane)`: what the lane itself
/// voted if it is the own lane.
Expr Values::ownVote(const Value &Masked, Expr Bit) {
  const Value *A, *B, *By;
  if (!match(&Masked, m_And(m_Value(A), m_Value(B))))
    return Bit;
  if (!isa<IntrinsicInst>(A))
    std::swap(A, B);
  auto *Vote = dyn_cast<IntrinsicInst>(A);
  if (!Vote || Vote->getIntrinsicID() != Intrinsic::nvvm_vote_ballot_sync ||
      !namesWholeWarp(Vote->getArgOperand(0)) || !match(B, m_Shl(m_One(), m_Value(By))))
    return Bit;
  Expr Lane = of(By), Votes = of(Vote->getArgOperand(1));
  if (!Lane || !Votes || Lane->width() != 32 || Bit->width() != 32)
    return Bit;
  // In terms of the block, which a launch gives.
  Expr One = Ctx.constant(1, 32), Lanes = Ctx.constant(32, 32), Thread = Ctx.threadIdx(0), Own;
  Expr IsRow = Ctx.land(Ctx.eq(Ctx.blockDim(1), One), Ctx.eq(Ctx.blockDim(2), One));
  if (Lane == Thread)
    Own = Ctx.land(IsRow, Ctx.ule(Ctx.blockDim(0), Lanes));
  else if (Lane == Ctx.binary(Op::URem, Thread, Lanes))
    Own = Ctx.lor(IsRow, Ctx.eq(Ctx.binary(Op::URem, Ctx.blockDim(0), Lanes), Ctx.constant(0, 32)));
  else if (Lane == Ctx.binary(Op::URem, linearThread(), Lanes))
    Own = Ctx.boolean(true);
  else
    return Bit;
  return Ctx.ite(Own, Ctx.ite(Votes, Ctx.constant(1, 32), Ctx.constant(0, 32)), Bit);
}
