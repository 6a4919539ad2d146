// SPDX-License-Identifier: Apache-2.0
//
// Operations that order threads or make them meet, as events of the model: barriers, fences,
// exchanges between lanes, steps of asynchronous copies.

#include "frontend/KernelBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// Returns true if the mask may leave out lanes that arrive together: it is computed from memory,
/// from the result of __match_any_sync, or from the lanes that happened to be active
/// (__activemask()).
bool KernelBuilder::partsLanes(Value *Mask) {
  SmallVector<Value *, 8> Work{Mask};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (Expr Read = isa<LoadInst>(I) ? V.of(I) : Expr();
        Read && Read->op() == Op::Apply &&
        K.Ctx->symbol(Read->symbol()).Kind == SymbolKind::Parameter)
      continue; // a member of a by-value parameter
    const auto *C = dyn_cast<CallBase>(I);
    StringRef Name = C && C->getCalledFunction() ? C->getCalledFunction()->getName() : "";
    if (isa<LoadInst>(I) || Name.starts_with("llvm.nvvm.match.any") ||
        Name.starts_with("llvm.nvvm.activemask"))
      return true;
    if (!C)
      append_range(Work, I->operand_values());
  }
  return false;
}

/// Returns true if the number is below 32, or does not depend on the thread.
static bool isOfWarp(const ExprContext &C, Expr E) {
  if (E->op() == Op::And && llvm::any_of(E->args(), [&](Expr Arg) { return isOfWarp(C, Arg); }))
    return true;
  if (E->isConst() || ((E->op() == Op::URem || E->op() == Op::SRem) && E->arg(1)->isConst()))
    return (E->isConst() ? E : E->arg(1))->value() <= (E->isConst() ? 31U : 32U);
  return ExprContext::all(E, [&](Expr N) {
    return N->op() != Op::Apply || C.symbol(N->symbol()).Kind != SymbolKind::ThreadIdx;
  });
}

/// The mask of lanes with shifts as the device computes them: shifts by 32 and more leave no bit
/// (PTX ISA, "shl"). In C++ they are undefined, which would rule out such masks.
static Expr maskOf(ExprContext &C, Expr Mask) {
  DenseMap<Expr, Expr> Put;
  if (Mask)
    ExprContext::visit(Mask, [&](Expr N) {
      const bool Shifts = N->op() == Op::Shl || N->op() == Op::LShr;
      if (!Shifts || N->width() != 32 || isOfWarp(C, N->arg(1)))
        return;
      Expr By = N->arg(1), Within = C.binary(Op::And, By, C.constant(31, 32));
      Put[N] = C.ite(C.ult(By, C.constant(32, 32)), C.binary(N->op(), N->arg(0), Within),
                     C.constant(0, 32));
    });
  return Put.empty() ? Mask : C.rebuilt(Mask, Put);
}

void KernelBuilder::addBarrier(CallBase &C, const CallModel &M, Node &N) {
  Barrier B;
  B.Kind = M.Barrier;
  B.AcrossBlocks = M.AcrossBlocks;
  B.Runs = M.Runs;
  B.OfLibrary = C.hasMetadata(LibraryMetadata);
  B.ReturnsValue = !C.use_empty();
  if (M.TileOperand) {
    auto *Size = dyn_cast<ConstantInt>(C.getArgOperand(0));
    if (Size && Size->getZExtValue() && Size->getZExtValue() <= 32)
      B.TileSize = Size->getZExtValue();
    else
      B.Kind = BarrierKind::Other;
  } else if (B.Kind == BarrierKind::Warp && !M.WholeWarp && C.arg_size()) {
    Expr Mask = maskOf(*K.Ctx, V.of(C.getArgOperand(0)));
    if (Mask && !(Mask->isConst() && Mask->signedValue() == -1))
      B.Mask = Mask;
    if (partsLanes(C.getArgOperand(0)))
      B.Kind = BarrierKind::Other;
  }
  if (M.Named) {
    B.Named = M.Named;
    B.Named->Number = V.of(C.getArgOperand(0));
    if (B.Named->Counts)
      B.Named->Count = V.of(C.getArgOperand(1));
  }
  if (B.Kind == BarrierKind::Other || B.AcrossBlocks) {
    addGap(C, N,
           !M.Reason.empty() ? M.Reason
           : M.TileOperand   ? "tile of unknown size"
                             : "a barrier of lanes that only a run knows",
           M.MayAccessMemory, true);
    K.Gaps.back().Barrier = K.Barriers.size();
  }
  addEvent(Event::Kind::Barrier, std::move(B), K.Barriers, placeOf(C, PlaceKind::Call), N);
  Unit.BarrierInst.push_back(&C);
}

void KernelBuilder::addFence(Instruction &I, AtomicScope Scope, Node &N) {
  cudafix::Fence F;
  F.Scope = Scope;
  addEvent(Event::Kind::Fence, std::move(F), K.Fences, placeOf(I, PlaceKind::Call), N);
  Unit.FenceInst.push_back(&I);
}

/// The lane that a shuffle reads, from its operands (PTX ISA, "shfl.sync").
static std::optional<Collective::Shuffle> shuffleOf(StringRef Mode, Expr Operand,
                                                    const Value *Segment) {
  Collective::Shuffle S;
  S.Operand = Operand;
  if (Mode.starts_with("up"))
    S.Mode = ShuffleMode::Up;
  else if (Mode.starts_with("down"))
    S.Mode = ShuffleMode::Down;
  else if (Mode.starts_with("bfly"))
    S.Mode = ShuffleMode::Xor;
  const auto *Constant = dyn_cast<ConstantInt>(Segment);
  if (!Constant || !Operand || Operand->width() != 32)
    return std::nullopt;
  S.Width = 32 - (Constant->getZExtValue() >> 8 & 31);
  return isPowerOf2_32(S.Width) ? std::optional(S) : std::nullopt;
}

/// Returns true if a separate condition decides whether the result of the shuffle is used: `if
/// (lane >= d) sum += got`, `sum += lane >= d ? got : 0`.
static bool isUsedByChoice(const CallBase &Shuffle, const LoopInfo &LI) {
  SmallSetVector<const Value *, 8> Made;
  SmallPtrSet<const Value *, 8> Given; // values computed from only the shuffle, or from two of them
  Made.insert(&Shuffle);
  Given.insert(&Shuffle);
  for (size_t I = 0; I < Made.size(); ++I)
    for (const User *U : Made[I]->users()) {
      auto *By = dyn_cast<Instruction>(U);
      auto *Choice = dyn_cast<SelectInst>(U);
      const bool Joins = isa<PHINode>(U) && cast<PHINode>(U)->getNumIncomingValues() > 1 &&
                         !LI.isLoopHeader(By->getParent());
      if (Joins && Given.contains(Made[I]))
        return true;
      if (!By || isa<PHINode>(By))
        continue;
      if (By->getParent() != Shuffle.getParent())
        return true;
      if (Choice && Choice->getCondition() != Made[I]) {
        auto *Test = dyn_cast<CmpInst>(Choice->getCondition());
        if (!Test || none_of(Test->operands(), [&](const Use &V) { return Made.contains(V); }))
          return true;
      }
      const bool Moves = isa<CastInst>(By) || By->getOpcode() == Instruction::Or ||
                         By->getOpcode() == Instruction::Shl;
      if (Moves && Given.contains(Made[I]))
        Given.insert(By);
      if (isa<CastInst, BinaryOperator, UnaryOperator, SelectInst>(By))
        Made.insert(By);
    }
  return false;
}

void KernelBuilder::addCollective(CallBase &C, Node &N) {
  StringRef Name = C.getCalledFunction()->getName();
  Name.consume_front("llvm.nvvm.");
  // The mask is the last operand of a reduction, and the first one of the others.
  Expr Mask = maskOf(*K.Ctx, V.of(C.getArgOperand(Name.starts_with("redux") ? 1 : 0)));
  Collective X;
  if (Mask && !(Mask->isConst() && Mask->signedValue() == -1))
    X.Mask = Mask;
  if (Name.consume_front("shfl.sync.") && !isUsedByChoice(C, LI))
    X.Reads = shuffleOf(Name, V.of(C.getArgOperand(2)), C.getArgOperand(3));
  addEvent(Event::Kind::Collective, std::move(X), K.Collectives, placeOf(C, PlaceKind::Call), N);
}

void KernelBuilder::addAsyncStep(Node &N, bool Wait, unsigned Prior) {
  AsyncStep S;
  S.Id = K.AsyncSteps.size();
  S.Wait = Wait;
  S.Prior = Prior;
  S.Node = N.Id;
  N.Events.push_back({Event::Kind::Async, S.Id});
  K.AsyncSteps.push_back(S);
}

/// Sets the array to which a pointer points and the offset in it, if it points to exactly one.
static void place(ArrayRef<PointsTo> Targets, function_ref<ArrayId(unsigned)> Array, ArrayId &Id,
                  Expr &Offset) {
  if (Targets.size() != 1)
    return;
  Id = Array(Targets.front().Object);
  Offset = Targets.front().Offset;
}

/// The constant value of the operand, or NoId.
static unsigned constantOf(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C ? C->getZExtValue() : NoId;
}

void KernelBuilder::addAsyncOp(CallBase &C, AsyncOp::Kind What, Node &N) {
  using Kind = AsyncOp::Kind;
  AsyncOp X;
  X.What = What;
  const bool Understood = !C.isInlineAsm();
  const StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  auto Point = [&](unsigned Operand, ArrayId &Id, Expr &Offset) {
    if (!isa<ConstantPointerNull>(C.getArgOperand(Operand)))
      place(V.targets(C.getArgOperand(Operand)), [&](unsigned O) { return array(O); }, Id, Offset);
  };
  if (What == Kind::CopyIn || What == Kind::CopyOut) {
    Point(0, X.Target, X.TargetOffset);
    Point(1, X.Source, X.SourceOffset);
    if (Name == "__cudafix_bulk_store")
      X.SourceOffset = K.Ctx->constant(0, 64); // the source is a value, so its place is known
    if (constantOf(C.getArgOperand(2)) != 0)
      X.Bytes = V.of(C.getArgOperand(2));
  }
  if (What == Kind::Multiply)
    Point(0, X.Source, X.SourceOffset);
  if (What == Kind::CopyIn)
    Point(3, X.Object, X.ObjectOffset);
  if (What == Kind::Init || What == Kind::Arrive || What == Kind::Await)
    Point(0, X.Object, X.ObjectOffset);
  X.ToOthers = Name == "__cudafix_bulk_in" && C.arg_size() > 4;
  // Threads that drop do not come to later phases, and arrivals of copies may only replace those
  // that were added.
  if (What == Kind::Init || (What == Kind::Arrive && Name.contains("_arrive")))
    X.Count = V.of(C.getArgOperand(1));
  if (What == Kind::Arrive && C.arg_size() > 2 && constantOf(C.getArgOperand(2)) != 0)
    X.Bytes = V.of(C.getArgOperand(2));
  if (What == Kind::Arrive && !C.getType()->isVoidTy())
    X.Phase = V.of(&C);
  if (What == Kind::Await) {
    X.ByParity = C.arg_size() > 2 ? constantOf(C.getArgOperand(2)) == 1 : Name.ends_with("_parity");
    X.Surely = Name.contains("barrier_wait");
    X.Phase = V.of(C.getArgOperand(1));
  }
  if (Understood &&
      (What == Kind::WaitGroup || What == Kind::WaitRead || What == Kind::WaitMultiply))
    X.Prior = constantOf(C.getArgOperand(0));
  addEvent(Event::Kind::AsyncOp, std::move(X), K.AsyncOps, placeOf(C, PlaceKind::Call), N);
}
