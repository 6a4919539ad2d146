// SPDX-License-Identifier: Apache-2.0
//
// Leads from debug locations of device IR back to the AST and the source. Code of system headers
// (including the CUDA headers) is never shown; the call in user code stands for it.
#pragma once

#include "model/Kernel.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <map>

namespace clang {
class CompilerInstance;
class CallExpr;
} // namespace clang

namespace cudafix::frontend {

/// The place of an instruction in user code, and the calls that lead to it.
struct SourcePlace {
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text;
  const clang::Expr *AST = nullptr; ///< the expression, when found
  const clang::FunctionDecl *Function = nullptr;
  const llvm::DILocation *Debug = nullptr; ///< the user-code location
};

/// How a place is used; this selects one of several expressions at the same position.
enum class PlaceKind : uint8_t { Any, Read, Write, Call };

class SourceIndex {
public:
  SourceIndex(clang::CompilerInstance &CI, const clang::FunctionDecl *Kernel);

  SourcePlace place(const llvm::DILocation *L, PlaceKind Kind);
  /// The definition a debug scope belongs to, or null.
  const clang::FunctionDecl *function(const llvm::DISubprogram *SP);
  /// Returns true for code of system headers and of our own headers.
  bool isSystem(const llvm::DILocation *L);
  /// The statement that starts at a location, of a class the predicate accepts, or null.
  const clang::Stmt *statement(const llvm::DILocation *L,
                               llvm::function_ref<bool(const clang::Stmt *)> Accept);
  SourceLoc range(clang::SourceRange R) const;
  std::string text(clang::SourceRange R) const;
  /// Byte offset of a debug location in the file of its function.
  std::optional<unsigned> offset(const llvm::DILocation *L);
  unsigned fileOffset(clang::SourceLocation L) const;
  struct FieldPlace {
    std::string Path; ///< ".w[2]", or empty
    std::optional<Symbol::ArrayElement> Element;
  };
  /// The field at a byte offset. Members of bases are the object's own.
  FieldPlace field(clang::QualType T, int64_t Offset) const;
  const clang::SourceManager &sources() const;
  const clang::ASTContext &context() const;
  /// The kernel's definition; null when the AST lacks it.
  const clang::FunctionDecl *kernel() const { return Kernel; }

private:
  using Position = std::pair<unsigned, unsigned>;
  struct FunctionIndex {
    std::map<Position, std::vector<const clang::Stmt *>> At;
  };
  void addFunction(const clang::FunctionDecl *F);
  void collectCallees(const clang::FunctionDecl *F);
  const FunctionIndex &index(const clang::FunctionDecl *F);
  const clang::Expr *find(const clang::FunctionDecl *F, const llvm::DILocation *L, PlaceKind Kind);
  SourceLoc plain(const llvm::DILocation *L) const;

  clang::CompilerInstance &CI;
  const clang::FunctionDecl *Kernel;
  std::map<std::pair<std::string, unsigned>, std::vector<const clang::FunctionDecl *>> Functions;
  llvm::DenseMap<const llvm::DISubprogram *, const clang::FunctionDecl *> Cache;
  std::map<const clang::FunctionDecl *, FunctionIndex> Indices;
};

} // namespace cudafix::frontend
