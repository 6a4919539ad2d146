// SPDX-License-Identifier: Apache-2.0
//
// The text of one file with respect to the statements of its AST: where a statement begins and ends
// (semicolon included), its comments, its indentation, and the layout of the code around it.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <map>

namespace cudafix::transform {

/// Visits `S` and everything below it, parents first, through lambdas and initialisers; of a
/// property access (threadIdx.x) only what was written. If `Visit` returns false, the statement's
/// children are skipped.
void walk(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Visit);

/// The statement without attributes (#pragma unroll, [[likely]]).
const clang::Stmt *core(const clang::Stmt *S);

/// One or more statements of a list with the text that belongs to them. Several
/// statements share an item when one macro call makes them.
struct Item {
  std::vector<const clang::Stmt *> Stmts;
  unsigned Lead = 0;     ///< start of the comments and blank lines before it
  unsigned Begin = 0;    ///< first byte
  unsigned End = 0;      ///< after the semicolon
  unsigned TrailEnd = 0; ///< after a comment on the same line
  const clang::Stmt *stmt() const { return Stmts.empty() ? nullptr : Stmts.front(); }
};

/// The indentation that a file adds to the first line after a brace.
llvm::StringRef indentationStep(llvm::StringRef Text);

/// The layout of the surrounding code.
struct Layout {
  std::string Unit = "  "; ///< one indentation step
  bool BraceOnOwnLine = false;
  bool SpaceAfterKeyword = true;
  bool SpaceBeforeBrace = true;
  std::string keyword(llvm::StringRef Word) const {
    return (Word + (SpaceAfterKeyword ? " (" : "(")).str();
  }
};

class SourceText {
public:
  SourceText(const clang::ASTContext &Ctx, clang::FileID File);

  llvm::StringRef text() const { return Text; }
  llvm::StringRef slice(unsigned Begin, unsigned End) const { return Text.slice(Begin, End); }
  const clang::ASTContext &context() const { return Ctx; }
  const std::string &path() const { return Path; }

  unsigned offset(clang::SourceLocation Loc) const;
  unsigned begin(const clang::Stmt *S) const { return offset(core(S)->getBeginLoc()); }
  /// The offset after the statement, semicolon included.
  unsigned end(const clang::Stmt *S) const;
  /// The offset after the last token of an expression or declaration.
  unsigned tokenEnd(clang::SourceLocation Last) const;
  /// Returns true if it begins or ends in a macro's body or in another file: its parts cannot be
  /// edited.
  bool inMacro(const clang::Stmt *S) const;

  unsigned lineBegin(unsigned Offset) const;
  unsigned lineEnd(unsigned Offset) const; ///< offset of the line end, or of the end of the text
  /// Offset of the next line, or of the end of the text.
  unsigned nextLine(unsigned Offset) const;
  llvm::StringRef indent(unsigned Offset) const;
  bool firstOnLine(unsigned Offset) const;
  /// The offset after a comment on the same line, else `Offset`.
  unsigned afterTrailingComment(unsigned Offset) const;

  /// The statements of a body: those of a compound statement, or the single one.
  std::vector<Item> items(const clang::Stmt *Body) const;
  /// The first offset between the braces, or that of an unbraced statement.
  unsigned bodyBegin(const clang::Stmt *Body) const;
  unsigned bodyEnd(const clang::Stmt *Body) const;

  Layout layout(const clang::FunctionDecl *F) const;

  /// Variables that get another name in copied text, with that name.
  std::map<const clang::ValueDecl *, std::string> Renames;
  /// Replacement text for ranges: offset -> (length, text).
  std::map<unsigned, std::pair<unsigned, std::string>> Overlays;
  /// The text of [Begin, End), which holds `Parts`, with renames and overlays.
  std::string copy(unsigned Begin, unsigned End, llvm::ArrayRef<const clang::Stmt *> Parts) const;
  std::string copy(const clang::Expr *E) const;

private:
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  clang::FileID File;
  llvm::StringRef Text;
  std::string Path;
};

/// `Text` with the indentation `From` of its first line replaced by `To` on every line that has it.
/// The first line's own indentation must already be cut off.
std::string reindent(llvm::StringRef Text, llvm::StringRef From, llvm::StringRef To);

} // namespace cudafix::transform
