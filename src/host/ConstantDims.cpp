// SPDX-License-Identifier: Apache-2.0

#include "host/ConstantDims.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cudafix::host;
using llvm::APSInt;

static constexpr unsigned MaxDepth = 16;

namespace {
/// Calls `assign(To, Value)` for each plain assignment, and `change(Object)` for everything else
/// that may change an object.
class ChangeFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      assign(B->getLHS(), B->getRHS());
    else if (B->isAssignmentOp())
      change(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      change(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    auto *Operator = dyn_cast<CXXOperatorCallExpr>(C);
    if (Operator && Operator->getOperator() == OO_Equal && C->getNumArgs() == 2) {
      assign(C->getArg(0), C->getArg(1));
      return true;
    }
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    const bool ObjectFirst = Operator && Method; // the object is the first argument
    if (Method && !Method->isConst()) {
      if (ObjectFirst)
        reference(C->getArg(0));
      else if (auto *OfObject = dyn_cast<CXXMemberCallExpr>(C))
        reference(OfObject->getImplicitObjectArgument());
    }
    for (unsigned I = ObjectFirst; I < C->getNumArgs(); ++I)
      if (unsigned P = I - ObjectFirst;
          !F || P >= F->getNumParams() || mayChange(F->getParamDecl(P)->getType()))
        reference(C->getArg(I));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      if (I >= C->getConstructor()->getNumParams() ||
          mayChange(C->getConstructor()->getParamDecl(I)->getType()))
        reference(C->getArg(I));
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getInit() && mayChange(V->getType()))
      reference(V->getInit());
    return true;
  }

private:
  virtual void assign(const Expr *To, const Expr *Value) = 0;
  virtual void change(const Expr *Object) = 0;
  static bool mayChange(QualType T) {
    return T->isReferenceType() && !T.getNonReferenceType().isConstQualified();
  }
  void reference(const Expr *E) {
    if (E->isGLValue())
      change(E);
  }
};

/// Finds variables that anything except their initialiser may change.
class WriteFinder : public ChangeFinder {
public:
  explicit WriteFinder(llvm::DenseSet<const VarDecl *> &Written) : Written(Written) {}

  bool VisitLambdaExpr(LambdaExpr *L) override {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
        if (auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
          Written.insert(V);
    return true;
  }
  void assign(const Expr *To, const Expr *) override { change(To); }
  void change(const Expr *E) override {
    E = E->IgnoreParenCasts();
    while (true) {
      if (auto *M = dyn_cast<MemberExpr>(E))
        E = M->getBase()->IgnoreParenCasts();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
        E = A->getBase()->IgnoreParenCasts();
      else
        break;
    }
    if (auto *D = dyn_cast<DeclRefExpr>(E))
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
        Written.insert(V);
  }

private:
  llvm::DenseSet<const VarDecl *> &Written;
};

/// Returns true if the expression names the member or a part of it.
bool isPartOf(const Expr *E, const FieldDecl *Member) {
  E = E->IgnoreParenCasts();
  while (true) {
    if (auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->getMemberDecl() == Member)
        return true;
      E = M->getBase()->IgnoreParenCasts();
    } else if (auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      E = A->getBase()->IgnoreParenCasts();
    } else {
      return false;
    }
  }
}

/// The component of a dim3 that the expression names: 0, 1, 2 for x, y, z.
std::optional<unsigned> component(const MemberExpr *M) {
  llvm::StringRef Name =
      M->getMemberDecl()->getIdentifier() ? M->getMemberDecl()->getName() : llvm::StringRef();
  return Name == "x"   ? std::optional(0u)
         : Name == "y" ? std::optional(1u)
         : Name == "z" ? std::optional(2u)
                       : std::nullopt;
}

/// Collects the values to which a class sets one of its members.
class MemberWrites final : public ChangeFinder {
public:
  explicit MemberWrites(const FieldDecl *Member) : Member(Member) {
    All = Member->getAccess() == AS_private;
    if (const Expr *Init = Member->getInClassInitializer())
      Whole.push_back(Init);
    if (auto *Class = dyn_cast<CXXRecordDecl>(Member->getParent()))
      readClass(*Class);
  }
  bool All = true;                 ///< no other code writes it
  std::vector<const Expr *> Whole; ///< values assigned to the member as a whole
  std::vector<std::pair<unsigned, const Expr *>> Components;

  void assign(const Expr *To, const Expr *Value) override {
    auto *M = dyn_cast<MemberExpr>(To->IgnoreParens());
    auto *Of = M ? dyn_cast<MemberExpr>(M->getBase()->IgnoreParens()) : nullptr;
    if (M && M->getMemberDecl() == Member)
      Whole.push_back(Value);
    else if (Of && Of->getMemberDecl() == Member && component(M))
      Components.emplace_back(*component(M), Value);
    else
      change(To);
  }
  void change(const Expr *E) override { All &= !isPartOf(E, Member); }

private:
  /// Only the class's own functions, and those of its nested classes, can name a private member.
  void readClass(const CXXRecordDecl &Class) {
    All &= Class.isCompleteDefinition() && !Class.hasFriends() && !Class.isDependentContext();
    for (const Decl *D : Class.decls()) {
      if (auto *Nested = dyn_cast<CXXRecordDecl>(D);
          Nested && Nested->isThisDeclarationADefinition() && !Nested->isInjectedClassName())
        readClass(*Nested);
      auto *Method = dyn_cast<CXXMethodDecl>(D);
      if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
        Method = dyn_cast<CXXMethodDecl>(T->getTemplatedDecl());
      if (!Method || Method->isImplicit() || Method->isDefaulted() || Method->isDeleted() ||
          Method->isPureVirtual())
        continue;
      const FunctionDecl *Def = nullptr;
      All &= Method->hasBody(Def);
      if (!Def)
        continue;
      TraverseStmt(Def->getBody());
      if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Def))
        for (CXXCtorInitializer *I : Constructor->inits()) {
          if (I->getMember() == Member && I->isWritten())
            Whole.push_back(I->getInit());
          TraverseStmt(I->getInit());
        }
    }
  }

  const FieldDecl *Member;
};
} // namespace

const ConstantDims::Dim3 &ConstantDims::member(const MemberExpr *M, unsigned Depth) {
  static const Dim3 Nothing;
  auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
  if (!Field)
    return Nothing;
  if (auto [It, New] = Members.try_emplace(Field); !New)
    return It->second;
  MemberWrites Writes(Field);
  if (!Writes.All || (Writes.Whole.empty() && Writes.Components.empty()))
    return Nothing;
  Dim3 Found;
  bool Same[3] = {true, true, true};
  auto Take = [&](unsigned I, const std::optional<APSInt> &Value) {
    Same[I] &= Value && (!Found[I] || APSInt::isSameValue(*Found[I], *Value));
    Found[I] = Value;
  };
  const bool Number = Field->getType()->isIntegralOrEnumerationType();
  for (const Expr *E : Writes.Whole) {
    Dim3 Value = Number ? Dim3{integer(E, Depth + 1)} : parts(E, Depth + 1);
    for (unsigned I = 0; I < 3; ++I)
      Take(I, Value[I]);
  }
  for (auto [I, E] : Writes.Components)
    Take(I, integer(E, Depth + 1));
  for (unsigned I = 0; I < 3; ++I)
    if (!Same[I])
      Found[I].reset();
    else if (!Found[I] && !Number) // the default of a dim3
      Found[I] = APSInt::getUnsigned(1);
  return Members[Field] = Found;
}

void ConstantDims::countWrites(const FunctionDecl *F) {
  if (F && F->hasBody() && Counted.insert(F).second)
    WriteFinder(Written).TraverseStmt(F->getBody());
}

bool ConstantDims::isSetOnce(const VarDecl *V) {
  if (!V->getInit() || V->getInit()->isValueDependent())
    return false;
  if (V->getType().isConstQualified())
    return true;
  if (!V->hasLocalStorage())
    return false;
  const DeclContext *D = V->getDeclContext();
  while (D && !isa<FunctionDecl>(D))
    D = D->getParent();
  const auto *F = dyn_cast_or_null<FunctionDecl>(D);
  if (!F)
    return false;
  auto [Names, New] = DroppedIn.try_emplace(F);
  if (New)
    Names->second = Dropped(*F);
  if (Names->second.contains(V->getName()))
    return false;
  countWrites(F);
  return !Written.contains(V);
}

/// The value converted to an integer type.
static APSInt convert(const APSInt &V, const ASTContext &Ctx, QualType T) {
  APSInt R = V.extOrTrunc(Ctx.getIntWidth(T));
  R.setIsSigned(T->isSignedIntegerOrEnumerationType());
  return R;
}

std::optional<APSInt> ConstantDims::arithmetic(const BinaryOperator *B, unsigned Depth) {
  auto L = integer(B->getLHS(), Depth + 1), R = integer(B->getRHS(), Depth + 1);
  if (!L || !R || L->getBitWidth() != R->getBitWidth() || L->isSigned() != R->isSigned())
    return std::nullopt;
  bool Overflow = false;
  llvm::APInt V = *L;
  auto Holds = [](bool Does) { return APSInt(llvm::APInt(1, Does), /*isUnsigned=*/true); };
  switch (B->getOpcode()) {
  case BO_EQ:
    return Holds(*L == *R);
  case BO_NE:
    return Holds(*L != *R);
  case BO_LT:
    return Holds(*L < *R);
  case BO_LE:
    return Holds(*L <= *R);
  case BO_GT:
    return Holds(*L > *R);
  case BO_GE:
    return Holds(*L >= *R);
  case BO_Add:
    V = L->isSigned() ? L->sadd_ov(*R, Overflow) : *L + *R;
    break;
  case BO_Sub:
    V = L->isSigned() ? L->ssub_ov(*R, Overflow) : *L - *R;
    break;
  case BO_Mul:
    V = L->isSigned() ? L->smul_ov(*R, Overflow) : *L * *R;
    break;
  case BO_Div:
    if (R->isZero())
      return std::nullopt;
    V = *L / *R;
    break;
  case BO_Rem:
    if (R->isZero())
      return std::nullopt;
    V = *L % *R;
    break;
  default:
    return std::nullopt;
  }
  if (Overflow)
    return std::nullopt;
  return APSInt(V, L->isUnsigned());
}

std::optional<APSInt> ConstantDims::integer(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult R;
  if (E->EvaluateAsInt(R, Ctx, Expr::SE_NoSideEffects))
    return R.Val.getInt();
  if (auto *P = dyn_cast<ParenExpr>(E))
    return integer(P->getSubExpr(), Depth);
  if (auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_LValueToRValue &&
        C->getCastKind() != CK_NoOp)
      return std::nullopt;
    auto V = integer(C->getSubExpr(), Depth + 1);
    return V ? std::optional(convert(*V, Ctx, E->getType())) : std::nullopt;
  }
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return arithmetic(B, Depth);
  if (auto *M = dyn_cast<MemberExpr>(E)) {
    if (std::optional<unsigned> I = component(M))
      return parts(M->getBase(), Depth + 1)[*I];
    const std::optional<APSInt> &Value = member(M, Depth)[0];
    return Value ? std::optional(convert(*Value, Ctx, E->getType())) : std::nullopt;
  }
  if (auto *D = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && isSetOnce(V))
      if (auto I = integer(V->getInit(), Depth + 1))
        return convert(*I, Ctx, V->getType());
  return std::nullopt;
}

ConstantDims::Dim3 ConstantDims::parts(const Expr *E, unsigned Depth) {
  Dim3 Nothing;
  if (!E || Depth > MaxDepth || E->containsErrors())
    return Nothing;
  E = E->IgnoreParenCasts();
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return parts(M->getSubExpr(), Depth + 1);
  if (auto *C = dyn_cast<ExprWithCleanups>(E))
    return parts(C->getSubExpr(), Depth + 1);
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return parts(B->getSubExpr(), Depth + 1);
  if (auto *A = dyn_cast<CXXDefaultArgExpr>(E))
    return parts(A->getExpr(), Depth + 1);
  if (auto *D = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(D->getDecl());
    return V && isSetOnce(V) ? parts(V->getInit(), Depth + 1) : Nothing;
  }
  if (auto *M = dyn_cast<MemberExpr>(E))
    return member(M, Depth);
  auto value = [&](const Expr *X) -> std::optional<APSInt> {
    if (auto *A = dyn_cast<CXXDefaultArgExpr>(X))
      X = A->getExpr();
    return integer(X, Depth + 1);
  };
  if (auto *I = dyn_cast<InitListExpr>(E)) {
    for (unsigned N = 0; N < 3; ++N)
      Nothing[N] = N < I->getNumInits() ? value(I->getInit(N)) : APSInt::getUnsigned(1);
    return Nothing;
  }
  auto *C = dyn_cast<CXXConstructExpr>(E);
  if (!C) { // a number converted to a dim3
    Nothing[0] = integer(E, Depth + 1);
    if (E->getType()->isIntegralOrEnumerationType())
      Nothing[1] = Nothing[2] = APSInt::getUnsigned(1);
    return Nothing;
  }
  if (C->getNumArgs() == 1 && !C->getArg(0)->getType()->isIntegralOrEnumerationType() &&
      C->getConstructor()->isCopyOrMoveConstructor())
    return parts(C->getArg(0), Depth + 1);
  if (C->getNumArgs() <= 3)
    for (unsigned N = 0; N < 3; ++N)
      Nothing[N] = N < C->getNumArgs() ? value(C->getArg(N)) : APSInt::getUnsigned(1);
  return Nothing;
}

std::array<std::optional<uint64_t>, 3> ConstantDims::dim3(const Expr *E) {
  std::array<std::optional<uint64_t>, 3> R;
  if (!E)
    return R;
  Dim3 P = parts(E, 0);
  for (unsigned N = 0; N < 3; ++N)
    if (P[N])
      R[N] = P[N]->extOrTrunc(32).getZExtValue();
  return R;
}
