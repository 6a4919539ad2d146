// SPDX-License-Identifier: Apache-2.0
//
// Formulas of costs: polynomials with rational coefficients over atoms. An atom is a symbol of the
// kernel model or a term that is no polynomial (a quotient rounded down, a maximum, a minimum, a
// length in binary digits). Equal formulas with the same owner (`Formulas`) have equal terms. A
// formula loses its value when a number in it does not fit.
#pragma once

#include "model/Expr.h"
#include "smt/Linear.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cudafix::cost {

using Number = smt::Wide;

/// A rational number; it has no value (D is 0) if a number needed more than 96 bits.
struct Ratio {
  smt::Wide N = 0, D = 1;
  Ratio(smt::Wide N = 0, smt::Wide D = 1);
  bool valid() const { return D != 0; }
  bool isInteger() const { return D == 1; }
  Ratio operator+(const Ratio &O) const;
  Ratio operator-(const Ratio &O) const { return *this + O * Ratio(-1); }
  Ratio operator*(const Ratio &O) const;
  bool operator==(const Ratio &O) const = default;
  bool operator<(const Ratio &O) const { return N * O.D < O.N * D; }
};

/// The largest integer not above the number; nullopt: it does not fit 64 bits.
std::optional<int64_t> wholePart(const Ratio &R);

using AtomId = unsigned;
/// A product of atoms, sorted; an atom is repeated as often as its power says.
using Product = std::vector<AtomId>;

/// A polynomial over atoms, which a `Formulas` owns.
class Formula {
public:
  Formula(smt::Wide K = 0);
  explicit Formula(Ratio K);
  bool valid() const { return Valid; }
  bool isZero() const { return Valid && Terms.empty(); }
  /// The value of a formula that has no atoms; nullopt: it has some.
  std::optional<Ratio> constant() const;
  const std::map<Product, Ratio> &terms() const { return Terms; }
  Formula operator+(const Formula &O) const;
  Formula operator-(const Formula &O) const { return *this + O * Formula(-1); }
  Formula operator*(const Formula &O) const;
  Formula &operator+=(const Formula &O) { return *this = *this + O; }
  bool operator==(const Formula &O) const = default;
  bool operator<(const Formula &O) const { return Terms < O.Terms; }
  void add(const Product &P, Ratio Factor);

private:
  bool Valid = true;
  std::map<Product, Ratio> Terms; ///< no coefficient is zero
};

enum class AtomKind : uint8_t {
  Symbol,   ///< a symbol of the model
  Quotient, ///< A / B, rounded down; B is positive
  Max,      ///< the larger of A and B
  Min,      ///< the smaller of A and B
  Digits,   ///< binary digits of A: floor(log2(A)) + 1, 0 where A is below 1
  Prefix,   ///< sum of a list's first A values, the last of which repeats; 0 where A is below 1
};

struct Atom {
  AtomKind Kind = AtomKind::Symbol;
  SymbolId Symbol = NoSymbol;
  Formula A, B;
  std::vector<int64_t> Values; ///< the list of a Prefix
  static constexpr SymbolId NoSymbol = ~0u;
  bool operator<(const Atom &O) const;
};

/// The smallest and the largest value of a symbol, as formulas over other symbols.
struct SymbolRange {
  std::optional<Formula> Lo, Hi;
};

/// The value of a symbol when a formula is evaluated; nullopt: not given.
using Valuation = llvm::function_ref<std::optional<smt::Wide>(SymbolId)>;

/// Owns the atoms of formulas and what is known about their values.
class Formulas {
public:
  Formula symbol(SymbolId S);
  /// A / B rounded down, for B of at least 1.
  Formula quotient(const Formula &A, const Formula &B);
  /// A / B rounded up, for B of at least 1.
  Formula quotientUp(const Formula &A, const Formula &B) {
    return quotient(A - Formula(1), B) + Formula(1);
  }
  Formula max(const Formula &A, const Formula &B);
  Formula min(const Formula &A, const Formula &B);
  Formula digits(const Formula &A);
  Formula prefix(const Formula &Count, std::vector<int64_t> Values);
  const Atom &atom(AtomId A) const { return Atoms[A]; }

  /// Sets the range of a symbol for all later questions.
  void setRange(SymbolId S, SymbolRange R) {
    Ranges[S] = std::move(R);
    NonNegative.clear();
  }
  const SymbolRange *range(SymbolId S) const;
  /// Assumes that a formula is at least 0 wherever the kernel runs.
  void assume(const Formula &AtLeastZero) { Facts.push_back(AtLeastZero); }

  /// Returns true if isl proves F >= 0 from the ranges and assumptions.
  bool isNonNegative(const Formula &F);

  bool mentions(const Formula &F, SymbolId S) const;
  std::set<SymbolId> symbols(const Formula &F) const;
  Formula substitute(const Formula &F, SymbolId S, const Formula &With);

  /// The formula's largest (smallest) value over the range of `S`, or a bound of it where that
  /// value has no formula; nullopt: none is found. `Exact` becomes false where the result is only a
  /// bound.
  std::optional<Formula> upper(const Formula &F, SymbolId S, bool &Exact);
  std::optional<Formula> lower(const Formula &F, SymbolId S, bool &Exact);

  /// The sum of F over S = 0 .. Count - 1, Count >= 0, or its upper (`Above`) or lower bound.
  std::optional<Formula> sum(const Formula &F, SymbolId S, const Formula &Count, bool Above,
                             bool &Exact);

  /// The formula's value; nullopt: a symbol has no value, or a number needed more than 96 bits.
  std::optional<Ratio> evaluate(const Formula &F, Valuation Value) const;

private:
  Formula unordered(AtomKind Kind, const Formula &A, const Formula &B);
  Formula atomFormula(Atom A);
  std::optional<Formula> extreme(const Formula &F, SymbolId S, bool Upper, bool &Exact);
  std::optional<Formula> extremeOfAtom(AtomId A, SymbolId S, bool Upper, bool &Exact);
  std::optional<Formula> relaxed(const Formula &F, SymbolId S, const Formula &Count, bool Above,
                                 bool &Exact);
  bool mentions(AtomId A, SymbolId S) const;
  bool isNonNegativeAtom(AtomId A);

  std::vector<Atom> Atoms;
  std::map<Atom, AtomId> AtomOf;
  std::map<SymbolId, SymbolRange> Ranges;
  std::vector<Formula> Facts;
  std::map<AtomId, bool> NonNegative;
  unsigned Depth = 0;

  friend class Prover;
};

} // namespace cudafix::cost
