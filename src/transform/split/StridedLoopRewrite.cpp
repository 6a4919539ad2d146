// SPDX-License-Identifier: Apache-2.0
//
//   for (int i = threadIdx.x; i < n; i += blockDim.x) { A; | B; }
// becomes
//   for (int base = 0; base < n; base += blockDim.x) {
//     const int i = base + threadIdx.x;
//     const bool active = i < n;
//     if (active) { A; }
//     __syncthreads();
//     if (active) { B; }
//   }
#include "transform/split/SplitterImpl.h"

using namespace clang;

namespace cudafix::transform {
namespace {

/// The start of a strided loop as a sum: terms that all threads share, and the thread's own.
struct Terms {
  std::vector<const Expr *> Shared, Own;
};

bool isThreadIndex(const Expr *E) {
  bool Thread = false, Other = false;
  walk(E, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref || !Ref->getDecl()->getDeclName().isIdentifier())
      return true;
    llvm::StringRef Name = Ref->getDecl()->getName();
    Thread |= Name == "threadIdx";
    Other |= Name != "threadIdx" && Name != "blockDim";
    return true;
  });
  return Thread && !Other;
}

/// Returns true for threadIdx.x, threadIdx.y * blockDim.x and constant multiples, which are never
/// negative.
bool isOffset(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Mul || B->getOpcode() == BO_Add)
      return isOffset(B->getLHS(), Ctx) && isOffset(B->getRHS(), Ctx);
    return false;
  }
  Expr::EvalResult R;
  if (E->EvaluateAsInt(R, Ctx))
    return !R.Val.getInt().isNegative();
  return isa<PseudoObjectExpr, MemberExpr>(E);
}

} // namespace

static const Expr *stepOf(const Expr *Inc, const VarDecl *I) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(Inc ? Inc->IgnoreParenImpCasts() : nullptr);
  if (!B || baseVar(B->getLHS()) != I)
    return nullptr;
  if (B->getOpcode() == BO_AddAssign)
    return B->getRHS();
  if (B->getOpcode() != BO_Assign)
    return nullptr;
  const auto *Sum = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add)
    return nullptr;
  if (baseVar(Sum->getLHS()) == I)
    return Sum->getRHS();
  return baseVar(Sum->getRHS()) == I ? Sum->getLHS() : nullptr;
}

static const BinaryOperator *boundOf(const Expr *Cond, const VarDecl *I) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(Cond ? Cond->IgnoreParenImpCasts() : nullptr);
  bool Upper =
      B && (B->getOpcode() == BO_LT || B->getOpcode() == BO_LE) && baseVar(B->getLHS()) == I;
  return Upper && !usedVars(B->getRHS()).contains(I) ? B : nullptr;
}

/// Returns true if the value is the same for all threads, any of them can compute it, and it does
/// not change.
bool Splitter::isFixed(const Expr *E, const Stmt *Loop) const {
  if (!isPure(E) || readsMemory(E) || Facts.threads().differs(E))
    return false;
  VarSet Changed = changedVars(Loop);
  for (const VarDecl *V : usedVars(E))
    if (Changed.contains(V) || !setEverywhere(V))
      return false;
  return true;
}

/// Splits `E` at its plus signs, looking through variables that only hold such a sum.
static bool collectTerms(const Expr *E, const ThreadDependence &Threads, const VarSet &Changed,
                         Terms &T, const ASTContext &Ctx, bool Nested = false) {
  const Expr *Bare = E->IgnoreParenImpCasts();
  if (!Threads.differs(Bare)) {
    T.Shared.push_back(Bare);
    return true;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(Bare); B && B->getOpcode() == BO_Add)
    return collectTerms(B->getLHS(), Threads, Changed, T, Ctx, Nested) &&
           collectTerms(B->getRHS(), Threads, Changed, T, Ctx, Nested);
  if (isThreadIndex(Bare) && isOffset(Bare, Ctx)) {
    T.Own.push_back(Bare);
    return true;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Bare);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDecl() || !V->getInit() || Changed.contains(V) || Nested)
    return false;
  const Expr *Init = V->getInit()->IgnoreParenImpCasts();
  if (isThreadIndex(Init) && isOffset(Init, Ctx)) {
    T.Own.push_back(Bare); // keeps the user's name for it
    return true;
  }
  return collectTerms(Init, Threads, Changed, T, Ctx, true);
}

static Pieces sum(const std::vector<const Expr *> &Terms) {
  Pieces P;
  for (const Expr *E : Terms) {
    if (!P.empty())
      P.push_back(Piece::words(" + "));
    P.push_back(Piece::expr(E));
  }
  return P;
}

std::optional<Nodes> Splitter::stridedLoop(const Item &It, const ForStmt *For, const Place &At) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *I = Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl()) : nullptr;
  if (!I || !I->getInit() || !I->getType()->isIntegerType() || !loopExitsOutside(For).empty() ||
      Source.inMacro(For))
    return std::nullopt;
  for (const Exit &E : Exits)
    if (!E.IsContinue && E.Target == For)
      return std::nullopt;
  const Expr *Step = stepOf(For->getInc(), I);
  const BinaryOperator *Bound = boundOf(For->getCond(), I);
  if (!Step || !Bound || changedVars(For->getBody()).contains(I) ||
      !isFixed(Step, For->getBody()) || !isFixed(Bound->getRHS(), For->getBody()))
    return std::nullopt;
  Terms T;
  VarSet Changed = changedVars(Task.F->getBody());
  if (!collectTerms(I->getInit(), Facts.threads(), Changed, T, Source.context()) || T.Own.empty())
    return std::nullopt;
  for (const Expr *E : T.Shared)
    if (!isFixed(E, For->getBody()))
      return std::nullopt;
  std::string Name = I->getNameAsString();
  PrintingPolicy Policy(Source.context().getLangOpts());
  std::string Type = I->getType().getUnqualifiedType().getAsString(Policy);
  unsigned TypeBegin = Source.begin(Init), NameAt = Source.offset(I->getLocation());
  if (!I->getType().isConstQualified() &&
      !I->getTypeSourceInfo()->getType()->getContainedAutoType())
    Type = Source.slice(TypeBegin, NameAt).trim().str();
  FlagId Base = newFlag(Names.choose({"base", "first", "tileBase"}));
  FlagId Active = newFlag(Names.choose({"active", "inBounds", "isActive"}));
  Pieces Start = sum(T.Shared);
  if (Start.empty())
    Start = {Piece::words("0")};
  Node N{Node::Kind::Block};
  N.Text = {Piece::words(Out.Style.keyword("for") + Type + " "), Piece::flag(Base),
            Piece::words(" = ")};
  N.Text.insert(N.Text.end(), Start.begin(), Start.end());
  N.Text.insert(N.Text.end(), {Piece::words("; "), Piece::flag(Base),
                               Piece::words((" " + Bound->getOpcodeStr() + " ").str()),
                               Piece::expr(Bound->getRHS()), Piece::words("; "), Piece::flag(Base),
                               Piece::words(" += "), Piece::expr(Step), Piece::words(")")});
  Node Index{Node::Kind::Line};
  Index.Text = {Piece::words("const " + Type + " " + Name + " = "), Piece::flag(Base),
                Piece::words(" + ")};
  for (const Piece &P : sum(T.Own))
    Index.Text.push_back(P);
  Index.Text.push_back(Piece::words(";"));
  Index.Flat = true;
  Pieces Cond;
  for (const Literal &L : At.Cond)
    Cond.insert(Cond.end(), {Piece::flag(L.Flag, L.Negated), Piece::words(" && ")});
  Cond.push_back(Piece::expr(For->getCond()));
  Nodes Kids = wrap(buildBody(For->getBody(), Place{{{Active}}}), {{Active}});
  Nodes Continues = declareExitFlag(For, true);
  N.Kids = {Index, save(Active, Cond, nullptr)};
  N.Kids.insert(N.Kids.end(), Continues.begin(), Continues.end());
  for (Node &Kid : Kids)
    N.Kids.push_back(std::move(Kid));
  if (const auto *Body = dyn_cast<CompoundStmt>(For->getBody()))
    N.Trail =
        Source.slice(Source.offset(Body->getLBracLoc()) + 1, Source.bodyBegin(Body)).trim().str();
  N.Flat = true;
  Nodes List{std::move(N)};
  giveLead(List, It);
  return List;
}

} // namespace cudafix::transform
