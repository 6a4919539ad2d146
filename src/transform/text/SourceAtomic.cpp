// SPDX-License-Identifier: Apache-2.0
//
// writeAtomic: from the accesses of the model to the text of the update.
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AtomicText.h"
#include "transform/text/SourceLookup.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;

namespace cudafix::transform {

/// The smallest architecture the unit is compiled for; 80 where none is named.
static unsigned smallestArch(const frontend::Program &P) {
  unsigned Smallest = 0;
  for (StringRef Name : P.archs()) {
    unsigned Number = 0;
    if (Name.consume_front("sm_") && !Name.consumeInteger(10, Number) &&
        (!Smallest || Number < Smallest))
      Smallest = Number;
  }
  return Smallest ? Smallest : 80;
}

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
  if (Old.File == A.Loc.File && !Old.InMacro && Old.Length &&
      (Old.Offset < Source.begin(Found.S) || Old.Offset >= Source.tokenEnd(Found.S->getEndLoc())))
    return createStringError("line " + Twine(A.Loc.Line) + ": the old value is loaded in line " +
                             Twine(Old.Line) +
                             "; load, computation and store have to become one atomic operation");
  Expected<AtomicText> Text = atomicText(Source, Found.Function, Found.S, *Update, smallestArch(P));
  if (!Text)
    return createStringError("line " + Twine(A.Loc.Line) + ": " + toString(Text.takeError()));
  SourceForm Form;
  Form.RepairId = "make-atomic";
  Form.Edits.push_back({Source.path(), Text->Begin, Text->End - Text->Begin, Text->Text});
  return Form;
}

} // namespace cudafix::transform
