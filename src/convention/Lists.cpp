// SPDX-License-Identifier: Apache-2.0
//
// Functions that conventions about the contents of lists share.

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

bool convention::isEntry(const RaceCase &Case, Expr E) {
  return Case.isLoad(E) && E->args().size() == 1 && !Case.isGiven(E) &&
         Case.K.Symbols.isReadOnly(Case.C, Case.Q.T.original(E->symbol()));
}

List convention::listOf(const RaceCase &Case, Expr Entry) {
  List Of{Case.Q.T.original(Entry->symbol()), 0};
  if (Case.symbolOf(Entry).Index == NoId)
    summands(Entry->arg(0), 1, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Of.Start += E->signedValue() * Factor;
    });
  return Of;
}

std::string convention::nameOfList(const RaceCase &Case, Expr Entry) {
  const Symbol &S = Case.symbolOf(Entry);
  if (S.Index != NoId)
    return Case.K.array(S.Index).Name;
  llvm::StringRef Name = S.Name;
  Name.consume_back("[...]");
  return Name.str();
}

void convention::addEntriesDiffer(const RaceCase &Case, Need &To,
                                  llvm::function_ref<bool(const List &)> Takes) {
  SmallVector<Expr, 8> Entries[2];
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
      if (isEntry(Case, N))
        Entries[I].push_back(N);
    });
  for (Expr X : Entries[0])
    for (Expr Y : Entries[1])
      if (const List Of = listOf(Case, X); Of == listOf(Case, Y) && Takes(Of))
        To.add(Convention::PickedOnce,
               Case.C.implies(Case.C.eq(X, Y), Case.C.eq(X->arg(0), Y->arg(0))),
               "entries of '" + nameOfList(Case, X) + "' that differ where they are used");
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
