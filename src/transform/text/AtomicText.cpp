// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/NameChooser.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::createStringError;
using llvm::StringRef;

namespace cudafix::transform {

using clang::Expr;

std::vector<MemoryUpdate> findUpdates(const Stmt *S) {
  std::vector<MemoryUpdate> Found;
  walk(S, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part); B && B->isAssignmentOp())
      Found.push_back({B, B->getLHS()});
    if (const auto *U = dyn_cast<UnaryOperator>(Part); U && U->isIncrementDecrementOp())
      Found.push_back({U, U->getSubExpr()});
    return true;
  });
  return Found;
}

bool sameExpr(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Ctx, true);
  B->IgnoreParenImpCasts()->Profile(Y, Ctx, true);
  return X == Y;
}

namespace {

enum class Op { Add, Sub, Min, Max, And, Or, Xor, Exch, Inc, Other };

StringRef atomicName(Op O) {
  constexpr StringRef Names[] = {"atomicAdd", "atomicSub", "atomicMin",  "atomicMax", "atomicAnd",
                                 "atomicOr",  "atomicXor", "atomicExch", "atomicInc"};
  return Names[static_cast<int>(O)];
}

/// What is done with the cell: old op operand. Operand may be text of several terms.
struct Operation {
  Op What = Op::Other;
  const Expr *Operand = nullptr; ///< null: One, or Text
  std::string Text;
  bool Negate = false;
};

class Builder {
public:
  Builder(const SourceText &Source, const FunctionDecl *F, const Stmt *Statement,
          const MemoryUpdate &U, unsigned Arch)
      : Source(Source), Ctx(Source.context()), F(F), Statement(Statement), U(U), Arch(Arch),
        Type(U.Target->getType().getCanonicalType().getUnqualifiedType()) {}
  llvm::Expected<AtomicText> build();

private:
  Operation operation() const;
  Operation fromBinary(const BinaryOperator *B) const;
  Operation fromCall(const CallExpr *Call) const;
  Operation fromConditional(const ConditionalOperator *C) const;
  bool isTarget(const Expr *E) const {
    return sameExpr(E, U.Target, Ctx) || (U.Old && variable(E) == U.Old);
  }
  unsigned readsOfTarget(const Expr *E) const;
  bool selectsMemory(const Expr *E) const;
  bool supported(Op O) const;
  bool isInteger() const { return Type->isIntegerType() && !Type->isBooleanType(); }
  unsigned bits() const { return Ctx.getTypeSize(Type); }
  bool hasOverload() const;
  std::string atomicType() const;
  std::string address() const;
  std::string operandText(const Operation &O) const;
  llvm::Expected<AtomicText> casLoop() const;
  const Stmt *unbracedParent() const;
  std::string newValue(const std::string &Old) const;
  bool isWholeStatement() const;

  const SourceText &Source;
  const ASTContext &Ctx;
  const FunctionDecl *F;
  const Stmt *Statement;
  const MemoryUpdate &U;
  unsigned Arch;
  QualType Type;
};

unsigned Builder::readsOfTarget(const Expr *E) const {
  unsigned Count = 0;
  walk(E, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    if (!Part || isa<ImplicitCastExpr, ParenExpr>(Part) || !isTarget(Part))
      return true;
    ++Count;
    return false;
  });
  return Count;
}

/// The cell's value says which other memory is read: `x = next[x]`.
bool Builder::selectsMemory(const Expr *E) const {
  bool Found = false;
  walk(E, [&](const Stmt *S) {
    const Expr *Place = nullptr;
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
      Place = Subscript->getIdx();
    else if (const auto *Deref = dyn_cast<UnaryOperator>(S);
             Deref && Deref->getOpcode() == UO_Deref)
      Place = Deref->getSubExpr();
    bool Whole = isa<Expr>(S) && isTarget(cast<Expr>(S));
    Found |= !Whole && Place && readsOfTarget(Place);
    return !Whole;
  });
  return Found;
}

Operation Builder::fromBinary(const BinaryOperator *B) const {
  Operation O;
  const Expr *L = B->getLHS(), *R = B->getRHS();
  bool Left = isTarget(L), Right = isTarget(R);
  auto Commutes = [&](Op What) {
    if (Left || Right)
      O.What = What, O.Operand = Left ? R : L;
  };
  switch (B->getOpcode()) {
  case BO_Add: {
    Commutes(Op::Add);
    const Expr *First = L->IgnoreParenImpCasts();
    const auto *Inner = dyn_cast<BinaryOperator>(First);
    while (O.What == Op::Other && Inner && Inner->getOpcode() == BO_Add && !isa<ParenExpr>(L)) {
      if (isTarget(Inner->getLHS())) { // x + a + b
        O.What = Op::Add;
        O.Text = Source.slice(Source.begin(Inner->getRHS()), Source.tokenEnd(B->getEndLoc())).str();
        break;
      }
      Inner = dyn_cast<BinaryOperator>(Inner->getLHS()->IgnoreImpCasts());
    }
    break;
  }
  case BO_Sub:
    if (Left)
      O.What = Op::Sub, O.Operand = R;
    break;
  case BO_And:
    Commutes(Op::And);
    break;
  case BO_Or:
    Commutes(Op::Or);
    break;
  case BO_Xor:
    Commutes(Op::Xor);
    break;
  default:
    break;
  }
  return O;
}

Operation Builder::fromCall(const CallExpr *Call) const {
  Operation O;
  Op What = llvm::StringSwitch<Op>(calleeName(Call))
                .Cases({"min", "umin", "llmin", "ullmin"}, Op::Min)
                .Cases({"max", "umax", "llmax", "ullmax"}, Op::Max)
                .Default(Op::Other);
  if (What == Op::Other || Call->getNumArgs() != 2)
    return O;
  bool Left = isTarget(Call->getArg(0));
  if (Left || isTarget(Call->getArg(1)))
    O.What = What, O.Operand = Call->getArg(Left ? 1 : 0);
  return O;
}

/// x < e ? e : x and its mirror images; x >= e ? 0 : x + 1.
Operation Builder::fromConditional(const ConditionalOperator *C) const {
  Operation O;
  const auto *Cmp = dyn_cast<BinaryOperator>(C->getCond()->IgnoreParenImpCasts());
  if (!Cmp || !Cmp->isRelationalOp())
    return O;
  const Expr *L = Cmp->getLHS(), *R = Cmp->getRHS(), *Yes = C->getTrueExpr(),
             *No = C->getFalseExpr();
  bool Less = Cmp->getOpcode() == BO_LT || Cmp->getOpcode() == BO_LE;
  if (isTarget(L) == isTarget(R))
    return O;
  const Expr *Other = isTarget(L) ? R : L;
  Expr::EvalResult Zero;
  const auto *Next = dyn_cast<BinaryOperator>(No->IgnoreParenImpCasts());
  if (Cmp->getOpcode() == BO_GE && isTarget(L) && Yes->EvaluateAsInt(Zero, Ctx) &&
      Zero.Val.getInt().isZero() && Next && Next->getOpcode() == BO_Add &&
      isTarget(Next->getLHS()) && Type->isUnsignedIntegerType()) {
    Expr::EvalResult One;
    if (Next->getRHS()->EvaluateAsInt(One, Ctx) && One.Val.getInt().isOne())
      O.What = Op::Inc, O.Operand = Other;
    return O;
  }
  bool PicksLeft = sameExpr(Yes, L, Ctx) && sameExpr(No, R, Ctx);
  bool PicksRight = sameExpr(Yes, R, Ctx) && sameExpr(No, L, Ctx);
  if (PicksLeft || PicksRight)
    O.What = PicksLeft == Less ? Op::Min : Op::Max, O.Operand = Other;
  return O;
}

Operation Builder::operation() const {
  Operation O;
  if (const auto *Unary = dyn_cast<UnaryOperator>(U.Whole)) {
    O.What = Unary->isIncrementOp() ? Op::Add : Op::Sub;
    O.Text = "1";
    return O;
  }
  const auto *B = cast<BinaryOperator>(U.Whole);
  if (U.Under != MemoryUpdate::Test::None) {
    O.What = U.Under == MemoryUpdate::Test::Less ? Op::Min : Op::Max;
    O.Operand = B->getRHS();
    return O;
  }
  if (B->isCompoundAssignmentOp()) {
    switch (B->getOpcode()) {
    case BO_AddAssign:
      O.What = Op::Add;
      break;
    case BO_SubAssign:
      O.What = Op::Sub;
      break;
    case BO_AndAssign:
      O.What = Op::And;
      break;
    case BO_OrAssign:
      O.What = Op::Or;
      break;
    case BO_XorAssign:
      O.What = Op::Xor;
      break;
    default:
      break;
    }
    O.Operand = B->getRHS();
    return O;
  }
  const Expr *Value = B->getRHS()->IgnoreParenImpCasts();
  if (readsOfTarget(Value) == 0) {
    O.What = Op::Exch;
    O.Operand = B->getRHS();
  } else if (const auto *Inner = dyn_cast<BinaryOperator>(Value)) {
    O = fromBinary(Inner);
  } else if (const auto *Call = dyn_cast<CallExpr>(Value)) {
    O = fromCall(Call);
  } else if (const auto *C = dyn_cast<ConditionalOperator>(Value)) {
    O = fromConditional(C);
  }
  return O;
}

/// The type is one that atomic functions are declared for, without a cast.
bool Builder::hasOverload() const {
  const auto *T = Type->getAs<BuiltinType>();
  if (!T)
    return false;
  switch (T->getKind()) {
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::ULongLong:
  case BuiltinType::Float:
  case BuiltinType::Double:
    return true;
  default:
    return false;
  }
}

bool Builder::supported(Op O) const {
  if (O == Op::Other)
    return false;
  const auto *T = Type->getAs<BuiltinType>();
  if (Type->isRealFloatingType()) {
    bool Float = T && T->getKind() == BuiltinType::Float;
    bool Double = T && T->getKind() == BuiltinType::Double;
    if (O == Op::Exch)
      return Float;
    return (O == Op::Add || O == Op::Sub) && (Float || (Double && Arch >= 60));
  }
  if (!isInteger() || (bits() != 32 && bits() != 64))
    return false;
  if (O == Op::Inc)
    return bits() == 32 && Type->isUnsignedIntegerType();
  return bits() == 32 || !Type->isSignedIntegerType() || (O != Op::Min && O != Op::Max) ||
         (T && T->getKind() == BuiltinType::LongLong);
}

/// The type to call the function with: the cell's own, or the one of its size.
std::string Builder::atomicType() const {
  if (bits() == 64 && isInteger())
    return "unsigned long long";
  if (isInteger() && bits() == 32)
    return Type->isSignedIntegerType() ? "int" : "unsigned int";
  PrintingPolicy Policy(Ctx.getLangOpts());
  return Type.getAsString(Policy);
}

std::string Builder::address() const {
  const Expr *T = U.Target->IgnoreParens();
  std::string Text;
  const auto *Deref = dyn_cast<UnaryOperator>(T);
  if (Deref && Deref->getOpcode() == UO_Deref)
    Text = Source.copy(Deref->getSubExpr()->IgnoreParenImpCasts());
  else
    Text = "&" + Source.copy(T);
  bool Volatile = U.Target->getType().isVolatileQualified();
  const auto *Builtin = Type->getAs<BuiltinType>();
  bool LongLongMinMax = Builtin && Builtin->getKind() == BuiltinType::LongLong;
  if (!hasOverload() && !LongLongMinMax)
    return "(" + atomicType() + " *)" + (Text[0] == '&' ? Text : "(" + Text + ")");
  if (LongLongMinMax && operation().What != Op::Min && operation().What != Op::Max)
    return "(unsigned long long *)" + (Text[0] == '&' ? Text : "(" + Text + ")");
  if (Volatile) {
    PrintingPolicy Policy(Ctx.getLangOpts());
    return "const_cast<" + Type.getAsString(Policy) + " *>(" + Text + ")";
  }
  return Text;
}

bool needsParensAfterMinus(const Expr *E) {
  E = E->IgnoreImpCasts();
  return isa<BinaryOperator, ConditionalOperator>(E);
}

std::string Builder::operandText(const Operation &O) const {
  bool Negate = O.What == Op::Sub && (Type->isRealFloatingType() || bits() == 64);
  std::string Text = O.Operand ? Source.copy(O.Operand) : O.Text;
  if (!Negate)
    return Text;
  return O.Operand && needsParensAfterMinus(O.Operand) ? "-(" + Text + ")" : "-" + Text;
}

bool Builder::isWholeStatement() const {
  const auto *E = dyn_cast<Expr>(core(Statement));
  return E && E->IgnoreImplicit() == U.Whole;
}

/// The value the cell gets, with `Old` where the statement read the cell.
std::string Builder::newValue(const std::string &Old) const {
  if (const auto *Unary = dyn_cast<UnaryOperator>(U.Whole))
    return Old + (Unary->isIncrementOp() ? " + 1" : " - 1");
  const auto *B = cast<BinaryOperator>(U.Whole);
  if (B->isCompoundAssignmentOp()) {
    StringRef Sign = BinaryOperator::getOpcodeStr(B->getOpcode()).drop_back();
    std::string Operand = Source.copy(B->getRHS());
    if (isa<BinaryOperator, ConditionalOperator>(B->getRHS()->IgnoreImpCasts()))
      Operand = "(" + Operand + ")";
    return Old + " " + Sign.str() + " " + Operand;
  }
  std::string Out;
  unsigned At = Source.begin(B->getRHS());
  walk(B->getRHS(), [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    if (!Part || isa<ImplicitCastExpr, ParenExpr>(Part) || !isTarget(Part))
      return true;
    Out += Source.slice(At, Source.begin(Part));
    Out += Old;
    At = Source.tokenEnd(Part->getEndLoc());
    return false;
  });
  return Out + Source.slice(At, Source.tokenEnd(B->getEndLoc())).str();
}

/// The if or loop whose body the statement is, without braces; else null.
const Stmt *Builder::unbracedParent() const {
  const Stmt *Parent = nullptr;
  walk(F->getBody(), [&](const Stmt *S) {
    if (!isa<CompoundStmt>(S) && llvm::is_contained(S->children(), Statement))
      Parent = S;
    return true;
  });
  return Parent;
}

llvm::Expected<AtomicText> Builder::casLoop() const {
  if (U.Old || U.Under != MemoryUpdate::Test::None)
    return createStringError("no atomic function makes the update of '" +
                             Type.getAsString(PrintingPolicy(Ctx.getLangOpts())) + "'");
  if (!isWholeStatement())
    return createStringError("the value of the update is used, and no atomic function makes it");
  const auto *B = dyn_cast<BinaryOperator>(U.Whole);
  if (B && !isPure(B->getRHS()))
    return createStringError(
        "the new value has a side effect that a compare-and-swap loop would repeat");
  if (B && selectsMemory(B->getRHS()))
    return createStringError("the old value says where the new one is read: done by one thread "
                             "after the other it is another step each time");
  const auto *T = Type->getAs<BuiltinType>();
  bool Float = T && T->getKind() == BuiltinType::Float,
       Double = T && T->getKind() == BuiltinType::Double;
  bool Integer = isInteger() && (bits() == 32 || bits() == 64);
  if (!Float && !Double && !Integer) {
    PrintingPolicy Policy(Ctx.getLangOpts());
    return createStringError("there is no atomic operation on '" + Type.getAsString(Policy) + "'");
  }
  NameChooser Names(F);
  std::string Old = Names.choose({"old", "seen", "current"}),
              Assumed = Names.choose({"assumed", "expected"});
  std::string Bits = Float ? "unsigned int" : Double ? "unsigned long long" : atomicType();
  std::string ToBits = Float ? "__float_as_uint(" : Double ? "__double_as_longlong(" : "";
  std::string FromBits = Float ? "__uint_as_float(" : Double ? "__longlong_as_double(" : "";
  std::string Seen = FromBits.empty() ? Assumed : FromBits + Assumed + ")";
  if (Integer && bits() == 64 && Type->isSignedIntegerType())
    Seen = "(" + Type.getAsString(PrintingPolicy(Ctx.getLangOpts())) + ")" + Assumed;
  std::string Value = newValue(Seen);
  std::string Where = address();
  if (Float || Double || bits() == 64) {
    std::string Plain = Where[0] == '(' ? Where.substr(Where.find(')') + 1) : Where;
    Where = "(" + Bits + " *)" + (Plain[0] == '&' ? Plain : "(" + Plain + ")");
  }
  unsigned Begin = Source.begin(U.Whole), End = Source.tokenEnd(U.Whole->getEndLoc());
  std::string Unit = Source.layout(F).Unit;
  const Stmt *Parent = unbracedParent();
  std::string Outer = Source.indent(Parent ? Source.begin(Parent) : Begin).str();
  std::string Indent = Parent ? Outer + Unit : Outer, Open, Close;
  if (Parent) { // a declaration and a loop need braces
    StringRef Head = Source.slice(0, Begin).rtrim();
    Begin = Head.size();
    End = Source.end(Statement);
    Open = " {\n" + Indent;
    Close = ";\n" + Outer + "}";
  }
  std::string First = ToBits.empty() ? Source.copy(U.Target) : ToBits + Source.copy(U.Target) + ")";
  std::string Loop = Bits + " " + Old + " = " + First + ", " + Assumed + ";\n" + Indent + "do {\n" +
                     Indent + Unit + Assumed + " = " + Old + ";\n" + Indent + Unit + Old +
                     " = atomicCAS(" + Where + ", " + Assumed + ", " +
                     (ToBits.empty() ? Value : ToBits + Value + ")") + ");\n" + Indent +
                     "} while (" + Old + " != " + Assumed + ")";
  return AtomicText{Begin, End, Open + Loop + Close};
}

llvm::Expected<AtomicText> Builder::build() {
  if (Source.inMacro(Statement) || U.Whole->getBeginLoc().isMacroID())
    return createStringError("the update is written in a macro");
  if (!isPure(U.Target))
    return createStringError("the address of the update has a side effect");
  const auto *B = dyn_cast<BinaryOperator>(U.Whole);
  unsigned Reads = B ? readsOfTarget(B->getRHS()) : 0;
  Operation O = operation();
  bool Plain = B && !B->isCompoundAssignmentOp();
  if (Reads > (Plain ? (O.What == Op::Min || O.What == Op::Max || O.What == Op::Inc ? 2 : 1) : 0))
    return createStringError("the old value is used more than once");
  AtomicText Out{Source.begin(U.Whole), Source.tokenEnd(U.Whole->getEndLoc()), ""};
  bool FloatIntoInteger =
      B && isInteger() && O.Operand && O.Operand->getType()->isRealFloatingType();
  if (!supported(O.What) || FloatIntoInteger)
    return casLoop();
  Op What = O.What == Op::Sub && (Type->isRealFloatingType() || bits() == 64) ? Op::Add : O.What;
  std::string Operand = operandText(O);
  Out.Text = atomicName(What).str() + "(" + address() + ", " + Operand + ")";
  const auto *Unary = dyn_cast<UnaryOperator>(U.Whole);
  bool WantsNew = !isWholeStatement() && !(Unary && Unary->isPostfix());
  if (!WantsNew)
    return Out;
  bool Again = O.What == Op::Add || O.What == Op::Sub;
  if (O.What == Op::Exch || !Again || (O.Operand && !isPure(O.Operand)))
    return createStringError("the new value is used after the update");
  Out.Text = "(" + Out.Text + (O.What == Op::Add ? " + " : " - ") +
             (O.Operand && needsParensAfterMinus(O.Operand) ? "(" + Source.copy(O.Operand) + ")"
              : O.Operand                                   ? Source.copy(O.Operand)
                                                            : O.Text) +
             ")";
  return Out;
}

} // namespace

llvm::Expected<AtomicText> atomicText(const SourceText &Source, const FunctionDecl *F,
                                      const Stmt *Statement, const MemoryUpdate &Update,
                                      unsigned Arch) {
  return Builder(Source, F, Statement, Update, Arch).build();
}

} // namespace cudafix::transform
