// SPDX-License-Identifier: Apache-2.0
//
// How an undeclared name is used, judged by the surrounding text.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::frontend {

enum class NameUse : uint8_t {
  Value,              ///< an operand
  Bound,              ///< the only operand in the brackets of a declared array
  ConstantExpression, ///< size of a shared array, argument of a template or __launch_bounds__
  Call,               ///< NAME(...) in an expression
  Loop,               ///< XY_LOOP(i, n) before a statement
  Counter,            ///< i in a Loop
  Statement,          ///< NAME alone, before another statement
  StatementCall,      ///< NAME(...) before another statement, without a semicolon
  Attribute,          ///< before a specifier of a function
  Declaration,        ///< NAME before the type in a declaration
  Parameter,          ///< NAME after the last parameter of a function
  Scope,              ///< NAME::
  Other
};

class NameUses {
public:
  explicit NameUses(clang::CompilerInstance &CI) : CI(CI) {}
  /// The use of the name at the place; if a macro hides that, its use at the first mention in the
  /// file.
  NameUse of(llvm::StringRef Name, llvm::StringRef File, unsigned Line, unsigned Column);
  /// The identifier at the place; empty: none.
  std::string nameAt(llvm::StringRef File, unsigned Line, unsigned Column);
  /// NAME if the place is in the first argument of NAME(...).
  std::string macroAround(llvm::StringRef File, unsigned Line, unsigned Column);
  /// The names after NAME:: in the file and in the main file, if all of them may be enumerators:
  /// they are not called, and NAME is not a namespace.
  std::vector<std::string> enumerators(llvm::StringRef Name, llvm::StringRef File);
  /// The number that a static_assert in the file, or in the main file, gives the name; empty: there
  /// is none.
  std::string assertedNumber(llvm::StringRef Name, llvm::StringRef File);
  llvm::StringSet<> namesOfLine(llvm::StringRef File, unsigned Line);
  /// X in an undeclared namespace NAME (NAME::X, NAME::A::X).
  struct Member {
    std::string Namespace, Name;
    NameUse Use; ///< Declaration, for a type, Call or Value
  };
  /// The members that the file and the main file mention, types first.
  std::vector<Member> members(llvm::StringRef Namespace, llvm::StringRef File);

private:
  struct Token {
    clang::tok::TokenKind Kind;
    bool Keyword; ///< or an identifier; Kind is raw_identifier for both
    bool LineStart;
    unsigned Line, Column;
    llvm::StringRef Text;
  };
  const std::vector<Token> &tokensOf(llvm::StringRef File);
  llvm::SmallVector<llvm::StringRef, 2> withMainFile(llvm::StringRef File) const;
  static NameUse useAt(llvm::ArrayRef<Token> Tokens, size_t At);
  static bool addEnumerators(llvm::StringRef Name, llvm::ArrayRef<Token> Tokens,
                             std::vector<std::string> &To);
  static void addMembers(llvm::StringRef Namespace, llvm::ArrayRef<Token> Tokens,
                         std::vector<Member> &To);
  static bool isLoop(llvm::ArrayRef<Token> Tokens, size_t At);
  static bool isBound(llvm::ArrayRef<Token> Tokens, size_t At);
  static bool isTemplateArgument(llvm::ArrayRef<Token> Tokens, size_t At);

  clang::CompilerInstance &CI;
  llvm::StringMap<std::vector<Token>> Files;
};

} // namespace cudafix::frontend
