// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/LeftOutText.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Calls `Each` with every token of the text; its identifiers are not looked up.
void forEachToken(StringRef Text, const clang::LangOptions &Lang,
                  llvm::function_ref<void(const clang::Token &)> Each) {
  std::string Copy = Text.str(); // ends with a null character, as a lexer wants it
  clang::Lexer Lexer(clang::SourceLocation(), Lang, Copy.data(), Copy.data(),
                     Copy.data() + Copy.size());
  for (clang::Token T; Lexer.LexFromRawLexer(T), T.isNot(clang::tok::eof);)
    Each(T);
}

/// The directive that the text begins with, in one line.
std::string directiveOf(StringRef Text) {
  std::string Line;
  while (!Text.empty()) {
    auto [First, Rest] = Text.split('\n');
    Text = Rest;
    First = First.rtrim('\r');
    bool More = First.consume_back("\\");
    Line += First;
    if (!More)
      break;
    Line += ' ';
  }
  return Line;
}

std::vector<std::string> macrosOf(StringRef Directive, const clang::LangOptions &Lang) {
  std::vector<std::string> Names;
  bool Asks = false, Negated = false;
  forEachToken(Directive, Lang, [&](const clang::Token &T) {
    if (T.isOneOf(clang::tok::hash, clang::tok::l_paren))
      return;
    if (!T.is(clang::tok::raw_identifier)) {
      Negated = T.is(clang::tok::exclaim);
      return;
    }
    StringRef Word = T.getRawIdentifier();
    if (!Asks) // the directive's own name
      Asks = Word == "if" || Word == "ifdef" || Word == "elif" || Word == "elifdef";
    else if (Word != "defined") {
      if (!Negated)
        Names.push_back(Word.str());
      Negated = false;
    }
  });
  return Asks ? Names : std::vector<std::string>();
}

class Lister : public clang::PPCallbacks {
public:
  Lister(clang::Preprocessor &PP, std::vector<LeftOutText> &Found) : PP(PP), Found(Found) {}

  void SourceRangeSkipped(clang::SourceRange Range, clang::SourceLocation) override {
    const clang::SourceManager &SM = PP.getSourceManager();
    // Folders that were found around the unit count as the system's for Clang.
    StringRef File = SM.getFilename(Range.getBegin());
    if (SM.isInSystemHeader(Range.getBegin()) &&
        (File.starts_with(EmbeddedParent) || File.starts_with("/usr/")))
      return;
    const clang::LangOptions &Lang = PP.getLangOpts();
    StringRef Text =
        clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(Range), SM, Lang);
    LeftOutText L;
    for (std::string &Name : macrosOf(directiveOf(Text), Lang))
      if (!PP.isMacroDefined(Name) && !llvm::is_contained(L.Macros, Name))
        L.Macros.push_back(std::move(Name));
    if (Text.contains("__global__"))
      L.Kernels = kernelsIn(Text, Lang);
    if (L.Macros.empty() && L.Kernels == 0)
      return;
    clang::PresumedLoc P = SM.getPresumedLoc(Range.getBegin());
    L.File = P.isValid() ? P.getFilename() : "";
    L.Line = P.isValid() ? P.getLine() : 0;
    L.InMain = SM.isInMainFile(Range.getBegin());
    Found.push_back(std::move(L));
  }

private:
  clang::Preprocessor &PP;
  std::vector<LeftOutText> &Found;
};

} // namespace

unsigned kernelsIn(StringRef Text, const clang::LangOptions &Lang) {
  unsigned Count = 0;
  forEachToken(Text, Lang, [&](const clang::Token &T) {
    Count += T.is(clang::tok::raw_identifier) && T.getRawIdentifier() == "__global__";
  });
  return Count;
}

std::unique_ptr<clang::PPCallbacks> listLeftOut(clang::Preprocessor &PP,
                                                std::vector<LeftOutText> &Found) {
  return std::make_unique<Lister>(PP, Found);
}

} // namespace cudafix::frontend
