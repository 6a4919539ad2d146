// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "smt/Impossible.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/ConstantName.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

constexpr uint64_t LeastRow = 8;

/// Stages an access through a tile of shared memory, so that the access itself is made by the
/// thread with x and y exchanged.
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
  llvm::Error readLoop(const ForStmt *For);
  llvm::Error checkRows() const;
  llvm::Error checkStatement() const;
  llvm::Error exchange(const clang::Expr *E);
  void dropCounter(const BinaryOperator *Sum);
  void dropParens(const ParenExpr *P);
  std::string own() const;
  std::string others() const;
  std::string byOthers(const std::string &Statement) const;
  std::string rows() const;
  std::vector<Edit> writeStore();
  std::vector<Edit> writeLoad();

  const Context &C;
  const Access &A;
  const FunctionDecl *Kernel;
  const ASTContext &Ctx;
  SourceText Plain, Swapped; ///< `Swapped`: with the thread's x and y exchanged
  NameChooser Names;
  VarSet Changed;
  uint64_t Row = 0;                   ///< length of the tile's rows, and of the block's
  uint64_t Height = 0;                ///< number of rows of the block
  const clang::Expr *Place = nullptr; ///< the access
  const clang::Expr *Guard = nullptr; ///< condition of the statement with the access, or null
  const Stmt *Inner = nullptr;        ///< that statement
  const Stmt *Top = nullptr;          ///< the statement of the kernel's body around it
  const ForStmt *Loop = nullptr;      ///< over the rows of the tile, if the block has fewer rows
  const VarDecl *Counter = nullptr;   ///< of that loop
  std::vector<std::string> Declared;  ///< locals of the exchanged thread
  std::string Tile, Element, Indent;
};

/// Reads the block size, which must be the same in all launches: a square, or some of the rows of a
/// square.
llvm::Error Stager::checkLaunches() {
  for (const Launch &L : C.Launches) {
    for (const Expr &D : L.Block)
      if (L.Generic || !D || !D->isConst())
        return refuse("the block size of some launch is not known");
    uint64_t Width = L.Block[0]->value(), Rows = L.Block[1]->value();
    if (Width % Rows || L.Block[2]->value() != 1 || Width < LeastRow ||
        (Row && (Row != Width || Height != Rows)))
      return refuse("blocks are not square, and the same in every launch");
    Row = Width;
    Height = Rows;
  }
  if (!Row)
    return refuse("no launch of the kernel is seen");
  if (C.K.Model.SharedBytes + tileBytes() > MaxStaticShared)
    return refuse("the block has no shared memory left");
  return llvm::Error::success();
}

/// Reads `for (int i = 0; i < rows of the tile; i += rows of the block)`.
llvm::Error Stager::readLoop(const ForStmt *For) {
  Loop = For;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(For->getInit());
  Counter = Decls && Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(For->getCond());
  const auto *Step = dyn_cast_or_null<CompoundAssignOperator>(For->getInc());
  auto Is = [&](const clang::Expr *E, uint64_t Value) {
    clang::Expr::EvalResult Found;
    return E && E->EvaluateAsInt(Found, Ctx) && Found.Val.getInt() == Value;
  };
  if (!Counter || !Counter->getType()->isIntegerType() || !Is(Counter->getInit(), 0) || !Cond ||
      Cond->getOpcode() != BO_LT || variable(Cond->getLHS()) != Counter ||
      !Is(Cond->getRHS(), Row) || !Step || Step->getOpcode() != BO_AddAssign ||
      variable(Step->getLHS()) != Counter || !Is(Step->getRHS(), Height) || Plain.inMacro(For) ||
      changedVars(For->getBody()).contains(Counter))
    return refuse("the loop around the access does not go over the rows of a tile");
  return checkRows();
}

/// Checks that a thread does in each iteration what the thread of that row would do, and that
/// nothing else in the loop accesses its array.
llvm::Error Stager::checkRows() const {
  const cudafix::Kernel &K = C.K.Model;
  ExprContext &X = *K.Ctx;
  LoopId In = K.Nodes[A.Node].Loop;
  if (In == NoId || K.Loops[In].Parent != NoId || !K.Loops[In].TripCount ||
      !K.Loops[In].TripCount->isConst() || K.Loops[In].TripCount->value() != Row / Height)
    return refuse("the loop is not seen to go over the rows of the tile");
  for (const Access &Other : K.Accesses)
    if (&Other != &A && Other.Array == A.Array && K.Nodes[Other.Node].Loop == In)
      return refuse("the loop accesses the array elsewhere, too");
  Expr Round = X.apply(K.Loops[In].Counter);
  Expr There = X.replace(A.Offset, [&](Expr E) {
    if (E == Round)
      return X.constant(0, 32);
    return E == X.threadIdx(1)
               ? X.add(E, X.mul(Round, X.constant(Height, 32), NSW | NUW), NSW | NUW)
               : Expr();
  });
  if (!smt::impossible(*C.K.Solving, {X.ne(A.Offset, There)}))
    return refuse("the place is not proved to follow from the row of the tile");
  return llvm::Error::success();
}

/// The only statement of a list, or the statement itself.
const Stmt *onlyOf(const Stmt *S) {
  const auto *List = dyn_cast_or_null<CompoundStmt>(S);
  return List ? (List->size() == 1 ? List->body_front() : nullptr) : S;
}

/// Finds the statement: it has to be in the kernel's body, or be all that a condition there guards
/// or a loop over the rows of the tile holds.
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
    const auto *For = dyn_cast<ForStmt>(core(S));
    const Stmt *Guarded = onlyOf(If ? If->getThen() : For ? For->getBody() : nullptr);
    if (S != Inner && Guarded != Inner)
      continue;
    Top = S;
    if (For)
      return readLoop(For);
    if (Height != Row)
      return refuse("the block has fewer rows than columns, and no loop goes over the others");
    if (S == Inner)
      return llvm::Error::success();
    Guard = If->getCond();
    if (If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() ||
        Plain.inMacro(If) || !isPure(Guard) || readsMemory(Guard))
      return refuse("the condition around it does more than to guard it");
    return llvm::Error::success();
  }
  return refuse("it is no statement of the kernel's body, nor all that a condition or a loop over "
                "rows holds there");
}

/// Checks that every thread reaches the barrier, and that the access happens once for each thread
/// that passes the guard.
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
    return refuse("the elements are no numbers");
  return llvm::Error::success();
}

/// Rewrites `E` for the exchanged thread: its locals get second versions.
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
      unsigned At = Plain.begin(P), End = Plain.tokenEnd(P->getMemberLoc());
      Swapped.Overlays[At] = {End - At, Member == "y" ? "threadIdx.x" : others()};
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Add && Counter)
      dropCounter(B);
    if (const auto *P = dyn_cast<ParenExpr>(S); P && Counter)
      dropParens(P);
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->isLocalVarDeclOrParm())
      return true;
    if (V == Counter) {
      Swapped.Renames[V] = "0";
      return true;
    }
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
    Declared.push_back("const " + writtenType(V, Plain) + " " + Name + " = " + Swapped.copy(Init) +
                       ";");
    Swapped.Renames[V] = Name;
  }
  return llvm::Error::success();
}

/// Removes the counter, as the exchanged thread starts in row 0 of the tile: `place + i` ->
/// `place`.
void Stager::dropCounter(const BinaryOperator *Sum) {
  if (variable(Sum->getRHS()) == Counter) {
    unsigned At = Plain.tokenEnd(Sum->getLHS()->getEndLoc());
    Swapped.Overlays[At] = {Plain.tokenEnd(Sum->getRHS()->getEndLoc()) - At, ""};
  }
}

/// `(place + i)` -> `place`, without the parentheses where it is a name.
void Stager::dropParens(const ParenExpr *P) {
  const auto *Sum = dyn_cast<BinaryOperator>(P->getSubExpr());
  if (!Sum || Sum->getOpcode() != BO_Add || variable(Sum->getRHS()) != Counter ||
      !variable(Sum->getLHS()))
    return;
  for (SourceLocation Paren : {P->getLParen(), P->getRParen()})
    Swapped.Overlays[Plain.offset(Paren)] = {1, ""};
}

/// The index of the tile's row that the thread is in, and of the column that the exchanged thread
/// uses.
std::string Stager::own() const {
  return Counter ? "threadIdx.y + " + Counter->getNameAsString() : "threadIdx.y";
}

std::string Stager::others() const { return Counter ? "(" + own() + ")" : "threadIdx.y"; }

/// The statement for the exchanged threads, with their locals.
std::string Stager::byOthers(const std::string &Statement) const {
  Layout L = Plain.layout(Kernel);
  std::string All, In = Loop ? Indent + L.Unit : Indent;
  if (Loop)
    All = Indent + L.keyword("for") +
          Plain.slice(Plain.offset(Loop->getLParenLoc()) + 1, Plain.offset(Loop->getRParenLoc()))
              .str() +
          ") {\n";
  for (const std::string &D : Declared)
    All += In + D + "\n";
  if (Guard)
    All += In + L.keyword("if") + Swapped.copy(Guard) + ")\n" + L.Unit;
  All += In + Statement + "\n";
  return All + (Loop ? Indent + "}\n" : "");
}

/// The extent of a block: the file's name for it, else a number.
std::string Stager::rows() const {
  std::string Name = blockExtentName(C, 0, Row);
  return Name.empty() ? std::to_string(Row) : Name;
}

/// Writes a staged store: threads put their values into the tile, and after a barrier the exchanged
/// threads store them.
std::vector<Edit> Stager::writeStore() {
  unsigned Begin = Plain.begin(Top), At = Plain.begin(Place);
  unsigned End = Plain.afterTrailingComment(Plain.end(Top));
  std::string Then = Indent + blockBarrierCall(C.K.Decl, Top->getEndLoc()) + ";\n" +
                     byOthers(Swapped.copy(Place) + " = " + Tile + "[threadIdx.x][" + own() + "];");
  std::string Rows = rows();
  return {{Plain.path(), Begin, 0,
           "__shared__ " + Element + " " + Tile + "[" + Rows + "][" + Rows + " + 1];\n" + Indent},
          {Plain.path(), At, Plain.tokenEnd(Place->getEndLoc()) - At,
           Tile + "[" + own() + "][threadIdx.x]"},
          {Plain.path(), End, 0, "\n" + llvm::StringRef(Then).rtrim().str()}};
}

/// Writes a staged load: the exchanged threads load the values into the tile before a barrier.
std::vector<Edit> Stager::writeLoad() {
  unsigned Begin = Plain.begin(Top), At = Plain.begin(Place);
  std::string Rows = rows();
  std::string First =
      Indent + "__shared__ " + Element + " " + Tile + "[" + Rows + "][" + Rows + " + 1];\n" +
      byOthers(Tile + "[threadIdx.x][" + own() + "] = " + Swapped.copy(Place) + ";") + Indent +
      blockBarrierCall(C.K.Decl, Top->getBeginLoc()) + ";\n" + Indent;
  return {{Plain.path(), Begin, 0, llvm::StringRef(First).drop_front(Indent.size()).str()},
          {Plain.path(), At, Plain.tokenEnd(Place->getEndLoc()) - At,
           Tile + "[" + own() + "][threadIdx.x]"}};
}

llvm::Expected<std::vector<Edit>> Stager::write() {
  if (llvm::Error E = onlyInstantiation(C))
    return E;
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
    return refuse("the statement both reads and writes the element");
  if (llvm::Error E = exchange(Place))
    return E;
  if (llvm::Error E = Guard ? exchange(Guard) : llvm::Error::success())
    return E;
  Tile = Names.choose({"tile", C.K.Model.array(A.Array).Name + "Tile"});
  Element = writtenElement(Place, Plain);
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
                     "access '" + C.K.Model.array(A.Array).Name +
                         "' in rows, through a tile in shared memory",
                     std::move(*Edits));
  R.Notes.emplace_back("the tile takes " + std::to_string(S.tileBytes()) +
                       " bytes of shared memory in each block");
  assumeAllSeen(C.K, R);
  assumeDistinct(C, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.check() == Check::UncoalescedAccess && F.Severity == Level::Warning &&
         !F.Accesses.empty();
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
same square block, or one of fewer rows and the access stands in a loop over all rows, and place and condition follow from the thread's index and from values that
do not change. It takes shared memory and a barrier: suggested, never proven.)",
    applies, propose, "go through a tile in shared memory"};

} // namespace cudafix::transform
