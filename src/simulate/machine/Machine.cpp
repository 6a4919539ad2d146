// SPDX-License-Identifier: Apache-2.0
//
// Runs blocks as fibers, in the order of a schedule.
#include "simulate/machine/Switch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

namespace cudafix::simulate {

using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/// Ascending order: number of accesses after which a thread lets others run, as a spinning one
/// must.
static constexpr int64_t LongQuantum = 2'000;
/// Rounds of used-up quanta after which threads may be assumed to wait for blocks that have not
/// begun.
static constexpr uint64_t PatientRounds = 8;

static uint64_t mix(uint64_t &State) {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
  return Z ^ Z >> 31;
}

uint64_t Machine::random() { return mix(RandomState); }

Machine::Machine(const CompiledKernel &Code, Memory &Mem, const Configuration &C)
    : Code(Code), Mem(Mem), C(C), Globals(C.Globals), Caches(Code.Sites.size()),
      RandomState(C.Plan.Seed), Threads(C.Block[0] * C.Block[1] * C.Block[2]),
      ClusterBlocks(C.Cluster[0] * C.Cluster[1] * C.Cluster[2]),
      Past(C.FirstEpoch, uint64_t(C.Grid[0]) * C.Grid[1] * C.Grid[2], ClusterBlocks > 1),
      Log(Code, Mem, Threads) {
  if (ClusterBlocks > 1)
    this->C.Blocks = clusterOrder(C);
  Blocks =
      this->C.Blocks.empty() ? uint64_t(C.Grid[0]) * C.Grid[1] * C.Grid[2] : this->C.Blocks.size();
  for (size_t I = 0; I < Code.Sites.size(); ++I) {
    const Site &S = Code.Sites[I];
    Caches[I].Volatile = S.Volatile;
    Caches[I].Narrow = S.Kind == SiteKind::Atomic && S.Scope == AtomicScope::Block;
    Caches[I].Held = llvm::is_contained(C.Plan.Held, S.Loc);
  }
  if (!Globals)
    loadImage();
  if (!this->C.Stacks)
    this->C.Stacks = &OwnStacks;
}

Machine::~Machine() {
  for (Block &B : Slots)
    C.Stacks->give(B.Stacks, Code.StackBytes * Threads);
}

char *StackPool::take(uint64_t Bytes) {
  std::vector<char *> &Ready = Free[Bytes];
  if (!Ready.empty()) {
    char *Stacks = Ready.back();
    Ready.pop_back();
    return Stacks;
  }
  void *Stacks = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Stacks == MAP_FAILED)
    return nullptr;
  // Each thread touches only the top of its stack: large pages cost memory, so only some are worth
  // it.
  constexpr uint64_t MostLarge = 128 << 20;
  if (Large + Bytes <= MostLarge) {
    ::madvise(Stacks, Bytes, MADV_HUGEPAGE);
    Large += Bytes;
  }
  return static_cast<char *>(Stacks);
}

/// Keeps stacks for the next launch, up to a number of bytes.
void StackPool::give(char *Stacks, uint64_t Bytes) {
  constexpr uint64_t MostKept = 1 << 30;
  std::vector<char *> &Ready = Free[Bytes];
  if ((Ready.size() + 1) * Bytes <= MostKept)
    Ready.push_back(Stacks);
  else
    ::munmap(Stacks, Bytes);
}

StackPool::~StackPool() {
  for (auto &[Bytes, All] : Free)
    for (char *Stacks : All)
      ::munmap(Stacks, Bytes);
}

void Machine::loadImage() {
  Globals = Mem.reserve(Code.Image.size() + 1);
  if (!Globals)
    llvm::report_fatal_error("the variables of the module do not fit the simulated memory", false);
  std::memcpy(Globals, Code.Image.data(), Code.Image.size());
  for (const Relocation &R : Code.Relocations) {
    char *Target = Globals + R.Target;
    std::memcpy(Globals + R.At, &Target, sizeof(Target));
  }
  for (const Variable &V : Code.Globals)
    Mem.place(Globals + V.Offset, V.Bytes, V.Constant ? ObjectKind::Constant : ObjectKind::Variable,
              V.Name);
}

/// Allocates the memory for one resident block: shared memory, stacks.
void Machine::makeSlot(Block &B) {
  B.Shared = Mem.reserve(Code.SharedBytes + 1);
  for (const Variable &V : Code.Shared)
    if (B.Shared)
      Mem.place(B.Shared + V.Offset, V.Bytes, ObjectKind::Shared, V.Name);
  B.Dynamic = Mem.allocate(C.DynamicShared, ObjectKind::Shared, "dynamic shared memory");
  B.Stacks = C.Stacks->take(Code.StackBytes * Threads);
  if (!B.Shared || !B.Dynamic || !B.Stacks)
    llvm::report_fatal_error("out of memory: too many blocks run at once", false);
  B.Lanes.resize(Threads);
}

Block *Machine::startBlock() {
  Block *B = nullptr;
  for (Block &Slot : Slots)
    if (!Slot.Active && !Slot.Kept && !B)
      B = &Slot;
  if (!B) {
    B = &Slots.emplace_back();
    makeSlot(*B);
  }
  B->Number = C.Blocks.empty() ? NextBlock : C.Blocks[NextBlock];
  ++NextBlock;
  B->Index = {B->Number % C.Grid[0], B->Number / C.Grid[0] % C.Grid[1],
              B->Number / C.Grid[0] / C.Grid[1]};
  B->Active = true;
  B->Live = Threads;
  Past.start(*B);
  B->Waiting.fill(0);
  B->Exchanging = 0;
  B->Unsettled = false;
  B->NamedOrder.clear();
  B->ProxyFences.clear();
  Log.start(*B);
  std::memset(B->Shared, C.Unwritten, Code.SharedBytes);
  std::memset(B->Dynamic, C.Unwritten, C.DynamicShared);
  for (unsigned I = 0; I < Threads; ++I) {
    Lane &L = B->Lanes[I];
    uint32_t Thread[] = {I % C.Block[0], I / C.Block[0] % C.Block[1], I / C.Block[0] / C.Block[1]};
    for (unsigned D = 0; D < 3; ++D) {
      L.Thread[D] = Thread[D];
      L.BlockIndex[D] = B->Index[D];
      L.BlockDim[D] = C.Block[D];
      L.GridDim[D] = C.Grid[D];
      L.InCluster.Number[D] = B->Index[D] / C.Cluster[D];
      L.InCluster.Numbers[D] = C.Grid[D] / C.Cluster[D];
      L.InCluster.Place[D] = B->Index[D] % C.Cluster[D];
      L.InCluster.Places[D] = C.Cluster[D];
    }
    const auto &Place = L.InCluster.Place;
    L.InCluster.Rank = Place[0] + C.Cluster[0] * (Place[1] + C.Cluster[1] * Place[2]);
    L.InCluster.Ranks = ClusterBlocks;
    L.Met = {};
    L.Shared = B->Shared;
    L.Globals = Globals;
    L.Dynamic = B->Dynamic;
    L.Id = B->Number << 10 | I;
    L.Linear = I;
    L.LaneId = I % 32;
    L.State = LaneState::Ready;
    L.M = this;
    L.B = B;
    L.Stack = B->Stacks + Code.StackBytes * I;
    // Tops of stacks at equal page offsets would compete for the same cache sets.
    char *Top = L.Stack + Code.StackBytes - I * 448 % 4096;
    L.Context = make_fcontext(Top, Code.StackBytes - 4096, enter);
    L.WarpSeen.fill(0);
    L.FenceEpoch = 0;
    L.FenceIsNarrow = false;
    L.Known = nullptr;
    L.Pending.clear();
    L.Turns = 0;
    L.LastMissed = 0;
    L.Missed.clear();
    L.Log.clear();
    L.Copies.clear();
    L.CopyGroups = 0;
    L.CopiesIssued = 0;
    L.LateArrivals = 0;
    L.BulkCopies.clear();
    L.BulkGroups = 0;
    L.LoggedTurns = 0;
    L.Tested = 0;
    L.Unended = 0;
    L.Tests = false;
  }
  Running.push_back(B);
  return B;
}

void Machine::enter(transfer_t From) {
  Lane &L = *takeOver(From);
  L.M->Code.Entry(&L, L.M->Arguments);
  L.M->leave(L);
}

void Machine::leave(Lane &L) {
  L.State = LaneState::Done;
  passOn(L);
  llvm_unreachable("a thread that has left runs on");
}

void Machine::pause(Lane &L) { suspend(L, LaneState::Ready, 0); }

uint64_t Machine::quantum() {
  if (C.Plan.How == Order::Random)
    return 1 + random() % 24;
  if (C.Plan.How == Order::Together)
    return 1;
  return LongQuantum;
}

void Machine::refuel(Lane &L) {
  fuel();
  suspend(L, LaneState::Ready, 0);
}

void Machine::turn(Lane &L) {
  ++L.Turns;
  if (--Fuel <= 0)
    refuel(L);
}

/// Runs this lane and those after it in the round.
void Machine::resume(Lane &L) {
  fuel();
  jump(Scheduler, L.Context, &L);
}

void Machine::fuel() {
  Accesses += FuelGiven - Fuel;
  FuelGiven = Fuel = quantum();
}

/// The lane to run after this one; null: the scheduler.
Lane *Machine::successor(Lane &L) {
  stopped(L);
  Lane *Next = Stopped ? nullptr : nextLane();
  if (Next)
    fuel();
  return Next;
}

/// The start of a thread counts as this many accesses, even if it leaves at once; those of the
/// first blocks do not count.
static constexpr uint64_t AccessesPerThread = 4, UncountedBlocks = 16;

/// Called when a lane has stopped.
void Machine::stopped(Lane &L) {
  const uint64_t Counted = NextBlock - std::min(NextBlock, UncountedBlocks);
  if (clock() + AccessesPerThread * Counted * Threads > C.MaxAccesses && !Stopped) {
    Event E;
    E.Kind = EventKind::GaveUp;
    E.Thread = L.Id;
    E.Text = "more than " + std::to_string(C.MaxAccesses) + " accesses";
    note(std::move(E));
    Stopped = true;
  }
  if (L.State == LaneState::Ready || L.State == LaneState::LogFull)
    return;
  Progress = true;
  Changes += L.State != LaneState::AtArrival && L.State != LaneState::AtWarp;
  if (L.State == LaneState::Done)
    laneLeft(L);
}

/// A thread that leaves may be the last one for which a barrier or its warp waited.
void Machine::laneLeft(Lane &L) {
  Block &B = *L.B;
  if (!L.LateArrivals)
    finishCopies(L);
  leaveCluster(L);
  --B.Live;
  if (B.Live == 0)
    return;
  for (uint32_t Number = 0; Number < BarrierNumbers; ++Number)
    if (B.Waiting[Number])
      tryBarrier(B, Number);
  if (B.Exchanging)
    tryWarp(B, L.Linear / 32 * 32);
}

void Machine::orderLanes() {
  if (Round.empty() || C.Plan.How == Order::Random) {
    Round.resize(Threads);
    for (unsigned I = 0; I < Threads; ++I)
      Round[I] = C.Plan.How == Order::Descending ? Threads - 1 - I : I;
  }
  if (C.Plan.How == Order::Random)
    for (unsigned I = Threads; I > 1; --I)
      std::swap(Round[I - 1], Round[random() % I]);
}

/// A switch spends most of its time waiting for memory that previous lanes have displaced from the
/// cache: first the lane's record, then the top of its stack.
static void prefetch(const Lane &Soon, const Lane &Next) {
  __builtin_prefetch(&Soon);
  const char *Top = static_cast<const char *>(Next.Context);
  for (unsigned Line = 0; Line < 5; ++Line)
    __builtin_prefetch(Top + Line * 64);
}

/// The lane of the round to run now; null: the round is over.
Lane *Machine::nextLane() {
  while (NextTurn < Round.size()) {
    Lane &L = Current->Lanes[Round[NextTurn++]];
    if (L.State != LaneState::Ready)
      continue;
    if (C.Plan.How == Order::Delayed && llvm::is_contained(C.Plan.Delay, L.Id)) {
      Delayed = true;
      continue;
    }
    if (NextTurn + 1 < Round.size())
      prefetch(Current->Lanes[Round[NextTurn + 1]], Current->Lanes[Round[NextTurn]]);
    return &L;
  }
  return nullptr;
}

/// Runs every ready thread of the block once, up to its next stop. Returns false if none was ready.
bool Machine::runBlock(Block &B) {
  orderLanes();
  Current = &B;
  NextTurn = 0;
  Delayed = false;
  Lane *First = nextLane();
  if (First)
    resume(*First);
  settle(B);
  if (First || !Delayed || Stopped)
    return First;
  auto Held = llvm::find_if(B.Lanes, [](Lane &L) { return L.State == LaneState::Ready; });
  resume(*Held);
  settle(B);
  return true;
}

/// Answers questions that have an answer only when the rest of the warp stands still.
void Machine::settle(Block &B) {
  if (!B.Unsettled)
    return;
  B.Unsettled = false;
  for (unsigned First = 0; First < Threads; First += 32)
    settleWarp(B, First, std::min(First + 32, Threads));
}

bool Machine::settleWarp(Block &B, unsigned First, unsigned Last) {
  Lane *Asks = nullptr;
  bool Full = false, Ready = false;
  for (unsigned I = First; I < Last; ++I) {
    Lane &L = B.Lanes[I];
    if (L.State == LaneState::AtMask && !Asks)
      Asks = &L;
    Full |= L.State == LaneState::LogFull;
    Ready |= L.State == LaneState::Ready;
  }
  B.Unsettled |= Asks || Full;
  if (Asks) {
    uint32_t Mask = 0;
    for (unsigned I = First; I < Last; ++I)
      if (B.Lanes[I].State == LaneState::AtMask && B.Lanes[I].Site == Asks->Site)
        Mask |= 1u << (I - First);
    for (unsigned I = First; I < Last; ++I)
      if (Mask >> (I - First) & 1) {
        B.Lanes[I].Result = Mask;
        B.Lanes[I].State = LaneState::Ready;
      }
    return true;
  }
  if (Full && !Ready) {
    Log.countWarp(B, First, /*Last=*/false);
    for (unsigned I = First; I < Last; ++I)
      if (B.Lanes[I].State == LaneState::LogFull)
        B.Lanes[I].State = LaneState::Ready;
    return true;
  }
  return false;
}

void Machine::retire(Block &B) {
  leaveCopies(B);
  if (B.Of)
    endInCluster(B);
  B.Active = false;
  Idle = 0;
  if (!Gone)
    Gone = B.Lanes.front().Id;
  Log.end(B);
}

/// Starts a block if there is a reason: no block runs, the running ones wait for others, or the
/// schedule mixes blocks.
bool Machine::startMore(bool Blocked) {
  if (NextBlock == Blocks)
    return false;
  size_t Wanted = C.Plan.How == Order::Random ? 1 + random() % 4 : 1;
  bool Room = (Running.size() + ClusterBlocks) * uint64_t(Threads) <= C.MaxResident;
  if (Running.empty() || (Room && (Blocked || Running.size() < Wanted))) {
    if (ClusterBlocks > 1)
      startCluster();
    else
      startBlock();
    return true;
  }
  return false;
}

/// Releases threads that wait before a held access, first those with the fewest loop iterations.
/// Returns false if there are none.
bool Machine::releaseHeld() {
  llvm::SmallVector<Lane *> First;
  for (Block *B : Running)
    for (Lane &L : B->Lanes) {
      if (L.State != LaneState::Held)
        continue;
      if (!First.empty() && L.Turns < First.front()->Turns)
        First.clear();
      if (First.empty() || L.Turns == First.front()->Turns)
        First.push_back(&L);
    }
  for (Lane *L : First)
    L->State = LaneState::Ready;
  return !First.empty();
}

SimulationResult Machine::run(void **Args) {
  Arguments = Args;
  bool Finished = false;
  while (!Stopped) {
    startMore(Idle > PatientRounds);
    if (Idle > PatientRounds)
      releaseTests(/*Stuck=*/false);
    if (Running.empty()) {
      Finished = true;
      break;
    }
    bool Ran = false;
    Progress = false;
    // Blocks of a cluster may begin in any order.
    const bool Backwards = ClusterBlocks > 1 && C.Plan.How == Order::Descending;
    for (size_t I = 0, Last = Running.size() - 1; I <= Last && !Stopped; ++I)
      Ran |= runBlock(*Running[Backwards ? Last - I : I]);
    Idle = Progress ? 0 : Idle + 1;
    for (Block *B : Running)
      if (B->Live == 0)
        retire(*B);
    llvm::erase_if(Running, [](Block *B) { return !B->Active; });
    bool Ready =
        Ran || llvm::any_of(Running, [](Block *B) {
          return llvm::any_of(B->Lanes, [](Lane &L) { return L.State == LaneState::Ready; });
        });
    if (Ready || Running.empty() || Stopped || tryGrid())
      continue;
    if (!startMore(/*Blocked=*/true) && !landTensors() && !releaseHeld() &&
        !releaseTests(/*Stuck=*/true)) {
      reportStuck();
      break;
    }
  }
  SimulationResult R;
  R.Finished = Finished && !Stopped;
  R.Copied = Copied;
  R.Accesses = clock();
  R.Output = std::move(Output);
  R.Exceeded = Seen.exceeded();
  R.Counted = Log.take();
  R.Events = Seen.take();
  return R;
}

void Machine::stop(Lane &L, EventKind Kind, uint32_t Site, std::string Text,
                   std::optional<OpenPhase> Phase) {
  Event E;
  E.Kind = Kind;
  E.Site = Site;
  E.Thread = L.Id;
  E.Phase = Phase;
  E.Text = std::move(Text);
  note(std::move(E));
  Stopped = true;
  leave(L);
}

void Machine::refuse(Lane &L, uint32_t Index) {
  stop(L, EventKind::Unsupported, 0, Code.Unsupported[Index]);
}

} // namespace cudafix::simulate
