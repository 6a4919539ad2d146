// SPDX-License-Identifier: Apache-2.0
//
// What a piece of host memory contains at an instruction: the value that was stored last, or the
// instruction that changed it in a way that is not understood. Equal contents are represented by
// equal values.
//
// Calls change memory to which they are given a pointer; other effects of library functions do not
// matter here. A const method does not change its object. A function of the program that is not
// inlined is assumed not to change local variables whose address was never stored, nor objects that
// it is not given; a T ** or T *& argument stands for one pointer, which is all it changes there.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/Analysis/MemorySSA.h"
#include <map>

namespace cudafix::host {

/// A location in memory: a pointer that is not at a constant distance from another one, plus a
/// distance in bytes.
struct Place {
  llvm::Value *Base = nullptr;
  int64_t Offset = 0;
  bool operator<(const Place &O) const {
    return std::tie(Base, Offset) < std::tie(O.Base, O.Offset);
  }
};

/// The contents of bytes in memory.
struct Content {
  enum class Kind : uint8_t {
    Value, ///< `Size` bytes of `Stored`, from byte `Byte` on
    Zero,
    Made,  ///< what the call `By` left there, or the join `By` of several contents
    Entry, ///< what was there at the entry of the function
  } What;
  llvm::Value *Stored = nullptr;
  unsigned Byte = 0;
  const void *By = nullptr;
  llvm::CallBase *Call = nullptr; ///< Made: the call, if it is one
  Place At;                       ///< Made, Entry: the place at the time of the call
};

/// A call that compares a std::string with a constant text.
struct TextComparison {
  enum class Result : uint8_t { Equal, Unequal, Order };
  llvm::Value *Text;
  llvm::StringRef With;
  Result Gives;
};
std::optional<TextComparison> textComparison(const llvm::CallBase &C);

/// The argument that is the object of a const method with its body elsewhere, which does not change
/// the object.
std::optional<unsigned> objectOfConstMethod(const llvm::CallBase &C);

class HostMemory {
public:
  explicit HostMemory(llvm::Function &F);
  ~HostMemory();
  /// The contents of the bytes [At, At + Size) when `I` executes.
  Content find(Place At, int64_t Size, llvm::Instruction &I);
  /// The same at the join `Phi`, if control comes from the block `From`.
  Content findOnWay(Place At, unsigned Size, llvm::MemoryPhi &Phi, llvm::BasicBlock *From) {
    return walk(At, Size, Phi.getIncomingValueForBlock(From), 0);
  }
  /// The join that made the content, or null.
  llvm::MemoryPhi *joinOf(const Content &C) const;
  /// A pointer as a place; pointers that always hold the same address give the same place.
  Place place(llvm::Value *Pointer);
  const llvm::DominatorTree &dominators() const;
  /// The values that a load from a table of constants may read if its index is not known, without
  /// duplicates; empty: it reads something else.
  llvm::SmallVector<llvm::APInt, 8> tableValues(llvm::LoadInst &L);

private:
  struct Analyses;
  Content walk(Place At, int64_t Size, llvm::MemoryAccess *From, unsigned Depth);
  std::optional<Content> joined(Place At, int64_t Size, llvm::MemoryPhi &Phi);
  Content join(Place At, int64_t Size, llvm::MemoryPhi &Phi, unsigned Depth);
  /// Nullopt: the instruction does not change the bytes.
  std::optional<Content> effect(Place At, int64_t Size, llvm::MemoryDef &D, unsigned Depth);
  /// Bytes that a call copies; Length is null if it is not known.
  struct Copy {
    Place To, From;
    llvm::ConstantInt *Length;
  };
  std::optional<Copy> copyOf(llvm::CallBase &C);
  bool mayChange(const llvm::CallBase &C, Place At, int64_t Size);
  bool isStoredSomewhere(const llvm::Value *Base);
  bool keepsInitialValue(const llvm::GlobalVariable &G);
  bool isConstantData(const llvm::GlobalVariable &G);
  bool mayOverlap(const llvm::Instruction &I, Place Written, Place At);
  llvm::Value *loadedPointer(llvm::LoadInst &L);

  llvm::Function &F;
  std::unique_ptr<Analyses> A;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Canonical;
  std::map<std::tuple<const void *, llvm::Value *, int64_t>, llvm::Value *> Loaded;
  llvm::DenseMap<const llvm::Value *, bool> StoredSomewhere;
  llvm::DenseMap<const llvm::GlobalVariable *, bool> OnlyRead;
  llvm::SmallVector<llvm::MemoryPhi *, 8> Joining;
  std::map<std::tuple<const void *, llvm::Value *, int64_t, int64_t>, Content> Joins;
};

} // namespace cudafix::host
