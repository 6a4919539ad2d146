// SPDX-License-Identifier: Apache-2.0

#include "frontend/KernelBuilder.h"
#include "frontend/PointerTables.h"
#include "frontend/ReadDimensions.h"
#include "frontend/Slots.h"
#include "frontend/parse/LeftOut.h"
#include "model/Clusters.h"
#include "model/Convention.h"
#include "model/OneThread.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

KernelBuilder::KernelBuilder(const ModelInput &In, const clang::FunctionDecl *Decl, Function &F)
    : In(In), Decl(Decl), F(F), K(Unit.Model), DT(F), LI(DT),
      Objects(F, In.Opts.Conventions.contains(Convention::DistinctPointers) && Decl
                     ? pointerTables(*Decl)
                     : SmallDenseSet<unsigned>()),
      Loads(F, Objects), U(F, DT, Loads, Objects), Flow(F, LI, U), Source(In.CI, Decl),
      V(F, DT, LI, Flow, Objects, Loads, U, Source, *(K.Ctx = std::make_shared<ExprContext>())) {
  Unit.Solving = std::make_unique<smt::Workspace>(*K.Ctx);
  Unit.Function = &F;
  Unit.Decl = Decl;
}

KernelUnit KernelBuilder::build() {
  describe();
  V.WideGrid = In.Opts.AssumeWideGrid || !In.Opts.Conventions.contains(Convention::NoWrap);
  V.CountersFromZero = In.Opts.Conventions.contains(Convention::TicketsApart);
  V.MagicNumbers = In.Opts.Conventions.contains(Convention::MagicNumbers);
  V.run();
  K.Magic.assign(V.magicNumbers().begin(), V.magicNumbers().end());
  buildParams();
  buildLoops();
  SlotFinder(In.CI, LI, Flow, Source, Unit).run(SlotsBefore);
  if (Flow.isUndefined())
    K.Gaps.push_back(
        {K.Loc, "undefined behaviour on every path: parts of the code are gone", NoId, true, true});
  buildNodes();
  if (Decl && K.Accesses.empty() && K.Barriers.empty())
    if (std::optional<std::string> Why = leftOut(*Decl, In.CI.getTargetOpts().CPU))
      K.Gaps.push_back({K.Loc, std::move(*Why), NoId, true, true});
  assumeSizes();
  alignParts();
  findPartners();
  findGuesses();
  findExchanges();
  findLaneSums();
  findRunningSums();
  findKept();
  findGuarded();
  findHandouts();
  findConvergence();
  findIrreducible();
  finishArrays();
  noteLocks();
  for (auto [Place, Id] : V.parameters())
    if (Place.second >= 0)
      K.Params[Place.first].Fields.push_back({static_cast<unsigned>(Place.second), Id});
  return std::move(Unit);
}

/// A kernel that reads no index is assumed to be for a single thread; if it takes a lock, for
/// several blocks.
void KernelBuilder::noteLocks() {
  auto Reads = [](const bool (&Dims)[3]) { return is_contained(Dims, true); };
  if (!Reads(K.UsesDim) && !Reads(K.UsesGridDim))
    K.UsesGridDim[0] = waitsForLock(K);
}

/// Addresses have this many bits: 64-bit sizes that address memory are smaller.
static constexpr unsigned AddressBits = 48;

/// "256" or "256,1,1" of __launch_bounds__.
static unsigned maxThreads(const Function &F) {
  uint64_t Product = 1;
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute("nvvm.maxntid").getValueAsString().split(Parts, ',', -1, false);
  for (StringRef P : Parts) {
    uint64_t N = 0;
    if (P.trim().getAsInteger(10, N) || !N)
      return 1024;
    Product *= N;
  }
  return Parts.empty() || Product > 1024 ? 1024 : Product;
}

/// The size of a cluster that the declaration asks for by __cluster_dims__, in the form of the
/// embedded headers or of a toolkit's; zeros: none.
static std::array<unsigned, 3> declaredCluster(const clang::FunctionDecl &D) {
  SmallVector<const clang::Expr *, 3> Sizes;
  for (const auto *A : D.specific_attrs<clang::AnnotateAttr>())
    if (A->getAnnotation() == "cudafix.cluster")
      Sizes.assign(A->args_begin(), A->args_end());
  if (const auto *A = D.getAttr<clang::CUDAClusterDimsAttr>())
    Sizes.assign({A->getX(), A->getY(), A->getZ()});
  std::array<unsigned, 3> Cluster{};
  if (Sizes.empty())
    return Cluster;
  Cluster.fill(1);
  for (auto [D3, E] : enumerate(Sizes)) {
    clang::Expr::EvalResult Is;
    if (!E)
      continue;
    if (D3 > 2 || E->isValueDependent() || !E->EvaluateAsInt(Is, D.getASTContext()))
      return {};
    Cluster[D3] = std::max<uint64_t>(1, Is.Val.getInt().getLimitedValue(1 << 10));
  }
  return Cluster;
}

void KernelBuilder::describe() {
  K.MangledName = F.getName().str();
  if (Decl) {
    raw_string_ostream OS(K.Name);
    Decl->getNameForDiagnostic(OS, In.CI.getASTContext().getPrintingPolicy(), true);
    K.Loc = Source.range(Decl->getNameInfo().getSourceRange());
  } else {
    K.Name = StringRef(demangle(K.MangledName)).split('(').first.str();
  }
  K.MaxThreads = maxThreads(F);
  if (auto Cluster = Decl ? declaredCluster(*Decl) : std::array<unsigned, 3>(); Cluster[0])
    for (unsigned D = 0; D < 3; ++D)
      K.Assumptions.push_back(
          {K.Ctx->eq(clusterDim(*K.Ctx, D), K.Ctx->constant(Cluster[D], 32)), NoId, K.Loc});
  K.ReadsClock = any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && readsClock(*Call);
  });
  ReadDimensions Read = readDimensions(F);
  for (unsigned D = 0; D < 3; ++D) {
    K.UsesDim[D] = Read.Block & 1 << D;
    K.UsesGridDim[D] = Read.Grid & 1 << D;
  }
  for (unsigned D = 0; D < 3; ++D) {
    Symbol &Dim = K.Ctx->symbol(K.Ctx->blockDim(D)->symbol());
    Dim.Hi = std::min<int64_t>(Dim.Hi, K.MaxThreads);
    Symbol &Idx = K.Ctx->symbol(K.Ctx->threadIdx(D)->symbol());
    Idx.Hi = std::min<int64_t>(Idx.Hi, K.MaxThreads - 1);
  }
}

/// Returns true if the parameter, or a product of parameters with it, bounds a comparison of
/// unsigned numbers: a negative parameter would be at least 2^31 there. `Scaled`: also if the
/// number of rows, multiplied by the parameter, is unsigned.
static bool boundsUnsigned(const Value &Size, bool Scaled = false) {
  auto Wraps = [](const Value *V) {
    auto *B = dyn_cast<OverflowingBinaryOperator>(V);
    return B && !B->hasNoSignedWrap();
  };
  auto IsProduct = [](const Value *V) {
    auto *Product = dyn_cast<BinaryOperator>(V);
    return Product && Product->getOpcode() == Instruction::Mul;
  };
  auto IsSize = [&](const Value *V) {
    return isa<Argument, ConstantInt>(V) ||
           (IsProduct(V) && all_of(cast<User>(V)->operands(), [](const Value *Factor) {
              return isa<Argument, ConstantInt>(Factor);
            }));
  };
  return any_of(Size.users(), [&](const User *U) {
    if (auto *Compare = dyn_cast<ICmpInst>(U))
      return Compare->isUnsigned();
    if (Wraps(U) && (IsProduct(U) || (Scaled && isa<AddOperator>(U))) &&
        none_of(U->operands(), [](const Value *V) { return isa<Constant>(V); }))
      return boundsUnsigned(*U, true);
    return !Scaled && (isa<SExtInst>(U) || (IsProduct(U) && all_of(U->operands(), IsSize))) &&
           boundsUnsigned(*U);
  });
}

/// Returns true for a value that marks an invalid index (`slot = invalid; ... slot == invalid`): it
/// is only compared and never computed with, so it may be any number.
static bool isMark(const Value &V) {
  const bool IsAsked = any_of(V.users(), [](const User *U) {
    auto *Compare = dyn_cast<ICmpInst>(U);
    return Compare && Compare->isEquality();
  });
  return all_of(V.users(), [&](const User *U) {
    if (auto *Compare = dyn_cast<ICmpInst>(U))
      return Compare->isEquality();
    return (IsAsked && isa<PHINode, SelectInst>(U)) || (isa<CastInst>(U) && isMark(*U));
  });
}

void KernelBuilder::buildParams() {
  for (Argument &A : F.args()) {
    Kernel::Param P;
    P.Name = A.getName().str();
    const clang::ParmVarDecl *D =
        Decl && A.getArgNo() < Decl->getNumParams() ? Decl->getParamDecl(A.getArgNo()) : nullptr;
    if (D)
      P.Type = D->getType().getAsString(In.CI.getASTContext().getPrintingPolicy());
    if (A.getType()->isPointerTy() && !A.hasByValAttr()) {
      P.Pointer = true;
      P.Array = array(Objects.of(&A).front());
    } else if (Expr E = A.getType()->isPointerTy() ? Expr() : V.of(&A)) {
      P.Symbol = E->symbol();
      Symbol &S = K.Ctx->symbol(P.Symbol);
      if (D && D->getType()->isUnsignedIntegerOrEnumerationType()) {
        S.Signed = false;
        if (V.isIndexArithmetic(&A) && !isMark(A)) {
          S.Lo = 0;
          S.Hi = llvm::maxIntN(std::min(S.Width, AddressBits));
        }
      }
      if (S.Signed && V.isIndexArithmetic(&A) && boundsUnsigned(A) &&
          In.Opts.Conventions.contains(Convention::NoWrap))
        S.Lo = 0;
      if (D && D->getType()->isBooleanType()) {
        S.Lo = 0;
        S.Hi = 1;
      }
    }
    K.Params.push_back(std::move(P));
  }
}

/// Returns true if the value, computed from sizes, may be negative.
static bool mayBeNegative(Expr Size) {
  return ExprContext::any(Size, [&](Expr E) {
    return E->op() == Op::Sub ||
           (E->op() == Op::Add && E->arg(1)->isConst() && E->arg(1)->signedValue() < 0);
  });
}

/// Adds assumptions on sizes: a row length n - 1 is not 2^64 - 1, as it would be for n = 0; a row
/// by which an index is divided is not empty; numbers that are converted to floating point fit into
/// it.
void KernelBuilder::assumeSizes() {
  ExprContext &C = *K.Ctx;
  llvm::DenseSet<std::pair<NodeId, Expr>> Seen;
  for (auto [I, Extent, Least] : V.extents()) {
    NodeId N = NodeOf.lookup(I->getParent());
    SourceLoc Loc = Source.place(I->getDebugLoc().get(), PlaceKind::Any).Loc;
    auto Assume = [&](auto &&Self, Expr Size) -> void {
      if (Size->op() == Op::Mul && Least > 0) // a product of sizes
        for (Expr Factor : Size->args())
          Self(Self, Factor);
      Expr Known = C.sle(C.constant(Least, Size->width()), Size);
      if ((Least > 0 || mayBeNegative(Size)) && !Known->isConst() && Seen.insert({N, Known}).second)
        K.Assumptions.push_back({Known, N, Loc, /*Stated=*/false});
    };
    Assume(Assume, V.of(Extent));
  }
  for (auto [I, Fits] : V.inFloats())
    K.Assumptions.push_back({Fits, NodeOf.lookup(I->getParent()),
                             Source.place(I->getDebugLoc().get(), PlaceKind::Any).Loc,
                             /*Stated=*/false});
}

void KernelBuilder::buildLoops() {
  for (const LoopState &S : V.loops()) {
    cudafix::Loop L;
    L.Id = S.Id;
    L.Parent = V.loopId(S.L->getParentLoop());
    L.Kind = S.Kind;
    L.Counter = S.Counter;
    L.Exit = S.Exit;
    L.TripCount = S.TripCount;
    L.UniformTrip = S.Trip <= Uniformity::Block;
    L.SpinWait = isSpinWait(*S.L);
    if (DebugLoc Start = S.L->getStartLoc()) {
      const clang::Stmt *Stmt = Source.statement(Start.get(), [](const clang::Stmt *S) {
        return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(S);
      });
      L.Loc = Stmt ? Source.range(Stmt->getSourceRange())
                   : Source.place(Start.get(), PlaceKind::Any).Loc;
    }
    K.Loops.push_back(std::move(L));
  }
}

/// Returns true if the value is computed in the loop, but only from values of before it.
bool KernelBuilder::isInvariant(const Value *X, const llvm::Loop &L, unsigned Depth) const {
  if (L.isLoopInvariant(X))
    return true;
  auto *I = dyn_cast<Instruction>(X);
  bool Pure = I && (isa<GetElementPtrInst, CastInst, BinaryOperator>(I) ||
                    (isa<IntrinsicInst>(I) && !I->mayReadOrWriteMemory()));
  return Pure && Depth < 6 &&
         all_of(
             I->operands(),
             [&](const Use &U) {
               return isa<Function>(U.get()) || isInvariant(U.get(), L, Depth + 1);
             });
}

/// Returns true for an atomic, volatile or racing read of one place, which only another thread can
/// change. A volatile word that the loop itself writes is a flag that the threads of the block
/// share.
bool KernelBuilder::waitsOnOthers(const Instruction &I, const llvm::Loop &L) {
  const Value *Ptr = pointerOperand(I);
  if (!Ptr || !isInvariant(Ptr, L))
    return false;
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I); X && isRetried(*X, L))
    return false;
  bool OfBlock = any_of(Objects.of(Ptr), [&](unsigned O) { return Objects.isShared(O); });
  if (I.isAtomic() || (I.isVolatile() && !OfBlock))
    return true;
  if (!isa<LoadInst>(I) || Loads.isReadOnly(I) || (OfBlock && Loads.isStable(I)))
    return false;
  return none_of(Objects.writes(),
                 [&](const MemoryObjects::Write &W) {
                   return L.contains(W.Inst->getParent()) &&
                          is_contained(Objects.of(Ptr), W.Object);
                 }) &&
         !Objects.isPrivate(Objects.of(Ptr).empty() ? 0 : Objects.of(Ptr).front());
}

/// Returns true for what is the same in all turns of the loop, also where it is computed in it, as
/// `blockDim.x * 2` is.
static bool isSameInTurns(const Value *V, const llvm::Loop &L, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  auto *Call = dyn_cast<CallBase>(I);
  return Depth < 4 &&
         (isa<CastInst, BinaryOperator>(I) ||
          (Call && Call->arg_empty() && Call->doesNotAccessMemory())) &&
         all_of(I->operands(), [&](const Use &U) { return isSameInTurns(U, L, Depth + 1); });
}

/// Returns true if the value counts the turns of the loop, or is computed from such a one.
static bool countsTurns(const Value *V, const llvm::Loop &L, unsigned Depth = 0) {
  using namespace PatternMatch;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth > 4)
    return false;
  if (auto *P = dyn_cast<PHINode>(I)) {
    const BasicBlock *Latch = L.getLoopLatch();
    const Value *Step;
    return P->getParent() == L.getHeader() && Latch &&
           match(P->getIncomingValueForBlock(Latch), m_c_BinOp(m_Specific(P), m_Value(Step))) &&
           isSameInTurns(Step, L);
  }
  return isa<CastInst, BinaryOperator>(I) &&
         any_of(I->operands(), [&](const Use &U) { return countsTurns(U, L, Depth + 1); });
}

/// Returns true for a load that is neither volatile nor atomic, and for values computed from such
/// loads.
static bool readsPlain(const Value &V, const llvm::Loop &L, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Load->isSimple();
  return Depth < 4 && isa<CastInst, BinaryOperator>(I) &&
         all_of(I->operands(), [&](const Use &U) { return readsPlain(*U, L, Depth + 1); });
}

bool KernelBuilder::isSpinWait(const llvm::Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  SmallVector<const Value *, 16> Work;
  for (BasicBlock *B : Exiting)
    if (auto *Br = dyn_cast<BranchInst>(B->getTerminator()); Br && Br->isConditional())
      Work.push_back(Br->getCondition());
  SmallPtrSet<const Value *, 32> Seen;
  while (!Work.empty() && Seen.size() < 64) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || !Seen.insert(I).second)
      continue;
    if (waitsOnOthers(*I, L))
      return true;
    // A loop that compares its turns with a plain length waits for nobody: `i < *length`.
    if (auto *Compare = dyn_cast<ICmpInst>(I);
        Compare && any_of(Compare->operands(), [&](const Use &U) { return countsTurns(U, L); })) {
      for (const Use &U : Compare->operands())
        if (!readsPlain(*U, L))
          Work.push_back(U);
      continue;
    }
    // A barrier with a vote passes a value that one thread has read to all threads.
    auto *Call = dyn_cast<CallBase>(I);
    const Function *Called = Call ? Call->getCalledFunction() : nullptr;
    const bool Votes = Called && Called->getName().contains("nvvm.barrier");
    if (!isa<LoadInst>(I) && (!Call || Votes))
      Work.append(I->op_begin(), I->op_end());
    if (auto *P = dyn_cast<PHINode>(I)) // the path to it decides its value, too
      for (BasicBlock *B : P->blocks())
        for (BasicBlock *From : {B, B->getSinglePredecessor()})
          if (auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
              Br && Br->isConditional())
            Work.push_back(Br->getCondition());
  }
  return false;
}

/// Loops that LoopInfo does not find (goto into a loop) have no counter: nothing in them is exact.
void KernelBuilder::findIrreducible() {
  const BlockOrder &Order = Flow.order();
  for (BasicBlock *B : Order.blocks())
    for (BasicBlock *S : successors(B)) {
      const llvm::Loop *L = LI.getLoopFor(S);
      bool Backwards = Order.position(S) <= Order.position(B);
      if (!Backwards || (L && L->getHeader() == S && L->contains(B)) || Flow.isDead(B))
        continue;
      ModelGap G;
      G.Loc = conditionLoc(*B->getTerminator());
      G.Reason = "irreducible control flow (goto into a loop)";
      G.MayAccessMemory = false;
      G.MaySynchronize = true;
      K.Gaps.push_back(std::move(G));
      return;
    }
}

/// Appends parameter types to the names of kernels that share a name, because findings and launches
/// distinguish kernels by name.
static void nameOverloads(const ModelInput &In, std::vector<KernelUnit> &Units) {
  StringMap<unsigned> Count;
  for (const KernelUnit &U : Units)
    ++Count[U.Model.Name];
  for (KernelUnit &U : Units) {
    auto Of = find_if(In.Kernels, [&](auto &Entry) { return Entry.second == U.Function; });
    if (Count[U.Model.Name] == 1 || Of == In.Kernels.end() || !Of->first)
      continue;
    auto Type = [&](const clang::ParmVarDecl *P) {
      return P->getType().getUnqualifiedType().getAsString(
          In.CI.getASTContext().getPrintingPolicy());
    };
    U.Model.Name += '(' + join(map_range(Of->first->parameters(), Type), ", ") + ')';
  }
}

std::vector<KernelUnit> frontend::buildKernels(const ModelInput &In) {
  std::vector<KernelUnit> Units;
  for (auto [Decl, F] : In.Kernels)
    if (F && !F->isDeclaration())
      Units.push_back(KernelBuilder(In, Decl, *F).build());
  nameOverloads(In, Units);
  return Units;
}
