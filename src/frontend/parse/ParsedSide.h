// SPDX-License-Identifier: Apache-2.0
//
// One side (device or host) of a translation unit: parsed by Clang in this process with the
// AST kept alive, its IR generated in memory. Broken declarations are skipped, missing
// headers passed over, so that one bad line does not cost the kernels.
#pragma once

#include "frontend/Precompiled.h"
#include "frontend/parse/Invocation.h"
#include "frontend/parse/LeftOutText.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class CodeGenerator;
class CompilerInvocation;
} // namespace clang

namespace cudafix::frontend {

class ErrorCollector;

/// An error of the parse and where it is.
struct ParseError {
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Message;
  bool MissingHeader = false;
  bool BadPrecompiledHeader = false;
  bool CallsOther = false; ///< a function of the side not compiled calls one of the other side
  std::string text() const;
  /// The included name, if a header is missing.
  llvm::StringRef missingHeader() const {
    return llvm::StringRef(Message).drop_front(1).split('\'').first;
  }
};

/// Attribute of a function whose body contains errors, or could not be instantiated.
inline constexpr llvm::StringLiteral UnreadBody = "cudafix-unread-body";

class ParsedSide {
public:
  ~ParsedSide();
  ParsedSide(const ParsedSide &) = delete;

  /// Parses one side; `Pch` is a precompiled header to load, or empty. Fails only if Clang cannot
  /// even start on the file.
  static llvm::Expected<std::unique_ptr<ParsedSide>>
  parse(std::vector<std::string> Args, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
        llvm::StringRef Pch);

  /// Generates the module once, without functions on which code generation crashes. Null: it gave
  /// up.
  llvm::Module *generate(llvm::LLVMContext &Ctx);
  /// Returns true if code generation crashed: its context must not be torn down.
  bool generatorCrashed() const { return Crashed; }

  clang::CompilerInstance &compiler() { return *CI; }
  const clang::CompilerInstance &compiler() const { return *CI; }
  llvm::Module *module() { return M.get(); }
  const std::vector<ParseError> &errors() const { return Errors; }
  /// The names in statements of the function that contain errors (DroppedText.h).
  llvm::StringSet<> namesBesideErrors(const clang::FunctionDecl &F) const;
  /// Text that conditional directives left out, system headers aside.
  const std::vector<LeftOutText> &leftOut() const { return LeftOut; }
  /// The number of kernels of the parsed file in such text.
  unsigned kernelsLeftOut() const;
  /// Returns true if some kernel of that file is outside of such text.
  bool readsKernels() const;
  /// The precompiled header was refused; the parse must be repeated without it.
  bool badPrecompiledHeader() const {
    return llvm::any_of(Errors, [](const ParseError &E) { return E.BadPrecompiledHeader; });
  }
  /// The declaration of a function of the module.
  const clang::FunctionDecl *declOf(const llvm::Function &F) const;

  /// Returns true for a made-up instance of a kernel template, which the unit does not instantiate.
  bool isCustomary(const clang::FunctionDecl &Kernel) const;

private:
  class Action;
  class Recorder;
  ParsedSide();
  /// Generates the module into `M`.
  void generateOnce(llvm::LLVMContext &Ctx);
  /// Gives functions without code that have a body in the source the attribute UnreadBody.
  void markUnread();

  std::vector<ParseError> Errors;
  std::vector<LeftOutText> LeftOut;
  std::shared_ptr<clang::CompilerInvocation> Invocation;
  std::unique_ptr<ErrorCollector> Diags;
  std::unique_ptr<clang::CompilerInstance> CI;
  std::unique_ptr<Action> Act;
  clang::DiagnosticOptions GenDiagOpts;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> GenDiags;
  std::unique_ptr<clang::CodeGenerator> Generator;
  std::unique_ptr<llvm::Module> M;
  bool Crashed = false;
};

} // namespace cudafix::frontend
