// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// The initial value of a stride that is halved or doubled.
static Expr withoutShifts(Expr E) {
  auto Halves = [](Expr N) {
    return N->op() == Op::Shl || N->op() == Op::LShr || N->op() == Op::AShr ||
           ((N->op() == Op::UDiv || N->op() == Op::SDiv) && N->arg(1)->isConst() &&
            llvm::isPowerOf2_64(N->arg(1)->value()));
  };
  while (Halves(E))
    E = E->arg(0);
  return E;
}

/// Returns true if the term depends only on host values.
static bool isSize(const RaceCase &Case, Expr E) {
  bool Any = false, Other = false;
  ExprContext::visit(E, [&](Expr N) {
    bool Is = llvm::is_contained(Case.parameters(), N);
    Any |= Is;
    Other |= N->op() == Op::Apply && !Is;
  });
  return Any && !Other;
}

/// If an index has a 0 bit at a position that the host gives, and bits that the host names are
/// flipped in it to get its partner (`((i >> at) << (at + 1) | low) ^ flipped`), adds that the bit
/// at that position is among them: the partner has it set, and no thread's own index does.
static void addFlips(const RaceCase &Case, Need &To) {
  ExprContext &C = Case.C;
  auto IsShift = [](Expr N) { return N->op() == Op::Shl || N->op() == Op::LShr; };
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::Xor || N->width() == 1)
        return;
      for (unsigned I : {0u, 1u}) {
        const Expr Flipped = N->arg(I), Index = N->arg(1 - I);
        if (!isSize(Case, Flipped) || isSize(Case, Index))
          continue;
        ExprContext::visit(Index, [&](Expr Shift) {
          const Expr At = IsShift(Shift) ? unwidened(Shift->arg(1)) : Expr();
          if (!At || At->op() != Op::Apply || !isSize(Case, At) || At == unwidened(Flipped))
            return;
          const Expr Bit = C.binary(Op::LShr, Flipped,
                                    At->width() < Flipped->width() ? C.zext(At, Flipped->width())
                                                                   : C.trunc(At, Flipped->width())),
                     One = C.constant(1, Bit->width());
          To.add(Convention::PowersOfTwo, C.eq(C.binary(Op::And, Bit, One), One));
        });
      }
    });
}

/// Adds the sizes that are halved as often as they can be, where an index is doubled as often (the
/// stride with which a scan goes down again, `for (d = n / 2; d > 0; d /= 2) stride *= 2`).
static void addHalved(const RaceCase &Case, llvm::SetVector<Expr> &Powers) {
  llvm::DenseSet<Expr> Doubled; // by how much
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() == Op::Shl && N->arg(0)->isConst() && !isSize(Case, N->arg(1)))
        Doubled.insert(unwidened(N->arg(1)));
    });
  if (Doubled.empty())
    return;
  for (Expr Constraint : Case.Q.Constraints)
    ExprContext::visit(Constraint, [&](Expr N) {
      if ((N->op() == Op::LShr || N->op() == Op::AShr) && Doubled.contains(unwidened(N->arg(1))))
        if (Expr P = withoutShifts(N); !P->isConst() && Case.isOfParameters(P))
          Powers.insert(P);
    });
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> Powers;
  addHalved(Case, Powers);
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      for (Expr Mask : N->args())
        if (N->op() == Op::And && Mask->op() == Op::Add && Mask->arg(1)->isConst() &&
            Mask->arg(1)->signedValue() == -1)
          if (Expr P = withoutShifts(Mask->arg(0)); isSize(Case, P))
            Powers.insert(P);
    });
  Need Of;
  addFlips(Case, Of);
  if (Powers.empty() && Of.Conditions.empty())
    return {};
  for (Expr P : Powers) {
    Expr Zero = C.constant(0, P->width());
    Expr Mask = C.add(P, C.constant(-1, P->width()));
    Of.add(Convention::PowersOfTwo, C.ult(Zero, P));
    Of.add(Convention::PowersOfTwo, C.eq(C.binary(Op::And, P, Mask), Zero));
  }
  addUsualSizes(Case, Of);
  return {Of};
}

const Rule convention::PowersOfTwo = {
    Convention::PowersOfTwo,
    R"(A size that is used as a mask of bits (i & (size - 1)) is a power of two, and so is what it was
halved or doubled from, and one that a loop halves until nothing is left while it doubles the stride of an
index (the two sweeps of a scan). If an index lacks a bit at a place of the host (((i >> at) << (at + 1)) + low), and
bits that the host names are flipped in it to get its partner (index ^ flipped), the bit at that place is one of them.

When a race needs it: it vanishes if such sizes of the host are powers of two, or such a bit is set.)",
    ask};
