// SPDX-License-Identifier: Apache-2.0

#include "cli/pipeline/RunInputs.h"
#include "model/Sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;

/// The run's value of a parameter; nullopt: the symbol is no parameter.
static std::optional<int64_t> valueOf(const Kernel &K, const Witness &W, SymbolId Id) {
  for (const ScalarValue &V : W.Values)
    if (V.Parameter < K.Params.size() && K.Params[V.Parameter].Symbol == Id)
      return V.Value;
  return std::nullopt;
}

/// The launch with the dimensions and scalars of a run as facts.
static Launch asRun(const Kernel &K, const Launch &L, const Witness &W) {
  ExprContext &C = *K.Ctx;
  Launch Of = L;
  Of.Generic = false;
  for (unsigned D = 0; D < 3; ++D) {
    auto Fix = [&](Expr &Of, uint64_t Size, std::vector<Fact> &Facts) {
      Expr Is = C.constant(Size, 32);
      if (Of && !Of->isConst())
        Facts.push_back({C.eq(Of, Is), "", {}});
      Of = Is;
    };
    Fix(Of.Block[D], W.BlockDim[D], Of.Facts);
    Fix(Of.Grid[D], W.GridDim[D], Of.Facts);
  }
  for (SymbolId Id = 0, End = C.numSymbols(); Id < End; ++Id) {
    const Symbol &S = C.symbol(Id);
    if (std::optional<int64_t> Value = valueOf(K, W, Id))
      Of.Facts.push_back({C.eq(C.apply(Id), C.constant(*Value, S.Width)),
                          S.Name + " == " + std::to_string(*Value),
                          {}});
  }
  return Of;
}

/// The launch with the dimensions and scalars of a run as values to try first: conventions that
/// these values violate are asked about as if there had been no run.
static Launch triedAsRun(const Kernel &K, const Launch &L, const Witness &W) {
  ExprContext &C = *K.Ctx;
  Launch Of = L;
  auto Try = [&](Expr E, uint64_t Value) {
    if (!E->isConst())
      Of.Tried.push_back(C.eq(E, C.constant(Value, E->width())));
  };
  for (unsigned D = 0; D < 3; ++D) {
    Try(L.Block[D] ? L.Block[D] : C.blockDim(D), W.BlockDim[D]);
    Try(L.Grid[D] ? L.Grid[D] : C.gridDim(D), W.GridDim[D]);
  }
  for (SymbolId Id = 0, End = C.numSymbols(); Id < End; ++Id)
    if (std::optional<int64_t> Value = valueOf(K, W, Id))
      Try(C.apply(Id), *Value);
  return Of;
}

/// Returns true if the run's scalars divide evenly where an index uses parts of a size.
static bool haveWholeParts(const Kernel &K, const Witness &W) {
  ExprContext &C = *K.Ctx;
  auto IsScalar = [&](Expr N) { return C.symbol(N->symbol()).Kind == SymbolKind::Parameter; };
  auto Value = [&](Expr N, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    return valueOf(K, W, N->symbol());
  };
  return llvm::all_of(K.Accesses, [&](const Access &A) {
    return llvm::all_of(wholeParts(C, A.Offset, IsScalar), [&](auto &Of) {
      return C.evaluate(Of.first, Value) == C.evaluate(Of.second, Value);
    });
  });
}

/// Returns true if numbers of the host divide dynamic shared memory into rows: only host code knows
/// what fits into such a row.
static bool carvesRows(const Kernel &K) {
  auto IsScalar = [&](Expr E) {
    return !E->isConst() && ExprContext::all(E, [&](Expr N) {
      return N->op() != Op::Apply || K.Ctx->symbol(N->symbol()).Kind == SymbolKind::Parameter;
    });
  };
  return llvm::any_of(K.Accesses, [&](const Access &A) {
    const Array &Of = K.array(A.Array);
    return Of.Where == Space::Shared && Of.Dynamic && A.Offset &&
           ExprContext::any(A.Offset, [&](Expr N) {
             return N->op() == Op::Mul && IsScalar(N->arg(0)) != IsScalar(N->arg(1)) &&
                    !N->arg(0)->isConst() && !N->arg(1)->isConst();
           });
  });
}

/// Returns true if the scalars that the run made up violate no convention: they are powers of two,
/// rows of such a length hold the whole grid, and sizes divide evenly.
static bool isCustomary(const Kernel &K, const Launch &L, const Witness &W) {
  auto IsGiven = [&](const ScalarValue &V) {
    return llvm::any_of(L.Facts, [&](const Fact &F) {
      if (F.Cond->op() != Op::Eq)
        return false;
      Expr A = F.Cond->arg(0), B = F.Cond->arg(1);
      if (A->isConst())
        std::swap(A, B);
      return B->isConst() && A->op() == Op::Apply && V.Parameter < K.Params.size() &&
             A->symbol() == K.Params[V.Parameter].Symbol;
    });
  };
  uint64_t Most = 0;
  for (unsigned D = 0; D < 3; ++D)
    Most = std::max(Most, W.BlockDim[D] * W.GridDim[D]);
  return haveWholeParts(K, W) && !carvesRows(K) &&
         llvm::all_of(W.Values, [&](const ScalarValue &V) {
           bool Wide = V.Value > 0 && llvm::isPowerOf2_64(V.Value) && uint64_t(V.Value) >= Most;
           return Wide || IsGiven(V);
         });
}

Launch cli::launchOfRun(const Kernel &K, const Launch &L, const Witness &Ran) {
  return isCustomary(K, L, Ran) ? asRun(K, L, Ran) : triedAsRun(K, L, Ran);
}
