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

/// Surface: offsets tell its cells apart, not where they lie (CUDA C++ Programming Guide, "Surface
/// Memory").
enum class Space : uint8_t { Global, Shared, Constant, Local, Generic, Surface };

/// One memory object. Distinct arrays do not overlap unless they share an alias group.
struct Array {
  ArrayId Id = NoId;
  Space Where = Space::Global;
  std::string Name;          ///< as in the source
  unsigned Parameter = NoId; ///< position of the parameter the pointer came in with
  std::string Variable;     ///< mangled name of the variable it is, or that holds the pointer to it
  unsigned FieldOffset = 0; ///< where the pointer stands in the parameter or variable, in bytes
  bool Indirect = false;    ///< Variable holds a pointer to it
  bool Dynamic = false;     ///< extern __shared__
  uint64_t ElementSize = 0; ///< bytes of the source element type, 0 when unknown
  uint64_t Bytes = 0;       ///< extent in bytes, 0 when unknown
  unsigned AliasGroup = 0;  ///< arrays of one group may overlap; 0: with none
  bool Written = false;     ///< some access of the kernel writes it
  /// The object could not be determined (pointer loaded from memory, ...): offsets are
  /// then relative to an unknown base, and it may overlap any array of the same space.
  std::string Unknown;
  /// Unknown because it is one of many arrays whose pointers are in a table. Different entries of
  /// the table point to different arrays, and to none that the kernel names.
  bool Batch = false;
  /// It holds the counters of grid barriers that the kernel makes of them, and nothing else.
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
  /// The array that the kernel names, where the launch made several one; else NoId.
  ArrayId Part = NoId;
  Expr Offset; ///< bytes from the start of the array; 64 bits, signed
  Expr Size;   ///< bytes; 64 bits; a constant but for memcpy and memset
  /// Bytes to whose multiple the compiler knows the address to be aligned: no single request is
  /// wider. 0: not known.
  unsigned Align = 0;
  /// Bytes, a power of two: the address lies `Into` bytes behind a multiple. 0: not known. Unlike
  /// Align, it holds for parts of a vector, too.
  unsigned Cell = 0;
  unsigned Into = 0;
  AccessKind Kind = AccessKind::Read;
  AtomicOp Atomic = AtomicOp::None;
  AtomicScope Scope = AtomicScope::Device;
  bool Volatile = false;
  Expr Guard; ///< 1 bit, further condition: the pointer was selected by it; null: none
  /// 1 bit: every subscript lies within the declared extent of its dimension; anything
  /// else is undefined behaviour, so a race may assume it. Null: nothing known.
  Expr InBounds;
  /// 1 bit: the sum added to the start of a row of a declared array stays within the row. Unlike
  /// `InBounds`, no race question assumes it: code may mean the memory after the row.
  Expr InRow;
  /// Array::Batch: where in the table the pointer stands, in bytes; 64 bits. All lanes of a warp
  /// take the same then, and Offset starts at its array. Null: not known, and Offset is an address.
  Expr Entry;
  Expr Value;    ///< value written where known (atomics: the operand), else null
  Expr Result;   ///< reads and atomics: what the thread gets (the old value), where used, else null
  Expr Expected; ///< Cas only: the value compared with
  /// Additions only: they count in a float. Value and Result are the whole numbers that stand for
  /// it, which is exact below 2^24.
  bool InFloat = false;
  bool OfWarp = false;  ///< all lanes of the warp do it in one step
  bool Acquire = false; ///< atomics: later accesses of the thread stay after it
  bool Release = false; ///< atomics: earlier accesses of the thread are visible to who reads it
  NodeId Node = NoId;
  /// Read only to be the first value that a compare-and-swap of the same place expects: a
  /// stale one is found out.
  bool Guess = false;
  /// A compare-and-swap that a loop repeats until it succeeds, with what the thread saw last: it
  /// waits for no other thread.
  bool Retried = false;
  /// The access is in one source expression with a read of the same location (`x += e`, `x++`): the
  /// other access, else NoId.
  AccessId Partner = NoId;
  /// Reads: the writes that store results of the read value, if the lanes of a warp exchange the
  /// read values before they write.
  std::vector<AccessId> ExchangedBefore;
  /// Such a write adds what is the same for all threads (`count[i] += 1`), or a count of like
  /// lanes.
  bool Counts = false;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain; ///< call sites from the kernel inwards
  std::string Text;                 ///< the source expression, e.g. "tile[threadIdx.x + 1]"
};

enum class BarrierKind : uint8_t {
  Block, ///< __syncthreads and its forms, block.sync(), bar.sync over the whole block
  Warp,  ///< __syncwarp(mask), tile or coalesced-group sync
  Grid,  ///< grid.sync()
  Group, ///< a named barrier of which the launch tells which threads meet (NamedBarriers.h)
  Other, ///< named or partial barriers, cuda::barrier, pipelines, waits: not modelled
};

/// One of the numbered barriers of a block: bar.sync, bar.arrive and their forms (PTX ISA, "bar",
/// "barrier"). It opens when as many threads have come to its number as it counts.
struct NamedBarrier {
  Expr Number;          ///< 32 bits; null: not known
  Expr Count;           ///< threads, 32 bits; null: all of the block, or not known (Counts)
  bool Counts = false;  ///< it is given a count
  bool Arrives = false; ///< the thread does not wait
  bool Aligned = false; ///< the threads of a warp come together
};

/// Threads of a block by their positions, x fastest: from First on, below Last.
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
  bool AcrossBlocks = false; ///< Other, and Block of a cluster: may order different blocks, too
  bool OfGrid = false;       ///< Block: the blocks of the grid wait for each other before it
  bool Runs = false;         ///< Other only: a simulation knows what it orders
  /// It is in a function of a library that does not promise to order the accesses of its callers.
  bool OfLibrary = false;
  std::optional<NamedBarrier> Named;            ///< Other and Group
  std::vector<std::vector<ThreadRange>> Groups; ///< Group only: those that meet, apart
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// A barrier at which not all threads of a block, a warp or a grid are known to meet.
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
  Expr Mask; ///< 32 bits; null: all lanes
  struct Shuffle {
    ShuffleMode Mode = ShuffleMode::Index;
    Expr Operand;        ///< 32 bits: lanes to go, mask of the lane or its number, by mode
    unsigned Width = 32; ///< lanes of a segment
  };
  std::optional<Shuffle> Reads; ///< shuffles of known width
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// A step of a thread's own asynchronous copies: what it copied since the last commit
/// becomes a group, or it waits for all of its groups but the latest ones.
struct AsyncStep {
  uint32_t Id = NoId;
  bool Wait = false;
  unsigned Prior = NoId; ///< Wait only: groups that may be under way; NoId: not known
  NodeId Node = NoId;
};

/// A copy that the async proxy makes for a thread, or what orders such copies and their completion:
/// bulk copies, mbarriers, proxy fences (PTX ISA, "Async proxy", "mbarrier"), and waiting for
/// kernels before this one ("griddepcontrol").
struct AsyncOp {
  enum class Kind : uint8_t {
    CopyIn,         ///< to shared memory; an mbarrier counts its bytes
    CopyOut,        ///< from shared memory, also with a reduction; one of the thread's bulk groups
    Commit,         ///< what the thread copied out since the last one becomes a bulk group
    WaitGroup,      ///< for the thread's bulk groups but the latest ones
    WaitRead,       ///< the same, until they have read their sources
    ProxyFence,     ///< between what the thread does itself and what the async proxy does
    Init,           ///< of an mbarrier
    InitFence,      ///< makes initialised mbarriers known to other threads' copies
    Arrive,         ///< at an mbarrier
    Await,          ///< a phase of an mbarrier, perhaps in vain (try_wait)
    Dependency,     ///< waits for the kernels before this one
    Dependents,     ///< lets kernels begin that wait for this one
    Multiply,       ///< wgmma.mma_async: the async proxy reads a tile of shared memory
    CommitMultiply, ///< what the thread multiplies since the last one becomes a group
    WaitMultiply,   ///< for these groups but the latest ones
    StoreTensor,    ///< the thread writes to tensor memory (tcgen05.st)
    WaitTensor,     ///< until it has done so
  } What = Kind::ProxyFence;
  uint32_t Id = NoId;
  ArrayId Source = NoId, Target = NoId; ///< copies; NoId: not known
  ArrayId Object = NoId;                ///< the mbarrier; NoId: none, or not known
  /// Bytes from the start of the arrays; 64 bits; null: not known.
  Expr SourceOffset, TargetOffset, ObjectOffset;
  Expr Bytes; ///< copies: their size; Arrive: bytes to expect; null: none, not known
  Expr Count; ///< Init, Arrive: arrivals; null: one, or not known
  /// Arrive: the token it gives; Await: that of the phase, or its parity. Null: not known.
  Expr Phase;
  bool ToOthers = false; ///< CopyIn: to other blocks of the cluster
  bool ByParity = false; ///< Await
  bool Surely = false;   ///< Await: until the phase has ended
  unsigned Prior = NoId; ///< WaitGroup, WaitRead: groups that may be under way; NoId: not known
  NodeId Node = NoId;
  SourceLoc Loc;
  std::vector<SourceLoc> CallChain;
  std::string Text; ///< the call as written
};

/// A statement boundary where a barrier may be put; the boundary before a statement
/// or at the end of a compound statement.
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

/// Something in a node, in program order.
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
  SourceLoc Loc;            ///< of the condition; none: an instruction asks it, as ldmatrix does
};

/// A basic block. Node 0 is the entry; the one without edges is the exit.
struct Node {
  NodeId Id = NoId;
  LoopId Loop = NoId; ///< innermost loop
  std::vector<Event> Events;
  std::vector<Edge> Succs;
  bool Convergent = false; ///< every non-exited thread of the block passes it equally often
};

enum class LoopKind : uint8_t { Affine, Geometric, Unknown };

/// A natural loop. Values of iteration k are terms over `Counter`, k = 0, 1, 2, ...;
/// values after the loop are terms over the application of `Exit`.
struct Loop {
  LoopId Id = NoId;
  LoopId Parent = NoId;
  NodeId Header = NoId;
  std::vector<NodeId> Nodes; ///< all, inner loops included; header first
  LoopKind Kind = LoopKind::Unknown;
  SymbolId Counter = NoId;
  SymbolId Exit = NoId;
  Expr TripCount;           ///< 32 bits; iterations when entered, where known, else null
  bool UniformTrip = false; ///< all threads of the block that enter leave after equally many
  bool SpinWait = false;    ///< the exit depends on memory another thread writes
  SourceLoc Loc;
};

/// A part of the kernel the model does not express; verdicts it touches are unknown.
struct ModelGap {
  SourceLoc Loc;
  std::string Reason;          ///< e.g. "indirect call"
  NodeId Node = NoId;          ///< where it happens, NoId: whole kernel
  bool MayAccessMemory = true; ///< it may read or write arrays
  bool MaySynchronize = false; ///< it may contain a barrier
  BarrierId Barrier = NoId;    ///< it is not known what this one orders
  uint32_t AsyncOp = NoId;     ///< ... is what this one accesses
};

/// A condition known to hold (from __builtin_assume, assert, launch bounds) at a node.
struct Assumption {
  Expr Cond;          ///< 1 bit
  NodeId Node = NoId; ///< where it is known; NoId: in every launch
  SourceLoc Loc;
  bool Stated = true;   ///< by the kernel's code; else what index arithmetic takes for granted
  bool OfTurns = false; ///< follows from how often a loop turns
};

/// A sum over lanes of the warp, of what each of them gives, which is not negative: those below the
/// lane, or above it. Votes are such sums, popc(ballot(p) & ((1 << lane) - 1)), and scans by
/// shuffles (CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Shuffle Functions").
struct LaneSum {
  Expr Sum;             ///< what the lane gets, an application
  Expr Lane;            ///< its number within the warp as the code computes it; 32 bits
  Expr Gives;           ///< what it gives itself
  Expr All;             ///< the sum over all lanes of the warp; null: the code has none
  bool WithOwn = false; ///< what it gives is in its sum, too
  bool Above = false;   ///< the sum is over the lanes above
  bool OfVotes = false; ///< each gives 0 or 1
  NodeId Node = NoId;   ///< where they exchange it
};

/// Parameters that are taken for a divisor and the numbers with which the kernel divides by it: n /
/// Divisor is the upper half of n * Multiplier, plus n if it `Adds`, shifted right by Shift.
struct MagicNumbers {
  SymbolId Divisor, Multiplier, Shift;
  bool Adds;

  bool operator==(const MagicNumbers &) const = default;
};

/// A number that grows in each turn of a loop by a number that is never negative.
struct RunningSum {
  Expr Sum;   ///< at the beginning of a turn, an application
  Expr Start; ///< at the beginning of the first turn
  Expr Added; ///< in that turn
  Expr After; ///< what holds in each turn after one that added more than nothing; 1 bit
  LoopId Loop = NoId;
};

/// A number that one thread of a group draws from an atomic operation and passes to all threads of
/// the group.
struct Handout {
  Expr Value;             ///< what each of them gets, an application
  Expr Drawn;             ///< the same in terms of the operation's result
  AccessId Ticket = NoId; ///< the operation
  /// Warp: given by a shuffle; Block: put into shared memory.
  Uniformity Group = Uniformity::Block;
  NodeId Node = NoId; ///< where it is given
};

/// Properties of symbols in one view of a kernel that differ from those in the context, which all
/// views share.
class SymbolView {
public:
  /// The symbol has one value for all threads of such a group.
  void setLevel(SymbolId S, Uniformity Level) { Levels[S] = Level; }
  /// A load from memory that threads write after all.
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
  bool MadeUpArguments = false;             ///< of a template that nothing in the unit instantiates
  bool StandInTypes = false;                ///< customary ones for names that nothing declares
  bool ReadsClock = false;                  ///< times itself: barriers are there for that, too
  uint64_t SharedBytes = 0;                 ///< static

  /// The unit does not say what the kernel's types or template arguments are.
  bool isMadeUp() const { return MadeUpArguments || StandInTypes; }
  const Access &access(AccessId Id) const { return Accesses[Id]; }
  const Array &array(ArrayId Id) const { return Arrays[Id]; }
  const Fence &fence(FenceId Id) const { return Fences[Id]; }
  const Barrier &barrier(BarrierId Id) const { return Barriers[Id]; }
  bool mayAlias(ArrayId A, ArrayId B) const;
};

} // namespace cudafix
