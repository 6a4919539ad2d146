// SPDX-License-Identifier: Apache-2.0
//
// Values of a term in the 32 lanes of one warp. If a value depends on something with few
// possibilities (the remainder of a base by a constant, the iteration of a halving loop, a
// condition that all lanes share), each possibility is a case; the cases are evaluated one after
// the other.
#pragma once

#include "analysis/footprint/LaneTerms.h"
#include "analysis/footprint/WarpShape.h"
#include <array>
#include <deque>

namespace cudafix::analysis {

using LaneForms = std::array<LaneForm, WarpSize>;

class LaneValues {
public:
  /// `Steady`: lanes that read one place get the same value even if other threads may write there
  /// in between; true for kernels without races.
  LaneValues(const Kernel &K, const LaunchConstants &Known, const WarpShape &Shape, unsigned Warp,
             LaneTerms &T, bool Steady = true);

  /// Starts a new question with its first case.
  void restart();
  /// The value in each lane for the current case. Lanes outside of the block repeat the last one.
  const LaneForms &of(Expr E);
  /// Lanes for which a condition is not known to be false.
  uint32_t mayHold(Expr Cond);
  /// Lanes for which it is known to hold.
  uint32_t holds(Expr Cond);
  /// Goes to the next case; false after the last one.
  bool nextCase();

  /// The current case's answers to conditions that all lanes share. A launch need not allow all
  /// their combinations.
  const std::vector<std::pair<LaneForm, unsigned>> &forks() const { return Forks; }
  /// Returns true if some value holds only in the usual case: within one row of a division, away
  /// from a border, for positions that are not negative.
  bool assumed() const { return Assumed; }
  /// Returns true if there are more cases than are evaluated.
  bool truncated() const { return Truncated; }
  /// The number of values computed for cases so far.
  unsigned work() const { return Work; }

private:
  enum class ChoiceKind : uint8_t { Residue, Iteration, Fork };
  struct Choice {
    ChoiceKind Kind;
    LaneForm About;
    int64_t Of;
    unsigned Count, Now = 0;
  };
  struct Value {
    LaneForms Lanes;
    bool Chosen = false, Assumed = false;
  };

  unsigned choose(ChoiceKind Kind, LaneForm About, int64_t Of, unsigned Count);
  unsigned fork(LaneForm About);
  void forgetCase();
  void finish(Expr E);
  void compute(Expr E, Value &V);
  void computeApply(Expr E, Value &V);
  void computeSelect(Expr E, Value &V);
  LaneForm computeLane(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared,
                       std::optional<LaneForm> RowStart);
  LaneForm linear(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared);
  LaneForm divide(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared,
                  std::optional<LaneForm> RowStart);
  LaneForm bits(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared);
  LaneForm compare(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared);
  LaneForm connect(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared);
  LaneForm unknown(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared);
  LaneForm symbolAtom(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared, unsigned Lane);
  /// Splits A into D * quotient + rest with 0 <= rest < D; nullopt when the rest is not known.
  std::optional<std::pair<LaneForm, int64_t>> split(LaneForm A, int64_t D);
  std::optional<LaneForm> masked(LaneForm A, int64_t Mask);
  smt::Interval boundsOf(const Symbol &S, SymbolId Id) const;
  unsigned iterations(const Loop &L) const;

  const Kernel &K;
  const ExprContext &C;
  const LaunchConstants &Known;
  const WarpShape &Shape;
  unsigned Warp;
  LaneTerms &T;
  const bool Steady;

  std::deque<Value> Values;
  std::vector<Value *> Unused;
  llvm::DenseMap<Expr, Value *> Done;
  std::vector<Expr> ChosenDone; ///< terms whose value belongs to the current case
  std::vector<Choice> Choices;
  std::vector<std::pair<LaneForm, unsigned>> Forks;
  bool Touched = false, NowAssumed = false; ///< flags of the value being computed
  bool Assumed = false, Truncated = false;
  unsigned Cases = 0, Work = 0;
};

} // namespace cudafix::analysis
