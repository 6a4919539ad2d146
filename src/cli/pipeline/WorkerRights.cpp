// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/WorkerRights.h"
#include "cache/Folder.h"
#include "frontend/parse/PchCache.h"
#include "verify/NativeTools.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {

sandbox::Rights workerRights(const Options &Opts, bool AsksGit) {
  sandbox::Rights Kept;
  Kept.Writable.push_back("/dev/null");
  if (std::string Folder = frontend::headerCacheFolder(Opts); !Folder.empty()) {
    cache::createPrivate(Folder); // only a folder that exists can be made writable
    Kept.Writable.push_back(Folder);
  }
  Kept.Programs = AsksGit || verify::NativeTools(Opts).any();
  if (Kept.Programs) {
    llvm::SmallString<128> Temporary;
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, Temporary);
    Kept.Writable.push_back(Temporary.str().str());
  }
  if (Opts.RunProgram)
    Kept.Writable.push_back(".");
  return Kept;
}

} // namespace cudafix::cli
