// SPDX-License-Identifier: Apache-2.0

#include "smt/AnswerTable.h"
#include "smt/Questions.h"
#include <chrono>

using namespace cudafix;
using cudafix::test::Question;

namespace {

TEST_F(Question, NothingRequiredHolds) { expectWitness(); }

TEST_F(Question, FalseHasNoModel) {
  require(C.boolean(false));
  expectProved();
}

TEST_F(Question, BoundsOfSymbolsCount) {
  require(C.ult(k(1023), tid("t")));
  expectProved();
}

/// A[j*cols+i] = A[i*cols+j] with j > i; the launch makes i and j in one of three ways.
struct Copy {
  bool Square, WriteRead;
  enum { Free, Block16, AnyBlock } Mode;
};
class TwoDimensionalCopy : public Question, public ::testing::WithParamInterface<int> {};

TEST_P(TwoDimensionalCopy, RacesOnlyWhenNotSquare) {
  bool Square = GetParam() & 1, WriteRead = GetParam() & 2;
  int Mode = GetParam() >> 2;
  Expr Rows = param("rows"), Cols = param("cols");
  require(C.slt(k(0), Rows));
  require(C.slt(k(0), Cols));
  Expr Bx = symbol("bx", 1, 1024, Uniformity::Launch, 32, false);
  Expr By = symbol("by", 1, 1024, Uniformity::Launch, 32, false);
  Expr I[2], J[2], Same = C.boolean(true);
  for (int T = 0; T < 2; ++T) {
    if (Mode == 0) {
      I[T] = symbol("i", 0, INT32_MAX);
      J[T] = symbol("j", 0, INT32_MAX);
    } else {
      Expr B = Mode == 1 ? k(16) : Bx, B2 = Mode == 1 ? k(16) : By;
      Expr Tx = tid("tx"), Ty = tid("ty");
      Expr Gx = symbol("gx", 0, 65535, Uniformity::Thread, 32, false);
      Expr Gy = symbol("gy", 0, 65535, Uniformity::Thread, 32, false);
      require(C.ult(Tx, B));
      require(C.ult(Ty, B2));
      I[T] = C.add(C.mul(Gx, B), Tx);
      J[T] = C.add(C.mul(Gy, B2), Ty);
    }
    require(C.slt(I[T], J[T]));
    require(C.slt(J[T], Rows));
  }
  Same = C.land(C.eq(I[0], I[1]), C.eq(J[0], J[1]));
  require(C.lnot(Same));
  if (Square)
    require(C.eq(Rows, Cols));
  auto at = [&](Expr Y, Expr X) { return C.add(C.mul(Y, Cols, NSW), X, NSW); };
  require(overlap(bytes(at(J[0], I[0])), bytes(WriteRead ? at(I[1], J[1]) : at(J[1], I[1]))));
  if (Square)
    expectProved();
  else
    expectWitness();
}
INSTANTIATE_TEST_SUITE_P(All, TwoDimensionalCopy, ::testing::Range(0, 12));

TEST_F(Question, GlobalIndexIsInjective) {
  Expr B = C.blockDim(0), G = C.gridDim(0);
  require(C.ult(C.mul(C.zext(B, 64), C.zext(G, 64)), k(int64_t(1) << 31, 64)));
  Expr I[2];
  Expr T[2] = {tid("t1"), tid("t2")};
  Expr Bid[2];
  for (int N = 0; N < 2; ++N) {
    Bid[N] = symbol("bid", 0, INT32_MAX, Uniformity::Thread, 32, false);
    require(C.ult(T[N], B));
    require(C.ult(Bid[N], G));
    I[N] = C.add(C.mul(Bid[N], B), T[N]);
  }
  require(C.lnot(C.land(C.eq(T[0], T[1]), C.eq(Bid[0], Bid[1]))));
  require(overlap(bytes(I[0]), bytes(I[1])));
  expectProved();
}

TEST_F(Question, GlobalIndexWrapsOnAWideGrid) {
  Expr B = C.blockDim(0), G = C.gridDim(0);
  Expr T[2] = {tid("t1"), tid("t2")}, Bid[2], I[2];
  for (int N = 0; N < 2; ++N) {
    Bid[N] = symbol("bid", 0, INT32_MAX, Uniformity::Thread, 32, false);
    require(C.ult(T[N], B));
    require(C.ult(Bid[N], G));
    I[N] = C.add(C.mul(Bid[N], B), T[N]);
  }
  require(C.ne(Bid[0], Bid[1]));
  require(C.eq(I[0], I[1]));
  expectWitness();
}

TEST_F(Question, GridStrideIterationsAreDisjoint) {
  Expr B = C.blockDim(0), G = C.gridDim(0), N = param("n");
  require(C.ult(C.mul(C.zext(B, 64), C.zext(G, 64)), k(int64_t(1) << 31, 64)));
  Expr T[2] = {tid("t1"), tid("t2")}, Bid[2], It[2], I[2];
  for (int X = 0; X < 2; ++X) {
    Bid[X] = symbol("bid", 0, INT32_MAX, Uniformity::Thread, 32, false);
    It[X] = symbol("k", 0, INT32_MAX, Uniformity::Thread);
    require(C.ult(T[X], B));
    require(C.ult(Bid[X], G));
    I[X] = C.add(C.add(C.mul(Bid[X], B), T[X]), C.mul(It[X], C.mul(B, G), NSW), NSW);
    require(C.slt(I[X], N));
  }
  require(C.lnot(C.land(C.eq(T[0], T[1]), C.eq(Bid[0], Bid[1]))));
  require(C.eq(I[0], I[1]));
  expectProved();
}

TEST_F(Question, HalvingReductionReadsBeyondTheWriters) {
  Expr N = symbol("k", 0, 31, Uniformity::Block);
  Expr S = C.make(Op::LShr, {C.blockDim(0), C.add(N, k(1), NSW)}, 32);
  Expr T1 = tid("t1"), T2 = tid("t2");
  for (Expr T : {T1, T2}) {
    require(C.ult(T, C.blockDim(0)));
    require(C.ult(T, S));
  }
  require(C.ne(T1, T2));
  require(overlap(bytes(T1), bytes(C.add(T2, S))));
  expectProved();
}

TEST_F(Question, HalvingReductionWithoutBarrierRaces) {
  Expr K = symbol("k", 0, 9, Uniformity::Block);
  Expr S1 = C.make(Op::LShr, {C.blockDim(0), C.add(K, k(1), NSW)}, 32);
  Expr S2 = C.make(Op::LShr, {C.blockDim(0), C.add(K, k(2), NSW)}, 32);
  Expr T1 = tid("t1"), T2 = tid("t2");
  require(C.ult(T1, S1));
  require(C.ult(T2, S2));
  require(C.ne(T1, T2));
  require(overlap(bytes(T1), bytes(C.add(T2, S2))));
  expectWitness();
}

TEST_F(Question, InterleavedReductionWithSymbolicStride) {
  Expr S = symbol("s", 1, 512, Uniformity::Block);
  Expr T1 = tid("t1"), T2 = tid("t2");
  for (Expr T : {T1, T2})
    require(C.eq(C.binary(Op::URem, T, C.mul(S, k(2), NSW)), k(0)));
  require(C.ne(T1, T2));
  require(overlap(bytes(T1), bytes(C.add(T2, S))));
  expectProved();
}

TEST_F(Question, InterleavedReductionWithPowerOfTwoStride) {
  Expr K = symbol("k", 0, 9, Uniformity::Block);
  Expr S = C.make(Op::Shl, {k(1), K}, 32);
  Expr T1 = tid("t1"), T2 = tid("t2");
  for (Expr T : {T1, T2})
    require(C.eq(C.binary(Op::URem, T, C.mul(S, k(2), NSW)), k(0)));
  require(C.ne(T1, T2));
  require(overlap(bytes(T1), bytes(C.add(T2, S))));
  expectProved();
}

TEST_F(Question, XorByAConstantIsInjective) {
  Expr T1 = tid("t1"), T2 = tid("t2");
  require(C.ne(T1, T2));
  require(C.eq(C.binary(Op::Xor, T1, k(5)), C.binary(Op::Xor, T2, k(5))));
  expectProved();
}

TEST_F(Question, XorButterflyMeetsItsPartner) {
  Expr T1 = tid("t1"), T2 = tid("t2");
  require(C.ne(T1, T2));
  require(C.eq(T1, C.binary(Op::Xor, T2, k(16))));
  Satisfiable R = expectWitness();
  EXPECT_EQ(*R.value(T1->symbol()) ^ *R.value(T2->symbol()), 16u);
}

TEST_F(Question, XorButterflyByAPowerOfTwo) {
  Expr K = symbol("k", 0, 9, Uniformity::Block);
  Expr S = C.make(Op::Shl, {k(1), K}, 32);
  Expr T1 = tid("t1"), T2 = tid("t2");
  require(C.ne(T1, T2));
  auto partner = [&](Expr T) { return C.binary(Op::Xor, T, S); };
  // Bitonic sort: only the lower partner works.
  for (Expr T : {T1, T2})
    require(C.ult(T, partner(T)));
  require(C.eq(T1, partner(T2)));
  expectProved();
}

TEST_F(Question, TransposeTileWithPadding) {
  Expr Tx[2] = {symbol("x1", 0, 31), symbol("x2", 0, 31)};
  Expr Ty[2] = {symbol("y1", 0, 31), symbol("y2", 0, 31)};
  auto at = [&](int N) { return C.add(C.mul(Ty[N], k(33), NSW), Tx[N], NSW); };
  require(C.lnot(C.land(C.eq(Tx[0], Tx[1]), C.eq(Ty[0], Ty[1]))));
  require(overlap(bytes(at(0)), bytes(at(1))));
  expectProved();
}

TEST_F(Question, TransposeTileMeetsItsTranspose) {
  Expr Tx[2] = {symbol("x1", 0, 31), symbol("x2", 0, 31)};
  Expr Ty[2] = {symbol("y1", 0, 31), symbol("y2", 0, 31)};
  require(C.lnot(C.land(C.eq(Tx[0], Tx[1]), C.eq(Ty[0], Ty[1]))));
  require(overlap(bytes(C.add(C.mul(Ty[0], k(33), NSW), Tx[0], NSW)),
                  bytes(C.add(C.mul(Tx[1], k(33), NSW), Ty[1], NSW))));
  expectWitness();
}

TEST_F(Question, UnsignedSubtractionWraps) {
  Expr T = tid("t");
  require(C.ult(k(5000), C.sub(T, k(1))));
  EXPECT_EQ(expectWitness().value(T->symbol()), 0u);
}

TEST_F(Question, SignedAdditionMayWrapOnlyWithoutTheFlag) {
  Expr N = param("n");
  require(C.slt(k(0), N));
  require(C.slt(C.add(N, k(10)), k(0)));
  expectWitness();
  Constraints.pop_back();
  require(C.slt(C.add(N, k(10), NSW), k(0)));
  expectProved();
}

TEST_F(Question, ProductMayWrapOnlyWithoutTheFlag) {
  Expr N = param("n"), M = param("m");
  for (Expr E : {N, M})
    require(C.slt(k(0), E));
  require(C.slt(C.mul(N, M), k(0)));
  expectWitness();
  Constraints.pop_back();
  require(C.slt(C.mul(N, M, NSW), k(0)));
  expectProved();
}

// Rows of tiles and rows inside a tile: 16 * (tile * n) + row * n + column, column < n.
TEST_F(Question, SumsOfProductsWithACommonFactor) {
  Expr N = param("n"), First = param("first");
  Expr Row[2], Column[2];
  for (unsigned I = 0; I < 2; ++I) {
    Expr Tile = param(I ? "t2" : "t1"), Inside = tid(I ? "y2" : "y1");
    Column[I] = param(I ? "x2" : "x1");
    require(C.sle(k(0), Tile));
    require(C.slt(Tile, k(1000)));
    require(C.ult(Inside, k(16)));
    require(C.sle(k(0), Column[I]));
    require(C.slt(Column[I], N));
    Row[I] = C.add(C.mul(C.mul(Tile, N, NSW), k(16), NSW), C.mul(Inside, N, NSW), NSW);
    require(C.eq(Tile, I ? First : C.add(First, k(7), NSW)));
  }
  require(C.sle(k(0), First));
  require(C.eq(C.add(Row[0], Column[0], NSW), C.add(Row[1], Column[1], NSW)));
  expectProved();
  Constraints.pop_back();
  require(C.eq(C.add(Row[0], Column[0], NSW), C.add(C.add(Row[1], Column[1], NSW), N, NSW)));
  expectProved(); // one row further too
}

TEST_F(Question, LoadsAreFunctions) {
  Symbol S;
  S.Kind = SymbolKind::Load;
  S.Name = "in[...]";
  SymbolId In = C.addSymbol(S);
  Expr T1 = tid("t1"), T2 = tid("t2");
  Expr L1 = C.apply(In, {bytes(T1)}), L2 = C.apply(In, {bytes(T2)});
  require(C.ne(L1, L2));
  require(C.eq(C.add(T1, k(1)), C.add(T2, k(1))));
  expectProved();
  Constraints.pop_back();
  expectWitness();
}

TEST_F(Question, RowAndColumnRecombine) {
  Expr W = param("w");
  require(C.slt(k(0), W));
  Expr I[2] = {symbol("i1", 0, INT32_MAX), symbol("i2", 0, INT32_MAX)};
  auto again = [&](Expr X) {
    return C.add(C.mul(C.binary(Op::SDiv, X, W), W, NSW), C.binary(Op::SRem, X, W), NSW);
  };
  require(C.ne(I[0], I[1]));
  require(C.eq(again(I[0]), again(I[1])));
  expectProved();
}

TEST_F(Question, RowAloneDoesNotTellThreadsApart) {
  Expr W = param("w");
  require(C.slt(k(0), W));
  Expr I[2] = {symbol("i1", 0, INT32_MAX), symbol("i2", 0, INT32_MAX)};
  require(C.ne(I[0], I[1]));
  require(C.eq(C.binary(Op::SDiv, I[0], W), C.binary(Op::SDiv, I[1], W)));
  expectWitness();
}

/// 1 << x where x < 32, else 7: larger amounts say nothing of x.
TEST_F(Question, ShiftsOnAPathNotTakenSayNothing) {
  Expr X = symbol("x", 0, 40, Uniformity::Thread, 32, false);
  Expr Bit = C.ite(C.ult(X, k(32)), C.binary(Op::Shl, k(1), X), k(7));
  require(C.eq(Bit, k(7)));
  expectWitness();
  require(C.ult(X, k(32)));
  expectProved();
}

/// Of (128 * b + t) / 64 and (128 * b + t) % 64, t alone makes what is not the same for a block.
TEST_F(Question, MultiplesComeOutOfDivisions) {
  Expr B = symbol("b", 0, INT32_MAX, Uniformity::Launch, 32, false), T[] = {tid("t"), tid("u")};
  Expr Row[2], Column[2];
  for (unsigned I = 0; I < 2; ++I) {
    Expr X = C.add(C.mul(B, k(128)), C.binary(Op::UDiv, T[I], k(8)));
    Row[I] = C.binary(Op::UDiv, X, k(64));
    Column[I] = C.binary(Op::URem, X, k(64));
  }
  require(C.eq(Column[0], Column[1]));
  require(C.ne(Row[0], Row[1]));
  Satisfiable Found = expectWitness();
  require(C.ult(T[0], k(512)));
  require(C.ult(T[1], k(512)));
  expectProved();
}

TEST_F(Question, DivisionRoundsTowardsZero) {
  Expr N = param("n");
  require(C.slt(N, k(0)));
  require(C.slt(k(-4), N));
  require(C.ne(C.binary(Op::SDiv, N, k(4)), k(0)));
  expectProved();
}

TEST_F(Question, WarpAndLaneRebuildTheThread) {
  Expr T1 = tid("t1"), T2 = tid("t2");
  require(C.ne(T1, T2));
  require(C.eq(C.binary(Op::LShr, T1, k(5)), C.binary(Op::LShr, T2, k(5))));
  require(C.eq(C.binary(Op::And, T1, k(31)), C.binary(Op::And, T2, k(31))));
  expectProved();
}

TEST_F(Question, AnswersAreRepeatable) {
  Expr T1 = tid("t1"), T2 = tid("t2"), W = param("w");
  require(C.slt(k(1), W));
  require(C.ne(T1, T2));
  require(C.eq(C.binary(Op::URem, T1, W), C.binary(Op::URem, T2, W)));
  auto A = std::get<Satisfiable>(ask()), B = std::get<Satisfiable>(ask());
  ASSERT_EQ(A.Model.size(), B.Model.size());
  for (unsigned I = 0; I < A.Model.size(); ++I)
    EXPECT_EQ(A.Model[I].Value, B.Model[I].Value);
}

TEST_F(Question, RenamedQuestionsAreRemembered) {
  smt::Solver S(Work);
  for (int I = 0; I < 2; ++I) {
    Expr T1 = tid("t1"), T2 = tid("t2"), W = symbol("w", 1, 64, Uniformity::Launch);
    Expr Q = C.land(C.ne(T1, T2), C.eq(C.mul(T1, W), C.mul(T2, W)));
    EXPECT_TRUE(std::holds_alternative<Unsatisfiable>(S.satisfiable({Q})));
    EXPECT_EQ(S.statistics().Repeated, static_cast<uint64_t>(I));
  }
}

/// The question of the kernel before is not solved again, nor paid for again, unlike one from a
/// table that may as well be empty.
TEST_F(Question, TermsOfAnotherKernelShareAnswers) {
  auto AskOver = [](smt::Workspace &With, int64_t Bound) {
    ExprContext &Ctx = With.terms();
    Symbol S;
    S.Name = "t";
    S.Width = 32;
    S.Lo = 0;
    S.Hi = Bound;
    Expr T = Ctx.apply(Ctx.addSymbol(S)), U = Ctx.apply(Ctx.addSymbol(S));
    smt::Solver Asked(With);
    Expr Twice = Ctx.mul(U, Ctx.constant(2, 32), NSW);
    Satisfiability V = Asked.satisfiable({Ctx.eq(T, Ctx.add(Twice, Ctx.constant(1, 32), NSW))});
    EXPECT_TRUE(std::holds_alternative<Satisfiable>(V));
    return Asked.statistics().Repeated;
  };
  ExprContext Terms[5];
  smt::Workspace First(Terms[0]), Second(Terms[1]), Alone(Terms[2]), Told(Terms[3]), Late(Terms[4]);
  auto Table = std::make_shared<smt::AnswerTable>();
  First.use(Table);
  Second.share(First);
  EXPECT_EQ(AskOver(First, 100), 0u);
  EXPECT_EQ(AskOver(Second, 100), 1u);
  EXPECT_EQ(AskOver(Second, 50), 0u); // bounds belong to the question
  EXPECT_EQ(AskOver(Alone, 100), 0u);
  EXPECT_EQ(AskOver(Alone, 50), 0u);
  Told.use(Table);
  EXPECT_EQ(AskOver(Told, 100), 1u);
  EXPECT_EQ(AskOver(Told, 50), 1u);
  EXPECT_EQ(Told.spent(), Alone.spent());
  EXPECT_GT(Alone.spent(), First.spent());
  EXPECT_LT(Second.spent(), Alone.spent());
  // Also where questions of its own came first.
  EXPECT_EQ(AskOver(Late, 30), 0u);
  Late.share(First);
  EXPECT_EQ(AskOver(Late, 100), 1u);
  EXPECT_EQ(AskOver(Late, 30), 1u);
  EXPECT_LT(Late.spent(), Alone.spent());
}

TEST_F(Question, ReadableWitnessesAreSmall) {
  Limit.Readable = true;
  Expr N = param("n"), T1 = tid("t1"), T2 = tid("t2");
  require(C.ult(T1, C.blockDim(0)));
  require(C.ult(T2, C.blockDim(0)));
  require(C.slt(T1, N));
  require(C.eq(T1, C.add(T2, k(1))));
  Satisfiable R = expectWitness();
  EXPECT_LE(*R.value(C.blockDim(0)->symbol()), 64u);
  EXPECT_LE(*R.value(N->symbol()), 64u);
}

TEST_F(Question, SpentBudgetIsUnknown) {
  Limit.ResourceUnits = 0;
  Expr N = param("n"), M = param("m");
  require(C.slt(C.mul(N, M), C.add(N, M)));
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask()));
}

TEST_F(Question, ComparedSumsThatMayWrapBoundNothing) {
  Expr N = param("n"), X = symbol("x", 0, INT32_MAX);
  require(C.slt(C.add(X, k(1)), N));
  require(C.slt(N, k(0)));
  expectWitness(); // x == INT32_MAX
}

TEST_F(Question, QuotientsBoundWhatIsDivided) {
  Limit.ResourceUnits = 0;
  Expr N = param("n");
  require(C.slt(k(2), C.make(Op::SDiv, {N, k(16)}, 32)));
  require(C.slt(N, k(48)));
  expectProved();
}

TEST_F(Question, PrefersTheCheaperBarrier) {
  using smt::Literal;
  // One of 0 and 1, one of 1 and 2; 1 alone costs less than 0 and 2.
  for (int I = 0; I < 2; ++I) { // solved, then remembered
    auto R =
        smt::minimise(Work, 3, {2, 3, 2},
                      {{Literal{0, true}, Literal{1, true}}, {Literal{1, true}, Literal{2, true}}});
    EXPECT_EQ(R, (std::vector<bool>{false, true, false}));
  }
}

TEST_F(Question, NegativeCostsReward) {
  using smt::Literal;
  auto R = smt::minimise(Work, 2, {-1, -5}, {{Literal{0, false}, Literal{1, false}}});
  EXPECT_EQ(R, (std::vector<bool>{false, true}));
}

TEST_F(Question, ContradictionHasNoAnswer) {
  using smt::Literal;
  EXPECT_FALSE(smt::minimise(Work, 1, {1}, {{Literal{0, false}}, {Literal{0, true}}}));
}

} // namespace

/// What refuted the last question of this shape is tried first, so that the next one costs less.
TEST_F(Question, TheLikeOfARefutedQuestionIsRefutedAsItWas) {
  // Lower partners of a bitonic sort over so many threads.
  auto Cost = [](smt::Workspace &In, int64_t Threads) {
    ExprContext &Ctx = In.terms();
    auto Value = [&](Uniformity Level, int64_t Hi) {
      Symbol S;
      S.Level = Level;
      S.Width = 32;
      S.Lo = 0;
      S.Hi = Hi;
      return Ctx.apply(Ctx.addSymbol(S));
    };
    Expr Step = Ctx.make(Op::Shl, {Ctx.constant(1, 32), Value(Uniformity::Block, 9)}, 32);
    Expr T[2] = {Value(Uniformity::Thread, Threads - 1), Value(Uniformity::Thread, Threads - 1)};
    auto Partner = [&](Expr Of) { return Ctx.binary(Op::Xor, Of, Step); };
    const uint64_t Before = In.spent();
    Satisfiability V =
        smt::Solver(In).satisfiable({Ctx.ne(T[0], T[1]), Ctx.ult(T[0], Partner(T[0])),
                                     Ctx.ult(T[1], Partner(T[1])), Ctx.eq(T[0], Partner(T[1]))});
    EXPECT_TRUE(std::holds_alternative<Unsatisfiable>(V));
    return In.spent() - Before;
  };
  ExprContext Terms[2];
  smt::Workspace Alone(Terms[0]), After(Terms[1]);
  Cost(After, 512);
  const uint64_t First = Cost(Alone, 1024), Next = Cost(After, 1024);
  EXPECT_LT(Next, First);
}

/// What refuted the like of it may not refute it: then it is answered as if nothing had been.
/// What 80 numbers are bounded by combines in thousands of ways, which are not all looked at.
TEST_F(Question, LongSumsOfBoundedNumbersEndSoon) {
  Expr Sum = k(0), Most = k(0);
  for (unsigned I = 0; I < 80; ++I) {
    Expr X = symbol("x", 0, 1000), A = symbol("a", 0, 1000), B = symbol("b", 0, 1000);
    for (unsigned J = 1; J < 4; ++J)
      require(C.sle(X, C.add(A, C.mul(B, k(J), NSW), NSW)));
    Sum = C.add(Sum, C.mul(X, k(2 * I + 1), NSW), NSW);
    Most = C.add(Most, C.mul(A, k(I + 1), NSW), NSW);
  }
  for (unsigned I = 0; I < 40; ++I)
    require(C.slt(C.add(Most, k(I), NSW), C.add(Sum, symbol("y", 0, 5), NSW)));
  const auto Start = std::chrono::steady_clock::now();
  (void)ask();
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(20));
}

TEST_F(Question, TheLikeOfARefutedQuestionMayHaveASolution) {
  auto Ask = [](smt::Workspace &In, unsigned Rows, uint64_t Units) {
    ExprContext &Ctx = In.terms();
    Expr T[2], At[2];
    for (unsigned I = 0; I < 2; ++I) {
      Symbol S;
      S.Level = Uniformity::Thread;
      S.Width = 32;
      S.Lo = 0;
      S.Hi = 1023;
      T[I] = Ctx.apply(Ctx.addSymbol(S));
      At[I] = Ctx.binary(Op::Xor, Ctx.binary(Op::URem, T[I], Ctx.constant(Rows, 32)),
                         Ctx.binary(Op::UDiv, T[I], Ctx.constant(32, 32)));
    }
    smt::Solver Of(In);
    smt::Budget Limit;
    Limit.ResourceUnits = Units;
    Satisfiability V = Of.satisfiable({Ctx.ne(T[0], T[1]), Ctx.eq(At[0], At[1]),
                                       Ctx.eq(Ctx.binary(Op::UDiv, T[0], Ctx.constant(32, 32)),
                                              Ctx.binary(Op::UDiv, T[1], Ctx.constant(32, 32)))},
                                      Limit);
    return std::pair(V.index(), Of.statistics().Unknowns);
  };
  ExprContext Terms;
  smt::Workspace W(Terms);
  const uint64_t Plenty = smt::Budget().ResourceUnits, None = 10;
  EXPECT_EQ(Ask(W, 32, Plenty).first, Satisfiability(Unsatisfiable{}).index());
  EXPECT_EQ(Ask(W, 16, None), std::pair(Satisfiability(Unknown{}).index(), uint64_t(1)));
  EXPECT_EQ(Ask(W, 16, Plenty).first, Satisfiability(Satisfiable{}).index());
}
