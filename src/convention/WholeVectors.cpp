// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "model/Customary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// The power of two by which a division or shift divides; 0: it does not divide, or divides by 1 or
/// by more than the elements of a vector.
static uint64_t vectorOf(Expr E) {
  if (E->args().size() != 2 || !E->arg(1)->isConst())
    return 0;
  uint64_t By = E->arg(1)->value();
  if (E->op() == Op::LShr || E->op() == Op::AShr)
    By = By < 5 ? uint64_t(1) << By : 0;
  else if (E->op() != Op::UDiv && E->op() != Op::SDiv)
    return 0;
  return By > 1 && By <= customary::MaxVector && llvm::isPowerOf2_64(By) ? By : 0;
}

/// Returns true for the index of a thread along x, and for that of a lane in its warp.
static bool isPlace(const RaceCase &Case, Expr E) {
  if ((E->op() == Op::URem || E->op() == Op::SRem || E->op() == Op::And) && E->arg(1)->isConst())
    E = unwidened(E->arg(0));
  return E->op() == Op::Apply && Case.symbolOf(E).Kind == SymbolKind::ThreadIdx &&
         Case.symbolOf(E).Index == 0;
}

/// The bytes of a row that each thread takes: the factor of its position (`row * n + 4 * i + c`);
/// 0: the offset contains no position of a thread.
static uint64_t takenByThread(const RaceCase &Case, unsigned I) {
  uint64_t Taken = 0;
  summands(Case.Q.Offset[I], 1, [&](Expr Term, int64_t Factor) {
    if (isPlace(Case, unwidened(Term)))
      Taken = std::abs(Factor);
  });
  return Taken;
}

/// The bytes by which the offsets grow with the number; 0: it is not in them.
static uint64_t bytesPerUnit(const RaceCase &Case, Expr Number) {
  uint64_t Least = 0;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr Term, int64_t Factor) {
      if (!ExprContext::any(Term, [&](Expr N) { return N == Number; }))
        return;
      uint64_t Bytes = std::abs(Factor);
      if (uint64_t Parts = vectorOf(unwidened(Term)); Parts && Bytes % Parts == 0)
        Bytes /= Parts; // (row * n) / 2 + i
      Least = Least ? std::min(Least, Bytes) : Bytes;
    });
  return Least;
}

/// If the kernel computes how many parts a size has (`images = total / area`) and scales an index
/// by that number, the size consists of whole parts.
static Need sizesOfParts(const RaceCase &Case) {
  Need Of;
  for (Expr Offset : Case.Q.Offset)
    for (auto [Size, Whole] : wholeParts(Case.C, Offset, [&](Expr N) { return Case.isGiven(N); }))
      Of.add(Convention::WholeVectors, Case.C.eq(Size, Whole));
  if (!Of.Conditions.empty())
    addUsualSizes(Case, Of);
  return Of;
}

Need convention::wholeRowsOfParts(const RaceCase &Case) {
  ExprContext &C = Case.C;
  auto IsRest = [](Expr E) { return E->op() == Op::SRem || E->op() == Op::URem; };
  auto IsNumber = [&](Expr E) { return llvm::is_contained(Case.parameters(), E); };
  Need Of;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::SDiv && N->op() != Op::UDiv && !IsRest(N))
        return;
      Expr Place = unwidened(N->arg(0)), Part = N->arg(1);
      // The same for the number of parts: row * (width / x).
      Expr Row = IsRest(Place) ? Place->arg(1) : Place;
      if (!IsNumber(Part) || !IsNumber(Row) || Row == Part || Row->width() != Part->width())
        return;
      Op Rest = N->op() == Op::SDiv || N->op() == Op::SRem ? Op::SRem : Op::URem;
      Of.add(Convention::WholeVectors,
             C.eq(C.binary(Rest, Row, Part), C.constant(0, Row->width())));
    });
  if (!Of.Conditions.empty())
    addUsualSizes(Case, Of);
  return Of;
}

/// The offsets, and the terms that host code passes for numbers in them (`half == n / 2`).
static SmallVector<Expr, 8> computed(const RaceCase &Case) {
  SmallVector<Expr, 8> All{Case.Q.Offset[0], Case.Q.Offset[1]};
  for (const Fact &F : Case.L.Facts) {
    if (F.Cond->op() != Op::Eq || F.Class == FactClass::User)
      continue;
    for (unsigned I : {0, 1}) {
      Expr Given = F.Cond->arg(I);
      if (Given->op() == Op::Apply && llvm::any_of(Case.Q.Offset, [&](Expr Offset) {
            return ExprContext::any(Offset, [&](Expr N) { return N == Given; });
          }))
        All.push_back(F.Cond->arg(1 - I));
    }
  }
  return All;
}

/// Rows consist of whole vectors.
static Need wholeRows(const RaceCase &Case) {
  ExprContext &C = Case.C;
  llvm::SetVector<std::pair<Expr, uint64_t>> Rows;
  auto Add = [&](Expr P, uint64_t Vector) {
    if (llvm::is_contained(Case.parameters(), unwidened(P)))
      Rows.insert({unwidened(P), Vector});
  };
  for (Expr Term : computed(Case))
    ExprContext::visit(Term, [&](Expr N) {
      uint64_t Vector = vectorOf(N);
      if (!Vector)
        return;
      summands(N->arg(0), 1, [&](Expr Term, int64_t Factor) {
        // Also for rows in bytes: n * 2 / 16.
        uint64_t Left = Vector / std::gcd<uint64_t>(Vector, std::abs(Factor));
        if (Left < 2)
          return;
        Add(Term, Left);
        if (uint64_t Parts = vectorOf(unwidened(Term))) // of half a row: (row * n + n / 2 + i) / 2
          Add(unwidened(Term)->arg(0), Left * Parts);
        if (Term->op() == Op::Mul)
          for (Expr P : Term->args())
            Add(P, Left);
      });
    });
  const uint64_t Taken[] = {takenByThread(Case, 0), takenByThread(Case, 1)};
  const uint64_t Bytes = std::max(Taken[0], Taken[1]);
  if (Taken[0] == Taken[1] || !Taken[0] || !Taken[1]) // one may access other rows than the other
    for (Expr P : Case.strides())
      if (uint64_t Unit = bytesPerUnit(Case, P); Unit && Bytes > Unit && Bytes % Unit == 0)
        if (uint64_t Vector = Bytes / Unit;
            llvm::isPowerOf2_64(Vector) && Vector <= customary::MaxVector)
          Add(P, Vector);
  Need Of;
  if (Rows.empty())
    return Of;
  for (auto [P, Vector] : Rows) {
    Expr Rest = C.binary(Op::URem, P, C.constant(Vector, P->width()));
    Of.add(Convention::WholeVectors, C.eq(Rest, C.constant(0, P->width())));
    Of.add(Convention::WholeVectors, C.ult(P, C.constant(customary::Count, P->width())));
  }
  addUsualSizes(Case, Of);
  addProducts(Case, Of);
  return Of;
}

/// If a loop walks a row in steps, and an inner loop goes through the elements of a step without
/// testing for the end of the row (`for (t = 0; t < n; t += 16) for (i = 0; i < 16; ++i) out[row *
/// n + t + i]`), the row consists of whole steps. The same holds if the steps are numbered and n /
/// 16 is their number (`out[row * (n / 16) + t / 16]`).
static Need wholeSteps(const RaceCase &Case) {
  ExprContext &C = Case.C;
  auto IsCounter = [&](Expr E) {
    return E->op() == Op::Apply && Case.symbolOf(E).Kind == SymbolKind::Counter;
  };
  const SmallVector<Expr, 8> Rows = Case.strides();
  llvm::SetVector<std::pair<Expr, uint64_t>> Numbered; // a row, and its divisor
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::SDiv && N->op() != Op::UDiv)
        return;
      Expr Row = unwidened(N->arg(0));
      if (N->arg(1)->isConst() && llvm::is_contained(Case.parameters(), Row))
        Numbered.insert({Row, N->arg(1)->value()});
    });
  Need Of;
  for (unsigned I = 0; I < 2; ++I) {
    SmallVector<std::pair<Expr, Expr>, 4> Steps; // a row, and the elements of a step
    llvm::SetVector<Expr> Elements;              // elements over which a loop goes
    ExprContext::visit(Case.condition(I), [&](Expr N) {
      if (N->op() != Op::Slt && N->op() != Op::Ult)
        return;
      Expr Place = unwidened(N->arg(0)), End = unwidened(N->arg(1));
      if (IsCounter(Place) && End->isConst())
        Elements.insert(C.constant(End->value(), 64));
      if (Place->op() == Op::Mul && IsCounter(unwidened(Place->arg(0))) &&
          Place->arg(1)->isConst() &&
          (llvm::is_contained(Rows, End) || Numbered.contains({End, Place->arg(1)->value()})))
        Steps.push_back({End, C.constant(Place->arg(1)->value(), 64)});
    });
    for (auto [Row, Step] : Steps)
      if (Elements.contains(Step) || Numbered.contains({Row, Step->value()}))
        Of.add(Convention::WholeVectors,
               C.eq(C.binary(Op::URem, Row, C.constant(Step->value(), Row->width())),
                    C.constant(0, Row->width())));
  }
  if (!Of.Conditions.empty())
    addUsualSizes(Case, Of);
  return Of;
}

/// The constant to a multiple of which the term is rounded down (`i / 32 * 32`); 0: it is not such
/// a term.
static uint64_t packOf(Expr E) {
  constexpr uint64_t Most = 32; // the lanes of a warp
  uint64_t Pack = 0;
  if (E->op() == Op::And && E->arg(1)->isConst() && E->width() > 1)
    Pack = uint64_t(1) << std::min(63, llvm::countr_zero(E->arg(1)->value()));
  else if ((E->op() == Op::Mul || E->op() == Op::Shl) && E->arg(1)->isConst()) {
    Expr Number = unwidened(E->arg(0));
    const bool Shifts = Number->op() == Op::LShr || Number->op() == Op::AShr;
    if (!Shifts && Number->op() != Op::UDiv && Number->op() != Op::SDiv)
      return 0;
    auto Factor = [](Expr By, bool Shifts) -> uint64_t {
      if (!By->isConst() || (Shifts && By->value() > 5))
        return 0;
      return Shifts ? uint64_t(1) << By->value() : By->value();
    };
    Pack = Factor(E->arg(1), E->op() == Op::Shl);
    if (Pack != Factor(Number->arg(1), Shifts))
      return 0;
  }
  return Pack > 1 && Pack <= Most ? Pack : 0;
}

/// A row taken from positions that are rounded down to packs (`i / 32 * 32 % n`) consists of whole
/// packs.
static Need wholePacks(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::SDiv && N->op() != Op::UDiv && N->op() != Op::SRem && N->op() != Op::URem)
        return;
      Expr Row = unwidened(N->arg(1));
      const uint64_t Pack = packOf(unwidened(N->arg(0)));
      if (Pack && llvm::is_contained(Case.parameters(), Row))
        Of.add(Convention::WholeVectors,
               C.eq(C.binary(Op::URem, Row, C.constant(Pack, Row->width())),
                    C.constant(0, Row->width())));
    });
  if (!Of.Conditions.empty())
    addUsualSizes(Case, Of);
  return Of;
}

/// The host value from which a number of blocks is computed by rounding up, and the elements of a
/// block: n and 32 in `gridDim.y == (n + 31) / 32`.
static std::optional<std::pair<Expr, uint64_t>> tilesIn(const RaceCase &Case, const Fact &F) {
  if (F.Cond->op() != Op::Eq || F.Class == FactClass::User)
    return std::nullopt;
  for (unsigned Side : {0, 1}) {
    Expr Blocks = F.Cond->arg(Side), Parts = unwidened(F.Cond->arg(1 - Side));
    if (Blocks->op() != Op::Apply || Case.symbolOf(Blocks).Kind != SymbolKind::GridDim ||
        Parts->args().size() != 2 || !Parts->arg(1)->isConst())
      continue;
    uint64_t Tile = Parts->arg(1)->value();
    if (Parts->op() == Op::LShr || Parts->op() == Op::AShr)
      Tile = Tile < 16 ? uint64_t(1) << Tile : 0;
    else if (Parts->op() != Op::UDiv && Parts->op() != Op::SDiv)
      continue;
    Expr Rounded = Parts->arg(0);
    if (Tile > 1 && Rounded->op() == Op::Add && Rounded->arg(1)->isConst() &&
        Rounded->arg(1)->value() == Tile - 1)
      return std::pair(unwidened(Rounded->arg(0)), Tile);
  }
  return std::nullopt;
}

/// Rows consist of whole tiles if the launch has a block for each tile and no condition of the
/// kernel tests for the end of a row.
static Need wholeTiles(const RaceCase &Case) {
  ExprContext &C = Case.C;
  const SmallVector<Expr, 8> Rows = Case.strides();
  Need Of;
  for (const Fact &F : Case.L.Facts) {
    auto Tiles = tilesIn(Case, F);
    if (!Tiles || !llvm::is_contained(Rows, Tiles->first))
      continue;
    auto [Row, Tile] = *Tiles;
    auto Asks = [&](unsigned I) {
      return ExprContext::any(Case.condition(I), [&, Row = Row](Expr N) { return N == Row; });
    };
    if (Asks(0) || Asks(1))
      continue;
    const unsigned W = Row->width();
    Of.add(Convention::WholeVectors,
           C.eq(C.binary(Op::URem, Row, C.constant(Tile, W)), C.constant(0, W)));
  }
  return Of;
}

static std::vector<Need> ask(const RaceCase &Case) {
  return {wholeRows(Case),  sizesOfParts(Case), wholeRowsOfParts(Case),
          wholeSteps(Case), wholePacks(Case),   wholeTiles(Case)};
}

const Rule convention::WholeVectors = {
    Convention::WholeVectors,
    R"(Rows that are read as vectors ((row * width + i) / 4), or of which each thread takes some
neighbouring elements (row * width + 4 * i + c, also 4 * lane), hold a whole number of them, and are
shorter than 2^20; so do those of which host code passes a part (n / 2), and those that are cut out of
positions rounded down to packs (i / 32 * 32 % n). A size that the kernel divides to know how many parts it has
(images = total / area) is a whole number of them, and so is a row that is divided into parts of another
number of the host (i % width / x and i % width % x). A row that a loop walks in steps (t += 16), all
of whose elements a loop within it goes through, or that the kernel numbers (width / 16), is a whole
number of steps. A row that blocks take tiles of, ((width + 31) / 32) of them, is a whole number of tiles
if the kernel never asks where the row ends.

When a race needs it: it vanishes if the row length is a multiple of the elements of a vector or of
a thread, 16 at most; or of such a pack, part, step or tile; or if such a size is the product of the parts and their number,
which scales an index.)",
    ask};
