// SPDX-License-Identifier: Apache-2.0
//
// writeAtomic: from the accesses of the model to the text of the update.
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "transform/text/IncludeLine.h"
#include "transform/text/SourceLookup.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;

namespace cudafix::transform {

/// The update whose cell is written at the place: the innermost one around it.
static std::optional<MemoryUpdate> updateAt(const clang::SourceManager &SM, const clang::Stmt *S,
                                            const SourceLoc &Loc) {
  std::vector<MemoryUpdate> Updates = findUpdates(S);
  if (Updates.size() == 1)
    return Updates.front();
  std::optional<MemoryUpdate> Best;
  for (const MemoryUpdate &U : Updates) {
    clang::SourceLocation Begin = SM.getExpansionLoc(U.Whole->getBeginLoc());
    clang::SourceLocation End = SM.getExpansionRange(U.Whole->getEndLoc()).getEnd();
    auto At = [&](clang::SourceLocation L) {
      return std::pair(SM.getExpansionLineNumber(L), SM.getExpansionColumnNumber(L));
    };
    std::pair Place(Loc.Line, Loc.Column);
    if (At(Begin) <= Place && Place <= At(End))
      Best = U;
  }
  return Best;
}

/// `old = x; x = old op e;` in one list, with nothing that others could see in between.
struct Fetch {
  MemoryUpdate Update;
  const clang::Expr *Load = nullptr;
  const clang::Stmt *Statement = nullptr; ///< the one that loads
  bool Used = false;                      ///< what was loaded is read after the update, too
};

static std::optional<Fetch> fetchOf(const SourceText &Source, const FoundStatement &Load,
                                    const FoundStatement &Store, const MemoryUpdate &U) {
  const auto *Decls = dyn_cast_or_null<clang::DeclStmt>(Load.S);
  const auto *V =
      Decls && Decls->isSingleDecl() ? dyn_cast<clang::VarDecl>(Decls->getSingleDecl()) : nullptr;
  const auto *B = dyn_cast<clang::BinaryOperator>(U.Whole);
  if (!V || !V->getInit() || !B || B->getOpcode() != clang::BO_Assign ||
      Load.Function != Store.Function || core(Store.S) != U.Whole || Source.inMacro(Load.S) ||
      !sameExpr(V->getInit(), U.Target, Source.context()) || !isPure(U.Target) ||
      changedVars(Load.Function->getBody()).contains(V) ||
      V->getType().getCanonicalType().getUnqualifiedType() !=
          U.Target->getType().getCanonicalType().getUnqualifiedType())
    return std::nullopt;
  bool Adjacent = false;
  walk(Load.Function->getBody(), [&](const clang::Stmt *S) {
    if (const auto *List = dyn_cast<clang::CompoundStmt>(S))
      for (const auto *It = List->body_begin(); It != List->body_end(); ++It)
        Adjacent |= *It == Load.S && It + 1 != List->body_end() && It[1] == Store.S;
    return true;
  });
  if (!Adjacent)
    return std::nullopt;
  Fetch F{U, V->getInit(), Load.S};
  F.Update.Old = V;
  walk(Load.Function->getBody(), [&](const clang::Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    F.Used |= E && variable(E) == V;
    return S != Store.S;
  });
  return F;
}

void finish(const SourceText &Source, const AtomicText &Text, SourceForm &Form) {
  if (!Text.Header.empty())
    if (std::optional<Edit> E = includeOf(Source, Text.Header, Text.Begin))
      Form.Edits.push_back(std::move(*E));
  if (Text.Rounds)
    Form.Notes.emplace_back("the order of floating-point operations, and so their rounding, "
                            "differs from run to run");
  llvm::sort(Form.Edits);
}

Expected<SourceForm> writeAtomic(frontend::Program &P, frontend::KernelUnit &K, AccessId Read,
                                 AccessId Write) {
  const Access &A = K.Model.access(Write);
  if (A.Loc.InMacro)
    return createStringError("line " + Twine(A.Loc.Line) + ": the update is written in a macro");
  FoundStatement Found = SourceLookup(P, K).statementAt(A.Loc);
  if (!Found.S)
    return createStringError("line " + Twine(A.Loc.Line) +
                             ": the update was not found in the source");
  const clang::SourceManager &SM = P.device().getSourceManager();
  std::optional<MemoryUpdate> Update = updateAt(SM, Found.S, A.Loc);
  if (!Update)
    return createStringError("line " + Twine(A.Loc.Line) +
                             ": not an update that one atomic operation makes");
  clang::FileID File = SM.getFileID(SM.getExpansionLoc(Found.S->getBeginLoc()));
  SourceText Source(P.device().getASTContext(), File);
  const SourceLoc &Old = K.Model.access(Read).Loc;
  SourceForm Form;
  Form.RepairId = "make-atomic";
  if (Old.File == A.Loc.File && !Old.InMacro && Old.Length &&
      (Old.Offset < Source.begin(Found.S) || Old.Offset >= Source.tokenEnd(Found.S->getEndLoc()))) {
    std::optional<Fetch> Both =
        fetchOf(Source, SourceLookup(P, K).statementAt(Old), Found, *Update);
    Expected<AtomicText> Text =
        Both ? atomicText(Source, Found.Function, Found.S, Both->Update, smallestArch(P))
             : createStringError("");
    if (Text) {
      unsigned Begin = Source.begin(Both->Load);
      unsigned End = Source.tokenEnd(Both->Load->getEndLoc());
      if (Both->Used)
        Form.Edits = {{Source.path(), Begin, End - Begin, Text->Text}, removal(Source, Found.S)};
      else
        Form.Edits = {removal(Source, Both->Statement),
                      {Source.path(), Text->Begin, Text->End - Text->Begin, Text->Text}};
      finish(Source, *Text, Form);
      return Form;
    }
    consumeError(Text.takeError());
    return createStringError("line " + Twine(A.Loc.Line) + ": the old value is loaded in line " +
                             Twine(Old.Line) +
                             "; load, computation and store have to become one atomic operation");
  }
  Expected<AtomicText> Text = atomicText(Source, Found.Function, Found.S, *Update, smallestArch(P));
  if (!Text)
    return createStringError("line " + Twine(A.Loc.Line) + ": " + toString(Text.takeError()));
  Form.Edits.push_back({Source.path(), Text->Begin, Text->End - Text->Begin, Text->Text});
  finish(Source, *Text, Form);
  return Form;
}

} // namespace cudafix::transform
