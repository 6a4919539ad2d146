// SPDX-License-Identifier: Apache-2.0
#include "transform/text/EveryBuild.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <optional>

using llvm::StringRef;

namespace cudafix::transform {

unsigned conditionsAround(StringRef Text, unsigned At) {
  unsigned Depth = 0, First = 0;
  bool Guarded = false, Any = false;
  StringRef Guard;
  for (StringRef Rest = Text.take_front(At); !Rest.empty();) {
    auto [Line, More] = Rest.split('\n');
    Rest = More;
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (Line.consume_front("if")) {
      if (!Any && Line.consume_front("ndef"))
        Guard = Line.trim();
      Any = true;
      ++Depth;
    } else if (Line.starts_with("endif") && Depth) {
      --Depth;
    } else if (Line.consume_front("define") && !Guard.empty() && Line.trim() == Guard) {
      Guarded = true;
      First = 1;
    }
  }
  return Guarded && Depth >= First ? Depth - First : Depth;
}

/// Calls `Token` with each token and its offset, and `Directive` with the text and the offset of
/// each line of a directive.
static void readTokens(StringRef Text, const clang::LangOptions &Lang,
                       llvm::function_ref<void(const clang::Token &, unsigned)> Token,
                       llvm::function_ref<void(StringRef, unsigned)> Directive) {
  const std::string Copy = Text.str(); // ends with a null character, as a lexer wants it
  clang::Lexer Lexer(clang::SourceLocation(), Lang, Copy.data(), Copy.data(),
                     Copy.data() + Copy.size());
  clang::Token T;
  auto Next = [&] {
    Lexer.LexFromRawLexer(T);
    return static_cast<unsigned>(Lexer.getBufferLocation() - Copy.data()) - T.getLength();
  };
  unsigned At = Next();
  while (T.isNot(clang::tok::eof)) {
    if (T.isNot(clang::tok::hash) || !T.isAtStartOfLine()) {
      Token(T, At);
      At = Next();
      continue;
    }
    const unsigned Begin = At;
    do
      At = Next();
    while (T.isNot(clang::tok::eof) && !T.isAtStartOfLine());
    Directive(Text.slice(Begin, At), Begin);
  }
}

std::vector<Word> wordsOf(StringRef Text, const clang::LangOptions &Lang) {
  std::vector<Word> Words;
  auto Token = [&](const clang::Token &T, unsigned At) {
    if (T.is(clang::tok::raw_identifier))
      Words.push_back({At, T.getRawIdentifier().str()});
  };
  readTokens(Text, Lang, Token, [](StringRef, unsigned) {});
  return Words;
}

void EveryBuild::addDirective(StringRef Line, unsigned At, unsigned Next) {
  Line = Line.drop_front().ltrim();
  const bool Begins = Line.consume_front("if"), Turns = !Begins && Line.starts_with("el");
  if (!Begins && !Turns && !Line.starts_with("endif"))
    return;
  unsigned Group = At;
  if (!Begins && !Inside.empty()) {
    Branches[Inside.back()].End = At;
    Group = Branches[Inside.back()].Group;
    Inside.pop_back();
  }
  const bool Never = Begins && Line.split('\n').first.split('/').first.trim() == "0";
  Parts.push_back({At, Never    ? What::If0
                       : Begins ? What::If
                       : !Turns ? What::Endif
                       : Line.starts_with("else\n") || Line.split('\n').first.trim() == "else" ||
                               Line.starts_with("else ") || Line.starts_with("else/")
                           ? What::Else
                           : What::ElseIf});
  if (!Begins && !Turns)
    return;
  Inside.push_back(Branches.size());
  Branches.push_back({Next, Next, Group, Never, {}});
}

EveryBuild::EveryBuild(StringRef Text, unsigned Begin, unsigned End,
                       const clang::LangOptions &Lang) {
  unsigned Parens = 0;
  auto Token = [&](const clang::Token &T, unsigned At) {
    At += Begin;
    What Is = What::Other;
    if (T.is(clang::tok::l_paren))
      ++Parens;
    else if (T.is(clang::tok::r_paren))
      Parens -= Parens > 0;
    else if (T.is(clang::tok::l_brace))
      Is = What::Open;
    else if (T.is(clang::tok::r_brace))
      Is = What::Close;
    else if (T.is(clang::tok::semi) && Parens == 0)
      Is = What::Semicolon;
    if (Is == What::Open || Is == What::Close)
      Parens = 0;
    if (T.is(clang::tok::raw_identifier)) {
      if (T.getRawIdentifier() == "else")
        Is = What::KeywordElse;
      for (unsigned B : Inside)
        Branches[B].Words.push_back({At, T.getRawIdentifier().str()});
    }
    Parts.push_back({At, Is});
  };
  auto Directive = [&](StringRef Lines, unsigned At) {
    addDirective(Lines, Begin + At, Begin + At + Lines.size());
  };
  readTokens(Text.slice(Begin, End), Lang, Token, Directive);
  for (unsigned B : Inside) // directives that end after the function
    Branches[B].End = End;
}

/// A conditional directive, some of whose branches have been read.
struct EveryBuild::Group {
  int Before = 0;          ///< open braces where it begins
  int Least = 0, Most = 0; ///< open braces at the end of its branches
  bool Any = false, HasElse = false, Never = false;
  bool OfHead = false; ///< it begins before the function
  bool Cut = false;    ///< a branch ends in the middle of a statement
  What Last = What::If;

  void endBranch(int Braces) {
    if (!Never) {
      Least = Any ? std::min(Least, Braces - Before) : Braces - Before;
      Most = Any ? std::max(Most, Braces - Before) : Braces - Before;
      Any = true;
      Cut |= Last == What::Other || Last == What::KeywordElse;
    }
    Never = false;
    Last = What::If;
  }
};

bool EveryBuild::isSameAt(unsigned Offset) const {
  std::vector<Group> Groups;
  int Braces = 0, Uneven = 0;
  std::optional<int> Cut; ///< the open braces where a statement begins differently in some builds
  const auto End = llvm::partition_point(Parts, [&](const Part &P) { return P.At < Offset; });
  for (const Part &P : llvm::make_range(Parts.begin(), End)) {
    if (!isDirective(P.Is)) {
      Braces += P.Is == What::Open ? 1 : P.Is == What::Close ? -1 : 0;
      if (!Groups.empty())
        Groups.back().Last = P.Is;
      if (Cut && Braces == *Cut && (P.Is == What::Semicolon || P.Is == What::Close))
        Cut.reset();
      continue;
    }
    if (P.Is == What::If || P.Is == What::If0) {
      Groups.emplace_back();
      Groups.back().Before = Braces;
      Groups.back().Never = P.Is == What::If0;
      continue;
    }
    if (Groups.empty() && P.Is == What::Endif)
      continue; // it begins before the function, whose head has several forms
    if (Groups.empty()) {
      Groups.emplace_back();
      Groups.back().Before = Braces;
      Groups.back().OfHead = true;
      continue;
    }
    Group &G = Groups.back();
    G.endBranch(Braces);
    Braces = G.Before;
    G.HasElse |= P.Is == What::Else;
    if (P.Is != What::Endif)
      continue;
    if (G.OfHead) {
      Groups.pop_back();
      continue;
    }
    if (!G.HasElse)
      G.endBranch(Braces);
    Braces += G.Most > 0 ? G.Most : G.Least;
    Uneven += G.Most > 0 ? G.Most - G.Least : G.Least - G.Most;
    if ((G.Cut || G.Least > 0) && !Cut)
      Cut = G.Cut ? Braces : G.Before;
    Groups.pop_back();
    if (!Groups.empty())
      Groups.back().Last = What::Semicolon;
  }
  // A branch after the place may begin with `else`.
  int Depth = 0;
  for (auto P = End; P != Parts.end(); ++P) {
    Depth += P->Is == What::If || P->Is == What::If0 ? 1 : P->Is == What::Endif ? -1 : 0;
    const bool Follows = P == End || isDirective((P - 1)->Is);
    if (Follows && P->Is == What::KeywordElse)
      return false;
    if (Depth <= 0 && !isDirective(P->Is))
      break;
  }
  return Uneven == 0 && !Cut;
}

bool EveryBuild::hasOtherCodeAt(unsigned Offset) const {
  return llvm::any_of(Branches, [&](const Branch &B) {
    return B.Begin <= Offset && Offset < B.End &&
           llvm::any_of(
               Branches,
               [&](const Branch &O) {
                 return O.Group == B.Group && O.Begin != B.Begin && !O.Never && !O.Words.empty();
               });
  });
}

} // namespace cudafix::transform
