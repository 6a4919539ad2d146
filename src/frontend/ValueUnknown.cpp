// SPDX-License-Identifier: Apache-2.0
//
// Values that the model does not express: which threads agree on them, and their names.

#include "frontend/Values.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// The variable a programmer sees in a value, or the source text of its expression.
std::string Values::displayName(const Value *V) {
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgValues(const_cast<Value *>(V), Records);
  for (DbgVariableRecord *R : Records)
    if (R->getExpression()->getNumElements() == 0 && !R->getVariable()->getName().empty())
      return R->getVariable()->getName().str();
  if (auto *I = dyn_cast<Instruction>(V); I && I->getDebugLoc() && !isa<PHINode>(I)) {
    bool Call = isa<CallBase>(I) || I->isAtomic() || isa<ExtractValueInst>(I);
    SourcePlace P = Source.place(I->getDebugLoc().get(), Call ? PlaceKind::Call : PlaceKind::Any);
    if (!P.Text.empty() && P.Text.size() <= 48)
      return P.Text;
  }
  StringRef Name = V->getName().split('.').first;
  return Name.empty() ? "value" : Name.str();
}

/// Threads for which an unknown value is one function of `Args`; adds to them what of the
/// thread's place in its block the value stands on, unless that is all of it.
Uniformity Values::agreement(const Value *V, SmallVectorImpl<Expr> &Args) {
  Uniformity Level = U.of(V);
  if (Level != Uniformity::Thread)
    return Level;
  std::optional<Dependence> D = U.dependence(V);
  if (!D)
    return Level;
  for (unsigned I = 0; I < 3; ++I)
    if (D->Dims[I])
      Args.push_back(Ctx.threadIdx(I));
  if (D->Segment)
    Args.push_back(Ctx.binary(Op::UDiv, linearThread(), Ctx.constant(D->Segment, 32)));
  return Uniformity::Block;
}

Expr Values::opaque(const Value *V, unsigned Width, StringRef Reason) {
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  auto *I = dyn_cast<Instruction>(V);
  SmallVector<Expr, 4> Args = counters(I ? LI.getLoopFor(I->getParent()) : nullptr);
  S.Level = agreement(V, Args);
  S.Evidence = I ? U.evidence(I) : std::nullopt;
  S.Width = Width;
  S.Name = displayName(V);
  S.Reason = Reason.str();
  if (I)
    if (MDNode *Range = I->getMetadata(LLVMContext::MD_range);
        Range && I->getType()->isIntegerTy()) {
      ConstantRange R = getConstantRangeFromMetadata(*Range);
      if (!R.isSignWrappedSet() && Width <= 64) {
        S.Lo = R.getSignedMin().getSExtValue();
        S.Hi = R.getSignedMax().getSExtValue();
      }
    }
  return Ctx.apply(Ctx.addSymbol(std::move(S)), Args);
}

Expr Values::identity(const Value *V) {
  Expr E = of(V);
  return E ? E : opaque(V, 64);
}

/// An unknown value that depends on `Args` alone: equal for equal operands. `Key` tells
/// operations of one opcode apart (predicate, callee).
Expr Values::pure(Instruction &I, unsigned Key, ArrayRef<Expr> Args, unsigned Width) {
  std::vector<uint64_t> Id{I.getOpcode(), Key, Width};
  unsigned Inner = 0;
  for (Expr A : Args) {
    if (!A)
      return opaque(&I, Width);
    Id.push_back(A->id());
    Inner = std::max(Inner, Innermost(A));
  }
  Expr &Known = PureValues[Id];
  if (Known)
    return Known;
  SmallVector<Expr, 4> Stands = counters(Inner ? Loops[Inner - 1].L : nullptr);
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  S.Level = agreement(&I, Stands);
  S.Evidence = U.evidence(&I);
  S.Width = Width;
  S.Name = displayName(&I);
  return Known = Ctx.apply(Ctx.addSymbol(std::move(S)), Stands);
}
