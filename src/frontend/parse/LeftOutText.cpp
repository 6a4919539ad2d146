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

/// The directive with which the text begins, joined into one line.
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

std::vector<AskedMacro> macrosOf(StringRef Directive, const clang::LangOptions &Lang) {
  std::vector<AskedMacro> Macros;
  bool Asks = false, Negated = false, Instead = false, Named = false, Compared = false;
  forEachToken(Directive, Lang, [&](const clang::Token &T) {
    if (T.isOneOf(clang::tok::hash, clang::tok::l_paren, clang::tok::r_paren))
      return;
    if (T.is(clang::tok::numeric_constant)) {
      if (Compared)
        Macros.back().Value.assign(T.getLiteralData(), T.getLength());
    } else if (T.is(clang::tok::raw_identifier)) {
      StringRef Word = T.getRawIdentifier();
      if (!Asks) // skip the directive's own name
        Asks = Word == "if" || Word == "ifdef" || Word == "elif" || Word == "elifdef";
      else if (Word != "defined") {
        Named = !Negated;
        if (Named)
          Macros.push_back({Word.str(), "", Instead});
        Negated = false;
      }
      Compared = false;
      return;
    }
    Compared = Named && T.isOneOf(clang::tok::equalequal, clang::tok::greaterequal);
    Named = false;
    Negated = T.is(clang::tok::exclaim);
    Instead |= T.is(clang::tok::pipepipe);
  });
  return Asks ? Macros : std::vector<AskedMacro>();
}

/// The types, namespaces and macros that the text declares. It may be a fragment.
llvm::StringSet<> declaredIn(StringRef Text, const clang::LangOptions &Lang) {
  llvm::StringSet<> Names;
  enum { None, Hash, Define, Tag, Using, Typedef } In = None;
  StringRef Last; ///< the last identifier
  unsigned Depth = 0;
  forEachToken(Text, Lang, [&](const clang::Token &T) {
    const bool Word = T.is(clang::tok::raw_identifier);
    StringRef Name = Word ? T.getRawIdentifier() : StringRef();
    if (T.isOneOf(clang::tok::l_paren, clang::tok::l_brace))
      ++Depth;
    else if (T.isOneOf(clang::tok::r_paren, clang::tok::r_brace))
      Depth -= Depth > 0;
    if (In == Typedef) { // its name is the last before the semicolon
      if (Word)
        Last = Name;
      if (T.isNot(clang::tok::semi) || Depth > 0)
        return;
      if (!Last.empty())
        Names.insert(Last);
      In = None;
    } else if (In == Hash) {
      In = Name == "define" ? Define : None;
    } else if (In == Define || In == Using || In == Tag) {
      if (In == Tag && (Name == "class" || Name == "struct"))
        return;
      if (Word)
        Names.insert(Name);
      In = None;
    } else if (T.is(clang::tok::hash)) {
      In = Hash;
    } else if (Name == "typedef") {
      In = Typedef;
      Depth = 0;
      Last = "";
    } else if (Name == "using") {
      In = Using;
    } else if (llvm::is_contained({"struct", "class", "union", "enum", "namespace"}, Name)) {
      In = Tag;
    }
  });
  return Names;
}

/// Removes lines from the text, up to and including the next directive, and returns that directive
/// without its #; empty: there is none.
StringRef nextDirective(StringRef &Text) {
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (Line.consume_front("#") && !Line.ltrim().empty())
      return Line.ltrim();
  }
  return "";
}

/// Returns true for a header of another vendor's toolkit.
bool isOthers(StringRef Header) {
  return Header.starts_with("hip") || Header.starts_with("musa") || Header.starts_with("roc");
}

/// Returns true if a header includes such a header unconditionally.
bool includesOthers(StringRef Header) {
  unsigned Depth = 0;
  bool First = true, Guarded = false;
  for (StringRef Line; !(Line = nextDirective(Header)).empty();) {
    if (Line.starts_with("pragma"))
      continue;
    Guarded |= First && Line.starts_with("ifndef");
    First = false;
    Depth += Line.starts_with("if");
    Depth -= Depth > 0 && Line.starts_with("endif");
    if (Depth == Guarded && Line.consume_front("include") && isOthers(Line.ltrim().drop_front(1)))
      return true;
  }
  return false;
}

/// The toolkit whose headers the text includes, another vendor's before CUDA's; conditions inside
/// the branch are not entered. `Read` gives the text of a header, which may include toolkit headers
/// itself.
ToolkitHeaders includedIn(StringRef Text,
                          llvm::function_ref<StringRef(StringRef Name, bool Angled)> Read) {
  bool Found = false, Nested = false;
  StringRef Directive = Text.ltrim();
  const bool Counted = Directive.consume_front("#") && Directive.ltrim().starts_with("if");
  unsigned Depth = Counted ? 0 : 1; // the branch's own condition is not part of its text
  for (StringRef Line; !(Line = nextDirective(Text)).empty();) {
    Depth += Line.starts_with("if");
    Depth -= Depth > 0 && Line.starts_with("endif");
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    const bool Angled = Line.starts_with("<");
    StringRef Name = Line.drop_front(1);
    if (isOthers(Name) ||
        (Depth <= 1 &&
         includesOthers(
             Read(Name.take_until([](char C) { return C == '"' || C == '>'; }), Angled)))) {
      if (Depth <= 1)
        return ToolkitHeaders::Other;
      Nested = true;
      continue;
    }
    Found |= Name.starts_with("cuda_") || Name.starts_with("cuda.h") ||
             Name.starts_with("cooperative_groups") || Name.starts_with("curand");
  }
  return Found ? ToolkitHeaders::Cuda : Nested ? ToolkitHeaders::Other : ToolkitHeaders::None;
}

/// The branches of a text that begins with `#if` or `#elif`, each with its directive. Clang may
/// skip several branches at once.
std::vector<StringRef> branchesOf(StringRef Text) {
  std::vector<StringRef> Branches;
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t At = 0; At < Text.size(); At = std::min(Text.find('\n', At), Text.size() - 1) + 1) {
    StringRef Line = Text.drop_front(At).ltrim(" \t");
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim(" \t");
    if (Line.starts_with("if")) {
      ++Depth;
    } else if (Line.starts_with("endif")) {
      Depth -= Depth > 0;
    } else if ((Line.starts_with("elif") || Line.starts_with("else")) && Depth <= 1) {
      if (At > Begin)
        Branches.push_back(Text.slice(Begin, At));
      Begin = At;
      Depth = 1;
    }
  }
  Branches.push_back(Text.drop_front(Begin));
  return Branches;
}

class Lister : public clang::PPCallbacks {
public:
  Lister(clang::Preprocessor &PP, std::vector<LeftOutText> &Found) : PP(PP), Found(Found) {}

  void SourceRangeSkipped(clang::SourceRange Range, clang::SourceLocation) override {
    const clang::SourceManager &SM = PP.getSourceManager();
    // Clang treats folders that were found around the unit as system folders.
    StringRef File = SM.getFilename(Range.getBegin());
    if (SM.isInSystemHeader(Range.getBegin()) &&
        (File.starts_with(EmbeddedParent) || File.starts_with("/usr/")))
      return;
    StringRef Text = clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(Range), SM,
                                                 PP.getLangOpts());
    clang::PresumedLoc P = SM.getPresumedLoc(Range.getBegin());
    LeftOutText L;
    L.File = P.isValid() ? P.getFilename() : "";
    L.Line = P.isValid() ? P.getLine() : 0;
    L.InMain = SM.isInMainFile(Range.getBegin());
    for (StringRef Branch : branchesOf(Text)) {
      take(Branch, L, Range.getBegin());
      L.Line += Branch.count('\n');
    }
  }

private:
  void take(StringRef Text, LeftOutText L, clang::SourceLocation At) {
    const clang::LangOptions &Lang = PP.getLangOpts();
    for (AskedMacro &M : macrosOf(directiveOf(Text), Lang))
      if (!PP.isMacroDefined(M.Name) &&
          llvm::none_of(L.Macros, [&](const AskedMacro &Of) { return Of.Name == M.Name; }))
        L.Macros.push_back(std::move(M));
    if (!L.Macros.empty())
      L.Declares = declaredIn(Text, Lang);
    if (Text.contains("__global__"))
      L.Kernels = kernelsIn(Text, Lang);
    if (!L.Macros.empty())
      L.Includes = includedIn(Text, [&](StringRef Name, bool Angled) {
        auto File = PP.LookupFile(At, Name, Angled, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, nullptr);
        auto Buffer =
            File ? PP.getSourceManager().getMemoryBufferForFileOrNone(*File) : std::nullopt;
        return Buffer ? Buffer->getBuffer() : StringRef();
      });
    if (!L.Macros.empty() || L.Kernels > 0)
      Found.push_back(std::move(L));
  }

  clang::Preprocessor &PP;
  std::vector<LeftOutText> &Found;
};

} // namespace

bool losesKernels(llvm::ArrayRef<LeftOutText> Before, llvm::ArrayRef<LeftOutText> Now) {
  return llvm::any_of(Now, [&](const LeftOutText &New) {
    return New.Kernels > 0 && llvm::none_of(Before, [&](const LeftOutText &Old) {
             return Old.Line == New.Line && Old.File == New.File;
           });
  });
}

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
