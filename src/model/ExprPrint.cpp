// SPDX-License-Identifier: Apache-2.0

#include "model/Expr.h"
#include "llvm/Support/raw_ostream.h"

using namespace cudafix;

namespace {
/// Binding strength of C operators; a weaker operand is parenthesised.
struct Infix {
  const char *Text;
  unsigned Strength;
};
} // namespace

static Infix infix(const ExprNode &N) {
  bool Bool = N.width() == 1;
  switch (N.op()) {
  case Op::Mul:
    return {" * ", 10};
  case Op::UDiv:
  case Op::SDiv:
    return {" / ", 10};
  case Op::URem:
  case Op::SRem:
    return {" % ", 10};
  case Op::Add:
    return {" + ", 9};
  case Op::Sub:
    return {" - ", 9};
  case Op::Shl:
    return {" << ", 8};
  case Op::LShr:
  case Op::AShr:
    return {" >> ", 8};
  case Op::Ult:
  case Op::Slt:
    return {" < ", 7};
  case Op::Ule:
  case Op::Sle:
    return {" <= ", 7};
  case Op::Eq:
    return {" == ", 6};
  case Op::And:
    return Bool ? Infix{" && ", 2} : Infix{" & ", 5};
  case Op::Xor:
    return {" ^ ", 4};
  case Op::Or:
    return Bool ? Infix{" || ", 1} : Infix{" | ", 3};
  default:
    return {nullptr, 0};
  }
}

namespace {
/// How deep in the term the printer is, and the position in the output at which it stops.
struct Extent {
  unsigned Depth;
  uint64_t End;
  Extent deeper() const { return {Depth + 1, End}; }
};
} // namespace

static void printTerm(const ExprContext &C, llvm::raw_ostream &OS, Expr E, unsigned Outer,
                      Extent At);

static void printApply(const ExprContext &C, llvm::raw_ostream &OS, Expr E, Extent At) {
  const Symbol &S = C.symbol(E->symbol());
  llvm::StringRef Name = S.Name;
  // A cell at a known offset is written as in the source.
  const unsigned Size = E->width() / 8;
  if (S.Kind == SymbolKind::Load && Size && E->args().size() == 1 && E->arg(0)->isConst() &&
      E->arg(0)->value() % Size == 0) {
    const uint64_t Index = E->arg(0)->value() / Size;
    if (Name.consume_back("[...]"))
      OS << Name << '[' << Index << ']';
    else
      OS << Name;
    return;
  }
  OS << Name;
  if (E->args().empty())
    return;
  OS << '(';
  for (unsigned I = 0; I < E->args().size(); ++I) {
    OS << (I ? ", " : "");
    printTerm(C, OS, E->arg(I), 0, At.deeper());
  }
  OS << ')';
}

static bool printSpecial(const ExprContext &C, llvm::raw_ostream &OS, Expr E, unsigned Outer,
                         Extent At) {
  switch (E->op()) {
  case Op::Const:
    if (E->width() == 1)
      OS << (E->value() ? "true" : "false");
    else
      OS << E->signedValue();
    return true;
  case Op::Apply:
    printApply(C, OS, E, At);
    return true;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    if (E->op() != Op::Trunc) {
      printTerm(C, OS, E->arg(0), Outer, At);
      return true;
    }
    OS << "trunc" << E->width() << '(';
    printTerm(C, OS, E->arg(0), 0, At.deeper());
    OS << ')';
    return true;
  case Op::Ite:
    OS << (Outer ? "(" : "");
    printTerm(C, OS, E->arg(0), 1, At.deeper());
    OS << " ? ";
    printTerm(C, OS, E->arg(1), 1, At.deeper());
    OS << " : ";
    printTerm(C, OS, E->arg(2), 1, At.deeper());
    OS << (Outer ? ")" : "");
    return true;
  case Op::Slt:
    if (E->arg(0)->isConst() && E->arg(0)->signedValue() == -1) { // as people write it
      OS << (Outer > 7 ? "(" : "") << "0 <= ";
      printTerm(C, OS, E->arg(1), 8, At.deeper());
      OS << (Outer > 7 ? ")" : "");
      return true;
    }
    return false;
  case Op::Xor:
    if (E->width() != 1 || !E->arg(1)->isTrue())
      return false;
    if (E->arg(0)->op() == Op::Eq) {
      OS << (Outer > 6 ? "(" : "");
      printTerm(C, OS, E->arg(0)->arg(0), 7, At.deeper());
      OS << " != ";
      printTerm(C, OS, E->arg(0)->arg(1), 7, At.deeper());
      OS << (Outer > 6 ? ")" : "");
      return true;
    }
    OS << '!';
    printTerm(C, OS, E->arg(0), 11, At.deeper());
    return true;
  default:
    return false;
  }
}

static void printTerm(const ExprContext &C, llvm::raw_ostream &OS, Expr E, unsigned Outer,
                      Extent At) {
  if (At.Depth > 64 || OS.tell() > At.End) { // longer texts are cut: nobody reads them
    OS << "...";
    return;
  }
  if (printSpecial(C, OS, E, Outer, At))
    return;
  Infix I = infix(*E.node());
  if (E->op() == Op::Add && E->arg(1)->isConst() && E->arg(1)->signedValue() < 0 &&
      E->arg(1)->signedValue() != INT64_MIN) {
    OS << (I.Strength < Outer ? "(" : "");
    printTerm(C, OS, E->arg(0), I.Strength, At.deeper());
    OS << " - " << -E->arg(1)->signedValue() << (I.Strength < Outer ? ")" : "");
    return;
  }
  OS << (I.Strength < Outer ? "(" : "");
  for (unsigned A = 0; A < E->args().size(); ++A) {
    OS << (A ? I.Text : "");
    printTerm(C, OS, E->arg(A), I.Strength + (A ? 1 : 0), At.deeper());
  }
  OS << (I.Strength < Outer ? ")" : "");
}

void ExprContext::print(llvm::raw_ostream &OS, Expr E, uint64_t MaxLength) const {
  if (!E)
    OS << "?";
  else
    printTerm(*this, OS, E, 0, {0, OS.tell() + MaxLength});
}

std::string ExprContext::toString(Expr E, uint64_t MaxLength) const {
  std::string S;
  llvm::raw_string_ostream OS(S);
  print(OS, E, MaxLength);
  return S;
}
