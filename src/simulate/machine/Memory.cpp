// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <sys/mman.h>

namespace cudafix::simulate {

/// Space between two objects: an index slightly beyond one does not reach the next.
static constexpr uint64_t Gap = 256, PageBytes = 4096, Slack = 16 << 20;
/// Freed ranges of at least this size return their pages.
static constexpr uint64_t LargeBytes = 1 << 20;

/// Maps pages that cost nothing until they are touched. A page that is read before it is written is
/// mapped twice, and the second mapping interrupts all other threads of the process: with few large
/// pages, parallel simulations do not wait for each other.
static char *mapZeros(uint64_t Bytes) {
  void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return nullptr;
  ::madvise(P, Bytes, MADV_HUGEPAGE); // if there are none, small pages are used
  return static_cast<char *>(P);
}

Memory::Memory(uint64_t Bytes) : Size(llvm::alignTo(Bytes + Slack, PageBytes)) {
  char *Data = mapZeros(Size);
  char *Shadow = Data ? mapZeros(Size / 4 * sizeof(Cell)) : nullptr;
  if (!Shadow)
    llvm::report_fatal_error("out of memory: the simulated memory does not fit", false);
  Base = reinterpret_cast<uintptr_t>(Data);
  Words = reinterpret_cast<Cell *>(Shadow);
  this->Bytes.resize(Size / PageBytes);
}

Memory::~Memory() {
  ::munmap(reinterpret_cast<void *>(Base), Size);
  ::munmap(Words, Size / 4 * sizeof(Cell));
}

char *Memory::reserve(uint64_t Bytes) {
  uint64_t At = llvm::alignTo(Used + Gap, Gap);
  if (Bytes > Size || At + Bytes + Gap > Size)
    return nullptr;
  Used = At + Bytes;
  return reinterpret_cast<char *>(Base + At);
}

void Memory::place(char *Begin, uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name) {
  Object O;
  O.Begin = reinterpret_cast<uintptr_t>(Begin);
  O.End = O.Begin + Bytes;
  O.Kind = Kind;
  O.Name = Name.str();
  auto At = llvm::lower_bound(Objects, O.Begin,
                              [](const Object &A, uintptr_t Address) { return A.Begin < Address; });
  Objects.insert(At, std::move(O));
}

char *Memory::allocate(uint64_t Bytes, ObjectKind Kind, llvm::StringRef Name) {
  if (auto At = FreedBySize.find(Bytes); At != FreedBySize.end()) {
    char *P = At->second.back();
    At->second.pop_back();
    if (At->second.empty())
      FreedBySize.erase(At);
    Object &O = *at(P);
    O.Kind = Kind;
    O.Name = Name.str();
    O.Freed = false;
    return P;
  }
  char *P = reserve(Bytes);
  if (P)
    place(P, Bytes, Kind, Name);
  return P;
}

Object *Memory::at(const char *Begin) {
  auto Address = reinterpret_cast<uintptr_t>(Begin);
  auto At =
      llvm::lower_bound(Objects, Address, [](const Object &A, uintptr_t B) { return A.Begin < B; });
  return At != Objects.end() && At->Begin == Address ? &*At : nullptr;
}

bool Memory::free(char *P) {
  Object *O = at(P);
  if (!O || O->Freed || O->Kind != ObjectKind::Argument)
    return false;
  O->Freed = true;
  uint64_t Size = O->End - O->Begin;
  FreedBySize[Size].push_back(P);
  if (Size >= LargeBytes) {
    uintptr_t First = llvm::alignTo(O->Begin, PageBytes), Last = llvm::alignDown(O->End, PageBytes);
    ::madvise(reinterpret_cast<void *>(First), Last - First, MADV_DONTNEED);
    ::madvise(&word(First), (Last - First) / 4 * sizeof(Cell), MADV_DONTNEED);
  }
  return true;
}

void Memory::rewind(uint64_t Mark) {
  uintptr_t From = Base + Mark;
  auto First =
      llvm::lower_bound(Objects, From, [](const Object &A, uintptr_t B) { return A.Begin < B; });
  auto Heap = std::find_if(First, Objects.end(),
                           [](const Object &O) { return O.Kind == ObjectKind::Heap && !O.Freed; });
  if (Heap == Objects.end())
    Used = Mark;
  Objects.erase(std::remove_if(First, Objects.end(),
                               [](const Object &O) { return O.Kind != ObjectKind::Heap; }),
                Objects.end());
}

void Memory::registerHost(const void *Host, uint64_t Bytes, char *Cells) {
  Registered[reinterpret_cast<uintptr_t>(Host)] = {Bytes, Cells};
}

char *Memory::unregisterHost(const void *Host) {
  auto Node = Registered.extract(reinterpret_cast<uintptr_t>(Host));
  return Node ? Node.mapped().Cells : nullptr;
}

uintptr_t Memory::registered(uintptr_t Address) const {
  auto Behind = Registered.upper_bound(Address);
  if (Behind == Registered.begin())
    return 0;
  auto &[Host, Range] = *std::prev(Behind);
  uint64_t Offset = Address - Host;
  return Offset < Range.Bytes ? reinterpret_cast<uintptr_t>(Range.Cells) + Offset : 0;
}

Object *Memory::find(uintptr_t Address) {
  auto After =
      llvm::upper_bound(Objects, Address, [](uintptr_t A, const Object &O) { return A < O.Begin; });
  if (After == Objects.begin())
    return nullptr;
  Object &O = *std::prev(After);
  return Address < O.End && !O.Freed ? &O : nullptr;
}

const Object *Memory::nearest(uintptr_t Address) const {
  auto After =
      llvm::upper_bound(Objects, Address, [](uintptr_t A, const Object &O) { return A < O.Begin; });
  if (After != Objects.begin())
    return &*std::prev(After);
  return After == Objects.end() ? nullptr : &*After;
}

Cell &Memory::byte(uintptr_t Address) {
  uint64_t Offset = Address - Base;
  return Bytes[Offset / PageBytes][Offset % PageBytes];
}

void Memory::forCells(const char *P, uint64_t Bytes,
                      llvm::function_ref<void(Cell &, uintptr_t)> Do) {
  auto At = reinterpret_cast<uintptr_t>(P);
  if (!contains(At))
    At = registered(At);
  if (!contains(At))
    return;
  for (uintptr_t End = At + Bytes; At < End;) {
    bool Parts = word(At).Flags & Split;
    Do(Parts ? byte(At) : word(At), At);
    At += Parts ? 1 : 4 - At % 4;
  }
}

void Memory::replaceMarks(const char *P, uint64_t Bytes, Mark Old, Mark New, bool Writes) {
  forCells(P, Bytes, [&](Cell &C, uintptr_t) {
    for (Mark *M : {&C.Write, &C.Read0, &C.Read1})
      if (*M == Old && (M == &C.Write) == Writes)
        *M = New;
  });
}

void Memory::split(uintptr_t Address) {
  Cell &Word = word(Address);
  if (Word.Flags & Split)
    return;
  uint64_t Page = (Address - Base) / PageBytes;
  if (!Bytes[Page])
    Bytes[Page] = std::make_unique<Cell[]>(PageBytes);
  for (unsigned I = 0; I < 4; ++I)
    byte((Address & ~uintptr_t(3)) + I) = Word;
  Word.Flags |= Split;
}

} // namespace cudafix::simulate
