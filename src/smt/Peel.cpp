// SPDX-License-Identifier: Apache-2.0

#include "smt/Peel.h"
#include "smt/Arrange.h"
#include "smt/DigitBounds.h"
#include "smt/Extents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <numeric>

using namespace cudafix;
using namespace cudafix::smt;

/// At most so many trip counts are settled by questions.
static constexpr size_t MaxTrips = 2;

namespace {
/// The difference of two addresses is bounded: -Below < Mine - Other < Above.
struct Distance {
  Polynomial Mine, Other;
  unsigned Width;
  uint64_t Below, Above;
};

/// A polynomial as Factor * Multiple + Rest.
struct Split {
  Polynomial Multiple, Rest;
};

class Peeler {
public:
  Peeler(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints, Refutes Refuted)
      : Ctx(Ctx), Sums(Ctx, true), Refuted(Refuted) {
    for (Expr E : Constraints)
      if (E->op() == Op::And && E->width() == 1)
        llvm::append_range(Left, E->args());
      else
        Left.push_back(E);
    Sums.learnSizes(Left);
    putShifts(Ctx, Sums, Left);
    putEqualExtents(Ctx, Sums, Left);
    settleTrips();
    Sums.countDivisors(Left);
    boundQuotients(Ctx, Sums, Left);
    boundMultiples(Ctx, Sums, Left);
  }
  std::vector<Expr> run();

private:
  void settleTrips();
  bool takeEquality(size_t I);
  bool takeOverlap(size_t I);
  void peel(Distance D, bool Whole);
  bool peelBy(const Distance &D, const Factors &Step, bool Ask);
  bool isBound(const Factors &Product);
  std::vector<Factors> candidates(const Distance &D);
  bool staysBelow(const Distance &Rest, Expr Factor, bool Ask);
  int direction(const Distance &Rest);
  bool isLight(Expr E);
  Expr between(const Distance &D);
  void joinHighest();
  void joinDigits();

  ExprContext &Ctx;
  Arranger Sums;
  Refutes Refuted;
  llvm::SmallVector<Expr, 32> Left; ///< the other constraints
  std::vector<Expr> Digits;
  llvm::DenseMap<Expr, bool> Light;
  bool Any = false;
  unsigned Tries = 6; ///< questions that may still be asked about factors
};
} // namespace

static Split splitBy(const Polynomial &P, const Factors &Step) {
  Split S;
  for (auto &[Of, C] : P)
    if (auto Others = without(Of, Step))
      S.Multiple[*Others] = C;
    else
      S.Rest[Of] = C;
  return S;
}

/// Adds `C` times the product of the factors.
static void add(Polynomial &To, const Factors &Of, int64_t C) {
  if ((To[Of] += C) == 0)
    To.erase(Of);
}

/// The greatest common divisor of `So` and all coefficients.
static uint64_t content(const Polynomial &P, uint64_t So) {
  for (auto &[Of, C] : P)
    So = std::gcd(So, static_cast<uint64_t>(std::abs(static_cast<int64_t>(C))));
  return So;
}

static void divide(Polynomial &P, uint64_t By) {
  for (auto &[Of, C] : P)
    C = static_cast<int64_t>(C) / static_cast<int64_t>(By);
}

/// Returns true for 0 < n ? n : 0, the trip count of a loop.
static bool isTrips(Expr E) {
  return E->op() == Op::Ite && E->arg(0)->op() == Op::Slt && E->arg(0)->arg(1) == E->arg(1) &&
         E->arg(0)->arg(0)->isConst() && E->arg(0)->arg(0)->value() == 0 && E->arg(2)->isConst() &&
         E->arg(2)->value() == 0;
}

/// Replaces the trip count 0 < n ? n : 0 by n where it cannot be 0: an address contains the loop's
/// counter, so the thread is in the loop. n may be sign- or zero-extended.
void Peeler::settleTrips() {
  llvm::SetVector<Expr> Trips;
  for (Expr E : Left)
    if (E->op() == Op::Eq && !Sums.isShared(E))
      ExprContext::visit(E, [&](Expr N) {
        if (isTrips(N) && Sums.isShared(N))
          Trips.insert(N);
      });
  llvm::DenseSet<Expr> Positive;
  for (Expr N : llvm::ArrayRef(Trips.getArrayRef()).take_front(MaxTrips)) {
    llvm::SmallVector<Expr, 32> Few;
    llvm::copy_if(Left, std::back_inserter(Few), [&](Expr E) { return isLight(E); });
    Few.push_back(Ctx.lnot(N->arg(0)));
    if (Refuted(Few))
      Positive.insert(N->arg(1));
  }
  if (Positive.empty())
    return;
  llvm::DenseMap<Expr, Expr> Map;
  auto Visit = [&](Expr E) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : E->args())
      Args.push_back(Map.lookup(A));
    if (isTrips(E) && Positive.contains(E->arg(1)))
      Map[E] = E->arg(1);
    else if (E->op() == Op::ZExt && Positive.contains(Args[0]))
      Map[E] = Ctx.sext(Args[0], E->width());
    else
      Map[E] = Ctx.withArgs(E, Args);
  };
  for (Expr &E : Left) {
    ExprContext::visit(E, Visit, [&](Expr N) { return Map.contains(N); });
    E = Map.lookup(E);
  }
}

Expr Peeler::between(const Distance &D) {
  Expr A = Sums.sum(D.Mine, D.Width), B = Sums.sum(D.Other, D.Width);
  if (D.Below == 1 && D.Above == 1)
    return Ctx.eq(A, B);
  return Ctx.land(Ctx.slt(A, Ctx.add(B, Ctx.constant(D.Above, D.Width), NSW)),
                  Ctx.slt(B, Ctx.add(A, Ctx.constant(D.Below, D.Width), NSW)));
}

/// Returns true if a constraint bounds something by the product of the factors, or by the product
/// with one factor replaced: x < w * n where rows have length w * m.
bool Peeler::isBound(const Factors &Product) {
  auto Narrow = [](Expr F) { return F->op() == Op::SExt || F->op() == Op::ZExt ? F->arg(0) : F; };
  auto Near = [&](const Factors &Of) {
    auto Has = [&](Expr F) {
      return llvm::any_of(Product, [&](Expr P) { return Narrow(P) == Narrow(F); });
    };
    return Of.size() == Product.size() && llvm::count_if(Of, Has) + 1 >= int(Of.size());
  };
  auto Says = [&](Expr E) {
    if (E->op() != Op::Slt && E->op() != Op::Ult)
      return false;
    std::optional<Polynomial> Most = Sums.polynomial(E->arg(1));
    return Most && Most->size() == 1 && Near(Most->begin()->first);
  };
  return llvm::any_of(
      Left, [&](Expr E) { return E->op() == Op::Or ? llvm::any_of(E->args(), Says) : Says(E); });
}

/// The factors to split by, in the order in which they are tried: whole products of extents that
/// bound something; then single extents, those in most products first, as they belong to the lowest
/// digits; then the other whole products.
std::vector<Factors> Peeler::candidates(const Distance &D) {
  std::map<Factors, unsigned, ById> Uses, Together;
  llvm::DenseSet<Expr> Sides[2]; // terms that differ between blocks occur on only one side
  for (auto [P, Side] : {std::pair(&D.Mine, 0), std::pair(&D.Other, 1)})
    for (auto &[Of, C] : *P)
      Sides[Side].insert_range(Of);
  for (const Polynomial *P : {&D.Mine, &D.Other})
    for (auto &[Of, C] : *P) {
      Factors Extents;
      for (Expr F : Of)
        if (Sums.isShared(F))
          Extents.push_back(F);
      const bool Both = !Sides[0].empty() && !Sides[1].empty();
      auto IsOnBoth = [&](Expr F) { return Sides[0].contains(F) && Sides[1].contains(F); };
      for (unsigned I = 0; I < Extents.size(); ++I)
        if ((I == 0 || Extents[I] != Extents[I - 1]) &&
            (!Both || IsOnBoth(Extents[I]) || Sums.isOfLaunch(Extents[I])))
          ++Uses[{Extents[I]}];
      if (Both)
        llvm::erase_if(Extents, [&](Expr F) { return !IsOnBoth(F); });
      if (Extents.size() > 1)
        ++Together[Extents];
    }
  auto ByUse = [](const auto &Counts) {
    std::vector<Factors> Out;
    for (auto &[F, N] : Counts)
      Out.push_back(F);
    llvm::sort(Out, [&](const Factors &A, const Factors &B) {
      unsigned UsesA = Counts.find(A)->second, UsesB = Counts.find(B)->second;
      return UsesA != UsesB ? UsesA > UsesB : ById()(A, B);
    });
    return Out;
  };
  std::vector<Factors> Whole = ByUse(Together), Out;
  llvm::copy_if(Whole, std::back_inserter(Out), [&](const Factors &F) { return isBound(F); });
  const size_t Bounds = Out.size();
  llvm::append_range(Out, ByUse(Uses));
  for (Factors &F : Whole)
    if (!llvm::is_contained(llvm::ArrayRef(Out).take_front(Bounds), F))
      Out.push_back(std::move(F));
  return Out;
}

/// Returns true if all products in the constraint are products of extents. Other constraints seldom
/// matter for bounds.
bool Peeler::isLight(Expr Root) {
  auto Visit = [&](Expr E) {
    bool Is = E->op() != Op::Mul || E->arg(0)->isConst() || E->arg(1)->isConst() ||
              (Sums.isShared(E->arg(0)) && Sums.isShared(E->arg(1)));
    for (Expr A : E->args())
      Is &= Light.lookup(A);
    Light[E] = Is;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Light.contains(E); });
  return Light.lookup(Root);
}

/// Returns true if -(f - Above) <= Mine - Other <= f - Below holds for the rests. Questions to the
/// solver are allowed only with `Ask`.
bool Peeler::staysBelow(const Distance &Rest, Expr Factor, bool Ask) {
  const auto Most = [&](uint64_t Less) { // as a term, (w + 3) - 1 might wrap
    std::optional<Polynomial> P = Sums.polynomial(Factor);
    if (P)
      Sums.add(*P, {{{}, 1}}, -Less);
    return P;
  };
  if (auto High = Most(Rest.Below), Low = Most(Rest.Above); High && Low) {
    DigitBounds Of(Ctx, Sums, Left, Rest.Width);
    if (Of.isWithin(Rest.Mine, *High) && Of.isWithin(Rest.Other, *Low))
      return true;
  }
  if (!Ask || Tries == 0)
    return false;
  --Tries;
  unsigned W = Rest.Width;
  Expr Apart = Ctx.sub(Sums.sum(Rest.Mine, W), Sums.sum(Rest.Other, W), NSW);
  Expr High = Ctx.slt(Ctx.sub(Factor, Ctx.constant(Rest.Below, W), NSW), Apart);
  Expr Low = Ctx.slt(Apart, Ctx.sub(Ctx.constant(Rest.Above, W), Factor, NSW));
  llvm::SmallVector<Expr, 32> All(Left), Few;
  llvm::append_range(All, Digits);
  llvm::append_range(All, Sums.digits());
  for (Expr E : All)
    if (isLight(E))
      Few.push_back(E);
  Expr Leaves = Ctx.lor(High, Low);
  Few.push_back(Leaves);
  All.push_back(Leaves);
  return Refuted(Few) || (!isLight(Apart) && Refuted(All));
}

/// Returns 1 or -1 if the rests add up instead of cancelling, as in x + y' where one thread walks
/// its row backwards: the sum then lies in one of two adjacent multiples of the factor. Else
/// returns 0.
int Peeler::direction(const Distance &Rest) {
  int Sign = 0;
  for (auto &[P, Side] : {std::pair(&Rest.Mine, 1), std::pair(&Rest.Other, -1)})
    for (auto &[Of, C] : *P) {
      if (llvm::all_of(Of, [&](Expr F) { return Sums.isShared(F); }))
        continue;
      int Own = static_cast<int64_t>(C) > 0 ? Side : -Side;
      if (Sign == -Own)
        return 0;
      Sign = Own;
    }
  return Sign;
}

/// Returns true if a product contains the remainder of a division by more than these factors: the
/// remainder may be nearly as large as that divisor.
static bool holdsLargerRemainder(const Polynomial &P, const Factors &Step) {
  for (auto &[Of, C] : P)
    for (Expr F : Of) {
      Expr R = F->op() == Op::SExt || F->op() == Op::ZExt ? F->arg(0) : F;
      if (R->op() != Op::SRem && R->op() != Op::URem)
        continue;
      llvm::SmallVector<Expr, 4> Work{R->arg(1)};
      Factors Divisor;
      while (!Work.empty()) {
        Expr D = Work.pop_back_val();
        if (D->op() == Op::Mul)
          Work.append(D->args().begin(), D->args().end());
        else
          Divisor.push_back(D);
      }
      llvm::sort(Divisor, ById());
      if (Divisor.size() > Step.size() && without(Divisor, Step))
        return true;
    }
  return false;
}

bool Peeler::peelBy(const Distance &D, const Factors &Step, bool Ask) {
  Split A = splitBy(D.Mine, Step), B = splitBy(D.Other, Step);
  if (holdsLargerRemainder(A.Rest, Step) || holdsLargerRemainder(B.Rest, Step))
    return false;
  uint64_t Scale = content(B.Multiple, content(A.Multiple, 0));
  if (Scale == 0 || Scale > INT32_MAX)
    return false;
  Expr Size = Ctx.constant(Scale, D.Width);
  for (Expr F : Step)
    Size = Ctx.mul(F, Size, NSW);
  Distance Rest{A.Rest, B.Rest, D.Width, D.Below, D.Above};
  int Borrowed = 0;
  if (!staysBelow(Rest, Size, Ask)) {
    auto IsConstant = [](const Polynomial &P) {
      return P.empty() || (P.size() == 1 && P.begin()->first.empty());
    };
    Borrowed = direction(Rest);
    if (Borrowed == 0 || (IsConstant(A.Multiple) && IsConstant(B.Multiple)))
      return false;
    add(Rest.Mine, Step, -Borrowed * static_cast<int64_t>(Scale));
    if (!staysBelow(Rest, Size, Ask))
      return false;
  }
  Any = true;
  divide(A.Multiple, Scale);
  divide(B.Multiple, Scale);
  add(A.Multiple, {}, Borrowed);
  peel(std::move(Rest), false);
  peel({A.Multiple, B.Multiple, D.Width, 1, 1}, false);
  return true;
}

/// Removes the products that both addresses contain: they do not change the difference.
static void cancel(Distance &D) {
  for (auto It = D.Mine.begin(); It != D.Mine.end();) {
    auto At = D.Other.find(It->first);
    if (At == D.Other.end() || At->second != It->second) {
      ++It;
      continue;
    }
    D.Other.erase(At);
    It = D.Mine.erase(It);
  }
}

void Peeler::peel(Distance D, bool Whole) {
  cancel(D);
  const std::vector<Factors> Steps = candidates(D);
  for (bool Ask : {false, true})
    for (const Factors &Step : Steps)
      if (peelBy(D, Step, Ask))
        return;
  if (!Whole)
    Digits.push_back(between(D));
}

bool Peeler::takeEquality(size_t I) {
  Expr E = Left[I];
  if (E->op() != Op::Eq || E->arg(0)->width() < 32 || Sums.isShared(E))
    return false;
  unsigned Width = holdsNarrowed(E) ? 64 : E->arg(0)->width();
  auto A = Sums.polynomial(Ctx.sext(E->arg(0), Width)),
       B = Sums.polynomial(Ctx.sext(E->arg(1), Width));
  if ((!A || !B) && E->arg(0)->width() < 64) { // as unsigned numbers, too, they are equal
    Width = 64;
    A = Sums.polynomial(Ctx.zext(E->arg(0), Width));
    B = Sums.polynomial(Ctx.zext(E->arg(1), Width));
    // Then no product is larger than the sum.
    auto IsPositive = [](const auto &P) { return static_cast<int64_t>(P.second) > 0; };
    if (!A || !B || !llvm::all_of(*A, IsPositive) || !llvm::all_of(*B, IsPositive))
      return false;
  }
  if (!A || !B)
    return false;
  Left.erase(Left.begin() + I);
  bool Before = std::exchange(Any, false);
  peel({*A, *B, Width, 1, 1}, true);
  if (!Any)
    Left.insert(Left.begin() + I, E);
  return std::exchange(Any, Any || Before);
}

/// Handles x < y + n and y < x + m, in two constraints that follow each other.
bool Peeler::takeOverlap(size_t I) {
  if (I + 1 >= Left.size())
    return false;
  Expr First = Left[I], Second = Left[I + 1];
  auto Above = [](Expr E) { // of Add(y, n): n
    Expr Bound = E->arg(1);
    return Bound->op() == Op::Add && Bound->arg(1)->isConst() ? Bound->arg(1)->signedValue() : 0;
  };
  if (First->op() != Op::Slt || Second->op() != Op::Slt || First->arg(0)->width() < 32 ||
      First->arg(0)->width() != Second->arg(0)->width() || Above(First) <= 0 || Above(Second) <= 0)
    return false;
  auto A = Sums.polynomial(First->arg(0)), B = Sums.polynomial(Second->arg(0)),
       AEnd = Sums.polynomial(Second->arg(1)), BEnd = Sums.polynomial(First->arg(1));
  if (!A || !B || !AEnd || !BEnd)
    return false;
  auto Minus = [](Polynomial P, const Polynomial &Q) {
    for (auto &[Of, C] : Q)
      add(P, Of, -static_cast<int64_t>(C));
    return P;
  };
  Polynomial N = Minus(*BEnd, *B), M = Minus(*AEnd, *A);
  auto Constant = [](const Polynomial &P) {
    return P.size() == 1 && P.begin()->first.empty() ? static_cast<int64_t>(P.begin()->second) : 0;
  };
  if (Constant(N) <= 0 || Constant(M) <= 0)
    return false;
  Left.erase(Left.begin() + I, Left.begin() + I + 2);
  bool Before = std::exchange(Any, false);
  peel({*A, *B, First->arg(0)->width(), static_cast<uint64_t>(Constant(M)),
        static_cast<uint64_t>(Constant(N))},
       true);
  if (!Any)
    Left.insert(Left.begin() + I, {First, Second});
  return std::exchange(Any, Any || Before);
}

/// Adds x == y if x % n == y % n and both are less than n, as the highest digits are.
void Peeler::joinHighest() {
  DigitBounds Of(Ctx, Sums, Left);
  for (size_t I = 0, End = Digits.size(); I < End; ++I) {
    if (Digits[I]->op() != Op::Eq)
      continue;
    Expr A = unwidened(Digits[I]->arg(0)), B = unwidened(Digits[I]->arg(1));
    if ((A->op() == Op::URem || A->op() == Op::SRem) && A->op() == B->op() &&
        A->arg(1) == B->arg(1) && Of.isDigit(A->arg(0), A->arg(1)) &&
        Of.isDigit(B->arg(0), A->arg(1)))
      Digits.push_back(Ctx.eq(A->arg(0), B->arg(0)));
  }
}

/// Joins x / n == y / n and x % n == y % n to x == y, which in turn may be an equality of quotients
/// of larger numbers.
void Peeler::joinDigits() {
  joinHighest();
  llvm::DenseSet<Expr> Known(Digits.begin(), Digits.end());
  auto Joined = [&](Expr Equal) {
    if (Equal->op() != Op::Eq)
      return Expr();
    Expr A = Equal->arg(0), B = Equal->arg(1);
    if (A->op() == B->op() && (A->op() == Op::SExt || A->op() == Op::ZExt)) {
      A = A->arg(0);
      B = B->arg(0);
    }
    Op Divide = A->op() == Op::SRem ? Op::SDiv : Op::UDiv;
    if ((A->op() != Op::SRem && A->op() != Op::URem) || A->op() != B->op() ||
        A->arg(1) != B->arg(1))
      return Expr();
    auto Widened = [&](Expr N) {
      return N->width() < Equal->arg(0)->width()
                 ? Ctx.make(Equal->arg(0)->op(), {N}, Equal->arg(0)->width())
                 : N;
    };
    auto Quotient = [&](Expr R) {
      return Widened(Sums.arrange(Ctx.binary(Divide, R->arg(0), R->arg(1))));
    };
    return Known.contains(Ctx.eq(Quotient(A), Quotient(B)))
               ? Ctx.eq(Widened(A->arg(0)), Widened(B->arg(0)))
               : Expr();
  };
  for (bool More = true; std::exchange(More, false);)
    for (size_t I = 0; I < Digits.size(); ++I)
      if (Expr Equal = Joined(Digits[I]); Equal && Known.insert(Equal).second) {
        Digits.push_back(Equal);
        More = true;
      }
}

std::vector<Expr> Peeler::run() {
  for (size_t I = 0; I < Left.size();)
    if (!takeEquality(I) && !takeOverlap(I))
      ++I;
  if (!Any)
    return {};
  joinDigits();
  std::vector<Expr> Out(Left.begin(), Left.end());
  llvm::append_range(Out, Digits);
  llvm::append_range(Out, Sums.digits());
  return Out;
}

std::vector<Expr> cudafix::smt::peeled(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints,
                                       Refutes Refuted) {
  return Peeler(Ctx, Constraints, Refuted).run();
}
