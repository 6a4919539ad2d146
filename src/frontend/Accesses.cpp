// SPDX-License-Identifier: Apache-2.0
//
// Instructions as events of the model: accesses, and what each call is.

#include "frontend/KernelBuilder.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/values/Exchanges.h"
#include "model/Convention.h"
#include "llvm/ADT/SmallPtrSet.h"
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

/// 1 bit: the subscripts of declared arrays on the way to the pointer lie within their
/// extents. Extents 0 and 1 say nothing (flexible members). Null: no such subscript.
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

/// 1 bit: an index that is added to the start of a row of a declared array (`float *row = tile[w];
/// row[i]`) lies within the row. Null: the pointer is none, or starts at the first row, as one to
/// the whole array does.
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

/// The expression, or the assembly statement, that an instruction was made from.
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

/// Access::Cell of what the instruction does through the pointer: the alignment that Clang knows,
/// or that inline assembly asks for.
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

/// Access::Align, and Access::Cell where all of the type is accessed. A pointer that is cast to a
/// type of wider alignment has that, whatever Clang makes of it.
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

/// Access::Entry of a pointer to the arrays of a batch, whose offset becomes one from the start of
/// its array. It is known where the offset is the pointer that stands there and what is added to
/// it.
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
    A.Id = K.Accesses.size();
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
    A.Node = N.Id;
    A.Loc = P.Loc;
    A.CallChain = P.CallChain;
    A.Text = P.Text;
    N.Events.push_back({Event::Kind::Access, A.Id});
    K.Accesses.push_back(std::move(A));
    Unit.AccessInst.push_back(&I);
  }
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
    if (M.All) // those in no group become one
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
  case CallKind::VectorLoad:
    return addAccess(C, C.getArgOperand(0), AccessKind::Read, bytes(C.getType()), PlaceKind::Call,
                     Expr(), N);
  case CallKind::Gap:
    return addGap(C, N, M.Reason, M.MayAccessMemory, false);
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
  for (Access &A : drop_begin(K.Accesses, First)) {
    A.Atomic = Operation;
    A.Scope = scope(Scope);
    A.Expected = Expected;
    A.Acquire = isAcquireOrStronger(Order);
    A.Release = isReleaseOrStronger(Order);
  }
}

/// Returns true if the stored value depends on the load, within one block and a few steps.
static bool dependsOn(const Value *V, const Instruction *Load) {
  SmallVector<std::pair<const Value *, unsigned>, 8> Work{{V, 0}};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto [At, Depth] = Work.pop_back_val();
    if (At == Load)
      return true;
    auto *I = dyn_cast<Instruction>(At);
    if (!I || I->getParent() != Load->getParent() || Depth > 8 || isa<PHINode>(I) ||
        !Seen.insert(I).second)
      continue;
    for (const Use &Op : I->operands())
      Work.push_back({Op, Depth + 1});
  }
  return false;
}

/// Returns true if the stored value is the loaded one plus a number that all threads add.
static bool counts(const StoreInst &Store, const Instruction &Load, const KernelUniformity &U) {
  auto Plain = [](const Value *V) {
    while (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
    return V;
  };
  auto *Sum = dyn_cast<BinaryOperator>(Plain(Store.getValueOperand()));
  if (!Sum || (Sum->getOpcode() != Instruction::Add && Sum->getOpcode() != Instruction::FAdd &&
               Sum->getOpcode() != Instruction::Sub && Sum->getOpcode() != Instruction::FSub))
    return false;
  for (unsigned I : {0, 1})
    if (Plain(Sum->getOperand(I)) == &Load)
      return U.of(Sum->getOperand(1 - I)) == Uniformity::Launch;
  return false;
}

/// Parts of one expression at constant distances: what is known of the address of one says where
/// the others are (`*(float2 *)p = v`, which is stored by halves).
void KernelBuilder::alignParts() {
  for (Access &A : K.Accesses)
    for (AccessId Id = A.Id; Id-- > 0 && K.Accesses[Id].Node == A.Node;) {
      Access &B = K.Accesses[Id];
      if (A.Cell == B.Cell || A.Array != B.Array || A.Loc != B.Loc || A.CallChain != B.CallChain)
        continue;
      Access &Known = A.Cell > B.Cell ? A : B, &Other = A.Cell > B.Cell ? B : A;
      Expr Distance = K.Ctx->sub(Other.Offset, Known.Offset);
      if (Known.Guard || Other.Guard || !Distance->isConst())
        continue;
      Other.Cell = Known.Cell;
      Other.Into = (Known.Into + Distance->value()) % Known.Cell;
    }
}

/// `x += e`, `x++`, `x = x + e`: a store of a value made from a load of the same place by
/// the same statement.
void KernelBuilder::findPartners() {
  for (Access &W : K.Accesses) {
    auto *Store = dyn_cast<StoreInst>(Unit.AccessInst[W.Id]);
    if (!Store || W.Kind != AccessKind::Write)
      continue;
    for (AccessId Id = W.Id; Id-- > 0 && K.Accesses[Id].Node == W.Node;) {
      Access &R = K.Accesses[Id];
      if (R.Kind != AccessKind::Read || R.Array != W.Array || R.Offset != W.Offset ||
          R.Guard != W.Guard || R.Partner != NoId || R.CallChain != W.CallChain ||
          R.Loc.Line > W.Loc.Line + 2 || W.Loc.Line > R.Loc.Line + 2 ||
          !dependsOn(Store->getValueOperand(), Unit.AccessInst[Id]))
        continue;
      R.Partner = W.Id;
      W.Partner = R.Id;
      W.Counts = counts(*Store, *Unit.AccessInst[Id], U);
      break;
    }
  }
}

/// The same bits as another type: a cast, or __float_as_uint() and its like.
static bool isCast(const User *U) {
  auto *Call = dyn_cast<CallInst>(U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return isa<CastInst>(U) ||
         (Callee && Callee->getName().starts_with("__nv_") && Callee->getName().contains("_as_"));
}

/// Puts bits together, as where a pair is read as its halves.
static bool mergesBits(const User *U) {
  auto *B = dyn_cast<BinaryOperator>(U);
  return B && (B->isBitwiseLogicOp() || B->isLogicalShift());
}

/// Returns true if the value, through casts and phis, is what a compare-and-swap expects.
static bool isExpected(const Value *V, function_ref<bool(const Instruction *)> SamePlace,
                       unsigned Depth = 0) {
  return any_of(V->users(), [&](const User *U) {
    if (auto *X = dyn_cast<AtomicCmpXchgInst>(U))
      return X->getCompareOperand() == V && SamePlace(X);
    return Depth < 8 && (isa<PHINode>(U) || isCast(U) || mergesBits(U)) &&
           isExpected(U, SamePlace, Depth + 1);
  });
}

/// What a compare-and-swap found, in this round or the last.
static bool isFound(const Value *V) {
  if (auto *P = dyn_cast<PHINode>(V))
    return any_of(P->incoming_values(),
                  [](const Value *In) { return !isa<PHINode>(In) && isFound(In); });
  auto *E = dyn_cast<ExtractValueInst>(V);
  return E && isa<AtomicCmpXchgInst>(E->getAggregateOperand());
}

/// Only phis use the value, which hold what was found later, and what is computed from it goes
/// only into compare-and-swaps of its place, which fail where it is stale.
static bool isOnlyTried(const Value *V, function_ref<bool(const Instruction *)> SamePlace) {
  SmallVector<std::pair<const Value *, bool>, 8> Work{{V, false}}; // and: is it computed?
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto [At, Computed] = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (Seen.size() > 64)
      return false;
    for (const User *U : At->users()) {
      if (auto *X = dyn_cast<AtomicCmpXchgInst>(U)) {
        if (X->getPointerOperand() == At || !SamePlace(X))
          return false;
      } else if (auto *C = dyn_cast<ICmpInst>(U)) {
        if (!C->isEquality() || !isFound(C->getOperand(C->getOperand(0) == At)))
          return false;
      } else if (isa<PHINode>(U) && !Computed) {
        continue;
      } else if (auto *Call = dyn_cast<CallBase>(U);
                 isCast(U) || isa<BinaryOperator, UnaryOperator, PHINode>(U) ||
                 (Call && classify(*Call).Kind == CallKind::Value)) {
        Work.push_back({U, Computed || !isCast(U)});
      } else {
        return false;
      }
    }
  }
  return true;
}

/// A term less the constant that is added to it, and that constant.
static std::pair<Expr, int64_t> split(Expr Offset) {
  if (Offset->isConst())
    return {Expr(), Offset->signedValue()};
  if (Offset->op() == Op::Add && Offset->arg(1)->isConst())
    return {Offset->arg(0), Offset->arg(1)->signedValue()};
  return {Offset, 0};
}

/// `old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);`
/// A pair may be read as its halves.
void KernelBuilder::findGuesses() {
  for (Access &A : K.Accesses) {
    const Instruction *Load = Unit.AccessInst[A.Id];
    auto SamePlace = [&](const Instruction *Swap) {
      return any_of(K.Accesses, [&](const Access &X) {
        if (Unit.AccessInst[X.Id] != Swap || X.Array != A.Array)
          return false;
        auto [Base, First] = split(A.Offset);
        auto [Cell, Start] = split(X.Offset);
        return Base == Cell && Start <= First && A.Size->isConst() && X.Size->isConst() &&
               First + int64_t(A.Size->value()) <= Start + int64_t(X.Size->value());
      });
    };
    A.Guess = A.Kind == AccessKind::Read && isa<LoadInst>(Load) && !Load->use_empty() &&
              isOnlyTried(Load, SamePlace) && isExpected(Load, SamePlace);
  }
}

/// Reads and writes of one array with a shuffle of the warp in between that both stand on.
void KernelBuilder::findExchanges() {
  Exchanges Find(F, DT, LI);
  for (Access &R : K.Accesses)
    for (const Access &W : K.Accesses) {
      auto *Load = dyn_cast<LoadInst>(Unit.AccessInst[R.Id]);
      auto *Store = dyn_cast<StoreInst>(Unit.AccessInst[W.Id]);
      if (Load && Store && R.Array == W.Array && Find.between(*Load, *Store))
        R.ExchangedBefore.push_back(W.Id);
    }
}
