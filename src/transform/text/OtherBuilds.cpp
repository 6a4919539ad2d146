// SPDX-License-Identifier: Apache-2.0
#include "transform/text/OtherBuilds.h"
#include "transform/text/EveryBuild.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// The code of one function that other builds have.
class Searcher {
public:
  Searcher(const Context &C, const FunctionDecl *F);
  /// Why the code may need a barrier that this build does not need; empty: it does not.
  std::string search();

private:
  void nameMemory(const Context &C, const FunctionDecl *F);
  std::string ofBranches();
  std::string ofMacros();
  std::string otherDefinition(const IdentifierInfo *Name, StringRef Arguments) const;
  const Word *findShared(llvm::ArrayRef<Word> Words) const;
  unsigned lineOf(FileID In, unsigned At) const { return SM.getLineNumber(In, At); }

  CompilerInstance &Side;
  const SourceManager &SM;
  FileID File;
  StringRef Text;
  unsigned Begin = 0, End = 0;
  std::vector<unsigned> Statements; ///< where those of this build begin; sorted
  llvm::StringSet<> Shared;         ///< names of memory that threads share and write
};

Searcher::Searcher(const Context &C, const FunctionDecl *F)
    : Side(C.P.device()), SM(Side.getSourceManager()) {
  SourceRange Range = SM.getExpansionRange(F->getBody()->getSourceRange()).getAsRange();
  File = SM.getFileID(Range.getBegin());
  if (File != SM.getFileID(Range.getEnd()) || SM.isInSystemHeader(Range.getBegin()))
    return;
  Text = SM.getBufferData(File);
  Begin = SM.getFileOffset(Range.getBegin());
  End = SM.getFileOffset(Range.getEnd());
  walk(F->getBody(), [&](const Stmt *S) {
    SourceLocation At = SM.getExpansionLoc(S->getBeginLoc());
    if (SM.getFileID(At) == File)
      Statements.push_back(SM.getFileOffset(At));
    return true;
  });
  llvm::sort(Statements);
  nameMemory(C, F);
}

/// Arrays that the kernel writes, shared memory, and variables that may point to these.
void Searcher::nameMemory(const Context &C, const FunctionDecl *F) {
  for (const Array &A : C.K.Model.Arrays)
    if (A.Written || A.Where == Space::Shared)
      Shared.insert(
          StringRef(A.Name).take_until([](char X) { return !llvm::isAlnum(X) && X != '_'; }));
  auto Add = [&](const VarDecl *V) {
    QualType Type = V->getType();
    if (Type->isPointerType() || Type->isReferenceType() || Type->isArrayType())
      Shared.insert(V->getName());
  };
  if (F != C.K.Decl)
    llvm::for_each(F->parameters(), Add);
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Add(V);
    return true;
  });
  Shared.erase("");
}

const Word *Searcher::findShared(llvm::ArrayRef<Word> Words) const {
  const Word *Found = llvm::find_if(Words, [&](const Word &W) { return Shared.contains(W.Text); });
  return Found == Words.end() ? nullptr : Found;
}

std::string Searcher::ofBranches() {
  const EveryBuild Builds(Text, Begin, End, Side.getLangOpts());
  for (const EveryBuild::Branch &B : Builds.branches()) {
    auto First = llvm::lower_bound(Statements, B.Begin);
    const bool IsHere = First != Statements.end() && *First < B.End;
    if (const Word *W = B.Never || IsHere ? nullptr : findShared(B.Words))
      return "other builds have line " + std::to_string(lineOf(File, W->At)) + ", which names '" +
             W->Text + "', and may need the barrier";
  }
  return "";
}

/// The line in which a macro has another definition that may access shared memory.
std::string Searcher::otherDefinition(const IdentifierInfo *Name, StringRef Arguments) const {
  const MacroInfo *Macro = Side.getPreprocessor().getMacroInfo(Name);
  if (!Macro || Macro->isBuiltinMacro() || SM.isInSystemHeader(Macro->getDefinitionLoc()))
    return "";
  const FileID In = SM.getFileID(Macro->getDefinitionLoc());
  const StringRef All = SM.getBufferData(In);
  const unsigned Here = SM.getFileOffset(Macro->getDefinitionLoc());
  const bool Passes = findShared(wordsOf(Arguments, Side.getLangOpts())) != nullptr;
  for (size_t At = All.find("define"); At != StringRef::npos; At = All.find("define", At + 1)) {
    StringRef Rest = All.drop_front(At + StringRef("define").size());
    const StringRef Trimmed = Rest.ltrim(" \t");
    const bool Directive = All.take_front(At).rtrim(" \t").ends_with("#");
    const unsigned Place = All.size() - Trimmed.size();
    if (!Directive || Place == Here || !Trimmed.starts_with(Name->getName()) ||
        conditionsAround(All, Place) == 0)
      continue;
    StringRef Body = Trimmed.drop_front(Name->getName().size());
    if (!Body.empty() && (llvm::isAlnum(Body.front()) || Body.front() == '_'))
      continue;
    size_t Stop = Body.find('\n');
    while (Stop != StringRef::npos && Body.take_front(Stop).rtrim("\r").ends_with("\\"))
      Stop = Body.find('\n', Stop + 1);
    Body = Body.take_front(Stop);
    if (Macro->isFunctionLike() && Body.starts_with("("))
      Body = Body.split(')').second;
    const bool Accesses = Body.contains('[') || Body.contains('*') || Body.contains("->");
    if ((Passes && Accesses) || findShared(wordsOf(Body, Side.getLangOpts())))
      return std::to_string(lineOf(In, Place));
  }
  return "";
}

std::string Searcher::ofMacros() {
  llvm::StringSet<> Done;
  for (const Word &W : wordsOf(Text.slice(Begin, End), Side.getLangOpts())) {
    const IdentifierInfo *Name = Side.getPreprocessor().getIdentifierInfo(W.Text);
    if (!Name->hasMacroDefinition())
      continue;
    StringRef Behind = Text.slice(Begin + W.At + W.Text.size(), End).ltrim();
    StringRef Arguments;
    if (Behind.consume_front("(")) {
      int Depth = 1;
      Arguments = Behind.take_while([&](char X) {
        Depth += X == '(' ? 1 : X == ')' ? -1 : 0;
        return Depth > 0;
      });
    }
    if (!Done.insert((W.Text + "(" + Arguments).str()).second)
      continue;
    if (std::string Line = otherDefinition(Name, Arguments); !Line.empty())
      return "other builds define '" + W.Text + "' as in line " + Line +
             ", which may need the barrier";
  }
  return "";
}

std::string Searcher::search() {
  if (Begin >= End)
    return "";
  std::string Why = ofBranches();
  return Why.empty() ? ofMacros() : Why;
}

} // namespace

void limitToThisBuild(const Context &C, Repair &R) {
  const SourceLookup Lookup(C.P, C.K);
  for (const FunctionDecl *F : Lookup.functions()) {
    if (!F->getBody())
      continue;
    std::string Why = Searcher(C, F).search();
    if (Why.empty())
      continue;
    R.How = std::max(R.How, Applicability::Suggested);
    R.Notes.emplace_back(std::move(Why));
    return;
  }
}

} // namespace cudafix::transform
