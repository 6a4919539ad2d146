// SPDX-License-Identifier: Apache-2.0
//
// The kernel model: arrays, accesses, barriers, loops and the control flow of one kernel
// after inlining, as plain values over Expr. Detectors, repairs and costs read only this;
// frontend::Program maps ids back to instructions and statements.
#pragma once

#include "model/Expr.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudafix {

using ArrayId = uint32_t;
using AccessId = uint32_t;
using BarrierId = uint32_t;
using FenceId = uint32_t;
using LoopId = uint32_t;
using NodeId = uint32_t;
using SlotId = uint32_t;
constexpr uint32_t NoId = ~0u;

/// A place in the source: 1-based line and column, 0 when unknown. `Offset` is the byte
/// offset in the file, `Length` the bytes of the expression or statement (0: unknown).
struct SourceLoc {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned Offset = 0;
  unsigned Length = 0;
  bool InMacro = false; ///< spelled in a macro body: never edited
  bool operator<(const SourceLoc &O) const {
    return std::tie(File, Line, Column) < std::tie(O.File, O.Line, O.Column);
  }
  bool operator==(const SourceLoc &O) const {
    return std::tie(File, Line, Column) == std::tie(O.File, O.Line, O.Column);
  }
};

/// Address space. Surface: offsets only tell cells apart; they are not addresses (CUDA C++
/// Programming Guide, "Surface Memory").
enum class Space : uint8_t { Global, Shared, Constant, Local, Generic, Surface };

/// One memory object. Distinct arrays do not overlap unless they share an alias group.
struct Array {
  ArrayId Id = NoId;
  Space Where = Space::Global;
  std::string Name;          ///< as in the source
  unsigned Parameter = NoId; ///< position of the parameter the pointer came in with
  std::string Variable;      ///< mangled name of the variable itself or of a pointer to it
  unsigned FieldOffset = 0;  ///< byte offset of the pointer in the parameter or variable
  bool Indirect = false;     ///< Variable holds a pointer to it
  bool Dynamic = false;      ///< extern __shared__
  uint64_t ElementSize = 0;  ///< bytes of the source element type, 0 when unknown
  uint64_t Bytes = 0;        ///< extent in bytes, 0 when unknown
  unsigned AliasGroup = 0;   ///< arrays of one group may overlap; 0: overlaps no other array
  bool Written = false;      ///< some access of the kernel writes it
  /// The object could not be determined (pointer loaded from memory, ...): offsets are
  /// then relative to an unknown base, and it may overlap any array of the same space.
  std::string Unknown;
  /// Unknown because its pointer comes from a table of pointers. Different entries of the table
  /// point to different arrays, and to none that the kernel names.
  bool Batch = false;
  /// It holds only the counters of grid barriers that the kernel itself implements with them.
  bool OfGridBarrier = false;
  SourceLoc Loc;
};

enum class AccessKind : uint8_t { Read, Write, Atomic, AsyncCopy };
/// Scope of an atomic, from narrow to wide.
enum class AtomicScope : uint8_t { Block, Device, System };
enum class AtomicOp : uint8_t {
  None,
  Add,
  Sub,
  Min,
  Max,
  And,
  Or,
  Xor,
  Exch,
  Cas,
  Inc,
  Dec,
  Load,
  Store,
  Other
};

struct Access {
  AccessId Id = NoId;
  ArrayId Array = NoId;
  /// The array as the kernel names it, if the launch merged several arrays into one; else NoId.
  ArrayId Part = NoId;
  Expr Offset; ///< bytes from the start of the array; 64 bits, signed
  Expr Size;   ///< bytes; 64 bits; constant except for memcpy and memset
  /// Alignment of the address in bytes that the compiler knows; no single request is wider. 0: not
  /// known.
  unsigned Align = 0;
  /// Bytes, a power of two: the address is `Into` bytes after a multiple of it. 0: not known.
  /// Unlike Align, it also holds for parts of a vector.
  unsigned Cell = 0;
  unsigned Into = 0;
  AccessKind Kind = AccessKind::Read;
  AtomicOp Atomic = AtomicOp::None;
  AtomicScope Scope = AtomicScope::Device;
  bool Volatile = false;
  Expr Guard; ///< 1 bit, a further condition: that the pointer selects this array; null: none
  /// 1 bit: every subscript lies within the declared extent of its dimension; anything
  /// else is undefined behaviour, so a race may assume it. Null: nothing known.
  Expr InBounds;
  /// 1 bit: the sum added to the start of a row of a declared array stays within the row. Unlike
  /// `InBounds`, no race question assumes it, because code may deliberately run into the next row.
  Expr InRow;
  /// Array::Batch only: byte offset of the pointer in its table; 64 bits. All lanes of a warp then
  /// use the same entry, and Offset counts from the start of its array. Null: not known; Offset is
  /// then an address.
  Expr Entry;
  Expr Value;    ///< value written where known (atomics: the operand), else null
  Expr Result;   ///< reads and atomics: the (old) value that the thread gets, if used, else null
  Expr Expected; ///< Cas only: the value compared with
  /// Additions only: the counter is a float. Value and Result are the whole numbers that it stands
  /// for, which is exact below 2^24.
  bool InFloat = false;
  bool OfWarp = false;  ///< all lanes of the warp do it in one step
  bool Acquire = false; ///< atomics: later accesses of the thread stay after it
  bool Release = false; ///< atomics: acquiring threads see the thread's earlier accesses
  NodeId Node = NoId;
  /// The read only supplies the first expected value of a compare-and-swap of the same place, which
  /// detects a stale value.
  bool Guess = false;
  /// A compare-and-swap that a loop repeats with the value last seen until it succeeds: it does not
  /// wait for another thread.
  bool Retried = false;
  /// The other access of a read-modify-write expression of one location (`x += e`, `x++`), else
  /// NoId.
  AccessId Partner = NoId;
  /// Reads: the writes that store results of the read value, if the lanes of a warp exchange the
  /// read values before these writes.
  std::vector<AccessId> ExchangedBefore;
  /// The writes in `ExchangedBefore` add a value that all threads share (`count[i] += 1`), or the
  /// number of lanes with equal values.
  bool Counts = false;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain; ///< call sites from the kernel inwards
  std::string Text;                 ///< the source expression, e.g. "tile[threadIdx.x + 1]"
};

enum class BarrierKind : uint8_t {
  Block, ///< __syncthreads and its forms, block.sync(), bar.sync over the whole block
  Warp,  ///< __syncwarp(mask), tile or coalesced-group sync
  Grid,  ///< grid.sync()
  Group, ///< a named barrier of which the launch tells which threads meet
         ///< (analysis/sync/NamedBarriers.h)
  Other, ///< named or partial barriers, cuda::barrier, pipelines, waits: not modelled
};

/// One of the numbered barriers of a block: bar.sync, bar.arrive and their forms (PTX ISA, "bar",
/// "barrier"). It opens when `Count` threads have arrived at its number.
struct NamedBarrier {
  Expr Number;          ///< 32 bits; null: not known
  Expr Count;           ///< number of threads, 32 bits; null: the whole block; if Counts: unknown
  bool Counts = false;  ///< the instruction names a thread count
  bool Arrives = false; ///< the thread does not wait
  bool Aligned = false; ///< all threads of a warp execute it together
};

/// The threads of a block with positions from First to below Last; x varies fastest.
struct ThreadRange {
  unsigned First = 0, Last = 0;
  bool operator==(const ThreadRange &) const = default;
};

struct Barrier {
  BarrierId Id = NoId;
  BarrierKind Kind = BarrierKind::Block;
  Expr Mask;                 ///< Warp only: 32-bit mask of lanes; null: all lanes of the warp
  unsigned TileSize = 32;    ///< Warp only: lanes of the tile (1, 2, 4, ... 32)
  bool ReturnsValue = false; ///< __syncthreads_or/and/count with its result used
  bool AcrossBlocks = false; ///< Other, and Block of a cluster: may also order different blocks
  bool OfGrid = false;       ///< Block: all blocks of the grid have waited for each other before it
  bool Runs = false;         ///< Other only: a simulation can execute it
  /// It belongs to a library function that does not promise to order its callers' accesses.
  bool OfLibrary = false;
  std::optional<NamedBarrier> Named;            ///< Other and Group
  std::vector<std::vector<ThreadRange>> Groups; ///< Group only: the groups of threads that meet,
                                                ///< each apart from the others
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// Returns true unless all threads of the block, warp or grid are known to meet at the barrier.
inline bool isPartial(const Barrier &B) {
  return B.Kind == BarrierKind::Group || B.Kind == BarrierKind::Other;
}

/// __threadfence() and its forms: orders the thread's accesses for all threads in scope.
struct Fence {
  FenceId Id = NoId;
  AtomicScope Scope = AtomicScope::Device;
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

enum class ShuffleMode : uint8_t { Up, Down, Xor, Index };

/// An operation in which lanes of a warp exchange values: a shuffle, vote, match or reduction. The
/// lanes that its mask names meet in it; it orders no memory (CUDA C++ Programming Guide, "Warp
/// Shuffle Functions").
struct Collective {
  uint32_t Id = NoId;
  Expr Mask; ///< mask of participating lanes; 32 bits; null: all lanes
  struct Shuffle {
    ShuffleMode Mode = ShuffleMode::Index;
    Expr Operand;        ///< 32 bits: distance, lane mask or lane number, by mode
    unsigned Width = 32; ///< lanes of a segment
  };
  std::optional<Shuffle> Reads; ///< shuffles of known width
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// A step of a thread's own asynchronous copies: either the copies since the last commit become a
/// group, or the thread waits for all of its groups except the latest `Prior` ones.
struct AsyncStep {
  uint32_t Id = NoId;
  bool Wait = false;
  unsigned Prior = NoId; ///< Wait only: number of groups that may still be pending; NoId: not known
  NodeId Node = NoId;
};

/// A copy that the async proxy makes for a thread, or an operation that orders such copies and
/// their completion: bulk copies, mbarriers, proxy fences (PTX ISA, "Async proxy", "mbarrier"), and
/// waiting for earlier kernels ("griddepcontrol").
struct AsyncOp {
  enum class Kind : uint8_t {
    CopyIn,         ///< copies to shared memory; an mbarrier counts the bytes
    CopyOut,        ///< copies (or reduces) from shared memory; joins a bulk group
    Commit,         ///< the thread's CopyOuts since the last commit become a bulk group
    WaitGroup,      ///< waits for the thread's bulk groups except the latest ones
    WaitRead,       ///< the same, but only until they have read their sources
    ProxyFence,     ///< orders the thread's own accesses and those of the async proxy
    Init,           ///< initialises an mbarrier
    InitFence,      ///< makes initialised mbarriers visible to other threads' copies
    Arrive,         ///< arrives at an mbarrier
    Await,          ///< waits for a phase of an mbarrier; try_wait may return before its end
    Dependency,     ///< waits for earlier kernels
    Dependents,     ///< lets later kernels that wait for this one begin
    Multiply,       ///< wgmma.mma_async: the async proxy reads a tile of shared memory
    CommitMultiply, ///< the thread's Multiply operations since the last commit become a group
    WaitMultiply,   ///< waits for these groups except the latest ones
    StoreTensor,    ///< the thread writes to tensor memory (tcgen05.st)
    WaitTensor,     ///< waits until these writes are done
  } What = Kind::ProxyFence;
  uint32_t Id = NoId;
  ArrayId Source = NoId, Target = NoId; ///< copies; NoId: not known
  ArrayId Object = NoId;                ///< the mbarrier; NoId: none, or not known
  /// Bytes from the start of the arrays; 64 bits; null: not known.
  Expr SourceOffset, TargetOffset, ObjectOffset;
  Expr Bytes; ///< copies: their size; Arrive: bytes to expect; null: none, or not known
  Expr Count; ///< Init, Arrive: arrivals; null: one, or not known
  /// Arrive: the token it returns; Await: the token or parity it waits for. Null: not known.
  Expr Phase;
  bool ToOthers = false; ///< CopyIn: copies to other blocks of the cluster
  bool ByParity = false; ///< Await: the phase is given by its parity
  bool Surely = false;   ///< Await: returns only after the phase has ended
  unsigned Prior = NoId; ///< WaitGroup, WaitRead: groups that may still be pending; NoId: unknown
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// A statement boundary where a barrier may be put: before a statement or at the end of a compound
/// statement.
struct Slot {
  SlotId Id = NoId;
  NodeId Node = NoId;
  bool Convergent = false; ///< not control dependent on a divergent branch or trip count
  bool Editable = false;   ///< false: inside a macro body or a system header
  std::string WhyNot;      ///< reason when not editable
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  unsigned Depth = 0; ///< loops around it
};

/// Something that happens in a node; events are in program order.
struct Event {
  enum class Kind : uint8_t { Access, Barrier, Slot, Fence, Async, Collective, AsyncOp } What;
  uint32_t Id; ///< AccessId, BarrierId, SlotId, FenceId, or the Id of the others
};

struct Edge {
  NodeId To = NoId;
  Expr Cond;                ///< 1 bit; the conditions of a node's edges exclude each other
  bool Divergent = false;   ///< threads of one block may decide differently
  bool Back = false;        ///< to the header of a loop that contains the source
  bool EarlyReturn = false; ///< taken by a `return` statement before the end of the kernel
  SourceLoc Loc;            ///< of the condition; empty: an instruction (e.g. ldmatrix) decides
};

/// A basic block. Node 0 is the entry; the one without edges is the exit.
struct Node {
  NodeId Id = NoId;
  LoopId Loop = NoId; ///< innermost loop
  std::vector<Event> Events;
  std::vector<Edge> Succs;
  bool Convergent = false; ///< all non-exited threads of the block pass it equally often
};

enum class LoopKind : uint8_t { Affine, Geometric, Unknown };

/// A natural loop; a "turn" is one iteration. Values of iteration k are terms over `Counter`, k =
/// 0, 1, 2, ...; values after the loop are terms over the application of `Exit`.
struct Loop {
  LoopId Id = NoId;
  LoopId Parent = NoId;
  NodeId Header = NoId;
  std::vector<NodeId> Nodes; ///< all, inner loops included; header first
  LoopKind Kind = LoopKind::Unknown;
  SymbolId Counter = NoId;
  SymbolId Exit = NoId;
  Expr TripCount;           ///< number of iterations when entered, 32 bits; null: not known
  bool UniformTrip = false; ///< all threads of the block that enter it make equally many iterations
  bool SpinWait = false;    ///< the exit depends on memory another thread writes
  SourceLoc Loc;
};

/// A part of the kernel that the model does not express; verdicts it affects are unknown.
struct ModelGap {
  SourceLoc Loc;
  std::string Reason;          ///< e.g. "indirect call"
  NodeId Node = NoId;          ///< where it happens, NoId: whole kernel
  bool MayAccessMemory = true; ///< it may read or write arrays
  bool MaySynchronize = false; ///< it may contain a barrier
  BarrierId Barrier = NoId;    ///< it is unknown what this barrier orders
  uint32_t AsyncOp = NoId;     ///< it is unknown what this operation accesses
};

/// A condition known to hold (from __builtin_assume, assert, launch bounds) at a node.
struct Assumption {
  Expr Cond;          ///< 1 bit
  NodeId Node = NoId; ///< where it is known; NoId: in every launch
  SourceLoc Loc;
  bool Stated = true;   ///< stated in the kernel's code; false: usual index arithmetic is assumed
  bool OfTurns = false; ///< follows from the trip count of a loop
};

/// The sum of a non-negative number per lane over the lanes of the warp below (or above) the lane
/// itself. Votes are such sums, popc(ballot(p) & ((1 << lane) - 1)), and so are scans by shuffles
/// (CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Shuffle Functions").
struct LaneSum {
  Expr Sum;             ///< the sum that the lane gets, an application
  Expr Lane;            ///< the lane's number within the warp as the code computes it; 32 bits
  Expr Gives;           ///< the number that the lane contributes
  Expr All;             ///< the sum over all lanes of the warp; null: the code has none
  bool WithOwn = false; ///< its own number is part of the sum
  bool Above = false;   ///< the sum is over the lanes above
  bool OfVotes = false; ///< each lane contributes 0 or 1
  NodeId Node = NoId;   ///< where the lanes exchange the numbers
};

/// Parameters that are assumed to be a divisor and the magic numbers of its division: n / Divisor
/// is the upper half of n * Multiplier, plus n if `Adds`, shifted right by Shift.
struct MagicNumbers {
  SymbolId Divisor, Multiplier, Shift;
  bool Adds;

  bool operator==(const MagicNumbers &) const = default;
};

/// A variable to which each turn of a loop adds a number that is never negative.
struct RunningSum {
  Expr Sum;   ///< its value at the beginning of a turn, an application
  Expr Start; ///< its value at the beginning of the first turn
  Expr Added; ///< the number added in that turn
  Expr After; ///< condition that holds in each turn after one that added more than 0; 1 bit
  LoopId Loop = NoId;
};

/// A number that one thread of a group draws from an atomic operation and passes to all threads of
/// the group.
struct Handout {
  Expr Value;             ///< the number that each thread gets, an application
  Expr Drawn;             ///< the same in terms of the operation's result
  AccessId Ticket = NoId; ///< the operation
  /// Warp: passed by a shuffle; Block: passed through shared memory.
  Uniformity Group = Uniformity::Block;
  NodeId Node = NoId; ///< where it is passed
};

/// Overrides symbol properties for one view of a kernel; the context is shared by all views.
class SymbolView {
public:
  /// Declares that all threads of such a group agree on the symbol.
  void setLevel(SymbolId S, Uniformity Level) { Levels[S] = Level; }
  /// Declares that the symbol is a load from memory that threads do write.
  void setWritten(SymbolId S) {
    Written.insert(S);
    Levels[S] = Uniformity::Thread;
  }
  Uniformity level(const ExprContext &C, SymbolId S) const {
    auto It = Levels.find(S);
    return It == Levels.end() ? C.symbol(S).Level : It->second;
  }
  bool isReadOnly(const ExprContext &C, SymbolId S) const {
    return C.symbol(S).ReadOnly && !Written.contains(S);
  }

private:
  std::map<SymbolId, Uniformity> Levels;
  std::set<SymbolId> Written;
};

/// Bytes of shared memory that a kernel may declare for a block.
inline constexpr uint64_t MaxStaticShared = 48 * 1024;

/// The model of one kernel.
struct Kernel {
  std::string Name; ///< demangled, with template arguments
  std::string MangledName;
  SourceLoc Loc; ///< of the name in the definition
  std::shared_ptr<ExprContext> Ctx;
  SymbolView Symbols;
  std::vector<Array> Arrays;
  std::vector<Access> Accesses;
  std::vector<Barrier> Barriers;
  std::vector<Fence> Fences;
  std::vector<AsyncStep> AsyncSteps;
  std::vector<Collective> Collectives;
  std::vector<AsyncOp> AsyncOps;
  std::vector<Slot> Slots;
  std::vector<Loop> Loops;
  std::vector<Node> Nodes;
  std::vector<ModelGap> Gaps;
  std::vector<Assumption> Assumptions;
  std::vector<LaneSum> LaneSums;
  std::vector<RunningSum> RunningSums;
  std::vector<MagicNumbers> Magic;
  std::vector<Handout> Handouts;
  struct Param {
    std::string Name;
    std::string Type;
    bool Pointer = false;
    SymbolId Symbol = NoId; ///< scalar parameters
    struct Field {
      unsigned Offset = 0; ///< bytes
      SymbolId Symbol = NoId;
    };
    std::vector<Field> Fields; ///< struct parameters: the scalar fields the kernel reads
    ArrayId Array = NoId;      ///< pointer parameters
  };
  std::vector<Param> Params;
  unsigned MaxThreads = 1024;               ///< __launch_bounds__, else the architecture's limit
  bool UsesDim[3] = {true, true, true};     ///< reads threadIdx or blockDim in that dimension
  bool UsesGridDim[3] = {true, true, true}; ///< reads blockIdx or gridDim in that dimension
  bool MadeUpArguments = false;             ///< made up; nothing instantiates the template
  bool StandInTypes = false;                ///< customary types stand in for undeclared names
  bool ReadsClock = false;                  ///< reads a clock: barriers may be there for the timing
  uint64_t SharedBytes = 0;                 ///< statically declared shared memory of a block

  /// Returns true if the unit does not say what the kernel's types or template arguments are.
  bool isMadeUp() const { return MadeUpArguments || StandInTypes; }
  const Access &access(AccessId Id) const { return Accesses[Id]; }
  const Array &array(ArrayId Id) const { return Arrays[Id]; }
  const Fence &fence(FenceId Id) const { return Fences[Id]; }
  const Barrier &barrier(BarrierId Id) const { return Barriers[Id]; }
  bool mayAlias(ArrayId A, ArrayId B) const;
};

} // namespace cudafix
