// SPDX-License-Identifier: Apache-2.0
//
// Rows of constant length, or in a constant number.

#include "convention/ConstantRows.h"
#include "convention/RowEnds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <array>
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Elements; shorter rows belong to structures, or are neighbours.
static constexpr int64_t LeastRow = 16, LeastDeclared = 4;

/// The constant length of the row whose start is in the offset: 1024 in `blockIdx.x * 1024 + i`;
/// else 0. `Position` is what is added to the start.
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

Need convention::endInRow(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const Array &A = Case.K.array(Case.access(0).Array);
  const bool Declared = A.Where == Space::Shared && !A.Dynamic;
  if ((A.Where != Space::Global && A.Where != Space::Shared) ||
      (Declared && (Case.Q.InRow[0] || Case.Q.InRow[1])))
    return Of; // rows of declared arrays are checked by within-extents
  const Expr Size = Case.access(0).Size;
  auto IsRow = [&](int64_t Row) {
    if (!Declared)
      return Row >= LeastRow;
    // An array of 14 * 14 elements, declared as one row, has rows of 14.
    const uint64_t Bytes = Size->isConst() && Row >= LeastDeclared ? Row * Size->value() : 0;
    return Bytes && A.Bytes > Bytes && A.Bytes % Bytes == 0;
  };
  auto Ends = [&](Expr End, bool Signed, int64_t Row) {
    if (Expr E = unwidened(End);
        IsRow(Row) && E->op() == Op::Apply && (Case.isOfParameters(E) || Case.isData(E)))
      Of.add(Convention::WithinRows, C.sle(Case.wide(End, Signed), C.constant(Row, 64)));
  };
  // A slice length that the launch gives as a constant counts as one.
  llvm::DenseMap<Expr, Expr> Given;
  for (const Fact &F : Case.L.Facts)
    if (A.Where == Space::Shared && F.Cond->op() == Op::Eq)
      for (unsigned Side : {0, 1})
        if (F.Cond->arg(Side)->isConst() && F.Cond->arg(1 - Side)->op() == Op::Apply)
          Given[Case.Q.T.of(F.Cond->arg(1 - Side), 0)] = F.Cond->arg(Side);
  for (unsigned I = 0; I < 2; ++I) {
    const Expr Offset = C.replace(Case.Q.Offset[I], [&](Expr N) { return Given.lookup(N); });
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

/// The summands of thread I's offset that it compares with a number from memory, if that bounds a
/// position that is scaled by less than other summands.
static llvm::DenseSet<Expr> endedByData(const RaceCase &Case, unsigned I) {
  llvm::DenseMap<Expr, int64_t> Factors;
  int64_t Largest = 0;
  summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
    if (!E->isConst())
      Factors[unwidened(E)] += Factor;
    Largest = std::max(Largest, E->isConst() ? 0 : Factor);
  });
  llvm::DenseSet<Expr> Ended;
  ExprContext::visit(Case.condition(I), [&](Expr N) {
    if ((N->op() != Op::Slt && N->op() != Op::Ult) || !Case.isData(N->arg(1)))
      return;
    llvm::SmallSetVector<Expr, 4> Position;
    int64_t Element = 0;
    summands(N->arg(0), 1, [&](Expr E, int64_t) {
      if (E->isConst())
        return;
      Position.insert(unwidened(E));
      Element = std::max(Element, Factors.lookup(unwidened(E)));
    });
    if (Element < Largest)
      Ended.insert_range(Position);
  });
  return Ended;
}

Need convention::restInConstantRow(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  for (unsigned I = 0; I < 2; ++I) {
    const llvm::DenseSet<Expr> Ended = endedByData(Case, I);
    int64_t Element = 0, Row = INT64_MAX, Start = 0;
    auto IsPosition = [&](Expr E) { return Case.isData(E) || Ended.contains(unwidened(E)); };
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (!E->isConst() && IsPosition(E))
        Element = std::max(Element, std::abs(Factor));
    });
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Start += E->signedValue() * Factor;
      else if (!IsPosition(E) && Factor > Element)
        Row = std::min(Row, Factor);
    });
    if (!Element || Row == INT64_MAX || Row / Element < LeastRow)
      continue;
    Start %= Row;
    const int64_t Member = (Start % Element + Element) % Element; // byte offset within the element
    Expr Rest = C.constant(Start, 64), First = C.constant(Start - Member, 64);
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (E->isConst() || std::abs(Factor) >= Row)
        return;
      const Expr Bytes = C.mul(Case.wide(E), C.constant(Factor, 64), NSW);
      Rest = C.add(Rest, Bytes, NSW);
      if (std::abs(Factor) >= Element)
        First = C.add(First, Bytes, NSW);
    });
    if (goesBehindEnd(Case, I, First))
      continue;
    Of.add(Convention::WithinRows, C.sle(C.constant(0, 64), Rest));
    Of.add(Convention::WithinRows, C.slt(Rest, C.constant(Row, 64)));
  }
  return Of;
}

static bool isSigned(const RaceCase &Case, Expr E) {
  return E->op() != Op::Apply || Case.symbolOf(E).Signed;
}

/// The numbers that bound a position of thread I that differs between threads: `n` in `i < n`.
static SmallVector<Expr, 4> endsOfThread(const RaceCase &Case, unsigned I) {
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

/// Returns true if the length is in bytes: some row of the array does not start at a whole number
/// of elements of that size.
static bool isPitch(const RaceCase &Case, Expr Length, int64_t Element) {
  return llvm::any_of(Case.K.Accesses, [&](const Access &A) {
    bool Is = false;
    if (A.Array == Case.access(0).Array && A.Offset)
      summands(A.Offset, 1, [&](Expr E, int64_t Factor) {
        Is |= unwidened(E) == Length && Factor % Element != 0;
      });
    return Is;
  });
}

Need convention::restInNumberedRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const Expr Size = Case.access(0).Size;
  if (!Size->isConst() || !Size->value())
    return Of;
  int64_t Step = 0; // bytes between consecutive positions
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (!E->isConst() && !Case.isOfParameters(E))
        Step = Step ? std::min(Step, std::abs(Factor)) : std::abs(Factor);
    });
  Step = std::max<int64_t>(Step, Size->value());
  llvm::MapVector<Expr, std::array<int64_t, 2>> Numbers; // by length: the threads' row numbers
  for (unsigned I = 0; I < 2; ++I)
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (E = unwidened(E); E->op() == Op::Apply && Case.isOfParameters(E))
        Numbers[E][I] += Factor;
    });
  for (auto [Length, Number] : Numbers) {
    // Shifts by a length in elements are not rows (`x[i + 2 * n]`).
    auto [First, Second] = Number;
    if (First < 0 || Second < 0 || First == Second || !isPitch(Case, Length, Step))
      continue;
    for (unsigned I = 0; I < 2; ++I)
      for (Expr End : endsOfThread(Case, I))
        if (!End->isConst() && (Case.isOfParameters(End) || Case.isData(End)) &&
            !ExprContext::any(End, [L = Length](Expr N) { return N == L; }))
          Of.add(Convention::WithinRows,
                 C.sle(C.mul(Case.wide(End, isSigned(Case, End)), C.constant(Step, 64), NSW),
                       Case.wide(Length)));
  }
  return Of;
}

/// The number of elements of each part of a declared array, if the constants at which accesses
/// start divide the array evenly; else 0.
static int64_t elementsOfPart(const RaceCase &Case, int64_t Size) {
  const ArrayId Of = Case.access(0).Array;
  llvm::SmallSetVector<int64_t, 8> Starts;
  for (const Access &A : Case.K.Accesses) {
    if (A.Array != Of || !A.Offset)
      continue;
    int64_t Start = 0;
    bool Moves = false, FromElsewhere = false;
    summands(A.Offset, 1, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Start += E->signedValue() * Factor;
      else
        (Case.isOfParameters(E) ? FromElsewhere : Moves) = true;
    });
    if (Moves && !FromElsewhere)
      Starts.insert(Start);
  }
  int64_t Part = 0;
  for (int64_t Start : Starts)
    Part = std::gcd(Part, Start);
  const auto Count = static_cast<int64_t>(Starts.size());
  const bool Even = Count > 1 && Part > 0 && Part % Size == 0 &&
                    static_cast<uint64_t>(Part * Count) == Case.K.array(Of).Bytes;
  return Even ? Part / Size : 0;
}

Need convention::endInPart(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const Expr Size = Case.access(0).Size;
  if (Case.K.array(Case.access(0).Array).Where != Space::Shared || !Size->isConst() ||
      !Size->value())
    return Of;
  const int64_t Part = elementsOfPart(Case, Size->value());
  if (Part < LeastRow || difference(Case.Q.Offset[0], Case.Q.Offset[1]).second == 0)
    return Of;
  for (unsigned I = 0; I < 2; ++I)
    for (Expr End : endsOfThread(Case, I))
      if (End->op() == Op::Apply && (Case.isOfParameters(End) || Case.isData(End)))
        Of.add(Convention::WithinRows,
               C.sle(Case.wide(End, isSigned(Case, End)), C.constant(Part, 64)));
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
        llvm::SmallSetVector<unsigned, 3> Dims; // dimensions of indices
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
