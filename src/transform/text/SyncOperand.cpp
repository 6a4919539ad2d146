// SPDX-License-Identifier: Apache-2.0
#include "transform/text/SyncOperand.h"
#include "frontend/ptx/Ptx.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

namespace {

/// The position of the operand among those of the PTX instruction; npos: it has none.
size_t operandOf(SyncOperand What, const frontend::PtxStatement &S) {
  StringRef Op = S.Opcode;
  constexpr size_t None = StringRef::npos;
  const bool Named = Op.starts_with("bar.") || Op.starts_with("barrier.");
  auto IsAddress = [](StringRef Operand) { return Operand.starts_with("["); };
  const size_t Address = llvm::find_if(S.Operands, IsAddress) - S.Operands.begin();
  switch (What) {
  case SyncOperand::Arrivals:
    return Op.starts_with("mbarrier.init") ? Address + 1 : None;
  case SyncOperand::Bytes:
    return Op.starts_with("mbarrier.") && Op.contains("expect_tx") ? Address + 1 : None;
  case SyncOperand::Parity:
    return Op.starts_with("mbarrier.") && Op.contains("_wait.parity") ? Address + 1 : None;
  case SyncOperand::Size:
    return Op.starts_with("cp.async.bulk.shared") ? 2 : None;
  case SyncOperand::Mask:
    return Op.starts_with("shfl.sync.")      ? 4
           : Op.starts_with("bar.warp.sync") ? 0
           : Op.starts_with("vote.sync.") || Op.starts_with("redux.sync.") ||
                   (Op.starts_with("match.") && Op.contains(".sync"))
               ? 2
               : None;
  case SyncOperand::Number:
    return Named && !Op.contains("cluster") && !Op.contains("warp") ? 0 : None;
  case SyncOperand::Threads:
    return Named && !Op.contains("cluster") && !Op.contains("warp") && !Op.contains(".red") ? 1
                                                                                            : None;
  }
  llvm_unreachable("no such operand");
}

/// The expression for an operand of inline PTX, "%1" or "%[count]".
const clang::Expr *expressionOf(StringRef Operand, const GCCAsmStmt &Asm) {
  Operand = Operand.ltrim("[").rtrim("]").trim();
  if (!Operand.consume_front("%"))
    return nullptr;
  unsigned I = 0;
  if (Operand.consume_front("[")) {
    for (; I < Asm.getNumInputs(); ++I)
      if (Asm.getInputName(I) == Operand)
        return Asm.getInputExpr(I);
    return nullptr;
  }
  if (Operand.getAsInteger(10, I) || I < Asm.getNumOutputs() ||
      I - Asm.getNumOutputs() >= Asm.getNumInputs())
    return nullptr;
  return Asm.getInputExpr(I - Asm.getNumOutputs());
}

const clang::Expr *operandOf(SyncOperand What, const GCCAsmStmt &Asm) {
  std::string Text = Asm.getAsmString();
  for (size_t At; (At = Text.find("%=")) != std::string::npos;)
    Text.erase(At, 2);
  auto Statements = frontend::parsePtx(Text);
  if (!Statements)
    return nullptr;
  for (const frontend::PtxStatement &S : *Statements)
    if (size_t I = operandOf(What, S); I < S.Operands.size())
      return expressionOf(S.Operands[I], Asm);
  return nullptr;
}

/// The same for CUDA functions that correspond to such an instruction.
const clang::Expr *operandOf(SyncOperand What, const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier())
    return nullptr;
  StringRef Name = F->getName();
  constexpr int None = -1;
  int I = None;
  switch (What) {
  case SyncOperand::Arrivals:
    I = llvm::StringSwitch<int>(Name)
            .Cases({"init", "__mbarrier_init", "mbarrier_init"}, 1)
            .Default(None);
    break;
  case SyncOperand::Bytes:
    I = llvm::StringSwitch<int>(Name)
            .Case("barrier_arrive_tx", 2)
            .Case("barrier_expect_tx", 1)
            .Default(None);
    break;
  case SyncOperand::Parity:
    I = llvm::StringSwitch<int>(Name)
            .Cases({"wait_parity", "try_wait_parity"}, 0)
            .Cases({"__mbarrier_test_wait_parity", "__mbarrier_try_wait_parity"}, 1)
            .Default(None);
    break;
  case SyncOperand::Size:
    I = llvm::StringSwitch<int>(Name)
            .Case("cp_async_bulk", 4)
            .Case("memcpy_async_tx", 2)
            .Default(None);
    break;
  case SyncOperand::Mask:
    if (Name == "__syncwarp" || (Name.starts_with("__") && Name.ends_with("_sync")))
      I = 0;
    break;
  case SyncOperand::Number:
  case SyncOperand::Threads:
    if (Name == "__barrier_sync_count" || (Name == "__barrier_sync" && What == SyncOperand::Number))
      I = What == SyncOperand::Threads;
    break;
  }
  return I != None && unsigned(I) < Call.getNumArgs() ? Call.getArg(I) : nullptr;
}

class Tracer {
public:
  explicit Tracer(const Context &C) : Lookup(C.P, C.K) {}

  struct Found {
    const clang::Expr *E = nullptr;
    const FunctionDecl *In = nullptr;
  };

  /// The operand at the instruction.
  Found innermost(SyncOperand What, const SourceLoc &Loc) const {
    Found Of;
    each(Loc, [&](const Stmt *S, const FunctionDecl *F) {
      const clang::Expr *E = nullptr;
      if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
        E = operandOf(What, *Asm);
      else if (const auto *Call = dyn_cast<CallExpr>(S))
        E = operandOf(What, *Call);
      if (E && !Of.E)
        Of = {E, F};
    });
    return Of;
  }

  /// The expression in the caller from which this one gets its value; none: the function computes
  /// it.
  Found outward(const Found &Of, const SourceLoc &Call) const {
    const clang::Expr *E = Of.E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *P = dyn_cast<ParmVarDecl>(Ref->getDecl()))
        return argument(P->getFunctionScopeIndex(), Of.In, Call);
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (Field && isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts()))
      return member(*Field, Of.E, Of.In, Call);
    return {};
  }

private:
  void each(const SourceLoc &Loc,
            llvm::function_ref<void(const Stmt *, const FunctionDecl *)> Visit) const {
    for (const FunctionDecl *F : Lookup.functions())
      walk(F->getBody(), [&](const Stmt *S) {
        if ((isa<GCCAsmStmt, CallExpr>(S)) && Lookup.contains(S, Loc))
          Visit(S, F);
        return true;
      });
  }

  const CallExpr *callOf(const FunctionDecl *F, const SourceLoc &At,
                         const FunctionDecl *&In) const {
    const CallExpr *Found = nullptr;
    each(At, [&](const Stmt *S, const FunctionDecl *Caller) {
      const auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (Callee && !Found && Callee->getCanonicalDecl() == F->getCanonicalDecl()) {
        Found = Call;
        In = Caller;
      }
    });
    return Found;
  }

  Found argument(unsigned I, const FunctionDecl *F, const SourceLoc &At) const {
    const FunctionDecl *In = nullptr;
    const CallExpr *Call = callOf(F, At, In);
    if (!Call)
      return {};
    I += isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F);
    if (I >= Call->getNumArgs() || isa<CXXDefaultArgExpr>(Call->getArg(I)))
      return {};
    return {Call->getArg(I), In};
  }

  /// The value that a constructor or an initialiser list gives the field of the object on which the
  /// method is called.
  Found member(const FieldDecl &Field, const clang::Expr *E, const FunctionDecl *F,
               const SourceLoc &At) const {
    const FunctionDecl *In = nullptr;
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(callOf(F, At, In));
    if (!Call)
      return {};
    const clang::Expr *Object = Call->getImplicitObjectArgument()->IgnoreParenCasts();
    if (isa<CXXThisExpr>(Object))
      return {E, In};
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Object))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); Var && Var->getInit())
        Object = Var->getInit();
    for (const clang::Expr *Inner = nullptr; Inner != Object;) {
      Inner = Object;
      Object = Object->IgnoreParenCasts()->IgnoreImplicit();
      if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Object))
        Object = Cleanups->getSubExpr();
    }
    if (const auto *List = dyn_cast<InitListExpr>(Object))
      return Field.getFieldIndex() < List->getNumInits()
                 ? Found{List->getInit(Field.getFieldIndex()), In}
                 : Found{};
    const auto *Made = dyn_cast<CXXConstructExpr>(Object);
    const CXXConstructorDecl *Of = Made ? Made->getConstructor() : nullptr;
    const FunctionDecl *Def = nullptr;
    if (!Of || !Of->hasBody(Def))
      return {};
    for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Def)->inits()) {
      if (Init->getMember() != &Field)
        continue;
      const auto *Ref = dyn_cast<DeclRefExpr>(Init->getInit()->IgnoreParenCasts());
      const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
      const unsigned I = P ? P->getFunctionScopeIndex() : Made->getNumArgs();
      if (I < Made->getNumArgs() && !isa<CXXDefaultArgExpr>(Made->getArg(I)))
        return {Made->getArg(I), In};
    }
    return {};
  }

  SourceLookup Lookup;
};

/// Returns true if no other kernel of the unit runs the function's code.
bool isOnlyIn(const Context &C, const FunctionDecl *F) {
  return llvm::all_of(C.P.kernels(), [&](const frontend::KernelUnit &K) {
    return &K == &C.K ||
           llvm::none_of(SourceLookup(C.P, K).functions(), [&](const FunctionDecl *Other) {
             return Other->getLocation() == F->getLocation();
           });
  });
}

} // namespace

std::optional<OperandText> textOf(const Context &C, const clang::Expr *E, const FunctionDecl *In) {
  const ASTContext &Ctx = C.P.device().getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  if (isa<SubstNonTypeTemplateParmExpr>(E->IgnoreParenImpCasts()) || !isOnlyIn(C, In))
    return std::nullopt;
  for (const clang::Expr *Part : {E, E->IgnoreParenCasts()}) {
    CharSourceRange At = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(Part->getSourceRange()), SM, Ctx.getLangOpts());
    auto File = At.isValid() ? SM.getFileEntryRefForID(SM.getFileID(At.getBegin())) : std::nullopt;
    if (!File || SM.isInSystemHeader(At.getBegin()))
      continue;
    OperandText Text;
    Text.E = Part;
    Text.In = In;
    Text.File = File->getName().str();
    Text.Begin = SM.getFileOffset(At.getBegin());
    Text.End = SM.getFileOffset(At.getEnd());
    Text.Text = Lexer::getSourceText(At, SM, Ctx.getLangOpts());
    clang::Expr::EvalResult Value;
    if (Part->EvaluateAsInt(Value, Ctx))
      Text.Value = Value.Val.getInt().getExtValue();
    return Text;
  }
  return std::nullopt;
}

std::optional<OperandText> findOperand(const Context &C, SyncOperand What, const SourceLoc &Loc,
                                       llvm::ArrayRef<SourceLoc> CallChain) {
  const Tracer T(C);
  Tracer::Found At = T.innermost(What, Loc);
  for (const SourceLoc &Call : llvm::reverse(CallChain)) {
    if (!At.E)
      break;
    const Tracer::Found Outer = T.outward(At, Call);
    if (!Outer.E)
      break;
    At = Outer;
  }
  return At.E ? textOf(C, At.E, At.In) : std::nullopt;
}

} // namespace cudafix::transform
