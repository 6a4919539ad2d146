// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/Flow.h"
#include "model/Check.h"
#include "smt/Impossible.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// A thread's index times a step below this does not wrap around.
constexpr uint64_t MostSteps = 1u << 16;

/// Gives the work of every m-th thread to the first threads of the block.
class Regrouper {
public:
  explicit Regrouper(const Context &C)
      : C(C), K(C.K.Model), Kernel(C.K.Decl), Ctx(C.P.device().getASTContext()),
        Text(Ctx, Ctx.getSourceManager().getFileID(
                      Ctx.getSourceManager().getExpansionLoc(Kernel->getLocation()))),
        Names(Kernel), Changed(changedVars(Kernel->getBody())), Threads(Kernel) {}
  llvm::Expected<std::vector<Edit>> write(const SourceLoc &Loc);

private:
  bool isThread(const clang::Expr *E) const;
  bool readThread(const clang::Expr *E);
  bool readStep(const clang::Expr *E);
  bool isZero(const clang::Expr *E) const;
  llvm::Error readCondition(const clang::Expr *E);
  llvm::Error checkKernel() const;
  llvm::Error checkPlace(llvm::ArrayRef<NodeId> Parts) const;
  Expr stepOf(NodeId At) const;
  llvm::Error checkStep(NodeId At, Expr By) const;
  llvm::Error checkBody(const Stmt *S);
  void rewrite(const IfStmt *If);

  const Context &C;
  const Kernel &K;
  const FunctionDecl *Kernel;
  const ASTContext &Ctx;
  SourceText Text;
  NameChooser Names;
  VarSet Changed;
  ThreadDependence Threads;
  const clang::Expr *Thread = nullptr; ///< the thread's index in the condition
  const clang::Expr *Step = nullptr;   ///< m
  const clang::Expr *Picks = nullptr;  ///< the part of the condition that picks every m-th thread
  llvm::SmallVector<const Stmt *, 4> Others; ///< parts of the if after or beside it
  bool Last = false; ///< the last thread of each m works: the condition tests tid + 1
  bool Mask = false; ///< written as tid & (m - 1)
  std::vector<Edit> Edits;
};

/// Returns true for `threadIdx.x` and for variables that always equal it.
bool Regrouper::isThread(const clang::Expr *E) const {
  const VarDecl *V = variable(E);
  return isX(E, "threadIdx") ||
         (V && V->isLocalVarDecl() && V->getInit() && !Changed.contains(V) &&
          V->getType()->isIntegerType() && Ctx.getTypeSize(V->getType()) >= 32 &&
          isX(V->getInit(), "threadIdx"));
}

bool Regrouper::isZero(const clang::Expr *E) const {
  clang::Expr::EvalResult Value;
  return E->EvaluateAsInt(Value, Ctx) && Value.Val.getInt() == 0;
}

/// Reads `tid` or `tid + 1`.
bool Regrouper::readThread(const clang::Expr *E) {
  Operands Sum = operandsOf(E, BO_Add);
  clang::Expr::EvalResult One;
  Last = Sum.A && isThread(Sum.A) && Sum.B->EvaluateAsInt(One, Ctx) && One.Val.getInt() == 1;
  Thread = Last ? Sum.A : E;
  return Last || isThread(E);
}

/// Reads `tid % m` or `tid & (m - 1)`.
bool Regrouper::readStep(const clang::Expr *E) {
  if (Operands Rest = operandsOf(E, BO_Rem); Rest.A && readThread(Rest.A)) {
    Step = Rest.B;
    return true;
  }
  Operands Bits = operandsOf(E, BO_And);
  if (Bits.A && !readThread(Bits.A))
    std::swap(Bits.A, Bits.B);
  if (!Bits.A || !readThread(Bits.A))
    return false;
  Operands Less = operandsOf(Bits.B, BO_Sub);
  clang::Expr::EvalResult One;
  if (!Less.A || !Less.B->EvaluateAsInt(One, Ctx) || One.Val.getInt() != 1)
    return false;
  Step = Less.A;
  return Mask = true;
}

/// Reads the condition: one part picks the threads, the others stay.
llvm::Error Regrouper::readCondition(const clang::Expr *E) {
  const clang::Expr *Plain = E->IgnoreParenImpCasts();
  if (Operands Both = operandsOf(E, BO_LAnd); Both.A) {
    if (llvm::Error Failed = readCondition(Both.A))
      return Failed;
    return readCondition(Both.B);
  }
  Operands Equal = operandsOf(E, BO_EQ);
  if (Equal.A && isZero(Equal.A))
    std::swap(Equal.A, Equal.B);
  const auto *Not = dyn_cast<clang::UnaryOperator>(Plain);
  const clang::Expr *Of = Equal.A && isZero(Equal.B)           ? Equal.A
                          : Not && Not->getOpcode() == UO_LNot ? Not->getSubExpr()
                                                               : nullptr;
  if (!Picks && Of && readStep(Of)) {
    Picks = Plain;
    return llvm::Error::success();
  }
  if (!isPure(E) || readsMemory(E))
    return refuse("a part of the condition has a side effect or reads memory");
  Others.push_back(E);
  return llvm::Error::success();
}

llvm::Error Regrouper::checkKernel() const {
  if (!K.Gaps.empty())
    return refuse(K.Gaps.front().Reason);
  if (std::string Why = usesWarps(C.K); !Why.empty())
    return refuse(Why);
  for (const Access &A : K.Accesses)
    if (K.array(A.Array).Where == Space::Local || K.array(A.Array).Where == Space::Generic)
      return refuse("threads keep values in memory of their own");
  bool Leaves = false;
  walk(Kernel->getBody(), [&](const Stmt *S) {
    Leaves |= isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(S);
    return true;
  });
  return Leaves ? refuse("some threads leave the kernel early") : llvm::Error::success();
}

/// Checks that all threads reach the condition, and that m times a thread's index does not wrap
/// around.
llvm::Error Regrouper::checkPlace(llvm::ArrayRef<NodeId> Parts) const {
  // Only some threads get past the first part of a condition to the next one.
  if (llvm::none_of(Parts, [&](NodeId N) { return K.Nodes[N].Convergent; }))
    return refuse("not every thread comes to the condition");
  bool Found = false;
  for (NodeId N : Parts)
    if (Expr By = stepOf(N)) {
      Found = true;
      if (llvm::Error Failed = checkStep(N, By))
        return Failed;
    }
  return Found ? llvm::Error::success()
               : refuse("the condition is not seen to pick threads by their index");
}

/// m, or m - 1, in the condition at the end of a node.
Expr Regrouper::stepOf(NodeId At) const {
  ExprContext &X = *K.Ctx;
  auto IsThread = [&](Expr E) {
    if (!Last || E->op() != Op::Add)
      return E == X.threadIdx(0);
    auto Is = [&](unsigned I) {
      return E->arg(I) == X.threadIdx(0) && E->arg(1 - I)->isConst() && E->arg(1 - I)->value() == 1;
    };
    return Is(0) || Is(1);
  };
  Expr By;
  ExprContext::visit(K.Nodes[At].Succs[0].Cond, [&](Expr E) {
    bool Rest = E->op() == Op::URem || E->op() == Op::SRem;
    if (Mask ? E->op() != Op::And : !Rest)
      return;
    for (unsigned I : {0, 1})
      if (IsThread(E->arg(I)) && (Mask || I == 0))
        By = E->arg(1 - I);
  });
  return By;
}

llvm::Error Regrouper::checkStep(NodeId At, Expr By) const {
  ExprContext &X = *K.Ctx;
  analysis::FlowInfo Flow(K);
  std::vector<LoopId> Around = Flow.loopsAround(At);
  bool Differs = false;
  ExprContext::visit(By, [&](Expr E) {
    if (E->op() != Op::Apply || X.symbol(E->symbol()).Level < Uniformity::Warp)
      return;
    Differs |= llvm::none_of(Around, [&](LoopId L) { return K.Loops[L].Counter == E->symbol(); });
  });
  if (Differs)
    return refuse("the step differs between threads");
  std::vector<Expr> There{Flow.reached(At)};
  for (LoopId L : Around)
    if (Expr Trips = K.Loops[L].TripCount)
      There.push_back(X.ult(X.apply(K.Loops[L].Counter), Trips));
  auto Never = [&](Expr Wrong) {
    std::vector<Expr> All = There;
    All.push_back(Wrong);
    return smt::impossible(*C.K.Solving, All);
  };
  if (!Never(X.ult(X.constant(MostSteps, By->width()), By)))
    return refuse("the step is not proved to be small");
  Expr Bits = X.binary(Op::And, By, X.add(By, X.constant(1, By->width())));
  if (Mask && !Never(X.ne(Bits, X.constant(0, By->width()))))
    return refuse("the step is not proved to be a power of two");
  return llvm::Error::success();
}

/// Checks that threads differ in what they do only by their index, and that nothing remains of it
/// but memory.
llvm::Error Regrouper::checkBody(const Stmt *S) {
  VarSet Inside, OfStep = usedVars(Step); // the same in all threads, see checkStep()
  std::string Why;
  walk(S, [&](const Stmt *Part) {
    if (const auto *Decls = dyn_cast<DeclStmt>(Part))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && !V->isStaticLocal())
          Inside.insert(V);
    if (isa<BreakStmt, ContinueStmt, LambdaExpr>(Part))
      Why = "what the condition guards leaves the loop";
    if (const auto *Call = dyn_cast<CallExpr>(Part); Call && calls(Call, {"threadIdx"}))
      Why = "a function in it asks which thread it runs for";
    if (Text.inMacro(Part) && isa<DeclRefExpr>(Part))
      Why = "it is written in a macro";
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || isThread(Ref) || Inside.contains(V) || OfStep.contains(V))
      return true;
    if (V->isLocalVarDeclOrParm() && Threads.differs(V))
      Why = "'" + V->getNameAsString() + "' differs between threads";
    return true;
  });
  for (const VarDecl *V : changedVars(S))
    if (!Inside.contains(V) && !V->hasAttr<CUDASharedAttr>() && V->isLocalVarDeclOrParm())
      Why = "it changes '" + V->getNameAsString() + "', which each thread has of its own";
  if (findBarrier(S))
    Why = "it has a barrier";
  return Why.empty() ? llvm::Error::success() : refuse(Why);
}

void Regrouper::rewrite(const IfStmt *If) {
  std::string Index = Names.choose({"i", "index", "at"});
  auto Put = [&](const Stmt *S, std::string By) {
    unsigned At = Text.begin(S);
    Edits.push_back({Text.path(), At, Text.tokenEnd(S->getEndLoc()) - At, std::move(By)});
  };
  const VarDecl *V = variable(Thread);
  std::string Type = V ? writtenType(V, Text) : "unsigned int";
  std::string By = Text.copy(Step);
  if (!operandsOf(Step, BO_Mul).A && isa<clang::BinaryOperator>(Step->IgnoreImpCasts()))
    By = "(" + By + ")";
  std::string Place = Text.copy(Thread);
  if (Last)
    Place = "(" + Place + " + 1) - 1";
  unsigned Begin = Text.begin(If);
  Edits.push_back({Text.path(), Begin, 0,
                   "const " + Type + " " + Index + " = " + By + " * " + Place + ";\n" +
                       Text.indent(Begin).str()});
  Put(Picks, Index + " < blockDim.x");
  walk(If, [&](const Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    if (!E || S == Picks)
      return !E;
    bool Named = isThread(E);
    if (Named)
      Put(E->IgnoreImplicit(), Index);
    return !Named;
  });
}

llvm::Expected<std::vector<Edit>> Regrouper::write(const SourceLoc &Loc) {
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  if (llvm::Error E = checkKernel())
    return E;
  SourceLookup Lookup(C.P, C.K);
  const IfStmt *If = Lookup.ifAt(Loc);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() ||
      Text.inMacro(If) || If->getEndLoc().isMacroID() || !listOf(Kernel, If))
    return refuse("the condition is not that of an if without else in a list of the kernel");
  if (llvm::Error E = readCondition(If->getCond()))
    return E;
  if (!Picks || Text.inMacro(Picks) || Picks->getEndLoc().isMacroID())
    return refuse("the condition is not thread % m == 0");
  if (!isPure(Step) || readsMemory(Step))
    return refuse("the step has a side effect or reads memory");
  if (llvm::Error E = checkPlace(Lookup.decisions(If)))
    return E;
  Others.push_back(If->getThen());
  for (const Stmt *S : Others)
    if (llvm::Error E = checkBody(S))
      return E;

  rewrite(If);
  return std::move(Edits);
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  llvm::Expected<std::vector<Edit>> Edits = Regrouper(C).write(F.Loc);
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("regroup-lanes", "let the first threads of the block do what is picked out",
                     std::move(*Edits));
  assumeDistinct(C, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return F.check() == Check::DivergentBranch; }

const RepairKind RegroupLanes = {"regroup-lanes",
                                 R"(Lets the first threads of a block do what every m-th thread did.

Before:                              After:
  if (tid % (2 * s) == 0)              int i = 2 * s * tid;
    sum[tid] += sum[tid + s];          if (i < blockDim.x)
                                         sum[i] += sum[i + s];

What is done is the same, element by element; neighbouring threads do it, so that whole warps
take either side of the condition. The last thread of each m, (tid + 1) % m == 0, as well. Done where every thread
comes to the condition, m is the same
for all of them and small, and what is guarded depends on the thread by its index alone and
leaves nothing behind but memory. That no access meets another one it did not meet before is
asked as a race of the result.)",
                                 applies, propose};

} // namespace cudafix::transform
