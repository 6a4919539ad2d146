// SPDX-License-Identifier: Apache-2.0

#include "model/Convention.h"
#include "model/Globs.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;

static constexpr llvm::StringLiteral Names[] = {
#define CONVENTION(Name) #Name,
#include "model/Conventions.def"
#undef CONVENTION
};

std::string cudafix::toString(Convention C) { return idOfName(Names[static_cast<unsigned>(C)]); }

static_assert(NumConventions <= 64, "a ConventionSet has no room for them");

ConventionSet::ConventionSet(llvm::StringRef Globs) {
  GlobList Selected(Globs);
  for (unsigned I = 0; I < NumConventions; ++I)
    On[I] = Selected.contains(toString(static_cast<Convention>(I)));
}

bool cudafix::restOnLaunch(llvm::ArrayRef<Premise> All) {
  auto HasTerms = [](const Premise &P) { return !P.Conditions.empty(); };
  return llvm::any_of(All, HasTerms) &&
         llvm::all_of(All, [&](const Premise &P) { return !HasTerms(P) || P.OfLaunch; });
}

std::string cudafix::toString(const Premise &P) { return "[" + toString(P.Of) + "] " + P.Text; }

std::string cudafix::toString(llvm::ArrayRef<Premise> All) {
  std::string Text;
  for (const Premise &P : All)
    Text += (Text.empty() ? "" : "; ") + toString(P);
  return Text;
}

static std::string ordered(const ExprContext &C, Expr Less, Expr More, bool Strict, bool Holds) {
  auto Text = [&](Expr E) { return C.toString(E); };
  auto Next = [](Expr E) { return std::to_string(E->signedValue() + 1); };
  // The bounded side comes first; a constant bound is the last value that is allowed.
  if (!Holds && Less->isConst())
    return Text(More) + (Strict ? " <= " : " < ") + Text(Less);
  if (!Holds)
    return Text(Less) + (Strict ? " >= " : " > ") + Text(More);
  if (Less->isConst())
    return Text(More) + " >= " + (Strict ? Next(Less) : Text(Less));
  auto IsNumber = [&](Expr E) { // a host value, or one read from memory
    E = unwidened(E);
    if (E->op() != Op::Apply)
      return false;
    SymbolKind Kind = C.symbol(E->symbol()).Kind;
    return Kind == SymbolKind::Parameter || Kind == SymbolKind::Load;
  };
  if (IsNumber(More) && !IsNumber(Less))
    return Text(More) + (Strict ? " > " : " >= ") + Text(Less);
  return Text(Less) + (Strict ? " < " : " <= ") + Text(More);
}

std::string cudafix::conditionText(const ExprContext &C, Expr Condition) {
  bool Holds = true;
  Expr E = Condition;
  if (E->op() == Op::Xor && E->width() == 1 && E->arg(1)->isTrue()) {
    Holds = false;
    E = E->arg(0);
  }
  switch (E->op()) {
  case Op::Slt:
  case Op::Ult:
    return ordered(C, E->arg(0), E->arg(1), /*Strict=*/true, Holds);
  case Op::Sle:
  case Op::Ule:
    return ordered(C, E->arg(0), E->arg(1), /*Strict=*/false, Holds);
  case Op::And:
  case Op::Or: {
    if (!Holds || E->width() != 1)
      break;
    std::string Text;
    for (Expr Part : E->args())
      Text += (Text.empty() ? "" : E->op() == Op::And ? " and " : " or ") + conditionText(C, Part);
    return Text;
  }
  default:
    break;
  }
  return C.toString(Condition);
}
