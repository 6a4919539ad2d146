// SPDX-License-Identifier: Apache-2.0

#include "verify/Simulated.h"
#include "model/Check.h"
#include "verify/Judged.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace cudafix::verify {

static Expected<std::unique_ptr<Module>> read(PatchedModule Patched, LLVMContext &Context) {
  MemoryBufferRef Buffer(Patched.Bytes, "patched");
  if (!Patched.IsText)
    return parseBitcodeFile(Buffer, Context);
  SMDiagnostic Diag;
  std::unique_ptr<Module> M = parseAssembly(Buffer, Diag, Context);
  if (!M)
    return createStringError(Diag.getMessage());
  return M;
}

bool isFoundByRun(const Finding &F, ArrayRef<Finding> All) {
  switch (F.check()) {
  case Check::MbarrierPhase:
  case Check::ClusterMemory:
    return true;
  case Check::NamedBarrier:
  case Check::MbarrierInit:
  case Check::BulkCopy:
    return F.How == Confidence::Confirmed || !F.Repeat.empty();
  default:
    // Threads that do not meet as intended also race.
    return isRace(F.check()) && !F.Repeat.empty() && any_of(All, [&](const Finding &O) {
             return O.KernelName == F.KernelName &&
                    (O.check() == Check::MbarrierPhase || O.check() == Check::NamedBarrier ||
                     O.check() == Check::ClusterMemory);
           });
  }
}

static simulate::Comparison skipped(const Twine &Why) { return {Simulated::Skipped, Why.str()}; }

simulate::Comparison comparePatched(frontend::Program &P, host::LaunchTable &Host,
                                    ArrayRef<Finding> All, size_t Index, PatchedModule Patched) {
  const Finding &F = All[Index];
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = read(Patched, Context);
  if (!M)
    return skipped(toString(M.takeError()));
  for (frontend::KernelUnit &K : P.kernels()) {
    if (K.Model.Name != F.KernelName)
      continue;
    Function *After =
        (*M)->getFunction(Patched.Symbol.empty() ? K.Model.MangledName : Patched.Symbol);
    // Types that only gained qualifiers change its mangled name.
    if (After && After->arg_size() == K.Function->arg_size())
      After->setName(K.Model.MangledName);
    if (!After || After->isDeclaration() || After->getName() != K.Model.MangledName)
      return skipped("the repair changes the kernel's parameters");
    std::vector<Launch> Launches = Host.of(K);
    if (Patched.Block == constantBlock(Launches))
      Patched.Block.reset();
    return simulate::compare({P.deviceModule(), **M, K, Launches, All,
                              F.Example ? &*F.Example : nullptr, Patched.Block,
                              isFoundByRun(F, All)});
  }
  return skipped("its kernel is not known");
}

} // namespace cudafix::verify
