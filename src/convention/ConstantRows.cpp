// SPDX-License-Identifier: Apache-2.0
//
// Rows whose length or number is a constant.

#include "convention/ConstantRows.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <array>
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Elements; shorter rows are those of structures, or neighbours.
static constexpr int64_t LeastRow = 16;

/// The length of the rows of which the offset starts one, if it is a constant: 1024 in `blockIdx.x
/// * 1024 + i`; else 0. The position is what is added to the start.
static int64_t constantRow(Expr Offset, Expr Position) {
  llvm::DenseMap<Expr, int64_t> Starts, Moves;
  summands(Offset, 1, [&](Expr E, int64_t Factor) {
    if (!E->isConst())
      Starts[unwidened(E)] += Factor;
  });
  summands(Position, 1, [&](Expr E, int64_t Factor) {
    if (!E->isConst())
      Moves[unwidened(E)] += Factor;
  });
  int64_t Element = 0;
  for (auto [E, Factor] : Moves) {
    auto At = Starts.find(E);
    if (At == Starts.end() || !Factor || At->second % Factor != 0 ||
        (Element && Element != At->second / Factor))
      return 0;
    Element = At->second / Factor;
    Starts.erase(At);
  }
  int64_t Row = 0;
  for (auto [E, Factor] : Starts)
    Row = std::gcd(Row, Factor);
  return Element > 0 && Row % Element == 0 && Row > Element ? Row / Element : 0;
}

/// A number of the host or from memory that ends the position in a row of constant length is at
/// most the length: n <= 1024 if `i < n` guards `out[blockIdx.x * 1024 + i]`, or in `out[i / n *
/// 1024 + i % n]`.
Need convention::endInRow(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  if (Case.K.array(Case.access(0).Array).Where != Space::Global)
    return Of; // declared arrays have rows of their own (within-extents)
  auto Ends = [&](Expr End, bool Signed, int64_t Row) {
    if (Expr E = unwidened(End);
        Row >= LeastRow && E->op() == Op::Apply && (Case.isOfParameters(E) || Case.isData(E)))
      Of.add(Convention::WithinRows, C.sle(Case.wide(End, Signed), C.constant(Row, 64)));
  };
  for (unsigned I = 0; I < 2; ++I) {
    const Expr Offset = Case.Q.Offset[I];
    ExprContext::visit(Case.condition(I), [&](Expr N) {
      if (N->op() == Op::Slt || N->op() == Op::Ult)
        Ends(N->arg(1), N->op() == Op::Slt, constantRow(Offset, N->arg(0)));
    });
    summands(Offset, 1, [&](Expr E, int64_t) {
      E = unwidened(E);
      if (E->op() == Op::URem || E->op() == Op::SRem)
        Ends(E->arg(1), E->op() == Op::SRem, constantRow(Offset, E));
    });
  }
  return Of;
}

/// The numbers that end a position of thread I: `n` in `i < n`, if the position moves with the
/// thread.
static SmallVector<Expr, 4> endsOf(const RaceCase &Case, unsigned I) {
  llvm::SetVector<Expr> Ends;
  auto Moves = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && (Case.symbolOf(N).Kind == SymbolKind::ThreadIdx ||
                                      Case.symbolOf(N).Kind == SymbolKind::Counter);
    });
  };
  ExprContext::visit(Case.condition(I), [&](Expr N) {
    if ((N->op() == Op::Slt || N->op() == Op::Ult) && Moves(N->arg(0)) && !Moves(N->arg(1)))
      Ends.insert(unwidened(N->arg(1)));
  });
  return SmallVector<Expr, 4>(Ends.begin(), Ends.end());
}

Need convention::restInNumberedRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const Expr Size = Case.access(0).Size;
  if (!Size->isConst() || !Size->value())
    return Of;
  int64_t Bytes = Size->value(), Step = 0; // of a whole structure, if the access is to a member
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (!E->isConst() && !Case.isOfParameters(E))
        Step = Step ? std::min(Step, std::abs(Factor)) : std::abs(Factor);
    });
  Bytes = std::max(Bytes, Step);
  // By length, the number of the row that each thread is in, in bytes of the length's unit.
  llvm::MapVector<Expr, std::array<int64_t, 2>> Numbers;
  for (unsigned I = 0; I < 2; ++I)
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (E = unwidened(E); E->op() == Op::Apply && Case.isOfParameters(E))
        Numbers[E][I] += Factor;
    });
  for (auto [Length, Number] : Numbers) {
    auto [First, Second] = Number;
    const bool InBytes = First % Bytes != 0 || Second % Bytes != 0;
    const int64_t Unit = InBytes ? 1 : Bytes;
    // Neighbours (`x[i]` and `x[i + n]`) are no rows.
    if (First < 0 || Second < 0 || First == Second || std::max(First, Second) < 2 * Unit)
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      const SmallVector<Expr, 4> Ends = endsOf(Case, I);
      auto IsOther = [&](Expr End) {
        return !End->isConst() && (Case.isOfParameters(End) || Case.isData(End)) &&
               !ExprContext::any(End, [L = Length](Expr N) { return N == L; });
      };
      if (Ends.empty() || !llvm::all_of(Ends, IsOther))
        continue;
      Expr Rest = C.constant(0, 64);
      summands(Case.Q.Offset[I], 1, [&, L = Length](Expr E, int64_t Factor) {
        if (unwidened(E) != L)
          Rest = C.add(Rest, C.mul(Case.wide(E), C.constant(Factor, 64), NSW), NSW);
      });
      Of.add(Convention::WithinRows, C.sle(C.constant(0, 64), Rest));
      Of.add(Convention::WithinRows,
             C.slt(Rest, C.mul(Case.wide(Length), C.constant(Unit, 64), NSW)));
    }
  }
  return Of;
}

Need convention::endInPart(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const Expr Size = Case.access(0).Size;
  if (Case.K.array(Case.access(0).Array).Where != Space::Shared || !Size->isConst() ||
      !Size->value())
    return Of;
  const auto [Terms, Distance] = difference(Case.Q.Offset[0], Case.Q.Offset[1]);
  const int64_t Apart = std::abs(Distance) / static_cast<int64_t>(Size->value());
  if (Apart < LeastRow)
    return Of;
  for (unsigned I = 0; I < 2; ++I)
    for (Expr End : endsOf(Case, I))
      if (End->op() == Op::Apply && (Case.isOfParameters(End) || Case.isData(End)))
        Of.add(Convention::WithinRows,
               C.sle(Case.wide(End, Case.symbolOf(End).Signed), C.constant(Apart, 64)));
  return Of;
}

Need convention::gridInConstantRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Out;
  for (unsigned D = 0; D < 3; ++D) {
    const Expr Along = Case.Q.T.threadsAlong(D);
    if (!Along || Case.L.Grid[D] || Case.K.Arrays[Case.access(0).Array].Where != Space::Global)
      continue;
    for (Expr Offset : Case.Q.Offset) {
      int64_t Step = 0, Row = 0;
      bool Blocks = false, Fits = true;
      summands(Offset, 1, [&](Expr E, int64_t Factor) {
        llvm::SmallSetVector<unsigned, 3> Dims; // of indices
        bool OfBlocks = false;
        ExprContext::visit(E, [&](Expr N) {
          if (N->op() != Op::Apply)
            return;
          const Symbol &S = Case.symbolOf(N);
          OfBlocks |= S.Kind == SymbolKind::BlockIdx;
          if (S.Kind == SymbolKind::BlockIdx || S.Kind == SymbolKind::ThreadIdx)
            Dims.insert(S.Index);
          else
            Fits &= S.Kind == SymbolKind::BlockDim;
        });
        if (Dims.size() == 1 && Dims[0] == D) {
          Step = std::gcd(Step, Factor);
          Blocks |= OfBlocks;
        } else if (!Dims.empty()) {
          Row = std::gcd(Row, Factor);
        }
      });
      if (Fits && Blocks && Step > 0 && Row % Step == 0 && Row / Step >= LeastRow)
        Out.add(Convention::RowsSpanGrid, C.ule(Along, C.constant(Row / Step, 64)));
    }
  }
  return Out;
}
