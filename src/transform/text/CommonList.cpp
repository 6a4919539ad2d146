// SPDX-License-Identifier: Apache-2.0
#include "transform/text/CommonList.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace cudafix::transform {

SourceText bodyText(const Context &C) {
  const SourceManager &SM = C.P.device().getSourceManager();
  return {C.P.device().getASTContext(), SM.getFileID(SM.getExpansionLoc(C.K.Decl->getLocation()))};
}

const SourceLoc &inKernel(const SourceLoc &Loc, const std::vector<SourceLoc> &CallChain) {
  return CallChain.empty() ? Loc : CallChain.front();
}

SourceLoc withOffset(const SourceText &Text, SourceLoc At) {
  if (At.Offset || At.File != Text.path())
    return At;
  llvm::StringRef Rest = Text.text();
  for (unsigned Line = 1; Line < At.Line; ++Line)
    Rest = Rest.split('\n').second;
  At.Offset = Text.text().size() - Rest.size() + At.Column - 1;
  return At;
}

/// The statement of the list that holds the place; null: there is none, or it is in a macro.
static const Stmt *holding(const SourceText &Text, const CompoundStmt *List, const SourceLoc &At) {
  for (const Stmt *S : List->body())
    if (!Text.inMacro(S) && Text.begin(S) <= At.Offset && At.Offset < Text.end(S))
      return S;
  return nullptr;
}

const Stmt *outermost(const Context &C, const SourceText &Text, const SourceLoc &At) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(C.K.Decl->getBody());
  return Body ? holding(Text, Body, At) : nullptr;
}

/// The innermost list in the statement that holds the place.
static const CompoundStmt *listIn(const SourceText &Text, const Stmt *In, const SourceLoc &At) {
  const CompoundStmt *Found = nullptr;
  walk(In, [&](const Stmt *S) {
    const auto *List = dyn_cast<CompoundStmt>(S);
    if (!List || Found)
      return !Found;
    if (holding(Text, List, At))
      Found = List;
    return false;
  });
  return Found;
}

CommonList commonList(const Context &C, const SourceText &Text, const SourceLoc &A,
                      const SourceLoc &B) {
  CommonList Found;
  const auto *List = dyn_cast_or_null<CompoundStmt>(C.K.Decl->getBody());
  while (List) {
    const Stmt *First = holding(Text, List, A), *Second = holding(Text, List, B);
    if (!First || !Second)
      break;
    Found = {First, Second, List};
    if (First != Second)
      break;
    const CompoundStmt *Inner = listIn(Text, First, A);
    List = Inner && holding(Text, Inner, B) ? Inner : nullptr;
  }
  return Found;
}

Edit lineAfter(const SourceText &Text, const Stmt *S, llvm::StringRef Line) {
  const unsigned End = Text.afterTrailingComment(Text.end(S));
  return {Text.path(), End, 0, "\n" + Text.indent(Text.begin(S)).str() + Line.str()};
}

Edit removal(const SourceText &Text, const Stmt *S) {
  unsigned Begin = Text.begin(S), End = Text.end(S);
  if (Text.firstOnLine(Begin) && Text.slice(End, Text.lineEnd(End)).trim().empty()) {
    Begin = Text.lineBegin(Begin);
    End = Text.nextLine(End);
  } else if (Text.slice(0, Begin).ends_with(" ")) {
    --Begin;
  }
  return {Text.path(), Begin, End - Begin, ""};
}

} // namespace cudafix::transform
