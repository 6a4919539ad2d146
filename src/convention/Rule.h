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
    bool Sample = false;    ///< holds in one launch that meets the other conditions
    std::string Words = ""; ///< it in words, if host values decide it; empty: the term is printed
    /// It says what follows for the two threads, so that a launch cannot contradict it.
    bool OfThreads = false;
  };
  llvm::SmallVector<Condition, 8> Conditions;
  std::string Text; ///< what the race rests on, if no term expresses it
  Confidence Leaves = Confidence::Possible;
  bool Whole = false; ///< the convention's own conditions only make sense together
  bool Proof = false; ///< only a proof counts: without one, nothing stays open
  /// If the race happens under the conditions, it does not rest on the convention, even if its
  /// other needs are not decided.
  bool Decides = false;

  void add(Convention Of, Expr Term, std::string Words = "", bool OfThreads = false) {
    Conditions.push_back({Of, Term, false, std::move(Words), OfThreads});
  }
};

struct Rule {
  Convention Id;
  /// What programs are taken to keep to, why, and when a race is taken to need it. The only
  /// documentation: `explain ID` and docs/conventions.md are made from it.
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

/// Adds that elements which strides set apart are the same element only if their coordinates are
/// equal.
void addStridesApart(const analysis::RaceCase &Case, Need &To);

/// Returns true for an entry of a list that the kernel does not write.
bool isEntry(const analysis::RaceCase &Case, Expr E);

/// Where entries of a list are stored: an array, or a member of a parameter that is passed by
/// value.
struct List {
  SymbolId Loads;
  int64_t Start; ///< of the member, in bytes

  auto operator<=>(const List &) const = default;
};
List listOf(const analysis::RaceCase &Case, Expr Entry);
std::string nameOfList(const analysis::RaceCase &Case, Expr Entry);

/// Adds that the entries of a list differ, for each list that `Takes` accepts, that nobody writes,
/// and whose entries pick the cells of both threads.
void addEntriesDiffer(const analysis::RaceCase &Case, Need &To,
                      llvm::function_ref<bool(const List &)> Takes);

/// The conditions on entries of lists alone, and together with those on rows that strides set apart
/// or that are as long as the grid is wide; empty: there are none.
std::vector<Need> alsoInRows(const analysis::RaceCase &Case, Need Of);

/// The conditions that host values which scale an index are at least the number of threads of the
/// grid along each dimension, and that numbers of blocks which do are at least those along the
/// other dimension.
llvm::SmallVector<Expr, 8> rowsSpanGrid(const analysis::RaceCase &Case);

/// Returns true if a position of the threads is compared with a number from memory, such as the end
/// of a row; with `Host`, also with host values that do not depend on the length, and with `Last`,
/// with the last position as well as the end.
bool endsElsewhere(const analysis::RaceCase &Case, unsigned I, Expr Length, bool Host,
                   bool Last = false);

/// For rows of rows (`token * t + head * h + i`), the conditions that what is added to the start of
/// each row lies within the row. They are for positions that another host value limits or, with
/// within-rows, that memory limits if one row is a part of the other. Returns one way for each
/// order of the rows.
std::vector<Need> restInRows(const analysis::RaceCase &Case, Convention Rule);

/// If a row of `width` elements (`i % width`) is divided into parts of `x` elements (`i % width /
/// x`, `i % width % x`), the condition that the row holds whole parts.
Need wholeRowsOfParts(const analysis::RaceCase &Case);

/// Usual conditions on the sizes that the host gives, of the conventions that hold. Without them,
/// questions are hard to decide.
llvm::SmallVector<analysis::UsualCondition, 8> usual(const analysis::RaceCase &Case,
                                                     const ConventionSet &On);

/// Adds the premises that the race needs of the conventions that hold.
void judge(const analysis::RaceCase &Case, const ConventionSet &On, analysis::RaceAnswer &To);

} // namespace cudafix::convention
