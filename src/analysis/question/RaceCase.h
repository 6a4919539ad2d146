// SPDX-License-Identifier: Apache-2.0
//
// A racy answer and what it was found with, as the conventions see it (src/convention): nothing of
// it changes while they are asked.
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "analysis/question/Support.h"
#include "model/Sums.h"
#include "smt/Workspace.h"
#include "llvm/ADT/SetVector.h"

namespace cudafix::analysis {

class RaceCase {
public:
  RaceCase(const RaceAnswer &R, const Kernel &K, smt::Workspace &Solving, const Launch &L,
           const FlowInfo &Flow, const RaceQuestion &Q, AskSolver Ask);

  const Access &access(unsigned I) const { return *Q.P[I].What; }
  /// What brings thread I to its access.
  Expr condition(unsigned I) const { return Q.Condition[I]; }
  /// A dimension of the block as the question has it: the launch's value where it gives one.
  Expr blockDim(unsigned D) const { return Q.T.of(C.blockDim(D), 0); }
  /// The symbol of the model that an application is of.
  const Symbol &symbolOf(Expr Apply) const { return C.symbol(Q.T.original(Apply->symbol())); }
  bool isLoad(Expr E) const { return E->op() == Op::Apply && symbolOf(E).Kind == SymbolKind::Load; }
  /// Returns true if the term stands on memory contents.
  bool isData(Expr E) const { return supportOf(K, Q.T, E).Data; }

  /// 1 bit each: what else the two threads surely access along with the pair lies within its array.
  llvm::SmallVector<Expr, 8> bounds() const { return Q.bounds(K, Flow); }

  /// Returns true for a number that the host gives: a parameter, or what it put into constant
  /// memory.
  bool isGiven(Expr Apply) const;
  /// Returns true if the term stands on numbers of the host and constants alone.
  bool isOfParameters(Expr E) const;
  /// Returns true if it stands on these and on the sizes of block and grid alone.
  bool isOfLaunch(Expr E) const;
  /// Integers of the host that offsets and conditions of the question hold.
  llvm::ArrayRef<Expr> parameters() const { return Parameters.getArrayRef(); }
  /// Those that scale an index in an offset, as row lengths do (`row * n + i`).
  llvm::SmallVector<Expr, 8> scales() const { return scales(/*AndDivide=*/true); }
  /// Those that stand in no modulus besides, which is often smaller than the grid.
  llvm::SmallVector<Expr, 8> strides() const { return scales(/*AndDivide=*/false); }
  /// Returns true if host code compares the number with a constant on its way to the launch.
  bool isLimited(Expr Parameter) const;
  /// Those that set apart two parts of an array, of which each thread writes a cell of its own
  /// (`out[i]` and `out[i + n]`).
  llvm::SmallVector<Expr, 8> distances() const;
  /// Sizes that are not negative: parameters, and differences of them that are compared as
  /// unsigned numbers, or are those that indices are made of.
  llvm::SmallVector<Expr, 8> notNegative() const;
  /// What scales the number of a row, where parameters alone do: their product, 64 bits; else null.
  Expr lengthOfRow(Expr Start) const;
  /// The one loaded value that picks the cell, where nothing else of it comes from memory; else
  /// null.
  Expr entryOf(unsigned I) const;
  /// Returns true if entries of one list pick the cells of both accesses.
  bool pickByOneList() const;
  /// Returns true if access I is a plain write whose value or condition stands on what the cell
  /// held.
  bool updatesCell(unsigned I) const;
  /// The term in 64 bits.
  Expr wide(Expr E, bool Signed = true) const;

  /// The answer to the question under further conditions.
  Satisfiability under(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if the answer's own witness keeps to the conditions, as far as it has values.
  bool happensUnder(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if the race provably does not happen under the conditions.
  bool vanishes(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Unsatisfiable>(under(Conditions));
  }
  /// Returns true if one of the two accesses provably never happens under the conditions.
  bool excludesAccess(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if two threads that lie as the question says provably do not exist under the
  /// conditions, such as two blocks.
  bool excludesThreads(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Unsatisfiable>(threadsUnder(Conditions));
  }
  /// Returns true if the two threads provably never come to their accesses, in the iterations of
  /// loops that the question is about, under the conditions, wherever the accesses lie.
  bool excludesPair(llvm::ArrayRef<Expr> Conditions) const;
  /// Returns true if two threads that lie as the question says exist under the conditions.
  bool haveThreads(llvm::ArrayRef<Expr> Conditions) const {
    return std::holds_alternative<Satisfiable>(threadsUnder(Conditions));
  }
  /// Values of the parameters, as equations, of one launch that the conditions fit and in which
  /// both accesses happen; large ones if possible, empty: none was found.
  llvm::SmallVector<Expr, 8> sample(llvm::ArrayRef<Expr> Conditions) const;
  /// The conditions without those, one by one, that the launch provably excludes, or that leave one
  /// value to a digit of an index that the kernel takes apart.
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
  Support Cond;   ///< of what brings the threads there
  /// Synchronization that is not understood, or a mask that only the host knows, may order the two.
  bool MayBeOrdered = false;
  /// It is not decided whether the two threads write equal values.
  bool MayWriteSame = false;

private:
  llvm::SmallVector<Expr, 8> scales(bool AndDivide) const;
  Satisfiability threadsUnder(llvm::ArrayRef<Expr> Conditions) const;

  llvm::SetVector<Expr> Parameters;
};

} // namespace cudafix::analysis
