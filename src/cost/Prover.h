// SPDX-License-Identifier: Apache-2.0
//
// Proves that a formula is not negative. Atoms and products of atoms become variables of a set,
// constrained by what is known about them; the formula is non-negative if the set has no point at
// which it is below zero.
#pragma once

#include "cost/Formula.h"

namespace cudafix::cost {

class Prover {
public:
  explicit Prover(Formulas &All) : All(All) {}
  bool isNonNegative(const Formula &F);

private:
  unsigned variable(const Product &P);
  void collect(const Formula &F);
  void constrain(const Formula &AtLeastZero);
  void describe(AtomId A);

  Formulas &All;
  std::map<Product, unsigned> Variables;
  std::vector<Formula> Constraints;
  std::set<AtomId> Described;
};

} // namespace cudafix::cost
