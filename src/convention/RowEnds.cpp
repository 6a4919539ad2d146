// SPDX-License-Identifier: Apache-2.0

#include "convention/RowEnds.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

SmallVector<Expr, 4> convention::endsOf(const RaceCase &Case, Expr Coordinate) {
  llvm::SetVector<Expr> Ends;
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      bool Less = N->op() == Op::Slt || N->op() == Op::Ult;
      if (Less && unwidened(N->arg(0)) == Coordinate &&
          (Case.isOfParameters(N->arg(1)) || Case.isLoad(unwidened(N->arg(1)))))
        Ends.insert(N->arg(1));
    });
  return SmallVector<Expr, 4>(Ends.begin(), Ends.end());
}

llvm::DenseSet<Expr> convention::extentsOf(const RaceCase &Case, Expr Offset) {
  llvm::DenseSet<Expr> Extents;
  auto Add = [&](Expr Of) {
    ExprContext::visit(Of, [&](Expr N) {
      if (N->op() == Op::Apply)
        Extents.insert(N);
    });
  };
  ExprContext::visit(Offset, [&](Expr N) {
    if (N->op() != Op::UDiv && N->op() != Op::SDiv && N->op() != Op::URem && N->op() != Op::SRem)
      return;
    for (Expr End : endsOf(Case, unwidened(N->arg(0))))
      Add(End);
    if (Case.isOfParameters(N->arg(1)))
      Add(N->arg(1));
  });
  return Extents;
}

/// The host values that bound the position of one of the two threads in a row.
static llvm::DenseSet<Expr> endsOfThread(const RaceCase &Case, unsigned Thread) {
  llvm::DenseSet<Expr> Ends;
  llvm::DenseSet<Expr> Positions; // parts of the offset
  summands(Case.Q.Offset[Thread], 1, [&](Expr E, int64_t) {
    if (!Case.isOfParameters(E))
      Positions.insert(unwidened(E));
  });
  auto IsPosition = [&](Expr Of) {
    bool Is = ExprContext::any(Of, [&](Expr N) {
      return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::ThreadIdx;
    });
    summands(Of, 1,
             [&](Expr E, int64_t) { Is &= E->isConst() || Positions.contains(unwidened(E)); });
    return Is;
  };
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if ((N->op() != Op::Slt && N->op() != Op::Ult) || !Case.isOfParameters(N->arg(1)) ||
          !IsPosition(N->arg(0)))
        return;
      ExprContext::visit(N->arg(1), [&](Expr P) {
        // A row may be a part of the position itself: row * n + i < rows * n.
        if (P->op() == Op::Apply && !ExprContext::any(N->arg(0), [&](Expr X) { return X == P; }))
          Ends.insert(P);
      });
    });
  return Ends;
}

llvm::DenseSet<Expr> convention::endsInRows(const RaceCase &Case) {
  const llvm::DenseSet<Expr> First = endsOfThread(Case, 0), Second = endsOfThread(Case, 1);
  llvm::DenseSet<Expr> Both;
  for (Expr E : First)
    if (Second.contains(E))
      Both.insert(E);
  return Both;
}

bool convention::goesBehindEnd(const RaceCase &Case, unsigned I, Expr Position) {
  auto [Left, Behind] = difference(Position, Case.C.constant(0, 64));
  int64_t Step = 0; // the smallest factor of a bounded number
  auto TakeEnds = [&](Expr N, Op Signed, Op Unsigned, int64_t Reached) {
    if (N->op() != Signed && N->op() != Unsigned)
      return;
    auto [Ended, Start] = difference(N->arg(0), Case.C.constant(0, 64));
    std::optional<int64_t> Times;
    for (auto [E, Factor] : Ended) {
      auto At = Left.find(E);
      const int64_t Here = At == Left.end() || At->second % Factor ? 0 : At->second / Factor;
      if (Here <= 0 || (Times && *Times != Here))
        return;
      Times = Here;
    }
    if (!Times)
      return;
    for (auto [E, Factor] : Ended)
      Left.erase(E);
    Behind += *Times * (Reached - Start);
    Step = Step ? std::min(Step, *Times) : *Times;
  };
  ExprContext::visit(Case.condition(I), [&](Expr N) { TakeEnds(N, Op::Slt, Op::Ult, 0); });
  ExprContext::visit(Case.condition(I), [&](Expr N) { TakeEnds(N, Op::Sle, Op::Ule, 1); });
  return Behind > 0 && Behind >= Step;
}

bool convention::numbersRows(const RaceCase &Case, unsigned D) {
  auto Is = [&](Expr E, SymbolKind Kind) {
    E = unwidened(E);
    return E->op() == Op::Apply && Case.symbolOf(E).Kind == Kind && Case.symbolOf(E).Index == D;
  };
  for (Expr Offset : Case.Q.Offset) {
    bool Row = false, Own = false, Other = false;
    summands(Offset, 1, [&](Expr E, int64_t) {
      Expr Of = unwidened(E);
      if (Of->op() == Op::Mul &&
          llvm::any_of(Of->args(), [&](Expr N) { return Is(N, SymbolKind::BlockIdx); }) &&
          llvm::any_of(Of->args(), [&](Expr N) { return Case.isOfParameters(N); }))
        Row = true;
      else if (Is(Of, SymbolKind::ThreadIdx))
        Own = true;
      else
        Other |= ExprContext::any(Of, [&](Expr N) { return Is(N, SymbolKind::BlockIdx); });
    });
    if (!Row || !Own || Other)
      return false;
  }
  return true;
}
