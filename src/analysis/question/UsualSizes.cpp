// SPDX-License-Identifier: Apache-2.0
//
// Sizes as programs choose them: not negative, something to count to, powers of two, within
// what memory holds.

#include "analysis/question/Confidence.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Sizes and positions are not negative, nor is a difference of them that is compared as
/// an unsigned number.
Usual Classifier::nonNegative(llvm::ArrayRef<Expr> Parameters) const {
  Usual U;
  auto Add = [&](Expr E, std::string Text) {
    U.Conditions.push_back(C.sle(C.constant(0, E->width()), E));
    U.Text.push_back(std::move(Text));
  };
  for (Expr P : Parameters)
    if (C.symbol(P->symbol()).Signed)
      Add(P, C.symbol(P->symbol()).Name);
  llvm::DenseSet<Expr> Seen;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Q.T.of(Q.P[I].At->Cond, I), [&](Expr N) {
      if (N->op() != Op::Ult && N->op() != Op::Ule)
        return;
      for (Expr Side : N->args())
        if ((Side->op() == Op::Sub || Side->op() == Op::Add) && isOfParameters(Side) &&
            Seen.insert(Side).second)
          Add(Side, C.toString(Side));
    });
  return U;
}

/// What a stride comes from that halves or doubles.
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

/// What is less 1 a mask of bits is a power of two, and so is what it was halved from.
Usual Classifier::powersOfTwo(llvm::ArrayRef<Expr> Parameters) const {
  auto IsSize = [&](Expr E) { // of parameters alone
    bool Any = false, Other = false;
    ExprContext::visit(E, [&](Expr N) {
      bool Is = llvm::is_contained(Parameters, N);
      Any |= Is;
      Other |= N->op() == Op::Apply && !Is;
    });
    return Any && !Other;
  };
  llvm::SetVector<Expr> Powers;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      for (Expr Mask : N->args())
        if (N->op() == Op::And && Mask->op() == Op::Add && Mask->arg(1)->isConst() &&
            Mask->arg(1)->signedValue() == -1)
          if (Expr P = withoutShifts(Mask->arg(0)); IsSize(P))
            Powers.insert(P);
    });
  Usual U;
  for (Expr P : Powers) {
    Expr Zero = C.constant(0, P->width());
    Expr Mask = C.add(P, C.constant(-1, P->width()));
    U.Conditions.push_back(C.ult(Zero, P));
    U.Conditions.push_back(C.eq(C.binary(Op::And, P, Mask), Zero));
    U.Text.push_back(C.toString(P));
  }
  return U;
}

/// What is read as a number of 64 bits counts what memory holds: sums and products of it do
/// not wrap.
Usual Classifier::addressable(llvm::ArrayRef<Expr> Parameters) const {
  Usual U;
  for (Expr P : Parameters)
    if (P->width() == 64) {
      U.Conditions.push_back(C.ult(P, C.constant(uint64_t(1) << 40, 64)));
      U.Text.push_back(C.symbol(P->symbol()).Name);
    }
  return U;
}

/// Parameters to which loops with barriers count are at least 1: a loop that makes no turn leaves
/// out its barriers, but there is nothing to do, either.
Usual Classifier::turns(llvm::ArrayRef<Expr> Parameters) const {
  llvm::DenseSet<Expr> Ends;
  for (const Loop &L : K.Loops) {
    if (llvm::none_of(K.Barriers,
                      [&](const Barrier &B) { return llvm::is_contained(L.Nodes, B.Node); }))
      continue;
    for (NodeId N : L.Nodes)
      for (const Edge &Way : K.Nodes[N].Succs) {
        if (!Way.Cond || llvm::is_contained(L.Nodes, Way.To))
          continue;
        bool Counts = false;
        llvm::SmallVector<Expr, 4> Found;
        ExprContext::visit(Q.T.of(Way.Cond, 0), [&](Expr E) {
          Counts |= E->op() == Op::Apply && Q.T.original(E->symbol()) == L.Counter;
          if (llvm::is_contained(Parameters, E))
            Found.push_back(E);
        });
        if (Counts)
          Ends.insert(Found.begin(), Found.end());
      }
  }
  // Where the witness makes turns in all loops, there is nothing to ask.
  const auto *Witness = std::get_if<Refuted>(&R.Answer);
  Usual U;
  if (Witness && llvm::none_of(Ends, [&](Expr P) {
        std::optional<uint64_t> Value = Witness->value(P->symbol());
        bool Negative = C.symbol(P->symbol()).Signed && Value && *Value >> (P->width() - 1) & 1;
        return Value && (*Value == 0 || Negative);
      }))
    return U;
  for (Expr P : Parameters) {
    if (!Ends.contains(P))
      continue;
    Expr Zero = C.constant(0, P->width());
    U.Conditions.push_back(C.symbol(P->symbol()).Signed ? C.slt(Zero, P) : C.ult(Zero, P));
    U.Text.push_back(C.symbol(P->symbol()).Name);
  }
  return U;
}

/// Does the race need a loop that makes no turn?
bool Classifier::needsNoTurn() {
  SmallVector<Expr, 8> All(parameters().getArrayRef());
  Usual Turns = turns(All);
  if (Turns.Conditions.empty() || !std::holds_alternative<Proved>(under(Turns.Conditions)) ||
      !isLaunchable(Turns.Conditions))
    return false;
  R.Assumption = llvm::join(Turns.Text, ", ") + " at least 1";
  return true;
}
