// SPDX-License-Identifier: Apache-2.0
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

Operands operandsOf(const Expr *E, BinaryOperatorKind Kind) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != Kind)
    return {};
  return {B->getLHS()->IgnoreParenImpCasts(), B->getRHS()->IgnoreParenImpCasts()};
}

const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

VarSet usedVars(const Stmt *S) {
  VarSet Vars;
  walk(S, [&](const Stmt *Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Vars.insert(V);
    return true;
  });
  return Vars;
}

const VarDecl *baseVar(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? nullptr : baseVar(M->getBase());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() ? baseVar(A->getBase())
                                                                         : nullptr;
  return nullptr;
}

const VarDecl *memoryBase(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return memoryBase(M->getBase());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return memoryBase(A->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return memoryBase(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return memoryBase(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
  return nullptr;
}

namespace {

/// Calls `Change` with every lvalue that `S` may write.
void forEachChange(const Stmt *S, llvm::function_ref<void(const Expr *)> Change) {
  walk(S, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part); B && B->isAssignmentOp())
      Change(B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(Part);
        U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf))
      Change(U->getSubExpr());
    const auto *Call = dyn_cast<CallExpr>(Part);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Call)
      return true;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      if (const CXXMethodDecl *M = Member->getMethodDecl(); M && !M->isConst() && !M->isStatic())
        Change(Member->getImplicitObjectArgument());
    unsigned Shift = 0;
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
        Op && isa_and_nonnull<CXXMethodDecl>(Callee)) {
      Shift = 1;
      if (!cast<CXXMethodDecl>(Callee)->isConst())
        Change(Op->getArg(0));
    }
    for (unsigned I = Shift; Callee && I < Call->getNumArgs() && I - Shift < Callee->getNumParams();
         ++I) {
      QualType T = Callee->getParamDecl(I - Shift)->getType();
      if (T->isReferenceType() && !T->getPointeeType().isConstQualified())
        Change(Call->getArg(I));
    }
    return true;
  });
}

bool isMemory(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<ArraySubscriptExpr>(E))
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() || isMemory(M->getBase());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && !V->getType()->isArrayType() &&
           (V->hasAttr<CUDASharedAttr>() || V->getType()->isReferenceType() ||
            (V->hasAttr<CUDADeviceAttr>() && !V->getType().isConstQualified()));
  }
  return false;
}

bool isLocalArray(const Expr *E) {
  const VarDecl *V = baseVar(E);
  return V && V->isLocalVarDecl() && !V->hasAttr<CUDASharedAttr>() &&
         !V->getType()->isReferenceType();
}

} // namespace

VarSet changedVars(const Stmt *S) {
  VarSet Vars;
  forEachChange(S, [&](const Expr *E) {
    if (const VarDecl *V = baseVar(E))
      Vars.insert(V);
  });
  return Vars;
}

VarSet memoryWritten(const Stmt *S) {
  VarSet Vars;
  forEachChange(S, [&](const Expr *E) {
    if (const VarDecl *V = isMemory(E) ? memoryBase(E) : nullptr)
      Vars.insert(V);
  });
  return Vars;
}

VarSet memoryRead(const Stmt *S) {
  VarSet Vars;
  walk(S, [&](const Stmt *Part) {
    const auto *E = dyn_cast<Expr>(Part);
    if (E && isMemory(E) && !isLocalArray(E))
      if (const VarDecl *V = memoryBase(E))
        Vars.insert(V);
    return true;
  });
  return Vars;
}

bool readsMemory(const Expr *E) {
  bool Reads = false;
  walk(E, [&](const Stmt *Part) {
    const auto *Inner = dyn_cast<Expr>(Part);
    Reads |= Inner && isMemory(Inner) && !isLocalArray(Inner);
    return !Reads;
  });
  return Reads;
}

std::string calleeName(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F ? F->getNameAsString() : std::string();
}

/// Returns true for block.thread_rank() and the like.
static bool isGroupQuery(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const auto *Group = Method ? Method->getParent() : nullptr;
  const auto *Scope =
      Group ? dyn_cast<NamespaceDecl>(Group->getDeclContext()->getEnclosingNamespaceContext())
            : nullptr;
  return Scope && Scope->getName() == "cooperative_groups" && Method->getIdentifier() &&
         llvm::StringSwitch<bool>(Method->getName())
             .Cases({"thread_rank", "size", "num_threads", "thread_index", "group_index",
                     "group_dim", "dim_threads", "block_rank", "num_blocks", "meta_group_rank",
                     "meta_group_size", "is_valid"},
                    true)
             .Default(false);
}

static bool isPureCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return false;
  if (F->isConstexpr() || F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() || isGroupQuery(F))
    return true;
  return llvm::StringSwitch<bool>(calleeName(Call))
      .Cases({"min",   "max",    "abs",   "fabs",  "fabsf", "fmin",   "fmax",
              "fminf", "fmaxf",  "sqrt",  "sqrtf", "floor", "floorf", "ceil",
              "ceilf", "__popc", "__clz", "__ffs", "umin",  "umax"},
             true)
      .StartsWith("__fetch_builtin_", true)
      .StartsWith("__nvvm_read_ptx_sreg", true)
      .Default(false);
}

bool isPure(const Expr *E) {
  bool Pure = true;
  walk(E, [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part))
      Pure &= !B->isAssignmentOp();
    if (const auto *U = dyn_cast<UnaryOperator>(Part))
      Pure &= !U->isIncrementDecrementOp();
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      Pure &= isPureCall(Call);
    if (isa<CXXNewExpr, CXXDeleteExpr, StmtExpr, CXXThrowExpr, LambdaExpr>(Part))
      Pure = false;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Part);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      Pure &= !Cast->getSubExpr()->getType().isVolatileQualified();
    return Pure;
  });
  return Pure;
}

static StringRef groupName(QualType Group) {
  if (Group->isPointerType())
    Group = Group->getPointeeType();
  const CXXRecordDecl *Record = Group.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() ? Record->getName() : "";
}

static bool isGroupSync(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || F->getName() != "sync")
    return false;
  QualType Group;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    Group = Member->getImplicitObjectArgument()->getType();
  else if (Call->getNumArgs() == 1)
    Group = Call->getArg(0)->getType();
  if (Group.isNull())
    return false;
  return groupName(Group) == "thread_block" || groupName(Group) == "grid_group";
}

const CXXOperatorCallExpr *memberwiseCopy(const Stmt *S) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  const CXXRecordDecl *R = Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2
                               ? Call->getArg(0)->getType()->getAsCXXRecordDecl()
                               : nullptr;
  const auto *Assign = R ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  return Assign && Assign->isTrivial() && Assign->isCopyAssignmentOperator() ? Call : nullptr;
}

bool isZeroConstant(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->EvaluateAsRValue(R, Ctx))
    return false;
  return (R.Val.isInt() && R.Val.getInt().isZero()) ||
         (R.Val.isFloat() && R.Val.getFloat().isZero());
}

std::string zeroText(QualType T, bool InTemplate, const ASTContext &Ctx) {
  if (T->isRecordType()) {
    PrintingPolicy Policy(Ctx.getLangOpts());
    Policy.SuppressTagKeyword = true;
    return T.getUnqualifiedType().getAsString(Policy) + "{}";
  }
  if (InTemplate || !T->isFloatingType())
    return T->isBooleanType() && !InTemplate ? "false" : "0";
  return T->isSpecificBuiltinType(BuiltinType::Float) ? "0.0f" : "0.0";
}

static bool isBlockBarrierCall(const CallExpr *Call) {
  return llvm::StringSwitch<bool>(calleeName(Call))
             .Cases({"__syncthreads", "__syncthreads_or", "__syncthreads_and",
                     "__syncthreads_count", "__nvvm_barrier0", "__barrier_sync"},
                    true)
             .Default(false) ||
         isGroupSync(Call);
}

/// The variable or parameter of the function that is declared before the place and names a group of
/// that kind; null: there is none.
static const VarDecl *groupVariable(const FunctionDecl *F, StringRef Kind, SourceLocation Place) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  const VarDecl *Group = nullptr;
  auto Take = [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && !Group && groupName(V->getType()) == Kind &&
        SM.isBeforeInTranslationUnit(V->getLocation(), Place))
      Group = V;
  };
  llvm::for_each(F->parameters(), Take);
  if (const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody()))
    for (const Stmt *S : Body->body())
      if (const auto *Decls = dyn_cast<DeclStmt>(S))
        llvm::for_each(Decls->decls(), Take);
  return Group;
}

static std::string syncOf(const VarDecl *Group) {
  return Group->getNameAsString() + (Group->getType()->isPointerType() ? "->sync()" : ".sync()");
}

std::string clusterBarrierCall(const FunctionDecl *F, SourceLocation Place) {
  const VarDecl *Group = groupVariable(F, "cluster_group", Place);
  return Group ? syncOf(Group)
               : "asm "
                 "volatile(\"barrier.cluster.arrive.aligned;\\n\\tbarrier.cluster.wait.aligned;\" "
                 "::: \"memory\")";
}

std::string blockBarrierCall(const FunctionDecl *F, SourceLocation Place) {
  const VarDecl *Group = groupVariable(F, "thread_block", Place);
  bool Otherwise = false;
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    Otherwise |= Call && isBlockBarrierCall(Call) && !isGroupSync(Call);
    return true;
  });
  if (!Group || Otherwise)
    return "__syncthreads()";
  return syncOf(Group);
}

bool isBlockBarrier(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  return Call && isBlockBarrierCall(Call);
}

static const CallExpr *findBarrier(const Stmt *S, llvm::DenseSet<const FunctionDecl *> &Seen) {
  const CallExpr *Found = nullptr;
  walk(S, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    if (!Call || Found)
      return !Found;
    if (isBlockBarrierCall(Call)) {
      Found = Call;
      return false;
    }
    const FunctionDecl *F = Call->getDirectCallee(), *Def = nullptr;
    if (F && F->hasBody(Def) && Seen.insert(Def).second && findBarrier(Def->getBody(), Seen))
      Found = Call;
    return !Found;
  });
  return Found;
}

const CallExpr *findBarrier(const Stmt *S) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return findBarrier(S, Seen);
}

// --- ThreadDependence ---------------------------------------------------------------

ThreadDependence::ThreadDependence(const FunctionDecl *F) {
  do {
    Changed = false;
    visit(F->getBody(), 0);
  } while (Changed);
}

void ThreadDependence::taint(const VarDecl *V) {
  // Shared memory at one address has one value for all threads.
  if (V && !V->hasAttr<CUDASharedAttr>() && Tainted.insert(V).second)
    Changed = true;
}

static bool mentionsThread(const Stmt *S) {
  bool Found = false;
  walk(S, [&](const Stmt *Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      Found |=
          Ref->getDecl()->getDeclName().isIdentifier() && Ref->getDecl()->getName() == "threadIdx";
    return !Found;
  });
  return Found;
}

bool ThreadDependence::differs(const Expr *E) const {
  bool Differs = false;
  walk(E, [&](const Stmt *Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      Differs |= V && (Tainted.contains(V) || V->getName() == "threadIdx");
    }
    if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      std::string Name = calleeName(Call);
      const FunctionDecl *F = Call->getDirectCallee(), *Def = nullptr;
      Differs |= StringRef(Name).starts_with("atomic") || StringRef(Name).starts_with("__shfl") ||
                 StringRef(Name).starts_with("clock") || Name == "thread_rank" ||
                 (F && F->hasBody(Def) && mentionsThread(Def->getBody()));
    }
    return !Differs;
  });
  return Differs;
}

void ThreadDependence::visit(const Stmt *S, unsigned Depth) {
  if (!S)
    return;
  const Expr *Cond = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Cond = If->getCond();
  else if (const auto *For = dyn_cast<ForStmt>(S))
    Cond = For->getCond();
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    Cond = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(S))
    Cond = Do->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    Cond = Switch->getCond();
  else if (const auto *C = dyn_cast<ConditionalOperator>(S))
    Cond = C->getCond();
  Depth += Cond && differs(Cond);
  // All threads in the branch change a variable that is declared in the branch.
  auto Outside = [&](const Expr *Target) {
    const VarDecl *V = baseVar(Target);
    return V && DepthOf.lookup(V) < Depth;
  };
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    if (Outside(B->getLHS()) || differs(B->getRHS()) ||
        (!isa<DeclRefExpr>(B->getLHS()) && differs(B->getLHS())))
      taint(baseVar(B->getLHS()));
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && Outside(U->getSubExpr()))
    taint(baseVar(U->getSubExpr()));
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<VarDecl>(D)) {
        DepthOf[V] = Depth;
        if (V->getInit() && differs(V->getInit()))
          taint(V);
      }
  for (const Stmt *Child : S->children())
    visit(Child, Depth);
}

} // namespace cudafix::transform
