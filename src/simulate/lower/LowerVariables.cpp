// SPDX-License-Identifier: Apache-2.0
//
// Turns variables of the module into offsets from pointers in the lane, so that simulations share
// no memory.
#include "frontend/Precompiled.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Lane.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

/// An index slightly beyond one variable must not reach the next one.
static constexpr uint64_t Gap = 128;
/// Distance between addresses of functions.
static constexpr uint64_t FunctionBytes = 16;
static constexpr unsigned SharedSpace = 3, ConstantSpace = 4;

/// "s" of "kernel(int)::s".
static std::string sourceName(StringRef Mangled) {
  std::string Pretty = demangle(Mangled);
  size_t At = Pretty.rfind("::");
  if (At != std::string::npos && Pretty.find('(', At) == std::string::npos)
    Pretty = Pretty.substr(At + 2);
  return Pretty;
}

static bool isDynamic(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && G.isDeclaration();
}

void Lowering::replaceUses(GlobalVariable &G, StringRef Segment, uint64_t Offset) {
  uint64_t Field = Segment == "shared"    ? offsetof(Lane, Shared)
                   : Segment == "dynamic" ? offsetof(Lane, Dynamic)
                                          : offsetof(Lane, Globals);
  DenseMap<Function *, Value *> Address;
  for (Use &U : make_early_inc_range(G.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      continue; // an initializer, which is written separately
    Function *F = I->getFunction();
    Value *&V = Address[F];
    if (!V) {
      IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
      V = B.CreateConstGEP1_64(B.getInt8Ty(), laneField(B, Field, Ptr), Offset);
      if (G.getAddressSpace())
        V = B.CreateAddrSpaceCast(V, G.getType());
    }
    U.set(V);
  }
}

namespace {

/// Writes constants as bytes; addresses in them become relocations.
class ImageWriter {
public:
  ImageWriter(const DataLayout &DL, uint64_t Bytes, const VariableLayout &Layout)
      : Image(Bytes), DL(DL), Layout(Layout) {}
  void write(const Constant &C, uint64_t At);

  std::vector<char> Image;
  std::vector<Relocation> Relocations;
  bool Complete = true; ///< false: some initializer has another form

private:
  void writeAddress(const Constant &C, uint64_t At);

  const DataLayout &DL;
  const VariableLayout &Layout;
};

} // namespace

void ImageWriter::write(const Constant &C, uint64_t At) {
  if (C.isNullValue() || isa<UndefValue>(C))
    return;
  auto Bytes = [&](const APInt &V) {
    for (unsigned I = 0; I < divideCeil(V.getBitWidth(), 8); ++I)
      Image[At + I] = V.extractBitsAsZExtValue(std::min(8u, V.getBitWidth() - 8 * I), 8 * I);
  };
  if (auto *I = dyn_cast<ConstantInt>(&C))
    return Bytes(I->getValue());
  if (auto *F = dyn_cast<ConstantFP>(&C))
    return Bytes(F->getValueAPF().bitcastToAPInt());
  if (auto *S = dyn_cast<StructType>(C.getType())) {
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      write(*C.getAggregateElement(I),
            At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue());
    return;
  }
  if (C.getType()->isArrayTy() || isa<FixedVectorType>(C.getType())) {
    Type *Element = C.getType()->getContainedType(0);
    uint64_t Step = DL.getTypeAllocSize(Element), I = 0;
    while (const Constant *E = C.getAggregateElement(I))
      write(*E, At + Step * I++);
    return;
  }
  writeAddress(C, At);
}

void ImageWriter::writeAddress(const Constant &C, uint64_t At) {
  APInt Offset(64, 0);
  const Value *Base = C.stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  auto *F = dyn_cast<Function>(Base);
  const auto &Known = F ? Layout.Functions : Layout.Offsets;
  auto Target = isa<GlobalObject>(Base) ? Known.find(Base->getName().str()) : Known.end();
  if (Target != Known.end())
    Relocations.push_back({At, Target->second + Offset.getSExtValue()});
  else // the address of a function that must not be called is null
    Complete &=
        F && (F->getName() == "__cxa_pure_virtual" || F->getName() == "__cxa_deleted_virtual");
}

/// Places in a segment for the functions that may be called by their addresses. They are even: odd
/// pointers to members are indices into virtual function tables.
static std::map<std::string, uint64_t> placeTargets(Module &M, uint64_t &End) {
  std::map<std::string, uint64_t> Places;
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                                /*IgnoreAssumeLikeCalls=*/true,
                                                /*IngoreLLVMUsed=*/true)) {
      End = alignTo(End, FunctionBytes);
      Places[F.getName().str()] = End;
      End += FunctionBytes;
    }
  return Places;
}

/// The next place in a segment where this variable fits, with a gap after it.
static uint64_t place(const GlobalVariable &G, uint64_t &End) {
  const DataLayout &DL = G.getDataLayout();
  uint64_t At = alignTo(End, std::max<uint64_t>(G.getAlign().valueOrOne().value(), 16));
  End = At + DL.getTypeAllocSize(G.getValueType()) + Gap;
  return At;
}

static Variable describe(const GlobalVariable &G, uint64_t At) {
  Variable V;
  V.Name = sourceName(G.getName());
  V.Offset = At;
  V.Bytes = G.getDataLayout().getTypeAllocSize(G.getValueType());
  V.Constant = G.isConstant() || G.getAddressSpace() == ConstantSpace;
  return V;
}

VariableLayout layOutVariables(Module &M) {
  VariableLayout Layout;
  SmallVector<std::pair<GlobalVariable *, uint64_t>> Placed;
  uint64_t End = Gap;
  for (GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() == SharedSpace || G.getName().starts_with("llvm.") ||
        G.getValueType()->isFunctionTy() || !G.getValueType()->isSized())
      continue;
    if (!G.hasName())
      G.setName("unnamed");
    uint64_t At = place(G, End);
    Layout.Offsets[G.getName().str()] = At;
    Layout.Variables.push_back(describe(G, At));
    Placed.push_back({&G, At});
  }
  Layout.Functions = placeTargets(M, End);
  ImageWriter Writer(M.getDataLayout(), End, Layout);
  for (auto &[G, At] : Placed)
    if (G->hasInitializer())
      Writer.write(*G->getInitializer(), At);
  Layout.Image = std::move(Writer.Image);
  Layout.Relocations = std::move(Writer.Relocations);
  return Layout;
}

/// Addresses of functions in code become places without contents, never the addresses of code.
void Lowering::placeFunctions(const std::map<std::string, uint64_t> &Places) {
  for (const auto &[Name, Offset] : Places) {
    Function *Target = M.getFunction(Name);
    if (!Target)
      continue;
    if (CallsByAddress && !Target->isDeclaration())
      Targets.push_back(
          {Offset, Name, signature(Target->getFunctionType(), Target->getAttributes())});
    convertUsersOfConstantsToInstructions({Target});
    for (Use &U : make_early_inc_range(Target->uses())) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (auto *Call = dyn_cast_or_null<CallBase>(I); !I || (Call && Call->isCallee(&U)))
        continue;
      IRBuilder<> B(&*I->getFunction()->getEntryBlock().getFirstInsertionPt());
      U.set(
          B.CreateConstGEP1_64(B.getInt8Ty(), laneField(B, offsetof(Lane, Globals), Ptr), Offset));
    }
  }
}

/// A call of a function without a body would escape the checks.
void Lowering::refuseAddressesOfDeclarations() {
  for (Function &F : M) {
    if (!F.isDeclaration())
      continue;
    for (Use &U : F.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      auto *Call = dyn_cast_or_null<CallBase>(I);
      if (I && !(Call && Call->isCallee(&U)))
        unsupported(*I, "the address of " + demangle(F.getName()) + ", which has no body here");
    }
  }
}

void Lowering::placeVariables() {
  SmallVector<Constant *> All;
  SmallVector<GlobalVariable *> Variables;
  for (GlobalVariable &G : M.globals()) {
    All.push_back(&G);
    Variables.push_back(&G);
  }
  convertUsersOfConstantsToInstructions(All);
  uint64_t Used = Gap;
  VariableLayout Own;
  for (GlobalVariable *G : Variables) {
    if (isDynamic(*G)) {
      UsesDynamicShared = true;
      replaceUses(*G, "dynamic", 0);
      continue;
    }
    if (G->getAddressSpace() == SharedSpace) {
      Shared.push_back(describe(*G, place(*G, SharedBytes)));
      replaceUses(*G, "shared", Shared.back().Offset);
      continue;
    }
    auto Common = Opts.Layout ? Opts.Layout->Offsets.find(G->getName().str())
                              : std::map<std::string, uint64_t>::const_iterator();
    if (Opts.Layout && Common == Opts.Layout->Offsets.end()) {
      Problems.push_back({SourceLoc(), "the variable " + sourceName(G->getName())});
      continue;
    }
    uint64_t At = Opts.Layout ? Common->second : place(*G, Used);
    Own.Offsets[G->getName().str()] = At;
    if (!Opts.Layout)
      Globals.push_back(describe(*G, At));
    replaceUses(*G, "globals", At);
  }
  if (!Opts.Layout) {
    Own.Functions = placeTargets(M, Used);
    Own.Image.resize(Used);
    writeImage(Variables, Own);
  }
  placeFunctions(Opts.Layout ? Opts.Layout->Functions : Own.Functions);
  refuseAddressesOfDeclarations();
  for (GlobalVariable *G : Variables) {
    G->setInitializer(nullptr);
    G->setLinkage(GlobalValue::ExternalLinkage);
  }
  for (GlobalVariable *G : Variables)
    if (G->use_empty())
      G->eraseFromParent();
}

void Lowering::writeImage(ArrayRef<GlobalVariable *> Variables, const VariableLayout &Own) {
  ImageWriter Writer(M.getDataLayout(), Own.Image.size(), Own);
  for (GlobalVariable *G : Variables)
    if (G->getAddressSpace() != SharedSpace && G->hasInitializer())
      Writer.write(*G->getInitializer(), Own.Offsets.at(G->getName().str()));
  Image = std::move(Writer.Image);
  Relocations = std::move(Writer.Relocations);
  if (!Writer.Complete)
    Problems.push_back({SourceLoc(), "the initializer of a variable"});
}

} // namespace cudafix::simulate
