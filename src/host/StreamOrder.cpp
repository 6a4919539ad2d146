// SPDX-License-Identifier: Apache-2.0
#include "host/StreamOrder.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

namespace {

constexpr size_t MaxOps = 64;

class Order {
public:
  Order(HostMemory &Memory, StreamOps &Ops, ArrayRef<StreamOp> All)
      : Ops(Ops), All(All), Memory(Memory) {}
  /// Returns true if B comes after A on some path without a back edge, and neither an operation on
  /// such a path nor the streams themselves may order the two.
  bool areConcurrent(const StreamOp &A, const StreamOp &B);
  /// Returns true if B comes after A in the same stream (unless the streams surely differ) on some
  /// path without a back edge, and no operation may lie between them on such a path.
  bool areNeighbours(const StreamOp &A, const StreamOp &B);

private:
  using Blocks = SmallPtrSet<BasicBlock *, 16>;
  bool isBack(BasicBlock *From, BasicBlock *To) const {
    return Memory.dominators().dominates(To, From);
  }
  Blocks reachable(BasicBlock *From, bool Forward) const;
  bool between(const StreamOp &A, const StreamOp &B, SmallVectorImpl<Instruction *> &Out) const;
  bool mayOrder(Instruction &I, const StreamOp &A, const StreamOp &B, bool EventsWait);
  bool mayOrder(const StreamOp &Op, const StreamOp &A, const StreamOp &B, bool EventsWait) const;

  StreamOps &Ops;
  ArrayRef<StreamOp> All;
  HostMemory &Memory;
};

StringRef nameOf(const Instruction &I) {
  const auto *C = dyn_cast<CallBase>(&I);
  return C && C->getCalledFunction() ? C->getCalledFunction()->getName() : "";
}

Order::Blocks Order::reachable(BasicBlock *From, bool Forward) const {
  Blocks Seen;
  SmallVector<BasicBlock *, 16> Work{From};
  while (!Work.empty()) {
    BasicBlock *B = Work.pop_back_val();
    auto Visit = [&](BasicBlock *Next) {
      if (!(Forward ? isBack(B, Next) : isBack(Next, B)) && Seen.insert(Next).second)
        Work.push_back(Next);
    };
    if (Forward)
      for (BasicBlock *S : successors(B))
        Visit(S);
    else
      for (BasicBlock *P : predecessors(B))
        Visit(P);
  }
  return Seen;
}

/// Collects the instructions on paths from A to B; false: there is no path.
bool Order::between(const StreamOp &A, const StreamOp &B,
                    SmallVectorImpl<Instruction *> &Out) const {
  BasicBlock *First = A.Call->getParent(), *Last = B.Call->getParent();
  auto Add = [&](BasicBlock::iterator I, BasicBlock::iterator End) {
    for (; I != End; ++I)
      Out.push_back(&*I);
  };
  if (First == Last) {
    if (!A.Call->comesBefore(B.Call))
      return false;
    Add(std::next(A.Call->getIterator()), B.Call->getIterator());
    return true;
  }
  Blocks Behind = reachable(First, true), InFront = reachable(Last, false);
  if (!Behind.contains(Last))
    return false;
  Add(std::next(A.Call->getIterator()), First->end());
  Add(Last->begin(), B.Call->getIterator());
  for (BasicBlock &Block : *First->getParent())
    if (&Block != First && &Block != Last && Behind.contains(&Block) && InFront.contains(&Block))
      Add(Block.begin(), Block.end());
  return true;
}

bool isLegacy(const Stream &S) {
  return S.What == Stream::Kind::Legacy || S.What == Stream::Kind::Unknown;
}

/// Returns true if `Op` may order A and B: an operation in the default stream waits for blocking
/// streams, and they wait for it; an operation that host code waits for orders everything that it
/// waits for.
bool Order::mayOrder(const StreamOp &Op, const StreamOp &A, const StreamOp &B,
                     bool EventsWait) const {
  bool BehindA = EventsWait || !surelyDiffer(Op.In, A.In) || (isLegacy(Op.In) && A.In.MayBlock);
  if (BehindA && (Op.Waits || Op.MayWait))
    return true;
  return isLegacy(Op.In) && A.In.MayBlock && B.In.MayBlock;
}

bool Order::mayOrder(Instruction &I, const StreamOp &A, const StreamOp &B, bool EventsWait) {
  if (I.isVolatile() || I.isAtomic())
    return true;
  auto *C = dyn_cast<CallBase>(&I);
  if (!C || isa<IntrinsicInst>(C))
    return false;
  if (!C->getCalledFunction())
    return true;
  if (const auto *Op = find_if(All, [&](const StreamOp &Op) { return Op.Call == C; });
      Op != All.end())
    return mayOrder(*Op, A, B, EventsWait);
  StringRef Name = nameOf(I);
  if (Name == "cudaStreamWaitEvent")
    return !surelyDiffer(Ops.streams().of(C->getArgOperand(0)), B.In);
  if (Name == "cudaStreamSynchronize")
    return EventsWait || !surelyDiffer(Ops.streams().of(C->getArgOperand(0)), A.In);
  static constexpr StringLiteral Harmless[] = {
      "__cudafix_push",      "__cudaPopCallConfiguration", "cudaEventRecord",
      "cudaEventCreate",     "cudaEventCreateWithFlags",   "cudaStreamCreate",
      "cudaGetLastError",    "cudaStreamCreateWithFlags",  "cudaStreamCreateWithPriority",
      "cudaGetErrorString",  "cudaPeekAtLastError",        "cudaGetErrorName",
      "cudaFuncSetAttribute"};
  if (is_contained(Harmless, Name))
    return false;
  // A library function that is not passed any code of the program does not wait for the device.
  bool OfCuda = Name.starts_with("cu") || Name.starts_with("__cu") || Name.starts_with("omp_") ||
                Name.starts_with("__kmpc");
  return OfCuda || Name.contains("function") || Name.contains("thread") ||
         !isLibrary(*C->getCalledFunction());
}

bool Order::areConcurrent(const StreamOp &A, const StreamOp &B) {
  using Kind = Stream::Kind;
  if (A.MayBeDone || !surelyDiffer(A.In, B.In))
    return false;
  if ((A.In.What == Kind::Legacy && B.In.MayBlock) || (B.In.What == Kind::Legacy && A.In.MayBlock))
    return false;
  SmallVector<Instruction *, 64> Ways;
  if (!between(A, B, Ways))
    return false;
  bool EventsWait =
      any_of(Ways, [](Instruction *I) { return nameOf(*I) == "cudaStreamWaitEvent"; });
  return none_of(Ways, [&](Instruction *I) { return mayOrder(*I, A, B, EventsWait); });
}

bool Order::areNeighbours(const StreamOp &A, const StreamOp &B) {
  SmallVector<Instruction *, 64> Ways;
  if (surelyDiffer(A.In, B.In) || !between(A, B, Ways))
    return false;
  return none_of(Ways, [&](Instruction *I) {
    const auto *Op = find_if(All, [&](const StreamOp &Op) { return Op.Call == I; });
    if (Op != All.end())
      return !surelyDiffer(Op->In, B.In) || Op->Waits;
    return mayOrder(*I, A, B, false);
  });
}

/// The distance from the first pointer to the second, if both point into one allocation.
std::optional<int64_t> distance(ExprContext &Ctx, const Touch &First, const Touch &Second) {
  if (First.Pointer.Object != Second.Pointer.Object)
    return std::nullopt;
  Expr D = Ctx.sub(Second.Pointer.Offset, First.Pointer.Offset);
  return D->isConst() ? std::optional(D->signedValue()) : std::nullopt;
}

StreamSide side(const StreamOp &Op, const Touch &T) {
  StreamSide S;
  S.Loc = Op.Loc;
  S.Call = Op.Name;
  S.Model = Op.Launched;
  S.Array = T.Array;
  S.Constants = Op.Constants;
  S.Writes = T.Writes;
  S.Bytes = T.Bytes;
  return S;
}

} // namespace

std::vector<PairAtKernel> cudafix::host::unorderedPairs(Function &F, HostMemory &Memory,
                                                        ArrayRef<HostLaunch> Launches,
                                                        StreamOps::Models Of, bool PerThread) {
  StreamOps Ops(F, Memory, PerThread);
  std::vector<StreamOp> All = Ops.collect(Launches, Of);
  std::vector<PairAtKernel> Pairs;
  if (All.size() > MaxOps)
    return Pairs;
  Order Between(Memory, Ops, All);
  for (const StreamOp &A : All)
    for (const StreamOp &B : All) {
      if (&A == &B || (!A.Launched && !B.Launched) || !Between.areConcurrent(A, B))
        continue;
      for (const Touch &X : A.Touches)
        for (const Touch &Y : B.Touches) {
          std::optional<int64_t> Far = distance(Ops.context(), X, Y);
          if (!Far)
            continue;
          if (B.Launched)
            Pairs.push_back({B.Launched, {side(B, Y), side(A, X), -*Far, true}});
          else
            Pairs.push_back({A.Launched, {side(A, X), side(B, Y), *Far, false}});
        }
    }
  return Pairs;
}

std::vector<EarlierAtKernel> cudafix::host::earlierUses(Function &F, HostMemory &Memory,
                                                        ArrayRef<HostLaunch> Launches,
                                                        StreamOps::Models Of, bool PerThread) {
  StreamOps Ops(F, Memory, PerThread);
  const std::vector<StreamOp> All = Ops.collect(Launches, Of);
  std::vector<EarlierAtKernel> Uses;
  if (All.size() > MaxOps)
    return Uses;
  Order Between(Memory, Ops, All);
  for (const StreamOp &B : All)
    for (const StreamOp &A : All) {
      if (!B.Overlaps || !A.Launched || !Between.areNeighbours(A, B))
        continue;
      for (const Touch &X : A.Touches)
        for (const Touch &Y : B.Touches)
          if (distance(Ops.context(), X, Y) == 0)
            Uses.push_back(
                {B.Launched,
                 B.Loc,
                 {Y.Array, A.Launched->Name, A.Loc, A.Launched->array(X.Array).Written}});
    }
  return Uses;
}
