// SPDX-License-Identifier: Apache-2.0

#include "convention/PickedCells.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

bool convention::picksOffset(const RaceCase &Case, unsigned I) {
  const TwoThreads &T = Case.Q.T;
  llvm::DenseSet<std::pair<int64_t, Expr>> Data, Running; // by constant factor and other scale
  // A value that a loop computes from memory for the whole block also counts as a start: the sum of
  // the earlier rows.
  auto Steps = [&](Expr N) {
    const Symbol &S = Case.symbolOf(N);
    return S.Kind == SymbolKind::Counter ||
           (S.Kind == SymbolKind::Opaque && S.Level > Uniformity::Block);
  };
  auto HoldsStep = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) { return N->op() == Op::Apply && Steps(N); });
  };
  std::function<void(Expr, int64_t, Expr)> Look = [&](Expr E, int64_t Factor, Expr Scale) {
    auto Parts = [&](Expr Of, Expr By) {
      summands(Of, Factor, [&, By](Expr Part, int64_t Times) { Look(Part, Times, By); });
    };
    if (E->op() == Op::UDiv || E->op() == Op::SDiv || E->op() == Op::LShr || E->op() == Op::AShr)
      return Parts(E->arg(0), Scale);
    if (Expr Row = unwidened(E); Row->op() == Op::Mul && !Scale)
      for (unsigned Side : {0, 1})
        if (Expr Number = unwidened(Row->arg(1 - Side));
            Number->op() == Op::Add && Case.isOfParameters(Row->arg(Side)))
          return Parts(Number, unwidened(Row->arg(Side)));
    bool FromMemory = Case.isData(E);
    bool Loaded = E->op() == Op::Apply && !Steps(E);
    if (FromMemory && (Loaded || !HoldsStep(E)))
      Data.insert({std::abs(Factor), Scale});
    else if (FromMemory || HoldsStep(E) ||
             (E->op() == Op::Apply && !T.isShared(T.original(E->symbol()))))
      Running.insert({std::abs(Factor), Scale});
  };
  summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) { Look(E, Factor, Expr()); });
  return Data.size() == 1 && Running.contains(*Data.begin());
}

/// Returns true if parameters, or many elements, set the starts of the accesses apart.
static bool lieApart(const RaceCase &Case) {
  const Access &X = Case.access(0), &Y = Case.access(1);
  auto [Terms, Bytes] = difference(Case.Q.Offset[0], Case.Q.Offset[1]);
  auto Size = [](const Access &A) { return A.Size->isConst() ? int64_t(A.Size->value()) : 0; };
  int64_t Element = std::max(Size(X), Size(Y));
  bool Far = Element && std::abs(Bytes) >= 32 * Element;
  return Far || llvm::any_of(Terms, [&](auto &Entry) { return Case.isOfParameters(Entry.first); });
}

bool convention::reachesOtherPart(const RaceCase &Case) {
  return Case.K.Arrays[Case.access(0).Array].Where == Space::Shared && lieApart(Case);
}

/// The offset with `Word` substituted for the only word of memory in it, if all threads of the
/// block access the same cell; else null.
static Expr pickedCell(const RaceCase &Case, const Access &A, Expr Word) {
  ExprContext &C = Case.C;
  unsigned Picked = 0;
  bool ForAll = true;
  Expr Cell = C.replace(A.Offset, [&](Expr N) {
    const Symbol &S = C.symbol(N->symbol());
    if (S.Kind != SymbolKind::Load || N->width() != Word->width()) {
      ForAll &= S.Kind != SymbolKind::ThreadIdx;
      return Expr();
    }
    ++Picked;
    return Word;
  });
  return Picked == 1 && ForAll ? Cell : Expr();
}

static bool isPairOfShared(const RaceCase &Case, const Access &R, const Access &W) {
  const bool Writes = W.Kind == AccessKind::Write || W.Kind == AccessKind::AsyncCopy;
  return R.Kind == AccessKind::Read && Writes && R.Array == W.Array &&
         Case.K.Arrays[R.Array].Where == Space::Shared;
}

/// Returns true if all threads of the block read one cell, selected by a word in memory among cells
/// of which each thread writes its own (`v[*least]` with `v[threadIdx.x]`). The read then races in
/// whichever cell it selects.
static bool readsPicked(const RaceCase &Case, unsigned I) {
  ExprContext &C = Case.C;
  const Access &R = Case.access(I), &W = Case.access(1 - I);
  if (!isPairOfShared(Case, R, W) || R.Size != W.Size)
    return false;
  Expr Cell = pickedCell(Case, R, C.threadIdx(0));
  return Cell && Case.vanishes(C.ne(Case.Q.T.of(Cell, 1 - I), Case.Q.T.of(W.Offset, 1 - I)));
}

/// Returns true if a thread writes one cell, selected by a word in memory among cells that the
/// threads of the block read in turn, each its own (`v[*best] = 0` with `v[threadIdx.x + i *
/// blockDim.x]`).
static bool writesPicked(const RaceCase &Case, unsigned I) {
  ExprContext &C = Case.C;
  const Access &W = Case.access(I), &R = Case.access(1 - I);
  if (!isPairOfShared(Case, R, W) || R.Size != W.Size)
    return false;
  Expr Thread = C.threadIdx(0), One = C.constant(1, Thread->width());
  Expr Cell = pickedCell(Case, W, Thread), Next = pickedCell(Case, W, C.add(Thread, One, NSW));
  if (!Cell)
    return false;
  // Neighbouring threads read cells whose numbers differ by one, from the same start.
  Expr Neighbour =
      C.replace(R.Offset, [&](Expr N) { return N == Thread ? C.add(N, One, NSW) : Expr(); });
  auto [Terms, Bytes] = difference(Neighbour, R.Offset);
  auto [Others, Step] = difference(Next, Cell);
  auto [Apart, Start] = difference(R.Offset, Cell);
  auto Sweeps = [&](auto &Entry) {
    return ExprContext::all(Entry.first, [&](Expr N) {
      if (N->op() != Op::Apply)
        return true;
      const SymbolKind Kind = C.symbol(N->symbol()).Kind;
      return Kind == SymbolKind::Counter || Kind == SymbolKind::BlockDim;
    });
  };
  return Terms.empty() && Others.empty() && Bytes == Step && Start == 0 &&
         llvm::all_of(Apart, Sweeps);
}

void convention::eachSummand(Expr Offset, llvm::function_ref<void(Expr, int64_t)> Take) {
  std::function<void(Expr, int64_t)> Look = [&](Expr E, int64_t Factor) {
    if (E->op() != Op::Ite)
      return Take(E, Factor);
    summands(E->arg(1), Factor, Look);
    summands(E->arg(2), Factor, Look);
  };
  summands(Offset, 1, Look);
}

/// How the cell of access I, an element of the array, is selected.
struct Placing {
  bool ByData = false;  ///< by words in memory, or values computed from them
  bool OwnCell = false; ///< by the thread's number or lane: the neighbour has the next cell
  bool Sweeps = false;  ///< by a loop over consecutive cells
  /// Other parts of the thread's position, such as the number of its row, by what scales them.
  SmallVector<std::pair<int64_t, Expr>, 2> OwnParts;
};

static Placing placingOf(const RaceCase &Case, unsigned I) {
  const Access &A = Case.access(I);
  const int64_t Size = A.Size->isConst() ? int64_t(A.Size->value()) : 0;
  Placing P;
  eachSummand(Case.Q.Offset[I], [&](Expr E, int64_t Factor) {
    auto IsOfKind = [&](SymbolKind Kind) {
      return [&, Kind](Expr N) { return N->op() == Op::Apply && Case.symbolOf(N).Kind == Kind; };
    };
    const bool Next = std::abs(Factor) == Size;
    Expr Number = unwidened(E);
    if (Number->op() == Op::URem && Number->arg(1)->isConst())
      Number = Number->arg(0);
    if (IsOfKind(SymbolKind::Counter)(E))
      P.Sweeps |= Next;
    else if (Case.isData(E))
      P.ByData = true;
    else if (Next && IsOfKind(SymbolKind::ThreadIdx)(Number))
      P.OwnCell = true;
    else if (ExprContext::any(E, IsOfKind(SymbolKind::ThreadIdx)))
      P.OwnParts.push_back({Factor, E});
  });
  return P;
}

/// Returns true if the other parts of the two threads' positions are equal wherever the race may
/// happen, as for lanes of a warp that processes a row.
static bool shareParts(const RaceCase &Case, const Placing &P, const Placing &O) {
  SmallVector<std::pair<int64_t, Expr>, 2> Left(O.OwnParts);
  for (auto [Factor, E] : P.OwnParts) {
    auto *Same = llvm::find_if(Left, [&, Factor = Factor, E = E](auto &Part) {
      return Part.first == Factor && Part.second->width() == E->width() &&
             Case.vanishes(Case.C.ne(Part.second, E));
    });
    if (Same == Left.end())
      return false;
    Left.erase(Same);
  }
  return Left.empty();
}

/// Returns true if memory contents decide whether the thread reaches its access. Trip counts of
/// earlier loops do not matter.
static bool isByData(const RaceCase &Case, unsigned I) {
  if (!Case.Cond.Data || !Case.isData(Case.condition(I)))
    return false;
  Expr Reached = Case.Flow.reached(Case.access(I).Node);
  return !Reached || Case.isData(Case.Q.T.of(Reached, I));
}

/// Returns true if only lists that the kernel does not write select the cell. A cell drawn from a
/// counter does not belong to a thread beforehand.
static bool pickedByLists(const RaceCase &Case, unsigned I) {
  return ExprContext::all(Case.Q.Offset[I], [&](Expr N) {
    if (N->op() != Op::Apply || !Case.isData(N))
      return true;
    return Case.isLoad(N) && Case.K.Symbols.isReadOnly(Case.C, Case.Q.T.original(N->symbol()));
  });
}

const Access *convention::drawnFrom(const RaceCase &Case, Expr Apply) {
  const auto At = llvm::find_if(Case.K.Accesses, [&](const Access &X) {
    return X.Kind == AccessKind::Atomic && X.Result && X.Result->op() == Op::Apply &&
           X.Result->symbol() == Case.Q.T.original(Apply->symbol());
  });
  return At == Case.K.Accesses.end() ? nullptr : &*At;
}

/// Returns true if each thread stores a common value into a cell of a shared array, and the other
/// access writes such a cell that no counter handed out: without a barrier, the common value may
/// overwrite the other one.
static bool startsShared(const RaceCase &Case, unsigned I) {
  const Access &Picked = Case.access(I), &Own = Case.access(1 - I);
  return Picked.Kind == AccessKind::Write && Own.Kind == AccessKind::Write &&
         Picked.Array == Own.Array && Case.K.Arrays[Own.Array].Where == Space::Shared &&
         Picked.Size == Own.Size && Own.Value && Own.Partner == NoId &&
         (Own.Value->isConst() || Case.isOfParameters(Own.Value)) &&
         ExprContext::all(Case.Q.Offset[I],
                          [&](Expr N) { return N->op() != Op::Apply || !drawnFrom(Case, N); });
}

/// Returns true if access `Own` walks over its cells in loops that do not contain the other access:
/// it writes all its cells before the other access, or after it.
static bool sweepsAlone(const RaceCase &Case, unsigned Own) {
  bool Sweeps = false, Apart = true;
  ExprContext::visit(Case.access(Own).Offset, [&](Expr N) {
    if (N->op() != Op::Apply || Case.C.symbol(N->symbol()).Kind != SymbolKind::Counter)
      return;
    Sweeps = true;
    Apart &= !Case.Flow.contains(Case.C.symbol(N->symbol()).Index, Case.access(1 - Own).Node);
  });
  return Sweeps && Apart;
}

/// Returns true if a list selects the cells of global memory that one access reads, and the block
/// writes all of these cells in a separate loop (`x[i] = 0` in turns, then `x[list[j]]`).
static bool readsFilled(const RaceCase &Case, unsigned I) {
  const Access &Picked = Case.access(I), &Own = Case.access(1 - I);
  return Picked.Kind == AccessKind::Read && Own.Kind == AccessKind::Write &&
         Picked.Array == Own.Array && Picked.Partner == NoId && Own.Partner == NoId &&
         Case.K.Arrays[Own.Array].Where == Space::Global && Case.Q.T.scope() != Scope::OtherBlock &&
         pickedByLists(Case, I) && !picksOffset(Case, I) && !lieApart(Case) &&
         sweepsAlone(Case, 1 - I) && !isByData(Case, 1 - I);
}

/// Returns true if only one thread of the block reaches its access.
static bool isOfOne(const RaceCase &Case, unsigned I) {
  std::function<bool(Expr)> Chooses = [&](Expr N) {
    if (N->op() == Op::And)
      return llvm::any_of(N->args(), Chooses);
    return N->op() == Op::Eq && N->arg(1)->isConst() && N->arg(0)->op() == Op::Apply &&
           Case.symbolOf(N->arg(0)).Kind == SymbolKind::ThreadIdx;
  };
  return Chooses(Case.condition(I));
}

/// Returns true if one thread fills a row of shared memory in a loop, and the others read cells of
/// the row after the loop or before it.
static bool isFilledByOne(const RaceCase &Case, unsigned I) {
  return isPairOfShared(Case, Case.access(I), Case.access(1 - I)) && isOfOne(Case, 1 - I) &&
         Case.access(1 - I).Partner == NoId && sweepsAlone(Case, 1 - I);
}

/// Returns true if data loaded for it selects each cell, and no counter hands it out.
static bool isPickedForEach(const RaceCase &Case, unsigned I) {
  bool Picked = true;
  ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
    if (N->op() != Op::Apply || !Case.isData(N))
      return;
    Picked &= Case.isLoad(N) && !drawnFrom(Case, N) && !Case.isOfParameters(N->arg(0));
  });
  return Picked;
}

/// Returns true if one thread writes cells that data selects, in a separate loop, and each thread
/// of the block clears or reads its own cell before or after that loop (`x[threadIdx.x] = 0; if
/// (threadIdx.x == 0) for (...) x[list[i]] = v`).
static bool isPickedByOne(const RaceCase &Case, unsigned I) {
  const Access &Picked = Case.access(I), &Own = Case.access(1 - I);
  const LoopId Loop = Case.K.Nodes[Picked.Node].Loop;
  return Picked.Kind == AccessKind::Write && Own.Kind != AccessKind::Atomic &&
         Picked.Array == Own.Array && Picked.Size == Own.Size && Own.Partner == NoId &&
         Case.Q.T.scope() != Scope::OtherBlock && Loop != NoId &&
         !Case.Flow.contains(Loop, Own.Node) && isOfOne(Case, I) && !isOfOne(Case, 1 - I) &&
         isPickedForEach(Case, I) && !picksOffset(Case, I) && !lieApart(Case);
}

/// Returns true if words in memory select the cell of one access in a shared array in which each
/// thread has a cell of its own (`s[list[i]]` with `s[threadIdx.x]`), without a barrier between the
/// two: the data selects among cells that the whole block has written. Also true if a row is
/// cleared (in global memory: by a loop) before a list selects cells of it to write, or filled by a
/// loop before a list selects cells to read. If data decides which threads make both accesses, also
/// true for a loop over the cells of a row: the next cell belongs to another thread.
static bool picksOfOthers(const RaceCase &Case, unsigned I) {
  const Access &Picked = Case.access(I), &Own = Case.access(1 - I);
  const bool Clears = Picked.Kind == AccessKind::Write && Own.Kind == AccessKind::Write &&
                      Picked.Array == Own.Array && Picked.Size == Own.Size && Own.Value &&
                      Own.Value->isConst() && pickedByLists(Case, I);
  const bool Filled = readsFilled(Case, I), ByOne = isPickedByOne(Case, I);
  if (!Clears && !Filled && !ByOne && !isPairOfShared(Case, Picked, Own) &&
      !isPairOfShared(Case, Own, Picked) && !startsShared(Case, I))
    return false;
  const Placing P = placingOf(Case, I), O = placingOf(Case, 1 - I);
  // In global memory, a thread's only cell may be apart from those that are handed out.
  auto Counts = [&](Expr N) {
    return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::Counter;
  };
  if (Clears && !ByOne && Case.K.Arrays[Own.Array].Where != Space::Shared &&
      !ExprContext::any(Case.Q.Offset[1 - I], Counts))
    return false;
  // Or every thread clears all cells, or one thread fills them all.
  const bool OfOthers = O.OwnCell || (O.Sweeps && (Clears || isFilledByOne(Case, I)));
  return P.ByData && OfOthers && !O.ByData && !(Filled && P.OwnCell) &&
         (P.Sweeps || !isByData(Case, 1 - I)) && shareParts(Case, P, O);
}

/// Returns true if one thread writes a cell of a shared array that host values determine, and data
/// selects the cell that others read (`s[n] = all` by thread 0 with `s[list[i]]`).
static bool readsThatOfOne(const RaceCase &Case, unsigned I) {
  const Access &R = Case.access(I), &W = Case.access(1 - I);
  if (!isPairOfShared(Case, R, W) || R.Size != W.Size ||
      !Case.isOfParameters(Case.Q.Offset[1 - I]) || isByData(Case, 1 - I) ||
      difference(Case.Q.Offset[0], Case.Q.Offset[1]).second != 0)
    return false;
  const Placing P = placingOf(Case, I);
  return isOfOne(Case, 1 - I) && P.ByData && !P.OwnCell && P.OwnParts.empty();
}

bool convention::picksCellsOfOthers(const RaceCase &Case) {
  if (!Case.Cond.Data && (readsPicked(Case, 0) || readsPicked(Case, 1) || writesPicked(Case, 0) ||
                          writesPicked(Case, 1)))
    return true;
  if (readsThatOfOne(Case, 0) || readsThatOfOne(Case, 1))
    return true;
  return !reachesOtherPart(Case) && (picksOfOthers(Case, 0) || picksOfOthers(Case, 1));
}
