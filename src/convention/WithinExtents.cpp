// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/Objects.h"
#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// An access that a number of the host ends stays within the row of a declared array that its
/// pointer starts at. Where constants alone show that it leaves the row, the code means it.
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

/// Asks for accesses to different parts of one allocation whose sizes only the host knows. A part
/// that is too small is no race of the kernel.
static std::vector<Need> ask(const RaceCase &Case) {
  if (Need Rows = inRows(Case); !Rows.Conditions.empty())
    return {Rows};
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
own dimension, the allocation of a pointer, and the part of an allocation that host code gives
the pointer.

Why: anything else is a bug of its own, which cuda-fix simulate and compute-sanitizer memcheck find.

When a race needs it: it would leave one part of an allocation for another, or, with an index that a
number of the host ends, a row of a declared array that a pointer starts at (float *row = tile[w];
if (i < n) row[i]). That subscripts stay
within declared extents goes into every question, so what is proved free stands on it, too; without
the convention an access still stays within the whole array.)",
    ask};
