// SPDX-License-Identifier: Apache-2.0
//
// writeAtomic: from the accesses of the model to the text of the update.
#include "transform/barriers/SourceWriter.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/AtomicText.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "transform/text/EarlierReads.h"
#include "transform/text/IncludeLine.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceLookup.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;

namespace cudafix::transform {

/// The update that writes its cell at the place: the innermost one around it.
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

void finish(const SourceText &Source, const AtomicText &Text, SourceForm &Form) {
  if (!Text.Header.empty())
    if (std::optional<Edit> E = includeOf(Source, Text.Header, Text.Begin))
      Form.Edits.push_back(std::move(*E));
  if (Text.Rounds)
    Form.Notes.emplace_back("the order of floating-point operations, and so their rounding, "
                            "differs from run to run");
  llvm::sort(Form.Edits);
}

/// Writes one atomic operation at the first of the reads; the others use its result.
static Expected<SourceForm> withEarlierReads(frontend::Program &P, const SourceText &Source,
                                             const FoundStatement &Found,
                                             const EarlierReads &Before) {
  const clang::SourceManager &SM = P.device().getSourceManager();
  unsigned Line = SM.getExpansionLineNumber(Found.S->getBeginLoc());
  Expected<AtomicText> Text =
      atomicText(Source, Found.Function, Found.S, Before.Update, smallestArch(P));
  if (!Text && Before.Update.Old) {
    consumeError(Text.takeError());
    return createStringError("line " + Twine(Line) + ": the old value is loaded in line " +
                             Twine(SM.getExpansionLineNumber(Before.First->getBeginLoc())) +
                             "; load, computation and store have to become one atomic operation");
  }
  if (!Text)
    return createStringError("line " + Twine(Line) + ": " + toString(Text.takeError()));
  if (!Text->HasValue)
    return createStringError("line " + Twine(Line) +
                             ": no atomic function gives the old value, which is used before");
  SourceForm Form;
  Form.RepairId = "make-atomic";
  auto Replace = [&](const clang::Expr *Read, std::string With) {
    unsigned Begin = Source.begin(Read), End = Source.tokenEnd(Read->getEndLoc());
    Form.Edits.push_back({Source.path(), Begin, End - Begin, std::move(With)});
  };
  if (Before.Update.Old && !Before.OldIsUsed) {
    Form.Edits = {removal(Source, Before.First),
                  {Source.path(), Text->Begin, Text->End - Text->Begin, Text->Text}};
  } else if (Before.Once) {
    Replace(Before.Reads.front(), Text->Text);
    Form.Edits.push_back(removal(Source, Found.S));
  } else {
    std::string Name = NameChooser(Found.Function).choose({"slot", "place", "old"});
    unsigned At = Source.begin(Before.First);
    Form.Edits.push_back({Source.path(), At, 0,
                          "const " + writtenElement(Before.Update.Target, Source) + " " + Name +
                              " = " + Text->Text + ";\n" + Source.indent(At).str()});
    for (const clang::Expr *Read : Before.Reads)
      Replace(Read, Name);
    Form.Edits.push_back(removal(Source, Found.S));
  }
  if (operationOf(Before.Update, Source.context()).What == AtomicOp::Exch)
    Form.Notes.emplace_back("right if each thread is to take what the one before it stored");
  finish(Source, *Text, Form);
  return Form;
}

/// A statement with an update, found by its write.
struct FoundUpdate {
  FoundStatement At;
  MemoryUpdate Update;
};

static Expected<FoundUpdate> findUpdate(frontend::Program &P, frontend::KernelUnit &K,
                                        AccessId Write) {
  const Access &A = K.Model.access(Write);
  if (A.Loc.InMacro)
    return createStringError("line " + Twine(A.Loc.Line) + ": the update is written in a macro");
  FoundStatement Found = SourceLookup(P, K).statementAt(A.Loc);
  if (!Found.S)
    return createStringError("line " + Twine(A.Loc.Line) +
                             ": the update was not found in the source");
  std::optional<MemoryUpdate> Update = updateAt(P.device().getSourceManager(), Found.S, A.Loc);
  if (!Update)
    return createStringError("line " + Twine(A.Loc.Line) +
                             ": not an update that one atomic operation makes");
  return FoundUpdate{Found, *Update};
}

static SourceText textAround(frontend::Program &P, const clang::Stmt *S) {
  const clang::SourceManager &SM = P.device().getSourceManager();
  return SourceText(P.device().getASTContext(), SM.getFileID(SM.getExpansionLoc(S->getBeginLoc())));
}

std::vector<AccessId> readsBefore(frontend::Program &P, frontend::KernelUnit &K, AccessId Write) {
  std::vector<AccessId> Ids;
  Expected<FoundUpdate> Found = findUpdate(P, K, Write);
  if (!Found) {
    consumeError(Found.takeError());
    return Ids;
  }
  SourceText Source = textAround(P, Found->At.S);
  const SourceLoc &At = K.Model.access(Write).Loc;
  for (const clang::Expr *Read :
       earlierReads(Source, Found->At.Function, Found->At.S, Found->Update).Reads)
    for (const Access &A : K.Model.Accesses)
      if (A.Kind == AccessKind::Read && !A.Loc.InMacro && A.Loc.File == At.File &&
          A.Loc.Offset == Source.begin(Read) &&
          A.Loc.Offset + A.Loc.Length == Source.tokenEnd(Read->getEndLoc()))
        Ids.push_back(A.Id);
  return Ids;
}

std::optional<AtomicOp> operationOf(frontend::Program &P, frontend::KernelUnit &K, AccessId Write) {
  Expected<FoundUpdate> Found = findUpdate(P, K, Write);
  if (Found)
    return operationOf(Found->Update, P.device().getASTContext()).What;
  consumeError(Found.takeError());
  return std::nullopt;
}

Expected<SourceForm> writeAtomic(frontend::Program &P, frontend::KernelUnit &K, AccessId Read,
                                 AccessId Write) {
  const Access &A = K.Model.access(Write);
  Expected<FoundUpdate> At = findUpdate(P, K, Write);
  if (!At)
    return At.takeError();
  const FoundStatement &Found = At->At;
  SourceText Source = textAround(P, Found.S);
  EarlierReads Before = earlierReads(Source, Found.Function, Found.S, At->Update);
  if (!Before.Reads.empty())
    return withEarlierReads(P, Source, Found, Before);
  const SourceLoc &Old = K.Model.access(Read).Loc;
  bool Elsewhere =
      Old.Offset < Source.begin(Found.S) || Old.Offset >= Source.tokenEnd(Found.S->getEndLoc());
  if (Old.File == A.Loc.File && !Old.InMacro && Old.Length && Elsewhere)
    return createStringError("line " + Twine(A.Loc.Line) + ": the old value is loaded in line " +
                             Twine(Old.Line) +
                             "; load, computation and store have to become one atomic operation");
  Expected<AtomicText> Text =
      atomicText(Source, Found.Function, Found.S, At->Update, smallestArch(P));
  if (!Text)
    return createStringError("line " + Twine(A.Loc.Line) + ": " + toString(Text.takeError()));
  SourceForm Form;
  Form.RepairId = "make-atomic";
  Form.Edits.push_back({Source.path(), Text->Begin, Text->End - Text->Begin, Text->Text});
  finish(Source, *Text, Form);
  return Form;
}

} // namespace cudafix::transform
