// SPDX-License-Identifier: Apache-2.0
//
// What a kernel may do besides computing: printf, the device heap, queries about pointers.
#include "simulate/machine/Machine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace cudafix::simulate {

static constexpr size_t MaxOutput = 1 << 20;

/// The most characters of one conversion, except for texts.
static constexpr int MostColumns = 255;

namespace {

/// The arguments of a device printf: one structure, each value at its natural alignment.
class Values {
public:
  explicit Values(llvm::StringRef Bytes) : Bytes(Bytes) {}
  template <typename T> T next() {
    Offset = llvm::alignTo(Offset, sizeof(T));
    T Value{};
    Missing |= Offset + sizeof(T) > Bytes.size();
    if (!Missing)
      std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
    Offset += sizeof(T);
    return Value;
  }
  bool Missing = false; ///< more values were requested than exist

private:
  llvm::StringRef Bytes;
  uint64_t Offset = 0;
};

/// What stands between `%` and its letter.
struct Conversion {
  std::string Flags;
  std::optional<int> Width, Precision;
  std::string Length;
  char Letter = 0;
};

} // namespace

static std::optional<int> number(llvm::StringRef &Text, Values &V) {
  if (Text.consume_front("*"))
    return V.next<int>();
  size_t Digits = std::min(Text.find_first_not_of("0123456789"), Text.size());
  llvm::StringRef Number = Text.take_front(Digits);
  Text = Text.drop_front(Digits);
  int Value = MostColumns; // also for numbers that are too large
  if (Number.empty())
    return std::nullopt;
  Number.getAsInteger(10, Value);
  return Value;
}

/// Parses a conversion from the text after `%`; nullopt: printf does not know it.
static std::optional<Conversion> parse(llvm::StringRef &Text, Values &V) {
  Conversion C;
  auto Take = [&](llvm::StringRef Of) {
    llvm::StringRef Taken = Text.take_while([&](char Each) { return Of.contains(Each); });
    Text = Text.drop_front(Taken.size());
    return Taken.str();
  };
  C.Flags = Take("-+ #0");
  C.Width = number(Text, V);
  if (Text.consume_front("."))
    C.Precision = number(Text, V).value_or(0);
  C.Length = Take("hljztL");
  if (Text.empty() || !llvm::StringRef("diuxXocpsfFeEgGaA").contains(Text.front()))
    return std::nullopt;
  C.Letter = Text.front();
  Text = Text.drop_front();
  return C;
}

template <typename T> static void print(llvm::raw_ostream &OS, const Conversion &C, T Value) {
  std::string Spec = "%" + C.Flags;
  if (C.Width)
    Spec += std::to_string(std::clamp(*C.Width, -MostColumns, MostColumns));
  if (C.Precision && *C.Precision >= 0)
    Spec += "." + std::to_string(std::min(*C.Precision, MostColumns));
  if constexpr (sizeof(T) == 8 && std::is_integral_v<T>)
    Spec += 'l';
  else if (C.Length.starts_with('h'))
    Spec += C.Length.starts_with("hh") ? "hh" : "h";
  char Buffer[MostColumns + 1];
  int N = std::snprintf(Buffer, sizeof(Buffer), (Spec + C.Letter).c_str(), Value);
  OS << llvm::StringRef(Buffer, std::clamp(N, 0, MostColumns));
}

/// A text is not longer than the object that contains it.
static void printText(llvm::raw_ostream &OS, const Conversion &C, llvm::StringRef Text) {
  if (C.Precision && *C.Precision >= 0)
    Text = Text.take_front(*C.Precision);
  int Width = std::clamp(C.Width.value_or(0), -MostColumns, MostColumns);
  bool Left = Width < 0 || C.Flags.find('-') != std::string::npos;
  OS << (Left ? llvm::left_justify(Text, std::abs(Width))
              : llvm::right_justify(Text, std::abs(Width)));
}

llvm::StringRef Machine::text(Lane &L, const char *P, uint32_t Site) {
  uint64_t Room = room(L, P);
  if (const void *End = Room ? std::memchr(P, 0, Room) : nullptr)
    return {P, static_cast<size_t>(static_cast<const char *>(End) - P)};
  outside(L, const_cast<char *>(P) + Room, 1, Site);
  return "";
}

int Machine::print(Lane &L, const char *Format, const char *Arguments, uint32_t Site) {
  if (Output.size() > MaxOutput)
    return -1;
  llvm::raw_string_ostream OS(Output);
  Values V({Arguments, room(L, Arguments)});
  for (llvm::StringRef Rest = text(L, Format, Site); !Rest.empty() && Output.size() <= MaxOutput;) {
    if (Rest.consume_front("%%")) {
      OS << '%';
      continue;
    }
    if (!Rest.consume_front("%")) {
      OS << Rest.front();
      Rest = Rest.drop_front();
      continue;
    }
    std::optional<Conversion> C = parse(Rest, V);
    if (!C)
      break;
    bool Long = !C->Length.empty() && C->Length.front() != 'h';
    switch (C->Letter) {
    case 'd':
    case 'i':
      Long ? simulate::print(OS, *C, V.next<long>()) : simulate::print(OS, *C, V.next<int>());
      break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      Long ? simulate::print(OS, *C, V.next<unsigned long>())
           : simulate::print(OS, *C, V.next<unsigned>());
      break;
    case 'c':
      C->Length.clear();
      simulate::print(OS, *C, V.next<int>());
      break;
    case 'p':
      OS << "0x" << llvm::utohexstr(V.next<uint64_t>());
      break;
    case 's': {
      const char *Text = V.next<const char *>();
      printText(OS, *C, Text ? text(L, Text, Site).take_front(MaxOutput) : "(null)");
      break;
    }
    default:
      C->Length.clear();
      simulate::print(OS, *C, V.next<double>());
    }
  }
  if (V.Missing)
    outside(L, const_cast<char *>(Arguments) + room(L, Arguments), 1, Site);
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
    // No site's cache may still treat the address as memory.
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

char *Machine::sharedAt(const Lane &L, uint32_t Number) {
  // The numbers are the low halves of addresses, and all shared memory is close to the block's own.
  auto Own = reinterpret_cast<uintptr_t>(L.Shared);
  return L.Shared + static_cast<int32_t>(Number - static_cast<uint32_t>(Own));
}

/// Returns 1 if P lies in the address space `Space` (NVPTX's number), else 0.
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
