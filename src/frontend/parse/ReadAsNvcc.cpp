// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/ReadAsNvcc.h"
#include "frontend/parse/NvccSides.h"
#include "frontend/parse/ParsedSide.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

namespace cudafix::frontend {

using llvm::StringRef;

/// Prefix for the name of a variable that code accesses through a reference instead.
static constexpr StringRef UnsetPrefix = "__cudafix_unset_";

static StringRef prefixOf(AsNvcc What) {
  switch (What) {
  case AsNvcc::HostToo:
    return "__CUDAFIX_HOST_TOO_";
  case AsNvcc::Template:
    return "__CUDAFIX_TEMPLATE_";
  case AsNvcc::Typename:
    return "__CUDAFIX_TYPENAME_";
  case AsNvcc::Unset:
    return "__CUDAFIX_UNSET_";
  case AsNvcc::Sized:
    return "__CUDAFIX_SIZED_";
  case AsNvcc::Nested:
    return "__CUDAFIX_NESTED_";
  case AsNvcc::Made:
    return "__CUDAFIX_MADE_";
  case AsNvcc::Braced:
    return "__CUDAFIX_BRACED_";
  case AsNvcc::Own:
    return "__CUDAFIX_OWN_";
  case AsNvcc::Sides:
    return "__CUDAFIX_SIDES_";
  }
  llvm_unreachable("all readings are handled");
}

/// A qualified name as a part of a macro's name.
static std::string inMacro(StringRef Name) { return llvm::join(llvm::split(Name, "::"), "_"); }

std::string NvccReading::arg() const { return ("-D" + prefixOf(What) + inMacro(Name)).str(); }

std::string NvccReading::text() const {
  switch (What) {
  case AsNvcc::HostToo:
    return "the template '" + Name + "' is read as one for the host, too, like a specialization";
  case AsNvcc::Template:
    return "'" + Name + "' is read with 'template' before " +
           (StringRef(Name).contains(':') ? "its last name" : "it");
  case AsNvcc::Typename:
    return "'" + Name + "' is read with 'typename' before it";
  case AsNvcc::Unset:
    return "'" + Name + "' is in shared memory, where no constructor runs";
  case AsNvcc::Sized:
    return "'" + Name + "' is dynamic shared memory: its size is the launch's";
  case AsNvcc::Nested:
    return "read as with -rdc=true, as kernels launch kernels";
  case AsNvcc::Made:
    return "constructors of '" + Name + "' for the device are read as for the host, too";
  case AsNvcc::Braced: // these readings change nothing for a reader of the code
  case AsNvcc::Sides:
    return "";
  case AsNvcc::Own:
    return "'" + Name + "' is the function of this code, not the one that Clang knows";
  }
  llvm_unreachable("all readings are handled");
}

llvm::StringSet<> namesFor(const clang::CompilerInstance &CI, AsNvcc What) {
  llvm::StringSet<> Names;
  for (const auto &[Macro, IsUndef] : CI.getPreprocessorOpts().Macros)
    if (StringRef Name = Macro; Name.consume_front(prefixOf(What)))
      Names.insert(Name.split('=').first);
  return Names;
}

llvm::Error executeAsNvcc(clang::FrontendAction &Act, clang::CompilerInstance &CI) {
  // In relocatable code, Clang accepts `extern __shared__ float a[8];` and launches by kernels. The
  // generated code is not relocatable, because static kernels would be renamed.
  clang::LangOptions &Lang = CI.getLangOpts();
  Lang.GPURelocatableDeviceCode =
      !namesFor(CI, AsNvcc::Sized).empty() || !namesFor(CI, AsNvcc::Nested).empty() ||
      llvm::any_of(CI.getPreprocessorOpts().Macros,
                   [](const auto &Macro) { return Macro.first == "__CUDACC_RDC__"; });
  for (const auto &Own : namesFor(CI, AsNvcc::Own))
    CI.getPreprocessor().getIdentifierInfo(Own.getKey())->clearBuiltinID();
  llvm::Error E = Act.Execute();
  Lang.GPURelocatableDeviceCode = false;
  return E;
}

bool isReadAnyway(const clang::Diagnostic &Error, bool ForDevice) {
  if (ForDevice || Error.getID() != clang::diag::err_redeclaration_different_type)
    return Error.getID() == clang::diag::err_missing_dependent_template_keyword;
  llvm::SmallString<128> Text;
  Error.FormatDiagnostic(Text);
  const StringRef Name = Text.str().split('\'').second.split('\'').first;
  return llvm::is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim"}, Name);
}

/// The source text from the error on; empty: there is none.
static std::string textAt(const ParsedSide &Side, const ParseError &E) {
  auto Buffer = Side.compiler().getFileManager().getBufferForFile(E.File);
  if (!Buffer)
    return "";
  StringRef Text = (*Buffer)->getBuffer();
  for (unsigned I = 1; I < E.Line && !Text.empty(); ++I)
    Text = Text.split('\n').second;
  return E.Column == 0 ? "" : Text.substr(E.Column - 1).str();
}

/// The name in `A<T>::name<...` or `a.name<...`, or in `T::name<...` `T::name`, whichever comes
/// next in the statement, if it is the name asked for; else empty.
static std::string dependentName(StringRef Text, StringRef Asked, bool QualifiedByName) {
  const std::string Call =
      (QualifiedByName ? "([A-Za-z_][A-Za-z_0-9]*[[:space:]]*::|" : "(") +
      std::string(">[[:space:]]*::|[.]|->)[[:space:]]*([A-Za-z_][A-Za-z_0-9]*)[[:space:]]*<");
  Text = Text.take_front(Text.find(';'));
  llvm::SmallVector<StringRef, 3> Groups;
  for (; llvm::Regex(Call).match(Text, &Groups);
       Text = Text.drop_front(Groups[2].begin() - Text.begin()))
    if (Asked.empty() || Groups[2] == Asked) {
      StringRef Qualifier = Groups[1].take_while([](char C) { return C != ':'; }).rtrim();
      return clang::isValidAsciiIdentifier(Qualifier) ? (Qualifier + "::" + Groups[2]).str()
                                                      : Groups[2].str();
    }
  return "";
}

/// The name at the beginning of a text like `name<`; else empty.
static std::string templateAt(StringRef Text) {
  StringRef Name = Text.take_while([](char C) { return clang::isAsciiIdentifierContinue(C); });
  return Text.substr(Name.size()).ltrim().starts_with("<") ? Name.str() : "";
}

/// `T::A` at the beginning of a text like `T::A(x)` or `T<int>::A x`, or of an argument like
/// `T<int>::A>`; else empty.
static std::string typeAt(StringRef Text, const clang::LangOptions &Lang) {
  constexpr unsigned MostTokens = 64;
  clang::Lexer Raw(clang::SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  std::string Name;
  unsigned Depth = 0; // nesting of template arguments
  bool Qualified = false;
  clang::tok::TokenKind Last = clang::tok::coloncolon;
  for (unsigned I = 0; I < MostTokens; ++I) {
    clang::Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(clang::tok::less) && (Depth > 0 || Last == clang::tok::raw_identifier))
      ++Depth;
    else if (T.isOneOf(clang::tok::greater, clang::tok::greatergreater) && Depth > 0)
      Depth -= std::min(Depth, T.is(clang::tok::greater) ? 1u : 2u);
    else if (Depth > 0 && T.isNoneOf(clang::tok::semi, clang::tok::eof))
      ;
    else if (T.is(clang::tok::raw_identifier) && Last == clang::tok::coloncolon)
      Name += T.getRawIdentifier();
    else if (T.is(clang::tok::coloncolon) && Last != clang::tok::coloncolon) {
      Name += "::";
      Qualified = true;
    } else
      return T.isOneOf(clang::tok::l_paren, clang::tok::r_paren, clang::tok::greater,
                       clang::tok::greatergreater, clang::tok::comma, clang::tok::raw_identifier) &&
                     Qualified && Last == clang::tok::raw_identifier
                 ? Name
                 : "";
    Last = T.getKind();
  }
  return "";
}

/// The name at the beginning of a text like `a[8]`, `a;` or `a, b;`; else empty.
static std::string declaredAt(StringRef Text) {
  StringRef Name = Text.take_while([](char C) { return clang::isAsciiIdentifierContinue(C); });
  StringRef Rest = Text.substr(Name.size()).ltrim();
  return !Rest.empty() && StringRef("[;,").contains(Rest.front()) ? Name.str() : "";
}

/// Returns true for a function that Clang knows without a declaration.
static bool isBuiltin(const ParsedSide &Side, StringRef Name) {
  const clang::IdentifierTable &Names = Side.compiler().getPreprocessor().getIdentifierTable();
  auto Found = Names.find(Name);
  return Found != Names.end() && Found->second->getBuiltinID() != 0;
}

std::vector<NvccReading> nvccReadings(const ParsedSide &Side) {
  std::vector<NvccReading> Readings;
  auto Add = [&](AsNvcc What, std::string Name) {
    if (!Name.empty())
      Readings.push_back({What, std::move(Name)});
  };
  for (const ParseError &E : Side.errors()) {
    StringRef Text = E.Message;
    auto Named = [&](StringRef Start) {
      return Text.consume_front(Start) ? Text.take_until([](char C) { return C == '\''; }).str()
                                       : "";
    };
    if (E.CallsOther)
      Add(AsNvcc::Sides, Side.compiler().getLangOpts().CUDAIsDevice ? "host" : "device");
    if (Text == "expected expression" && StringRef(textAt(Side, E)).starts_with("{"))
      Add(AsNvcc::Braced, "launches");
    for (StringRef Start : {"static declaration of '", "conflicting types for '"})
      if (std::string Name = Named(Start); !Name.empty() && isBuiltin(Side, Name))
        Add(AsNvcc::Own, std::move(Name));
    Add(AsNvcc::HostToo, Named("no function template matches function template specialization '"));
    if (std::string Type = Named("no matching constructor for initialization of '"); !Type.empty())
      Add(AsNvcc::Made, madeOnDevice(Side, Type));
    if (std::string Name = Named("missing 'template' keyword prior to dependent template name '");
        !Name.empty()) {
      std::string Qualified = dependentName(textAt(Side, E), Name, /*QualifiedByName=*/true);
      Add(AsNvcc::Template, Qualified.empty() ? Name : Qualified);
    }
    if (Text.starts_with("reference to overloaded function could not be resolved") ||
        Text.starts_with("reference to non-static member function must be called")) {
      const std::string At = textAt(Side, E); // of the whole expression, or of the member
      Add(AsNvcc::Template, dependentName(At, "", /*QualifiedByName=*/false));
      Add(AsNvcc::Template, templateAt(At));
    }
    if (Text.starts_with("missing 'typename' prior to dependent type name") ||
        Text.ends_with("must be a type; did you forget 'typename'?"))
      Add(AsNvcc::Typename, typeAt(textAt(Side, E), Side.compiler().getLangOpts()));
    if (Text.starts_with("kernel launch from __device__ or __global__ function requires"))
      Add(AsNvcc::Nested, "launches");
    if (Text.ends_with("cannot be 'extern'"))
      Add(AsNvcc::Sized, Named("__shared__ variable '"));
    if (Text == "initialization is not supported for __shared__ variables")
      Add(AsNvcc::Unset, declaredAt(textAt(Side, E)));
  }
  return Readings;
}

namespace {
/// Observes the parser's tokens, and inserts keywords before some of them.
class KeywordInserter {
public:
  KeywordInserter(clang::Preprocessor &PP, llvm::StringSet<> Templates, llvm::StringSet<> Types,
                  llvm::StringSet<> Unset, bool Braced)
      : PP(PP), Templates(std::move(Templates)), Types(std::move(Types)), Unset(std::move(Unset)),
        Braced(Braced) {}
  void operator()(const clang::Token &Tok) {
    if (!Templates.empty())
      watchTemplates(Tok);
    if (!Types.empty())
      watchTypes(Tok);
    if (!Unset.empty())
      watchUnset(Tok);
    if (Braced)
      watchLaunches(Tok);
    Last = Tok;
  }

private:
  std::optional<clang::Token> after(const clang::Token &Tok) const {
    return clang::Lexer::findNextToken(Tok.getLocation(), PP.getSourceManager(), PP.getLangOpts());
  }
  void insert(llvm::ArrayRef<StringRef> Words, clang::SourceLocation At) {
    constexpr std::pair<StringRef, clang::tok::TokenKind> Marks[] = {
        {"(", clang::tok::l_paren},  {")", clang::tok::r_paren}, {"[", clang::tok::l_square},
        {"]", clang::tok::r_square}, {";", clang::tok::semi},    {"&", clang::tok::amp},
        {"*", clang::tok::star},     {"=", clang::tok::equal},
    };
    auto Tokens = std::make_unique<clang::Token[]>(Words.size());
    for (auto [Tok, Word] : llvm::zip(llvm::MutableArrayRef(Tokens.get(), Words.size()), Words)) {
      Tok.startToken();
      Tok.setLocation(At);
      const auto *Mark = llvm::find_if(Marks, [&](const auto &M) { return M.first == Word; });
      if (Mark != std::end(Marks)) {
        Tok.setKind(Mark->second);
        continue;
      }
      Tok.setIdentifierInfo(PP.getIdentifierInfo(Word));
      Tok.setKind(Tok.getIdentifierInfo()->getTokenID());
    }
    PP.EnterTokenStream(std::move(Tokens), Words.size(), /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/false);
  }
  void watchTemplates(const clang::Token &Tok) {
    const bool OfName = Tok.is(clang::tok::coloncolon) && Last.is(clang::tok::identifier);
    if (!OfName && Tok.isNot(clang::tok::period) && Tok.isNot(clang::tok::arrow) &&
        !(Tok.is(clang::tok::coloncolon) &&
          Last.isOneOf(clang::tok::greater, clang::tok::greatergreater)))
      return;
    auto Next = after(Tok);
    if (!Next || Next->isNot(clang::tok::raw_identifier))
      return;
    std::string Name = Next->getRawIdentifier().str();
    if (OfName)
      Name = inMacro((Last.getIdentifierInfo()->getName() + "::" + Name).str());
    if (!Templates.contains(Name))
      return;
    if (auto Open = after(*Next); Open && Open->is(clang::tok::less))
      insert({"template"}, Next->getLocation());
  }
  void watchTypes(const clang::Token &Tok) {
    // After these tokens a name follows, or a declaration that begins with one.
    if (Tok.isOneOf(clang::tok::kw_typename, clang::tok::kw_class, clang::tok::kw_struct,
                    clang::tok::kw_using, clang::tok::coloncolon, clang::tok::period,
                    clang::tok::arrow, clang::tok::identifier, clang::tok::kw_template))
      return;
    auto Next = after(Tok);
    if (!Next || Next->isNot(clang::tok::raw_identifier))
      return;
    const clang::SourceManager &SM = PP.getSourceManager();
    auto [File, Offset] = SM.getDecomposedLoc(Next->getLocation());
    std::string Name = typeAt(SM.getBufferData(File).substr(Offset), PP.getLangOpts());
    if (!Name.empty() && Types.contains(inMacro(Name)))
      insert({"typename"}, Next->getLocation());
  }
  /// Turns the declaration of an array into `__shared__ A static a[8]
  /// __attribute__((loader_uninitialized));`. The declaration of a variable becomes that of an
  /// array and a reference to its element.
  void watchUnset(const clang::Token &Tok) {
    if (Tok.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace)) {
      Shared = Static = InArray = false;
      Declared.clear();
    }
    Static |= Tok.is(clang::tok::kw_static);
    Shared |= Tok.is(clang::tok::identifier) && Tok.getIdentifierInfo()->isStr("shared");
    const bool IsVariable = !Variable.empty() && Tok.is(clang::tok::identifier) &&
                            Tok.getIdentifierInfo()->isStr(Variable);
    const bool GoesOn = !Declared.empty() && Tok.is(clang::tok::comma);
    auto Next = Shared || IsVariable || GoesOn ? after(Tok) : std::nullopt;
    if (!Next)
      return;
    if (IsVariable) {
      Declared = UnsetPrefix.str() + std::exchange(Variable, "");
      insert({"=", "*", Declared}, Next->getLocation());
      return;
    }
    if (InArray && Tok.is(clang::tok::r_square) &&
        Next->isOneOf(clang::tok::semi, clang::tok::comma)) {
      InArray = false;
      insert({"__attribute__", "(", "(", "loader_uninitialized", ")", ")"}, Tok.getLocation());
      return;
    }
    std::vector<StringRef> Words;
    const std::string Before = std::exchange(Declared, GoesOn ? "" : Declared);
    const std::string Unused = Before + "_";
    if (GoesOn) {
      Words = {"&", Unused, "=",      "*", Before, ";",      "__attribute__",
               "(", "(",    "shared", ")", ")",    "static", "__typeof__",
               "(", "*",    Before,   ")"};
      Shared = Static = true;
    }
    std::string Name;
    if (Next->is(clang::tok::raw_identifier) && Unset.contains(Next->getRawIdentifier())) {
      auto Open = after(*Next);
      const bool Alone = Open && Open->isOneOf(clang::tok::semi, clang::tok::comma);
      InArray = Open && Open->is(clang::tok::l_square);
      if ((InArray || Alone) && !Static && Tok.isNot(clang::tok::comma))
        Words.push_back("static");
      if (Alone) {
        Variable = Next->getRawIdentifier().str();
        Name = UnsetPrefix.str() + Variable;
        const StringRef Array[] = {Name,
                                   "[",
                                   "sizeof",
                                   "(",
                                   "char",
                                   ")",
                                   "]",
                                   "__attribute__",
                                   "(",
                                   "(",
                                   "loader_uninitialized",
                                   ")",
                                   ")",
                                   ";",
                                   "static",
                                   "constexpr",
                                   "auto",
                                   "&"};
        llvm::append_range(Words, Array);
      }
    }
    if (!Words.empty())
      insert(Words, Next->getLocation());
  }

  /// Inserts `dim3` before a brace that begins an argument in the brackets of a launch.
  void watchLaunches(const clang::Token &Tok) {
    if (Tok.is(clang::tok::lesslessless))
      InLaunch = 1;
    else if (InLaunch == 0)
      return;
    else if (Tok.isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace))
      ++InLaunch;
    else if (Tok.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace))
      --InLaunch;
    else if (Tok.isOneOf(clang::tok::greatergreatergreater, clang::tok::semi) && InLaunch == 1)
      InLaunch = 0;
    if (InLaunch != 1 || !Tok.isOneOf(clang::tok::lesslessless, clang::tok::comma))
      return;
    if (auto Next = after(Tok); Next && Next->is(clang::tok::l_brace))
      insert({"dim3"}, Next->getLocation());
  }

  clang::Preprocessor &PP;
  llvm::StringSet<> Templates, Types, Unset;
  const bool Braced;
  unsigned InLaunch = 0; ///< nesting of brackets within those of a launch
  bool Shared = false, Static = false, InArray = false; ///< what the current declaration contains
  std::string Variable; ///< its array is declared, its reference is next
  std::string Declared; ///< the array of a variable for which both are declared
  clang::Token Last{};
};

/// Swaps the names of variables and of the references that represent them.
class UnsetNamer : public clang::DynamicRecursiveASTVisitor {
public:
  explicit UnsetNamer(llvm::StringSet<> Names) : Names(std::move(Names)) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitVarDecl(clang::VarDecl *V) override {
    if (!V->getIdentifier() || !V->isStaticLocal())
      return true;
    clang::IdentifierTable &Idents = V->getASTContext().Idents;
    if (StringRef Name = V->getName(); Name.consume_front(UnsetPrefix))
      V->setDeclName(&Idents.get(Name));
    else if (V->isConstexpr() && V->getType()->isReferenceType() && Names.contains(Name))
      V->setDeclName(&Idents.get((UnsetPrefix + Name).str()));
    return true;
  }

private:
  llvm::StringSet<> Names;
};
} // namespace

void insertKeywords(clang::CompilerInstance &CI) {
  llvm::StringSet<> Templates = namesFor(CI, AsNvcc::Template),
                    Types = namesFor(CI, AsNvcc::Typename), Unset = namesFor(CI, AsNvcc::Unset);
  clang::Preprocessor &PP = CI.getPreprocessor();
  const bool Braced = !namesFor(CI, AsNvcc::Braced).empty();
  if (Templates.empty() && Types.empty() && Unset.empty() && !Braced)
    return;
  PP.setTokenWatcher(
      KeywordInserter(PP, std::move(Templates), std::move(Types), std::move(Unset), Braced));
}

void nameUnset(const clang::CompilerInstance &CI, llvm::ArrayRef<clang::Decl *> OfUnit) {
  llvm::StringSet<> Names = namesFor(CI, AsNvcc::Unset);
  if (Names.empty())
    return;
  UnsetNamer Namer(std::move(Names));
  for (clang::Decl *D : OfUnit)
    Namer.TraverseDecl(D);
}

} // namespace cudafix::frontend
