// SPDX-License-Identifier: Apache-2.0

#include "frontend/SourceIndex.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cudafix;
using namespace cudafix::frontend;
using clang::dyn_cast;
using clang::isa;
using llvm::DILocation;

SourceIndex::SourceIndex(clang::CompilerInstance &CI, const clang::FunctionDecl *Kernel)
    : CI(CI), Kernel(Kernel) {
  if (Kernel)
    collectCallees(Kernel);
}

const clang::SourceManager &SourceIndex::sources() const { return CI.getSourceManager(); }
const clang::ASTContext &SourceIndex::context() const { return CI.getASTContext(); }

void SourceIndex::addFunction(const clang::FunctionDecl *F) {
  clang::PresumedLoc P = sources().getPresumedLoc(sources().getFileLoc(F->getLocation()));
  if (P.isValid())
    Functions[{P.getFilename(), P.getLine()}].push_back(F);
}

/// Every function the kernel calls, directly or not, as far as the AST names it.
void SourceIndex::collectCallees(const clang::FunctionDecl *Kernel) {
  llvm::SmallPtrSet<const clang::FunctionDecl *, 32> Seen;
  llvm::SmallVector<const clang::FunctionDecl *, 16> Work;
  auto Add = [&](const clang::FunctionDecl *F) {
    const clang::FunctionDecl *Def = nullptr;
    if (F && F->hasBody(Def) && Seen.insert(Def).second) {
      addFunction(Def);
      Work.push_back(Def);
    }
  };
  Add(Kernel);
  while (!Work.empty()) {
    llvm::SmallVector<const clang::Stmt *, 64> Stmts{Work.pop_back_val()->getBody()};
    while (!Stmts.empty()) {
      const clang::Stmt *S = Stmts.pop_back_val();
      if (!S)
        continue;
      if (auto *C = dyn_cast<clang::CallExpr>(S))
        Add(C->getDirectCallee());
      else if (auto *C = dyn_cast<clang::CXXConstructExpr>(S))
        Add(C->getConstructor());
      else if (auto *L = dyn_cast<clang::LambdaExpr>(S))
        Add(L->getCallOperator());
      Stmts.append(S->child_begin(), S->child_end());
    }
  }
}

const clang::FunctionDecl *SourceIndex::function(const llvm::DISubprogram *SP) {
  if (!SP)
    return nullptr;
  auto [It, New] = Cache.try_emplace(SP, nullptr);
  if (!New)
    return It->second;
  std::string File = SP->getFilename().str();
  auto Found = Functions.find({File, SP->getLine()});
  if (Found == Functions.end() && !SP->getDirectory().empty())
    Found = Functions.find({(SP->getDirectory() + "/" + File).str(), SP->getLine()});
  if (Found == Functions.end())
    return nullptr;
  llvm::StringRef Base = SP->getName().split('<').first;
  for (const clang::FunctionDecl *F : Found->second)
    if (llvm::StringRef(F->getNameAsString()).starts_with(Base))
      return Cache[SP] = F;
  return Cache[SP] = Found->second.front();
}

bool SourceIndex::isSystem(const DILocation *L) {
  llvm::StringRef File = L->getFilename();
  if (File.contains("__cudafix") || File.contains("__clang_cuda"))
    return true;
  const clang::FunctionDecl *F = function(L->getScope()->getSubprogram());
  return F && sources().isInSystemHeader(sources().getExpansionLoc(F->getLocation()));
}

const SourceIndex::FunctionIndex &SourceIndex::index(const clang::FunctionDecl *F) {
  auto [It, New] = Indices.try_emplace(F);
  if (!New)
    return It->second;
  auto Put = [&](clang::SourceLocation L, const clang::Stmt *S) {
    clang::PresumedLoc P = sources().getPresumedLoc(sources().getFileLoc(L));
    if (P.isValid())
      It->second.At[{P.getLine(), P.getColumn()}].push_back(S);
  };
  llvm::SmallVector<const clang::Stmt *, 64> Work{F->getBody()};
  while (!Work.empty()) {
    const clang::Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    auto *E = dyn_cast<clang::Expr>(S);
    Put(E ? E->getExprLoc() : S->getBeginLoc(), S);
    if (E && E->getExprLoc() != E->getBeginLoc())
      Put(E->getBeginLoc(), S);
    llvm::SmallVector<const clang::Stmt *, 8> Children(S->child_begin(), S->child_end());
    Work.append(Children.rbegin(), Children.rend());
  }
  return It->second;
}

/// The memory the expression denotes, for an access of this kind, or null.
static const clang::Expr *accessed(const clang::Expr *E, PlaceKind Kind) {
  using namespace clang;
  bool Write = Kind == PlaceKind::Write;
  if (auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isCompoundAssignmentOp() || (Write && B->isAssignmentOp()))
      return B->getLHS()->IgnoreParens();
    return nullptr;
  }
  if (auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      return U->getSubExpr()->IgnoreParens();
    return U->getOpcode() == UO_Deref ? E : nullptr;
  }
  if (auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    return C->isAssignmentOp() && Write ? C->getArg(0)->IgnoreParens() : E;
  if (isa<ArraySubscriptExpr>(E))
    return E;
  if (isa<MemberExpr>(E) || isa<DeclRefExpr>(E))
    return E->isGLValue() ? E : nullptr;
  return nullptr;
}

const clang::Expr *SourceIndex::find(const clang::FunctionDecl *F, const DILocation *L,
                                     PlaceKind Kind) {
  auto &At = index(F).At;
  auto It = At.find({L->getLine(), L->getColumn()});
  if (It == At.end())
    return nullptr;
  // The list is in pre-order: outer expressions first. A load is the innermost array element
  // that is read as a value; a call is the outermost call.
  const clang::Expr *Best = nullptr;
  for (const clang::Stmt *S : It->second) {
    auto *E = dyn_cast<clang::Expr>(S);
    if (!E)
      continue;
    if (Kind == PlaceKind::Call || Kind == PlaceKind::Any) {
      if (isa<clang::CallExpr>(E) || Kind == PlaceKind::Any)
        return E;
      continue;
    }
    if (const clang::Expr *A = accessed(E, Kind)) {
      bool Stronger = isa<clang::BinaryOperator>(E) || isa<clang::UnaryOperator>(E) ||
                      isa<clang::ArraySubscriptExpr>(E);
      if (!Best || (Stronger && isa<clang::DeclRefExpr>(Best)))
        Best = A;
      if (isa<clang::BinaryOperator>(E))
        return A;
    } else if (isa<clang::CallExpr>(E) && !Best) {
      Best = E;
    }
  }
  return Best;
}

SourceLoc SourceIndex::plain(const DILocation *L) const {
  SourceLoc Loc;
  Loc.File = L->getFilename().str();
  Loc.Line = L->getLine();
  Loc.Column = L->getColumn();
  return Loc;
}

SourceLoc SourceIndex::range(clang::SourceRange R) const {
  const clang::SourceManager &SM = sources();
  SourceLoc Loc;
  if (R.isInvalid())
    return Loc;
  clang::CharSourceRange C = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(R), SM, CI.getLangOpts());
  Loc.InMacro = R.getBegin().isMacroID() && !SM.isMacroArgExpansion(R.getBegin());
  clang::SourceLocation Begin = C.isValid() ? C.getBegin() : SM.getExpansionLoc(R.getBegin());
  clang::PresumedLoc P = SM.getPresumedLoc(Begin);
  if (P.isInvalid())
    return Loc;
  Loc.File = P.getFilename();
  Loc.Line = P.getLine();
  Loc.Column = P.getColumn();
  Loc.Offset = SM.getFileOffset(Begin);
  if (C.isValid())
    Loc.Length = SM.getFileOffset(C.getEnd()) - Loc.Offset;
  else
    Loc.InMacro = true;
  return Loc;
}

std::string SourceIndex::text(clang::SourceRange R) const {
  const clang::SourceManager &SM = sources();
  clang::CharSourceRange C = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(R), SM, CI.getLangOpts());
  if (C.isInvalid())
    C = SM.getExpansionRange(R);
  C = clang::Lexer::getAsCharRange(C, SM, CI.getLangOpts());
  llvm::StringRef T = clang::Lexer::getSourceText(C, SM, CI.getLangOpts());
  // One line, single blanks.
  std::string Out;
  for (char Ch : T) {
    bool Blank = Ch == '\n' || Ch == '\t' || Ch == '\r' || Ch == ' ';
    if (!Blank)
      Out += Ch;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  }
  return Out;
}

SourcePlace SourceIndex::place(const DILocation *L, PlaceKind Kind) {
  SourcePlace P;
  if (!L)
    return P;
  while (L->getInlinedAt() && isSystem(L)) {
    L = L->getInlinedAt();
    Kind = PlaceKind::Call;
  }
  P.Debug = L;
  P.Function = function(L->getScope()->getSubprogram());
  if (P.Function)
    P.AST = find(P.Function, L, Kind);
  if (P.AST) {
    P.Loc = range(P.AST->getSourceRange());
    P.Text = text(P.AST->getSourceRange());
  }
  if (!P.Loc.Line)
    P.Loc = plain(L);
  for (const DILocation *C = L->getInlinedAt(); C; C = C->getInlinedAt()) {
    const clang::FunctionDecl *F = function(C->getScope()->getSubprogram());
    const clang::Expr *Call = F ? find(F, C, PlaceKind::Call) : nullptr;
    P.CallChain.push_back(Call ? range(Call->getSourceRange()) : plain(C));
  }
  std::reverse(P.CallChain.begin(), P.CallChain.end());
  return P;
}

const clang::Stmt *SourceIndex::statement(const DILocation *L,
                                          llvm::function_ref<bool(const clang::Stmt *)> Accept) {
  const clang::FunctionDecl *F = function(L->getScope()->getSubprogram());
  if (!F)
    return nullptr;
  auto &At = index(F).At;
  auto It = At.find({L->getLine(), L->getColumn()});
  if (It == At.end())
    return nullptr;
  for (const clang::Stmt *S : It->second)
    if (Accept(S))
      return S;
  return nullptr;
}

unsigned SourceIndex::fileOffset(clang::SourceLocation L) const {
  return sources().getFileOffset(sources().getFileLoc(L));
}

std::optional<unsigned> SourceIndex::offset(const DILocation *L) {
  const clang::FunctionDecl *F = function(L->getScope()->getSubprogram());
  if (!F || !L->getLine())
    return std::nullopt;
  const clang::SourceManager &SM = sources();
  clang::FileID File = SM.getFileID(SM.getFileLoc(F->getBody()->getBeginLoc()));
  clang::SourceLocation Loc = SM.translateLineCol(File, L->getLine(), std::max(1u, L->getColumn()));
  if (Loc.isInvalid())
    return std::nullopt;
  return SM.getFileOffset(Loc);
}

/// The name of a field; of a lambda's, that of the variable that it captures.
static std::string nameOf(const clang::FieldDecl &Field) {
  const auto *Closure = llvm::dyn_cast<clang::CXXRecordDecl>(Field.getParent());
  if (!Closure || !Closure->isLambda())
    return Field.getNameAsString();
  for (const auto &[Index, Capture] : llvm::enumerate(Closure->captures()))
    if (Index == Field.getFieldIndex())
      return Capture.capturesVariable() ? Capture.getCapturedVar()->getNameAsString()
             : Capture.capturesThis()   ? "this"
                                        : "";
  return "";
}

SourceIndex::FieldPlace SourceIndex::field(clang::QualType T, int64_t Offset) const {
  const clang::ASTContext &C = context();
  FieldPlace Out;
  int64_t Start = 0; // of what is left to look at
  while (Offset >= 0) {
    if (auto *A = C.getAsConstantArrayType(T)) {
      T = A->getElementType();
      int64_t Size = C.getTypeSizeInChars(T).getQuantity();
      if (!Size)
        break;
      Out.Path += "[" + std::to_string(Offset / Size) + "]";
      Out.Element = {Start, uint64_t(Offset / Size), A->getZExtSize()};
      Start += Offset - Offset % Size;
      Offset %= Size;
      continue;
    }
    const clang::RecordDecl *R = T->getAsRecordDecl();
    if (!R || !R->isCompleteDefinition() || R->isInvalidDecl() || R->isUnion())
      break;
    const clang::ASTRecordLayout &Layout = C.getASTRecordLayout(R);
    int64_t At = -1;
    clang::QualType Of;
    std::string Name;
    if (auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R))
      for (const clang::CXXBaseSpecifier &B : Class->bases()) {
        const clang::CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
        if (!Base || B.isVirtual() || Base->isEmpty())
          continue;
        int64_t Here = Layout.getBaseClassOffset(Base).getQuantity();
        if (Here <= Offset && Here > At)
          At = Here, Of = B.getType();
      }
    for (const clang::FieldDecl *F : R->fields()) {
      int64_t Here = C.toCharUnitsFromBits(Layout.getFieldOffset(F->getFieldIndex())).getQuantity();
      if (Here <= Offset && Here >= At)
        At = Here, Of = F->getType(), Name = nameOf(*F);
    }
    if (At < 0)
      break;
    if (!Name.empty())
      Out.Path += "." + Name;
    Out.Element.reset();
    Start += At;
    Offset -= At;
    T = Of;
  }
  return Out;
}
