// SPDX-License-Identifier: Apache-2.0
//
// Finds the memory objects to which a pointer of a kernel may point, from the IR alone, and which
// memory no instruction writes.
#pragma once

#include "frontend/Calls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <string>
#include <vector>

namespace cudafix::frontend {

/// A memory object.
struct MemoryObject {
  enum class Kind : uint8_t {
    Argument, ///< what a pointer parameter points to; Base: the argument
    ByValue,  ///< a struct parameter; Base: the argument
    Global,   ///< Base: the variable; all dynamic shared arrays of a kernel are one object
    Local,    ///< Base: the alloca
    Loaded,   ///< what the pointer at byte Offset of object From points to
    Unknown,  ///< Base: the value it came from, or null
  } What = Kind::Unknown;
  const llvm::Value *Base = nullptr;
  unsigned From = ~0u;
  int64_t Offset = 0;
  bool Variable = false; ///< Loaded: from an address that differs between uses
};

class MemoryObjects {
public:
  /// `Tables`: positions of parameters that hold the pointers of a batch of arrays.
  MemoryObjects(llvm::Function &F, llvm::SmallDenseSet<unsigned> Tables = {});

  /// Ids of the objects into which `Ptr` may point, sorted; empty only for null or undefined
  /// pointers.
  llvm::ArrayRef<unsigned> of(const llvm::Value *Ptr);
  const MemoryObject &object(unsigned Id) const { return Objects[Id]; }
  unsigned size() const { return Objects.size(); }
  /// Returns true if two objects may overlap.
  bool mayAlias(unsigned A, unsigned B) const;
  /// Returns true for pointers to an object that is not known.
  bool isWild(unsigned Id) const;
  /// Returns true if offsets into the object are addresses, because its start is unknown.
  bool isAddressed(unsigned Id) const;
  /// Returns true for the arrays to which the pointers of a table lead. They are one object here;
  /// different entries of the table point to different arrays.
  bool isBatch(unsigned Id) const;
  /// Returns true if no instruction of the kernel writes the object, as far as types tell.
  bool isReadOnly(unsigned Id, llvm::Type *Type) const;
  /// Returns true if the object belongs to a single thread.
  bool isPrivate(unsigned Id) const;
  /// Returns true for a variable in shared memory, of which each block has its own.
  bool isShared(unsigned Id) const;
  /// Returns true for a local object to which only constants and values read from other memory are
  /// stored, the latter at least once, perhaps after arithmetic.
  bool holdsData(unsigned Id);
  /// Returns true unless only loads, stores and known copies access the local object.
  bool isEscaped(unsigned Id) const { return Escaped.lookup(Id); }

  /// Returns true if an instruction that writes a value of type `Written` into `W` may change a
  /// value of type `Read` in `R`. Null types are not known.
  bool mayClobber(unsigned W, llvm::Type *Written, unsigned R, llvm::Type *Read) const;

  struct Write {
    const llvm::Instruction *Inst;
    unsigned Object;
    llvm::Type *Type;   ///< null: any type
    bool Words = false; ///< data that may be the bits of pointers
  };
  llvm::ArrayRef<Write> writes() const { return Writes; }

private:
  unsigned intern(MemoryObject O);
  void collect(const llvm::Value *Ptr, llvm::SmallVectorImpl<unsigned> &Out, unsigned Depth);
  void collectLoaded(const llvm::LoadInst &L, llvm::SmallVectorImpl<unsigned> &Out, unsigned Depth);
  /// Collects the pointers that are stored in a local or shared object.
  bool storedPointers(unsigned Object, llvm::SmallVectorImpl<const llvm::Value *> &Out) const;
  void findEscapes();
  void findWrites();
  void findChangedPointers();
  /// Records that the kernel may write the memory behind the object's pointer; returns true if that
  /// is new.
  bool noteChangedPointer(unsigned Id);

  llvm::Function &F;
  llvm::SmallDenseSet<unsigned> Tables;
  /// The first dynamic shared array found; it stands for all, because they begin at one address
  /// (CUDA C++ Programming Guide, "__shared__").
  const llvm::GlobalVariable *DynamicShared = nullptr;
  std::vector<MemoryObject> Objects;
  std::map<std::tuple<int, const llvm::Value *, unsigned, int64_t, bool>, unsigned> Ids;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<unsigned, 2>> Cache;
  llvm::DenseMap<unsigned, bool> Escaped;
  std::vector<Write> Writes;
  llvm::DenseSet<unsigned> Changed; ///< objects behind pointers that the kernel may write
  bool WritesFound = false;
};

/// The pointer used by a load, store, atomic or memory call, or null; a copy has two: `Second`
/// selects the source.
const llvm::Value *pointerOperand(const llvm::Instruction &I, bool Second = false);
/// Returns true for `extern __shared__` arrays, whose size the launch gives.
bool isDynamicShared(const llvm::GlobalVariable &G);
/// Returns true if the address is a base plus a constant number of bytes.
bool constantOffset(const llvm::Value *Ptr, const llvm::DataLayout &DL, const llvm::Value *&Base,
                    int64_t &Offset);

} // namespace cudafix::frontend
