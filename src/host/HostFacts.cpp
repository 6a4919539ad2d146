// SPDX-License-Identifier: Apache-2.0

#include "host/HostFacts.h"
#include "host/ClusterFacts.h"
#include "host/LaunchAttributes.h"
#include "host/LoopDirection.h"
#include "host/ReachedBy.h"
#include "host/RelevantFacts.h"
#include "smt/Impossible.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;
using ::cudafix::Fact;

SourceLoc cudafix::host::locationOf(const DILocation &D) {
  SourceLoc L;
  L.File = D.getFilename().str();
  L.Line = D.getLine();
  L.Column = D.getColumn();
  return L;
}

static SourceLoc locationOf(const Instruction &I) {
  std::vector<const DILocation *> Places = userPlaces(I);
  return Places.empty() ? SourceLoc() : host::locationOf(*Places.front());
}

namespace {
class Describer {
public:
  Describer(const HostLaunch &From, HostMemory &Memory, const Kernel &K, smt::Workspace &Solving,
            Launch &Into, Ways Taken)
      : From(From), Memory(Memory), K(K), Solving(Solving), Ctx(*K.Ctx), T(Ctx, Memory), Into(Into),
        Taken(std::move(Taken)), Pointers(T, Ctx, this->Taken) {}
  void run();
  /// Returns true if the conditions of the launch and of the ways contradict each other. To be
  /// called after `run`.
  bool isExcluded() const { return Excluded; }
  /// The choices on which the pointers depend and for which no way is given.
  ArrayRef<Value *> open() const { return Pointers.open(); }

private:
  void addDimensions();
  void addArguments();
  void addPointers();
  void addConditions(BasicBlock *Here);
  void addWays();
  void checkWays();
  void addLoops();
  void addLoop(const LoopValue &V);
  void addPitches();
  void addTables();
  void addAllocations();
  void addFactors(Expr Bytes, const SourceLoc &Loc);
  std::optional<Place> argument(unsigned Position) { return argumentPlace(From, Memory, Position); }
  Expr argumentTerm(unsigned Position, unsigned Offset, unsigned Bits);
  void relate(Expr Cond, const SourceLoc &Loc, FactClass Class);

  const HostLaunch &From;
  HostMemory &Memory;
  const Kernel &K;
  smt::Workspace &Solving;
  ExprContext &Ctx;
  HostTerms T;
  Launch &Into;
  Ways Taken;
  Origins Pointers;
  std::vector<Fact> Relations;
  bool Excluded = false;
};
} // namespace

/// Adds facts; each part of a conjunction is a separate fact.
void Describer::relate(Expr Cond, const SourceLoc &Loc, FactClass Class) {
  if (!Cond || Cond->isTrue())
    return;
  if (Cond->op() == Op::And && Cond->width() == 1) {
    for (Expr Part : Cond->args())
      relate(Part, Loc, Class);
    return;
  }
  Relations.push_back({Cond, "", Loc, Class});
}

/// Offsets of the grid, the block and the shared bytes in memory, for calls that take them in a
/// structure.
struct ConfigLayout {
  unsigned Pointer; ///< operand
  unsigned Grid, Block, Shared, SharedBits;
};

static std::optional<ConfigLayout> configOf(const CallBase &C) {
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  if (Name == "cudaLaunchKernelExC")
    return ConfigLayout{0, 0, 12, 24, 64};
  if (Name.starts_with("cudaGraph")) // the parameters are the last operand
    return ConfigLayout{C.arg_size() - 1, 8, 20, 32, 32};
  return std::nullopt;
}

void Describer::addDimensions() {
  CallBase &C = *From.Call;
  Expr Values[7];
  if (From.Push) {
    for (unsigned I = 0; I < 7; ++I)
      Values[I] = T.of(From.Push->getArgOperand(I));
  } else if (auto Layout = configOf(C)) {
    Place At = Memory.place(C.getArgOperand(Layout->Pointer));
    auto Read = [&](unsigned Offset, unsigned Bits) {
      return T.memory({At.Base, At.Offset + Offset}, Bits, C);
    };
    for (unsigned D = 0; D < 3; ++D) {
      Values[D] = Read(Layout->Grid + 4 * D, 32);
      Values[3 + D] = Read(Layout->Block + 4 * D, 32);
    }
    Values[6] = Read(Layout->Shared, Layout->SharedBits);
  } else if (C.arg_size() >= 7) {
    for (unsigned B = 0; B < 2; ++B) {
      Values[3 * B] = T.bytes(C.getArgOperand(1 + 2 * B), 0, 32);
      Values[3 * B + 1] = T.bytes(C.getArgOperand(1 + 2 * B), 4, 32);
      Values[3 * B + 2] = T.bytes(C.getArgOperand(2 + 2 * B), 0, 32);
    }
    Values[6] = T.of(C.getArgOperand(6));
  }
  if (C.getCalledFunction() && C.getCalledFunction()->getName() == "cudaLaunchKernelExC")
    Into.Overlaps = launchAttributes(C, Memory, T).Overlaps;
  for (Expr Cond : clusterFacts(C, K, Memory, T))
    Into.Facts.push_back({Cond, "", Into.Loc, FactClass::Dimension});
  for (unsigned D = 0; D < 3; ++D)
    for (bool Block : {false, true}) {
      Expr E = Values[D + 3 * Block];
      if (!E)
        continue;
      if (E->isConst())
        (Block ? Into.Block : Into.Grid)[D] = E;
      else
        relate(Ctx.eq(Block ? Ctx.blockDim(D) : Ctx.gridDim(D), E), Into.Loc, FactClass::Dimension);
    }
  if (Values[6] && Values[6]->isConst())
    Into.SharedBytes = Ctx.constant(Values[6]->value(), 32);
}

std::optional<Place> cudafix::host::argumentPlace(const HostLaunch &From, HostMemory &Memory,
                                                  unsigned Position) {
  CallBase &C = *From.Call;
  Value *List = nullptr;
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  if (Name == "cudaLaunchKernelExC") {
    List = C.getArgOperand(2);
  } else if (auto Layout = configOf(C)) {
    Place At = Memory.place(C.getArgOperand(Layout->Pointer));
    Content L = Memory.find({At.Base, At.Offset + 40}, 8, C);
    List = L.What == Content::Kind::Value && L.Byte == 0 ? L.Stored : nullptr;
  } else if (C.arg_size() >= 7) {
    List = C.getArgOperand(5);
  }
  if (!List || !List->getType()->isPointerTy())
    return std::nullopt;
  Place At = Memory.place(List);
  Content Slot = Memory.find({At.Base, At.Offset + 8 * static_cast<int64_t>(Position)}, 8, C);
  if (Slot.What != Content::Kind::Value || Slot.Byte || !Slot.Stored->getType()->isPointerTy())
    return std::nullopt;
  return Memory.place(Slot.Stored);
}

/// Returns true if the call is to the stub itself, because the stub's body is in another unit.
static bool callsStub(const HostLaunch &L) {
  return L.Call->getCalledOperand()->stripPointerCasts() == L.Stub;
}

Expr Describer::argumentTerm(unsigned Position, unsigned Offset, unsigned Bits) {
  if (callsStub(From)) {
    // Structures may take several operands; if the counts agree, there are none.
    if (Offset || From.Call->arg_size() != K.Params.size())
      return Expr();
    Value *V = From.Call->getArgOperand(Position);
    return V->getType()->isIntegerTy(Bits) ? T.of(V) : Expr();
  }
  std::optional<Place> At = argument(Position);
  return At ? T.memory({At->Base, At->Offset + Offset}, Bits, *From.Call) : Expr();
}

void Describer::addArguments() {
  auto Add = [&](SymbolId Symbol, unsigned Position, unsigned Offset) {
    unsigned W = Ctx.symbol(Symbol).Width;
    // bool is a byte in memory.
    Expr E = argumentTerm(Position, Offset, (W + 7) / 8 * 8);
    if (!E || E->width() < W)
      return;
    Expr P = Ctx.apply(Symbol);
    Expr Value = E->width() == W ? E : Ctx.trunc(E, W);
    relate(Ctx.eq(P, Value), Into.Loc,
           Value->isConst() ? FactClass::Constant : FactClass::Relation);
  };
  for (unsigned I = 0; I < K.Params.size(); ++I) {
    const Kernel::Param &P = K.Params[I];
    if (P.Symbol != NoId && !P.Pointer)
      Add(P.Symbol, I, 0);
    for (const Kernel::Param::Field &F : P.Fields)
      Add(F.Symbol, I, F.Offset);
  }
}

void Describer::addPointers() {
  Module &M = *From.Call->getModule();
  for (const Array &A : K.Arrays) {
    if (A.Where != Space::Global)
      continue;
    std::optional<PointerOrigin> O;
    if (GlobalVariable *G = A.Variable.empty() ? nullptr : M.getNamedGlobal(A.Variable)) {
      O = A.Indirect ? Pointers.at({G, A.FieldOffset}, *From.Call) : Pointers.of(G);
      if (O && !A.Indirect && A.Bytes)
        O->Bytes = Ctx.constant(A.Bytes, 64);
    } else if (A.Parameter >= K.Params.size()) {
      continue;
    } else if (callsStub(From)) {
      if (A.FieldOffset == 0 && From.Call->arg_size() == K.Params.size())
        O = Pointers.of(From.Call->getArgOperand(A.Parameter));
    } else if (std::optional<Place> At = argument(A.Parameter)) {
      O = Pointers.at({At->Base, At->Offset + A.FieldOffset}, *From.Call);
    }
    if (!O)
      continue;
    SourceLoc Loc = O->Allocation ? ::locationOf(*O->Allocation) : SourceLoc();
    if (!A.Variable.empty() && !A.Indirect)
      Loc = A.Loc;
    Into.Origins.push_back({A.Id, O->Object, O->Offset, O->Bytes, Loc});
    if (O->Bytes && !O->Bytes->isConst())
      relate(Ctx.sle(Ctx.constant(0, 64), O->Bytes), Loc, FactClass::Allocation);
  }
}

/// Adds the conditions of the branches that all paths to the block pass.
void Describer::addConditions(BasicBlock *Here) {
  const DominatorTree &DT = Memory.dominators();
  auto *Node = DT.getNode(Here);
  BasicBlock *Next = Here;
  for (Node = Node ? Node->getIDom() : nullptr; Node;
       Next = Node->getBlock(), Node = Node->getIDom()) {
    Instruction *End = Node->getBlock()->getTerminator();
    auto Leads = [&](BasicBlock *To) {
      return DT.dominates(BasicBlockEdge(End->getParent(), To), Here);
    };
    if (auto *B = dyn_cast<BranchInst>(End); B && B->isConditional()) {
      if (B->getSuccessor(0) == B->getSuccessor(1))
        continue;
      bool OneSide = false;
      for (unsigned S : {0u, 1u})
        if (Leads(B->getSuccessor(S))) {
          OneSide = true;
          if (Expr C = T.of(B->getCondition()))
            relate(S ? Ctx.lnot(C) : C, ::locationOf(*B), FactClass::Condition);
        }
      if (!OneSide)
        relate(conditionToReach(T, Ctx, End->getParent(), Next), ::locationOf(*B),
               FactClass::Condition);
    } else if (auto *S = dyn_cast<SwitchInst>(End)) {
      Expr On = T.of(S->getCondition());
      SmallVector<Expr, 8> Cases, Elsewhere;
      for (auto Case : S->cases()) {
        Expr Is = On ? Ctx.eq(On, Ctx.constant(Case.getCaseValue()->getZExtValue(), On->width()))
                     : Expr();
        // If several cases share an edge, only its block can dominate.
        bool Only = Case.getCaseSuccessor()->getSinglePredecessor() != nullptr ||
                    Case.getCaseSuccessor()->getUniquePredecessor() == End->getParent();
        bool To = Only && DT.dominates(Case.getCaseSuccessor(), Here);
        if (Is)
          (To ? Cases : Elsewhere).push_back(Is);
      }
      if (On && !Cases.empty())
        relate(Ctx.lor(Cases), ::locationOf(*S), FactClass::Condition);
      else if (On && S->getDefaultDest()->getUniquePredecessor() == End->getParent() &&
               DT.dominates(S->getDefaultDest(), Here))
        relate(Ctx.lnot(Ctx.lor(Elsewhere)), ::locationOf(*S), FactClass::Condition);
      else
        relate(conditionToReach(T, Ctx, End->getParent(), Next), ::locationOf(*S),
               FactClass::Condition);
    }
  }
}

/// Adds the conditions under which the ways are taken.
void Describer::addWays() {
  for (auto &[Meeting, Way] : Taken) {
    auto *Block = dyn_cast<BasicBlock>(Meeting);
    if (!Block) {
      Expr C = T.of(Meeting);
      relate(C && cast<ConstantInt>(Way)->isZero() ? Ctx.lnot(C) : C, Into.Loc,
             FactClass::Condition);
      continue;
    }
    auto *Before = cast<BasicBlock>(Way);
    addConditions(Before);
    auto *End = dyn_cast<BranchInst>(Before->getTerminator());
    if (!End || !End->isConditional() || End->getSuccessor(0) == End->getSuccessor(1))
      continue;
    if (Expr C = T.of(End->getCondition()))
      relate(End->getSuccessor(0) == Block ? C : Ctx.lnot(C), ::locationOf(*End),
             FactClass::Condition);
  }
}

/// Adds the value of a counter as start + step * iterations begun.
void Describer::addLoop(const LoopValue &V) {
  using namespace PatternMatch;
  const DominatorTree &DT = Memory.dominators();
  BasicBlock *Header = V.Phi->getParent();
  Value *Start = nullptr, *Next = nullptr;
  for (unsigned I = 0; I < V.Phi->getNumIncomingValues(); ++I) {
    Value *In = V.Phi->getIncomingValue(I);
    Value *&Of = DT.dominates(Header, V.Phi->getIncomingBlock(I)) ? Next : Start;
    if (Of && Of != In)
      return;
    Of = In;
  }
  if (!Start || !Next)
    return;
  SourceLoc Loc = ::locationOf(*Header->getTerminator());
  Expr From = T.of(Start);
  if (!From)
    return;
  const APInt *C;
  unsigned W = V.Term->width();
  Expr Zero = Ctx.constant(0, W);
  if (isa<PHINode, SelectInst>(Next)) { // changed only in some iterations
    std::optional<int> Way = directionOf(*V.Phi, Next);
    if (!Way)
      return;
    Expr Bound = *Way > 0 ? Ctx.sle(From, V.Term) : Ctx.sle(V.Term, From);
    return relate(Ctx.implies(Ctx.sle(Zero, From), Bound), Loc, FactClass::Loop);
  }
  if (match(Next, m_Add(m_Specific(V.Phi), m_APInt(C)))) {
    bool Signed = cast<Instruction>(Next)->hasNoSignedWrap() || C->isNegative();
    auto Wide = [&](Expr E) { return Signed ? Ctx.sext(E, 64) : Ctx.zext(E, 64); };
    // A counter that may wrap is assumed not to, if its start is the same as a signed and as an
    // unsigned number.
    Expr Starts = Signed ? Ctx.boolean(true) : Ctx.sle(Zero, From);
    if (C->isOne() || C->isAllOnes()) {
      Expr A = C->isOne() ? From : V.Term, B = C->isOne() ? V.Term : From;
      return relate(Ctx.implies(Starts, Ctx.sle(Wide(A), Wide(B))), Loc, FactClass::Loop);
    }
    Expr Far = Ctx.mul(T.iteration(Header), Ctx.constant(C->getSExtValue(), 64), NSW);
    Expr Value = Ctx.eq(Wide(V.Term), Ctx.add(Wide(From), Far, NSW));
    relate(Ctx.implies(Starts, Value), Loc, FactClass::Loop);
    return;
  }
  bool Grows = match(Next, m_Shl(m_Specific(V.Phi), m_APInt(C))) ||
               match(Next, m_Mul(m_Specific(V.Phi), m_APInt(C)));
  bool Shrinks = match(Next, m_LShr(m_Specific(V.Phi), m_APInt(C))) ||
                 match(Next, m_AShr(m_Specific(V.Phi), m_APInt(C))) ||
                 match(Next, m_UDiv(m_Specific(V.Phi), m_APInt(C))) ||
                 match(Next, m_SDiv(m_Specific(V.Phi), m_APInt(C)));
  if ((!Grows && !Shrinks) || C->isNegative() || C->isZero())
    return;
  Expr Positive = Ctx.sle(Zero, From);
  Expr Between =
      Grows ? Ctx.sle(From, V.Term) : Ctx.land(Ctx.sle(Zero, V.Term), Ctx.sle(V.Term, From));
  relate(Ctx.implies(Positive, Between), Loc, FactClass::Loop);
  bool Shift = isa<ShlOperator, LShrOperator, AShrOperator>(Next);
  if (!Shift && !C->isPowerOf2())
    return;
  // The number of bits shifted so far; a value that is 0 stays 0 when halved again.
  Expr Step = Ctx.constant(Shift ? C->getZExtValue() : C->logBase2(), 64);
  Expr Bits = Ctx.mul(T.iteration(Header), Step, NSW);
  Expr InRange = Ctx.land(Ctx.sle(Ctx.constant(0, 64), Bits), Ctx.slt(Bits, Ctx.constant(W, 64)));
  Expr Moved = Ctx.binary(Grows ? Op::Shl : Op::LShr, From, W < 64 ? Ctx.trunc(Bits, W) : Bits);
  Expr Exact = Ctx.land(InRange, Ctx.eq(V.Term, Moved));
  Expr Gone = Ctx.land(Ctx.lnot(InRange), Ctx.eq(V.Term, Zero));
  relate(Ctx.implies(Positive, Grows ? Exact : Ctx.lor(Exact, Gone)), Loc, FactClass::Loop);
}

void Describer::addLoops() {
  for (size_t I = 0; I < T.loopValues().size() && I < 64; ++I) {
    LoopValue V = T.loopValues()[I];
    addLoop(V);
  }
}

/// cudaMallocPitch and cudaMalloc3D: the pitch is at least the width, and at most what devices
/// support (cudaDeviceProp::memPitch, 2^31 - 1).
void Describer::addPitches() {
  for (size_t I = 0; I < T.pitches().size(); ++I) {
    auto [Call, Pitch] = T.pitches()[I];
    Expr Width = Call->arg_size() == 4
                     ? T.of(Call->getArgOperand(2))
                     : T.memory(Memory.place(Call->getArgOperand(1)), 64, *Call); // cudaExtent
    SourceLoc Loc = ::locationOf(*Call);
    if (Width)
      relate(Ctx.ule(Width, Pitch), Loc, FactClass::Library);
    relate(Ctx.ule(Pitch, Ctx.constant(INT32_MAX, 64)), Loc, FactClass::Library);
  }
}

/// An element of a table of constants is one of the table's values or, if there are many, lies
/// between the smallest and the largest.
void Describer::addTables() {
  constexpr size_t Most = 8;
  for (size_t I = 0; I < T.loads().size() && I < 64; ++I) {
    auto [Load, Value] = T.loads()[I];
    SmallVector<Expr, 8> Is;
    for (const APInt &V : Memory.tableValues(*Load))
      Is.push_back(Ctx.constant(V.getZExtValue(), Value->width()));
    if (Is.empty())
      continue;
    auto [Least, Largest] = std::minmax_element(
        Is.begin(), Is.end(), [](Expr A, Expr B) { return A->signedValue() < B->signedValue(); });
    Expr Range = Ctx.land(Ctx.sle(*Least, Value), Ctx.sle(Value, *Largest));
    for (Expr &C : Is)
      C = Ctx.eq(Value, C);
    relate(Is.size() <= Most ? Ctx.lor(Is) : Range, ::locationOf(*Load), FactClass::Constant);
  }
}

/// Sizes whose product is the size of an allocation are positive.
void Describer::addFactors(Expr Bytes, const SourceLoc &Loc) {
  if (Bytes->op() == Op::Mul || Bytes->op() == Op::SExt) {
    for (Expr Part : Bytes->args())
      addFactors(Part, Loc);
  } else if (Bytes->op() == Op::Apply || Bytes->op() == Op::Add) {
    relate(Ctx.slt(Ctx.constant(0, Bytes->width()), Bytes), Loc, FactClass::Allocation);
  }
}

/// Adds facts about allocations before the launch, whether or not they are for the kernel.
void Describer::addAllocations() {
  constexpr unsigned Most = 32;
  unsigned Seen = 0;
  for (Instruction &I : instructions(*From.Call->getFunction())) {
    auto *C = dyn_cast<CallBase>(&I);
    if (!C || !Memory.dominators().dominates(C, From.Call))
      continue;
    Expr Bytes = Pointers.bytes(*C);
    if (!Bytes || Bytes->isConst())
      continue;
    addFactors(Bytes, ::locationOf(*C));
    if (++Seen == Most)
      return;
  }
}

/// Conditions on values that the kernel never sees may also contradict each other. A launch may
/// have dozens of ways, and contradictions are found quickly.
void Describer::checkWays() {
  const smt::Budget Small{.ResourceUnits = 20'000};
  std::vector<Expr> Conditions;
  for (const Fact &F : Relations)
    if (F.Class == FactClass::Condition)
      Conditions.push_back(F.Cond);
  if (!Taken.empty())
    Excluded = smt::impossibleInGroups(Solving, Conditions, Small);
  else if (Conditions.size() > 1 && smt::impossibleInGroups(Solving, Conditions, Small))
    relate(Ctx.boolean(false), Into.Loc, FactClass::Condition);
}

void Describer::run() {
  std::vector<const DILocation *> Places = userPlaces(From.Push ? *From.Push : *From.Call);
  if (!Places.empty()) {
    Into.Loc = host::locationOf(*Places.front());
    for (const DILocation *D : ArrayRef(Places).drop_front())
      Into.Callers.push_back(host::locationOf(*D));
  }
  addArguments();
  addDimensions();
  addPointers();
  addConditions(From.Call->getParent());
  if (From.Selected)
    relate(T.isFunction(From.Selected, From.Stub), Into.Loc, FactClass::Condition);
  addWays();
  checkWays();
  if (Excluded)
    return;
  addAllocations();
  addTables();
  addPitches();
  addLoops();
  keepRelevant(std::move(Relations), T, K, Into);
}

std::optional<Launch> cudafix::host::describeLaunch(const HostLaunch &From, HostMemory &Memory,
                                                    const Kernel &K, smt::Workspace &Solving,
                                                    const Ways &Taken,
                                                    SmallVectorImpl<Value *> &Open) {
  Launch L;
  L.Generic = false;
  Describer D(From, Memory, K, Solving, L, Taken);
  D.run();
  append_range(Open, D.open());
  return D.isExcluded() ? std::nullopt : std::optional(std::move(L));
}
