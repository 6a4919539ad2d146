// SPDX-License-Identifier: Apache-2.0
//
// Digits of sums: quotients and remainders with the same divisor, split off or joined.

#include "smt/Arrange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::smt;

std::optional<Arranger::Division> Arranger::divisionOf(Expr Remainder, unsigned Width) {
  View In{Op::Const, Width};
  Expr R = Remainder;
  if (R->op() == Op::SExt || R->op() == Op::ZExt) {
    In.Extension = R->op();
    R = R->arg(0);
  }
  bool Signed = R->op() == Op::SRem;
  if ((!Signed && R->op() != Op::URem) || R->width() < 32 ||
      (In.Extension == (Signed ? Op::ZExt : Op::SExt)))
    return std::nullopt;
  Expr Dividend = R->arg(0), Divisor = R->arg(1);
  auto Parts = expand(Divisor, In);
  if (!Parts || Parts->size() != 1 || Parts->begin()->second != 1)
    return std::nullopt;
  return Division{In.of(Ctx, quotient(Signed ? Op::SDiv : Op::UDiv, Dividend, Divisor)),
                  In.of(Ctx, Dividend), Parts->begin()->first};
}

/// c*m*x - c*m*(x%n) is c*m*n*(x/n).
bool Arranger::takeDigit(Polynomial &P, unsigned Width) {
  for (auto &[Of, C] : P)
    for (Expr Remainder : Of) {
      std::optional<Division> D = divisionOf(Remainder, Width);
      if (!D)
        continue;
      Factors Rest = *without(Of, {Remainder});
      auto Whole = expand(D->Dividend, {Op::Const, Width});
      auto Taken = Whole ? product(*Whole, {{Rest, -C}}) : std::nullopt;
      auto Stands = [&](const auto &Product) {
        auto At = P.find(Product.first);
        return At != P.end() && truncated(At->second - Product.second, Width) == 0;
      };
      if (!Taken || !llvm::all_of(*Taken, Stands))
        continue;
      Factors Left = D->whole(Rest);
      uint64_t Scale = -C;
      Factors Old = Of;
      P.erase(Old);
      for (auto &[Product, Coefficient] : *Taken)
        P.erase(Product);
      add(P, {{Left, Scale}}, 1);
      return true;
    }
  return false;
}

/// (x - x%m - m*(x/m%n)) / (m*n) is x/m/n: indices are often taken apart like this.
std::optional<Expr> Arranger::nextDigit(Expr Dividend, Expr Divisor) {
  uint8_t Outer = std::exchange(Flags, NSW | NUW);
  llvm::scope_exit Restore([&] { Flags = Outer; });
  unsigned Width = Dividend->width();
  auto P = expand(Dividend, {Op::Const, Width}), By = expand(Divisor, {Op::Const, Width});
  if (!P || !By || By->size() != 1 || !(Flags & NSW) || !takeDigit(*P, Width))
    return std::nullopt;
  while (takeDigit(*P, Width)) {
  }
  Polynomial Result;
  auto Step = static_cast<int64_t>(By->begin()->second);
  for (auto &[Of, C] : *P) {
    auto Left = without(Of, By->begin()->first);
    if (!Left || Step == 0 || static_cast<int64_t>(C) % Step)
      return std::nullopt;
    Result[*Left] = static_cast<int64_t>(C) / Step;
  }
  return horner(Result, Width);
}

/// c*m*(x/n)*n + c*m*(x%n) is c*m*x.
bool Arranger::join(Polynomial &P, unsigned Width) {
  for (auto &[Of, C] : P)
    for (Expr Remainder : Of) {
      std::optional<Division> D = divisionOf(Remainder, Width);
      if (!D)
        continue;
      Factors Rest = *without(Of, {Remainder});
      Factors Whole = D->whole(Rest);
      auto It = P.find(Whole);
      if (It == P.end() || truncated(It->second - C, Width) != 0)
        continue;
      auto Joined = expand(D->Dividend, {Op::Const, Width});
      auto New = Joined ? product(*Joined, {{Rest, C}}) : std::nullopt;
      if (!New)
        return false;
      Factors Old = Of;
      P.erase(It);
      P.erase(Old);
      add(P, *New, 1);
      return true;
    }
  return false;
}

/// c*m*w*(x/w%h) + c*m*(x%w) is c*m*(x%(w*h)).
bool Arranger::joinDigits(Polynomial &P, unsigned Width) {
  for (auto &[Of, C] : P)
    for (Expr Remainder : Of) {
      std::optional<Division> D = divisionOf(Remainder, Width);
      if (!D)
        continue;
      Expr R = Remainder->width() == Width && Remainder->args().size() == 2 ? Remainder
                                                                            : Remainder->arg(0);
      View In{R == Remainder ? Op::Const : Remainder->op(), Width};
      Op Divide = R->op() == Op::SRem ? Op::SDiv : Op::UDiv;
      Expr Number = R->arg(0), Size = Ctx.constant(1, Width), Lowest;
      Factors Below; // w
      for (; Number->op() == Divide; Number = Number->arg(0)) {
        auto Part = expand(Number->arg(1), In);
        if (!Part || Part->size() != 1 || Part->begin()->second != 1)
          break;
        llvm::append_range(Below, Part->begin()->first);
        Lowest = Below.size() == 1 ? Ctx.binary(R->op(), Number->arg(0), Number->arg(1)) : Expr();
      }
      llvm::sort(Below, ById());
      std::optional<Factors> Rest = without(*without(Of, {Remainder}), Below);
      if (Below.empty() || Number->op() == Divide || !Rest)
        continue;
      for (Expr F : Below)
        Size = Ctx.mul(Size, F, NSW);
      Expr Wide = In.of(Ctx, Number);
      llvm::SmallVector<Expr, 2> LowerDigits{Ctx.binary(R->op(), Wide, Size)};
      if (Lowest)
        LowerDigits.push_back(In.of(Ctx, Lowest));
      for (Expr Lower : LowerDigits) {
        Factors Low = *Rest;
        Low.push_back(Lower);
        llvm::sort(Low, ById());
        auto It = P.find(Low);
        if (It == P.end() || truncated(It->second - C, Width) != 0)
          continue;
        for (Expr F : D->Divisor)
          Size = Ctx.mul(Size, F, NSW);
        Expr Both = Ctx.binary(R->op(), Wide, Size);
        Digits.push_back(Ctx.eq(Wide, Ctx.add(Ctx.mul(Size, D->Quotient, NSW), Both, NSW)));
        Rest->push_back(Both);
        llvm::sort(*Rest, ById());
        Polynomial Joined{{*Rest, C}};
        Factors Old = Of;
        P.erase(It);
        P.erase(Old);
        add(P, Joined, 1);
        return true;
      }
    }
  return false;
}
