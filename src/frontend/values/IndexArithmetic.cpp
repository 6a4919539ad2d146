// SPDX-License-Identifier: Apache-2.0
//
// Finds values that address memory and are therefore assumed not to wrap.

#include "frontend/values/Values.h"
#include "model/Customary.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// Returns true if the value is computed by arithmetic rather than composed of bits or read. Signed
/// numbers may be halved a few times by shifts.
static bool isNumber(const Value *V) {
  auto *B = dyn_cast<BinaryOperator>(V);
  const APInt *Bits;
  if (match(V, m_AShr(m_Value(), m_APInt(Bits))))
    return Bits->ult(8);
  return B && !B->isBitwiseLogicOp() && !B->isShift();
}

/// Returns true if a loop may count by this step. Pseudo-random sequences advance by large steps.
bool Values::isStep(const Value *V) const {
  auto *C = dyn_cast<ConstantInt>(V);
  return C ? C->getValue().abs().getActiveBits() <= 24 : U.of(V) == Uniformity::Launch;
}

static bool isMinOrMax(const CallBase &Call) {
  static constexpr StringRef Names[] = {"__nv_min",   "__nv_max",   "__nv_umin",   "__nv_umax",
                                        "__nv_llmin", "__nv_llmax", "__nv_ullmin", "__nv_ullmax"};
  return isa<MinMaxIntrinsic>(Call) ||
         (Call.getCalledFunction() && is_contained(Names, Call.getCalledFunction()->getName()));
}

/// Returns true for values that number threads, and for their quotients and remainders: sums and
/// products of indices, dimensions, loop counters and host values. Hashes use larger factors than
/// allowed here.
static bool isThreadNumber(const Value *Root) {
  constexpr uint64_t MostFactor = 1 << 16;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Work{Root};
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (isa<Argument>(V) || !Seen.insert(V).second)
      continue;
    const APInt *Number;
    if (match(V, m_APInt(Number))) {
      if (Number->abs().ugt(MostFactor))
        return false;
      continue;
    }
    if (auto *Call = dyn_cast<CallBase>(V)) {
      const Function *Callee = Call->getCalledFunction();
      if (!Callee || !Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg."))
        return false;
      continue;
    }
    auto *B = dyn_cast<BinaryOperator>(V);
    if (!isa<PHINode, TruncInst, SExtInst, ZExtInst>(V) &&
        (!B || !isNumber(B) || B->getType()->isFPOrFPVectorTy()))
      return false;
    append_range(Work, cast<Instruction>(V)->operand_values());
  }
  return true;
}

/// Returns true for a thread index plus the counter of a loop.
bool Values::isInTurn(const Value *V) const {
  const Value *A, *B;
  if (!match(V, m_Add(m_Value(A), m_Value(B))))
    return false;
  auto IsIndex = [](const Value *X) {
    auto *Call = dyn_cast<CallBase>(X);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.tid.");
  };
  auto IsCounter = [&](const Value *X) {
    auto *Phi = dyn_cast<PHINode>(X);
    return Phi && any_of(Phi->incoming_values(), [&](const Value *In) {
             const Value *Step;
             return match(In, m_c_Add(m_Specific(Phi), m_Value(Step))) && isStep(Step);
           });
  };
  return (IsIndex(A) && IsCounter(B)) || (IsIndex(B) && IsCounter(A));
}

/// The dividend in `row * n / 2`, `row * n >> 1` and `(row * n + i) / 2`: the start of a row of
/// host length n in an array of pairs, or a place in it. Null: the value is something else. Hashes
/// keep only few bits of a product.
const Value *Values::startOfVectors(const Instruction &I) const {
  const Value *Start;
  const APInt *By;
  uint64_t Elements = 0;
  if (match(&I,
            m_CombineOr(m_UDiv(m_Value(Start), m_APInt(By)), m_SDiv(m_Value(Start), m_APInt(By)))))
    Elements = By->getLimitedValue();
  else if (match(&I, m_Shr(m_Value(Start), m_APInt(By))))
    Elements = By->ult(32) ? uint64_t(1) << By->getZExtValue() : 0;
  if (Elements < 2 || Elements > customary::MaxVector || !isThreadNumber(Start))
    return nullptr;
  auto IsRow = [&](const Value *Of) {
    const Value *A, *B;
    if (!match(Of, m_Mul(m_Value(A), m_Value(B))) || isa<Constant>(A) || isa<Constant>(B) ||
        (U.of(A) == Uniformity::Launch) == (U.of(B) == Uniformity::Launch))
      return false;
    const Value *Length = U.of(A) == Uniformity::Launch ? A : B;
    while (auto *Cast = dyn_cast<CastInst>(Length))
      Length = Cast->getOperand(0);
    return !isa<CallBase>(Length); // a dimension of the launch
  };
  auto HoldsRow = [&](auto &&Self, const Value *Of, unsigned Depth) -> bool {
    const Value *A, *B;
    return IsRow(Of) || (Depth > 0 && match(Of, m_Add(m_Value(A), m_Value(B))) &&
                         (Self(Self, A, Depth - 1) || Self(Self, B, Depth - 1)));
  };
  constexpr unsigned MostTerms = 3;
  return HoldsRow(HoldsRow, Start, MostTerms) ? Start : nullptr;
}

/// Sums and products that address memory are assumed not to wrap, like gridDim * blockDim:
/// `out[blockIdx.x * cols + c]` is unsigned only because blockIdx is. Operands of divisions,
/// remainders and bit operations (hashes) may wrap, with these exceptions: a divisor that is a size
/// and the same for all threads; the sum of a loop's counter and a thread index that is divided as
/// an int (`int i = first + threadIdx.x; i / n`); and the start of a row that is counted in vectors
/// (`row * n / 2`). A value that is narrowed to an int keeps its value, and so does a digit of a
/// thread number from which further digits are divided off. A value with which a position is
/// compared is a position, too. Unsigned sizes in positions are within the range of int.
void Values::findIndexArithmetic() {
  struct Operand {
    const Value *V;
    bool Wraps; ///< reached through a division
  };
  SmallVector<Operand, 32> Work;
  auto Add = [&](auto &&Values, bool Wraps) {
    for (const Value *V : Values)
      Work.push_back({V, Wraps});
  };
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (auto *G = dyn_cast<GetElementPtrInst>(&I))
        Add(G->indices(), false);
  SmallPtrSet<const Value *, 32> Seen[2];
  // Values with which positions are compared are positions.
  SmallVector<const ICmpInst *, 16> Comparisons;
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (auto *Compare = dyn_cast<ICmpInst>(&I);
          Compare && Compare->getOperand(0)->getType()->isIntegerTy())
        Comparisons.push_back(Compare);
  auto AddCompared = [&] {
    llvm::erase_if(Comparisons, [&](const ICmpInst *Compare) {
      const bool Holds = any_of(Compare->operand_values(), [&](const Value *V) {
        return !isa<Constant>(V) && Seen[0].contains(V);
      });
      if (Holds)
        Add(Compare->operand_values(), false);
      return Holds;
    });
    return !Work.empty();
  };
  while (!Work.empty() || AddCompared()) {
    auto [V, Wraps] = Work.pop_back_val();
    if (!Seen[Wraps].insert(V).second)
      continue;
    if (isa<Argument>(V) && !Wraps)
      IndexArithmetic.insert(V);
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      continue;
    unsigned Code = I->getOpcode();
    auto *Call = dyn_cast<CallBase>(I);
    bool Mul24 = Call && Call->getCalledFunction() &&
                 is_contained({"__nv_mul24", "__nv_umul24"}, Call->getCalledFunction()->getName());
    bool Linear = Mul24 || Code == Instruction::Add || Code == Instruction::Sub ||
                  Code == Instruction::Mul ||
                  (Code == Instruction::Shl && U.of(I->getOperand(1)) == Uniformity::Launch);
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (const Value *In : Phi->incoming_values()) // a loop counts within its type
        if (const Value *Step; match(In, m_c_Add(m_Specific(Phi), m_Value(Step))) && isStep(Step))
          IndexArithmetic.insert(In);
    auto IsCounter = [](const Value *Of) { return isa<PHINode>(Of) && isThreadNumber(Of); };
    bool Narrows = isa<TruncInst>(I) && I->getType()->isIntegerTy(32) &&
                   (isNumber(I->getOperand(0)) || IsCounter(I->getOperand(0)));
    if (((Linear || Narrows) && !Wraps) || (Narrows && isThreadNumber(I->getOperand(0))))
      IndexArithmetic.insert(I);
    if (!Wraps && (isa<FPToSIInst>(I) || isa<FPToUIInst>(I)))
      IndexArithmetic.insert(I);
    if (Code == Instruction::Mul && !Wraps && !I->hasNoSignedWrap())
      for (const Value *Factor : I->operands())
        if (isa<BinaryOperator>(Factor) && U.of(Factor) == Uniformity::Launch)
          Extents.push_back({I, Factor, 0});
    if (Code == Instruction::Add && !Wraps && !I->hasNoSignedWrap() &&
        isa<Argument>(I->getOperand(0)))
      if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)); C && C->isNegative())
        Extents.push_back({I, I, 0}); // n - 1 of an unsigned n
    if (Linear || Narrows || isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<PHINode>(I))
      Add(I->operand_values(), Wraps);
    if (auto *Picks = dyn_cast<SelectInst>(I))
      Add(ArrayRef<const Value *>{Picks->getTrueValue(), Picks->getFalseValue()}, Wraps);
    if (Call && isMinOrMax(*Call))
      Add(Call->args(), Wraps);
    if (const MagicDivision *Magic = magicDivision(*I)) {
      Work.push_back({Magic->Dividend, true});
      Work.push_back({Magic->Divisor, false});
      Extents.push_back({I, Magic->Divisor, 1});
    }
    if (const Value *Start = Wraps ? nullptr : startOfVectors(*I))
      Work.push_back({Start, false});
    bool Divides = Code == Instruction::UDiv || Code == Instruction::SDiv ||
                   Code == Instruction::URem || Code == Instruction::SRem;
    if (!Divides)
      continue;
    if ((Code == Instruction::SDiv || Code == Instruction::SRem) && isInTurn(I->getOperand(0)))
      IndexArithmetic.insert(I->getOperand(0));
    Work.push_back({I->getOperand(0), true});
    const Value *Divisor = I->getOperand(1);
    if (isa<Constant>(Divisor) || U.of(Divisor) != Uniformity::Launch)
      continue;
    Work.push_back({Divisor, false});
    Extents.push_back({I, Divisor, 1});
  }
}
