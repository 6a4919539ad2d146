// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Entries of lists that nobody writes, which stand in the question, by list.
static std::map<List, llvm::SetVector<Expr>> entries(const RaceCase &Case) {
  std::map<List, llvm::SetVector<Expr>> Of;
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (!isEntry(Case, N))
        return;
      List In = listOf(Case, N);
      for (int64_t Next : {-1, 1}) // of a member, first[b + 1] is in the list of first[b]
        if (List Beside{In.Loads, In.Start + Next * N->width() / 8}; Of.contains(Beside))
          In = Beside;
      Of[In].insert(N);
    });
  return Of;
}

/// Returns true if two of the entries are neighbours, as the two ends of a row are.
static bool haveNeighbours(llvm::ArrayRef<Expr> Entries) {
  return llvm::any_of(Entries, [&](Expr X) {
    return llvm::any_of(Entries, [&](Expr Y) {
      auto [Terms, Bytes] = difference(Y->arg(0), X->arg(0));
      return X->width() == Y->width() && Terms.empty() && Bytes == X->width() / 8;
    });
  });
}

/// Returns true if the question narrows what the entry starts (`int i = first[b] + lane` of a list
/// of 64 bits).
static bool isNarrowed(const RaceCase &Case, Expr Entry) {
  auto Narrows = [&](Expr N) {
    return N->op() == Op::Trunc &&
           ExprContext::any(N->arg(0), [&](Expr Of) { return Of == Entry; });
  };
  return llvm::any_of(Case.Q.Constraints, [&](Expr E) { return ExprContext::any(E, Narrows); });
}

static std::vector<Need> ask(const RaceCase &Case) {
  constexpr unsigned Most = 8; // entries of one list: pairs of them are compared
  if (!Case.Offset.Data && !Case.Cond.Data)
    return {};
  ExprContext &C = Case.C;
  Need Of;
  std::set<List> Ascending;
  for (auto &[In, Found] : entries(Case)) {
    llvm::ArrayRef<Expr> Entries = Found.getArrayRef();
    if (Entries.size() > Most || !haveNeighbours(Entries))
      continue;
    Ascending.insert(In);
    const std::string Name = nameOfList(Case, Entries.front());
    const std::string Words = "entries of '" + Name + "' that ascend from 0";
    auto Add = [&](Expr Term) { Of.add(Convention::OffsetsAscend, Term, Words); };
    for (Expr X : Entries) {
      Add(C.sle(C.constant(0, X->width()), X));
      if (X->width() == 64 && isNarrowed(Case, X))
        Of.add(Convention::NoWrap, C.slt(X, C.constant(uint64_t(1) << 30, 64)),
               "entries of '" + Name + "' below 2^30");
    }
    for (Expr X : Entries)
      for (Expr Y : Entries)
        if (X != Y && X->width() == Y->width())
          Add(C.implies(C.sle(X->arg(0), Y->arg(0)), C.sle(X, Y)));
  }
  Need NoneEmpty = Of;
  addEntriesDiffer(Case, NoneEmpty, [&](const List &In) { return Ascending.contains(In); });
  std::vector<Need> Out = alsoInRows(Case, std::move(Of));
  if (!Out.empty() && NoneEmpty.Conditions.size() > Out.front().Conditions.size())
    Out.push_back(std::move(NoneEmpty));
  return Out;
}

const Rule convention::OffsetsAscend = {
    Convention::OffsetsAscend,
    R"(A list of offsets, of which neighbours are the two ends of a row (first[b] and first[b + 1]), ascends
and has no negative entry, so that rows do not overlap.

Why: sparse matrices, graphs, ragged batches and segments are stored so, and a list that descends
makes rows of negative length.

When a race needs it: it vanishes if such entries of a list that the kernel does not write ascend, and
those of 64 bits that are read into an int are below 2^30; or if, besides, they differ, so that no row
is empty. A row that is left at its end (i <= first[b + 1]), or a cell beside it, is what it is.)",
    ask};
