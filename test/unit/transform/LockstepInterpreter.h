// SPDX-License-Identifier: Apache-2.0
//
// Runs a small function of integer IR for several threads. A thread stops at a barrier;
// the run goes on when all threads have stopped at the same one, and fails otherwise.
#pragma once

#include "transform/barriers/BarrierCall.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace cudafix::transform {

constexpr uint64_t BarrierEvent = ~0ull;

/// One thread: what it has reported through `@event(i32)`, and BarrierEvent for each
/// barrier it passed.
class LockstepThread {
public:
  LockstepThread(llvm::Function &F, llvm::ArrayRef<uint64_t> Args) {
    for (auto [A, V] : llvm::zip(F.args(), Args))
      Values[&A] = V;
    At = F.getEntryBlock().begin();
  }

  /// Runs to the next barrier, which is returned, or to the end: null.
  const llvm::CallInst *run() {
    for (unsigned Steps = 0; Steps < 200000; ++Steps) {
      llvm::Instruction &I = *At;
      if (llvm::isa<llvm::ReturnInst>(I))
        return nullptr;
      if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && isSync(*Call)) {
        Events.push_back(BarrierEvent);
        return Call;
      }
      execute(I);
    }
    Failed = true;
    return nullptr;
  }

  uint64_t predicate(const llvm::CallInst &Call) { return get(Call.getArgOperand(1)); }
  void pass(const llvm::CallInst &Call, uint64_t Result) {
    Values[&Call] = Result;
    ++At;
  }

  std::vector<uint64_t> Events;
  bool Failed = false; ///< ran too long, or met IR it does not know

private:
  static bool isSync(const llvm::CallInst &Call) {
    llvm::StringRef Name = Call.getCalledFunction()->getName();
    return Name.starts_with("llvm.nvvm.bar") || Name.starts_with("llvm.nvvm.vote");
  }

  uint64_t get(const llvm::Value *V) {
    if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(V))
      return C->getZExtValue();
    if (llvm::isa<llvm::UndefValue>(V))
      return 0xdead;
    return Values.lookup(V);
  }

  void jump(llvm::BasicBlock *From, llvm::BasicBlock *To) {
    llvm::SmallVector<std::pair<llvm::PHINode *, uint64_t>, 8> New;
    for (llvm::PHINode &Phi : To->phis())
      New.emplace_back(&Phi, get(Phi.getIncomingValueForBlock(From)));
    for (auto [Phi, V] : New)
      Values[Phi] = V;
    At = To->getFirstNonPHIIt();
  }

  uint64_t binary(unsigned Opcode, uint64_t A, uint64_t B) {
    using llvm::Instruction;
    switch (Opcode) {
    case Instruction::Add:
      return A + B;
    case Instruction::Sub:
      return A - B;
    case Instruction::Mul:
      return A * B;
    case Instruction::And:
      return A & B;
    case Instruction::Or:
      return A | B;
    case Instruction::Xor:
      return A ^ B;
    case Instruction::LShr:
      return A >> (B & 63);
    case Instruction::URem:
      return B ? A % B : 0;
    default:
      Failed = true;
      return 0;
    }
  }

  bool compare(llvm::CmpInst::Predicate P, uint64_t A, uint64_t B) {
    switch (P) {
    case llvm::CmpInst::ICMP_EQ:
      return A == B;
    case llvm::CmpInst::ICMP_NE:
      return A != B;
    case llvm::CmpInst::ICMP_ULT:
      return A < B;
    case llvm::CmpInst::ICMP_UGT:
      return A > B;
    default:
      Failed = true;
      return false;
    }
  }

  void execute(llvm::Instruction &I) {
    using namespace llvm;
    uint64_t Mask =
        isa<IntegerType>(I.getType()) ? cast<IntegerType>(I.getType())->getBitMask() : ~0ull;
    if (auto *Br = dyn_cast<BranchInst>(&I)) {
      bool First = Br->isUnconditional() || (get(Br->getCondition()) & 1);
      return jump(I.getParent(), Br->getSuccessor(First ? 0 : 1));
    }
    if (auto *Sw = dyn_cast<SwitchInst>(&I)) {
      uint64_t V = get(Sw->getCondition());
      for (auto Case : Sw->cases())
        if (Case.getCaseValue()->getZExtValue() == V)
          return jump(I.getParent(), Case.getCaseSuccessor());
      return jump(I.getParent(), Sw->getDefaultDest());
    }
    if (auto *Call = dyn_cast<CallInst>(&I))
      Events.push_back(get(Call->getArgOperand(0)));
    else if (auto *Op = dyn_cast<BinaryOperator>(&I))
      Values[&I] = binary(Op->getOpcode(), get(Op->getOperand(0)), get(Op->getOperand(1))) & Mask;
    else if (auto *Cmp = dyn_cast<ICmpInst>(&I))
      Values[&I] = compare(Cmp->getPredicate(), get(Cmp->getOperand(0)), get(Cmp->getOperand(1)));
    else if (auto *Sel = dyn_cast<SelectInst>(&I))
      Values[&I] = get(Sel->getOperand((get(Sel->getCondition()) & 1) ? 1 : 2));
    else if (isa<ZExtInst, FreezeInst>(I))
      Values[&I] = get(I.getOperand(0));
    else
      Failed = true;
    ++At;
  }

  llvm::DenseMap<const llvm::Value *, uint64_t> Values;
  llvm::BasicBlock::iterator At;
};

/// Runs all threads together; empty when every barrier was met by all of them.
inline std::string runLockstep(std::vector<LockstepThread> &Threads) {
  while (true) {
    std::vector<const llvm::CallInst *> Stops;
    for (LockstepThread &T : Threads)
      Stops.push_back(T.run());
    for (LockstepThread &T : Threads)
      if (T.Failed)
        return "a thread does not come to an end";
    for (const llvm::CallInst *Stop : Stops)
      if (Stop != Stops.front())
        return "threads wait at different barriers";
    if (!Stops.front())
      return "";
    uint64_t Count = 0;
    bool Predicate = Stops.front()->arg_size() > 1;
    for (LockstepThread &T : Threads)
      Count += Predicate && (T.predicate(*Stops.front()) & 1);
    llvm::StringRef Name = Stops.front()->getCalledFunction()->getName();
    uint64_t Result = Name.contains(".popc.")  ? Count
                      : Name.contains(".and.") ? Count == Threads.size()
                                               : Count != 0;
    for (LockstepThread &T : Threads)
      T.pass(*Stops.front(), Result);
  }
}

/// Runs one thread on its own, barriers passed freely.
inline bool runAlone(LockstepThread &T) {
  while (const llvm::CallInst *Stop = T.run())
    T.pass(*Stop, Stop->arg_size() > 1 ? T.predicate(*Stop) : 0);
  return !T.Failed;
}

} // namespace cudafix::transform
