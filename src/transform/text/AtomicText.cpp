// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicText.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/NameChooser.h"
#include <array>

using namespace clang;
using llvm::createStringError;
using llvm::StringRef;

namespace cudafix::transform {

using clang::Expr;

namespace {

constexpr unsigned MaxColumns = 94; ///< of a line, not counting commas and brackets

/// Names of the operations from Add to Exch, in the order of AtomicOp.
using Names = std::array<StringRef, 8>;
constexpr Names OfCuda = {"atomicAdd", "atomicSub", "atomicMin", "atomicMax",
                          "atomicAnd", "atomicOr",  "atomicXor", "atomicExch"};
constexpr Names OfAtomicRef = {"fetch_add", "fetch_sub", "fetch_min", "fetch_max",
                               "fetch_and", "fetch_or",  "fetch_xor", "exchange"};

std::string nameIn(const Names &Of, AtomicOp O) {
  return Of[static_cast<size_t>(O) - static_cast<size_t>(AtomicOp::Add)].str();
}

std::string atomicName(AtomicOp O) { return O == AtomicOp::Inc ? "atomicInc" : nameIn(OfCuda, O); }

class Builder {
public:
  Builder(const SourceText &Source, const FunctionDecl *F, const Stmt *Statement,
          const MemoryUpdate &U, unsigned Arch)
      : Source(Source), Ctx(Source.context()), F(F), Statement(Statement), U(U), Arch(Arch),
        Type(U.Target->getType().getCanonicalType().getUnqualifiedType()), O(operationOf(U, Ctx)) {}
  /// With a CUDA function, or a loop around atomicCAS.
  llvm::Expected<AtomicText> build() const;
  /// For any type of the cell: cuda::atomic_ref<T>(x).fetch_add(e).
  llvm::Expected<AtomicText> buildForAnyType() const;

private:
  using Function = AtomicOp;
  bool selectsMemory(const Expr *E) const;
  bool supported(Function O) const;
  bool isInteger() const { return Type->isIntegerType() && !Type->isBooleanType(); }
  unsigned bits() const { return Ctx.getTypeSize(Type); }
  bool hasOverload() const;
  std::string atomicType() const;
  std::string address() const;
  std::string operandText(bool Negated = false) const;
  std::string afterwards(const std::string &Call) const;
  llvm::Expected<AtomicText> inPlace(std::string Call) const;
  llvm::Expected<AtomicText> casLoop() const;
  const Stmt *unbracedParent() const;
  std::string newValue(const std::string &Old) const;
  std::string withOld(const Expr *E, const std::string &Old) const;
  bool isWholeStatement() const;

  const SourceText &Source;
  const ASTContext &Ctx;
  const FunctionDecl *F;
  const Stmt *Statement;
  const MemoryUpdate U;
  unsigned Arch;
  QualType Type;
  AtomicOperation O;
};

/// Returns true if the cell's value tells which other memory is read: `x = next[x]`.
bool Builder::selectsMemory(const Expr *E) const {
  bool Found = false;
  walk(E, [&](const Stmt *S) {
    const Expr *Place = nullptr;
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
      Place = Subscript->getIdx();
    else if (const auto *Deref = dyn_cast<UnaryOperator>(S);
             Deref && Deref->getOpcode() == UO_Deref)
      Place = Deref->getSubExpr();
    bool Whole = isa<Expr>(S) && isTarget(U, cast<Expr>(S), Ctx);
    Found |= !Whole && Place && readsOfTarget(U, Place, Ctx);
    return !Whole;
  });
  return Found;
}

/// Returns true if atomic functions are declared for the type, without a cast.
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

bool Builder::supported(AtomicOp O) const {
  if (O == Function::None)
    return false;
  const auto *T = Type->getAs<BuiltinType>();
  if (Type->isRealFloatingType()) {
    bool Float = T && T->getKind() == BuiltinType::Float;
    bool Double = T && T->getKind() == BuiltinType::Double;
    if (O == Function::Exch)
      return Float;
    return (O == Function::Add || O == Function::Sub) && (Float || (Double && Arch >= 60));
  }
  if (!isInteger() || (bits() != 32 && bits() != 64))
    return false;
  if (O == Function::Inc)
    return bits() == 32 && Type->isUnsignedIntegerType();
  return bits() == 32 || !Type->isSignedIntegerType() ||
         (O != Function::Min && O != Function::Max) || (T && T->getKind() == BuiltinType::LongLong);
}

/// The type to call the function with: the cell's own, or one of its size.
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
  if (LongLongMinMax && O.What != Function::Min && O.What != Function::Max)
    return "(unsigned long long *)" + (Text[0] == '&' ? Text : "(" + Text + ")");
  if (Volatile) {
    PrintingPolicy Policy(Ctx.getLangOpts());
    return "const_cast<" + Type.getAsString(Policy) + " *>(" + Text + ")";
  }
  return Text;
}

bool needsParens(const Expr *E) {
  return isa<BinaryOperator, ConditionalOperator>(E->IgnoreImpCasts());
}

std::string Builder::operandText(bool Negated) const {
  std::string Sign = Negated ? "-" : "";
  if (O.Terms.isValid())
    return Source.slice(Source.offset(O.Terms.getBegin()), Source.tokenEnd(O.Terms.getEnd())).str();
  if (!O.Operand)
    return Sign + "1";
  std::string Text = Source.copy(O.Operand);
  if (!Negated)
    return Text;
  // -5u is 4294967291, which is not -5 as a 64-bit number.
  QualType Own = O.Operand->IgnoreParenImpCasts()->getType();
  bool Convert =
      Own->isIntegerType() &&
      (Type->isRealFloatingType() ? Own->isUnsignedIntegerType() : Ctx.getTypeSize(Own) < bits());
  if (Convert && !O.Operand->isEvaluatable(Ctx))
    Sign += "(" + Type.getAsString(PrintingPolicy(Ctx.getLangOpts())) + ")";
  return Sign + (needsParens(O.Operand) ? "(" + Text + ")" : Text);
}

/// Returns true if the value of the update ends at a comma, a bracket or a semicolon.
static bool isEnclosed(const Stmt *Statement, const Expr *Whole) {
  bool Enclosed = false;
  walk(Statement, [&](const Stmt *S) {
    auto Is = [&](const Stmt *E) {
      return isa_and_nonnull<Expr>(E) && cast<Expr>(E)->IgnoreImpCasts() == Whole;
    };
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        Enclosed |= isa<VarDecl>(D) && Is(cast<VarDecl>(D)->getInit());
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      Enclosed |= B->isAssignmentOp() && Is(B->getRHS());
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
      Enclosed |= Is(Subscript->getIdx());
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Enclosed |= !isa<CXXOperatorCallExpr>(Call) && llvm::any_of(Call->arguments(), Is);
    return true;
  });
  return Enclosed;
}

/// The value of the cell after the operation that `Call` makes.
std::string Builder::afterwards(const std::string &Call) const {
  std::string Operand = operandText();
  if (O.Operand && needsParens(O.Operand))
    Operand = "(" + Operand + ")";
  std::string Value = Call + (O.What == Function::Add ? " + " : " - ") + Operand;
  return isEnclosed(Statement, U.Whole) ? Value : "(" + Value + ")";
}

bool Builder::isWholeStatement() const {
  const auto *E = dyn_cast<Expr>(core(Statement));
  return E && E->IgnoreImplicit() == U.Whole;
}

/// The new value of the cell, with `Old` where the statement read the cell.
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
  return withOld(B->getRHS(), Old);
}

/// The text of an expression with `Old` where it reads the cell.
std::string Builder::withOld(const Expr *E, const std::string &Old) const {
  std::string Out;
  unsigned At = Source.begin(E);
  walk(E, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    if (!Part || isa<ImplicitCastExpr, ParenExpr>(Part) || !isTarget(U, Part, Ctx))
      return true;
    Out += Source.slice(At, Source.begin(Part));
    Out += Old;
    At = Source.tokenEnd(Part->getEndLoc());
    return false;
  });
  return Out + Source.slice(At, Source.tokenEnd(E->getEndLoc())).str();
}

/// The if or loop whose body is this statement without braces; else null.
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
  std::string TypeName = Type.getAsString(PrintingPolicy(Ctx.getLangOpts()));
  if (U.Old)
    return createStringError("no atomic function makes the update of '" + TypeName + "'");
  if (!U.Test && !isWholeStatement())
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
  if (!Float && !Double && !Integer)
    return createStringError("there is no atomic operation on '" + TypeName + "'");
  NameChooser Names(F);
  std::string Old = Names.choose({"old", "seen", "current"}),
              Assumed = Names.choose({"assumed", "expected"});
  std::string Bits = Float ? "unsigned int" : Double ? "unsigned long long" : atomicType();
  auto ToBits = [&](const std::string &Value) {
    return Float    ? "__float_as_uint(" + Value + ")"
           : Double ? "__double_as_longlong(" + Value + ")"
                    : Value;
  };
  auto FromBits = [&](const std::string &Name) {
    bool Wider = Integer && bits() == 64 && Type->isSignedIntegerType();
    return Float    ? "__uint_as_float(" + Name + ")"
           : Double ? "__longlong_as_double(" + Name + ")"
           : Wider  ? "(" + TypeName + ")" + Name
                    : Name;
  };
  std::string Where = address();
  if (Float || Double || bits() == 64) {
    StringRef Plain = Where;
    if (Plain.starts_with("("))
      Plain = Plain.drop_front(Plain.find(')') + 1);
    bool Simple = Plain.starts_with("&") ||
                  llvm::all_of(Plain, [](char C) { return llvm::isAlnum(C) || C == '_'; });
    Where = "(" + Bits + " *)" + (Simple ? Plain : "(" + Plain + ")").str();
  }
  unsigned Begin = Source.begin(U.Whole), End = Source.tokenEnd(U.Whole->getEndLoc());
  if (U.Test) {
    Begin = Source.begin(Statement);
    End = Source.end(Statement);
  }
  std::string Unit = Source.layout(F).Unit;
  const Stmt *Parent = unbracedParent();
  std::string Outer = Source.indent(Parent ? Source.begin(Parent) : Begin).str();
  std::string Indent = Parent ? Outer + Unit : Outer, Open, Close;
  if (Parent) { // a declaration and a loop need braces
    StringRef Head = Source.slice(0, Begin).rtrim();
    Begin = Head.size();
    End = Source.end(Statement);
    Open = " {\n" + Indent;
    Close = (U.Test ? "\n" : ";\n") + Outer + "}";
  }
  std::string First = Bits + " " + Old + " = " + ToBits(Source.copy(U.Target)) + ", " + Assumed;
  auto Step = [&](const std::string &Value) {
    std::string Line = Indent + Unit + Old + " = atomicCAS(";
    bool Long = Line.size() + Where.size() + Assumed.size() + ToBits(Value).size() > MaxColumns;
    std::string Next = Long ? ",\n" + std::string(Line.size(), ' ') : ", ";
    return " {\n" + Indent + Unit + Assumed + " = " + Old + ";\n" + Line + Where + ", " + Assumed +
           Next + ToBits(Value) + ");\n" + Indent + "}";
  };
  AtomicText Text{Begin, End};
  Text.HasValue = false;
  Text.Rounds = !Integer && O.What != Function::Min && O.What != Function::Max;
  std::string Loop;
  if (U.Test) {
    std::string Test = withOld(U.Test, FromBits(Old));
    Loop = First + " = ~" + Old + ";\n" + Indent + "while (" + Old + " != " + Assumed + " && " +
           (U.StoredIf ? Test : "!(" + Test + ")") + ")" + Step(Source.copy(B->getRHS()));
  } else {
    Loop = First + ";\n" + Indent + "do" + Step(newValue(FromBits(Assumed))) + " while (" + Old +
           " != " + Assumed + ")";
  }
  Text.Text = Open + Loop + Close;
  return Text;
}

llvm::Expected<AtomicText> Builder::build() const {
  if (Source.inMacro(Statement) || U.Whole->getBeginLoc().isMacroID())
    return createStringError("the update is written in a macro");
  if (!isPure(U.Target))
    return createStringError("the address of the update has a side effect");
  if (!supported(O.What))
    return casLoop();
  bool Negated = O.What == Function::Sub && (Type->isRealFloatingType() || bits() == 64);
  Function What = Negated ? Function::Add : O.What;
  std::string Call = atomicName(What) + "(" + address() + ", " + operandText(Negated) + ")";
  return inPlace(std::move(Call));
}

llvm::Expected<AtomicText> Builder::buildForAnyType() const {
  bool Floating = Type->isRealFloatingType();
  bool Sum = O.What == Function::Add || O.What == Function::Sub;
  if (O.What == Function::None || O.What == Function::Inc || !(isInteger() || (Floating && Sum)) ||
      (bits() != 32 && bits() != 64) || U.Target->getType().isVolatileQualified())
    return createStringError("no atomic operation makes the update in all instances of '" +
                             F->getNameAsString() + "'");
  std::string Call = "cuda::atomic_ref<" + writtenElement(U.Target, Source) +
                     ", cuda::thread_scope_device>(" + Source.copy(U.Target->IgnoreParens()) +
                     ")." + nameIn(OfAtomicRef, O.What) + "(" + operandText() +
                     ", cuda::memory_order_relaxed)";
  llvm::Expected<AtomicText> Text = inPlace(std::move(Call));
  if (Text)
    Text->Header = "cuda/atomic";
  return Text;
}

/// The call at the place of the update, with the old or the new value as its value.
llvm::Expected<AtomicText> Builder::inPlace(std::string Call) const {
  AtomicText Out{Source.begin(U.Whole), Source.tokenEnd(U.Whole->getEndLoc())};
  Out.Text = std::move(Call);
  Out.Rounds = Type->isRealFloatingType() && O.What != Function::Exch;
  const auto *Unary = dyn_cast<UnaryOperator>(U.Whole);
  if (U.Test || isWholeStatement() || (Unary && Unary->isPostfix()))
    return Out;
  if ((O.What != Function::Add && O.What != Function::Sub) || (O.Operand && !isPure(O.Operand)))
    return createStringError("the new value is used after the update");
  Out.Text = afterwards(Out.Text);
  return Out;
}

/// The statement and the update in it.
struct Place {
  const Stmt *Statement = nullptr;
  MemoryUpdate Update;
};

/// The same place in another instance of the function's template; nullopt: it has none.
std::optional<Place> placeIn(const FunctionDecl *G, const Stmt *Statement, const MemoryUpdate &U) {
  auto Alike = [](const Stmt *A, const Stmt *B) {
    return B && A->getStmtClass() == B->getStmtClass() &&
           A->getSourceRange() == B->getSourceRange();
  };
  Place P;
  P.Update.StoredIf = U.StoredIf;
  walk(G->getBody(), [&](const Stmt *S) {
    if (Alike(S, Statement))
      P.Statement = S;
    if (Alike(S, U.Whole)) {
      MemoryUpdate Same = findUpdates(S).front();
      P.Update.Whole = Same.Whole;
      P.Update.Target = Same.Target;
    }
    if (Alike(S, U.Test))
      P.Update.Test = cast<BinaryOperator>(S);
    if (const auto *Decls = dyn_cast<DeclStmt>(S); Decls && U.Old)
      for (const Decl *D : Decls->decls())
        if (D->getLocation() == U.Old->getLocation())
          P.Update.Old = cast<VarDecl>(D);
    return true;
  });
  bool Whole =
      P.Statement && P.Update.Whole && !P.Update.Test == !U.Test && !P.Update.Old == !U.Old;
  return Whole ? std::optional(P) : std::nullopt;
}

using Build = llvm::Expected<AtomicText> (Builder::*)() const;

/// The text of the first instance, if it is that of all.
llvm::Expected<AtomicText> commonText(llvm::ArrayRef<Builder> Instances, Build Text) {
  llvm::Expected<AtomicText> First = (Instances.front().*Text)();
  if (!First)
    return First;
  for (const Builder &B : Instances.drop_front()) {
    llvm::Expected<AtomicText> Other = (B.*Text)();
    if (!Other)
      return Other;
    if (Other->Text != First->Text)
      return createStringError("the instances of the template need different atomic operations");
  }
  return First;
}

} // namespace

llvm::Expected<AtomicText> atomicText(const SourceText &Source, const FunctionDecl *F,
                                      const Stmt *Statement, const MemoryUpdate &Update,
                                      unsigned Arch) {
  std::vector<Builder> Instances{{Source, F, Statement, Update, Arch}};
  if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
    for (const FunctionDecl *G : Template->specializations())
      if (G != F && G->hasBody())
        if (std::optional<Place> P = placeIn(G, Statement, Update))
          Instances.emplace_back(Source, G, P->Statement, P->Update, Arch);
  llvm::Expected<AtomicText> Text = commonText(Instances, &Builder::build);
  if (Text || Instances.size() == 1)
    return Text;
  llvm::consumeError(Text.takeError());
  return commonText(Instances, &Builder::buildForAnyType);
}

} // namespace cudafix::transform
