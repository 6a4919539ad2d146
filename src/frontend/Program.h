// SPDX-License-Identifier: Apache-2.0
//
// One translation unit, parsed for device and host: the ASTs of both sides are kept alive, with the
// LLVM IR of both sides and the kernel models, which lead from a model id back to its instruction
// and statement. The implementation is hidden so that Clang's headers stay inside frontend, host,
// transform, rewrite and verify.
#pragma once

#include "frontend/parse/CompileCommand.h"
#include "model/Kernel.h"
#include "model/Options.h"
#include "smt/Workspace.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>

namespace clang {
class ASTContext;
class CompilerInstance;
class FunctionDecl;
class Stmt;
class CompoundStmt;
} // namespace clang
namespace llvm {
class Module;
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace cudafix::frontend {

/// The position of a slot in the AST: before `Before` or, if that is null, at the end of `Parent`.
struct SlotPosition {
  const clang::FunctionDecl *Function = nullptr;
  const clang::CompoundStmt *Parent = nullptr;
  const clang::Stmt *Before = nullptr;
};

/// A kernel with the way back to IR and AST.
struct KernelUnit {
  Kernel Model;
  std::unique_ptr<smt::Workspace> Solving;      ///< for the questions over its terms
  llvm::Function *Function = nullptr;           ///< in deviceModule(), callees inlined
  const clang::FunctionDecl *Decl = nullptr;    ///< device side definition
  std::vector<llvm::Instruction *> AccessInst;  ///< by AccessId
  std::vector<llvm::BasicBlock *> NodeBlock;    ///< by NodeId; null for the exit
  std::vector<llvm::Instruction *> BarrierInst; ///< by BarrierId
  std::vector<llvm::Instruction *> FenceInst;   ///< by FenceId
  std::vector<SlotPosition> SlotAt;             ///< by SlotId
  /// By SlotId: the instruction before which a barrier of this slot is inserted.
  std::vector<llvm::Instruction *> SlotInst;
  /// The template that the kernel instantiates, only for comparisons; null: none.
  const void *primaryTemplate() const;
};

/// Metadata of a branch that implements a `return` before the end of a kernel.
inline constexpr llvm::StringLiteral EarlyReturnMetadata = "cudafix.return";

/// A kernel that is not modelled.
struct UnreadKernel {
  enum class Reason : uint8_t {
    Errors,   ///< it has errors in its body
    Template, ///< nothing instantiates the template
    OneOfMany ///< the template has more instances than are analysed
  };
  std::string Name; ///< qualified
  SourceLoc Loc;    ///< of the name: file and line
  Reason Why;
  size_t Instances = 0, Judged = 0; ///< OneOfMany: instances of its template
  std::string Error = "";           ///< the first error in its body, with its line; may be empty
};

class Program {
public:
  ~Program();
  Program(const Program &) = delete;

  /// Parses both sides and models every kernel that the options select. `FS` may overlay patched
  /// text on the real files. Fails only if nothing can be analysed (unreadable file, not text, no
  /// invocation); parse errors are kept in `diagnostics()` and the broken declarations are skipped.
  /// `Like`: an earlier parse of the file, whose choice of headers is reused.
  static llvm::Expected<std::unique_ptr<Program>>
  parse(const CompileCommand &Cmd, const Options &Opts,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS = nullptr,
        const Program *Like = nullptr);

  const CompileCommand &command() const;
  /// Errors of the parse, "file:line:col: error: ...", in source order, both sides, once each.
  const std::vector<std::string> &diagnostics() const;
  /// Returns true if some declarations had to be skipped or one side failed.
  bool partial() const;
  /// Kernels defined in this unit that have no code, in source order.
  const std::vector<UnreadKernel> &unreadKernels() const;
  double parseSeconds() const;
  double modelSeconds() const;

  /// Every kernel of the unit (template kernels: each instantiation), in source order.
  std::vector<KernelUnit> &kernels();

  clang::CompilerInstance &device();
  clang::CompilerInstance *host(); ///< null when the host side could not be parsed
  /// The names in those statements of a function, on the host side, that contain errors
  /// (parse/DroppedText.h).
  llvm::StringSet<> namesBesideErrors(const clang::FunctionDecl &F) const;
  llvm::Module &deviceModule();
  llvm::Module *hostModule();
  /// The bytes of a file as this parse saw it (overlays included).
  llvm::Expected<llvm::StringRef> contents(llvm::StringRef File) const;
  /// The architectures that the command names, such as {"sm_70"}; empty: none.
  const std::vector<std::string> &archs() const;

private:
  Program();
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace cudafix::frontend
