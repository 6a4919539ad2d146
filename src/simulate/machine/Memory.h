// SPDX-License-Identifier: Apache-2.0
//
// The memory of one simulation: one address range that contains all objects a kernel may access,
// with gaps between them, and in parallel the shadow: for each word of four bytes, who wrote and
// read it last. A word that is accessed in parts has a shadow for each byte.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cudafix::simulate {

/// The accessing thread id in the low half, the epoch in the high half; 0: nobody.
using Mark = uint64_t;

enum CellFlags : uint16_t {
  WriteAtomic = 1,
  WriteVolatile = 2,
  WriteNarrow = 4, ///< an atomic of block scope
  Read0Volatile = 8,
  Read0Atomic = 16,
  Read1Volatile = 32,
  Read1Atomic = 64,
  Split = 128, ///< the bytes have separate cells
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
  bool Guessed = false; ///< its size was made up: accesses beyond it are no findings
  bool Freed = false;
  int Parameter = -1;
};

class Memory {
public:
  /// Room for `Bytes` in all objects, gaps not counted.
  explicit Memory(uint64_t Bytes);
  ~Memory();
  Memory(const Memory &) = delete;

  /// A new object filled with zeros; null: out of room.
  char *allocate(uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name);
  /// Declares an object inside a range that `allocate` returned, which then is no object itself.
  void place(char *Begin, uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name);
  /// Reserves space without an object in it.
  char *reserve(uint64_t Bytes);

  /// Frees an object of `allocate`. Returns false if `P` is not the start of one. Its range is
  /// reused for an object of the same size.
  bool free(char *P);
  /// The amount used so far; later allocations can be released by `rewind`, except objects of the
  /// heap, which stay.
  uint64_t mark() const { return Used; }
  void rewind(uint64_t Mark);

  /// Registers host memory that kernels may use in place; `Cells`, an object of the same size,
  /// holds its shadow.
  void registerHost(const void *Host, uint64_t Bytes, char *Cells);
  /// Returns the object `Cells`; null: nothing is registered there.
  char *unregisterHost(const void *Host);
  /// The address in `Cells` for this address in registered memory, or 0.
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
  /// Visits the cells of a byte range, each once, with their addresses; memory without cells has
  /// none.
  void forCells(const char *P, uint64_t Bytes, llvm::function_ref<void(Cell &, uintptr_t)> Do);
  /// Replaces the marks of one access, a write or a read.
  void replaceMarks(const char *P, uint64_t Bytes, Mark Old, Mark New, bool Writes);
  /// Gives each byte of a word a separate cell.
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
