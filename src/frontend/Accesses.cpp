// SPDX-License-Identifier: Apache-2.0
//
// Instructions as events of the model: accesses, and what each call is.

#include "frontend/KernelBuilder.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/values/Tickets.h"
#include "model/Convention.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

constexpr unsigned MaxAsyncGroups = 64; ///< more than any pipeline has stages

Expr KernelBuilder::bytes(Type *T) {
  return K.Ctx->constant(F.getDataLayout().getTypeStoreSize(T).getFixedValue(), 64);
}

AtomicScope KernelBuilder::scope(SyncScope::ID Id) const {
  SmallVector<StringRef, 8> Names;
  F.getContext().getSyncScopeNames(Names);
  StringRef Name = Id < Names.size() ? Names[Id] : "";
  if (Name == "block" || Name == "singlethread")
    return AtomicScope::Block;
  return Name == "device" || Name == "cluster" ? AtomicScope::Device : AtomicScope::System;
}

static AtomicOp operationOf(AtomicRMWInst::BinOp O) {
  switch (O) {
  case AtomicRMWInst::Xchg:
    return AtomicOp::Exch;
  case AtomicRMWInst::Add:
  case AtomicRMWInst::FAdd:
    return AtomicOp::Add;
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::FSub:
    return AtomicOp::Sub;
  case AtomicRMWInst::And:
    return AtomicOp::And;
  case AtomicRMWInst::Or:
    return AtomicOp::Or;
  case AtomicRMWInst::Xor:
    return AtomicOp::Xor;
  case AtomicRMWInst::Max:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::FMax:
    return AtomicOp::Max;
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::FMin:
    return AtomicOp::Min;
  case AtomicRMWInst::UIncWrap:
    return AtomicOp::Inc;
  case AtomicRMWInst::UDecWrap:
    return AtomicOp::Dec;
  default:
    return AtomicOp::Other;
  }
}

/// 1 bit: the subscripts of declared arrays on the way to the pointer lie within their extents.
/// Extents 0 and 1 are ignored (flexible array members). Null: there is no such subscript.
Expr KernelBuilder::inBounds(const Value *Ptr) {
  ExprContext &C = *K.Ctx;
  SmallVector<Expr, 4> All;
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    auto *G = dyn_cast<GEPOperator>(Ptr);
    if (!G) {
      if (!isa<AddrSpaceCastOperator>(Ptr))
        break;
      Ptr = cast<User>(Ptr)->getOperand(0);
      continue;
    }
    Type *Of = G->getSourceElementType();
    for (const Use &U : drop_begin(G->indices())) {
      auto *Declared = dyn_cast<ArrayType>(Of);
      Of = GetElementPtrInst::getTypeAtIndex(Of, U.get());
      Expr Index = Declared && Declared->getNumElements() > 1 ? V.of(U.get()) : Expr();
      if (!Index || Index->width() > 64)
        continue;
      Index = C.sext(Index, 64);
      All.push_back(C.sle(C.constant(0, 64), Index));
      All.push_back(C.slt(Index, C.constant(Declared->getNumElements(), 64)));
    }
    Ptr = G->getPointerOperand();
  }
  return All.empty() ? Expr() : C.land(All);
}

/// 1 bit: an index added to the start of a row of a declared array (`float *row = tile[w]; row[i]`)
/// lies within the row. Null: the pointer is not to a row, or it is to the first row, because a
/// pointer to the whole array looks the same.
Expr KernelBuilder::inRow(const Value *Ptr) {
  ExprContext &C = *K.Ctx;
  auto PicksRow = [](const Value *Start) {
    auto *G = dyn_cast<GEPOperator>(Start->stripPointerCasts());
    return G && !all_of(G->indices(), [](const Use &U) { return isa<ConstantInt>(U); });
  };
  Expr Index;
  Type *Element = nullptr;
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    auto *G = dyn_cast<GEPOperator>(Ptr);
    if (!G)
      return Expr();
    Type *Of = G->getSourceElementType();
    auto *Row = dyn_cast<ArrayType>(Of);
    if (Row && Index && Row->getElementType() == Element && G->hasAllZeroIndices() &&
        Row->getNumElements() > 1 && PicksRow(G->getPointerOperand()))
      return C.land(C.sle(C.constant(0, 64), Index),
                    C.slt(Index, C.constant(Row->getNumElements(), 64)));
    Expr Here = G->getNumIndices() == 1 && (!Element || Of == Element) ? V.of(G->idx_begin()->get())
                                                                       : Expr();
    if (!Here || Here->width() > 64)
      return Expr();
    Here = C.sext(Here, 64);
    Index = Index ? C.add(Index, Here, NSW) : Here;
    Element = Of;
    Ptr = G->getPointerOperand();
  }
  return Expr();
}

/// The source expression or assembly statement from which an instruction was made.
SourcePlace KernelBuilder::placeOf(const Instruction &I, PlaceKind Where) {
  SourcePlace P = Source.place(I.getDebugLoc().get(), Where);
  const MDNode *Opcode = I.getMetadata(OpcodeMetadata);
  if (!P.Debug || !(Opcode || (isa<CallBase>(I) && !P.AST)))
    return P;
  auto IsAsm = [](const clang::Stmt *S) { return isa<clang::AsmStmt>(S); };
  if (const clang::Stmt *S = Source.statement(P.Debug, IsAsm)) {
    P.Loc = Source.range(S->getSourceRange());
    P.Text = Opcode ? cast<MDString>(Opcode->getOperand(0))->getString().str()
                    : Source.text(S->getSourceRange());
  }
  return P;
}

/// Access::Cell of the instruction's access through the pointer, from the alignment that Clang
/// knows or that inline assembly requires.
static unsigned cellOf(const Instruction &I, const Value *Ptr) {
  if (isa<LoadInst, StoreInst>(I))
    return getLoadStoreAlignment(&I).value();
  if (auto *C = dyn_cast<MemIntrinsic>(&I)) {
    MaybeAlign Known =
        Ptr == C->getRawDest() ? C->getDestAlign() : cast<MemTransferInst>(C)->getSourceAlign();
    return Known ? Known->value() : 1;
  }
  return 0;
}

/// Sets Access::Align, and Access::Cell if the access is to the whole type. A pointer that is cast
/// to a type of wider alignment is assumed to have that alignment, whatever Clang emits.
static void align(Access &A, const clang::Expr *As, const clang::ASTContext &Ctx) {
  clang::QualType T = As ? As->getType().getNonReferenceType() : clang::QualType();
  if (!A.Cell || T.isNull() || T->isDependentType() || T->isIncompleteType() || T->isFunctionType())
    return;
  unsigned OfType = Ctx.getTypeAlignInChars(T).getQuantity();
  A.Align = std::max(A.Cell, OfType);
  if (A.Size->isConst() && A.Size->value() == uint64_t(Ctx.getTypeSizeInChars(T).getQuantity()))
    A.Cell = A.Align;
}

/// A sum without one of its summands.
static Expr without(ExprContext &C, Expr Sum, Expr Summand) {
  if (Sum == Summand)
    return C.constant(0, Sum->width());
  if (Sum->op() != Op::Add)
    return Sum;
  Expr A = without(C, Sum->arg(0), Summand);
  return A != Sum->arg(0) ? C.add(A, Sum->arg(1), Sum->flags())
                          : C.add(A, without(C, Sum->arg(1), Summand), Sum->flags());
}

/// Access::Entry of a pointer to the arrays of a batch; makes its offset relative to the start of
/// its array. Known only if the offset is the pointer from the table plus a summand.
Expr KernelBuilder::entryOf(const Value *Ptr, PointsTo &To) {
  SmallVector<const Value *, 4> Bases;
  getUnderlyingObjects(Ptr, Bases, nullptr, 0);
  for (const Value *B : Bases) {
    auto *L = dyn_cast<LoadInst>(B);
    if (!L || U.of(L->getPointerOperand()) > Uniformity::Warp)
      return Expr();
  }
  SmallVector<Expr, 2> Pointers;
  SmallVector<Expr, 8> Sum{To.Offset};
  while (!Sum.empty()) {
    Expr E = Sum.pop_back_val();
    if (E->op() == Op::Add)
      append_range(Sum, E->args());
    if (E->op() != Op::Apply || E->width() != 64)
      continue;
    const Symbol &S = K.Ctx->symbol(E->symbol());
    if (S.Kind == SymbolKind::Load && S.Index == Objects.object(To.Object).From)
      Pointers.push_back(E);
  }
  if (Pointers.size() != 1)
    return Expr();
  To.Offset = without(*K.Ctx, To.Offset, Pointers[0]);
  return Pointers[0]->arg(0);
}

void KernelBuilder::addAccess(Instruction &I, const Value *Ptr, AccessKind Kind, Expr Size,
                              PlaceKind Where, Expr Value, Node &N) {
  SourcePlace P = placeOf(I, Where);
  for (PointsTo &T : V.targets(Ptr)) {
    if (Objects.isPrivate(T.Object))
      continue;
    Access A;
    if (Objects.isBatch(T.Object))
      A.Entry = entryOf(Ptr, T);
    A.Array = array(T.Object);
    A.Offset = T.Offset;
    A.Guard = T.Guard;
    A.InBounds = In.Opts.Conventions.contains(Convention::WithinExtents) ? inBounds(Ptr) : Expr();
    A.InRow = inRow(Ptr);
    A.Size = Size;
    A.Cell = cellOf(I, Ptr);
    align(A, P.AST, Decl->getASTContext());
    A.Kind = Kind;
    A.Volatile = I.isVolatile();
    A.Value = Value;
    if ((Kind == AccessKind::Atomic || Kind == AccessKind::Read) && !I.use_empty())
      A.Result = V.of(&I);
    record(std::move(A), I, P, N);
  }
}

void KernelBuilder::record(Access A, Instruction &I, const SourcePlace &P, Node &N) {
  addEvent(Event::Kind::Access, std::move(A), K.Accesses, P, N);
  Unit.AccessInst.push_back(&I);
}

void KernelBuilder::addGap(const Instruction &I, const Node &N, StringRef Reason, bool Memory,
                           bool Sync) {
  ModelGap G;
  G.Loc = Source.place(I.getDebugLoc().get(), PlaceKind::Any).Loc;
  G.Reason = Reason.str();
  G.Node = N.Id;
  G.MayAccessMemory = Memory;
  G.MaySynchronize = Sync;
  K.Gaps.push_back(std::move(G));
}

void KernelBuilder::addCall(CallBase &C, Node &N) {
  CallModel M = classify(C);
  if (M.Async)
    addAsyncOp(C, *M.Async, N);
  if (M.Async == AsyncOp::Kind::Multiply) {
    // Within a tile, this many bytes are contiguous in every layout.
    constexpr uint64_t Row = 16;
    const size_t First = K.Accesses.size();
    addAccess(C, C.getArgOperand(0), AccessKind::Read, K.Ctx->constant(Row, 64), PlaceKind::Call,
              Expr(), N);
    for (Access &A : drop_begin(K.Accesses, First))
      A.OfWarp = true;
  }
  switch (M.Kind) {
  case CallKind::Barrier:
    return addBarrier(C, M, N);
  case CallKind::Collective:
    return addCollective(C, N);
  case CallKind::Fence:
    return addFence(C, M.Scope, N);
  case CallKind::Assume:
    if (Expr E = V.of(C.getArgOperand(0)); E && !E->isConst())
      K.Assumptions.push_back({E, N.Id, Source.place(C.getDebugLoc().get(), PlaceKind::Any).Loc});
    return;
  case CallKind::Copy:
  case CallKind::AsyncCopy: {
    Expr Size = V.of(C.getArgOperand(2));
    if (!Size)
      return addGap(C, N, "copy of unknown size", true, false);
    Size = Size->width() < 64 ? K.Ctx->zext(Size, 64) : Size;
    if (const Value *From = pointerOperand(C, true))
      addAccess(C, From, AccessKind::Read, Size, PlaceKind::Read, Expr(), N);
    bool Async = M.Kind == CallKind::AsyncCopy;
    addAccess(C, C.getArgOperand(0), Async ? AccessKind::AsyncCopy : AccessKind::Write, Size,
              PlaceKind::Write, V.identity(&C), N);
    return;
  }
  case CallKind::AsyncCommit:
    return addAsyncStep(N, false, NoId);
  case CallKind::AsyncWait: {
    Expr Prior = M.CountOperand ? V.of(C.getArgOperand(0)) : Expr();
    if (M.All) // copies in no group become one
      addAsyncStep(N, false, NoId);
    bool Known = Prior && Prior->isConst() && Prior->value() < MaxAsyncGroups;
    return addAsyncStep(N, true, M.All ? 0 : Known ? Prior->value() : NoId);
  }
  case CallKind::Atomic: {
    size_t First = K.Accesses.size();
    Expr Value = C.arg_size() > 1 ? V.of(C.getArgOperand(C.arg_size() - 1)) : Expr();
    addAccess(C, C.getArgOperand(0), AccessKind::Atomic, bytes(C.getType()), PlaceKind::Call, Value,
              N);
    for (Access &A : drop_begin(K.Accesses, First)) {
      A.Atomic = M.Atomic;
      A.Scope = M.Scope;
    }
    return;
  }
  case CallKind::SurfaceRead:
  case CallKind::SurfaceWrite:
    return addSurfaceAccess(C, M.Kind == CallKind::SurfaceWrite, N);
  case CallKind::VectorLoad:
    return addAccess(C, C.getArgOperand(0), AccessKind::Read, bytes(C.getType()), PlaceKind::Call,
                     Expr(), N);
  case CallKind::Gap:
    addGap(C, N, M.Reason, M.MayAccessMemory, false);
    if (M.Async)
      K.Gaps.back().AsyncOp = K.AsyncOps.back().Id;
    return;
  default:
    return;
  }
}

void KernelBuilder::addAccesses(Instruction &I, Node &N) {
  size_t First = K.Accesses.size();
  AtomicOp Operation = AtomicOp::None;
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
  Expr Expected;
  SyncScope::ID Scope = SyncScope::System;
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    bool Atomic = L->isAtomic();
    addAccess(I, L->getPointerOperand(), Atomic ? AccessKind::Atomic : AccessKind::Read,
              bytes(L->getType()), PlaceKind::Read, Expr(), N);
    if (!Atomic)
      return;
    Operation = AtomicOp::Load;
    Scope = L->getSyncScopeID();
    Order = L->getOrdering();
  } else if (auto *S = dyn_cast<StoreInst>(&I)) {
    bool Atomic = S->isAtomic();
    addAccess(I, S->getPointerOperand(), Atomic ? AccessKind::Atomic : AccessKind::Write,
              bytes(S->getValueOperand()->getType()), PlaceKind::Write,
              V.identity(S->getValueOperand()), N);
    if (!Atomic)
      return;
    Operation = AtomicOp::Store;
    Scope = S->getSyncScopeID();
    Order = S->getOrdering();
  } else if (auto *R = dyn_cast<AtomicRMWInst>(&I)) {
    addAccess(I, R->getPointerOperand(), AccessKind::Atomic, bytes(R->getValOperand()->getType()),
              PlaceKind::Call, V.of(R->getValOperand()), N);
    Operation = operationOf(R->getOperation());
    Scope = R->getSyncScopeID();
    Order = R->getOrdering();
  } else if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    addAccess(I, X->getPointerOperand(), AccessKind::Atomic,
              bytes(X->getNewValOperand()->getType()), PlaceKind::Call, V.of(X->getNewValOperand()),
              N);
    Operation = AtomicOp::Cas;
    Scope = X->getSyncScopeID();
    Order = X->getSuccessOrdering();
    Expected = V.of(X->getCompareOperand());
  } else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
    addFence(I, scope(Fence->getSyncScopeID()), N);
  } else if (auto *C = dyn_cast<CallBase>(&I)) {
    addCall(*C, N);
    return;
  }
  const FloatTicket Ticket = floatTicket(I);
  for (Access &A : drop_begin(K.Accesses, First)) {
    if (Ticket.Number) {
      A.Value = K.Ctx->constant(Ticket.Step, 32);
      A.Result = V.of(Ticket.Number);
      A.InFloat = true;
    }
    A.Atomic = Operation;
    A.Scope = scope(Scope);
    A.Expected = Expected;
    A.Acquire = isAcquireOrStronger(Order);
    A.Release = isReleaseOrStronger(Order);
  }
}
