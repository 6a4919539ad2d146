// SPDX-License-Identifier: Apache-2.0
//
// What conventions about the contents of lists have in common.

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

bool convention::isEntry(const RaceCase &Case, Expr E) {
  return Case.isLoad(E) && Case.symbolOf(E).Index != NoId && E->args().size() == 1 &&
         !Case.isGiven(E) && Case.K.Symbols.isReadOnly(Case.C, Case.Q.T.original(E->symbol()));
}

void convention::addEntriesDiffer(const RaceCase &Case, Need &To) {
  SmallVector<Expr, 8> Entries[2];
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
      if (isEntry(Case, N))
        Entries[I].push_back(N);
    });
  for (Expr X : Entries[0])
    for (Expr Y : Entries[1])
      if (X->width() == Y->width() && Case.symbolOf(X).Index == Case.symbolOf(Y).Index)
        To.add(Convention::PickedOnce,
               Case.C.implies(Case.C.eq(X, Y), Case.C.eq(X->arg(0), Y->arg(0))),
               "entries of '" + Case.K.array(Case.symbolOf(X).Index).Name +
                   "' that differ where they are used");
}

std::vector<Need> convention::alsoInRows(const RaceCase &Case, Need Of) {
  if (Of.Conditions.empty())
    return {};
  const size_t Own = Of.Conditions.size();
  Need InRows = Of;
  addStridesApart(Case, InRows);
  if (InRows.Conditions.size() > Own)
    return {std::move(Of), std::move(InRows)};
  for (Expr E : rowsSpanGrid(Case))
    InRows.add(Convention::RowsSpanGrid, E);
  if (InRows.Conditions.size() == Own)
    return {std::move(Of)};
  addUsualSizes(Case, InRows);
  return {std::move(Of), std::move(InRows)};
}
