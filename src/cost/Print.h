// SPDX-License-Identifier: Apache-2.0
//
// Formulas as text, and how they grow.
#pragma once

#include "cost/Formula.h"

namespace cudafix::cost {

/// How a product of atoms grows: powers of symbols, and of their logarithms.
struct Growth {
  std::map<SymbolId, int> Powers, Logarithms;
  bool operator<(const Growth &O) const {
    return std::tie(Powers, Logarithms) < std::tie(O.Powers, O.Logarithms);
  }
  bool operator==(const Growth &O) const = default;
  /// Returns true if this growth is at least as fast as the other in every symbol.
  bool covers(const Growth &O) const;
  int degree() const;
};

class Printer {
public:
  Printer(const Formulas &All, const ExprContext &C) : All(All), C(C) {}
  /// Prints the formula, with the fastest-growing terms first.
  std::string print(const Formula &F) const;
  /// The growths of the formula's terms that no other term covers.
  std::vector<Growth> growth(const Formula &F) const;
  /// The leading growth: "O(n log n)", "O(1)".
  std::string leading(const Formula &F) const;

private:
  std::string print(AtomId A) const;
  std::optional<std::string> roundedUp(const Formula &F) const;
  bool isSize(const Formula &F) const;
  std::string nested(const Formula &F) const;
  Formula smooth(const Formula &F, std::vector<Growth> &Left) const;
  std::vector<Growth> growth(AtomId A) const;
  std::vector<Growth> growth(const Product &P) const;

  const Formulas &All;
  const ExprContext &C;
};

} // namespace cudafix::cost
