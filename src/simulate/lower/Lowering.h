// SPDX-License-Identifier: Apache-2.0
//
// Turns device IR into host IR that calls the machine. Works on a separate module with one kernel
// and what it calls; every function gets the lane as its first parameter.
#pragma once

#include "simulate/lower/BlockNumbers.h"
#include "simulate/machine/Compiled.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace cudafix::frontend {
struct PtxRegister;
} // namespace cudafix::frontend

namespace cudafix::simulate {

class Lowering {
public:
  Lowering(llvm::Module &M, llvm::Function &Kernel, const CompileOptions &Opts);
  /// Fails on the first thing, in source order, that cannot be run.
  llvm::Error run();

  std::vector<Site> Sites;
  BlockNumbers Numbers;
  std::vector<Parameter> Parameters;
  std::vector<Variable> Globals, Shared;
  std::vector<char> Image;
  std::vector<Relocation> Relocations;
  /// A function that may be called by its address, which is this offset in the variables segment.
  struct Target {
    uint64_t Offset;
    std::string Name;
    uint32_t Type;
  };
  std::vector<Target> Targets;
  std::vector<std::string> Unsupported;
  /// With counters: instructions of each block of the kernel, in the order of its blocks.
  std::vector<unsigned> KernelSteps;
  uint64_t SharedBytes = 0, StackBytes = 0;
  bool UsesDynamicShared = false, UsesGridBarrier = false, UsesClusters = false;
  static constexpr llvm::StringLiteral EntryName = "sim.entry";

private:
  // Lowering.cpp: the module.
  void refuseTricks();
  void dropOthers();
  bool callsByAddress();
  void keepFunctions();
  uint32_t signature(llvm::FunctionType *T, const llvm::AttributeList &A);
  void passLane();
  void rebuildCalls();
  void makeEntry();
  void alignLocals();
  void sizeStacks();
  // LowerVariables.cpp
  void placeVariables();
  void writeImage(llvm::ArrayRef<llvm::GlobalVariable *> Variables, const VariableLayout &Own);
  void replaceUses(llvm::GlobalVariable &G, llvm::StringRef Segment, uint64_t Offset);
  void refuseAddressesOfDeclarations();
  void placeFunctions(const std::map<std::string, uint64_t> &Places);
  // LowerAccesses.cpp
  void lowerAccesses(llvm::Function &F);
  void lowerAccess(llvm::Instruction &I);
  void lowerAtomic(llvm::Instruction &I, llvm::Use &Pointer, llvm::Type *Type);
  void lowerCopy(llvm::CallBase &Call);
  void lowerLocalCopy(llvm::MemIntrinsic &Copy);
  llvm::Value *access(llvm::CallBase &Call, llvm::Value *Pointer, uint64_t Size, SiteKind Kind);
  void guardArithmetic(llvm::Function &F);
  llvm::Value *generic(llvm::IRBuilder<> &B, llvm::Value *Pointer);
  /// Start and size of the thread's own variable behind the pointer; null: it is something else.
  std::pair<llvm::Value *, uint64_t> localObject(llvm::Value *Pointer);
  // LowerFlow.cpp
  void addCounters(llvm::Function &F);
  void boundLoops(llvm::Function &F);
  void markMissedBarriers(llvm::Function &F);
  // LowerCalls.cpp
  bool lowerNvvm(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerRegister(llvm::CallBase &Call, const frontend::PtxRegister &R);
  bool lowerBarrier(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerExchange(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerArithmetic(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerMatrix(llvm::CallBase &Call, bool Load);
  bool lowerMultiply(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerBulk(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerMbarrier(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerCluster(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerEmbedded(llvm::CallBase &Call, llvm::StringRef Name);
  // LowerLibrary.cpp
  void lowerCalls(llvm::Function &F);
  void refuse(llvm::CallBase &Call);
  bool lowerCall(llvm::CallBase &Call);
  bool lowerLibrary(llvm::CallBase &Call, llvm::StringRef Name);
  void announceArguments(llvm::CallBase &Call);
  // LowerTextures.cpp
  bool lowerTexture(llvm::CallBase &Call, llvm::StringRef Name);
  bool lowerTextureHandle(llvm::CallBase &Call);

  void replace(llvm::CallBase &Call, llvm::Value *With);
  llvm::Value *fence(llvm::IRBuilder<> &B, AtomicScope Scope);
  llvm::Value *laneField(llvm::IRBuilder<> &B, uint64_t Offset, llvm::Type *Type);
  llvm::Value *lane(llvm::IRBuilder<> &B) { return B.GetInsertBlock()->getParent()->getArg(0); }
  llvm::Value *call(llvm::IRBuilder<> &B, llvm::StringRef Name, llvm::Type *Result,
                    llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::Value *site(const llvm::Instruction &I, Site S);
  llvm::Value *site(const llvm::Instruction &I, SiteKind Kind);
  void unsupported(const llvm::Instruction &I, const llvm::Twine &What);

  llvm::Module &M;
  llvm::LLVMContext &Context;
  llvm::Function *Kernel;
  CompileOptions Opts;
  llvm::Type *Void, *I1, *I32, *I64, *Ptr, *Float, *Double;
  std::vector<std::pair<SourceLoc, std::string>> Problems;
  bool CallsByAddress = false;
  /// A function's type, and those of its parameters that are passed by value in memory; the index
  /// is its number.
  std::vector<std::vector<llvm::Type *>> Signatures;
  /// The block barriers that have a site, for markMissedBarriers.
  std::vector<std::pair<llvm::Instruction *, uint32_t>> BarrierSites;
};

/// Makes accesses as wide as on a device; see CompileOptions::Counters.
void widenAccesses(llvm::Module &M);

} // namespace cudafix::simulate
