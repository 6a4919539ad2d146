// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static bool isIndex(const Symbol &S) {
  return S.Kind == SymbolKind::ThreadIdx || S.Kind == SymbolKind::BlockIdx ||
         S.Kind == SymbolKind::Counter || S.Kind == SymbolKind::Exit;
}

/// Returns true if the term differs between threads or turns of loops. Memory contents count as
/// constant over turns.
static bool usesIndex(const ExprContext &C, Expr E) {
  auto IsSymbol = [&](Expr N) { return N->op() == Op::Apply && isIndex(C.symbol(N->symbol())); };
  llvm::SetVector<Expr> Seen;
  if (E)
    Seen.insert(E);
  for (size_t I = 0; I < Seen.size(); ++I) {
    Expr N = Seen[I];
    if (IsSymbol(N))
      return true;
    bool Load = N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::Load;
    for (Expr Arg : N->args())
      if (N->op() != Op::Apply || (Load && Arg == N->arg(0)) || !IsSymbol(Arg))
        Seen.insert(Arg);
  }
  return false;
}

/// Returns true if the kernel passes its indices to a function that ignores them: with another
/// index, all accesses and written values are the same.
static bool ignoresIndices(const RaceCase &Case) {
  return llvm::none_of(Case.K.Accesses, [&](const Access &A) {
    return A.CallChain.empty() || A.Kind == AccessKind::Atomic || usesIndex(Case.C, A.Offset) ||
           usesIndex(Case.C, A.Value);
  });
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  if (!ignoresIndices(Case) || Case.updatesCell(0) || Case.updatesCell(1))
    return {};
  auto AtFirst = [&](Expr N) {
    return N->op() == Op::Apply && isIndex(Case.symbolOf(N)) ? C.constant(0, N->width()) : Expr();
  };
  Need Of;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Case.condition(I), [&](Expr N) {
      if (N->op() != Op::Slt && N->op() != Op::Sle && N->op() != Op::Ult && N->op() != Op::Ule)
        return;
      for (unsigned S : {0, 1}) {
        Expr End = N->arg(S), Element = N->arg(1 - S), First = C.replace(Element, AtFirst);
        if (Case.isOfParameters(End) && !End->isConst() && First != Element)
          Of.add(Convention::OneElement,
                 C.sle(End, C.add(First, C.constant(1, First->width()), NSW)));
      }
    });
  if (Of.Conditions.empty())
    return {};
  addUsualSizes(Case, Of);
  return {Of};
}

const Rule convention::OneElement = {
    Convention::OneElement,
    R"(A range that is handed to a function which ignores the index has one element.

That is: a general launcher calls a function object for each element of a range of the host
(for (i = begin + thread; i < end; ...) f(i)), and this one does the same work for each: no access of
it lies elsewhere, and none writes another value, for another i. Host code then uses the launcher to
run one thread.

When a race needs it: no access is atomic, none updates its cell (sum += x), and the race vanishes if
the range's end is one behind its beginning at most.)",
    ask};
