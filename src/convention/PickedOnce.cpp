// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/FlowPaths.h"
#include "convention/PickedCells.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <tuple>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Returns true if the race requires that the two threads loaded different values: a cell that data
/// selects within the thread's own part is not a common cell.
static bool needsUnequalLoads(const RaceCase &Case) {
  SmallVector<Expr, 8> Loads[2];
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Case.Q.Offset[I], [&](Expr N) {
      if (N->op() == Op::Apply && Case.isData(N))
        Loads[I].push_back(N);
    });
  SmallVector<Expr, 8> Equal;
  for (Expr X : Loads[0])
    for (Expr Y : Loads[1])
      if (X != Y && Case.Q.T.original(X->symbol()) == Case.Q.T.original(Y->symbol()))
        Equal.push_back(Case.C.eq(X, Y));
  if (Equal.empty())
    return false;
  SmallVector<Expr, 8> Sizes = Case.notNegative();
  llvm::append_range(Sizes, rowsSpanGrid(Case));
  llvm::append_range(Equal, Case.fitting(Sizes));
  return Case.vanishes(Equal);
}

/// Returns true if the code stores an index of the array into the array itself, as in a linked
/// structure that threads follow while it changes.
static bool followsChanges(const RaceCase &Case, const Access &A) {
  const Kernel &K = Case.K;
  if (llvm::none_of(K.Accesses, [&](const Access &R) {
        return R.Array == A.Array && R.Kind != AccessKind::Write;
      }))
    return false;                      // nobody follows it
  auto Stores = [&](const Access &W) { // stores an index that the array itself may have contained
    if (W.Kind != AccessKind::Write || !W.Value || W.Value->op() != Op::Apply)
      return false;
    const Symbol &S = K.Ctx->symbol(W.Value->symbol());
    return S.Kind != SymbolKind::Load || S.Index == A.Array;
  };
  auto IsThread = [&](Expr Value) { // the storing thread's own index, which is not followed
    const SymbolKind Kind = K.Ctx->symbol(Value->symbol()).Kind;
    return Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::BlockIdx;
  };
  auto IsOfPair = [&](const Access &B) {
    return B.Id == Case.access(0).Id || B.Id == Case.access(1).Id;
  };
  return llvm::any_of(K.Accesses, [&](const Access &B) {
    if (B.Array != A.Array || A.Kind == AccessKind::Atomic || B.Kind == AccessKind::Atomic)
      return false;
    bool Follows = false;
    for (auto [Write, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
      if (Stores(*Write) && (IsOfPair(B) || !IsThread(Write->Value)))
        eachSummand(Other->Offset, [&, V = Write->Value](Expr E, int64_t) {
          bool OfLoop = E->op() == Op::Apply && E->symbol() == V->symbol() &&
                        K.Ctx->symbol(V->symbol()).Kind == SymbolKind::Opaque;
          Follows |= E == V || OfLoop; // its value in one of the loop's iterations
        });
    return Follows;
  });
}

/// Returns true if the thread also stores a value of its own into the cell, as only its owner does.
static bool startsCell(const RaceCase &Case, unsigned I) {
  const Access &A = Case.access(I);
  return llvm::any_of(Case.K.Accesses, [&](const Access &W) {
    bool OfPair = W.Id == Case.access(0).Id || W.Id == Case.access(1).Id;
    if (OfPair || W.Array != A.Array || W.Kind != AccessKind::Write || W.Partner != NoId ||
        !W.Value || W.Offset != A.Offset || W.Size != A.Size)
      return false;
    return !ExprContext::any(W.Value, [&](Expr N) {
      return N->op() == Op::Apply && Case.C.symbol(N->symbol()).Kind == SymbolKind::Load &&
             Case.C.symbol(N->symbol()).Index == A.Array;
    });
  });
}

/// Returns true if the thread takes the value at the same place of another array and stores a value
/// of its own there (`x[at] -= g[at]; g[at] = 0`), as only the owner of the place does.
static bool takesBeside(const RaceCase &Case, unsigned I) {
  const Access &A = Case.access(I);
  auto AtPlace = [&](const Access &B, AccessKind Kind) {
    return B.Array != A.Array && B.Kind == Kind && B.Offset == A.Offset && B.Size == A.Size;
  };
  return llvm::any_of(Case.K.Accesses, [&](const Access &W) {
    bool Resets = AtPlace(W, AccessKind::Write) && W.Value && W.Value->isConst();
    return Resets && llvm::any_of(Case.K.Accesses, [&](const Access &R) {
             return R.Array == W.Array && AtPlace(R, AccessKind::Read);
           });
  });
}

/// Returns true if the access, or its partner write, adds a value that all threads share or, for
/// threads of different warps, the number of lanes of the warp with the same key.
static bool counts(const RaceCase &Case, unsigned I) {
  const Access &A = Case.access(I);
  const Access &W = A.Counts || A.Partner == NoId ? A : Case.K.Accesses[A.Partner];
  if (!W.Counts || Case.Q.T.scope() != Scope::SameWarp || !W.Value)
    return W.Counts;
  bool SameForAll = true;
  summands(W.Value, 1, [&](Expr E, int64_t) {
    const Expr Of = unwidened(E);
    const bool OfCell = Of->op() == Op::Apply &&
                        Case.C.symbol(Of->symbol()).Kind == SymbolKind::Load &&
                        Case.C.symbol(Of->symbol()).Index == W.Array;
    SameForAll &= OfCell || ExprContext::all(E, [&](Expr N) {
                    return N->op() != Op::Apply ||
                           Case.K.Symbols.level(Case.C, N->symbol()) == Uniformity::Launch;
                  });
  });
  return SameForAll;
}

/// Returns true if each thread selects its cell by a list entry that no other thread reads, and
/// stores a value of its own there (`force[list[i]] += f`). Counters (`count[bin[i]] += 1`) are
/// expected to hit a cell several times, and locks exist for cells that several threads access.
static bool picksByOwnEntry(const RaceCase &Case) {
  bool Locks =
      llvm::any_of(Case.K.Accesses, [](const Access &A) { return A.Atomic == AtomicOp::Cas; });
  return !Locks && Case.pickByOneList() && !counts(Case, 0) && !counts(Case, 1) &&
         Case.vanishes(Case.C.eq(Case.entryOf(0)->arg(0), Case.entryOf(1)->arg(0)));
}

/// Returns true if list entries select the cells, and each block has copied a part of its own of
/// the list to shared memory (`s[threadIdx.x] = list[i]`, then `force[s[k]] += f`).
static bool picksByStagedEntry(const RaceCase &Case) {
  const TwoThreads &T = Case.Q.T;
  ExprContext &C = Case.C;
  if (T.scope() != Scope::OtherBlock || counts(Case, 0) || counts(Case, 1))
    return false;
  std::optional<ArrayId> Copy; // the only memory that selects both cells
  bool Several = false;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::Apply || !Case.isData(N))
        return;
      Several |= !Case.isLoad(N) || (Copy && *Copy != Case.symbolOf(N).Index);
      Copy = Case.symbolOf(N).Index;
    });
  if (!Copy || Several || Case.K.array(*Copy).Where != Space::Shared)
    return false;
  // Two blocks never copy the same entry.
  auto CopiesOwn = [&](const Access &W) {
    const Expr Of = W.Value ? unwidened(W.Value) : Expr();
    const Expr Reached = Case.Flow.reached(W.Node);
    if (W.Kind != AccessKind::Write || !Of || Of->op() != Op::Apply || !Reached ||
        C.symbol(Of->symbol()).Kind != SymbolKind::Load || Of->args().size() != 1 ||
        !Case.K.Symbols.isReadOnly(C, Of->symbol()))
      return false;
    TwoThreads Blocks(Case.K, Case.L, Scope::OtherBlock);
    SmallVector<Expr, 16> Query(Blocks.constraints());
    Query.push_back(Blocks.of(Reached, 0));
    Query.push_back(Blocks.of(Reached, 1));
    Query.push_back(C.eq(Blocks.of(Of->arg(0), 0), Blocks.of(Of->arg(0), 1)));
    return std::holds_alternative<Unsatisfiable>(Case.Ask(Query));
  };
  bool Staged = false;
  for (const Access &W : Case.K.Accesses)
    if (W.Array == *Copy && W.Kind != AccessKind::Read) {
      if (!CopiesOwn(W))
        return false;
      Staged = true;
    }
  return Staged;
}

/// Returns true if data selects a cell within a row that the thread has for itself
/// (`stack[threadIdx.x * depth + top]`): no two threads share a row.
static bool haveRows(const RaceCase &Case) {
  using Row = std::tuple<int64_t, Expr, Expr>; // factor, length and number of the row
  SmallVector<Row, 2> Rows[2];
  bool ByData = false;
  for (unsigned I = 0; I < 2; ++I) {
    const Access &A = Case.access(I);
    const int64_t Size = A.Size->isConst() ? int64_t(A.Size->value()) : 0;
    bool Fits = Size > 0;
    summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      ByData |= Case.isData(E);
      if (!ExprContext::any(E, [&](Expr N) {
            return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::ThreadIdx;
          }))
        return;
      Expr Number = unwidened(E), Length = Case.lengthOfRow(E);
      if (Length)
        Number = Case.isOfParameters(Number->arg(0)) ? Number->arg(1) : Number->arg(0);
      Fits &= !Case.isData(E) && (Length || Factor > Size);
      Rows[I].push_back({Factor, Length, unwidened(Number)});
    });
    if (!Fits || Rows[I].empty())
      return false;
  }
  SmallVector<Expr, 4> OneRow;
  for (const auto &[Factor, Length, Number] : Rows[0]) {
    auto *Same = llvm::find_if(Rows[1], [&](const Row &R) {
      return std::get<0>(R) == Factor && std::get<1>(R) == Length &&
             std::get<2>(R)->width() == Number->width();
    });
    if (Same == Rows[1].end())
      return false;
    OneRow.push_back(Case.C.eq(Number, std::get<2>(*Same)));
    Rows[1].erase(Same);
  }
  return ByData && Rows[1].empty() && Case.vanishes(OneRow);
}

/// Returns true if the thread also updates the cell that access I reads by an atomic operation, and
/// barriers of the block order all such updates with the reads: the cells belong to the block, and
/// several threads use the same one.
static bool mergesInBlock(const RaceCase &Case, unsigned I) {
  const Kernel &K = Case.K;
  const Access &Plain = Case.access(I);
  auto IsAtomic = [&](const Access &A) {
    return A.Array == Plain.Array && A.Kind == AccessKind::Atomic;
  };
  const bool OfBlock = ExprContext::all(Plain.Offset, [&](Expr N) {
    return N->op() != Op::Apply || Case.C.symbol(N->symbol()).Level <= Uniformity::Block;
  });
  // Exchanges are how several blocks take one lock in turn.
  auto IsExchange = [&](const Access &A) {
    return IsAtomic(A) && (A.Atomic == AtomicOp::Cas || A.Atomic == AtomicOp::Exch);
  };
  const bool Writes = Plain.Kind != AccessKind::Read;
  if (Case.Q.T.scope() != Scope::OtherBlock ||
      (Writes && (!OfBlock || llvm::any_of(K.Accesses, IsExchange))) ||
      llvm::none_of(K.Accesses, [&](const Access &A) {
        return IsAtomic(A) && A.Offset == Plain.Offset && A.Size == Plain.Size;
      }))
    return false;
  const FlowPaths Paths(K);
  bool Meets = false;
  auto Stop = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  auto Visit = [&](const Event &E) {
    Meets |= E.What == Event::Kind::Access && IsAtomic(K.access(E.Id));
  };
  Paths.visitAfter(Paths.access(Plain.Id), Stop, Visit);
  Paths.visitBefore(Paths.access(Plain.Id), Stop, Visit);
  return !Meets;
}

/// Returns true if the thread advances a cursor in one cell through all turns of a loop, and stores
/// at its position (`at = cursor[row]++; out[at] = i`): the row is its own.
static bool movesCursor(const RaceCase &Case, const Access &A) {
  const Kernel &K = Case.K;
  const LoopId Loop = K.Nodes[A.Node].Loop;
  if (A.Kind == AccessKind::Atomic || Loop == NoId || ExprContext::any(A.Offset, [&](Expr N) {
        return N->op() == Op::Apply && N->symbol() == K.Loops[Loop].Counter;
      }))
    return false;
  auto IsCursor = [&](Expr N) {
    return N->op() == Op::Apply && !N->args().empty() && N->arg(0) == A.Offset &&
           Case.C.symbol(N->symbol()).Kind == SymbolKind::Load &&
           Case.C.symbol(N->symbol()).Index == A.Array;
  };
  return llvm::any_of(K.Accesses, [&](const Access &W) {
    return W.Kind == AccessKind::Write && W.Array != A.Array && K.Nodes[W.Node].Loop == Loop &&
           ExprContext::any(W.Offset, IsCursor);
  });
}

/// Returns true if some code updates the cells as if several threads might access the same one.
static bool sharesCells(const RaceCase &Case) {
  const Access &X = Case.access(0), &Y = Case.access(1);
  bool Updates = X.Partner == Y.Id || Y.Partner == X.Id || (&X == &Y && X.Partner != NoId) ||
                 Case.updatesCell(0) || Case.updatesCell(1) ||
                 (followsChanges(Case, X) && followsChanges(Case, Y));
  // A counter at a fixed place next to the cells that it hands out is not one of them.
  bool Mixed = (X.Kind == AccessKind::Atomic) != (Y.Kind == AccessKind::Atomic) &&
               Case.isData(Case.Q.Offset[X.Kind == AccessKind::Atomic ? 0 : 1]) &&
               !mergesInBlock(Case, X.Kind == AccessKind::Atomic ? 1 : 0);
  Updates &= !movesCursor(Case, X) || !movesCursor(Case, Y);
  return (Updates || Mixed) && !(startsCell(Case, 0) && startsCell(Case, 1)) &&
         !(takesBeside(Case, 0) && takesBeside(Case, 1)) &&
         !(picksOffset(Case, 0) && picksOffset(Case, 1)) && !reachesOtherPart(Case) &&
         (Mixed || !(picksByOwnEntry(Case) || picksByStagedEntry(Case))) &&
         !needsUnequalLoads(Case) && !haveRows(Case);
}

/// Returns true if the offset is the remainder of a product that wraps, as in a hash (`i *
/// 2654435761u % n`), in its own width or in one to which it is narrowed.
static bool isHash(const RaceCase &Case, Expr Offset) {
  auto Multiplies = [](Expr N) { // not the stride of a grid, which is even
    return N->op() == Op::Mul && N->arg(1)->isConst() && N->arg(1)->value() >> 16 &&
           N->arg(1)->value() % 2;
  };
  auto Wraps = [&](Expr N) {
    return (N->op() == Op::Mul && !(N->flags() & (NSW | NUW)) && N->arg(1)->isConst() &&
            N->arg(1)->value() >> 16 && !llvm::isPowerOf2_64(N->arg(1)->value()) &&
            N->width() <= 32) ||
           (N->op() == Op::Trunc && ExprContext::any(N->arg(0), Multiplies));
  };
  bool Found = false;
  ExprContext::visit(Offset, [&](Expr N) {
    if (N->op() == Op::URem || N->op() == Op::SRem || N->op() == Op::And || N->op() == Op::LShr)
      ExprContext::visit(N->arg(0), [&](Expr M) { Found |= Wraps(M); });
  });
  return Found;
}

/// Returns true if only draws from counters in shared memory distinguish the cells of two blocks:
/// each block has its own counters and draws the same numbers.
static bool drawAlike(const RaceCase &Case) {
  auto IsDrawn = [&](Expr N) {
    const Access *From = drawnFrom(Case, N);
    return From && Case.K.array(From->Array).Where == Space::Shared;
  };
  auto IsAlike = [&](Expr N) {
    return N->op() != Op::Apply ||
           (Case.symbolOf(N).Kind != SymbolKind::BlockIdx && (!Case.isData(N) || IsDrawn(N)));
  };
  return Case.Q.T.scope() == Scope::OtherBlock &&
         llvm::all_of(Case.Q.Offset, [&](Expr E) { return ExprContext::all(E, IsAlike); });
}

/// Returns true if thread I walks a row of a list of offsets including its end (`i = first[b]; i <=
/// first[b + 1]`), which is the first cell of the next row.
static bool passesEnd(const RaceCase &Case, unsigned I) {
  auto IsStart = [&](Expr Of, Expr End) {
    if (!isEntry(Case, Of) || Of->width() != End->width() ||
        listOf(Case, Of).Loads != listOf(Case, End).Loads)
      return false;
    auto [Terms, Bytes] = difference(End->arg(0), Of->arg(0));
    return Terms.empty() && Bytes == Of->width() / 8;
  };
  return ExprContext::any(Case.condition(I), [&](Expr N) {
    if (N->op() != Op::Sle && N->op() != Op::Ule)
      return false;
    const Expr End = unwidened(N->arg(1));
    if (!isEntry(Case, End))
      return false;
    Expr Start;
    int64_t Behind = 0;
    summands(N->arg(0), 1, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Behind += Factor * E->signedValue();
      else if (Factor == 1 && IsStart(unwidened(E), End))
        Start = unwidened(E);
    });
    return Start && Behind == 0 &&
           ExprContext::any(Case.Q.Offset[I], [&](Expr Of) { return Of == Start; });
  });
}

static std::vector<Need> ask(const RaceCase &Case) {
  if (!Case.Offset.Data)
    return isHash(Case, Case.Q.Offset[0]) && isHash(Case, Case.Q.Offset[1])
               ? std::vector<Need>{{{}, "hashes name no cell for two threads"}}
               : std::vector<Need>{};
  bool Shared = picksCellsOfOthers(Case) || sharesCells(Case) || drawAlike(Case) ||
                (passesEnd(Case, 0) && passesEnd(Case, 1));
  Need Differ;
  if (!Shared)
    addEntriesDiffer(Case, Differ, [](const List &) { return true; });
  std::vector<Need> Out = alsoInRows(Case, std::move(Differ));
  auto IsRead = [&](Expr N) { return Case.isLoad(N); };
  const bool Read =
      llvm::any_of(Case.Q.Offset, [&](Expr Of) { return ExprContext::any(Of, IsRead); });
  Out.push_back({{},
                 Read ? "indices read from memory name no cell for two threads"
                      : "indices whose arithmetic is not followed name no cell for two threads",
                 Shared ? Confidence::Likely : Confidence::Possible});
  return Out;
}

const Rule convention::PickedOnce = {
    Convention::PickedOnce,
    R"(Indices that are read from memory, or hashed (i * 2654435761u % n), pick a cell for one thread
only.

When a race needs it: where an access lies depends on memory contents, which the witness makes up. The
race is "possible" where the cells look like the threads' own (out[list[i]] = v, a list that names
each cell once; rows that start at first[b], or at the sum of the rows before, or of which each thread
has its own: stack[threadIdx.x * depth + top] = v; a place of which
another array's value is taken, too: x[at] -= g[at], g[at] = 0; a cursor that a thread moves in
all turns of a loop, and stores where it stands: out[cursor[row]++] = i; between blocks, cells that a thread
reads and adds to atomically, or one cell that a block sets and adds to so, with a barrier of its block
between the two), and "likely" where the code updates a cell as if
several threads wanted it: count[bin[i]]++, atomics on picked cells beside plain accesses, a
structure that is followed while it is changed, a place that blocks draw from counters of their own in
shared memory (list[atomicAdd(&count, 1)] = i without the block's start), a row that one loop clears and a list picks cells of to
write to, or fills and a list picks cells of to read, and in shared memory a picked cell that threads
read while each writes its own or one of them writes that of a parameter, or write while each reads its
own or fills it with one value (found[lane] = none beside found[rank among votes] = i), or that are read
in a table that one thread fills in a loop; cells that one thread picks in a loop to write to, while each
thread of the block clears or reads its own; and a row of a list of offsets that is left behind its end
(i <= first[b + 1]).

Where entries of lists that the kernel does not write pick the cells, and it vanishes if two such
entries differ, the kernel is free for launches with such lists.)",
    ask};
