// SPDX-License-Identifier: Apache-2.0

#include "convention/Granted.h"
#include "analysis/question/Objects.h"
#include "analysis/question/TwoThreads.h"
#include "model/Convention.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::convention;

/// Names of arrays, quoted.
static std::string listed(const Kernel &K, llvm::ArrayRef<ArrayId> Arrays) {
  std::string Text;
  for (ArrayId A : Arrays)
    Text += (Text.empty() ? "'" : ", '") + K.array(A).Name + "'";
  return Text;
}

/// The element counts (products of sizes) that host code computes; they are assumed not to wrap.
static llvm::SetVector<Expr> countsOf(llvm::ArrayRef<Launch> Launches) {
  llvm::SetVector<Expr> Counts;
  for (const Launch &L : Launches)
    for (const Fact &F : L.Facts)
      if (F.Cond->op() == Op::Eq)
        for (Expr Side : F.Cond->args())
          if (Side->op() == Op::Mul && (Side->flags() & NUW) &&
              (Side->width() == 32 || (!Side->arg(0)->isConst() && !Side->arg(1)->isConst())))
            Counts.insert(Side);
  return Counts;
}

/// The 32-bit products in sizes of allocations in host code; they are assumed not to wrap.
static llvm::SetVector<Expr> allocatedSizes(llvm::ArrayRef<Launch> Launches) {
  llvm::SetVector<Expr> Sizes;
  auto Look = [&](Expr Root) {
    ExprContext::visit(Root, [&](Expr E) {
      if (E->op() == Op::ZExt && E->arg(0)->op() == Op::Mul && (E->arg(0)->flags() & NUW) &&
          E->arg(0)->width() == 32)
        Sizes.insert(E->arg(0));
    });
  };
  for (const Launch &L : Launches) {
    for (const Fact &F : L.Facts)
      if (F.Class == FactClass::Library && F.Cond->op() == Op::Ule)
        Look(F.Cond->arg(0));
    for (const Origin &O : L.Origins)
      if (O.Bytes)
        Look(O.Bytes);
  }
  return Sizes;
}

/// 64-bit numbers that host code passes to 32-bit parameters.
static llvm::SetVector<Expr> narrowedNumbers(llvm::ArrayRef<Launch> Launches) {
  llvm::SetVector<Expr> Numbers;
  for (const Launch &L : Launches)
    for (const Fact &F : L.Facts)
      if (F.Cond->op() == Op::Eq)
        for (Expr Side : F.Cond->args())
          if (Side->op() == Op::Trunc && (Side->flags() & NSW) && Side->width() == 32)
            Numbers.insert(Side->arg(0));
  return Numbers;
}

/// 64-bit sizes that the kernel narrows to 32-bit indices.
static llvm::SetVector<Expr> narrowedSizes(const Kernel &K) {
  llvm::SetVector<Expr> Sizes;
  for (const Access &A : K.Accesses)
    if (A.Offset)
      ExprContext::visit(A.Offset, [&](Expr N) {
        if (N->op() == Op::Trunc && (N->flags() & NSW) && N->width() == 32 &&
            N->arg(0)->op() == Op::Apply &&
            K.Ctx->symbol(N->arg(0)->symbol()).Kind == SymbolKind::Parameter)
          Sizes.insert(N->arg(0));
      });
  return Sizes;
}

/// Dimensions of the grid over which the kernel numbers blocks or threads, if it numbers several at
/// once.
static llvm::BitVector numberedDimensions(const Kernel &K) {
  llvm::BitVector Dims(3);
  auto Look = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Add && N->op() != Op::Mul)
        return;
      if (analysis::isGridNumber(*K.Ctx, N))
        ExprContext::visit(N, [&](Expr X) {
          if (X->op() != Op::Apply)
            return;
          const Symbol &S = K.Ctx->symbol(X->symbol());
          if (S.Kind == SymbolKind::BlockIdx || S.Kind == SymbolKind::GridDim)
            Dims.set(S.Index);
        });
    });
  };
  for (const Access &A : K.Accesses)
    if (A.Offset)
      Look(A.Offset);
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      if (E.Cond)
        Look(E.Cond);
  return Dims;
}

/// The assumptions of index arithmetic about sizes, and that the grid is not too wide.
static Premise noWrap(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  Premise P;
  P.Of = Convention::NoWrap;
  llvm::SetVector<Expr> Conditions;
  for (const Assumption &A : K.Assumptions)
    if (!A.Stated)
      Conditions.insert(A.Cond);
  std::vector<std::string> Text;
  for (Expr E : Conditions)
    Text.push_back(conditionText(*K.Ctx, E));
  for (unsigned D = 0; D < 3; ++D)
    if (llvm::any_of(Launches, [&](const Launch &L) {
          return !L.WideGrid && K.UsesGridDim[D] && !(L.Grid[D] && L.Grid[D]->isConst());
        }))
      Text.push_back(std::string("gridDim.") + "xyz"[D] + " * blockDim." + "xyz"[D] + " < 2^31");
  if (llvm::any_of(Launches, [](const Launch &L) { return !L.WideGrid; })) {
    std::vector<std::string> Over;
    const llvm::BitVector Dims = numberedDimensions(K);
    for (unsigned D : Dims.set_bits())
      Over.push_back(std::string("gridDim.") + "xyz"[D]);
    if (!Over.empty())
      Text.push_back("numbers over " + llvm::join(Over, " * ") + " < 2^31");
  }
  for (Expr E : narrowedSizes(K))
    Text.push_back(K.Ctx->toString(E) + " < 2^31");
  for (Expr E : countsOf(Launches))
    Text.push_back(K.Ctx->toString(E) + (E->width() != 32   ? " < 2^63"
                                         : E->flags() & NSW ? " < 2^31"
                                                            : " < 2^32"));
  for (Expr E : allocatedSizes(Launches))
    Text.push_back(K.Ctx->toString(E) + " < 2^32");
  for (Expr E : narrowedNumbers(Launches))
    Text.push_back(K.Ctx->toString(E) + " < 2^31");
  P.Conditions.assign(Conditions.begin(), Conditions.end());
  P.Text = llvm::join(Text, ", ");
  return P;
}

static Premise withinExtents(const Kernel &K) {
  Premise P;
  P.Of = Convention::WithinExtents;
  llvm::SetVector<ArrayId> Arrays;
  for (const Access &A : K.Accesses)
    if (A.InBounds && !A.InBounds->isTrue()) {
      Arrays.insert(A.Array);
      P.Conditions.push_back(A.InBounds);
    }
  if (!Arrays.empty())
    P.Text = "subscripts of " + listed(K, Arrays.getArrayRef()) + " stay within its extents";
  return P;
}

static Premise distinctPointers(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  Premise P;
  P.Of = Convention::DistinctPointers;
  llvm::SetVector<ArrayId> Arrays;
  auto IsPointed = [](const Array &A) {
    return A.Where == Space::Global && A.Unknown.empty() && (A.Parameter != NoId || A.Indirect);
  };
  for (const Array &A : K.Arrays)
    for (const Array &B : llvm::ArrayRef(K.Arrays).take_front(A.Id))
      if (IsPointed(A) && IsPointed(B) && (A.Written || B.Written) && !K.mayAlias(A.Id, B.Id) &&
          !analysis::surelyDistinct(K, Launches, A.Id, B.Id)) {
        Arrays.insert(B.Id);
        Arrays.insert(A.Id);
      }
  std::vector<std::string> Text;
  if (!Arrays.empty())
    Text.push_back(listed(K, Arrays.getArrayRef()) + " point into different objects");
  for (const Array &A : K.Arrays)
    if (A.Batch && A.Written)
      Text.push_back("pointers '" + A.Name + "' point into different objects");
  P.Text = llvm::join(Text, ", ");
  return P;
}

static Premise magicNumbers(const Kernel &K) {
  Premise P;
  P.Of = Convention::MagicNumbers;
  std::vector<std::string> Text;
  for (const cudafix::MagicNumbers &X : K.Magic) {
    auto Name = [&](SymbolId S) { return "'" + K.Ctx->symbol(S).Name + "'"; };
    Text.push_back(Name(X.Multiplier) + " and " + Name(X.Shift) + " divide by " + Name(X.Divisor));
  }
  P.Text = llvm::join(Text, ", ");
  return P;
}

static Premise stridesApart(const Kernel &K, llvm::ArrayRef<analysis::RaceResult> Races) {
  Premise P;
  P.Of = Convention::StridesApart;
  std::map<ArrayId, llvm::SetVector<SymbolId>> Strides;
  for (const analysis::RaceResult &R : Races)
    for (auto [A, S] : R.Strides)
      Strides[A].insert(S);
  std::vector<std::string> Text;
  for (auto &[A, Of] : Strides)
    Text.push_back(apartText(K, A, Of.getArrayRef()));
  P.Text = llvm::join(Text, ", ");
  return P;
}

/// The counters whose tickets, drawn by the thread itself or for it, select places in arrays that
/// threads write, or decide where the thread goes.
static Premise ticketsApart(const Kernel &K) {
  Premise P;
  P.Of = Convention::TicketsApart;
  llvm::DenseSet<Expr> Used;
  auto Use = [&](Expr E) { ExprContext::visit(E, [&](Expr N) { Used.insert(N); }); };
  for (const Access &A : K.Accesses)
    if (K.array(A.Array).Written)
      Use(A.Offset);
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Use(E.Cond);
  for (const Handout &H : K.Handouts)
    if (Used.contains(H.Value))
      Use(H.Drawn);
  llvm::SetVector<ArrayId> Counters, InFloats;
  for (const Access &A : K.Accesses) {
    if (A.Kind != AccessKind::Atomic || !A.Result || !Used.contains(A.Result) ||
        A.Result->op() != Op::Apply || K.Ctx->symbol(A.Result->symbol()).Lo < 0)
      continue;
    Counters.insert(A.Array);
    if (A.InFloat)
      InFloats.insert(A.Array);
  }
  if (!Counters.empty())
    P.Text = "counters in " + listed(K, Counters.getArrayRef()) + " start at 0 or above";
  if (!InFloats.empty())
    P.Text += ", those in " + listed(K, InFloats.getArrayRef()) + " stay below 2^24";
  llvm::SetVector<ArrayId> OfBarriers;
  for (const Array &A : K.Arrays)
    if (A.OfGridBarrier)
      OfBarriers.insert(A.Id);
  if (!OfBarriers.empty())
    P.Text += (P.Text.empty() ? "" : ", ") +
              ("barriers of the grid start with 0 in " + listed(K, OfBarriers.getArrayRef()));
  return P;
}

/// The premise that there is one block, for a kernel whose grid no launch gives and which does not
/// read it.
static Premise oneBlock(const Kernel &K, llvm::ArrayRef<Launch> Launches) {
  Premise P;
  P.Of = Convention::CustomaryBlocks;
  auto IsOpen = [](const Launch &L) { return !L.Grid[0] && !L.Grid[1] && !L.Grid[2]; };
  const bool Writes =
      llvm::any_of(K.Arrays, [](const Array &A) { return A.Where == Space::Global && A.Written; });
  if (Writes && !K.UsesGridDim[0] && !K.UsesGridDim[1] && !K.UsesGridDim[2] &&
      llvm::any_of(Launches, IsOpen))
    P.Text = "the grid is one block";
  return P;
}

std::vector<Premise> convention::granted(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                                         llvm::ArrayRef<analysis::RaceResult> Races) {
  std::vector<Premise> All = {
      withinExtents(K), noWrap(K, Launches), stridesApart(K, Races), distinctPointers(K, Launches),
      magicNumbers(K),  ticketsApart(K),     oneBlock(K, Launches)};
  llvm::erase_if(All, [](const Premise &P) { return P.Text.empty(); });
  return All;
}
