// SPDX-License-Identifier: Apache-2.0
//
// A precedence-climbing parser for assumptions.

#include "host/Assume.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using llvm::StringRef;

namespace {
constexpr unsigned Bits = 64, MaxNesting = 200;

class Parser {
public:
  /// `Name` gives the 64-bit value of a name; null: there is no such name.
  Parser(StringRef Text, ExprContext &Ctx, llvm::function_ref<Expr(StringRef)> Name)
      : Text(Text), Rest(Text), Ctx(Ctx), Name(Name) {}
  llvm::Expected<Expr> parse();
  std::string Missing;

private:
  Expr binary(unsigned Level);
  Expr unary();
  Expr primary();
  Expr combine(StringRef Operator, Expr A, Expr B);
  Expr number(bool B) { return Ctx.constant(B, Bits); }
  Expr truth(Expr E) { return Ctx.ne(E, Ctx.constant(0, Bits)); }
  Expr value(Expr Condition) { return Ctx.zext(Condition, Bits); }
  bool take(StringRef Token);
  Expr fail(StringRef Why) {
    if (Problem.empty())
      Problem = (Why + " at column " + llvm::Twine(Text.size() - Rest.size() + 1)).str();
    return Ctx.constant(0, Bits);
  }

  StringRef Text, Rest;
  ExprContext &Ctx;
  llvm::function_ref<Expr(StringRef)> Name;
  std::string Problem;
  unsigned Nesting = 0;
};
} // namespace

/// C's binary operators from weak to strong.
static const std::vector<std::vector<StringRef>> Levels = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};

bool Parser::take(StringRef Token) {
  Rest = Rest.ltrim();
  if (!Rest.starts_with(Token))
    return false;
  // "&" must not be half of "&&", nor "<" the start of "<<" or "<=".
  if (Token.size() == 1 && Rest.size() > 1 && StringRef("&|<>=").contains(Token[0])) {
    char Next = Rest[1];
    if (Next == Token[0] || ((Token[0] == '<' || Token[0] == '>') && Next == '='))
      return false;
  }
  Rest = Rest.drop_front(Token.size());
  return true;
}

Expr Parser::combine(StringRef O, Expr A, Expr B) {
  if (O == "||")
    return value(Ctx.lor(truth(A), truth(B)));
  if (O == "&&")
    return value(Ctx.land(truth(A), truth(B)));
  if (O == "==")
    return value(Ctx.eq(A, B));
  if (O == "!=")
    return value(Ctx.ne(A, B));
  if (O == "<")
    return value(Ctx.slt(A, B));
  if (O == "<=")
    return value(Ctx.sle(A, B));
  if (O == ">")
    return value(Ctx.slt(B, A));
  if (O == ">=")
    return value(Ctx.sle(B, A));
  static const std::pair<StringRef, Op> Arithmetic[] = {
      {"|", Op::Or},  {"^", Op::Xor}, {"&", Op::And}, {"<<", Op::Shl}, {">>", Op::AShr},
      {"+", Op::Add}, {"-", Op::Sub}, {"*", Op::Mul}, {"/", Op::SDiv}, {"%", Op::SRem}};
  for (auto &[Token, Operator] : Arithmetic)
    if (O == Token) {
      bool Wraps = Operator == Op::Add || Operator == Op::Sub || Operator == Op::Mul;
      return Ctx.binary(Operator, A, B, Wraps ? NSW : NoFlags);
    }
  return fail("unknown operator");
}

Expr Parser::binary(unsigned Level) {
  if (Level == Levels.size())
    return unary();
  Expr A = binary(Level + 1);
  while (Problem.empty()) {
    StringRef Found;
    for (StringRef O : Levels[Level])
      if (take(O)) {
        Found = O;
        break;
      }
    if (Found.empty())
      return A;
    A = combine(Found, A, binary(Level + 1));
  }
  return A;
}

Expr Parser::unary() {
  if (++Nesting > MaxNesting)
    return fail("too deeply nested");
  Expr R;
  if (take("!"))
    R = value(Ctx.lnot(truth(unary())));
  else if (take("-"))
    R = Ctx.sub(Ctx.constant(0, Bits), unary(), NSW);
  else if (take("~"))
    R = Ctx.binary(Op::Xor, unary(), Ctx.constant(~uint64_t(0), Bits));
  else if (take("+"))
    R = unary();
  else
    R = primary();
  --Nesting;
  return R;
}

Expr Parser::primary() {
  Rest = Rest.ltrim();
  if (take("(")) {
    Expr E = binary(0);
    return take(")") ? E : fail("expected ')'");
  }
  if (Rest.empty())
    return fail("expected a value");
  if (llvm::isDigit(Rest[0])) {
    StringRef Digits = Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '\''; });
    std::string Plain;
    for (char C : Digits.rtrim("uUlL"))
      if (C != '\'')
        Plain.push_back(C);
    uint64_t V;
    if (StringRef(Plain).getAsInteger(0, V) || V > INT64_MAX)
      return fail("bad number");
    Rest = Rest.drop_front(Digits.size());
    return Ctx.constant(V, Bits);
  }
  StringRef Id = Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
  if (Id.empty() || Id.front() == '.')
    return fail("expected a value");
  Expr E = Name(Id);
  Rest = Rest.drop_front(Id.size());
  if (E)
    return E;
  if (Missing.empty())
    Missing = Id.str();
  return number(false);
}

llvm::Expected<Expr> Parser::parse() {
  Expr E = binary(0);
  Rest = Rest.ltrim();
  if (!Rest.empty())
    fail("unexpected '" + Rest.take_front(1).str() + "'");
  if (!Problem.empty())
    return llvm::createStringError("'" + Text + "': " + Problem);
  return Missing.empty() ? truth(E) : Expr();
}

llvm::Error host::checkAssumption(StringRef Text) {
  ExprContext Ctx;
  auto Any = [&](StringRef) { return Ctx.constant(1, Bits); };
  Parser P(Text, Ctx, Any);
  return P.parse().takeError();
}

static Expr widened(ExprContext &Ctx, Expr E) {
  bool Signed = E->op() == Op::Apply && Ctx.symbol(E->symbol()).Signed && E->width() > 1;
  return Signed ? Ctx.sext(E, Bits) : Ctx.zext(E, Bits);
}

static Expr named(StringRef Id, const Kernel &K) {
  ExprContext &Ctx = *K.Ctx;
  auto [Base, Member] = Id.split('.');
  if (Member.size() == 1 && Member[0] >= 'x' && Member[0] <= 'z') {
    unsigned D = Member[0] - 'x';
    Expr Index = Base == "blockDim"    ? Ctx.blockDim(D)
                 : Base == "gridDim"   ? Ctx.gridDim(D)
                 : Base == "threadIdx" ? Ctx.threadIdx(D)
                 : Base == "blockIdx"  ? Ctx.blockIdx(D)
                                       : Expr();
    if (Index) // an unsigned number, whatever its symbol says
      return Ctx.zext(Index, Bits);
  }
  for (const Kernel::Param &P : K.Params) {
    if (P.Name == Id && P.Symbol != NoId)
      return widened(Ctx, Ctx.apply(P.Symbol));
    for (const Kernel::Param::Field &F : P.Fields)
      if (Ctx.symbol(F.Symbol).Name == Id)
        return widened(Ctx, Ctx.apply(F.Symbol));
  }
  return Expr();
}

llvm::Expected<Expr> host::parseAssumption(StringRef Text, const Kernel &K, std::string &Missing) {
  auto OfKernel = [&](StringRef Id) { return named(Id, K); };
  Parser P(Text, *K.Ctx, OfKernel);
  llvm::Expected<Expr> E = P.parse();
  Missing = P.Missing;
  return E;
}
