// SPDX-License-Identifier: Apache-2.0
//
// Host values as terms. What a branch decides becomes a choice, memory contents are looked up, and
// everything else becomes a new symbol.
#pragma once

#include "host/HostMemory.h"
#include "model/Expr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::host {

/// A value that changes from one iteration of a host loop to the next.
struct LoopValue {
  llvm::PHINode *Phi;
  Expr Term;
};

class HostTerms {
public:
  HostTerms(ExprContext &Ctx, HostMemory &Memory);

  /// The term of a value; null if it is not an integer of at most 64 bits.
  Expr of(llvm::Value *V) { return of(V, 0); }
  /// `Bits` bits of a value from byte `Byte` on.
  Expr bytes(llvm::Value *V, unsigned Byte, unsigned Bits) { return bytes(V, Byte, Bits, 0); }
  /// The contents of memory when `I` executes.
  Expr memory(Place At, unsigned Bits, llvm::Instruction &I) { return memory(At, Bits, I, 0); }
  Expr contentTerm(const Content &C, unsigned Bits) { return contentTerm(C, Bits, 0); }

  bool isUnknown(SymbolId Id) const { return Unknowns.contains(Id); }
  /// Loop values found so far, in order; making further terms may add to it.
  const std::vector<LoopValue> &loopValues() const { return Loops; }
  /// Results of runtime calls found so far that have special guarantees.
  const std::vector<std::pair<llvm::CallBase *, Expr>> &pitches() const { return Pitches; }
  /// Loads found so far whose value is a new symbol.
  const std::vector<std::pair<llvm::LoadInst *, Expr>> &loads() const { return Loads; }
  /// The number of the current iteration of a host loop.
  Expr iteration(const llvm::BasicBlock *Header);
  /// The condition that a pointer is this function, from the choice that selected it; null: not
  /// known.
  Expr isFunction(llvm::Value *Pointer, const llvm::Constant *F) {
    return isFunction(Pointer, F, 0);
  }
  HostMemory &hostMemory() { return Memory; }
  /// A new symbol about which nothing is known.
  Expr unknown(unsigned Bits, llvm::StringRef Name);

private:
  using Leaf = llvm::function_ref<Expr(llvm::Value *)>;
  /// Returns the value that comes from a block.
  using Way = llvm::function_ref<Expr(llvm::BasicBlock *)>;
  struct Join;
  Expr of(llvm::Value *V, unsigned Depth);
  Expr bytes(llvm::Value *V, unsigned Byte, unsigned Bits, unsigned Depth);
  Expr memory(Place At, unsigned Bits, llvm::Instruction &I, unsigned Depth);
  Expr contentTerm(const Content &C, unsigned Bits, unsigned Depth);
  Expr deviceProperty(const Content &C, unsigned Bits);
  bool isPitch(const Content &C);
  Expr result(llvm::CallBase &C, unsigned Depth);
  Expr comparedText(llvm::CallBase &C, const TextComparison &X, unsigned Depth);
  Expr askedOfTensor(llvm::CallBase &C, unsigned Depth);
  Expr operation(llvm::Instruction *I, unsigned Depth);
  Expr isFunction(llvm::Value *Pointer, const llvm::Constant *F, unsigned Depth);
  Expr pointerComparison(llvm::ICmpInst &I, unsigned Depth);
  Expr vectorBytes(llvm::Instruction &I, unsigned Depth);
  Expr rounded(llvm::Instruction &I, unsigned Depth);
  Expr join(llvm::PHINode *P, Leaf L, unsigned Depth);
  Expr join(llvm::BasicBlock *At, Way W, unsigned Depth);
  Expr walk(Join &J, llvm::BasicBlock *From, llvm::BasicBlock *To, unsigned Depth);

  ExprContext &Ctx;
  HostMemory &Memory;
  llvm::StringSet<> Parameters; ///< names of the kernel's parameters
  llvm::DenseMap<llvm::Value *, Expr> Known;
  std::map<std::tuple<const void *, llvm::Value *, int64_t, unsigned>, Expr> Contents;
  llvm::DenseMap<const llvm::BasicBlock *, Expr> Iterations;
  std::map<std::tuple<llvm::Value *, unsigned, unsigned>, Expr> Parts; ///< of aggregates
  std::map<std::pair<unsigned, unsigned>, Expr> Texts; ///< by the terms of address and length
  llvm::StringMap<uint64_t> Constants;                 ///< numbers of the compared constants
  std::map<std::tuple<const llvm::Function *, llvm::Value *, int64_t, unsigned>, Expr> Asked;
  llvm::DenseSet<SymbolId> Unknowns;
  std::vector<LoopValue> Loops;
  std::vector<std::pair<llvm::CallBase *, Expr>> Pitches;
  std::vector<std::pair<llvm::LoadInst *, Expr>> Loads;
};

/// A comparison of integers; null for floating point predicates.
Expr compare(ExprContext &C, llvm::CmpInst::Predicate P, Expr A, Expr B);

/// The programmer's name for a value.
std::string nameOf(llvm::Value *V);
/// The same for a place this many bytes behind the pointer: a variable, or a member.
std::string nameOfPlace(llvm::Value *Base, int64_t Offset);
/// Returns true for an aggregate, or half of one, that is passed or loaded as a number.
bool isAggregate(llvm::Value *V);
/// The name of the member at a byte offset in such an aggregate: "block.y".
std::string nameOfPart(llvm::Value *V, unsigned Byte);

} // namespace cudafix::host
