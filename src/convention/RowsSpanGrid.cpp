// SPDX-License-Identifier: Apache-2.0

#include "convention/ConstantRows.h"
#include "convention/RowEnds.h"
#include "convention/Rule.h"
#include "model/Customary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// The bytes of a row that one step of a thread takes, if the parameter counts bytes (a pitch), so
/// that some row does not start at a whole number of elements: the size of a whole structure, even
/// if the access is to one member. 1 if the parameter counts elements.
static uint64_t bytesPerStep(const RaceCase &Case, Expr Parameter) {
  Expr Size = Case.access(0).Size;
  if (!Size->isConst() || !Size->value())
    return 1;
  const auto Bytes = static_cast<int64_t>(Size->value());
  int64_t Step = INT64_MAX;
  bool CountsBytes = false;
  for (Expr O : Case.Q.Offset)
    summands(O, 1, [&](Expr E, int64_t Factor) {
      bool Holds = false;
      ExprContext::visit(E, [&](Expr N) { Holds |= N == Parameter; });
      if (Holds)
        CountsBytes |= Factor % Bytes != 0;
      else if (!Case.isOfParameters(E))
        Step = std::min<int64_t>(Step, std::abs(Factor));
    });
  if (!CountsBytes)
    return 1;
  return Step == INT64_MAX ? Bytes : std::max(Bytes, Step);
}

/// Returns true if the expression contains digits of an index that is split.
static bool hasDigits(Expr E) {
  return ExprContext::any(E, [](Expr N) {
    return N->op() == Op::URem || N->op() == Op::SRem || N->op() == Op::UDiv || N->op() == Op::SDiv;
  });
}

/// Returns true for x / n and x >> n.
static bool isQuotient(Expr E) {
  return E->op() == Op::UDiv || E->op() == Op::SDiv || E->op() == Op::AShr;
}

/// Quotients of host values that scale an index (`row * (width / parts) + i`). A split index (`i %
/// area * (total / area) + i / area`) already determines the length of a row.
static SmallVector<Expr, 2> quotients(const RaceCase &Case) {
  llvm::SmallSetVector<Expr, 2> Out;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::Mul)
        return;
      for (unsigned I : {0, 1})
        if (Expr Scale = unwidened(N->arg(I)); isQuotient(Scale) && Case.isOfParameters(Scale) &&
                                               !Case.isOfParameters(N->arg(1 - I)) &&
                                               !hasDigits(N->arg(1 - I)))
          Out.insert(Scale);
    });
  return SmallVector<Expr, 2>(Out.begin(), Out.end());
}

/// Returns true if the launch says that the bound of a position in rows of this length exceeds the
/// length.
static bool isTooShort(const RaceCase &Case, Expr Length) {
  ExprContext &C = Case.C;
  auto Names = [](Expr In, Expr Of) {
    return ExprContext::any(In, [&](Expr N) {
      return N->op() == Op::Apply && ExprContext::any(Of, [&](Expr P) { return P == N; });
    });
  };
  auto Relates = [&](Expr End) {
    return llvm::any_of(Case.L.Facts,
                        [&](const Fact &F) { return Names(F.Cond, Length) && Names(F.Cond, End); });
  };
  bool Found = false;
  for (Expr Offset : Case.Q.Offset) {
    int64_t Element = 0;
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (Expr Scale = Case.lengthOfRow(E); Scale && unwidened(Scale) == Length)
        Element = Factor;
    });
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (Factor != Element || Case.isOfParameters(E))
        return;
      for (Expr End : endsOf(Case, unwidened(E)))
        Found |= Case.isOfParameters(End) && End->width() <= 64 && Relates(End) &&
                 Case.fitting(C.sle(Case.wide(End), Case.wide(Length))).empty();
    });
  }
  return Found;
}

/// The values that scale an index or set parts apart, and that the kernel itself does not limit.
/// Bounds of the index's own coordinates are left out: they are the kernel's own layout.
static SmallVector<Expr, 8> openStrides(const RaceCase &Case) {
  llvm::DenseSet<Expr> Bounded;
  for (const Assumption &A : Case.K.Assumptions)
    if (A.Stated && !A.OfTurns)
      ExprContext::visit(A.Cond, [&](Expr N) { Bounded.insert(N); });
  for (Expr Offset : Case.Q.Offset)
    Bounded.insert_range(extentsOf(Case, Offset));
  const llvm::DenseSet<Expr> Ends = endsInRows(Case);
  Bounded.insert_range(Ends);
  SmallVector<Expr, 8> Out;
  for (Expr P : Case.parameters())
    if ((llvm::is_contained(Case.strides(), P) || llvm::is_contained(Case.distances(), P)) &&
        !Bounded.contains(P) && !isTooShort(Case, P))
      Out.push_back(P);
  llvm::copy_if(quotients(Case), std::back_inserter(Out), [&](Expr Q) {
    return !ExprContext::any(Q, [&](Expr N) { return Ends.contains(N); });
  });
  return Out;
}

/// The number of threads that take elements of one row along a dimension: the threads of the grid
/// or, for a row in shared memory, of the block. Null: no access depends on the dimension.
static Expr threadsAlong(const RaceCase &Case, unsigned D) {
  Expr Along = Case.Q.T.threadsAlong(D);
  const bool Shared = Case.K.Arrays[Case.access(0).Array].Where == Space::Shared;
  return Along && Shared ? Case.C.zext(Case.blockDim(D), Along->width()) : Along;
}

/// The conditions that the stride is at least the number of threads along each dimension.
/// `WholeBlock`: assumes that the block's other dimensions also lie in the row. `Items`: elements
/// of a row that each thread takes. `Blocks`: counts the threads of one block along dimensions in
/// which the blocks number rows.
static SmallVector<Expr, 3> atLeastGrid(const RaceCase &Case, Expr P, bool WholeBlock,
                                        unsigned Items, bool Blocks) {
  ExprContext &C = Case.C;
  SmallVector<Expr, 3> Out;
  const bool Signed = P->op() == Op::Apply ? C.symbol(P->symbol()).Signed : P->op() != Op::UDiv;
  Expr Wide = Case.wide(P, Signed);
  Expr Scale = C.constant(bytesPerStep(Case, P) * Items, 64);
  for (unsigned D = 0; D < 3; ++D)
    if (Expr Along = threadsAlong(Case, D)) {
      if (Blocks && numbersRows(Case, D))
        Along = C.zext(Case.blockDim(D), 64);
      for (unsigned Other = 0; WholeBlock && Other < 3; ++Other)
        if (Other != D && Case.K.UsesDim[Other])
          Along = C.mul(Along, C.zext(Case.blockDim(Other), 64), NSW | NUW);
      Out.push_back(C.sle(C.mul(Along, Scale, NSW | NUW), Wide));
    }
  return Out;
}

/// The same for all strides, except where the launch says otherwise.
static SmallVector<Expr, 8> allAtLeastGrid(const RaceCase &Case, bool WholeBlock, unsigned Items,
                                           bool Blocks = false) {
  SmallVector<Expr, 8> Out;
  const SmallVector<Expr, 8> Strides = Case.strides();
  for (Expr P : openStrides(Case)) {
    if (Items > 1 && P->op() == Op::Apply && !llvm::is_contained(Strides, P))
      continue;
    SmallVector<Expr, 3> OfStride = atLeastGrid(Case, P, WholeBlock, Items, Blocks);
    if (Case.fitting(OfStride).size() == OfStride.size())
      llvm::append_range(Out, OfStride);
  }
  return Out;
}

/// If the number of blocks along one dimension scales an index (row * gridDim.y + blockIdx.x), it
/// is at least the number of blocks along a dimension that lies in the row. In shared memory, if a
/// block's row has a cell for each block (row * gridDim.x + threadIdx.x), it is at least the number
/// of threads of the block along a dimension.
static SmallVector<Expr, 2> gridInRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  auto OfBlocks = [&](Expr E, SymbolKind Kind) {
    llvm::SmallSetVector<unsigned, 3> Dims;
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply && Case.symbolOf(N).Kind == Kind)
        Dims.insert(Case.symbolOf(N).Index);
    });
    return Dims;
  };
  const bool Shared = Case.K.Arrays[Case.access(0).Array].Where == Space::Shared;
  llvm::SmallSetVector<unsigned, 3> Scales, Inside, Threads;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      Expr Product = unwidened(E);
      auto Scale = OfBlocks(E, SymbolKind::GridDim);
      if (Product->op() == Op::Mul && Scale.size() == 1)
        Scales.insert(Scale[0]);
      else {
        Inside.insert_range(OfBlocks(E, SymbolKind::BlockIdx));
        Threads.insert_range(OfBlocks(E, SymbolKind::ThreadIdx));
      }
    });
  SmallVector<Expr, 2> Out;
  for (unsigned Scale : Scales)
    for (unsigned Dim : Inside)
      if (Dim != Scale)
        Out.push_back(C.sle(Case.Q.T.of(C.gridDim(Dim), 0), Case.Q.T.of(C.gridDim(Scale), 0)));
  if (Shared)
    for (unsigned Scale : Scales)
      for (unsigned Dim : Threads)
        Out.push_back(C.sle(Case.blockDim(Dim), Case.Q.T.of(C.gridDim(Scale), 0)));
  return Out;
}

SmallVector<Expr, 8> convention::rowsSpanGrid(const RaceCase &Case) {
  SmallVector<Expr, 8> Out = allAtLeastGrid(Case, /*WholeBlock=*/false, /*Items=*/1);
  llvm::append_range(Out, gridInRows(Case));
  return Out;
}

/// The bounds of `x / n`, if `x < m * n` bounds x: m.
static SmallVector<Expr, 4> endsOfQuotient(const RaceCase &Case, Expr Coordinate) {
  SmallVector<Expr, 4> Out;
  if (Coordinate->op() != Op::UDiv && Coordinate->op() != Op::SDiv)
    return Out;
  for (Expr End : endsOf(Case, unwidened(Coordinate->arg(0)))) {
    End = unwidened(End);
    if (End->op() == Op::Mul)
      for (unsigned Side : {0, 1})
        if (unwidened(End->arg(Side)) == unwidened(Coordinate->arg(1)))
          Out.push_back(End->arg(1 - Side));
  }
  return Out;
}

/// The number of threads of the grid along the only dimension in the coordinate; null: the
/// coordinate is a digit of a split index.
static Expr threadsOf(const RaceCase &Case, Expr Coordinate) {
  llvm::SmallDenseSet<unsigned> Dims;
  ExprContext::visit(Coordinate, [&](Expr N) {
    if (N->op() != Op::Apply)
      return;
    const Symbol &S = Case.symbolOf(N);
    if (S.Kind == SymbolKind::ThreadIdx || S.Kind == SymbolKind::BlockIdx)
      Dims.insert(S.Index);
  });
  return Dims.size() == 1 && !hasDigits(Coordinate) ? threadsAlong(Case, *Dims.begin()) : Expr();
}

/// If coordinates have strides of their own (`lane * a + row * b`), and each is bounded by a size
/// or depends on one dimension of the grid, then of two strides one is at least the extent of the
/// other coordinate. Products of the coordinates' own extents are strides that the kernel chose,
/// and get no condition.
static void addBoundedStrides(const RaceCase &Case, Expr Offset, Need &To) {
  ExprContext &C = Case.C;
  struct Reach {
    Expr Stride;                 ///< in bytes, 64 bits
    SmallVector<Expr, 4> Extent; ///< extent in bytes of all steps, 64 bits
  };
  SmallVector<Reach, 4> Strides;
  const llvm::DenseSet<Expr> Extents = extentsOf(Case, Offset);
  auto IsChosen = [&](Expr Stride) {
    return ExprContext::all(Stride,
                            [&](Expr N) { return N->op() != Op::Apply || Extents.contains(N); });
  };
  summands(Offset, 1, [&](Expr Term, int64_t Factor) {
    Expr Part = unwidened(Term);
    if (Part->op() != Op::Mul)
      return;
    for (unsigned I : {0, 1}) {
      Expr Coordinate = unwidened(Part->arg(I)), Stride = Part->arg(1 - I);
      if (Case.isOfParameters(Coordinate) || !Case.isOfParameters(Stride) || Stride->isConst())
        continue;
      int64_t Step = Factor; // one step of i * 16 is 16 strides long
      for (; Coordinate->op() == Op::Mul && Coordinate->arg(1)->isConst();
           Coordinate = unwidened(Coordinate->arg(0)))
        Step *= Coordinate->arg(1)->signedValue();
      Reach One{C.mul(Case.wide(Stride), C.constant(Step, 64), NSW), {}};
      SmallVector<Expr, 4> Ends = endsOf(Case, Coordinate);
      llvm::append_range(Ends, endsOfQuotient(Case, Coordinate));
      if (Ends.empty())
        if (Expr Along = threadsOf(Case, Coordinate))
          Ends.push_back(Along);
      for (Expr End : Ends)
        One.Extent.push_back(C.mul(Case.wide(End), One.Stride, NSW));
      Strides.push_back(std::move(One));
    }
  });
  for (size_t I = 0; I < Strides.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      if (Strides[I].Stride == Strides[J].Stride ||
          (IsChosen(Strides[I].Stride) && IsChosen(Strides[J].Stride)))
        continue; // parts of one coordinate, or the kernel's own layout
      SmallVector<Expr, 4> Ways;
      for (auto [Inner, Outer] : {std::pair(I, J), std::pair(J, I)})
        for (Expr Extent : Strides[Inner].Extent)
          Ways.push_back(C.sle(Extent, Strides[Outer].Stride));
      if (!Ways.empty())
        To.add(Convention::RowsSpanGrid, C.lor(Ways));
    }
}

/// If an index is split into coordinates (`x / n * a + x % n * b`), the stride of the outer one is
/// at least the extent of the inner one, plus host values that are added to it.
static void addNestedStrides(const RaceCase &Case, Need &To) {
  ExprContext &C = Case.C;
  struct Coordinate {
    Expr Of, Extent, Stride; ///< the stride in bytes, 64 bits
  };
  for (Expr Offset : Case.Q.Offset) {
    SmallVector<Coordinate, 4> Outer, Inner;
    SmallVector<Expr, 4> Added; ///< in bytes, 64 bits
    summands(Offset, 1, [&](Expr Term, int64_t Factor) {
      Expr Scale = C.constant(Factor, 64), Part = unwidened(Term);
      if (Case.isOfParameters(Part)) {
        if (!Part->isConst() && Part->width() <= 64)
          Added.push_back(C.mul(Scale, Case.wide(Part), NSW));
        return;
      }
      if (Part->op() == Op::Mul && Case.isOfParameters(Part->arg(1))) {
        Scale = C.mul(Scale, Case.wide(Part->arg(1)), NSW);
        Part = unwidened(Part->arg(0));
      } else if (Part->op() == Op::Mul && Case.isOfParameters(Part->arg(0))) {
        Scale = C.mul(Scale, Case.wide(Part->arg(0)), NSW);
        Part = unwidened(Part->arg(1));
      }
      bool IsOuter = Part->op() == Op::UDiv || Part->op() == Op::SDiv;
      if (IsOuter || Part->op() == Op::URem || Part->op() == Op::SRem)
        (IsOuter ? Outer : Inner).push_back({Part->arg(0), Part->arg(1), Scale});
    });
    addBoundedStrides(Case, Offset, To);
    for (const Coordinate &O : Outer)
      for (const Coordinate &I : Inner)
        if (O.Of == I.Of && O.Extent == I.Extent && !O.Stride->isConst()) {
          Expr Reach = C.mul(Case.wide(I.Extent), I.Stride, NSW);
          To.add(Convention::RowsSpanGrid, C.sle(Reach, O.Stride));
          for (Expr A : Added)
            To.add(Convention::RowsSpanGrid, C.sle(C.add(A, Reach, NSW), O.Stride));
        }
  }
}

/// Returns true if offsets contain only digits of the index (`x / n`, `x % n`), whose bound is `m *
/// n`.
static bool isTakenApart(const RaceCase &Case, Expr Index, Expr End) {
  bool Digits = false, Whole = false;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr Term, int64_t) {
      Whole |= unwidened(Term) == Index;
      ExprContext::visit(Term, [&](Expr N) {
        if (N->op() != Op::UDiv && N->op() != Op::SDiv)
          return;
        Expr Product = unwidened(End), Extent = unwidened(N->arg(1));
        Digits |= unwidened(N->arg(0)) == Index && Product->op() == Op::Mul &&
                  (unwidened(Product->arg(0)) == Extent || unwidened(Product->arg(1)) == Extent);
      });
    });
  return Digits && !Whole;
}

/// Adds that the bounds of indices, and host values used as indices, lie within the rows.
static void addWithinStrides(const RaceCase &Case, llvm::ArrayRef<Expr> Strides, Need &To) {
  ExprContext &C = Case.C;
  auto Wide = [&](Expr P) {
    bool Unsigned = P->op() == Op::Apply && !C.symbol(P->symbol()).Signed;
    return Case.wide(P, !Unsigned);
  };
  llvm::SetVector<Expr> Bounds, Indices;
  auto IsSize = [&](Expr E) {
    bool Is = !E->isConst() && E->width() >= 16 && E->width() <= 64 && Case.isOfParameters(E);
    ExprContext::visit(E, [&](Expr N) { Is &= !llvm::is_contained(Strides, N); });
    return Is;
  };
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Slt && N->op() != Op::Sle && N->op() != Op::Ult && N->op() != Op::Ule &&
          N->op() != Op::Eq)
        return;
      const bool Ends = N->op() == Op::Slt || N->op() == Op::Ult;
      if (Ends && isTakenApart(Case, unwidened(N->arg(0)), N->arg(1)))
        return;
      for (Expr Side : N->args()) {
        Expr P = unwidened(Side->op() == Op::Add && Side->arg(1)->isConst() ? Side->arg(0) : Side);
        if (IsSize(P))
          Bounds.insert(P);
      }
    });
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (IsSize(E))
        Indices.insert(E);
    });
  for (Expr Stride : Strides) {
    for (Expr B : Bounds)
      To.add(Convention::RowsSpanGrid, C.sle(Wide(B), Wide(Stride)));
    for (Expr I : Indices)
      To.add(Convention::RowsSpanGrid, C.slt(Wide(I), Wide(Stride)));
  }
}

/// If a product bounds an index, its factors that the row length lacks are at most those that only
/// the row length has: length <= most for i < channels * length in rows of channels * most.
static Need lengthsInRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  const SmallVector<Expr, 8> Strides = Case.strides();
  llvm::SetVector<Expr> Products;
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      Expr End = N->op() == Op::Slt || N->op() == Op::Ult ? unwidened(N->arg(1)) : Expr();
      if (End && End->op() == Op::Mul && Case.isOfParameters(End))
        Products.insert(End);
    });
  Need Out;
  Out.Proof = true;
  auto Wide = [&](Expr P) { return Case.wide(P, C.symbol(P->symbol()).Signed); };
  for (Expr Product : Products) {
    llvm::SetVector<Expr> Lengths, Rows(llvm::from_range, Strides);
    ExprContext::visit(Product, [&](Expr N) {
      if (N->op() == Op::Apply && !Rows.remove(N))
        Lengths.insert(N);
    });
    if (Lengths.size() == 1 && Rows.size() < Strides.size())
      for (Expr Row : Rows)
        Out.add(Convention::RowsSpanGrid, C.sle(Wide(Lengths[0]), Wide(Row)));
  }
  if (!Out.Conditions.empty())
    addUsualSizes(Case, Out);
  return Out;
}

/// Returns true if a bare host value is added to an index.
static bool addsNumbers(const RaceCase &Case) {
  bool Adds = false;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) { Adds |= !E->isConst() && Case.isOfParameters(E); });
  return Adds;
}

static std::vector<Need> ask(const RaceCase &Case) {
  std::vector<Need> Out;
  std::vector<Need> OfRows = restInRows(Case, Convention::RowsSpanGrid);
  const bool RowsFirst = addsNumbers(Case); // few conditions, quickly decided
  if (RowsFirst)
    Out = OfRows;
  Need OfGrid;
  for (Expr E : gridInRows(Case))
    OfGrid.add(Convention::RowsSpanGrid, E);
  Out.push_back(std::move(OfGrid));
  Out.push_back(gridInConstantRows(Case));
  Out.push_back(lengthsInRows(Case));
  const bool InBlock =
      llvm::any_of(llvm::seq(3u), [&](unsigned D) { return numbersRows(Case, D); });
  struct Way {
    bool WholeBlock;
    unsigned Items;
    bool Blocks;
  };
  for (auto [WholeBlock, Items, Blocks] : {Way{false, 1, true},
                                           {false, 1, false},
                                           {true, 1, false},
                                           {true, customary::MaxItems, false}}) {
    if (Blocks && !InBlock)
      continue;
    Need Of;
    for (Expr E : allAtLeastGrid(Case, WholeBlock, Items, Blocks))
      Of.add(Convention::RowsSpanGrid, E);
    if (Of.Conditions.empty()) // host code gives the length of the rows
      break;
    addUsualSizes(Case, Of);
    addWithinStrides(Case, Case.strides(), Of);
    addNestedStrides(Case, Of);
    Out.push_back(std::move(Of));
  }
  if (!RowsFirst)
    llvm::append_range(Out, OfRows);
  return Out;
}

const Rule convention::RowsSpanGrid = {
    Convention::RowsSpanGrid,
    R"(A row is at least as long as what the threads take of it, so that rows do not overlap.

That is: a number of the host that scales an index (row * n + i), or a quotient of two, is at least
the threads of the grid along each dimension, in shared memory and where blocks number the rows those
of the block, and 16 elements for each where a thread takes several; sizes that indices are compared with do not exceed it,
positions that are added are less; of two strides one is at least what the other coordinate reaches
over; the blocks along a dimension that scales an index (row * gridDim.y + blockIdx.x) are at least
those along the other or, in shared memory, the threads of the block along one (row * gridDim.x + threadIdx.x).

Why: code is given a stride for the rows that it walks. A stride that is shorter makes threads of
neighbouring rows meet, and the results wrong anyway.

When a race needs it: it vanishes if such conditions hold. Only numbers that multiply an index are
asked with, and those that set apart parts of an array in which each thread writes a cell of its own
(out[i] and out[i + n]). A row of constant length is what it is, unless no launch says how large the
grid is; so is one that ends a thread's position itself (row * n + i with i < 2 * n), and another position
that is added to an index.)",
    ask};
