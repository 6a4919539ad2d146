// SPDX-License-Identifier: Apache-2.0

#include "smt/Numbers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace cudafix;
using namespace cudafix::smt;

/// Larger constraints are left out unless they contain the new unknowns.
static constexpr unsigned MaxTerms = 40;

namespace {
/// Replaces global thread numbers such as blockIdx.x * blockDim.x + threadIdx.x by one unknown for
/// each of the two threads.
class Numbers {
public:
  Numbers(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted)
      : Ctx(Ctx), Constraints(Constraints), Refuted(Refuted) {}
  Numbered run();

private:
  /// What a term is made of.
  struct Parts {
    bool Indices = true; ///< sums and products of indices and dimensions alone
    bool Thread = false, Block = false, Bits = false;
    bool Other = false; ///< contains symbols of the second thread
  };
  void pairThreads();
  void look(Expr Root);
  bool isOfIndices(Expr Root);
  bool differ(Expr First, Expr Other);
  void solvePartners(std::vector<Expr> &All);

  ExprContext &Ctx;
  llvm::ArrayRef<Expr> Constraints;
  Refutes Refuted;
  llvm::DenseMap<SymbolId, Expr> Second; ///< the second thread's counterpart of a symbol
  llvm::DenseSet<SymbolId> OfSecond;
  llvm::DenseMap<Expr, Parts> Seen;
  llvm::SmallSetVector<Expr, 8> Largest;
  llvm::DenseMap<Expr, Expr> Done; ///< numbers and terms after the replacement
  llvm::DenseSet<SymbolId> Own;    ///< the new unknowns
};
} // namespace

static bool isIndex(SymbolKind K) {
  return K == SymbolKind::ThreadIdx || K == SymbolKind::BlockIdx || K == SymbolKind::BlockDim ||
         K == SymbolKind::GridDim;
}

void Numbers::pairThreads() {
  std::map<std::pair<SymbolKind, unsigned>, llvm::SmallSetVector<SymbolId, 2>> Indices;
  for (Expr E : Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply || !N->args().empty())
        return;
      const Symbol &S = Ctx.symbol(N->symbol());
      if (S.Kind == SymbolKind::ThreadIdx || S.Kind == SymbolKind::BlockIdx)
        Indices[{S.Kind, S.Index}].insert(N->symbol());
    });
  for (auto &[Dimension, Ids] : Indices)
    if (Ids.size() == 2) {
      Second[std::min(Ids[0], Ids[1])] = Ctx.apply(std::max(Ids[0], Ids[1]));
      OfSecond.insert(std::max(Ids[0], Ids[1]));
    }
}

void Numbers::look(Expr Root) {
  auto Visit = [&](Expr E) {
    Parts P;
    if (E->op() == Op::Apply) {
      SymbolKind K = E->args().empty() ? Ctx.symbol(E->symbol()).Kind : SymbolKind::Opaque;
      P.Thread = K == SymbolKind::ThreadIdx;
      P.Block = K == SymbolKind::BlockIdx;
      P.Indices = isIndex(K);
      P.Other = OfSecond.contains(E->symbol());
    } else if (E->op() != Op::Const) {
      P.Indices = E->width() >= 32 && (E->op() == Op::Add || E->op() == Op::Mul);
      P.Bits = E->width() > 1 && (E->op() == Op::And || E->op() == Op::Or || E->op() == Op::Xor);
    }
    for (Expr A : E->args()) {
      const Parts &Q = Seen[A];
      P.Thread |= Q.Thread;
      P.Block |= Q.Block;
      P.Bits |= Q.Bits;
      P.Other |= Q.Other;
      P.Indices &= Q.Indices;
    }
    if (!P.Indices)
      for (Expr A : E->args())
        if (const Parts &Q = Seen[A]; Q.Indices && Q.Thread && Q.Block && !Q.Other)
          Largest.insert(A);
    Seen[E] = P;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Seen.contains(E); });
}

/// Returns true if the constraint holds nothing but indices and dimensions.
bool Numbers::isOfIndices(Expr Root) {
  return ExprContext::all(
      Root, [&](Expr E) { return E->op() != Op::Apply || isIndex(Ctx.symbol(E->symbol()).Kind); });
}

static bool isSmall(Expr Root) {
  unsigned Terms = 0;
  ExprContext::visit(Root, [&](Expr) { ++Terms; });
  return Terms <= MaxTerms;
}

/// Returns true if the two threads always have different numbers, below 2^31.
bool Numbers::differ(Expr First, Expr Other) {
  std::vector<Expr> Known;
  for (Expr E : Constraints)
    if (isOfIndices(E))
      Known.push_back(E);
  Expr Limit = Ctx.constant(uint64_t(1) << 31, First->width());
  Known.push_back(Ctx.lor({Ctx.eq(First, Other), Ctx.ule(Limit, First), Ctx.ule(Limit, Other)}));
  return Refuted(Known);
}

/// If n == m ^ j holds, replaces n by m ^ j, so that the terms of both partners of an exchange are
/// over m.
void Numbers::solvePartners(std::vector<Expr> &All) {
  for (Expr E : std::vector<Expr>(All)) {
    if (E->op() != Op::Eq)
      continue;
    for (unsigned I : {0u, 1u}) {
      Expr Partner = E->arg(I), Pair = E->arg(1 - I);
      if (Pair->op() != Op::Xor || Partner->op() != Op::Apply || !Partner->args().empty() ||
          !Own.contains(Partner->symbol()))
        continue;
      for (Expr &F : All)
        F = Ctx.replace(F, [&](Expr A) { return A == Partner ? Pair : Expr(); });
      return;
    }
  }
}

Numbered Numbers::run() {
  pairThreads();
  for (Expr E : Constraints)
    look(E);
  if (llvm::none_of(Constraints, [&](Expr E) { return Seen[E].Bits; }))
    return {};
  Numbered Result;
  for (Expr First : Largest) {
    Expr Other = Ctx.replace(First, [&](Expr A) { return Second.lookup(A->symbol()); });
    if (Other == First || !differ(First, Other))
      continue;
    for (Expr E : {First, Other}) {
      Symbol S;
      S.Kind = SymbolKind::Fresh;
      S.Width = E->width();
      S.Name = "number";
      S.Lo = 0;
      S.Hi = INT32_MAX;
      SymbolId Id = Ctx.addSymbol(std::move(S));
      Own.insert(Id);
      Done[E] = Ctx.apply(Id);
    }
    Result.Alone.push_back(Ctx.ne(Done[First], Done[Other]));
  }
  if (Result.Alone.empty())
    return {};
  Result.Others = Result.Alone;
  for (Expr E : Constraints) {
    Expr New = Ctx.rebuilt(E, Done);
    if (New != E)
      Result.Alone.push_back(New);
    if (New != E || (!isOfIndices(E) && isSmall(E)))
      Result.Others.push_back(New);
  }
  if (Result.Others.size() == Result.Alone.size())
    Result.Others.clear();
  solvePartners(Result.Alone);
  solvePartners(Result.Others);
  return Result;
}

Numbered cudafix::smt::numbered(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                                Refutes Refuted) {
  return Numbers(Ctx, Constraints, Refuted).run();
}
