// SPDX-License-Identifier: Apache-2.0
//
// From SSA values of the host to terms. A value that an argument carries into the kernel
// is that parameter's symbol; other unknown values are symbols of their own, and relations
// over them are facts only where they connect what the kernel sees.

#include "host/HostValues.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;
using ::cudafix::Fact;

static constexpr llvm::StringLiteral StubMark = "__device_stub__";
static constexpr llvm::StringLiteral PushName = "__cudafix_push";

/// "_ZN2ns21__device_stub__kernelEi" -> "_ZN2ns6kernelEi"; empty when F is no stub.
static std::string deviceName(StringRef Name) {
  size_t At = Name.find(StubMark);
  if (At == StringRef::npos)
    return "";
  std::string Rest = Name.substr(At + StubMark.size()).str();
  StringRef Front = Name.take_front(At);
  StringRef Digits = Front.take_back(Front.size() - (Front.find_last_not_of("0123456789") + 1));
  unsigned Length;
  if (Digits.empty() || Digits.getAsInteger(10, Length))
    return Front.str() + Rest;
  return Front.drop_back(Digits.size()).str() + std::to_string(Length - StubMark.size()) + Rest;
}

/// Functions a called value may be, through selections of function pointers.
static void targets(Value *V, SmallVectorImpl<Function *> &Out, unsigned Depth = 0) {
  if (auto *F = dyn_cast<Function>(V))
    Out.push_back(F);
  if (Depth > 4)
    return;
  if (auto *S = dyn_cast<SelectInst>(V)) {
    targets(S->getTrueValue(), Out, Depth + 1);
    targets(S->getFalseValue(), Out, Depth + 1);
  }
  if (auto *P = dyn_cast<PHINode>(V))
    for (Value *I : P->incoming_values())
      targets(I, Out, Depth + 1);
}

/// The first stub called after the push returned success, with the kernels it may be.
static CallInst *stubAfter(CallInst *Push, SmallVectorImpl<std::string> &Kernels) {
  SmallVector<BasicBlock *, 8> Work{Push->getParent()};
  SmallPtrSet<BasicBlock *, 8> Seen{Push->getParent()};
  for (unsigned N = 0; N < Work.size() && N < 64; ++N) {
    auto From = Work[N] == Push->getParent() ? std::next(Push->getIterator()) : Work[N]->begin();
    bool Stop = false;
    for (Instruction &I : make_range(From, Work[N]->end())) {
      auto *C = dyn_cast<CallInst>(&I);
      if (!C)
        continue;
      if (C->getCalledFunction() && C->getCalledFunction()->getName() == PushName) {
        Stop = true; // the next launch
        break;
      }
      SmallVector<Function *, 2> Callees;
      targets(C->getCalledOperand(), Callees);
      for (Function *F : Callees)
        if (std::string Name = deviceName(F->getName()); !Name.empty())
          Kernels.push_back(Name);
      if (!Kernels.empty())
        return C;
    }
    if (!Stop)
      for (BasicBlock *S : successors(Work[N]))
        if (Seen.insert(S).second)
          Work.push_back(S);
  }
  return nullptr;
}

static constexpr unsigned MaxInlined = 60, MaxInlinings = 50;

/// Small helpers that compute a number (rounded divisions and the like).
static bool isHelper(const Function *F, unsigned Depth = 0) {
  if (!F || Depth > 4 || F->isDeclaration() || F->isVarArg() || !F->getReturnType()->isIntegerTy() ||
      F->getInstructionCount() > MaxInlined || F->getName().contains(StubMark))
    return false;
  return none_of(instructions(*F), [&](const Instruction &I) {
    auto *C = dyn_cast<CallBase>(&I);
    return isa<InvokeInst, IndirectBrInst>(I) ||
           (C && !isa<IntrinsicInst>(C) && !isHelper(C->getCalledFunction(), Depth + 1));
  });
}

/// Puts the bodies of helpers into a function that launches.
static void inlineHelpers(Function &F) {
  for (unsigned N = 0; N < MaxInlinings; ++N) {
    CallInst *Next = nullptr;
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallInst>(&I); C && isHelper(C->getCalledFunction()))
        Next = C;
    InlineFunctionInfo Info;
    if (!Next || Next->getCalledFunction() == &F || !InlineFunction(*Next, Info).isSuccess())
      return;
  }
}

std::vector<HostLaunch> cudafix::host::findHostLaunches(Module &Host) {
  std::vector<HostLaunch> Out;
  Function *Push = Host.getFunction(PushName);
  if (!Push)
    return Out;
  SetVector<Function *> Launching;
  for (User *U : Push->users())
    if (auto *C = dyn_cast<CallInst>(U))
      Launching.insert(C->getFunction());
  for (Function *F : Launching)
    inlineHelpers(*F);
  for (Function &F : Host)
    for (Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallInst>(&I);
      if (!C || C->getCalledFunction() != Push || C->arg_size() < 7)
        continue;
      SmallVector<std::string, 2> Kernels;
      CallInst *Stub = stubAfter(C, Kernels);
      DILocation *L = C->getDebugLoc();
      while (L && L->getInlinedAt())
        L = L->getInlinedAt();
      for (std::string &K : Kernels)
        Out.push_back({K, L ? L->getFilename().str() : "", L ? L->getLine() : 0, C, Stub});
    }
  return Out;
}

namespace {
class Translator {
public:
  Translator(ExprContext &Ctx) : Ctx(Ctx) {}
  /// Null for values that are no integers of at most 64 bits.
  Expr of(Value *V, unsigned Depth = 0);
  void bind(Value *V, Expr E) { Known[V] = E; }
  bool known(Value *V) const { return Known.contains(V); }
  const DenseSet<SymbolId> &unknowns() const { return Unknowns; }

private:
  Expr operation(Instruction *I, unsigned Depth);
  Expr join(PHINode *P, unsigned Depth);
  Expr leaf(Value *V);
  ExprContext &Ctx;
  DenseMap<Value *, Expr> Known;
  DenseSet<SymbolId> Unknowns;
  DenseMap<Function *, std::unique_ptr<DominatorTree>> Dominators;
};
} // namespace

/// What the programmer calls a value.
static std::string nameOf(Value *V) {
  SmallVector<DbgVariableRecord *, 2> Records;
  findDbgValues(V, Records);
  for (DbgVariableRecord *R : Records)
    if (R->getVariable() && !R->getVariable()->getName().empty())
      return R->getVariable()->getName().str();
  if (auto *L = dyn_cast<LoadInst>(V))
    if (auto *G = dyn_cast<GlobalVariable>(L->getPointerOperand()))
      return G->getName().str();
  if (auto *C = dyn_cast<CallInst>(V))
    if (Function *F = C->getCalledFunction())
      return F->getName().str() + "()";
  return V->hasName() ? V->getName().str() : "host value";
}

Expr Translator::leaf(Value *V) {
  Symbol S;
  S.Kind = SymbolKind::Fresh;
  S.Level = Uniformity::Launch;
  S.Width = V->getType()->getIntegerBitWidth();
  S.Name = nameOf(V);
  SymbolId Id = Ctx.addSymbol(std::move(S));
  Unknowns.insert(Id);
  return Ctx.apply(Id);
}

Expr Translator::of(Value *V, unsigned Depth) {
  auto *T = dyn_cast<IntegerType>(V->getType());
  if (!T || T->getBitWidth() > 64)
    return Expr();
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Expr E;
  if (auto *C = dyn_cast<ConstantInt>(V))
    return Ctx.constant(C->getZExtValue(), T->getBitWidth());
  auto *I = dyn_cast<Instruction>(V);
  if (I && Depth < 24)
    E = operation(I, Depth + 1);
  if (!E && !isa<UndefValue>(V))
    E = leaf(V);
  Known[V] = E;
  return E;
}

static std::optional<Op> binaryOp(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return Op::Add;
  case Instruction::Sub:
    return Op::Sub;
  case Instruction::Mul:
    return Op::Mul;
  case Instruction::UDiv:
    return Op::UDiv;
  case Instruction::SDiv:
    return Op::SDiv;
  case Instruction::URem:
    return Op::URem;
  case Instruction::SRem:
    return Op::SRem;
  case Instruction::Shl:
    return Op::Shl;
  case Instruction::LShr:
    return Op::LShr;
  case Instruction::AShr:
    return Op::AShr;
  case Instruction::And:
    return Op::And;
  case Instruction::Or:
    return Op::Or;
  case Instruction::Xor:
    return Op::Xor;
  default:
    return std::nullopt;
  }
}

static Expr compare(ExprContext &C, CmpInst::Predicate P, Expr A, Expr B) {
  switch (P) {
  case CmpInst::ICMP_EQ:
    return C.eq(A, B);
  case CmpInst::ICMP_NE:
    return C.ne(A, B);
  case CmpInst::ICMP_ULT:
    return C.ult(A, B);
  case CmpInst::ICMP_ULE:
    return C.ule(A, B);
  case CmpInst::ICMP_UGT:
    return C.ult(B, A);
  case CmpInst::ICMP_UGE:
    return C.ule(B, A);
  case CmpInst::ICMP_SLT:
    return C.slt(A, B);
  case CmpInst::ICMP_SLE:
    return C.sle(A, B);
  case CmpInst::ICMP_SGT:
    return C.slt(B, A);
  case CmpInst::ICMP_SGE:
    return C.sle(B, A);
  default:
    return Expr();
  }
}

static Expr minMax(ExprContext &C, const MinMaxIntrinsic &M, Expr A, Expr B) {
  return C.ite(compare(C, M.getPredicate(), A, B), A, B);
}

/// A value that one branch decides, as a choice.
Expr Translator::join(PHINode *P, unsigned Depth) {
  if (P->getNumIncomingValues() != 2)
    return Expr();
  std::unique_ptr<DominatorTree> &DT = Dominators[P->getFunction()];
  if (!DT)
    DT = std::make_unique<DominatorTree>(*P->getFunction());
  auto *Node = DT->getNode(P->getParent());
  if (!Node || !Node->getIDom())
    return Expr();
  auto *B = dyn_cast<BranchInst>(Node->getIDom()->getBlock()->getTerminator());
  if (!B || !B->isConditional() || B->getSuccessor(0) == B->getSuccessor(1))
    return Expr();
  // Which side each edge comes from; a back edge comes from neither.
  auto comesFrom = [&](unsigned Side, unsigned Edge) {
    BasicBlockEdge Taken(B->getParent(), B->getSuccessor(Side));
    BasicBlock *In = P->getIncomingBlock(Edge);
    return (In == B->getParent() && B->getSuccessor(Side) == P->getParent()) ||
           DT->dominates(Taken, In);
  };
  unsigned True = comesFrom(0, 0) ? 0 : 1;
  if (!comesFrom(0, True) || !comesFrom(1, 1 - True))
    return Expr();
  Expr C = of(B->getCondition(), Depth), X = of(P->getIncomingValue(True), Depth),
       Y = of(P->getIncomingValue(1 - True), Depth);
  return C && X && Y ? Ctx.ite(C, X, Y) : Expr();
}

Expr Translator::operation(Instruction *I, unsigned Depth) {
  if (auto *P = dyn_cast<PHINode>(I))
    return join(P, Depth);
  SmallVector<Expr, 3> X;
  bool Pure = isa<BinaryOperator, CastInst, SelectInst, ICmpInst, FreezeInst, MinMaxIntrinsic>(I);
  if (!Pure)
    return Expr();
  for (Value *V : I->operands()) {
    if (isa<Function>(V))
      continue;
    X.push_back(of(V, Depth));
    if (!X.back())
      return Expr();
  }
  unsigned W = I->getType()->getIntegerBitWidth();
  if (auto O = binaryOp(I->getOpcode())) {
    uint8_t F = NoFlags;
    if (auto *B = dyn_cast<OverflowingBinaryOperator>(I))
      F = (B->hasNoSignedWrap() ? NSW : 0) | (B->hasNoUnsignedWrap() ? NUW : 0);
    return Ctx.binary(*O, X[0], X[1], F);
  }
  if (auto *C = dyn_cast<ICmpInst>(I))
    return compare(Ctx, C->getPredicate(), X[0], X[1]);
  if (auto *M = dyn_cast<MinMaxIntrinsic>(I))
    return minMax(Ctx, *M, X[0], X[1]);
  switch (I->getOpcode()) {
  case Instruction::ZExt:
    return Ctx.zext(X[0], W);
  case Instruction::SExt:
    return Ctx.sext(X[0], W);
  case Instruction::Trunc:
    return Ctx.trunc(X[0], W);
  case Instruction::Select:
    return Ctx.ite(X[0], X[1], X[2]);
  case Instruction::Freeze:
    return X[0];
  default:
    return Expr();
  }
}

namespace {
/// A relation that may become a fact.
struct Relation {
  Expr Cond;
  SourceLoc Loc;
};
} // namespace

static SourceLoc locOf(Instruction *I) {
  SourceLoc L;
  if (DILocation *D = I->getDebugLoc()) {
    while (D->getInlinedAt())
      D = D->getInlinedAt();
    L.File = D->getFilename().str();
    L.Line = D->getLine();
    L.Column = D->getColumn();
  }
  return L;
}

/// Conditions of the branches whose one side alone leads to the launch.
static void dominatingConditions(Translator &T, ExprContext &Ctx, Instruction *At,
                                 std::vector<Relation> &Out) {
  DominatorTree DT(*At->getFunction());
  BasicBlock *Here = At->getParent();
  auto *Node = DT.getNode(Here);
  for (Node = Node ? Node->getIDom() : nullptr; Node; Node = Node->getIDom()) {
    auto *B = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    if (!B || !B->isConditional() || B->getSuccessor(0) == B->getSuccessor(1))
      continue;
    for (unsigned S : {0u, 1u}) {
      if (!DT.dominates(BasicBlockEdge(B->getParent(), B->getSuccessor(S)), Here))
        continue;
      if (Expr C = T.of(B->getCondition()))
        Out.push_back({S ? Ctx.lnot(C) : C, locOf(B)});
    }
  }
}

static void symbolsOf(Expr E, DenseSet<SymbolId> &Out) {
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() == Op::Apply)
      Out.insert(N->symbol());
  });
}

/// Keeps the relations that say something about the kernel's own symbols: alone, or
/// through host values that another kept relation speaks of too.
static void addFacts(const std::vector<Relation> &All, const Translator &T, ExprContext &Ctx,
                     Launch &Into) {
  std::vector<DenseSet<SymbolId>> Symbols(All.size());
  DenseMap<SymbolId, unsigned> Uses;
  for (unsigned I = 0; I < All.size(); ++I) {
    symbolsOf(All[I].Cond, Symbols[I]);
    for (SymbolId S : Symbols[I])
      ++Uses[S];
  }
  auto connects = [&](const DenseSet<SymbolId> &S) {
    bool Kernel = false, Alone = false;
    for (SymbolId Id : S) {
      bool Host = T.unknowns().contains(Id);
      Kernel |= !Host;
      Alone |= Host && Uses.lookup(Id) < 2;
    }
    return !S.empty() && !Alone && (Kernel || S.size() > 1 || Uses.lookup(*S.begin()) > 1);
  };
  for (unsigned I = 0; I < All.size(); ++I) {
    if (All[I].Cond->isTrue() || !connects(Symbols[I]))
      continue;
    // A dimension that a fact speaks of is a given one, also where the kernel does not use
    // it: it must not be taken as 1.
    for (unsigned D = 0; D < 3; ++D) {
      if (!Into.Grid[D] && Symbols[I].contains(Ctx.gridDim(D)->symbol()))
        Into.Grid[D] = Ctx.gridDim(D);
      if (!Into.Block[D] && Symbols[I].contains(Ctx.blockDim(D)->symbol()))
        Into.Block[D] = Ctx.blockDim(D);
    }
    bool Seen = any_of(Into.Facts, [&](const Fact &F) { return F.Cond == All[I].Cond; });
    if (!Seen)
      Into.Facts.push_back({All[I].Cond, Ctx.toString(All[I].Cond), All[I].Loc});
  }
}

/// A launch only happens with dimensions in the architecture's limits.
static void addDimensions(const HostLaunch &From, Translator &T, ExprContext &Ctx, Launch &Into,
                          std::vector<Relation> &Relations) {
  for (unsigned D = 0; D < 3; ++D)
    for (bool Block : {false, true}) {
      Expr E = T.of(From.Dimensions->getArgOperand(D + 3 * Block));
      if (!E)
        continue;
      if (E->isConst())
        (Block ? Into.Block : Into.Grid)[D] = E;
      else
        Relations.push_back({Ctx.eq(Block ? Ctx.blockDim(D) : Ctx.gridDim(D), E), Into.Loc});
    }
  if (Expr S = T.of(From.Dimensions->getArgOperand(6)); S && S->isConst())
    Into.SharedBytes = Ctx.constant(S->value(), 32);
}

void cudafix::host::describeLaunch(const HostLaunch &From, ExprContext &Ctx,
                                   ArrayRef<Expr> Params, Launch &Into) {
  Translator T(Ctx);
  std::vector<Relation> Relations;
  CallInst *Stub = From.Stub;
  std::vector<std::pair<Expr, Value *>> Later;
  for (unsigned I = 0; I < Params.size() && I < Stub->arg_size(); ++I) {
    Value *V = Stub->getArgOperand(I);
    if (!Params[I] || !V->getType()->isIntegerTy(Params[I]->width()))
      continue;
    // A value that arrives as it is gets the parameter's symbol.
    if (!isa<Constant>(V) && !T.known(V) && !isa<BinaryOperator, CastInst, SelectInst>(V))
      T.bind(V, Params[I]);
    else
      Later.push_back({Params[I], V});
  }
  for (auto &[P, V] : Later)
    if (Expr E = T.of(V))
      Relations.push_back({Ctx.eq(P, E), Into.Loc});
  addDimensions(From, T, Ctx, Into, Relations);
  dominatingConditions(T, Ctx, From.Dimensions, Relations);
  addFacts(Relations, T, Ctx, Into);
}
