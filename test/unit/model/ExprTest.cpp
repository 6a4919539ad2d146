// SPDX-License-Identifier: Apache-2.0

#include "model/Expr.h"
#include "gtest/gtest.h"

using namespace cudafix;

namespace {
struct ExprTest : testing::Test {
  ExprContext C;
  Expr X = var("x"), Y = var("y"), A = var("a", 1), B = var("b", 1);
  Expr var(const char *Name, unsigned W = 32) {
    Symbol S;
    S.Name = Name;
    S.Width = W;
    return C.apply(C.addSymbol(S));
  }
  Expr k(uint64_t V, unsigned W = 32) { return C.constant(V, W); }
};
} // namespace

TEST_F(ExprTest, EqualTermsAreOneNode) {
  EXPECT_EQ(C.add(X, Y), C.add(Y, X));
  EXPECT_EQ(C.add(C.add(X, k(3)), k(4)), C.add(X, k(7)));
  EXPECT_EQ(C.sub(C.add(X, Y), X), Y);
  EXPECT_NE(C.add(X, Y, NSW), C.add(X, Y));
}

TEST_F(ExprTest, ShiftsAndMasksBecomeArithmetic) {
  EXPECT_EQ(C.binary(Op::Shl, X, k(3)), C.mul(X, k(8)));
  EXPECT_EQ(C.binary(Op::LShr, X, k(5)), C.binary(Op::UDiv, X, k(32)));
  EXPECT_EQ(C.binary(Op::And, X, k(31)), C.binary(Op::URem, X, k(32)));
}

TEST_F(ExprTest, DigitsThatAreTakenAwayLeaveARemainder) {
  Expr H = var("h"), Q = C.binary(Op::SDiv, X, Y), R = C.binary(Op::SRem, X, Y);
  EXPECT_EQ(C.sub(X, C.mul(Q, Y)), R);
  EXPECT_EQ(C.sub(X, C.mul(C.binary(Op::UDiv, X, k(8)), k(8))), C.binary(Op::URem, X, k(8)));
  EXPECT_NE(C.sub(Y, C.mul(Q, Y)), C.binary(Op::SRem, Y, Y));
  EXPECT_EQ(C.binary(Op::SDiv, C.sub(X, R), Y), Q);
  EXPECT_NE(C.binary(Op::UDiv, C.sub(X, R), Y), C.binary(Op::UDiv, X, Y));
  // The divisor is a product: x - x / (y * h) * y * h.
  Expr Whole = C.mul(Y, H, NSW), Wide = C.sext(X, 64);
  Expr Outer = C.binary(Op::SDiv, Wide, C.sext(Whole, 64));
  Expr Left = C.sub(Wide, C.mul(C.mul(Outer, C.sext(H, 64)), C.sext(Y, 64)));
  EXPECT_EQ(Left, C.binary(Op::SRem, Wide, C.sext(Whole, 64)));
  // One that may wrap is not widened factor by factor.
  Expr Wraps = C.sext(C.mul(Y, H), 64), By = C.binary(Op::SDiv, Wide, Wraps);
  Expr None = C.sub(Wide, C.mul(C.mul(By, C.sext(H, 64)), C.sext(Y, 64)));
  EXPECT_EQ(None->op(), Op::Sub);
  // x - (q * d + r), of the digit below.
  EXPECT_EQ(C.sub(X, C.add(C.mul(Q, Y), C.mul(C.binary(Op::SDiv, R, H), H))),
            C.binary(Op::SRem, R, H));
}

TEST_F(ExprTest, WhatIsCombinedTwiceIsTakenAway) {
  Expr Pair = C.binary(Op::Xor, X, Y);
  EXPECT_EQ(C.binary(Op::Xor, Pair, X), Y);
  EXPECT_EQ(C.binary(Op::Xor, Y, Pair), X);
  Expr Z = var("z");
  EXPECT_EQ(C.eq(Pair, C.binary(Op::Xor, Z, X)), C.eq(Y, Z));
}

TEST_F(ExprTest, ConditionsThatAreNumbersAreKnownOnTheirSides) {
  Expr Number = C.zext(A, 32);
  EXPECT_EQ(C.ite(A, X, Number), C.ite(A, X, k(0)));
  EXPECT_EQ(C.ite(A, Number, X), C.ite(A, k(1), X));
}

TEST_F(ExprTest, TermsAreRebuiltWithSomeReplaced) {
  Expr Product = C.mul(X, Y);
  llvm::DenseMap<Expr, Expr> Put{{Product, k(6)}};
  EXPECT_EQ(C.rebuilt(C.add(Product, k(1)), Put), k(7));
  EXPECT_EQ(C.rebuilt(C.add(X, Y), Put), C.add(X, Y));
}

TEST_F(ExprTest, JoinOfBothBranchesIsTheConditionBefore) {
  Expr R = C.ult(X, Y);
  EXPECT_EQ(C.lor(C.land(R, A), C.land(R, C.lnot(A))), R);
  EXPECT_EQ(C.lor(C.land(R, A), C.land({R, C.lnot(A), B})), C.land(R, C.lor(A, B)));
  Expr AB = C.land(A, B);
  EXPECT_EQ(C.lor(C.land(R, AB), C.land(R, C.lnot(AB))), R);
}

TEST_F(ExprTest, ContradictionsAreFound) {
  EXPECT_TRUE(C.land({A, B, C.lnot(A)})->isFalse());
  EXPECT_TRUE(C.land(C.ult(X, Y), C.ule(Y, X))->isFalse());
  EXPECT_EQ(C.land(A, C.lor(C.lnot(A), B)), C.land(A, B));
}

TEST_F(ExprTest, EvaluationWrapsAndRefusesDivisionByZero) {
  auto Value = [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    return E == X ? 0xffffffffu : 0;
  };
  EXPECT_EQ(C.evaluate(C.add(X, k(2)), Value), 1u);
  EXPECT_EQ(C.evaluate(C.sext(X, 64), Value), ~uint64_t(0));
  EXPECT_EQ(C.evaluate(C.binary(Op::UDiv, X, Y), Value), std::nullopt);
  EXPECT_EQ(C.evaluate(C.ite(C.eq(Y, k(0)), X, C.binary(Op::UDiv, X, Y)), Value), 0xffffffffu);
}

TEST_F(ExprTest, ReplaceRebuildsAndSimplifies) {
  Expr E = C.ult(C.mul(X, Y), k(10));
  Expr R = C.replace(E, [&](Expr N) { return N == X ? k(0) : Expr(); });
  EXPECT_TRUE(R->isTrue());
}

TEST_F(ExprTest, PrintsAsC) {
  EXPECT_EQ(C.toString(C.add(C.mul(C.blockIdx(0), C.blockDim(0)), C.threadIdx(0))),
            "blockIdx.x * blockDim.x + threadIdx.x");
  EXPECT_EQ(C.toString(C.lnot(C.eq(X, C.sub(Y, k(1))))), "x != y - 1");
}

TEST_F(ExprTest, PrintsTermsThatShareTheirPartsInBoundedLength) {
  Expr E = C.threadIdx(0);
  for (unsigned I = 0; I < 60; ++I)
    E = C.binary(Op::Xor, C.mul(E, E), C.add(E, k(I + 3)));
  EXPECT_LT(C.toString(E).size(), 1000u);
  EXPECT_LT(C.toString(E, 100).size(), 700u);
}

/// Two dimensions in one number of 64 bits, as calling conventions hand a dim3 over.
TEST_F(ExprTest, JoinedNumbersComeApartWhereOneIsChosen) {
  const Expr Upper = C.constant(uint64_t(3) << 32, 64), Power = C.constant(uint64_t(1) << 32, 64);
  const Expr Joined =
      C.ite(C.slt(X, k(8)), C.add(C.zext(X, 64), Upper), C.constant((uint64_t(3) << 32) + 8, 64));
  EXPECT_EQ(C.trunc(Joined, 32), C.ite(C.slt(X, k(8)), X, k(8)));
  EXPECT_EQ(C.trunc(C.binary(Op::UDiv, Joined, Power), 32), k(3));
  // So do numbers of 64 bits that are cut off.
  const Expr Wide = C.add(C.zext(X, 64), C.mul(C.zext(Y, 64), Power)),
             Cut = C.add(C.binary(Op::URem, Wide, Power), Upper);
  EXPECT_EQ(C.trunc(Cut, 32), C.trunc(Wide, 32));
  EXPECT_EQ(C.trunc(C.binary(Op::UDiv, Cut, Power), 32), k(3));
  // A number that may be negative reaches into the upper half.
  const Expr Signed = C.add(C.sext(X, 64), Upper);
  EXPECT_NE(C.trunc(C.binary(Op::UDiv, Signed, Power), 32), k(3));
}
