// SPDX-License-Identifier: Apache-2.0
//
// Random questions over small words, against trying every value.

#include "smt/Questions.h"
#include <random>

using namespace cudafix;

namespace {

class Random : public test::Question, public ::testing::WithParamInterface<int> {
protected:
  std::mt19937 Rng;
  unsigned W = 4;
  std::vector<Expr> Leaves;

  unsigned pick(unsigned N) { return Rng() % N; }

  Expr word(unsigned Depth) {
    if (Depth == 0 || pick(5) == 0)
      return pick(3) ? Leaves[pick(Leaves.size())] : C.constant(Rng(), W);
    static constexpr Op Ops[] = {Op::Add,  Op::Sub,  Op::Mul,  Op::Add,  Op::Mul,
                                 Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::Shl,
                                 Op::LShr, Op::AShr, Op::And,  Op::Or,   Op::Xor};
    if (pick(8) == 0)
      return C.ite(condition(Depth - 1), word(Depth - 1), word(Depth - 1));
    if (pick(8) == 0) {
      Expr Narrow = C.trunc(word(Depth - 1), 2);
      return pick(2) ? C.zext(Narrow, W) : C.sext(Narrow, W);
    }
    return C.binary(Ops[pick(std::size(Ops))], word(Depth - 1), word(Depth - 1));
  }
  Expr condition(unsigned Depth) {
    if (Depth && pick(4) == 0) {
      Expr A = condition(Depth - 1), B = condition(Depth - 1);
      return pick(3) == 0 ? C.lnot(A) : pick(2) ? C.land(A, B) : C.lor(A, B);
    }
    Expr A = word(Depth), B = word(Depth);
    switch (pick(5)) {
    case 0:
      return C.eq(A, B);
    case 1:
      return C.ult(A, B);
    case 2:
      return C.slt(A, B);
    case 3:
      return C.sle(A, B);
    default:
      return C.ne(A, B);
    }
  }
  /// Some assignment within the bounds satisfies all constraints.
  bool bruteForce() {
    unsigned Bits = W * Leaves.size();
    for (uint64_t All = 0; All < uint64_t(1) << Bits; ++All) {
      auto value = [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
        for (unsigned I = 0; I < Leaves.size(); ++I)
          if (Leaves[I] == E)
            return All >> (I * W) & ((1u << W) - 1);
        return std::nullopt;
      };
      bool Ok = true;
      for (Expr L : Leaves) {
        const Symbol &S = C.symbol(L->symbol());
        int64_t V = *value(L, {});
        if (S.Signed)
          V = llvm::SignExtend64(V, W);
        Ok &= V >= S.Lo && V <= S.Hi;
      }
      for (Expr E : Constraints)
        Ok = Ok && C.evaluate(E, value) == 1;
      if (Ok)
        return true;
    }
    return false;
  }
};

TEST_P(Random, AgreesWithTryingAllValues) {
  Rng.seed(GetParam());
  unsigned Undecided = 0;
  std::string Open;
  for (int Round = 0; Round < 30; ++Round) {
    Leaves.clear();
    Constraints.clear();
    for (int I = 0; I < 3; ++I) {
      bool Signed = pick(2);
      Leaves.push_back(symbol("x", Signed ? -int(pick(9)) : 0, Signed ? pick(8) : pick(16),
                              I == 2 ? Uniformity::Launch : Uniformity::Thread, W, Signed));
    }
    for (unsigned I = 0, N = 1 + pick(3); I < N; ++I)
      require(condition(2));
    Satisfiability V = ask();
    bool Some = bruteForce();
    std::string Text;
    for (Expr E : Constraints)
      Text += C.toString(E) + "\n";
    if (std::holds_alternative<Unsatisfiable>(V)) {
      EXPECT_FALSE(Some) << Text;
    }
    if (std::holds_alternative<Satisfiable>(V)) {
      EXPECT_TRUE(Some) << Text;
    }
    if (std::holds_alternative<Unknown>(V) && Some) {
      ++Undecided;
      Open += Text + reason(V) + "\n";
    }
  }
  EXPECT_LE(Undecided, 1u) << Open;
}
INSTANTIATE_TEST_SUITE_P(Seeds, Random, ::testing::Range(0, 6));

} // namespace
