// SPDX-License-Identifier: Apache-2.0
//
// One simulation of one launch: its threads as fibers on one host thread, their schedule, and what
// the checks found. Two machines share nothing, so schedules can be simulated in parallel, and a
// machine's result depends only on its inputs.
#pragma once

#include "simulate/machine/Calls.h"
#include "simulate/machine/Compiled.h"
#include "simulate/machine/Events.h"
#include "simulate/machine/Ordering.h"
#include "simulate/machine/RequestLog.h"
#include "simulate/machine/Schedule.h"
#include "simulate/machine/Texture.h"
#include <deque>
#include <map>
#include <optional>

namespace cudafix::simulate {

/// Stacks that several simulations use one after another, so that their pages already exist.
class StackPool {
public:
  StackPool() = default;
  StackPool(const StackPool &) = delete;
  ~StackPool();
  /// Null: out of memory.
  char *take(uint64_t Bytes);
  void give(char *Stacks, uint64_t Bytes);

private:
  std::map<uint64_t, std::vector<char *>> Free; ///< by size
  uint64_t Large = 0;                           ///< number of bytes on large pages
};

struct Configuration {
  std::array<uint32_t, 3> Grid{1, 1, 1}, Block{1, 1, 1}, Cluster{1, 1, 1};
  uint64_t DynamicShared = 0;
  Schedule Plan;
  uint64_t MaxAccesses = 400'000'000; ///< after that, the simulation is given up
  uint64_t MaxResident = 1u << 16;    ///< threads alive at once
  std::vector<uint32_t> Blocks;       ///< only these block numbers; empty: all
  /// The variables segment that the kernel shares with others; null: it has its own.
  char *Globals = nullptr;
  StackPool *Stacks = nullptr; ///< null: allocates its own stacks
  uint8_t Unwritten = 0xcd;    ///< contents of bytes of shared memory that nobody has written
  uint32_t FirstEpoch = 1;     ///< later than every access to this memory so far
  /// Textures and surfaces by handle; null: fetched values are made up.
  const std::map<uint64_t, Texture> *Textures = nullptr;
};

struct SimulationResult {
  std::vector<Event> Events; ///< by site
  std::string Output;        ///< what printf printed
  uint64_t Accesses = 0;
  bool Finished = false;             ///< all threads left the kernel
  bool Copied = false;               ///< async copies happened, with one timing in all schedules
  std::vector<std::string> Exceeded; ///< objects of made-up size, accessed beyond their ends
  Counters Counted;
};

/// The blocks to run in a launch with clusters, cluster by cluster.
std::vector<uint32_t> clusterOrder(const Configuration &C);

/// Computes d for the lanes of a warp; lanes that are null hold zeros.
void multiply(MatrixOperands *const (&Lanes)[32], uint32_t Form);

struct Cluster;

class Machine {
public:
  Machine(const CompiledKernel &Code, Memory &Mem, const Configuration &C);
  ~Machine();
  Machine(const Machine &) = delete;

  /// Runs the launch; `Arguments` point to the parameters' values.
  SimulationResult run(void **Arguments);
  /// The module's variables in this simulation; made at construction.
  char *globals() { return Globals; }
  /// An epoch later than everything in this simulation.
  uint32_t nextEpoch() const { return Past.now() + 1; }

  // What generated code calls (Calls.cpp).
  template <unsigned N> char *load(Lane &L, char *P, uint32_t Site);
  template <unsigned N> char *store(Lane &L, char *P, uint64_t Value, uint32_t Site);
  char *loadWide(Lane &L, char *P, uint64_t Size, uint32_t Site);
  /// `Value`: the stored bytes, if known beforehand.
  char *storeWide(Lane &L, char *P, uint64_t Size, const char *Value, uint32_t Site);
  char *local(Lane &L, char *P, uint64_t Size, char *Begin, uint64_t Bytes, uint32_t Site);
  char *atomic(Lane &L, char *P, uint32_t Site, const uint64_t *Expected);
  void copy(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read, uint32_t Write);
  void fill(Lane &L, char *To, int Byte, uint64_t Size, uint32_t Site);
  void startCopy(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read, uint32_t Write);
  void commitCopies(Lane &L);
  /// Waits for all groups of copies except the last `Open` ones.
  void waitForCopies(Lane &L, uint32_t Open);
  /// Ends all copies of the thread, committed or not.
  void finishCopies(Lane &L) { finishCopies(L, UINT64_MAX); }
  /// Copies bytes to shared memory, for a phase of the mbarrier. `Mask`: the blocks of the cluster,
  /// by rank, that all get the bytes; all bits set: the addresses themselves say where.
  void bulkIn(Lane &L, char *To, const char *From, uint64_t Size, char *Object, uint32_t Mask,
              uint32_t Read, uint32_t Write, uint32_t Site);
  /// Stores a value of up to 16 bytes in the same way. `Reduces`: combines it with the existing
  /// one; see Forms.h.
  void asyncStore(Lane &L, char *To, uint64_t Low, uint64_t High, uint32_t Size, uint32_t Reduces,
                  char *Object, uint32_t Write, uint32_t Site);
  /// Copies bytes from shared to global memory. `Reduces`: combines them with the existing ones;
  /// see Forms.h.
  void bulkOut(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Reduces, uint32_t Read,
               uint32_t Write);
  void commitBulk(Lane &L) { ++L.BulkGroups; }
  void waitForBulk(Lane &L, uint32_t Open, bool Reads);
  void fenceProxies(Lane &L) { Past.fenceProxies(L); }
  void fetch(Lane &L, char *To, uint64_t Handle, const Fetch &F, uint32_t Site);
  void readSurface(Lane &L, char *To, uint64_t Handle, const SurfacePlace &At, uint32_t Site);
  void writeSurface(Lane &L, const char *From, uint64_t Handle, const SurfacePlace &At,
                    uint32_t Site);
  static constexpr uint32_t BarrierNumbers = 16; ///< number of hardware barriers of a block
  /// The operands are in the lane.
  uint32_t barrier(Lane &L, uint32_t Site);
  void gridBarrier(Lane &L, uint32_t Site);
  uint64_t warp(Lane &L, WarpOp Op, uint32_t Mask, uint64_t Value, uint64_t Extra, uint32_t Site);
  uint32_t activeMask(Lane &L, uint32_t Site);
  void fence(Lane &L, AtomicScope Scope) { Past.fence(L, Scope); }
  /// The split barrier of all threads of the block or the grid.
  void arriveWhole(Lane &L, bool Grid);
  void waitWhole(Lane &L, bool Grid, uint32_t Site);
  /// The split barrier of the cluster. `How`: see Lane::AtCluster.
  void arriveCluster(Lane &L, uint32_t How, uint32_t Site);
  void waitCluster(Lane &L, uint32_t Site);
  void fenceInits(Lane &L);
  /// The same location in the shared memory of another block of the cluster.
  char *mapShared(Lane &L, char *P, uint32_t Rank, uint32_t Site);
  /// The rank of the block whose shared memory contains the location.
  uint32_t sharedRank(const Lane &L, const char *P) const;
  void initMbarrier(Lane &L, char *P, uint32_t Count, uint32_t Site);
  void endMbarrier(Lane &L, char *P, uint32_t Site);
  /// Arrives `Count` times and makes the phase wait for `Bytes` more bytes of copies. `Drops`: the
  /// threads drop out for good. Returns the phase.
  uint64_t arrive(Lane &L, char *P, uint32_t Count, int32_t Bytes, bool Drops, uint32_t Site);
  void arriveByCopies(Lane &L, char *P, bool Added, uint32_t Site);
  /// Waits for the end of the phase, or (`Parity`) of the current phase with the same parity.
  void waitMbarrier(Lane &L, char *P, uint64_t Phase, bool Parity, uint32_t Site);
  /// The same, but may return without success. Returns true if the phase has ended.
  bool testMbarrier(Lane &L, char *P, uint64_t Phase, bool Parity, uint32_t Site);
  /// The code of the function of this type that has this address in kernels.
  void *function(Lane &L, const char *Address, uint32_t Type, uint32_t Site);
  [[noreturn]] void leave(Lane &L);
  [[noreturn]] void stop(Lane &L, EventKind Kind, uint32_t Site, std::string Text,
                         std::optional<OpenPhase> Phase = std::nullopt);
  [[noreturn]] void refuse(Lane &L, uint32_t Index);
  int print(Lane &L, const char *Format, const char *Values, uint32_t Site);
  /// The text at the address, up to a zero; empty and reported if the thread must not read it.
  llvm::StringRef text(Lane &L, const char *P, uint32_t Site);
  /// The number of bytes from here on that belong to the thread itself or to one object.
  uint64_t room(const Lane &L, const char *P);
  char *heap(Lane &L, uint64_t Bytes);
  void freeHeap(Lane &L, char *P, uint32_t Site);
  unsigned isSpace(const char *P, unsigned Space);
  /// The shared memory of the block to which this 32-bit address belongs.
  char *sharedAt(const Lane &L, uint32_t Number);
  void branch(Lane &L, uint32_t Site, uint64_t Value);
  void pause(Lane &L);
  void turn(Lane &L);
  uint64_t clock() const { return Accesses + FuelGiven - Fuel; }

private:
  struct SiteCache {
    uintptr_t Begin = 1, Span = 0;
    bool Volatile = false, Shared = false, Narrow = false, Held = false;
    Event *Aside = nullptr; ///< the event of the last access here that was put aside
  };
  /// A counting barrier: one in memory, or one of all threads.
  struct Arrival {
    uint64_t Expected = 0, Missing = 0, Phase = 0;
    int64_t Bytes = 0; ///< bytes for which the phase waits besides arrivals
    uint64_t Word = 0; ///< its representation in memory; 0: none
    SyncVariable *Order = nullptr;
    std::vector<uint32_t> Ends;   ///< number of log entries at the end of each phase
    std::deque<BulkCopy> Coming;  ///< copies whose bytes it will count
    std::deque<LateArrival> Late; ///< arrivals that copies will cause
  };

  friend struct cudafix::simulate::Cluster;

  // Clusters.
  void startCluster();
  void endInCluster(Block &B);
  simulate::Cluster &clusterOf(Lane &L);
  void openCluster(simulate::Cluster &Of);
  void leaveCluster(Lane &L);
  void reportMissedCluster(simulate::Cluster &Of);
  Block *ownerOf(const Lane &L, uintptr_t At) const;
  bool knowsBegun(Lane &L, const Block &Owner) const;
  bool knowsInit(const Lane &L, Mark Init) const;
  void visit(Lane &L, Block &Owner, uint32_t Site);
  void noteNeighbour(EventKind Kind, ThreadId Of, const Block &Owner, uint32_t Site);

  // Blocks and fibers.
  void loadImage();
  Block *startBlock();
  void makeSlot(Block &B);
  bool runBlock(Block &B);
  void resume(Lane &L);
  Lane *nextLane();
  Lane *successor(Lane &L);
  void fuel();
  void passOn(Lane &L);
  void stopped(Lane &L);
  void retire(Block &B);
  void settle(Block &B);
  bool settleWarp(Block &B, unsigned First, unsigned Last);
  bool startMore(bool Blocked);
  void suspend(Lane &L, LaneState S, uint32_t Site);
  static void enter(boost::context::detail::transfer_t From);
  void refuel(Lane &L);
  uint64_t quantum();
  uint64_t random();
  void orderLanes();

  // Barriers.
  void laneLeft(Lane &L);
  Arrival &wholeOf(const Lane &L, bool Grid);
  bool tryBarrier(Block &B, uint32_t Number);
  void arriveOnly(Lane &L);
  unsigned meetCounted(Block &B, uint32_t Number);
  void release(Block &B, uint32_t Number, bool Whole);
  void checkArrivals(Block &B, uint32_t Number);
  bool tryGrid();
  bool releaseHeld();
  bool tryWarp(Block &B, unsigned First);
  void complete(Block &B, unsigned First, uint32_t Lanes, Lane &Of);
  void reportMissedGrid();
  void reportStuck();
  std::string awaited(const Lane &L);
  std::optional<OpenPhase> openPhase(const Block &B) const;

  // Mbarriers.
  Arrival &mbarrier(Lane &L, char *P, uint32_t Site);
  bool reach(Lane &L, char *P, uint32_t Site, bool Plain);
  void keep(char *P, Arrival &A);
  void release(Lane &L, Arrival &A);
  void acquire(Lane &L, Arrival &A, uint64_t Phase);
  void endPhase(Arrival &A);
  bool releaseTests(bool Stuck);

  void comeIn(Lane &L, BulkCopy C, char *Object, uint32_t Read, uint32_t Write, uint32_t Site);
  void markSource(const BulkCopy &C, Mark From, Mark To);
  void finishCopies(Lane &L, uint64_t Groups);
  void finish(Lane &L, llvm::function_ref<bool(const AsyncCopy &)> Ends);
  void arriveLate(Arrival &A);

  // Bulk copies.
  void needMarks(Lane &L, uint32_t Site);
  bool checkBulk(Lane &L, const BulkCopy &C, uint32_t Read, uint32_t Write);
  void checkFenced(Lane &L, const BulkCopy &C, uint32_t Read);
  void issue(Lane &L, const BulkCopy &C, uint32_t Read, uint32_t Write);
  void endRead(BulkCopy &C, Mark When);
  void endWrite(BulkCopy &C, Mark When);
  void land(Arrival &A, bool Wanted);
  static bool hasTensors(const Arrival &A);
  bool landTensors();
  void end(BulkCopy &C, Arrival &A);
  void ofTensor(BulkCopy &C);
  void leaveCopies(Block &B);

  // Accesses.
  enum class Kind : uint8_t { Read, Write, AtomicRead, AtomicWrite };
  enum class Earlier : uint8_t { Write, Read0, Read1 };
  template <Kind What>
  void conflict(Lane &L, const Cell &C, Earlier Before, uintptr_t At, const SiteCache &S,
                uint32_t Site, const char *New, unsigned Size);
  template <Kind What>
  void check(Lane &L, Cell &C, uintptr_t At, const SiteCache &S, uint32_t Site, const char *New,
             unsigned Size);
  template <Kind What>
  void checkBytes(Lane &L, uintptr_t At, uint64_t Size, uint32_t Site, const char *New);
  template <Kind What>
  void checkParts(Lane &L, uintptr_t At, uint64_t Size, uint32_t Site, const char *New);
  template <Kind What, unsigned N> char *access(Lane &L, char *P, uint32_t Site, const char *New);
  template <Kind What>
  char *accessWide(Lane &L, char *P, uint64_t Size, uint32_t Site, const char *New);
  bool accessCopied(Lane &L, char *To, const char *From, uint64_t Size, uint32_t Read,
                    uint32_t Write);
  char *locate(Lane &L, char *P, uint64_t Size, uint32_t Site, uintptr_t &Cells);
  char *outside(Lane &L, char *P, uint64_t Size, uint32_t Site);
  char *putAside(const Lane &L, uint64_t Size, uint32_t Site, llvm::StringRef Object,
                 llvm::function_ref<void(Event &)> Say);
  void race(Lane &L, Mark Other, uint32_t OtherSite, uint32_t Site, uintptr_t At, Event Kinds);
  /// Copy: the site of one of its own that may come later; 0: nobody has written.
  void uninitialized(Lane &L, uint32_t Site, uintptr_t At, uint32_t Copy = 0);
  void note(Event E) { Seen.add(std::move(E)); }
  void describe(Event &E, uintptr_t At);
  const Texture *texture(Lane &L, uint64_t Handle, uint32_t Site);
  char *surfaceBytes(Lane &L, const Texture &T, const SurfacePlace &At, uint32_t Site);
  void log(Lane &L, uint32_t Site, uint64_t Value);
  void meetAtTurn(Lane &L, uint32_t Site);

  const CompiledKernel &Code;
  Memory &Mem;
  Configuration C;
  StackPool OwnStacks;
  void **Arguments = nullptr;
  char *Globals = nullptr;
  std::vector<SiteCache> Caches;
  int64_t Fuel = 0, FuelGiven = 0;
  uint64_t Accesses = 0;
  bool Stopped = false;
  bool Copied = false; ///< there were asynchronous copies
  uint64_t RandomState;
  boost::context::detail::fcontext_t Scheduler = nullptr;

  unsigned Threads;                                         ///< of one block
  uint64_t NextBlock = 0, Blocks;                           ///< started blocks, and all blocks
  uint32_t ClusterBlocks;                                   ///< of one cluster
  std::vector<std::unique_ptr<simulate::Cluster>> Clusters; ///< running clusters
  std::vector<uint16_t> Round;                              ///< lane order in a block's round
  size_t NextTurn = 0;                                      ///< the index of the next lane in it
  Block *Current = nullptr;                                 ///< the block of these lanes
  bool Delayed = false;                                     ///< the round skipped a ready lane
  std::vector<Lane *> Arrived;                              ///< lanes at the barrier that opens
  std::deque<Block> Slots;
  std::vector<Block *> Running;
  uint64_t Idle = 0; ///< number of rounds in which threads only used up their fuel
  bool Progress = false;
  std::optional<ThreadId> Gone;           ///< a thread of a block that has ended
  std::map<uintptr_t, Arrival> Mbarriers; ///< by address
  bool BringsUnknown = false;             ///< tensor copies bring unknown contents to shared memory
  std::map<uint32_t, Arrival> OfBlocks;   ///< by block
  Arrival OfGrid;
  uint64_t Changes = 0;               ///< number of changes that tests may observe
  uint64_t SeenChanges = 0, Vain = 0; ///< `Vain`: releases of tests since the last change
  Ordering Past;
  EventLog Seen;
  std::string Output;
  RequestLog Log;
  alignas(64) char Sink[MostAccessBytes];
};

/// Blocks that run together.
struct Cluster {
  std::vector<Block *> Blocks; ///< by rank
  Machine::Arrival Barrier;
  size_t Ended = 0; ///< number of ended blocks
};

} // namespace cudafix::simulate
