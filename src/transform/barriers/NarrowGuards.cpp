// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/NarrowGuards.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Impossible.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceLookup.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {
namespace {

using Term = cudafix::Expr;

/// A step `x[i] op= x[i + k]`, whose results are only needed in lanes below k.
struct Step {
  Term Index;        ///< i
  uint64_t Distance; ///< k
  const Stmt *S;
};

class Narrower {
public:
  Narrower(frontend::Program &P, const frontend::KernelUnit &Unit, const Kernel &K,
           const analysis::FlowPaths &Paths, llvm::ArrayRef<Launch> Launches)
      : K(K), Solving(*Unit.Solving), Paths(Paths), Launches(Launches), Flow(K), Lookup(P, Unit) {}

  std::optional<Narrowing> formOf(const Access &Write);
  /// Returns true if no thread later reads what the guards keep from being written.
  bool allUnread();

private:
  Term indexTerm(const clang::Expr *E, const FunctionDecl *F, unsigned Depth = 0);
  Term argumentTerm(const ParmVarDecl *P, const FunctionDecl *F, unsigned Depth);
  bool staysUnread(const Access &Write);
  Term conditionAt(NodeId N) const;
  bool overlap(const Access &Write, const Access &Read, const Launch &L);

  const Kernel &K;
  smt::Workspace &Solving;
  const analysis::FlowPaths &Paths;
  llvm::ArrayRef<Launch> Launches;
  analysis::FlowInfo Flow;
  SourceLookup Lookup;
  std::map<SourceLoc, Step> Steps; ///< by the place of the write
};

/// The term of an index that is threadIdx.x, or the lane of a one-dimensional block.
Term Narrower::indexTerm(const clang::Expr *E, const FunctionDecl *F, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  ExprContext &Ctx = *K.Ctx;
  E = E->IgnoreParenImpCasts();
  if (Depth > MaxDepth)
    return Term();
  if (isX(E, "threadIdx"))
    return Ctx.threadIdx(0);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    clang::Expr::EvalResult Known;
    if ((B->getOpcode() != BO_And && B->getOpcode() != BO_Rem) || B->getRHS()->isValueDependent() ||
        !B->getRHS()->EvaluateAsInt(Known, F->getASTContext()))
      return Term();
    Term A = indexTerm(B->getLHS(), F, Depth + 1);
    uint64_t Mask = Known.Val.getInt().getZExtValue() - (B->getOpcode() == BO_Rem);
    bool Low = llvm::isMask_32(Mask);
    return A && Low ? Ctx.binary(Op::And, A, Ctx.constant(Mask, 32)) : Term();
  }
  const VarDecl *V = variable(E);
  if (!V || changedVars(F->getBody()).contains(V))
    return Term();
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return argumentTerm(P, F, Depth + 1);
  return V->isLocalVarDecl() && V->getInit() ? indexTerm(V->getInit(), F, Depth + 1) : Term();
}

/// The term that every call of the function passes for the parameter.
Term Narrower::argumentTerm(const ParmVarDecl *P, const FunctionDecl *F, unsigned Depth) {
  Term Found;
  bool Same = true;
  unsigned Index = P->getFunctionScopeIndex();
  for (const FunctionDecl *Caller : Lookup.functions())
    walk(Caller->getBody(), [&](const Stmt *S) {
      const auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (!Callee || Callee->getCanonicalDecl() != F->getCanonicalDecl())
        return true;
      Term Here =
          Index < Call->getNumArgs() ? indexTerm(Call->getArg(Index), Caller, Depth) : Term();
      Same &= Here && (!Found || Found == Here);
      Found = Here;
      return true;
    });
  return Same ? Found : Term();
}

static std::string sourceOf(const FunctionDecl *F, const clang::Expr *E) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  SourceText Source(F->getASTContext(), SM.getFileID(SM.getExpansionLoc(F->getBeginLoc())));
  return Source.copy(E);
}

static bool sameText(const FunctionDecl *F, const clang::Expr *A, const clang::Expr *B) {
  return isPure(A) &&
         sourceOf(F, A->IgnoreParenImpCasts()) == sourceOf(F, B->IgnoreParenImpCasts());
}

/// The distance k of the one read `x[i + k]` in an update of `x[i]`, as the source writes it.
static const clang::Expr *distanceIn(const FunctionDecl *F, const MemoryUpdate &U,
                                     const ArraySubscriptExpr *Target) {
  const clang::Expr *Distance = nullptr;
  bool Other = false;
  walk(U.Whole, [&](const Stmt *S) {
    const auto *Read = dyn_cast<ArraySubscriptExpr>(S);
    if (!Read || !sameText(F, Read->getBase(), Target->getBase()))
      return true;
    if (sameText(F, Read->getIdx(), Target->getIdx()))
      return false;
    Operands Sum = operandsOf(Read->getIdx(), BO_Add);
    const clang::Expr *Here = Sum.A && sameText(F, Sum.A, Target->getIdx())   ? Sum.B
                              : Sum.B && sameText(F, Sum.B, Target->getIdx()) ? Sum.A
                                                                              : nullptr;
    Other |= !Here || Distance;
    Distance = Here;
    return false;
  });
  return Other ? nullptr : Distance;
}

std::optional<Narrowing> Narrower::formOf(const Access &Write) {
  FoundStatement Found = Lookup.statementAt(Write.Loc);
  const auto *E = dyn_cast_or_null<clang::Expr>(Found.S ? core(Found.S) : nullptr);
  if (!E || Write.Loc.InMacro || K.array(Write.Array).Where != Space::Shared)
    return std::nullopt;
  std::vector<MemoryUpdate> Updates = findUpdates(E);
  if (Updates.size() != 1 || E->IgnoreImplicit() != Updates.front().Whole)
    return std::nullopt;
  const auto *Target = dyn_cast<ArraySubscriptExpr>(Updates.front().Target->IgnoreParenImpCasts());
  const clang::Expr *Distance =
      Target ? distanceIn(Found.Function, Updates.front(), Target) : nullptr;
  clang::Expr::EvalResult Known;
  if (!Distance || Distance->isValueDependent() ||
      !Distance->EvaluateAsInt(Known, Found.Function->getASTContext()) ||
      !Known.Val.getInt().isStrictlyPositive())
    return std::nullopt;
  Term Index = indexTerm(Target->getIdx(), Found.Function);
  if (!Index)
    return std::nullopt;
  uint64_t K = Known.Val.getInt().getZExtValue();
  Steps.insert_or_assign(Write.Loc, Step{Index, K, Found.S});
  return Narrowing{Write.Id, sourceOf(Found.Function, Target->getIdx()->IgnoreParenImpCasts()),
                   sourceOf(Found.Function, Distance), K};
}

/// A condition that holds for every thread that reaches the node; it may hold for others as well.
Term Narrower::conditionAt(NodeId N) const {
  std::vector<Term> All;
  for (NodeId Branch : Paths.branches(N)) {
    const Edge *Way = nullptr;
    unsigned Ways = 0;
    for (const Edge &E : K.Nodes[Branch].Succs)
      if (Flow.dominates(E.To, N)) {
        Way = &E;
        ++Ways;
      }
    // If the edge's target has other predecessors, its condition would be too strong.
    bool Only = Ways == 1 && !Way->Back && Way->Cond &&
                llvm::count_if(K.Nodes, [&](const Node &From) {
                  return llvm::any_of(From.Succs, [&](const Edge &E) { return E.To == Way->To; });
                }) == 1;
    if (Only && K.Nodes[Branch].Loop == NoId)
      All.push_back(Way->Cond);
  }
  return K.Ctx->land(All);
}

/// Returns true if a thread that the guard excludes may write what a thread reads later.
bool Narrower::overlap(const Access &Write, const Access &Read, const Launch &L) {
  ExprContext &Ctx = *K.Ctx;
  auto Below = [&](const Step &S) {
    return Ctx.ult(S.Index, Ctx.constant(S.Distance, S.Index->width()));
  };
  Term Gone = Ctx.lnot(Below(Steps.at(Write.Loc))), Kept = Ctx.boolean(true);
  const Stmt *In = Lookup.statementAt(Read.Loc).S;
  for (const auto &[Loc, S] : Steps)
    if (In == S.S)
      Kept = Below(S);
  Term Coming = Ctx.land(conditionAt(Read.Node), Kept);
  for (analysis::Scope Where : {analysis::Scope::SameWarp, analysis::Scope::OtherWarp})
    for (bool Self : {false, true}) {
      analysis::TwoThreads Threads(K, L, Where);
      unsigned Reader = !Self;
      Term From = Threads.of(Write.Offset, 0), To = Threads.of(Read.Offset, Reader);
      std::vector<Term> Query(Threads.constraints().begin(), Threads.constraints().end());
      Query.push_back(Threads.of(Gone, 0));
      Query.push_back(Threads.of(conditionAt(Write.Node), 0));
      Query.push_back(Threads.of(Coming, Reader));
      Query.push_back(Ctx.slt(From, Ctx.add(To, Threads.of(Read.Size, Reader))));
      Query.push_back(Ctx.slt(To, Ctx.add(From, Threads.of(Write.Size, 0))));
      if (!smt::impossible(Solving, Query))
        return true;
    }
  return false;
}

bool Narrower::staysUnread(const Access &Write) {
  if (K.Nodes[Write.Node].Loop != NoId) // a question covers one iteration only
    return false;
  const llvm::BitVector After = Paths.accessesAfter(Write.Id);
  for (unsigned Id : After.set_bits()) {
    const Access &Read = K.access(Id);
    if (Read.Kind == AccessKind::Write ||
        (Read.Array != Write.Array && !K.mayAlias(Read.Array, Write.Array)))
      continue;
    if (!Read.Offset || !Read.Size || !Write.Offset || !Write.Size ||
        llvm::any_of(Launches, [&](const Launch &L) { return overlap(Write, Read, L); }))
      return false;
  }
  return true;
}

bool Narrower::allUnread() {
  return llvm::all_of(K.Accesses, [&](const Access &W) {
    return W.Kind != AccessKind::Write || !Steps.count(W.Loc) || staysUnread(W);
  });
}

/// Returns true if the guards are also right in other kernels that execute one of the statements in
/// a function. Their launches are not known here, so this must hold for any launch.
bool holdsElsewhere(const Context &C, llvm::ArrayRef<SourceLoc> Places) {
  std::vector<Launch> Any(1);
  return llvm::all_of(C.P.kernels(), [&](const frontend::KernelUnit &Unit) {
    if (&Unit == &C.K)
      return true;
    const Kernel &K = Unit.Model;
    analysis::FlowPaths Paths(K);
    Narrower Other(C.P, Unit, K, Paths, Any);
    bool Has = false;
    for (const Access &W : K.Accesses) {
      if (W.Kind != AccessKind::Write || !llvm::is_contained(Places, W.Loc))
        continue;
      Has = true;
      if (!Other.formOf(W))
        return false;
    }
    return !Has || Other.allUnread();
  });
}

} // namespace

std::optional<BarrierPlan> narrowGuards(const Context &C, const PlanKernel &PK,
                                        const BarrierPlan &Plan) {
  BarrierPlan Narrow = Plan;
  if (Plan.Change.SplitStatements.empty() || !Plan.Change.Block.empty() ||
      !Plan.Change.Remove.empty() || !Plan.Change.Masks.empty())
    return std::nullopt;
  Narrower Here(C.P, C.K, PK.K, PK.Paths, C.Launches);
  std::vector<SourceLoc> Places;
  for (const StatementSplit &Split : Plan.Change.SplitStatements) {
    std::optional<Narrowing> Form;
    if (Split.Warp && Split.Mask == AllLanes && !Split.After)
      Form = Here.formOf(PK.K.access(Split.Write));
    if (!Form)
      return std::nullopt;
    Places.push_back(PK.K.access(Split.Write).Loc);
    Narrow.Change.Narrowed.push_back(std::move(*Form));
  }
  if (!Here.allUnread() || !holdsElsewhere(C, Places))
    return std::nullopt;
  Narrow.Change.SplitStatements.clear();
  --Narrow.Cost; // tried first
  return Narrow;
}

} // namespace cudafix::transform
