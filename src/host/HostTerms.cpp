// SPDX-License-Identifier: Apache-2.0

#include "host/HostTerms.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

static constexpr unsigned MaxDepth = 32, MaxJoin = 48;

/// Collects the names of the kernel's parameters: a host variable of the same name may have another
/// value, and is named differently.
HostTerms::HostTerms(ExprContext &Ctx, HostMemory &Memory) : Ctx(Ctx), Memory(Memory) {
  for (SymbolId S = 0; S < Ctx.numSymbols(); ++S)
    if (Ctx.symbol(S).Kind == SymbolKind::Parameter)
      Parameters.insert(Ctx.symbol(S).Name);
}

Expr HostTerms::unknown(unsigned Bits, StringRef Name) {
  Symbol S;
  S.Kind = SymbolKind::Fresh;
  S.Level = Uniformity::Launch;
  S.Width = Bits;
  S.Name = Name.empty() ? "<host value>" : Name.str();
  if (Parameters.contains(Name))
    S.Name = "host " + S.Name;
  SymbolId Id = Ctx.addSymbol(std::move(S));
  Unknowns.insert(Id);
  return Ctx.apply(Id);
}

Expr HostTerms::iteration(const BasicBlock *Header) {
  Expr &E = Iterations[Header];
  if (!E) {
    E = unknown(64, "<iteration>");
    Ctx.symbol(E->symbol()).Lo = 0;
    Ctx.symbol(E->symbol()).Hi = INT32_MAX;
  }
  return E;
}

Expr HostTerms::of(Value *V, unsigned Depth) {
  auto *T = dyn_cast<IntegerType>(V->getType());
  if (!T || T->getBitWidth() > 64)
    return Expr();
  if (auto *C = dyn_cast<ConstantInt>(V))
    return Ctx.constant(C->getZExtValue(), T->getBitWidth());
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Expr E;
  if (auto *I = dyn_cast<Instruction>(V); I && Depth < MaxDepth)
    E = operation(I, Depth + 1);
  if (!E && !isa<UndefValue>(V)) {
    E = unknown(T->getBitWidth(), isAggregate(V) ? nameOfPart(V, 0) : nameOf(V));
    if (auto *P = dyn_cast<PHINode>(V))
      Loops.push_back({P, E});
  }
  return Known[V] = E;
}

/// What cudaGetDeviceProperties and cudaDeviceGetAttribute report for every device: warps of 32
/// threads (CUDA C++ Programming Guide, "Compute Capabilities"), blocks of at most 1024 threads.
Expr HostTerms::deviceProperty(const Content &C, unsigned Bits) {
  // Offsets in cudaDeviceProp as in <driver_types.h> since CUDA 10, and numbers of attributes.
  struct Property {
    int64_t Byte;
    unsigned Attribute, Value;
  };
  static constexpr Property Known[] = {{308, 10, 32}, {320, 1, 1024}};
  const Function *F = C.Call ? C.Call->getCalledFunction() : nullptr;
  if (!F || Bits != 32 || C.Call->arg_size() < 2)
    return Expr();
  Place To = Memory.place(C.Call->getArgOperand(0));
  if (To.Base != C.At.Base)
    return Expr();
  int64_t Byte = C.At.Offset - To.Offset;
  const auto *Asked = dyn_cast<ConstantInt>(C.Call->getArgOperand(1));
  for (const Property &P : Known)
    if ((F->getName().starts_with("cudaGetDeviceProperties") && Byte == P.Byte) ||
        (F->getName() == "cudaDeviceGetAttribute" && Byte == 0 && Asked &&
         Asked->equalsInt(P.Attribute)))
      return Ctx.constant(P.Value, 32);
  return Expr();
}

/// Returns true for a pitch that cudaMallocPitch returned, or the pitch in the structure of
/// cudaMalloc3D.
bool HostTerms::isPitch(const Content &C) {
  StringRef Name = C.Call->getCalledFunction() ? C.Call->getCalledFunction()->getName() : "";
  if (Name == "cudaMallocPitch")
    return true;
  if (Name != "cudaMalloc3D")
    return false;
  Place To = Memory.place(C.Call->getArgOperand(0));
  return To.Base == C.At.Base && C.At.Offset == To.Offset + 8;
}

Expr HostTerms::contentTerm(const Content &C, unsigned Bits, unsigned Depth) {
  switch (C.What) {
  case Content::Kind::Zero:
    return Ctx.constant(0, Bits);
  case Content::Kind::Value:
    return Depth < MaxDepth ? bytes(C.Stored, C.Byte, Bits, Depth + 1) : Expr();
  case Content::Kind::Made:
  case Content::Kind::Entry:
    break;
  }
  std::tuple Key(C.By, C.At.Base, C.At.Offset, Bits);
  if (auto It = Contents.find(Key); It != Contents.end())
    return It->second;
  Expr E;
  if (MemoryPhi *Phi = Depth < MaxDepth ? Memory.joinOf(C) : nullptr) {
    auto Way = [&](BasicBlock *In) {
      Content On = Memory.findOnWay(C.At, Bits / 8, *Phi, In);
      return contentTerm(On, Bits, Depth + 1);
    };
    E = join(Phi->getBlock(), Way, Depth + 1);
  }
  if (!E)
    E = deviceProperty(C, Bits);
  if (!E)
    E = unknown(Bits, nameOfPlace(C.At.Base, C.At.Offset));
  Contents[Key] = E;
  if (C.Call && Bits == 64 && isPitch(C))
    Pitches.push_back({C.Call, E});
  return E;
}

Expr HostTerms::memory(Place At, unsigned Bits, Instruction &I, unsigned Depth) {
  return contentTerm(Memory.find(At, Bits / 8, I), Bits, Depth);
}

/// Returns true if bytes [Byte, Byte + Size) of the value are zero.
static bool isZeroThere(Value *V, unsigned Byte, unsigned Size) {
  using namespace PatternMatch;
  const APInt *C;
  if (match(V, m_APInt(C)))
    return C->extractBits(Size * 8, Byte * 8).isZero();
  if (match(V, m_Shl(m_Value(), m_APInt(C))))
    return C->uge((Byte + Size) * 8);
  if (auto *Z = dyn_cast<ZExtInst>(V))
    return Byte * 8 >= Z->getSrcTy()->getIntegerBitWidth();
  return false;
}

Expr HostTerms::bytes(Value *V, unsigned Byte, unsigned Bits, unsigned Depth) {
  using namespace PatternMatch;
  if (Depth > MaxDepth)
    return Expr();
  auto *T = dyn_cast<IntegerType>(V->getType());
  if (T && Byte == 0 && T->getBitWidth() == Bits)
    return of(V, Depth + 1);
  if (auto *L = dyn_cast<LoadInst>(V)) {
    Place At = Memory.place(L->getPointerOperand());
    At.Offset += Byte;
    return memory(At, Bits, *L, Depth + 1);
  }
  if (!T || T->getBitWidth() > 128 || Byte * 8 + Bits > T->getBitWidth())
    return Expr();
  Value *X, *Y;
  const APInt *C;
  if (match(V, m_APInt(C)))
    return Ctx.constant(C->extractBitsAsZExtValue(Bits, Byte * 8), Bits);
  if (match(V, m_Or(m_Value(X), m_Value(Y))) || match(V, m_Add(m_Value(X), m_Value(Y)))) {
    if (isZeroThere(X, Byte, Bits / 8))
      return bytes(Y, Byte, Bits, Depth + 1);
    if (isZeroThere(Y, Byte, Bits / 8))
      return bytes(X, Byte, Bits, Depth + 1);
  }
  if (match(V, m_Shl(m_Value(X), m_APInt(C))) && C->urem(8) == 0 && C->ule(Byte * 8))
    return bytes(X, Byte - C->getZExtValue() / 8, Bits, Depth + 1);
  if (match(V, m_LShr(m_Value(X), m_APInt(C))) && C->urem(8) == 0 && C->ult(T->getBitWidth()) &&
      Byte * 8 + Bits + C->getZExtValue() <= T->getBitWidth())
    return bytes(X, Byte + C->getZExtValue() / 8, Bits, Depth + 1);
  if (auto *Z = dyn_cast<ZExtInst>(V); Z && Byte * 8 + Bits <= Z->getSrcTy()->getIntegerBitWidth())
    return bytes(Z->getOperand(0), Byte, Bits, Depth + 1);
  if (auto *P = dyn_cast<PHINode>(V)) {
    auto Part = [&](Value *In) { return bytes(In, Byte, Bits, Depth + 2); };
    if (Expr E = join(P, Part, Depth + 1))
      return E;
  }
  if (isAggregate(V)) {
    Expr &Part = Parts[{V, Byte, Bits}];
    return Part ? Part : Part = unknown(Bits, nameOfPart(V, Byte));
  }
  Expr Whole = T->getBitWidth() <= 64 ? of(V, Depth + 1) : Expr();
  if (!Whole)
    return Expr();
  Expr Shifted = Byte ? Ctx.binary(Op::LShr, Whole, Ctx.constant(Byte * 8, Whole->width())) : Whole;
  return Ctx.trunc(Shifted, Bits);
}

static std::optional<Op> binaryOp(unsigned Opcode) {
  static const std::pair<unsigned, Op> Map[] = {
      {Instruction::Add, Op::Add},   {Instruction::Sub, Op::Sub},   {Instruction::Mul, Op::Mul},
      {Instruction::UDiv, Op::UDiv}, {Instruction::SDiv, Op::SDiv}, {Instruction::URem, Op::URem},
      {Instruction::SRem, Op::SRem}, {Instruction::Shl, Op::Shl},   {Instruction::LShr, Op::LShr},
      {Instruction::AShr, Op::AShr}, {Instruction::And, Op::And},   {Instruction::Or, Op::Or},
      {Instruction::Xor, Op::Xor}};
  for (auto [Code, O] : Map)
    if (Code == Opcode)
      return O;
  return std::nullopt;
}

Expr cudafix::host::compare(ExprContext &C, CmpInst::Predicate P, Expr A, Expr B) {
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

/// The branches between a join and the block that dominates it.
struct HostTerms::Join {
  BasicBlock *At;
  Way Value;
  unsigned Steps = 0;
  bool Failed = false;
  SmallVector<BasicBlock *, 16> Path;
  DenseMap<BasicBlock *, Expr> Done; ///< blocks to which several branches lead
};

/// A choice; arms that several branches share are named once.
static Expr choice(ExprContext &Ctx, Expr C, Expr X, Expr Y) {
  if (X->op() == Op::Ite && X->arg(2) == Y)
    return Ctx.ite(Ctx.land(C, X->arg(0)), X->arg(1), Y);
  if (X->op() == Op::Ite && X->arg(1) == Y)
    return Ctx.ite(Ctx.land(C, Ctx.lnot(X->arg(0))), X->arg(2), Y);
  if (Y->op() == Op::Ite && Y->arg(1) == X)
    return Ctx.ite(Ctx.lor(C, Y->arg(0)), X, Y->arg(2));
  if (Y->op() == Op::Ite && Y->arg(2) == X)
    return Ctx.ite(Ctx.lor(C, Ctx.lnot(Y->arg(0))), X, Y->arg(1));
  return Ctx.ite(C, X, Y);
}

/// The value that the join gets when control goes from one block to the next; null if control never
/// reaches the join that way.
Expr HostTerms::walk(Join &J, BasicBlock *From, BasicBlock *To, unsigned Depth) {
  if (To == J.At) {
    Expr E = J.Value(From);
    J.Failed |= !E;
    return E;
  }
  if (auto It = J.Done.find(To); It != J.Done.end())
    return It->second;
  if (++J.Steps > MaxJoin || is_contained(J.Path, To)) {
    J.Failed = true;
    return Expr();
  }
  J.Path.push_back(To);
  Expr R;
  Instruction *T = To->getTerminator();
  if (auto *B = dyn_cast<BranchInst>(T)) {
    Expr X = walk(J, To, B->getSuccessor(0), Depth);
    Expr Y = B->isConditional() ? walk(J, To, B->getSuccessor(1), Depth) : X;
    if (X && Y && X != Y) {
      Expr C = of(B->getCondition(), Depth + 1);
      J.Failed |= !C || X->width() != Y->width();
      R = J.Failed ? Expr() : choice(Ctx, C, X, Y);
    } else {
      R = X ? X : Y;
    }
  } else if (auto *S = dyn_cast<SwitchInst>(T)) {
    R = walk(J, To, S->getDefaultDest(), Depth);
    Expr On = of(S->getCondition(), Depth + 1);
    J.Failed |= !On;
    for (auto Case : S->cases()) {
      Expr X = J.Failed ? Expr() : walk(J, To, Case.getCaseSuccessor(), Depth);
      if (X && !J.Failed) {
        Expr Is = Ctx.eq(On, Ctx.constant(Case.getCaseValue()->getZExtValue(), On->width()));
        R = R ? Ctx.ite(Is, X, R) : X;
      }
    }
  } else if (isa<InvokeInst>(T)) {
    J.Failed = true;
  }
  J.Path.pop_back();
  return J.Done[To] = R;
}

Expr HostTerms::join(PHINode *P, Leaf L, unsigned Depth) {
  auto From = [&](BasicBlock *In) { return L(P->getIncomingValueForBlock(In)); };
  return join(P->getParent(), From, Depth);
}

/// A value that branches decide, as a choice.
Expr HostTerms::join(BasicBlock *B, Way W, unsigned Depth) {
  const DominatorTree &DT = Memory.dominators();
  auto *Node = DT.getNode(B);
  if (!Node || !Node->getIDom() || Depth > MaxDepth)
    return Expr();
  for (BasicBlock *In : predecessors(B))
    if (DT.dominates(B, In)) // a loop
      return Expr();
  Join J{B, W, 0, false, {}, DenseMap<BasicBlock *, Expr>()};
  Expr E = walk(J, nullptr, Node->getIDom()->getBlock(), Depth);
  return J.Failed ? Expr() : E;
}

Expr HostTerms::isFunction(Value *V, const Constant *F, unsigned Depth) {
  V = V->stripPointerCasts();
  if (isa<Constant>(V))
    return Ctx.boolean(V == F);
  if (Depth > MaxDepth)
    return Expr();
  auto Leaf = [&](Value *In) { return isFunction(In, F, Depth + 1); };
  if (auto *S = dyn_cast<SelectInst>(V)) {
    Expr C = of(S->getCondition(), Depth + 1), X = Leaf(S->getTrueValue()),
         Y = Leaf(S->getFalseValue());
    return C && X && Y ? Ctx.ite(C, X, Y) : Expr();
  }
  auto *P = dyn_cast<PHINode>(V);
  return P ? join(P, Leaf, Depth + 1) : Expr();
}

/// Comparisons with a function or with null; comparisons of allocated pointers with null are
/// ignored.
Expr HostTerms::pointerComparison(ICmpInst &I, unsigned Depth) {
  auto *F = dyn_cast<Constant>(I.getOperand(1)->stripPointerCasts());
  if (!I.isEquality() || !F)
    return Expr();
  Expr E = isFunction(I.getOperand(0), F, Depth);
  return E && I.getPredicate() == CmpInst::ICMP_NE ? Ctx.lnot(E) : E;
}

/// ceil(a / b) of floating point numbers that hold integers: exact for doubles of 32-bit integers,
/// and for floats below 2^24.
Expr HostTerms::rounded(Instruction &I, unsigned Depth) {
  using namespace PatternMatch;
  auto *Call = dyn_cast<CallBase>(I.getOperand(0));
  if (!Call)
    return Expr();
  const Function *F = Call->getCalledFunction();
  bool Ceil = F && (F->getIntrinsicID() == Intrinsic::ceil || F->getName() == "ceil" ||
                    F->getName() == "ceilf" || F->getName() == "_ZSt4ceilf");
  Value *N, *D, *Q = Ceil ? Call->getArgOperand(0) : nullptr;
  const APFloat *Factor;
  if (Q)
    match(Q, m_FPExt(m_Value(Q)));
  Expr A, B;
  bool Single = Q && Q->getType()->isFloatTy();
  auto Integer = [&](Value *V) -> Expr {
    Value *X;
    if (match(V, m_FPExt(m_Value(X)))) {
      Single |= X->getType()->isFloatTy();
      V = X;
    }
    if (match(V, m_SIToFP(m_Value(X))) || match(V, m_UIToFP(m_Value(X))))
      return X->getType()->getIntegerBitWidth() <= 32 ? of(X, Depth + 1) : Expr();
    if (match(V, m_APFloat(Factor)) && Factor->isInteger() && !Factor->isNegative())
      return Ctx.constant(static_cast<uint64_t>(Factor->convertToDouble()), 32);
    return Expr();
  };
  if (Q && match(Q, m_FDiv(m_Value(N), m_Value(D)))) {
    A = Integer(N);
    B = Integer(D);
  } else if (Q && match(Q, m_FMul(m_Value(N), m_APFloat(Factor)))) {
    APFloat Inverse(1.0f);
    if (Factor->getExactInverse(&Inverse) && Inverse.isInteger()) { // InstCombine's n / 256
      A = Integer(N);
      B = Ctx.constant(static_cast<uint64_t>(Inverse.convertToDouble()), 32);
    }
  }
  if (!A || !B || A->width() != 32 || B->width() != 32)
    return Expr();
  unsigned W = I.getType()->getIntegerBitWidth();
  Expr A64 = Ctx.sext(A, 64), B64 = Ctx.sext(B, 64), One = Ctx.constant(1, 64);
  Expr Exact = Ctx.binary(Op::SDiv, Ctx.add(A64, Ctx.sub(B64, One, NSW), NSW), B64);
  Expr Fits = Ctx.land(Ctx.sle(Ctx.constant(0, 64), A64), Ctx.slt(Ctx.constant(0, 64), B64));
  if (Single) {
    Expr Limit = Ctx.constant(1 << 24, 64);
    Fits = Ctx.land({Fits, Ctx.sle(A64, Limit), Ctx.sle(B64, Limit)});
  }
  Expr Result = W == 64 ? Exact : Ctx.trunc(Exact, W);
  return Ctx.ite(Fits, Result, unknown(W, nameOf(&I)));
}

/// Size of an element of a vector of a built-in type, from the mangled name; 0: not known.
static unsigned elementBytes(StringRef Constructor) {
  if (!Constructor.consume_front("_ZNSt6vectorI") || Constructor.size() < 2 ||
      Constructor[1] != 'S')
    return 0;
  return StringSwitch<unsigned>(Constructor.take_front(1))
      .Cases({"c", "h", "a"}, 1)
      .Cases({"s", "t"}, 2)
      .Cases({"i", "j", "f"}, 4)
      .Cases({"l", "m", "x", "y", "d"}, 8)
      .Default(0);
}

/// end() - begin() of a std::vector that has not been touched since it was constructed with a size.
Expr HostTerms::vectorBytes(Instruction &I, unsigned Depth) {
  using namespace PatternMatch;
  Value *End, *Begin;
  if (!match(&I, m_Sub(m_PtrToInt(m_Value(End)), m_PtrToInt(m_Value(Begin)))))
    return Expr();
  auto *L = dyn_cast<LoadInst>(End), *R = dyn_cast<LoadInst>(Begin);
  if (!L || !R)
    return Expr();
  Place To = Memory.place(L->getPointerOperand()), From = Memory.place(R->getPointerOperand());
  Content X = Memory.find(To, 8, *L), Y = Memory.find(From, 8, *R);
  if (To.Base != From.Base || To.Offset != From.Offset + 8 || !X.Call || X.Call != Y.Call)
    return Expr();
  CallBase &Made = *X.Call;
  StringRef Name = Made.getCalledFunction() ? Made.getCalledFunction()->getName() : "";
  bool Sized = Name.contains("EEC1Em") || Name.contains("EEC2Em");
  unsigned Bytes = elementBytes(Name);
  if (!Sized || !Bytes || Made.arg_size() < 2 ||
      Memory.place(Made.getArgOperand(0)).Base != From.Base)
    return Expr();
  Expr N = of(Made.getArgOperand(1), Depth + 1);
  return N ? Ctx.mul(N, Ctx.constant(Bytes, 64), NSW | NUW) : Expr();
}

Expr HostTerms::operation(Instruction *I, unsigned Depth) {
  unsigned W = I->getType()->getIntegerBitWidth();
  if (auto *P = dyn_cast<PHINode>(I)) {
    auto Leaf = [&](Value *In) { return of(In, Depth + 1); };
    return join(P, Leaf, Depth);
  }
  if (auto *L = dyn_cast<LoadInst>(I)) { // bool is a byte in memory and an i1 elsewhere
    Expr E = W % 8 ? Expr() : memory(Memory.place(L->getPointerOperand()), W, *L, Depth);
    if (E && E->op() == Op::Apply)
      Loads.push_back({L, E});
    return E;
  }
  if (auto *C = dyn_cast<ICmpInst>(I); C && C->getOperand(0)->getType()->isPointerTy())
    return pointerComparison(*C, Depth);
  if (I->getOpcode() == Instruction::Sub)
    if (Expr E = vectorBytes(*I, Depth))
      return E;
  if (isa<FPToSIInst, FPToUIInst>(I))
    return rounded(*I, Depth);
  if (auto *C = dyn_cast<CallBase>(I); C && !isa<MinMaxIntrinsic>(C))
    return result(*C, Depth);
  if (!isa<BinaryOperator, CastInst, SelectInst, ICmpInst, FreezeInst, MinMaxIntrinsic>(I))
    return Expr();
  SmallVector<Expr, 3> X;
  for (Value *V : I->operands()) {
    if (isa<Function>(V))
      continue;
    X.push_back(of(V, Depth));
    if (!X.back())
      return Expr();
  }
  if (auto O = binaryOp(I->getOpcode())) {
    uint8_t F = NoFlags;
    if (auto *B = dyn_cast<OverflowingBinaryOperator>(I))
      F = (B->hasNoSignedWrap() ? NSW : 0) | (B->hasNoUnsignedWrap() ? NUW : 0);
    if (auto *D = dyn_cast<PossiblyDisjointInst>(I); D && D->isDisjoint())
      return Ctx.add(X[0], X[1], NSW | NUW);
    return Ctx.binary(*O, X[0], X[1], F);
  }
  if (auto *C = dyn_cast<ICmpInst>(I))
    return compare(Ctx, C->getPredicate(), X[0], X[1]);
  if (auto *M = dyn_cast<MinMaxIntrinsic>(I))
    return Ctx.ite(compare(Ctx, M->getPredicate(), X[0], X[1]), X[0], X[1]);
  switch (I->getOpcode()) {
  case Instruction::ZExt:
    return Ctx.zext(X[0], W);
  case Instruction::SExt:
    return Ctx.sext(X[0], W);
  case Instruction::Trunc: {
    Value *Whole = I->getOperand(0);
    match(Whole, PatternMatch::m_LShr(PatternMatch::m_Value(Whole), PatternMatch::m_ConstantInt()));
    Expr Part = isAggregate(Whole) && W % 8 == 0 ? bytes(I->getOperand(0), 0, W, Depth) : Expr();
    return Part ? Part : Ctx.trunc(X[0], W);
  }
  case Instruction::Select:
    return Ctx.ite(X[0], X[1], X[2]);
  case Instruction::Freeze:
    return X[0];
  default:
    return Expr();
  }
}
