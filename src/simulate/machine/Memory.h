// SPDX-License-Identifier: Apache-2.0
//
// The memory of one simulation: one range of addresses that holds every object a kernel may
// touch, with gaps in between, and beside it the shadow: for every word of four bytes who
// wrote and read it last. A word accessed in parts has a shadow for each byte.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cudafix::simulate {

/// Who accessed, and when: thread id in the low half, epoch in the high one; 0: nobody.
using Mark = uint64_t;

enum CellFlags : uint16_t {
  WriteAtomic = 1,
  WriteVolatile = 2,
  WriteNarrow = 4, ///< an atomic of block scope
  Read0Volatile = 8,
  Read0Atomic = 16,
  Read1Volatile = 32,
  Read1Atomic = 64,
  Split = 128, ///< the bytes have cells of their own
};

struct Cell {
  Mark Write = 0, Read0 = 0, Read1 = 0;
  uint16_t WriteSite = 0, Read0Site = 0, Read1Site = 0;
  uint16_t Flags = 0;
};

enum class ObjectKind : uint8_t { Argument, Variable, Constant, Shared, Heap };

struct Object {
  uintptr_t Begin = 0, End = 0;
  ObjectKind Kind = ObjectKind::Argument;
  std::string Name;
  bool Guessed = false; ///< its size was made up: reaching beyond it is no finding
  bool Freed = false;
  int Parameter = -1;
};

class Memory {
public:
  /// Room for `Bytes` in all objects, gaps not counted.
  explicit Memory(uint64_t Bytes);
  ~Memory();
  Memory(const Memory &) = delete;

  /// A new object, filled with zeros; null when the room is used up.
  char *allocate(uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name);
  /// An object inside a range that `allocate` returned, which then is no object itself.
  void place(char *Begin, uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name);
  /// Room without an object in it.
  char *reserve(uint64_t Bytes);

  /// Takes back an object that `allocate` gave. Returns false if `P` does not begin one. Its
  /// range is given out again for an object of the same size.
  bool free(char *P);
  /// What is used so far; what is allocated later can be given back with `rewind`, except
  /// for objects of the heap, which stay.
  uint64_t mark() const { return Used; }
  void rewind(uint64_t Mark);

  /// Memory of the host that kernels may use where it is: `Cells`, an object of its size, has
  /// its shadow.
  void registerHost(const void *Host, uint64_t Bytes, char *Cells);
  /// Gives the object back; null: nothing is registered there.
  char *unregisterHost(const void *Host);
  /// The address that has the shadow of this one of registered memory, or 0.
  uintptr_t registered(uintptr_t Address) const;

  /// The object that holds this address, or null.
  Object *find(uintptr_t Address);
  /// The object before this address, or the first after it; null when there is none.
  const Object *nearest(uintptr_t Address) const;
  std::vector<Object> &objects() { return Objects; }

  bool contains(uintptr_t Address) const { return Address - Base < Size; }
  uintptr_t base() const { return Base; }
  uint64_t size() const { return Size; }
  Cell &word(uintptr_t Address) { return Words[(Address - Base) >> 2]; }
  /// The cell of a byte of a split word.
  Cell &byte(uintptr_t Address);
  /// The cells of a range of bytes, each once, with their addresses; memory without cells has none.
  void forCells(const char *P, uint64_t Bytes, llvm::function_ref<void(Cell &, uintptr_t)> Do);
  /// Replaces the marks that one access has left, a write or a read.
  void replaceMarks(const char *P, uint64_t Bytes, Mark Old, Mark New, bool Writes);
  /// Gives the bytes of a word cells of their own.
  void split(uintptr_t Address);

private:
  Object *at(const char *Begin);

  uintptr_t Base = 0;
  uint64_t Size = 0, Used = 0;
  Cell *Words = nullptr;
  std::vector<std::unique_ptr<Cell[]>> Bytes; ///< by page of 4096 bytes
  std::vector<Object> Objects;                ///< by address
  std::map<uint64_t, std::vector<char *>> FreedBySize;
  struct HostRange {
    uint64_t Bytes;
    char *Cells;
  };
  std::map<uintptr_t, HostRange> Registered; ///< by start
};

} // namespace cudafix::simulate
