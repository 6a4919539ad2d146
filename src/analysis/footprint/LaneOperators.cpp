// SPDX-License-Identifier: Apache-2.0
//
// Operators on the polynomials of one lane.

#include "analysis/footprint/LaneValues.h"
#include "model/ExprFold.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// At most so many remainders of a base are tried one by one.
static constexpr int64_t MaxResidues = 16;

static int64_t floorDiv(int64_t A, int64_t B) { return A / B - (A % B < 0); }

static int64_t normal(uint64_t V, unsigned W) {
  return W == 1 ? int64_t(V & 1) : llvm::SignExtend64(V, W);
}

static uint64_t maskOf(unsigned W) { return llvm::maskTrailingOnes<uint64_t>(W); }

LaneForm LaneValues::unknown(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared) {
  AtomKind Kind = AtomKind::Uniform;
  for (LaneForm A : Args)
    Kind = std::max(Kind, T.kind(A.Part));
  if (!Shared)
    Kind = std::max(Kind, AtomKind::Varying);
  // A value that depends on data is printed as that data.
  Expr Origin = E;
  if (Kind == AtomKind::Data)
    for (LaneForm A : Args)
      if (Expr O = T.origin(A.Part, AtomKind::Data))
        Origin = O;
  smt::Interval Bounds;
  bool Positive = E->op() == Op::UDiv || E->op() == Op::URem || E->op() == Op::LShr;
  if (E->width() == 1 || Positive || E->op() == Op::ZExt)
    Bounds.Lo = 0;
  if (E->width() == 1)
    Bounds.Hi = 1;
  return T.atom(uint64_t(E->width()) << 8 | uint64_t(E->op()), Args, Kind, Origin, Bounds);
}

LaneForm LaneValues::computeLane(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared,
                                 std::optional<LaneForm> RowStart) {
  if (llvm::all_of(Args, [](LaneForm F) { return F.isConst(); })) {
    llvm::SmallVector<uint64_t, 4> Values;
    llvm::SmallVector<unsigned, 4> Widths;
    for (auto [F, A] : llvm::zip(Args, E->args())) {
      Values.push_back(uint64_t(F.K) & maskOf(A->width()));
      Widths.push_back(A->width());
    }
    if (auto V = foldOperator(E->op(), Values, Widths, E->width()))
      return {0, normal(*V, E->width())};
    return unknown(E, Args, Shared);
  }
  switch (E->op()) {
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::LShr:
  case Op::AShr:
    return divide(E, Args, Shared, RowStart);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return E->width() == 1 ? connect(E, Args, Shared) : bits(E, Args, Shared);
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return compare(E, Args, Shared);
  default:
    return linear(E, Args, Shared);
  }
}

LaneForm LaneValues::linear(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared) {
  switch (E->op()) {
  case Op::Add:
    return T.add(Args[0], Args[1]);
  case Op::Sub:
    return T.add(Args[0], Args[1], -1);
  case Op::Mul:
    if (auto P = T.multiply(Args[0], Args[1]))
      return *P;
    break;
  case Op::Shl:
    if (Args[1].isConst() && Args[1].K >= 0 && Args[1].K < E->width())
      return T.scale(Args[0], int64_t(uint64_t(1) << Args[1].K));
    break;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return Args[0];
  default:
    break;
  }
  return unknown(E, Args, Shared);
}

std::optional<std::pair<LaneForm, int64_t>> LaneValues::split(LaneForm A, int64_t D) {
  auto [Multiple, Rest] = T.divide(A.Part, D);
  LaneForm Quotient{Multiple, 0};
  int64_t Residue = 0;
  if (Rest) {
    int64_t Step = T.content(Rest, D);
    if (T.kind(Rest) != AtomKind::Uniform || D / Step > MaxResidues)
      return std::nullopt;
    Residue = Step * choose(ChoiceKind::Residue, {Rest, 0}, D, D / Step);
    uint64_t Tag = uint64_t(D) << 8 | uint64_t(Op::Const);
    smt::Interval Bounds;
    if (T.bounds({Rest, 0}).Lo >= 0)
      Bounds.Lo = 0;
    LaneForm Key[] = {{Rest, 0}};
    Quotient = T.add(Quotient, T.atom(Tag, Key, AtomKind::Uniform, Expr(), Bounds));
  }
  Residue += A.K;
  Quotient.K = floorDiv(Residue, D);
  return {{Quotient, Residue - Quotient.K * D}};
}

LaneForm LaneValues::divide(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared,
                            std::optional<LaneForm> RowStart) {
  LaneForm A = Args[0], B = Args[1];
  bool Rem = E->op() == Op::URem || E->op() == Op::SRem;
  bool IsShift = E->op() == Op::LShr || E->op() == Op::AShr;
  int64_t D = IsShift && B.isConst() && B.K >= 0 && B.K < 62 ? int64_t(1) << B.K : B.K;
  if (B.isConst() && D > 0 && (!IsShift || B.K >= 0)) {
    if (E->op() != Op::AShr && T.bounds(A).Lo < 0)
      NowAssumed = true;
    if (auto S = split(A, D))
      return Rem ? LaneForm{0, S->second} : S->first;
  }
  // If neighbours lie in one row of unknown length w, i / w is constant and i % w grows.
  if (RowStart && !IsShift && T.kind(B.Part) == AtomKind::Uniform) {
    NowAssumed = true;
    LaneForm Key[] = {*RowStart, B};
    LaneForm Row = T.atom(uint64_t(E->width()) << 8 | uint64_t(Op::UDiv), Key, AtomKind::Uniform, E,
                          {0, smt::Infinity});
    if (!Rem)
      return Row;
    if (auto Start = T.multiply(Row, B))
      return T.add(A, *Start, -1);
  }
  return unknown(E, Args, Shared);
}

std::optional<LaneForm> LaneValues::masked(LaneForm A, int64_t Mask) {
  if (Mask < 0) { // x & ~m is x - (x & m)
    auto Low = masked(A, ~Mask);
    return Low ? std::optional(T.add(A, *Low, -1)) : std::nullopt;
  }
  if (Mask == 0)
    return LaneForm();
  unsigned Bits = llvm::Log2_64(Mask) + 1;
  if (Bits > 20)
    return std::nullopt;
  auto S = split(A, int64_t(1) << Bits);
  return S ? std::optional(LaneForm{0, S->second & Mask}) : std::nullopt;
}

LaneForm LaneValues::bits(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared) {
  LaneForm A = Args[0], B = Args[1];
  if (Args.size() == 2 && (A.isConst() || B.isConst())) {
    if (A.isConst())
      std::swap(A, B);
    if (auto And = masked(A, B.K)) {
      if (E->op() == Op::And)
        return *And;
      LaneForm Sum = T.add(A, B);
      return T.add(Sum, *And, E->op() == Op::Or ? -1 : -2);
    }
  }
  return unknown(E, Args, Shared);
}

/// Constants read as unsigned numbers.
static LaneForm asUnsigned(LaneForm F, unsigned W) {
  return F.isConst() && W < 64 ? LaneForm{0, int64_t(uint64_t(F.K) & maskOf(W))} : F;
}

LaneForm LaneValues::compare(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared) {
  LaneForm A = Args[0], B = Args[1];
  if (E->op() == Op::Ult || E->op() == Op::Ule) {
    A = asUnsigned(A, E->arg(0)->width());
    B = asUnsigned(B, E->arg(0)->width());
  }
  LaneForm D = T.add(A, B, -1);
  smt::Interval I = T.bounds(D);
  auto Decided = [](bool B) { return LaneForm{0, B}; };
  switch (E->op()) {
  case Op::Eq: {
    if (I.fixed() || !I.contains(0))
      return Decided(I.Lo == 0 && I.Hi == 0);
    uint64_t Step = T.content(D.Part, uint64_t(1) << 31);
    if (Step && D.K % int64_t(Step) != 0)
      return Decided(false);
    break;
  }
  case Op::Ult:
  case Op::Slt:
    if (I.Hi < 0 || I.Lo >= 0)
      return Decided(I.Hi < 0);
    break;
  default:
    if (I.Hi <= 0 || I.Lo > 0)
      return Decided(I.Hi <= 0);
  }
  return unknown(E, Args, Shared);
}

/// Handles conjunctions, disjunctions and negations of conditions, some of which are undecided.
LaneForm LaneValues::connect(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared) {
  llvm::SmallVector<LaneForm, 8> Open;
  for (LaneForm A : Args) {
    if (!A.isConst())
      Open.push_back(A);
    else if (E->op() != Op::Xor && bool(A.K) == (E->op() == Op::Or))
      return A;
  }
  if (Open.size() == 1 && E->op() != Op::Xor)
    return Open[0];
  return unknown(E, E->op() == Op::Xor ? Args : llvm::ArrayRef(Open), Shared);
}
