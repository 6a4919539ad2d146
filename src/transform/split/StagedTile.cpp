// SPDX-License-Identifier: Apache-2.0
#include "transform/split/StagedTile.h"
#include "transform/split/CommonFill.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

StagedTile::StagedTile(const FunctionDecl *F, SourceText &Source,
                       llvm::ArrayRef<const Expr *> Conditions, Threads Who, const Stmt *At)
    : Source(Source), At(core(At)), Who(Who), InTemplate(F->isTemplateInstantiation()), Values(F) {
  walk(F->getBody(), [&](const Stmt *S) {
    for (const Stmt *Child : S->children())
      if (Child)
        Parents.try_emplace(Child, S);
    return true;
  });
  for (const Stmt *S : F->getBody()->children()) {
    if (S == At)
      break;
    for (const VarDecl *V : usedVars(S))
      Before.insert(V);
  }
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Outside.insert(V);
    return core(S) != this->At;
  });
  for (const Expr *E : Conditions)
    Limited &= addLimits(E, Who == Threads::Leave);
}

/// If every block takes the same exit, there may be no full block, so that the cells may not exist.
bool StagedTile::addLimits(const Expr *Exit, bool Leaves) {
  Exit = Exit->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Exit);
  if (B && B->getOpcode() == (Leaves ? BO_LOr : BO_LAnd)) {
    const bool Left = addLimits(B->getLHS(), Leaves), Right = addLimits(B->getRHS(), Leaves);
    return Left && Right;
  }
  Varies &= Values.dependsOnBlock(Exit);
  if (!B || !B->isRelationalOp())
    return false;
  const Expr *Value = B->getLHS(), *Bound = B->getRHS();
  BinaryOperatorKind Op =
      Leaves ? B->getOpcode() : BinaryOperator::negateComparisonOp(B->getOpcode());
  if (Op == BO_LE || Op == BO_LT) {
    std::swap(Value, Bound);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  const VarDecl *V = variable(Value);
  bool Fits = (Op == BO_GE || Op == BO_GT) && V && Values.dependsOnBlock(Value) &&
              Values.sameInAllBlocks(Bound) && !Source.inMacro(Exit);
  if (Fits)
    Limits.push_back({V, Bound, Op == BO_GE ? " < " : " <= "});
  return Fits;
}

/// The value of a local variable that is set once.
const Expr *StagedTile::meaning(const Expr *E) const {
  const VarDecl *V = variable(E);
  llvm::ArrayRef<const Expr *> All = V ? Values.of(V) : llvm::ArrayRef<const Expr *>();
  bool Once = All.size() == 1 && All[0] && V->getInit();
  return Once && !limitOf(E) ? meaning(All[0]) : E->IgnoreParenImpCasts();
}

const StagedTile::Limit *StagedTile::limitOf(const Expr *E) const {
  const VarDecl *V = variable(E);
  auto It = llvm::find_if(Limits, [&](const Limit &L) { return V && L.Value == V; });
  return It == Limits.end() ? nullptr : &*It;
}

std::string StagedTile::textOf(const Limit &L, const Expr *Value) const {
  std::string Text = Value ? Source.copy(Value) : L.Value->getNameAsString();
  return Text + L.Compare + Source.copy(L.Bound);
}

static void addends(const Expr *E, std::vector<const Expr *> &Out) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != BO_Add)
    return Out.push_back(E->IgnoreParenImpCasts());
  addends(B->getLHS(), Out);
  addends(B->getRHS(), Out);
}

/// Returns true if the expression is the bound of a limit, used as the length of a row: `k *
/// width`. A square has one bound for rows and columns.
bool StagedTile::isLength(const std::string &Text) const {
  return llvm::any_of(Limits, [&](const Limit &L) { return Source.copy(L.Bound) == Text; });
}

/// The limits that keep an index within the array, for `y * width + x`, `row * length + k` and `k *
/// width + x`, which address the thread's own element, row or column, but not a neighbour's. Empty:
/// not known.
std::vector<const StagedTile::Limit *> StagedTile::own(const Expr *Index) const {
  std::vector<const Expr *> Sum;
  addends(meaning(Index), Sum);
  std::vector<const Limit *> Found;
  const Limit *Alone = nullptr;
  bool Others = false;
  std::set<std::string> Lengths;
  for (const Expr *Term : Sum) {
    const auto *Product = dyn_cast<BinaryOperator>(Term);
    bool Times = Product && Product->getOpcode() == BO_Mul;
    const Limit *A = Times ? limitOf(Product->getLHS()) : nullptr;
    const Limit *B = Times ? limitOf(Product->getRHS()) : nullptr;
    if (const Limit *L = limitOf(Term)) {
      if (Alone)
        return {};
      Alone = L;
      Found.push_back(L);
    } else if (A || B) {
      if ((A && B) || !Values.sameInAllBlocks(A ? Product->getRHS() : Product->getLHS()))
        return {};
      Found.push_back(A ? A : B);
    } else if (!Values.sameInAllBlocks(Term)) {
      return {};
    } else if (std::string Text =
                   Times ? Source.copy(Product->getRHS()->IgnoreParenImpCasts()) : "";
               isLength(Text)) {
      Lengths.insert(std::move(Text));
    } else {
      Others = true;
    }
  }
  bool Shifted = Alone && (Others || Lengths.size() > 1 ||
                           (!Lengths.empty() && !Lengths.count(Source.copy(Alone->Bound))));
  return Shifted ? std::vector<const Limit *>() : Found;
}

/// The guards that keep a load of threads past the end within the array; nullopt: not known.
std::optional<StagedTile::Guards> StagedTile::guardsOf(const ArraySubscriptExpr *Load) {
  const Expr *Index = Load->getIdx();
  const VarDecl *Array = variable(Load->getBase());
  if (!Array || !(isa<ParmVarDecl>(Array) || Array->hasGlobalStorage()) ||
      !Values.of(Array).empty() || readsMemory(Index))
    return std::nullopt;
  if (Values.sameInAllBlocks(Index)) {
    Loaded.insert(Array->getNameAsString());
    return Guards();
  }
  Guards All;
  const auto *Sum = dyn_cast<BinaryOperator>(meaning(Index));
  bool Shifted = Limits.size() == 1 && Sum && Sum->isAdditiveOp();
  if (Shifted) {
    const Expr *Own = limitOf(Sum->getLHS()) ? Sum->getLHS() : Sum->getRHS();
    const Expr *By = Own == Sum->getLHS() ? Sum->getRHS() : Sum->getLHS();
    Shifted = limitOf(Own) && Values.sameInAllBlocks(By) &&
              (Own == Sum->getLHS() || Sum->getOpcode() == BO_Add);
  }
  if (Shifted)
    All.push_back(textOf(Limits.front(), Index));
  else if (std::vector<const Limit *> Own = own(Index); !Own.empty())
    for (const Limit &L : Limits)
      if (llvm::is_contained(Own, &L))
        All.push_back(textOf(L, nullptr));
  if (All.empty())
    return std::nullopt;
  llvm::erase_if(All, [&](const std::string &G) { return isKnown(G, Load); });
  if (!All.empty())
    Filled.insert(Array->getNameAsString());
  return !Stays.empty() && !Shifted && All.size() == Limits.size() ? wholeGuard() : All;
}

/// The guard that holds for threads that stay.
StagedTile::Guards StagedTile::wholeGuard() {
  if (!Stays.empty()) {
    UsesName = true;
    return {Stays};
  }
  Guards All;
  for (const Limit &L : Limits)
    All.push_back(textOf(L, nullptr));
  return All;
}

static void conjuncts(const Expr *E, std::vector<const Expr *> &Out) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != BO_LAnd)
    return Out.push_back(E->IgnoreParenImpCasts());
  conjuncts(B->getLHS(), Out);
  conjuncts(B->getRHS(), Out);
}

static std::string withoutSpace(std::string Text) {
  llvm::erase_if(Text, [](char C) { return llvm::isSpace(C); });
  return Text;
}

/// Returns true if a condition around the load implies the guard.
bool StagedTile::isKnown(StringRef Guard, const Expr *Load) const {
  std::vector<const Expr *> Said;
  const Stmt *Inner = Load;
  for (const Stmt *S = Parents.lookup(Load); S && S != At; Inner = S, S = Parents.lookup(S)) {
    if (const auto *C = dyn_cast<ConditionalOperator>(S); C && C->getTrueExpr() == Inner)
      conjuncts(C->getCond(), Said);
    if (const auto *If = dyn_cast<IfStmt>(S); If && If->getThen() == Inner)
      conjuncts(If->getCond(), Said);
  }
  return llvm::any_of(Said, [&](const Expr *E) {
    return withoutSpace(Source.copy(E)) == withoutSpace(Guard.str());
  });
}

/// Returns true if any of the loads is in the expression.
static bool holds(const Expr *E, llvm::ArrayRef<const Expr *> Loads) {
  bool Found = false;
  walk(E, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    Found |= Part && llvm::is_contained(Loads, Part);
    return !Found;
  });
  return Found;
}

static bool isShared(const Expr *Memory) {
  const VarDecl *V = isa<ArraySubscriptExpr>(Memory) ? memoryBase(Memory) : nullptr;
  return V && V->hasAttr<CUDASharedAttr>();
}

/// Guards the loads of a value so that threads past the end may evaluate it; `Whole`: they get 0.
bool StagedTile::guardLoads(const Expr *Value, bool Whole) {
  if (!isPure(Value))
    return false;
  std::vector<const Expr *> Loads;
  std::set<std::string> Seen;
  std::string Guard;
  auto AddGuard = [&](const std::string &G) {
    if (Seen.insert(G).second)
      Guard += (Guard.empty() ? "" : " && ") + G;
  };
  bool Good = true;
  walk(Value, [&](const Stmt *S) {
    const auto *U = dyn_cast<UnaryOperator>(S);
    const auto *M = dyn_cast<MemberExpr>(S);
    Good &= !(U && U->getOpcode() == UO_Deref) && !(M && M->isArrow()) && !isa<LambdaExpr>(S);
    const auto *Load = dyn_cast<ArraySubscriptExpr>(S);
    const VarDecl *Local = Load ? baseVar(Load) : nullptr;
    if (!Load || (Local && Local->isLocalVarDecl() && !Local->hasAttr<CUDASharedAttr>()))
      return Good;
    Good &= Limited;
    if (isShared(Load)) {
      Good &= mayDecide(Load->getIdx()) && Values.sameInAllBlocks(Load->getIdx());
      return Good;
    }
    std::optional<Guards> Of = guardsOf(Load);
    Good &= Of.has_value();
    if (!Of || Of->empty())
      return Good;
    Loads.push_back(Load);
    llvm::for_each(*Of, AddGuard);
    return Good;
  });
  if (Whole)
    llvm::for_each(wholeGuard(), AddGuard);
  if (!Good || Guard.empty())
    return Good;
  const Expr *Bare = Value->IgnoreImpCasts();
  QualType T = Bare->getType().getCanonicalType();
  const CXXRecordDecl *Plain = InTemplate ? nullptr : T->getAsCXXRecordDecl();
  if (!(T->isArithmeticType() || (Plain && Plain->isAggregate())) || Source.inMacro(Bare))
    return false;
  auto Put = [&](unsigned At, const std::string &Text) { Source.Overlays[At] = {0, Text}; };
  unsigned Begin = Source.offset(Bare->getBeginLoc()), End = Source.tokenEnd(Bare->getEndLoc());
  const auto *Choice = dyn_cast<ConditionalOperator>(Bare->IgnoreParens());
  if (!Whole && Choice && !holds(Choice->getCond(), Loads) &&
      !holds(Choice->getFalseExpr(), Loads)) {
    const Expr *Cond = Choice->getCond()->IgnoreImpCasts();
    const auto *B = dyn_cast<BinaryOperator>(Cond);
    bool Low = isa<ConditionalOperator>(Cond) || (B && B->getOpcode() == BO_LOr);
    if (Low)
      Put(Source.offset(Cond->getBeginLoc()), "(");
    Put(Source.tokenEnd(Cond->getEndLoc()), (Low ? ") && " : " && ") + Guard);
    return true;
  }
  Zeros.insert(Value->IgnoreParenCasts());
  bool Low = isa<ConditionalOperator>(Bare);
  Put(Begin, Guard + (Low ? " ? (" : " ? "));
  Put(End, (Low ? ") : " : " : ") +
               zeroText(T->isRecordType() ? Bare->getType() : T, InTemplate, Source.context()));
  return true;
}

bool StagedTile::mayDecide(const Expr *E) const { return E && isPure(E) && !readsMemory(E); }

bool StagedTile::mayAssign(const Expr *To, const Expr *Value, bool Anew) {
  To = To->IgnoreParens();
  if (const VarDecl *V = variable(To))
    if (!V->hasAttr<CUDASharedAttr>())
      return maySet(V) && !V->getType()->isReferenceType() && guardLoads(Value);
  const VarDecl *Tile = isa<ArraySubscriptExpr, DeclRefExpr>(To) ? memoryBase(To) : nullptr;
  // Cells with earlier stores would change.
  if (!Tile || !Tile->hasAttr<CUDASharedAttr>() || Before.contains(Tile) || !Anew)
    return false;
  if (isOneCell(To) && maySetCell(Tile, Value))
    return true;
  if (!Limited)
    return false;
  for (const Expr *E = To; const auto *Part = dyn_cast<ArraySubscriptExpr>(E);
       E = Part->getBase()->IgnoreParenImpCasts())
    if (!mayDecide(Part->getIdx()) || !Values.sameInAllBlocks(Part->getIdx()))
      return false;
  bool OfTile = false;
  walk(Value, [&](const Stmt *S) {
    const auto *Part = dyn_cast<Expr>(S);
    OfTile |= Part && isShared(Part);
    return !OfTile;
  });
  Tiles.insert(Tile);
  bool Loads = false, PastEnd = false;
  Values.visit(Value, [&](const Expr *Part) {
    Loads |= Part && isa<ArraySubscriptExpr>(Part);
    PastEnd |= Part && isZeroPastEnd(Part);
  });
  bool Zero = Values.vanishes(Value, [&](const Expr *Part) { return isZeroPastEnd(Part); });
  // Any other number would stand for elements that do not exist.
  return !OfTile && (Loads || Zero) && guardLoads(Value, /*Whole=*/PastEnd && !Zero);
}

/// Returns true for a cell that is the same for all threads.
bool StagedTile::isOneCell(const Expr *To) const {
  for (const Expr *E = To; const auto *Part = dyn_cast<ArraySubscriptExpr>(E);
       E = Part->getBase()->IgnoreParenImpCasts())
    if (!Part->getIdx()->isIntegerConstantExpr(Source.context()))
      return false;
  return true;
}

/// Returns true if all threads may set the cell, as in a full block: it is not an element of one
/// thread, and threads that skip the branch do not read it.
bool StagedTile::maySetCell(const VarDecl *Tile, const Expr *Value) {
  if (!mayDecide(Value) || !Values.sameInAllBlocks(Value) ||
      (Who == Threads::Stay && Outside.contains(Tile)))
    return false;
  Tiles.insert(Tile);
  return true;
}

/// Returns true for a call that fills arrays with the same values in each block.
bool StagedTile::mayCall(const CallExpr *Call) {
  std::optional<CommonFill> Fill = Limited ? commonFill(Values, Call) : std::nullopt;
  if (!Fill || llvm::any_of(Fill->Tiles, [&](const VarDecl *V) { return Before.contains(V); }))
    return false;
  Tiles.insert(Fill->Tiles.begin(), Fill->Tiles.end());
  Loaded.insert(Fill->Loaded.begin(), Fill->Loaded.end());
  return true;
}

/// Returns true for a value or a load that is 0 in threads past the end.
bool StagedTile::isZeroPastEnd(const Expr *Part) const {
  if (Zeros.contains(Part))
    return true;
  const auto *Load = dyn_cast<ArraySubscriptExpr>(Part);
  const VarDecl *Array = Load ? variable(Load->getBase()) : nullptr;
  return Array && (isa<ParmVarDecl>(Array) || Array->hasGlobalStorage()) && !isShared(Load) &&
         !Values.sameInAllBlocks(Load->getIdx());
}

bool StagedTile::mayRun(const Stmt *S) {
  S = core(S);
  if (isa<NullStmt>(S))
    return true;
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(List->body(), [&](const Stmt *Part) { return mayRun(Part); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && mayDecide(If->getCond()) &&
           mayRun(If->getThen()) && (!If->getElse() || mayRun(If->getElse()));
  if (const auto *For = dyn_cast<ForStmt>(S))
    return (!For->getInit() || mayRun(For->getInit())) && mayDecide(For->getCond()) &&
           For->getInc() && mayRun(For->getInc()) && mayRun(For->getBody());
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return !V || !V->getInit() || guardLoads(V->getInit());
    });
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp() && mayAssign(B->getLHS(), B->getRHS(), B->getOpcode() == BO_Assign);
  if (const auto *Call = memberwiseCopy(S))
    return mayAssign(Call->getArg(0), Call->getArg(1), true);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return mayCall(Call);
  const auto *U = dyn_cast<UnaryOperator>(S);
  const VarDecl *V = U && U->isIncrementDecrementOp() ? variable(U->getSubExpr()) : nullptr;
  return V && maySet(V);
}

/// Returns true if a statement that is made common may set the variable: threads that continue
/// after an `if` may still use its earlier value.
bool StagedTile::maySet(const VarDecl *V) const {
  unsigned Place = Source.offset(V->getLocation());
  bool Inside = (Source.begin(At) <= Place && Place < Source.end(At)) || !Outside.contains(V);
  return V->isLocalVarDecl() && !V->hasAttr<CUDASharedAttr>() && (Who == Threads::Leave || Inside);
}

bool StagedTile::take(const Stmt *S) {
  auto Overlays = Source.Overlays;
  VarSet OldTiles = Tiles;
  auto OldFilled = Filled, OldLoaded = Loaded;
  bool Ready = llvm::none_of(usedVars(S), [&](const VarDecl *V) { return Untaken.contains(V); });
  if (Varies && Ready && mayRun(S))
    return true;
  Source.Overlays = std::move(Overlays);
  Tiles = std::move(OldTiles);
  Filled = std::move(OldFilled);
  Loaded = std::move(OldLoaded);
  leave(S);
  return false;
}

void StagedTile::leave(const Stmt *S) {
  for (const VarDecl *V : changedVars(S))
    Untaken.insert(V);
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Untaken.insert(V);
}

std::vector<std::string> StagedTile::assumptions() const {
  std::vector<std::string> All;
  for (const std::string &Array : Filled)
    All.push_back("elements of '" + Array + "' past the end count as 0");
  for (const std::string &Array : Loaded)
    All.push_back("threads past the end may load from '" + Array + "', too");
  return All;
}

} // namespace cudafix::transform
