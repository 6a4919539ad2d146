// SPDX-License-Identifier: Apache-2.0

#include "smt/Multiples.h"
#include "smt/Arrange.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

namespace {
/// A value that a constraint makes a multiple.
struct Multiple {
  Expr Of; ///< an application; null: the constraint makes nothing a multiple
  Expr By; ///< a constant above 1, or a number of the host that is not negative; as wide as `Of`
};
} // namespace

/// Returns true if a constraint says that the signed value is at least 0 or 1.
static bool isAtLeast(llvm::ArrayRef<Expr> Constraints, Expr Of, int64_t Least) {
  return llvm::any_of(Constraints, [&](Expr E) {
    return (E->op() == Op::Slt || E->op() == Op::Sle) && E->arg(1) == Of && E->arg(0)->isConst() &&
           E->arg(0)->signedValue() + (E->op() == Op::Slt) >= Least;
  });
}

static Multiple multipleIn(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Expr Constraint) {
  if (Constraint->op() != Op::Eq)
    return {};
  for (unsigned Side : {0, 1}) {
    Expr Rest = Constraint->arg(Side), Zero = Constraint->arg(1 - Side);
    if (!Zero->isConst() || Zero->value() || (Rest->op() != Op::SRem && Rest->op() != Op::URem))
      continue;
    Expr Of = unwidened(Rest->arg(0)), By = Rest->arg(1);
    if (Of->op() != Op::Apply || Of->width() < 32)
      continue;
    // An extended value, or one read with the other signedness, keeps its remainder only modulo
    // powers of two.
    const bool Same =
        Of == Rest->arg(0) && Ctx.symbol(Of->symbol()).Signed == (Rest->op() == Op::SRem);
    if (By->isConst()) {
      if (By->signedValue() >= 2 && By->signedValue() <= llvm::maxIntN(Of->width()) &&
          (Same || llvm::isPowerOf2_64(By->value())))
        return {Of, Ctx.constant(By->value(), Of->width())};
    } else if (By->op() == Op::Apply && By->args().empty() && By != Of && Same &&
               isAtLeast(Constraints, By, 0)) {
      return {Of, By};
    }
  }
  return {};
}

/// Returns true if constraints keep the value from 0 to 2^(width - 1) - 1.
static bool isBounded(llvm::ArrayRef<Expr> Constraints, Expr Of) {
  return llvm::any_of(Constraints, [&](Expr E) {
    return E->op() == Op::Ult && E->arg(0) == Of && E->arg(1)->isConst() &&
           E->arg(1)->signedValue() > 0;
  });
}

/// The product that replaces the value; it has at most 63 bits if the value is unsigned and not
/// bounded.
static Expr product(ExprContext &Ctx, Multiple M, bool Bounded) {
  const unsigned Width = M.Of->width();
  const Symbol &Whole = Ctx.symbol(M.Of->symbol());
  const bool Signed = Whole.Signed || Bounded;
  Symbol S;
  S.Kind = SymbolKind::Fresh;
  S.Level = Whole.Level;
  S.Width = Width;
  S.Name = "multiple";
  S.Signed = Signed;
  const int64_t Least = Signed && !Bounded ? llvm::minIntN(Width) : 0;
  const int64_t Most = Signed ? llvm::maxIntN(Width) : int64_t(llvm::maxUIntN(Width));
  const int64_t By = M.By->isConst() ? M.By->signedValue() : 1;
  S.Lo = std::max(Whole.Lo, Least) / By;
  S.Hi = std::min(Whole.Hi, Most) / By;
  const uint8_t Flags = !Signed ? NUW : S.Lo >= 0 ? NSW | NUW : NSW;
  Expr Quotient = Ctx.apply(Ctx.addSymbol(std::move(S)), M.Of->args());
  return Ctx.mul(Quotient, M.By, Flags);
}

/// The quotient of a sum of products by a number that is a factor of every product.
static Expr quotientByNumber(Arranger &Sums, llvm::ArrayRef<Expr> Constraints, Expr E) {
  Expr By = E->arg(1);
  if (E->op() == Op::AShr || By->op() != Op::Apply || !isAtLeast(Constraints, By, 1) ||
      (E->op() == Op::UDiv && !Sums.isSize(E->arg(0))))
    return Expr();
  std::optional<Polynomial> Sum = Sums.polynomial(E->arg(0));
  if (!Sum)
    return Expr();
  Polynomial Quotient;
  for (auto &[Product, Scale] : *Sum) {
    std::optional<Factors> Others = without(Product, {By});
    if (!Others)
      return Expr();
    Quotient[*Others] = Scale;
  }
  return Sums.sum(Quotient, E->width());
}

/// The quotient of a sum that does not wrap and whose products are multiples of the divisor, except
/// for a constant smaller than the divisor (a size that is rounded up); null: it is not such a
/// quotient.
static Expr exactQuotient(Arranger &Sums, llvm::ArrayRef<Expr> Constraints, Expr E) {
  const Op O = E->op();
  if ((O != Op::SDiv && O != Op::UDiv && O != Op::AShr) || E->width() < 32)
    return Expr();
  if (!E->arg(1)->isConst())
    return quotientByNumber(Sums, Constraints, E);
  int64_t By = E->arg(1)->signedValue();
  if (O == Op::AShr)
    By = By < 16 ? int64_t(1) << By : 0;
  if (By < 2 || (O == Op::UDiv && !Sums.isSize(E->arg(0))))
    return Expr();
  std::optional<Polynomial> Sum = Sums.polynomial(E->arg(0));
  if (!Sum)
    return Expr();
  for (auto &[Product, Scale] : *Sum) {
    const int64_t Signed = llvm::SignExtend64(Scale, E->width());
    // A signed quotient rounds towards zero, but the sum of the partial quotients rounds down.
    const bool Rounds = Product.empty() && Signed > 0 &&
                        (O != Op::SDiv || Sums.isSize(E->arg(0)) || isAtLeast(Constraints, E, 1));
    if (Signed % By && !Rounds)
      return Expr();
    Scale = uint64_t(Signed / By) & llvm::maskTrailingOnes<uint64_t>(E->width());
  }
  std::erase_if(*Sum, [](const auto &Part) { return Part.second == 0; });
  return Sums.sum(*Sum, E->width());
}

std::vector<Expr> cudafix::smt::withMultiples(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  llvm::DenseMap<Expr, Expr> Put;
  llvm::DenseSet<Expr> Divisors, Said;
  std::vector<Expr> Equal, Result;
  for (Expr E : Constraints)
    if (Multiple M = multipleIn(Ctx, Constraints, E);
        M.Of && !Put.contains(M.Of) && !Divisors.contains(M.Of) && !Put.contains(M.By)) {
      const bool Bounded = isBounded(Constraints, M.Of);
      if (M.Of->width() == 64 && !Bounded && !Ctx.symbol(M.Of->symbol()).Signed)
        continue;
      Expr Product = product(Ctx, M, Bounded);
      Put[M.Of] = Product;
      Divisors.insert(M.By);
      Said.insert(E);
      Equal.push_back(Ctx.eq(M.Of, Product));
      for (int64_t Least : {0, 1}) // the product implies it if its divisor is a constant
        if (!M.By->isConst() && isAtLeast(Constraints, M.Of, Least))
          Equal.push_back(
              Ctx.sle(Ctx.constant(Least, M.Of->width()), Product->arg(Product->arg(0) == M.By)));
    }
  if (Put.empty())
    return {};
  for (Expr E : Constraints)
    if (!Said.contains(E)) // the product implies it
      Result.push_back(Ctx.rebuilt(E, Put));
  llvm::append_range(Result, Equal);
  Arranger Sums(Ctx);
  Sums.learnSizes(Result);
  llvm::DenseMap<Expr, Expr> Exact;
  for (Expr E : Result)
    ExprContext::visit(E, [&](Expr N) {
      if (Exact.contains(N))
        return;
      if (Expr Quotient = exactQuotient(Sums, Result, N))
        Exact[N] = Quotient;
    });
  if (!Exact.empty())
    for (Expr &E : Result)
      E = Ctx.rebuilt(E, Exact);
  return Result;
}
