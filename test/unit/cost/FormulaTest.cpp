// SPDX-License-Identifier: Apache-2.0
#include "cost/Formula.h"
#include "cost/Print.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::cost;

namespace {

struct FormulaTest : testing::Test {
  ExprContext C;
  Formulas F;

  SymbolId add(const char *Name) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Name = Name;
    return C.addSymbol(S);
  }
  SymbolId N = add("n"), M = add("m"), I = add("i");
  Formula n = F.symbol(N), m = F.symbol(M), i = F.symbol(I);

  std::string print(const Formula &X) { return Printer(F, C).print(X); }
  /// The value with n = 10, m = 3, i = 2.
  int64_t value(const Formula &X) {
    auto V = F.evaluate(X, [&](SymbolId S) -> std::optional<smt::Wide> {
      return S == N ? 10 : S == M ? 3 : 2;
    });
    EXPECT_TRUE(V && V->isInteger()) << print(X);
    return V ? int64_t(V->N) : 0;
  }
};

TEST_F(FormulaTest, EqualPolynomialsAreEqual) {
  EXPECT_EQ((n + m) * (n - m), n * n - m * m);
  EXPECT_TRUE((n - n).isZero());
  EXPECT_EQ(print(Formula(2) * n * n + n * m + Formula(7)), "2 * n^2 + n * m + 7");
}

TEST_F(FormulaTest, QuotientsLeaveOutWhatDivides) {
  EXPECT_EQ(F.quotient(Formula(4) * n + Formula(9), Formula(4)), n + Formula(2));
  EXPECT_EQ(F.quotient(F.quotient(n, Formula(4)), Formula(8)), F.quotient(n, Formula(32)));
  EXPECT_EQ(print(F.quotientUp(n, Formula(32))), "ceil(n / 32)");
  EXPECT_EQ(print(F.quotientUp(n, m)), "ceil(n / m)");
  Formula Rest = n - Formula(4) * F.quotient(n, Formula(4));
  EXPECT_EQ(print(F.quotientUp(Rest * m, Formula(64))),
            "ceil((n * m - 4 * m * floor(n / 4)) / 64)");
  EXPECT_EQ(value(F.quotientUp(n, m)), 4);
  EXPECT_EQ(value(F.quotient(Formula(0) - n, Formula(4))), -3);
}

TEST_F(FormulaTest, NumbersThatDoNotFitHaveNoFormula) {
  Formula Big(smt::Wide(1) << 90);
  EXPECT_FALSE((Big * Big).valid());
  EXPECT_FALSE((Big * Big + n).valid());
  Formula Square = Big * n;
  EXPECT_FALSE(F.evaluate(Square, [](SymbolId) { return smt::Wide(1) << 90; }));
}

TEST_F(FormulaTest, RangesDecideSigns) {
  F.setRange(N, {Formula(1), std::nullopt});
  F.setRange(M, {Formula(0), n - Formula(1)});
  EXPECT_TRUE(F.isNonNegative(n - m - Formula(1)));
  EXPECT_FALSE(F.isNonNegative(n - m - Formula(2)));
  EXPECT_TRUE(F.isNonNegative(n - F.quotient(n, Formula(2))));
  EXPECT_EQ(F.max(n, m), n);
  EXPECT_EQ(F.min(n, m), m);
}

TEST_F(FormulaTest, ExtremesAreTakenAtTheEndsOfARange) {
  F.setRange(I, {Formula(0), n - Formula(1)});
  bool Exact = true;
  EXPECT_EQ(F.upper(Formula(3) * i + Formula(1), I, Exact), Formula(3) * n - Formula(2));
  EXPECT_EQ(F.lower(Formula(5) - i, I, Exact), Formula(6) - n);
  EXPECT_TRUE(Exact);
  EXPECT_EQ(F.upper(F.quotient(m - i, Formula(4)), I, Exact), F.quotient(m, Formula(4)));
}

TEST_F(FormulaTest, SumsOfPolynomialsAreExact) {
  bool Exact = true;
  Formula Count = F.max(Formula(0), n);
  auto Triangle = F.sum(i, I, Count, true, Exact);
  ASSERT_TRUE(Triangle);
  EXPECT_EQ(value(*Triangle), 45);
  auto Cubes = F.sum(i * i * i + Formula(2) * i * i, I, Count, true, Exact);
  ASSERT_TRUE(Cubes);
  EXPECT_EQ(value(*Cubes), 45 * 45 + 2 * 285);
  // Turns of an inner loop from i + 1 on: none is below 0 within the sum.
  auto Inner = F.sum(F.max(Formula(0), n - i - Formula(1)), I, Count, true, Exact);
  ASSERT_TRUE(Inner);
  EXPECT_EQ(value(*Inner), 45);
  EXPECT_TRUE(Exact);
}

TEST_F(FormulaTest, SumsOfQuotientsAreBounds) {
  bool Exact = true;
  auto Above = F.sum(F.quotient(i, Formula(4)), I, F.max(Formula(0), n), true, Exact);
  EXPECT_FALSE(Exact);
  ASSERT_TRUE(Above);
  auto V = F.evaluate(*Above, [](SymbolId) { return smt::Wide(10); });
  EXPECT_FALSE(*V < Ratio(0 + 0 + 0 + 0 + 1 + 1 + 1 + 1 + 2 + 2));
}

TEST_F(FormulaTest, LogarithmsAndPrefixes) {
  EXPECT_EQ(value(F.digits(n)), 4);
  EXPECT_EQ(print(F.digits(n - Formula(1))), "ceil(log2(n))");
  EXPECT_EQ(value(F.prefix(m, {5, 7, 1})), 13);
  EXPECT_EQ(value(F.prefix(n, {5, 7, 1})), 5 + 7 + 8);
  EXPECT_EQ(F.prefix(Formula(2), {5, 7, 1}), Formula(12));
}

TEST_F(FormulaTest, TheFastestGrowthLeads) {
  Printer P(F, C);
  EXPECT_EQ(P.leading(n * F.digits(n) + Formula(5) * n + m), "O(m + n * log(n))");
  EXPECT_EQ(P.leading(F.quotientUp(n, Formula(32)) * Formula(3)), "O(n)");
  EXPECT_EQ(P.leading(F.quotientUp(n, m)), "O(1 + n / m)");
  EXPECT_EQ(P.leading(n - Formula(4) * F.quotient(n, Formula(4))), "O(1)");
  EXPECT_EQ(P.leading(m * (n - Formula(4) * F.quotient(n, Formula(4)))), "O(m)");
  EXPECT_EQ(P.leading(Formula(9)), "O(1)");
  EXPECT_EQ(P.leading(F.min(n, n * m)), "O(n)");
}

} // namespace
