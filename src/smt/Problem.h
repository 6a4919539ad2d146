// SPDX-License-Identifier: Apache-2.0
//
// A query as integer constraints: bounded atoms, and formulas in negation normal form
// over linear forms. Formulas are hash-consed and simplified by the atoms' bounds when
// they are made. Presolve.cpp shrinks a problem or refutes it without Z3.
#pragma once

#include "model/Expr.h"
#include "smt/Linear.h"
#include <deque>
#include <unordered_set>
#include <vector>

namespace cudafix::smt {

using FormulaId = unsigned;

struct Formula {
  enum class Kind : uint8_t { True, False, Le, Eq, Ne, And, Or } What; ///< Le: L <= 0, ...
  Linear L;
  llvm::SmallVector<FormulaId, 2> Subs;
};

/// An integer unknown.
struct Atom {
  Interval Range;
  Uniformity Level = Uniformity::Launch;
  Expr Application; ///< the application whose value it is; null for auxiliary atoms
};

/// Value == Form - Modulus * Quotient with Lo <= Value < Lo + Modulus.
struct WrapAround {
  Linear Form;
  AtomId Value, Quotient;
  Wide Lo, Modulus;
};

/// Value == X * Factor, approximated by lemmas.
struct Product {
  Linear X, Factor;
  AtomId Value;
};

class Problem {
public:
  Problem();
  Problem(const Problem &) = delete;
  Problem &operator=(const Problem &) = delete;

  AtomId addAtom(Interval Range, Uniformity Level, Expr Application = Expr());
  Atom &atom(AtomId A) { return Atoms[A]; }
  const Atom &atom(AtomId A) const { return Atoms[A]; }
  unsigned numAtoms() const { return Atoms.size(); }
  Interval range(const Linear &L) const;
  Uniformity level(const Linear &L) const;

  FormulaId truth(bool B) const { return B ? 1 : 0; }
  FormulaId le(const Linear &L); ///< L <= 0
  FormulaId le(const Linear &A, const Linear &B) { return le(A - B); }
  FormulaId lt(const Linear &A, const Linear &B) { return le(A - B + Linear(1)); }
  FormulaId eq(const Linear &L); ///< L == 0
  FormulaId eq(const Linear &A, const Linear &B) { return eq(A - B); }
  FormulaId ne(const Linear &L);
  FormulaId ne(const Linear &A, const Linear &B) { return ne(A - B); }
  FormulaId land(llvm::ArrayRef<FormulaId> Subs);
  FormulaId lor(llvm::ArrayRef<FormulaId> Subs);
  FormulaId lnot(FormulaId F);
  FormulaId iff(FormulaId A, FormulaId B);
  /// The reference stays valid when further formulas are made.
  const Formula &formula(FormulaId F) const { return Formulas[F]; }
  unsigned numFormulas() const { return Formulas.size(); }
  uint64_t Effort = 0; ///< terms of long forms that presolve has looked at

  void require(FormulaId F) { Required.push_back(F); }
  /// A clause: one of the formulas holds.
  void require(std::initializer_list<FormulaId> Clause) { Required.push_back(lor(Clause)); }

  /// Simplifies `Required` and tightens the atoms' ranges: propagates bounds, substitutes
  /// equalities, splits mixed-radix equalities and resolves unit clauses; with `Probing` also tries
  /// the two sides of a choice. Returns false if there is no solution.
  bool presolve(bool Probing = true);

  std::vector<FormulaId> Required;
  std::vector<WrapAround> Wraps; ///< already required; presolve also uses them directly
  std::vector<Product> Products; ///< linear as soon as one side is known

private:
  bool propagate(unsigned MaxRounds, bool Digits = false);
  bool probe();
  bool refutes(FormulaId F, unsigned MaxRounds, bool Digits = false);
  std::vector<std::pair<FormulaId, FormulaId>> choices() const;
  FormulaId unique(Formula::Kind K, Linear L, llvm::ArrayRef<FormulaId> Subs = {});
  FormulaId junction(Formula::Kind K, llvm::ArrayRef<FormulaId> Subs);

  std::vector<Atom> Atoms;
  struct HashOf {
    const Problem *P;
    size_t operator()(FormulaId F) const;
  };
  struct SameAs {
    const Problem *P;
    bool operator()(FormulaId A, FormulaId B) const;
  };
  std::deque<Formula> Formulas;
  std::unordered_set<FormulaId, HashOf, SameAs>
      Index; ///< all formulas except the last one, which is being made
};

} // namespace cudafix::smt
