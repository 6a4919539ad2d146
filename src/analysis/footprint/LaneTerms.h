// SPDX-License-Identifier: Apache-2.0
//
// Values of the lanes of a warp as polynomials over unknowns: lanes whose polynomials differ by a
// constant are at a known distance, whatever the unknowns are. Index arithmetic is assumed not to
// wrap between two lanes of one warp.
#pragma once

#include "model/Expr.h"
#include "smt/Linear.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace cudafix::analysis {

/// A polynomial without its constant term, by its number in LaneTerms; 0 is the empty one.
using PartId = unsigned;

/// A value: the polynomial `Part` plus `K`.
struct LaneForm {
  PartId Part = 0;
  int64_t K = 0;
  bool isConst() const { return Part == 0; }
  bool operator==(const LaneForm &) const = default;
  auto operator<=>(const LaneForm &) const = default;
};

/// How an unknown relates to the lanes of a warp.
enum class AtomKind : uint8_t {
  Uniform, ///< one value for the lanes
  Varying, ///< a function of the lane that is not a polynomial
  Data,    ///< a lane's own data
};

class LaneTerms {
public:
  explicit LaneTerms(const ExprContext &C) : C(C) { Parts.emplace_back(); }

  /// The unknown for the operator or symbol `Tag` applied to `Args`; it is printed as `Origin`.
  LaneForm atom(uint64_t Tag, llvm::ArrayRef<LaneForm> Args, AtomKind Kind, Expr Origin,
                smt::Interval Bounds = {});
  /// A + Scale * B.
  LaneForm add(LaneForm A, LaneForm B, int64_t Scale = 1);
  LaneForm scale(LaneForm A, int64_t By) { return add({}, A, By); }
  /// Null when the product would have too many terms.
  std::optional<LaneForm> multiply(LaneForm A, LaneForm B);

  /// The most irregular unknown of a part.
  AtomKind kind(PartId P) const;
  /// How the first unknown of that kind in the part is printed.
  Expr origin(PartId P, AtomKind Kind) const;
  /// The largest number, at most `Limit`, that divides the part for all values of its unknowns;
  /// `Limit` for the empty part.
  uint64_t content(PartId P, uint64_t Limit) const;
  smt::Interval bounds(LaneForm F) const;
  /// Splits a part into `D` times the first result, plus the second.
  std::pair<PartId, PartId> divide(PartId P, int64_t D);
  /// The coefficient of an unknown that occurs only by itself, in no product; else null.
  std::optional<int64_t> coefficient(PartId P, Expr Origin) const;
  std::string print(LaneForm F) const;
  /// For a form that is a single product: its text and its factor.
  std::optional<std::pair<std::string, int64_t>> product(LaneForm F) const;

private:
  using AtomId = unsigned;
  using Product = llvm::SmallVector<AtomId, 2>;
  using Terms = std::vector<std::pair<Product, int64_t>>; ///< sorted, no zeros
  struct Atom {
    AtomKind Kind;
    Expr Origin;
    smt::Interval Bounds;
  };
  PartId intern(Terms T);
  std::string print(const Product &P) const;

  const ExprContext &C;
  std::vector<Atom> Atoms;
  std::vector<Terms> Parts;
  std::map<std::pair<uint64_t, std::vector<LaneForm>>, LaneForm> AtomOf;
  std::map<Terms, PartId> PartOf;
  std::map<std::tuple<PartId, PartId, int64_t>, PartId> Sums;
};

} // namespace cudafix::analysis
