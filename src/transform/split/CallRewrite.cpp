// SPDX-License-Identifier: Apache-2.0
//
//   if (i < n)
//     exchange(s, i);
// becomes, where all threads are to meet a barrier in `exchange`,
//   exchange(s, i, i < n);
// and what the function did stands under `if (active)` in it.
#include "transform/split/SplitterImpl.h"
#include "transform/text/LaneOperations.h"

using namespace clang;

namespace cudafix::transform {

/// Returns true if every thread can evaluate the expression and gets a meaningful value: it reads
/// nothing that only some threads set.
bool Splitter::knownToAll(const Expr *E) const {
  if (!isPure(E) || readsMemory(E))
    return false;
  bool Known = true;
  walk(E, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part))
      Known &= B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem;
    return Known;
  });
  for (const VarDecl *V : usedVars(E)) {
    bool Inside = V->hasLocalStorage() && llvm::any_of(Region, [&](const Stmt *S) {
                    return Source.begin(S) <= Source.offset(V->getLocation()) &&
                           Source.offset(V->getLocation()) < Source.end(S);
                  });
    bool Own =
        Inside && V->getInit() && !Out.ChangedInRegion.contains(V) && knownToAll(V->getInit());
    Known &= (!Out.ChangedInRegion.contains(V) && (!Inside || Own)) || (Inside && setEverywhere(V));
  }
  return Known;
}

/// `comes ? E : 0`; nullopt: the type has no such value.
std::optional<std::string> Splitter::elseZero(const Expr *E, const Pieces &Comes) const {
  if (!isPure(E) || !E->getType()->isScalarType() || E->isLValue())
    return std::nullopt;
  bool Loose = isa<ConditionalOperator>(E->IgnoreImpCasts());
  std::string Value = Loose ? "(" + Source.copy(E) + ")" : Source.copy(E);
  bool InTemplate = Task.F->isTemplateInstantiation();
  return text(Out, Comes) + " ? " + Value + " : " +
         (E->getType()->isPointerType() ? "nullptr"
                                        : zeroText(E->getType(), InTemplate, Source.context()));
}

/// The argument for `E` in a call by all threads, in which idle threads may pass any value;
/// nullopt: there is none.
std::optional<std::string> Splitter::argument(const Expr *E, const Pieces &Comes) const {
  if (isa<CXXDefaultArgExpr>(E))
    return std::nullopt;
  return knownToAll(E) ? Source.copy(E) : elseZero(E, Comes);
}

static Pieces all(const Guard &Cond) {
  Pieces Who;
  for (const Literal &L : Cond) {
    if (!Who.empty())
      Who.push_back(Piece::words(" && "));
    Who.push_back(Piece::flag(L.Flag, L.Negated));
  }
  return Who;
}

Nodes Splitter::buildCall(const Item &It, const CallExpr *Call, const Place &At) {
  if (At.Cond.empty())
    return fail(Call, "the text does not say which threads make the call"), Nodes();
  Pieces Who = all(At.Cond), Asked;
  auto Common = Task.CommonCalls.find(Call);
  bool ByAll = Common != Task.CommonCalls.end();
  for (auto [I, E] : llvm::enumerate(Call->arguments())) {
    const IdleArgument Asks = ByAll ? Common->second[I] : IdleArgument::Any;
    std::optional<std::string> Text =
        Asks == IdleArgument::Zero && !isZeroConstant(E, Source.context()) ? elseZero(E, Who)
                                                                           : argument(E, Who);
    if (!Text || (Asks == IdleArgument::Known && !knownToAll(E)))
      return fail(Call, "'" + calleeName(Call) + "' takes a value that not every thread has"),
             Nodes();
    if (unsigned Begin = Source.begin(E); *Text != Source.copy(E)) {
      Asked = Who; // counts as a use, so that the condition keeps its name
      for (const Literal &L : At.Cond)
        Out.Flags[L.Flag].Named = true;
      if (ByAll)
        Summary.Zeros.push_back("'" + Source.copy(E) + "' counts as 0 in the other threads");
      Source.Overlays[Begin] = {Source.tokenEnd(E->getEndLoc()) - Begin, *Text};
    }
  }
  if (ByAll) {
    Summary.FillsTile = Summary.CallsByAll = true;
    return callByAll(It, Call, {}, std::move(Asked));
  }
  Pieces Tail{Piece::words(Call->getNumArgs() ? ", " : "")};
  Tail.insert(Tail.end(), Who.begin(), Who.end());
  return callByAll(It, Call, std::move(Tail), std::move(Asked));
}

/// Returns true if the expression evaluates the call exactly once, and needs its result for the
/// rest.
static bool isSureOf(const Expr *E, const CallExpr *Call) {
  E = E->IgnoreImplicit();
  if (E == Call)
    return true;
  auto Holds = [&](const Expr *Part) {
    bool Found = false;
    walk(Part, [&](const Stmt *S) { return Found |= S == Call, !Found; });
    return Found;
  };
  if (const auto *Parens = dyn_cast<ParenExpr>(E))
    return isSureOf(Parens->getSubExpr(), Call);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return isSureOf(Cast->getSubExpr(), Call);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->isLogicalOp())
    return false;
  const Expr *With = Holds(B->getLHS()) ? B->getLHS() : B->getRHS();
  const Expr *Other = With == B->getLHS() ? B->getRHS() : B->getLHS();
  if (B->isAssignmentOp() && With == B->getLHS())
    return false;
  bool Free = isPure(Other) && (B->isAssignmentOp() || !readsMemory(Other));
  return Free && isSureOf(With, Call);
}

/// The call outside all guards, with `Tail` before its closing parenthesis, and then what its
/// statement does with the value.
Nodes Splitter::callByAll(const Item &It, const CallExpr *Call, Pieces Tail, Pieces Asked) {
  const Stmt *S = core(It.stmt());
  unsigned Begin = Source.begin(Call), Close = Source.offset(Call->getRParenLoc());
  const auto *Whole = dyn_cast<Expr>(S);
  const auto *Decls = dyn_cast<DeclStmt>(S);
  const auto *V =
      Decls && Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  bool Declares = V && V->getInit() && V->getInit()->IgnoreImplicit() == Call;
  if ((Whole && Whole->IgnoreImplicit() == Call) || Declares) {
    Node N = codeNode(Source, It);
    N.Begin = Source.begin(S);
    Tail.push_back(Piece::words(Source.slice(Close, N.End).str()));
    N.End = Close;
    N.Text = std::move(Asked);
    N.Tail = std::move(Tail);
    N.Flat = true;
    return {std::move(N)};
  }
  // x = f(...): a new variable holds the value.
  if (!(Whole && isSureOf(Whole, Call)) && !(V && V->getInit() && isSureOf(V->getInit(), Call)))
    return fail(Call, "the call of '" + calleeName(Call) + "' is a part of a larger expression"),
           Nodes();
  std::string Name = Names.choose({"value", "result", "returned"});
  Node Value{Node::Kind::Line};
  Value.Stmts = {Call};
  Value.Text = {Piece::words("const auto " + Name + " = " + Source.copy(Begin, Close, {Call}))};
  Value.Text.insert(Value.Text.end(), Tail.begin(), Tail.end());
  Value.Text.push_back(Piece::words(");"));
  Value.Flat = true;
  giveLead(Value, It);
  for (auto At = Source.Overlays.lower_bound(Begin);
       At != Source.Overlays.end() && At->first < Close;)
    At = Source.Overlays.erase(At);
  Source.Overlays[Begin] = {Source.tokenEnd(Call->getEndLoc()) - Begin, Name};
  Node Store = codeNode(Source, It);
  Store.LeadBegin = Store.LeadEnd = 0;
  return {std::move(Value), std::move(Store)};
}

/// Returns true if the variable is 0 in threads that do not reach the region's guarded parts.
bool Splitter::startsAtZero(const VarDecl *V) {
  bool Inside = llvm::any_of(Region, [&](const Stmt *S) {
    unsigned At = Source.offset(V->getLocation());
    return Source.begin(S) <= At && At < Source.end(S);
  });
  const Expr *Init = V->getInit();
  if (!Init || !V->hasLocalStorage() || !V->getType()->isArithmeticType() || isa<ParmVarDecl>(V))
    return false;
  if (Inside) {
    Out.StartAtZero.insert(V);
    return true;
  }
  bool ChangedBefore = false;
  walk(Task.F->getBody(), [&](const Stmt *S) {
    if (llvm::is_contained(Region, S))
      return false;
    const auto *B = dyn_cast<BinaryOperator>(S);
    ChangedBefore |= (B && B->isAssignmentOp() && baseVar(B->getLHS()) == V) ||
                     (isa<UnaryOperator>(S) && changedVars(S).contains(V));
    return !ChangedBefore;
  });
  const Expr *Zero = Init->IgnoreParenImpCasts();
  const auto *Integer = dyn_cast<IntegerLiteral>(Zero);
  const auto *Float = dyn_cast<FloatingLiteral>(Zero);
  return !ChangedBefore &&
         ((Integer && Integer->getValue() == 0) || (Float && Float->getValue().isZero()));
}

/// Lets all lanes make `v += __shfl_down_sync(mask, v, d);`, or `x = warpSum(v);` with `comes ? v :
/// 0`.
Nodes Splitter::buildLaneCall(const Item &It, const CallExpr *Call, const Place &At) {
  Node Copy = codeNode(Source, It);
  const auto *Whole = dyn_cast<Expr>(core(It.stmt()));
  Copy.Flat = true;
  if (At.Cond.empty() || calleeName(Call) == "__syncwarp")
    return {Copy};
  std::optional<LaneSum> Sum = laneSum(Call, Whole);
  if (!Sum)
    return fail(Call, "what lanes that do not come would contribute to '" + calleeName(Call) +
                          "' is not known"),
           Nodes();
  for (const Expr *E : Call->arguments())
    if (E != Sum->Value && !knownToAll(E))
      return fail(Call, "'" + calleeName(Call) + "' takes a value that not every lane has"),
             Nodes();
  Summary.Branch = true;
  if (Sum->Into) {
    if (!startsAtZero(Sum->Into))
      return fail(Call,
                  "'" + Sum->Into->getNameAsString() + "' is not 0 in lanes that do not come"),
             Nodes();
    return {Copy};
  }
  const VarDecl *V = variable(Sum->Value);
  if (V && startsAtZero(V))
    return callByAll(It, Call, {}, {});
  Pieces Who = all(At.Cond);
  std::optional<std::string> Text = elseZero(Sum->Value, Who);
  if (!Text)
    return fail(Call, "'" + calleeName(Call) + "' takes a value that not every lane has"), Nodes();
  unsigned Begin = Source.begin(Sum->Value);
  Source.Overlays[Begin] = {Source.tokenEnd(Sum->Value->getEndLoc()) - Begin, *Text};
  return callByAll(It, Call, {}, std::move(Who));
}

/// Returns true if every thread can evaluate what a function returns: variables, and cells at
/// constant places.
bool Splitter::allCanReturn(const Expr *E) const {
  bool Safe = isPure(E);
  walk(E, [&](const Stmt *Part) {
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Part))
      Safe &= Index->getIdx()->isIntegerConstantExpr(Source.context());
    if (const auto *U = dyn_cast<UnaryOperator>(Part))
      Safe &= U->getOpcode() != UO_Deref;
    if (const auto *B = dyn_cast<BinaryOperator>(Part))
      Safe &= B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem;
    return Safe && !isa<MemberExpr>(Part);
  });
  return Safe;
}

/// Rewrites `return e;` at the end, which all threads execute. If not all can evaluate `e`, the
/// threads that take part compute it, and the value that the others return is arbitrary.
void Splitter::returnByAll(Nodes &List, const Item &It) {
  const Expr *E = cast<ReturnStmt>(core(It.stmt()))->getRetValue();
  if (allCanReturn(E)) {
    List.push_back(codeNode(Source, It));
    return;
  }
  TypeLoc Type = Task.F->getFunctionTypeLoc().getReturnLoc();
  QualType T = Task.F->getReturnType();
  bool Spelled = !Type.isNull() && Type.getBeginLoc().isFileID() &&
                 Source.offset(Type.getBeginLoc()) < Source.offset(Task.F->getLocation()) &&
                 !T->getContainedAutoType();
  if (!Spelled || !T->isArithmeticType())
    return fail(It.stmt(), "not every thread can evaluate what the function returns");
  FlagId Id = newFlag(Names.choose({"result", "value", "returned"}), /*ImpliesOuter=*/false);
  Flag &F = Out.Flags[Id];
  F.Type = Source.slice(Source.offset(Type.getBeginLoc()), Source.tokenEnd(Type.getEndLoc())).str();
  F.HoistInit = " = 0";
  F.Assigned = true;
  Nodes Value{save(Id, {Piece::expr(E)}, &It)};
  append(List, wrap(std::move(Value), {*Comes}));
  Node Return{Node::Kind::Line};
  Return.Text = {Piece::words("return "), Piece::flag(Id), Piece::words(";")};
  List.push_back(std::move(Return));
}

/// Adds the parameter and guards the body by it.
void Splitter::takeParameter() {
  const SourceManager &SM = Source.context().getSourceManager();
  FunctionTypeLoc Type = Task.F->getFunctionTypeLoc();
  if (!Type || Type.getRParenLoc().isMacroID() || Task.F->isVariadic())
    return fail(Task.F->getBody(), "the parameters of the function cannot be edited");
  auto OfWarp = [](const auto &C) { return C.Warp; };
  if (llvm::any_of(Task.Cuts, OfWarp) || llvm::any_of(Task.Statements, OfWarp))
    return fail(Task.F->getBody(), "the function needs barriers of the warp, too");
  unsigned Close = Source.offset(SM.getExpansionLoc(Type.getRParenLoc()));
  std::string Name = Names.choose({"active", "isActive", "takesPart"});
  Comes = Literal{newFlag(Name, /*ImpliesOuter=*/false)};
  bool Default = Task.GuardHasDefault;
  for (const ParmVarDecl *P : Task.F->parameters()) {
    Default |= P->hasDefaultArg();
    if (P->isParameterPack())
      return fail(Task.F->getBody(), "the function takes any number of arguments");
  }
  Edits.push_back(
      {Source.path(), Close, 0,
       (Task.F->getNumParams() ? ", bool " : "bool ") + Name + (Default ? " = true" : "")});
  std::vector<Item> Items = Source.items(Task.F->getBody());
  if (!Items.empty())
    rewriteRegion(Items, 0, Items.size() - 1, Task.F->getBody());
  Summary.Branch = true;
  Summary.Notes.push_back("all threads call '" + Task.F->getNameAsString() + "', and '" + Name +
                          "' says which of them take part");
}

} // namespace cudafix::transform
