// SPDX-License-Identifier: Apache-2.0
//
// A convention is data plus one function; model/Conventions.def lists them.
#pragma once

#include "analysis/question/RaceCase.h"
#include "model/Convention.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::convention {

/// A way in which a race may rest on a convention: it does if the conditions fit the launch and the
/// race does not happen under them.
struct Need {
  struct Condition {
    Convention Of;          ///< conventions may be asked together with others
    Expr Term;              ///< 1 bit
    bool Sample = false;    ///< of one launch that keeps to the others
    std::string Words = ""; ///< what it says, of what the host gives; empty: it is printed
  };
  llvm::SmallVector<Condition, 8> Conditions;
  std::string Text; ///< where no term expresses it: what the race does rest on
  Confidence Leaves = Confidence::Possible;
  bool Whole = false; ///< conditions of the convention itself mean something together only
  bool Proof = false; ///< a proof counts, and nothing is left open without one
  /// A race that happens under the conditions does not rest on the convention, whatever is open of
  /// its other needs.
  bool Decides = false;

  void add(Convention Of, Expr Term, std::string Words = "") {
    Conditions.push_back({Of, Term, false, std::move(Words)});
  }
};

struct Rule {
  Convention Id;
  /// What is taken for granted, why, and when a race is taken to need it. The only documentation:
  /// `explain ID` and docs/conventions.md come from it.
  llvm::StringLiteral Explanation;
  /// The ways in which this race may rest on it; null: no race question asks for it.
  std::vector<Need> (*Ask)(const analysis::RaceCase &Case);
};

/// All of them, in the order of Conventions.def.
llvm::ArrayRef<Rule> rules();

#define CONVENTION(Name) extern const Rule Name;
#include "model/Conventions.def"
#undef CONVENTION

/// Adds that sizes are not negative and, those of 64 bits, addressable.
void addUsualSizes(const analysis::RaceCase &Case, Need &To);

/// Adds that products of the offsets stay below 2^31 where they may wrap around in 32 bits.
void addProducts(const analysis::RaceCase &Case, Need &To);

/// Adds that elements which strides set apart are one only where their coordinates are equal.
void addStridesApart(const analysis::RaceCase &Case, Need &To);

/// Returns true for an entry of a list that the kernel does not write.
bool isEntry(const analysis::RaceCase &Case, Expr E);

/// Where entries stand: an array, or a member of a parameter that is passed by value.
struct List {
  SymbolId Loads;
  int64_t Start; ///< of the member, in bytes

  auto operator<=>(const List &) const = default;
};
List listOf(const analysis::RaceCase &Case, Expr Entry);
std::string nameOfList(const analysis::RaceCase &Case, Expr Entry);

/// Adds that entries of such lists among those which nobody writes, and from which both threads
/// take what picks their cells, differ.
void addEntriesDiffer(const analysis::RaceCase &Case, Need &To,
                      llvm::function_ref<bool(const List &)> Takes);

/// The conditions on entries of lists as they are, and in rows that strides set apart or that are
/// as long as the grid is wide; empty: there are none.
std::vector<Need> alsoInRows(const analysis::RaceCase &Case, Need Of);

/// Numbers of the host that scale an index are at least the threads of the grid along each
/// dimension, and numbers of blocks that do are at least those along the other.
llvm::SmallVector<Expr, 8> rowsSpanGrid(const analysis::RaceCase &Case);

/// Of rows of rows (`token * t + head * h + i`): what is added to the start of each lies within it,
/// where another number of the host decides how far it goes, or, of within-rows, where memory does
/// and one row is a part of the other. One way for each order of the rows.
std::vector<Need> restInRows(const analysis::RaceCase &Case, Convention Rule);

/// Where a row of a number of elements (`i % width`) is divided into parts of another number
/// (`i % width / x`, `i % width % x`), it holds whole parts.
Need wholeRowsOfParts(const analysis::RaceCase &Case);

/// What is usual of the sizes that the host gives: conditions without which questions are hard, of
/// the conventions that hold.
llvm::SmallVector<analysis::UsualCondition, 8> usual(const analysis::RaceCase &Case,
                                                     const ConventionSet &On);

/// Adds the premises that the race needs of the conventions that hold.
void judge(const analysis::RaceCase &Case, const ConventionSet &On, analysis::RaceAnswer &To);

} // namespace cudafix::convention
