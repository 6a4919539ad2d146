// SPDX-License-Identifier: Apache-2.0

#include "convention/ConstantRows.h"
#include "convention/RowEnds.h"
#include "convention/Rule.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <array>
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// The values in the threads' conditions that come from the same load instruction.
static SmallVector<Expr, 4> loadsLike(const RaceCase &Case, Expr Loaded) {
  const TwoThreads &T = Case.Q.T;
  llvm::SetVector<Expr> Found;
  if (Loaded->op() == Op::Apply)
    for (unsigned I = 0; I < 2; ++I)
      ExprContext::visit(Case.condition(I), [&](Expr N) {
        if (N->op() == Op::Apply && T.original(N->symbol()) == T.original(Loaded->symbol()))
          Found.insert(N);
      });
  return SmallVector<Expr, 4>(Found.begin(), Found.end());
}

/// The offset, and the row numbers in it that are sums themselves: head * most + at in (head * most
/// + at) * length + i.
static SmallVector<Expr, 4> sumsOf(const RaceCase &Case, Expr Offset) {
  SmallVector<Expr, 4> Sums{Offset};
  for (size_t I = 0; I < Sums.size(); ++I)
    summands(Sums[I], 1, [&](Expr E, int64_t) {
      E = unwidened(E);
      if (E->op() != Op::Mul)
        return;
      for (unsigned Side : {0, 1})
        if (Expr Row = unwidened(E->arg(Side));
            Row->op() == Op::Add && Case.isOfParameters(E->arg(1 - Side)))
          Sums.push_back(Row);
    });
  return Sums;
}

/// A position that is read from memory and added to the start of a row is less than the factor of
/// the row's number; the same for bounds of loops that are read from memory.
static Need dataInRow(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Of;
  Expr Zero = C.constant(0, 64);
  auto Inside = [&](Expr E, Expr Length) {
    const Expr Entry = unwidened(E);
    const std::string Words = Entry->op() == Op::Apply && isEntry(Case, Entry)
                                  ? "entries of '" + nameOfList(Case, Entry) + "' within a row"
                                  : "";
    Of.add(Convention::WithinRows, C.sle(Zero, E), Words);
    Of.add(Convention::WithinRows, C.slt(E, Length), Words);
  };
  llvm::SetVector<Expr> Offsets;
  for (Expr Offset : Case.Q.Offset)
    Offsets.insert_range(sumsOf(Case, Offset));
  for (Expr Offset : Offsets) {
    SmallVector<std::pair<Expr, int64_t>, 4> Data;
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (Case.isData(E) && E->width() <= 64)
        Data.push_back({E, Factor});
    });
    if (Data.empty())
      continue;
    Expr Sum = Zero;
    for (auto [E, Factor] : Data)
      Sum = C.add(Sum, C.mul(Case.wide(E, false), C.constant(Factor, 64), NSW), NSW);
    int64_t Row = INT64_MAX;
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (E->isConst() || Case.isData(E))
        return;
      if (llvm::all_of(Data, [&](auto &D) { return Factor > std::abs(D.second); }))
        Row = std::min(Row, Factor);
      Expr Length = Case.lengthOfRow(E);
      if (!Length || Data.size() != 1 || Data[0].second != Factor)
        return;
      Inside(Case.wide(Data[0].first, false), Length);
      for (Expr End : loadsLike(Case, Data[0].first))
        Inside(Case.wide(End, false), Length);
    });
    if (Row != INT64_MAX)
      Inside(Sum, C.constant(Row, 64));
  }
  return Of;
}

/// Returns false if the launch says that a host value which bounds positions exceeds the length of
/// the row.
static bool mayEndWithin(const RaceCase &Case, Expr End, Expr Length) {
  ExprContext &C = Case.C;
  const bool Told = llvm::any_of(Case.L.Facts, [&](const Fact &F) {
    return ExprContext::any(F.Cond, [&](Expr N) {
      return N->op() == Op::Apply && ExprContext::any(Length, [&](Expr L) { return L == N; });
    });
  });
  if (!Told || End->width() > 64)
    return true;
  Expr Wide = Case.wide(End);
  const Expr Within[] = {C.slt(C.constant(0, 64), Wide), C.sle(Wide, Length)};
  return Case.fitting(Within).size() == std::size(Within);
}

bool convention::endsElsewhere(const RaceCase &Case, unsigned I, Expr Length, bool Host,
                               bool Last) {
  auto OfLength = [&](Expr E) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && ExprContext::any(Length, [&](Expr L) { return L == N; });
    });
  };
  auto Moves = [&](Expr E) {
    bool Found = false;
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      SymbolKind Kind = Case.symbolOf(N).Kind;
      Found |= Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::Counter;
    });
    return Found;
  };
  bool Found = false;
  ExprContext::visit(Case.condition(I), [&](Expr N) {
    if (N->op() != Op::Slt && N->op() != Op::Ult &&
        (!Last || (N->op() != Op::Sle && N->op() != Op::Ule)))
      return;
    Expr End = unwidened(N->arg(1));
    const bool OfHost = Host && !End->isConst() && Case.isOfParameters(End) && !OfLength(End) &&
                        mayEndWithin(Case, End, Length);
    // The index at which a bound is read may move with the row.
    const bool OfData = Case.isData(End) && (isEntry(Case, End) || !Moves(End));
    Found |= Moves(N->arg(0)) && (OfData || (OfHost && !Moves(End)));
  });
  return Found;
}

/// Returns true if a loop moves the position, and its bound comes from memory contents or values
/// that are not understood, and from no host value.
static bool movesOn(const RaceCase &Case, Expr E) {
  auto EndsOpenly = [&](const Loop &L) {
    bool Open = false, OfHost = false;
    for (NodeId Id : L.Nodes)
      for (const Edge &Out : Case.K.Nodes[Id].Succs)
        if (!llvm::is_contained(L.Nodes, Out.To))
          ExprContext::visit(Out.Cond, [&](Expr N) {
            if (N->op() != Op::Apply)
              return;
            const bool Given = Case.isGiven(N);
            const SymbolKind Kind = Case.C.symbol(N->symbol()).Kind;
            OfHost |= Given;
            Open |= !Given && (Kind == SymbolKind::Load || Kind == SymbolKind::Opaque);
          });
    return Open && !OfHost;
  };
  return ExprContext::any(E, [&](Expr N) {
    if (N->op() != Op::Apply || Case.symbolOf(N).Kind != SymbolKind::Counter)
      return false;
    const Loop &L = Case.K.Loops[Case.symbolOf(N).Index];
    return !L.TripCount && EndsOpenly(L);
  });
}

/// Returns true if host code computes the grid from the length, and nothing in the kernel depends
/// on the length: the kernel is written for rows that consist of whole tiles.
static bool isTiled(const RaceCase &Case, Expr Length, unsigned I) {
  const ExprContext &C = Case.C;
  llvm::DenseSet<Expr> Names; // terms for the length, in the kernel and in host code
  auto Mentions = [](Expr In, auto Is) {
    return ExprContext::any(In, [&](Expr N) { return N->op() == Op::Apply && Is(N); });
  };
  auto IsLength = [&](Expr N) { return Names.contains(N); };
  auto IsGrid = [&](Expr N) { return C.symbol(N->symbol()).Kind == SymbolKind::GridDim; };
  auto Add = [&](Expr E) { return Mentions(E, [&](Expr N) { return !Names.insert(N).second; }); };
  Add(Length);
  if (Mentions(Case.condition(I), IsLength))
    return false;
  for (const Fact &F : Case.L.Facts)
    if (F.Cond->op() == Op::Eq && !Mentions(F.Cond, IsGrid))
      for (unsigned Side : {0, 1})
        if (IsLength(unwidened(F.Cond->arg(Side))))
          Add(F.Cond->arg(1 - Side));
  if (Mentions(Case.condition(I), IsLength)) // terms from which the length is computed
    return false;
  return llvm::any_of(Case.L.Facts, [&](const Fact &F) {
    return Mentions(F.Cond, IsGrid) && Mentions(F.Cond, IsLength);
  });
}

/// Returns true if the last thread of every launch leaves its row: only the grid bounds the sum,
/// and the grid exceeds whole tiles (`n / 32 + 1`).
static bool leavesTiles(const RaceCase &Case, unsigned I, Expr Sum, Expr Length) {
  ExprContext &C = Case.C;
  bool Known = true;
  auto Last = [&](Expr N) -> Expr {
    if (N->op() != Op::Apply || Case.isOfLaunch(N))
      return {};
    const Symbol &S = Case.symbolOf(N);
    const bool OfBlock = S.Kind == SymbolKind::BlockIdx;
    Known &= OfBlock || S.Kind == SymbolKind::ThreadIdx;
    return C.sub(OfBlock ? Case.Q.T.of(C.gridDim(S.Index), 0) : Case.blockDim(S.Index),
                 C.constant(1, 32), NSW);
  };
  const Expr AtLast = C.replace(Sum, Last);
  return Known && Case.isOfLaunch(Case.condition(I)) && Case.fitting(C.slt(AtLast, Length)).empty();
}

/// The host value that is the row length for both accesses: the factor of a row number in each
/// offset (`from * length + i`, `to * length + i`).
static Expr commonLength(const RaceCase &Case, unsigned I, Expr Start) {
  Start = unwidened(Start);
  if (Start->op() != Op::Mul || !Case.isOfParameters(Start))
    return Expr();
  Expr Found;
  summands(Case.Q.Offset[1 - I], 1, [&](Expr Other, int64_t) {
    Other = unwidened(Other);
    if (Other->op() != Op::Mul || !Case.isOfParameters(Other))
      return;
    for (Expr A : Start->args())
      for (Expr B : Other->args())
        if (unwidened(A) == unwidened(B) && !unwidened(A)->isConst() && Start != Other)
          Found = Case.wide(A);
  });
  return Found;
}

/// The row length, if it is an entry of a read-only list that all threads of the block share (`row
/// * lengths[b] + i`).
static Expr listedLength(const RaceCase &Case, Expr Start) {
  Start = unwidened(Start);
  if (Start->op() == Op::Mul)
    for (unsigned Side : {0, 1}) {
      Expr Length = unwidened(Start->arg(Side));
      if (isEntry(Case, Length) && !Case.isData(Start->arg(1 - Side)) &&
          !Case.isOfParameters(Start->arg(1 - Side)) &&
          ExprContext::all(Length->arg(0), [&](Expr N) {
            return N->op() != Op::Apply || Case.symbolOf(N).Kind != SymbolKind::ThreadIdx;
          }))
        return Case.wide(Length);
    }
  return Expr();
}

/// Returns true if both offsets have the summand.
static bool isCommon(const RaceCase &Case, Expr E, int64_t Factor) {
  return llvm::all_of(Case.Q.Offset, [&](Expr Offset) {
    bool Found = false;
    summands(Offset, 1, [&](Expr Of, int64_t By) { Found |= Of == E && By == Factor; });
    return Found;
  });
}

/// The length, and its factor, of rows of which one thread is in the first and the other in the
/// second, so that no product remains. Null: there are no such rows.
static std::pair<Expr, int64_t> firstRow(const RaceCase &Case) {
  llvm::DenseMap<Expr, int64_t> Lengths; // summed over the accesses' own offsets
  for (unsigned I = 0; I < 2; ++I)
    summands(Case.access(I).Offset, 1, [&](Expr E, int64_t Factor) {
      if (Expr Length = Case.lengthOfRow(E); Length && Factor > 0)
        Lengths[unwidened(Length)] = Factor;
    });
  std::pair<Expr, int64_t> Found;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      auto At = Lengths.find(unwidened(E));
      if (At != Lengths.end() && At->second == Factor && !isCommon(Case, E, Factor))
        Found = {Case.wide(E), Factor};
    });
  return Found;
}

/// What is added to the start of a row lies within the row (`row * length + i`), if data or another
/// host value bounds it; with `Tiles`, if only the grid does.
static Need restInRow(const RaceCase &Case, bool Tiles) {
  ExprContext &C = Case.C;
  Need Of;
  auto [First, FirstElement] = firstRow(Case);
  for (unsigned I = 0; I < 2; ++I) {
    SmallVector<std::pair<Expr, int64_t>, 8> Rest;
    Expr Length = First;
    int64_t Element = FirstElement;
    bool Open = false, Several = false, Picked = false;
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (First && (unwidened(E) == unwidened(First) || isCommon(Case, E, Factor)))
        return;
      Expr OfRow = Case.lengthOfRow(E);
      if (!OfRow && (OfRow = commonLength(Case, I, E)))
        Picked = true;
      if (!OfRow)
        OfRow = listedLength(Case, E);
      if (OfRow) {
        Several |= Length && unwidened(Length) != unwidened(OfRow);
        Length = OfRow;
        Element = Element ? std::min(Element, Factor) : Factor;
        return;
      }
      Rest.push_back({E, Factor});
      Open |= !E->isConst() && (Case.isOfParameters(E) || Case.isData(E) || movesOn(Case, E));
    });
    auto IsLength = [&](auto &R) {
      return unwidened(R.first) == unwidened(Length) && R.second % Element == 0;
    };
    if (!Length || Several || Element <= 0 ||
        !(Tiles ? isTiled(Case, Length, I) : Open || endsElsewhere(Case, I, Length, Picked)))
      continue;
    // Rows may start after other rows of that length (`length + row * length + i`).
    llvm::erase_if(Rest, IsLength);
    // The sum may be in a smaller unit, such as bytes of an element.
    int64_t Unit = Element;
    for (auto [E, Factor] : Rest)
      Unit = std::gcd(Unit, Factor);
    Length = C.mul(Length, C.constant(Element / Unit, 64), NSW);
    Expr Sum = C.constant(0, 64);
    for (auto [E, Factor] : Rest)
      Sum = C.add(Sum, C.mul(Case.wide(E), C.constant(Factor / Unit, 64), NSW), NSW);
    if (Tiles && leavesTiles(Case, I, Sum, Length))
      continue;
    Of.add(Convention::WithinRows, C.sle(C.constant(0, 64), Sum));
    Of.add(Convention::WithinRows, C.slt(Sum, Length));
  }
  return Of;
}

/// Returns true if a host value in the length occurs nowhere else in the kernel, nor in host facts:
/// nothing says what lies in a row of that length.
static bool isOpenLength(const RaceCase &Case, Expr Length) {
  llvm::DenseSet<Expr> Told;
  auto Tell = [&](Expr E) { ExprContext::visit(E, [&](Expr N) { Told.insert(N); }); };
  for (const Fact &F : Case.L.Facts)
    Tell(F.Cond);
  for (unsigned I = 0; I < 2; ++I) {
    Tell(Case.condition(I));
    ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
      if (N->op() == Op::URem || N->op() == Op::SRem || N->op() == Op::UDiv || N->op() == Op::SDiv)
        Tell(N->arg(1));
    });
  }
  return ExprContext::any(Length,
                          [&](Expr N) { return N->op() == Op::Apply && !Told.contains(N); });
}

/// One need for each such length of rows in the two sums: the rest of each sum lies within such a
/// row. `Slices`: the sums are in dynamic shared memory, whose slices may be the only rows.
static std::vector<Need> restInAnyRow(const RaceCase &Case, std::array<Expr, 2> Sums, bool Several,
                                      bool Slices) {
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> Lengths;
  for (Expr Sum : Sums)
    summands(Sum, 1, [&](Expr E, int64_t Factor) {
      if (Expr Length = Case.lengthOfRow(E); Length && Factor > 0)
        Lengths.insert(Length);
    });
  constexpr size_t Most = 4;
  std::vector<Need> Out;
  Slices &= Lengths.size() == 1;
  if (Lengths.size() < (Several && !Slices ? 2 : 1) || Lengths.size() > Most)
    return Out;
  for (Expr Length : Lengths) {
    Need Of;
    if (!isOpenLength(Case, Length))
      continue;
    for (unsigned I = 0; I < 2; ++I) {
      Expr Rest = C.constant(0, 64);
      int64_t Element = 0;
      summands(Sums[I], 1, [&](Expr E, int64_t Factor) {
        if (Case.lengthOfRow(E) == Length)
          Element = std::gcd(Element, Factor);
        else if (!Slices || unwidened(E) != unwidened(Length))
          Rest = C.add(Rest, C.mul(Case.wide(E), C.constant(Factor, 64), NSW), NSW);
      });
      if (!Element || !endsElsewhere(Case, I, Length, /*Host=*/true, /*Last=*/true) ||
          (Slices && goesBehindEnd(Case, I, Rest)))
        continue;
      Of.add(Convention::WithinRows, C.sle(C.constant(0, 64), Rest));
      Of.add(Convention::WithinRows, C.slt(Rest, C.mul(Length, C.constant(Element, 64), NSW)));
    }
    if (!Of.Conditions.empty())
      Out.push_back(std::move(Of));
  }
  return Out;
}

/// If rows lie within other rows, and other host values bound them ((b * layers + i * side + j) *
/// length, where host code computes layers as side * side): the rest lies within one of the
/// outermost rows, whichever these are.
static std::vector<Need> restInOuterRow(const RaceCase &Case) {
  const SmallVector<Expr, 4> First = sumsOf(Case, Case.Q.Offset[0]),
                             Second = sumsOf(Case, Case.Q.Offset[1]);
  const Array &Of = Case.K.array(Case.access(0).Array);
  const bool Carved = Of.Where == Space::Shared && Of.Dynamic;
  std::vector<Need> Out;
  if (First.size() == Second.size())
    for (auto [Level, Sums] : llvm::enumerate(llvm::zip(First, Second)))
      llvm::append_range(Out, restInAnyRow(Case, {std::get<0>(Sums), std::get<1>(Sums)},
                                           /*Several=*/Level == 0,
                                           /*Slices=*/Level == 0 && Carved));
  return Out;
}

static std::vector<Need> ask(const RaceCase &Case) {
  std::vector<Need> Out{dataInRow(Case),        restInRow(Case, false),   restInRow(Case, true),
                        endInRow(Case),         restInNumberedRows(Case), endInPart(Case),
                        restInConstantRow(Case)};
  llvm::append_range(Out, restInRows(Case, Convention::WithinRows));
  llvm::append_range(Out, restInOuterRow(Case));
  return Out;
}

const Rule convention::WithinRows = {
    Convention::WithinRows,
    R"(What is added to the start of a row stays within the row (row * length + i).

When a race needs it: it vanishes if i is at least 0 and less than the length. It is asked for where
memory contents, values that are not understood, or another number of the host decide how far i goes, also in rows that the host picks
(to * length + i, from * length + i), whose lengths are listed (j * lengths[b] + i) or that are
parts of rows themselves ((b * most + i) * length + k with i < counts[b]), and where host
code computes the grid from the length while the kernel does not compare with it, as code for whole
tiles does. Where the length is a constant, the
number of the host, or from memory, that ends i is at most the length (row * 1024 + i with i < n, or
i % n), in global and in dynamic shared memory, for rows of 16 elements or more, and in an array of shared
memory that is declared as one row but holds several of these, of 4 elements or more; there a position that
memory gives or ends stays in its row with all else (row * 100 + size - 1). So it is where constants divide all of a declared array of
shared memory into even parts (s[i] and s[64 + i] of 128). What ends i fits into a row with a pitch in
bytes, where rows have constant numbers (2 * pitch + 4 * i and 5 * pitch + 4 * i). Slices of dynamic
shared memory (warp * slice + row * 40 + i) hold what other numbers of the host end, as far as they
are open; what a thread reaches behind such an end (i + 1 with i < n) is what it is.)",
    ask};
