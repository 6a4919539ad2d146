// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "model/Sums.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

namespace {
/// The condition under which a loop makes its first turn.
struct Turn {
  Expr Goes;
  std::string Words; ///< empty: `Goes` is printed

  bool operator==(const Turn &Other) const { return Goes == Other.Goes; }
};
} // namespace

/// The condition that a thread makes the first turn of a loop that runs from one value in memory to
/// another.
static std::optional<Turn> turnBetween(const RaceCase &Case, const Loop &L, Expr Leaves,
                                       llvm::ArrayRef<Expr> Loads) {
  if (Loads.size() != 2)
    return std::nullopt;
  ExprContext &C = Case.C;
  Turn Of{C.lnot(C.replace(Leaves,
                           [&](Expr E) {
                             return Case.Q.T.original(E->symbol()) == L.Counter
                                        ? C.constant(0, E->width())
                                        : Expr();
                           })),
          ""};
  const std::string From = nameOfList(Case, Loads[0]), To = nameOfList(Case, Loads[1]);
  Of.Words = From == To ? "entries of '" + From + "' with something between them"
                        : "something between the entries of '" + From + "' and '" + To + "'";
  return Of;
}

/// The numbers of the host that the conditions of the two accesses take off another one: those of
/// the taps of a window (`x < w - k + 1`).
static llvm::DenseSet<Expr> takenOff(const RaceCase &Case) {
  llvm::DenseSet<Expr> Off;
  for (unsigned I : {0, 1})
    ExprContext::visit(Case.condition(I), [&](Expr N) {
      if (N->op() != Op::Sub && N->op() != Op::Add)
        return;
      llvm::SmallVector<Expr, 2> Less;
      bool Longer = false;
      summands(N, 1, [&](Expr E, int64_t Factor) {
        if (!llvm::is_contained(Case.parameters(), E))
          return;
        Longer |= Factor > 0;
        if (Factor < 0)
          Less.push_back(E);
      });
      if (Longer)
        Off.insert_range(Less);
    });
  return Off;
}

/// The conditions that loops make a turn: those with barriers, and those that count to a number of
/// taps. Host values and values in memory that they count to are at least 1; other loops run from
/// one value in memory to another.
static llvm::SmallVector<Turn, 4> turnsOfLoops(const RaceCase &Case) {
  const Kernel &K = Case.K;
  ExprContext &C = Case.C;
  llvm::SmallVector<Turn, 4> Turns;
  auto Add = [&](Turn T) {
    if (!llvm::is_contained(Turns, T))
      Turns.push_back(std::move(T));
  };
  const llvm::DenseSet<Expr> Taps = takenOff(Case);
  for (const Loop &L : K.Loops) {
    const bool HasBarriers = llvm::any_of(
        K.Barriers, [&](const Barrier &B) { return llvm::is_contained(L.Nodes, B.Node); });
    if (!HasBarriers && Taps.empty())
      continue;
    for (NodeId N : L.Nodes)
      for (const Edge &Way : K.Nodes[N].Succs) {
        if (!Way.Cond || llvm::is_contained(L.Nodes, Way.To))
          continue;
        for (unsigned Thread : {0, 1}) {
          const Expr Leaves = Case.Q.T.of(Way.Cond, Thread);
          bool Counts = false;
          llvm::SmallVector<Expr, 4> Found, Loads;
          ExprContext::visit(Leaves, [&](Expr E) {
            Counts |= E->op() == Op::Apply && Case.Q.T.original(E->symbol()) == L.Counter;
            if (Case.isLoad(E) && E->width() >= 32)
              Loads.push_back(E);
            if (llvm::is_contained(Case.parameters(), E))
              Found.push_back(E);
          });
          if (!Counts)
            continue;
          if (!HasBarriers) {
            llvm::erase_if(Found, [&](Expr E) { return !Taps.contains(E); });
            Loads.clear();
          }
          // The loop does not count to the index at which a value is read.
          const llvm::SmallVector<Expr, 4> All = Loads;
          llvm::erase_if(Loads, [&](Expr Inner) {
            return llvm::any_of(All, [&](Expr Outer) {
              return llvm::any_of(Outer->args(), [&](Expr At) {
                return ExprContext::any(At, [&](Expr N) { return N == Inner; });
              });
            });
          });
          if (std::optional<Turn> Of = turnBetween(Case, L, Leaves, Loads)) {
            Add(std::move(*Of));
            continue;
          }
          for (Expr E : llvm::concat<Expr>(Found, Loads)) {
            Expr Zero = C.constant(0, E->width());
            Add({Case.symbolOf(E).Signed ? C.slt(Zero, E) : C.ult(Zero, E),
                 Case.isLoad(E) ? nameOfList(Case, E) + "[...] >= 1" : ""});
          }
        }
      }
  }
  return Turns;
}

static std::vector<Need> ask(const RaceCase &Case) {
  const llvm::SmallVector<Turn, 4> Turns = turnsOfLoops(Case);
  // If the witness makes turns in all loops, there is no need to ask.
  if (Case.happensUnder(llvm::map_to_vector(Turns, [](const Turn &T) { return T.Goes; })))
    return {};
  Need Of;
  for (const Turn &T : Turns)
    Of.add(Convention::LoopsTurn, T.Goes, T.Words);
  return {Of};
}

const Rule convention::LoopsTurn = {
    Convention::LoopsTurn,
    R"(A loop with barriers in it makes at least one turn, and so does a loop over the taps of a window.

Why: a loop that makes none leaves out its barriers, but there is nothing to do, either, and host code
seldom launches a kernel for that. A window without a tap (x < w - k + 1 with k == 0) is longer than
the row it slides over.

When a race needs it: it vanishes if each number of the host and each value in memory to which such
a loop counts is at least 1, or the two values in memory between which it runs lie apart. A
condition such as if (step > 0) is no loop.)",
    ask};
