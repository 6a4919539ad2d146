// SPDX-License-Identifier: Apache-2.0
#include "transform/text/TestAndStore.h"
#include "model/Check.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceLookup.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// `if (... && v < cell) { cell = v; ... }`
struct TestAndStore {
  const IfStmt *If = nullptr;
  const BinaryOperator *Test = nullptr, *Store = nullptr;
  const clang::Expr *Tested = nullptr; ///< the cell, in the test
  const BinaryOperator *And = nullptr; ///< what comes before the test, and the test
  MemoryUpdate::Test Which = MemoryUpdate::Test::None;
  bool Strict = false;
  llvm::SmallVector<const Stmt *, 4> Rest; ///< what follows the store
};

class Extreme {
public:
  Extreme(const Context &C, const FoundStatement &Found)
      : F(Found.Function), Found(Found), Ctx(C.P.device().getASTContext()),
        SM(Ctx.getSourceManager()),
        Source(Ctx, SM.getFileID(SM.getExpansionLoc(Found.S->getBeginLoc()))) {}
  std::optional<TestAndStore> find() const;
  llvm::Expected<std::vector<Edit>> edits(const TestAndStore &T, unsigned Arch) const;

private:
  const IfStmt *ifAround() const;
  bool readTest(TestAndStore &T) const;
  static bool isFlag(const Stmt *S, const ASTContext &Ctx);
  bool hasComment(unsigned Begin, unsigned End) const;
  Edit replace(unsigned Begin, unsigned End, std::string Text) const {
    return {Source.path(), Begin, End - Begin, std::move(Text)};
  }

  const FunctionDecl *F;
  const FoundStatement &Found;
  const ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Source;
};

/// The if whose first statement the store is.
const IfStmt *Extreme::ifAround() const {
  const IfStmt *Around = nullptr;
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *If = dyn_cast<IfStmt>(S);
    const Stmt *Then = If ? If->getThen() : nullptr;
    const auto *List = dyn_cast_or_null<CompoundStmt>(Then);
    if (List)
      Then = List->body_empty() ? nullptr : List->body_front();
    if (Then == Found.S)
      Around = If;
    return true;
  });
  return Around;
}

bool Extreme::readTest(TestAndStore &T) const {
  const clang::Expr *Cond = T.If->getCond()->IgnoreParenImpCasts();
  if (const auto *And = dyn_cast<BinaryOperator>(Cond); And && And->getOpcode() == BO_LAnd) {
    T.And = And;
    Cond = And->getRHS()->IgnoreParenImpCasts();
  }
  T.Test = dyn_cast<BinaryOperator>(Cond);
  if (!T.Test || !T.Test->isRelationalOp())
    return false;
  const clang::Expr *Cell = T.Store->getLHS(), *Value = T.Store->getRHS();
  BinaryOperatorKind Op = T.Test->getOpcode();
  T.Tested = T.Test->getRHS();
  const clang::Expr *Other = T.Test->getLHS();
  if (sameExpr(T.Test->getLHS(), Cell, Ctx)) {
    std::swap(T.Tested, Other);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  auto TypeOf = [](const clang::Expr *E) {
    return E->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType();
  };
  T.Which = Op == BO_LT || Op == BO_LE ? MemoryUpdate::Test::Less : MemoryUpdate::Test::Greater;
  T.Strict = Op == BO_LT || Op == BO_GT;
  bool Reads = false; // the value is not made from the cell
  walk(Value, [&](const Stmt *S) {
    const auto *Part = dyn_cast<clang::Expr>(S);
    return !(Reads |= Part && sameExpr(Part, Cell, Ctx));
  });
  return sameExpr(T.Tested, Cell, Ctx) && sameExpr(Other, Value, Ctx) && !Reads && isPure(Cell) &&
         isPure(Value) && TypeOf(Cell) == TypeOf(Value);
}

/// Says that something was found, and not what.
bool Extreme::isFlag(const Stmt *S, const ASTContext &Ctx) {
  const auto *B = dyn_cast<BinaryOperator>(core(S));
  return B && B->getOpcode() == BO_Assign && isPure(B->getLHS()) && B->getRHS()->isEvaluatable(Ctx);
}

bool Extreme::hasComment(unsigned Begin, unsigned End) const {
  StringRef Text = Source.slice(Begin, End);
  return Text.contains("//") || Text.contains("/*");
}

std::optional<TestAndStore> Extreme::find() const {
  TestAndStore T;
  const auto *E = dyn_cast<clang::Expr>(core(Found.S));
  T.Store = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
  T.If = T.Store && T.Store->getOpcode() == BO_Assign ? ifAround() : nullptr;
  if (!T.If || T.If->getElse() || T.If->getInit() || T.If->getConditionVariable() ||
      T.If->isConstexpr() || Source.inMacro(T.If) || !readTest(T))
    return std::nullopt;
  if (const auto *List = dyn_cast<CompoundStmt>(T.If->getThen()))
    T.Rest.append(List->body_begin() + 1, List->body_end());
  return T;
}

llvm::Expected<std::vector<Edit>> Extreme::edits(const TestAndStore &T, unsigned Arch) const {
  MemoryUpdate U{T.Store, T.Store->getLHS()};
  U.Under = T.Which;
  llvm::Expected<AtomicText> Call = atomicText(Source, F, Found.S, U, Arch);
  if (!Call)
    return Call.takeError();
  unsigned StoreBegin = Source.begin(T.Store), StoreEnd = Source.tokenEnd(T.Store->getEndLoc());
  unsigned IfBegin = Source.begin(T.If);
  if (!T.Rest.empty()) {
    if (!T.Strict || !llvm::all_of(T.Rest, [&](const Stmt *S) { return isFlag(S, Ctx); }))
      return llvm::createStringError(
          "what goes with the stored value would have to change together with it");
    unsigned Begin = Source.begin(T.Tested);
    unsigned Next = Source.begin(T.Rest.front());
    if (hasComment(StoreEnd, Next))
      return llvm::createStringError("a comment stands behind the store");
    return std::vector<Edit>{replace(Begin, Source.tokenEnd(T.Tested->getEndLoc()), Call->Text),
                             replace(StoreBegin, Next, "")};
  }
  if (T.And) // if (i < n && v < *best) -> if (i < n)
    return std::vector<Edit>{replace(Source.tokenEnd(T.And->getLHS()->getEndLoc()),
                                     Source.tokenEnd(T.And->getRHS()->getEndLoc()), ""),
                             replace(StoreBegin, StoreEnd, Call->Text)};
  if (hasComment(IfBegin, Source.end(T.If)))
    return llvm::createStringError("a comment stands between the test and the store");
  return std::vector<Edit>{replace(IfBegin, Source.end(T.If), Call->Text + ";")};
}

} // namespace

llvm::Expected<std::vector<Repair>> makeExtremeAtomic(const Context &C, const Finding &F,
                                                      llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  auto Write = llvm::find_if(F.Accesses, [&](AccessId Id) {
    return K.access(Id).Kind == AccessKind::Write && K.access(Id).Partner == NoId;
  });
  if (Write == F.Accesses.end() || K.access(*Write).Loc.InMacro)
    return std::vector<Repair>();
  const SourceLoc &At = K.access(*Write).Loc;
  SourceLookup Lookup(C.P, C.K);
  FoundStatement Found = Lookup.statementAt(At);
  if (!Found.S)
    return std::vector<Repair>();
  Extreme Text(C, Found);
  std::optional<TestAndStore> T = Text.find();
  auto Ours = [&](AccessId Id) {
    const Access &A = K.access(Id);
    return A.Kind == AccessKind::Atomic ||
           (A.Array == K.access(*Write).Array && T && Lookup.contains(T->If, A.Loc));
  };
  if (!T || !llvm::all_of(F.Accesses, Ours))
    return std::vector<Repair>();
  llvm::Expected<std::vector<Edit>> Edits = Text.edits(*T, smallestArch(C.P));
  if (!Edits)
    return refuse("line " + llvm::Twine(At.Line) + ": " + llvm::toString(Edits.takeError()));
  Repair R;
  R.Id = MakeAtomic.Id.str();
  R.How = Applicability::Proven;
  R.Title = std::string("test and store by ") +
            (T->Which == MemoryUpdate::Test::Less ? "atomicMin" : "atomicMax") + " in line " +
            std::to_string(At.Line);
  R.Edits = std::move(*Edits);
  llvm::sort(R.Edits);
  for (unsigned I = 0; I < All.size(); ++I)
    if (&All[I] != &F && isRace(All[I]) && All[I].KernelName == F.KernelName &&
        llvm::all_of(All[I].Accesses, Ours))
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

} // namespace cudafix::transform
