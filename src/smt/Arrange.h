// SPDX-License-Identifier: Apache-2.0
//
// Index arithmetic in one normal form, so that two ways of writing the address of a cell become
// equal terms.
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <vector>

namespace cudafix::smt {

/// The factors of one product, sorted, with repetitions.
using Factors = std::vector<Expr>;

struct ById {
  bool operator()(Expr A, Expr B) const { return A->id() < B->id(); }
  bool operator()(const Factors &A, const Factors &B) const {
    return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(), ById());
  }
};

/// `Of` without the factors of `Less`, each removed as often as it occurs in `Less`; nullopt if one
/// is missing.
std::optional<Factors> without(Factors Of, const Factors &Less);

/// Returns true if the term contains a 64-bit number that was narrowed without changing its value.
inline bool holdsNarrowed(Expr Of) {
  return ExprContext::any(Of, [](Expr N) {
    return N->op() == Op::Trunc && (N->flags() & NSW) && N->arg(0)->width() == 64;
  });
}

/// A sum of products with constant coefficients, modulo 2^width.
using Polynomial = std::map<Factors, uint64_t, ById>;

class Arranger {
public:
  /// `WholeExtents`: a sum that is the same for all threads is kept as one factor, so that (w + 2)
  /// * y has two factors.
  explicit Arranger(ExprContext &Ctx, bool WholeExtents = false)
      : Ctx(Ctx), WholeExtents(WholeExtents),
        Common(WholeExtents ? Uniformity::Block : Uniformity::Launch) {}
  Expr arrange(Expr E);
  /// The term as a polynomial whose sums do not wrap; nullopt if they may, or if it is too large.
  std::optional<Polynomial> polynomial(Expr E);
  void add(Polynomial &To, const Polynomial &P, uint64_t Scale) const;
  /// The product; nullopt: it is too large.
  std::optional<Polynomial> product(const Polynomial &A, const Polynomial &B) const;
  /// The polynomial as a term.
  Expr sum(const Polynomial &P, unsigned Width);
  /// Counts the divisors in these terms. Nested quotients are then rewritten to divide by the most
  /// frequent divisor first, so that i/w, i/w/h and i/w/h/c become quotients of each other.
  void countDivisors(llvm::ArrayRef<Expr> Roots);
  /// Records the terms that the constraints bound from below by 0 as sizes. Must be called first.
  void learnSizes(llvm::ArrayRef<Expr> Constraints);
  /// Returns true if all threads of the launch have the same value (with whole extents: all threads
  /// of a block).
  bool isShared(Expr E);
  /// Returns true if all threads of the launch have the same value.
  bool isOfLaunch(Expr E) const;
  /// Returns true if the signed value is never negative, whatever the symbols' values.
  bool isSize(Expr E);
  /// Facts about remainders that occur in polynomials: x == x / n * n + x % n.
  llvm::ArrayRef<Expr> digits() const { return Digits; }

private:
  /// How a narrower term is read in a wider one.
  struct View {
    Op Extension = Op::Const; ///< SExt, ZExt, or Const for none
    unsigned Width;
    Expr of(ExprContext &Ctx, Expr E) const {
      return E->width() == Width ? E : Ctx.make(Extension, {E}, Width);
    }
  };
  struct Division {
    Expr Quotient; ///< in normal form, in the view
    Expr Dividend;
    Factors Divisor; ///< in the view

    /// x/n*n multiplied by `Scale`.
    Factors whole(Factors Scale) const {
      Scale.push_back(Quotient);
      llvm::append_range(Scale, Divisor);
      llvm::sort(Scale, ById());
      return Scale;
    }
  };

  static uint64_t truncated(uint64_t V, unsigned Width);
  Expr rebuilt(Expr E);
  bool isExactProduct(Expr E, bool Signed);
  bool keepsValue(Expr E, View In);
  std::optional<Polynomial> expand(Expr E, View In);
  std::optional<Division> divisionOf(Expr Remainder, unsigned Width);
  Expr quotient(Op O, Expr Dividend, Expr Divisor);
  std::optional<Expr> nextDigit(Expr Dividend, Expr Divisor);
  bool takeDigit(Polynomial &P, unsigned Width);
  bool join(Polynomial &P, unsigned Width);
  bool joinDigits(Polynomial &P, unsigned Width);
  std::optional<Expr> ofRemainder(Op O, Expr Dividend, Expr Divisor);
  bool wholeMultiples(Polynomial &P, unsigned Width);
  std::optional<Expr> joined(Expr E);
  Expr horner(const Polynomial &P, unsigned Width);

  ExprContext &Ctx;
  bool WholeExtents;
  Uniformity Common;
  llvm::DenseMap<Expr, Expr> Done;
  llvm::DenseMap<Expr, bool> Shared, Sizes;
  llvm::DenseMap<Expr, unsigned> DivisorUses;
  std::vector<Expr> Digits;
  uint8_t Flags = NoFlags; ///< no-wrap flags of all operations of the current sum
};

/// The constraints with each sum of products in Horner's form, factors that threads share
/// outermost: x + y*w + z*w*h becomes (z*h + y)*w + x. Matching quotients and remainders are joined
/// first: (i/n)*n + i%n becomes i, also across several unknown extents. A sum that does not wrap is
/// assumed not to wrap in the new form either. Empty when nothing changes.
std::vector<Expr> arranged(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints);

} // namespace cudafix::smt
