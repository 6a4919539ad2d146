// SPDX-License-Identifier: Apache-2.0

#include "frontend/parse/DroppedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using llvm::StringRef;

namespace {

/// Reads the text of a function statement by statement.
class Reader {
public:
  Reader(llvm::ArrayRef<const char *> Errors, llvm::StringSet<> &Names)
      : Errors(Errors), Names(Names) {}

  void take(const clang::Token &T, const char *At) {
    const bool IsName = T.is(clang::tok::raw_identifier);
    const StringRef Word = IsName ? T.getRawIdentifier() : "";
    if (Statement.empty() && !HoldsError)
      HoldsError = Word == "else" && AfterError;
    HoldsError |= llvm::is_contained(Errors, At);
    if (IsName)
      Statement.push_back(Word);
    Parentheses += T.is(clang::tok::l_paren);
    Parentheses -= T.is(clang::tok::r_paren) && Parentheses > 0;
    if (T.is(clang::tok::l_brace)) {
      Blocks.push_back(HoldsError || inError());
      end();
    } else if (T.is(clang::tok::r_brace)) {
      end();
      AfterError = inError();
      if (!Blocks.empty())
        Blocks.pop_back();
    } else if (T.is(clang::tok::semi) && !Parentheses) {
      AfterError = HoldsError;
      end();
    }
  }

private:
  bool inError() const { return !Blocks.empty() && Blocks.back(); }

  void end() {
    if (HoldsError || inError())
      for (StringRef Word : Statement)
        Names.insert(Word);
    Statement.clear();
    HoldsError = false;
    Parentheses = 0;
  }

  llvm::ArrayRef<const char *> Errors;
  llvm::StringSet<> &Names;
  llvm::SmallVector<StringRef, 16> Statement; ///< its names
  llvm::SmallVector<bool, 8> Blocks;          ///< for enclosing blocks: whether an error governs it
  unsigned Parentheses = 0;
  bool HoldsError = false, AfterError = false;
};

} // namespace

llvm::StringSet<> frontend::namesBesideErrors(const clang::FunctionDecl &F,
                                              llvm::ArrayRef<clang::SourceLocation> Errors) {
  llvm::StringSet<> Names;
  const clang::SourceManager &SM = F.getASTContext().getSourceManager();
  const clang::SourceLocation Begin = SM.getExpansionLoc(F.getBeginLoc());
  const clang::SourceLocation End = SM.getExpansionLoc(F.getEndLoc());
  llvm::SmallVector<const char *, 8> Places;
  for (clang::SourceLocation E : Errors)
    if (Begin.isValid() && End.isValid() && SM.isPointWithin(SM.getExpansionLoc(E), Begin, End))
      Places.push_back(SM.getCharacterData(SM.getExpansionLoc(E)));
  if (Places.empty())
    return Names;
  const auto [File, Offset] = SM.getDecomposedLoc(Begin);
  const StringRef Text = SM.getBufferData(File);
  clang::Lexer Lexer(SM.getLocForStartOfFile(File), F.getASTContext().getLangOpts(), Text.begin(),
                     Text.begin() + Offset, Text.end());
  Reader Statements(Places, Names);
  clang::Token T;
  while (!Lexer.LexFromRawLexer(T) && !SM.isBeforeInTranslationUnit(End, T.getLocation()))
    Statements.take(T, SM.getCharacterData(T.getLocation()));
  return Names;
}
