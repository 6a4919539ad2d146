// SPDX-License-Identifier: Apache-2.0
//
// A racy answer together with its question, as the conventions see it (src/convention). It does not
// change while conventions are tried.
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "analysis/question/Support.h"
#include "model/Sums.h"
#include "smt/Workspace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace cudafix::analysis {

class RaceCase {
public:
  RaceCase(const RaceAnswer &R, const Kernel &K, smt::Workspace &Solving, const Launch &L,
           const FlowInfo &Flow, const RaceQuestion &Q, AskSolver Ask);

  const Access &access(unsigned I) const { return *Q.P[I].What; }
  /// The condition under which thread I reaches its access.
  Expr condition(unsigned I) const { return Q.Condition[I]; }
  /// A dimension of the block in the question: the launch's value if it gives one.
  Expr blockDim(unsigned D) const { return Q.T.of(C.blockDim(D), 0); }
  /// The model symbol that an application in the question was made from.
  const Symbol &symbolOf(Expr Apply) const { return C.symbol(Q.T.original(Apply->symbol())); }
  bool isLoad(Expr E) const { return E->op() == Op::Apply && symbolOf(E).Kind == SymbolKind::Load; }
  /// Returns true if the term depends on memory contents.
  bool isData(Expr E) const { return supportOf(K, Q.T, E).Data; }

  /// 1 bit each: other accesses that the two threads surely make in the same iteration stay within
  /// their arrays.
  llvm::SmallVector<Expr, 8> bounds() const { return Q.bounds(K, Flow); }

  /// Returns true for a number that the host gives: a parameter, what it put into constant memory,
  /// or a scale of the offsets that it put into other memory.
  bool isGiven(Expr Apply) const;
  /// Returns true if the term depends only on host values and constants.
  bool isOfParameters(Expr E) const;
  /// Returns true if the term depends only on these and on the sizes of block and grid.
  bool isOfLaunch(Expr E) const;
  /// The integer host values in offsets and conditions of the question.
  llvm::ArrayRef<Expr> parameters() const { return Parameters.getArrayRef(); }
  /// Those of them that scale an index in an offset, as row lengths do (`row * n + i`).
  llvm::SmallVector<Expr, 8> scales() const { return scales(/*AndDivide=*/true); }
  /// Those scales that do not also occur in a modulus, which is often smaller than the grid.
  llvm::SmallVector<Expr, 8> strides() const { return scales(/*AndDivide=*/false); }
  /// Returns true if host code compares the number with a constant on its way to the launch.
  bool isLimited(Expr Parameter) const;
  /// Those of them that separate two parts of an array, in each of which a thread writes a cell of
  /// its own (`out[i]` and `out[i + n]`).
  llvm::SmallVector<Expr, 8> distances() const;
  /// Sizes that are not negative: parameters, and differences of parameters that are compared as
  /// unsigned numbers or that form indices.
  llvm::SmallVector<Expr, 8> notNegative() const;
  /// The product that scales the row number, in 64 bits, if it consists only of parameters; else
  /// null.
  Expr lengthOfRow(Expr Start) const;
  /// The loaded value that selects the cell, if nothing else of the offset comes from memory; else
  /// null.
  Expr entryOf(unsigned I) const;
  /// Returns true if entries of one list select the cells of both accesses.
  bool pickByOneList() const;
  /// Returns true if access I is a plain write whose value or condition depends on what the cell
  /// contained.
  bool updatesCell(unsigned I) const;
  /// The term extended to 64 bits.
  Expr wide(Expr E, bool Signed = true) const;

  /// Asks the question again under further conditions.
  Satisfiability under(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if the answer's own witness satisfies the conditions, as far as it has values.
  bool happensUnder(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if the race provably does not happen under the conditions.
  bool vanishes(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Unsatisfiable>(under(Conditions));
  }
  /// Returns true if one of the two accesses provably never happens under the conditions.
  bool excludesAccess(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if two threads in the question's relation (for example in different blocks)
  /// provably do not exist under the conditions.
  bool excludesThreads(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Unsatisfiable>(threadsUnder(Conditions));
  }
  /// Returns true if the two threads provably never both reach their accesses under the conditions,
  /// in the loop iterations of the question, wherever the accesses lie.
  bool excludesPair(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if two threads in the question's relation exist under the conditions.
  bool haveThreads(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Satisfiable>(threadsUnder(Conditions));
  }
  /// Equations for the parameters in one launch that satisfies the conditions and in which both
  /// accesses happen; with large values if possible. Empty: none was found.
  llvm::SmallVector<Expr, 8> sample(llvm::ArrayRef<Expr> Conditions) const;
  /// Removes, one by one, the conditions that the launch provably excludes, or that leave a digit
  /// of an index only one value.
  llvm::SmallVector<Expr, 8> fitting(llvm::ArrayRef<Expr> Conditions) const;

  const RaceAnswer &R;
  const Kernel &K;
  smt::Workspace &Solving;
  const Launch &L;
  const FlowInfo &Flow;
  const RaceQuestion &Q;
  ExprContext &C;
  AskSolver Ask;
  Support Offset; ///< of the difference of the two offsets
  Support Cond;   ///< of the conditions under which the threads get there
  /// Synchronization that is not understood, or a mask that only the host knows, may order the
  /// pair.
  bool MayBeOrdered = false;
  /// It is undecided whether the two threads write equal values.
  bool MayWriteSame = false;

private:
  llvm::SmallVector<Expr, 8> scales(bool AndDivide) const;
  Satisfiability threadsUnder(llvm::ArrayRef<Expr> Conditions) const;

  llvm::DenseSet<Expr> Stored; ///< numbers of the host in memory that scale offsets
  llvm::SetVector<Expr> Parameters;
};

} // namespace cudafix::analysis
