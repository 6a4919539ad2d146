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

/// The entries in the question of read-only lists, by list.
static std::map<List, llvm::SetVector<Expr>> entries(const RaceCase &Case) {
  std::map<List, llvm::SetVector<Expr>> Of;
  for (Expr E : Case.Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (!isEntry(Case, N))
        return;
      List In = listOf(Case, N);
      for (int64_t Next : {-1, 1}) // for a member, first[b + 1] is in the same list as first[b]
        if (List Beside{In.Loads, In.Start + Next * N->width() / 8}; Of.contains(Beside))
          In = Beside;
      Of[In].insert(N);
    });
  return Of;
}

/// Returns true if two of the entries are neighbours, like the two ends of a row.
static bool haveNeighbours(llvm::ArrayRef<Expr> Entries) {
  return llvm::any_of(Entries, [&](Expr X) {
    return llvm::any_of(Entries, [&](Expr Y) {
      auto [Terms, Bytes] = difference(Y->arg(0), X->arg(0));
      return X->width() == Y->width() && Terms.empty() && Bytes == X->width() / 8;
    });
  });
}

/// Returns true if the kernel branches anywhere on two neighbouring entries, for example as the
/// ends of a loop, although the question may contain only the first and the last entry.
static bool branchesOnNeighbours(const RaceCase &Case, SymbolId Loads) {
  llvm::SetVector<Expr> Entries;
  auto Look = [&](Expr Of) {
    ExprContext::visit(Of, [&](Expr N) {
      if (N->op() == Op::Apply && N->symbol() == Loads && N->args().size() == 1)
        Entries.insert(N);
    });
  };
  for (const Node &N : Case.K.Nodes)
    for (const Edge &E : N.Succs)
      Look(E.Cond);
  return haveNeighbours(Entries.getArrayRef());
}

/// Returns true if the question narrows a sum that starts with the entry (`int i = first[b] + lane`
/// with a 64-bit list). Only the truncation must not lose bits.
static bool isNarrowed(const RaceCase &Case, Expr Entry) {
  auto IsUpper = [](Expr N) {
    return N->op() == Op::LShr || N->op() == Op::AShr || N->op() == Op::UDiv;
  };
  auto Narrows = [&](Expr N) {
    bool Found = false;
    if (N->op() == Op::Trunc)
      ExprContext::visit(N->arg(0), [&](Expr Of) { Found |= Of == Entry; }, IsUpper);
    return Found;
  };
  return llvm::any_of(Case.Q.Constraints, [&](Expr E) { return ExprContext::any(E, Narrows); });
}

namespace {
/// Consecutive cells of a thread, starting where an entry of a list says (`out[first[i] + k]`).
struct Run {
  Expr Start; ///< the entry, or its replacement for the first run (`i == 0 ? 0 : ends[i - 1]`)
  Expr Entry;
  int64_t Scale = 0; ///< bytes per unit of the entry
};
} // namespace

/// The entry that `E` is, or selects (with a constant as alternative), or starts from as a sum, as
/// thread I sees it; null entry: none.
static Run startOf(const RaceCase &Case, Expr E, unsigned I, unsigned Depth = 3) {
  E = unwidened(E);
  auto At = [&](Expr Of) { return unwidened(Case.Q.P[I].of(Case.Q.T, Of, I)); };
  if (isEntry(Case, E))
    return {E, E};
  if (E->op() == Op::Ite)
    for (unsigned Side : {1, 2})
      if (Expr Of = unwidened(E->arg(Side)); isEntry(Case, Of) && E->arg(3 - Side)->isConst())
        return {E, Of};
  if (Depth && E->op() == Op::Apply)
    for (const RunningSum &X : Case.K.RunningSums)
      if (At(X.Sum) == E)
        return startOf(Case, At(X.Start), I, Depth - 1);
  return {};
}

/// The run of cells that thread I has for itself: the thread's position selects the entry, and a
/// loop selects the cell. The list does not say where the run ends.
static std::optional<Run> runOf(const RaceCase &Case, unsigned I) {
  Run Found;
  bool Several = false, Moves = false;
  summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
    if (Run Of = startOf(Case, E, I); Of.Entry && Factor > 0) {
      Several |= Found.Entry != Expr();
      Found = {Of.Start, Of.Entry, Factor};
      Moves |= unwidened(E) != Of.Start; // a sum
      return;
    }
    Moves |= ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::Counter;
    });
  });
  const bool OfThread = Found.Entry && ExprContext::any(Found.Entry->arg(0), [&](Expr N) {
                          if (N->op() != Op::Apply)
                            return false;
                          const SymbolKind Kind = Case.symbolOf(N).Kind;
                          return Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::BlockIdx;
                        });
  const bool Ends = Found.Entry && ExprContext::any(Case.condition(I), [&](Expr N) {
                      return isEntry(Case, N) && N != Found.Entry &&
                             listOf(Case, N).Loads == listOf(Case, Found.Entry).Loads;
                    });
  return OfThread && Moves && !Several && !Ends ? std::optional(Found) : std::nullopt;
}

/// Runs start at the entries of a list of prefix sums, and each ends before the next one starts.
static Need runsApart(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  const std::optional<Run> Runs[] = {runOf(Case, 0), runOf(Case, 1)};
  if (!Runs[0] || !Runs[1] || Runs[0]->Scale != Runs[1]->Scale ||
      listOf(Case, Runs[0]->Entry) != listOf(Case, Runs[1]->Entry))
    return Of;
  const std::string Name = nameOfList(Case, Runs[0]->Entry);
  const std::string Ascend = "entries of '" + Name + "' that ascend from 0";
  const std::string Ends = "runs from entries of '" + Name + "' that end before the next entry";
  SmallVector<Expr, 4> Entries;
  for (unsigned I = 0; I < 2; ++I) {
    const Expr Entry = Runs[I]->Entry, Size = Case.access(I).Size;
    const Expr Next = C.apply(
        Entry->symbol(),
        {C.add(Entry->arg(0), C.constant(Entry->width() / 8, Entry->arg(0)->width()), NSW)});
    auto Bytes = [&](Expr E) {
      return C.mul(Case.wide(E, false), C.constant(Runs[I]->Scale, 64), NSW | NUW);
    };
    const Expr Begin = Case.wide(Case.Q.Offset[I]);
    const Expr End =
        C.add(Begin, Size->isConst() ? Case.wide(Size, false) : C.constant(1, 64), NSW);
    Of.add(Convention::OffsetsAscend, C.sle(Bytes(Runs[I]->Start), Begin), Ends);
    Of.add(Convention::OffsetsAscend, C.sle(End, Bytes(Next)), Ends);
    Entries.push_back(Entry);
    Entries.push_back(Next);
  }
  for (Expr X : Entries) {
    Of.add(Convention::OffsetsAscend, C.sle(C.constant(0, X->width()), X), Ascend);
    for (Expr Y : Entries)
      if (X != Y)
        Of.add(Convention::OffsetsAscend, C.implies(C.sle(X->arg(0), Y->arg(0)), C.sle(X, Y)),
               Ascend);
  }
  return Of;
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
    if (Entries.size() > Most || !(haveNeighbours(Entries) || branchesOnNeighbours(Case, In.Loads)))
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
  if (Need Runs = runsApart(Case); !Runs.Conditions.empty())
    Out.push_back(std::move(Runs));
  return Out;
}

const Rule convention::OffsetsAscend = {
    Convention::OffsetsAscend,
    R"(A list of offsets, of which neighbours are the two ends of a row (first[b] and first[b + 1]), ascends
and has no negative entry, so that rows do not overlap, nor what lies before the first entry and after
the last one.

Runs of cells that threads take from entries on (out[first[i] + k], k a counter), for as long as
data says, end before the next entry, as those of a list of prefix sums do.

Why: sparse matrices, graphs, ragged batches and segments are stored so, and a list that descends
makes rows of negative length.

When a race needs it: it vanishes if such entries of a list that the kernel does not write ascend, and
those of 64 bits that are read into an int are below 2^30; or if, besides, they differ, so that no row
is empty; or if what a loop adds to an entry of the thread's own stays below the next entry. A row
that is left at its end (i <= first[b + 1]), or a cell beside it, is what it is.)",
    ask};
