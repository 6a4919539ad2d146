// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Returns true if the write computes with the cell's old value (`x += 1`), rather than only using
/// it as an index.
static bool accumulates(const RaceCase &Case, unsigned I) {
  const Access &W = Case.access(I);
  if (!W.Value)
    return true; // a value that is not modelled
  auto IsCell = [&](Expr E) {
    return Case.isLoad(E) && Case.symbolOf(E).Index == W.Array && E->arg(0) == Case.Q.Offset[I];
  };
  Expr V = Case.Q.P[I].of(Case.Q.T, W.Value, I);
  bool Found = IsCell(V);
  ExprContext::visit( // the index of a load is no operand
      V, [&](Expr E) { Found |= llvm::any_of(E->args(), IsCell); },
      [&](Expr E) { return Case.isLoad(E); });
  return Found;
}

namespace {
struct Comparison {
  Expr Load, With; ///< a loaded value, and what it is compared with
  bool Equal;      ///< the access requires that they are equal
  bool Below;      ///< the loaded value is the smaller one
};
} // namespace

/// Returns true for a condition that distinguishes the first or the last index of a load from all
/// others. A condition on one index of each row (a digit, or a single dimension), or on indices
/// from memory, is not one.
static bool isOfOneEnd(const RaceCase &Case, Expr Cond, Expr Load) {
  auto IsWhole = [&](Expr N) {
    switch (N->op()) {
    case Op::URem:
    case Op::SRem:
    case Op::UDiv:
    case Op::SDiv:
    case Op::LShr:
    case Op::AShr:
      return false;
    case Op::And:
      return N->width() == 1;
    default:
      return !Case.isLoad(N);
    }
  };
  auto Threads = [&](Expr E) {
    llvm::DenseSet<Expr> Of;
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::ThreadIdx)
        Of.insert(N);
    });
    return Of;
  };
  const llvm::DenseSet<Expr> InCond = Threads(Cond);
  return ExprContext::all(Cond, IsWhole) &&
         llvm::all_of(Threads(Load->arg(0)), [&](Expr N) { return InCond.contains(N); });
}

/// The value whose upper bits the term is (`key >> 32`): if the data is sorted, so are they. `By`
/// is the number of lower bits that are cut off.
static Expr wholeOf(Expr E, unsigned &By) {
  By = 0;
  while (true) {
    E = unwidened(E);
    const bool Shifts = E->op() == Op::LShr || E->op() == Op::AShr, Divides = E->op() == Op::UDiv;
    if (E->op() == Op::Trunc) {
      E = E->arg(0);
    } else if (Shifts && E->arg(1)->isConst()) {
      By += E->arg(1)->value();
      E = E->arg(0);
    } else if (Divides && E->arg(1)->isConst() && llvm::isPowerOf2_64(E->arg(1)->value())) {
      By += llvm::Log2_64(E->arg(1)->value());
      E = E->arg(0);
    } else {
      return E;
    }
  }
}

/// Comparisons of loaded values, or of their upper bits, that the access depends on, except bounds
/// of loops.
static SmallVector<Comparison, 8> comparisons(const RaceCase &Case, unsigned I) {
  auto Loaded = [&](Expr E) {
    E = unwidened(E);
    auto IsOfMemory = [&](Expr N) { return Case.isLoad(N) && !N->args().empty(); };
    if (E->op() == Op::Ite) // the first or the last one has no neighbour
      for (unsigned Side : {1, 2})
        if (Expr Value = unwidened(E->arg(Side));
            E->arg(3 - Side)->isConst() && IsOfMemory(Value) && isOfOneEnd(Case, E->arg(0), Value))
          return Value;
    return IsOfMemory(E) ? E : Expr();
  };
  SmallVector<Comparison, 8> Compared;
  const Expr Cond = Case.condition(I);
  llvm::DenseSet<Expr> Holds; // parts of a conjunction
  SmallVector<Expr, 8> Work{Cond};
  while (!Work.empty())
    if (Expr E = Work.pop_back_val(); Holds.insert(E).second && E->op() == Op::And)
      Work.append(E->args().begin(), E->args().end());
  ExprContext::visit(Cond, [&](Expr N) {
    bool Orders =
        N->op() == Op::Slt || N->op() == Op::Sle || N->op() == Op::Ult || N->op() == Op::Ule;
    if (!Orders && N->op() != Op::Eq)
      return;
    Expr X = Loaded(N->arg(0)), Y = Loaded(N->arg(1));
    if (unsigned Left, Right; !X && !Y) {
      X = Loaded(wholeOf(N->arg(0), Left));
      Y = Loaded(wholeOf(N->arg(1), Right));
      if (!X || !Y || Left != Right || Left == 0)
        return;
    }
    if (Orders && X && Y && Case.Q.T.original(X->symbol()) == Case.Q.T.original(Y->symbol()))
      return;
    if (X)
      Compared.push_back({X, Y ? Y : N->arg(1), !Orders && Holds.contains(N), true});
    if (Y)
      Compared.push_back({Y, X ? X : N->arg(0), !Orders && Holds.contains(N), false});
  });
  return Compared;
}

/// Returns true if both compare with the same value: `a > 4` is `4 < a`, and `a <= 4` is `a < 5`.
static bool withOneValue(const Comparison &X, const Comparison &Y) {
  const Expr A = unwidened(X.With), B = unwidened(Y.With);
  return A == B || (A->isConst() && B->isConst() && X.Below != Y.Below &&
                    std::abs(A->signedValue() - B->signedValue()) == 1);
}

/// Returns true if a running sum passes a value because of the thread's own contribution (`before <
/// k && k <= before + count`): exactly one thread makes it pass.
static bool isWhereSumReaches(const RaceCase &Case, unsigned I) {
  struct Order {
    Expr Less, More;
    int64_t By; ///< the least difference
  };
  SmallVector<Order, 8> Orders; // comparisons on the way to the access
  SmallVector<Expr, 8> Work{Case.condition(I)};
  llvm::DenseSet<Expr> Seen;
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E->op() == Op::And && E->width() == 1)
      Work.append(E->args().begin(), E->args().end());
    else if (E->op() == Op::Slt || E->op() == Op::Ult)
      Orders.push_back({E->arg(0), E->arg(1), 1});
    else if (E->op() == Op::Sle || E->op() == Op::Ule)
      Orders.push_back({E->arg(0), E->arg(1), 0});
  }
  for (const Order &Before : Orders)
    for (const Order &After : Orders) {
      auto [Rest, Apart] = difference(Before.More, Before.Less);     // value - before
      auto [Other, OtherApart] = difference(After.More, After.Less); // before + count - value
      bool Added = false;                                            // to a sum of memory contents
      for (auto [E, Factor] : Other) {
        int64_t &Left = Rest[E];
        Added |= Left < 0 && Left + Factor == 0 && Case.isData(E);
        if ((Left += Factor) == 0)
          Rest.erase(E);
      }
      // What remains is the count. Only one thread is where one sum ends and the next begins.
      if (Added && !Rest.empty() && Before.By + After.By - Apart - OtherApart >= 1 &&
          llvm::all_of(Rest, [&](auto &T) { return T.second == 1 && Case.isData(T.first); }))
        return true;
    }
  return false;
}

/// Returns true for an access under the condition that neighbouring elements differ (`key[i] <= x
/// && x < key[i + 1]`), or that an element of the thread is the one searched for (`key[i] ==
/// wanted[b]`). In sorted data only one thread is at the boundary, and only one at that of each key
/// (`count[key[i]]`); if keys are unique, only one has the key searched for.
static bool isAtBoundary(const RaceCase &Case, unsigned I) {
  const Access &W = Case.access(I);
  if (W.Kind != AccessKind::Write && W.Kind != AccessKind::Read)
    return false;
  unsigned Writer = W.Kind == AccessKind::Read ? 1 - I : I;
  bool Accumulates = Case.updatesCell(Writer) && accumulates(Case, Writer);
  const bool AcrossBlocks = Case.R.Where == Scope::OtherBlock;
  SmallVector<Comparison, 8> Compared = comparisons(Case, I);
  auto OfThread = [&](Expr Index) { // an index of the thread, not of an iteration of all threads
    bool Own = false;
    ExprContext::visit(Index, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      SymbolKind Kind = Case.symbolOf(N).Kind;
      Own |= Kind == SymbolKind::ThreadIdx || (Kind == SymbolKind::BlockIdx && AcrossBlocks);
    });
    return Own;
  };
  auto IsFound = [&](const Comparison &X) { // the threads of a block look for one value
    Expr With = unwidened(X.With);
    bool IsLoaded = Case.isLoad(With) && !With->args().empty();
    return !Accumulates && X.Equal && OfThread(X.Load->arg(0)) && !AcrossBlocks &&
           (IsLoaded ? !OfThread(X.With->arg(0))
                     : !X.With->isConst() && Case.isOfParameters(X.With));
  };
  if (llvm::any_of(Compared, IsFound))
    return true;
  if (!Accumulates && !AcrossBlocks && isWhereSumReaches(Case, I))
    return true;
  auto PicksCell = [&](Expr Load) {
    return ExprContext::any(Case.Q.Offset[I], [&](Expr N) { return N == Load; });
  };
  return llvm::any_of(Compared, [&](const Comparison &X) {
    return !X.Equal && OfThread(X.Load->arg(0)) && llvm::any_of(Compared, [&](const Comparison &Y) {
      bool Together = !Y.Equal && (withOneValue(X, Y) || X.With == Y.Load);
      if (!Together || (Accumulates && !PicksCell(X.Load) && !PicksCell(Y.Load)))
        return false;
      auto [Terms, Bytes] = difference(Y.Load->arg(0), X.Load->arg(0));
      return Case.symbolOf(X.Load).Index == Case.symbolOf(Y.Load).Index && Terms.empty() &&
             Bytes == X.Load->width() / 8;
    });
  });
}

/// Returns true if entries of one list, or the same upper bits of them, select the cells of both
/// threads.
static bool pickByOneList(const RaceCase &Case) {
  if (Case.pickByOneList())
    return true;
  Expr Entry[2];
  unsigned By[2] = {0, 0};
  for (unsigned I : {0, 1}) {
    bool Other = false;
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t) {
      if (!Case.isData(E))
        return;
      E = wholeOf(E, By[I]);
      Other |= Entry[I] || !Case.isLoad(E) || E->args().size() != 1;
      Entry[I] = E;
    });
    if (Other || !Entry[I])
      return false;
  }
  return By[0] == By[1] && Case.symbolOf(Entry[0]).Index == Case.symbolOf(Entry[1]).Index;
}

static std::vector<Need> ask(const RaceCase &Case) {
  if (!Case.Offset.Data && !Case.Cond.Data)
    return {};
  bool First = isAtBoundary(Case, 0), Second = isAtBoundary(Case, 1);
  if ((First && Second) || ((First || Second) && pickByOneList(Case)))
    return {{{}, "the data is sorted, or its keys are unique: one thread finds the place"}};
  return {};
}

const Rule convention::SortedKeys = {
    Convention::SortedKeys,
    R"(What a kernel searches is sorted, or has unique keys, so that one thread finds a key.

When a race needs it: threads come to the access where neighbouring elements differ
(key[i] <= x && x < key[i + 1], also of their upper bits; the first or the last may have a constant in the place of its
neighbour), where a sum comes to a value by what the thread adds to it, as one over all threads does once
(before < x && x <= before + count), or where an element of their own is the one that is looked for
(key[i] == wanted[b]). Two of them meet only where a key is found twice. A counter that such threads
bump (count[0] += 1) is shown all the same.)",
    ask};
