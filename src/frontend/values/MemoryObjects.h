// SPDX-License-Identifier: Apache-2.0
//
// Finds the memory objects that a pointer of a kernel may point to, from the IR alone, and loads
// from memory that is not written meanwhile.
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
  bool Variable = false; ///< Loaded: from a place that differs between uses
};

class MemoryObjects {
public:
  /// `Tables`: positions of parameters that hold the pointers of a batch of arrays.
  MemoryObjects(llvm::Function &F, llvm::SmallDenseSet<unsigned> Tables = {});

  /// Ids of the objects `Ptr` may point into, sorted; never empty unless it is null or undefined.
  llvm::ArrayRef<unsigned> of(const llvm::Value *Ptr);
  const MemoryObject &object(unsigned Id) const { return Objects[Id]; }
  unsigned size() const { return Objects.size(); }
  /// Returns true if two objects may overlap.
  bool mayAlias(unsigned A, unsigned B) const;
  /// Returns true for pointers whose object the model does not know.
  bool isWild(unsigned Id) const;
  /// Returns true if offsets into the object are addresses: nothing says where it starts.
  bool isAddressed(unsigned Id) const;
  /// The arrays that the pointers of a table point to, which are one object here: pointers of
  /// different places of the table point to different arrays.
  bool isBatch(unsigned Id) const;
  /// No instruction of the kernel writes the object, as far as types allow.
  bool isReadOnly(unsigned Id, llvm::Type *Type) const;
  /// The block's own copy of the object is private to a thread.
  bool isPrivate(unsigned Id) const;
  /// A variable in shared memory: each block has its own.
  bool isShared(unsigned Id) const;
  /// Returns true for a local object into which only constants and values that were read from
  /// other memory are put, the latter at least once, as they are or after arithmetic.
  bool holdsData(unsigned Id);
  /// A local object that only loads, stores and known copies touch.
  bool isEscaped(unsigned Id) const { return Escaped.lookup(Id); }

  /// Returns true if an instruction that writes a value of type `Written` into `W` may change a
  /// value of type `Read` in `R`. Null types are not known.
  bool mayClobber(unsigned W, llvm::Type *Written, unsigned R, llvm::Type *Read) const;

  struct Write {
    const llvm::Instruction *Inst;
    unsigned Object;
    llvm::Type *Type;   ///< null: any
    bool Words = false; ///< data, which may be the bits of pointers
  };
  llvm::ArrayRef<Write> writes() const { return Writes; }

private:
  unsigned intern(MemoryObject O);
  void collect(const llvm::Value *Ptr, llvm::SmallVectorImpl<unsigned> &Out, unsigned Depth);
  void collectLoaded(const llvm::LoadInst &L, llvm::SmallVectorImpl<unsigned> &Out, unsigned Depth);
  /// Pointers stored into a local or shared object.
  bool storedPointers(unsigned Object, llvm::SmallVectorImpl<const llvm::Value *> &Out) const;
  void findEscapes();
  void findWrites();
  void findChangedPointers();
  /// Returns true if the object's pointer is one that the kernel may write, which is new.
  bool noteChangedPointer(unsigned Id);

  llvm::Function &F;
  llvm::SmallDenseSet<unsigned> Tables;
  /// Stands for all dynamic shared arrays, which begin at one address (CUDA C++ Programming
  /// Guide, "__shared__"): the first one met.
  const llvm::GlobalVariable *DynamicShared = nullptr;
  std::vector<MemoryObject> Objects;
  std::map<std::tuple<int, const llvm::Value *, unsigned, int64_t, bool>, unsigned> Ids;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<unsigned, 2>> Cache;
  llvm::DenseMap<unsigned, bool> Escaped;
  std::vector<Write> Writes;
  llvm::DenseSet<unsigned> Changed; ///< objects that pointers lead to, and the kernel may write
  bool WritesFound = false;
};

/// The pointer a load, store, atomic or memory call goes through, or null; a copy has two:
/// `Second` asks for the source.
const llvm::Value *pointerOperand(const llvm::Instruction &I, bool Second = false);
/// Returns true for `extern __shared__` arrays, whose size the launch gives.
bool isDynamicShared(const llvm::GlobalVariable &G);
/// The address is constant up to a base: its byte offset.
bool constantOffset(const llvm::Value *Ptr, const llvm::DataLayout &DL, const llvm::Value *&Base,
                    int64_t &Offset);

} // namespace cudafix::frontend
