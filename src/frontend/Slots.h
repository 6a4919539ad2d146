// SPDX-License-Identifier: Apache-2.0
//
// Statement boundaries of the kernel and of inlined device functions, and the instruction
// before which a barrier at that boundary would stand.
#pragma once

#include "frontend/Program.h"
#include "frontend/SourceIndex.h"
#include "frontend/values/FlowGraph.h"

namespace cudafix::frontend {

class SlotFinder {
public:
  SlotFinder(clang::CompilerInstance &CI, llvm::LoopInfo &LI, const FlowGraph &Flow,
             SourceIndex &Source, KernelUnit &Unit);
  using SlotMap = llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<SlotId, 1>>;
  /// Fills Model.Slots, SlotAt and SlotInst of the unit, and the slots before each instruction.
  void run(SlotMap &Before);

private:
  struct Located {
    unsigned Offset, Order;
    llvm::Instruction *Inst;
  };
  /// One inlined copy of a function, or the kernel itself.
  struct Instance {
    const clang::FunctionDecl *Function = nullptr;
    const llvm::DILocation *InlinedAt = nullptr;
    std::vector<Located> Code;                    ///< sorted by Offset
    std::map<unsigned, const llvm::Loop *> Loops; ///< by offset of the loop statement
    std::vector<SourceLoc> CallChain;
  };
  void collect();
  void locateLoops();
  void visitFunction(Instance &I);
  void visitCompound(Instance &I, const clang::CompoundStmt *C, const llvm::Loop *L);
  void visitBody(Instance &I, const clang::Stmt *S, const llvm::Loop *L);
  void descend(Instance &I, const clang::Stmt *S, const llvm::Loop *L);
  bool isForAnother(const llvm::Instruction &Inst) const;
  llvm::Instruction *firstIn(const Instance &I, const clang::Stmt *S, const llvm::Loop *L) const;
  llvm::Instruction *endOf(const Instance &I, const clang::CompoundStmt *C,
                           const llvm::Loop *L) const;
  llvm::Instruction *outOf(llvm::Instruction *Inst, const llvm::Loop *L) const;
  std::pair<unsigned, unsigned> offsets(const clang::Stmt *S) const;
  void add(Instance &I, SlotPosition At, clang::SourceLocation Loc, llvm::Instruction *Inst);

  clang::CompilerInstance &CI;
  llvm::LoopInfo &LI;
  const FlowGraph &Flow;
  SourceIndex &Source;
  KernelUnit &Unit;
  std::vector<Instance> Instances;
  std::map<std::pair<const clang::FunctionDecl *, const llvm::DILocation *>, unsigned> InstanceOf;
  SlotMap *Before = nullptr;
};

} // namespace cudafix::frontend
