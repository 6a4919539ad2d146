// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "model/BlockSteps.h"
#include "model/Customary.h"
#include "model/OneThread.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

/// Returns true if host code selects among constants.
static bool isChosen(Expr E) {
  return E->isConst() || (E->op() == Op::Ite && isChosen(E->arg(1)) && isChosen(E->arg(2)));
}

/// Returns true if the host takes the dimension from a table of constants, or chooses one of them.
static bool isListed(const Launch &L, Expr Dimension) {
  return llvm::any_of(L.Facts, [&](const Fact &F) {
    if (F.Cond->op() == Op::Eq)
      for (unsigned Side : {0, 1})
        if (F.Cond->arg(Side) == Dimension && isChosen(F.Cond->arg(1 - Side)))
          return true;
    return F.Cond->op() == Op::Or && llvm::all_of(F.Cond->args(), [&](Expr E) {
             return E->op() == Op::Eq && E->arg(0) == Dimension && E->arg(1)->isConst();
           });
  });
}

static bool isThread(const RaceCase &Case, Expr E) {
  return E->op() == Op::Apply && Case.C.symbol(E->symbol()).Kind == SymbolKind::ThreadIdx;
}

/// Adds blocks that the code is written for. A line of threads is as long as the step of a thread
/// (`s[threadIdx.x + 32 * i]`), in whole warps. A two-dimensional block has rows as long as the
/// factor of threadIdx.y in the offsets (`16 * threadIdx.y + threadIdx.x`), and as many rows as a
/// thread steps over, or a customary number.
static void addTiles(const RaceCase &Case, llvm::SmallVectorImpl<BlockShape> &To) {
  for (unsigned I = 0; I < 2; ++I) {
    int64_t X = 0, Y = 0;
    SmallVector<int64_t, 4> Steps;
    summands(Case.access(I).Offset, 1, [&](Expr E, int64_t Factor) {
      if (E->op() != Op::Apply)
        return;
      const Symbol &S = Case.C.symbol(E->symbol());
      if (S.Kind == SymbolKind::ThreadIdx && S.Index < 2)
        (S.Index ? Y : X) += Factor;
      else if (S.Kind == SymbolKind::Counter)
        Steps.push_back(Factor);
    });
    for (int64_t Step : Steps)
      if (X > 0 && Y == 0 && Step > 0 && Step % (32 * X) == 0 && Step / X <= 1024)
        To.push_back({unsigned(Step / X), 1, 1});
    if (X <= 0 || Y <= X || Y % X)
      continue;
    int64_t Width = Y / X;
    SmallVector<int64_t, 8> Heights{4, 8, 16, 32};
    for (int64_t Step : Steps)
      if (Step > 0 && Step % Y == 0)
        Heights.push_back(Step / Y);
    for (int64_t Height : Heights)
      if (Width * Height <= 1024)
        To.push_back({unsigned(Width), unsigned(Height), 1});
  }
}

/// The widest block whose threads all stay within the shared array (`tile[threadIdx.x + 4]`), in
/// whole warps if it has at least one. `Reached`: the condition under which threads reach the
/// access.
static std::optional<unsigned> fittingWidth(const RaceCase &Case, const Access &A, Expr Reached) {
  const Array &Of = Case.K.Arrays[A.Array];
  if (Of.Where != Space::Shared || Of.Dynamic || !Of.Bytes || !A.Size->isConst())
    return std::nullopt;
  bool Other = false; // something else bounds the thread's index, or is added to it
  auto IsX = [&](Expr E) { return isThread(Case, E) && Case.C.symbol(E->symbol()).Index == 0; };
  ExprContext::visit(Reached, [&](Expr E) { Other |= IsX(E); });
  int64_t Stride = 0, Start = 0;
  summands(A.Offset, 1, [&](Expr E, int64_t Factor) {
    if (E->isConst())
      Start += E->signedValue() * Factor;
    else if (IsX(E))
      Stride += Factor;
    else
      Other = true;
  });
  int64_t Room = int64_t(Of.Bytes) - Start - int64_t(A.Size->value());
  if (Other || Stride <= 0 || Start < 0 || Room < Stride)
    return std::nullopt;
  unsigned Width = std::min<int64_t>(Room / Stride + 1, 1024);
  return Width < 32 ? Width : Width / 32 * 32;
}

/// The widest block whose threads all stay within those shared arrays that have a cell for each
/// thread; nullopt: there is no such array.
static std::optional<unsigned> widthOfArrays(const RaceCase &Case) {
  std::optional<unsigned> Least;
  for (const Access &A : Case.K.Accesses)
    if (Expr Reached = Case.Flow.reached(A.Node))
      if (std::optional<unsigned> Width = fittingWidth(Case, A, Reached))
        Least = Least ? std::min(*Least, *Width) : Width;
  return Least;
}

/// Adds widths for which groups of a block's threads cover the block's tile: groups of `A` threads
/// that take `Step` elements each, in a block that takes `Tile` elements (`blockIdx.x * Tile +
/// threadIdx.x / A * Step`).
static void addGroups(const RaceCase &Case, Expr Sum, llvm::SmallVectorImpl<BlockShape> &To) {
  auto IsOf = [&](Expr E, SymbolKind Kind) {
    return ExprContext::any(E, [&](Expr N) {
      if (N->op() != Op::Apply)
        return false;
      const Symbol &S = Case.symbolOf(N);
      return S.Kind == Kind && S.Index == 0;
    });
  };
  SmallVector<int64_t, 4> Tiles;
  SmallVector<std::pair<int64_t, int64_t>, 4> Groups; // steps and numbers of threads
  summands(Sum, 1, [&](Expr E, int64_t Factor) {
    const bool Divides =
        (E->op() == Op::UDiv || E->op() == Op::SDiv) && unwidened(E->arg(1))->isConst();
    if (Divides && isThread(Case, unwidened(E->arg(0))) && Factor > 0)
      Groups.push_back({Factor, unwidened(E->arg(1))->signedValue()});
    else if (IsOf(E, SymbolKind::BlockIdx) && !IsOf(E, SymbolKind::ThreadIdx))
      Tiles.push_back(Factor);
  });
  for (int64_t Tile : Tiles)
    for (auto [Step, Threads] : Groups)
      if (Tile > Step && Tile % Step == 0 && Threads > 0 && Tile / Step * Threads <= 1024)
        To.push_back({unsigned(Tile / Step * Threads), 1, 1});
}

/// Adds widths for which blocks equal the groups into which code divides the threads of the grid:
/// `(threadIdx.x + blockDim.x * blockIdx.x) / 1024`.
static void addDivided(const RaceCase &Case, Expr Offset, llvm::SmallVectorImpl<BlockShape> &To) {
  ExprContext::visit(Offset, [&](Expr N) {
    if ((N->op() != Op::UDiv && N->op() != Op::SDiv) || !N->arg(1)->isConst())
      return;
    const uint64_t Group = N->arg(1)->value();
    const bool OfGrid = ExprContext::any(N->arg(0), [&](Expr E) {
      return E->op() == Op::Apply && Case.symbolOf(E).Kind == SymbolKind::BlockDim &&
             Case.symbolOf(E).Index == 0;
    });
    if (OfGrid && Group % 32 == 0 && Group && Group <= 1024)
      To.push_back({unsigned(Group), 1, 1});
  });
}

/// Adds widths of the block that the code is written for: constants that scale blockIdx.x in
/// offsets and guards, steps of a thread, the width that fits shared arrays, and the groups into
/// which code divides the grid.
static void addWidths(const RaceCase &Case, llvm::SmallVectorImpl<BlockShape> &To) {
  auto Collect = [&](Expr E, bool Steps) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Mul || !N->arg(1)->isConst() || N->arg(0)->op() != Op::Apply)
        return;
      const Symbol &S = Case.symbolOf(N->arg(0));
      int64_t Factor = N->arg(1)->signedValue();
      bool OfBlock = S.Kind == SymbolKind::BlockIdx && S.Index == 0;
      if ((OfBlock || (Steps && S.Kind == SymbolKind::Counter && Factor % 32 == 0)) && Factor > 1 &&
          Factor <= 1024)
        To.push_back({unsigned(Factor), 1, 1});
    });
  };
  auto CollectSums = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Add)
        addGroups(Case, N, To);
    });
  };
  for (unsigned I = 0; I < 2; ++I) {
    CollectSums(Case.access(I).Offset);
    CollectSums(Case.Q.P[I].At->Cond);
    Collect(Case.access(I).Offset, false);
    addDivided(Case, Case.access(I).Offset, To);
    Collect(Case.Q.P[I].At->Cond, true);
    if (std::optional<unsigned> Width = fittingWidth(Case, Case.access(I), Case.Q.P[I].At->Cond))
      To.push_back({*Width, 1, 1});
  }
}

/// Adds blocks as long as the threads' steps; 0: a dimension of any length.
static void addStepped(const Kernel &K, llvm::SmallVectorImpl<BlockShape> &To) {
  SmallVector<unsigned, 3> Lengths[3];
  for (unsigned D = 0; D < 3; ++D)
    Lengths[D] = blockSteps(K, D);
  auto First = [&](unsigned D) { return Lengths[D].empty() ? 0 : Lengths[D].front(); };
  for (unsigned Width : Lengths[0]) {
    To.push_back({Width, First(1), First(2)});
    if (!First(1) && !First(2))
      To.push_back({Width, 1, 1});
  }
  for (unsigned Width : {0, 32, 64, 128, 256, 16}) {
    for (unsigned Height : Lengths[1])
      To.push_back({Width, Height, First(2)});
    for (unsigned Depth : Lengths[2])
      To.push_back({Width, 0, Depth});
  }
}

/// Returns true if the accesses depend only on the lane (`threadIdx.x % 32`), as in code for one
/// warp.
static bool asksForLanes(const RaceCase &Case) {
  auto IsLane = [&](Expr E) {
    bool Rest = E->op() == Op::URem || E->op() == Op::SRem;
    if (E->args().size() != 2 || !E->arg(1)->isConst() ||
        !((Rest && E->arg(1)->value() == 32) || (E->op() == Op::And && E->arg(1)->value() == 31)))
      return false;
    return ExprContext::any(E->arg(0), [&](Expr N) {
      return isThread(Case, N) && Case.C.symbol(N->symbol()).Index == 0;
    });
  };
  unsigned Lanes = 0;
  bool Others = false;
  llvm::DenseSet<Expr> Seen;
  SmallVector<Expr, 16> Work{Case.access(0).Offset, Case.access(1).Offset};
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (IsLane(E)) {
      ++Lanes;
      continue;
    }
    Others |= isThread(Case, E);
    Work.append(E->args().begin(), E->args().end());
  }
  return Lanes && !Others;
}

namespace {
/// The dimensions of the block that neither host code nor a table in it determines.
struct OpenBlock {
  Expr Dims[3];
  unsigned Read = 0;   ///< how many of them the kernel distinguishes threads along
  bool Stated = false; ///< the host computes one of them from an unknown value
};
} // namespace

/// Returns true if a single thread along x makes both accesses (`if (threadIdx.x == 0)`).
static bool elects(const RaceCase &Case) {
  auto ChoosesX = [&](Expr E) {
    return E->op() == Op::Eq && isThread(Case, E->arg(0)) && E->arg(1)->isConst() &&
           Case.C.symbol(E->arg(0)->symbol()).Index == 0;
  };
  auto Chosen = [&](unsigned I) {
    return ExprContext::any(Case.Q.P[I].At->Cond, ChoosesX) &&
           !ExprContext::any(Case.access(I).Offset, [&](Expr E) { return isThread(Case, E); });
  };
  return Chosen(0) && Chosen(1);
}

/// Returns true if both accesses belong to a plane of threads and do not depend on z.
static bool isOfPlane(const RaceCase &Case) {
  auto ReadsDepth = [&](Expr E) {
    return ExprContext::any(
        E, [&](Expr N) { return isThread(Case, N) && Case.C.symbol(N->symbol()).Index == 2; });
  };
  return isForPlane(Case.K) && llvm::none_of(llvm::ArrayRef{0u, 1u}, [&](unsigned I) {
           return ReadsDepth(Case.access(I).Offset) || ReadsDepth(Case.Q.P[I].At->Cond);
         });
}

/// Returns true if the kernel distinguishes threads along the dimension.
static bool isRead(const RaceCase &Case, unsigned D, bool Elects) {
  if (!Case.K.UsesDim[D] || D == 0)
    return Case.K.UsesDim[D];
  const IndexUse Use = useOfIndex(Case.K, D);
  return Use == IndexUse::Other ||
         (Use == IndexUse::Ranks && !Elects && !(D == 2 && isOfPlane(Case)));
}

static OpenBlock openBlock(const RaceCase &Case) {
  ExprContext &C = Case.C;
  OpenBlock Block;
  const bool Elects = elects(Case);
  for (unsigned D = 0; D < 3; ++D) {
    Expr Given = Case.L.Block[D];
    if ((Given ? Given->isConst() : !Case.L.mayBeWide(Case.K.UsesDim, D)) ||
        isListed(Case.L, C.blockDim(D)))
      continue;
    Block.Dims[D] = Case.blockDim(D);
    Block.Stated |= Given != Expr() && Given != C.blockDim(D);
    Block.Read += isRead(Case, D, Elects);
  }
  return Block;
}

/// Adds that the grid is 1 along each dimension that the kernel does not read, and along each one
/// along which code for a single thread tests for the first block.
static void addFlatGrid(const RaceCase &Case, std::vector<Need> &To) {
  Need Flat;
  for (unsigned D = 0; D < 3; ++D) {
    Expr Given = Case.L.Grid[D], Grid = Given ? Given : Case.C.gridDim(D);
    if (!Grid->isConst() &&
        (Case.K.UsesGridDim[D] ? isForOneBlock(Case.K, D)
                               : Given != Expr() || Case.L.mayBeWide(Case.K.UsesGridDim, D)))
      Flat.add(Convention::CustomaryBlocks, Case.C.eq(Grid, Case.C.constant(1, 32)));
  }
  if (!Flat.Conditions.empty())
    To.push_back(std::move(Flat));
}

/// If no launch gives the grid and the kernel tests for the last block along a dimension: the grid
/// just covers the elements that the threads number along it, so the thread with the number that is
/// compared with a host value (`i == n - 1`) is in the last block.
static Need coveringGrid(const RaceCase &Case) {
  ExprContext &C = Case.C;
  auto Holds = [&](Expr E, SymbolKind Kind, unsigned D) {
    return ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && Case.symbolOf(N).Kind == Kind && Case.symbolOf(N).Index == D;
    });
  };
  Need Covering;
  for (unsigned D = 0; D < 3; ++D) {
    bool AsksLast = false;
    SmallVector<Expr, 2> OfLast; ///< 1 bit each
    const Expr Last = C.sub(Case.Q.T.of(C.gridDim(D), 0), C.constant(1, 32));
    auto Look = [&](Expr N, unsigned Thread) {
      if (N->op() != Op::Eq || N->arg(0)->width() != 32)
        return;
      for (unsigned I : {0, 1}) {
        Expr Number = N->arg(I), Size = N->arg(1 - I);
        if (!Holds(Number, SymbolKind::BlockIdx, D))
          continue;
        AsksLast |= Holds(Size, SymbolKind::GridDim, D);
        if (Holds(Number, SymbolKind::ThreadIdx, D) && Case.isOfParameters(Size) &&
            !Size->isConst())
          OfLast.push_back(C.implies(N, C.eq(Case.Q.T.of(C.blockIdx(D), Thread), Last)));
      }
    };
    for (unsigned I = 0; I < 2; ++I)
      ExprContext::visit(Case.condition(I), [&](Expr N) { Look(N, I); });
    if (Case.L.Grid[D] || !AsksLast)
      continue;
    for (Expr E : OfLast)
      Covering.add(Convention::CustomaryBlocks, E, "a grid that just covers the elements",
                   /*OfThreads=*/true);
  }
  return Covering;
}

/// A launch that could not be read may have a single block.
static Need ofOneBlock(const RaceCase &Case) {
  Need One;
  One.Whole = true;
  One.Leaves = Confidence::Likely;
  for (unsigned D = 0; D < 3; ++D)
    if (!Case.L.Grid[D] && Case.L.mayBeWide(Case.K.UsesGridDim, D))
      One.add(Convention::CustomaryBlocks, Case.C.eq(Case.C.gridDim(D), Case.C.constant(1, 32)));
  return One;
}

/// A kernel that does not distinguish its threads is written for a single thread.
static void addOneThread(const RaceCase &Case, const OpenBlock &Block, std::vector<Need> &To) {
  Need One;
  One.Whole = true;
  for (Expr Dim : Block.Dims)
    if (Dim && !Block.Stated)
      One.add(Convention::CustomaryBlocks, Case.C.eq(Dim, Case.C.constant(1, 32)));
  bool Reads = Case.K.UsesDim[0] || Case.K.UsesDim[1] || Case.K.UsesDim[2];
  if (!One.Conditions.empty() && Case.R.Where != Scope::OtherBlock &&
      (!Reads || isForOneThread(Case.K)))
    To.push_back(std::move(One));
}

/// The customary blocks, and also small ones if there is a launch that could not be read; no blocks
/// of one warp if the kernel has a barrier.
static SmallVector<BlockShape, 32> customaryShapes(const Kernel &K, const Launch &L) {
  const bool Synchronizes =
      llvm::any_of(K.Barriers, [](const Barrier &B) { return B.Kind == BarrierKind::Block; });
  auto IsSmall = [&](const BlockShape &S) { return Synchronizes && S[0] * S[1] * S[2] <= 32; };
  SmallVector<BlockShape, 32> Out;
  for (llvm::ArrayRef<CustomaryBlock> Blocks :
       {llvm::ArrayRef(CustomaryLines), llvm::ArrayRef(CustomaryPlanes),
        llvm::ArrayRef(CustomaryCubes)})
    for (const CustomaryBlock &B : Blocks)
      if (B.Excuses || (L.Unread && !IsSmall(B.Shape)))
        Out.push_back(B.Shape);
  return Out;
}

static SmallVector<Expr, 4> termsOf(const Need &Of) {
  SmallVector<Expr, 4> Terms;
  for (const Need::Condition &C : Of.Conditions)
    Terms.push_back(C.Term);
  return Terms;
}

static std::vector<Need> askBlocks(const RaceCase &Case) {
  ExprContext &C = Case.C;
  std::vector<Need> Out;
  addFlatGrid(Case, Out);
  if (Need Covering = coveringGrid(Case); !Covering.Conditions.empty())
    Out.push_back(std::move(Covering));
  const OpenBlock Block = openBlock(Case);
  addOneThread(Case, Block, Out);
  if (!Block.Read)
    return Out;
  const BlockShape Warp = {32, 1, 1};
  const bool ForWarp = asksForLanes(Case);
  SmallVector<BlockShape, 32> All = customaryShapes(Case.K, Case.L), WrittenFor;
  addWidths(Case, WrittenFor);
  addTiles(Case, WrittenFor);
  if (ForWarp)
    WrittenFor.push_back(Warp);
  SmallVector<BlockShape, 8> Stepped;
  addStepped(Case.K, Stepped);
  llvm::append_range(WrittenFor, Stepped);
  llvm::append_range(All, WrittenFor);
  const std::optional<unsigned> Room =
      Case.K.UsesDim[1] || Case.K.UsesDim[2] ? std::nullopt : widthOfArrays(Case);
  // If the race happens in the block that the arrays are made for, another block that is merely
  // customary does not excuse it.
  auto InRoom = [&] {
    return std::holds_alternative<Satisfiable>(
        Case.under(C.eq(Case.blockDim(0), C.constant(*Room, 32))));
  };
  const bool Filled = Room && *Room % 32 == 0 && Block.Dims[0] && InRoom();
  for (const BlockShape &S : All) {
    if (Room && S[0] > *Room)
      continue;
    Need Of;
    Of.Whole = true;
    const bool Own = llvm::is_contained(WrittenFor, S);
    Of.Own = Own || llvm::is_contained(WrittenFor, BlockShape{S[0], 1, 1}); // a plane so wide
    if (Filled && !Own)
      Of.Leaves = Confidence::Likely;
    unsigned Wide = 0;
    for (unsigned D = 0; D < 3; ++D) {
      Wide += S[D] > 1;
      if (Block.Dims[D] && S[D])
        Of.add(Convention::CustomaryBlocks, C.eq(Block.Dims[D], C.constant(S[D], 32)));
    }
    const bool Fits =
        Wide == Block.Read || (ForWarp && S == Warp) || llvm::is_contained(Stepped, S);
    const bool TooLarge =
        std::max(S[0], 1u) * std::max(S[1], 1u) * std::max(S[2], 1u) > Case.K.MaxThreads;
    if (!Fits || TooLarge || Of.Conditions.empty())
      continue;
    if ((Block.Stated || !Case.L.Facts.empty()) && !Case.haveThreads(termsOf(Of)))
      continue;
    Out.push_back(Of);
    Of.Decides = true;
    addUsualSizes(Case, Of);
    for (Expr E : rowsSpanGrid(Case))
      Of.add(Convention::RowsSpanGrid, E);
    Out.push_back(std::move(Of));
  }
  return Out;
}

static std::vector<Need> ask(const RaceCase &Case) {
  std::vector<Need> Out = askBlocks(Case);
  if (Case.L.Unread && Case.R.Where == Scope::OtherBlock)
    Out.push_back(ofOneBlock(Case));
  return Out;
}

const Rule convention::CustomaryBlocks = {
    Convention::CustomaryBlocks,
    R"(A block has a shape that is customary, or that the kernel is written for.

That is: 128, 256 or 512 threads in a line, 16 x 16, 32 x 8 and their like in a plane, 8 x 8 x 8 and
smaller ones in a cube; what the kernel scales blockIdx by or its threads step by
(for (i = threadIdx.x; i < n; i += 256)), the groups that it divides the grid into
((threadIdx.x + blockDim.x * blockIdx.x) / 1024), those of threads that cover its tile
(64 * blockIdx.x + threadIdx.x / 16 * 4), what its shared arrays have room for, the rows that its
indices name (16 * threadIdx.y + threadIdx.x), one warp where only threadIdx.x % 32 is asked for, one
thread where no index is read, or, without barriers and shared memory, only whether it is 0. A kernel
that lets one thread along x act (if (threadIdx.x == 0)) is written for a line, even where it numbers
threads as blocks of any shape have them (threadIdx.x + blockDim.x * threadIdx.y); so is one that reads
no index of threads along y and z, whatever it makes of blockDim.y. One that gives work by y, and reads
z only to number its threads, is written for a plane where neither access depends on that. A grid is 1 along
what the kernel does not read, and covers just the elements where a
kernel asks for the last one (i == n - 1) and for the last block. Where the launch stands in code that could not be read, small blocks
count, too (64 threads in a line, and one warp or 4 x 4 for a kernel without barriers), and the grid may
be one block, which leaves a race of two blocks likely.

When a race needs it: no launch in sight sets the block, and the race vanishes in one of these shapes.
Where each thread has a cell of a shared array of its own, the race happens in a block that fills the
array, and it vanishes in one that is only customary, it is likely. --block-dim or --launch says which block it is.)",
    ask};
