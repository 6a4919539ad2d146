// SPDX-License-Identifier: Apache-2.0

#include "smt/Arrange.h"
#include "model/Sums.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::smt;

/// Larger polynomials are left as they are.
static constexpr size_t MaxProducts = 24;

std::optional<Factors> cudafix::smt::without(Factors Of, const Factors &Less) {
  for (Expr F : Less) {
    auto It = llvm::find(Of, F);
    if (It == Of.end())
      return std::nullopt;
    Of.erase(It);
  }
  return Of;
}

static bool isArithmetic(Expr E) {
  return E->op() == Op::Add || E->op() == Op::Sub || E->op() == Op::Mul ||
         (E->op() == Op::Shl && E->arg(1)->isConst());
}

uint64_t Arranger::truncated(uint64_t V, unsigned Width) {
  return Width >= 64 ? V : V & ((uint64_t(1) << Width) - 1);
}

void Arranger::add(Polynomial &To, const Polynomial &P, uint64_t Scale) const {
  for (auto &[Of, C] : P)
    if ((To[Of] += C * Scale) == 0)
      To.erase(Of);
}

std::optional<Polynomial> Arranger::product(const Polynomial &A, const Polynomial &B) const {
  Polynomial R;
  for (auto &[FA, CA] : A)
    for (auto &[FB, CB] : B) {
      Factors Both;
      std::merge(FA.begin(), FA.end(), FB.begin(), FB.end(), std::back_inserter(Both), ById());
      add(R, {{Both, CA * CB}}, 1);
    }
  return R.size() > MaxProducts ? std::nullopt : std::optional(R);
}

bool Arranger::isSize(Expr Root) {
  auto Of = [&](Expr E) {
    auto Both = [&] { return Sizes.lookup(E->arg(0)) && Sizes.lookup(E->arg(1)); };
    switch (E->op()) {
    case Op::Const:
      return E->signedValue() >= 0;
    case Op::Apply: {
      const Symbol &S = Ctx.symbol(E->symbol());
      return S.Lo >= 0 && (S.Signed || S.Hi <= llvm::maxIntN(E->width()));
    }
    case Op::Add:
    case Op::Mul:
      return (E->flags() & NSW) && Both();
    case Op::UDiv:
    case Op::URem:
      return Both();
    case Op::ZExt:
      return true;
    default:
      return false;
    }
  };
  ExprContext::visit(
      Root, [&](Expr E) { Sizes[E] = Of(E); }, [&](Expr E) { return Sizes.contains(E); });
  return Sizes.lookup(Root);
}

void Arranger::learnSizes(llvm::ArrayRef<Expr> Constraints) {
  for (Expr E : Constraints)
    if (E->op() == Op::Slt && E->arg(0)->isConst() && E->arg(0)->signedValue() >= -1) {
      Sizes[E->arg(1)] = true;
      if (E->arg(1)->op() == Op::SExt)
        Sizes[E->arg(1)->arg(0)] = true;
    }
}

/// Returns true if the operation can be done on extended operands: the result equals the extended
/// result.
bool Arranger::keepsValue(Expr E, View In) {
  if (In.Extension != Op::ZExt)
    return noWrap(Ctx, E) & NSW;
  return (noWrap(Ctx, E) & NUW) || (E->op() != Op::Shl && isSize(E));
}

/// The term as a polynomial over terms that are neither sums nor products; coefficients wrap at 64
/// bits.
std::optional<Polynomial> Arranger::expand(Expr E, View In) {
  if (E->isConst())
    return Polynomial{{{}, In.Extension == Op::ZExt ? E->value() : uint64_t(E->signedValue())}};
  if ((E->op() == Op::SExt || E->op() == Op::ZExt) && E->width() == In.Width &&
      E->arg(0)->width() > 1)
    return expand(E->arg(0), {E->op(), In.Width});
  if (E->op() == Op::Trunc && (E->flags() & NSW) && In.Extension == Op::SExt &&
      E->arg(0)->width() == In.Width)
    return expand(E->arg(0), {Op::Const, In.Width});
  bool Narrow = E->width() < In.Width;
  auto Widened = [&](Expr N) { // a size has the same value however it is extended
    const bool Size = In.Extension == Op::ZExt && N->width() < In.Width && isSize(N);
    return Size ? Ctx.make(Op::SExt, {N}, In.Width) : In.of(Ctx, N);
  };
  if (!isArithmetic(E) || (Narrow && !keepsValue(E, In)))
    return Polynomial{{{Widened(arrange(E))}, 1}};
  if (In.Extension != Op::ZExt) // zero-extended numbers stay far below the limit of the wider type
    Flags &= In.Extension == Op::SExt ? uint8_t(NSW) : noWrap(Ctx, E);
  auto isExtent = [&](unsigned I) {
    Expr F = E->arg(I);
    return WholeExtents && E->op() == Op::Mul && !E->arg(1 - I)->isConst() &&
           (F->op() == Op::Add || F->op() == Op::Sub) && isShared(F);
  };
  auto side = [&](unsigned I) -> std::optional<Polynomial> {
    return isExtent(I) ? Polynomial{{{Widened(E->arg(I))}, 1}} : expand(E->arg(I), In);
  };
  auto A = side(0), B = side(1);
  if (!A || !B)
    return std::nullopt;
  if (E->op() == Op::Mul)
    return product(*A, *B);
  if (E->op() == Op::Shl)
    return product(*A, {{{}, uint64_t(1) << (E->arg(1)->value() & 63)}});
  add(*A, *B, E->op() == Op::Sub ? -1 : 1);
  return A->size() > MaxProducts ? std::nullopt : A;
}

void Arranger::countDivisors(llvm::ArrayRef<Expr> Roots) {
  auto count = [&](auto &&Self, Expr D) -> void {
    if (D->op() != Op::Mul) {
      ++DivisorUses[D];
      return;
    }
    Self(Self, D->arg(0));
    Self(Self, D->arg(1));
  };
  llvm::DenseSet<Expr> Seen;
  for (Expr Root : Roots)
    ExprContext::visit(Root, [&](Expr E) {
      if ((E->op() == Op::SDiv || E->op() == Op::UDiv) && Seen.insert(E).second)
        count(count, E->arg(1));
    });
}

/// Returns true for a product that does not wrap.
bool Arranger::isExactProduct(Expr E, bool Signed) {
  return E->op() == Op::Mul && (Signed ? bool(E->flags() & NSW) : (E->flags() & NUW) || isSize(E));
}

/// x / a / b has one form for both orders of the divisors, which is also that of x / (a * b).
Expr Arranger::quotient(Op O, Expr Dividend, Expr Divisor) {
  llvm::SmallVector<Expr, 4> Divisors;
  auto take = [&](auto &&Self, Expr D) -> void {
    if (isExactProduct(D, O == Op::SDiv)) {
      Self(Self, D->arg(0));
      return Self(Self, D->arg(1));
    }
    Divisors.push_back(D);
  };
  take(take, Divisor);
  while (Dividend->op() == O) {
    take(take, Dividend->arg(1));
    Dividend = Dividend->arg(0);
  }
  llvm::sort(Divisors, [&](Expr A, Expr B) {
    unsigned UsesA = DivisorUses.lookup(A), UsesB = DivisorUses.lookup(B);
    return UsesA != UsesB ? UsesA > UsesB : A->id() < B->id();
  });
  for (Expr D : Divisors)
    Dividend = Ctx.make(O, {Dividend, D}, Dividend->width());
  return Dividend;
}

/// x % (w*h) / w is x / w % h, and x % (w*h) % w is x % w.
std::optional<Expr> Arranger::ofRemainder(Op O, Expr Dividend, Expr Divisor) {
  const bool Signed = O == Op::SDiv || O == Op::SRem;
  if (Dividend->op() != (Signed ? Op::SRem : Op::URem))
    return std::nullopt;
  auto FactorsOf = [&](Expr Product) {
    Factors Of;
    llvm::SmallVector<Expr, 8> Work{Product};
    while (!Work.empty())
      if (Expr E = Work.pop_back_val(); isExactProduct(E, Signed))
        Work.append(E->args().begin(), E->args().end());
      else
        Of.push_back(E);
    return Of;
  };
  std::optional<Factors> Rest = without(FactorsOf(Dividend->arg(1)), FactorsOf(Divisor));
  if (!Rest || Rest->empty())
    return std::nullopt;
  if (O == Op::SRem || O == Op::URem)
    return Ctx.binary(O, Dividend->arg(0), Divisor);
  Expr Size = Rest->front();
  for (Expr F : llvm::drop_begin(*Rest))
    Size = Ctx.mul(Size, F, NSW | NUW);
  return Ctx.binary(Dividend->op(), quotient(O, Dividend->arg(0), Divisor), Size);
}

bool Arranger::isShared(Expr Root) {
  auto Visit = [&](Expr E) {
    bool All = E->op() != Op::Apply || Ctx.symbol(E->symbol()).Level <= Common;
    for (Expr A : E->args())
      All &= Shared.lookup(A);
    Shared[E] = All;
  };
  ExprContext::visit(Root, Visit, [&](Expr E) { return Shared.contains(E); });
  return Shared.lookup(Root);
}

Expr Arranger::horner(const Polynomial &P, unsigned Width) {
  std::map<Expr, unsigned, ById> Uses;
  for (auto &[Of, C] : P)
    for (unsigned I = 0; I < Of.size(); ++I)
      if ((I == 0 || Of[I] != Of[I - 1]) && isShared(Of[I]) && Of.size() > 1)
        ++Uses[Of[I]];
  auto Best = llvm::max_element(Uses, [](auto &A, auto &B) { return A.second < B.second; });
  if (Best == Uses.end()) {
    Expr Sum = Ctx.constant(0, Width);
    for (auto &[Of, C] : P) {
      Expr Product = Ctx.constant(truncated(C, Width), Width);
      for (Expr F : Of)
        Product = Ctx.mul(F, Product, Flags);
      Sum = Ctx.add(Sum, Product, Flags);
    }
    return Sum;
  }
  Expr F = Best->first;
  Polynomial Inner, Rest;
  for (auto &[Of, C] : P) {
    auto It = llvm::find(Of, F);
    if (It == Of.end()) {
      Rest[Of] = C;
      continue;
    }
    Factors Less = Of;
    Less.erase(Less.begin() + (It - Of.begin()));
    Inner[Less] = C;
  }
  // Factors that all of them share become one factor: b*h*w is b*(h*w), because rows of length h*w
  // are compared with it.
  Factors Others = Inner.begin()->first;
  for (Expr Other : Others) {
    Polynomial Less;
    for (auto &[Of, C] : Inner)
      if (auto Left = isShared(Other) ? without(Of, {Other}) : std::nullopt)
        Less[*Left] = C;
    if (Less.size() != Inner.size())
      continue;
    F = Ctx.mul(F, Other, Flags);
    Inner = std::move(Less);
  }
  Expr Product = Ctx.mul(horner(Inner, Width), F, Flags);
  return Rest.empty() ? Product : Ctx.add(Product, horner(Rest, Width), Flags);
}

/// The sum in its new form, if that is more useful than the old one.
std::optional<Expr> Arranger::joined(Expr E) {
  uint8_t Outer = std::exchange(Flags, NSW | NUW);
  llvm::scope_exit Restore([&] { Flags = Outer; });
  unsigned Width = E->width();
  auto P = expand(E, {Op::Const, Width});
  if (!P)
    return std::nullopt;
  bool Better = llvm::any_of(*P, [](auto &Product) { return Product.first.size() > 2; });
  while (join(*P, Width))
    Better = true;
  return Better ? std::optional(horner(*P, Width)) : std::nullopt;
}

bool Arranger::isOfLaunch(Expr Root) const {
  return ExprContext::all(Root, [&](Expr E) {
    return E->op() != Op::Apply || Ctx.symbol(E->symbol()).Level == Uniformity::Launch;
  });
}

/// Rewrites c*(x/n)*n for sizes to c*(x - x%n). If x differs between blocks, x/n is a digit and
/// stays.
bool Arranger::wholeMultiples(Polynomial &P, unsigned Width) {
  for (auto &[Of, C] : P)
    for (Expr Quotient : Of) {
      View In{Op::Const, Width};
      Expr Q = Quotient;
      if (Q->op() == Op::SExt || Q->op() == Op::ZExt) {
        In.Extension = Q->op();
        Q = Q->arg(0);
      }
      if ((Q->op() != Op::SDiv && Q->op() != Op::UDiv) || !isOfLaunch(Q))
        continue;
      Factors Rest = Of;
      Rest.erase(llvm::find(Rest, Quotient));
      auto Divisor = llvm::find(Rest, In.of(Ctx, Q->arg(1)));
      if (Divisor == Rest.end())
        continue;
      Rest.erase(Divisor);
      Op Remainder = Q->op() == Op::SDiv ? Op::SRem : Op::URem;
      Factors Left = Rest;
      Left.push_back(In.of(Ctx, Ctx.binary(Remainder, Q->arg(0), Q->arg(1))));
      llvm::sort(Left, ById());
      auto Whole = expand(Q->arg(0), In);
      auto New = Whole ? product(*Whole, {{Rest, C}}) : std::nullopt;
      if (!New)
        return false;
      uint64_t Scale = C;
      Factors Old = Of;
      P.erase(Old);
      add(P, *New, 1);
      add(P, {{Left, Scale}}, -1);
      return true;
    }
  return false;
}

std::optional<Polynomial> Arranger::polynomial(Expr E) {
  uint8_t Outer = std::exchange(Flags, NSW | NUW);
  llvm::scope_exit Restore([&] { Flags = Outer; });
  auto P = expand(E, {Op::Const, E->width()});
  if (!P || !(Flags & NSW))
    return std::nullopt;
  while (join(*P, E->width()) || wholeMultiples(*P, E->width())) {
  }
  while (joinDigits(*P, E->width())) {
  }
  return P;
}

Expr Arranger::sum(const Polynomial &P, unsigned Width) {
  uint8_t Outer = std::exchange(Flags, NSW);
  llvm::scope_exit Restore([&] { Flags = Outer; });
  return horner(P, Width);
}

Expr Arranger::rebuilt(Expr E) {
  llvm::SmallVector<Expr, 4> Args;
  for (Expr A : E->args())
    Args.push_back(arrange(A));
  if (E->op() == Op::SDiv && E->width() >= 32 && !Args[1]->isConst())
    if (std::optional<Expr> Digit = nextDigit(Args[0], Args[1]))
      return *Digit;
  if (E->op() == Op::SDiv || E->op() == Op::UDiv || E->op() == Op::SRem || E->op() == Op::URem)
    if (std::optional<Expr> Digit = ofRemainder(E->op(), Args[0], Args[1]))
      return *Digit;
  if (E->op() == Op::SDiv || E->op() == Op::UDiv)
    return quotient(E->op(), Args[0], Args[1]);
  return Ctx.withArgs(E, Args);
}

Expr Arranger::arrange(Expr E) {
  if (auto It = Done.find(E); It != Done.end())
    return It->second;
  bool Extends = E->op() == Op::SExt || E->op() == Op::ZExt;
  std::optional<Expr> New;
  if (E->width() >= 32 && isArithmetic(Extends ? E->arg(0) : E))
    New = joined(E);
  Expr Result = New ? *New : rebuilt(E);
  return Done[E] = Result;
}

std::vector<Expr> cudafix::smt::arranged(ExprContext &Ctx, llvm::ArrayRef<Expr> Constraints) {
  Arranger A(Ctx);
  A.learnSizes(Constraints);
  A.countDivisors(Constraints);
  std::vector<Expr> Result;
  for (Expr E : Constraints)
    Result.push_back(A.arrange(E));
  return llvm::ArrayRef<Expr>(Result) == Constraints ? std::vector<Expr>() : Result;
}
