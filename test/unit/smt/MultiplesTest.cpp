// SPDX-License-Identifier: Apache-2.0

#include "smt/Multiples.h"
#include "Questions.h"

using namespace cudafix;
using namespace cudafix::test;

namespace {
class Multiples : public Question {
protected:
  Expr mul(Expr A, Expr B) { return C.mul(A, B, NSW); }
  Expr add(Expr A, Expr B) { return C.add(A, B, NSW); }
  Expr multiple(Expr Of, int64_t By) { return C.eq(C.binary(Op::URem, Of, k(By)), k(0)); }
  Expr N = param("n");
};
} // namespace

TEST_F(Multiples, RowsOfWholeVectorsAreApart) {
  Expr RowA = tid("a"), RowB = tid("b"), I = tid("i"), J = tid("j");
  auto Cell = [&](Expr Row, Expr At) {
    return C.binary(Op::SDiv, add(mul(Row, N), C.mul(At, k(4))), k(4));
  };
  require(C.eq(Cell(RowA, I), Cell(RowB, J)));
  require(C.ne(RowA, RowB));
  require(C.slt(C.mul(I, k(4)), N));
  require(C.slt(C.mul(J, k(4)), N));
  require(multiple(N, 4));
  expectProved();
}

TEST_F(Multiples, AWitnessHasTheValuesThemselves) {
  Expr Row = tid("row");
  require(multiple(N, 8));
  require(C.slt(k(100), N));
  require(C.eq(C.binary(Op::SDiv, mul(Row, N), k(8)), k(39)));
  Satisfiable V = expectWitness();
  EXPECT_EQ(V.value(N->symbol()).value_or(0) % 8, 0u);
}

TEST_F(Multiples, LargeUnsignedNumbersCount) {
  Expr Size = symbol("size", 0, INT64_MAX, Uniformity::Launch, 32, false);
  require(multiple(Size, 4));
  require(C.ult(k(0xc0000000), Size));
  expectWitness();
}

TEST_F(Multiples, QuotientsOfSumsThatMayWrapStay) {
  Expr Row = param("row"), M = param("m");
  auto After = [&](Expr Quotient) {
    return smt::withMultiples(C, {C.eq(Quotient, M), multiple(N, 4)})[0];
  };
  auto Divides = [](Expr E) {
    return ExprContext::any(E, [](Expr X) { return X->op() == Op::SDiv || X->op() == Op::UDiv; });
  };
  EXPECT_FALSE(Divides(After(C.binary(Op::SDiv, mul(Row, N), k(4)))));
  EXPECT_FALSE(Divides(After(C.binary(Op::SDiv, add(mul(Row, N), C.mul(tid("i"), k(4))), k(4)))));
  EXPECT_TRUE(Divides(After(C.binary(Op::SDiv, C.mul(Row, N), k(4)))));
  EXPECT_TRUE(Divides(After(C.binary(Op::SDiv, add(mul(Row, N), tid("i")), k(4)))));
  // A negative number is a large unsigned one.
  EXPECT_TRUE(Divides(After(C.binary(Op::UDiv, mul(Row, N), k(4)))));
}

TEST_F(Multiples, NothingChangesWithoutOne) {
  EXPECT_TRUE(
      smt::withMultiples(C, {C.slt(k(0), N), C.eq(C.binary(Op::URem, N, k(3)), k(0))}).empty());
}

TEST_F(Multiples, OfAWidenedNumber) {
  Expr Wide = C.sext(N, 64);
  std::vector<Expr> All = smt::withMultiples(
      C, {C.slt(k(0), N), C.eq(C.binary(Op::URem, Wide, C.constant(8, 64)), C.constant(0, 64))});
  ASSERT_FALSE(All.empty());
  for (Expr E : All)
    EXPECT_TRUE(ExprContext::all(E, [](Expr X) {
      return X->op() != Op::Mul || X->arg(0)->width() == X->arg(1)->width();
    }));
}

TEST_F(Multiples, OfANumberThatIsNotNegative) {
  Expr X = param("x"), M = param("m"), Row = param("row");
  Expr Whole = C.eq(C.binary(Op::SRem, N, X), k(0));
  auto Divides = [](llvm::ArrayRef<Expr> All) {
    return llvm::any_of(All, [](Expr E) {
      return ExprContext::any(E, [](Expr Of) { return Of->op() == Op::SDiv; });
    });
  };
  Expr Parts = C.eq(C.binary(Op::SDiv, mul(Row, N), X), M);
  EXPECT_FALSE(Divides(smt::withMultiples(C, {Parts, Whole, C.slt(k(0), X)})));
  // 0 divides nothing, and the least number is no product with -1.
  EXPECT_TRUE(Divides(smt::withMultiples(C, {Parts, Whole, C.sle(k(0), X)})));
  EXPECT_TRUE(smt::withMultiples(C, {Parts, Whole}).empty());
}

TEST_F(Multiples, AWitnessKeepsToANumber) {
  Expr X = param("x");
  require(C.slt(k(2), X));
  require(C.slt(X, k(9)));
  require(C.slt(k(100), N));
  require(C.eq(C.binary(Op::SRem, N, X), k(0)));
  Satisfiable V = expectWitness();
  const uint64_t By = V.value(X->symbol()).value_or(0);
  ASSERT_NE(By, 0u);
  EXPECT_EQ(V.value(N->symbol()).value_or(1) % By, 0u);
}
