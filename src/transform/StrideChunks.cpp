// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/layout/LoopFacts.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AccessFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace clang;

namespace cudafix::transform {

namespace {

class Strider : LoopFacts {
public:
  explicit Strider(const Context &C) : LoopFacts(C) {}
  llvm::Expected<std::vector<Edit>> write(const SourceLoc &Access);

private:
  llvm::Expected<const ForStmt *> loopAround(const SourceLoc &Access) const;
  bool isThread(const clang::Expr *E) {
    std::string Threads = threadOf(E);
    if (Threads.empty())
      return false;
    Width = std::move(Threads);
    return true;
  }
  bool isSame(const clang::Expr *A, const clang::Expr *B) const;
  const clang::Expr *chunkOf(const clang::Expr *Start);
  llvm::Error writeRange(const CountingLoop &H, const clang::Expr *Chunk);
  llvm::Error writeSteps(const CountingLoop &H);
  llvm::Error checkBody(const Stmt *Body, const VarSet &Known) const;
  void dropFactor(const clang::Expr *Start);
  unsigned uses(const VarDecl *V, const Stmt *Within) const;
  std::string threads() const { return "gridDim.x * " + Width; }
  Edit put(const clang::Expr *E, std::string By) const {
    unsigned At = Text.begin(E);
    return {Text.path(), At, Text.tokenEnd(E->getEndLoc()) - At, std::move(By)};
  }

  std::string Width; ///< text of the number of threads in a block
  std::vector<Edit> Edits;
};

/// The loop around the access, which every thread must reach.
llvm::Expected<const ForStmt *> Strider::loopAround(const SourceLoc &Access) const {
  SourceLookup Lookup(C.P, C.K);
  const Stmt *Inner = Lookup.statementAt(Access).S;
  for (const Stmt *S : cast<CompoundStmt>(Kernel->getBody())->body()) {
    bool Leaves = false, Contains = false;
    walk(S, [&](const Stmt *Part) {
      Leaves |= isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(Part);
      Contains |= Part == Inner;
      return true;
    });
    if (Leaves)
      return refuse("some threads leave the kernel before the loop or in it");
    if (!Contains)
      continue;
    if (const auto *Loop = dyn_cast<ForStmt>(core(S)))
      return Loop;
    return refuse("the access stands in no loop that every thread comes to");
  }
  return refuse("the access stands in no statement of the kernel");
}

bool Strider::isSame(const clang::Expr *A, const clang::Expr *B) const {
  A = behind(A);
  B = behind(B);
  clang::Expr::EvalResult X, Y;
  if (A->EvaluateAsInt(X, Ctx) && B->EvaluateAsInt(Y, Ctx))
    return llvm::APSInt::isSameValue(X.Val.getInt(), Y.Val.getInt());
  return variable(A) && variable(A) == variable(B) && !Changed.contains(variable(A));
}

/// Returns c of `thread * c`.
const clang::Expr *Strider::chunkOf(const clang::Expr *Start) {
  Operands Product = operandsOf(Start, BO_Mul);
  if (Product.A && !isThread(Product.A))
    std::swap(Product.A, Product.B);
  return Product.A && isThread(Product.A) && isUniform(Product.B) ? Product.B : nullptr;
}

/// `thread * c` -> `thread`.
void Strider::dropFactor(const clang::Expr *Start) {
  Operands Product = operandsOf(Start, BO_Mul);
  const clang::Expr *Thread = isThread(Product.A) ? Product.A : Product.B;
  std::string Name = Text.copy(Thread);
  Edits.push_back(put(Start->IgnoreParenImpCasts(), variable(Thread) ? Name : "(" + Name + ")"));
}

unsigned Strider::uses(const VarDecl *V, const Stmt *Within) const {
  unsigned N = 0;
  walk(Within, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    N += Ref && Ref->getDecl() == V;
    return true;
  });
  return N;
}

/// Checks that the body depends on the element alone, and leaves nothing but memory for the next
/// element.
llvm::Error Strider::checkBody(const Stmt *Body, const VarSet &Known) const {
  VarSet Inside;
  std::string Why;
  walk(Body, [&](const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && !V->isStaticLocal())
          Inside.insert(V);
    return true;
  });
  for (const VarDecl *V : changedVars(Body))
    if (!Inside.contains(V))
      return refuse("the loop changes '" + V->getNameAsString() + "' for the next iteration");
  walk(Body, [&](const Stmt *S) {
    if (isa<BreakStmt>(S))
      Why = "the loop can end early";
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (isBuiltin(Ref, ThreadIds))
        Why = "the loop asks which thread it runs for";
      else if (V && V->isLocalVarDeclOrParm() && !Inside.contains(V) && !Known.contains(V) &&
               !(isa<ParmVarDecl>(V) && !Changed.contains(V)) &&
               (Changed.contains(V) || !V->getInit() || !isUniform(V->getInit())))
        Why = "the loop uses '" + V->getNameAsString() + "', which can differ between threads";
    }
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && calls(Call, ThreadIds))
      Why = "the loop asks which thread it runs for";
    return true;
  });
  if (Why.empty() && findBarrier(Body))
    Why = "a barrier stands in the loop";
  return Why.empty() ? llvm::Error::success() : refuse(Why);
}

/// Rewrites for (i = thread * c; i < min(thread * c + c, n); ++i).
llvm::Error Strider::writeRange(const CountingLoop &H, const clang::Expr *Chunk) {
  const VarDecl *First = variable(H.From);
  const clang::Expr *Start = behind(H.From), *End = behind(H.To);
  const VarDecl *Last = variable(H.To);
  // In `min(end, n)`, finds the end of the chunk.
  if (const auto *Call = dyn_cast<CallExpr>(End);
      Call && Call->getNumArgs() == 2 && calleeName(Call) == "min") {
    bool LastIsBound = isUniform(Call->getArg(1));
    if (!isUniform(Call->getArg(LastIsBound ? 1 : 0)))
      return refuse("the end of a thread's chunk is not understood");
    End = Call->getArg(LastIsBound ? 0 : 1)->IgnoreParenImpCasts();
  }
  Operands Sum = operandsOf(End, BO_Add);
  if (Sum.A && !isSame(Sum.B, Chunk))
    std::swap(Sum.A, Sum.B);
  bool FromFirst = Sum.A && First && variable(Sum.A) == First;
  if (!Sum.A || !isSame(Sum.B, Chunk) || (First && !FromFirst) ||
      (!First && (!chunkOf(Sum.A) || !isSame(chunkOf(Sum.A), Chunk))))
    return refuse("the end of a thread's chunk is not understood");
  if ((First && uses(First, Kernel->getBody()) != 2) ||
      (Last && !isUniform(H.To) && uses(Last, Kernel->getBody()) != 1))
    return refuse("the bounds of a thread's chunk are used elsewhere");
  VarSet Known{H.Counter};
  if (llvm::Error E = checkBody(H.Loop->getBody(), Known))
    return E;
  std::string Type = writtenType(H.Counter, Text);
  dropFactor(Start);
  std::string Count = Text.copy(Chunk);
  bool Plain = variable(Chunk) || isa<IntegerLiteral>(Chunk);
  Edits.push_back(put(End, "static_cast<" + Type + ">(" + threads() + ") * " +
                               (Plain ? Count : "(" + Count + ")")));
  Edits.push_back(put(H.Loop->getInc(), H.Counter->getNameAsString() + " += " + threads()));
  return llvm::Error::success();
}

/// Rewrites for (k = 0; k < c; ++k) with thread * c + k in the body.
llvm::Error Strider::writeSteps(const CountingLoop &H) {
  if (!isUniform(H.To))
    return refuse("threads do not all make equally many steps");
  VarSet Known{H.Counter};
  unsigned Counters = 0;
  std::vector<const clang::Expr *> Starts;
  std::map<const VarDecl *, unsigned> Bases;
  walk(H.Loop->getBody(), [&](const Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    Operands Sum = E ? operandsOf(E, BO_Add) : Operands();
    if (!Sum.A || E != E->IgnoreParenImpCasts())
      return true;
    if (variable(Sum.B) != H.Counter)
      std::swap(Sum.A, Sum.B);
    const clang::Expr *Chunk = variable(Sum.B) == H.Counter ? chunkOf(behind(Sum.A)) : nullptr;
    if (!Chunk || !isSame(Chunk, H.To))
      return true;
    ++Counters;
    if (const VarDecl *V = variable(Sum.A))
      ++Bases[V];
    else
      Starts.push_back(Sum.A);
    Edits.push_back(put(Sum.B, H.Counter->getNameAsString() + " * (" + threads() + ")"));
    return true;
  });
  if (!Counters)
    return refuse("no index of the form thread * steps + step is found");
  if (uses(H.Counter, Kernel->getBody()) != Counters + 2)
    return refuse("'" + H.Counter->getNameAsString() + "' is used for more than the index");
  for (auto [Base, Count] : Bases) {
    if (uses(Base, Kernel->getBody()) != Count)
      return refuse("'" + Base->getNameAsString() + "' is used elsewhere");
    Known.insert(Base);
    Starts.push_back(behind(Base->getInit()));
  }
  std::map<const VarDecl *, unsigned> Threads;
  for (const clang::Expr *Start : Starts) {
    Operands Product = operandsOf(Start, BO_Mul);
    if (const VarDecl *V = variable(isThread(Product.A) ? Product.A : Product.B))
      ++Threads[V];
    dropFactor(Start);
  }
  for (auto [Thread, Count] : Threads)
    if (uses(Thread, H.Loop->getBody()) <= Count)
      Known.insert(Thread);
  return checkBody(H.Loop->getBody(), Known);
}

llvm::Expected<std::vector<Edit>> Strider::write(const SourceLoc &Access) {
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  llvm::Expected<const ForStmt *> Loop = loopAround(Access);
  if (!Loop)
    return Loop.takeError();
  llvm::Expected<CountingLoop> H = readCounting(*Loop);
  if (!H)
    return H.takeError();
  if (std::string Why = usesWarps(C.K); !Why.empty())
    return refuse(Why);
  if (!C.K.Model.Gaps.empty())
    return refuse(C.K.Model.Gaps.front().Reason);
  const clang::Expr *Chunk = chunkOf(behind(H->From));
  clang::Expr::EvalResult From;
  if (!Chunk && !(H->From->EvaluateAsInt(From, Ctx) && From.Val.getInt() == 0))
    return refuse("the loop begins neither at 0 nor at a chunk of the thread's own");
  if (llvm::Error E = Chunk ? writeRange(*H, Chunk) : writeSteps(*H))
    return E;
  return Edits;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const cudafix::Kernel &K = C.K.Model;
  if (F.Accesses.empty() || K.Nodes[K.access(F.Accesses[0]).Node].Loop == NoId)
    return std::vector<Repair>();
  llvm::Expected<std::vector<Edit>> Edits = Strider(C).write(F.Loc);
  if (!Edits)
    return Edits.takeError();
  Repair R =
      suggest("stride-chunks",
              "let neighbouring threads take neighbouring elements, a grid apart from step to step",
              std::move(*Edits));
  assumeDistinct(C, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return F.check() == Check::UncoalescedAccess; }

const RepairKind StrideChunks = {
    "stride-chunks",
    R"(Lets threads that walk a chunk of their own walk in steps of the whole grid.

Before:                              After:
  int first = thread * chunk;          int first = thread;
  int last = min(first + chunk, n);    int last = min(int(gridDim.x * blockDim.x) * chunk, n);
  for (i = first; i < last; ++i)       for (i = first; i < last; i += gridDim.x * blockDim.x)
    out[i] = 2 * in[i];                  out[i] = 2 * in[i];

The same elements are visited, each once, by other threads. Done where every thread comes to the
loop, what it does follows from the element alone, and nothing but memory passes from one
iteration to the next; that no iteration needs memory that another one wrote is asked as a race
of the result.)",
    applies, propose};

} // namespace cudafix::transform
