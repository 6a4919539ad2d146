// SPDX-License-Identifier: Apache-2.0
#include "cache/BuildIds.h"
#include "cache/Digest.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <elf.h>
#include <link.h>

namespace cudafix::cache {

using llvm::StringRef;

/// The id in the notes of a loaded object; empty: it has none.
static StringRef idIn(const dl_phdr_info &Object) {
  for (unsigned I = 0; I < Object.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Part = Object.dlpi_phdr[I];
    if (Part.p_type != PT_NOTE)
      continue;
    StringRef Notes(reinterpret_cast<const char *>(Object.dlpi_addr + Part.p_vaddr), Part.p_memsz);
    while (Notes.size() >= sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) Note;
      std::memcpy(&Note, Notes.data(), sizeof(Note));
      auto Aligned = [](size_t N) { return (N + 3) & ~size_t(3); };
      StringRef Name = Notes.substr(sizeof(Note), Note.n_namesz);
      StringRef Id = Notes.substr(sizeof(Note) + Aligned(Note.n_namesz), Note.n_descsz);
      if (Note.n_type == NT_GNU_BUILD_ID && Name == StringRef("GNU\0", 4))
        return Id;
      Notes = Notes.drop_front(
          std::min(Notes.size(), sizeof(Note) + Aligned(Note.n_namesz) + Aligned(Note.n_descsz)));
    }
  }
  return "";
}

/// Called for the program itself, whose name is empty, and for each of its libraries.
static int addObject(dl_phdr_info *Object, size_t, void *Sum) {
  StringRef File = *Object->dlpi_name ? StringRef(Object->dlpi_name) : "/proc/self/exe";
  if (!llvm::sys::fs::exists(File)) // objects without a file, which the kernel maps
    return 0;
  auto &D = *static_cast<Digest *>(Sum);
  StringRef Id = idIn(*Object);
  auto Text = llvm::MemoryBuffer::getFile(Id.empty() ? File : "", /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  D.add(Id).add(Text ? (*Text)->getBuffer() : "");
  return 0;
}

const std::string &buildIds() {
  static const std::string Ids = [] {
    Digest D;
    ::dl_iterate_phdr(addObject, &D);
    return D.bytes();
  }();
  return Ids;
}

} // namespace cudafix::cache
