// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/ReachedNames.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringMap.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Functions with a body, by the name under which they are used: for a constructor or an operator,
/// the name of its class.
class BodyFinder : public clang::DynamicRecursiveASTVisitor {
public:
  llvm::StringMap<std::vector<const clang::FunctionDecl *>> Found;
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody())
      return true;
    const clang::IdentifierInfo *Name = F->getIdentifier();
    if (auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F); M && !Name)
      Name = M->getParent()->getIdentifier();
    if (Name)
      Found[Name->getName()].push_back(F);
    return true;
  }
};

class Reacher {
public:
  explicit Reacher(clang::CompilerInstance &CI)
      : SM(CI.getSourceManager()), Lang(CI.getLangOpts()), PP(CI.getPreprocessor()) {
    Bodies.TraverseAST(CI.getASTContext());
  }
  llvm::StringSet<> All;

  void run() {
    clang::FileID Main = SM.getMainFileID();
    addText(Main, 0, SM.getFileIDSize(Main));
    while (!Next.empty()) {
      StringRef Name = Next.pop_back_val();
      if (auto It = Bodies.Found.find(Name); It != Bodies.Found.end())
        for (const clang::FunctionDecl *F : It->second)
          addBody(*F);
      if (const clang::IdentifierInfo *II = PP.getIdentifierInfo(Name); II->hasMacroDefinition())
        if (const clang::MacroInfo *M = PP.getMacroInfo(II))
          for (const clang::Token &T : M->tokens())
            if (const clang::IdentifierInfo *Of = T.getIdentifierInfo())
              add(Of->getName());
    }
  }

private:
  void add(StringRef Name) {
    if (auto [It, New] = All.insert(Name); New)
      Next.push_back(It->getKey());
  }

  void addText(clang::FileID File, unsigned Begin, unsigned End) {
    bool Invalid = false;
    StringRef Text = SM.getBufferData(File, &Invalid);
    if (Invalid || End > Text.size())
      return;
    clang::Lexer Raw(SM.getLocForStartOfFile(File), Lang, Text.begin(), Text.begin() + Begin,
                     Text.end());
    for (clang::Token T; !Raw.LexFromRawLexer(T) && SM.getFileOffset(T.getLocation()) <= End;)
      if (T.is(clang::tok::raw_identifier))
        add(T.getRawIdentifier());
  }

  void addBody(const clang::FunctionDecl &F) {
    auto [File, Begin] = SM.getDecomposedExpansionLoc(F.getBeginLoc());
    auto [EndFile, End] = SM.getDecomposedExpansionLoc(F.getEndLoc());
    if (File == EndFile)
      addText(File, Begin, End);
  }

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  clang::Preprocessor &PP;
  BodyFinder Bodies;
  llvm::SmallVector<StringRef> Next;
};

} // namespace

llvm::StringSet<> reachedNames(clang::CompilerInstance &CI) {
  Reacher R(CI);
  R.run();
  return std::move(R.All);
}

} // namespace cudafix::frontend
