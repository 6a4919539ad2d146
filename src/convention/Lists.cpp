// SPDX-License-Identifier: Apache-2.0
//
// What conventions about the contents of lists have in common.

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

bool convention::isEntry(const RaceCase &Case, Expr E) {
  return Case.isLoad(E) && Case.symbolOf(E).Index != NoId && E->args().size() == 1 &&
         !Case.isGiven(E) && Case.K.Symbols.isReadOnly(Case.C, Case.Q.T.original(E->symbol()));
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
