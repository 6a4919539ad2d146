// SPDX-License-Identifier: Apache-2.0
#include "verify/CodeFacts.h"
#include "cost/Print.h"
#include "frontend/Precompiled.h"
#include "simulate/BlockSteps.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace cudafix::verify {

/// The most bytes that one request takes per lane: copies are made in pieces that their alignment
/// allows.
static unsigned pieceOf(const llvm::Instruction *I, uint64_t Size) {
  constexpr uint64_t Widest = 16, LongestCopy = 128;
  auto *Copy = llvm::dyn_cast_or_null<llvm::MemTransferInst>(I);
  if (!Copy || Copy->isVolatile() || Size > LongestCopy || !Size)
    return std::max<uint64_t>(Size, 1);
  uint64_t Known =
      std::min(Copy->getSourceAlign().valueOrOne(), Copy->getDestAlign().valueOrOne()).value();
  return std::min({Known, Widest, Size & -Size});
}

namespace {

/// Joins plain accesses at known distances from one base, unless something in between separates
/// them, as the device's back end does.
class Joiner {
public:
  Joiner(const frontend::KernelUnit &K, std::vector<unsigned> &Widths);

private:
  struct Member {
    int64_t Offset;
    uint64_t Size, Align;
    AccessId Id;
  };
  using Key = std::pair<const llvm::Value *, bool>; ///< base, and whether it is written
  void visit(const llvm::Instruction &I);
  void close(std::vector<Member> &All);
  void closeIf(llvm::function_ref<bool(const Key &)> Ends);

  const llvm::DataLayout &DL;
  std::vector<unsigned> &Widths;
  std::map<const llvm::Instruction *, AccessId> AccessOf;
  std::map<Key, std::vector<Member>> Open;
};

} // namespace

Joiner::Joiner(const frontend::KernelUnit &K, std::vector<unsigned> &Widths)
    : DL(K.Function->getDataLayout()), Widths(Widths) {
  std::set<const llvm::Instruction *> Several;
  for (size_t Id = 0; Id < K.AccessInst.size(); ++Id)
    if (!AccessOf.try_emplace(K.AccessInst[Id], Id).second)
      Several.insert(K.AccessInst[Id]);
  for (const llvm::Instruction *I : Several)
    AccessOf.erase(I);
  for (const llvm::BasicBlock &B : *K.Function) {
    for (const llvm::Instruction &I : B)
      visit(I);
    closeIf([](const Key &) { return true; });
  }
}

void Joiner::visit(const llvm::Instruction &I) {
  auto *L = llvm::dyn_cast<llvm::LoadInst>(&I);
  auto *S = llvm::dyn_cast<llvm::StoreInst>(&I);
  bool Plain = (L && L->isSimple()) || (S && S->isSimple());
  auto At = AccessOf.find(&I);
  if (!Plain || At == AccessOf.end()) {
    // Reads may be joined across reads; nothing may be moved across other accesses.
    closeIf(
        [&](const Key &K) { return K.second ? I.mayReadOrWriteMemory() : I.mayWriteToMemory(); });
    return;
  }
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I);
  llvm::APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const llvm::Value *Base = Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true);
  Key Own{Base, S != nullptr};
  closeIf([&](const Key &K) { return S ? K != Own : K.second; });
  uint64_t Size = DL.getTypeStoreSize(llvm::getLoadStoreType(&I));
  Open[Own].push_back(
      {Offset.getSExtValue(), Size, llvm::getLoadStoreAlignment(&I).value(), At->second});
}

void Joiner::closeIf(llvm::function_ref<bool(const Key &)> Ends) {
  for (auto &[K, All] : Open)
    if (!All.empty() && Ends(K)) {
      close(All);
      All.clear();
    }
}

/// Joins runs of 16 or 8 bytes that start at an address where such an access may.
void Joiner::close(std::vector<Member> &All) {
  llvm::sort(All, [](const Member &A, const Member &B) { return A.Offset < B.Offset; });
  for (size_t I = 0; I < All.size();) {
    size_t Length = 1;
    for (uint64_t Bytes : {16, 8}) {
      size_t Count = All[I].Size ? Bytes / All[I].Size : 0;
      bool Whole =
          Count > 1 && Bytes % All[I].Size == 0 && All[I].Align >= Bytes && I + Count <= All.size();
      for (size_t J = 0; Whole && J < Count; ++J)
        Whole = All[I + J].Size == All[I].Size &&
                All[I + J].Offset == All[I].Offset + int64_t(J * All[I].Size);
      if (!Whole)
        continue;
      for (size_t J = 0; J < Count; ++J)
        Widths[All[I + J].Id] = J ? 0 : Bytes;
      Length = Count;
      break;
    }
    I += Length;
  }
}

static unsigned callsOf(const llvm::BasicBlock &B, std::initializer_list<llvm::StringRef> Names) {
  return llvm::count_if(B, [&](const llvm::Instruction &I) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    return Call && Call->getCalledFunction() &&
           llvm::is_contained(Names, Call->getCalledFunction()->getName());
  });
}

/// The facts without steps, which would require lowering the kernel.
static cost::CodeFacts factsOf(const frontend::KernelUnit &K, llvm::ArrayRef<unsigned> Steps) {
  cost::CodeFacts R;
  const Kernel &M = K.Model;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Position;
  for (const llvm::BasicBlock &B : *K.Function)
    Position.try_emplace(&B, Position.size());
  bool Known = Steps.size() == Position.size();
  for (const llvm::BasicBlock *B : K.NodeBlock) {
    R.Fetches.push_back(
        B ? callsOf(*B, {"__cudafix_tex_fetch", "__cudafix_surf_read", "__cudafix_surf_write"})
          : 0);
    R.Filters.push_back(B && callsOf(*B, {"__cudafix_tex_read"}));
    if (Known)
      R.Steps.push_back(B ? Steps[Position.lookup(B)] : 0);
    R.Switches.push_back(B && llvm::isa<llvm::SwitchInst>(B->getTerminator()));
  }
  for (const Access &A : M.Accesses) {
    uint64_t Size = A.Size && A.Size->isConst() ? A.Size->value() : 0;
    R.Pieces.push_back(pieceOf(A.Id < K.AccessInst.size() ? K.AccessInst[A.Id] : nullptr, Size));
    R.Widths.push_back(Size);
  }
  Joiner(K, R.Widths);
  return R;
}

cost::CodeFacts codeFacts(const frontend::KernelUnit &K, const llvm::Module &Device) {
  return factsOf(K, simulate::blockSteps(Device, K.Model.MangledName));
}

std::map<std::string, std::string> printedFormulas(const frontend::KernelUnit &K,
                                                   llvm::ArrayRef<Launch> Launches) {
  std::map<std::string, std::string> R;
  if (Launches.empty())
    return R;
  cost::KernelCost Of = computeCost(K.Model, Launches.front(), factsOf(K, {}), false);
  cost::Printer P(*Of.All, *K.Model.Ctx);
  for (cost::Metric M : {cost::Metric::Sectors, cost::Metric::Conflicts, cost::Metric::Divergent,
                         cost::Metric::Barriers}) {
    const cost::Bound &B = Of.of(M, cost::Scope::Grid);
    R[nameOf(M).str()] = B.Upper ? P.print(*B.Upper) : "no bound";
  }
  return R;
}

std::vector<FormulaChange> changes(const std::map<std::string, std::string> &Before,
                                   const std::map<std::string, std::string> &After) {
  std::vector<FormulaChange> R;
  for (const auto &[Metric, Old] : Before)
    if (auto It = After.find(Metric); It != After.end() && It->second != Old)
      R.push_back({Metric, Old, It->second});
  return R;
}

} // namespace cudafix::verify
