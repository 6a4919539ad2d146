// SPDX-License-Identifier: Apache-2.0
//
// Short names for building questions in the solver's tests.
#pragma once

#include "smt/Solver.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace cudafix::test {

class Question : public ::testing::Test {
protected:
  ExprContext C;
  smt::Workspace Work{C};
  std::vector<Expr> Constraints;
  smt::Budget Limit;

  Expr symbol(const char *Name, int64_t Lo, int64_t Hi, Uniformity Level = Uniformity::Thread,
              unsigned Width = 32, bool Signed = true) {
    Symbol S;
    S.Kind = SymbolKind::Fresh;
    S.Level = Level;
    S.Width = Width;
    S.Name = Name;
    S.Signed = Signed;
    S.Lo = Lo;
    S.Hi = Hi;
    return C.apply(C.addSymbol(S));
  }
  /// An int parameter of which nothing is known.
  Expr param(const char *Name, unsigned Width = 32) {
    return symbol(Name, INT64_MIN, INT64_MAX, Uniformity::Launch, Width);
  }
  /// An unsigned per-thread value below 1024.
  Expr tid(const char *Name) { return symbol(Name, 0, 1023, Uniformity::Thread, 32, false); }
  Expr k(int64_t V, unsigned Width = 32) { return C.constant(static_cast<uint64_t>(V), Width); }
  void require(Expr E) { Constraints.push_back(E); }
  /// Byte offset of element I of 4 bytes.
  Expr bytes(Expr I) { return C.mul(C.sext(I, 64), k(4, 64)); }
  /// Two ranges of 4 bytes overlap.
  Expr overlap(Expr A, Expr B) {
    return C.land(C.slt(A, C.add(B, k(4, 64))), C.slt(B, C.add(A, k(4, 64))));
  }

  Satisfiability ask() {
    smt::Solver S(Work);
    return S.satisfiable(Constraints, Limit);
  }
  static std::string reason(const Satisfiability &V) {
    auto *U = std::get_if<Unknown>(&V);
    return U ? U->Reason : "decided";
  }
  void expectProved() {
    Satisfiability V = ask();
    EXPECT_TRUE(std::holds_alternative<Unsatisfiable>(V)) << reason(V) << describe(V);
  }
  /// Also checks the model once more.
  Satisfiable expectWitness() {
    Satisfiability V = ask();
    auto *R = std::get_if<Satisfiable>(&V);
    EXPECT_TRUE(R) << reason(V);
    if (!R)
      return {};
    for (Expr E : Constraints)
      EXPECT_EQ(C.evaluate(E,
                           [&](Expr A, llvm::ArrayRef<uint64_t> Args) -> std::optional<uint64_t> {
                             for (const ModelEntry &M : R->Model)
                               if (M.Symbol == A->symbol() &&
                                   llvm::ArrayRef<uint64_t>(M.Args) == Args)
                                 return M.Value;
                             return 0;
                           }),
                std::optional<uint64_t>(1))
          << C.toString(E) << describe(V);
    return *R;
  }
  std::string describe(const Satisfiability &V) {
    std::string S;
    if (auto *R = std::get_if<Satisfiable>(&V))
      for (const ModelEntry &M : R->Model)
        S += " " + C.symbol(M.Symbol).Name + "=" + std::to_string(M.Value);
    return S;
  }
};

} // namespace cudafix::test
