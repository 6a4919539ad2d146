// SPDX-License-Identifier: Apache-2.0
//
// Values of device IR as terms. Blocks are visited in order; phis of a loop header are placeholders
// until the loop's body is known, and are then solved (Recurrences.h) and replaced. A pointer is
// two terms: the object into which it points, and the byte offset in it.
#pragma once

#include "frontend/SourceIndex.h"
#include "frontend/values/FlowGraph.h"
#include "frontend/values/KnownMemory.h"
#include "frontend/values/MagicDivisions.h"
#include "frontend/values/Substitution.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Operator.h"

namespace cudafix::frontend {

struct PtxRegister;

/// A pointer value: `Object` is the id of a MemoryObject (16 bits), `Offset` bytes (64 bits).
struct PointerTerm {
  Expr Object, Offset;
};

/// The pointer whose counterpart in the shared memory of another block the call gives; else null.
const llvm::Value *mappedPlace(const llvm::CallBase &C);

/// An object into which a pointer may point.
struct PointsTo {
  unsigned Object;
  Expr Offset;
  Expr Guard; ///< null: always
};

/// The state of one loop while values are built.
struct LoopState {
  const llvm::Loop *L = nullptr;
  LoopId Id = NoId;
  SymbolId Counter = NoId, Exit = NoId;
  LoopKind Kind = LoopKind::Unknown;
  Expr TripCount;
  Expr ExitValue;                               ///< the counter when the loop is left, if known
  Expr ExitFact;                                ///< otherwise: what is known about the Exit symbol
  const llvm::BasicBlock *ExitBlock = nullptr;  ///< where ExitFact is known
  Expr EntryFact;                               ///< what held in the first iteration, or null
  const llvm::BasicBlock *EntryBlock = nullptr; ///< where EntryFact is known
  Uniformity Trip = Uniformity::Thread;
  std::unique_ptr<Substitution> Close; ///< Counter := Exit
};

class Values {
public:
  Values(llvm::Function &F, llvm::DominatorTree &DT, llvm::LoopInfo &LI, const FlowGraph &Flow,
         MemoryObjects &Objects, Stability &Loads, const KernelUniformity &U, SourceIndex &Source,
         ExprContext &Ctx);
  ~Values();
  bool WideGrid = false;    ///< gridDim * blockDim may reach 2^31
  bool MagicNumbers = true; ///< treat divisions by magic numbers as divisions
  /// Counters of atomic additions start at 0 or above, and float counters stay exact.
  bool CountersFromZero = true;
  /// Computes all values.
  void run();

  /// The value as bits; null if it has more than 64 bits or is not a first-class value.
  Expr of(const llvm::Value *V);
  /// The value. If it has more bits, or a call copies it: a number that is equal if the value is.
  Expr identity(const llvm::Value *V);
  PointerTerm pointer(const llvm::Value *V);
  /// The objects that a pointer term can denote, with guards that exclude each other.
  llvm::SmallVector<PointsTo, 2> targets(const llvm::Value *V);
  /// The condition of going from `From` to `To` when `From` has been executed.
  Expr edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  /// The same condition before paths that abort are removed.
  Expr rawEdge(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  llvm::ArrayRef<LoopState> loops() const { return Loops; }
  /// Index of a loop in loops(), NoId for none.
  LoopId loopId(const llvm::Loop *L) const;
  /// The counters of the loops around, outermost first.
  llvm::SmallVector<Expr, 4> counters(const llvm::Loop *L);
  /// The display name of an object whose symbols stand for memory.
  std::string objectName(unsigned Object);
  /// The scalar parameter symbols made so far, by argument and byte offset (-1 for scalars).
  const std::map<std::pair<unsigned, int64_t>, SymbolId> &parameters() const { return Params; }
  /// Returns true if the value itself is part of the sums and products that address memory.
  bool isIndexArithmetic(const llvm::Value *V) const { return IndexArithmetic.contains(V); }
  /// Sizes, equal for all threads, from which indices are computed; where that is done, and the
  /// smallest value that makes sense there.
  struct Extent {
    const llvm::Instruction *At;
    const llvm::Value *Size;
    unsigned Least;
  };
  llvm::ArrayRef<Extent> extents() const { return Extents; }
  /// Integers in index arithmetic that are exact in floating point if the condition (1 bit) holds.
  struct InFloat {
    const llvm::Instruction *I;
    Expr Fits;
  };
  llvm::ArrayRef<InFloat> inFloats() const { return InFloats; }
  /// The divisions by magic numbers that were found, by their host values, without duplicates.
  llvm::ArrayRef<cudafix::MagicNumbers> magicNumbers() const { return Magic; }
  const FlowGraph &flow() const { return Flow; }

private:
  friend class Recurrences;
  // IndexArithmetic.cpp
  void findIndexArithmetic();
  const llvm::Value *startOfVectors(const llvm::Instruction &I) const;
  bool isInTurn(const llvm::Value *V) const;
  bool isStep(const llvm::Value *V) const;
  // Values.cpp
  void visitBlock(llvm::BasicBlock &B);
  void finishLoop(const llvm::Loop *L);
  void visit(llvm::Instruction &I);
  Expr compute(llvm::Instruction &I);
  Expr binary(llvm::BinaryOperator &I);
  const MagicDivision *magicDivision(const llvm::Instruction &I) const;
  Expr divided(const MagicDivision &D);
  Expr cast(llvm::CastInst &I);
  Expr powerOfTwo(const llvm::Value *V, unsigned Width);
  Expr compare(llvm::CmpInst &I);
  Expr constant(const llvm::Constant &C);
  Expr parameter(const llvm::Argument &A, int64_t Offset, unsigned Width,
                 const SourceIndex::FieldPlace &Field = {});
  unsigned width(llvm::Type *T) const;
  // FloatQuotients.cpp
  /// The integer that `i * 0.5f`, `i / 3.f` or `ceil(i / 4.0)` of an integer i is converted to;
  /// null: it is something else.
  Expr floatQuotient(const llvm::CastInst &I);
  // Calls: ValueCalls.cpp
  Expr call(llvm::CallBase &C);
  // Special registers: ValueRegisters.cpp
  Expr specialRegister(const PtxRegister &R, llvm::CallBase &Call);
  Expr clusterRegister(const PtxRegister &R);
  Expr unknownRegister(const PtxRegister &R, llvm::CallBase &Call);
  Expr linearThread();
  Expr reversedBits(Expr E);
  Expr minMax(llvm::CallBase &C, Op Less, bool Min);
  Expr namedCall(llvm::StringRef Name, llvm::CallBase &C);
  Expr firstBit(Expr Place, const llvm::CallBase &C, Expr Of);
  Expr bounded(Expr E, int64_t Lo, int64_t Hi);
  // Lanes: ValueLanes.cpp
  unsigned placeIn(Expr E);
  Expr sameInWarp(Expr E, bool AnyLane);
  Expr shuffled(llvm::Instruction &I);
  Expr ownVote(const llvm::Value &Masked, Expr Bit);
  // Memory: ValueMemory.cpp
  Expr load(llvm::Instruction &I, const llvm::Value *Ptr, llvm::Type *Ty, int64_t Extra = 0);
  bool isCounter(unsigned Object);
  Expr loadFrom(llvm::Instruction &I, unsigned Object, Expr Offset, unsigned Width, llvm::Type *Ty);
  const llvm::GlobalVariable *constantBehind(const llvm::Instruction &Load, unsigned Object);
  const llvm::Instruction *onlyWrite(unsigned Object) const;
  Expr filledElement(const llvm::Instruction &Load, unsigned Object, Expr Offset, llvm::Type *Ty);
  Expr constantData(const llvm::GlobalVariable &Table, Expr Offset, llvm::Type *Ty);
  void recordStore(llvm::Instruction &I, const llvm::Value *Ptr, llvm::Value *Val);
  void forget(const llvm::Instruction &I);
  // Pointers: ValuePointers.cpp
  PointerTerm computePointer(const llvm::Value *V);
  PointerTerm pointerConstant(const llvm::Constant &C);
  PointerTerm gep(const llvm::GEPOperator &G);
  PointerTerm mappedPointer(const llvm::CallBase &C, const llvm::Value &Own);
  PointerTerm loadedPointer(const llvm::Instruction &I);
  PointerTerm anyPointer(const llvm::Value *V);
  SourceIndex::FieldPlace field(unsigned Object, int64_t Offset);
  Expr underCondition(Expr E, Expr C, bool Holds, unsigned Depth = 0);
  Expr address(unsigned Object);
  Expr pointerBits(const llvm::Value *V);
  void split(Expr Object, Expr Offset, Expr Guard, const llvm::Value *V, unsigned Depth,
             llvm::SmallVectorImpl<PointsTo> &Out);
  // Phis and paths: ValuePaths.cpp
  void visitPhi(llvm::PHINode &P);
  bool incomingConditions(llvm::BasicBlock &B, llvm::SmallVectorImpl<Expr> &Conds);
  const llvm::Loop *loopLeftFor(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const;
  Expr choose(llvm::ArrayRef<Expr> Conds, llvm::ArrayRef<Expr> Vals);
  Expr closeOver(Expr E, const llvm::Loop *From, const llvm::Loop *To);
  // Unknown values: ValueUnknown.cpp
  void addOtherBits(unsigned Among, llvm::SmallVectorImpl<Expr> &To);
  Uniformity agreement(const llvm::Value *V, llvm::SmallVectorImpl<Expr> &Args);
  void boundTicket(Symbol &S, const llvm::Value &V);
  Expr opaque(const llvm::Value *V, unsigned Width, llvm::StringRef Reason = "");
  Expr assembled(llvm::Instruction &I);
  Uniformity agreementOnMemory(Expr E, bool Solved) const;
  void findDeciding();
  Expr pure(llvm::Instruction &I, unsigned Key, llvm::ArrayRef<Expr> Args, unsigned Width);
  std::string displayName(const llvm::Value *V);
  static constexpr unsigned MaxWeight = 1500; ///< a larger term becomes an unknown value

  /// Returns true if the term, written out as a tree, has more than `Most` nodes.
  bool tooLarge(Expr E, unsigned Most = MaxWeight);

  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  const FlowGraph &Flow;
  MemoryObjects &Objects;
  Stability &Loads;
  const KernelUniformity &U;
  SourceIndex &Source;
  ExprContext &Ctx;
  std::vector<LoopState> Loops;
  llvm::DenseMap<const llvm::Loop *, LoopId> LoopIds;
  llvm::DenseMap<const llvm::Value *, Expr> Map;
  llvm::DenseMap<const llvm::Value *, PointerTerm> Pointers;
  std::map<std::pair<unsigned, int64_t>, SymbolId> Params;
  std::map<std::pair<unsigned, unsigned>, SymbolId> ReadOnlySymbols; ///< object, width
  std::map<std::pair<unsigned, unsigned>, SymbolId> FinalSymbols;    ///< same, for shared memory
  std::map<std::pair<unsigned, unsigned>, SymbolId> InitialSymbols;  ///< same, for global memory
  llvm::DenseMap<unsigned, Expr> Addresses;
  std::map<std::vector<uint64_t>, Expr> PureValues;
  llvm::DenseSet<SymbolId> Placeholders;                     ///< of loops, solved or not
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Deciding; ///< used by conditions and addresses
  std::map<std::pair<const PtxRegister *, unsigned>, Expr> SteadyRegisters; ///< by width
  llvm::SmallPtrSet<const llvm::Value *, 32> IndexArithmetic;
  llvm::SmallVector<Extent, 4> Extents;
  llvm::SmallVector<InFloat, 2> InFloats;
  MagicDivisions Divisions;
  llvm::SmallVector<cudafix::MagicNumbers, 2> Magic;
  llvm::DenseMap<Expr, unsigned> Weights;
  InnermostLoop Innermost;
  KnownMemory Memory; ///< at the current place
};

} // namespace cudafix::frontend
