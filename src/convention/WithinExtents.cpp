// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Objects.h"
#include "convention/RowEnds.h"
#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// An access whose index is bounded by a host value stays within the row of a declared array at
/// which its pointer starts. If constants alone show that it leaves the row, the code intends that.
static Need inRows(const RaceCase &Case) {
  Need Of;
  for (unsigned I = 0; I < 2; ++I) {
    bool Ended = ExprContext::any(Case.condition(I),
                                  [&](Expr N) { return N->op() == Op::Apply && Case.isGiven(N); });
    if (Ended && Case.Q.InRow[I])
      Of.add(Convention::WithinExtents, Case.Q.InRow[I]);
  }
  return Of;
}

namespace {
/// `x / w / h % c`: one of the coordinates that a number is split into.
struct Coordinate {
  Expr Remainder;
  Expr Number;                         ///< x
  llvm::SmallVector<Expr, 4> Divisors; ///< w, h
};
} // namespace

static bool isDivision(Expr E) { return E->op() == Op::SDiv || E->op() == Op::UDiv; }

static void addFactors(Expr E, llvm::SmallVectorImpl<Expr> &To) {
  E = unwidened(E);
  if (E->op() != Op::Mul)
    return To.push_back(E);
  for (Expr A : E->args())
    addFactors(A, To);
}

/// The number and its divisors, as far as these are host values.
static Coordinate divided(const RaceCase &Case, Expr E) {
  Coordinate Out;
  for (E = unwidened(E); isDivision(E) && Case.isOfParameters(E->arg(1)); E = unwidened(E->arg(0)))
    addFactors(E->arg(1), Out.Divisors);
  Out.Number = E;
  return Out;
}

/// The bound of the number in the condition under which thread I reaches its access; null: no host
/// value bounds it.
static Expr endOf(const RaceCase &Case, unsigned I, Expr Number) {
  llvm::SmallVector<Expr, 8> Holds{Case.condition(I)};
  while (!Holds.empty()) {
    Expr N = Holds.pop_back_val();
    if (N->op() == Op::And)
      Holds.append(N->args().begin(), N->args().end());
    else if ((N->op() == Op::Slt || N->op() == Op::Ult) && unwidened(N->arg(0)) == Number &&
             Case.isOfParameters(N->arg(1)))
      return unwidened(N->arg(1));
  }
  return Expr();
}

/// The grid dimension, if the number is a block index that nothing else bounds and that no known
/// launch bounds. Null: it is not a block index, or its cell is also read (a sum to which all
/// blocks contribute).
static Expr blocksOf(const RaceCase &Case, unsigned I, Expr Number) {
  const Access &A = Case.access(I);
  const bool Reads = llvm::any_of(Case.K.Accesses, [&](const Access &R) {
    return R.Array == A.Array && R.Kind != AccessKind::Write && R.Offset == A.Offset;
  });
  if (Number->op() != Op::Apply || Reads)
    return Expr();
  const Symbol &S = Case.symbolOf(Number);
  return S.Kind == SymbolKind::BlockIdx && !Case.L.Grid[S.Index] ? Case.C.gridDim(S.Index) : Expr();
}

/// Returns true if the kernel divides a block index by more divisors than these.
static bool isDividedFarther(const RaceCase &Case, const Coordinate &Outer) {
  auto Divides = [&](Expr E) {
    return E && ExprContext::any(Case.Q.T.of(E, 0), [&](Expr N) {
             if (!isDivision(N))
               return false;
             const Coordinate Of = divided(Case, N);
             return Of.Divisors.size() > Outer.Divisors.size() && Of.Number->op() == Op::Apply &&
                    Case.symbolOf(Of.Number).Kind == SymbolKind::BlockIdx;
           });
  };
  return llvm::any_of(Case.K.Accesses, [&](const Access &A) { return Divides(A.Offset); }) ||
         llvm::any_of(Case.K.Nodes, [&](const Node &N) {
           return llvm::any_of(N.Succs, [&](const Edge &Way) { return Divides(Way.Cond); });
         });
}

/// A number that is split into coordinates (x % w, x / w % h) lies within the box that they span,
/// so that the outermost remainder cuts nothing off.
static Need inBox(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  for (unsigned I = 0; I < 2; ++I) {
    llvm::SmallVector<Coordinate, 4> All;
    llvm::SmallVector<Coordinate, 4> Quotients;
    ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
      if (isDivision(N))
        Quotients.push_back(divided(Case, N));
      if ((N->op() != Op::SRem && N->op() != Op::URem) || N->arg(1)->isConst() ||
          !Case.isOfParameters(N->arg(1)))
        return;
      All.push_back(divided(Case, N->arg(0)));
      All.back().Remainder = N;
    });
    for (const Coordinate &Outer : All) {
      auto IsOfSame = [&](const Coordinate &X) { return X.Number == Outer.Number; };
      auto IsFartherOut = [&](const Coordinate &X) {
        return IsOfSame(X) && X.Divisors.size() > Outer.Divisors.size();
      };
      Expr End = endOf(Case, I, Outer.Number);
      if (!End && !isDividedFarther(Case, Outer))
        End = blocksOf(Case, I, Outer.Number);
      if (Outer.Divisors.empty() || !End || llvm::count_if(All, IsOfSame) < 2 ||
          llvm::any_of(Quotients, IsFartherOut))
        continue;
      Expr Quotient = Outer.Remainder->arg(0), Extent = Outer.Remainder->arg(1);
      std::string Words = C.toString(End) + " <= ";
      for (Expr D : Outer.Divisors)
        Words += C.toString(D) + " * ";
      Words += C.toString(unwidened(Extent));
      Of.add(Convention::WithinExtents,
             Outer.Remainder->op() == Op::SRem ? C.slt(Quotient, Extent) : C.ult(Quotient, Extent),
             Words);
    }
  }
  return Of;
}

/// Returns true if no launch gives the size of the block.
static bool hasOpenBlock(const RaceCase &Case) {
  return llvm::any_of(Case.L.Block, [](Expr Size) { return !Size; });
}

/// Returns true if a host value bounds a position of thread I.
static bool isEnded(const RaceCase &Case, unsigned I) {
  auto Moves = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::ThreadIdx;
    });
  };
  return ExprContext::any(Case.condition(I), [&](Expr N) {
    return N->args().size() == 2 && N->width() == 1 && Moves(N->arg(0)) != Moves(N->arg(1)) &&
           llvm::any_of(N->args(), [&](Expr E) { return !E->isConst() && Case.isOfParameters(E); });
  });
}

namespace {
/// A part of dynamic shared memory that lies before another part.
struct FilledPart {
  Expr Place;       ///< place of the access within the part, in bytes; 64 bits
  Expr End;         ///< number of its cells; `Place` and `End` are terms of the kernel
  int64_t Cell = 0; ///< bytes of a cell
};
} // namespace

/// Returns true if thread I compares its position with a number that occurs in the term.
static bool isComparedWith(const RaceCase &Case, unsigned I, Expr Of) {
  auto Names = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && ExprContext::any(Of, [&](Expr P) { return P == N; });
    });
  };
  return ExprContext::any(Case.condition(I), [&](Expr N) {
    return N->width() == 1 && N->args().size() == 2 && N->arg(0)->width() > 1 &&
           (Names(N->arg(0)) || Names(N->arg(1)));
  });
}

/// The only host value that bounds the place, in 64 bits, and the bytes of its unit. Null: there is
/// none.
static std::pair<Expr, int64_t> endOfPlace(const RaceCase &Case, unsigned I, Expr Place) {
  ExprContext &C = Case.C;
  std::pair<Expr, int64_t> Found;
  ExprContext::visit(Case.condition(I), [&](Expr N) {
    if (Found.first || (N->op() != Op::Slt && N->op() != Op::Ult) ||
        !Case.isOfParameters(N->arg(1)))
      return;
    auto [Position, Start] = difference(N->arg(0), C.constant(0, 64));
    if (Position.empty())
      return;
    int64_t Cell = 0;
    summands(Place, 1, [&](Expr E, int64_t Factor) {
      if (E == Position.begin()->first)
        Cell = Factor / Position.begin()->second;
    });
    if (Cell > 0 &&
        difference(Place, C.mul(Case.wide(N->arg(0)), C.constant(Cell, 64), NSW)).first.empty())
      Found = {Case.wide(N->arg(1), N->op() == Op::Slt), Cell};
  });
  return Found;
}

/// Returns true if host code says anything about a number in the term.
static bool isTold(const RaceCase &Case, Expr Of) {
  return llvm::any_of(Case.L.Facts, [&](const Fact &F) {
    return ExprContext::any(F.Cond, [&](Expr N) {
      return N->op() == Op::Apply && ExprContext::any(Of, [&](Expr P) { return P == N; });
    });
  });
}

/// The part in which access I lies, if the kernel itself walks it up to where the other access's
/// part starts: for (k = t; k < n; ...) part[k], where the other part starts n cells later.
static std::optional<FilledPart> filledPart(const RaceCase &Case, unsigned I) {
  ExprContext &C = Case.C;
  const Expr Own = Case.access(I).Offset, Other = Case.access(1 - I).Offset;
  auto BytesOf = [&](Expr E, int64_t Factor) {
    return C.mul(Case.wide(E), C.constant(Factor, 64), NSW);
  };
  // The place relative to the start of the part; null: it does not lie there.
  auto PlaceIn = [&](Expr Offset, Expr Base) {
    auto [Left, Bytes] = difference(Base, C.constant(0, 64));
    Expr Place = C.constant(-Bytes, 64);
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (auto At = Left.find(E); At != Left.end() && At->second == Factor)
        Left.erase(At);
      else
        Place = C.add(Place, BytesOf(E, Factor), NSW);
    });
    return Left.empty() ? Place : Expr();
  };
  for (const Access &A : Case.K.Accesses) {
    if (A.Array != Case.access(I).Array || !A.Offset)
      continue;
    std::optional<FilledPart> Found;
    ExprContext::visit(Case.Flow.reached(A.Node), [&](Expr N) {
      if (Found || (N->op() != Op::Slt && N->op() != Op::Ult) || N->arg(1)->isConst() ||
          !Case.isOfParameters(N->arg(1)))
        return;
      // The position, and the start it is added to.
      const auto [Position, Start] = difference(N->arg(0), C.constant(0, 64));
      if (Position.empty() || Start != 0)
        return;
      Expr Base = C.constant(0, 64);
      int64_t Cell = 0;
      summands(A.Offset, 1, [&](Expr E, int64_t Factor) {
        auto At = Position.find(E);
        if (At == Position.end())
          Base = C.add(Base, BytesOf(E, Factor), NSW);
        else
          Cell = Factor / At->second;
      });
      const Expr Bytes = BytesOf(N->arg(1), Cell);
      auto [Not, Left] = difference(A.Offset, C.add(Base, BytesOf(N->arg(0), Cell), NSW));
      const Expr Place = PlaceIn(Own, Base), Next = PlaceIn(Other, Base);
      if (Cell <= 0 || !Not.empty() || Left != 0 || !Place || !Next)
        return;
      // The other part starts directly after it if the host values in its offset say so.
      Expr Given = C.constant(0, 64);
      summands(Next, 1, [&](Expr E, int64_t Factor) {
        if (!E->isConst() && Case.isOfParameters(E))
          Given = C.add(Given, BytesOf(E, Factor), NSW);
      });
      if (auto [Apart, By] = difference(Given, Bytes); Apart.empty() && By == 0)
        Found = FilledPart{Place, N->arg(1), Cell};
    });
    if (Found)
      return Found;
  }
  return std::nullopt;
}

/// The bytes of the offset that numbers of the host alone give; a constant if there are none.
static Expr startOf(const RaceCase &Case, unsigned I) {
  ExprContext &C = Case.C;
  Expr Start = C.constant(0, 64);
  summands(Case.Q.Offset[I], 1, [&](Expr Term, int64_t Factor) {
    if (Case.isOfParameters(Term))
      Start = C.add(Start, C.mul(Case.wide(Term), C.constant(Factor, 64), NSW), NSW);
  });
  return Start;
}

/// If a part of dynamic shared memory starts at a place computed from host values, and the other
/// access is in an earlier part with a bound that comes from memory or from no known launch, the
/// other access stays below that start. One need for each possible order of the parts.
static std::vector<Need> inCarvedPart(const RaceCase &Case) {
  ExprContext &C = Case.C;
  const Array &A = Case.K.array(Case.access(0).Array);
  if (A.Where != Space::Shared || !A.Dynamic)
    return {};
  const Expr Starts[] = {startOf(Case, 0), startOf(Case, 1)};
  const auto [Between, Bytes] = difference(Starts[0], Starts[1]);
  std::vector<Need> Out;
  const std::string Words = "each access stays within its part of '" + A.Name + "'";
  for (unsigned I = 0; I < 2; ++I)
    if (!Between.empty() && !Starts[1 - I]->isConst() &&
        (Case.isData(Case.Q.Offset[I]) || Case.isData(Case.condition(I)) ||
         (hasOpenBlock(Case) && !isEnded(Case, I))))
      Out.emplace_back().add(Convention::WithinExtents,
                             C.slt(Case.wide(Case.Q.Offset[I]), Starts[1 - I]), Words);
    else if (std::optional<FilledPart> Part = filledPart(Case, I)) {
      auto Of = [&](Expr E) { return Case.Q.P[I].of(Case.Q.T, E, I); };
      const Expr Place = Of(Part->Place);
      const Expr Bytes = C.mul(Case.wide(Of(Part->End)), C.constant(Part->Cell, 64), NSW);
      if (isComparedWith(Case, I, Bytes) || goesBehindEnd(Case, I, Place))
        continue;
      const auto [End, Cell] = endOfPlace(Case, I, Place);
      if (End)
        Out.emplace_back().add(Convention::WithinExtents,
                               Cell == Part->Cell
                                   ? C.sle(End, Case.wide(Of(Part->End)))
                                   : C.sle(C.mul(End, C.constant(Cell, 64), NSW), Bytes));
      else if (!isTold(Case, Bytes))
        Out.emplace_back().add(Convention::WithinExtents, C.slt(Place, Bytes), Words);
    }
  return Out;
}

/// Returns true if the launch says that the last thread along each dimension is not below the
/// place.
static bool lastThreadReaches(const RaceCase &Case, unsigned I, Expr Place) {
  ExprContext &C = Case.C;
  const Expr Last = C.replace(Case.Q.Offset[I], [&](Expr N) {
    if (N->op() != Op::Apply || Case.symbolOf(N).Kind != SymbolKind::ThreadIdx)
      return Expr();
    return C.sub(Case.blockDim(Case.symbolOf(N).Index), C.constant(1, 32), NSW);
  });
  return Case.fitting(C.slt(Case.wide(Last), Place)).empty();
}

/// If a part of what one pointer points to starts at a place computed from host values, and memory
/// picks a cell of it, an access from the beginning that no number of the host ends stays below it.
static Need belowPicked(const RaceCase &Case) {
  Need Of;
  const Array &A = Case.K.array(Case.access(0).Array);
  for (unsigned I = 0; I < 2 && A.Where == Space::Global; ++I) {
    const Expr Next = startOf(Case, 1 - I);
    bool GoesUp = true, Picked = false;
    summands(Case.Q.Offset[1 - I], 1, [&](Expr Term, int64_t Factor) {
      GoesUp &= Factor > 0 || (Term->isConst() && Term->signedValue() * Factor >= 0);
      Picked |= !Case.isOfParameters(Term) && Case.isData(Term);
    });
    if (!Next->isConst() && GoesUp && Picked && startOf(Case, I)->isConst() && !isEnded(Case, I) &&
        !lastThreadReaches(Case, I, Next))
      Of.add(Convention::WithinExtents, Case.C.slt(Case.wide(Case.Q.Offset[I]), Next),
             "each access stays within its part of '" + A.Name + "'");
  }
  return Of;
}

/// Where the size of a block is open: what else the two threads access along with a pair in shared
/// memory stays within its array. A block that is too large for another array makes rows of this
/// one overlap, too.
static Need inOtherArrays(const RaceCase &Case) {
  Need Of;
  const bool Open = llvm::any_of(Case.L.Block, [](Expr Size) { return !Size || !Size->isConst(); });
  if (Open && Case.K.array(Case.access(0).Array).Where == Space::Shared)
    for (Expr Bound : Case.bounds())
      Of.add(Convention::WithinExtents, Bound, "accesses that stay within their arrays");
  return Of;
}

/// Returns true if the launch says that the bound of access I's place, in a part that starts at
/// `Own`, exceeds the space between that start and `Other`.
static bool leavesPart(const RaceCase &Case, unsigned I, Expr Own, Expr Other) {
  ExprContext &C = Case.C;
  const auto [End, Cell] = endOfPlace(Case, I, C.sub(Case.wide(Case.Q.Offset[I]), Own, NSW));
  if (!End)
    return false;
  const Expr Between = C.sub(Other, Own, NSW);
  return Case
      .fitting(C.lor(C.slt(Between, C.constant(0, 64)),
                     C.sle(C.mul(End, C.constant(Cell, 64), NSW), Between)))
      .empty();
}

/// Asks about accesses to different parts of one allocation whose sizes only the host knows. A part
/// that is too small is not a race of the kernel.
static std::vector<Need> ask(const RaceCase &Case) {
  if (Need Rows = inRows(Case); !Rows.Conditions.empty())
    return {Rows};
  if (Need Box = inBox(Case); !Box.Conditions.empty()) {
    addUsualSizes(Case, Box);
    return {Box};
  }
  if (std::vector<Need> Carved = inCarvedPart(Case); !Carved.empty()) {
    for (Need &Of : Carved)
      addUsualSizes(Case, Of);
    return Carved;
  }
  if (Need Below = belowPicked(Case); !Below.Conditions.empty()) {
    addUsualSizes(Case, Below);
    return {Below};
  }
  if (Need Others = inOtherArrays(Case); !Others.Conditions.empty())
    return {Others};
  auto Start = [&](const Access &A) {
    const Origin *O = originOf(Case.L, A.Part == NoId ? A.Array : A.Part);
    return O ? O->Offset : Expr();
  };
  const Access &X = Case.access(0), &Y = Case.access(1);
  Expr A = Start(X), B = Start(Y);
  if (X.Part == Y.Part || !A || !B || Case.C.sub(A, B, NSW)->isConst() ||
      leavesPart(Case, 0, A, B) || leavesPart(Case, 1, B, A))
    return {};
  return {{{}, "each access stays within its part of the allocation"}};
}

const Rule convention::WithinExtents = {
    Convention::WithinExtents,
    R"(An access stays within what it indexes: the declared extents of an array, each subscript in its
own dimension, the allocation of a pointer, the part of an allocation that host code gives the
pointer, the box whose coordinates are taken off one number (i % w, i / w % h, i / w / h % c), and the
part of dynamic shared memory in front of another that starts where a number of the host says.

Why: anything else is a bug of its own, which cuda-fix simulate and compute-sanitizer memcheck find.

When a race needs it: it would leave one part of an allocation for another, or, with an index that a
number of the host ends, a row of a declared array that a pointer starts at (float *row = tile[w];
if (i < n) row[i]), or the box (if (i < n), where n is more than w * h * c, or with the number of a block, where no launch in
sight says how many there are, in a cell that is only written), or, as far as memory says
or no launch in sight does, its part of dynamic shared memory for the next, also where another number of
the host ends it in a part that the kernel itself fills up to the next one; or no number of the host
ends it in front of a part of the same memory that starts where numbers of the host say, and of which
memory picks a cell; or, with a block of open size, it is in a row of shared memory, and the same threads index another array that is no longer. That subscripts stay within declared extents goes into
every question, so what is proved free stands on it, too; without
the convention an access still stays within the whole array.)",
    ask};
