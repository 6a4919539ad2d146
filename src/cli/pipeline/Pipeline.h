// SPDX-License-Identifier: Apache-2.0
//
// Takes one translation unit through all stages.
#pragma once

#include "cli/pipeline/Transfer.h"
#include "frontend/Program.h"

namespace cudafix::smt {
class AnswerTable;
}

namespace cudafix::cli {

/// Callbacks for whoever waits for a unit.
struct Progress {
  /// Called with what is known so far, so that a crash in a late stage loses only that stage.
  llvm::function_ref<void(const UnitResult &)> Known;
  /// Called at the start of a stage; the kernel is empty if the stage is about all kernels.
  llvm::function_ref<void(llvm::StringRef Stage, llvm::StringRef Kernel)> Stage;
  /// Calls Known after each kernel as well.
  bool EachKernel = false;
  bool Details = false; ///< collect details for editors and pictures
  bool Costs = false;   ///< add the costs of kernels to the details
  /// Answers to solver questions, known and new ones; null: none are kept.
  std::shared_ptr<smt::AnswerTable> Answers = nullptr;
};

/// Analyses one unit, from parsing to verified repairs.
UnitResult analyse(const frontend::CompileCommand &Cmd, const Options &Opts,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Progress &Waiting);

/// The unit's host code for other units, as text (host/Summary.h); empty when it cannot be
/// read.
std::string summarise(const frontend::CompileCommand &Cmd, const Options &Opts,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace cudafix::cli
