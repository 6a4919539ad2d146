// SPDX-License-Identifier: Apache-2.0
//
// LLVM's analysis managers, made known to each other.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/Passes/PassBuilder.h"

namespace cudafix::frontend {

struct PassManagers {
  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;

  PassManagers() {
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  template <class... P> void run(llvm::Function &F, P &&...Each) {
    llvm::FunctionPassManager FPM;
    (FPM.addPass(std::forward<P>(Each)), ...);
    FAM.invalidate(F, FPM.run(F, FAM));
  }
};

} // namespace cudafix::frontend
