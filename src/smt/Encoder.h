// SPDX-License-Identifier: Apache-2.0
//
// From Expr to integers. A term of w bits becomes a linear form that is congruent to its
// value modulo 2^w, together with the interval the form lies in. Only where an operator
// needs the signed or the unsigned value, and the interval leaves that range, does the
// form get a wrap-around quotient of its own. Terms with nsw/nuw are plain integers.
// Products and divisions of two unknowns become atoms with lemmas (Products.cpp).
#pragma once

#include "smt/Problem.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>

namespace cudafix::smt {

/// Value = Form modulo 2^width; Form lies in Range.
struct Term {
  Linear Form;
  Interval Range;
};

/// Value == 2^Amount if Amount < Width, approximated by lemmas. Larger amounts are unconstrained:
/// the shift may be on a path that is not taken.
struct Power {
  Linear Amount;
  AtomId Value;
  unsigned Width;
  bool Defined = false; ///< a table of all amounts defines it exactly
};

class Encoder {
public:
  Encoder(ExprContext &Ctx, Problem &P) : Ctx(Ctx), P(P) {}

  /// Adds the constraints; throws GiveUp if the encoding cannot express them. Returns false if the
  /// bounds of the symbols contradict them.
  bool require(llvm::ArrayRef<Expr> Constraints);

  std::vector<Power> &powers() { return Powers; }
  /// Returns true if bits of unknowns are combined: bit-vectors are likely to be faster.
  bool combinesBits() const { return CombinesBits; }
  /// The applications with the atoms that stand for them, operands first.
  llvm::ArrayRef<std::pair<Expr, AtomId>> applications() const { return Applications; }
  /// What no-wrap flags promise: each form lies in its interval. Not required at first, because a
  /// term on a path that is not taken may break its promise.
  llvm::ArrayRef<std::pair<Linear, Interval>> promises() const { return Promises; }
  /// Formulas that make a Power exact.
  llvm::SmallVector<FormulaId, 16> table(const Power &W);

private:
  // Encoder.cpp
  bool refineBounds(llvm::ArrayRef<Expr> Conjuncts);
  bool refine(Expr E, Interval R);
  bool refineLess(Expr A, Expr B, bool Strict, bool Signed);
  Interval boundsOf(Expr E, bool Signed, unsigned Depth) const;
  bool narrow(Expr E, bool Signed, Interval Now);
  Interval natural(Expr Application) const;
  FormulaId boolean(Expr E);
  FormulaId makeBoolean(Expr E);
  FormulaId equality(Expr A, Expr B);
  FormulaId less(Expr A, Expr B, bool Strict, bool Signed);
  // Terms.cpp
  Term term(Expr E);
  Term makeTerm(Expr E);
  Term application(Expr E);
  Term sum(Expr E, Wide Scale);
  Term product(Expr E);
  Term resized(Expr E);
  Term ite(Expr E);
  Term indicator(FormulaId F);
  Term signedValue(Expr E) { return view(E, Interval::ofSigned(E->width())); }
  Term unsignedValue(Expr E) { return view(E, Interval::ofUnsigned(E->width())); }
  Term view(Expr E, Interval Range);
  Term wrap(const Term &T, Interval Range);
  std::pair<Linear, Linear> splitMultiples(const Linear &L, Wide Of) const;
  // Bits.cpp
  Term bitwise(Expr E);
  Term conjunction(Expr A, Expr B);
  Term maskConstant(const Term &T, uint64_t Mask, unsigned Width);
  Term shift(Expr E);
  Term halved(Wide Number, const Term &Amount, unsigned Width);
  Term lowBits(const Term &T, unsigned N);
  std::vector<AtomId> &bits(const Term &T, unsigned N);
  AtomId powerOfTwo(const Term &Amount, unsigned Width);
  // Products.cpp
  Term multiply(const Term &A, const Term &B);
  Linear multiplyByFactor(Linear X, Linear F);
  AtomId productAtom(const Linear &X, const Linear &F);
  void requireProducts();
  void productLemmas(const Linear &X, const Linear &F, const Linear &Value);
  void sumLemmas(Linear Sum);
  void triangleLemmas();
  bool isTurned(const Linear &L) const;
  bool betterFactor(const Linear &A, const Linear &B) const;
  Term division(Expr E);
  Term floorQuotient(const Term &X, const Term &F);
  Term truncatedQuotient(const Term &X, const Term &F);

  ExprContext &Ctx;
  Problem &P;
  llvm::DenseMap<Expr, Term> Terms;
  llvm::DenseMap<Expr, FormulaId> Booleans;
  llvm::DenseMap<SymbolId, Interval> Bounds; ///< of symbols without arguments, refined
  std::vector<std::pair<Expr, AtomId>> Applications;
  std::vector<Power> Powers;
  std::vector<std::pair<Linear, Interval>> Promises;
  std::map<std::tuple<Linear, Wide, Wide>, Term> Wraps;
  std::map<std::pair<Linear, Linear>, AtomId> ProductIndex, Quotients, Truncated;
  std::map<std::pair<Linear, unsigned>, std::vector<AtomId>> Bits;
  struct Shifted {
    Linear X, Amount, Quotient;
    FormulaId Undefined;
  };
  std::vector<Shifted> ShiftedRight;
  bool CombinesBits = false;
};

} // namespace cudafix::smt
