// SPDX-License-Identifier: Apache-2.0
//
// nvcc and ptxas as further judges of a repair, where they are installed and the effort
// asked for is worth seconds of a compiler: when files are written, or --level exhaustive.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::verify {

class NativeTools {
public:
  explicit NativeTools(const Options &Opts);

  /// Returns true if there is one to ask.
  bool any() const { return !Nvcc.empty() || !Ptxas.empty(); }

  /// Why ptxas does not take the assembly; empty: it does, or there is none to ask.
  std::string assemble(llvm::StringRef Assembly) const;

  /// Why nvcc takes the main file of `P`, but not with the edits made; empty: it takes
  /// both, or there is none to ask.
  std::string compileSource(frontend::Program &P, llvm::ArrayRef<Edit> Edits) const;

  /// The edits of all `Sets` that fit into one text of the main file of `P`, where nvcc takes that;
  /// empty: it does not, or there is none to ask.
  std::vector<Edit> compileTogether(frontend::Program &P,
                                    llvm::ArrayRef<llvm::ArrayRef<Edit>> Sets) const;

private:
  bool asksAbout(frontend::Program &P, llvm::ArrayRef<Edit> Edits) const;

  std::string Nvcc, Ptxas; ///< paths, empty: not asked
};

} // namespace cudafix::verify
