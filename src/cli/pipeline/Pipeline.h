// SPDX-License-Identifier: Apache-2.0
//
// The way of one translation unit through the tool.
#pragma once

#include "cli/pipeline/Transfer.h"
#include "frontend/Program.h"

namespace cudafix::smt {
class AnswerTable;
}

namespace cudafix::cli {

/// What those who wait for a unit are told on its way.
struct Progress {
  /// Called with what is known so far, so that a crash in a late stage loses only that stage.
  llvm::function_ref<void(const UnitResult &)> Known;
  /// Called at the start of a stage; the kernel is empty where it is about all of them.
  llvm::function_ref<void(llvm::StringRef Stage, llvm::StringRef Kernel)> Stage;
  /// Also after each kernel whose findings are known.
  bool EachKernel = false;
  bool Details = false; ///< for editors and pictures
  bool Costs = false;   ///< with the details: what the kernels cost
  /// What is known of questions to the solver, and what will be; null: nothing.
  std::shared_ptr<smt::AnswerTable> Answers = nullptr;
};

UnitResult analyse(const frontend::CompileCommand &Cmd, const Options &Opts,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting);

/// The unit's host code for other units, as text (host/Summary.h); empty when it cannot be
/// read.
std::string summarise(const frontend::CompileCommand &Cmd, const Options &Opts,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
