// SPDX-License-Identifier: Apache-2.0
//
// How sure a racy answer is: what the witness picked beyond indices decides between proved,
// likely and possible. Confidence.cpp judges by memory contents, CustomaryValues.cpp,
// UsualSizes.cpp and UsualStrides.cpp by parameters and blocks.
#pragma once

#include "analysis/question/RaceQuestion.h"
#include "llvm/ADT/SetVector.h"

namespace cudafix::analysis {

/// Conditions that hold in customary launches, with the words for them.
struct Usual {
  llvm::SmallVector<Expr, 8> Conditions;
  std::vector<std::string> Text;
};

class Classifier {
public:
  Classifier(RaceAnswer &R, const Kernel &K, const Launch &L, const RaceQuestion &Q, AskSolver Ask)
      : R(R), K(K), L(L), Q(Q), C(*K.Ctx), Ask(Ask) {}
  void run();

private:
  Confidence byData();
  bool isOneValue(Expr Value) const;
  bool mayOnlyWrap();
  bool updatesCell(unsigned I) const;
  bool startsCell(unsigned I) const;
  bool readsOwnValue();
  bool mayWriteSame(Expr V0, Expr V1);
  Confidence byParameters();
  llvm::SmallVector<Expr, 8> lengths(llvm::ArrayRef<Expr> Parameters) const;
  bool picksOffset(unsigned I) const;
  bool readsPicked(unsigned I);
  Expr entryOf(unsigned I) const;
  bool pickByOneList() const;
  bool picksByOwnEntry();
  bool counts(unsigned I) const;
  bool needsUnequalLoads();
  bool isOfParameters(Expr E) const;
  bool isStride(Expr Offset, llvm::ArrayRef<Expr> Parameters) const;
  bool reachesOtherPart() const;
  bool accumulates(unsigned I) const;
  bool isAtBoundary(unsigned I) const;
  bool isGiven(Expr N) const;
  llvm::SetVector<Expr> parameters() const;
  Usual powersOfTwo(llvm::ArrayRef<Expr> Parameters) const;
  Usual wholeVectors(llvm::ArrayRef<Expr> Parameters) const;
  Usual smallSides(llvm::ArrayRef<Expr> Parameters) const;
  Usual nestedStrides() const;
  llvm::SmallVector<Expr, 4> endsOf(Expr Coordinate) const;
  Expr threadsOf(Expr Coordinate) const;
  void addBoundedStrides(Expr Offset, Usual &U) const;
  Usual nonNegative(llvm::ArrayRef<Expr> Parameters) const;
  Usual turns(llvm::ArrayRef<Expr> Parameters) const;
  Usual addressable(llvm::ArrayRef<Expr> Parameters) const;
  Usual large(llvm::ArrayRef<Expr> Parameters, bool WholeBlock = false, unsigned Items = 1);
  Usual withinLengths(llvm::ArrayRef<Expr> Lengths);
  uint64_t bytesPerStep(Expr Parameter) const;
  Verdict under(llvm::ArrayRef<Expr> Conditions);
  bool mayVanish(llvm::ArrayRef<Expr> Conditions, llvm::StringRef Assumption = "");
  bool isLaunchable(llvm::ArrayRef<Expr> Conditions);
  bool customaryBlock();
  bool needsNoTurn();
  llvm::SmallSetVector<unsigned, 4> writtenWidths() const;
  llvm::SmallSetVector<std::pair<unsigned, unsigned>, 4> writtenTiles() const;
  std::optional<unsigned> fittingWidth(unsigned I) const;
  bool asksForLanes() const;
  Usual loadedValues() const;
  Usual withinRow() const;
  bool isTiled(Expr Length, unsigned I) const;
  Usual restInRow(bool Tiles) const;
  bool endsAtData(unsigned I) const;
  Expr lengthOfRow(Expr Start) const;
  llvm::SmallVector<Expr, 4> loadsLike(Expr Loaded) const;
  bool scalesUnmodelled() const;
  bool isLeavingPart() const;

  RaceAnswer &R;
  const Kernel &K;
  const Launch &L;
  const RaceQuestion &Q;
  ExprContext &C;
  AskSolver Ask;
};

/// Calls `Take` for the summands of a sum with their constant factors.
void summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take);

} // namespace cudafix::analysis
