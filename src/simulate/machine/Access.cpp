// SPDX-License-Identifier: Apache-2.0
//
// Checks every access of the kernel: bounds, races and uninitialized reads.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace cudafix::simulate {

static ThreadId threadOf(Mark M) { return Ordering::threadOf(M); }
static uint32_t epochOf(Mark M) { return Ordering::epochOf(M); }

/// Number of logged accesses after which a lane waits for its warp to catch up.
static constexpr size_t MaxLog = 1 << 14;

void Machine::log(Lane &L, uint32_t Site, uint64_t Value) {
  L.Log.push_back({Value, Site});
  if (L.Log.size() < MaxLog)
    return;
  L.B->Unsettled = true;
  suspend(L, LaneState::LogFull, Site);
}

/// Volatile accesses to global memory serve as flags; in shared memory they are mostly an attempt
/// to rely on lockstep.
static bool bothVolatile(bool A, bool B, bool Shared) { return A && B && !Shared; }

void Machine::branch(Lane &L, uint32_t Site, uint64_t Value) {
  const simulate::Site &S = Code.Sites[Site];
  if (S.Heads && !Code.LoopsAround[S.Loop])
    meetAtTurn(L, Site);
  log(L, Site, Value);
}

/// Logs are best emptied at a point where all lanes begin the same turn: one that none of them has
/// begun when the first log is half full.
void Machine::meetAtTurn(Lane &L, uint32_t Site) {
  uint32_t &MeetAt = L.B->MeetAt[L.Linear / 32];
  if (!MeetAt && L.Log.size() > MaxLog / 2) {
    unsigned First = L.Linear / 32 * 32;
    for (unsigned I = First; I < std::min(First + 32, Threads); ++I)
      MeetAt = std::max(MeetAt, L.B->Lanes[I].LoggedTurns + 1);
  }
  if (++L.LoggedTurns != MeetAt)
    return;
  L.B->Unsettled = true;
  suspend(L, LaneState::LogFull, Site);
  L.LoggedTurns = 1;
}

/// Handles an access that nothing orders after the last write of the cell, or after its reads.
template <Machine::Kind What>
LLVM_ATTRIBUTE_NOINLINE void Machine::conflict(Lane &L, const Cell &C, Earlier Before, uintptr_t At,
                                               const SiteCache &S, uint32_t Site, const char *New,
                                               unsigned Size) {
  constexpr bool Writes = What == Kind::Write || What == Kind::AtomicWrite;
  constexpr bool Atomic = What == Kind::AtomicRead || What == Kind::AtomicWrite;
  Event E;
  E.Writes = Writes;
  E.Atomic = Atomic;
  E.OtherWrites = Before == Earlier::Write;
  if (threadOf(C.Write) == L.Id && E.OtherWrites) { // its own copy, which is still pending
    if (!Writes)
      uninitialized(L, Site, At, C.WriteSite);
    return;
  }
  if (E.OtherWrites) {
    E.OtherAtomic = C.Flags & WriteAtomic;
    bool Narrow =
        Atomic && threadOf(C.Write) >> 10 != L.Id >> 10 && (C.Flags & WriteNarrow || S.Narrow);
    if ((Atomic && E.OtherAtomic && !Narrow) ||
        bothVolatile(S.Volatile, C.Flags & (WriteVolatile | WriteAtomic), S.Shared) ||
        (Atomic && C.Flags & WriteVolatile && !S.Shared))
      return;
    if (Atomic && Code.Sites[C.WriteSite].Kind == SiteKind::Barrier && knowsInit(L, C.Write))
      return;
    E.SameValue = Writes && New && !Atomic && !E.OtherAtomic && !Past.isCopy(C.Write) &&
                  !std::memcmp(New, reinterpret_cast<char *>(At), Size);
    return race(L, C.Write, C.WriteSite, Site, At, std::move(E));
  }
  bool First = Before == Earlier::Read0;
  E.OtherAtomic = C.Flags & (First ? Read0Atomic : Read1Atomic);
  bool Volatile = C.Flags & (First ? Read0Volatile : Read1Volatile);
  E.SameValue = false;
  if ((Atomic && E.OtherAtomic) ||
      bothVolatile(S.Volatile || Atomic, Volatile || E.OtherAtomic, S.Shared))
    return;
  race(L, First ? C.Read0 : C.Read1, First ? C.Read0Site : C.Read1Site, Site, At, std::move(E));
}

template <Machine::Kind What>
LLVM_ATTRIBUTE_ALWAYS_INLINE void Machine::check(Lane &L, Cell &C, uintptr_t At, const SiteCache &S,
                                                 uint32_t Site, const char *New, unsigned Size) {
  constexpr bool Writes = What == Kind::Write || What == Kind::AtomicWrite;
  constexpr bool Atomic = What == Kind::AtomicRead || What == Kind::AtomicWrite;
  const Mark Me = Past.mark(L);
  // Two atomics need no order; searching for one takes long if there is none.
  auto Both = [&](unsigned Flag) { return Atomic && C.Flags & Flag; };
  const bool Apart = Both(WriteAtomic) && !(C.Flags & WriteNarrow) && !S.Narrow;
  if (LLVM_UNLIKELY(!Apart && !Past.isBefore(L, C.Write, S.Shared)))
    conflict<What>(L, C, Earlier::Write, At, S, Site, New, Size);
  if constexpr (Writes) {
    if (LLVM_UNLIKELY(!Both(Read0Atomic) && !Past.isBefore(L, C.Read0, S.Shared)))
      conflict<What>(L, C, Earlier::Read0, At, S, Site, New, Size);
    if (LLVM_UNLIKELY(!Both(Read1Atomic) && !Past.isBefore(L, C.Read1, S.Shared)))
      conflict<What>(L, C, Earlier::Read1, At, S, Site, New, Size);
    ++Changes;
    C.Write = Me;
    C.WriteSite = Site;
    C.Flags = (C.Flags & ~(WriteAtomic | WriteVolatile | WriteNarrow)) |
              (Atomic ? WriteAtomic : 0) | (S.Volatile ? WriteVolatile : 0) |
              (Atomic && S.Narrow ? WriteNarrow : 0);
    return;
  }
  if (S.Shared && epochOf(C.Write) <= L.B->StartEpoch)
    uninitialized(L, Site, At);
  if (threadOf(C.Read0) == L.Id ||
      (threadOf(C.Read1) != L.Id && Past.isBefore(L, C.Read0, S.Shared))) {
    C.Read0 = Me;
    C.Read0Site = Site;
    C.Flags = (C.Flags & ~(Read0Volatile | Read0Atomic)) | (S.Volatile ? Read0Volatile : 0) |
              (Atomic ? Read0Atomic : 0);
    return;
  }
  C.Read1 = Me;
  C.Read1Site = Site;
  C.Flags = (C.Flags & ~(Read1Volatile | Read1Atomic)) | (S.Volatile ? Read1Volatile : 0) |
            (Atomic ? Read1Atomic : 0);
}

/// An access to a part of a split word, byte by byte.
template <Machine::Kind What>
void Machine::checkBytes(Lane &L, uintptr_t At, uint64_t Size, uint32_t Site, const char *New) {
  for (uint64_t I = 0; I < Size; ++I) {
    Mem.split(At + I);
    check<What>(L, Mem.byte(At + I), At + I, Caches[Site], Site, New ? New + I : nullptr, 1);
  }
}

/// An access to any range: by whole words where it covers them and they are not split.
template <Machine::Kind What>
void Machine::checkParts(Lane &L, uintptr_t At, uint64_t Size, uint32_t Site, const char *New) {
  while (Size) {
    bool Whole = At % 4 == 0 && Size >= 4;
    uint64_t Part = Whole ? 4 : std::min<uint64_t>(Size, 4 - At % 4);
    if (Whole && !(Mem.word(At).Flags & Split))
      check<What>(L, Mem.word(At), At, Caches[Site], Site, New, 4);
    else
      checkBytes<What>(L, At, Part, Site, New);
    At += Part;
    Size -= Part;
    New = New ? New + Part : nullptr;
  }
}

uint64_t Machine::room(const Lane &L, const char *P) {
  auto At = reinterpret_cast<uintptr_t>(P);
  uint64_t Own = At - reinterpret_cast<uintptr_t>(L.Stack);
  if (Own < Code.StackBytes)
    return Code.StackBytes - Own;
  uintptr_t Within = Mem.contains(At) ? At : Mem.registered(At);
  const Object *O = Mem.find(Within);
  return O ? O->End - Within : 0;
}

/// The address to use for an access that the site's cache does not answer. Sets `Cells` to the
/// address whose shadow is used, which differs for registered host memory; 0: it is not memory that
/// threads share.
char *Machine::locate(Lane &L, char *P, uint64_t Size, uint32_t Site, uintptr_t &Cells) {
  auto At = reinterpret_cast<uintptr_t>(P);
  Cells = 0;
  if (At - reinterpret_cast<uintptr_t>(L.Stack) < Code.StackBytes && Size <= room(L, P))
    return P;
  SiteCache &S = Caches[Site];
  if (S.Held)
    suspend(L, LaneState::Held, Site);
  uintptr_t Within = Mem.contains(At) ? At : Mem.registered(At);
  Object *O = Mem.find(Within);
  if (!O || O->End - Within < Size)
    return outside(L, P, Size, Site);
  S.Shared = O->Kind == ObjectKind::Shared;
  const bool Others = S.Shared && ClusterBlocks > 1; // it may belong to another block
  if (Block *Owner = Others ? ownerOf(L, At) : nullptr) {
    if (Owner != L.B)
      visit(L, *Owner, Site);
  } else if (Others) {
    return putAside(L, Size, Site, "",
                    [](Event &E) { E.Text = "shared memory of a block of another cluster"; });
  }
  Cells = Within;
  if (S.Held || Others || Cells != At)
    return P; // the next access also comes here
  S.Begin = O->Begin;
  S.Span = O->End - O->Begin;
  return P;
}

/// Reports an access to no memory, and gives it a substitute place, so that the thread can
/// continue. A loop may do so a million times: only the first time is described.
char *Machine::putAside(const Lane &L, uint64_t Size, uint32_t Site, llvm::StringRef Object,
                        llvm::function_ref<void(Event &)> Say) {
  std::memset(Sink, 0, std::min<uint64_t>(Size, sizeof(Sink)));
  Event *&Known = Caches[Site].Aside;
  if (Known && Known->Object == Object) {
    ++Known->Count;
    return Sink;
  }
  Event E;
  E.Kind = EventKind::OutOfBounds;
  E.Site = Site;
  E.Thread = L.Id;
  E.Writes = Code.Sites[Site].Kind != SiteKind::Read;
  E.Object = Object.str();
  Say(E);
  Known = &Seen.add(std::move(E));
  return Sink;
}

char *Machine::outside(Lane &L, char *P, uint64_t Size, uint32_t Site) {
  auto At = reinterpret_cast<uintptr_t>(P);
  const Object *Near = Mem.nearest(At);
  if (Near && Near->Guessed && Mem.contains(At)) {
    std::memset(Sink, 0, std::min<uint64_t>(Size, sizeof(Sink)));
    Seen.addExceeded(Near->Name);
    return Sink;
  }
  const bool IsNear = Near && Mem.contains(At);
  return putAside(L, Size, Site, IsNear ? llvm::StringRef(Near->Name) : "", [&](Event &E) {
    if (!IsNear) {
      E.Text = At < 4096 ? "through a null pointer" : "through no object at all";
      return;
    }
    E.Shared = Near->Kind == ObjectKind::Shared;
    E.Offset = At - Near->Begin;
    E.Size = Near->End - Near->Begin;
    if (Near->Freed && At < Near->End)
      E.Text = "through freed memory";
  });
}

void Machine::describe(Event &E, uintptr_t At) {
  if (Object *O = Mem.find(At)) {
    E.Object = O->Name;
    E.Shared = O->Kind == ObjectKind::Shared;
    E.Offset = At - O->Begin;
    E.Size = O->End - O->Begin;
  }
}

void Machine::race(Lane &L, Mark Other, uint32_t OtherSite, uint32_t Site, uintptr_t At, Event E) {
  if (!Seen.isNewRace(OtherSite, Site, Past.issuer(Other), L.Id, E.SameValue))
    return;
  E.Kind = EventKind::Race;
  E.Site = Site;
  E.Other = OtherSite;
  E.Thread = L.Id;
  E.OtherThread = Past.issuer(Other);
  describe(E, At);
  if (const Block *Owner = E.Shared ? ownerOf(L, At) : nullptr)
    E.Owner = Owner->Lanes.front().Id;
  note(std::move(E));
}

void Machine::uninitialized(Lane &L, uint32_t Site, uintptr_t At, uint32_t Copy) {
  Event E;
  E.Kind = EventKind::Uninitialized;
  E.Site = Site;
  E.Other = Copy;
  E.Wait = Copy ? 0 : L.Unended;
  E.Thread = L.Id;
  describe(E, At);
  if (!BringsUnknown || !E.Shared)
    note(std::move(E));
}

/// A load or a store of N bytes, a power of two.
template <Machine::Kind What, unsigned N>
inline char *Machine::access(Lane &L, char *P, uint32_t Site, const char *New) {
  if (--Fuel <= 0)
    refuel(L);
  auto At = reinterpret_cast<uintptr_t>(P);
  SiteCache &S = Caches[Site];
  if (At - S.Begin >= S.Span || At - S.Begin > S.Span - N || At % N) {
    uintptr_t Cells;
    char *To = locate(L, P, N, Site, Cells);
    if (!Cells)
      return To;
    if (At % N || Cells != At)
      return accessWide<What>(L, P, N, Site, New);
  }
  if constexpr (N >= 4) {
    for (unsigned I = 0; I < N; I += 4) {
      Cell &C = Mem.word(At + I);
      if (!(C.Flags & Split))
        check<What>(L, C, At + I, S, Site, New ? New + I : nullptr, 4);
      else
        checkBytes<What>(L, At + I, 4, Site, New ? New + I : nullptr);
    }
  } else {
    checkBytes<What>(L, At, N, Site, New);
  }
  // A flag in global memory orders like an atomic, by means of its fences.
  if (S.Volatile && !S.Shared) {
    if constexpr (What == Kind::Read)
      Past.acquire(L, Past.at(At), /*AtOnce=*/false);
    else
      Past.release(L, Past.at(At), /*Everything=*/false, /*Narrow=*/false);
  }
  if (Log.isOn())
    log(L, Site, At);
  return P;
}

template <unsigned N> char *Machine::load(Lane &L, char *P, uint32_t Site) {
  return access<Kind::Read, N>(L, P, Site, nullptr);
}

template <unsigned N> char *Machine::store(Lane &L, char *P, uint64_t Value, uint32_t Site) {
  return access<Kind::Write, N>(L, P, Site, reinterpret_cast<const char *>(&Value));
}

template char *Machine::load<1>(Lane &, char *, uint32_t);
template char *Machine::load<2>(Lane &, char *, uint32_t);
template char *Machine::load<4>(Lane &, char *, uint32_t);
template char *Machine::load<8>(Lane &, char *, uint32_t);
template char *Machine::load<16>(Lane &, char *, uint32_t);
template char *Machine::store<1>(Lane &, char *, uint64_t, uint32_t);
template char *Machine::store<2>(Lane &, char *, uint64_t, uint32_t);
template char *Machine::store<4>(Lane &, char *, uint64_t, uint32_t);
template char *Machine::store<8>(Lane &, char *, uint64_t, uint32_t);

/// Returns true for an address that hardware refuses because it is not a multiple of the access
/// size.
static bool isMisaligned(uintptr_t At, uint64_t Size) {
  return Size <= 16 && llvm::isPowerOf2_64(Size) && At % Size;
}

/// An access of any size, at any address.
template <Machine::Kind What>
char *Machine::accessWide(Lane &L, char *P, uint64_t Size, uint32_t Site, const char *New) {
  uintptr_t Cells;
  char *To = locate(L, P, Size, Site, Cells);
  if (!Cells)
    return To;
  auto At = reinterpret_cast<uintptr_t>(P);
  if (isMisaligned(At, Size)) {
    Event E;
    E.Kind = EventKind::Misaligned;
    E.Site = Site;
    E.Thread = L.Id;
    E.Writes = What == Kind::Write;
    describe(E, Cells);
    note(std::move(E));
  }
  checkParts<What>(L, Cells, Size, Site, New);
  if (Log.isOn())
    log(L, Site, At);
  return To;
}

char *Machine::loadWide(Lane &L, char *P, uint64_t Size, uint32_t Site) {
  return accessWide<Kind::Read>(L, P, Size, Site, nullptr);
}

char *Machine::storeWide(Lane &L, char *P, uint64_t Size, const char *Value, uint32_t Site) {
  return accessWide<Kind::Write>(L, P, Size, Site, Value);
}

char *Machine::local(Lane &L, char *P, uint64_t Size, char *Begin, uint64_t Bytes, uint32_t Site) {
  int64_t Offset = P - Begin;
  if (Offset >= 0 && uint64_t(Offset) <= Bytes && Size <= Bytes - Offset)
    return P;
  return putAside(L, Size, Site, "a local array", [&](Event &E) {
    E.Offset = Offset;
    E.Size = Bytes;
  });
}

char *Machine::atomic(Lane &L, char *P, uint32_t Site, const uint64_t *Expected) {
  if (--Fuel <= 0)
    refuel(L);
  const simulate::Site &Of = Code.Sites[Site];
  uintptr_t Cells;
  char *At = locate(L, P, Of.Size, Site, Cells);
  if (!Cells)
    return At;
  auto Address = reinterpret_cast<uintptr_t>(P);
  bool Stores = Of.Stores && !(Expected && std::memcmp(Expected, P, Of.Size) != 0);
  if (Stores)
    checkParts<Kind::AtomicWrite>(L, Cells, Of.Size, Site, nullptr);
  else
    checkParts<Kind::AtomicRead>(L, Cells, Of.Size, Site, nullptr);
  SyncVariable &V = Past.at(Address);
  bool Narrow = Of.Scope == AtomicScope::Block;
  if (Of.Loads)
    Past.acquire(L, V, Of.Acquire);
  if (Stores)
    Past.release(L, V, Of.Release, Narrow);
  if (Log.isOn())
    log(L, Site, Address);
  return At;
}

void *Machine::function(Lane &L, const char *Address, uint32_t Type, uint32_t Site) {
  auto At = Code.Functions.find(Address - Globals);
  if (At == Code.Functions.end())
    stop(L, EventKind::OutOfBounds, Site, "through a pointer to no function of its file");
  if (At->second.Type != Type)
    stop(L, EventKind::OutOfBounds, Site, "through a pointer to a function of another type");
  return At->second.Code;
}

/// Checks both sides of a copy. Returns false if there is nothing to copy, or it is out of bounds.
bool Machine::accessCopied(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read,
                           uint32_t Write) {
  if (Size == 0)
    return false;
  char *Source = loadWide(L, const_cast<char *>(From), Size, Read);
  char *Target = storeWide(L, To, Size, Source == From ? From : nullptr, Write);
  return Source == From && Target == To;
}

void Machine::copy(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read,
                   uint32_t Write) {
  if (accessCopied(L, To, From, Size, Read, Write))
    std::memmove(To, From, Size);
}

void Machine::fill(Lane &L, char *To, int Byte, uint64_t Size, uint32_t Site) {
  char Value[256];
  std::memset(Value, Byte, sizeof(Value));
  if (Size && storeWide(L, To, Size, Size <= sizeof(Value) ? Value : nullptr, Site) == To)
    std::memset(To, Byte, Size);
}

} // namespace cudafix::simulate
