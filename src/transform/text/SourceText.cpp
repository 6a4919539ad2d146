// SPDX-License-Identifier: Apache-2.0
#include "transform/text/SourceText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {

void walk(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Visit) {
  if (!S || !Visit(S))
    return;
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S))
    return walk(P->getSyntacticForm(), Visit);
  if (const auto *O = dyn_cast<OpaqueValueExpr>(S))
    return walk(O->getSourceExpr(), Visit);
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(S))
    return walk(P->getBaseExpr(), Visit);
  for (const Stmt *Child : S->children())
    walk(Child, Visit);
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    walk(L->getBody(), Visit);
}

const Stmt *core(const Stmt *S) {
  while (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
    S = A->getSubStmt();
  return S;
}

SourceText::SourceText(const ASTContext &Ctx, FileID File)
    : Ctx(Ctx), SM(Ctx.getSourceManager()), File(File), Text(SM.getBufferData(File)) {
  if (auto Entry = SM.getFileEntryRefForID(File))
    Path = Entry->getName().str();
}

unsigned SourceText::offset(SourceLocation Loc) const {
  return SM.getFileOffset(SM.getExpansionLoc(Loc));
}

unsigned SourceText::tokenEnd(SourceLocation Last) const {
  SourceLocation Loc = SM.getExpansionRange(Last).getEnd();
  return SM.getFileOffset(Loc) + Lexer::MeasureTokenLength(Loc, SM, Ctx.getLangOpts());
}

static const Stmt *lastSubStatement(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getElse() ? If->getElse() : If->getThen();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getBody();
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return Case->getSubStmt();
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return Label->getSubStmt();
  return nullptr;
}

unsigned SourceText::end(const Stmt *S) const {
  S = core(S);
  if (const Stmt *Last = lastSubStatement(S))
    return end(Last);
  unsigned End = tokenEnd(S->getEndLoc());
  if (isa<CompoundStmt, DeclStmt, NullStmt>(S))
    return End;
  auto Next =
      Lexer::findNextToken(SM.getExpansionRange(S->getEndLoc()).getEnd(), SM, Ctx.getLangOpts());
  if (Next && Next->is(tok::semi))
    return offset(Next->getLocation()) + 1;
  return End;
}

bool SourceText::inMacro(const Stmt *S) const {
  S = core(S);
  SourceLocation Begin = S->getBeginLoc(), End = S->getEndLoc();
  return Begin.isMacroID() || SM.getFileID(Begin) != File ||
         SM.getFileID(SM.getExpansionLoc(End)) != File || (isa<CompoundStmt>(S) && End.isMacroID());
}

unsigned SourceText::lineBegin(unsigned Offset) const {
  size_t At = Text.take_front(Offset).rfind('\n');
  return At == StringRef::npos ? 0 : At + 1;
}

unsigned SourceText::lineEnd(unsigned Offset) const {
  size_t At = Text.find('\n', Offset);
  if (At == StringRef::npos)
    return Text.size();
  return At > Offset && Text[At - 1] == '\r' ? At - 1 : At;
}

unsigned SourceText::nextLine(unsigned Offset) const {
  size_t At = Text.find('\n', Offset);
  return At == StringRef::npos ? Text.size() : At + 1;
}

StringRef SourceText::indent(unsigned Offset) const {
  StringRef Line = Text.drop_front(lineBegin(Offset));
  return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
}

bool SourceText::firstOnLine(unsigned Offset) const {
  return lineBegin(Offset) + indent(Offset).size() == Offset;
}

unsigned SourceText::afterTrailingComment(unsigned Offset) const {
  StringRef Rest = slice(Offset, lineEnd(Offset));
  StringRef Comment = Rest.trim();
  bool Line = Comment.starts_with("//");
  bool Block = Comment.starts_with("/*") && Comment.find("*/") == Comment.size() - 2;
  return Line || Block ? Offset + Rest.rtrim().size() : Offset;
}

unsigned SourceText::bodyBegin(const Stmt *Body) const {
  if (const auto *C = dyn_cast<CompoundStmt>(Body))
    return afterTrailingComment(offset(C->getLBracLoc()) + 1);
  return begin(Body);
}

unsigned SourceText::bodyEnd(const Stmt *Body) const {
  if (const auto *C = dyn_cast<CompoundStmt>(Body))
    return offset(C->getRBracLoc());
  return afterTrailingComment(end(Body));
}

std::vector<Item> SourceText::items(const Stmt *Body) const {
  std::vector<Item> Items;
  unsigned At = bodyBegin(Body);
  auto Add = [&](const Stmt *S) {
    unsigned Begin = begin(S), End = end(S);
    if (!Items.empty() && Begin < Items.back().End) { // two statements of one macro call
      Items.back().Stmts.push_back(S);
      Items.back().End = std::max(End, Items.back().End);
    } else {
      Items.push_back({{S}, std::min(At, Begin), Begin, End, End});
    }
    Items.back().TrailEnd = At = afterTrailingComment(Items.back().End);
  };
  if (const auto *C = dyn_cast<CompoundStmt>(Body))
    for (const Stmt *S : C->body())
      Add(S);
  else
    Add(Body);
  return Items;
}

static const CompoundStmt *firstNestedBody(const FunctionDecl *F) {
  const CompoundStmt *Found = nullptr;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *C = dyn_cast<CompoundStmt>(S); C && S != F->getBody() && !Found)
      Found = C;
    return !Found;
  });
  return Found;
}

StringRef indentationStep(StringRef Text) {
  auto Leading = [](StringRef Line) {
    return Line.take_while([](char C) { return C == ' ' || C == '\t'; });
  };
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    StringRef Next = Rest.split('\n').first, Indent = Leading(Next);
    if (Line.rtrim().ends_with("{") && !Next.trim().empty() && Indent.size() > Leading(Line).size())
      return Indent.drop_front(Leading(Line).size());
    Text = Rest;
  }
  return "  ";
}

Layout SourceText::layout(const FunctionDecl *F) const {
  Layout L;
  L.Unit = indentationStep(Text).str();
  const auto *Body = cast<CompoundStmt>(F->getBody());
  const CompoundStmt *Nested = firstNestedBody(F);
  StringRef Outer = indent(offset(Body->getRBracLoc()));
  for (const Stmt *S : Body->body()) {
    StringRef Inner = indent(begin(S));
    if (firstOnLine(begin(S)) && Inner.size() > Outer.size() && Inner.starts_with(Outer)) {
      L.Unit = Inner.drop_front(Outer.size()).str();
      break;
    }
  }
  L.BraceOnOwnLine = firstOnLine(offset((Nested ? Nested : Body)->getLBracLoc()));
  StringRef Inside = slice(offset(Body->getLBracLoc()), offset(Body->getRBracLoc()));
  unsigned Tight = Inside.count("if(") + Inside.count("for(") + Inside.count("while(");
  unsigned Spaced = Inside.count("if (") + Inside.count("for (") + Inside.count("while (");
  L.SpaceAfterKeyword = Tight <= Spaced;
  L.SpaceBeforeBrace = Inside.count("){") <= Inside.count(") {");
  return L;
}

std::string SourceText::copy(unsigned Begin, unsigned End,
                             llvm::ArrayRef<const Stmt *> Parts) const {
  std::map<unsigned, std::pair<unsigned, std::string>> Changes = Overlays;
  auto Rename = [&](const ValueDecl *D, SourceLocation Loc) {
    auto Found = Renames.find(D);
    if (Found != Renames.end())
      Changes[SM.getFileOffset(SM.getFileLoc(Loc))] = {D->getName().size(), Found->second};
  };
  if (!Renames.empty())
    for (const Stmt *Part : Parts)
      walk(Part, [&](const Stmt *S) {
        if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
          Rename(Ref->getDecl(), Ref->getLocation());
        if (const auto *Decls = dyn_cast<DeclStmt>(S))
          for (const Decl *D : Decls->decls())
            if (const auto *V = dyn_cast<VarDecl>(D))
              Rename(V, V->getLocation());
        return true;
      });
  std::string Out;
  unsigned At = Begin;
  for (const auto &[Offset, Change] : Changes) {
    if (Offset < At || Offset + Change.first > End)
      continue;
    Out += slice(At, Offset);
    Out += Change.second;
    At = Offset + Change.first;
  }
  Out += slice(At, End);
  Out.erase(std::remove(Out.begin(), Out.end(), '\r'), Out.end());
  return Out;
}

std::string SourceText::copy(const Expr *E) const {
  return copy(offset(E->getBeginLoc()), tokenEnd(E->getEndLoc()), {E});
}

std::string reindent(StringRef Text, StringRef From, StringRef To) {
  std::string Out;
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (size_t I = 0; I < Lines.size(); ++I) {
    StringRef Line = Lines[I];
    if (I)
      Out += '\n';
    if (I && !Line.trim().empty() && Line.consume_front(From))
      Out += To;
    Out += Line.trim().empty() ? "" : Line;
  }
  return Out;
}

} // namespace cudafix::transform
