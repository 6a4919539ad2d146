// SPDX-License-Identifier: Apache-2.0

#include "Questions.h"
#include "smt/DigitBounds.h"
#include <random>

using namespace cudafix;
using namespace cudafix::test;

namespace {
class Arranged : public Question {
protected:
  Expr mul(Expr A, Expr B) { return C.mul(A, B, NSW); }
  Expr add(Expr A, Expr B) { return C.add(A, B, NSW); }
  Expr div(Expr A, Expr B) { return C.binary(Op::SDiv, A, B); }
  Expr rem(Expr A, Expr B) { return C.binary(Op::SRem, A, B); }
  /// A parameter of the kernel.
  Expr extent(const char *Name, unsigned Width = 32, int64_t Least = INT64_MIN) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Level = Uniformity::Launch;
    S.Width = Width;
    S.Name = Name;
    S.Lo = Least;
    return C.apply(C.addSymbol(S));
  }
  Expr N = param("n"), M = param("m"), K = param("k"), I = tid("i");
  /// What `A == value` becomes: the new form of A; as it was when nothing is said.
  std::string form(Expr A) {
    Expr Value = symbol("value", INT64_MIN, INT64_MAX, Uniformity::Thread, A->width());
    Expr Old = C.eq(A, Value);
    std::vector<Expr> New = smt::arranged(C, {Old});
    Expr E = New.empty() ? Old : New[0];
    return C.toString(E->arg(0) == Value ? E->arg(1) : E->arg(0));
  }
};
} // namespace

TEST_F(Arranged, QuotientAndRemainderJoin) {
  EXPECT_EQ(form(add(mul(div(I, N), N), rem(I, N))), "i");
  EXPECT_EQ(form(add(mul(mul(div(I, N), N), K), mul(K, rem(I, N)))), form(mul(I, K)));
}

TEST_F(Arranged, ThreeExtentsJoinInEitherOrder) {
  Expr Outer = div(div(I, M), N), Middle = rem(div(I, N), M), Inner = rem(I, N);
  EXPECT_EQ(form(add(add(mul(Outer, mul(M, N)), mul(Middle, N)), Inner)), "i");
  Expr Rest = rem(I, mul(M, N));
  EXPECT_EQ(form(add(add(mul(mul(div(I, mul(M, N)), N), M), mul(div(Rest, N), N)), rem(Rest, N))),
            "i");
}

TEST_F(Arranged, DigitsAreTakenOffFromTheLowestOn) {
  auto Sub = [&](Expr A, Expr B) { return C.sub(A, B, NSW); };
  Expr X = rem(I, N), Y = rem(div(Sub(I, X), N), M);
  Expr Z = div(Sub(Sub(I, mul(N, Y)), X), mul(M, N));
  EXPECT_EQ(form(add(add(mul(mul(N, M), Z), mul(N, Y)), X)), "i");
  // What is left without the lowest digit alone divides to the same.
  EXPECT_EQ(form(div(Sub(I, X), mul(M, N))), form(Z));
  // Not the digits of this index, a sum that may wrap.
  for (Expr E : {div(Sub(Sub(I, mul(N, rem(div(I, M), M))), X), mul(M, N)),
                 div(C.sub(C.sub(I, mul(N, Y)), X), mul(M, N))})
    EXPECT_NE(form(E), form(Z));
}

TEST_F(Arranged, SumsThatFitAreSeenThroughExtensions) {
  Expr Wide = C.add(C.mul(C.sext(div(I, N), 64), C.sext(N, 64), NSW), C.sext(rem(I, N), 64), NSW);
  EXPECT_EQ(form(Wide), C.toString(C.sext(I, 64)));
}

TEST_F(Arranged, WhatDoesNotBelongTogetherStays) {
  for (Expr E : {add(mul(div(I, N), M), rem(I, N)), add(mul(div(I, N), N), rem(I, M)),
                 C.sub(mul(div(I, N), N), rem(I, N), NSW)})
    EXPECT_EQ(form(E), C.toString(E));
}

TEST_F(Arranged, SharedExtentsComeOut) {
  Expr X = tid("x"), Y = tid("y"), Z = tid("z");
  Expr Flat = add(add(X, mul(Y, N)), mul(mul(Z, N), M));
  EXPECT_EQ(form(Flat), form(add(mul(add(mul(Z, M), Y), N), X)));
}

TEST_F(Arranged, CellsOfAVolumeAreTheThreadsOwn) {
  Expr At[2], Own[2][3];
  for (unsigned T = 0; T < 2; ++T) {
    Expr Extent[3] = {N, M, K};
    for (unsigned D = 0; D < 3; ++D) {
      Own[T][D] = tid(T ? "second" : "first");
      require(C.slt(Own[T][D], Extent[D]));
    }
    At[T] = add(add(Own[T][0], mul(Own[T][1], N)), mul(mul(Own[T][2], N), M));
  }
  require(C.eq(At[0], At[1]));
  require(C.lnot(C.land(
      {C.eq(Own[0][0], Own[1][0]), C.eq(Own[0][1], Own[1][1]), C.eq(Own[0][2], Own[1][2])})));
  expectProved();
}

TEST_F(Arranged, WrappingCoefficientsCancel) {
  Expr Quotient = C.binary(Op::UDiv, I, N), Rest = C.binary(Op::URem, I, N);
  Expr Negative = C.sub(C.sub(k(0), C.mul(Quotient, N)), Rest);
  EXPECT_EQ(form(Negative), form(C.mul(I, k(-1))));
}

/// Digits of one number that are put together in part are a remainder, and what is said of
/// such remainders holds.
TEST_F(Arranged, DigitsJoinInPart) {
  Expr Two = div(div(I, N), M);
  std::pair<Expr, const char *> Sums[] = {
      {add(mul(rem(div(I, N), M), N), rem(I, N)), "i % (n * m)"},
      {add(mul(mul(K, mul(rem(div(I, N), M), N)), k(4)), mul(mul(K, k(4)), rem(I, N))),
       "k * (i % (n * m) * 4)"},
      {add(add(mul(mul(rem(Two, K), M), N), mul(rem(div(I, N), M), N)), rem(I, N)),
       "i % (k * (n * m))"},
      {mul(param("c"), add(add(mul(mul(rem(Two, K), M), N), mul(rem(div(I, N), M), N)), rem(I, N))),
       "c * (i % (k * (n * m)))"},
      {add(add(mul(mul(mul(Two, k(8)), M), N), mul(rem(div(I, N), M), N)), rem(I, N)), nullptr}};
  std::mt19937 Random(11);
  for (auto &[Sum, Text] : Sums) {
    smt::Arranger Arranger(C);
    auto P = Arranger.polynomial(Sum);
    ASSERT_TRUE(P) << C.toString(Sum);
    Expr New = Arranger.sum(*P, 32);
    if (Text)
      EXPECT_EQ(C.toString(New), Text);
    EXPECT_FALSE(Arranger.digits().empty());
    for (unsigned Try = 0; Try < 100; ++Try) {
      std::map<SymbolId, uint64_t> Values;
      auto Value = [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
        return Values.try_emplace(E->symbol(), 1 + Random() % (E == I ? 5000 : 12)).first->second;
      };
      EXPECT_EQ(C.evaluate(Sum, Value), C.evaluate(New, Value));
      for (Expr Fact : Arranger.digits())
        EXPECT_EQ(C.evaluate(Fact, Value), 1u);
    }
  }
}

/// Without no-wrap flags the new form has the old value, also where everything wraps.
TEST_F(Arranged, KeepsTheValue) {
  std::mt19937 Random(7);
  std::vector<Expr> Leaves{N, M, K, I, k(3), k(-1), k(0x40000001)};
  unsigned Changed = 0;
  for (unsigned Round = 0; Round < 2000; ++Round) {
    std::vector<Expr> Terms = Leaves;
    for (unsigned Step = 0; Step < 10; ++Step) {
      auto pick = [&] { return Terms[Random() % Terms.size()]; };
      static constexpr Op Ops[] = {Op::Add, Op::Add, Op::Sub, Op::Mul, Op::Mul, Op::UDiv, Op::URem};
      Expr A = pick(), B = pick();
      if (Random() % 4 == 0) { // what belongs together
        Expr Back = C.add(C.mul(C.binary(Op::UDiv, A, B), B), C.binary(Op::URem, A, B));
        Terms.push_back(Back);
      } else {
        Terms.push_back(C.binary(Ops[Random() % std::size(Ops)], A, B));
      }
    }
    Expr Old = C.eq(Terms.back(), param("value"));
    std::vector<Expr> New = smt::arranged(C, {Old});
    if (New.empty())
      continue;
    ++Changed;
    for (unsigned Try = 0; Try < 20; ++Try) {
      std::map<SymbolId, uint64_t> Values;
      auto value = [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
        return Values.try_emplace(E->symbol(), Try % 2 ? Random() : 1 + Random() % 9).first->second;
      };
      Expr Side = Old->arg(Old->arg(0) == Terms.back() ? 0 : 1);
      auto Before = C.evaluate(Side, value);
      auto After = C.evaluate(New[0], [&](Expr E, llvm::ArrayRef<uint64_t> Args) {
        bool IsValue = C.symbol(E->symbol()).Name == "value";
        return IsValue && Before ? Before : value(E, Args);
      });
      if (Before && After)
        EXPECT_EQ(*After, 1u) << C.toString(Old) << "\n" << C.toString(New[0]);
    }
  }
  EXPECT_GT(Changed, 100u);
}

namespace {
/// Heads of a row of unsigned numbers of 64 bits, i < head * heads, that are put apart:
/// out[((row / rows * heads + i / head) * rows + row % rows) * head + i % head].
class Heads : public Arranged {
protected:
  Expr Head = extent("head"), Count = extent("heads", 32, 0), Rows = extent("rows");
  Expr Row[2], At[2], Place[2];

  void SetUp() override {
    require(C.slt(k(0), Rows));
    require(C.slt(k(0, 64), C.sext(Head, 64)));
    auto Narrow = [&](Expr E) { return C.make(Op::Trunc, {E}, 32, NSW); };
    Expr Wide = C.sext(Head, 64);
    for (unsigned T = 0; T < 2; ++T) {
      Row[T] = symbol(T ? "row'" : "row", 0, INT32_MAX - 1, Uniformity::Block);
      At[T] = C.zext(tid(T ? "i'" : "i"), 64);
      require(C.ult(At[T], C.sext(mul(Head, Count), 64)));
      Expr Major = C.binary(Op::UDiv, Row[T], Rows), Minor = C.binary(Op::URem, Row[T], Rows);
      Place[T] = add(add(mul(Head, Minor), Narrow(C.binary(Op::URem, At[T], Wide))),
                     add(mul(Major, mul(Head, mul(Count, Rows))),
                         mul(mul(Head, Rows), Narrow(C.binary(Op::UDiv, At[T], Wide)))));
    }
    require(C.eq(Place[0], Place[1]));
  }
  /// What the question costs, in units of the solver.
  uint64_t cost() const { return Work.total().ResourceUnits; }
};
} // namespace

TEST_F(Heads, DigitsOfUnsignedNumbersAreBoundedByTheirForm) {
  require(C.ne(Row[0], Row[1]));
  expectProved();
  EXPECT_EQ(Work.total().Weaker, 1u);
  EXPECT_LT(cost(), 100'000u); // a search for it took more than a million
}

TEST_F(Heads, SolutionOfAWeakerQuestionIsKept) {
  // Both threads read the same place: nothing tells their values apart but what they read.
  Symbol Data;
  Data.Kind = SymbolKind::Load;
  Data.Name = "data";
  const SymbolId Read = C.addSymbol(Data);
  require(C.eq(Row[0], Row[1]));
  require(C.ne(C.apply(Read, {Row[0], k(0)}), C.apply(Read, {Row[1], k(1)})));
  expectWitness();
  EXPECT_EQ(Work.total().Weaker, 1u);
}

/// An index below the product of all its extents is that of one cell alone.
TEST_F(Arranged, HighestDigitIsBelowItsExtent) {
  Expr D[3], All = k(1, 64), Index[2], Cell[2];
  for (unsigned I = 0; I < 3; ++I) {
    D[I] = extent("d", 64);
    require(C.slt(k(0, 64), D[I]));
    All = C.mul(All, D[I], NSW | NUW);
  }
  Expr Size = extent("n", 64);
  for (unsigned T = 0; T < 2; ++T) {
    Index[T] = C.zext(tid(T ? "i'" : "i"), 64);
    require(C.ult(Index[T], T ? All : Size));
    Expr X = C.binary(Op::URem, Index[T], D[0]), Rest = C.binary(Op::UDiv, Index[T], D[0]);
    Expr Y = C.binary(Op::URem, Rest, D[1]);
    Expr Z = C.binary(Op::URem, C.binary(Op::UDiv, Rest, D[1]), D[2]);
    Cell[T] = add(mul(add(mul(Z, D[0]), X), D[1]), Y);
  }
  require(C.eq(Cell[0], Cell[1]));
  require(C.ne(Index[0], Index[1]));
  Constraints.push_back(C.eq(Size, All));
  expectProved();
  Constraints.pop_back();
  expectWitness();
}

/// Bounds that lead in a circle are those of no number.
TEST_F(Arranged, BoundsInACircleEnd) {
  Expr A = C.add(param("p"), tid("x")), B = C.add(param("q"), tid("y"));
  smt::Arranger Sums(C, true);
  smt::DigitBounds Of(C, Sums, {C.ult(A, B), C.ult(B, A)});
  EXPECT_FALSE(Of.isAtLeast(A, 0));
  EXPECT_TRUE(smt::DigitBounds(C, Sums, {C.ult(A, B), C.ult(B, k(8))}).isAtLeast(A, 0));
}
