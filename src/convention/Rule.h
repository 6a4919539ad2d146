// SPDX-License-Identifier: Apache-2.0
//
// A convention is data plus one function; model/Conventions.def lists them.
#pragma once

#include "analysis/question/RaceCase.h"
#include "model/Convention.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::convention {

/// A way in which a race may rely on a convention: it does if the conditions fit the launch and the
/// race does not happen under them.
struct Need {
  struct Condition {
    Convention Of;          ///< the convention it belongs to; several may be asked about together
    Expr Term;              ///< 1 bit
    bool Sample = false;    ///< a size of a single launch that meets the other conditions
    std::string Words = ""; ///< its text, if host values decide it; empty: the term is printed
    /// It is a consequence for the two threads, so a launch cannot contradict it.
    bool OfThreads = false;
  };
  llvm::SmallVector<Condition, 8> Conditions;
  std::string Text; ///< what the race relies on, if no term expresses it
  Confidence Leaves = Confidence::Possible;
  bool Whole = false; ///< the convention's own conditions are only useful together
  bool Proof = false; ///< only a proof counts: an undecided question leaves no premise open
  /// The need before with more conditions: if the race happens under these, it does not rely on the
  /// need before, even if that is undecided, nor on other undecided needs that are not `Own`.
  bool Decides = false;
  bool Own = false; ///< what the kernel itself asks for, and no other need decides

  void add(Convention Of, Expr Term, std::string Words = "", bool OfThreads = false) {
    Conditions.push_back({Of, Term, false, std::move(Words), OfThreads});
  }
};

struct Rule {
  Convention Id;
  /// What programs are assumed to do, why, and when a race is assumed to need it. The only
  /// documentation: `explain ID` and docs/conventions.md are made from it.
  llvm::StringLiteral Explanation;
  /// The ways in which this race may rely on it; null: no race question asks about it.
  std::vector<Need> (*Ask)(const analysis::RaceCase &Case);
};

/// All conventions, in the order of Conventions.def.
llvm::ArrayRef<Rule> rules();

#define CONVENTION(Name) extern const Rule Name;
#include "model/Conventions.def"
#undef CONVENTION

/// Adds that sizes are not negative and, if they have 64 bits, addressable.
void addUsualSizes(const analysis::RaceCase &Case, Need &To);

/// Adds that products in the offsets that may wrap in 32 bits stay below 2^31.
void addProducts(const analysis::RaceCase &Case, Need &To);

/// Adds that elements which strides set apart are equal only if their coordinates are equal.
void addStridesApart(const analysis::RaceCase &Case, Need &To);

/// Returns true for an entry of a list that the kernel does not write.
bool isEntry(const analysis::RaceCase &Case, Expr E);

/// The place where entries of a list are stored: an array, or a member of a parameter passed by
/// value.
struct List {
  SymbolId Loads;
  int64_t Start; ///< byte offset of the member

  auto operator<=>(const List &) const = default;
};
List listOf(const analysis::RaceCase &Case, Expr Entry);
std::string nameOfList(const analysis::RaceCase &Case, Expr Entry);

/// Adds that entries of a list differ, for each list that `Takes` accepts, that nobody writes, and
/// whose entries select the cells of both threads.
void addEntriesDiffer(const analysis::RaceCase &Case, Need &To,
                      llvm::function_ref<bool(const List &)> Takes);

/// The conditions on entries of lists, first alone and then together with those on rows that
/// strides set apart or that are as long as the grid is wide; empty: there are none.
std::vector<Need> alsoInRows(const analysis::RaceCase &Case, Need Of);

/// The conditions that host values which scale an index are at least the number of threads of the
/// grid along each dimension, and that grid dimensions which scale an index are at least those
/// along the other dimension.
llvm::SmallVector<Expr, 8> rowsSpanGrid(const analysis::RaceCase &Case);

/// Returns true if a position of the threads is compared with a number from memory, such as the end
/// of a row; with `Host`, also with host values that do not depend on the length; with `Last`, also
/// if the bound is the last position instead of the end.
bool endsElsewhere(const analysis::RaceCase &Case, unsigned I, Expr Length, bool Host,
                   bool Last = false);

/// For rows of rows (`token * t + head * h + i`), the conditions that everything added to the start
/// of a row lies within the row. They apply to positions that another host value limits or, for
/// within-rows, that memory limits if one row is part of the other. Returns one need for each order
/// of the rows.
std::vector<Need> restInRows(const analysis::RaceCase &Case, Convention Rule);

/// If rows of `width` elements (`i % width`) are divided into parts of `x` elements (`i % width /
/// x`, `i % width % x`), the condition that a row consists of whole parts.
Need wholeRowsOfParts(const analysis::RaceCase &Case);

/// Conditions on host sizes that usual launches meet, by the conventions that are on. Without them,
/// questions are hard to decide.
llvm::SmallVector<analysis::UsualCondition, 8> usual(const analysis::RaceCase &Case,
                                                     const ConventionSet &On);

/// Adds the premises that the race needs, by the conventions that are on.
void judge(const analysis::RaceCase &Case, const ConventionSet &On, analysis::RaceAnswer &To);

} // namespace cudafix::convention
