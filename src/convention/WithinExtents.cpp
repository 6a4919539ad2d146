// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Objects.h"
#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// An access whose index ends at a host value stays within the row of a declared array at which its
/// pointer starts. If constants alone show that it leaves the row, the code means it to.
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

/// The number and its divisors, as far as the host gives these.
static Coordinate divided(const RaceCase &Case, Expr E) {
  Coordinate Out;
  for (E = unwidened(E); isDivision(E) && Case.isOfParameters(E->arg(1)); E = unwidened(E->arg(0)))
    addFactors(E->arg(1), Out.Divisors);
  Out.Number = E;
  return Out;
}

/// The end of the number in the condition under which thread I comes here; null: no host value ends
/// it.
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

/// A number that is split into coordinates (x % w, x / w % h) lies in the box that they span, so
/// that the outermost remainder cuts nothing off.
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
      const Expr End = endOf(Case, I, Outer.Number);
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

/// Returns true if no launch says how large the block is.
static bool hasOpenBlock(const RaceCase &Case) {
  return llvm::any_of(Case.L.Block, [](Expr Size) { return !Size; });
}

/// Returns true if a number of the host ends a position of thread I.
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

/// If a part of dynamic shared memory starts at a place computed from host values, and the other
/// access is in a part in front of it, to an end that memory gives or that no launch in sight does,
/// the other access stays below the part. One need for each order of the parts that may be.
static std::vector<Need> inCarvedPart(const RaceCase &Case) {
  ExprContext &C = Case.C;
  const Array &A = Case.K.array(Case.access(0).Array);
  if (A.Where != Space::Shared || !A.Dynamic)
    return {};
  auto StartOf = [&](unsigned I) { // bytes; constant: it counts from the beginning
    Expr Start = C.constant(0, 64);
    summands(Case.Q.Offset[I], 1, [&](Expr Term, int64_t Factor) {
      if (Case.isOfParameters(Term))
        Start = C.add(Start, C.mul(Case.wide(Term), C.constant(Factor, 64), NSW), NSW);
    });
    return Start;
  };
  const Expr Starts[] = {StartOf(0), StartOf(1)};
  const auto [Between, Bytes] = difference(Starts[0], Starts[1]);
  std::vector<Need> Out;
  for (unsigned I = 0; I < 2; ++I)
    if (!Between.empty() && !Starts[1 - I]->isConst() &&
        (Case.isData(Case.Q.Offset[I]) || Case.isData(Case.condition(I)) ||
         (hasOpenBlock(Case) && !isEnded(Case, I))))
      Out.emplace_back().add(Convention::WithinExtents,
                             C.slt(Case.wide(Case.Q.Offset[I]), Starts[1 - I]),
                             "each access stays within its part of '" + A.Name + "'");
  return Out;
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

/// Asks for accesses to different parts of one allocation whose sizes only the host knows. A part
/// that is too small is no race of the kernel.
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
  if (Need Others = inOtherArrays(Case); !Others.Conditions.empty())
    return {Others};
  auto Start = [&](const Access &A) {
    const Origin *O = originOf(Case.L, A.Part == NoId ? A.Array : A.Part);
    return O ? O->Offset : Expr();
  };
  const Access &X = Case.access(0), &Y = Case.access(1);
  Expr A = Start(X), B = Start(Y);
  if (X.Part == Y.Part || !A || !B || Case.C.sub(A, B, NSW)->isConst())
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
if (i < n) row[i]), or the box (if (i < n), where n is more than w * h * c), or, as far as memory says
or no launch in sight does, its part of dynamic shared memory for the next; or, with a block of open size, it is in a row of
shared memory, and the same threads index another array that is no longer. That subscripts stay within declared extents goes into
every question, so what is proved free stands on it, too; without
the convention an access still stays within the whole array.)",
    ask};
