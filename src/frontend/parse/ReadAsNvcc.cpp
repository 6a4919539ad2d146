// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/ReadAsNvcc.h"
#include "frontend/parse/ParsedSide.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

namespace cudafix::frontend {

using llvm::StringRef;

static StringRef prefixOf(AsNvcc What) {
  return What == AsNvcc::HostToo ? "__CUDAFIX_HOST_TOO_" : "__CUDAFIX_TEMPLATE_";
}

std::string NvccReading::arg() const { return ("-D" + prefixOf(What) + Name).str(); }

std::string NvccReading::text() const {
  return What == AsNvcc::HostToo
             ? "the template '" + Name + "' is read as one for the host, too, like a specialization"
             : "'" + Name + "' is read with 'template' before it";
}

static llvm::StringSet<> namesFor(const clang::CompilerInstance &CI, AsNvcc What) {
  llvm::StringSet<> Names;
  for (const auto &[Macro, IsUndef] : CI.getPreprocessorOpts().Macros)
    if (StringRef Name = Macro; Name.consume_front(prefixOf(What)))
      Names.insert(Name.split('=').first);
  return Names;
}

/// The name in `A<T>::name<...` or `a.name<...` that comes next from the error on; empty: there is
/// none.
static std::string dependentName(const ParsedSide &Side, const ParseError &E) {
  auto Buffer = Side.compiler().getFileManager().getBufferForFile(E.File);
  if (!Buffer)
    return "";
  StringRef Text = (*Buffer)->getBuffer();
  for (unsigned I = 1; I < E.Line && !Text.empty(); ++I)
    Text = Text.split('\n').second;
  if (E.Column == 0 || E.Column > Text.size())
    return "";
  const char *At = Text.data() + E.Column - 1;
  static constexpr StringRef Call =
      "(>[[:space:]]*::|[.]|->)[[:space:]]*([A-Za-z_][A-Za-z_0-9]*)[[:space:]]*<";
  Text = Text.take_front(Text.find(';', E.Column));
  llvm::SmallVector<StringRef, 3> Groups;
  for (; llvm::Regex(Call).match(Text, &Groups);
       Text = Text.drop_front(Groups[0].end() - Text.begin()))
    if (Groups[2].data() >= At)
      return Groups[2].str();
  return "";
}

std::vector<NvccReading> nvccReadings(const ParsedSide &Side) {
  std::vector<NvccReading> Readings;
  for (const ParseError &E : Side.errors()) {
    StringRef Text = E.Message;
    auto Named = [&](StringRef Start) {
      return Text.consume_front(Start) ? Text.take_until([](char C) { return C == '\''; }).str()
                                       : "";
    };
    if (std::string Name = Named("no function template matches function template specialization '");
        !Name.empty())
      Readings.push_back({AsNvcc::HostToo, Name});
    if (std::string Name = Named("missing 'template' keyword prior to dependent template name '");
        !Name.empty())
      Readings.push_back({AsNvcc::Template, Name});
    if (Text.starts_with("reference to overloaded function could not be resolved") ||
        Text.starts_with("reference to non-static member function must be called"))
      if (std::string Name = dependentName(Side, E); !Name.empty())
        Readings.push_back({AsNvcc::Template, Name});
  }
  return Readings;
}

void insertTemplateKeywords(clang::CompilerInstance &CI) {
  llvm::StringSet<> Names = namesFor(CI, AsNvcc::Template);
  if (Names.empty())
    return;
  clang::Preprocessor &PP = CI.getPreprocessor();
  PP.setTokenWatcher(
      [&PP, Names = std::move(Names), AfterArgs = false](const clang::Token &Tok) mutable {
        const bool Qualifies = (Tok.is(clang::tok::coloncolon) && AfterArgs) ||
                               Tok.isOneOf(clang::tok::period, clang::tok::arrow);
        AfterArgs = Tok.isOneOf(clang::tok::greater, clang::tok::greatergreater);
        if (!Qualifies)
          return;
        const clang::SourceManager &SM = PP.getSourceManager();
        auto Next = clang::Lexer::findNextToken(Tok.getLocation(), SM, PP.getLangOpts());
        if (!Next || Next->isNot(clang::tok::raw_identifier) ||
            !Names.contains(Next->getRawIdentifier()))
          return;
        auto Open = clang::Lexer::findNextToken(Next->getLocation(), SM, PP.getLangOpts());
        if (!Open || Open->isNot(clang::tok::less))
          return;
        auto Keyword = std::make_unique<clang::Token[]>(1);
        Keyword[0].startToken();
        Keyword[0].setKind(clang::tok::kw_template);
        Keyword[0].setIdentifierInfo(PP.getIdentifierInfo("template"));
        Keyword[0].setLocation(Next->getLocation());
        PP.EnterTokenStream(std::move(Keyword), 1, /*DisableMacroExpansion=*/true,
                            /*IsReinject=*/false);
      });
}

namespace {
class HostToo : public clang::ASTMutationListener {
public:
  explicit HostToo(llvm::StringSet<> Names) : Names(std::move(Names)) {}
  void AddedVisibleDecl(const clang::DeclContext *, const clang::Decl *D) override {
    const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    clang::FunctionDecl *F = T ? T->getTemplatedDecl() : nullptr;
    if (F && F->getIdentifier() && Names.contains(F->getName()) &&
        F->hasAttr<clang::CUDADeviceAttr>() && !F->hasAttr<clang::CUDAHostAttr>())
      F->addAttr(clang::CUDAHostAttr::Create(F->getASTContext()));
  }

private:
  llvm::StringSet<> Names;
};
} // namespace

std::unique_ptr<clang::ASTMutationListener> makeHostToo(const clang::CompilerInstance &CI) {
  llvm::StringSet<> Names = namesFor(CI, AsNvcc::HostToo);
  return Names.empty() ? nullptr : std::make_unique<HostToo>(std::move(Names));
}

} // namespace cudafix::frontend
