// SPDX-License-Identifier: Apache-2.0
//
// Closed forms of the phis in a loop header as terms over the loop's counter: affine, geometric,
// alternating, rotating (ping-pong pointers) and lagging ones; and the loop's trip count.
#pragma once

#include "frontend/values/Values.h"

namespace cudafix::frontend {

/// The most stages of a ring of buffers.
constexpr uint64_t MostStages = 64;

class Recurrences {
public:
  Recurrences(Values &V, const llvm::Loop &L);
  /// Maps placeholders to closed forms; null if no phi has one.
  Substitution *solve();
  /// Rewrites exits by `i != n` as i < n where that is equivalent; to be called after the solution
  /// is substituted.
  void orderExits();
  /// Sets Kind, TripCount and ExitValue of the loop; after orderExits().
  void findTripCount();

private:
  struct Phi {
    const llvm::PHINode *P;
    SymbolId Placeholder;
    Expr Self, Init, Next, Solution;
    bool IsVariable; ///< the value of a source variable, not half of a pointer
  };
  void collect();
  void add(const llvm::PHINode *P, Expr Self, Expr Init, Expr Next);
  Expr solveOne(Phi &P);
  bool startAsKnown();
  Expr affine(const Phi &P);
  Expr bounded(const Phi &P);
  Expr extreme(const Phi &P);
  Expr geometric(const Phi &P);
  Expr halvingUp(const Phi &P);
  Expr doublingUp(const Phi &P);
  Expr wrapping(const Phi &P);
  Expr flipped(const Phi &P);
  Expr alternating(const Phi &P);
  Expr rotating(const Phi &P);
  Expr filled(const Phi &P);
  Expr timesUntilNow(const Phi &P, int64_t Least);
  Expr counted(const Phi &P);
  struct Step {
    Expr By;
    uint8_t Flags = NSW | NUW;
  };
  bool addsOne(Expr E, Expr Self, Step &To, unsigned Depth);
  Expr countedSteps(const Phi &P);
  Expr lagging(const Phi &P);
  Expr moved(const Phi &P);
  /// The value of the phi after every turn except the last (`if (there is a next turn) x = f(x)`);
  /// null: it may have another value, or the last turn matters.
  Expr beforeLastTurn(const Phi &P);
  /// Returns true if E is the same in every iteration.
  bool invariant(Expr E);
  bool mentionsPlaceholder(Expr E);
  /// The term added to `Self` in E, or null.
  std::optional<std::pair<Expr, uint8_t>> increment(Expr E, Expr Self, unsigned Depth = 0);
  /// Factor * Self + Rest; the flags are common to all steps.
  struct Scaled {
    uint64_t Factor;
    Expr Rest;
    uint8_t Flags;
  };
  /// E in this form, with a power of two as factor and an invariant rest; nullopt: it has none.
  std::optional<Scaled> scaled(Expr E, Expr Self, unsigned Depth = 0);
  Expr counter(unsigned Width);
  bool isOdd(Expr &Condition);
  bool decidesExit(const llvm::PHINode &P);
  std::optional<bool> isOrderedSigned(const llvm::PHINode &P);
  void boundByWidth(const Phi &P, int64_t Step);
  uint8_t flagsFromExit(const Phi &P, Expr Step, uint8_t Flags);

  Expr orderedStay(const llvm::Value *X, const llvm::Value *Y, bool OnlyExit);
  bool neverWraps(const llvm::Value *X);
  Expr stayCondition(const llvm::BasicBlock *Exiting);
  Expr tripOf(Expr Stay);
  void findExitFact(Expr Stay);
  void findEntryFact(Expr Stay, const llvm::BasicBlock *Exiting);
  void boundDoubling(Expr Stay);
  Expr countedTrip(Expr A, Expr B, bool Strict, bool Signed);
  std::optional<uint64_t> simulatedTrip(Expr Stay);
  /// E as Base + Step * counter.
  std::optional<std::pair<Expr, Expr>> linear(Expr E, unsigned Depth = 0);
  std::optional<bool> isPositive(Expr E);

  Values &V;
  ExprContext &Ctx;
  const llvm::Loop &L;
  LoopState &State;
  Expr Counter;
  std::vector<Phi> Phis;
  std::unique_ptr<Substitution> Sub;
  llvm::DenseMap<SymbolId, Expr> Solved;
};

/// The smallest and largest signed value that the bounds of symbols allow; nullopt if unknown.
/// `WideGrid`: gridDim * blockDim may reach 2^31.
std::optional<std::pair<int64_t, int64_t>> signedRange(const ExprContext &Ctx, Expr E,
                                                       bool WideGrid, unsigned Depth = 0);

} // namespace cudafix::frontend
