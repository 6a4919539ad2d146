// SPDX-License-Identifier: Apache-2.0
//
// What a piece of host memory holds at an instruction: the value stored there last, or the
// instruction that changed it in a way that is not understood. Two questions with one
// answer have one value.
//
// Calls change memory that they are given a pointer to; what a library function does beyond
// that is known not to matter here. A const method leaves its object as it is. A function of the
// program that is not inlined is taken to change no local variable whose address was never stored
// anywhere, and no object that it is not given; what it takes as T ** or T *& is one pointer, which
// it changes alone.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/Analysis/MemorySSA.h"
#include <map>

namespace cudafix::host {

/// Bytes of memory: a pointer that is no constant distance from another, and the distance.
struct Place {
  llvm::Value *Base = nullptr;
  int64_t Offset = 0;
  bool operator<(const Place &O) const {
    return std::tie(Base, Offset) < std::tie(O.Base, O.Offset);
  }
};

/// What bytes of memory hold.
struct Content {
  enum class Kind : uint8_t {
    Value, ///< `Size` bytes of `Stored`, from byte `Byte` on
    Zero,
    Made,  ///< what the call `By` left there, or the join `By` of several
    Entry, ///< what was there when the function was entered
  } What;
  llvm::Value *Stored = nullptr;
  unsigned Byte = 0;
  const void *By = nullptr;
  llvm::CallBase *Call = nullptr; ///< Made: the call, when it is one
  Place At;                       ///< Made, Entry: the place as the call sees it
};

/// A call that compares a std::string with a constant text.
struct TextComparison {
  enum class Result : uint8_t { Equal, Unequal, Order };
  llvm::Value *Text;
  llvm::StringRef With;
  Result Gives;
};
std::optional<TextComparison> textComparison(const llvm::CallBase &C);

/// The argument that is the object of a const method whose body is elsewhere: it does not change
/// the object.
std::optional<unsigned> objectOfConstMethod(const llvm::CallBase &C);

class HostMemory {
public:
  explicit HostMemory(llvm::Function &F);
  ~HostMemory();
  /// The bytes [At, At + Size) when `I` runs.
  Content find(Place At, int64_t Size, llvm::Instruction &I);
  /// The same at the join `Phi`, for the way through the block `From`.
  Content findOnWay(Place At, unsigned Size, llvm::MemoryPhi &Phi, llvm::BasicBlock *From) {
    return walk(At, Size, Phi.getIncomingValueForBlock(From), 0);
  }
  /// The join that made a content, else null.
  llvm::MemoryPhi *joinOf(const Content &C) const;
  /// A pointer as a place; pointers that always hold one address give one place.
  Place place(llvm::Value *Pointer);
  const llvm::DominatorTree &dominators() const;
  /// What a load from a table of constants may read where its index is not known, each value
  /// once; empty: it reads something else.
  llvm::SmallVector<llvm::APInt, 8> tableValues(llvm::LoadInst &L);

private:
  struct Analyses;
  Content walk(Place At, int64_t Size, llvm::MemoryAccess *From, unsigned Depth);
  std::optional<Content> joined(Place At, int64_t Size, llvm::MemoryPhi &Phi);
  Content join(Place At, int64_t Size, llvm::MemoryPhi &Phi, unsigned Depth);
  /// Nullopt: the instruction leaves the bytes alone.
  std::optional<Content> effect(Place At, int64_t Size, llvm::MemoryDef &D, unsigned Depth);
  /// Bytes that one call copies; Length is null where it is not known.
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
