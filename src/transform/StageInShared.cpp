// SPDX-License-Identifier: Apache-2.0
#include "transform/AccessFacts.h"
#include "transform/BodyFacts.h"
#include "transform/KernelLaunches.h"
#include "transform/NameChooser.h"
#include "transform/SourceText.h"
#include "transform/ThreadNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// Static shared memory that every device gives a block.
constexpr uint64_t MaxSharedBytes = 48 * 1024;
constexpr uint64_t LeastRow = 8;

llvm::Error refuse(const llvm::Twine &Why) { return llvm::createStringError(Why); }

/// Lets the thread whose x and y are exchanged make an access, through a tile of shared memory.
class Stager {
public:
  Stager(const Context &C, const Access &A)
      : C(C), A(A), Kernel(C.K.Decl), Ctx(C.P.device().getASTContext()), Plain(Ctx, fileOf(C)),
        Swapped(Ctx, fileOf(C)), Names(Kernel), Changed(changedVars(Kernel->getBody())) {}
  llvm::Expected<std::vector<Edit>> write();
  uint64_t tileBytes() const { return Row * (Row + 1) * A.Size->value(); }

private:
  static FileID fileOf(const Context &C) {
    const SourceManager &SM = C.P.device().getSourceManager();
    return SM.getFileID(SM.getExpansionLoc(C.K.Decl->getLocation()));
  }
  llvm::Error checkLaunches();
  llvm::Error locate();
  llvm::Error checkStatement() const;
  llvm::Error exchange(const clang::Expr *E);
  std::string guarded(const std::string &Statement) const;
  std::string declarations() const;
  std::vector<Edit> writeStore();
  std::vector<Edit> writeLoad();

  const Context &C;
  const Access &A;
  const FunctionDecl *Kernel;
  const ASTContext &Ctx;
  SourceText Plain, Swapped; ///< the second with x and y of the thread exchanged
  NameChooser Names;
  VarSet Changed;
  uint64_t Row = 0;
  const clang::Expr *Place = nullptr; ///< the access
  const clang::Expr *Guard = nullptr; ///< of the statement that makes it, or null
  const Stmt *Inner = nullptr;        ///< that statement
  const Stmt *Top = nullptr;          ///< the statement of the kernel's body around it
  std::vector<std::string> Declared;  ///< locals for the other thread
  std::string Tile, Element, Indent;
};

/// One square block in every launch.
llvm::Error Stager::checkLaunches() {
  for (const Launch &L : C.Launches) {
    for (const Expr &D : L.Block)
      if (L.Generic || !D || !D->isConst())
        return refuse("not every launch shows its block");
    uint64_t Width = L.Block[0]->value();
    if (L.Block[1]->value() != Width || L.Block[2]->value() != 1 || Width < LeastRow ||
        (Row && Row != Width))
      return refuse("blocks are not square, and the same in every launch");
    Row = Width;
  }
  if (!Row)
    return refuse("no launch of the kernel is seen");
  if (C.K.Model.SharedBytes + tileBytes() > MaxSharedBytes)
    return refuse("the block has no shared memory left");
  return llvm::Error::success();
}

/// The statement has to be one of the kernel's body, or all that a condition there guards.
llvm::Error Stager::locate() {
  SourceLookup Lookup(C.P, C.K);
  Place = expressionOf(C, Lookup, A);
  Inner = Lookup.statementAt(A.Loc).S;
  bool Several = llvm::count_if(C.K.Model.Accesses, [&](const Access &O) {
                   return O.Loc == A.Loc && O.Kind == A.Kind;
                 }) > 1;
  if (!Place || !Inner || Several || Plain.inMacro(Inner) || Inner->getEndLoc().isMacroID())
    return refuse("the access is not written as one that can be edited");
  for (const Stmt *S : cast<CompoundStmt>(Kernel->getBody())->body()) {
    const auto *If = dyn_cast<IfStmt>(S);
    const Stmt *Then = If ? If->getThen() : nullptr;
    if (const auto *List = dyn_cast_or_null<CompoundStmt>(Then))
      Then = List->size() == 1 ? List->body_front() : nullptr;
    if (S != Inner && Then != Inner)
      continue;
    Top = S;
    if (S == Inner)
      return llvm::Error::success();
    Guard = If->getCond();
    if (If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() ||
        Plain.inMacro(If) || !isPure(Guard) || readsMemory(Guard))
      return refuse("the condition around it does more than to guard it");
    return llvm::Error::success();
  }
  return refuse("it is no statement of the kernel's body, nor all that a condition guards there");
}

/// Every thread comes to the barrier, and the access happens once for each that is let in.
llvm::Error Stager::checkStatement() const {
  bool Leaves = false, Chooses = false;
  walk(Kernel->getBody(), [&](const Stmt *S) {
    Leaves |= isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(S);
    return true;
  });
  walk(Inner, [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    Chooses |= isa<ConditionalOperator, LambdaExpr>(S) || (B && B->isLogicalOp());
    return true;
  });
  if (Leaves)
    return refuse("some threads leave the kernel early");
  if (Chooses)
    return refuse("the statement has a condition in it");
  QualType T = Place->getType();
  if (!T->isBuiltinType() || T.isVolatileQualified())
    return refuse("the element is no number");
  return llvm::Error::success();
}

/// Notes what `E` is for the other thread: its locals get second versions.
llvm::Error Stager::exchange(const clang::Expr *E) {
  if (!isPure(E))
    return refuse("the index or its condition has a side effect");
  std::string Why;
  std::vector<const VarDecl *> Locals;
  walk(E, [&](const Stmt *S) {
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && calls(Call, {"threadIdx"}))
      Why = "a function in it asks which thread it runs for";
    if (const auto *P = dyn_cast<MSPropertyRefExpr>(S);
        P && isBuiltin(P->getBaseExpr(), {"threadIdx"})) {
      llvm::StringRef Member = P->getPropertyDecl()->getName();
      if (P->getMemberLoc().isMacroID() || Member == "z")
        Why = "threadIdx is written in a macro";
      Swapped.Overlays[Plain.offset(P->getMemberLoc())] = {1, Member == "x" ? "y" : "x"};
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->isLocalVarDeclOrParm())
      return true;
    if (Changed.contains(V) || V->getType()->isReferenceType())
      Why = "'" + V->getNameAsString() + "' changes";
    if (V->isLocalVarDecl() && !llvm::is_contained(Locals, V))
      Locals.push_back(V);
    return true;
  });
  if (!Why.empty())
    return refuse(Why);
  ThreadDependence Threads(Kernel);
  for (const VarDecl *V : Locals) {
    if (Swapped.Renames.count(V) || !Threads.differs(V))
      continue;
    const clang::Expr *Init = V->getInit();
    bool Known = Init && !readsMemory(Init) && !Init->getBeginLoc().isMacroID() &&
                 !Init->getEndLoc().isMacroID() && V->getType()->isIntegerType();
    if (!Known)
      return refuse("'" + V->getNameAsString() + "' is not computed from the thread's index");
    if (llvm::Error Failed = exchange(Init))
      return Failed;
    std::string Name = Names.choose({V->getNameAsString() + "T"});
    Declared.push_back("const " + V->getType().getUnqualifiedType().getAsString() + " " + Name +
                       " = " + Swapped.copy(Init) + ";");
    Swapped.Renames[V] = Name;
  }
  return llvm::Error::success();
}

std::string Stager::guarded(const std::string &Statement) const {
  if (!Guard)
    return Indent + Statement + "\n";
  Layout L = Plain.layout(Kernel);
  return Indent + L.keyword("if") + Swapped.copy(Guard) + ")\n" + Indent + L.Unit + Statement +
         "\n";
}

std::string Stager::declarations() const {
  std::string All;
  for (const std::string &D : Declared)
    All += Indent + D + "\n";
  return All;
}

/// The threads put what they would store into the tile; behind a barrier the others store it.
std::vector<Edit> Stager::writeStore() {
  unsigned Begin = Plain.begin(Top), At = Plain.begin(Place);
  unsigned End = Plain.afterTrailingComment(Plain.end(Top));
  std::string Then = Indent + "__syncthreads();\n" + declarations() +
                     guarded(Swapped.copy(Place) + " = " + Tile + "[threadIdx.x][threadIdx.y];");
  std::string Rows = std::to_string(Row);
  return {{Plain.path(), Begin, 0,
           "__shared__ " + Element + " " + Tile + "[" + Rows + "][" + Rows + " + 1];\n" + Indent},
          {Plain.path(), At, Plain.tokenEnd(Place->getEndLoc()) - At,
           Tile + "[threadIdx.y][threadIdx.x]"},
          {Plain.path(), End, 0, "\n" + llvm::StringRef(Then).rtrim().str()}};
}

/// The others load what the threads need into the tile, in front of a barrier.
std::vector<Edit> Stager::writeLoad() {
  unsigned Begin = Plain.begin(Top), At = Plain.begin(Place);
  std::string Rows = std::to_string(Row);
  std::string First = Indent + "__shared__ " + Element + " " + Tile + "[" + Rows + "][" + Rows +
                      " + 1];\n" + declarations() +
                      guarded(Tile + "[threadIdx.x][threadIdx.y] = " + Swapped.copy(Place) + ";") +
                      Indent + "__syncthreads();\n" + Indent;
  return {{Plain.path(), Begin, 0, llvm::StringRef(First).drop_front(Indent.size()).str()},
          {Plain.path(), At, Plain.tokenEnd(Place->getEndLoc()) - At,
           Tile + "[threadIdx.y][threadIdx.x]"}};
}

llvm::Expected<std::vector<Edit>> Stager::write() {
  if (Kernel->isTemplateInstantiation())
    return refuse("the kernel is a template");
  if (!C.K.Model.Gaps.empty())
    return refuse(C.K.Model.Gaps.front().Reason);
  if (llvm::Error E = checkLaunches())
    return E;
  if (llvm::Error E = locate())
    return E;
  if (llvm::Error E = checkStatement())
    return E;
  const auto *Whole = dyn_cast<clang::Expr>(Inner);
  const auto *Assign = Whole ? dyn_cast<BinaryOperator>(Whole->IgnoreParenImpCasts()) : nullptr;
  bool Stores = A.Kind == AccessKind::Write;
  if (Stores &&
      (!Assign || Assign->getOpcode() != BO_Assign || Assign->getLHS()->IgnoreParens() != Place))
    return refuse("the store is no statement of its own");
  if (!Stores && A.Partner != NoId)
    return refuse("the place is read and written");
  if (llvm::Error E = exchange(Place))
    return E;
  if (llvm::Error E = Guard ? exchange(Guard) : llvm::Error::success())
    return E;
  Tile = Names.choose({"tile", C.K.Model.array(A.Array).Name + "Tile"});
  Element = Place->getType().getUnqualifiedType().getAsString();
  Indent = Plain.indent(Plain.begin(Top)).str();
  return Stores ? writeStore() : writeLoad();
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Access &A = C.K.Model.access(F.Accesses[0]);
  if (A.Kind != AccessKind::Read && A.Kind != AccessKind::Write)
    return std::vector<Repair>();
  auto IsFlat = [](const Launch &L) {
    return L.Block[1] && L.Block[1]->isConst() && L.Block[1]->value() == 1;
  };
  if (llvm::any_of(C.Launches, IsFlat))
    return std::vector<Repair>();
  Stager S(C, A);
  llvm::Expected<std::vector<Edit>> Edits = S.write();
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("stage-in-shared",
                     "access '" + C.K.Model.array(A.Array).Name + "' in rows, through a tile of " +
                         std::to_string(S.tileBytes()) + " bytes of shared memory",
                     std::move(*Edits));
  assumeAllSeen(C.K, R);
  assumeDistinct(C, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.Id == "uncoalesced-access" && F.Severity == Level::Warning && !F.Accesses.empty();
}

const RepairKind StageInShared = {
    "stage-in-shared",
    R"(Exchanges what the threads of a square block store or load through a tile of shared memory.

Before:                              After:
  out[x * n + y] = in[y * n + x];      __shared__ float tile[32][32 + 1];
                                       tile[threadIdx.y][threadIdx.x] = in[y * n + x];
                                       __syncthreads();
                                       const int xT = blockIdx.x * 32 + threadIdx.y;
                                       const int yT = blockIdx.y * 32 + threadIdx.x;
                                       out[xT * n + yT] = tile[threadIdx.x][threadIdx.y];

An access whose neighbouring threads lie in different rows is made by the thread whose x and y
are exchanged, under its own condition: neighbouring threads then lie next to each other. Done
where every thread comes to the statement or to the condition around it, every launch has the
same square block, and place and condition follow from the thread's index and from values that
do not change. It takes shared memory and a barrier: suggested, never proven.)",
    applies, propose};

} // namespace cudafix::transform
