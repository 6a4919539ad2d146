// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NameUses.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include <functional>

namespace cudafix::frontend {

using llvm::StringRef;
namespace tok = clang::tok;

const std::vector<NameUses::Token> &NameUses::tokensOf(StringRef File) {
  auto [It, New] = Files.try_emplace(File);
  std::vector<Token> &Tokens = It->second;
  if (!New)
    return Tokens;
  clang::SourceManager &SM = CI.getSourceManager();
  auto Entry = CI.getFileManager().getOptionalFileRef(File);
  clang::FileID Id = Entry ? SM.translateFile(*Entry) : clang::FileID();
  auto Buffer = Id.isValid() ? SM.getBufferOrNone(Id) : std::nullopt;
  if (!Buffer)
    return Tokens;
  clang::Lexer Raw(Id, *Buffer, SM, CI.getLangOpts());
  for (clang::Token T; Raw.LexFromRawLexer(T), T.isNot(tok::eof);) {
    const unsigned Offset = SM.getFileOffset(T.getLocation());
    const bool Word = T.is(tok::raw_identifier);
    StringRef Text = Buffer->getBuffer().substr(Offset, T.getLength());
    const bool Keyword =
        Word && CI.getPreprocessor().getIdentifierInfo(Text)->getTokenID() != tok::identifier;
    Tokens.push_back({T.getKind(), Keyword, T.isAtStartOfLine(), SM.getLineNumber(Id, Offset),
                      SM.getColumnNumber(Id, Offset), Text});
  }
  return Tokens;
}

/// The index of the token after the parenthesis that closes the one at `Open`, and the number of
/// commas in between.
template <typename Tokens> static std::pair<size_t, unsigned> behind(Tokens T, size_t Open) {
  unsigned Depth = 0, Commas = 0;
  for (size_t I = Open; I < T.size(); ++I) {
    if (T[I].Kind == tok::l_paren)
      ++Depth;
    else if (T[I].Kind == tok::r_paren && --Depth == 0)
      return {I + 1, Commas};
    else if (T[I].Kind == tok::comma && Depth == 1)
      ++Commas;
  }
  return {T.size(), Commas};
}

/// Returns true for a word that may precede the type of a function.
static bool isSpecifier(StringRef Word) {
  return llvm::is_contained({"__global__", "__device__", "__host__", "__forceinline__",
                             "__launch_bounds__", "inline", "static", "template"},
                            Word);
}

/// XY_LOOP(i, n) before a statement.
bool NameUses::isLoop(llvm::ArrayRef<Token> T, size_t At) {
  auto IsWord = [&](size_t I) { return I < T.size() && T[I].Kind == tok::raw_identifier; };
  if (!IsWord(At) || !T[At].Text.ends_with("_LOOP") || !IsWord(At + 2) ||
      T[At + 1].Kind != tok::l_paren)
    return false;
  auto [After, Commas] = behind(T, At + 1);
  return Commas == 1 && After < T.size() && (T[After].Kind == tok::l_brace || IsWord(After));
}

/// NAME in `float x[4][NAME]`. Device code has no arrays of variable length.
bool NameUses::isBound(llvm::ArrayRef<Token> T, size_t At) {
  auto Is = [&](size_t I, tok::TokenKind Kind) { return I < T.size() && T[I].Kind == Kind; };
  if (At < 3 || !Is(At + 1, tok::r_square))
    return false;
  size_t Array = At - 1; // moves to the token before the first bracket
  while (Array > 0 && Is(Array, tok::l_square) && Is(Array - 1, tok::r_square))
    for (--Array; Array > 0 && !Is(Array, tok::l_square);)
      --Array;
  if (Array < 2 || !Is(Array, tok::l_square) || !Is(Array - 1, tok::raw_identifier) ||
      T[Array - 1].Keyword || !Is(Array - 2, tok::raw_identifier))
    return false;
  return !llvm::is_contained({"return", "case", "else", "do", "throw", "delete", "new", "goto",
                              "sizeof", "and", "or", "not", "co_return", "co_yield", "co_await"},
                             T[Array - 2].Text);
}

/// NAME in `f<T, NAME, 2>(x)`, between two commas.
bool NameUses::isTemplateArgument(llvm::ArrayRef<Token> T, size_t At) {
  auto Is = [&](size_t I, tok::TokenKind Kind) { return I < T.size() && T[I].Kind == Kind; };
  if (At < 2 || !Is(At - 1, tok::comma) || !Is(At + 1, tok::comma))
    return false;
  auto IsPlain = [&](size_t I) { // no comparison, and nothing that requires parsing an argument
    return Is(I, tok::raw_identifier) || Is(I, tok::numeric_constant) || Is(I, tok::comma) ||
           Is(I, tok::coloncolon);
  };
  size_t Open = At - 1, Close = At + 1;
  while (Open > 0 && IsPlain(Open))
    --Open;
  while (Close < T.size() && IsPlain(Close))
    ++Close;
  return Open > 0 && Is(Open, tok::less) && Is(Open - 1, tok::raw_identifier) &&
         Is(Close, tok::greater) && Is(Close + 1, tok::l_paren);
}

NameUse NameUses::useAt(llvm::ArrayRef<Token> T, size_t At) {
  auto KindOf = [&](size_t I) { return I < T.size() ? T[I].Kind : tok::eof; };
  auto IsWord = [&](size_t I) { return KindOf(I) == tok::raw_identifier; };
  // Returns true if a statement may begin there; the end of a directive's line is not a token.
  const tok::TokenKind Before = At > 0 ? T[At - 1].Kind : tok::semi;
  const bool Begins = Before == tok::semi || Before == tok::l_brace || Before == tok::r_brace;
  const bool FirstOfLine = T[At].LineStart;
  auto BeginsOther = [&](size_t I) {
    return I < T.size() && T[I].LineStart &&
           (IsWord(I) || KindOf(I) == tok::r_brace || KindOf(I) == tok::l_brace ||
            KindOf(I) == tok::hash);
  };
  if (At > 1 && isLoop(T, At - 2))
    return NameUse::Counter;
  const size_t Next = At + 1;
  if (KindOf(Next) == tok::l_paren) {
    const size_t After = behind(T, Next).first;
    if (isLoop(T, At))
      return NameUse::Loop;
    return FirstOfLine && BeginsOther(After) ? NameUse::StatementCall : NameUse::Call;
  }
  if ((Begins || FirstOfLine) && KindOf(Next) == tok::semi)
    return Begins ? NameUse::Statement : NameUse::Value;
  if (FirstOfLine && BeginsOther(Next))
    return NameUse::Statement;
  if (IsWord(Next) && isSpecifier(T[Next].Text))
    return NameUse::Attribute;
  if (IsWord(Next)) // two words in a row
    return T[Next].Keyword || IsWord(At + 2) ? NameUse::Declaration : NameUse::Other;
  if (KindOf(Next) == tok::coloncolon)
    return NameUse::Scope;
  if (KindOf(Next) == tok::period || KindOf(Next) == tok::arrow || KindOf(Next) == tok::l_square)
    return NameUse::Other;
  if ((At > 0 && IsWord(At - 1) && T[At - 1].Text != "return" && T[At - 1].Text != "case") ||
      Before == tok::r_square)
    return KindOf(Next) == tok::r_paren ? NameUse::Parameter : NameUse::Other;
  if (isBound(T, At))
    return NameUse::Bound;
  const bool Opens = Before == tok::less, Closes = KindOf(Next) == tok::greater;
  if ((Opens && (Closes || KindOf(Next) == tok::comma)) || (Closes && Before == tok::comma) ||
      isTemplateArgument(T, At))
    return NameUse::ConstantExpression;
  int Brackets = 0, Parentheses = 0; // number of open ones around it
  for (size_t I = At; I-- > 0;) {
    const tok::TokenKind Kind = T[I].Kind;
    if (Kind == tok::semi || Kind == tok::l_brace || Kind == tok::r_brace)
      break;
    Brackets += (Kind == tok::l_square) - (Kind == tok::r_square);
    Parentheses += (Kind == tok::l_paren) - (Kind == tok::r_paren);
    if ((Brackets > 0 && T[I].Text == "__shared__") ||
        (Parentheses > 0 && T[I].Text == "__launch_bounds__"))
      return NameUse::ConstantExpression;
  }
  return NameUse::Value;
}

NameUse NameUses::of(StringRef Name, StringRef File, unsigned Line, unsigned Column) {
  const std::vector<Token> &T = tokensOf(File);
  auto Is = [&](const Token &Of) { return Of.Kind == tok::raw_identifier && Of.Text == Name; };
  // If its value must be known in one place, the name is a constant everywhere.
  for (NameUse Use : {NameUse::Bound, NameUse::ConstantExpression})
    for (size_t I = 0; I < T.size(); ++I)
      if (Is(T[I]) && useAt(T, I) == Use)
        return Use;
  auto At = llvm::find_if(
      T, [&](const Token &Of) { return Is(Of) && Of.Line == Line && Of.Column == Column; });
  if (At == T.end())
    At = llvm::find_if(T, Is);
  return At == T.end() ? NameUse::Value : useAt(T, At - T.begin());
}

std::string NameUses::nameAt(StringRef File, unsigned Line, unsigned Column) {
  for (const Token &T : tokensOf(File))
    if (T.Line == Line && T.Column == Column)
      return T.Kind == tok::raw_identifier ? T.Text.str() : "";
  return "";
}

std::string NameUses::macroAround(StringRef File, unsigned Line, unsigned Column) {
  const std::vector<Token> &T = tokensOf(File);
  for (size_t I = 2; I < T.size(); ++I)
    if (T[I].Line == Line && T[I].Column == Column)
      return T[I - 2].Text.str();
  return "";
}

bool NameUses::addEnumerators(StringRef Name, llvm::ArrayRef<Token> T,
                              std::vector<std::string> &To) {
  for (size_t I = 0; I + 3 < T.size(); ++I) {
    if (T[I].Kind != tok::raw_identifier || T[I].Text != Name || T[I + 1].Kind != tok::coloncolon)
      continue;
    const bool Member = T[I + 3].Kind == tok::l_paren || T[I + 3].Kind == tok::less ||
                        T[I + 3].Kind == tok::coloncolon || T[I + 3].Kind == tok::raw_identifier;
    if (T[I + 2].Kind != tok::raw_identifier || T[I + 2].Keyword || Member)
      return false;
    if (!llvm::is_contained(To, T[I + 2].Text))
      To.push_back(T[I + 2].Text.str());
  }
  return true;
}

llvm::SmallVector<StringRef, 2> NameUses::withMainFile(StringRef File) const {
  const clang::SourceManager &SM = CI.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  return {File, Main ? Main->getName() : File};
}

std::string NameUses::assertedNumber(StringRef Name, StringRef File) {
  for (StringRef In : withMainFile(File)) {
    llvm::ArrayRef<Token> T = tokensOf(In);
    bool Asserts = false;
    for (size_t I = 0; I + 2 < T.size(); ++I) {
      if (T[I].Text == "static_assert" || T[I].Text == "_Static_assert")
        Asserts = true;
      else if (T[I].Kind == tok::semi)
        Asserts = false;
      if (!Asserts || T[I + 1].Kind != tok::equalequal)
        continue;
      for (auto [Left, Right] : {std::pair(I, I + 2), std::pair(I + 2, I)})
        if (uint64_t Value; T[Left].Kind == tok::raw_identifier && T[Left].Text == Name &&
                            T[Right].Kind == tok::numeric_constant &&
                            !T[Right].Text.getAsInteger(0, Value))
          return std::to_string(Value);
    }
  }
  return "";
}

std::vector<std::string> NameUses::enumerators(StringRef Name, StringRef File) {
  std::vector<std::string> Found;
  for (StringRef In : withMainFile(File))
    if (!addEnumerators(Name, tokensOf(In), Found))
      return {};
  return Found;
}

void NameUses::addMembers(StringRef Namespace, llvm::ArrayRef<Token> T, std::vector<Member> &To) {
  auto KindOf = [&](size_t I) { return I < T.size() ? T[I].Kind : tok::eof; };
  auto IsWord = [&](size_t I) { return KindOf(I) == tok::raw_identifier && !T[I].Keyword; };
  for (size_t I = 0; I < T.size(); ++I) {
    const tok::TokenKind Before = I > 0 ? T[I - 1].Kind : tok::semi;
    if (!IsWord(I) || T[I].Text != Namespace || KindOf(I + 1) != tok::coloncolon ||
        Before == tok::coloncolon || Before == tok::period || Before == tok::arrow)
      continue;
    std::string Path = Namespace.str();
    size_t At = I + 2;
    for (; IsWord(At) && KindOf(At + 1) == tok::coloncolon; At += 2)
      Path += "::" + T[At].Text.str();
    if (!IsWord(At))
      continue;
    const tok::TokenKind Next = KindOf(At + 1);
    // `N::X x`, `N::X &x`, `vector<N::X>`; `a + N::X & b` is rare.
    const bool Type = Next == tok::raw_identifier || Next == tok::amp || Next == tok::star ||
                      Next == tok::ampamp || Next == tok::greater || Next == tok::l_brace;
    if (Next == tok::less) // a template about which nothing is known
      continue;
    To.push_back({Path, T[At].Text.str(),
                  Type                   ? NameUse::Declaration
                  : Next == tok::l_paren ? NameUse::Call
                                         : NameUse::Value});
  }
}

std::vector<NameUses::Member> NameUses::members(StringRef Namespace, StringRef File) {
  std::vector<Member> Found, All;
  for (StringRef In : withMainFile(File))
    addMembers(Namespace, tokensOf(In), Found);
  // Each name gets one kind: if it is a type in one place, it is one everywhere, without known
  // members.
  auto IsType = [](const Member &M) { return M.Use == NameUse::Declaration; };
  llvm::copy_if(Found, std::back_inserter(All), IsType);
  llvm::copy_if(Found, std::back_inserter(All), std::not_fn(IsType));
  llvm::StringSet<> Seen, Spaces;
  for (const Member &M : All)
    if (M.Use == NameUse::Declaration)
      Seen.insert(M.Namespace + "::" + M.Name);
  llvm::erase_if(All, [&](const Member &M) { return Seen.contains(M.Namespace); });
  Seen.clear();
  for (const Member &M : All)
    Spaces.insert(M.Namespace);
  llvm::erase_if(All, [&](const Member &M) {
    const std::string Name = M.Namespace + "::" + M.Name;
    return Spaces.contains(Name) || !Seen.insert(Name).second;
  });
  return All;
}

llvm::StringSet<> NameUses::namesOfLine(StringRef File, unsigned Line) {
  llvm::StringSet<> Names;
  for (const Token &T : tokensOf(File))
    if (T.Line == Line && T.Kind == tok::raw_identifier)
      Names.insert(T.Text);
  return Names;
}

} // namespace cudafix::frontend
