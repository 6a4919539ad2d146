// SPDX-License-Identifier: Apache-2.0
//
// Chooses scalars that nothing determines.
#include "model/OneThread.h"
#include "simulate/input/InputPlanner.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace cudafix::simulate {

constexpr unsigned DefaultGrid = 2;
constexpr uint64_t DefaultScalar = 256;
constexpr unsigned MaxTries = 4000;
constexpr unsigned TriesOfExtents = 64; ///< number of tries with distinct numbers

/// The usual size of a grid along a dimension if nothing determines it.
unsigned InputPlanner::usualGrid(unsigned Dim) const {
  return K.UsesGridDim[Dim] && !isForOneBlock(K, Dim) ? DefaultGrid : 1;
}

/// Makes magic numbers for division match the divisor if nothing else determines them: the numbers
/// of Granlund and Montgomery; for the form without an addition, those with one more bit.
void InputPlanner::useMagicNumbers() {
  for (const MagicNumbers &X : K.Magic) {
    auto At = Known.find(X.Divisor);
    const uint64_t By = At == Known.end() ? 0 : truncate(At->second, 32);
    if (By > 1 || (By == 1 && X.Adds)) {
      const unsigned Bits = llvm::Log2_64_Ceil(By);
      Known.try_emplace(X.Multiplier, X.Adds ? (((uint64_t(1) << Bits) - By) << 32) / By + 1
                                             : llvm::divideCeil(uint64_t(1) << (31 + Bits), By));
      Known.try_emplace(X.Shift, X.Adds ? Bits : Bits - 1);
    }
    Known.try_emplace(X.Multiplier, 0);
    Known.try_emplace(X.Shift, 0);
  }
}

bool InputPlanner::isMagic(SymbolId S) const {
  return llvm::any_of(K.Magic,
                      [&](const MagicNumbers &X) { return X.Multiplier == S || X.Shift == S; });
}

/// Lets a solver find small values.
bool InputPlanner::solveFacts(llvm::ArrayRef<SymbolId> Open) {
  constexpr uint64_t LargestScalar = 4096, LargestGrid = 16;
  ExprContext &X = *K.Ctx;
  std::vector<Expr> All;
  auto AtMost = [&](Expr E, uint64_t Value) {
    All.push_back(X.ule(E, X.constant(Value, E->width())));
  };
  for (const Fact &F : L.Facts)
    if (F.Cond)
      All.push_back(F.Cond);
  for (SymbolId S : Open)
    AtMost(X.apply(S), X.symbol(S).Width < 16 ? 1 : LargestScalar);
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D])
      All.push_back(X.eq(X.blockDim(D), L.Block[D]));
    if (L.Grid[D])
      All.push_back(X.eq(X.gridDim(D), L.Grid[D]));
    All.push_back(X.ult(X.constant(0, 32), X.gridDim(D)));
    AtMost(X.gridDim(D), LargestGrid);
  }
  for (const auto &[S, Value] : Known)
    if (X.symbol(S).Kind == SymbolKind::Parameter)
      All.push_back(X.eq(X.apply(S), X.constant(Value, X.symbol(S).Width)));
  Satisfiability Found = smt::Solver(Solving).satisfiable(All);
  const auto *Model = std::get_if<Satisfiable>(&Found);
  if (!Model)
    return false;
  for (SymbolId S : Open)
    Known[S] = Model->value(S).value_or(0);
  useMagicNumbers();
  useFacts();
  for (unsigned D = 0; D < 3; ++D)
    Known.try_emplace(X.gridDim(D)->symbol(), usualGrid(D));
  chooseBlock();
  return factsHold(Known);
}

/// Those of the symbols that the code or the launch multiplies with each other: extents of one
/// array.
llvm::SmallVector<SymbolId, 8> InputPlanner::multiplied(llvm::ArrayRef<SymbolId> Open) const {
  llvm::SmallVector<SymbolId, 8> Out;
  auto Collect = [&](Expr E) {
    if (!E)
      return;
    ExprContext::visit(E, [&](Expr Part) {
      if (Part->op() != Op::Mul || Part->arg(1)->isConst())
        return;
      for (unsigned Side : {0, 1})
        if (ExprContext::any(Part->arg(1 - Side), [&](Expr N) {
              return N->op() == Op::Apply &&
                     K.Ctx->symbol(N->symbol()).Kind == SymbolKind::Parameter;
            }))
          ExprContext::visit(Part->arg(Side), [&](Expr N) {
            if (N->op() == Op::Apply && llvm::is_contained(Open, N->symbol()) &&
                !llvm::is_contained(Out, N->symbol()))
              Out.push_back(N->symbol());
          });
    });
  };
  for (const Fact &F : L.Facts)
    Collect(F.Cond);
  for (unsigned D = 0; D < 3; ++D)
    Collect(L.Grid[D]);
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Collect(E.Cond);
  for (const Access &A : K.Accesses)
    Collect(A.Offset);
  return Out;
}

/// Chooses distinct extents whose product is a few thousand cells, so that code that confuses two
/// extents fails.
void InputPlanner::chooseExtents(llvm::ArrayRef<SymbolId> Of) {
  constexpr unsigned Extents[][8] = {{64, 96, 40, 80, 56, 112, 48, 72},
                                     {16, 24, 10, 20, 14, 28, 12, 18},
                                     {8, 12, 5, 10, 7, 14, 6, 9},
                                     {4, 6, 2, 5, 3, 7, 8, 9}};
  const auto &Usual = Extents[std::clamp<size_t>(Of.size(), 2, 5) - 2];
  unsigned At = Random() % std::size(Usual);
  for (SymbolId S : Of) {
    const unsigned Extent = Usual[At++ % std::size(Usual)];
    if (Known.try_emplace(S, truncate(Extent, K.Ctx->symbol(S).Width)).second)
      useFacts();
  }
}

/// Chooses values for everything that no fact determines, such that all facts hold.
void InputPlanner::chooseRest() {
  std::vector<SymbolId> Open;
  auto Collect = [&](Expr E) {
    if (!E)
      return;
    ExprContext::visit(E, [&](Expr Part) {
      if (Part->op() == Op::Apply && Part->args().empty() && !Known.count(Part->symbol()) &&
          !llvm::is_contained(Open, Part->symbol()))
        Open.push_back(Part->symbol());
    });
  };
  for (const Kernel::Param &P : K.Params) {
    if (P.Symbol != NoId && !P.Pointer)
      Collect(K.Ctx->apply(P.Symbol));
    for (const Kernel::Param::Field &F : P.Fields)
      Collect(K.Ctx->apply(F.Symbol));
  }
  for (const Fact &F : L.Facts)
    Collect(F.Cond);
  for (unsigned D = 0; D < 3; ++D) {
    Collect(L.Block[D]);
    Collect(L.Grid[D]);
  }
  llvm::erase_if(Open, [&](SymbolId S) {
    SymbolKind Kind = K.Ctx->symbol(S).Kind;
    return Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim || isMagic(S);
  });
  constexpr uint64_t Candidates[] = {DefaultScalar, 1,    64, 100, 1000, 16, 2, 4, 8, 32,
                                     512,           1024, 0,  3};
  // Symbols that facts compute come last; they have their values by then.
  auto IsComputed = [&](SymbolId S) {
    return llvm::any_of(L.Facts, [&](const Fact &F) {
      return F.Cond && F.Cond->op() == Op::Eq &&
             llvm::is_contained(F.Cond->args(), K.Ctx->apply(S));
    });
  };
  std::vector<SymbolId> Computed;
  llvm::copy_if(Open, std::back_inserter(Computed), IsComputed);
  llvm::erase_if(Open, IsComputed);
  llvm::append_range(Open, Computed);
  const llvm::SmallVector<SymbolId, 8> Extents = multiplied(Open);
  const unsigned Differ = Extents.size() > 1 ? TriesOfExtents : 0;
  const Values Before = Known;
  for (unsigned Try = 0; Try < MaxTries; ++Try) {
    Known = Before;
    // First all values are equal, then extents differ, then other numbers are tried, equal and
    // mixed.
    if (Try > 0 && Try <= Differ)
      chooseExtents(Extents);
    for (SymbolId S : Open) {
      uint64_t Value = Candidates[0];
      if (Try > Differ)
        Value = Try - Differ < std::size(Candidates) ? Candidates[Try - Differ]
                                                     : Candidates[Random() % std::size(Candidates)];
      Known.try_emplace(S, truncate(Value, K.Ctx->symbol(S).Width));
    }
    useMagicNumbers();
    useFacts();
    // The grid has one block along dimensions that the kernel does not read.
    for (unsigned D = 0; D < 3; ++D)
      Known.try_emplace(K.Ctx->gridDim(D)->symbol(), usualGrid(D));
    chooseBlock();
    auto IsOne = [&](SymbolId S) { return Known[S] < 2; }; // or none at all
    if (Try > 0 && Try <= Differ && llvm::any_of(Extents, IsOne))
      continue;
    if (factsHold(Known))
      return;
    if (Open.empty())
      break;
  }
  Values Last = std::exchange(Known, Before);
  if (Opts.Suggested.empty() && solveFacts(Open))
    return;
  Known = std::move(Last);
  Allowed = false;
  In.Notes.push_back("no values were found that the launch's facts allow; give them with --arg");
}

} // namespace cudafix::simulate
