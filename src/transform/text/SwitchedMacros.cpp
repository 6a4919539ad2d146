// SPDX-License-Identifier: Apache-2.0
#include "transform/text/SwitchedMacros.h"
#include "transform/text/EveryBuild.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// The integer that a macro expands to, also through other macros.
std::optional<uint64_t> valueOf(Preprocessor &PP, const IdentifierInfo *Name, bool &Switched,
                                unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  const MacroInfo *Macro = PP.getMacroInfo(Name);
  if (!Macro || Macro->isFunctionLike() || Macro->isBuiltinMacro() || Macro->getNumTokens() == 0 ||
      Depth > MaxDepth)
    return std::nullopt;
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation At = Macro->getDefinitionLoc();
  if (SM.isInSystemHeader(At))
    return std::nullopt;
  Switched |= SM.isWrittenInCommandLineFile(At) ||
              conditionsAround(SM.getBufferData(SM.getFileID(At)), SM.getFileOffset(At)) > 0;
  llvm::SmallVector<Token, 4> Tokens;
  for (const Token &T : Macro->tokens())
    if (!T.isOneOf(tok::l_paren, tok::r_paren))
      Tokens.push_back(T);
  if (Tokens.size() != 1)
    return std::nullopt;
  if (const IdentifierInfo *Next = Tokens[0].getIdentifierInfo())
    return valueOf(PP, Next, Switched, Depth + 1);
  uint64_t Value = 0;
  if (Tokens[0].isNot(tok::numeric_constant) || PP.getSpelling(Tokens[0]).empty() ||
      StringRef(PP.getSpelling(Tokens[0])).rtrim("uUlL").getAsInteger(0, Value))
    return std::nullopt;
  return Value;
}

} // namespace

std::vector<NeededCondition> switchedMacros(const Context &C) {
  std::map<std::string, uint64_t> Found;
  if (!C.K.Decl || !C.K.Decl->getBody())
    return {};
  CompilerInstance &Side = C.P.device();
  const SourceManager &SM = Side.getSourceManager();
  SourceRange Range = SM.getExpansionRange(C.K.Decl->getSourceRange()).getAsRange();
  FileID File = SM.getFileID(Range.getBegin());
  if (File != SM.getFileID(Range.getEnd()))
    return {};
  StringRef Text = SM.getBufferData(File);
  unsigned End = SM.getFileOffset(Range.getEnd());
  Lexer Raw(SM.getLocForStartOfFile(File), Side.getLangOpts(), Text.begin(),
            Text.begin() + SM.getFileOffset(Range.getBegin()), Text.end());
  for (Token T; !Raw.LexFromRawLexer(T) && SM.getFileOffset(T.getLocation()) < End;) {
    if (T.isNot(tok::raw_identifier))
      continue;
    bool Switched = false;
    std::optional<uint64_t> Value =
        valueOf(Side.getPreprocessor(),
                Side.getPreprocessor().getIdentifierInfo(T.getRawIdentifier()), Switched);
    if (Value && Switched)
      Found[T.getRawIdentifier().str()] = *Value;
  }
  std::vector<NeededCondition> Conditions;
  for (const auto &[Name, Value] : Found) {
    NeededCondition &N = Conditions.emplace_back();
    N.What = NeededCondition::Kind::Macro;
    N.Text = Name + " == " + std::to_string(Value);
    N.Named = Name;
    N.Value = Value;
  }
  return Conditions;
}

} // namespace cudafix::transform
