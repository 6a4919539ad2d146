// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "model/Customary.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// Products of the offsets that may wrap around in 32 bits.
static llvm::SetVector<Expr> wrappingProducts(const RaceCase &Case) {
  llvm::SetVector<Expr> Found;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() == Op::Mul && N->width() == 32 && !N->arg(0)->isConst() &&
          !N->arg(1)->isConst() && !(N->flags() & (NSW | NUW)))
        Found.insert(N);
    });
  return Found;
}

void convention::addProducts(const RaceCase &Case, Need &To) {
  ExprContext &C = Case.C;
  for (Expr P : wrappingProducts(Case)) {
    Expr Wide = C.mul(C.zext(P->arg(0), 64), C.zext(P->arg(1), 64), NSW | NUW);
    // The bound leaves half of the range, so that sums with the product do not wrap either.
    To.add(Convention::NoWrap, C.ult(Wide, C.constant(uint64_t(1) << 31, 64)));
  }
}

/// Returns true if the multiple of a masked number fits into 32 bits for any number, as when parts
/// of a word are moved to other positions.
static bool isMaskedMultiple(Expr Multiple) {
  Expr Of = Multiple->arg(0);
  const bool Masked = (Of->op() == Op::And || Of->op() == Op::URem) && Of->arg(1)->isConst();
  const uint64_t Most = Masked ? Of->arg(1)->value() - (Of->op() == Op::URem ? 1 : 0) : UINT32_MAX;
  return Most * Multiple->arg(1)->value() <= UINT32_MAX;
}

/// Multiples of block and thread indices that are divided afterwards (blockIdx.x * 256 / n) do not
/// wrap. Larger factors belong to hashes.
static Need multiplesFit(const RaceCase &Case) {
  constexpr uint64_t MostFactor = 1 << 16;
  ExprContext &C = Case.C;
  Need Of;
  auto IsIndex = [&](Expr N) {
    return ExprContext::all(N, [&](Expr X) {
      return X->op() != Op::Apply || Case.symbolOf(X).Kind <= SymbolKind::BlockIdx;
    });
  };
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if (N->op() != Op::Mul || N->width() != 32 || N->flags() & (NSW | NUW) ||
          !N->arg(1)->isConst() || N->arg(1)->value() > MostFactor || N->arg(0)->isConst() ||
          isMaskedMultiple(N) || !IsIndex(N->arg(0)))
        return;
      // Use the largest block index, so that it is a condition on the launch.
      Expr Most = C.replace(N->arg(0), [&](Expr X) {
        const Symbol &S = Case.symbolOf(X);
        return S.Kind == SymbolKind::BlockIdx ? Case.Q.T.of(C.gridDim(S.Index), 0) : Expr();
      });
      Expr Wide = C.mul(C.zext(Most, 64), C.zext(N->arg(1), 64), NSW | NUW);
      Of.add(Convention::NoWrap, C.ult(Wide, C.constant(uint64_t(1) << 31, 64)));
    });
  return Of;
}

/// Sizes that code narrows do not lose bits.
static void addNarrowed(const RaceCase &Case, Need &To) {
  ExprContext &C = Case.C;
  llvm::SetVector<Expr> Found;
  auto Look = [&](Expr Of) {
    ExprContext::visit(Of, [&](Expr N) {
      if (N->op() == Op::Trunc && N->width() == 16 && Case.isOfLaunch(N))
        To.add(Convention::NoWrap, C.ult(N->arg(0), C.constant(1 << 16, N->arg(0)->width())));
      if (N->op() == Op::Trunc && N->width() >= 16 && Case.isOfParameters(N))
        ExprContext::visit(N, [&](Expr P) {
          if (P->op() == Op::Apply && P->width() == 64)
            Found.insert(P);
        });
    });
  };
  for (unsigned I = 0; I < 2; ++I) {
    Look(Case.Q.Offset[I]);
    Look(Case.condition(I));
  }
  for (Expr P : Found)
    To.add(Convention::NoWrap, C.ult(P, C.constant(uint64_t(1) << 31, 64)));
}

void convention::addUsualSizes(const RaceCase &Case, Need &To) {
  ExprContext &C = Case.C;
  for (Expr P : Case.parameters())
    if (P->width() == 64)
      To.add(Convention::NoWrap, C.ult(P, C.constant(customary::Addressable, 64)));
  for (Expr E : Case.notNegative())
    To.add(Convention::SizesNotNegative, E);
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need Addressable, Small;
  if (!wrappingProducts(Case).empty())
    for (Expr P : Case.parameters())
      if (P->width() == 32)
        Small.add(Convention::NoWrap, C.ult(P, C.constant(customary::Side, 32)));
  addUsualSizes(Case, Addressable);
  addNarrowed(Case, Addressable);
  addUsualSizes(Case, Small);
  return {Addressable, Small, multiplesFit(Case)};
}

const Rule convention::NoWrap = {Convention::NoWrap,
                                 R"(Arithmetic that addresses memory does not wrap around.

That is: sums, products and shifts by a common amount in an index keep their value, also the start of a
row that is counted in vectors (row * n / 2), the unsigned sizes
in them stay below 2^31 (2^48 for those of 64 bits), an index that is narrowed to int keeps its value,
sizes that an index is divided by, or compared with as an unsigned number, are positive, and so are the
lengths of rows that unsigned numbers start at (row * length + i). So do, in host code, products that
make up an allocation, a parameter or a dimension (below 2^31 where the kernel multiplies an index by it),
and numbers that a parameter of 32 bits receives. Hashes wrap. gridDim * blockDim stays below 2^31 in each dimension, and so do
numbers of blocks and threads over several of them, unless --assume-wide-grid is given.

When a race needs it: it vanishes if sizes of 64 bits are below 2^40 (2^31 where code narrows them), or,
where a product of an index may wrap in 32 bits and host code leaves its sizes open, if these are below
2^15, or if sizes that are narrowed to 16 bits keep their value, or if multiples of block and thread indices that are divided again stay below 2^31.)",
                                 ask};
