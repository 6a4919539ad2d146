// SPDX-License-Identifier: Apache-2.0

#include "cli/pipeline/RunInputs.h"
#include "model/Sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;

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
    auto At = llvm::find_if(W.Values, [&](const auto &V) { return V.first == S.Name; });
    if (S.Kind == SymbolKind::Parameter && At != W.Values.end())
      Of.Facts.push_back({C.eq(C.apply(Id), C.constant(At->second, S.Width)),
                          S.Name + " == " + std::to_string(At->second),
                          {}});
  }
  return Of;
}

/// The launch with the dimensions and scalars of a run as values to try: conventions that these
/// violate are asked as if there were no run.
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
  for (SymbolId Id = 0, End = C.numSymbols(); Id < End; ++Id) {
    const Symbol &S = C.symbol(Id);
    auto At = llvm::find_if(W.Values, [&](const auto &V) { return V.first == S.Name; });
    if (S.Kind == SymbolKind::Parameter && At != W.Values.end())
      Try(C.apply(Id), At->second);
  }
  return Of;
}

/// Returns true if the run's scalars divide evenly where an index uses parts of a size.
static bool haveWholeParts(const Kernel &K, const Witness &W) {
  ExprContext &C = *K.Ctx;
  auto IsScalar = [&](Expr N) { return C.symbol(N->symbol()).Kind == SymbolKind::Parameter; };
  auto Value = [&](Expr N, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    auto At = llvm::find_if(W.Values,
                            [&](const auto &V) { return V.first == C.symbol(N->symbol()).Name; });
    return At == W.Values.end() ? std::nullopt : std::optional<uint64_t>(At->second);
  };
  return llvm::all_of(K.Accesses, [&](const Access &A) {
    return llvm::all_of(wholeParts(C, A.Offset, IsScalar), [&](auto &Of) {
      return C.evaluate(Of.first, Value) == C.evaluate(Of.second, Value);
    });
  });
}

/// Returns true if the scalars that the run made up violate no convention: they are powers of two,
/// rows of such a length hold the whole grid, and sizes divide evenly.
static bool isCustomary(const Kernel &K, const Launch &L, const Witness &W) {
  const ExprContext &C = *K.Ctx;
  auto IsGiven = [&](llvm::StringRef Name) {
    return llvm::any_of(L.Facts, [&](const Fact &F) {
      if (F.Cond->op() != Op::Eq)
        return false;
      Expr A = F.Cond->arg(0), B = F.Cond->arg(1);
      if (A->isConst())
        std::swap(A, B);
      return B->isConst() && A->op() == Op::Apply && C.symbol(A->symbol()).Name == Name;
    });
  };
  uint64_t Most = 0;
  for (unsigned D = 0; D < 3; ++D)
    Most = std::max(Most, W.BlockDim[D] * W.GridDim[D]);
  return haveWholeParts(K, W) && llvm::all_of(W.Values, [&](const auto &V) {
           if (llvm::StringRef(V.first).starts_with("clusterDim."))
             return true;
           bool Wide = V.second > 0 && llvm::isPowerOf2_64(V.second) && uint64_t(V.second) >= Most;
           return Wide || IsGiven(V.first);
         });
}

Launch cli::launchOfRun(const Kernel &K, const Launch &L, const Witness &Ran) {
  return isCustomary(K, L, Ran) ? asRun(K, L, Ran) : triedAsRun(K, L, Ran);
}
