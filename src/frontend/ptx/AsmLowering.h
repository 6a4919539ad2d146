// SPDX-License-Identifier: Apache-2.0
//
// Lowers inline PTX to LLVM IR, so that everything that reads IR understands it: the model, the
// repairs and the simulator. An asm statement is either replaced as a whole or left unchanged.
#pragma once

#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

namespace cudafix::frontend {

/// Replaces the inline assembly that is understood, statement by statement: special registers,
/// arithmetic, accesses, atomics, cp.async, fences, barriers, exchanges between lanes.
void lowerAssembly(llvm::Function &F);
/// Replaces each loop that only tests an mbarrier until its phase has ended by a wait. Returns true
/// if there was one, or more; conditions are then not folded.
bool joinWaitLoops(llvm::Function &F);

/// Replaces LLVM's own cluster intrinsics by calls of __cudafix_cluster_... and the like.
void replaceClusterIntrinsics(llvm::Function &F);

/// Metadata of the mask of an exchange without a mask (__shfl, __all): the lanes that arrive are
/// together.
inline constexpr llvm::StringLiteral TogetherMetadata = "cudafix.together";

/// Gives shuffles and votes without a mask (__shfl, __all; PTX before ISA 6.0) the mask of the
/// lanes that arrive, in the form of llvm.nvvm.shfl.sync and llvm.nvvm.vote.sync.
void nameLanes(llvm::Function &F);

/// Metadata of an instruction made from PTX: the opcode.
inline constexpr llvm::StringLiteral OpcodeMetadata = "cudafix.ptx";

/// Flag in the first operand of __cudafix_ldmatrix(form, row) and __cudafix_stmatrix(form, held):
/// the matrices are transposed. The rest of the operand is the number of 8 x 8 matrices of 16-bit
/// elements. `row` is the lane's row in memory, `held` what it holds of each matrix.
inline constexpr uint32_t MatrixTransposed = 1u << 8;

/// One asm statement of the source: its operands by number, its registers by name.
class AsmLowering {
public:
  explicit AsmLowering(llvm::CallInst &Call);
  bool run();

private:
  // AsmLowering.cpp
  bool bindOperands();
  bool guarded(const PtxStatement &S);
  llvm::BasicBlock *branch(llvm::Value *Holds);
  bool statement(const PtxStatement &S);
  bool computes(PtxClass Class) const;
  llvm::Value *output(unsigned I);
  void finish();
  llvm::Value *source(unsigned I, llvm::Type *T);
  llvm::Value *source(llvm::StringRef Name, llvm::Type *T);
  llvm::Value *read(const PtxRegister &R);
  llvm::Value *asType(llvm::Value *V, llvm::Type *T);
  llvm::Type *typeOf(llvm::StringRef Type);
  void assign(llvm::StringRef Name, llvm::Value *V) { Registers[Name] = V; }
  /// Attaches the statement's opcode to the instruction that replaces it.
  void mark(llvm::Instruction *Made) {
    Made->setMetadata(
        OpcodeMetadata,
        llvm::MDNode::get(B.getContext(), llvm::MDString::get(B.getContext(), Now->Opcode)));
  }
  llvm::Value *call(llvm::StringRef Name, llvm::ArrayRef<llvm::Value *> Args,
                    llvm::Type *Result = nullptr);
  llvm::Value *intrinsic(llvm::Intrinsic::ID Id, llvm::ArrayRef<llvm::Value *> Args = {}) {
    return B.CreateIntrinsic(Id, llvm::ArrayRef<llvm::Type *>(), Args);
  }
  // AsmArithmetic.cpp
  bool compute();
  bool compare();
  bool convert();
  bool pack();
  llvm::Value *arithmetic(llvm::StringRef Op, llvm::StringRef Type);
  llvm::Value *bits(llvm::StringRef Op, llvm::Type *T, bool Signed);
  llvm::Value *shift(llvm::StringRef Op, llvm::Type *T, bool Signed);
  llvm::Value *multiply(llvm::StringRef Op, llvm::Type *T, bool Signed);
  llvm::Value *real(llvm::StringRef Op, llvm::Type *T);
  // AsmMemory.cpp
  bool access(bool Load);
  bool matrix(bool Load);
  llvm::Value *inLanesBelow(unsigned Lanes, llvm::function_ref<llvm::Value *()> Do);
  bool update();
  bool asyncCopy();
  bool fence();
  bool barrier();
  bool exchange();
  // AsmMatrix.cpp
  bool multiply();
  void noteTiles(llvm::ArrayRef<PtxStatement> Statements);
  llvm::Value *tile(llvm::Value *Descriptor, unsigned Depth = 0);
  // AsmAsync.cpp
  bool bulkCopy();
  bool asyncStore();
  bool ownFence();
  bool mbarrier();
  bool waitLoop(llvm::ArrayRef<PtxStatement> Statements);
  bool clusterBarrier();
  bool mapAddress();
  llvm::Value *addressInCluster(unsigned I);
  llvm::Value *asyncCall(llvm::StringRef Name, llvm::ArrayRef<llvm::Value *> Args,
                         llvm::Type *Result = nullptr);
  llvm::Value *addressOfNumber(unsigned I, bool Shared);
  llvm::Value *address(llvm::StringRef Operand);
  llvm::Value *pointer(llvm::Value *V);
  struct Order {
    llvm::AtomicOrdering Ordering = llvm::AtomicOrdering::NotAtomic;
    llvm::SyncScope::ID Scope = llvm::SyncScope::System;
    bool Volatile = false;
    bool OfCluster = false;  ///< the scope is the cluster
    llvm::StringRef Op;      ///< atom, red: the operation
    unsigned Elements = 1;   ///< v2, v4
    llvm::StringRef Unknown; ///< a modifier that is not understood
  };
  Order order();

  llvm::CallInst &Call;
  llvm::Function &F;
  llvm::IRBuilder<> B;
  unsigned Outputs = 0;
  bool Rehearsal = false; ///< only checks that everything is understood; what it makes is discarded
  llvm::StringMap<llvm::Value *> Registers;
  const PtxStatement *Now = nullptr; ///< the current statement
};

} // namespace cudafix::frontend
