// SPDX-License-Identifier: Apache-2.0
//
// Seeded random functions `void f(i32 tid, i32 n)` for property tests: nested statements
// with loops, breaks, returns and switches, or blocks with jumps anywhere. They always
// end, and report a running value through `@event(i32)` in each block.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <random>
#include <vector>

namespace cudafix::transform {

class RandomFunction {
public:
  RandomFunction(llvm::Module &M, unsigned Seed) : M(M), B(M.getContext()), Rng(Seed) {
    llvm::Type *I32 = B.getInt32Ty();
    F = llvm::Function::Create(llvm::FunctionType::get(B.getVoidTy(), {I32, I32}, false),
                               llvm::Function::ExternalLinkage, "f" + std::to_string(Seed), M);
    F->getArg(0)->setName("tid");
    F->getArg(1)->setName("n");
    Event =
        llvm::cast<llvm::Function>(M.getOrInsertFunction("event", B.getVoidTy(), I32).getCallee());
    B.SetInsertPoint(llvm::BasicBlock::Create(M.getContext(), "entry", F));
    Value = variable(F->getArg(0));
    Uniform = variable(F->getArg(1));
  }

  llvm::Function *structured() {
    statements(3);
    B.CreateRetVoid();
    return finish();
  }

  llvm::Function *unstructured() {
    std::vector<llvm::BasicBlock *> Blocks;
    for (unsigned I = 0, N = 4 + pick(7); I < N; ++I)
      Blocks.push_back(block());
    std::vector<llvm::AllocaInst *> Fuel;
    for (unsigned I = 0; I < Blocks.size(); ++I)
      Fuel.push_back(variable(B.getInt32(pick(4))));
    B.CreateBr(Blocks[0]);
    for (unsigned I = 0; I < Blocks.size(); ++I) {
      B.SetInsertPoint(Blocks[I]);
      work();
      if (I + 1 == Blocks.size()) {
        B.CreateRetVoid();
        break;
      }
      llvm::BasicBlock *Later = Blocks[I + 1 + pick(Blocks.size() - I - 1)];
      llvm::BasicBlock *Next = Blocks[I + 1];
      if (pick(3) != 0) {
        B.CreateCondBr(condition(), Later, Next);
        continue;
      }
      // Backwards at most as often as there is fuel.
      llvm::Value *Left = B.CreateLoad(B.getInt32Ty(), Fuel[I]);
      llvm::BasicBlock *Back = block();
      B.CreateCondBr(B.CreateAnd(condition(), B.CreateICmpNE(Left, B.getInt32(0))), Back, Next);
      B.SetInsertPoint(Back);
      B.CreateStore(B.CreateSub(Left, B.getInt32(1)), Fuel[I]);
      B.CreateBr(Blocks[pick(I + 1)]);
    }
    return finish();
  }

  unsigned pick(unsigned N) { return Rng() % N; }
  std::vector<llvm::Instruction *> Events;

private:
  llvm::BasicBlock *block() { return llvm::BasicBlock::Create(M.getContext(), "b", F); }

  llvm::AllocaInst *variable(llvm::Value *Init) {
    llvm::IRBuilder<> E(&F->getEntryBlock(), F->getEntryBlock().begin());
    llvm::AllocaInst *A = E.CreateAlloca(E.getInt32Ty());
    E.CreateStore(Init, A);
    Variables.push_back(A);
    return A;
  }

  llvm::Value *load(llvm::AllocaInst *A) { return B.CreateLoad(B.getInt32Ty(), A); }

  void work() {
    llvm::Value *New =
        B.CreateAdd(B.CreateMul(load(Value), B.getInt32(1664525)), B.getInt32(Rng() & 0xffff));
    B.CreateStore(New, Value);
    B.CreateStore(B.CreateXor(load(Uniform), B.getInt32(Rng() & 0xff)), Uniform);
    Events.push_back(B.CreateCall(Event, {New}));
  }

  /// A few bits of a value that differs between threads or, one time in three, may not.
  llvm::Value *bits(unsigned Mask) {
    llvm::Value *V = pick(3) == 0 ? load(Uniform) : load(Value);
    return B.CreateAnd(B.CreateLShr(V, pick(8)), B.getInt32(Mask));
  }
  llvm::Value *condition() { return B.CreateICmpNE(bits(1), B.getInt32(0)); }

  void statements(unsigned Depth) {
    work();
    for (unsigned I = 0, N = 1 + pick(2); I < N; ++I) {
      statement(Depth);
      work();
    }
  }

  void statement(unsigned Depth) {
    if (Depth == 0)
      return;
    switch (pick(7)) {
    case 0:
    case 1:
      return branch(Depth);
    case 2:
    case 3:
      return loop(Depth);
    case 4:
      return choice(Depth);
    default:
      return leave();
    }
  }

  void branch(unsigned Depth) {
    llvm::BasicBlock *Then = block(), *Else = pick(2) ? block() : nullptr, *End = block();
    B.CreateCondBr(condition(), Then, Else ? Else : End);
    B.SetInsertPoint(Then);
    statements(Depth - 1);
    B.CreateBr(End);
    if (Else) {
      B.SetInsertPoint(Else);
      statements(Depth - 1);
      B.CreateBr(End);
    }
    B.SetInsertPoint(End);
  }

  /// for (i = 0; i < bound; ++i) body; sometimes tested at the end.
  void loop(unsigned Depth) {
    llvm::AllocaInst *Counter = variable(B.getInt32(0)), *Bound = variable(B.getInt32(0));
    B.CreateStore(B.getInt32(0), Counter);
    B.CreateStore(pick(2) ? B.getInt32(2) : bits(3), Bound);
    llvm::BasicBlock *Head = block(), *Body = block(), *Step = block(), *End = block();
    B.CreateBr(pick(3) == 0 ? Body : Head);
    B.SetInsertPoint(Head);
    B.CreateCondBr(B.CreateICmpULT(load(Counter), load(Bound)), Body, End);
    B.SetInsertPoint(Body);
    Loops.emplace_back(Step, End);
    statements(Depth - 1);
    Loops.pop_back();
    B.CreateBr(Step);
    B.SetInsertPoint(Step);
    B.CreateStore(B.CreateAdd(load(Counter), B.getInt32(1)), Counter);
    B.CreateBr(Head);
    B.SetInsertPoint(End);
  }

  void choice(unsigned Depth) {
    llvm::BasicBlock *End = block(), *Cases[3] = {block(), block(), block()};
    llvm::SwitchInst *Switch = B.CreateSwitch(bits(3), End);
    for (unsigned I = 0; I < 3; ++I) {
      Switch->addCase(B.getInt32(I), Cases[I]);
      B.SetInsertPoint(Cases[I]);
      statements(Depth - 1);
      B.CreateBr(I < 2 && pick(3) == 0 ? Cases[I + 1] : End); // may fall through
    }
    B.SetInsertPoint(End);
  }

  /// if (c) return, break or continue.
  void leave() {
    llvm::BasicBlock *Taken = block(), *End = block();
    unsigned What = Loops.empty() ? 0 : pick(3);
    if (What == 0)
      B.CreateCondBr(condition(), Taken, End);
    else
      B.CreateCondBr(condition(), What == 1 ? Loops.back().first : Loops.back().second, End);
    B.SetInsertPoint(Taken);
    if (What == 0)
      B.CreateRetVoid();
    else
      B.CreateUnreachable();
    if (What != 0)
      Taken->eraseFromParent();
    B.SetInsertPoint(End);
  }

  llvm::Function *finish() {
    llvm::DominatorTree DT(*F);
    llvm::PromoteMemToReg(Variables, DT);
    return F;
  }

  llvm::Module &M;
  llvm::IRBuilder<> B;
  std::mt19937 Rng;
  llvm::Function *F, *Event;
  llvm::AllocaInst *Value, *Uniform;
  std::vector<llvm::AllocaInst *> Variables;
  std::vector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> Loops; ///< continue, break
};

} // namespace cudafix::transform
