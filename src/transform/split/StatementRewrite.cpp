// SPDX-License-Identifier: Apache-2.0
//
//   s[t] += s[t + 16];
// becomes
//   float sum = s[t] + s[t + 16];
//   __syncwarp();
//   s[t] = sum;
//   __syncwarp();
// The next such statement in the list reuses the variable; `s[t] = sum = e` already has one.
#include "transform/split/SplitterImpl.h"
#include "transform/text/AtomicText.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

bool isLoose(const Expr *E) {
  return isa<BinaryOperator, ConditionalOperator>(E->IgnoreImpCasts());
}

/// The value that `x op= e`, `x = e` or `x++` stores.
Pieces newValue(const MemoryUpdate &U) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(U.Whole))
    return {Piece::expr(U.Target), Piece::words(Unary->isIncrementOp() ? " + 1" : " - 1")};
  const auto *B = cast<BinaryOperator>(U.Whole);
  if (!B->isCompoundAssignmentOp())
    return {Piece::expr(B->getRHS())};
  StringRef Sign = BinaryOperator::getOpcodeStr(B->getOpcode()).drop_back();
  bool Parens = isLoose(B->getRHS());
  if (const auto *Inner = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreImpCasts()))
    Parens &= B->getOpcode() != BO_AddAssign || !Inner->isMultiplicativeOp();
  Pieces P{Piece::expr(U.Target), Piece::words((" " + Sign + (Parens ? " (" : " ")).str()),
           Piece::expr(B->getRHS())};
  if (Parens)
    P.push_back(Piece::words(")"));
  return P;
}

/// The type of the cell as its array or pointer spells it, which fits every instantiation of a
/// template; empty if there is none.
std::string spelledCellType(const SourceText &Source, const Expr *Target) {
  const VarDecl *V = memoryBase(Target);
  if (!V || !V->getTypeSourceInfo() ||
      Target->IgnoreParenImpCasts()->getStmtClass() == Stmt::MemberExprClass)
    return "";
  TypeLoc T = V->getTypeSourceInfo()->getTypeLoc();
  while (true) {
    T = T.getUnqualifiedLoc();
    if (auto Array = T.getAs<ArrayTypeLoc>())
      T = Array.getElementLoc();
    else if (auto Pointer = T.getAs<PointerTypeLoc>())
      T = Pointer.getPointeeLoc();
    else
      break;
  }
  const ASTContext &Ctx = Source.context();
  if (T.isNull() || T.getType()->getContainedAutoType() || T.getBeginLoc().isMacroID() ||
      !Ctx.hasSameUnqualifiedType(T.getType(), Target->getType()))
    return "";
  return Source.slice(Source.offset(T.getBeginLoc()), Source.tokenEnd(T.getEndLoc())).str();
}

bool isSum(const MemoryUpdate &U) {
  const auto *B = dyn_cast<BinaryOperator>(U.Whole);
  if (!B || B->getOpcode() == BO_AddAssign)
    return B;
  const auto *Value = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  return B->getOpcode() == BO_Assign && Value && Value->getOpcode() == BO_Add;
}

} // namespace

/// The part `r = e` of a statement `x = r = e`, in which a local of the user holds the value.
static const Expr *registerUpdate(const Expr *Whole, llvm::ArrayRef<MemoryUpdate> Updates) {
  const auto *Store = dyn_cast<BinaryOperator>(Whole->IgnoreImplicit());
  if (!Store || Store->getOpcode() != BO_Assign || Updates.size() != 2 ||
      Updates[0].Whole != Store || Updates[1].Whole != Store->getRHS()->IgnoreImpCasts() ||
      isa<UnaryOperator>(Updates[1].Whole) || !isPure(Updates[0].Target))
    return nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(Updates[1].Target->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool Local = V && V->hasLocalStorage() && V->getType()->isScalarType() &&
               !V->getType().isVolatileQualified();
  return Local ? Updates[1].Whole : nullptr;
}

/// Splits `x = r = e` into `r = e;`, barrier, `x = r;`.
Nodes Splitter::buildRegisterCut(const Item &It, const StatementCut &Cut, const MemoryUpdate &Store,
                                 const MemoryUpdate &Register) {
  Nodes List;
  Node Value{Node::Kind::Line}, Write{Node::Kind::Line};
  Value.Text = {Piece::expr(Register.Whole), Piece::words(";")};
  Write.Text = {Piece::expr(Store.Target), Piece::words(" = "), Piece::expr(Register.Target),
                Piece::words(";")};
  Write.Trail = codeNode(Source, It).Trail;
  List.push_back(std::move(Value));
  giveLead(List, It);
  List.push_back(barrier(Cut.Call, Facts.isStrict(&Cut)));
  List.push_back(std::move(Write));
  if (Cut.After)
    List.push_back(barrier(Cut.Call, Facts.isStrict(&Cut)));
  return List;
}

/// The name of the value in a statement of another list, if both are in separate blocks.
std::string Splitter::nameBeside(const StatementCut &Cut, const std::string &Type) const {
  const Stmt *List = Facts.parent(Cut.S);
  for (const auto &[Known, Id] : StatementValues)
    if (!Facts.isStrict(&Cut) && Known.second == Type && Id >= 0 &&
        !Facts.isWithin(List, Known.first) && !Facts.isWithin(Known.first, List))
      return Out.Flags[Id].Name;
  return "";
}

/// The text of the value's type.
std::string Splitter::valueType(const StatementCut &Cut, const MemoryUpdate &U) {
  PrintingPolicy Policy(Source.context().getLangOpts());
  Policy.SuppressTagKeyword = true;
  std::string Type = spelledCellType(Source, U.Target);
  if (Type.empty() && Task.F->isTemplateInstantiation())
    fail(Cut.S, "the type of the value depends on the template");
  return Type.empty() ? U.Target->getType().getUnqualifiedType().getAsString(Policy) : Type;
}

/// The update that a statement consists of; nullopt: it is not an update, or its array has several
/// names.
static std::optional<MemoryUpdate> updateOfShared(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(core(S));
  std::vector<MemoryUpdate> Updates = E ? findUpdates(E) : std::vector<MemoryUpdate>();
  if (Updates.size() != 1 || E->IgnoreImplicit() != Updates.front().Whole ||
      !isPure(Updates.front().Target))
    return std::nullopt;
  const VarDecl *Array = memoryBase(Updates.front().Target);
  return Array && Array->hasAttr<CUDASharedAttr>() ? std::optional(Updates.front()) : std::nullopt;
}

/// The number of statements, from the first one on, that can share one barrier: none reads what an
/// earlier one stores.
size_t Splitter::cutTogether(llvm::ArrayRef<Item> Items) const {
  VarSet Stored;
  size_t Count = 0;
  const StatementCut *First = nullptr;
  for (const Item &It : Items) {
    const StatementCut *Cut = Facts.statementCut(core(It.stmt()));
    std::optional<MemoryUpdate> U;
    if (Cut && !Cut->After && It.Stmts.size() == 1 && !Source.inMacro(It.stmt()))
      U = updateOfShared(Cut->S);
    if (!U || (First && (Cut->Call != First->Call || Facts.cutBefore(core(It.stmt())))))
      break;
    bool Reads = llvm::any_of(memoryRead(Cut->S), [&](const VarDecl *V) {
      return Stored.contains(V) ||
             !(V->hasAttr<CUDASharedAttr>() || Task.F->hasAttr<CUDAGlobalAttr>());
    });
    if (Reads || !Stored.insert(memoryBase(U->Target)).second)
      break;
    First = First ? First : Cut;
    ++Count;
  }
  return std::max<size_t>(Count, 1);
}

/// Rewrites `x = a; y = b;` as the values of both, a barrier, and both stores.
Nodes Splitter::buildStatementCuts(llvm::ArrayRef<Item> Items) {
  Nodes Values, Stores;
  for (const Item &It : Items) {
    const StatementCut &Cut = *Facts.statementCut(core(It.stmt()));
    const MemoryUpdate U = *updateOfShared(Cut.S);
    const FlagId Id = newFlag(isSum(U) ? Names.choose({"sum", "total", "value"})
                                       : Names.choose({"value", "result", "next"}));
    Out.Flags[Id].Type = valueType(Cut, U);
    Out.Flags[Id].HoistInit.clear();
    Out.Flags[Id].Assigned = true;
    Values.push_back(save(Id, newValue(U), nullptr));
    giveLead(Values.back(), It);
    Node Store{Node::Kind::Line};
    Store.Text = {Piece::expr(U.Target), Piece::words(" = "), Piece::flag(Id), Piece::words(";")};
    Store.Trail = codeNode(Source, It).Trail;
    Stores.push_back(std::move(Store));
  }
  const StatementCut &Cut = *Facts.statementCut(core(Items[0].stmt()));
  Values.push_back(barrier(Cut.Call, Facts.isStrict(&Cut)));
  append(Values, std::move(Stores));
  return Values;
}

Nodes Splitter::buildStatementCut(const Item &It, const StatementCut &Cut, const Place &At) {
  const auto *E = dyn_cast<Expr>(core(Cut.S));
  std::vector<MemoryUpdate> Updates = E ? findUpdates(E) : std::vector<MemoryUpdate>();
  if (E && registerUpdate(E, Updates))
    return buildRegisterCut(It, Cut, Updates[0], Updates[1]);
  bool Whole = !Updates.empty() && E->IgnoreImplicit() == Updates.front().Whole;
  if (!Whole || Updates.size() != 1 || !isPure(Updates.front().Target)) {
    fail(Cut.S, "the statement does more than one update");
    return {};
  }
  const MemoryUpdate &U = Updates.front();
  const std::string Type = valueType(Cut, U);
  auto [Known, New] = StatementValues.try_emplace({Facts.parent(Cut.S), Type}, -1);
  if (New) {
    std::string Name = nameBeside(Cut, Type);
    if (Name.empty())
      Name = isSum(U) ? Names.choose({"sum", "total", "value"})
                      : Names.choose({"value", "result", "next"});
    Known->second = newFlag(std::move(Name));
    Flag &F = Out.Flags[Known->second];
    F.Type = Type;
    F.HoistInit.clear();
    F.Assigned = true;
  }
  Nodes List;
  if (New) {
    List.push_back(save(Known->second, newValue(U), nullptr));
  } else {
    Node Again{Node::Kind::Line};
    Again.Text = {Piece::flag(Known->second), Piece::words(" = ")};
    for (Piece &P : newValue(U))
      Again.Text.push_back(std::move(P));
    Again.Text.push_back(Piece::words(";"));
    List.push_back(std::move(Again));
  }
  giveLead(List, It);
  List.push_back(barrier(Cut.Call, Facts.isStrict(&Cut)));
  Node Store{Node::Kind::Line};
  Store.Text = {Piece::expr(U.Target), Piece::words(" = "), Piece::flag(Known->second),
                Piece::words(";")};
  Store.Trail = codeNode(Source, It).Trail;
  List.push_back(std::move(Store));
  if (Cut.After)
    List.push_back(barrier(Cut.Call, Facts.isStrict(&Cut)));
  return List;
}

} // namespace cudafix::transform
