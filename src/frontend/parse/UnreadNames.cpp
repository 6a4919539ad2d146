// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/UnreadNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "llvm/IR/Module.h"
#include <map>
#include <set>

namespace cudafix::frontend {

using Mentions = std::map<std::string, std::set<std::string>>; ///< of a name, "file:line"

static void addNames(const clang::FunctionDecl &F, Mentions &To) {
  const clang::SourceManager &SM = F.getASTContext().getSourceManager();
  auto [File, Begin] = SM.getDecomposedExpansionLoc(F.getBeginLoc());
  auto [EndFile, End] = SM.getDecomposedExpansionLoc(F.getEndLoc());
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (File != EndFile || Invalid || End >= Text.size())
    return;
  clang::Lexer Raw(SM.getLocForStartOfFile(File), F.getASTContext().getLangOpts(), Text.begin(),
                   Text.begin() + Begin, Text.end());
  for (clang::Token T; !Raw.LexFromRawLexer(T);) {
    if (SM.getFileOffset(T.getLocation()) > End)
      break;
    if (T.is(clang::tok::raw_identifier))
      To[T.getRawIdentifier().str()].insert(
          (SM.getFilename(T.getLocation()) + ":" +
           llvm::Twine(SM.getExpansionLineNumber(T.getLocation())))
              .str());
  }
}

/// Returns true if the host can call the function: the bodies of others, which may be no valid host
/// code, launch nothing there.
static bool runsOnHost(const clang::FunctionDecl &F) {
  return !F.hasAttr<clang::CUDAGlobalAttr>() &&
         (!F.hasAttr<clang::CUDADeviceAttr>() || F.hasAttr<clang::CUDAHostAttr>());
}

void markNamesOfUnread(
    llvm::Module &M, const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Unread,
    llvm::function_ref<const clang::FunctionDecl *(const llvm::Function &)> DeclOf) {
  Mentions All;
  for (const clang::FunctionDecl *F : Unread)
    if (runsOnHost(*F))
      addNames(F->getDefinition() ? *F->getDefinition() : *F, All);
  if (All.empty())
    return;
  for (llvm::Function &F : M)
    if (const clang::FunctionDecl *FD = DeclOf(F))
      if (auto At = All.find(FD->getNameAsString()); At != All.end())
        F.addFnAttr(NamedInUnread, llvm::join(At->second, "\n"));
}

} // namespace cudafix::frontend
