// SPDX-License-Identifier: Apache-2.0
#include "optimize/Optimize.h"
#include "optimize/Counts.h"
#include "verify/CheckIR.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cudafix::optimize {

namespace {

struct Pass {
  StringRef Name;
  const char *Pipeline;
  const char *Guarded = nullptr; ///< the pipeline to try if the first one is undone
  bool FindsSpaces = false;      ///< finds memory spaces from those of the kernel's arguments
  bool Copies = false;           ///< copies code without moving it to other conditions
};

/// Runs before the first pass and after each, so that a pass is judged by its effect and not by the
/// leftovers it creates.
constexpr const char *Cleanup =
    "early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,adce";

constexpr Pass Passes[] = {
    {"space", "infer-address-spaces", nullptr, /*FindsSpaces=*/true},
    {"variance", "speculative-execution<only-if-divergent-target>"},
    {"unroll", "loop-simplify,lcssa,loop-unroll<O3>", nullptr, false, /*Copies=*/true},
    {"vectorize", "infer-alignment,load-store-vectorizer"},
    {"pre", "gvn<pre;load-pre>", "gvn<no-pre;no-load-pre>"},
    {"hoist", "gvn-hoist,simplifycfg<hoist-common-insts>"},
};

/// Tells the passes that a kernel's pointer arguments point to global memory.
void castParameters(Function &F) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  for (Argument &A : F.args()) {
    if (!A.getType()->isPointerTy() || A.getType()->getPointerAddressSpace() || A.hasByValAttr() ||
        A.use_empty())
      continue;
    Value *Global =
        B.CreateAddrSpaceCast(&A, PointerType::get(F.getContext(), NVPTXAS::ADDRESS_SPACE_GLOBAL));
    Value *Back = B.CreateAddrSpaceCast(Global, A.getType());
    A.replaceUsesWithIf(Back, [&](Use &U) { return U.getUser() != Global; });
  }
}

class Optimizer {
public:
  Optimizer(Function &F, TargetMachine &TM) : F(F), TM(TM) {}
  Error run(ArrayRef<const Pass *> All, std::vector<PassReport> &Reports);

private:
  Error apply(const std::string &Pipeline);
  Error tryPass(const Pass &P, const char *Pipeline, bool &Kept);
  void putBack(Function &Copy);

  Function &F;
  TargetMachine &TM;
};

Error Optimizer::apply(const std::string &Pipeline) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder Builder(&TM);
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  FunctionPassManager FPM;
  if (Error E = Builder.parsePassPipeline(FPM, Pipeline))
    return E;
  FPM.run(F, FAM);
  return Error::success();
}

void Optimizer::putBack(Function &Copy) {
  GlobalValue::LinkageTypes Linkage = F.getLinkage();
  F.deleteBody();
  F.setLinkage(Linkage);
  F.splice(F.begin(), &Copy);
  for (Argument &A : F.args())
    Copy.getArg(A.getArgNo())->replaceAllUsesWith(&A);
  F.setSubprogram(Copy.getSubprogram());
}

/// Runs a pass, and undoes it if it moves barriers or accesses to where only some threads come.
Error Optimizer::tryPass(const Pass &P, const char *Pipeline, bool &Kept) {
  DivergentCode Before = divergentCode(F);
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Error E = apply(std::string(Pipeline) + "," + Cleanup);
  DivergentCode After = divergentCode(F);
  Kept = P.Copies ? (Before.Barriers != 0) == (After.Barriers != 0)
                  : After.Barriers <= Before.Barriers && After.Accesses <= Before.Accesses;
  if (!Kept)
    putBack(*Copy);
  Copy->eraseFromParent();
  return E;
}

Error Optimizer::run(ArrayRef<const Pass *> All, std::vector<PassReport> &Reports) {
  if (Error E = apply(std::string("sroa,") + Cleanup))
    return E;
  for (const Pass *P : All) {
    PassReport &R = Reports.emplace_back();
    R.Pass = P->Name.str();
    R.Before = countCode(F);
    if (P->FindsSpaces)
      castParameters(F);
    for (const char *Pipeline : {P->Pipeline, P->Guarded}) {
      if (!Pipeline)
        continue;
      bool Kept = false;
      if (Error E = tryPass(*P, Pipeline, Kept))
        return E;
      R.TakenBack = !Kept;
      if (Kept)
        break;
    }
    R.After = countCode(F);
    if (P->FindsSpaces)
      R.Generic = genericAccesses(F);
  }
  return Error::success();
}

} // namespace

ArrayRef<StringRef> passNames() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> Of;
    for (const Pass &P : Passes)
      Of.push_back(P.Name);
    return Of;
  }();
  return Names;
}

Expected<PassReports> run(Module &M, ArrayRef<std::string> Names) {
  std::vector<const Pass *> All;
  for (const Pass &P : Passes)
    if (is_contained(Names, P.Name))
      All.push_back(&P);
  std::string Problem;
  std::unique_ptr<TargetMachine> TM =
      verify::targetMachine(M, CodeGenOptLevel::Aggressive, Problem);
  if (!TM)
    return createStringError(Problem);
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel)
      Kernels.push_back(&F);
  PassReports Reports;
  for (Function *F : Kernels)
    if (Error E = Optimizer(*F, *TM).run(All, Reports[F->getName().str()]))
      return std::move(E);
  raw_string_ostream OS(Problem);
  if (verifyModule(M, &OS))
    return createStringError("the optimized IR is malformed: " + Problem);
  return Reports;
}

} // namespace cudafix::optimize
