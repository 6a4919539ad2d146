// SPDX-License-Identifier: Apache-2.0
//
// Copies that the async proxy makes for a thread (PTX ISA, "cp.async.bulk"): the proxy reads and
// writes at any time after the copy is issued, like a separate thread. Here it does so when a wait
// could not end otherwise: for the bytes of an mbarrier's phase, or for the thread's bulk groups.
// Until then its marks are later than anything that orders accesses.
#include "frontend/ptx/Forms.h"
#include "simulate/machine/Machine.h"
#include "simulate/machine/SmallFloats.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace cudafix::simulate {

/// The size of a copy and both of its addresses are multiples of this.
static constexpr uint64_t Unit = 16;

/// Instead of a mask of blocks, which has 16 bits: the copy has one destination.
static constexpr uint32_t NoMask = UINT32_MAX;

template <typename T> static T combine(T A, T B, frontend::ReduceOp Op) {
  using frontend::ReduceOp;
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (Op) {
    case ReduceOp::Add:
      return static_cast<U>(A) + static_cast<U>(B);
    case ReduceOp::And:
      return A & B;
    case ReduceOp::Or:
      return A | B;
    case ReduceOp::Xor:
      return A ^ B;
    case ReduceOp::Inc:
      return A >= B ? 0 : A + 1;
    case ReduceOp::Dec:
      return A == 0 || A > B ? B : A - 1;
    default:
      break;
    }
  }
  return Op == ReduceOp::Min ? std::min(A, B) : Op == ReduceOp::Max ? std::max(A, B) : A + B;
}

template <typename T>
static void reduceAs(char *To, const char *From, uint64_t Size, frontend::ReduceOp Op) {
  for (uint64_t I = 0; I + sizeof(T) <= Size; I += sizeof(T)) {
    T A, B;
    std::memcpy(&A, To + I, sizeof(T));
    std::memcpy(&B, From + I, sizeof(T));
    A = combine(A, B, Op);
    std::memcpy(To + I, &A, sizeof(T));
  }
}

/// 16-bit numbers, with doubles as intermediate results.
static void reduceSmall(char *To, const char *From, uint64_t Size, frontend::ReduceOp Op,
                        float (*Widen)(uint16_t), uint16_t (*Narrow)(double)) {
  for (uint64_t I = 0; I + 2 <= Size; I += 2) {
    uint16_t A, B;
    std::memcpy(&A, To + I, 2);
    std::memcpy(&B, From + I, 2);
    A = Narrow(combine<double>(Widen(A), Widen(B), Op));
    std::memcpy(To + I, &A, 2);
  }
}

static void reduceBytes(char *To, const char *From, uint64_t Size, uint32_t Form) {
  using frontend::ReduceType;
  const auto Op = static_cast<frontend::ReduceOp>(Form & 0xff);
  const auto Type = static_cast<ReduceType>(Form >> 8);
  switch (Type) {
  case ReduceType::U32:
    return reduceAs<uint32_t>(To, From, Size, Op);
  case ReduceType::S32:
    return reduceAs<int32_t>(To, From, Size, Op);
  case ReduceType::U64:
    return reduceAs<uint64_t>(To, From, Size, Op);
  case ReduceType::S64:
    return reduceAs<int64_t>(To, From, Size, Op);
  case ReduceType::F32:
    return reduceAs<float>(To, From, Size, Op);
  case ReduceType::F64:
    return reduceAs<double>(To, From, Size, Op);
  case ReduceType::F16:
    return reduceSmall(To, From, Size, Op, fromHalf, +[](double V) { return toHalf(V); });
  case ReduceType::BF16:
    return reduceSmall(To, From, Size, Op, fromBrain, +[](double V) { return toBrain(V); });
  }
}

void Machine::needMarks(Lane &L, uint32_t Site) {
  if (!Past.marksCopies())
    stop(L, EventKind::Unsupported, Site, "not supported: bulk copies in a grid of so many blocks");
}

/// Reports what a copy cannot do. Returns false if nothing remains to be copied.
bool Machine::checkBulk(Lane &L, const BulkCopy &C, uint32_t Read, uint32_t Write) {
  const uint64_t Whole = C.Stores ? C.Size : Unit;
  if (C.Size % Whole) {
    Event E;
    E.Kind = EventKind::BadCopy;
    E.Site = Write;
    E.Thread = L.Id;
    E.Text = "of " + std::to_string(C.Size) + " bytes, which are no multiple of 16";
    note(std::move(E));
  }
  auto IsThere = [&](const char *P, uint32_t Site) {
    uintptr_t Cells;
    if (locate(L, const_cast<char *>(P), C.Size, Site, Cells) != P)
      return false;
    if (reinterpret_cast<uintptr_t>(P) % Whole == 0 || !Cells)
      return true;
    Event E;
    E.Kind = EventKind::Misaligned;
    E.Site = Site;
    E.Thread = L.Id;
    describe(E, Cells);
    note(std::move(E));
    return true;
  };
  return (!C.To || IsThere(C.To, Write)) && (!C.From || IsThere(C.From, Read)) && C.Size != 0;
}

/// Reports bytes that a thread of the block has written and that the async proxy reads, without a
/// fence between the proxies after the write.
void Machine::checkFenced(Lane &L, const BulkCopy &C, uint32_t Read) {
  FencesBefore Fences(Past, L);
  llvm::DenseSet<std::pair<Mark, uint32_t>> Checked;
  Mem.forCells(C.From, C.Size, [&](Cell &Of, uintptr_t At) {
    const Mark M = Of.Write;
    const ThreadId Writer = Ordering::threadOf(M);
    const bool Old = Ordering::epochOf(M) <= L.B->StartEpoch;
    if (!M || Old || Past.isCopy(M) || Writer >> 10 != L.Id >> 10 ||
        !Checked.insert({M, Of.WriteSite}).second)
      return;
    const Object *O = Mem.find(At);
    // Without an order, it is a race instead.
    if (!Past.isBefore(L, M, O && O->Kind == ObjectKind::Shared) || Fences.follow(M))
      return;
    Event E;
    E.Kind = EventKind::NoProxyFence;
    E.Site = Read;
    E.Other = Of.WriteSite;
    E.Thread = L.Id;
    E.OtherThread = Writer;
    describe(E, At);
    note(std::move(E));
  });
}

/// Marks both sides of the copy as pending.
void Machine::issue(Lane &L, const BulkCopy &C, uint32_t Read, uint32_t Write) {
  if (!Code.Checked)
    return;
  if (C.From)
    checkFenced(L, C, Read);
  Past.advance(); // so that its marks are unique
  const Mark Own = Past.mark(L);
  uintptr_t Cells = 0;
  if (C.From)
    locate(L, const_cast<char *>(C.From), C.Size, Read, Cells);
  if (Cells)
    checkParts<Kind::Read>(L, Cells, C.Size, Read, nullptr);
  markSource(C, Own, C.UnderWay);
  if (!C.To)
    return;
  if (locate(L, C.To, C.Size, Write, Cells); Cells && C.Reduces)
    checkParts<Kind::AtomicWrite>(L, Cells, C.Size, Write, nullptr);
  else if (Cells)
    checkParts<Kind::Write>(L, Cells, C.Size, Write, nullptr);
  Mem.replaceMarks(C.To, C.Size, Own, C.UnderWay, /*Writes=*/true);
}

void Machine::markSource(const BulkCopy &C, Mark From, Mark To) {
  if (C.From)
    Mem.replaceMarks(C.From, C.Size, From, To, /*Writes=*/false);
}

/// Marks the copy's source as read, at the time `When`; until now that was pending.
void Machine::endRead(BulkCopy &C, Mark When) {
  if (C.Read)
    return;
  C.Read = true;
  if (!C.Size)
    return;
  if (C.OfTensor)
    return markSource(C, C.UnderWay, When);
  const char *From = C.Stores ? reinterpret_cast<const char *>(C.Value.data()) : C.From;
  if (C.Reduces)
    reduceBytes(C.To, From, C.Size, C.Reduces);
  else
    std::memmove(C.To, From, C.Size);
  markSource(C, C.UnderWay, When);
}

void Machine::endWrite(BulkCopy &C, Mark When) {
  if (C.Size && C.To)
    Mem.replaceMarks(C.To, C.Size, C.UnderWay, When, /*Writes=*/true);
}

/// Only the first bytes of a tensor copy are known (each row of its box has at least as many). What
/// else it copies, and how much, only the tensor map says.
void Machine::ofTensor(BulkCopy &C) {
  if (C.To && C.From)
    return;
  C.OfTensor = true;
  C.Size = Unit;
  BringsUnknown |= C.To != nullptr;
}

void Machine::bulkIn(Lane &L, char *To, const char *From, uint64_t Size, char *Object,
                     uint32_t Mask, uint32_t Read, uint32_t Write, uint32_t Site) {
  BulkCopy C{To, From, Size, 0};
  ofTensor(C);
  if (Mask == NoMask)
    return comeIn(L, C, Object, Read, Write, Site);
  // The same place in each of these blocks, whose own mbarrier counts the bytes.
  if (ClusterBlocks < 32 && Mask >> ClusterBlocks) {
    Event E;
    E.Kind = EventKind::BadCopy;
    E.Site = Write;
    E.Thread = L.Id;
    E.Text = "to block " + std::to_string(llvm::Log2_32(Mask)) + " of a cluster of " +
             std::to_string(ClusterBlocks);
    note(std::move(E));
  }
  for (uint32_t Rank = 0; Rank < ClusterBlocks; ++Rank) {
    if (!(Mask >> Rank & 1))
      continue;
    C.To = mapShared(L, To, Rank, Write);
    comeIn(L, C, mapShared(L, Object, Rank, Site), Read, Write, Site);
  }
}

void Machine::asyncStore(Lane &L, char *To, uint64_t Low, uint64_t High, uint32_t Size,
                         uint32_t Reduces, char *Object, uint32_t Write, uint32_t Site) {
  BulkCopy C{To, nullptr, Size, 0};
  C.Stores = true;
  C.Value = {Low, High};
  C.Reduces = Reduces;
  comeIn(L, C, Object, Write, Write, Site);
}

void Machine::comeIn(Lane &L, BulkCopy C, char *Object, uint32_t Read, uint32_t Write,
                     uint32_t Site) {
  needMarks(L, Site);
  Arrival &A = mbarrier(L, Object, Site);
  C.UnderWay = Past.copyMark(L, UINT32_MAX);
  C.Delivers = C.Size;
  C.Site = Write;
  if (checkBulk(L, C, Read, Write))
    issue(L, C, Read, Write);
  else
    C.Size = 0;
  Copied = true;
  A.Coming.push_back(C);
  ++Changes;
  land(A, /*Wanted=*/false);
  keep(Object, A);
}

bool Machine::hasTensors(const Arrival &A) {
  return llvm::any_of(A.Coming, [](const BulkCopy &C) { return C.OfTensor; });
}

/// Completes tensor copies for which threads wait, if no thread can continue otherwise: all pending
/// copies to an mbarrier together then deliver what its phase lacks.
bool Machine::landTensors() {
  bool Any = false;
  for (auto &[At, A] : Mbarriers) {
    auto Waits = [&, Of = reinterpret_cast<uintptr_t>(&A)](const Lane &W) {
      return W.State == LaneState::AtArrival && W.Value == Of;
    };
    if (!hasTensors(A) || A.Bytes <= 0 || A.Missing > A.Late.size() ||
        llvm::none_of(Running, [&](Block *B) { return llvm::any_of(B->Lanes, Waits); }))
      continue;
    while (A.Missing)
      arriveLate(A);
    for (; !A.Coming.empty(); A.Coming.pop_front())
      end(A.Coming.front(), A);
    A.Bytes = 0;
    endPhase(A);
    keep(reinterpret_cast<char *>(At), A);
    Any = true;
  }
  return Any;
}

/// Ends the copy, which the mbarrier makes known.
void Machine::end(BulkCopy &C, Arrival &A) {
  const Mark When = uint64_t(Past.now()) << 32 | Ordering::threadOf(C.UnderWay);
  endRead(C, When);
  endWrite(C, When);
  Past.releaseCopy(When, *A.Order);
  ++Changes;
}

/// If a thread waits for the end of the phase, and only arrivals and bytes of copies are missing,
/// lets the copies deliver them. `Wanted`: a thread is about to wait.
void Machine::land(Arrival &A, bool Wanted) {
  auto Waits = [&](const Lane &W) {
    return W.State == LaneState::AtArrival && W.Value == reinterpret_cast<uintptr_t>(&A);
  };
  if (hasTensors(A) || A.Missing > A.Late.size() ||
      (A.Late.empty() && (A.Bytes <= 0 || A.Coming.empty())) ||
      (!Wanted && llvm::none_of(Running, [&](Block *B) { return llvm::any_of(B->Lanes, Waits); })))
    return;
  while (A.Missing)
    arriveLate(A);
  for (; A.Bytes > 0 && !A.Coming.empty(); A.Coming.pop_front()) {
    end(A.Coming.front(), A);
    A.Bytes -= A.Coming.front().Delivers;
  }
  if (A.Bytes == 0)
    endPhase(A);
}

void Machine::bulkOut(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Reduces,
                      uint32_t Read, uint32_t Write) {
  needMarks(L, Write);
  BulkCopy C{To, From, Size, Past.copyMark(L, UINT32_MAX)};
  ofTensor(C);
  C.Reduces = Reduces;
  C.Group = L.BulkGroups;
  C.Site = Write;
  if (!checkBulk(L, C, Read, Write))
    return;
  issue(L, C, Read, Write);
  Copied = true;
  L.BulkCopies.push_back(C);
}

/// Waits for the bulk groups of the thread except the last `Open` ones: until they have read their
/// sources, or until they have ended.
void Machine::waitForBulk(Lane &L, uint32_t Open, bool Reads) {
  const uint64_t Groups = L.BulkGroups - std::min<uint64_t>(Open, L.BulkGroups);
  Past.advance();
  for (BulkCopy &C : L.BulkCopies)
    if (C.Group < Groups) {
      endRead(C, Past.mark(L));
      if (!Reads)
        endWrite(C, Past.mark(L));
    }
  if (!Reads)
    llvm::erase_if(L.BulkCopies, [&](const BulkCopy &C) { return C.Group < Groups; });
}

/// Handles copies that still read or write shared memory of a block that has ended.
void Machine::leaveCopies(Block &B) {
  auto Leave = [&](const BulkCopy &C, bool In) {
    Event E;
    E.Kind = EventKind::CopyLeft;
    E.Site = C.Site;
    E.Thread = Past.issuer(C.UnderWay);
    E.Writes = In;
    note(std::move(E));
  };
  for (Lane &L : B.Lanes) {
    finishCopies(L);
    const Mark When = Past.copyMark(L, Past.now());
    for (BulkCopy &C : L.BulkCopies) {
      if (!C.Read)
        Leave(C, /*In=*/false);
      endRead(C, When);
      endWrite(C, When);
    }
    L.BulkCopies.clear();
  }
  auto isIn = [&](const char *P) {
    return uint64_t(P - B.Shared) < std::max<uint64_t>(Code.SharedBytes, 1) ||
           uint64_t(P - B.Dynamic) < std::max<uint64_t>(this->C.DynamicShared, 1);
  };
  for (auto &[At, A] : Mbarriers)
    llvm::erase_if(A.Coming, [&](BulkCopy &C) {
      if (!isIn(C.To))
        return false;
      Leave(C, /*In=*/true);
      C.Size = C.Read ? 0 : C.Size;
      markSource(C, C.UnderWay, 0);
      Mem.replaceMarks(C.To, C.Size, C.UnderWay, 0, /*Writes=*/true);
      return true;
    });
}

} // namespace cudafix::simulate
