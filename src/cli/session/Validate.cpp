// SPDX-License-Identifier: Apache-2.0
#include "cli/session/Validate.h"
#include "cli/options/CheckTexts.h"
#include "cli/options/OptionTable.h"
#include "frontend/parse/Invocation.h"
#include "host/Assume.h"
#include "host/Launches.h"
#include "host/UserLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace cudafix::cli {

using llvm::StringRef;

llvm::Error validateUnit(const Options &O) {
  if (!O.CudaPath.empty() && !frontend::isToolkit(O.CudaPath))
    return llvm::createStringError("--cuda-path: there is no CUDA toolkit in '" + O.CudaPath +
                                   "', which has no include/cuda_runtime.h");
  return validateChecks(O.Checks);
}

llvm::Error validate(const CommandLine &Line) {
  const Options &O = Line.Opts;
  // A word that names no file was probably meant as a command.
  if (!O.Paths.empty() && !StringRef(O.Paths[0]).contains('.') &&
      !StringRef(O.Paths[0]).contains('/') && !llvm::sys::fs::exists(O.Paths[0]))
    return llvm::createStringError(
        "'" + O.Paths[0] +
        "' is neither a file nor a command; commands: " + llvm::join(commandNames(), ", "));
  if (O.Paths.empty() && O.BuildPath.empty())
    return llvm::createStringError("no file given: name files or folders, or a build with -p; "
                                   "see cuda-fix --help");
  for (const std::string &Root : Line.WriteRoots)
    if (!llvm::sys::fs::is_directory(Root))
      return llvm::createStringError("--write-root: '" + Root + "' is no folder");
  for (const AssumeOption &A : O.Assumes)
    if (llvm::Error E = host::checkAssumption(A.Text))
      return llvm::createStringError("--assume='" + A.Text + "': " + llvm::toString(std::move(E)));
  for (const LaunchOption &L : O.Launches)
    if (llvm::Error E = host::checkLaunchText(L.Text))
      return E;
  return validateUnit(O);
}

std::vector<std::string> unknownKernels(const Options &O, const report::RunReport &R) {
  std::vector<std::string> Problems;
  if (!O.ExplainLaunch.empty() && R.Kernels.empty())
    return {"explain-launch: no kernel is called '" + O.ExplainLaunch + "'"};
  if (!O.KernelRegex.empty() && R.Kernels.empty())
    return {"--kernel: no kernel matches '" + O.KernelRegex + "'"};
  constexpr size_t MaxNamed = 8;
  std::string Known;
  for (const KernelReport &K : llvm::ArrayRef(R.Kernels).take_front(MaxNamed))
    Known += (Known.empty() ? "; kernels: " : ", ") + K.Name;
  if (R.Kernels.size() > MaxNamed)
    Known += " and " + std::to_string(R.Kernels.size() - MaxNamed) + " more";
  auto Check = [&](StringRef Option, const std::string &Asked) {
    std::string Name = StringRef(Asked).starts_with("_Z") ? baseName(Asked) : Asked;
    if (llvm::none_of(R.Kernels,
                      [&](const KernelReport &K) { return host::isNamed(Name, K.Name); }))
      Problems.push_back((Option + ": no kernel is called '" + Asked + "'" + Known).str());
  };
  for (const DimOption &D : O.BlockDims)
    Check("--block-dim", D.Kernel);
  for (const DimOption &D : O.GridDims)
    Check("--grid-dim", D.Kernel);
  for (const AssumeOption &A : O.Assumes)
    Check("--assume", A.Kernel);
  for (const LaunchOption &L : O.Launches)
    Check("--launch", L.Kernel);
  return Problems;
}

} // namespace cudafix::cli
