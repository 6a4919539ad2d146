// SPDX-License-Identifier: Apache-2.0
//
// Answers that outlive the process: what the next one reads is what this one found out, and
// nothing that another question was asked for.

#include "smt/AnswerTable.h"
#include "Questions.h"

namespace cudafix::test {
namespace {

using smt::AnswerTable;

/// A race-like question over terms of its own.
struct Asked {
  ExprContext C;
  smt::Workspace W{C};
  std::shared_ptr<AnswerTable> Table = std::make_shared<AnswerTable>();
  smt::Statistics Stats;

  explicit Asked(llvm::StringRef Known = "") {
    Table->read(Known);
    W.use(Table);
  }
  Expr value(int64_t Hi, Uniformity Level, bool Signed = true, unsigned Width = 32,
             SymbolKind Kind = SymbolKind::Fresh, unsigned Index = 0) {
    Symbol S;
    S.Kind = Kind;
    S.Index = Index;
    S.Level = Level;
    S.Width = Width;
    S.Signed = Signed;
    S.Lo = 0;
    S.Hi = Hi;
    return C.apply(C.addSymbol(S));
  }
  Satisfiability ask(llvm::ArrayRef<Expr> Of, const smt::Budget &B = {}) {
    smt::Solver S(W);
    Satisfiability V = S.satisfiable(Of, B);
    Stats = S.statistics();
    return V;
  }
  /// T and U below Hi meet in a row of W.
  Satisfiability meet(int64_t Hi, const smt::Budget &B = {}, bool Signed = true) {
    Expr T = value(Hi, Uniformity::Thread, Signed), U = value(Hi, Uniformity::Thread, Signed);
    Expr Row = value(64, Uniformity::Launch);
    return ask({C.ne(T, U), C.eq(C.binary(Op::URem, T, Row), C.binary(Op::URem, U, Row)),
                C.slt(C.constant(1, 32), Row)},
               B);
  }
};

std::string valuesOf(const Satisfiability &V) {
  std::string Text = std::to_string(V.index()) + ":";
  if (const auto *S = std::get_if<Satisfiable>(&V))
    for (const ModelEntry &E : S->Model)
      Text += " " + std::to_string(E.Symbol) + "=" + std::to_string(E.Value);
  if (const auto *U = std::get_if<Unknown>(&V))
    Text += U->Reason + (U->OutOfBudget ? "!" : "");
  return Text;
}

TEST(AnswerTable, TheNextProcessReadsWhatThisOneFoundOut) {
  for (int64_t Hi : {1, 1023}) {
    Asked First;
    const std::string Was = valuesOf(First.meet(Hi));
    const std::string Text = First.Table->takeAsked();
    Asked Second(Text);
    EXPECT_EQ(valuesOf(Second.meet(Hi)), Was);
    // It costs and counts the same.
    EXPECT_EQ(Second.W.spent(), First.W.spent());
    EXPECT_EQ(Second.Stats.ResourceUnits, First.Stats.ResourceUnits);
    EXPECT_EQ(Second.Stats.Repeated, First.Stats.Repeated);
    EXPECT_EQ(Second.Table->takeAsked(), Text);
    EXPECT_EQ(Second.Table->takeAsked(), "");
    EXPECT_EQ(AnswerTable::merged(Text, Text, 1 << 20), "") << "nothing new";
  }
}

/// Returns true if a process that knows the first question's answer works out the second's.
template <typename F, typename S> bool worksOut(F First, S Second) {
  Asked A;
  First(A);
  const std::string Known = A.Table->takeAsked();
  Asked B(Known);
  Second(B);
  return AnswerTable::merged(B.Table->takeAsked(), Known, 1 << 20) != "";
}

TEST(AnswerTable, WhateverAnAnswerDependsOnIsInTheSum) {
  auto Meet = [](int64_t Hi, smt::Budget B, bool Signed) {
    return [=](Asked &A) { A.meet(Hi, B, Signed); };
  };
  smt::Budget Usual, Small, Readable, Rounds, Patient;
  Small.ResourceUnits = 1000;
  Readable.Readable = true;
  Rounds.MaxRounds = 1;
  Patient.WatchdogSeconds = 99; // what it ends is not remembered
  EXPECT_FALSE(worksOut(Meet(1023, Usual, true), Meet(1023, Usual, true)));
  EXPECT_FALSE(worksOut(Meet(1023, Usual, true), Meet(1023, Patient, true)));
  EXPECT_TRUE(worksOut(Meet(1023, Usual, true), Meet(1022, Usual, true)));
  EXPECT_TRUE(worksOut(Meet(1023, Usual, true), Meet(1023, Usual, false)));
  EXPECT_TRUE(worksOut(Meet(1023, Usual, true), Meet(1023, Small, true)));
  EXPECT_TRUE(worksOut(Meet(1023, Usual, true), Meet(1023, Readable, true)));
  EXPECT_TRUE(worksOut(Meet(1023, Usual, true), Meet(1023, Rounds, true)));

  auto Sum = [](Uniformity Level, unsigned Width, SymbolKind Kind, unsigned Index, uint8_t Flags,
                int64_t Constant) {
    return [=](Asked &A) {
      Expr T = A.value(100, Level, true, Width, Kind, Index);
      Expr U = A.value(100, Level, true, Width, Kind, Index);
      A.ask({A.C.eq(A.C.mul(T, U, Flags), A.C.constant(Constant, Width))});
    };
  };
  using K = SymbolKind;
  auto Base = Sum(Uniformity::Thread, 32, K::Fresh, 0, NSW, 7);
  EXPECT_FALSE(worksOut(Base, Sum(Uniformity::Thread, 32, K::Fresh, 0, NSW, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Block, 32, K::Fresh, 0, NSW, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Thread, 64, K::Fresh, 0, NSW, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Thread, 32, K::Load, 0, NSW, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Thread, 32, K::Fresh, 1, NSW, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Thread, 32, K::Fresh, 0, NoFlags, 7)));
  EXPECT_TRUE(worksOut(Base, Sum(Uniformity::Thread, 32, K::Fresh, 0, NSW, 11)));
}

/// What the questions before were does not matter: each is solved as if it were the first.
TEST(AnswerTable, AnswersDoNotDependOnTheQuestionsBefore) {
  Asked Alone, Later;
  for (int64_t Hi = 2; Hi < 12; ++Hi)
    Later.meet(Hi);
  const uint64_t Before = Later.W.spent();
  const Satisfiability A = Alone.meet(1000), B = Later.meet(1000);
  const auto &X = std::get<Satisfiable>(A), &Y = std::get<Satisfiable>(B);
  ASSERT_EQ(X.Model.size(), Y.Model.size());
  for (size_t I = 0; I < X.Model.size(); ++I)
    EXPECT_EQ(X.Model[I].Value, Y.Model[I].Value);
  EXPECT_EQ(Later.W.spent() - Before, Alone.W.spent());
}

TEST(AnswerTable, WhatIsDamagedIsLeftOut) {
  Asked First;
  const std::string Was = valuesOf(First.meet(1023));
  const std::string Text = First.Table->takeAsked();
  for (size_t I = 0; I < Text.size(); I += 7) {
    Asked Cut(llvm::StringRef(Text).take_front(I));
    EXPECT_EQ(valuesOf(Cut.meet(1023)), Was);
  }
  // Whatever else stands there: no crash.
  for (size_t I = 0; I < Text.size(); ++I) {
    std::string Changed = Text;
    Changed[I] = char(Changed[I] ^ 0x81);
    AnswerTable().read(Changed);
  }
}

TEST(AnswerTable, OldAnswersGoFirst) {
  Asked First, Second;
  First.meet(10);
  Second.meet(20);
  const std::string Old = First.Table->takeAsked(), New = Second.Table->takeAsked();
  EXPECT_EQ(AnswerTable::merged(New, Old, 1 << 20), New + Old);
  EXPECT_EQ(AnswerTable::merged(New, Old, New.size()), New);
  EXPECT_EQ(AnswerTable::merged("", Old, 1 << 20), "");
}

} // namespace
} // namespace cudafix::test
