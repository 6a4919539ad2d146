// SPDX-License-Identifier: Apache-2.0
//
// What a kernel may do besides computing: printf, the device heap, questions on pointers.
#include "simulate/Machine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace cudafix::simulate {

static constexpr size_t MaxOutput = 1 << 20;

namespace {

/// The values of a device printf: one structure, each at its natural alignment.
class Values {
public:
  explicit Values(const char *At) : At(At) {}
  template <typename T> T next() {
    Offset = llvm::alignTo(Offset, sizeof(T));
    T Value;
    std::memcpy(&Value, At + Offset, sizeof(T));
    Offset += sizeof(T);
    return Value;
  }

private:
  const char *At;
  uint64_t Offset = 0;
};

} // namespace

/// One conversion of the format, from `%` to its letter.
static void convert(llvm::raw_ostream &OS, std::string Spec, Values &V) {
  char Letter = Spec.back();
  bool Long = Spec.find('l') != std::string::npos || Spec.find('z') != std::string::npos ||
              Spec.find('j') != std::string::npos || Spec.find('t') != std::string::npos;
  auto Print = [&](auto Value) {
    char Buffer[256];
    int N = std::snprintf(Buffer, sizeof(Buffer), Spec.c_str(), Value);
    OS << llvm::StringRef(Buffer, std::min<size_t>(std::max(N, 0), sizeof(Buffer) - 1));
  };
  switch (Letter) {
  case 'd':
  case 'i':
    return Long ? Print(V.next<long>()) : Print(V.next<int>());
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    return Long ? Print(V.next<unsigned long>()) : Print(V.next<unsigned>());
  case 'c':
    return Print(V.next<int>());
  case 'p':
    OS << "0x" << llvm::utohexstr(V.next<uint64_t>());
    return;
  case 's': {
    const char *Text = V.next<const char *>();
    OS << llvm::StringRef(Text ? Text : "(null)");
    return;
  }
  default:
    Print(V.next<double>());
  }
}

int Machine::print(Lane &L, const char *Format, const char *Arguments) {
  if (Output.size() > MaxOutput)
    return -1;
  llvm::raw_string_ostream OS(Output);
  Values V(Arguments);
  for (llvm::StringRef Text(Format); !Text.empty();) {
    if (Text.consume_front("%%")) {
      OS << '%';
      continue;
    }
    if (Text.front() != '%') {
      OS << Text.front();
      Text = Text.drop_front();
      continue;
    }
    size_t End = Text.find_first_of("diuxXocpsfFeEgGaA", 1);
    if (End == llvm::StringRef::npos)
      break;
    std::string Spec = Text.take_front(End + 1).str();
    if (size_t Star = Spec.find('*'); Star != std::string::npos)
      Spec.replace(Star, 1, std::to_string(V.next<int>()));
    convert(OS, std::move(Spec), V);
    Text = Text.drop_front(End + 1);
  }
  return 0;
}

char *Machine::heap(Lane &L, uint64_t Bytes) {
  return Mem.allocate(std::max<uint64_t>(Bytes, 1), ObjectKind::Heap, "heap memory");
}

void Machine::freeHeap(Lane &L, char *P, uint32_t Site) {
  if (!P)
    return;
  Object *O = Mem.find(reinterpret_cast<uintptr_t>(P));
  if (O && O->Kind == ObjectKind::Heap && O->Begin == reinterpret_cast<uintptr_t>(P)) {
    O->Freed = true;
    // No site may take it for memory from its cache.
    for (SiteCache &S : Caches)
      if (S.Begin == O->Begin)
        S.Span = 0;
    return;
  }
  Event E;
  E.Kind = EventKind::BadFree;
  E.Site = Site;
  E.Thread = L.Id;
  note(std::move(E));
}

/// `Space`: NVPTX's number of the address space.
unsigned Machine::isSpace(const char *P, unsigned Space) {
  Object *O = Mem.find(reinterpret_cast<uintptr_t>(P));
  if (!O)
    return Space == 5;
  switch (O->Kind) {
  case ObjectKind::Shared:
    return Space == 3;
  case ObjectKind::Constant:
    return Space == 4;
  default:
    return Space == 1;
  }
}

} // namespace cudafix::simulate
